//! Captures.
//!
//! Invariant: a captured piece stays on the board until the move is over, so it still blocks and cannot be jumped
//! twice; the start square counts as empty; the list keeps only the captures that the rules require, each once.
//!
//! Men's captures are found for the whole board at once by shifts. If none of them can continue, the usual case,
//! counting them needs no list.

use std::cell::RefCell;

use super::colour::Colour;
use super::geometry::{Bitboard, DIAGONALS, DIRECTIONS, Square, bit, opposite, shift, squares};
use super::hot_rules::HotRules;
use super::kernel::{Kernel, Obligation, PassingPromotion};
use super::moves::Move;
use super::position::Position;

/// The value of a capture by which those that must be played are chosen: a sum over the captured pieces.
struct Worth {
    /// Of a captured man.
    man: u32,
    /// Of a captured king.
    king: u32,
    /// More for a king captured first; half of it for one captured second, and so on.
    early_king: u32,
    /// More for a capture by a king.
    by_king: u32,
}

impl Worth {
    const fn of(obligation: Obligation) -> Worth {
        const NOTHING: Worth = Worth { man: 0, king: 0, early_king: 0, by_king: 0 };
        match obligation {
            Obligation::Any => NOTHING,
            Obligation::MostPieces => Worth { man: 1, king: 1, ..NOTHING },
            // Values of the server, doubled: a king is just under two men, and by a king less than any difference.
            Obligation::GreatestValue => Worth { man: 200, king: 398, by_king: 1, ..NOTHING },
            Obligation::WithKing => Worth { by_king: 1, ..NOTHING },
            // A capture has at most 12 pieces, so what counts less never makes up for what counts more.
            Obligation::MostPiecesThenKings => Worth { man: 1 << 4, king: (1 << 4) + 1, ..NOTHING },
            Obligation::MostPiecesThenRank => {
                let (piece, by_king, king) = (1 << 22, 1 << 21, 1 << 16);
                Worth { man: piece, king: piece + king, early_king: 1 << 15, by_king }
            }
        }
    }
}

impl<K: Kernel> Position<K> {
    const WORTH: Worth = Worth::of(K::MOVEMENT.obligation);

    /// Number of capture directions; the diagonal ones come first.
    pub(super) const CAPTURE_DIRECTIONS: usize = K::MOVEMENT.capture_directions();

    /// Do men of this colour capture in this direction?
    #[inline(always)]
    pub(super) const fn man_captures_towards(colour: Colour, direction: usize) -> bool {
        K::MOVEMENT.men_capture_backwards || (direction < 2) == matches!(colour, Colour::White)
    }

    /// The squares from which a short jump in this direction is possible.
    #[inline(always)]
    fn jump_origins(&self, direction: usize) -> Bitboard {
        if direction >= Self::CAPTURE_DIRECTIONS || !Self::man_captures_towards(self.turn, direction) {
            return 0;
        }
        let back = -K::GEOMETRY.offset(direction);
        shift(shift(self.empty(), back) & self.taken_by_men(), back)
    }

    /// The opponent's pieces that men can take.
    #[inline(always)]
    fn taken_by_men(&self) -> Bitboard {
        if K::MOVEMENT.men_capture_kings { self.other() } else { self.other() & !self.kings }
    }

    /// Jump origins of every direction of men.
    #[inline(always)]
    fn all_jump_origins(&self) -> [Bitboard; DIRECTIONS] {
        let of = |direction| self.jump_origins(direction);
        [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
    }

    /// Kings that stand on a line with an opponent that has a free square behind it.
    fn capturing_kings(&self, mut kings: Bitboard) -> Bitboard {
        let (empty, other) = (self.empty(), self.other());
        let mut found = 0;
        while kings != 0 {
            let king = kings & kings.wrapping_neg();
            kings ^= king;
            for direction in 0..Self::CAPTURE_DIRECTIONS {
                let by = K::GEOMETRY.offset(direction);
                let enemy = if K::MOVEMENT.flying_kings {
                    let from = king.trailing_zeros() as Square;
                    K::GEOMETRY.first_on_ray(direction, from, self.occupied()).map_or(0, bit)
                } else {
                    shift(king, by)
                };
                if shift(enemy & other, by) & empty != 0 {
                    found |= king;
                    break;
                }
            }
        }
        found
    }

    /// The pieces of the player to move that can capture.
    #[inline]
    pub(super) fn capturers(&self) -> Bitboard {
        let origins = self.all_jump_origins().into_iter().fold(0, |all, set| all | set);
        let own = self.own();
        let kings = own & self.kings;
        let men = own & !self.kings & origins;
        if kings == 0 { men } else { men | self.capturing_kings(kings) }
    }

    /// Must the player to move capture?
    #[inline]
    pub(super) fn must_capture(&self) -> bool {
        self.capturers() != 0
    }

    /// Appends the captures that the rules require. `capturers` is the result of [`Position::capturers`].
    pub(super) fn generate_captures(&self, capturers: Bitboard, moves: &mut Vec<Move>) {
        if capturers & self.kings == 0
            && let Some(origins) = self.single_captures(capturers)
        {
            self.list_single_captures(capturers, origins, moves);
            return;
        }
        let first = moves.len();
        let mut search = CaptureSearch {
            position: self,
            empty: 0,
            from: 0,
            by_king: false,
            crowned: false,
            best: 0,
            first,
            moves,
        };
        for from in squares(capturers) {
            search.start(from);
        }
    }

    /// Number of required captures, counted in a list; `None` without a capture.
    pub(super) fn count_listed_captures(&self) -> Option<usize> {
        thread_local! {
            static SCRATCH: RefCell<Vec<Move>> = const { RefCell::new(Vec::new()) };
        }
        let capturers = self.capturers();
        (capturers != 0).then(|| {
            SCRATCH.with_borrow_mut(|moves| {
                moves.clear();
                self.generate_captures(capturers, moves);
                moves.len()
            })
        })
    }

    /// Number of captures if whole-board shifts suffice: only men capture, and no capture can continue. `None` if a
    /// list is needed; 0 without a capture.
    #[inline]
    pub(super) fn count_single_captures(&self) -> Option<usize> {
        if K::MOVEMENT.orthogonal_captures {
            return None;
        }
        let own = self.own();
        if own & self.kings != 0 {
            return None;
        }
        let origins = self.all_jump_origins();
        let any = origins[0] | origins[1] | origins[2] | origins[3];
        if own & any == 0 {
            return Some(0);
        }
        let origins = self.single_captures(own)?;
        Some(origins[..DIAGONALS].iter().map(|&origins| (own & origins).count_ones() as usize).sum())
    }

    /// The jump origins of every direction, if no capture of these men can continue; `None` if a list is needed.
    #[inline(always)]
    fn single_captures(&self, men: Bitboard) -> Option<[Bitboard; DIRECTIONS]> {
        let are_compared = K::MOVEMENT.obligation.compares_kings() && self.taken_by_men() & self.kings != 0;
        if K::MOVEMENT.orthogonal_captures || are_compared {
            return None;
        }
        let origins = self.all_jump_origins();
        let mut going_on = 0;
        for direction in 0..DIAGONALS {
            let landed = shift(men & origins[direction], 2 * K::GEOMETRY.offset(direction));
            for next in (0..DIAGONALS).filter(|&next| next != opposite(direction)) {
                going_on |= landed & origins[next];
            }
            if K::MOVEMENT.passing == PassingPromotion::GoesOnAsKing {
                going_on |= landed & K::GEOMETRY.promotion_rows[self.turn.index()];
            }
        }
        (going_on == 0).then_some(origins)
    }

    /// Appends the captures of men, none of which can continue, in the order of a `CaptureSearch`.
    #[inline]
    fn list_single_captures(&self, men: Bitboard, origins: [Bitboard; DIRECTIONS], moves: &mut Vec<Move>) {
        let last_row = K::GEOMETRY.promotion_rows[self.turn.index()];
        for from in squares(men) {
            for direction in (0..DIAGONALS).filter(|&direction| origins[direction] & bit(from) != 0) {
                let by = K::GEOMETRY.offset(direction);
                let to = (i32::from(from) + 2 * by) as Square;
                let captured = shift(bit(from), by);
                moves.push(Move { from, to, promotes: bit(to) & last_row != 0, captured });
            }
        }
    }
}

/// A search of the captures of each piece in turn, which keeps the best so far.
struct CaptureSearch<'a, K: Kernel> {
    position: &'a Position<K>,
    /// Empty squares, including the start square.
    empty: Bitboard,
    from: Square,
    by_king: bool,
    /// The piece is a man crowned in passing.
    crowned: bool,
    /// Value of the captures in the list.
    best: u32,
    /// Index of the first of them in `moves`.
    first: usize,
    moves: &'a mut Vec<Move>,
}

impl<K: Kernel> CaptureSearch<'_, K> {
    fn start(&mut self, from: Square) {
        self.from = from;
        self.empty = self.position.empty() | bit(from);
        self.by_king = self.position.kings & bit(from) != 0;
        let value = u32::from(self.by_king) * Position::<K>::WORTH.by_king;
        if self.by_king && K::MOVEMENT.flying_kings {
            for direction in 0..Position::<K>::CAPTURE_DIRECTIONS {
                self.king_jump(from, direction, 0, value);
            }
        } else {
            self.short_jumps(bit(from), 0, value);
        }
    }

    /// The end of a short jump from `at` in each direction; 0 if there is none.
    #[inline(always)]
    fn short_landings(&self, at: Bitboard, captured: Bitboard) -> [Bitboard; DIRECTIONS] {
        let taken = if self.by_king { self.position.other() } else { self.position.taken_by_men() };
        let victims = taken & !captured;
        let of = |direction| {
            let is_open = direction < Position::<K>::CAPTURE_DIRECTIONS
                && (self.by_king || Position::<K>::man_captures_towards(self.position.turn, direction));
            let by = K::GEOMETRY.offset(direction);
            if is_open { shift(shift(at, by) & victims, by) & self.empty } else { 0 }
        };
        [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
    }

    /// All short jumps from `at`; false if there is none.
    fn short_jumps(&mut self, at: Bitboard, captured: Bitboard, value: u32) -> bool {
        let landings = self.short_landings(at, captured);
        // Most jumps end the move, so all directions are tested together first.
        if landings.into_iter().fold(0, |all, set| all | set) == 0 {
            return false;
        }
        for (direction, to) in landings.into_iter().take(Position::<K>::CAPTURE_DIRECTIONS).enumerate() {
            if to != 0 {
                let over = shift(to, -K::GEOMETRY.offset(direction));
                self.land(to, direction, captured | over, value + self.value_of(over, captured));
            }
        }
        true
    }

    /// Continues or ends the move after a short jump in `direction` to `to`.
    #[inline]
    fn land(&mut self, to: Bitboard, direction: usize, captured: Bitboard, value: u32) {
        let on_last_row = !self.by_king && to & K::GEOMETRY.promotion_rows[self.position.turn.index()] != 0;
        let square = to.trailing_zeros() as Square;
        let went_on = if on_last_row && K::MOVEMENT.passing == PassingPromotion::GoesOnAsKing {
            self.crowned = true;
            let went_on = self.king_goes_on(square, direction, captured, value);
            self.crowned = false;
            went_on
        } else {
            self.short_jumps(to, captured, value)
        };
        if !went_on {
            self.add(square, on_last_row, captured, value);
        }
    }

    /// A flying king on `at` captures the first piece in `direction`, if it can; false if not.
    fn king_jump(&mut self, at: Square, direction: usize, captured: Bitboard, value: u32) -> bool {
        let occupied = K::GEOMETRY.all & !self.empty;
        let Some(over) = K::GEOMETRY.first_on_ray(direction, at, occupied) else { return false };
        if bit(over) & self.position.other() & !captured == 0 {
            return false;
        }
        let beyond = K::GEOMETRY.ray(direction, over);
        let blocker = K::GEOMETRY.first_on_ray(direction, over, occupied);
        let landings = match blocker {
            Some(next) => beyond & !K::GEOMETRY.ray(direction, next) & !bit(next),
            None => beyond,
        };
        if landings == 0 {
            return false;
        }
        let value = value + self.value_of(bit(over), captured);
        let captured = captured | bit(over);
        // Captures straight ahead are the same from every landing square, so they are tried from one.
        let nearest = K::GEOMETRY.first_on_ray(direction, over, landings).unwrap_or(over);
        let mut went_on = self.king_jump(nearest, direction, captured, value);
        for landing in squares(landings) {
            went_on |= self.king_turns(landing, direction, captured, value);
        }
        if !went_on {
            let halts = K::king_halts(self.position.rules) && self.position.kings & bit(over) != 0;
            for landing in squares(if halts { bit(nearest) } else { landings }) {
                self.add(landing, self.crowned, captured, value);
            }
        }
        true
    }

    /// Captures of a king on `at` that came in `direction` and turns aside; false if there is none.
    fn king_turns(&mut self, at: Square, direction: usize, captured: Bitboard, value: u32) -> bool {
        let mut jumped = false;
        for aside in 0..Position::<K>::CAPTURE_DIRECTIONS {
            if aside != direction && aside != opposite(direction) {
                jumped |= self.king_jump(at, aside, captured, value);
            }
        }
        jumped
    }

    /// Captures of a man just crowned on `at`; false if there is none.
    fn king_goes_on(&mut self, at: Square, direction: usize, captured: Bitboard, value: u32) -> bool {
        self.king_turns(at, direction, captured, value) | self.king_jump(at, direction, captured, value)
    }

    /// Contribution of a piece captured after others to the value of the capture.
    #[inline(always)]
    fn value_of(&self, over: Bitboard, before: Bitboard) -> u32 {
        let worth = &Position::<K>::WORTH;
        if worth.man == worth.king || over & self.position.kings == 0 {
            worth.man
        } else if worth.early_king == 0 {
            worth.king
        } else {
            worth.king + (worth.early_king >> before.count_ones())
        }
    }

    /// Keeps a complete capture if none is better and it is new.
    fn add(&mut self, to: Square, promotes: bool, captured: Bitboard, value: u32) {
        if value < self.best {
            return;
        }
        if value > self.best {
            self.best = value;
            self.moves.truncate(self.first);
        }
        let mv = Move { from: self.from, to, promotes, captured };
        if !self.moves[self.first..].contains(&mv) {
            self.moves.push(mv);
        }
    }
}
