//! Forced wins and forced defences that the search must find, from published problems.
//!
//! Node limits are several times what the search needs today, and small enough that only the threat search can be
//! the one that finds them.

use quadriga::contract::solver::Effort;
use quadriga::contract::threats::ThreatVerdict;
use quadriga::contract::{Score, SearchLimits, Silent};

/// Best move and score of a search of so many nodes.
fn solve(game: &str, fen: Option<&str>, moves: &str, nodes: u64) -> (String, Score) {
    let mut engine = quadriga::games::open(game).expect("a game of the family");
    engine.set_option("Hash", "8").expect("a general option");
    let moves: Vec<&str> = moves.split_whitespace().collect();
    engine.set_position(fen, &moves).expect("a position");
    let result = engine.go(&SearchLimits::nodes(nodes), &mut Silent).expect("a search");
    (result.best_move.expect("a move"), result.lines[0].score)
}

/// A renju problem: its board, who attacks, the first moves that win, and the plies of the published line.
fn check_win(rows: &str, side: &str, first: &str, plies: i32, nodes: u64) {
    let (best, score) = solve("renju", Some(&format!("{rows} {side}")), "", nodes);
    assert!(score >= Score::win_in(plies), "{best} {score:?}");
    assert!(first.split(' ').any(|mv| mv == best), "{best}");
}

/// renjuportal.com/puzzle/3040; the fours may be played in other orders, of which g6 first is as long.
#[test]
fn a_black_victory_by_twelve_fours() {
    let rows = ".............../........O..X.../....X.OX......./.......X..O..../.......OX..O.../......XXO.X..../.....O.OOX.O.../.......XXO...../.............../.............../.............../.............../.............../.............../...............";
    check_win(rows, "w", "j12 g6", 27, 20000);
}

/// renjuportal.com/puzzle/2990
#[test]
fn a_white_victory_by_five_fours() {
    let rows = ".............../...........O.../..........X..../.........O.OX../........O...X../.......OOX.O.../......XOXX..X../.....OXX......./.............../.............../.............../.............../.............../.............../...............";
    check_win(rows, "b", "l13", 13, 5000);
}

/// renju-note/quintet src/mate/solve.rs
#[test]
fn a_victory_through_the_defender_s_counter_four() {
    let rows = ".............../.............../.............../.............../.............../.............../.......O......./.......X.XXO.../........XO.X.../........X.O..../........O..O.../.............../.............../.............../...............";
    check_win(rows, "w", "i8", 9, 5000);
}

/// renju-note/quintet src/mate/solve.rs
#[test]
fn a_white_victory_by_threes_and_fours() {
    let rows = ".............../.............../.............../.............../.............../......X..X...../......XOO....../.......X......./........O....../.............../.............../.............../.............../.............../...............";
    check_win(rows, "b", "i10", 11, 100000);
}

/// No. 68 of the 5-moves-to-end problems by Hiroshi Okabe
#[test]
fn a_three_that_wins_because_a_foul_is_broken() {
    let rows = ".............../.............../.............../.............../.............../........O....../........O....../.......X......./.......O......./.......XOX...../......XOX....../.............../.............../.............../...............";
    check_win(rows, "w", "j8", 11, 30000);
}

/// "Shadows and fog" by Tama Hoshiduki: 145 plies of fours; any proof will do.
#[test]
fn a_victory_by_more_than_seventy_fours() {
    let rows = ".XO.OX.XOOOOXOO/...X..OXXO..OXX/O.X.........X.X/X...OO.......OO/..X..........XO/OXOO.........XX/OX.X..O....X.../XOOO...X.O....O/OO............O/O.....OXO.....O/X...X....O....X/.X.X...OX....../......O.XX...../X........X..OX./...X..XO..X...X";
    let (best, score) = solve("renju", Some(&format!("{rows} w")), "", 300_000);
    assert!(score.is_win(), "{best} {score:?}");
    assert_eq!(best, "f6");
}

/// The rule test of the official Gomocup referee (Gomocup/GomocupJudge): moves from the first, allowed answers.
#[test]
fn the_answers_that_the_gomocup_referee_allows() {
    for game in ["gomoku", "gomokufreestyle", "renju", "caro", "caroexact"] {
        let (best, _) = solve(game, None, "h8 h9 i8 i9 j8 j9 k8 k9", 5000);
        assert!(["g8", "l8"].contains(&best.as_str()), "{game}: {best}");
    }
    let (best, _) = solve("gomoku", None, "h8 h9 i8 h10 g8 h11 j13 h12 g14 h14 i15", 5000);
    assert!(["f8", "j8"].contains(&best.as_str()), "standard: {best}");
    let (best, _) = solve("renju", None, "h8 h9 i7 i9 h10 i6 i11 i12", 5000);
    assert_ne!(best, "g9");
    let (best, _) = solve("caro", None, "h8 f8 g8 f9 i8 f7 j8 l8", 5000);
    assert!(["f5", "f6", "f10", "f11"].contains(&best.as_str()), "caro: {best}");
}

#[test]
fn the_first_move_goes_to_the_centre() {
    assert_eq!(solve("gomoku", None, "", 1000).0, "h8");
}

/// What the search for threats says of a renju position, with at most so many nodes.
fn threats(rows: &str, side: &str, nodes: u64) -> ThreatVerdict {
    let engine = quadriga::games::open("renju").expect("a game of the family");
    let mut solver = engine.tools().threat_solver(16).expect("threats can be proved");
    solver.set_position(Some(&format!("{rows} {side}")), "").expect("a position");
    solver.find(Effort { nodes, stop: &|| false }).0
}

/// Rows, side to move, plies at most, nodes that suffice.
const PROBLEMS: [(&str, &str, usize, u64); 4] = [
    (
        ".............../.............../.............../.............../........O....../.......X......./.......XOX...../......OX.O...../.......OX....../.............../.............../.............../.............../.............../...............",
        "w",
        11,
        200_000,
    ),
    (
        ".............../.............../.............../.............../.............../.............../.......O......./.......XX....../.......XO....../.......OOX...../......XXO....../.............../.............../.............../...............",
        "b",
        13,
        10_000,
    ),
    (
        ".............../.............../....OX..O....../.......O......./....O.X......../.O.X..OXO....../..XXO.OXO....../...XXO.XX....../....X........../.......OX....../.............../.............../.............../.............../...............",
        "b",
        35,
        10_000,
    ),
    (
        "O...X.......X.X/X....O...O..O.X/.......O.....O./O..........X..X/X...........O../O.O............/OOXO....X...O../O.OO...X.O...../.X.......O..X../........O.....X/X...........X.X/.............XO/X............X./.......X......O/XOOO.X..X.X....",
        "w",
        181,
        500_000,
    ),
];

/// No. 02 of the 5-moves-to-end problems by Hiroshi Okabe, and a position of renju-note/quintet src/mate/solve.rs in which
/// White wins because of two points that are forbidden to Black.
#[test]
fn wins_by_threats_that_a_tree_of_all_moves_does_not_see() {
    for (rows, side, plies, nodes) in PROBLEMS {
        match threats(rows, side, nodes) {
            ThreatVerdict::Win { line } => assert!(line.len() <= plies, "{rows}: {line:?}"),
            verdict => panic!("{rows}: {verdict:?}"),
        }
    }
}
