//! The features of the evaluation of two armies, by number.
//!
//! Features of an army are its holes (mirror images are one), the rows of its rearmost piece and of the next one, and
//! the number of its pieces in the target camp. Others are the turn and the gain of the best move of either player, by
//! a curve of four segments, since a large gain is often prevented.

use super::geometry::{HOLES, Hole};
use super::seat::Seat;

/// Classes of holes.
pub const CLASSES: usize = 65;
/// Rows a piece may stand in, counted from its own tip.
pub const ROWS: usize = 17;
/// Slopes of a curve.
pub const SEGMENTS: usize = 4;
/// Gain that is one unit of a segment.
pub const GAIN_UNIT: i32 = 16;
/// Units that belong to each segment but the last.
pub const SEGMENT_UNITS: i32 = 16;
/// Largest gain in units; larger gains count as this one.
pub const MAX_UNITS: i32 = 64;

/// Row of the rearmost piece.
pub const REARMOST: usize = CLASSES;
/// Row of the rearmost piece but one.
pub const SECOND: usize = REARMOST + ROWS;
/// Number of pieces in the target camp.
pub const INSIDE: usize = SECOND + ROWS;
/// The turn.
pub const TURN: usize = INSIDE + 11;
/// Gain of the player to move, by segment.
pub const OWN_GAIN: usize = TURN + 1;
/// Gain of the other player, by segment.
pub const OTHER_GAIN: usize = OWN_GAIN + SEGMENTS;
/// Number of features.
pub const COUNT: usize = OTHER_GAIN + SEGMENTS;

/// Number of the class of holes with this progress and distance from the centre line.
const CLASS_AT: [[u8; 13]; ROWS] = {
    const NONE: u8 = 255;
    let mut at = [[NONE; 13]; ROWS];
    let (mut next, mut id) = (0, 0);
    while id < HOLES {
        let (seat, hole) = (Seat::ALL[0], Hole(id as u8));
        let class = &mut at[seat.progress(hole) as usize][seat.off_centre(hole) as usize];
        if *class == NONE {
            *class = next;
            next += 1;
        }
        id += 1;
    }
    assert!(next as usize == CLASSES);
    at
};

/// The class of a hole as this seat sees it.
pub const fn class(seat: Seat, hole: Hole) -> usize {
    CLASS_AT[seat.progress(hole) as usize][seat.off_centre(hole) as usize] as usize
}

/// A gain in units, segment by segment.
pub fn gain_units(gain: i32) -> [i32; SEGMENTS] {
    let mut left = (gain / GAIN_UNIT).min(MAX_UNITS);
    std::array::from_fn(|segment| {
        let units = if segment + 1 < SEGMENTS { left.min(SEGMENT_UNITS) } else { left };
        left -= units;
        units
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_are_of_one_class_and_turned_holes_for_turned_seats() {
        let mut members = [0; CLASSES];
        for hole in (0..HOLES as u8).map(Hole) {
            members[class(Seat::ALL[0], hole)] += 1;
            let (q, r) = hole.cube();
            let mirrored = Hole::at(-q - r, r).expect("the star is symmetric");
            let turned = Hole::at(-q, -r).expect("the star is symmetric");
            assert_eq!(class(Seat::ALL[0], hole), class(Seat::ALL[0], mirrored));
            assert_eq!(class(Seat::ALL[0], hole), class(Seat::ALL[3], turned));
        }
        assert!(members.iter().all(|members| (1..=2).contains(members)));
    }

    #[test]
    fn a_gain_is_the_sum_of_its_segments() {
        assert_eq!(gain_units(15), [0; SEGMENTS]);
        assert_eq!(gain_units(20 * GAIN_UNIT), [16, 4, 0, 0]);
        assert_eq!(gain_units(9999).iter().sum::<i32>(), MAX_UNITS);
    }
}
