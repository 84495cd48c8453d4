//! Weights of the evaluation and of the order of moves, two files a rule set, made by `quadriga fit`. Caro is played with
//! those of gomoku: its patterns are named by what they may become by its own rules.
//!
//! A file is a list of whole numbers, those of the evaluation in the order of [`super::features`], first all of the first
//! phase, and in sixteenths of a hundredth, those of the order of moves by side, view (own points, the enemy's) and pattern code. A number is
//! written zigzag and as `varint.rs` has it; a zero and a number after it stand for a run of zeros, as many codes never
//! occur.

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
        macro_rules! weights {
            ($rule:ident, $name:literal) => {{
                static WEIGHTS: Lazy<Weights> = Lazy::new(|| {
                    let value = include_bytes!(concat!("weights/", $name, ".weights"));
                    let order = include_bytes!(concat!("weights/", $name, ".order"));
                    Weights::new(Rule::$rule, value, order)
                });
                &WEIGHTS
            }};
        }
        match rule {
            Rule::Standard => weights!(Standard, "gomoku"),
            Rule::Freestyle => weights!(Freestyle, "gomokufreestyle"),
            Rule::Renju => weights!(Renju, "renju"),
            Rule::Caro => weights!(Caro, "gomoku"),
            Rule::CaroExact => weights!(CaroExact, "gomoku"),
        }
    }

    /// The weights of these files, laid out.
    fn new(rule: Rule, value: &[u8], order: &[u8]) -> Weights {
        let value = decode(value, 2 * count(rule));
        let order = decode(order, point(sides(rule), 0, 0));
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

fn boxed<T: Copy, const N: usize>(value: impl FnMut(usize) -> T) -> Box<[T; N]> {
    let values: Vec<T> = (0..N).map(value).collect();
    values.try_into().unwrap_or_else(|_| unreachable!("as many as were asked for"))
}

/// The numbers of a file, whatever is missing 0.
pub(super) fn decode(mut bytes: &[u8], count: usize) -> Vec<i32> {
    let mut numbers = vec![0; count];
    let mut place = 0usize;
    while place < count
        && let Some(number) = varint::read(&mut bytes)
    {
        if number == 0 {
            let run = varint::read(&mut bytes).and_then(|run| usize::try_from(run).ok());
            place = place.saturating_add(run.unwrap_or(usize::MAX));
            continue;
        }
        numbers[place] = varint::unzigzag(number as u32);
        place += 1;
    }
    numbers
}

/// A file of these weights, multiplied and rounded.
pub fn encode(weights: &[f32], factor: f32) -> Vec<u8> {
    let whole = |weight: &f32| (weight * factor).round().clamp(-32_000.0, 32_000.0) as i32;
    let numbers: Vec<i32> = weights.iter().map(whole).collect();
    let mut bytes = Vec::new();
    for run in numbers.chunk_by(|a, b| *a == 0 && *b == 0) {
        if run[0] == 0 {
            varint::write(&mut bytes, 0);
            varint::write(&mut bytes, run.len() as u128);
        } else {
            varint::write(&mut bytes, varint::zigzag(run[0]).into());
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_back_as_they_are_written() {
        let weights = [0.5, 0.0, 0.0, 0.0, -1.25, 0.0, 300.0, -1e9, 0.0];
        assert_eq!(decode(&encode(&weights, 4.0), 9), [2, 0, 0, 0, -5, 0, 1200, -32_000, 0]);
        assert_eq!(decode(&[0xff; 300], 3), [0; 3], "a number without an end");
        assert_eq!(decode(&encode(&[1.0, 2.0, 3.0], 1.0), 2), [1, 2], "more numbers than there are features");
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
