//! The blocks of a bitbase: in memory, or in a file that is read in parts.
//!
//! A small file was checked as a whole. Of a large one only the head was: each part is checked when it is read, so that
//! a file of hundreds of mebibytes takes no time and no memory before it is needed. A part that cannot be read, or is
//! not as it was written, has no values; [`Blocks::problem`] reports it.

use std::borrow::Cow;
use std::ops::Range;

use once_cell::sync::OnceCell;

use super::block_cache::BlockCache;
use super::file::part_checksum;
use super::run_length::{self, BLOCK, Code};
use crate::storage::parts::PartReader;

/// What the head of a large file says of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockHead {
    /// The longest distance of a decided position in it.
    pub longest: u16,
    /// The [checksum of a part](part_checksum).
    pub checksum: u32,
}

/// What the head of a large file says of a group of distances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GroupHead {
    /// Its place in the bytes.
    pub bytes: Range<usize>,
    /// The [checksum of a part](part_checksum).
    pub checksum: u32,
}

/// The place of the bytes.
pub(super) enum Source {
    /// In memory, all of them checked.
    Memory(Cow<'static, [u8]>),
    /// In a file, with what its head says of each block.
    File(PartReader, Vec<BlockHead>),
}

/// In the cache, in place of the values of a damaged block.
const DAMAGED: u8 = 3;

/// The blocks of all classes, one after the other.
pub(super) struct Blocks {
    source: Source,
    /// The start offsets of the blocks in the bytes, and the end of the last one.
    starts: Vec<usize>,
    cache: BlockCache,
    problem: OnceCell<String>,
}

impl Blocks {
    pub(super) fn new(source: Source, starts: Vec<usize>) -> Blocks {
        let cache = BlockCache::new(starts.len() - 1);
        Blocks { source, starts, cache, problem: OnceCell::new() }
    }

    /// Number of blocks.
    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Start offset of the first block.
    #[cfg(test)]
    pub(super) fn start(&self) -> usize {
        self.starts[0]
    }

    /// Why a part had no values, if one was read that has none.
    pub(super) fn problem(&self) -> Option<&str> {
        self.problem.get().map(String::as_str)
    }

    /// The value at `place` of a block, 0 to 2; `None` if the block is damaged.
    #[inline]
    pub(super) fn value(&self, code: &Code, block: usize, place: usize) -> Option<u8> {
        let value = self.cache.value(block, place).unwrap_or_else(|| self.read_value(code, block, place));
        (value != DAMAGED).then_some(value)
    }

    #[cold]
    fn read_value(&self, code: &Code, block: usize, place: usize) -> u8 {
        let mut values = [DAMAGED; BLOCK];
        if let Some(bytes) = self.block(block) {
            run_length::unpack(code, &bytes, &mut values);
        }
        // A damaged block is kept, too: it is not read again and again.
        self.cache.put(block, &values);
        values[place]
    }

    /// The longest distance of a decided position in a block; `None` if only that of its class is known.
    #[inline]
    pub(super) fn longest(&self, block: usize) -> Option<u16> {
        match &self.source {
            Source::Memory(_) => None,
            Source::File(_, heads) => Some(heads[block].longest),
        }
    }

    /// The bytes of a block; `None` if it is damaged.
    pub(super) fn block(&self, block: usize) -> Option<Cow<'_, [u8]>> {
        let sum = match &self.source {
            Source::Memory(_) => None,
            Source::File(_, heads) => Some(heads[block].checksum),
        };
        self.bytes(self.starts[block]..self.starts[block + 1], sum)
    }

    /// The bytes of a range; `None` if their checksum is another one. Bytes in memory have been checked.
    pub(super) fn bytes(&self, range: Range<usize>, sum: Option<u32>) -> Option<Cow<'_, [u8]>> {
        let reader = match &self.source {
            Source::Memory(bytes) => return Some(Cow::Borrowed(&bytes[range])),
            Source::File(reader, _) => reader,
        };
        let mut bytes = vec![0; range.len()];
        let why = match reader.read(range.start as u64, &mut bytes) {
            Ok(()) if sum.is_none_or(|sum| sum == part_checksum(&bytes)) => return Some(Cow::Owned(bytes)),
            Ok(()) => "its checksum is wrong".to_string(),
            Err(error) => error.to_string(),
        };
        // The first problem is enough.
        let (first, last) = (range.start, range.end.saturating_sub(1));
        let _ = self.problem.set(format!("bytes {first} to {last} are damaged: {why}"));
        None
    }
}
