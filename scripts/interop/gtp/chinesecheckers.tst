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
45 help
#? [.*genmove.*list_commands.*]
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
340 boardsize 17
#? []
350 clear_board
#? []
360 gogui-rules_game_id
#? [Chinesecheckers]
370 gogui-rules_board_size
#? [17 hex]
380 gogui-rules_board
#? [\?( \?){11} O( \?){4}\n.*]
390 gogui-rules_board_gfx
#? [.*]
400 gogui-rules_side_to_move
#? [black]
410 gogui-rules_legal_moves
#? [E3 F3 G3 E4 F4 G4 H4]
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
#? [chinesecheckers]
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
#? [[A-HJ-R](1[0-7]|[1-9])]
580 kata-search_analyze black 1
#? [.*^play [A-HJ-R](1[0-7]|[1-9])]
590 stop
#? []

# Searches that play, and searches that do not.
time_settings 2 0 0
600 reg_genmove black
#? [[A-HJ-R](1[0-7]|[1-9])]
610 undo
#? [cannot undo.*]*
620 genmove black
#? [[A-HJ-R](1[0-7]|[1-9])]
630 undo
#? []
640 kata-genmove_analyze black 10
#? [.*^play [A-HJ-R](1[0-7]|[1-9])]
650 gg-undo 1
#? []
660 lz-genmove_analyze black 10
#? [.*^play [A-HJ-R](1[0-7]|[1-9])]
670 gg-undo 1
#? []
680 gogui-rules_side_to_move
#? [black]

# A move is two clicks: the piece, then where it goes.
690 play black E1
#? [illegal move.*]*
700 play black E4
#? []
710 gogui-rules_side_to_move
#? [black]
720 gogui-rules_legal_moves
#? [.*\bE5\b.*]
730 play black E5
#? []
740 gogui-rules_side_to_move
#? [white]
750 undo
#? []
760 undo
#? []
time_settings 1 0 0
770 genmove black
#? [[A-HJ-R]\d+]
780 genmove black
#? [[A-HJ-R]\d+]
790 gogui-rules_side_to_move
#? [white]
800 clear_board
#? []

810 gogui-play_sequence b E4 b E5
#? []
820 printsgf
#? [cannot save.*]*

830 quit
#? []
