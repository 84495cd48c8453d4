//! A bitbase as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `QDBITS 1` |
//! | 1 + n | length of the name of the rules, and the name |
//! | 1 | number of classes |
//! | 4 + 2 + 25 each | a class: its men and kings (White, Black, White, Black), its longest distance, the lengths of its code's symbols in bits |
//! | 2 each | the lengths of all blocks in bytes, class after class |
//! | ... | the blocks |
//! | 8 | checksum of all bytes before: FNV-1a, 64 bits (Fowler, Noll and Vo) |
//!
//! Numbers of several bytes are little-endian. Only quiet positions are stored: the value of a position with a capture
//! follows from the positions it leads to, which have fewer pieces.
//!
//! A file is read into memory, not mapped: its checksum needs every byte anyway, and memory stays as it was checked,
//! whatever happens to the file.

use std::borrow::Cow;

use super::class::{Class, Layout, MAX_PIECES};
use super::run_length::{self, BLOCK, Code, SYMBOLS};
use super::solved::{Solved, Value};
use super::{Bitbase, Table, Wdl};
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::rules::Rules;

const MAGIC: &[u8; 8] = b"QDBITS 1";
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
    let mut all_blocks = Vec::new();
    for solved in solved {
        let (code, blocks) = run_length::encode(&kept(rules, solved));
        let Class { men, kings } = solved.class();
        bytes.extend(men.iter().chain(&kings));
        bytes.extend(solved.longest().to_le_bytes());
        bytes.extend(code.lengths());
        all_blocks.extend(blocks);
    }
    for block in &all_blocks {
        bytes.extend((block.len() as u16).to_le_bytes());
    }
    all_blocks.iter().for_each(|block| bytes.extend(block));
    seal(&mut bytes);
    bytes
}

/// Splits bytes off the front.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], String> {
    let (front, tail) = rest.split_at_checked(count).ok_or("the bitbase is cut short")?;
    *rest = tail;
    Ok(front)
}

impl Bitbase {
    /// Reads a bitbase of these rules.
    ///
    /// # Errors
    /// One line: not a bitbase, one of other rules, or a damaged one.
    pub fn decode(rules: &Rules, bytes: Cow<'static, [u8]>) -> Result<Bitbase, String> {
        if !bytes.starts_with(MAGIC) {
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
            tables.push(Table {
                class,
                layout,
                longest: u16::from_le_bytes([head[4], head[5]]),
                code,
                blocks,
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
