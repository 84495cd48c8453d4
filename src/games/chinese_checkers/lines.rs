//! The straight lines of the star, and the ends of hops along them.
//!
//! Every line is one unbroken run of at most 13 holes, so its occupancy fits 13 bits, as the hop table in
//! [`super::hops`] requires.

use super::geometry::{CUBE, DIRECTIONS, HOLES, Hole, NOWHERE, STEP};

/// Number of axes: W-E, SW-NE, SE-NW.
pub const AXES: usize = 3;
/// Lines along each axis.
pub const LINES_PER_AXIS: usize = 17;
/// Number of lines.
pub const LINES: usize = AXES * LINES_PER_AXIS;
/// Length of the longest line.
pub const LINE_LENGTH: usize = 13;

/// The place of a hole on its line of one axis.
#[derive(Clone, Copy)]
pub struct Place {
    /// `axis * 17 + line`.
    pub line: u8,
    /// Holes of the line before this one, 0..13.
    pub pos: u8,
}

/// `LANDINGS[hole][direction][k]`: where a hop over a piece `k` holes away ends, `2k` holes away;
/// [`NOWHERE`] for `k` = 0 and beyond the rim.
pub static LANDINGS: [[[u8; 8]; DIRECTIONS]; 128] = {
    let mut table = [[[NOWHERE; 8]; DIRECTIONS]; 128];
    let mut id = 0;
    while id < HOLES {
        let mut dir = 0;
        while dir < DIRECTIONS {
            let mut k = 1;
            while k < 7 {
                let (q, r) = (CUBE[id].0 + 2 * k * STEP[dir].0, CUBE[id].1 + 2 * k * STEP[dir].1);
                if let Some(hole) = Hole::at(q, r) {
                    table[id][dir][k as usize] = hole.0;
                }
                k += 1;
            }
            dir += 1;
        }
        id += 1;
    }
    table
};

/// Number of a hole's line along an axis, and a coordinate that rises by one with each step forward.
const fn line_of(axis: usize, (q, r): (i8, i8)) -> (usize, i8) {
    match axis {
        0 => ((r + 8) as usize, q),
        1 => ((q + 8) as usize, r),
        _ => ((8 - q - r) as usize, r),
    }
}

/// First coordinate and number of holes of each line.
const EXTENT: [[(i8, u8); LINES_PER_AXIS]; AXES] = {
    let mut extent = [[(9, 0); LINES_PER_AXIS]; AXES];
    let mut axis = 0;
    while axis < AXES {
        let mut id = 0;
        while id < HOLES {
            let (line, along) = line_of(axis, CUBE[id]);
            let (first, length) = extent[axis][line];
            extent[axis][line] = (if along < first { along } else { first }, length + 1);
            id += 1;
        }
        axis += 1;
    }
    extent
};

/// The three lines through each hole.
pub static PLACES: [[Place; AXES]; 128] = {
    let mut places = [[Place { line: 0, pos: 0 }; AXES]; 128];
    let mut id = 0;
    while id < HOLES {
        let mut axis = 0;
        while axis < AXES {
            let (line, along) = line_of(axis, CUBE[id]);
            let pos = (along - EXTENT[axis][line].0) as u8;
            places[id][axis] = Place { line: (axis * LINES_PER_AXIS + line) as u8, pos };
            axis += 1;
        }
        id += 1;
    }
    places
};

/// The holes of each line; [`NOWHERE`] beyond the rim. Entries from 51 on are padding.
pub static LINE_HOLES: [[u8; 16]; 64] = {
    let mut holes = [[NOWHERE; 16]; 64];
    let mut id = 0;
    while id < HOLES {
        let mut axis = 0;
        while axis < AXES {
            let place = PLACES[id][axis];
            holes[place.line as usize][place.pos as usize] = id as u8;
            axis += 1;
        }
        id += 1;
    }
    holes
};

/// The occupancy of every line of an empty board: bits beyond the rim count as occupied, so that
/// nothing lands there. Entries from 51 on are padding.
pub static EMPTY_LINES: [u16; 64] = {
    let mut lines = [0; 64];
    let mut line = 0;
    while line < LINES {
        let length = EXTENT[line / LINES_PER_AXIS][line % LINES_PER_AXIS].1;
        lines[line] = ((1 << LINE_LENGTH) - 1) & !((1 << length) - 1);
        line += 1;
    }
    lines
};

#[cfg(test)]
mod tests {
    use super::super::hole_set::HoleSet;
    use super::*;

    #[test]
    fn places_on_a_line_are_one_unbroken_run() {
        for (line, &empty) in EMPTY_LINES.iter().enumerate().take(LINES) {
            let mut seen = empty;
            for hole in HoleSet::ALL {
                for place in PLACES[hole.index()] {
                    if usize::from(place.line) == line {
                        assert_eq!(seen & (1 << place.pos), 0);
                        seen |= 1 << place.pos;
                    }
                }
            }
            assert_eq!(seen, (1 << LINE_LENGTH) - 1);
        }
    }
}
