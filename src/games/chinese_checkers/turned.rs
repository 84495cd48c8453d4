//! The board as seat A sees it.
//!
//! The moves that a lone army needs do not depend on its seat: the star is turned until the target camp lies in the
//! north, where holes have the lowest numbers. A mirror image (left for right) needs as many.

use super::geometry::{CUBE, HOLES, Hole};
use super::hole_set::HoleSet;
use super::seat::{SEATS, Seat};

/// A permutation of the holes.
type Places = [u8; 128];

/// The holes turned by 60 degrees this many times, so that the seat with this number comes to the south.
static TURNED: [Places; SEATS] = {
    let mut turned = [[0; 128]; SEATS];
    let mut id = 0;
    while id < HOLES {
        let (mut q, mut r) = CUBE[id];
        let mut seat = 0;
        while seat < SEATS {
            turned[seat][id] = number(q, r);
            (q, r) = (-r, q + r);
            seat += 1;
        }
        id += 1;
    }
    turned
};

static MIRRORED: Places = {
    let mut mirrored = [0; 128];
    let mut id = 0;
    while id < HOLES {
        let (q, r) = CUBE[id];
        mirrored[id] = number(-q - r, r);
        id += 1;
    }
    mirrored
};

const fn number(q: i8, r: i8) -> u8 {
    match Hole::at(q, r) {
        Some(hole) => hole.0,
        None => panic!("the star does not look the same from every seat"),
    }
}

/// The hole as this seat sees it.
pub fn turned(seat: Seat, hole: Hole) -> Hole {
    Hole(TURNED[seat.index()][hole.index()])
}

/// The hole that this seat sees here.
pub fn turned_back(seat: Seat, hole: Hole) -> Hole {
    Hole(TURNED[(SEATS - seat.index()) % SEATS][hole.index()])
}

/// The army as this seat sees it.
pub fn turned_army(seat: Seat, army: HoleSet) -> HoleSet {
    army.into_iter().fold(HoleSet::EMPTY, |all, hole| all | turned(seat, hole).set())
}

/// The hole on the other side of the line from south to north.
#[inline]
pub fn mirrored(hole: Hole) -> Hole {
    Hole(MIRRORED[hole.index()])
}

/// The army with left and right changed.
pub fn mirrored_army(army: HoleSet) -> HoleSet {
    army.into_iter().fold(HoleSet::EMPTY, |all, hole| all | mirrored(hole).set())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_sees_itself_in_the_south_and_its_target_in_the_north() {
        let south = Seat::ALL[0];
        for seat in Seat::ALL {
            assert_eq!(turned_army(seat, seat.home()), south.home());
            assert_eq!(turned_army(seat, seat.target()), south.target());
            for hole in HoleSet::ALL {
                assert_eq!(turned_back(seat, turned(seat, hole)), hole);
                assert_eq!(south.progress(turned(seat, hole)), seat.progress(hole));
            }
        }
    }

    #[test]
    fn a_mirror_image_has_the_same_rows() {
        let south = Seat::ALL[0];
        for hole in HoleSet::ALL {
            let image = mirrored(hole);
            assert_eq!(south.progress(image), south.progress(hole));
            assert_eq!(south.off_centre(image), south.off_centre(hole));
            assert_eq!(mirrored(image), hole);
        }
        assert_eq!(mirrored_army(south.home()), south.home());
    }
}
