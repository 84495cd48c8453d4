//! How long the losing side holds out, against replies that are all tried out.

use quadriga::contract::{Game, Position as _, SearchLimits, Silent};
use quadriga::games::gomoku::rules::Rule;
use quadriga::games::gomoku::{Gomoku, Position};

/// Does the player to move win within so many plies, 1 or 3?
fn wins_within(pos: &mut Position, plies: u32) -> bool {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    for &mv in &moves {
        let undo = pos.make(mv);
        let won = pos.outcome().is_some() || (plies > 1 && loses_within(pos, plies - 1));
        pos.unmake(mv, undo);
        if won {
            return true;
        }
    }
    false
}

/// Does the player to move lose within so many plies, 2 or 4, whatever is played?
fn loses_within(pos: &mut Position, plies: u32) -> bool {
    // Who threatens nothing wins nothing.
    if let Some(undo) = pos.make_null() {
        let threatens = wins_within(pos, plies - 1);
        pos.unmake_null(undo);
        if !threatens {
            return false;
        }
    }
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    for &mv in &moves {
        let undo = pos.make(mv);
        let lost = pos.outcome().is_none() && wins_within(pos, plies - 1);
        pos.unmake(mv, undo);
        if !lost {
            return false;
        }
    }
    true
}

/// Positions in which all moves lose and some were thought to lose sooner than they do.
const LOST: [&str; 6] = [
    "15/15/15/15/8p3p2/7p1P1P3/7PPpPP3/7ppPPPPp1/7p3pP2/5P1pp4p1/15/15/15/15/15 w - - 0 13",
    "15/15/15/15/4P3P6/5p2p6/6p1p6/7pppPp3/7PpPP4/8PP5/8PP5/7P7/6p8/15/15 b - - 0 11",
    "15/15/15/15/15/6ppPp5/6pPp6/7PP6/6pP7/9P5/15/15/15/15/15 w - - 0 7",
    "15/15/15/15/15/8P6/5P1ppp5/6Ppp6/6PP7/7Pp6/15/15/15/15/15 w - - 0 7",
    "15/15/15/15/15/15/6P8/5Pp8/4ppp1PP5/4P1p8/7P7/8p6/15/15/15 w - - 0 7",
    "15/15/15/15/15/15/8p6/7PP6/6PpppPp3/5PP1p6/7P1p5/15/15/15/15 w - - 0 8",
];

#[test]
fn the_losing_side_is_not_told_to_lose_sooner_than_it_does() {
    let mut engine = quadriga::games::open("renju").expect("a game");
    engine.set_option("Hash", "8").expect("an option");
    for fen in LOST {
        engine.new_game();
        engine.set_position(Some(fen), &[]).expect("a position");
        for nodes in [2000, 4000, 20_000] {
            engine.stop_handle().reset();
            let result = engine.go(&SearchLimits::nodes(nodes), &mut Silent).expect("a search");
            let Some(plies) = result.lines[0].score.plies_to_end() else { continue };
            let mut pos = Gomoku::new(Rule::Renju).parse_position(fen).expect("a position");
            assert!(result.lines[0].score.is_loss(), "{fen}: it is lost");
            let is_true = plies > 4 || loses_within(&mut pos, plies as u32);
            assert!(is_true, "{fen}: with {nodes} nodes lost in {plies} plies by {:?}", result.best_move);
        }
    }
}
