//! The rules of Connect Four at one moment.
//!
//! Two words are the whole state: the stones of the player to move, and all stones. A stone never moves or
//! leaves, so the number of stones gives the ply and the ply gives the player to move.

use crate::contract::{self, Outcome, Player};

use super::geometry::Geometry;
use super::moves::Move;
use super::word::BoardWord;

/// A position of Connect Four on a board held in the word `B`.
///
/// Invariants: `mover` is a part of `occupied`; no stone hangs above an empty cell; the player to move has no four in a
/// line; the player who moves first has as many stones as the other or one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<B> {
    geometry: Geometry<B>,
    mover: B,
    occupied: B,
}

impl<B: BoardWord> Position<B> {
    /// The empty board.
    pub fn new(geometry: Geometry<B>) -> Position<B> {
        Position { geometry, mover: B::EMPTY, occupied: B::EMPTY }
    }

    /// The position with these stones of the first and the second player.
    ///
    /// # Errors
    /// One line: a stone hangs in the air, the numbers of stones do not fit each other, or the game would
    /// have ended before the last stone.
    pub fn from_stones(geometry: Geometry<B>, first: B, second: B) -> Result<Position<B>, String> {
        let occupied = first | second;
        if (occupied.plus(geometry.bottom())).meets(occupied) {
            return Err("a stone hangs above an empty cell; stones fall to the lowest free cell".into());
        }
        let (n1, n2) = (first.count(), second.count());
        if n1 != n2 && n1 != n2 + 1 {
            return Err(format!(
                "{n1} stones of the first player and {n2} of the second; expected equal numbers or one more of the first"
            ));
        }
        let (mover, waiting) = if n1 == n2 { (first, second) } else { (second, first) };
        if geometry.has_four(mover) {
            return Err("the player to move has four in a line already".into());
        }
        let pos = Position { geometry, mover, occupied };
        if geometry.has_four(waiting) && !pos.last_stone_made_four() {
            return Err(
                "four in a line that no last stone can have made; the game would have ended before".into()
            );
        }
        Ok(pos)
    }

    /// Would the player who just moved have no four without some stone on top of a column?
    fn last_stone_made_four(&self) -> bool {
        let tops = self.occupied.plus(self.geometry.bottom()).down(1) & self.waiting();
        tops.cells().any(|top| !self.geometry.has_four(self.waiting() ^ B::cell(top)))
    }

    /// Width, height and masks of the board.
    #[inline]
    pub fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    /// Stones of the player to move.
    #[inline]
    pub fn mover(&self) -> B {
        self.mover
    }

    /// Stones of the player who is not to move.
    #[inline]
    pub fn waiting(&self) -> B {
        self.mover ^ self.occupied
    }

    /// All stones.
    #[inline]
    pub fn occupied(&self) -> B {
        self.occupied
    }

    /// All empty cells.
    #[inline]
    pub fn empty(&self) -> B {
        self.geometry.board() ^ self.occupied
    }

    /// Stones of the first and of the second player.
    pub fn stones(&self) -> [B; 2] {
        match self.ply() % 2 {
            0 => [self.mover, self.waiting()],
            _ => [self.waiting(), self.mover],
        }
    }

    /// Stones played, which is the number of moves since the empty board.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.occupied.count()
    }

    /// The cells on which a stone can land, whether or not the game is over.
    #[inline]
    pub fn landing_cells(&self) -> B {
        self.geometry.landing_cells(self.occupied)
    }

    /// The drop into this column, counted from 0; `None` if it is full or not on the board.
    pub fn drop_into(&self, column: u32) -> Option<Move> {
        if column >= self.geometry.width() {
            return None;
        }
        let landing = self.landing_cells() & self.geometry.column_cells(column);
        (!landing.is_empty()).then(|| Move::onto(landing.lowest()))
    }

    /// Has the last stone made four in a line?
    #[inline]
    pub fn is_won(&self) -> bool {
        self.geometry.has_four(self.waiting())
    }
}

impl<B: BoardWord> contract::Position for Position<B> {
    type Move = Move;
    type Undo = ();

    const CAN_REPEAT: bool = false;

    #[inline]
    fn player_to_move(&self) -> Player {
        Player::new((self.ply() % 2) as usize)
    }

    /// Mover's stones plus all stones: in every column the sum is below twice the height bit of that column and
    /// determines both (Pons, "Solving Connect 4", part 4), so the number is unique; mixing makes every bit of it
    /// usable.
    #[inline]
    fn key(&self) -> u64 {
        self.mover.plus(self.occupied).mixed()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            return Some(Outcome::Win(self.player_to_move().other()));
        }
        self.empty().is_empty().then_some(Outcome::Draw)
    }

    fn outcome_reason(&self) -> &'static str {
        if self.is_won() { "four in a line" } else { "full board" }
    }

    fn no_moves_outcome(&self) -> Outcome {
        if self.is_won() { Outcome::Win(self.player_to_move().other()) } else { Outcome::Draw }
    }

    #[inline]
    fn generate(&self, moves: &mut Vec<Move>) {
        if !self.is_won() {
            moves.extend(self.landing_cells().cells().map(Move::onto));
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_won() { 0 } else { self.landing_cells().count() as usize }
    }

    fn is_legal(&self, mv: Move) -> bool {
        mv.cell() < B::BITS && self.landing_cells().meets(B::cell(mv.cell())) && !self.is_won()
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        self.mover = self.waiting();
        self.occupied = self.occupied | B::cell(mv.cell());
    }

    #[inline]
    fn unmake(&mut self, mv: Move, (): ()) {
        self.occupied = self.occupied ^ B::cell(mv.cell());
        self.mover = self.waiting();
    }

    /// The landing cell plus one.
    #[inline]
    fn move_code(&self, mv: Move) -> u16 {
        mv.cell() as u16 + 1
    }
}
