//! Weights of the evaluation, one file a group of variants, made by `scripts/fit_draughts`.
//!
//! A file is a list of whole numbers: for each feature its weight in the opening (all pieces on the
//! board), then all weights of the endgame (none). A number is written zigzag and as `varint.rs` has it; a zero
//! byte and a number after it stand for a run of zeros, as most patterns never occur.

use once_cell::sync::Lazy;

use super::features;
use super::rules::RuleSet;
use crate::varint;

/// Weights in hundredths of a man, for the opening and for the endgame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(pub(super) Box<[[i16; 2]]>);

impl Weights {
    /// Weights from two lists, opening and endgame, of one number a feature; what is missing is 0.
    pub fn new<R: RuleSet>(opening: &[i16], endgame: &[i16]) -> Weights {
        let at = |list: &[i16], index: usize| list.get(index).copied().unwrap_or(0);
        Weights((0..features::count::<R>()).map(|i| [at(opening, i), at(endgame, i)]).collect())
    }

    /// Reads a file.
    pub fn decode<R: RuleSet>(bytes: &[u8]) -> Weights {
        let count = features::count::<R>();
        let mut values = Vec::with_capacity(2 * count);
        let mut rest = bytes;
        while let Some(number) = varint::read(&mut rest) {
            match number {
                0 => {
                    let run = varint::read(&mut rest).unwrap_or(0) as usize;
                    values.resize(values.len().saturating_add(run).min(2 * count), 0);
                }
                _ => values.push(((number >> 1) as i32 ^ -((number & 1) as i32)) as i16),
            }
        }
        values.resize(2 * count, 0);
        Weights::new::<R>(&values[..count], &values[count..])
    }

    /// Writes a file.
    pub fn encode(&self) -> Vec<u8> {
        let values: Vec<i16> = (0..2).flat_map(|phase| self.0.iter().map(move |w| w[phase])).collect();
        let mut bytes = Vec::new();
        for run in values.chunk_by(|a, b| *a == 0 && *b == 0) {
            if run[0] == 0 {
                varint::write(&mut bytes, 0);
                varint::write(&mut bytes, run.len() as u128);
            } else {
                let value = i32::from(run[0]);
                varint::write(&mut bytes, (value << 1 ^ value >> 31) as u128);
            }
        }
        bytes
    }
}

/// The weights that a rule set plays with, unpacked at first use.
///
/// ```
/// use quadriga::games::draughts::{English, Trained};
/// assert!(std::ptr::eq(English::weights(), English::weights()), "unpacked once");
/// ```
pub trait Trained: RuleSet {
    /// The weights.
    fn weights() -> &'static Weights;
}

macro_rules! trained {
    ($($rules:ident: $file:literal;)*) => { $(
        impl Trained for super::rules::$rules {
            fn weights() -> &'static Weights {
                static WEIGHTS: Lazy<Weights> = Lazy::new(|| {
                    Weights::decode::<super::rules::$rules>(include_bytes!(concat!("weights/", $file)))
                });
                &WEIGHTS
            }
        }
    )* };
}

trained! {
    International: "draughts.weights";
    Killer: "killer.weights";
    Breakthrough: "breakthrough.weights";
    Antidraughts: "antidraughts.weights";
    Frisian: "frisian.weights";
    Frysk: "frisian.weights";
    Russian: "russian.weights";
    Brazilian: "brazilian.weights";
    English: "english.weights";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::{Brazilian, English, Frisian, International, Killer, Russian};

    #[test]
    fn weights_are_read_back_as_they_are_written() {
        let weights = Weights::new::<English>(&[100, -1, 0, 0, 0, 32767, -32768], &[0, 0, 7]);
        assert_eq!(Weights::decode::<English>(&weights.encode()), weights);
    }

    #[test]
    fn a_man_is_worth_a_hundred_where_men_are_worth_having() {
        fn men<R: Trained>() -> i32 {
            let [opening, endgame] = R::weights().0[features::MAN];
            (i32::from(opening) + i32::from(endgame)) / 2
        }
        let all = [
            men::<International>(),
            men::<Killer>(),
            men::<Frisian>(),
            men::<Russian>(),
            men::<Brazilian>(),
            men::<English>(),
        ];
        assert!(all.iter().all(|man| (99..=101).contains(man)), "{all:?}");
    }
}
