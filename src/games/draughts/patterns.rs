//! Where the men stand, as numbers that tables are indexed with.
//!
//! The board is covered by overlapping blocks of 4x4 squares, 8 of them dark, that begin on every second row and file. An
//! arrangement of men in a block is a number in base 3 (empty, own man, enemy man), its squares from the top left. A block
//! and its image under a half turn of the board share a table, read for White on one and for Black on the other, so a
//! position and its mirror image have opposite values by construction. (Blocks and sharing follow what Fabien Letouzey
//! published of Scan 2.0's evaluation.)
//!
//! The pairs of squares that begin at one place in all even rows, and in all odd rows, are brought together by one
//! multiplication; a block is then four bits of each.

use super::geometry::Bitboard;
use super::rules::RuleSet;

/// Arrangements of a block.
pub const ARRANGEMENTS: usize = 6561;
/// Most places in a row at which blocks begin.
const MAX_PLACES: usize = 4;

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

/// Arrangements of one colour by the four bits of even rows and, above them, those of odd rows; then of the block turned.
const TERNARY: [[u16; 256]; 2] = {
    // What the squares count: rows take turns.
    let weights = [1, 3, 81, 243, 9, 27, 729, 2187];
    let turned = [2187, 729, 27, 9, 243, 81, 3, 1];
    let mut tables = [[0; 256]; 2];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 8 {
            if bits >> i & 1 != 0 {
                tables[0][bits] += weights[i];
                tables[1][bits] += turned[i];
            }
            i += 1;
        }
        bits += 1;
    }
    tables
};

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

/// The columns of pairs of both colours.
type Columns = [[[usize; 2]; MAX_PLACES]; 2];

#[inline(always)]
fn columns<R: RuleSet>(men: [Bitboard; 2]) -> Columns {
    men.map(|set| {
        std::array::from_fn(|place| match place < places::<R>() {
            true => [pairs::<R>(set, place, false), pairs::<R>(set, place, true)],
            false => [0; 2],
        })
    })
}

/// Men of one colour in a block: four bits of even rows and, above them, four of odd rows.
#[inline(always)]
fn bits<R: RuleSet>(columns: &Columns, colour: usize, block: usize) -> usize {
    let (row, place) = (block / places::<R>(), block % places::<R>());
    let [even, odd] = columns[colour][place];
    (even >> (2 * row) & 15) | (odd >> (2 * row) & 15) << 4
}

/// Calls `add(block, arrangement)` for each block. `men` are those of the side that looks at the board from below, then the
/// other's.
#[inline(always)]
pub fn arrangements_from_below<R: RuleSet>(men: [Bitboard; 2], mut add: impl FnMut(usize, usize)) {
    let columns = columns::<R>(men);
    for block in 0..blocks::<R>() {
        let [own, other] = [0, 1].map(|colour| TERNARY[0][bits::<R>(&columns, colour, block)]);
        add(block, usize::from(own + 2 * other));
    }
}

/// Calls `add(table, here, there)` for each table with the arrangement of its block, as White sees it, and of the block's
/// image, as Black sees it. `men` are White's and Black's.
#[inline(always)]
pub fn arrangements<R: RuleSet>(men: [Bitboard; 2], mut add: impl FnMut(usize, usize, usize)) {
    let columns = columns::<R>(men);
    let bits = |colour: usize, block: usize| bits::<R>(&columns, colour, block);
    for table in 0..tables::<R>() {
        let image = blocks::<R>() - 1 - table;
        let here = TERNARY[0][bits(0, table)] + 2 * TERNARY[0][bits(1, table)];
        let there = TERNARY[1][bits(1, image)] + 2 * TERNARY[1][bits(0, image)];
        add(table, usize::from(here), usize::from(there));
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
