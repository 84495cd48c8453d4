//! Reading a bitbase: a small one as a whole, the head of a large one. See `file` for the formats.

use std::borrow::Cow;
use std::path::Path;

use once_cell::sync::OnceCell;

use super::block_cache::MAX_BLOCKS;
use super::blocks::{BlockHead, Blocks, GroupHead, Source};
use super::class::{Class, Layout};
use super::counters::Counters;
use super::file::{CHECKSUM_BYTES, Format, unseal};
use super::groups::GROUP;
use super::make::max_made;
use super::run_length::{BLOCK, Code, MAX_BLOCK_BYTES, SYMBOLS};
use super::{Bitbase, Table, distances};
use crate::games::draughts::rules::Rules;
use crate::storage::parts::PartReader;

/// More bytes than the names of the rules and 255 classes take.
const MAX_FRONT: u64 = 1 << 14;
/// Bytes that the head of a file in parts has of each block and each group.
const BLOCK_HEAD: usize = 7;
const GROUP_HEAD: usize = 8;

/// More bytes than packing adds to what cannot be packed.
const PACKING_BYTES: usize = 1 << 10;
/// Maximum length of a file that is read as a whole.
const MAX_WHOLE: u64 = 1 << 30;

const OTHER_LENGTH: &str = "the bitbase is longer or shorter than its head says";

fn cut_short<T>(read: Option<T>) -> Result<T, String> {
    read.ok_or_else(|| "the bitbase is cut short".to_string())
}

/// Splits bytes off the front.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], String> {
    let (front, tail) = cut_short(rest.split_at_checked(count))?;
    *rest = tail;
    Ok(front)
}

/// Reads a number of four bytes.
fn read_u32(rest: &mut &[u8]) -> Result<u32, String> {
    let (bytes, tail) = cut_short(rest.split_first_chunk())?;
    *rest = tail;
    Ok(u32::from_le_bytes(*bytes))
}

/// The classes of a file without their values, whose ranges of distances begin at 0.
struct Tables {
    tables: Vec<Table>,
    /// Number of their blocks, and of their groups of distances.
    blocks: usize,
    groups: usize,
    /// Length of what was read.
    length: usize,
}

impl Tables {
    /// More bytes than such a file can have that is read as a whole.
    fn max_length(&self) -> usize {
        let distances: usize = self.tables.iter().map(|table| table.packed.len()).sum();
        self.length + self.blocks * (2 + MAX_BLOCK_BYTES) + distances + CHECKSUM_BYTES
    }
}

/// Are these all classes up to a number of pieces?
fn are_complete(rules: &Rules, classes: &[Class]) -> bool {
    let pieces = classes.iter().map(|class| class.pieces()).max().unwrap_or(0);
    let mut all: Vec<Class> = (2..=pieces).flat_map(|pieces| Class::all(rules, pieces)).collect();
    let mut classes = classes.to_vec();
    all.sort_unstable();
    classes.sort_unstable();
    !classes.is_empty() && all == classes
}

/// Reads what comes before the heads of the blocks.
fn read_tables(rules: &Rules, format: Format, rest: &mut &[u8]) -> Result<Tables, String> {
    let whole = rest.len();
    take(rest, format.magic().len())?;
    let length = take(rest, 1)?[0];
    let name = take(rest, length.into())?;
    if name != rules.bitbase.as_bytes() {
        let name = String::from_utf8_lossy(name);
        return Err(format!("this is a bitbase of {name}, not of {}", rules.bitbase));
    }
    let mut tables = Vec::new();
    let (mut blocks, mut groups) = (0, 0);
    for _ in 0..take(rest, 1)?[0] {
        let head = take(rest, 6 + SYMBOLS)?;
        let class = Class { men: [head[0], head[1]], kings: [head[2], head[3]] };
        let lengths = cut_short(head[6..].try_into().ok())?;
        if !(2..=max_made(rules)).contains(&class.pieces()) {
            return Err(format!("the bitbase has a class of {} pieces", class.pieces()));
        }
        let code = Code::new(lengths);
        let code = code.ok_or_else(|| format!("the bitbase has an invalid code for class {class}"))?;
        let layout = Layout::new(class, rules.geometry());
        let packed = if format == Format::First { 0 } else { read_u32(rest)? as usize };
        let packed_checksum = if format == Format::InParts { Some(read_u32(rest)?) } else { None };
        let counters = Counters::new(rules, class);
        let max_packed = layout.size() * counters.states() + PACKING_BYTES;
        if packed > 0 && (class.pieces() > distances::max_pieces(rules) || packed > max_packed) {
            return Err(format!("the bitbase has too many distances of class {class}"));
        }
        let is_in_groups = format == Format::InParts && packed == 0;
        tables.push(Table {
            class,
            layout,
            counters,
            longest: u16::from_le_bytes([head[4], head[5]]),
            code,
            blocks,
            packed: 0..packed,
            packed_checksum,
            groups: is_in_groups.then_some(groups),
            values: OnceCell::new(),
        });
        blocks += layout.size().div_ceil(BLOCK);
        groups += if is_in_groups { layout.size().div_ceil(GROUP) } else { 0 };
    }
    let classes: Vec<Class> = tables.iter().map(|table: &Table| table.class).collect();
    if !are_complete(rules, &classes) || blocks > MAX_BLOCKS {
        return Err("the classes of the bitbase are not those up to a number of pieces".to_string());
    }
    Ok(Tables { tables, blocks, groups, length: whole - rest.len() })
}

/// The start offsets of blocks with these lengths from `at` on, and the end of the last one. Places the distances of
/// the tables after it, and returns their end, too.
///
/// # Errors
/// One line: no block has this length.
fn place(
    tables: &mut [Table],
    lengths: impl ExactSizeIterator<Item = u16>,
    mut at: usize,
) -> Result<(Vec<usize>, usize), String> {
    let mut starts = Vec::with_capacity(lengths.len() + 1);
    starts.push(at);
    for length in lengths.map(usize::from) {
        if !(1..=MAX_BLOCK_BYTES).contains(&length) {
            return Err(format!("the bitbase has a block of {length} bytes"));
        }
        at += length;
        starts.push(at);
    }
    for table in tables {
        table.packed = at..at.saturating_add(table.packed.end);
        at = table.packed.end;
    }
    Ok((starts, at))
}

impl Bitbase {
    /// Opens a file with a bitbase of these rules.
    ///
    /// # Errors
    /// One line: it cannot be read, is no bitbase, one of other rules, or a damaged one.
    pub(super) fn open(rules: &Rules, path: &Path) -> Result<Bitbase, String> {
        let reader = PartReader::open(path).map_err(|error| error.to_string())?;
        let front = read_front(&reader, MAX_FRONT.min(reader.length()) as usize)?;
        match Format::of(&front)? {
            format @ (Format::First | Format::Whole) => {
                let tables = read_tables(rules, format, &mut front.as_slice())?;
                if reader.length() > MAX_WHOLE.min(tables.max_length() as u64) {
                    return Err(OTHER_LENGTH.to_string());
                }
                let bytes = read_front(&reader, reader.length() as usize)?;
                Bitbase::decode(rules, Cow::Owned(bytes))
            }
            Format::InParts => Bitbase::in_parts(rules, reader, &front),
        }
    }

    /// Reads a bitbase of these rules that is in memory as a whole.
    ///
    /// # Errors
    /// One line: not a bitbase, one of other rules, or a damaged one.
    pub(super) fn decode(rules: &Rules, bytes: Cow<'static, [u8]>) -> Result<Bitbase, String> {
        let format = Format::of(&bytes)?;
        let mut rest = unseal(&bytes)?;
        let Tables { mut tables, blocks, .. } = read_tables(rules, format, &mut rest)?;
        let lengths = take(&mut rest, 2 * blocks)?.as_chunks().0;
        let end = bytes.len() - CHECKSUM_BYTES;
        let lengths = lengths.iter().map(|length| u16::from_le_bytes(*length));
        let (starts, placed) = place(&mut tables, lengths, end - rest.len())?;
        if placed != end {
            return Err(OTHER_LENGTH.to_string());
        }
        Ok(Bitbase::new(tables, Blocks::new(Source::Memory(bytes), starts), Vec::new()))
    }

    /// Reads the head of a bitbase that is read in parts; `front` has at least the classes.
    fn in_parts(rules: &Rules, reader: PartReader, front: &[u8]) -> Result<Bitbase, String> {
        let mut rest = front;
        let Tables { mut tables, blocks, groups, length: classes } =
            read_tables(rules, Format::InParts, &mut rest)?;
        let length = usize::try_from(reader.length()).map_err(|error| error.to_string())?;
        let head = classes + blocks * BLOCK_HEAD + groups * GROUP_HEAD + CHECKSUM_BYTES;
        cut_short((head <= length).then_some(()))?;
        let bytes = read_front(&reader, head)?;
        let mut rest = &unseal(&bytes)?[classes..];
        let heads = take(&mut rest, blocks * BLOCK_HEAD)?.as_chunks::<BLOCK_HEAD>().0;
        let lengths = heads.iter().map(|head| u16::from_le_bytes([head[0], head[1]]));
        let (starts, mut at) = place(&mut tables, lengths, head)?;
        let heads = heads.iter().map(|&[_, _, longest, a, b, c, d]| BlockHead {
            longest: longest.into(),
            checksum: u32::from_le_bytes([a, b, c, d]),
        });
        let source = Source::File(reader, heads.collect());
        let mut all_groups = Vec::with_capacity(groups);
        for _ in 0..groups {
            let (start, length) = (at, read_u32(&mut rest)? as usize);
            if length > GROUP + PACKING_BYTES {
                return Err(format!("the bitbase has distances of {length} bytes"));
            }
            at += length;
            all_groups.push(GroupHead { bytes: start..at, checksum: read_u32(&mut rest)? });
        }
        if at != length {
            return Err(OTHER_LENGTH.to_string());
        }
        Ok(Bitbase::new(tables, Blocks::new(source, starts), all_groups))
    }
}

/// The first bytes of a file.
fn read_front(reader: &PartReader, length: usize) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; length];
    reader.read(0, &mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}
