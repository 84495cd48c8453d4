//! What is said of a move if nothing is won or lost by force: each kind of fact in a position made by hand, with a near miss in
//! which it must not be said.

use crate::facts::said;

#[test]
fn a_threat_is_given_up_by_a_disc_below_it_if_the_other_takes_the_cell() {
    let moves = "2 1 1 3 3 7 2 7";
    let told = said("connect4", moves, "4", "5", "4");
    assert_eq!(told, "gives up its threat in column 4, row 2: Second can take that cell now");
    assert!(!said("connect4", moves, "4", "5", "5").contains("gives up"), "the cell is not taken");
}

#[test]
fn a_threat_of_one_move_is_told_unless_it_can_be_made_after_the_better_move() {
    let moves = "7 7 7 7 1 2 1 3";
    let allowed = said("connect4", moves, "7", "4", "4");
    assert_eq!(allowed, "lets Second threaten four in column 5, row 1, by 4");
    assert!(!said("connect4", moves, "7", "6", "4").contains("threaten"), "it is not prevented");
    let missed = said("connect4", &format!("{moves} 7"), "7", "4", "4");
    assert_eq!(missed, "misses 4, which threatens four in column 5, row 1");
    assert!(
        !said("connect4", &format!("{moves} 7"), "7", "4", "6").contains("threaten"),
        "it is still there"
    );
}

#[test]
fn a_stone_far_from_the_others_or_near_the_edge_is_told_with_the_better_place() {
    assert_eq!(
        said("gomoku", "h8", "a15", "h9", ""),
        "is 7 points away from the nearest stone, against 1 at h9"
    );
    assert!(!said("gomoku", "h8", "h10", "h9", "").contains("away"));
    assert_eq!(said("gomoku", "", "c3", "h8", ""), "is on line 3 from the edge, against line 8 at h8");
    assert_eq!(said("gomoku", "", "h8", "i9", ""), "");
}

#[test]
fn rows_that_the_better_stone_extends_or_blocks_are_counted() {
    let extended = said("gomoku", "h8 a1", "i10", "j10", "");
    assert_eq!(extended, "extends 0 open rows of First, against 3 at j10");
    assert_eq!(said("gomoku", "h8 a1", "j10", "i10", ""), "");
    assert_eq!(said("gomoku", "h8", "i10", "j10", ""), "blocks 0 open rows of First, against 3 at j10");
}

#[test]
fn a_single_four_is_allowed_and_missed() {
    let moves = "h8 h7 h9 a1 h10";
    assert_eq!(said("gomoku", moves, "o15", "h11", "h11"), "lets First make a four at h11");
    assert!(!said("gomoku", moves, "o15", "a3", "h11").contains("four"), "it is not prevented");
    assert_eq!(said("gomoku", &format!("{moves} o15"), "a15", "h11", "o1"), "misses a four at h11");
}

#[test]
fn more_of_the_others_lines_are_blocked_by_the_better_disc() {
    let blocked = said("connect4", "3 3 3", "6", "4", "");
    assert_eq!(blocked, "blocks 4 possible fours of First, against 6 in column 4");
    assert!(!said("connect4", "3 3 3", "4", "6", "").contains("blocks"));
}

/// Asserts what is said of a move with its answer and the better line, and that a part of it is not said without the rest of
/// these lines.
fn assert_by_lines(position: &str, [played, better, answer]: [&str; 3], expected: &str, part: &str) {
    let told = said(position, "", played, better, answer);
    assert!(told.contains(expected), "{told}");
    let first = better.split(' ').next().expect("a move");
    let told = said(position, "", played, first, "");
    assert!(!told.contains(part), "{told}");
}

#[test]
fn pieces_that_a_line_gains_are_told_with_the_line() {
    let allowed = ["5-9", "12-16 1-6", "1-5 9-14 18x9"];
    let position = "english B:W18,21,22,25,27,28,30,K1:B3-5,8,12,13,20";
    assert_by_lines(position, allowed, "allows 1-5 9-14 18x9, by which Second gains 1 piece", "by which");
    let missed = ["4-8", "6-10 29-25 10x17 25-22 17-21 22-17 4-8 28-24", "28-24"];
    let position = "english B:W14,18,26,28-32:B1-7,12";
    assert_by_lines(position, missed, "misses 6-10 29-25 10x17, which gains 1 piece", "which gains");
}

#[test]
fn the_end_of_the_game_is_told_with_the_line_that_reaches_it() {
    let moves = ["23-27", "23-19 31-27 19-16 6-10 16-12", "31x24"];
    assert_eq!(
        said("english B:WK6,K9,K31:BK23", "", moves[0], moves[1], moves[2]),
        "lets Second win the game by 31x24"
    );
    assert_eq!(
        said("english B:WK6,K9,K31:BK23", "", "23-19", moves[1], "31-27"),
        "",
        "it was the better move"
    );
}

#[test]
fn an_endgame_of_the_bitbase_is_told_with_the_line_that_reaches_it() {
    let position = "english B:WK1,K20:BK10,K15,K31,K32";
    let moves = ["10-14", "31-27 20-16 15-19 16x23 27x18", "1-6"];
    let won = "misses 31-27 20-16 15-19 16x23 27x18, which reaches a won endgame";
    assert_by_lines(position, moves, won, "endgame");
    let position = "draughts B:WK3,K13,K28:B26,K1";
    let drawn = "misses 26-31 13x36, which reaches a drawn endgame";
    assert!(said(position, "", "1-34", "26-31 13x36", "28-33").contains(drawn));
    assert!(!said(position, "", "26-31", "1-34 28-33", "13x36").contains("misses"));
}

#[test]
fn a_man_that_no_opposing_man_can_stop_is_told_unless_the_better_move_lets_it_through() {
    let position = "draughts B:W16,25,27,38:B10-12,23,29";
    let through = "lets the man of First on 16 through: no opposing man is in its way to a king, 3 rows away";
    assert!(said(position, "", "11-17", "12-17 16x7", "16-11").contains(through));
    assert!(!said(position, "", "12-17", "11-17", "16x7").contains("through"));
}

#[test]
fn an_exchange_is_begun_allowed_and_missed() {
    let (position, better) = ("english B:W19,21-23,25-32:B1-10,12,16", "8-11 22-18 4-8 25-22");
    let begun = said(position, "", "10-15", better, "19x10 6x15");
    assert_eq!(begun, "goes into the exchange 10-15 19x10 6x15");
    let missed = said(position, "", "8-11", "10-15 19x10 6x15", "22-18 4-8 25-22");
    assert_eq!(missed, "misses the exchange 10-15 19x10 6x15");
    let position = "english W:W18,21-23,26-32:B1,3-5,7-10,12,14,16";
    let moves = ["22-17", "28-24 16-20 24-19 8-11 30-25", "16-19 23x16 14x23 27x18 12x19"];
    let allowed = "allows First the exchange 16-19 23x16 14x23 27x18 12x19";
    assert_by_lines(position, moves, allowed, "exchange");
}

#[test]
fn a_man_on_the_edge_and_an_open_back_row_are_told_unless_the_better_move_does_the_same() {
    let position = "english B:W19,20,25,28-30:B1,3,9,11,12,21";
    let edge = said(position, "", "9-13", "3-7 25-22 9-14", "");
    assert_eq!(edge, "puts a man on the edge at 13, with only one way forward");
    assert!(!said(position, "", "3-7", "9-13", "").contains("edge"));
    let position = "english W:W12,18,21,25,27-31:B1,2,4-7,11,13";
    let back_row = said(position, "", "31-26", "25-22 11-15 18x11 7x16", "");
    assert_eq!(back_row, "opens its own back row at 31");
    assert!(!said(position, "", "25-22", "31-26", "").contains("back row"));
}

#[test]
fn safe_moves_are_counted_once_nobody_has_to_capture() {
    let position = "english B:W18,21,22,25,27,28,30,K1:B3-5,8,12,13,20";
    assert_eq!(said(position, "", "5-9", "12-16", ""), "leaves First 3 safe moves, against 5 after 12-16");
    assert!(!said(position, "", "12-16", "5-9", "").contains("leaves First"));
    let position = "english B:W15,21-23,25-32:B1-6,8-12,16";
    let better = "10x19 22-18 3-7 25-22 16-20 23x16 12x19 21-17";
    let answer = "23x7 3x10 22-18 16-20 25-22 8-11 26-23 4-8 28-24 11-16 22-17";
    let more = said(position, "", "11x18", better, answer);
    assert_eq!(more, "leaves Second 7 safe moves, against 5 after 10x19");
}

#[test]
fn rows_forward_are_compared_if_no_long_hop_tells() {
    let position = "chinesecheckers A/AA/AA1/A2A/8A4/6A5/6A4/5D4/9/10/11/6D5/13/D1DD/1DD/DD/D A AD";
    let step = said(position, "", "k15-l16", "k15-m13", "");
    assert_eq!(step, "goes 1 row forward, against 2 by k15-m13");
    assert_eq!(said(position, "", "k15-m13", "k15-l16", ""), "");
    let position = "chinesecheckers 1/DD/D2/DDDD/4D1DD5/12/11/10/9/10/4A6/12/6A1A4/AA1A/AA1/AA/1 A AD";
    let theirs = said(position, "", "c11-i13", "b12-f12 p14-l10", "p14-f10");
    assert_eq!(theirs, "leaves Second a move of 10 rows, against at most 4 after b12-f12");
}

#[test]
fn a_piece_to_take_instead_is_told_with_its_place() {
    let position = "chinesecheckers 1/D1/D2/DDDD/4D1DD5/4D7/11/10/9/4A5/5A5/5A6/6A6/AA1A/A1A/2/A A AD";
    let rear = said(position, "", "g13-m11", "a13-b14 l10-k11", "");
    assert_eq!(rear, "moves a piece in front: the one at a13 is 6 rows farther back");
    let position = "chinesecheckers D/2/3/1D1D/6D6/3D1A2D3/8D2/1D8/5A3/5AD3/11/5A2A3/6ADA4/1A2/A1A/2/1 A AD";
    let entry = said(position, "", "d12-f14", "l12-n10 n16-o15", "");
    assert_eq!(entry, "misses l12-n10, which brings a piece into the target camp");
    assert!(!said(position, "", "l12-n10", "d12-f14", "").contains("target camp"));
}
