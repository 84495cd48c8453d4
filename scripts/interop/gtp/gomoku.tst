# GTP regression; the engine is started as: quadriga --protocol gtp --game gomoku

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
#? [.*gomoku.*]
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
330 boardsize 15
#? []
340 clear_board
#? []
350 gogui-rules_game_id
#? [Gomoku]
360 gogui-rules_board_size
#? [15]
370 gogui-rules_board
#? [(\. ){14}\.(\n(\. ){14}\.){14}]
380 gogui-rules_board_gfx
#? [.*]
390 gogui-rules_side_to_move
#? [black]
400 gogui-rules_legal_moves
#? [A1 .*\bP15\b.*]
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
#? [gomoku]
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
#? [[A-HJ-P](1[0-5]|[1-9])]
570 kata-search_analyze black 1
#? [.*^play [A-HJ-P](1[0-5]|[1-9])]
580 stop
#? []

# Searches that play, and searches that do not.
time_settings 2 0 0
590 reg_genmove black
#? [[A-HJ-P](1[0-5]|[1-9])]
600 undo
#? [cannot undo.*]*
610 genmove black
#? [[A-HJ-P](1[0-5]|[1-9])]
620 undo
#? []
630 kata-genmove_analyze black 10
#? [.*^play [A-HJ-P](1[0-5]|[1-9])]
640 gg-undo 1
#? []
650 lz-genmove_analyze black 10
#? [.*^play [A-HJ-P](1[0-5]|[1-9])]
660 gg-undo 1
#? []
670 gogui-rules_side_to_move
#? [black]

# Stones, refusals, and taking back. Black has the first move.
680 play black H8
#? []
690 play white H8
#? [illegal move.*]*
700 play white Z99
#? [(illegal move|syntax error).*]*
710 gogui-rules_side_to_move
#? [white]
720 gogui-play_sequence w J9 b H9 w J10
#? []
730 printsgf
#? [\(;.*;B\[hh\].*;W\[ig\].*\)]
740 gg-undo 4
#? []

# Four in a line, then five: over.
750 gogui-play_sequence b H8 w A1 b H9 w C1 b H10 w E1 b H11 w G1
#? []
760 reg_genmove black
#? [H7|H12]
770 play black H12
#? []
780 gogui-rules_legal_moves
#? []
790 gogui-rules_final_result
#? [.+]
800 final_score
#? [B\+.*]
810 genmove white
#? [resign]
820 undo
#? []

# Six in a line is not five here.
830 clear_board
#? []
840 gogui-play_sequence b B2 w A15 b C2 w C15 b D2 w E15 b F2 w G15 b G2 w J15
#? []
850 play black E2
#? []
860 final_score
#? [cannot score.*]*

# Other sizes.
870 boardsize 19
#? []
880 gogui-rules_board_size
#? [19]
890 rectangular_boardsize 15 15
#? []
900 gogui-rules_board_size
#? [15]

910 quit
#? []
