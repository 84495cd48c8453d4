//! The book as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `QDBOOK 2` |
//! | 2 | width and height of the board |
//! | 4 + 4 | number of proved and of searched entries, lowest byte first as everywhere |
//! | ... | the proved entries, then the searched ones, each list by ascending key |
//! | 1 | player with a winning strategy: 0 none, 1 the first, 2 the second |
//! | 4 | number of its answers |
//! | ... | the answers, four bits each: the first in the low bits of a byte, unused bits 0 |
//! | 8 | checksum of all before: FNV-1a, 64 bits (Fowler, Noll and Vo) |
//!
//! An entry begins with the difference of its key to the one before, as `varint.rs` writes it. A proved entry continues
//! with the score (1 byte) and the column of the best move from 0 (1), a searched one with score (2), column (1) and
//! depth (1).
//!
//! The answers of the strategy are in the order of a walk from the start of the game. If the loser is to move, it goes
//! through the columns with room, from the left, to the position after each of these moves. If the winner is to move,
//! it turns back if a stone wins at once, or if this position or its mirror image had an answer before; else it takes
//! the next answer. 0 is a *leaf*, won by a search of few nodes. Any other number is the column from 1 that the winner
//! plays in the position of the walk, which continues after that move.

use super::answers::Strategy;
use super::key::Shape;
use super::{Book, Entry};
use crate::games::connect_four::geometry::Geometry;
use crate::varint;

const MAGIC: &[u8; 8] = b"QDBOOK 2";
const CHECKSUM_BYTES: usize = 8;

pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Book {
    /// A book of entries of one board. Of two with the same key the first is kept, and a proved one rather than a
    /// searched one.
    pub(super) fn new(
        shape: Shape,
        entries: impl IntoIterator<Item = (u128, Entry)>,
        strategy: Option<Strategy>,
    ) -> Book {
        let (mut proved, mut searched): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|(_, entry)| entry.depth.is_none());
        for list in [&mut proved, &mut searched] {
            list.sort_by_key(|&(key, _)| key);
            list.dedup_by_key(|&mut (key, _)| key);
        }
        searched.retain(|&(key, _)| proved.binary_search_by_key(&key, |&(key, _)| key).is_err());
        let stones = || proved.iter().map(|&(key, _)| shape.stones(key));
        let stones = stones().min().zip(stones().max());
        Book { shape, proved, searched, stones, strategy }
    }

    /// The book as a file.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.shape.width as u8, self.shape.height as u8]);
        for list in [&self.proved, &self.searched] {
            bytes.extend((list.len() as u32).to_le_bytes());
        }
        for list in [&self.proved, &self.searched] {
            let mut last = 0;
            for &(key, entry) in list {
                varint::write(&mut bytes, key - last);
                last = key;
                match entry.depth {
                    None => bytes.extend([entry.score as u8, entry.column]),
                    Some(depth) => {
                        bytes.extend(entry.score.to_le_bytes());
                        bytes.extend([entry.column, depth]);
                    }
                }
            }
        }
        let (winner, codes) = match &self.strategy {
            None => (0, &[][..]),
            Some(strategy) => (if strategy.first_wins() { 1 } else { 2 }, strategy.codes()),
        };
        bytes.push(winner);
        bytes.extend((codes.len() as u32).to_le_bytes());
        bytes.extend(codes.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 4));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a book for a board of this size.
    ///
    /// # Errors
    /// One line: this is not a book, or one of another board, or a damaged one.
    pub fn decode(bytes: &[u8], width: u32, height: u32) -> Result<Book, String> {
        let rest =
            bytes.strip_prefix(MAGIC).ok_or("not an opening book: it does not begin with 'QDBOOK 2'")?;
        let damaged = || "the opening book is damaged".to_string();
        let end = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or_else(damaged)?;
        if end < MAGIC.len() || checksum(&bytes[..end]).to_le_bytes() != bytes[end..] {
            return Err(damaged());
        }
        let mut reader = Reader(&rest[..end - MAGIC.len()]);
        let [w, h] = reader.take().ok_or_else(damaged)?;
        if (u32::from(w), u32::from(h)) != (width, height) {
            return Err(format!("this opening book is for a board of {w}x{h}, not of {width}x{height}"));
        }
        let shape = Shape { width, height };
        reader.book(shape).ok_or_else(damaged)
    }
}

/// What is left of a file.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    fn book(&mut self, shape: Shape) -> Option<Book> {
        let counts = [self.take()?, self.take()?].map(u32::from_le_bytes);
        let [proved, searched] = counts;
        let mut entries = self.list(shape, proved, |reader| {
            let [score, column] = reader.take()?;
            Some(Entry { score: i16::from(score as i8), column, depth: None })
        })?;
        entries.extend(self.list(shape, searched, |reader| {
            let [low, high, column, depth] = reader.take()?;
            Some(Entry { score: i16::from_le_bytes([low, high]), column, depth: Some(depth) })
        })?);
        let strategy = self.strategy(shape)?;
        let book = Book::new(shape, entries, strategy);
        let whole =
            self.0.is_empty() && book.proved.len() + book.searched.len() == (proved + searched) as usize;
        whole.then_some(book)
    }

    /// The strategy, if there is one; the outer `None` if it is damaged.
    fn strategy(&mut self, shape: Shape) -> Option<Option<Strategy>> {
        let [winner] = self.take()?;
        let count = u32::from_le_bytes(self.take()?) as usize;
        if winner == 0 {
            return (count == 0).then_some(None);
        }
        let (bytes, rest) = self.0.split_at_checked(count.div_ceil(2))?;
        self.0 = rest;
        let mut codes: Vec<u8> = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect();
        let unused = codes.split_off(count);
        if winner > 2 || unused.iter().any(|&bits| bits != 0) {
            return None;
        }
        Strategy::decode(shape, winner == 1, &codes).map(Some)
    }

    fn list(
        &mut self,
        shape: Shape,
        count: u32,
        entry: impl Fn(&mut Self) -> Option<Entry>,
    ) -> Option<Vec<(u128, Entry)>> {
        let geometry = Geometry::<u128>::new(shape.width, shape.height)?;
        let mut key = 0u128;
        let mut entries = Vec::new();
        for _ in 0..count {
            key = key.checked_add(varint::read(&mut self.0)?)?;
            let entry = entry(self)?;
            let pos = shape.position(geometry, key)?;
            pos.drop_into(u32::from(entry.column))?;
            entries.push((key, entry));
        }
        Some(entries)
    }
}
