//! Weights of the evaluation, one file a kind of hop, made by `quadriga fit`; long hops alone are played with those of
//! both kinds.
//!
//! A file is a list of whole numbers in the order of [`super::features`], as zigzag varints (`varint.rs`). A step
//! forward is worth a hundred on average.

use once_cell::sync::Lazy;

use super::features::{
    COUNT, GAIN_UNIT, INSIDE, MAX_UNITS, OTHER_GAIN, OWN_GAIN, REARMOST, ROWS, SECOND, SEGMENTS, TURN, class,
    gain_units,
};
use super::geometry::{HOLES, Hole};
use super::hole_set::HoleSet;
use super::rules::Hops;
use super::seat::{SEATS, Seat};
use crate::varint;

/// Slopes are written in parts of a hundredth.
pub const SLOPE_PARTS: i32 = 16;

/// Value of a gain, by units.
type Curve = [i32; MAX_UNITS as usize + 1];

/// The weights of a kind of hop, laid out for play.
pub struct Weights {
    /// Value of a piece by seat and hole.
    holes: [[i32; 128]; SEATS],
    /// Value of the row of the rearmost piece.
    pub rearmost: [i32; ROWS],
    /// Value of the row of the rearmost piece but one.
    pub second: [i32; ROWS],
    /// Value of the number of pieces in the target camp.
    pub inside: [i32; 11],
    /// Value of the right to move.
    pub turn: i32,
    own_gain: Curve,
    other_gain: Curve,
    /// Minimum and maximum of the gains' part of the value, for the player to move.
    pub gain_range: [i32; 2],
}

static ADJACENT: Lazy<Weights> = Lazy::new(|| Weights::new(&numbers_of(Hops::Adjacent)));
static BOTH: Lazy<Weights> = Lazy::new(|| Weights::new(&numbers_of(Hops::Both)));

/// The numbers for a hop rule.
pub fn numbers_of(hops: Hops) -> [i32; COUNT] {
    match hops {
        Hops::Adjacent => decode(include_bytes!("weights/adjacent.weights")),
        Hops::Long | Hops::Both => decode(include_bytes!("weights/both.weights")),
    }
}

/// The numbers of a file; missing ones are 0.
fn decode(mut bytes: &[u8]) -> [i32; COUNT] {
    let mut numbers = [0; COUNT];
    for number in &mut numbers {
        *number = varint::read(&mut bytes).map_or(0, |number| varint::unzigzag(number as u32));
    }
    numbers
}

impl Weights {
    /// The weights for a hop rule, unpacked at first use.
    pub fn of(hops: Hops) -> &'static Weights {
        match hops {
            Hops::Adjacent => &ADJACENT,
            Hops::Long | Hops::Both => &BOTH,
        }
    }

    /// These numbers, laid out.
    fn new(numbers: &[i32; COUNT]) -> Weights {
        let part = |first: usize, at: usize| numbers[first + at];
        let holes = Seat::ALL.map(|seat| {
            std::array::from_fn(|id| if id < HOLES { numbers[class(seat, Hole(id as u8))] } else { 0 })
        });
        let own_gain = curve(std::array::from_fn(|slope| part(OWN_GAIN, slope)));
        let other_gain = curve(std::array::from_fn(|slope| part(OTHER_GAIN, slope)));
        let range =
            |curve: &Curve| curve.iter().fold([0, 0], |[least, most], &at| [least.min(at), most.max(at)]);
        let [own, other] = [range(&own_gain), range(&other_gain)];
        Weights {
            holes,
            rearmost: std::array::from_fn(|row| part(REARMOST, row)),
            second: std::array::from_fn(|row| part(SECOND, row)),
            inside: std::array::from_fn(|pieces| part(INSIDE, pieces)),
            turn: numbers[TURN],
            own_gain,
            other_gain,
            gain_range: [own[0] + other[0], own[1] + other[1]],
        }
    }

    /// Value of a piece of this seat in this hole.
    #[inline]
    pub fn hole(&self, seat: Seat, hole: Hole) -> i32 {
        self.holes[seat.index()][hole.index()]
    }

    /// Value of all pieces of a seat by their holes.
    pub fn holes(&self, seat: Seat, pieces: HoleSet) -> i32 {
        pieces.into_iter().map(|hole| self.hole(seat, hole)).sum()
    }

    /// Value of the gain of the best move of the player to move.
    #[inline]
    pub fn own_gain(&self, gain: i32) -> i32 {
        self.own_gain[(gain / GAIN_UNIT).min(MAX_UNITS) as usize]
    }

    /// Value, for the player to move, of the gain of the other player's best move.
    #[inline]
    pub fn other_gain(&self, gain: i32) -> i32 {
        self.other_gain[(gain / GAIN_UNIT).min(MAX_UNITS) as usize]
    }
}

/// The values of a curve from the rises of its segments.
fn curve(slopes: [i32; SEGMENTS]) -> Curve {
    std::array::from_fn(|units| {
        let units = gain_units(units as i32 * GAIN_UNIT);
        units.iter().zip(slopes).map(|(units, slope)| units * slope).sum::<i32>() / SLOPE_PARTS
    })
}

/// A file of these numbers.
pub fn encode(numbers: &[i32; COUNT]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &number in numbers {
        varint::write(&mut bytes, varint::zigzag(number).into());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::army::Army;
    use super::*;

    #[test]
    fn weights_are_read_back_as_they_are_written() {
        let numbers = std::array::from_fn(|at| (at as i32 - 50) * 37);
        assert_eq!(decode(&encode(&numbers)), numbers);
        assert_eq!(decode(&[]), [0; COUNT]);
    }

    #[test]
    fn a_full_target_camp_is_the_best_there_is() {
        for hops in [Hops::Adjacent, Hops::Long, Hops::Both] {
            let weights = Weights::of(hops);
            for seat in Seat::ALL {
                let value = |pieces: HoleSet| {
                    Army::new(weights, seat, pieces).value(weights, (pieces & seat.target()).len())
                };
                let camp = seat.target();
                for (inner, outer) in
                    camp.into_iter().flat_map(|inner| (!camp).into_iter().map(move |outer| (inner, outer)))
                {
                    assert!(
                        value(camp) > value(camp ^ inner.set() ^ outer.set()),
                        "{hops:?}: {inner} {outer}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_step_forward_is_worth_about_a_hundred() {
        for hops in [Hops::Adjacent, Hops::Both] {
            let (weights, seat) = (Weights::of(hops), Seat::ALL[0]);
            let way = weights.holes(seat, seat.target()) - weights.holes(seat, seat.home());
            assert!((11_900..12_100).contains(&way), "ten pieces walk twelve rows: {way}");
        }
    }
}
