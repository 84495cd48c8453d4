//! The rules of gomoku, renju and Caro, a sentence a test.
//!
//! "RIF" are the rules of renju of the Renju International Federation, article 9; "Gomocup" the rules of its
//! tournaments by number. Single positions name where they were published.

use crate::common::Random;
use crate::common::line_referee::{Referee, Rules};
use quadriga::contract::{Game, MoveStyle, Notation, Outcome, Player, Position as _, SearchLimits, Silent};
use quadriga::games::gomoku::rules::Rule;
use quadriga::games::gomoku::{Gomoku, Position};

/// The rule sets of the engine and of the referee.
const RULES: [(Rule, Rules); 5] = [
    (Rule::Standard, Rules::Standard),
    (Rule::Freestyle, Rules::Freestyle),
    (Rule::Renju, Rules::Renju),
    (Rule::Caro, Rules::Caro),
    (Rule::CaroExact, Rules::CaroExact),
];

/// A position on a board of 15 from stones named as cells.
fn position(rule: Rule, black: &str, white: &str, black_to_move: bool) -> Position {
    let mut rows = vec![vec!['.'; 15]; 15];
    for (cells, stone) in [(black, 'x'), (white, 'o')] {
        for cell in cells.split_whitespace() {
            let x = cell.as_bytes()[0] - b'a';
            let rank: usize = cell[1..].parse().expect("a rank");
            rows[15 - rank][usize::from(x)] = stone;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    board(rule, &rows.join("/"), black_to_move)
}

/// A position from its rows.
fn board(rule: Rule, rows: &str, black_to_move: bool) -> Position {
    let side = if black_to_move { "w" } else { "b" };
    let size = rows.split('/').count();
    Gomoku::of_size(rule, size).parse_position(&format!("{rows} {side}")).expect("a position")
}

/// The position after one more move.
fn after(mut pos: Position, mv: &str) -> Position {
    let mv = pos.parse_move(mv).expect("a legal move");
    pos.make(mv);
    pos
}

fn outcome_after(pos: Position, mv: &str) -> Option<Outcome> {
    after(pos, mv).outcome()
}

const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Player::FIRST));
const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Player::SECOND));

/// The points of a renju position that are forbidden to Black, sorted.
fn forbidden(pos: &Position) -> Vec<String> {
    let mut points = Vec::new();
    for y in 0..15 {
        for x in 0..15 {
            let text = format!("{x},{y}");
            if pos.parse_move(&text).is_err_and(|why| why.contains("forbidden")) {
                points.push(format!("{}{}", char::from(b'a' + x), 15 - y));
            }
        }
    }
    points.sort();
    points
}

#[test]
fn five_in_a_row_a_column_or_a_diagonal_wins_under_every_rule() {
    for (rule, _) in RULES {
        for (stones, last) in
            [("d8 e8 f8 g8", "h8"), ("h4 h5 h7 h8", "h6"), ("a1 b2 c3 d4", "e5"), ("o1 n2 l4 k5", "m3")]
        {
            assert_eq!(outcome_after(position(rule, stones, "", true), last), BLACK_WINS);
            assert_eq!(outcome_after(position(rule, "", stones, false), last), WHITE_WINS);
        }
    }
}

#[test]
fn a_player_may_pass_in_renju_and_two_passes_are_a_draw_rif_5() {
    let mut engine = quadriga::games::open("renju").expect("a game");
    engine.set_position(None, &["h8", "pass", "h9"]).expect("White passes");
    assert_eq!(engine.moves(MoveStyle::Native), ["h8", "pass", "h9"]);
    engine.play("PASS").expect("White passes again");
    assert_eq!(engine.status().outcome, None, "a stone lies between the passes");
    assert!(!engine.legal_moves(MoveStyle::Native).contains(&"pass".to_string()), "no search passes");
    let found = engine.go(&SearchLimits::nodes(500), &mut Silent).expect("a search after a pass");
    assert_ne!(found.best_move.as_deref(), Some("pass"));
    let only_pass = SearchLimits { search_moves: vec!["pass".to_string()], ..SearchLimits::nodes(500) };
    assert!(engine.go(&only_pass, &mut Silent).is_err());
    let better = ["i9".to_string()];
    assert_eq!(engine.facts("pass", &better, &better).expect("a legal move"), [], "a pass has no place");
    engine.play("pass").expect("Black passes");
    let status = engine.status();
    assert_eq!((status.outcome, status.reason), (Some(Outcome::Draw), "both players passed"));
    assert!(engine.play("h10").is_err() && engine.legal_moves(MoveStyle::Native).is_empty());
    engine.undo().expect("a pass");
    assert_eq!(engine.status().outcome, None);
    let mut gomoku = quadriga::games::open("gomoku").expect("a game");
    assert!(gomoku.play("pass").expect_err("no rule").to_string().contains("only renju"));
}

#[test]
fn six_in_a_line_wins_in_freestyle_gomocup_rule_0() {
    let six = |rule| outcome_after(position(rule, "d8 e8 f8 h8 i8", "", true), "g8");
    assert_eq!(six(Rule::Freestyle), BLACK_WINS);
}

#[test]
fn six_in_a_line_is_neither_win_nor_foul_in_standard_gomocup_rule_1() {
    let pos = position(Rule::Standard, "d8 e8 f8 h8 i8", "", true);
    assert_eq!(outcome_after(pos, "g8"), None);
}

#[test]
fn an_overline_is_forbidden_to_black_and_wins_for_white_rif_9_3() {
    let pos = position(Rule::Renju, "d8 e8 f8 h8 i8", "", true);
    assert!(pos.parse_move("g8").is_err_and(|why| why.contains("overline")));
    let pos = position(Rule::Renju, "", "d8 e8 f8 h8 i8", false);
    assert_eq!(outcome_after(pos, "g8"), WHITE_WINS);
}

#[test]
fn exactly_five_beats_every_foul_rif_9_4() {
    // f8 makes five in the row and six in the column.
    let black = "b8 c8 d8 e8 f5 f6 f7 f9 f10";
    assert_eq!(outcome_after(position(Rule::Renju, black, "", true), "f8"), BLACK_WINS);
    // Five and two threes at once.
    let black = "b8 c8 d8 e8 f9 f10 g9 h10";
    assert_eq!(outcome_after(position(Rule::Renju, black, "", true), "f8"), BLACK_WINS);
}

#[test]
fn two_fours_at_once_are_forbidden_to_black_rif_9_3() {
    let pos = position(Rule::Renju, "e8 f8 g8 h5 h6 h7", "", true);
    assert!(pos.parse_move("h8").is_err_and(|why| why.contains("double-four")));
}

#[test]
fn two_fours_in_one_line_are_a_double_four() {
    // X.XXX.X, XX.XX.XX and XXX.X.XXX.
    for (black, point) in [("d8 f8 h8 j8", "g8"), ("d8 e8 g8 j8 k8", "h8"), ("b8 c8 d8 h8 i8 j8", "f8")] {
        let pos = position(Rule::Renju, black, "", true);
        assert!(pos.parse_move(point).is_err_and(|why| why.contains("double-four")), "{black} {point}");
    }
}

#[test]
fn a_four_whose_fifth_stone_would_make_six_is_no_four_for_black() {
    // f8 makes d8-g8 a four in the row, but h8 would connect with i8: one four only, with h5-h7 none.
    let pos = position(Rule::Renju, "d8 e8 g8 i8 f5 f6 f7", "c8 f4", true);
    assert!(pos.parse_move("f8").is_ok(), "{}", pos.diagram());
}

#[test]
fn two_threes_at_once_are_forbidden_to_black_rif_9_3() {
    let pos = position(Rule::Renju, "f8 g8 h6 h7", "", true);
    assert!(pos.parse_move("h8").is_err_and(|why| why.contains("double-three")));
    // For White and under other rules it is an ordinary move.
    assert!(position(Rule::Renju, "", "f8 g8 h6 h7", false).parse_move("h8").is_ok());
    assert!(position(Rule::Standard, "f8 g8 h6 h7", "", true).parse_move("h8").is_ok());
}

#[test]
fn a_four_and_a_three_at_once_are_allowed() {
    let pos = position(Rule::Renju, "e8 f8 g8 h6 h7", "", true);
    assert!(pos.parse_move("h8").is_ok());
}

#[test]
fn a_four_with_two_threes_is_still_a_double_three() {
    let pos = position(Rule::Renju, "e8 f8 g8 h6 h7 i9 j10", "", true);
    assert!(pos.parse_move("h8").is_err_and(|why| why.contains("double-three")));
}

#[test]
fn a_three_that_cannot_become_a_straight_four_does_not_count_rif_9_3() {
    // A white stone on each side at a distance leaves no room for a straight four in the row.
    let pos = position(Rule::Renju, "f8 g8 h6 h7", "d8 i8", true);
    assert!(pos.parse_move("h8").is_ok());
}

/// A board with its complete list of forbidden points.
fn check_forbidden(source: &str, rows: &str, expected: &[&str]) {
    let pos = board(Rule::Renju, rows, true);
    assert_eq!(forbidden(&pos), expected, "{source}\n{}", pos.diagram());
}

#[test]
fn an_overline_a_double_four_and_a_double_three() {
    let rows = "..........X..../..........X..../....X.....X..../..X.X....X.XXXX/.X..X.....X..../X...O........../.............../...XX.XXX....../.............../.............../.........X..X../.X........X..../.X.X......X..../...X.........../...............";
    check_forbidden("junghyun397/mintaka rusty_renju/tests/test_forbid.rs #1", rows, &["e14", "f8", "k5"]);
}

#[test]
fn a_nested_double_three_two_levels_deep() {
    let rows = ".............../.............../.............../.......O......./.......X......./.....O.X......./.....XOXO....../.....X.X.O...../..OXXXXOX....../.....X.O.O...../....XOO......../...O.........../.............../.............../...............";
    check_forbidden("junghyun397/mintaka rusty_renju/tests/test_nested_forbid.rs #1", rows, &["e6", "e8"]);
}

#[test]
fn a_nested_double_three_that_frees_the_outer_one() {
    let rows = ".............../.............../.............../.............../...O..O......../....X..X.O...../....OXOXX....../......XX......./......OOXX...../.....X........./....OX........./.....O........./.............../.............../...............";
    check_forbidden("junghyun397/mintaka rusty_renju/tests/test_nested_forbid.rs #2", rows, &["i8"]);
}

#[test]
fn nested_double_threes_side_by_side() {
    let rows = ".............../.............../.............../.............../...O..O......../....X..X.O...../....OXOXX....../......XX..O..../......OOXX...../.....XO......../....OX........./.....O........./.............../.............../...............";
    check_forbidden(
        "junghyun397/mintaka rusty_renju/tests/test_nested_forbid.rs #3",
        rows,
        &["g10", "i10", "i8"],
    );
}

#[test]
fn nested_double_threes_in_a_chain() {
    let rows = ".............../.............../.............../.............../.....X...O...../..........X..../..........OX.../.....OXXXOX..../.....X........./.......X......./.........X...../.............../.............../.............../...............";
    check_forbidden(
        "junghyun397/mintaka rusty_renju/tests/test_nested_forbid.rs #4",
        rows,
        &["h7", "h9", "i6"],
    );
}

#[test]
fn a_chain_of_four_double_threes() {
    let rows = ".............../.............../.............../.......X......./............X../.....O......OX./..OX..XOXXXOX../...XOO.XO....../.O..XX...X...../......X...XXO../....O........../.............../.............../.............../...............";
    check_forbidden(
        "junghyun397/mintaka rusty_renju/tests/test_nested_forbid.rs #5",
        rows,
        &["g7", "j10", "j8", "k7"],
    );
}

#[test]
fn a_chain_of_double_threes_with_another_end() {
    let rows = ".............../.............../.............../.......X......./............X.X/.....O......OX./..OX..XOXXXOX../...XOO.XO....../.O..XX...X...../......X...XXO../....O........../.............../.............../.............../...............";
    check_forbidden(
        "junghyun397/mintaka rusty_renju/tests/test_nested_forbid.rs #6",
        rows,
        &["d7", "g7", "j10", "j8"],
    );
}

#[test]
fn mutually_dependent_double_threes_are_all_forbidden() {
    let rows = ".............../.............../.............../.............../.............../......OO......./......XX......./....OXXXXO...../....OXXXXO...../......XX......./......OO......./.............../.............../.............../...............";
    check_forbidden(
        "junghyun397/mintaka rusty_renju/tests/test_nested_forbid.rs #7",
        rows,
        &["f6", "f9", "i6", "i9"],
    );
}

#[test]
fn a_point_whose_status_hangs_on_a_white_stone() {
    let rows = ".............../.............../.............../.............../.............../.............../......O......../..X..X.X......./.....X..XX...../....X......XX../........XOXX.../..........X..../.............../.............../...............";
    check_forbidden("renju-note/quintet src/board/forbidden.rs #9 g8", rows, &["f5", "g8", "i8", "k6", "l7"]);
}

#[test]
fn chained_forbidden_points() {
    let rows = ".............../.............../.............../....O.....O..../....X.....X..../....X.....X..../..XX.......XX../.....X...X...../......X.X....../.............../.......X......./.......X......./......X.X....../....XXX.XXX..../...............";
    check_forbidden(
        "MaciejKozarzewski/AlphaGomoku test/game/test_renju.cpp ChainedForbidden",
        rows,
        &["d10", "e9", "f3", "h2", "h6", "j3", "k9", "l10"],
    );
}

#[test]
fn a_three_blocked_by_a_double_four_is_none() {
    let rows = ".............../.............../.............../.............../.........O...../........O....../....OOXOO....../....X..X......./....XO........./....XXX......../....X........../....O........../.............../.............../...............";
    check_forbidden("MaciejKozarzewski/AlphaGomoku test/game/test_renju.cpp No33BlockedBy44", rows, &["f8"]);
}

#[test]
fn a_four_with_two_threes_of_which_one_is_not_real() {
    let rows = ".............../...XO........../....X........../.X.X.O........./....X........../OX.XX........../..XX.........../.............../.............../.............../.............../.............../.............../.............../...............";
    check_forbidden("MaciejKozarzewski/AlphaGomoku test/game/test_renju.cpp Fake433", rows, &[]);
}

#[test]
fn eight_forbidden_points_around_a_nest() {
    let rows = "..............O/.............../..O....O...O.../.............../.............../.............../O............../O.X....X......./..XX.........../.X.X.........../......X......../....X........../....XX........./.............../....O.O....O..O";
    check_forbidden(
        "starpentagon/realcore test/board/BoardForbiddenTest.cc #16",
        rows,
        &["c5", "c6", "d4", "d5", "d8", "e5", "e6", "f4"],
    );
}

#[test]
fn a_black_five_point_is_open_to_black_even_where_it_would_be_forbidden() {
    let pos = position(Rule::Renju, "e8 f8 g8 i8 h6 h7", "", true);
    assert_eq!(outcome_after(pos, "h8"), BLACK_WINS);
}

#[test]
fn white_wins_when_black_can_only_commit_fouls() {
    // A stone on the only empty cell makes six in the row.
    let pos = board(Rule::Renju, "xxx.xx/xxxoxo/oooxox/xoxxoo/ooxoox/xooxoo", true);
    assert_eq!((pos.outcome(), pos.count_moves()), (None, 0));
    assert_eq!(pos.no_moves_outcome(), Outcome::Win(Player::SECOND));
    // White may play there.
    let pos = board(Rule::Renju, "xxx.xx/xxxoxo/oooxox/xoxxoo/ooxoox/xooxoo", false);
    assert_eq!(pos.count_moves(), 1);
}

#[test]
fn five_closed_at_both_ends_by_enemy_stones_does_not_win_in_caro() {
    assert_eq!(outcome_after(position(Rule::Caro, "d8 e8 f8 g8", "c8 i8", true), "h8"), None);
    assert_eq!(outcome_after(position(Rule::Caro, "c8 i8", "d8 e8 f8 g8", false), "h8"), None);
}

#[test]
fn five_closed_at_one_end_wins_in_caro() {
    assert_eq!(outcome_after(position(Rule::Caro, "d8 e8 f8 g8", "c8 j8", true), "h8"), BLACK_WINS);
    assert_eq!(outcome_after(position(Rule::Caro, "d8 e8 f8 g8", "i8", true), "h8"), BLACK_WINS);
}

#[test]
fn the_edge_closes_nothing_in_caro() {
    // The official referee of Gomocup counts enemy stones only.
    assert_eq!(outcome_after(position(Rule::Caro, "a8 b8 c8 d8", "f8", true), "e8"), BLACK_WINS);
    assert_eq!(outcome_after(position(Rule::Caro, "o15 n14 m13 l12", "j10", true), "k11"), BLACK_WINS);
}

#[test]
fn six_or_more_win_in_caro_even_when_closed_gomocup_rule_8() {
    assert_eq!(outcome_after(position(Rule::Caro, "d8 e8 f8 h8 i8", "c8 j8", true), "g8"), BLACK_WINS);
}

#[test]
fn exactly_five_not_closed_at_both_ends_wins_in_gomocup_rule_9() {
    assert_eq!(outcome_after(position(Rule::CaroExact, "d8 e8 f8 h8 i8", "c8 j8", true), "g8"), None);
    assert_eq!(outcome_after(position(Rule::CaroExact, "d8 e8 f8 h8 i8", "", true), "g8"), None);
    assert_eq!(outcome_after(position(Rule::CaroExact, "d8 e8 f8 g8", "c8 i8", true), "h8"), None);
    assert_eq!(outcome_after(position(Rule::CaroExact, "d8 e8 f8 g8", "c8 j8", true), "h8"), BLACK_WINS);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let rows = "xxoox/ooxxo/xxoox/ooxxo/xxoo.";
    for (rule, _) in RULES {
        let pos = board(rule, rows, true);
        assert_eq!(pos.outcome(), None);
        assert_eq!(outcome_after(pos, "e1"), Some(Outcome::Draw));
    }
}

#[test]
fn there_are_no_moves_after_a_win() {
    let pos = after(position(Rule::Standard, "d8 e8 f8 g8", "a1 a2", true), "h8");
    assert_eq!(pos.count_moves(), 0);
    assert!(pos.parse_move("a15").is_err_and(|why| why.contains("over")));
}

#[test]
fn a_line_found_in_a_position_string_decides_it() {
    assert_eq!(position(Rule::Standard, "d8 e8 f8 g8 h8", "", false).outcome(), BLACK_WINS);
    assert_eq!(position(Rule::Standard, "d8 e8 f8 g8 h8 i8", "", false).outcome(), None);
    assert_eq!(position(Rule::Caro, "c8 i8", "d8 e8 f8 g8 h8", true).outcome(), None);
}

#[test]
fn the_first_player_moves_first_and_black_means_that_player() {
    let pos = Gomoku::new(Rule::Renju).start_position();
    assert_eq!(pos.player_to_move(), Player::FIRST);
    assert_eq!(pos.count_moves(), 225);
    assert_eq!(after(pos, "h8").fen(), "15/15/15/15/15/15/15/7P7/15/15/15/15/15/15/15 b - - 0 1");
}

#[test]
fn cells_are_read_as_h8_as_a_drop_and_as_gomocup_numbers_from_the_top() {
    let pos = Gomoku::new(Rule::Standard).start_position();
    let h8 = pos.parse_move("h8");
    assert!(h8.is_ok());
    for text in ["H8", "P@h8", "p@H8", "7,7"] {
        assert_eq!(pos.parse_move(text), h8, "{text}");
    }
    assert_eq!(pos.parse_move("0,0"), pos.parse_move("a15"));
    assert_eq!(pos.parse_move("14,0"), pos.parse_move("o15"));
    let corner = pos.parse_move("i1").expect("all letters are used");
    assert_eq!(pos.move_text(corner, MoveStyle::Numeric), "8,14");
    assert_eq!(pos.move_text(corner, MoveStyle::Drop), "P@i1");
    for text in
        ["", "h", "8", "h0", "h16", "p1", "7,", ",7", "7,15", "15,7", "-1,3", "h8h9", "P@", "\u{e9}8", "h 8"]
    {
        assert!(pos.parse_move(text).is_err(), "{text}");
    }
    let large = Gomoku::of_size(Rule::Freestyle, 22).start_position();
    assert_eq!(large.parse_move("v22"), large.parse_move("21,0"));
}

#[test]
fn position_strings_are_read_in_the_forms_in_use() {
    let game = Gomoku::of_size(Rule::Standard, 5);
    let fen = game.parse_position("5/1Pp2/5/5/4P b - - 0 2").map(|pos| pos.fen());
    assert_eq!(fen, Ok("5/1Pp2/5/5/4P b - - 0 2".to_string()));
    for text in ["5/1xo2/5/5/4x o", "...../.xo../5/5/4x b", "5/1Pp2/5/5/4P[PPPpp] b - - 0 2"] {
        assert_eq!(game.parse_position(text).map(|pos| pos.fen()), fen, "{text}");
    }
    // Gomocup positions need not alternate.
    assert!(game.parse_position("PP3/5/5/5/5 w").is_ok());
    for (text, word) in [
        ("", "empty"),
        ("5/5/5/5 w", "4 rows"),
        ("5/5/5/5/6 w", "'6'"),
        ("5/5/5/5/4 w", "'4'"),
        ("5/5/5/5/99999999999999999999 w", "'99999999999999999999'"),
        ("5/5/z4/5/5 w", "'z'"),
        ("5/5/5/5/5", "side"),
        ("5/5/5/5/5 q", "'q'"),
    ] {
        assert!(game.parse_position(text).is_err_and(|why| why.contains(word)), "{text}");
    }
}

#[test]
fn boards_have_five_to_twenty_two_rows() {
    let mut engine = quadriga::games::open("renju").expect("renju");
    for (wanted, rows) in [("5", 5), ("22", 22), ("15", 15)] {
        assert_eq!(engine.set_option("BoardSize", wanted), Ok(None));
        assert_eq!(engine.legal_moves(MoveStyle::Native).len(), rows * rows);
    }
    assert!(engine.set_option("boardsize", "30").is_ok_and(|note| note.is_some()));
    assert_eq!(engine.legal_moves(MoveStyle::Native).len(), 484);
}

#[test]
fn every_variant_is_opened_by_its_name() {
    for name in ["gomoku", "gomokufreestyle", "renju", "caro", "caroexact"] {
        assert!(quadriga::games::open(name).is_some(), "{name}");
    }
}

/// A random position with stones close together, where lines and fouls are common.
fn crowded(rules: Rules, size: usize, stones: usize, random: &mut Random) -> Referee {
    let mut referee = Referee::new(rules, size);
    let corner = (random.below(size - 4), random.below(size - 4));
    let room = 5 + random.below(size - 4 - corner.0.max(corner.1));
    for _ in 0..stones {
        let (x, y) = (corner.0 + random.below(room), corner.1 + random.below(room));
        // Two black stones for a white one: fouls need them.
        let stone = crate::common::line_referee::STONES[usize::from(random.below(3) == 0)];
        if referee.board[y][x] == b'.' {
            referee.board[y][x] = stone;
            if referee.has_won(x as i32, y as i32) {
                referee.board[y][x] = b'.';
            }
        }
    }
    referee
}

#[test]
fn legal_moves_of_renju_are_those_of_the_definition() {
    let mut random = Random::new(11);
    let (mut fouls, mut boards) = (0, 0);
    for number in 0..2000 {
        let size = [15, 9, 22, 6][number % 4];
        let mut referee = crowded(Rules::Renju, size, 6 + random.below(30), &mut random);
        let game = Gomoku::of_size(Rule::Renju, size);
        let pos = game.parse_position(&referee.fen()).expect("a position");
        if pos.outcome().is_some() {
            continue;
        }
        let mut found = Vec::new();
        pos.generate(&mut found);
        let found: Vec<(i32, i32)> = found.iter().map(|mv| (mv.x() as i32, mv.y() as i32)).collect();
        let expected = referee.moves();
        assert_eq!(found, expected, "{}", pos.diagram());
        assert_eq!(pos.count_moves(), expected.len());
        boards += 1;
        fouls += size * size - pos.stone_count() - expected.len();
    }
    assert!(boards > 1500 && fouls > 1500, "{boards} boards with {fouls} forbidden points");
}

#[test]
fn wins_are_those_of_the_definition_under_every_rule() {
    let mut random = Random::new(12);
    for (rule, rules) in RULES {
        let mut wins = 0;
        for number in 0..600 {
            let size = [5, 7, 15, 22][number % 4];
            let mut referee = crowded(rules, size, 4 + random.below(24), &mut random);
            referee.to_move = number / 4 % 2;
            let pos = Gomoku::of_size(rule, size).parse_position(&referee.fen()).expect("a position");
            if pos.outcome().is_some() {
                continue;
            }
            for (x, y) in referee.moves() {
                let won = referee.play((x, y));
                let mut next = pos.clone();
                let mv = pos.parse_move(&format!("{x},{y}")).expect("legal");
                next.make(mv);
                let by = Player::new(1 - referee.to_move);
                assert_eq!(next.outcome() == Some(Outcome::Win(by)), won, "{}", next.diagram());
                referee.take_back((x, y));
                wins += usize::from(won);
            }
        }
        assert!(wins > 100, "{rule:?}: {wins} wins seen");
    }
}

#[test]
fn move_counts_are_those_of_the_definition() {
    let mut random = Random::new(13);
    for (rule, rules) in RULES {
        for size in [5, 6, 7] {
            let mut referee = crowded(rules, size, size * size - 6, &mut random);
            let mut pos = Gomoku::of_size(rule, size).parse_position(&referee.fen()).expect("a position");
            if pos.outcome().is_none() {
                assert_eq!(
                    quadriga::engine::perft::perft(&mut pos, 4),
                    referee.perft(4),
                    "{}",
                    pos.diagram()
                );
            }
        }
    }
}
