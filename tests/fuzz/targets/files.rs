//! Files: games, logs of matches, opening books.

use std::path::PathBuf;

use quadriga::database;
use quadriga::games;
use quadriga::match_runner::move_comments::CommentParts;
use quadriga::match_runner::{log, records, report};
use quadriga::records::{Defaults, Format, GameRecord, Output, gzip};

/// Games of a file that are written and read again.
const MAX_GAMES: usize = 4;

/// What a writer writes, its reader reads back.
fn read(format: Format, data: &[u8]) {
    let defaults = Defaults::default();
    for game in format.read(data, &defaults).games.into_iter().take(MAX_GAMES) {
        let record = game.record;
        let labels = record.position_labels().expect("a legal game");
        assert_eq!(labels.len(), record.moves.len());
        library(&record);
        for other in [Format::Pdn, Format::Sgf, Format::Psq, Format::Text, Format::Fen] {
            let Ok(text) = other.write(&record) else { continue };
            // Positions and Piskvork's games do not say of which game they are.
            let named = Defaults {
                variant: Some(record.variant.clone()),
                options: record.options.clone(),
                is_chosen: true,
            };
            let again = other.read(text.as_bytes(), &named);
            assert!(again.errors.is_empty(), "{other:?}: {:?} in\n{text}", again.errors);
            assert_eq!(again.games.len(), 1, "{other:?}:\n{text}");
            // Only moves and players of a saved game, only the last position of a list, are in the file.
            if matches!(other, Format::Pdn | Format::Sgf | Format::Text) {
                let copy = &again.games[0].record;
                assert_eq!((&copy.moves, copy.result), (&record.moves, record.result), "{other:?}:\n{text}");
            }
        }
    }
}

/// A library has the moves of the game that is written to it, and is the same when it is written again.
fn library(record: &GameRecord) {
    let written = |record: &GameRecord| {
        let mut output = Output::new(Format::Lib);
        output.add(record).map(|_| output.finish())
    };
    let Ok(bytes) = written(record) else { return };
    let named =
        Defaults { variant: Some(record.variant.clone()), options: record.options.clone(), is_chosen: true };
    let again = Format::Lib.read(&bytes, &named);
    assert!(again.errors.is_empty() && again.changes.is_empty(), "{again:?}");
    let copy = &again.games[0].record;
    assert_eq!(copy.moves, record.moves);
    assert_eq!(written(copy).expect("a library"), bytes);
}

/// What is read from a database is the same when it is written and read again.
pub fn database(data: &[u8]) {
    let Ok(database::Content { entries, length, .. }) = database::read(data) else { return };
    assert!(length <= data.len());
    let lines = entries.iter().map(|(place, entry)| database::line::write(place, entry) + "\n");
    let text: String = std::iter::once(format!("{}\n", database::HEADER)).chain(lines).collect();
    let again = database::Content { entries, length: text.len(), damage: None };
    assert_eq!(database::read(text.as_bytes()), Ok(again), "{text}");
}

pub fn pdn(data: &[u8]) {
    read(Format::Pdn, data);
}

pub fn sgf(data: &[u8]) {
    read(Format::Sgf, data);
}

pub fn psq(data: &[u8]) {
    read(Format::Psq, data);
}

pub fn text(data: &[u8]) {
    read(Format::Text, data);
}

pub fn fen_list(data: &[u8]) {
    read(Format::Fen, data);
}

pub fn lib(data: &[u8]) {
    read(Format::Lib, data);
}

pub fn rif(data: &[u8]) {
    read(Format::Rif, data);
}

pub fn pos(data: &[u8]) {
    read(Format::Pos, data);
}

pub fn sav(data: &[u8]) {
    read(Format::Sav, data);
}

pub fn csv(data: &[u8]) {
    read(Format::Csv, data);
}

/// The log of a match, with the report and the games that are made of it.
pub fn match_log(data: &[u8]) {
    let path = scratch_file("log");
    std::fs::write(&path, data).expect("a file for temporary data");
    if let Ok(contents) = log::read(std::slice::from_ref(&path)) {
        let _ = report::write(&contents.line, &contents.games, None);
        for format in [Format::Text, Format::Pdn, Format::Sgf] {
            let _ = records::write(&contents.line, &contents.games, format, CommentParts::ALL);
        }
    }
    let _ = std::fs::remove_file(path);
}

/// A compressed file: it never unpacks to more than the limit.
pub fn packed(data: &[u8]) {
    const LIMIT: u64 = 1 << 16;
    for start in [&b""[..], &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]] {
        if let Ok(found) = gzip::unpack([start, data].concat(), LIMIT) {
            assert!(found.bytes.len() as u64 <= LIMIT.max(data.len() as u64));
        }
    }
}

/// A name that no other process and no other thread uses.
fn scratch_file(kind: &str) -> PathBuf {
    let name = format!("quadriga-fuzz-{}-{:?}.{kind}", std::process::id(), std::thread::current().id());
    std::env::temp_dir().join(name)
}

/// A packed opening book. The checksum at its end is made good, or nothing behind it would ever be read.
pub fn book(data: &[u8]) {
    let sum = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mut bytes = data.to_vec();
    bytes.extend(sum.to_le_bytes());
    let engine = games::open("connect4").expect("a game");
    let maker = engine.tools().book_maker(1).expect("Connect Four has books");
    for book in [data, &bytes] {
        let _ = maker.describe(Some(book));
    }
}

/// The work file of a book.
pub fn book_work(data: &[u8]) {
    let engine = games::open("connect4-4x4").expect("a game");
    let maker = engine.tools().book_maker(1).expect("Connect Four has books");
    let work = String::from_utf8_lossy(data);
    let _ = maker.beyond(&work, 10);
    let _ = maker.unexplored(&work, 3, 2);
    if let Ok(book) = maker.pack(&work) {
        maker.describe(Some(&book)).expect("what is packed can be read");
    }
    if let Ok(lines) = maker.back_up(&work) {
        let longer = work.lines().map(str::to_string).chain(lines).collect::<Vec<_>>().join("\n");
        maker.back_up(&longer).expect("lines backed up can be read");
    }
}
