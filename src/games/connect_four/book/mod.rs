//! Opening books: results proved or searched in advance.
//!
//! | file | content |
//! |---|---|
//! | `key.rs` | a position and its mirror image as one number |
//! | `file.rs` | the book as bytes |
//! | `line.rs` | moves in the format of work files, and the positions after forced moves |
//! | `tree.rs` | the entries as a tree: contradictions, backed-up values |
//! | `strategy/` | the search for a winning strategy |
//! | `answers/` | a winning strategy in work files and books |
//! | `make.rs` | which positions to prove or search, and how the results become a book |
//! | `describe.rs` | the contents of a book as text |
//!
//! A search looks positions up only at nodes with few stones, some hundreds of times, so a sorted list is fast enough.

mod answers;
mod describe;
mod file;
mod key;
mod line;
mod make;
mod strategy;
mod tree;

use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::moves::Move;
use super::position::Position;
use super::solver::{Known, Solver};
use super::word::BoardWord;
use answers::Strategy;
#[cfg(test)]
pub use answers::second_player_wins;
use key::Shape;
pub use make::Maker;

/// A built-in book, decoded at first use.
struct Embedded {
    board: (u32, u32),
    bytes: &'static [u8],
    book: OnceCell<Option<Arc<Book>>>,
}

static EMBEDDED: [Embedded; 2] = [
    Embedded { board: (7, 6), bytes: include_bytes!("7x6.book"), book: OnceCell::new() },
    Embedded { board: (8, 8), bytes: include_bytes!("8x8.book"), book: OnceCell::new() },
];

/// The entry of a position in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Exact score in stones if it is proved, else a search's score in hundredths.
    pub score: i16,
    /// Column of the best move, from 0.
    pub column: u8,
    /// Depth of the search, at most 255; `None` if the score is proved.
    pub depth: Option<u8>,
}

/// An opening book of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    shape: Shape,
    /// In ascending order, each once in the two lists.
    proved: Vec<(u128, Entry)>,
    searched: Vec<(u128, Entry)>,
    /// Stones of the proved entries: the fewest and the most; `None` if nothing is proved.
    stones: Option<(u32, u32)>,
    strategy: Option<Strategy>,
}

impl Book {
    /// The built-in book for a board of this size.
    pub fn embedded(width: u32, height: u32) -> Option<Arc<Book>> {
        let embedded = EMBEDDED.iter().find(|embedded| embedded.board == (width, height))?;
        let decode = || Book::decode(embedded.bytes, width, height).ok().map(Arc::new);
        embedded.book.get_or_init(decode).clone()
    }

    /// Fewest stones of a proved entry: positions with fewer stones lead to proved ones.
    pub fn fewest_stones(&self) -> Option<u32> {
        self.stones.map(|(fewest, _)| fewest)
    }

    /// The move of the winning strategy in a position of the player who wins by it.
    pub fn winning_move<B: BoardWord>(&self, pos: &Position<B>) -> Option<Move> {
        self.strategy.as_ref()?.winning_move(pos)
    }

    /// Does the player to move win by the strategy?
    pub fn winner_moves<B: BoardWord>(&self, pos: &Position<B>) -> bool {
        self.strategy.as_ref().is_some_and(|strategy| strategy.winner_moves(pos))
    }

    /// The entry of a position, and its move.
    pub fn look_up<B: BoardWord>(&self, pos: &Position<B>) -> Option<(Entry, Move)> {
        let (key, mirrored) = self.shape.canonical(self.shape.key(pos.mover(), pos.occupied()));
        let entry = find(&self.proved, key).or_else(|| find(&self.searched, key))?;
        let column = u32::from(entry.column);
        let column = if mirrored { pos.geometry().width() - 1 - column } else { column };
        Some((entry, pos.drop_into(column)?))
    }
}

fn find(entries: &[(u128, Entry)], key: u128) -> Option<Entry> {
    entries.binary_search_by_key(&key, |&(key, _)| key).ok().map(|at| entries[at].1)
}

impl<B: BoardWord> Known<B> for Book {
    fn bounds(&self, mover: B, occupied: B) -> Option<(i32, i32)> {
        if !self.proved.is_empty() {
            let (key, _) = self.shape.canonical(self.shape.key(mover, occupied));
            if let Some(entry) = find(&self.proved, key) {
                return Some((entry.score.into(), entry.score.into()));
            }
        }
        let wins = self.strategy.as_ref().is_some_and(|strategy| strategy.wins(mover, occupied));
        wins.then_some((1, Solver::<B>::WHOLE.1))
    }

    fn max_stones(&self) -> u32 {
        let proved = self.stones.map_or(0, |(_, most)| most);
        proved.max(self.strategy.as_ref().map_or(0, Strategy::max_stones))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Position as _;
    use crate::contract::book::BookMaker;
    use crate::contract::solver::Effort;
    use crate::games::connect_four::Geometry;
    use crate::games::connect_four::solver::Solver;
    use line::Line;
    use tree::Tree;

    const SIDE: u32 = 5;

    fn board() -> Geometry<u64> {
        Geometry::new(SIDE, SIDE).unwrap()
    }

    /// The work file of a 5x5 book, and its lines without duplicates of mirror images.
    fn work(plies: u32) -> String {
        let mut maker = Maker::new(board(), 1);
        maker.plan(plies).iter().map(|moves| maker.prove(moves).unwrap() + "\n").collect()
    }

    fn book(work: &str) -> Book {
        Book::decode(&Maker::new(board(), 1).pack(work).unwrap(), SIDE, SIDE).unwrap()
    }

    fn score(solver: &mut Solver<u64>, pos: &Position<u64>) -> i32 {
        solver.solve(pos, Solver::<u64>::WHOLE, Effort::ENDLESS).score().unwrap()
    }

    #[test]
    fn a_book_says_of_a_position_and_of_its_mirror_image_what_was_proved() {
        let work = work(4);
        let book = book(&work);
        assert_eq!(book.proved.len(), work.lines().count());
        for text in work.lines() {
            let words: Vec<&str> = text.split(' ').collect();
            let mirrored: String =
                words[0].chars().map(|sign| char::from(b'0' + b'6' - sign as u8)).collect();
            for moves in [words[0], &mirrored] {
                let pos = Line::read(board(), moves).unwrap().pos;
                let (entry, mv) = book.look_up(&pos).unwrap();
                assert_eq!(entry.score.to_string(), words[1]);
                let mut child = pos;
                child.make(mv);
                assert_eq!(
                    score(&mut Solver::new(&board(), 1, 1), &child),
                    -i32::from(entry.score),
                    "{moves}"
                );
            }
        }
        assert_eq!(book.look_up(&Position::new(board())), None);
    }

    #[test]
    fn scores_with_a_book_are_those_without_and_cost_less() {
        let book = Arc::new(book(&work(4)));
        for moves in ["-", "1", "33", "332", "1234"] {
            let pos = Line::read(board(), moves).unwrap().pos;
            let (mut with, mut without) = (Solver::new(&board(), 1, 1), Solver::new(&board(), 1, 1));
            with.set_known(Some(book.clone()));
            let [with, without] =
                [&mut with, &mut without].map(|s| s.solve(&pos, Solver::<u64>::WHOLE, Effort::ENDLESS));
            assert_eq!(with.score(), without.score(), "{moves}");
            assert!(with.nodes < without.nodes, "{moves}: {} and {}", with.nodes, without.nodes);
        }
    }

    #[test]
    fn a_proved_and_a_searched_entry_are_kept_apart() {
        let book = book("123 40 2 500 searched 9\n124 0 2 7\n124 -30 1 500 searched 9\n");
        assert_eq!((book.proved.len(), book.searched.len()), (1, 1));
        let entry = |moves| book.look_up(&Line::read(board(), moves).unwrap().pos).unwrap().0;
        assert_eq!(entry("123"), Entry { score: 40, column: 1, depth: Some(9) });
        assert_eq!(entry("124"), Entry { score: 0, column: 1, depth: None });
        let pos = Line::read(board(), "123").unwrap().pos;
        assert_eq!(
            Known::bounds(&book, pos.mover(), pos.occupied()),
            None,
            "what is not proved is not known"
        );
    }

    #[test]
    fn work_files_that_make_no_sense_are_refused_by_the_line() {
        let maker = Maker::new(board(), 1);
        for (work, word) in [
            ("123 4 2\n", "'123 4 2'"),
            ("129 4 2 9\n", "'9'"),
            ("123 4 9 9\n", "'123 4 9 9'"),
            ("123 90 2 9\n", "'123 90 2 9'"),
            ("1212121 4 2 9\n", "the game ends"),
            ("123 4 2 9\n123 5 2 9\n", "another line has the score 4"),
            ("\n", "MOVES NUMBER MOVE NODES"),
        ] {
            let error = maker.pack(work).unwrap_err();
            assert!(error.contains(word), "{work}: {error}");
        }
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let bytes = Maker::new(board(), 1).pack(&work(2)).unwrap();
        for end in 0..bytes.len() {
            assert!(Book::decode(&bytes[..end], SIDE, SIDE).is_err(), "the first {end} bytes");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert!(Book::decode(&changed, SIDE, SIDE).is_err(), "byte {at} changed");
            // With a correct checksum only the contents are checked: whatever the result, no panic.
            let body = changed.len() - 8;
            let sum = file::checksum(&changed[..body]);
            changed[body..].copy_from_slice(&sum.to_le_bytes());
            let _ = Book::decode(&changed, SIDE, SIDE);
        }
        assert!(Book::decode(&bytes, 6, 5).unwrap_err().contains("5x5"));
        assert!(Book::decode(b"PK\x03\x04 and so on", 5, 5).unwrap_err().contains("not an opening book"));
    }

    #[test]
    fn the_books_that_come_with_the_program_are_right() {
        for Embedded { board: (width, height), bytes, .. } in &EMBEDDED {
            let book = Book::decode(bytes, *width, *height).unwrap();
            assert_eq!(Book::embedded(*width, *height).as_deref(), Some(&book));
            let geometry = Geometry::<u128>::new(*width, *height).unwrap();
            let entries = book.proved.iter().chain(&book.searched).copied().collect();
            let tree = Tree { geometry, entries: &entries };
            for &key in entries.keys() {
                let line = Line::at(book.shape.position(geometry, key).unwrap());
                assert_eq!(tree.contradiction(&line), None, "{key}");
            }
            let mut solver = Solver::new(&geometry, 64, 1);
            let step = book.proved.len() / 10 + 1;
            for &(key, entry) in book.proved.iter().step_by(step) {
                let pos = book.shape.position(geometry, key).unwrap();
                let found = solver.solve(&pos, Solver::<u128>::WHOLE, Effort::ENDLESS);
                assert_eq!(found.score(), Some(i32::from(entry.score)), "{key}");
            }
        }
    }

    #[test]
    fn an_engine_that_follows_the_book_comes_to_every_position_that_was_searched() {
        let maker = Maker::new(board(), 1);
        assert_eq!(maker.unexplored("", 2, 0).unwrap(), ["-", "1", "2", "3"]);
        let first = "- 10 3 100 searched 5\n";
        assert_eq!(maker.unexplored(first, 1, 0).unwrap(), Vec::<String>::new());
        assert_eq!(maker.unexplored(first, 3, 0).unwrap(), ["1", "2", "3", "31", "32", "33"]);
        let second = format!("{first}1 0 1 100 searched 5\n");
        assert!(maker.unexplored(&second, 4, 0).unwrap().contains(&"112".to_string()));
    }
}
