//! The solver as the engine uses it: values in plies instead of scores in stones.

use std::sync::Arc;

use crate::contract::book::BookMove;
use crate::contract::solver::{Effort, Proof};
use crate::contract::{Bound, Player, Score, Window};
use crate::games::connect_four::book::Book;
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::solver::{Known, Solver};
use crate::games::connect_four::value::{stones, value};
use crate::games::connect_four::word::BoardWord;

/// The prover of one board.
pub struct Prover<B> {
    solver: Solver<B>,
    /// The book, while it is used.
    book: Option<Arc<Book>>,
    board: (u32, u32),
}

impl<B: BoardWord> Prover<B> {
    /// See [`Solver::new`].
    pub fn new(geometry: &Geometry<B>, hash_mib: usize, threads: usize) -> Prover<B> {
        let (solver, board) =
            (Solver::new(geometry, hash_mib, threads), (geometry.width(), geometry.height()));
        let mut prover = Prover { solver, book: None, board };
        prover.use_book(true);
        prover
    }
}

impl<B: BoardWord> Prover<B> {
    /// A prover with this book.
    #[cfg(test)]
    pub fn with_book(geometry: &Geometry<B>, book: Arc<Book>) -> Prover<B> {
        let mut prover = Prover::new(geometry, 16, 1);
        prover.solver.set_known(Some(book.clone()));
        prover.book = Some(book);
        prover
    }

    /// Forgets everything found so far; a book is kept.
    pub fn clear(&mut self) {
        self.solver.clear();
    }

    /// Uses the book, or not (default: yes).
    pub fn use_book(&mut self, on: bool) {
        let (width, height) = self.board;
        self.book = on.then(|| Book::embedded(width, height)).flatten();
        self.solver.set_known(self.book.clone().map(|book| book as Arc<dyn Known<B>>));
    }

    /// The move that the book has for a position, while it is used.
    pub fn book_move(&self, pos: &Position<B>) -> Option<BookMove<Move>> {
        let book = self.book.as_ref()?;
        let found = book.look_up(pos).map(|(entry, mv)| {
            let proof = entry.depth.is_none().then_some(Bound::Exact);
            BookMove { mv, value: entry.value(pos), proof }
        });
        if found.is_some_and(|found| found.proof.is_some()) {
            return found;
        }
        // The length of a win by the strategy is unknown: it lasts at most to the last stone.
        let win = |mv| BookMove { mv, value: self.least_win(pos), proof: Some(Bound::Lower) };
        book.winning_move(pos).map(win).or(found)
    }

    /// Bounds the value of a position that is not over until the bounds meet, or the value is known to be at most
    /// `window.alpha`, or at least `window.beta`, or the effort is spent. Distances are the shortest for a win and the
    /// longest for a loss. Results are kept, so that a query continues where it ended.
    pub fn prove(&mut self, pos: &Position<B>, window: Window, effort: Effort<'_>) -> Proof {
        // Values a ply apart can be the same number of stones.
        let low = stones(pos, window.alpha);
        let high = stones(pos, window.beta).max(low + 1);
        let found = self.solver.solve(pos, (low, high), effort);
        Proof { low: value(pos, found.low), high: value(pos, found.high), nodes: found.nodes }
    }

    /// Does the book have a strategy by which the player to move wins, at least from the start of the game?
    pub fn has_strategy(&self, pos: &Position<B>) -> bool {
        self.book.as_ref().is_some_and(|book| book.winner_moves(pos))
    }

    /// Is the position won by that strategy, for the player to move?
    pub fn wins_by_book(&self, pos: &Position<B>) -> bool {
        let known = || self.book.as_ref()?.bounds(pos.mover(), pos.occupied());
        self.has_strategy(pos) && known().is_some()
    }

    /// Does this player win a position that is not over? `None` if the effort is spent before; also the nodes that it took.
    pub fn wins(&self, pos: &Position<B>, player: Player, effort: Effort<'_>) -> (Option<bool>, u64) {
        self.solver.wins(pos, player == Player::FIRST, effort)
    }

    /// The lowest value of a win: one by the last stone.
    pub fn least_win(&self, pos: &Position<B>) -> Score {
        value(pos, 1)
    }

    /// An estimate, by order of magnitude, of the nodes to prove the value of this position from scratch, by its
    /// distance from the end.
    ///
    /// Before the book a few plies are left, and after a strategy a win is near. Else, by measurement: half a million
    /// nodes with 32 empty cells, and a little less than three times as many for two more cells.
    pub fn work(&self, pos: &Position<B>) -> u64 {
        let proved = self.book.as_ref().and_then(|book| book.fewest_stones());
        if proved.is_some_and(|fewest| pos.ply() <= fewest) || self.wins_by_book(pos) {
            return 1 << 16;
        }
        1 << (pos.empty().count() * 2 / 3).saturating_sub(2).min(60)
    }

    /// The usual number for a value of this position: stones left at the win.
    pub fn number(&self, pos: &Position<B>, value: Score) -> i32 {
        stones(pos, value)
    }

    /// Moves made from the start of the game to this position.
    pub fn plies_played(&self, pos: &Position<B>) -> u32 {
        pos.ply()
    }

    /// Plies from here to the end of a game that has this value, a win, a loss or a draw, by best play of both.
    pub fn plies_to_end(&self, pos: &Position<B>, value: Score) -> u32 {
        match value.plies_to_end() {
            Some(plies) => plies.max(0) as u32,
            None => pos.geometry().cell_count() - pos.ply(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;

    #[test]
    fn only_a_book_with_proofs_in_it_makes_one_likely() {
        let work = |width: u32, height: u32| {
            let pos = ConnectFour::<u128>::new(width, height).unwrap().play("").unwrap();
            Prover::new(pos.geometry(), 1, 1).work(&pos)
        };
        assert!(work(7, 6) < 1 << 20, "all positions with 8 stones are proved");
        assert!(work(8, 8) > 1 << 30, "the book is searched");
    }
}
