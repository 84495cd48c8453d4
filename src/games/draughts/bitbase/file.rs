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
//! A file is read into memory, not mapped: its checksum needs every byte anyway, and memory stays as it was checked,
//! whatever happens to the file.

use std::borrow::Cow;

use once_cell::sync::OnceCell;

use super::class::{Class, Layout, MAX_PIECES};
use super::counters::Counters;
use super::distances;
use super::run_length::{self, BLOCK, Code, SYMBOLS};
use super::solved::{Solved, Value};
use super::{Bitbase, Table, Wdl};
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::rules::Rules;

const MAGIC: &[u8; 8] = b"QDBITS 2";
/// A file without distances.
const FIRST_MAGIC: &[u8; 8] = b"QDBITS 1";
const CHECKSUM_BYTES: usize = 8;

/// FNV-1a, 64 bits (Fowler, Noll and Vo).
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
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

/// The values of a solved class that are stored.
fn kept(rules: &'static Rules, solved: &Solved) -> Vec<Option<u8>> {
    let layout = Layout::new(solved.class(), rules.geometry());
    let kept = |number| {
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
    (0..layout.size()).map(kept).collect()
}

/// The bitbase of some solved classes.
pub(super) fn encode(rules: &'static Rules, solved: &[Solved]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let name = rules.bitbase.as_bytes();
    bytes.push(name.len() as u8);
    bytes.extend(name);
    bytes.push(solved.len() as u8);
    let (mut all_blocks, mut all_distances) = (Vec::new(), Vec::new());
    for solved in solved {
        let kept = kept(rules, solved);
        let (code, blocks) = run_length::encode(&kept);
        let Class { men, kings } = solved.class();
        bytes.extend(men.iter().chain(&kings));
        bytes.extend(solved.longest().to_le_bytes());
        bytes.extend(code.lengths());
        let packed = if distances::are_kept(rules, solved.class()) {
            let table = run_length::unpack_all(&code, blocks.iter().map(Vec::as_slice), kept.len());
            distances::pack(solved, &table, &|number| kept[number].is_some())
        } else {
            Vec::new()
        };
        bytes.extend((packed.len() as u32).to_le_bytes());
        all_distances.extend(packed);
        all_blocks.extend(blocks);
    }
    for block in &all_blocks {
        bytes.extend((block.len() as u16).to_le_bytes());
    }
    all_blocks.iter().for_each(|block| bytes.extend(block));
    bytes.extend(all_distances);
    seal(&mut bytes);
    bytes
}

/// Splits bytes off the front.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], String> {
    let (front, tail) = rest.split_at_checked(count).ok_or("the bitbase is cut short")?;
    *rest = tail;
    Ok(front)
}

/// Reads a length of four bytes.
fn read_length(rest: &mut &[u8]) -> Result<usize, String> {
    let bytes = take(rest, 4)?.try_into().map_err(|_| "the bitbase is cut short")?;
    Ok(u32::from_le_bytes(bytes) as usize)
}

impl Bitbase {
    /// Reads a bitbase of these rules.
    ///
    /// # Errors
    /// One line: not a bitbase, one of other rules, or a damaged one.
    pub fn decode(rules: &Rules, bytes: Cow<'static, [u8]>) -> Result<Bitbase, String> {
        let has_distances = bytes.starts_with(MAGIC);
        if !has_distances && !bytes.starts_with(FIRST_MAGIC) {
            return Err("this is not a bitbase of draughts".to_string());
        }
        let body = unseal(&bytes)?;
        let mut rest = &body[MAGIC.len()..];
        let length = take(&mut rest, 1)?[0];
        let name = take(&mut rest, length.into())?;
        if name != rules.bitbase.as_bytes() {
            let name = String::from_utf8_lossy(name);
            return Err(format!("this is a bitbase of {name}, not of {}", rules.bitbase));
        }
        let mut tables = Vec::new();
        let mut blocks = 0;
        for _ in 0..take(&mut rest, 1)?[0] {
            let head = take(&mut rest, 6 + SYMBOLS)?;
            let class = Class { men: [head[0], head[1]], kings: [head[2], head[3]] };
            let lengths = head[6..].try_into().map_err(|_| "the bitbase is cut short")?;
            let code = Code::new(lengths).filter(|_| (2..=MAX_PIECES).contains(&class.pieces()));
            let code = code.ok_or_else(|| format!("the bitbase has an invalid code for class {class}"))?;
            let layout = Layout::new(class, rules.geometry());
            let packed = if has_distances { read_length(&mut rest)? } else { 0 };
            tables.push(Table {
                class,
                layout,
                counters: Counters::new(rules, class),
                longest: u16::from_le_bytes([head[4], head[5]]),
                code,
                blocks,
                packed: 0..packed,
                values: OnceCell::new(),
            });
            blocks += layout.size().div_ceil(BLOCK);
        }
        let lengths = take(&mut rest, 2 * blocks)?;
        let mut at = bytes.len() - CHECKSUM_BYTES - rest.len();
        let mut starts = Vec::with_capacity(blocks + 1);
        starts.push(at);
        for length in lengths.as_chunks::<2>().0 {
            at += usize::from(u16::from_le_bytes(*length));
            starts.push(at);
        }
        for table in &mut tables {
            table.packed = at..at.saturating_add(table.packed.end);
            at = table.packed.end;
        }
        if at != bytes.len() - CHECKSUM_BYTES {
            return Err("the bitbase is cut short".to_string());
        }
        Ok(Bitbase::new(tables, starts, bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::bitbase::BitbaseMaker as _;
    use crate::games::draughts::bitbase::{Bounds, Maker};
    use crate::games::draughts::{BRAZILIAN, ENGLISH, FRISIAN};

    fn two_pieces() -> (Maker, Vec<u8>) {
        let mut maker = Maker::new(ENGLISH.rules(), 2).expect("two pieces");
        for step in 0..maker.steps() {
            maker.solve(step, 1);
        }
        let bytes = maker.pack();
        (maker, bytes)
    }

    fn error(rules: &Rules, bytes: &[u8]) -> String {
        Bitbase::decode(rules, Cow::Owned(bytes.to_vec())).err().unwrap_or_default()
    }

    #[test]
    fn every_quiet_position_is_read_back_as_it_was_solved() {
        let mut maker = Maker::new(BRAZILIAN.rules(), 3).expect("three pieces");
        for step in 0..maker.steps() {
            maker.solve(step, 1);
        }
        let bitbase = Bitbase::decode(&BRAZILIAN, Cow::Owned(maker.pack())).expect("a bitbase");
        assert_eq!(bitbase.max_pieces(), 3);
        for solved in maker.solved() {
            let layout = Layout::new(solved.class(), BRAZILIAN.geometry());
            for (number, kept) in kept(BRAZILIAN.rules(), solved).into_iter().enumerate() {
                let Some(placement) = layout.placement(number) else { continue };
                let pos =
                    AnyPosition::new(BRAZILIAN.rules(), placement.pieces, placement.kings, Colour::White);
                let found = bitbase.bounds(&pos).and_then(Bounds::value).map(|wdl| wdl as u8);
                assert_eq!(found, kept, "{} {number}", solved.class());
            }
        }
    }

    #[test]
    fn a_file_without_distances_is_read() {
        let (maker, bytes) = two_pieces();
        let (name, classes) = (ENGLISH.bitbase.len(), maker.solved().len());
        let heads = MAGIC.len() + 1 + name + 1;
        let mut older = FIRST_MAGIC.to_vec();
        older.extend(&bytes[MAGIC.len()..heads]);
        let mut distances = 0;
        for head in bytes[heads..].chunks(6 + SYMBOLS + 4).take(classes) {
            let (kept, length) = head.split_at(6 + SYMBOLS);
            older.extend(kept);
            distances += u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
        }
        assert!(distances > 0);
        let blocks = heads + classes * (6 + SYMBOLS + 4);
        older.extend(&bytes[blocks..bytes.len() - CHECKSUM_BYTES - distances]);
        seal(&mut older);
        let [old, new] = [older, bytes].map(|bytes| Bitbase::decode(&ENGLISH, Cow::Owned(bytes)));
        let (old, new) = (old.expect("an older file"), new.expect("a file"));
        let layout = Layout::new(Class { men: [0, 0], kings: [1, 1] }, ENGLISH.geometry());
        for placement in (0..layout.size()).filter_map(|number| layout.placement(number)) {
            let mut pos = AnyPosition::new(ENGLISH.rules(), placement.pieces, placement.kings, Colour::White);
            assert!(new.has_distances_of(&pos) && !old.has_distances_of(&pos));
            assert_eq!(old.resolved_bounds(&pos), new.resolved_bounds(&pos));
            pos.quiet = 75;
            let (less, more) = (old.resolved_bounds(&pos), new.resolved_bounds(&pos));
            assert!(more.and_then(Bounds::value).is_some(), "a count leaves nothing open");
            assert!(less == more || less.and_then(Bounds::value).is_none());
        }
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let (_, bytes) = two_pieces();
        assert_eq!(error(&ENGLISH, &bytes), "");
        assert!(error(&FRISIAN, &bytes).contains("of english, not of frisian"));
        assert!(error(&ENGLISH, b"PK and so on").contains("not a bitbase"));
        for end in 0..bytes.len() {
            assert_ne!(error(&ENGLISH, &bytes[..end]), "", "the first {end} bytes");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert_ne!(error(&ENGLISH, &changed), "", "byte {at} changed");
            // With a matching checksum only the contents are left to check: any result, but no panic.
            changed.truncate(bytes.len() - CHECKSUM_BYTES);
            seal(&mut changed);
            if let Ok(bitbase) = Bitbase::decode(&ENGLISH, Cow::Owned(changed)) {
                let layout = Layout::new(Class { men: [0, 0], kings: [1, 1] }, ENGLISH.geometry());
                for number in 0..layout.size() {
                    let placement = layout.placement(number).expect("two kings");
                    let pos =
                        AnyPosition::new(ENGLISH.rules(), placement.pieces, placement.kings, Colour::White);
                    let _ = bitbase.bounds(&pos);
                }
            }
        }
    }
}
