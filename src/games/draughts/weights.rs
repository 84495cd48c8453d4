//! What a rule set plays with, its network, and the linear weights that the games of the first network were played with; a
//! file of each for a group of variants, made by `quadriga fit`.
//!
//! A file of linear weights is a list of whole numbers: for each feature its weight in the opening (all pieces on the board),
//! then all weights of the endgame (none), as `varint.rs` has lists: most patterns never occur. Play does without them. The
//! fit of a network asks them which side is ahead, to leave out endings that are likely drawn.

use once_cell::sync::Lazy;

use super::eval::interpolate;
use super::features;
use super::network::Network;
use super::position::Position;
use super::rules::RuleSet;
use crate::varint;

/// Weights in hundredths of a man, for the opening and for the endgame, by feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(pub(super) Box<[[i16; 2]]>);

impl Weights {
    /// The weights of a file, whatever is missing 0.
    pub fn decode<R: RuleSet>(bytes: &[u8]) -> Weights {
        Weights(read(bytes, features::count::<R>()))
    }

    /// White's value less Black's.
    pub(super) fn white_value<R: RuleSet>(&self, pos: &Position<R>) -> i32 {
        let (mut opening, mut endgame) = (0, 0);
        pos.features(|feature, count| {
            let [early, late] = self.0[feature];
            opening += count * i32::from(early);
            endgame += count * i32::from(late);
        });
        interpolate::<R>(pos, opening, endgame)
    }
}

/// The numbers of a file as pairs of both phases.
fn read(bytes: &[u8], count: usize) -> Box<[[i16; 2]]> {
    let numbers = varint::read_list(bytes, 2 * count);
    (0..count).map(|feature| [0, 1].map(|phase| numbers[phase * count + feature] as i16)).collect()
}

/// A file of these numbers.
pub fn encode(weights: &[[i16; 2]]) -> Vec<u8> {
    let phase = |phase: usize| weights.iter().map(move |weight| i32::from(weight[phase]));
    let mut bytes = Vec::new();
    varint::write_list(&mut bytes, &phase(0).chain(phase(1)).collect::<Vec<i32>>());
    bytes
}

/// The network and the weights of a rule set, unpacked at first use.
///
/// ```
/// use quadriga::games::draughts::{English, Trained};
/// assert!(std::ptr::eq(English::network(), English::network()), "unpacked once");
/// ```
pub trait Trained: RuleSet {
    /// What it plays with.
    fn network() -> &'static Network;

    /// Its linear weights.
    fn weights() -> &'static Weights;
}

macro_rules! trained {
    ($($rules:ident: $file:literal, $network:literal;)*) => { $(
        impl Trained for super::rules::$rules {
            fn weights() -> &'static Weights {
                static WEIGHTS: Lazy<Weights> = Lazy::new(|| {
                    Weights::decode::<super::rules::$rules>(include_bytes!(concat!("weights/", $file)))
                });
                &WEIGHTS
            }

            fn network() -> &'static Network {
                static NETWORK: Lazy<Network> = Lazy::new(|| {
                    Network::decode::<super::rules::$rules>(include_bytes!(concat!("weights/", $network)))
                });
                &NETWORK
            }
        }
    )* };
}

trained! {
    International: "draughts.weights", "draughts.network";
    Killer: "killer.weights", "killer.network";
    Breakthrough: "breakthrough.weights", "breakthrough.network";
    Antidraughts: "antidraughts.weights", "antidraughts.network";
    Frisian: "frisian.weights", "frisian.network";
    Frysk: "frisian.weights", "frisian.network";
    Russian: "russian.weights", "russian.network";
    Brazilian: "brazilian.weights", "brazilian.network";
    English: "english.weights", "english.network";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::{Brazilian, English, Frisian, International, Killer, Russian};

    #[test]
    fn weights_are_read_back_as_they_are_written() {
        let mut weights = vec![[0, 0]; features::count::<English>()];
        weights[..3].copy_from_slice(&[[100, 0], [-1, 0], [0, 7]]);
        *weights.last_mut().unwrap() = [32767, -32768];
        assert_eq!(*read(&encode(&weights), weights.len()), weights);
        assert_eq!(*read(&[0xff; 300], 4), [[0, 0]; 4], "a number without an end");
        assert_eq!(*read(&[2, 4, 6, 8], 1), [[1, 2]], "more numbers than there are features");
    }

    #[test]
    fn a_man_is_worth_about_a_hundred_where_men_are_worth_having() {
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
        assert!(all.iter().all(|man| (95..=105).contains(man)), "{all:?}");
    }
}
