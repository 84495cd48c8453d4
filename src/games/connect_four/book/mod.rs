//! Opening books: what was proved or searched beforehand.
//!
//! | file | content |
//! |---|---|
//! | `key.rs` | a position and its mirror image as one number |
//! | `file.rs` | the book as bytes |
//! | `line.rs` | moves as the work file writes them, and where forced moves lead |
//! | `make.rs` | which positions to work at, and what becomes of them |
//!
//! A book is searched for at nodes with few stones only, some hundreds in a search, so a sorted list is fast enough.

mod file;
mod key;
mod line;
mod make;

use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::board::BoardWord;
use super::position::{Drop, Position};
use super::solver::Known;
use key::Shape;
pub use make::Maker;

/// A book that comes with the program, decoded when it is first asked for.
struct Embedded {
    board: (u32, u32),
    bytes: &'static [u8],
    book: OnceCell<Option<Arc<Book>>>,
}

static EMBEDDED: [Embedded; 1] =
    [Embedded { board: (7, 6), bytes: include_bytes!("7x6.book"), book: OnceCell::new() }];

/// What a book says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Exact score in stones where it is proved, else a search's score in hundredths.
    pub score: i16,
    /// Column of the best move, from 0.
    pub column: u8,
    /// Depth of the search, at most 255; `None` where the score is proved.
    pub depth: Option<u8>,
}

/// An opening book of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    shape: Shape,
    /// In ascending order, each once in the two lists.
    proved: Vec<(u128, Entry)>,
    searched: Vec<(u128, Entry)>,
    most_stones: u32,
}

impl Book {
    /// The book that comes with the program for a board of this size.
    pub fn embedded(width: u32, height: u32) -> Option<Arc<Book>> {
        let embedded = EMBEDDED.iter().find(|embedded| embedded.board == (width, height))?;
        let decode = || Book::decode(embedded.bytes, width, height).ok().map(Arc::new);
        embedded.book.get_or_init(decode).clone()
    }

    /// What it says of a position, and the move in it.
    pub fn look_up<B: BoardWord>(&self, pos: &Position<B>) -> Option<(Entry, Drop)> {
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
    fn score(&self, mover: B, occupied: B) -> Option<i32> {
        let (key, _) = self.shape.canonical(self.shape.key(mover, occupied));
        find(&self.proved, key).map(|entry| i32::from(entry.score))
    }

    fn most_stones(&self) -> u32 {
        self.most_stones
    }
}
