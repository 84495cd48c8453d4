//! What a move allowed or missed by force: each kind of fact in a position made by hand, with a near miss in which it must not be
//! said.

use quadriga::annotate::sentences::sentence;
use quadriga::contract::facts::FactKind;
use quadriga::engine::AnyEngine;

pub(crate) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

/// A game at a position: `Variant` or `Variant FEN`, then moves.
pub(crate) fn engine(game: &str, moves: &str) -> Box<dyn AnyEngine> {
    let (variant, fen) = game.split_once(' ').map_or((game, None), |(variant, fen)| (variant, Some(fen)));
    let mut engine = quadriga::games::open(variant).expect("a game");
    let moves: Vec<&str> = moves.split_whitespace().collect();
    engine.set_position(fen, &moves).unwrap_or_else(|error| panic!("{game} {moves:?}: {error}"));
    engine
}

/// What is said of a move; the lines are words.
pub(crate) fn said(game: &str, moves: &str, played: &str, better: &str, answer: &str) -> String {
    let engine = engine(game, moves);
    let facts = engine.facts(played, &words(better), &words(answer)).expect("a legal move");
    sentence(&facts, &|player| ["First", "Second"][player.index()].to_string())
}

/// The kinds of `facts_weaker`.
const WEAKER: [FactKind; 31] = {
    use FactKind::*;
    [
        GivesUpThreat,
        AllowsNewThreat,
        MissesNewThreat,
        MissesLines,
        MissesTheirLines,
        AllowsSingleFour,
        MissesSingleFour,
        MissesNear,
        MissesCentre,
        MissesRows,
        MissesBlocks,
        AllowsGain,
        MissesGain,
        AllowsWonEndgame,
        AllowsDrawnEndgame,
        MissesWonEndgame,
        MissesDrawnEndgame,
        AllowsEnd,
        MissesEnd,
        AllowsRunaway,
        MissesRunaway,
        AllowsExchange,
        BeginsExchange,
        MissesExchange,
        OpensBackRow,
        StepsToEdge,
        MissesMobility,
        MissesRestraint,
        MissesStep,
        MissesRear,
        MissesOwnHop,
    ]
};

/// What is said of a move without the facts of `facts_weaker`.
pub(crate) fn by_force(game: &str, moves: &str, played: &str, better: &str, answer: &str) -> String {
    let mut facts = engine(game, moves).facts(played, &words(better), &words(answer)).expect("a legal move");
    facts.retain(|fact| !WEAKER.contains(&fact.kind));
    sentence(&facts, &|player| ["First", "Second"][player.index()].to_string())
}

#[test]
fn a_four_that_is_not_stopped_is_said_unless_it_cannot_be_stopped() {
    let four = said("connect4", "4 1 4 1 4", "1", "4", "4");
    assert_eq!(four, "lets First complete four in column 4");
    assert_eq!(by_force("connect4", "4 4 5 5 3", "7", "2", "6"), "", "both ends are open");
    assert_eq!(by_force("connect4", "4 1 4 1 4", "4", "4", "1"), "", "the better move was played");
}

#[test]
fn a_disc_below_a_cell_that_completes_four_opens_it() {
    let opened = said("connect4", "3 2 2 5 5 7 3", "4", "7", "4");
    assert_eq!(opened, "lets First complete four on top of it, in column 4");
    assert_eq!(by_force("connect4", "3 2 2 5 5 7 3", "6", "7", "1"), "");
}

#[test]
fn two_fours_at_once_are_told_with_the_move_that_threatens_them() {
    let two = said("connect4", "4 1 5", "1", "3", "3");
    assert_eq!(two, "lets First threaten four in columns 2 and 6 at once, by 3");
    assert_eq!(by_force("connect4", "4 1 5", "1", "7", "3"), "", "the other move allows it as well");
    let missed = said("connect4", "4 1 5 1", "7", "3", "1");
    assert_eq!(missed, "misses 3, which threatens four in columns 2 and 6 at once");
    assert_eq!(by_force("connect4", "4 1 5 1", "3", "6", "2"), "", "there are two ways to do it");
}

#[test]
fn a_win_by_threats_of_four_is_told_with_the_line_that_cannot_be_left() {
    let moves = "5 4 1 1 1 6 5 1 4 5 7 3 5";
    let allowed = said("connect4", moves, "7", "3", "3");
    assert_eq!(allowed, "lets First win by 3 6 2, threatening four with each move");
    assert_eq!(by_force("connect4", moves, "3", "7", "3"), "", "the other move allows it");
    let missed = said("connect4", &format!("{moves} 7"), "1", "3", "4");
    assert!(missed.ends_with("misses 3 6 2, which wins by threatening four with each move"), "{missed}");
    assert!(!said("connect4", &format!("{moves} 7"), "3", "1", "6").contains("misses"), "it was played");
}

#[test]
fn a_threat_that_waits_is_told_where_the_count_of_free_cells_decides_by_it() {
    let allowed = said("connect4", "4 2 2 4 5 7 2 7 5 4", "5", "4", "5 4 6 4 4 2 2 2");
    let expected = "lets Second build a threat in column 3, row 2, by 5: it counts when the columns fill up";
    assert_eq!(allowed, expected);
    assert_eq!(by_force("connect4", "4 2 2 4 5 7 2 7 5 4", "5", "4", "4"), "", "not by this answer");
    let moves = "3 1 3 3 3 1 3 6 5 4 5 1 1 6 4";
    let missed = said("connect4", moves, "5", "6 6 5 4 4", "6");
    let expected =
        "misses 6 6 5 4 4, which builds a threat in column 2, row 2: it counts when the columns fill up";
    assert_eq!(missed, expected);
    assert_eq!(by_force("connect4", moves, "5", "6 6 5", "6"), "");
}

#[test]
fn a_four_of_long_ago_is_told_where_the_columns_fill_up() {
    let moves = "4 6 2 5 4 2 3 1 2 6 6 6 4 4";
    let end = "7 4 4 2 2 2 6 6 7 1 1 1 1 7 7 7 7 3 3";
    let allowed = said("connect4", moves, "1", "7", end);
    assert_eq!(allowed, "lets Second complete four in column 3, row 3, when the columns fill up");
    let cut = end.strip_suffix(" 3").expect("a line");
    let cut = said("connect4", moves, "1", "7", cut);
    assert!(!cut.contains("complete"), "{cut}");
}

#[test]
fn in_the_opening_open_lines_are_counted() {
    let lines = said("connect4", "", "2", "4", "4");
    assert_eq!(lines, "is in 4 possible fours, against 7 in column 4");
    assert_eq!(said("connect4", "4 4", "3", "4", "4"), "is in 4 possible fours, against 11 in column 4");
    assert_eq!(said("connect4", "", "5", "3", "4"), "", "there are as many");
    let late = said("connect4", "4 2 2 4 5 7 2 7 5 4", "1", "4", "4");
    assert!(!late.contains("possible"), "{late}");
}

#[test]
fn a_four_of_ones_own_is_missed() {
    let missed = said("connect4", "4 1 4 1 4 1", "7", "4", "1");
    assert!(missed.ends_with("misses a four in column 4"), "{missed}");
}

#[test]
fn a_five_that_is_not_stopped_or_not_made_is_said() {
    let five = said("gomoku", "h8 h11 h9 a1 h10 c1 h7", "o15", "h6", "h6");
    assert_eq!(five, "lets First make five at h6");
    assert_eq!(by_force("gomoku", "h8 h11 h9 a1 h10 c1 h7", "o15", "o13", "h6"), "", "neither stops it");
    let missed = said("gomoku", "h8 h11 h9 a1 h10 c1 h7 o15", "a15", "h6", "h6");
    assert_eq!(missed, "misses five at h6");
}

#[test]
fn an_open_four_is_allowed_and_missed() {
    let allowed = said("gomoku", "h8 i9 h9 g9 h10", "o15", "h11", "h11");
    assert_eq!(allowed, "lets First make an open four at h11");
    let missed = said("gomoku", "h8 i9 h9 g9 h10 o15", "a15", "h11", "h11");
    assert!(missed.ends_with("misses an open four at h11"), "{missed}");
    assert_eq!(
        by_force("gomoku", "h8 i9 h9 g9 h10", "o15", "a1", "h11"),
        "",
        "the other move allows it as well"
    );
}

#[test]
fn a_four_must_be_answered_before_an_open_four_can_be_made() {
    // White makes a four of his own: Black has to stop it, and makes no open four.
    let moves = "h8 a1 h9 a2 h10 a3 o1";
    assert!(!said("gomoku", moves, "a4", "h11", "a5").contains("open four"));
    assert!(said("gomoku", moves, "o15", "a4", "h11").contains("open four"));
}

#[test]
fn a_win_by_fours_is_told_with_its_length_and_its_first_move() {
    let moves = "h8 h11 h9 i8 h10 j6 i7 j8 j7";
    let allowed = said("gomoku", moves, "o15", "h7", "h7");
    assert_eq!(allowed, "lets First win by continuous fours in 3 moves, from h7");
    let missed = said("gomoku", &format!("{moves} o15"), "o13", "h7", "h7");
    assert_eq!(missed, "misses a win by continuous fours in 3 moves, from h7");
    let left = by_force("gomoku", "h8 h11 h9 a1 h10 a3 i7 a5 j7 o15", "o13", "h7", "h7");
    assert_eq!(left, "", "another win is left");
}

#[test]
fn threes_are_told_where_the_better_move_prevents_them() {
    assert_eq!(said("gomoku", "h8 a1 h9", "a3", "h10", "h10"), "lets First make an open three at h10");
    assert_eq!(by_force("gomoku", "h8 a1 h9", "a3", "a5", "h10"), "");
    let moves = "h9 i9 h10 j7 i8 g10 j8";
    let two = said("gomoku", moves, "o15", "h8", "h8");
    assert_eq!(two, "lets First make two open threes at once at h8");
    let missed = said("gomoku", &format!("{moves} o15"), "o13", "h8", "h8");
    assert_eq!(missed, "misses two open threes at once at h8");
}

#[test]
fn a_three_of_ones_own_is_missed_and_one_on_the_better_point_is_left() {
    assert_eq!(said("gomoku", "h8 a1 h9 a3", "o15", "h10", "a5"), "misses an open three at h10");
    assert_eq!(by_force("gomoku", "h8 a1 h9 a3", "h7", "h10", "a5"), "", "another one was made");
    assert_eq!(said("gomoku", "h8 a1 h9", "a3", "h10", "o1"), "lets First make an open three at h10");
}

#[test]
fn a_win_by_fours_and_threes_is_told_where_it_is_proved() {
    let moves = "h8 f8 h10 g7 h9 h7 h11 h12";
    let allowed = said("gomoku", moves, "g10", "e9", "f7");
    assert_eq!(allowed, "lets Second win by continuous fours and threes within 7 moves, from f7");
    let other = said("gomoku", moves, "o15", "a15", "f7");
    assert!(!other.contains("fours"), "the other move allows it as well: {other}");
    let missed = said("gomoku", &format!("{moves} g10"), "i7", "f7", "j7");
    assert_eq!(missed, "misses a win by continuous fours and threes within 7 moves, from f7");
}

#[test]
fn a_four_that_leads_to_nothing_is_wasted() {
    let moves = "h8 f8 h10 g7 h9 h7";
    assert_eq!(said("gomoku", moves, "h11", "e9", "h12"), "wastes a four, which Second stops at h12");
    let other = said("gomoku", moves, "h11", "h12", "h12");
    assert!(!other.contains("wastes"), "the better move is a four as well: {other}");
}

#[test]
fn in_renju_a_four_is_not_stopped_on_a_forbidden_point() {
    let moves = "b8 c8 g9 d8 g10 e8 h9 o1 i10 o3";
    let allowed = said("renju", moves, "o5", "f8", "f8");
    assert_eq!(allowed, "lets Second make a four at f8 that cannot be stopped: g8 is forbidden");
    let in_gomoku = said("gomoku", moves, "o5", "f8", "f8");
    assert!(!in_gomoku.contains("forbidden"), "{in_gomoku}");
}

#[test]
fn men_are_lost_by_the_line_that_takes_them_and_not_in_an_exchange() {
    let lost = said("draughts W:W33,48:B22,1", "", "33-28", "48-42", "22x33");
    assert_eq!(lost, "loses 1 man by 22x33; loses an endgame that was not lost");
    for answer in ["22x33 39x28", "22x33"] {
        let said = said("draughts W:W33,39:B22,1", "", "33-28", "39-34", answer);
        assert!(!said.contains("man"), "an exchange, or Black has not captured last: {said}");
    }
}

#[test]
fn a_man_that_is_won_back_by_two_moves_of_each_side_is_not_lost() {
    // After 48-42 and 43-38 nothing helps the man on 33.
    for answer in ["", "22x33", "22x33 48-42 1-6", "22x33 48-42 1-6 43-38"] {
        let said = said("draughts W:W33,43,44,48:B22,1", "", "33-28", "48-42", answer);
        assert!(!said.contains("man"), "{answer}: {said}");
    }
    let lost = said("draughts W:W33,44,48:B22,1", "", "33-28", "48-42", "22x33");
    assert!(lost.starts_with("loses 1 man by 22x33"), "without the man on 43: {lost}");
}

#[test]
fn a_king_is_made_where_the_better_move_stops_the_man() {
    let position = "draughts W:W47,20:B36";
    let allowed = said(position, "", "47-42", "20-15 36-41 47x36", "36-41 42-38 41-47");
    let expected =
        "misses 20-15 36-41 47x36, which wins the game; lets Second make a king on 47 by 36-41 42-38 41-47";
    assert_eq!(allowed, expected);
    let both = said(position, "", "47-42", "47-41 36x47", "36-41 42-38 41-47");
    assert!(!both.contains("king on"), "{both}");
}

#[test]
fn what_both_moves_capture_is_not_missed() {
    let moves = "draughts W:W24,26,32,34,36,39,41,42,44-50:B1-3,5-8,10-16,18,31";
    let said = said(moves, "", "36x27", "26x37 3-9 32-28 18-23", "3-9 44-40 14-20 41-37 20x29");
    assert!(!said.contains("misses"), "{said}");
}

#[test]
fn long_moves_are_left_to_the_other_or_not_prepared() {
    let start = "chinesecheckers D/DD/1DD/DDDD/4D8/12/11/10/9/10/11/12/4A8/AAAA/1AA/AA/A A AD";
    let missed = said(start, "", "c15-e13", "d12-e13 m9-l10 a13-g15", "n12-m13 c13-e11");
    assert_eq!(missed, "misses d12-e13, which prepares a13-g15, 6 rows forward");
    assert_eq!(by_force(start, "", "c15-e13", "d12-e13 m9-l10 c15-f14", "n12-m13"), "", "this one is short");
    let later = "chinesecheckers 1/D1/2D/D1D1/6DD5/4D7/5A5/2D7/4A4/3D6/4D1A4/12/4A1A6/1AAA/AA1/2/1 D AD";
    let left = said(later, "", "p12-f10", "j8-d10", "e13-q13");
    assert!(left.starts_with("does not stop First's e13-q13, 12 rows forward"), "{left}");
    assert!(!said(later, "", "p12-f10", "q13-p14", "e13-q13").contains("e13-q13"), "it is not stopped");
}

#[test]
fn where_pieces_are_to_be_lost_nothing_is_said_of_material() {
    assert_eq!(by_force("antidraughts W:W33,48:B22,1", "", "33-28", "48-42", "22x33"), "");
}
