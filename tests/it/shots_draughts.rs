//! Shots that begin with a sacrifice, in positions that were lost or not won in games: each is found, or avoided, in a third
//! of a second on one core, at four million nodes a second or less.

use quadriga::contract::{SearchLimits, Silent};
use quadriga::games;

const NODES: u64 = 1_000_000;

fn best_move(fen: &str) -> String {
    let mut engine = games::open("draughts").expect("a game of ours");
    engine.set_position(Some(fen), &[]).expect("a position");
    let found = engine.go(&SearchLimits::nodes(NODES), &mut Silent).expect("a search");
    found.best_move.expect("a move")
}

#[test]
fn a_sacrifice_followed_by_a_second_one_is_seen_to_win() {
    let found = best_move("W:W22,24,27,28,29,30,33,36,43,44,47:B8,10,11,13,14,16,18,31,35,37");
    assert_eq!(found, "27-21", "16x27 47-41 wins");
}

#[test]
fn a_move_that_allows_such_a_shot_is_not_played() {
    let found = best_move("B:W22,27,29,32,34,35,38,41,48:B1,4,9,13,16,18,19,20,21");
    assert_ne!(found, "4-10");
    let found = best_move("B:W19,24,26,28,29,32,33,37,38,39,47:B3,6,8,11,13,15,16,17,18,20,22");
    assert_eq!(found, "8-12", "17-21 loses");
}
