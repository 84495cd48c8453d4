//! A position that knows its kernel, for the search.
//!
//! What all positions share is in `any_position`; this file has what depends on how pieces move.

use std::marker::PhantomData;

use super::any_position::AnyPosition;
use super::colour::Colour;
use super::geometry::Bitboard;
use super::kernel::Kernel;
use super::moves::Move;
use super::rules::RuleSet;
use crate::contract::{self, Board, Face, MovePath, MoveStyle, Notation, Outcome, Player};

/// A position whose moves the kernel `K` generates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<K> {
    any: AnyPosition,
    kernel: PhantomData<K>,
}

impl<K> std::ops::Deref for Position<K> {
    type Target = AnyPosition;

    #[inline(always)]
    fn deref(&self) -> &AnyPosition {
        &self.any
    }
}

impl<K: Kernel> Position<K> {
    /// The start position under these rules.
    pub fn start(rules: RuleSet<K>) -> Position<K> {
        Position::of(AnyPosition::start(rules.rules()))
    }

    /// Converts a position; its rules must be of this kernel.
    #[inline(always)]
    pub(super) fn of(any: AnyPosition) -> Position<K> {
        Position { any, kernel: PhantomData }
    }

    /// Never inlined, so that nodes without an outcome save no registers for it.
    #[inline(never)]
    fn outcome_at_limit(&self) -> Option<Outcome> {
        self.outcome_by::<K>(|| self.must_capture() || self.has_quiet())
    }

    /// Squares without a piece.
    #[inline(always)]
    pub(super) fn empty(&self) -> Bitboard {
        K::GEOMETRY.all & !self.occupied()
    }

    /// Would the opponent capture if it were their turn?
    pub fn is_threatened(&self) -> bool {
        self.seen_by(self.turn.other()).must_capture()
    }

    /// The same pieces with this colour to move, for examining captures only: the key is not updated.
    #[inline(always)]
    pub(super) fn seen_by(&self, colour: Colour) -> Position<K> {
        Position::of(self.any.seen_by(colour))
    }
}

impl<K: Kernel> contract::Position for Position<K> {
    type Move = Move;
    type Undo = Position<K>;

    #[inline]
    fn player_to_move(&self) -> Player {
        if self.turn == K::MOVEMENT.first { Player::FIRST } else { Player::SECOND }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.full_key::<K>()
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.any.repetition_key()
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.may_be_over::<K>() { self.outcome_at_limit() } else { None }
    }

    fn outcome_reason(&self) -> &'static str {
        self.any.outcome_reason()
    }

    #[inline]
    fn no_moves_outcome(&self) -> Outcome {
        self.any.no_moves_outcome()
    }

    #[inline]
    fn repetition_limit(&self) -> Option<usize> {
        self.any.repetition_limit()
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        if self.first_king::<K>().is_some() {
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
        if self.first_king::<K>().is_some() {
            return 0;
        }
        match self.count_single_captures() {
            Some(0) => self.count_quiet(),
            Some(count) => count,
            None => self.count_listed_captures().unwrap_or_else(|| self.count_quiet()),
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Position<K> {
        let before = *self;
        self.any.play::<K>(&before.any, mv);
        before
    }

    #[inline]
    fn unmake(&mut self, _mv: Move, before: Position<K>) {
        *self = before;
    }

    #[inline]
    fn move_code(&self, mv: Move) -> u16 {
        self.any.move_code(mv)
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        self.any.key_after(mv)
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.any.is_irreversible(mv)
    }
}

impl<K: Kernel> Notation for Position<K> {
    fn parse_move(&self, text: &str) -> Result<Move, String> {
        self.any.parse_move(text)
    }

    fn move_text(&self, mv: Move, style: MoveStyle) -> String {
        self.any.move_text(mv, style)
    }

    fn fen(&self) -> String {
        self.any.fen()
    }

    fn fen_of(&self, board: &Board, to_move: Player) -> String {
        self.any.fen_of(board, to_move)
    }

    fn diagram(&self) -> String {
        self.any.diagram()
    }

    fn board(&self) -> Board {
        self.any.board()
    }

    fn face(&self) -> Face {
        self.any.face()
    }

    fn move_path(&self, mv: Move) -> MovePath {
        self.any.move_path(mv)
    }
}
