//! The evaluation taken apart, for people.

use super::bitbase::{Endgames, known_bounds};
use super::colour::Colour;
use super::draws::drawish_divisor;
use super::eval::Evaluator;
use super::features::{FIRST_KING, IMBALANCE, KING_SQUARE, MAN, PATTERNS, RUNAWAY, SAFE_KING_MOVES, TURN};
use super::position::Position;
use super::rules::RuleSet;
use crate::contract::Evaluator as _;

/// The terms with their features.
const TERMS: [(&str, usize, usize); 8] = [
    ("men", MAN, FIRST_KING),
    ("kings", FIRST_KING, TURN),
    ("turn", TURN, IMBALANCE),
    ("balance of the wings", IMBALANCE, SAFE_KING_MOVES),
    ("mobility of kings", SAFE_KING_MOVES, RUNAWAY),
    ("runaway men", RUNAWAY, KING_SQUARE),
    ("places of kings", KING_SQUARE, PATTERNS),
    ("patterns of men", PATTERNS, usize::MAX),
];

/// The parts of a network's value, see [`Network::parts`](super::network::Network::parts).
const NETWORK_PARTS: [&str; 5] =
    ["patterns of men", "places of kings", "runaway men", "mobility of kings", "turn and interplay"];

/// A line a term from White's side, the total for the player to move last.
pub(super) fn explain<R: RuleSet>(evaluator: &mut Evaluator<R>, pos: &Position<R>) -> String {
    let mut text = String::new();
    if let Some(network) = evaluator.network {
        for (name, part) in NETWORK_PARTS.iter().zip(network.parts(pos)) {
            let white = if pos.turn() == Colour::White { part } else { -part };
            text += &format!("{name:<30}{white:>6}\n");
        }
    } else {
        for (name, from, to) in TERMS {
            let term = evaluator.sum(pos, |feature| (from..to).contains(&feature));
            text += &format!("{name:<30}{term:>6}\n");
        }
    }
    let divisor = drawish_divisor(pos, evaluator.white_value(pos));
    text += &format!("{:<30}{divisor:>6}\n", "divided, as drawish, by");
    if let Some(bounds) = known_bounds(pos) {
        text += &format!("{:<30}{:>6}\n", "bitbase", bounds.to_string());
    }
    if let Some(problem) = Endgames::of::<R>().and_then(Endgames::problem) {
        text += &format!("bitbase: {problem}\n");
    }
    text + &format!("{:<30}{:>6}", "total for the player to move", evaluator.evaluate(pos).0)
}
