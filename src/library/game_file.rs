//! Games in files.

use std::io;
use std::path::Path;

use super::{Error, Position};
use crate::contract::{Outcome, Player};
use crate::records::{Defaults, Format, GameRecord, GameResult, Reading};

/// A game of a file, or one to be written. Its moves are legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    record: GameRecord,
    line: usize,
}

impl Game {
    /// The game that led to a position.
    pub fn of(position: &Position) -> Game {
        Game { record: position.record(), line: 0 }
    }

    /// The name of its rules.
    pub fn rules(&self) -> &str {
        &self.record.variant
    }

    /// The position that it began with.
    ///
    /// # Errors
    /// [`Error::Internal`] only.
    pub fn start(&self) -> Result<Position, Error> {
        self.record.open().map(Position::of_board).map_err(Error::Internal)
    }

    /// The moves of the main line, in native style.
    pub fn moves(&self) -> &[String] {
        &self.record.moves
    }

    /// The comments of the main line, each with the number of moves before it.
    pub fn comments(&self) -> &[(usize, String)] {
        &self.record.comments
    }

    /// The result that the file has; `None` for an unfinished game, and for one that both players lost.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.record.result {
            GameResult::Ended(outcome) => Some(outcome),
            GameResult::Unknown | GameResult::BothLost => None,
        }
    }

    /// The name of a player, if known.
    pub fn player(&self, player: Player) -> Option<&str> {
        self.record.player(player)
    }

    /// Other information by its PGN tag name, such as `Event`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.record.tag(name)
    }

    /// Sets such information.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.record.set_tag(name, value);
    }

    /// The line of the file where it begins, from 1; 0 for a game of [`Game::of`].
    pub fn line(&self) -> usize {
        self.line
    }

    /// The game in a format: `pdn`, `sgf`, `psq`, `text` or `fen`. Texts of several games may be concatenated.
    ///
    /// # Errors
    /// [`Error::UnknownFormat`], [`Error::Unwritable`].
    pub fn write(&self, format: &str) -> Result<String, Error> {
        named(format)?.write(&self.record).map_err(Error::Unwritable)
    }
}

/// The games of a file, and all that its reader has to say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GameFile {
    /// The games that were read, in order.
    pub games: Vec<Game>,
    /// Those that were not: the line of the file, from 1, and what is wrong there.
    pub errors: Vec<(usize, String)>,
    /// What was assumed or repaired, one line each.
    pub notes: Vec<String>,
}

impl GameFile {
    fn of(reading: Reading) -> GameFile {
        let repaired = (!reading.changes.is_empty()).then(|| reading.changes.to_string());
        GameFile {
            games: reading
                .games
                .into_iter()
                .map(|game| Game { record: game.record, line: game.line })
                .collect(),
            errors: reading.errors.into_iter().map(|error| (error.line, error.reason)).collect(),
            notes: reading.notes.into_iter().chain(repaired).collect(),
        }
    }
}

/// Reads games in a format: `pdn`, `sgf`, `psq`, `text` or `fen`. `rules` names those of games that do not say theirs;
/// without it the usual rules of the format.
///
/// ```
/// use quadriga::{Engine, Limits, read_games};
///
/// let file = read_games(b"[White \"Anna\"]\n1. 32-28 19-23 2. 28x19 14x23 *", "pdn", None)?;
/// assert!(file.errors.is_empty());
/// let game = &file.games[0];
/// let mut position = game.start()?;
/// let mut engine = Engine::new(&position)?;
/// for mv in game.moves() {
///     let report = engine.search(&position, &Limits::depth(4))?;
///     println!("{mv}: {} by {:?}", report.score().expect("a line"), report.best_move);
///     position.play(mv)?;
/// }
/// assert_eq!(position.moves(), ["32-28", "19-23", "28x19", "14x23"]);
/// # Ok::<(), quadriga::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownFormat`], [`Error::UnknownRules`]. A game that cannot be read is in [`GameFile::errors`].
pub fn read_games(bytes: &[u8], format: &str, rules: Option<&str>) -> Result<GameFile, Error> {
    let format = named(format)?;
    let defaults = match rules {
        None => Defaults::default(),
        Some(rules) => {
            let position = Position::new(rules)?;
            Defaults { variant: Some(position.rules()), is_chosen: true, ..Defaults::default() }
        }
    };
    Ok(GameFile::of(format.read(bytes, &defaults)))
}

/// Reads the games of a file, whose extension stands for the format: `.pdn`, `.sgf`, `.psq`, `.txt`, `.pgn`, `.fen`. With the
/// features of the program, also compressed ones: `.pdn.gz`.
///
/// # Errors
/// As for [`read_games`], and [`Error::File`].
pub fn read_file(path: impl AsRef<Path>, rules: Option<&str>) -> Result<GameFile, Error> {
    let path = path.as_ref();
    let name = || path.display().to_string();
    let format = Format::from_path(path).ok_or_else(|| Error::UnknownFormat(name()))?;
    let read = contents(path).map_err(|error| Error::File { path: name(), reason: error.to_string() });
    let (bytes, note) = read?;
    let mut file = read_games(&bytes, format.name(), rules)?;
    file.notes.extend(note);
    Ok(file)
}

/// The bytes of a file, unpacked, and what is wrong with its compression.
#[cfg(feature = "tables")]
fn contents(path: &Path) -> io::Result<(Vec<u8>, Option<String>)> {
    let unpacked = crate::records::gzip::read(path)?;
    Ok((unpacked.bytes, unpacked.note))
}

#[cfg(not(feature = "tables"))]
fn contents(path: &Path) -> io::Result<(Vec<u8>, Option<String>)> {
    Ok((crate::records::Source::File(path.to_path_buf()).bytes()?, None))
}

fn named(format: &str) -> Result<Format, Error> {
    Format::from_name(format).ok_or_else(|| Error::UnknownFormat(format.to_string()))
}
