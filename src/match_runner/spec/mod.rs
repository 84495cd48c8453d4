//! The engines of a match, and the limits of their searches.
//!
//! On the command line an engine is one text of words `key=value`: `name=A cmd=./a option.Hash=64 tc=10+0.1`.
//!
//! | file | what |
//! |---|---|
//! | `words` | splitting and joining keys and values, with quotes |
//! | `times` | durations and clocks |
//! | `engine_file`, `distinct` | engines of a file; values without repeated keys |
//! | `fields` | values to an [`EngineSpec`] |
//! | `print` | an [`EngineSpec`] as one line |
//!
//! Invariant: a spec printed and read again is the same spec.

#[cfg(feature = "match")]
mod distinct;
#[cfg(feature = "match")]
mod engine_file;
mod fields;
mod print;
pub(super) mod times;
pub(super) mod words;

use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "match")]
pub use engine_file::read_engines;
pub use fields::{names_limit, parse};

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineProtocol {
    /// UGI: clocks by player, no ponder word.
    #[default]
    Ugi,
    /// UCI: clocks by colour.
    Uci,
    /// GTP 2.
    Gtp,
    /// Gomocup's, also called Piskvork's.
    Gomocup,
    /// Hub, version 2.
    Hub,
    /// DamExchange over TCP.
    Dxp,
}

impl EngineProtocol {
    /// All of them, by the names they have in `proto=`.
    pub const ALL: [(&'static str, EngineProtocol); 6] = [
        ("ugi", EngineProtocol::Ugi),
        ("uci", EngineProtocol::Uci),
        ("gtp", EngineProtocol::Gtp),
        ("gomocup", EngineProtocol::Gomocup),
        ("hub", EngineProtocol::Hub),
        ("dxp", EngineProtocol::Dxp),
    ];

    /// The name in `proto=`.
    pub fn name(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, protocol)| *protocol == self);
        known.map_or("", |(name, _)| name)
    }
}

/// A clock: a number of moves in a time, and an increment for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockRule {
    /// Moves of a session; `None`: the time is for the whole game.
    pub moves: Option<u32>,
    /// Time of a session.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// The clock of an engine for which no limit is named, as [`Limits::clock`].
pub const DEFAULT_CLOCK: ClockRule =
    ClockRule { moves: None, base: Duration::from_secs(10), increment: Duration::from_millis(100) };

/// Limits of an engine's searches; all limits apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// `tc=`: a clock for the game.
    pub clock: Option<ClockRule>,
    /// `st=`: time for each move.
    pub move_time: Option<Duration>,
    /// `depth=`: plies.
    pub depth: Option<i32>,
    /// `nodes=`: nodes of all threads together.
    pub nodes: Option<u64>,
}

/// Default of [`EngineSpec::patience`]. Some programs read large files before they answer.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// `name=`: its name in tables; no two engines of a match have the same name.
    pub name: String,
    /// `cmd=`: the program. Optional for [`EngineProtocol::Dxp`] with `connect`.
    pub command: Option<PathBuf>,
    /// `arg=`, repeated: arguments.
    pub arguments: Vec<String>,
    /// `dir=`: working directory; `None`: that of the match.
    pub directory: Option<PathBuf>,
    /// `proto=`: its protocol.
    pub protocol: EngineProtocol,
    /// `option.NAME=VALUE`, repeated, in order. `{game}` in a value becomes the number of the game in the schedule,
    /// from 1, and such options are set before every game.
    pub options: Vec<(String, String)>,
    /// `init=`, repeated: lines sent before anything else.
    pub init: Vec<String>,
    /// `connect=HOST:PORT`: where the program listens (DamExchange). `{port}` in `arg=` and here becomes a free port.
    pub connect: Option<String>,
    /// `tc=`, `st=`, `depth=`, `nodes=`.
    pub limits: Limits,
    /// `margin=`: grace before a loss on time.
    pub margin: Duration,
    /// `restart=on`: a new process for every game.
    pub restart: bool,
    /// `patience=`: time to start, to answer a command other than a search, and to answer after the time for a move is
    /// over; then the program counts as hung.
    pub patience: Duration,
}

/// Default of [`EngineSpec::margin`]: time that a busy machine may take away from an engine.
pub const DEFAULT_MARGIN: Duration = Duration::from_millis(100);

impl Default for EngineSpec {
    fn default() -> EngineSpec {
        EngineSpec {
            name: String::new(),
            command: None,
            arguments: Vec::new(),
            directory: None,
            protocol: EngineProtocol::default(),
            options: Vec::new(),
            init: Vec::new(),
            connect: None,
            limits: Limits::default(),
            margin: DEFAULT_MARGIN,
            restart: false,
            patience: DEFAULT_TIMEOUT,
        }
    }
}

impl ClockRule {
    /// As in `tc=`.
    pub fn text(&self) -> String {
        times::clock_text(self)
    }
}

impl Limits {
    /// Are there no limits?
    pub fn is_none(&self) -> bool {
        *self == Limits::default()
    }
}

impl EngineSpec {
    /// The value of an option, by name without regard to case.
    pub fn option(&self, name: &str) -> Option<&str> {
        let known = self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, value)| value.as_str())
    }
}
