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
45 help
#? [.*genmove.*list_commands.*]
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
240 kata-time_settings none
#? []

# Refusals; nothing changes by them.
250 fly
#? [unknown command.*]*
260 play
#? [syntax error.*]*
270 genmove purple
#? [syntax error.*]*
280 undo
#? [cannot undo.*]*
290 gg-undo 1
#? [cannot undo.*]*
300 final_score
#? [cannot score.*]*
310 boardsize 99
#? [unacceptable size.*]*
320 rectangular_boardsize 3 99
#? [unacceptable size.*]*
330 loadsgf /there/is/no/such.sgf
#? [cannot load.*]*

# The board as GoGui asks for it.
340 boardsize 7
#? []
350 clear_board
#? []
360 gogui-rules_game_id
#? [Connectfour]
370 gogui-rules_board_size
#? [7]
380 gogui-rules_board
#? [\?( \?){6}(\n\.( \.){6}){6}]
390 gogui-rules_board_gfx
#? [.*]
400 gogui-rules_side_to_move
#? [black]
410 gogui-rules_legal_moves
#? [A1 B1 C1 D1 E1 F1 G1]
420 gogui-rules_final_result
#? []
430 gogui-rules_captured_count
#? [0 0]
440 showboard
#? [.*\bA B C D\b.*black to move.*]
450 final_status_list dead
#? []

# Commands of the engine's own, for GoGui's menu.
460 quadriga-game
#? [connect4]
470 quadriga-fen
#? [\S.*]
480 quadriga-eval
#? [.*\b(total|value)\b.*]
490 quadriga-threats
#? [.*]
495 quadriga-threat_win
#? [wins by threats are not searched for in .*]*
500 quadriga-forbidden
#? []
510 quadriga-setoption
#? [.*^\[string\] Hash \d+$.*]
520 quadriga-setoption Hash 16
#? []
530 quadriga-setoption Nonsense 1
#? [unknown option.*]*
540 quadriga-setoption Move_Time 50
#? []
550 quadriga-move_values
#? [.*^LABEL .*]
560 quadriga-best_line
#? [.*^TEXT .*]
570 kata-search black
#? [[A-G]1]
580 kata-search_analyze black 1
#? [.*^play [A-G]1]
590 stop
#? []

# Searches that play, and searches that do not.
time_settings 2 0 0
600 reg_genmove black
#? [[A-G]1]
610 undo
#? [cannot undo.*]*
620 genmove black
#? [[A-G]1]
630 undo
#? []
640 kata-genmove_analyze black 10
#? [.*^play [A-G]1]
650 gg-undo 1
#? []
660 lz-genmove_analyze black 10
#? [.*^play [A-G]1]
670 gg-undo 1
#? []
680 gogui-rules_side_to_move
#? [black]

# Stones fall: only the lowest free cell of a column is a move. Black has the first move.
690 play black D2
#? [illegal move.*]*
700 play black D1
#? []
710 gogui-rules_legal_moves
#? [A1 B1 C1 D2 E1 F1 G1]
720 gogui-play_sequence w E1 b D2 w E2 b D3 w E3
#? []
730 reg_genmove black
#? [D4]
740 genmove black
#? [D4]
750 gogui-rules_legal_moves
#? []
760 final_score
#? [B\+.*]
770 gogui-rules_final_result
#? [.+]
780 genmove white
#? [resign]
790 gg-undo 7
#? []
800 printsgf
#? [cannot save.*]*

810 quit
#? []
