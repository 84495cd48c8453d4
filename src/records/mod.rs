//! Games as files: reading and writing PDN, SGF, Piskvork's `.psq`, a PGN-like text and lists of positions.
//!
//! A [`GameRecord`] is a game in the strings of the facade [`AnyEngine`]. Readers pass each word to the facade and keep
//! legal moves; writers replay the record first. So this module has no rules of any game, and a record is always a
//! legal game.
//!
//! | file | what |
//! |---|---|
//! | `charset`, `losses` | bytes to characters; what a format cannot hold |
//! | `lexer`, `words`, `movetext` | the syntax that PDN and PGN share: tags, comments, variations, results |
//! | `line`, `changes` | a game is a tree; what readers and writers change |
//! | `replay`, `tree` | words to legal moves, by trial if a word fits several; the same for trees |
//! | `roster`, `move_lines` | names of players and results as tags; the lines of a written game |
//! | `pdn` with `pdn_types`; `pdn_rules` with `pdn_board` if it does not say which draughts it is | the draughts format |
//! | `text`, `sgf` with `sgf_…`, `psq`, `fen_list` | one format each |
//! | `keeper`, `claim` | `--record`: games kept while they are played; is the program that plays one still running? |
//! | `date` | the calendar |
//! | `files`, `destination` | files replaced or extended in one step; the target of an output's name |
//! | `work_file` | a file that one program extends for hours, and no other |
//!
//! Invariants: a reader ends on any bytes without a panic, reports each bad game with its line and continues with the
//!   next; a reader can read whatever its writer writes; nothing is dropped or repaired without a report.

mod changes;
mod charset;
mod claim;
pub(crate) mod date;
mod destination;
mod fen_list;
pub mod files;
pub mod keeper;
mod lexer;
mod line;
mod losses;
mod move_lines;
mod movetext;
mod pdn;
mod pdn_board;
mod pdn_rules;
mod pdn_types;
mod psq;
mod replay;
mod roster;
mod sgf;
mod sgf_moves;
mod sgf_rules;
mod sgf_tree;
mod sgf_write;
mod text;
mod tree;
mod words;
pub mod work_file;

use std::ops::{Deref, DerefMut};
use std::path::Path;

pub use changes::Changes;
use line::Turns;
pub use line::{Line, Markup};

use crate::contract::{MoveStyle, Outcome, Player};
use crate::engine::AnyEngine;
use crate::games;
use crate::wire::gomocup;

/// How a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// Not finished, or unknown: `*`.
    #[default]
    Unknown,
    /// Won by someone or drawn.
    Ended(Outcome),
    /// Declared lost for both players: `0-0`.
    BothLost,
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        outcome.map_or(GameResult::Unknown, GameResult::Ended)
    }
}

/// The quality of a move, as in chess annotations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveMark {
    /// `??`.
    Blunder,
    /// `?`.
    Mistake,
    /// `?!`.
    Dubious,
    /// `!?`.
    Interesting,
    /// `!`.
    Good,
    /// `!!`.
    Brilliant,
}

impl MoveMark {
    /// Every mark with its sign, its glyph, and SGF's property and value for it.
    const SIGNS: [MarkSigns; 6] = [
        (MoveMark::Blunder, "??", 4, ("BM", "2")),
        (MoveMark::Mistake, "?", 2, ("BM", "1")),
        (MoveMark::Dubious, "?!", 6, ("DO", "")),
        (MoveMark::Interesting, "!?", 5, ("IT", "")),
        (MoveMark::Good, "!", 1, ("TE", "1")),
        (MoveMark::Brilliant, "!!", 3, ("TE", "2")),
    ];

    fn entry(self) -> &'static MarkSigns {
        &Self::SIGNS[self as usize]
    }

    /// The sign after the move.
    pub fn sign(self) -> &'static str {
        self.entry().1
    }

    fn from_sign(sign: &str) -> Option<MoveMark> {
        Self::SIGNS.iter().find(|(_, known, ..)| *known == sign).map(|&(mark, ..)| mark)
    }

    fn from_glyph(glyph: u16) -> Option<MoveMark> {
        Self::SIGNS.iter().find(|(_, _, known, _)| *known == glyph).map(|&(mark, ..)| mark)
    }
}

/// A mark and the signs for it.
type MarkSigns = (MoveMark, &'static str, u16, (&'static str, &'static str));

/// A game, in strings. It is read as its main line: `record.moves`, `record.comments`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// The game's name, as `quadriga games` lists it.
    pub variant: String,
    /// Rule options with other than their default values: names and values.
    pub options: Vec<(String, String)>,
    /// The position string that the game began with; `None` for the start position.
    pub base: Option<String>,
    /// The main line, with its variations.
    pub line: Line,
    /// Names by player, the one who moves first from the start position first; empty if unknown.
    pub players: Vec<String>,
    /// All other information (`Event`, `Date`, ...), by PGN's tag names, in order.
    pub tags: Vec<(String, String)>,
    /// The result.
    pub result: GameResult,
}

impl Deref for GameRecord {
    type Target = Line;

    fn deref(&self) -> &Line {
        &self.line
    }
}

impl DerefMut for GameRecord {
    fn deref_mut(&mut self) -> &mut Line {
        &mut self.line
    }
}

impl GameRecord {
    /// The game on an engine's board, with its result by the rules.
    pub fn of(engine: &dyn AnyEngine) -> GameRecord {
        GameRecord {
            variant: engine.identity().variant,
            options: engine.rule_options(),
            base: engine.base_fen(),
            line: Line { moves: engine.moves(MoveStyle::Native), ..Line::default() },
            result: engine.status().outcome.into(),
            ..GameRecord::default()
        }
    }

    /// Opens the game by its rules and sets the position that it began with.
    ///
    /// # Errors
    /// One line: the game, an option or the position is unknown or invalid.
    pub fn open(&self) -> Result<Box<dyn AnyEngine>, String> {
        let mut engine = open(&self.variant, &self.options)?;
        engine.set_position(self.base.as_deref(), &[]).map_err(|error| error.to_string())?;
        Ok(engine)
    }

    /// Replays the game.
    fn replay(&self) -> Result<Replay, String> {
        let mut engine = self.open()?;
        let turns = Turns::play(engine.as_mut(), &self.line)?;
        Ok(Replay { engine, turns })
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in place if it exists already.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.to_string(),
            None => self.tags.push((name.to_string(), value.to_string())),
        }
    }

    /// Sets the names of the players, unless all are unknown.
    fn set_players(&mut self, names: &[String]) {
        let known = names.iter().map(|name| if name == "?" { String::new() } else { name.clone() });
        self.players = known.collect();
        if self.players.iter().all(String::is_empty) {
            self.players.clear();
        }
    }

    /// The name of a player, if known.
    pub fn player(&self, player: Player) -> Option<&str> {
        self.players.get(player.index()).map(String::as_str).filter(|name| !name.is_empty())
    }
}

/// A replayed record.
struct Replay {
    /// With the main line on its board.
    engine: Box<dyn AnyEngine>,
    turns: Turns,
}

impl Replay {
    fn players(&self) -> usize {
        self.engine.status().players
    }
}

/// Opens a game by name with these rule options. A file cannot set other options of the engine, some of which name files.
pub(crate) fn open(variant: &str, options: &[(String, String)]) -> Result<Box<dyn AnyEngine>, String> {
    let mut engine = games::open(variant).ok_or_else(|| format!("unknown game '{variant}'"))?;
    let card = engine.identity().card;
    for (name, value) in options {
        if card.option(name).is_none() {
            return Err(format!("unknown option '{name}' of {variant}"));
        }
        engine.set_option(name, value).map_err(|error| error.to_string())?;
    }
    Ok(engine)
}

/// The game of files that do not name it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Defaults {
    /// The game's name; `None` for the usual game of the format, or the one that its reader infers.
    pub variant: Option<String>,
    /// Rule options of that game.
    pub options: Vec<(String, String)>,
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

    /// The format that a file's extension stands for.
    pub fn from_path(path: &Path) -> Option<Format> {
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
        let mut reading = match self {
            Format::Pdn => pdn::read(text, defaults),
            Format::Sgf => sgf::read(text, defaults),
            Format::Psq => psq::read(text, defaults),
            Format::Text => text::read(text, defaults),
            Format::Fen => fen_list::read(text, defaults),
        };
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

/// Text on one line, runs of blanks as one.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}
