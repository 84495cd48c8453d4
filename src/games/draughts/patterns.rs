//! The arrangements of men as table indices.
//!
//! The board is covered by overlapping blocks of 4x4 squares, 8 of them dark, that begin on every second row and file.
//! An arrangement of men in a block is a number in base 3 (empty, own man, opposing man), its squares from the top
//! left. The player to move sees the board from below, so a position and its image for the other side have the same
//! arrangements. (Blocks follow what Fabien Letouzey published of Scan 2.0's evaluation.)
//!
//! One multiplication gathers the pairs of squares that begin at one place in all even rows, another those in all odd
//! rows. A table maps them to the numbers of all blocks that begin at that place, 16 bits each.

use super::geometry::{Bitboard, Geometry};

/// Number of arrangements of a block.
pub const ARRANGEMENTS: usize = 6561;
/// Maximum number of places in a row at which blocks begin.
const MAX_PLACES: usize = 4;
/// Maximum number of rows of one parity.
const MAX_ROWS: usize = 5;

/// Number of places in a row at which blocks begin.
const fn places(geometry: &Geometry) -> usize {
    geometry.per_row - 1
}

/// Number of blocks on the board, numbered row by row from the top left.
pub const fn blocks(geometry: &Geometry) -> usize {
    places(geometry) * places(geometry)
}

/// Contribution of one colour's men on even rows to the blocks that begin at a place, 16 bits each, the top block
/// lowest; the index is the pairs on these rows. Odd rows contribute `ODD_ROWS` times as much.
static OF_PAIRS: [u64; 1 << (2 * MAX_ROWS)] = {
    // Weights of the squares of two pairs.
    let weights = [1, 3, 81, 243];
    let mut table = [0; 1 << (2 * MAX_ROWS)];
    let mut pairs = 0;
    while pairs < 1 << (2 * MAX_ROWS) {
        let mut i = 0;
        while i < 4 * MAX_PLACES {
            let (block, square) = (i / 4, i % 4);
            if pairs >> (2 * block + square) & 1 != 0 {
                table[pairs] += weights[square] << (16 * block);
            }
            i += 1;
        }
        pairs += 1;
    }
    table
};
/// See [`OF_PAIRS`].
const ODD_ROWS: u64 = 9;

/// The pairs of squares that begin at one place in all rows of one parity, two bits a row, from the top.
#[inline(always)]
fn pairs(geometry: &Geometry, set: Bitboard, place: usize, odd: bool) -> usize {
    let rows = geometry.side / 2;
    // Distance in bits between rows of one parity; it becomes 2.
    let apart = 2 * geometry.per_row + 3;
    let (mut mask, mut gather) = (0u64, 0u64);
    let mut row = 0;
    while row < rows {
        mask |= 3 << (apart * row);
        gather |= 1 << ((apart - 2) * row);
        row += 1;
    }
    let top = (apart - 2) * (rows - 1);
    let first = place + if odd { geometry.per_row + 1 } else { 0 };
    let gathered = (set >> first & mask).wrapping_mul(gather) >> top;
    gathered as usize & ((1 << (2 * rows)) - 1)
}

/// Contribution of one colour's men to the blocks that begin at one place, 16 bits each from the top.
#[inline(always)]
fn of_place(geometry: &Geometry, men: Bitboard, place: usize) -> u64 {
    OF_PAIRS[pairs(geometry, men, place, false)] + ODD_ROWS * OF_PAIRS[pairs(geometry, men, place, true)]
}

/// Calls `add(block, arrangement)` for each block. `men` are those of the side that sees the board from below, then the
/// other's.
#[inline(always)]
pub fn arrangements_from_below(geometry: &Geometry, men: [Bitboard; 2], mut add: impl FnMut(usize, usize)) {
    for place in 0..places(geometry) {
        let seen = of_place(geometry, men[0], place) + 2 * of_place(geometry, men[1], place);
        for row in 0..places(geometry) {
            add(row * places(geometry) + place, usize::from((seen >> (16 * row)) as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::geometry::{EIGHT, TEN, bit, squares};

    /// Arrangements by block.
    fn seen(geometry: &Geometry, men: [Bitboard; 2]) -> Vec<usize> {
        let mut found = vec![0; blocks(geometry)];
        arrangements_from_below(geometry, men, |block, arrangement| found[block] = arrangement);
        found
    }

    fn a_man_counts_by_his_square_in_each_block_that_he_stands_in(geometry: &Geometry) {
        for square in squares(geometry.all) {
            let (row, file) = geometry.row_and_file(square);
            let (own, other) = (seen(geometry, [bit(square), 0]), seen(geometry, [0, bit(square)]));
            for block in 0..blocks(geometry) {
                let (top, left) = (2 * (block / places(geometry)), 2 * (block % places(geometry)));
                let expected = match (row.wrapping_sub(top), file.wrapping_sub(left)) {
                    (down @ 0..4, right @ 0..4) => 3usize.pow((2 * down + right / 2) as u32),
                    _ => 0,
                };
                assert_eq!([own[block], other[block]], [expected, 2 * expected], "{block}: {row} {file}");
            }
        }
    }

    fn men_add_up(geometry: &Geometry) {
        let mut random = crate::random::Random::new(5);
        for _ in 0..200 {
            let own = random.next() & geometry.all;
            let other = random.next() & geometry.all & !own;
            let mut expected = vec![0; blocks(geometry)];
            let single = squares(own).map(|square| [bit(square), 0]);
            for men in single.chain(squares(other).map(|square| [0, bit(square)])) {
                expected.iter_mut().zip(seen(geometry, men)).for_each(|(sum, seen)| *sum += seen);
            }
            assert_eq!(seen(geometry, [own, other]), expected);
        }
    }

    #[test]
    fn every_man_is_seen_by_the_blocks_that_he_stands_in() {
        a_man_counts_by_his_square_in_each_block_that_he_stands_in(&TEN);
        a_man_counts_by_his_square_in_each_block_that_he_stands_in(&EIGHT);
    }

    #[test]
    fn an_arrangement_is_the_sum_of_its_men() {
        men_add_up(&TEN);
        men_add_up(&EIGHT);
    }
}
