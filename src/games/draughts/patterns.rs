//! Where the men stand, as numbers that tables are indexed with.
//!
//! The board is covered by overlapping blocks of 4x4 squares, 8 of them dark, that begin on every second row and file. An
//! arrangement of men in a block is a number in base 3 (empty, own man, enemy man), its squares from the top left. A block
//! and its image under a half turn of the board share a table, read for White on one and for Black on the other, so a
//! position and its mirror image have opposite values by construction. (Blocks and sharing follow what Fabien Letouzey
//! published of Scan 2.0's evaluation.)
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

/// Number of tables: blocks up to the middle one, if there is one; it is its own image.
pub const fn tables<R: RuleSet>() -> usize {
    blocks::<R>().div_ceil(2)
}

/// What the men of one colour on even rows add to the blocks that begin at a place, from the top block up 16 bits each, by
/// the pairs on these rows; on odd rows it is `ODD_ROWS` times as much. Then the same for the blocks turned half round, where
/// it is so much on even rows.
static OF_PAIRS: [[u64; 1 << (2 * MAX_ROWS)]; 2] = {
    // What the squares of two pairs count: rows take turns.
    let weights = [[1, 3, 81, 243], [243, 81, 3, 1]];
    let mut tables = [[0; 1 << (2 * MAX_ROWS)]; 2];
    let mut pairs = 0;
    while pairs < 1 << (2 * MAX_ROWS) {
        let mut i = 0;
        while i < 4 * MAX_PLACES {
            let (block, square) = (i / 4, i % 4);
            if pairs >> (2 * block + square) & 1 != 0 {
                tables[0][pairs] += weights[0][square] << (16 * block);
                tables[1][pairs] += weights[1][square] << (16 * block);
            }
            i += 1;
        }
        pairs += 1;
    }
    tables
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

/// The pairs of both colours at one place: on even rows, on odd rows.
#[inline(always)]
fn columns<R: RuleSet>(men: [Bitboard; 2], place: usize) -> [[usize; 2]; 2] {
    let of = |set| [pairs::<R>(set, place, false), pairs::<R>(set, place, true)];
    [of(men[0]), of(men[1])]
}

/// The arrangements of the blocks that begin at one place, 16 bits each from the top, as the first colour sees them.
#[inline(always)]
fn from_below([own, other]: [[usize; 2]; 2]) -> u64 {
    let of = |[even, odd]: [usize; 2]| OF_PAIRS[0][even] + ODD_ROWS * OF_PAIRS[0][odd];
    of(own) + 2 * of(other)
}

/// The same as the second colour sees them, from the other side.
#[inline(always)]
fn from_above([other, own]: [[usize; 2]; 2]) -> u64 {
    let of = |[even, odd]: [usize; 2]| ODD_ROWS * OF_PAIRS[1][even] + OF_PAIRS[1][odd];
    of(own) + 2 * of(other)
}

/// The arrangement of a block of [`from_below`] or [`from_above`], blocks counted from the top.
#[inline(always)]
fn arrangement(of_place: u64, row: usize) -> usize {
    usize::from((of_place >> (16 * row)) as u16)
}

/// Calls `add(block, arrangement)` for each block. `men` are those of the side that looks at the board from below, then the
/// other's.
#[inline(always)]
pub fn arrangements_from_below<R: RuleSet>(men: [Bitboard; 2], mut add: impl FnMut(usize, usize)) {
    for place in 0..places::<R>() {
        let seen = from_below(columns::<R>(men, place));
        for row in 0..places::<R>() {
            add(row * places::<R>() + place, arrangement(seen, row));
        }
    }
}

/// Calls `add(table, here, there)` for each table with the arrangement of its block, as White sees it, and of the block's
/// image, as Black sees it. `men` are White's and Black's.
#[inline(always)]
pub fn arrangements<R: RuleSet>(men: [Bitboard; 2], mut add: impl FnMut(usize, usize, usize)) {
    let of_places: [[u64; 2]; MAX_PLACES] = std::array::from_fn(|place| {
        if place >= places::<R>() {
            return [0; 2];
        }
        let columns = columns::<R>(men, place);
        [from_below(columns), from_above(columns)]
    });
    let seen = |side: usize, block: usize| {
        arrangement(of_places[block % places::<R>()][side], block / places::<R>())
    };
    for table in 0..tables::<R>() {
        add(table, seen(0, table), seen(1, blocks::<R>() - 1 - table));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::geometry::{bit, squares};
    use crate::games::draughts::{English, International};

    fn seen<R: RuleSet>(men: [Bitboard; 2]) -> Vec<[usize; 2]> {
        let mut found = Vec::new();
        arrangements::<R>(men, |_, here, there| found.push([here, there]));
        found
    }

    fn a_man_counts_by_his_square_in_each_block_that_he_stands_in<R: RuleSet>() {
        for square in squares(R::GEOMETRY.all) {
            let (row, file) = R::GEOMETRY.row_and_file(square);
            // What a block that begins at this row and file sees of the square.
            let expected = |top: usize, left: usize| match (row.wrapping_sub(top), file.wrapping_sub(left)) {
                (down @ 0..4, right @ 0..4) => 3usize.pow((2 * down + right / 2) as u32),
                _ => 0,
            };
            for (table, found) in seen::<R>([bit(square), 0]).into_iter().enumerate() {
                let (top, left) = (2 * (table / places::<R>()), 2 * (table % places::<R>()));
                assert_eq!(found[0], expected(top, left), "{table}: {row} {file}");
                let last = R::GEOMETRY.side - 4;
                let there = expected(last - top, last - left);
                // Turned, the last square is the first; the man is not Black's.
                let turned = 2187usize.checked_div(there).map_or(0, |first| 2 * first);
                assert_eq!(found[1], turned, "{table}: {row} {file}");
            }
        }
    }

    fn a_turned_board_is_seen_the_same_by_the_other_side<R: RuleSet>() {
        let mut random = crate::random::Random::new(5);
        for _ in 0..200 {
            let white = random.next() & R::GEOMETRY.all;
            let black = random.next() & R::GEOMETRY.all & !white;
            let turned =
                |set| squares(set).fold(0, |turned, square| turned | bit(R::GEOMETRY.turned(square)));
            let (here, there) = (seen::<R>([white, black]), seen::<R>([turned(black), turned(white)]));
            assert!(here.iter().zip(there).all(|(here, there)| here[0] == there[1] && here[1] == there[0]));
        }
    }

    #[test]
    fn every_man_is_seen_by_the_blocks_that_he_stands_in() {
        a_man_counts_by_his_square_in_each_block_that_he_stands_in::<International>();
        a_man_counts_by_his_square_in_each_block_that_he_stands_in::<English>();
    }

    #[test]
    fn white_and_black_are_seen_alike() {
        a_turned_board_is_seen_the_same_by_the_other_side::<International>();
        a_turned_board_is_seen_the_same_by_the_other_side::<English>();
    }
}
