# GTP regression; the engine is started as: quadriga --protocol gtp --game chinesecheckers

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
#? [.*chinesecheckers.*]
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
330 boardsize 17
#? []
340 clear_board
#? []
350 gogui-rules_game_id
#? [Chinesecheckers]
360 gogui-rules_board_size
#? [17 hex]
370 gogui-rules_board
#? [\?( \?){11} O( \?){4}\n.*]
380 gogui-rules_board_gfx
#? [.*]
390 gogui-rules_side_to_move
#? [black]
400 gogui-rules_legal_moves
#? [E3 F3 G3 E4 F4 G4 H4]
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
#? [chinesecheckers]
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
#? [[A-HJ-R](1[0-7]|[1-9])]
570 kata-search_analyze black 1
#? [.*^play [A-HJ-R](1[0-7]|[1-9])]
580 stop
#? []

# Searches that play, and searches that do not.
time_settings 2 0 0
590 reg_genmove black
#? [[A-HJ-R](1[0-7]|[1-9])]
600 undo
#? [cannot undo.*]*
610 genmove black
#? [[A-HJ-R](1[0-7]|[1-9])]
620 undo
#? []
630 kata-genmove_analyze black 10
#? [.*^play [A-HJ-R](1[0-7]|[1-9])]
640 gg-undo 1
#? []
650 lz-genmove_analyze black 10
#? [.*^play [A-HJ-R](1[0-7]|[1-9])]
660 gg-undo 1
#? []
670 gogui-rules_side_to_move
#? [black]

# A move is two clicks: the piece, then where it goes.
680 play black E1
#? [illegal move.*]*
690 play black E4
#? []
700 gogui-rules_side_to_move
#? [black]
710 gogui-rules_legal_moves
#? [.*\bE5\b.*]
720 play black E5
#? []
730 gogui-rules_side_to_move
#? [white]
740 undo
#? []
750 undo
#? []
time_settings 1 0 0
760 genmove black
#? [[A-HJ-R]\d+]
770 genmove black
#? [[A-HJ-R]\d+]
780 gogui-rules_side_to_move
#? [white]
790 clear_board
#? []

800 gogui-play_sequence b E4 b E5
#? []
810 printsgf
#? [cannot save.*]*

820 quit
#? []
