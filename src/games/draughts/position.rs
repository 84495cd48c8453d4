//! The rules' state at one moment.
//!
//! Three words hold the board: the pieces of each colour, and which pieces are kings. Positions are
//! copied, not changed back: an undo is the position before. The key is that of the pieces and the turn,
//! kept incrementally, mixed with the counts of moves if they matter (see `draws`); repetition
//! compares the first part alone.

use std::marker::PhantomData;

use super::colour::Colour;
use super::geometry::{Bitboard, bit, squares};
use super::moves::Move;
use super::rules::{Goal, RuleSet};
use super::wolf::{self, Wolf};
use super::zobrist::{BLACK_TO_MOVE, piece_key};
use crate::contract::{self, Outcome, Player};

/// A position under the rules `R`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<R: RuleSet> {
    pub(super) pieces: [Bitboard; 2],
    pub(super) kings: Bitboard,
    key: u64,
    pub(super) turn: Colour,
    /// Count for the limit in force, in half-moves.
    pub(super) quiet: u16,
    /// Half-moves for which a lone king has held the long diagonal against three pieces (FMJD-64).
    pub(super) road: u8,
    pub(super) wolf: [Wolf; 2],
    /// Number of the move, as in a FEN; 0 if it is not counted.
    pub(super) move_number: u16,
    rules: PhantomData<R>,
}

impl<R: RuleSet> Position<R> {
    /// The start position.
    pub fn start() -> Position<R> {
        let (men, count) = (R::RULES.men, R::GEOMETRY.count);
        let all = |numbers: std::ops::RangeInclusive<usize>| {
            numbers.filter_map(|n| R::GEOMETRY.square(n)).fold(0, |set, square| set | bit(square))
        };
        Position::new([all(count - men + 1..=count), all(1..=men)], 0, R::RULES.first)
    }

    /// A position with these pieces (White's first), no moves counted yet.
    pub(super) fn new(pieces: [Bitboard; 2], kings: Bitboard, turn: Colour) -> Position<R> {
        let mut position = Position {
            pieces,
            kings,
            key: if turn == Colour::Black { BLACK_TO_MOVE } else { 0 },
            turn,
            quiet: 0,
            road: 0,
            wolf: [Wolf::default(); 2],
            move_number: 0,
            rules: PhantomData,
        };
        for colour in [Colour::White, Colour::Black] {
            for square in squares(pieces[colour.index()]) {
                position.key ^= piece_key(colour, kings & bit(square) != 0, square);
            }
        }
        position
    }

    /// Pieces of the player to move.
    #[inline(always)]
    pub fn own(&self) -> Bitboard {
        self.pieces[self.turn.index()]
    }

    /// Pieces of the opponent.
    #[inline(always)]
    pub fn other(&self) -> Bitboard {
        self.pieces[self.turn.other().index()]
    }

    /// Pieces of a colour.
    #[inline(always)]
    pub fn pieces(&self, colour: Colour) -> Bitboard {
        self.pieces[colour.index()]
    }

    /// Kings of both colours.
    #[inline(always)]
    pub fn kings(&self) -> Bitboard {
        self.kings
    }

    /// The colour to move.
    #[inline(always)]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// All pieces.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    /// Squares without a piece.
    #[inline(always)]
    pub(super) fn empty(&self) -> Bitboard {
        R::GEOMETRY.all & !self.occupied()
    }

    /// The player who has a colour.
    pub fn player(colour: Colour) -> Player {
        if colour == R::RULES.first { Player::FIRST } else { Player::SECOND }
    }

    /// The winner by making a king, if that wins.
    #[inline(always)]
    fn first_king(&self) -> Option<Colour> {
        if R::RULES.goal != Goal::FirstKing || self.kings == 0 {
            return None;
        }
        // Only a position set up by hand can have kings of the player to move, or of both.
        let last_mover = self.turn.other();
        Some(if self.kings & self.other() != 0 { last_mover } else { self.turn })
    }

    /// Does the player to move have a legal move (or, where a first king wins, is the game over)?
    fn has_moves(&self) -> bool {
        self.must_capture() || self.has_quiet()
    }

    /// Would the opponent capture if it were their turn?
    pub fn is_threatened(&self) -> bool {
        self.seen_by(self.turn.other()).must_capture()
    }

    /// The same pieces with this colour to move, for looking at captures only: the key stays as it was.
    pub(super) fn seen_by(&self, colour: Colour) -> Position<R> {
        Position { turn: colour, ..*self }
    }

    /// Plays a legal move on this copy of the position `before`.
    #[inline(always)]
    fn play(&mut self, before: &Position<R>, mv: Move) {
        let (own, other) = (self.turn.index(), self.turn.other().index());
        let (from, to) = (bit(mv.from), bit(mv.to));
        let was_king = self.kings & from != 0;
        self.key ^= BLACK_TO_MOVE
            ^ piece_key(self.turn, was_king, mv.from)
            ^ piece_key(self.turn, was_king || mv.promotes, mv.to);
        self.pieces[own] = self.pieces[own] & !from | to;
        if mv.captured != 0 {
            for square in squares(mv.captured) {
                let king = self.kings & bit(square) != 0;
                self.key ^= piece_key(self.turn.other(), king, square);
            }
            self.pieces[other] &= !mv.captured;
            self.kings &= !mv.captured;
        }
        if was_king || mv.promotes {
            self.kings = self.kings & !from | to;
        }
        if self.move_number != 0 && self.turn != R::RULES.first {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.turn = self.turn.other();
        // Without kings nothing was counted, and a man that becomes one begins with nothing.
        if R::RULES.three_king_moves && before.kings != 0 {
            let has_men = self.pieces.map(|pieces| pieces & !self.kings != 0);
            self.wolf = wolf::after_move(before.wolf, own, mv, was_king, has_men);
        }
        self.advance_counts(before, mv, was_king);
    }
}

impl<R: RuleSet> contract::Position for Position<R> {
    type Move = Move;
    type Undo = Position<R>;

    #[inline]
    fn player_to_move(&self) -> Player {
        Position::<R>::player(self.turn)
    }

    #[inline]
    fn key(&self) -> u64 {
        let wolves = if R::RULES.three_king_moves && self.kings != 0 { wolf::key(&self.wolf) } else { 0 };
        self.key ^ self.counts_key() ^ wolves
    }

    fn repetition_key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.first_king() {
            return Some(Outcome::Win(Position::<R>::player(winner)));
        }
        // A move that ends the game on the last move allowed still counts.
        (self.is_limit_reached() && self.has_moves()).then_some(Outcome::Draw)
    }

    fn outcome_reason(&self) -> &'static str {
        if self.first_king().is_some() { "first king" } else { "move limit" }
    }

    fn no_moves_outcome(&self) -> Outcome {
        let winner = match R::RULES.goal {
            Goal::HaveNoMove => self.turn,
            Goal::LeaveNoMove | Goal::FirstKing => self.turn.other(),
        };
        Outcome::Win(Position::<R>::player(winner))
    }

    fn repetition_limit(&self) -> Option<usize> {
        R::RULES.threefold.then_some(3)
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        if self.first_king().is_some() {
            return;
        }
        let capturers = self.capturers();
        if capturers != 0 {
            self.generate_captures(capturers, moves);
        } else {
            self.generate_quiet(moves);
        }
    }

    fn count_moves(&self) -> usize {
        if self.first_king().is_some() {
            return 0;
        }
        match self.count_single_captures() {
            Some(0) => self.count_quiet(),
            Some(count) => count,
            None => self.count_listed_captures().unwrap_or_else(|| self.count_quiet()),
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Position<R> {
        let before = *self;
        self.play(&before, mv);
        before
    }

    #[inline]
    fn unmake(&mut self, _mv: Move, before: Position<R>) {
        *self = before;
    }

    fn move_code(&self, mv: Move) -> u16 {
        // Twelve bits of from and to, three that tell most captures with the same ends apart, and a one.
        let taken = (mv.captured.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as u16;
        (mv.from_to() as u16) << 4 | taken << 1 | 1
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        let king = self.kings & bit(mv.from) != 0;
        let mut key = self.key
            ^ BLACK_TO_MOVE
            ^ piece_key(self.turn, king, mv.from)
            ^ piece_key(self.turn, king || mv.promotes, mv.to);
        for square in squares(mv.captured) {
            key ^= piece_key(self.turn.other(), self.kings & bit(square) != 0, square);
        }
        Some(key)
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_capture() || self.kings & bit(mv.from) == 0
    }
}
