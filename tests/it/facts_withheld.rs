//! What must not be said of a move, from games of beginners: what the other could prevent, what was possible before, and what is
//! called by the wrong name.

use crate::facts::{by_force, said};

#[test]
fn a_threat_of_four_that_the_other_can_prevent_is_not_told() {
    // After 7 and 5 Red is not forced to play 2, but takes the cell for himself.
    let moves = "4 2 2 4 4 4 4 5 4 4 8 3";
    let told = said("connect4-8x8", moves, "7", "2 2 1 2 1 4", "5 2 5 5 7 5 4");
    assert!(!told.contains("threat"), "{told}");
    let moves = "4 2 2 4 5 7 2 7 5 4";
    let told = said("connect4", moves, "5", "4", "5 4 6 4 4 2 2 2");
    assert!(told.contains("threat in column 3"), "this one is there at once: {told}");
}

#[test]
fn the_first_move_is_not_blamed_for_a_threat_of_seven_moves_later() {
    let told = said("connect4", "", "7", "4 4 4", "4 4 4 4 2 3 3");
    assert_eq!(told, "is in 3 possible fours, against 7 in column 4");
}

#[test]
fn two_fours_in_one_line_are_no_open_four() {
    let told = said("gomoku", "d8 a1 f8 a3 h8 a5 j8", "o15", "g8", "g8");
    assert_eq!(told, "lets First make two fours at once at g8");
    let told = said("gomoku", "f8 a1 g8 a3 h8", "o15", "i8", "i8");
    assert_eq!(told, "lets First make an open four at i8");
}

#[test]
fn a_three_that_a_four_puts_off_by_one_move_is_not_allowed_by_the_move() {
    let moves = "h8 a1 h9 a2 o1 a3 o3";
    assert_eq!(by_force("gomoku", moves, "o15", "a4", "h10"), "");
    assert_eq!(said("gomoku", moves, "o15", "h10", "h10"), "lets First make an open three at h10");
}

#[test]
fn men_that_another_move_saves_later_are_not_lost() {
    // White need not play 40-34 in the end.
    let position = "draughts W:W35,37,39,40,45,48:B5-7,9,10,13,15,19,24,29,30";
    let answer = "30x39 37-32 10-14 32-27 15-20 40-34 39x30 27-22 7-11 48-42 19-23 42-37";
    assert_eq!(said(position, "", "39-34", "37-31 7-12", answer), "loses 1 man by 30x39");
}

#[test]
fn a_ladder_that_the_piece_itself_has_used_is_not_broken() {
    let position = "chinesecheckers 1/1D/D2/D1A1/13/5D6/5D5/3DD3A1/6A1D/8A1/4A3D2/4A7/5AA1A4/4/3/1A/D D AD";
    let told = said(position, "", "o11-g15", "p14-o13 j20-j16", "f10-p12 i21-k11");
    assert!(!told.contains("ladder"), "{told}");
}
