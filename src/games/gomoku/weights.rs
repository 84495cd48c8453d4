//! Weights of the evaluation and of the order of moves, two files a rule set, made by `quadriga fit`. Caro is played with
//! those of gomoku: its patterns are named by what they may become by its own rules.
//!
//! A file is a list of whole numbers, those of the evaluation in the order of [`super::features`], first all of the first
//! phase, and in sixteenths of a hundredth, those of the order of moves by side, view (own points, the enemy's) and pattern
//! code. `varint.rs` has such lists: many codes never occur.

use once_cell::sync::Lazy;

use super::features::{SIDE_NUMBERS, THREAT_SETS, count, numbers, point, sides, threats};
use super::points::PATTERN_CODES;
use super::rules::Rule;
use crate::varint;

/// Parts of a hundredth in which weights are written and summed.
pub const PARTS: i32 = 16;

/// The weights of a rule set, laid out for play.
pub struct Weights {
    /// Value of a point by player and pattern code, in both roles and phases.
    points: [Box<[[[i16; 2]; 2]; PATTERN_CODES]>; 2],
    /// Value of the threats by player to move, in both phases.
    threats: [Box<[[i16; 2]; THREAT_SETS]>; 2],
    /// Value of numbers of points by player to move, in both phases.
    numbers: [Box<[[i16; 2]; SIDE_NUMBERS]>; 2],
    /// Rank of a move by player to move, view and pattern code.
    order: [[Box<[i32; PATTERN_CODES]>; 2]; 2],
}

impl Weights {
    /// The weights of a rule set, unpacked at first use.
    pub fn of(rule: Rule) -> &'static Weights {
        static STANDARD: Lazy<Weights> = Lazy::new(|| Weights::new(Rule::Standard));
        static FREESTYLE: Lazy<Weights> = Lazy::new(|| Weights::new(Rule::Freestyle));
        static RENJU: Lazy<Weights> = Lazy::new(|| Weights::new(Rule::Renju));
        match rule {
            Rule::Standard | Rule::Caro | Rule::CaroExact => &STANDARD,
            Rule::Freestyle => &FREESTYLE,
            Rule::Renju => &RENJU,
        }
    }

    /// The weights in the files of a rule set, laid out.
    fn new(rule: Rule) -> Weights {
        let (value, order) = numbers_of(rule);
        let side = |player: usize| player % sides(rule);
        let phases = |feature: usize| [0, 1].map(|phase| value[phase * count(rule) + feature] as i16);
        let points =
            [0, 1].map(|player| boxed(|code| [0, 1].map(|role| phases(point(side(player), role, code)))));
        let threats = [0, 1].map(|player| boxed(|set| phases(threats(rule, side(player), set))));
        let numbers = [0, 1].map(|player| boxed(|number| phases(numbers(rule, side(player), number))));
        let order =
            [0, 1].map(|player| [0, 1].map(|view| boxed(|code| order[point(side(player), view, code)])));
        Weights { points, threats, numbers, order }
    }

    /// Value of an empty point for `player`, in [`PARTS`], in both roles and phases.
    #[inline]
    pub fn point(&self, player: usize, code: usize) -> [[i16; 2]; 2] {
        self.points[player][code]
    }

    /// Value of these threats for `player`, who is to move, in [`PARTS`], in both phases.
    #[inline]
    pub fn threats(&self, player: usize, set: usize) -> [i32; 2] {
        self.threats[player][set].map(i32::from)
    }

    /// Value of a number of points for `player`, who is to move, in [`PARTS`], in both phases.
    #[inline]
    pub fn number(&self, player: usize, number: usize) -> [i32; 2] {
        self.numbers[player][number].map(i32::from)
    }

    /// Rank of a move of `player` on a point with these pattern codes, own and the enemy's, in hundredths of log-odds.
    #[inline]
    pub fn order(&self, player: usize, [own, enemy]: [usize; 2]) -> i32 {
        let [of_own, of_enemy] = &self.order[player];
        of_own[own] + of_enemy[enemy]
    }
}

/// The numbers in the files of a rule set: of the evaluation, and of the order of moves.
pub(super) fn numbers_of(rule: Rule) -> (Vec<i32>, Vec<i32>) {
    let [value, order]: [&[u8]; 2] = match rule {
        Rule::Standard | Rule::Caro | Rule::CaroExact => {
            [include_bytes!("weights/gomoku.weights"), include_bytes!("weights/gomoku.order")]
        }
        Rule::Freestyle => [
            include_bytes!("weights/gomokufreestyle.weights"),
            include_bytes!("weights/gomokufreestyle.order"),
        ],
        Rule::Renju => [include_bytes!("weights/renju.weights"), include_bytes!("weights/renju.order")],
    };
    (varint::read_list(value, 2 * count(rule)), varint::read_list(order, point(sides(rule), 0, 0)))
}

fn boxed<T: Copy, const N: usize>(value: impl FnMut(usize) -> T) -> Box<[T; N]> {
    let values: Vec<T> = (0..N).map(value).collect();
    values.try_into().unwrap_or_else(|_| unreachable!("as many as were asked for"))
}

/// A file of these weights, multiplied and rounded.
pub fn encode(weights: &[f32], factor: f32) -> Vec<u8> {
    let whole = |weight: &f32| (weight * factor).round().clamp(-32_000.0, 32_000.0) as i32;
    let mut bytes = Vec::new();
    varint::write_list(&mut bytes, &weights.iter().map(whole).collect::<Vec<i32>>());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_back_as_they_are_written() {
        let weights = [0.5, 0.0, 0.0, 0.0, -1.25, 0.0, 300.0, -1e9, 0.0];
        assert_eq!(varint::read_list(&encode(&weights, 4.0), 9), [2, 0, 0, 0, -5, 0, 1200, -32_000, 0]);
        assert_eq!(varint::read_list(&[0xff; 300], 3), [0; 3], "a number without an end");
        assert_eq!(
            varint::read_list(&encode(&[1.0, 2.0, 3.0], 1.0), 2),
            [1, 2],
            "more numbers than there are features"
        );
    }

    #[test]
    fn every_rule_set_has_weights_for_points_threats_and_moves() {
        for rule in Rule::ALL {
            let weights = Weights::of(rule);
            for player in 0..2 {
                assert!(
                    (0..PATTERN_CODES).any(|code| weights.point(player, code) != [[0; 2]; 2]),
                    "{rule:?}"
                );
                assert!((0..THREAT_SETS).any(|set| weights.threats(player, set) != [0; 2]), "{rule:?}");
                assert!((0..SIDE_NUMBERS).any(|number| weights.number(player, number) != [0; 2]), "{rule:?}");
                assert!((0..PATTERN_CODES).any(|code| weights.order(player, [code; 2]) != 0), "{rule:?}");
            }
        }
    }
}
