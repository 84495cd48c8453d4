//! An estimate of the moves that a lone army needs: the order of states in a beam.
//!
//! Each piece adds a value by its hole; the rearmost one adds more by its row and by its distance from the next piece,
//! which explains half of the differences. The numbers, in hundredths of a move, are a linear regression on ways found
//! by wide beams for armies of the engine's games. To these is added the square of the rows to go: without it narrow
//! beams leave pieces behind. Long hops alone use the numbers of both kinds. The numbers do not apply within the
//! triangle of the finish table, where armies are looked up.
//!
//! The board is as seat A sees it ([`super::turned`]).

use super::geometry::{DISTANCE, HOLES, Hole};
use super::hole_set::{HoleSet, NEIGHBOURS};
use super::rules::Hops;
use super::seat::Seat;

/// One move.
pub const MOVE: i32 = 100;

/// The regression weights, in hundredths of a move.
struct Weights {
    /// By row from the own tip, and by half the half-columns off the centre line.
    holes: [[i16; 7]; 17],
    /// By the row of the rearmost piece.
    rearmost: [i16; 17],
    /// By the distance from the rearmost piece to the nearest other: 1, 2, 3, more.
    nearest: [i16; 4],
}

const ADJACENT: Weights = Weights {
    holes: [
        [564, 0, 0, 0, 0, 0, 0],
        [520, 0, 0, 0, 0, 0, 0],
        [423, 505, 0, 0, 0, 0, 0],
        [422, 513, 0, 0, 0, 0, 0],
        [391, 422, 514, 513, 565, 622, 685],
        [367, 411, 502, 502, 557, 617, 0],
        [314, 340, 404, 471, 494, 552, 0],
        [296, 341, 380, 415, 489, 0, 0],
        [258, 282, 325, 370, 417, 0, 0],
        [256, 286, 323, 372, 427, 0, 0],
        [235, 232, 274, 316, 369, 427, 0],
        [195, 231, 266, 315, 369, 429, 0],
        [178, 182, 203, 263, 314, 372, 435],
        [130, 122, 0, 0, 0, 0, 0],
        [115, 112, 0, 0, 0, 0, 0],
        [87, 0, 0, 0, 0, 0, 0],
        [57, 0, 0, 0, 0, 0, 0],
    ],
    rearmost: [
        13, -56, -127, -243, -341, -402, -465, -529, -602, -683, -751, -837, -913, -989, -1066, -1142, -1218,
    ],
    nearest: [-17, -3, 5, 15],
};

const BOTH: Weights = Weights {
    holes: [
        [437, 0, 0, 0, 0, 0, 0],
        [452, 0, 0, 0, 0, 0, 0],
        [406, 391, 0, 0, 0, 0, 0],
        [352, 370, 0, 0, 0, 0, 0],
        [304, 336, 336, 370, 397, 429, 467],
        [282, 298, 329, 354, 383, 418, 0],
        [261, 253, 290, 300, 340, 372, 0],
        [250, 259, 288, 295, 329, 0, 0],
        [211, 235, 239, 268, 279, 0, 0],
        [205, 219, 225, 252, 277, 0, 0],
        [175, 181, 208, 214, 238, 270, 0],
        [145, 173, 195, 201, 230, 265, 0],
        [121, 131, 151, 166, 192, 225, 262],
        [81, 71, 0, 0, 0, 0, 0],
        [65, 78, 0, 0, 0, 0, 0],
        [55, 0, 0, 0, 0, 0, 0],
        [58, 0, 0, 0, 0, 0, 0],
    ],
    rearmost: [
        -11, -78, -64, -79, -109, -124, -163, -218, -262, -321, -351, -356, -388, -421, -453, -486, -518,
    ],
    nearest: [-15, -17, -6, 38],
};

/// The values of one hop rule by hole.
pub struct RaceValues {
    holes: [i32; 128],
    /// By the hole of the rearmost piece.
    rearmost: [i32; 128],
    nearest: [i32; 4],
}

static ADJACENT_VALUES: RaceValues = RaceValues::new(&ADJACENT);
static BOTH_VALUES: RaceValues = RaceValues::new(&BOTH);

impl RaceValues {
    /// The values of a hop rule.
    pub fn of(hops: Hops) -> &'static RaceValues {
        match hops {
            Hops::Adjacent => &ADJACENT_VALUES,
            Hops::Long | Hops::Both => &BOTH_VALUES,
        }
    }

    const fn new(weights: &Weights) -> RaceValues {
        let mut values = RaceValues { holes: [0; 128], rearmost: [0; 128], nearest: [0; 4] };
        let mut id = 0;
        while id < HOLES {
            let hole = Hole(id as u8);
            let row = Seat::ALL[0].progress(hole) as usize;
            let off_centre = Seat::ALL[0].off_centre(hole) as usize;
            values.holes[id] = weights.holes[row][off_centre / 2] as i32;
            values.rearmost[id] = weights.rearmost[row] as i32;
            id += 1;
        }
        let mut class = 0;
        while class < 4 {
            values.nearest[class] = weights.nearest[class] as i32;
            class += 1;
        }
        values
    }

    /// The value of a piece in this hole.
    #[inline]
    pub fn of_piece(&self, hole: Hole) -> i32 {
        self.holes[hole.index()]
    }

    /// The additional value of the rearmost piece of an army, which is not empty.
    #[inline]
    pub fn of_rearmost(&self, army: HoleSet) -> i32 {
        let last = Hole(army.0.ilog2() as u8);
        let class = if !(NEIGHBOURS[last.index()] & army).is_empty() {
            0
        } else if !(TWO_STEPS[last.index()] & army).is_empty() {
            1
        } else if !(THREE_STEPS[last.index()] & army).is_empty() {
            2
        } else {
            3
        };
        self.rearmost[last.index()] + self.nearest[class]
    }
}

static TWO_STEPS: [HoleSet; 128] = at_distance(2);
static THREE_STEPS: [HoleSet; 128] = at_distance(3);

/// For each hole those this many steps away.
const fn at_distance(steps: u8) -> [HoleSet; 128] {
    let mut sets = [HoleSet::EMPTY; 128];
    let mut a = 0;
    while a < HOLES {
        let mut b = 0;
        while b < HOLES {
            if DISTANCE[a][b] == steps {
                sets[a].0 |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    sets
}
