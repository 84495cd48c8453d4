//! Files of bitbases are read back as they were written, and damaged ones are not used.

use std::borrow::Cow;
use std::path::PathBuf;

use super::class::{Class, Layout};
use super::file::{CHECKSUM_BYTES, Format, encode_as, kept, seal};
use super::run_length::SYMBOLS;
use super::solved::Solved;
use super::{Bitbase, Bounds, Endgames, Maker, Wdl};
use crate::contract::bitbase::BitbaseMaker as _;
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::rules::Rules;
use crate::games::draughts::{BRAZILIAN, ENGLISH, FRISIAN};

const MAGIC_BYTES: usize = 8;

fn solved(rules: &'static Rules, pieces: usize) -> Maker {
    let mut maker = Maker::new(rules, pieces).expect("a number of pieces");
    for step in 0..maker.steps() {
        maker.solve(step, 1);
    }
    maker
}

fn two_pieces() -> (Maker, Vec<u8>) {
    let maker = solved(ENGLISH.rules(), 2);
    let bytes = maker.pack(1);
    (maker, bytes)
}

/// A file of a test, gone at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, bytes: &[u8]) -> Temporary {
        let path = std::env::temp_dir().join(format!("quadriga-{name}-{}", std::process::id()));
        std::fs::write(&path, bytes).expect("written");
        Temporary(path)
    }

    fn open(&self, rules: &Rules) -> Result<Bitbase, String> {
        Bitbase::open(rules, &self.0)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// All positions of a bitbase with White to move, and the value that is stored of each.
fn positions(maker: &Maker, rules: &'static Rules) -> Vec<(AnyPosition, Option<u8>)> {
    let of_class = |solved: &Solved| {
        let layout = Layout::new(solved.class(), rules.geometry());
        let kept = kept(rules, solved, 2).into_iter().enumerate();
        let positions = kept.filter_map(move |(number, kept)| Some((layout.placement(number)?, kept)));
        positions.map(|(placement, kept)| {
            (AnyPosition::new(rules, placement.pieces, placement.kings, Colour::White), kept)
        })
    };
    maker.solved().iter().flat_map(of_class).collect()
}

fn value(bitbase: &Bitbase, pos: &AnyPosition) -> Option<u8> {
    bitbase.bounds(pos).and_then(Bounds::value).map(|wdl| wdl as u8)
}

fn error(rules: &Rules, bytes: &[u8]) -> String {
    Bitbase::decode(rules, Cow::Owned(bytes.to_vec())).err().unwrap_or_default()
}

#[test]
fn every_quiet_position_is_read_back_as_it_was_solved() {
    let maker = solved(BRAZILIAN.rules(), 3);
    let whole = Bitbase::decode(&BRAZILIAN, Cow::Owned(maker.pack(1))).expect("a bitbase");
    let file = encode_as(Format::InParts, 2, BRAZILIAN.rules(), maker.solved(), 2);
    let file = Temporary::new("parts-read", &file);
    let in_parts = file.open(&BRAZILIAN).expect("a bitbase");
    assert_eq!((whole.max_pieces(), in_parts.max_pieces()), (3, 3));
    for (mut pos, kept) in positions(&maker, BRAZILIAN.rules()) {
        assert_eq!(value(&whole, &pos), kept, "{pos:?}");
        assert_eq!(value(&in_parts, &pos), kept, "{pos:?}");
        pos.quiet = 9;
        assert_eq!(whole.resolved_bounds(&pos), in_parts.resolved_bounds(&pos), "{pos:?}");
    }
    assert_eq!(in_parts.check(), Ok(()));
}

#[test]
fn a_damaged_part_has_no_values_and_the_others_have_theirs() {
    let maker = solved(ENGLISH.rules(), 3);
    let mut bytes = encode_as(Format::InParts, 2, ENGLISH.rules(), maker.solved(), 1);
    let file = Temporary::new("parts-damaged", &bytes);
    let blocks = file.open(&ENGLISH).expect("a bitbase").blocks.count();
    let distances = bytes.len() - 5;
    let (first, last) = (bytes.len() / 2, distances);
    for at in [first, last] {
        bytes[at] ^= 16;
        std::fs::write(&file.0, &bytes).expect("written");
        let bitbase = file.open(&ENGLISH).expect("its head is whole");
        assert_eq!(bitbase.blocks.problem(), None);
        assert!(bitbase.check().is_err_and(|error| error.contains("its checksum is wrong")));
        assert!((0..blocks).filter(|&block| bitbase.blocks.block(block).is_none()).count() <= 1);
        let mut found = 0;
        for (pos, kept) in positions(&maker, ENGLISH.rules()) {
            let value = value(&bitbase, &pos);
            assert!(value.is_none() || value == kept, "{pos:?}");
            found += usize::from(value.is_some());
        }
        assert!(found > 100_000, "{found}");
        bytes[at] ^= 16;
    }
}

#[test]
fn a_file_in_parts_with_a_damaged_head_or_another_length_is_refused() {
    let maker = solved(ENGLISH.rules(), 2);
    let bytes = encode_as(Format::InParts, 1, ENGLISH.rules(), maker.solved(), 1);
    let file = Temporary::new("parts-head", &bytes);
    let head = file.open(&ENGLISH).expect("a bitbase").blocks.start();
    assert!(file.open(&FRISIAN).is_err_and(|error| error.contains("of english, not of frisian")));
    let refused = |bytes: &[u8]| {
        std::fs::write(&file.0, bytes).expect("written");
        file.open(&ENGLISH).is_err()
    };
    assert!((0..bytes.len()).all(|end| refused(&bytes[..end])), "cut off");
    assert!(refused(&[bytes.as_slice(), b"x"].concat()), "too long");
    for at in 0..head {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        assert!(refused(&changed), "byte {at} changed");
    }
}

#[test]
fn a_file_without_distances_is_read() {
    let (maker, bytes) = two_pieces();
    let (name, classes) = (ENGLISH.bitbase.len(), maker.solved().len());
    let heads = MAGIC_BYTES + 1 + name + 1;
    let mut older = Format::First.magic().to_vec();
    older.extend(&bytes[MAGIC_BYTES..heads]);
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
                let pos = AnyPosition::new(ENGLISH.rules(), placement.pieces, placement.kings, Colour::White);
                let _ = bitbase.bounds(&pos);
            }
        }
    }
}

/// A file in parts with other bytes at a place of its head, and a matching checksum.
fn resealed(bytes: &[u8], head: usize, at: usize, new: &[u8]) -> Vec<u8> {
    let mut changed = bytes[..head - CHECKSUM_BYTES].to_vec();
    changed[at..at + new.len()].copy_from_slice(new);
    seal(&mut changed);
    changed.extend(&bytes[head..]);
    changed
}

#[test]
fn a_head_that_asks_for_more_than_its_classes_need_is_refused_before_it_is_read() {
    let maker = solved(ENGLISH.rules(), 2);
    let bytes = encode_as(Format::InParts, 1, ENGLISH.rules(), maker.solved(), 1);
    let file = Temporary::new("parts-crafted", &bytes);
    let head = file.open(&ENGLISH).expect("a bitbase").blocks.start();
    let first = MAGIC_BYTES + 1 + ENGLISH.bitbase.len() + 1;
    let [packed, second] = [first + 6 + SYMBOLS, first + 6 + SYMBOLS + 8];
    let classes = 4;
    let blocks = first + classes * (6 + SYMBOLS + 8);
    let groups = blocks + classes * 7;
    let huge = u32::MAX.to_le_bytes();
    let cases: [(usize, &[u8], &str); 6] = [
        (first, &[2, 2, 2, 2], "a class of 8 pieces"),
        (first, &[0, 0, 2, 0], "not those up to a number of pieces"),
        (second, &bytes[first..first + 4], "not those up to a number of pieces"),
        (packed, &huge, "too many distances of class K-K"),
        (blocks, &[0, 0], "a block of 0 bytes"),
        (groups, &huge, "distances of 4294967295 bytes"),
    ];
    for (at, new, expected) in cases {
        std::fs::write(&file.0, resealed(&bytes, head, at, new)).expect("written");
        let error = file.open(&ENGLISH).err().unwrap_or_default();
        assert!(error.contains(expected), "{expected}: {error}");
    }
    // A whole file of terabytes that takes no space.
    for length in [1 << 20, 1 << 34, 1 << 42] {
        std::fs::write(&file.0, maker.pack(1)).expect("written");
        let sparse = std::fs::OpenOptions::new().write(true).open(&file.0).expect("a file");
        if sparse.set_len(length).is_ok() {
            assert!(file.open(&ENGLISH).is_err_and(|error| error.contains("longer or shorter")));
        }
    }
}

#[test]
fn what_is_wrong_with_a_file_is_reported_with_its_name() {
    let maker = solved(ENGLISH.rules(), 3);
    let mut bytes = encode_as(Format::InParts, 2, ENGLISH.rules(), maker.solved(), 1);
    let all = positions(&maker, ENGLISH.rules());
    let is_lost = |(pos, kept): &&(AnyPosition, Option<u8>)| {
        pos.occupied().count_ones() == 3 && *kept == Some(Wdl::Lost as u8)
    };
    let (pos, _) = all.iter().find(is_lost).expect("a lost position of three pieces");
    let file = Temporary::new("parts-problem", &bytes);
    let open = || Endgames::open(&ENGLISH, &[], Some(file.0.clone()));
    assert_eq!(open().problem(pos), None);
    // Only the distances of the last classes are damaged: the value of the position is still known.
    let end = bytes.len();
    let groups = file.open(&ENGLISH).expect("a bitbase").groups[0].bytes.start;
    bytes[groups..end].fill(0);
    std::fs::write(&file.0, &bytes).expect("written");
    let (damaged, name) = (open(), file.0.display().to_string());
    assert!(damaged.bitbase().expect("its head is whole").bounds(pos).is_some());
    let problem = damaged.problem(pos).expect("a damaged part");
    assert!(problem.starts_with(&name) && problem.contains("are damaged"), "{problem}");
    std::fs::write(&file.0, "no bitbase").expect("written");
    assert!(
        open().problem(pos).is_some_and(|problem| problem.contains("is not used: this is not a bitbase"))
    );
    #[cfg(unix)]
    {
        let link = Temporary::new("parts-link", b"");
        std::fs::remove_file(&link.0).expect("removed");
        std::os::unix::fs::symlink("/nowhere/english.bitbase", &link.0).expect("a link");
        let problem = Endgames::open(&ENGLISH, &[], Some(link.0.clone())).problem(pos);
        assert!(problem.is_some_and(|problem| problem.contains("is not used: No such file")), "a dead link");
    }
}
