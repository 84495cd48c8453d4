//! Games as files: reading and writing PDN, SGF, Piskvork's `.psq`, RenLib's libraries, a PGN-like text and lists of
//! positions.
//!
//! A [`GameRecord`] is a game in the strings of the facade [`crate::engine::AnyEngine`]. Readers pass each word to the
//! facade and keep legal moves; writers replay the record first. So this module has no rules of any game, and a record
//! is always a legal game.
//!
//! | file | what |
//! |---|---|
//! | `source`, `decoded`, `parts` | a file of any length, read in parts |
//! | `charset`, `losses` | bytes to characters; what a format cannot hold |
//! | `lexer`, `words`, `asterisk`, `movetext`, `comment_text`, `raw_game` | the syntax that PDN and PGN share: tags, comments, variations, results |
//! | `game_record`, `line`, `marks` | a game, which is a tree |
//! | `format`, `changes` | the list of formats; what readers and writers change |
//! | `replay`, `tree` | words to legal moves, by trial if a word fits several; the same for trees |
//! | `search_comment`, `labels` | what a search said about a move, as a comment; what comments say about positions |
//! | `clocks` | clocks as properties of SGF and in comments |
//! | `roster`, `move_lines` | names of players and results as tags; the lines of a written game |
//! | `pdn` with `pdn_types`; `pdn_rules` with `pdn_board` if it does not say which draughts it is | the draughts format |
//! | `text`, `sgf` with `sgf_…`, `lib` with `lib_…`, `rif` with `xml`, `psq`, `yixin`, `rapfi`, `fen_list` | one format each |
//! | `database` | databases of positions as games, and games as entries |
//! | `keeper`, `claim` | `--record`: games kept while they are played; is the program that plays one still running? |
//! | `date` | the calendar |
//! | `draft` | an output that replaces a file only at its end |
//! | `gzip` | compressed files |
//!
//! Invariants: a reader ends on any bytes without a panic, reports each bad game with its line and continues with the
//!   next; a reader can read whatever its writer writes; nothing is dropped or repaired without a report.

mod asterisk;
mod changes;
mod charset;
mod claim;
mod clocks;
mod comment_text;
pub mod database;
pub(crate) mod date;
mod decoded;
mod draft;
mod fen_list;
mod format;
mod game_record;
#[cfg(feature = "tables")]
pub mod gzip;
pub mod keeper;
mod labels;
mod lexer;
mod lib;
mod lib_file;
mod lib_tree;
mod lib_write;
mod line;
mod losses;
mod marks;
mod move_lines;
mod movetext;
mod parts;
mod pdn;
mod pdn_board;
mod pdn_rules;
mod pdn_types;
mod psq;
mod rapfi;
mod raw_game;
mod replay;
mod rif;
mod roster;
pub mod search_comment;
mod sgf;
mod sgf_builder;
mod sgf_charset;
mod sgf_moves;
mod sgf_result;
mod sgf_rules;
mod sgf_single;
mod sgf_tree;
mod sgf_words;
mod sgf_write;
mod source;
mod text;
mod tree;
mod words;
mod xml;
mod yixin;

pub use changes::Changes;
pub use draft::Draft;
pub use format::{Format, Output};
use game_record::Replay;
pub(crate) use game_record::open;
#[cfg(feature = "tables")]
pub(crate) use game_record::range_left;
pub use game_record::{GameRecord, GameResult};
pub use labels::PositionLabel;
pub use line::{Line, MAX_DEPTH, Markup};
pub use marks::MoveMark;
pub use parts::Summary;
pub use source::{MAX_WHOLE, Source};

/// The game of files that do not name it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Defaults {
    /// The game's name; `None` for the usual game of the format, or the one that its reader infers.
    pub variant: Option<String>,
    /// Rule options of that game.
    pub options: Vec<(String, String)>,
    /// Did the user choose the game for this file? It then counts for SGF with the number of another game as well.
    pub is_chosen: bool,
}

/// A game that was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Line of the file, from 1.
    pub line: usize,
    /// What is wrong there, in one line.
    pub reason: String,
}

/// A game that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// Line of the file where it begins, from 1.
    pub line: usize,
    /// The game.
    pub record: GameRecord,
}

/// The result of reading a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The good games, in order.
    pub games: Vec<ReadGame>,
    /// The others: one entry each.
    pub errors: Vec<ReadError>,
    /// Assumptions about missing information, in lines.
    pub notes: Vec<String>,
    /// What was repaired.
    pub changes: Changes,
    /// What was assumed about single games; `notes` has it after the file is read.
    assumed: Changes,
}

/// The records of a game as written.
#[derive(Clone, Debug, Default)]
struct Found {
    records: Vec<GameRecord>,
    /// What was repaired.
    changes: Changes,
    /// What was assumed.
    assumed: Changes,
}

impl Reading {
    /// What was assumed and repaired, in lines.
    pub fn remarks(&self) -> Vec<String> {
        let changed = (!self.changes.is_empty()).then(|| format!("changed: {}", self.changes));
        self.notes.iter().cloned().chain(changed).collect()
    }

    /// Adds the result for the game at this line.
    fn add(&mut self, line: usize, found: Result<Found, ReadError>) {
        match found {
            Ok(found) => {
                self.games.extend(found.records.into_iter().map(|record| ReadGame { line, record }));
                self.changes.extend(&found.changes);
                self.assumed.extend(&found.assumed);
            }
            Err(error) => self.errors.push(ReadError { reason: brief(&error.reason), ..error }),
        }
    }
}

/// Foreign text for an error message: its beginning.
fn shorten(text: &str) -> String {
    cut(text, 40)
}

/// An error message on one line; it may quote a word of any length.
fn brief(message: &str) -> String {
    cut(&one_line(message), 300)
}

fn cut(text: &str, max_chars: usize) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    match text.char_indices().nth(max_chars) {
        None => plain.collect(),
        Some(_) => plain.take(max_chars).collect::<String>() + "...",
    }
}

/// Text on one line, runs of blanks as one. Blanks of other scripts belong to a text.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}
