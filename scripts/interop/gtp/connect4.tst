# GTP regression; the engine is started as: quadriga --protocol gtp --game connect4

# What every controller asks first.
10 protocol_version
#? [2]
20 name
#? [Quadriga]
30 version
#? [\d+\.\d+\.\d+.*]
40 list_commands
#? [.*^protocol_version$.*^genmove$.*^gogui-rules_legal_moves$.*]
50 known_command genmove
#? [true]
60 known_command fly
#? [false]
70 gogui-version 1.6.0
#? []
80 gogui-title
#? [.*connect4.*]
90 gogui-analyze_commands
#? [.*^plist/Legal Moves/gogui-rules_legal_moves$.*]
100 cputime
#? [\d+\.\d+]
110 clear_cache
#? []
120 komi 6.5
#? []
130 gogui-interrupt
#? []

# The clock, in every way of telling it.
140 time_settings 60 10 5
#? []
150 kgs-time_settings none
#? []
160 kgs-time_settings absolute 60
#? []
170 kgs-time_settings byoyomi 60 10 3
#? []
180 kgs-time_settings canadian 60 10 5
#? []
190 kata-list_time_settings
#? [.*\bfischer\b.*]
200 kata-time_settings fischer 60 0.5
#? []
210 time_left black 30 0
#? []
220 time_left white 5 1
#? []
230 time_settings 60 soon 5
#? [syntax error.*]*

# Refusals; nothing changes by them.
240 fly
#? [unknown command.*]*
250 play
#? [syntax error.*]*
260 genmove purple
#? [syntax error.*]*
270 undo
#? [cannot undo.*]*
280 gg-undo 1
#? [cannot undo.*]*
290 final_score
#? [cannot score.*]*
300 boardsize 99
#? [unacceptable size.*]*
310 rectangular_boardsize 3 99
#? [unacceptable size.*]*
320 loadsgf /there/is/no/such.sgf
#? [cannot load.*]*

# The board as GoGui asks for it.
330 boardsize 7
#? []
340 clear_board
#? []
350 gogui-rules_game_id
#? [Connectfour]
360 gogui-rules_board_size
#? [7]
370 gogui-rules_board
#? [\?( \?){6}(\n\.( \.){6}){6}]
380 gogui-rules_board_gfx
#? [.*]
390 gogui-rules_side_to_move
#? [black]
400 gogui-rules_legal_moves
#? [A1 B1 C1 D1 E1 F1 G1]
410 gogui-rules_final_result
#? []
420 gogui-rules_captured_count
#? [0 0]
430 showboard
#? [.*\bA B C D\b.*black to move.*]
440 final_status_list dead
#? []

# Commands of the engine's own, for GoGui's menu.
450 quadriga-game
#? [connect4]
460 quadriga-fen
#? [\S.*]
470 quadriga-eval
#? [.*\b(total|value)\b.*]
480 quadriga-threats
#? [.*]
490 quadriga-forbidden
#? []
500 quadriga-setoption
#? [.*^\[string\] Hash \d+$.*]
510 quadriga-setoption Hash 16
#? []
520 quadriga-setoption Nonsense 1
#? [there is no option.*]*
530 quadriga-setoption Move_Time 50
#? []
540 quadriga-move_values
#? [.*^LABEL .*]
550 quadriga-best_line
#? [.*^TEXT .*]
560 kata-search black
#? [[A-G]1]
570 kata-search_analyze black 1
#? [.*^play [A-G]1]
580 stop
#? []

# Searches that play, and searches that do not.
time_settings 2 0 0
590 reg_genmove black
#? [[A-G]1]
600 undo
#? [cannot undo.*]*
610 genmove black
#? [[A-G]1]
620 undo
#? []
630 kata-genmove_analyze black 10
#? [.*^play [A-G]1]
640 gg-undo 1
#? []
650 lz-genmove_analyze black 10
#? [.*^play [A-G]1]
660 gg-undo 1
#? []
670 gogui-rules_side_to_move
#? [black]

# Stones fall: only the lowest free cell of a column is a move. Black has the first move.
680 play black D2
#? [illegal move.*]*
690 play black D1
#? []
700 gogui-rules_legal_moves
#? [A1 B1 C1 D2 E1 F1 G1]
710 gogui-play_sequence w E1 b D2 w E2 b D3 w E3
#? []
720 reg_genmove black
#? [D4]
730 genmove black
#? [D4]
740 gogui-rules_legal_moves
#? []
750 final_score
#? [B\+.*]
760 gogui-rules_final_result
#? [.+]
770 genmove white
#? [resign]
780 gg-undo 7
#? []
790 printsgf
#? [cannot save.*]*

800 quit
#? []
