//! The arrangements of men, as indices of tables.
//!
//! The board is covered by overlapping blocks of 4x4 squares, 8 of them dark, that begin on every second row and file. An
//! arrangement of men in a block is a number in base 3 (empty, own man, opposing man), its squares from the top left. The player
//! to move looks at the board from below, so a position and its image for the other side have the same arrangements. (Blocks
//! follow what Fabien Letouzey published of Scan 2.0's evaluation.)
//!
//! The pairs of squares that begin at one place in all even rows, and in all odd rows, are brought together by one
//! multiplication. A table turns them into the numbers of all blocks that begin at that place, 16 bits each.

use super::geometry::Bitboard;
use super::rules::RuleSet;

/// Arrangements of a block.
pub const ARRANGEMENTS: usize = 6561;
/// Most places in a row at which blocks begin.
const MAX_PLACES: usize = 4;
/// Most rows of one parity.
const MAX_ROWS: usize = 5;

/// Places in a row at which blocks begin.
const fn places<R: RuleSet>() -> usize {
    R::GEOMETRY.per_row - 1
}

/// Number of blocks on the board, numbered row by row from the top left.
pub const fn blocks<R: RuleSet>() -> usize {
    places::<R>() * places::<R>()
}

/// What the men of one colour on even rows add to the blocks that begin at a place, from the top block up 16 bits each, by
/// the pairs on these rows; on odd rows it is `ODD_ROWS` times as much.
static OF_PAIRS: [u64; 1 << (2 * MAX_ROWS)] = {
    // What the squares of two pairs count.
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
fn pairs<R: RuleSet>(set: Bitboard, place: usize, odd: bool) -> usize {
    let rows = R::GEOMETRY.side / 2;
    // Rows of one parity lie so far apart, and are to lie 2 apart.
    let apart = 2 * R::GEOMETRY.per_row + 3;
    let (mut mask, mut gather) = (0u64, 0u64);
    let mut row = 0;
    while row < rows {
        mask |= 3 << (apart * row);
        gather |= 1 << ((apart - 2) * row);
        row += 1;
    }
    let top = (apart - 2) * (rows - 1);
    let first = place + if odd { R::GEOMETRY.per_row + 1 } else { 0 };
    let gathered = (set >> first & mask).wrapping_mul(gather) >> top;
    gathered as usize & ((1 << (2 * rows)) - 1)
}

/// What the men of one colour add to the blocks that begin at one place, 16 bits each from the top.
#[inline(always)]
fn of_place<R: RuleSet>(men: Bitboard, place: usize) -> u64 {
    OF_PAIRS[pairs::<R>(men, place, false)] + ODD_ROWS * OF_PAIRS[pairs::<R>(men, place, true)]
}

/// Calls `add(block, arrangement)` for each block. `men` are those of the side that looks at the board from below, then the
/// other's.
#[inline(always)]
pub fn arrangements_from_below<R: RuleSet>(men: [Bitboard; 2], mut add: impl FnMut(usize, usize)) {
    for place in 0..places::<R>() {
        let seen = of_place::<R>(men[0], place) + 2 * of_place::<R>(men[1], place);
        for row in 0..places::<R>() {
            add(row * places::<R>() + place, usize::from((seen >> (16 * row)) as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::geometry::{bit, squares};
    use crate::games::draughts::{English, International};

    /// Arrangements by block.
    fn seen<R: RuleSet>(men: [Bitboard; 2]) -> Vec<usize> {
        let mut found = vec![0; blocks::<R>()];
        arrangements_from_below::<R>(men, |block, arrangement| found[block] = arrangement);
        found
    }

    fn a_man_counts_by_his_square_in_each_block_that_he_stands_in<R: RuleSet>() {
        for square in squares(R::GEOMETRY.all) {
            let (row, file) = R::GEOMETRY.row_and_file(square);
            let (own, other) = (seen::<R>([bit(square), 0]), seen::<R>([0, bit(square)]));
            for block in 0..blocks::<R>() {
                let (top, left) = (2 * (block / places::<R>()), 2 * (block % places::<R>()));
                let expected = match (row.wrapping_sub(top), file.wrapping_sub(left)) {
                    (down @ 0..4, right @ 0..4) => 3usize.pow((2 * down + right / 2) as u32),
                    _ => 0,
                };
                assert_eq!([own[block], other[block]], [expected, 2 * expected], "{block}: {row} {file}");
            }
        }
    }

    fn men_add_up<R: RuleSet>() {
        let mut random = crate::random::Random::new(5);
        for _ in 0..200 {
            let own = random.next() & R::GEOMETRY.all;
            let other = random.next() & R::GEOMETRY.all & !own;
            let mut expected = vec![0; blocks::<R>()];
            let single = squares(own).map(|square| [bit(square), 0]);
            for men in single.chain(squares(other).map(|square| [0, bit(square)])) {
                expected.iter_mut().zip(seen::<R>(men)).for_each(|(sum, seen)| *sum += seen);
            }
            assert_eq!(seen::<R>([own, other]), expected);
        }
    }

    #[test]
    fn every_man_is_seen_by_the_blocks_that_he_stands_in() {
        a_man_counts_by_his_square_in_each_block_that_he_stands_in::<International>();
        a_man_counts_by_his_square_in_each_block_that_he_stands_in::<English>();
    }

    #[test]
    fn an_arrangement_is_the_sum_of_its_men() {
        men_add_up::<International>();
        men_add_up::<English>();
    }
}
