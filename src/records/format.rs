//! The formats of files: their names, and the reader and writer of each.

use std::path::Path;

use super::{
    Defaults, GameRecord, Reading, charset, fen_list, pdn, pdn_types, psq, sgf, sgf_rules, sgf_write, text,
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
}

/// Each format with its name and the extensions of its files, in the order of the type.
const FORMATS: [(Format, &str, &[&str]); 5] = [
    (Format::Pdn, "pdn", &["pdn"]),
    (Format::Sgf, "sgf", &["sgf"]),
    (Format::Psq, "psq", &["psq"]),
    (Format::Text, "text", &["txt", "pgn", "text"]),
    (Format::Fen, "fen", &["fen", "epd"]),
];

impl Format {
    /// All names.
    pub const NAMES: [&'static str; 5] = ["pdn", "sgf", "psq", "text", "fen"];

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
            Format::Sgf => sgf_rules::has(variant),
            Format::Psq => gomocup::rule_of(variant).is_some(),
            Format::Text | Format::Fen => true,
        }
    }

    /// Reads all games of a file to its end.
    pub fn read(self, bytes: &[u8], defaults: &Defaults) -> Reading {
        let (text, note) = charset::decode(bytes, self);
        let mut reading = self.read_text(&text, defaults);
        reading.notes.splice(0..0, note);
        reading
    }

    /// Reads all games of a text, whatever character set it states.
    pub fn read_text(self, text: &str, defaults: &Defaults) -> Reading {
        let text = text.replace("\r\n", "\n");
        let clean = text.replace(acts, " ");
        let mut reading = match self {
            Format::Pdn => pdn::read(&clean, defaults),
            Format::Sgf => sgf::read(&clean, defaults),
            Format::Psq => psq::read(&clean, defaults),
            Format::Text => text::read(&clean, defaults),
            Format::Fen => fen_list::read(&clean, defaults),
        };
        if let Some(first) = text.find(acts) {
            let line = 1 + text[..first].matches('\n').count();
            reading.changes.add("control characters read as blanks", text.matches(acts).count(), line);
        }
        let assumed = std::mem::take(&mut reading.assumed);
        reading.notes.extend((!assumed.is_empty()).then(|| assumed.to_string()));
        reading
    }

    /// Writes a game; the texts of several games may be concatenated. [`Format::losses`] has what the format cannot hold.
    ///
    /// # Errors
    /// One line: the format does not have this game or this kind of start, or the record is not a legal game.
    pub fn write(self, game: &GameRecord) -> Result<String, String> {
        let replay = game.replay()?;
        match self {
            Format::Pdn => pdn::write(game, &replay),
            Format::Sgf => sgf_write::write(game, &replay),
            Format::Psq => psq::write(game, &replay),
            Format::Text => Ok(text::write(game, &replay)),
            Format::Fen => Ok(format!("{}\n", replay.engine.fen())),
        }
    }
}

/// Does the character do something on a terminal, other than to end a line or to indent?
fn acts(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}
