//! A position as counts of features, each White's less Black's: linear weights give its value (`weights.rs`, `model.rs`). Most
//! of the knowledge is in the arrangements of men, see `patterns.rs`.

use super::colour::Colour;
use super::geometry::{Bitboard, Square, shift, squares};
use super::patterns::{self, ARRANGEMENTS};
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
/// Squares that kings can go to and are not taken on by a man.
pub const SAFE_KING_MOVES: usize = 5;
/// The other squares that kings can go to.
pub const ATTACKED_KING_MOVES: usize = 6;
/// Men with no enemy man before them, by the rows left to the last one (1 to 9).
pub const RUNAWAY: usize = 7;
/// Numbers of rows by which runaways are told apart.
pub const RUNAWAY_ROWS: usize = 9;
/// Kings by square, as its owner sees it.
pub const KING_SQUARE: usize = RUNAWAY + RUNAWAY_ROWS;
/// Tables of blocks.
pub const PATTERNS: usize = KING_SQUARE + 50;

/// Number of features.
pub const fn count<R: RuleSet>() -> usize {
    PATTERNS + patterns::tables::<R>() * ARRANGEMENTS
}

impl<R: RuleSet> Position<R> {
    /// Calls `add(feature, count)` for the features of the position; a feature may come more than once.
    #[inline(always)]
    pub fn features(&self, mut add: impl FnMut(usize, i32)) {
        let men = [self.pieces[0] & !self.kings, self.pieces[1] & !self.kings];
        add(MAN, men[0].count_ones() as i32 - men[1].count_ones() as i32);
        add(TURN, if self.turn == Colour::White { 1 } else { -1 });
        add(IMBALANCE, imbalance::<R>(men[0]) - imbalance::<R>(men[1]));
        patterns::arrangements::<R>(men, |table, here, there| {
            let first = PATTERNS + table * ARRANGEMENTS;
            add(first + here, 1);
            add(first + there, -1);
        });
        self.add_runaways(&mut add);
        if self.kings != 0 {
            self.add_kings(&mut add);
        }
    }

    /// Men of a colour that are runaways: no enemy man can still come before them, none stands in the cone they look into.
    #[inline(always)]
    pub(super) fn runaways(&self, colour: Colour) -> Bitboard {
        let (left, right) = Self::forward(colour.other());
        let enemies = self.pieces(colour.other()) & !self.kings;
        let mut guarded = enemies;
        let mut front = enemies;
        while front != 0 {
            front = (shift(front, left) | shift(front, right)) & R::GEOMETRY.all & !guarded;
            guarded |= front;
        }
        self.pieces(colour) & !self.kings & !guarded
    }

    /// Rows that a man on this square has left to the last one, as a runaway counts them: 1 to 9.
    #[inline(always)]
    pub(super) fn rows_left(colour: Colour, square: Square) -> usize {
        let row = R::GEOMETRY.row_and_file(square).0;
        let left = if colour == Colour::White { row } else { R::GEOMETRY.side - 1 - row };
        left.clamp(1, RUNAWAY_ROWS)
    }

    #[inline(always)]
    fn add_runaways(&self, add: &mut impl FnMut(usize, i32)) {
        for (colour, sign) in [(Colour::White, 1), (Colour::Black, -1)] {
            for square in squares(self.runaways(colour)) {
                add(RUNAWAY + Self::rows_left(colour, square) - 1, sign);
            }
        }
    }

    /// Empty squares on which men of this colour take a piece with one jump.
    pub(super) fn attacked_by_men(&self, colour: Colour) -> Bitboard {
        let men = self.pieces(colour) & !self.kings;
        let empty = self.empty();
        let mut attacked = 0;
        for direction in (0..Self::CAPTURE_DIRECTIONS).filter(|&d| Self::man_captures_towards(colour, d)) {
            let by = R::GEOMETRY.offset(direction);
            attacked |= shift(men, by) & shift(empty, -by);
        }
        attacked & empty
    }

    fn add_kings(&self, add: &mut impl FnMut(usize, i32)) {
        for (colour, sign) in [(Colour::White, 1), (Colour::Black, -1)] {
            let kings = self.pieces(colour) & self.kings;
            if kings == 0 {
                continue;
            }
            add(FIRST_KING, sign);
            let attacked = self.attacked_by_men(colour.other());
            for square in squares(kings) {
                add(KING, sign);
                let seen = if colour == Colour::White { square } else { R::GEOMETRY.turned(square) };
                add(KING_SQUARE + R::GEOMETRY.number(seen) - 1, sign);
                let steps = self.king_steps(square);
                add(SAFE_KING_MOVES, sign * (steps & !attacked).count_ones() as i32);
                add(ATTACKED_KING_MOVES, sign * (steps & attacked).count_ones() as i32);
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
