//! Engines of a match as they are asked for, and the limits of their searches.

use std::path::PathBuf;
use std::time::Duration;

/// What an engine is told to speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineProtocol {
    /// UGI: clocks by player, no ponder word.
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

/// A clock: so many moves in so much time, and an increment for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockRule {
    /// Moves of a session; `None`: the time is for the whole game.
    pub moves: Option<u32>,
    /// Time of a session.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Limits of an engine's searches; those that are given hold together.
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

/// [`EngineSpec::patience`] where nothing else is said. Some programs read large files before they answer.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// `name=`: what it is called in tables; no two engines of a match share a name.
    pub name: String,
    /// `cmd=`: the program. For [`EngineProtocol::Dxp`] it may be left out where `connect` is given.
    pub command: Option<PathBuf>,
    /// `arg=`, repeated: arguments.
    pub arguments: Vec<String>,
    /// `dir=`: working directory; `None`: that of the match.
    pub directory: Option<PathBuf>,
    /// `proto=`: what it speaks.
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
    /// `margin=`: time by which a clock or `st` may be overstepped.
    pub margin: Duration,
    /// `restart=on`: a new process for every game.
    pub restart: bool,
    /// `patience=`: time to start, and to answer what costs no thought; after it the program is taken for dead.
    pub patience: Duration,
}
