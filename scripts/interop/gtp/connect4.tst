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

# Stones fall: only the lowest free cell of a column is a move. Black has the first move.
450 play black D2
#? [illegal move.*]*
460 play black D1
#? []
470 gogui-rules_legal_moves
#? [A1 B1 C1 D2 E1 F1 G1]
480 gogui-play_sequence w E1 b D2 w E2 b D3 w E3
#? []
490 reg_genmove black
#? [D4]
500 genmove black
#? [D4]
510 gogui-rules_legal_moves
#? []
520 final_score
#? [B\+.*]
530 gogui-rules_final_result
#? [.+]
540 genmove white
#? [resign]
550 gg-undo 7
#? []
560 printsgf
#? [cannot save.*]*

# Searches that play, and searches that do not.
time_settings 1 0 0
570 reg_genmove black
#? [[A-G]1]
580 undo
#? [cannot undo.*]*
590 genmove black
#? [[A-G]1]
600 undo
#? []
610 kata-genmove_analyze black 10
#? [.*^play [A-G]1]
620 gg-undo 1
#? []
630 lz-genmove_analyze black 10
#? [.*^play [A-G]1]
640 gg-undo 1
#? []
650 gogui-rules_side_to_move
#? [black]

660 quit
#? []
