//! The formats of files: their names, and the reader and writer of each.

use std::path::Path;

use super::charset::Characters;
use super::lib_write::Library;
use super::parts::{self, Summary};
use super::source::Source;
use super::{
    Defaults, GameRecord, ReadError, Reading, lib, lib_file, pdn, pdn_types, psq, rapfi, sgf_charset,
    sgf_rules, sgf_write, text, yixin,
};
use crate::wire::gomocup;

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Portable Draughts Notation 3.0: draughts.
    Pdn,
    /// Smart Game Format, FF 4: the gomoku family.
    Sgf,
    /// The saved games of Piskvork: the gomoku family, from the empty board.
    Psq,
    /// Move lists with tags as in PGN: all games.
    Text,
    /// One position a line: all games.
    Fen,
    /// The libraries of RenLib, one tree in bytes: the gomoku family on 15 rows, from the empty board.
    Lib,
    /// The databases of RenjuNet in XML, which are only read: the gomoku family on 15 rows.
    Rif,
    /// A saved game of Yixin-Board in bytes, which is only read.
    Pos,
    /// A saved game of Yixin-Board in numbers, which is only read.
    Sav,
    /// The database of Rapfi as text, which is only read: a position a line.
    Csv,
}

/// Each format with its name and the extensions of its files, in the order of the type.
const FORMATS: [(Format, &str, &[&str]); 10] = [
    (Format::Pdn, "pdn", &["pdn"]),
    (Format::Sgf, "sgf", &["sgf"]),
    (Format::Psq, "psq", &["psq"]),
    (Format::Text, "text", &["txt", "pgn", "text"]),
    (Format::Fen, "fen", &["fen", "epd"]),
    (Format::Lib, "lib", &["lib"]),
    (Format::Rif, "rif", &["rif", "xml"]),
    (Format::Pos, "pos", &["pos"]),
    (Format::Sav, "sav", &["sav"]),
    (Format::Csv, "csv", &["csv"]),
];

impl Format {
    /// All names.
    pub const NAMES: [&'static str; 10] =
        ["pdn", "sgf", "psq", "text", "fen", "lib", "rif", "pos", "sav", "csv"];

    /// The names of the formats that are written as well as read.
    pub const WRITTEN: [&'static str; 6] = ["pdn", "sgf", "psq", "text", "fen", "lib"];
    /// Those of them that are text.
    pub const WRITTEN_AS_TEXT: [&'static str; 5] = ["pdn", "sgf", "psq", "text", "fen"];

    /// Its name.
    pub fn name(self) -> &'static str {
        FORMATS[self as usize].1
    }

    /// The format with this name, without regard to case.
    pub fn from_name(name: &str) -> Option<Format> {
        FORMATS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name)).map(|&(format, ..)| format)
    }

    /// The format that a file's extension stands for; `.gz` may follow it.
    pub fn from_path(path: &Path) -> Option<Format> {
        #[cfg(feature = "tables")]
        let path = if super::gzip::is_packed_name(path) { Path::new(path.file_stem()?) } else { path };
        let extension = path.extension()?.to_str()?;
        let stands_for = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(extension));
        FORMATS.iter().find(|(_, _, known)| stands_for(known)).map(|&(format, ..)| format)
    }

    /// Does the format have this variant? The name is the variant's own, not an alias.
    pub fn has(self, variant: &str) -> bool {
        match self {
            Format::Pdn => pdn_types::game_type(variant).is_some(),
            Format::Sgf | Format::Lib | Format::Rif | Format::Csv => sgf_rules::has(variant),
            Format::Psq | Format::Pos | Format::Sav => gomocup::rule_of(variant).is_some(),
            Format::Text | Format::Fen => true,
        }
    }

    /// The format of a file by its first bytes, if they are those of only one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Format> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        match bytes {
            _ if lib_file::is_library(bytes) => Some(Format::Lib),
            _ if text.starts_with(b"<?xml") => Some(Format::Rif),
            _ if text.starts_with(rapfi::HEADER.as_bytes()) => Some(Format::Csv),
            _ => None,
        }
    }

    /// Is a file of this format bytes, not text?
    pub fn is_binary(self) -> bool {
        matches!(self, Format::Lib | Format::Pos)
    }

    /// Are files of this format written as well as read?
    pub fn is_written(self) -> bool {
        Format::WRITTEN.contains(&self.name())
    }

    /// Reads all games of a file to its end.
    pub fn read(self, bytes: &[u8], defaults: &Defaults) -> Reading {
        collected(|found| self.read_each(&Source::Bytes(bytes), defaults, found))
    }

    /// Reads all games of a text, whatever character set it states.
    pub fn read_text(self, text: &str, defaults: &Defaults) -> Reading {
        collected(|found| self.read_each_of_text(text, defaults, found))
    }

    /// Reads the games of a file one by one, without keeping them. Only a library, and a PDN file with games that do not
    /// name their rules, are read as a whole.
    ///
    /// # Errors
    /// One line: the file cannot be read, or what `found` returned.
    pub fn read_each(
        self,
        source: &Source<'_>,
        defaults: &Defaults,
        found: &mut parts::Found<'_>,
    ) -> Result<Summary, String> {
        let failed = |error: std::io::Error| error.to_string();
        if self.is_binary() {
            let bytes = source.bytes().map_err(failed)?;
            let reading = match self {
                Format::Pos => yixin::read_pos(&bytes, defaults),
                _ => lib::read(&bytes, defaults),
            };
            reading.games.into_iter().try_for_each(|game| found(Ok(game)))?;
            reading.errors.into_iter().try_for_each(|error| found(Err(error)))?;
            return Ok(Summary { notes: reading.notes, changes: reading.changes });
        }
        if self == Format::Sgf
            && let Some((text, note)) = sgf_charset::by_game(source).map_err(failed)?
        {
            let mut characters = Characters::of_text();
            characters.note = note;
            let source = Source::Bytes(text.as_bytes());
            return parts::read(self, &source, characters, parts::USUAL_SIZES, defaults, found);
        }
        let characters = Characters::of_file(source, self).map_err(failed)?;
        parts::read(self, source, characters, parts::USUAL_SIZES, defaults, found)
    }

    /// The same for a text, whatever character set it states.
    ///
    /// # Errors
    /// As for [`Format::read_each`].
    pub fn read_each_of_text(
        self,
        text: &str,
        defaults: &Defaults,
        found: &mut parts::Found<'_>,
    ) -> Result<Summary, String> {
        let source = Source::Bytes(text.as_bytes());
        parts::read(self, &source, Characters::of_text(), parts::USUAL_SIZES, defaults, found)
    }

    /// Writes a game as text; the texts of several games may be concatenated. [`Format::losses`] has what the format cannot
    /// hold, [`Output`] also writes formats that are bytes.
    ///
    /// # Errors
    /// One line: the format does not have this game or this kind of start, or is no text, or the record is not a legal game.
    pub fn write(self, game: &GameRecord) -> Result<String, String> {
        let replay = game.replay()?;
        match self {
            Format::Pdn => pdn::write(game, &replay),
            Format::Sgf => sgf_write::write(game, &replay),
            Format::Psq => psq::write(game, &replay),
            Format::Text => Ok(text::write(game, &replay)),
            Format::Fen => Ok(format!("{}\n", replay.engine.fen())),
            Format::Lib => Err("a RenLib library is not text".to_string()),
            other => Err(format!("{} files are only read", other.name())),
        }
    }
}

/// The games of one file while they are written.
#[derive(Debug)]
pub struct Output {
    format: Format,
    library: Library,
}

impl Output {
    /// An output without games.
    pub fn new(format: Format) -> Output {
        Output { format, library: Library::new() }
    }

    /// Adds a game; returns what is to be written next, which for a library is nothing.
    ///
    /// # Errors
    /// As for [`Format::write`].
    pub fn add(&mut self, game: &GameRecord) -> Result<String, String> {
        match self.format {
            Format::Lib => self.library.add(game, &game.replay()?).map(|()| String::new()),
            format => format.write(game),
        }
    }

    /// What is to be written behind all games.
    pub fn finish(self) -> Vec<u8> {
        self.library.bytes()
    }
}

/// All games that are found one by one.
fn collected(read: impl FnOnce(&mut parts::Found<'_>) -> Result<Summary, String>) -> Reading {
    let mut reading = Reading::default();
    let summary = read(&mut |found| {
        match found {
            Ok(game) => reading.games.push(game),
            Err(error) => reading.errors.push(error),
        }
        Ok(())
    });
    match summary {
        Ok(summary) => Reading { notes: summary.notes, changes: summary.changes, ..reading },
        Err(reason) => Reading { errors: vec![ReadError { line: 1, reason }], ..reading },
    }
}

/// Does the character do something on a terminal, other than to end a line or to indent?
pub(super) fn acts(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}
