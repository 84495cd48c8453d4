//! The rules' state at one moment.
//!
//! Three words hold the board: the pieces of each colour, and which pieces are kings. Undo restores a copy of the
//! previous position. The key covers the pieces and the turn, updated incrementally, and is mixed with the move counts
//! if they matter (see `draws`). Repetition compares the first part alone.

use super::colour::Colour;
use super::geometry::{Bitboard, Geometry, bit, squares};
use super::hot_rules::{AnyRules, HotRules};
use super::moves::Move;
use super::rules::{Goal, Rules};
use super::wolf::{self, Wolf};
use super::zobrist::{BLACK_TO_MOVE, piece_key};
use crate::contract::{self, Outcome, Player, Position as _};

/// A position under any rules. Hot code takes a [`Position`](super::Position) instead, which knows its kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyPosition {
    pub(super) pieces: [Bitboard; 2],
    pub(super) kings: Bitboard,
    key: u64,
    pub(super) rules: &'static Rules,
    pub(super) turn: Colour,
    /// Count for the limit in force, in half-moves.
    pub(super) quiet: u16,
    /// Half-moves for which a lone king has held the long diagonal against three pieces (FMJD-64).
    pub(super) road: u8,
    pub(super) wolf: [Wolf; 2],
    /// Move number, as in a FEN; 0 if it is not counted.
    pub(super) move_number: u16,
}

/// Small, since each move copies it.
const _: () = assert!(size_of::<AnyPosition>() == 48);

impl AnyPosition {
    pub(super) fn start(rules: &'static Rules) -> AnyPosition {
        let (men, geometry) = (rules.men, rules.geometry());
        let all = |numbers: std::ops::RangeInclusive<usize>| {
            numbers.filter_map(|n| geometry.square(n)).fold(0, |set, square| set | bit(square))
        };
        let count = geometry.count;
        AnyPosition::new(rules, [all(count - men + 1..=count), all(1..=men)], 0, rules.movement.first)
    }

    /// A position with these pieces (White's first), no moves counted yet.
    pub(super) fn new(
        rules: &'static Rules,
        pieces: [Bitboard; 2],
        kings: Bitboard,
        turn: Colour,
    ) -> AnyPosition {
        let mut position = AnyPosition {
            pieces,
            kings,
            rules,
            key: if turn == Colour::Black { BLACK_TO_MOVE } else { 0 },
            turn,
            quiet: 0,
            road: 0,
            wolf: [Wolf::default(); 2],
            move_number: 0,
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

    /// The rules.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The board.
    pub(super) fn geometry(&self) -> &'static Geometry {
        self.rules.geometry()
    }

    /// Squares without a piece.
    pub(super) fn empty_squares(&self) -> Bitboard {
        self.geometry().all & !self.occupied()
    }

    /// The player of a colour.
    #[inline]
    pub fn player(&self, colour: Colour) -> Player {
        if colour == self.rules.movement.first { Player::FIRST } else { Player::SECOND }
    }

    /// The winner by making a king, if that wins.
    #[inline(always)]
    pub(super) fn first_king<R: HotRules>(&self) -> Option<Colour> {
        if self.kings == 0 || R::goal(self.rules) != Goal::FirstKing {
            return None;
        }
        // Only a position set up by hand can have kings of the player to move, or of both.
        let last_mover = self.turn.other();
        Some(if self.kings & self.other() != 0 { last_mover } else { self.turn })
    }

    /// Must the player to move capture? Calls the kernel by pointer; [`Position`](super::Position) calls it directly.
    pub(super) fn has_capture(&self) -> bool {
        (self.rules.movement.calls.must_capture)(self)
    }

    pub(super) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves
    }

    /// The same pieces with this colour to move, for examining captures only: the key is not updated.
    #[inline(always)]
    pub(super) fn seen_by(&self, colour: Colour) -> AnyPosition {
        AnyPosition { turn: colour, ..*self }
    }

    /// The key with all move counts.
    #[inline(always)]
    pub(super) fn full_key<R: HotRules>(&self) -> u64 {
        let has_wolves = R::three_king_moves(self.rules) && self.kings != 0;
        let wolves = if has_wolves { wolf::key(&self.wolf) } else { 0 };
        self.key ^ self.counts_key::<R>() ^ wolves
    }

    /// Can the position itself show an outcome? Mostly it cannot, so the search asks this first.
    #[inline(always)]
    pub(super) fn may_be_over<R: HotRules>(&self) -> bool {
        self.first_king::<R>().is_some() || self.may_be_drawn::<R>()
    }

    /// The outcome visible in the position itself; `has_moves` is called last.
    #[inline(always)]
    pub(super) fn outcome_by<R: HotRules>(&self, has_moves: impl FnOnce() -> bool) -> Option<Outcome> {
        if let Some(winner) = self.first_king::<R>() {
            return Some(Outcome::Win(self.player(winner)));
        }
        // The last allowed move may still end the game.
        (self.is_limit_reached::<R>() && has_moves()).then_some(Outcome::Draw)
    }

    /// Plays a legal move on this copy of the position `before`.
    #[inline(always)]
    pub(super) fn play<R: HotRules>(&mut self, before: &AnyPosition, mv: Move) {
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
        if self.move_number != 0 && self.turn != self.rules.movement.first {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.turn = self.turn.other();
        // Without kings there were no counts, and a new king starts at 0.
        if R::three_king_moves(self.rules) && before.kings != 0 {
            let has_men = self.pieces.map(|pieces| pieces & !self.kings != 0);
            self.wolf = wolf::after_move(before.wolf, own, mv, was_king, has_men);
        }
        self.advance_counts::<R>(before, mv, was_king);
    }
}

impl contract::Position for AnyPosition {
    type Move = Move;
    type Undo = AnyPosition;

    #[inline]
    fn player_to_move(&self) -> Player {
        self.player(self.turn)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.full_key::<AnyRules>()
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome_by::<AnyRules>(|| !self.legal_moves().is_empty())
    }

    fn outcome_reason(&self) -> &'static str {
        if self.first_king::<AnyRules>().is_some() { "first king" } else { "move limit" }
    }

    #[inline]
    fn no_moves_outcome(&self) -> Outcome {
        let winner = match self.rules.goal {
            Goal::HaveNoMove => self.turn,
            Goal::LeaveNoMove | Goal::FirstKing => self.turn.other(),
        };
        Outcome::Win(self.player(winner))
    }

    #[inline]
    fn repetition_limit(&self) -> Option<usize> {
        self.rules.repetitions
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        (self.rules.movement.calls.generate)(self, moves);
    }

    fn make(&mut self, mv: Move) -> AnyPosition {
        let before = *self;
        self.play::<AnyRules>(&before, mv);
        before
    }

    fn unmake(&mut self, _mv: Move, before: AnyPosition) {
        *self = before;
    }

    #[inline]
    fn move_code(&self, mv: Move) -> u16 {
        // Twelve bits of from and to, three that distinguish most captures with the same ends, and a 1.
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

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_capture() || self.kings & bit(mv.from) == 0
    }
}
