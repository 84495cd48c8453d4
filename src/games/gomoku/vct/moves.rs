//! What the attacker may play and the defender must.
//!
//! The attacker's moves may be any subset of the legal ones without making a proof false; the defender's must be all
//! that do not lose at once, as [`forced`] lists them.

use crate::games::gomoku::candidates::{forced, fours, is_allowed, makes_four, straight_four_defences};
use crate::games::gomoku::eval::proved;
use crate::games::gomoku::geometry::{Cell, cells};
use crate::games::gomoku::pattern_board::PatternBoard;
use crate::games::gomoku::points::PointClass;

/// The state of a position for the player to move.
pub(super) enum Situation {
    /// The player to move has succeeded.
    Won,
    /// The opponent has succeeded.
    Lost,
    /// Undecided: it depends on the moves.
    Open,
}

/// The attacker's turn: appends all threats.
pub(super) fn attacks(board: &PatternBoard, attacker: usize, moves: &mut Vec<Cell>) -> Situation {
    match proved(board, attacker) {
        Some(plies) if plies > 0 => return Situation::Won,
        Some(_) => return Situation::Lost,
        None => {}
    }
    let defender = 1 - attacker;
    if board.count(defender, PointClass::Five) > 0 {
        forced(board, attacker, moves);
    } else {
        fours(board, attacker, true, moves);
        threes(board, attacker, moves);
        if board.count(defender, PointClass::StraightFour) > 0 {
            let defences = straight_four_defences(board, defender);
            let answers = |cell: Cell| defences[cell.y()] >> cell.x() & 1 == 1;
            moves.retain(|&cell| makes_four(board, cell, attacker) || answers(cell));
        }
    }
    if moves.is_empty() { Situation::Lost } else { Situation::Open }
}

/// The defender's turn: appends all answers to a threat. If there is no threat, the defender has succeeded.
pub(super) fn answers(board: &PatternBoard, defender: usize, moves: &mut Vec<Cell>) -> Situation {
    match proved(board, defender) {
        Some(plies) if plies > 0 => return Situation::Won,
        Some(_) => return Situation::Lost,
        None => {}
    }
    if !forced(board, defender, moves) {
        return Situation::Won;
    }
    if moves.is_empty() { Situation::Lost } else { Situation::Open }
}

/// Appends the moves after which `player` threatens to make a straight four or two fours at once.
fn threes(board: &PatternBoard, player: usize, moves: &mut Vec<Cell>) {
    let first = moves.len();
    let kinds = PointClass::Three..=PointClass::TwoThrees;
    let mut left = kinds_count(board, player);
    for cell in cells(board.size()) {
        if left == 0 {
            break;
        }
        let class = board.class(cell, player);
        let is_three = kinds.contains(&class) || class == PointClass::MaybeFoul;
        left -= usize::from(is_three);
        if is_three && is_allowed(board, cell, player) && !moves[..first].contains(&cell) {
            moves.push(cell);
        }
    }
    crossing_threes(board, player, moves);
}

fn kinds_count(board: &PatternBoard, player: usize) -> usize {
    let kinds = [PointClass::Three, PointClass::ThreePlus, PointClass::TwoThrees, PointClass::MaybeFoul];
    kinds.into_iter().map(|class| board.count(player, class)).sum()
}

/// Appends blocked threes in line with a point where `player` already has a four: the point may become one of two fours.
fn crossing_threes(board: &PatternBoard, player: usize, moves: &mut Vec<Cell>) {
    for class in [PointClass::Four, PointClass::FourPlus] {
        for four in board.points_of(player, class) {
            for dir in 0..4 {
                for steps in (-4..=4).filter(|&steps| steps != 0) {
                    let cell = four.step(dir, steps);
                    let class = board.class(cell, player);
                    let is_blocked_three =
                        matches!(class, PointClass::BlockedThree | PointClass::BlockedThreePlus);
                    if is_blocked_three && !moves.contains(&cell) {
                        moves.push(cell);
                    }
                }
            }
        }
    }
}
