//! What the evaluation sees: a position as counts of features, each White's less Black's.
//!
//! The value is linear in these counts, so the same code serves play and the fitting of the weights
//! (`scripts/fit_draughts.rs`). Most of the knowledge is in patterns: overlapping blocks of 4x4 squares
//! (8 dark ones), each with a weight for every arrangement of men on it (3^8). A block and its
//! image under a half turn of the board share a table, read for White on one and for Black on the other, so a position and its mirror image have opposite values by construction. (Blocks and sharing
//! follow what Fabien Letouzey published of Scan 2.0's evaluation.)

use once_cell::sync::Lazy;

use super::colour::Colour;
use super::geometry::{Bitboard, bit, shift, squares};
use super::position::Position;
use super::rules::RuleSet;

/// A man.
pub const MAN: usize = 0;
/// Having a king at all.
pub const FIRST_KING: usize = 1;
/// A king.
pub const KING: usize = 2;
/// The turn.
pub const TURN: usize = 3;
/// Men of a side more on one half of its board than on the other.
pub const IMBALANCE: usize = 4;
/// Squares that kings can go to.
pub const KING_MOVES: usize = 5;
/// Men with no enemy man before them, by the rows left to the last one (1 to 9).
pub const RUNAWAY: usize = 6;
/// Kings by square, as its owner sees it.
pub const KING_SQUARE: usize = RUNAWAY + 9;
/// Tables of patterns.
pub const PATTERNS: usize = KING_SQUARE + 50;
/// Arrangements of a block.
pub const ARRANGEMENTS: usize = 6561;

/// Number of pattern tables: pairs of blocks.
pub const fn tables<R: RuleSet>() -> usize {
    if R::RULES.large_board { 8 } else { 5 }
}

/// Number of features.
pub const fn count<R: RuleSet>() -> usize {
    PATTERNS + tables::<R>() * ARRANGEMENTS
}

/// Base-3 values of eight bits, in order and in reverse.
struct Ternary {
    forward: [u16; 256],
    backward: [u16; 256],
}

static TERNARY: Lazy<Ternary> = Lazy::new(|| {
    let value = |byte: usize| (0..8).map(|i| (byte >> i & 1) as u16 * 3u16.pow(i as u32)).sum();
    Ternary {
        forward: std::array::from_fn(value),
        backward: std::array::from_fn(|byte| value(usize::from((byte as u8).reverse_bits()))),
    }
});

impl<R: RuleSet> Position<R> {
    /// Calls `add(feature, count)` for the features of the position; a feature may come more than once.
    #[inline(always)]
    pub fn features(&self, mut add: impl FnMut(usize, i32)) {
        let men = [self.pieces[0] & !self.kings, self.pieces[1] & !self.kings];
        add(MAN, men[0].count_ones() as i32 - men[1].count_ones() as i32);
        add(TURN, if self.turn == Colour::White { 1 } else { -1 });
        add(IMBALANCE, imbalance::<R>(men[0]) - imbalance::<R>(men[1]));
        self.add_patterns(men, &mut add);
        self.add_runaways(men, &mut add);
        if self.kings != 0 {
            self.add_kings(&mut add);
        }
    }

    #[inline(always)]
    fn add_patterns(&self, men: [Bitboard; 2], add: &mut impl FnMut(usize, i32)) {
        let ternary: &Ternary = &TERNARY;
        let blocks_in_row = R::GEOMETRY.side / 2 - 1;
        let blocks = blocks_in_row * blocks_in_row;
        for block in 0..blocks.div_ceil(2) {
            let there = blocks - 1 - block;
            let [white, black] = men.map(|set| usize::from(block_bits::<R>(set, block)));
            let [white_there, black_there] = men.map(|set| usize::from(block_bits::<R>(set, there)));
            let table = PATTERNS + block * ARRANGEMENTS;
            add(table + usize::from(ternary.forward[white] + 2 * ternary.forward[black]), 1);
            let turned = ternary.backward[black_there] + 2 * ternary.backward[white_there];
            add(table + usize::from(turned), -1);
        }
    }

    /// A man is a runaway if no enemy man can still come before it: none stands in the cone it looks into.
    #[inline(always)]
    fn add_runaways(&self, men: [Bitboard; 2], add: &mut impl FnMut(usize, i32)) {
        for (colour, sign) in [(Colour::White, 1), (Colour::Black, -1)] {
            let (left, right) = Self::forward(colour.other());
            let enemies = men[colour.other().index()];
            let mut guarded = enemies;
            let mut front = enemies;
            while front != 0 {
                front = (shift(front, left) | shift(front, right)) & R::GEOMETRY.all & !guarded;
                guarded |= front;
            }
            for square in squares(men[colour.index()] & !guarded) {
                let row = R::GEOMETRY.row_and_file(square).0;
                let left = if colour == Colour::White { row } else { R::GEOMETRY.side - 1 - row };
                add(RUNAWAY + left.clamp(1, 9) - 1, sign);
            }
        }
    }

    fn add_kings(&self, add: &mut impl FnMut(usize, i32)) {
        for (colour, sign) in [(Colour::White, 1), (Colour::Black, -1)] {
            let kings = self.pieces(colour) & self.kings;
            if kings == 0 {
                continue;
            }
            add(FIRST_KING, sign);
            for square in squares(kings) {
                add(KING, sign);
                let seen = if colour == Colour::White { square } else { R::GEOMETRY.turned(square) };
                add(KING_SQUARE + R::GEOMETRY.number(seen) - 1, sign);
                add(KING_MOVES, sign * self.king_steps(square).count_ones() as i32);
            }
        }
    }
}

/// How many more men stand on one half of the board than on the other.
#[inline(always)]
fn imbalance<R: RuleSet>(men: Bitboard) -> i32 {
    let left = (men & R::GEOMETRY.left_half).count_ones() as i32;
    (2 * left - men.count_ones() as i32).abs()
}

/// The eight squares of a block, blocks being numbered row by row from the top left; they begin on every
/// second row and file.
#[inline(always)]
fn block_bits<R: RuleSet>(set: Bitboard, block: usize) -> u8 {
    let per_row = R::GEOMETRY.per_row;
    let blocks_in_row = per_row - 1;
    let corner = (2 * per_row + 3) * (block / blocks_in_row) + block % blocks_in_row;
    let here = set >> corner;
    // Rows begin 0, s, 2s + 1 and 3s + 1 bits on, with two squares each, where s is the short shift.
    let short = per_row + 1;
    let byte = here & 0x03
        | here >> (short - 2) & 0x0c
        | here >> (2 * short + 1 - 4) & 0x30
        | here >> (3 * short + 1 - 6) & 0xc0;
    byte as u8
}

/// The squares of a block of table `table`, lowest bit first, for taking a fitted table apart.
pub fn block_squares<R: RuleSet>(block: usize) -> [Bitboard; 8] {
    let mut found = [0; 8];
    for square in squares(R::GEOMETRY.all) {
        let byte = block_bits::<R>(bit(square), block);
        if byte != 0 {
            found[byte.trailing_zeros() as usize] = bit(square);
        }
    }
    found
}
