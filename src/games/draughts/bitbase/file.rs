//! A bitbase as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `QDBITS 2` |
//! | 1 + n | length of the name of the rules, and the name |
//! | 1 | number of classes |
//! | 4 + 2 + 25 + 4 each | a class: its men and kings (White, Black, White, Black), its longest distance, the lengths of its code's symbols in bits, the length of its distances in bytes (0: none) |
//! | 2 each | the lengths of all blocks in bytes, class after class |
//! | ... | the blocks |
//! | ... | the distances, class after class, see `distances` |
//! | 8 | checksum of all bytes before: FNV-1a, 64 bits (Fowler, Noll and Vo) |
//!
//! Numbers of several bytes are little-endian. A file of `QDBITS 1` has no distances and no lengths of them. Only quiet
//! positions are stored: the value of a position with a capture follows from the positions it leads to, which have
//! fewer pieces.
//!
//! A file with more than [`MAX_BLOCKS_IN_MEMORY`] blocks is not read as a whole, so it has checksums of its parts. It
//! begins with `QDBITS 3`, and
//!
//! - a class has 4 bytes more: the lower half of the checksum of its distances;
//! - a block has 7 bytes in place of 2: its length, the longest distance of a decided position in it (1 byte), the lower
//!   half of its checksum (4);
//! - classes without distances have them in groups, see `groups`. A group has 8 bytes after those of the blocks: its
//!   length (4), the lower half of its checksum. The groups are at the end;
//! - the checksum of all bytes before stands in front of the blocks, and there is none at the end.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::Wdl;
use super::class::{Class, Layout};
use super::distances;
use super::groups;
use super::parallel::in_parallel;
use super::run_length::{self, BLOCK, Code};
use super::solved::{Solved, Value};
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::rules::Rules;

/// How a file is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Without distances.
    First,
    /// Read as a whole.
    Whole,
    /// Read in parts.
    InParts,
}

impl Format {
    const ALL: [Format; 3] = [Format::First, Format::Whole, Format::InParts];

    /// The bytes with which a file begins.
    pub(super) const fn magic(self) -> &'static [u8; 8] {
        match self {
            Format::First => b"QDBITS 1",
            Format::Whole => b"QDBITS 2",
            Format::InParts => b"QDBITS 3",
        }
    }

    /// The format of a file that begins so.
    ///
    /// # Errors
    /// One line: it is no bitbase.
    pub(super) fn of(front: &[u8]) -> Result<Format, String> {
        let format = Format::ALL.into_iter().find(|format| front.starts_with(format.magic()));
        format.ok_or_else(|| "this is not a bitbase of draughts".to_string())
    }
}

/// Maximum number of blocks of a file that is read as a whole; they have a few mebibytes.
const MAX_BLOCKS_IN_MEMORY: usize = 1 << 14;
/// Blocks that one thread prepares at a time.
const CHUNK: usize = 16 * BLOCK;
/// Number of bytes of a checksum.
pub(super) const CHECKSUM_BYTES: usize = 8;

/// FNV-1a, 64 bits (Fowler, Noll and Vo).
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The checksum of a part of a file: the lower half of that of its bytes.
pub(super) fn part_checksum(bytes: &[u8]) -> u32 {
    checksum(bytes) as u32
}

/// Appends the checksum of the bytes so far.
pub(super) fn seal(bytes: &mut Vec<u8>) {
    let sum = checksum(bytes);
    bytes.extend(sum.to_le_bytes());
}

/// The sealed bytes, without their checksum.
///
/// # Errors
/// One line: the checksum does not match.
pub(super) fn unseal(bytes: &[u8]) -> Result<&[u8], String> {
    let damaged = || "the file is damaged: its checksum is wrong".to_string();
    let (body, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or_else(damaged)?;
    if checksum(body) == u64::from_le_bytes(*sum) { Ok(body) } else { Err(damaged()) }
}

/// A solved class as it is stored.
struct Packed {
    class: Class,
    longest: u16,
    code: Code,
    blocks: Vec<Vec<u8>>,
    /// The longest distance of a decided position in each block.
    longest_in: Vec<u16>,
    /// All its distances; empty if they are in groups.
    distances: Vec<u8>,
    groups: Vec<Vec<u8>>,
}

impl Packed {
    /// Distances are packed as a whole in classes with at most `max_whole` pieces.
    fn of(
        format: Format,
        max_whole: usize,
        rules: &'static Rules,
        solved: &Solved,
        threads: usize,
    ) -> Packed {
        let kept = kept(rules, solved, threads);
        let (code, blocks) = run_length::encode(&kept);
        let read = || run_length::unpack_all(&code, blocks.iter().map(Vec::as_slice), kept.len());
        let is_quiet = |number: usize| kept[number].is_some();
        let (mut distances, mut groups) = (Vec::new(), Vec::new());
        if solved.class().pieces() <= max_whole {
            distances = distances::pack(solved, &read(), &is_quiet);
        } else if format == Format::InParts {
            groups = groups::pack(solved, &read(), &is_quiet, threads);
        }
        let distance = |number: usize| match solved.value(number).filter(|_| kept[number].is_some()) {
            Some(Value::Won(distance) | Value::Lost(distance)) => distance,
            Some(Value::Drawn) | None => 0,
        };
        let longest = |block: Range<usize>| block.map(distance).max().unwrap_or(0);
        let starts = (0..kept.len()).step_by(BLOCK);
        let longest_in = starts.map(|start| longest(start..(start + BLOCK).min(kept.len()))).collect();
        Packed {
            class: solved.class(),
            longest: solved.longest(),
            code,
            blocks,
            longest_in,
            distances,
            groups,
        }
    }
}

/// The values of a solved class that are stored.
pub(super) fn kept(rules: &'static Rules, solved: &Solved, threads: usize) -> Vec<Option<u8>> {
    let layout = Layout::new(solved.class(), rules.geometry());
    let value = |number| {
        let value = solved.value(number)?;
        let placement = layout.placement(number)?;
        let pos = AnyPosition::new(rules, placement.pieces, placement.kings, Colour::White);
        let wdl = match value {
            Value::Drawn => Wdl::Drawn,
            Value::Won(_) => Wdl::Won,
            Value::Lost(_) => Wdl::Lost,
        };
        (!pos.has_capture()).then_some(wdl as u8)
    };
    let mut kept = vec![None; layout.size()];
    let chunks: Vec<_> = kept.chunks_mut(CHUNK).enumerate().map(Mutex::new).collect();
    in_parallel(&chunks, threads, &|chunk| {
        let mut chunk = chunk.lock().unwrap_or_else(PoisonError::into_inner);
        let (start, values) = (chunk.0 * CHUNK, &mut chunk.1);
        values.iter_mut().enumerate().for_each(|(place, kept)| *kept = value(start + place));
    });
    drop(chunks);
    kept
}

/// The bitbase of some solved classes, packed by `threads` threads.
pub(super) fn encode(rules: &'static Rules, solved: &[Solved], threads: usize) -> Vec<u8> {
    let blocks: usize = solved.iter().map(|solved| solved.size().div_ceil(BLOCK)).sum();
    let format = if blocks > MAX_BLOCKS_IN_MEMORY { Format::InParts } else { Format::Whole };
    encode_as(format, distances::max_pieces(rules), rules, solved, threads)
}

/// The same in a format with distances, which are packed as a whole in classes with at most `max_whole` pieces.
pub(super) fn encode_as(
    format: Format,
    max_whole: usize,
    rules: &'static Rules,
    solved: &[Solved],
    threads: usize,
) -> Vec<u8> {
    let is_in_parts = format == Format::InParts;
    let mut bytes = format.magic().to_vec();
    let name = rules.bitbase.as_bytes();
    bytes.push(name.len() as u8);
    bytes.extend(name);
    bytes.push(solved.len() as u8);
    let (mut heads, mut group_heads, mut body) = (Vec::new(), Vec::new(), Vec::new());
    let (mut all_distances, mut all_groups) = (Vec::new(), Vec::new());
    for packed in solved.iter().map(|solved| Packed::of(format, max_whole, rules, solved, threads)) {
        let Class { men, kings } = packed.class;
        bytes.extend(men.iter().chain(&kings));
        bytes.extend(packed.longest.to_le_bytes());
        bytes.extend(packed.code.lengths());
        bytes.extend((packed.distances.len() as u32).to_le_bytes());
        if is_in_parts {
            bytes.extend(part_checksum(&packed.distances).to_le_bytes());
        }
        for (block, &longest) in packed.blocks.iter().zip(&packed.longest_in) {
            heads.extend((block.len() as u16).to_le_bytes());
            if is_in_parts {
                heads.push(longest as u8);
                heads.extend(part_checksum(block).to_le_bytes());
            }
            body.extend_from_slice(block);
        }
        all_distances.extend_from_slice(&packed.distances);
        for group in &packed.groups {
            group_heads.extend((group.len() as u32).to_le_bytes());
            group_heads.extend(part_checksum(group).to_le_bytes());
            all_groups.extend_from_slice(group);
        }
    }
    bytes.extend(heads);
    bytes.extend(group_heads);
    if is_in_parts {
        seal(&mut bytes);
    }
    bytes.extend(body);
    bytes.extend(all_distances);
    bytes.extend(all_groups);
    if !is_in_parts {
        seal(&mut bytes);
    }
    bytes
}
