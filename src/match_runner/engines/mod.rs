//! Programs as players: one driver for each protocol.
//!
//! The referee passes its board to a [`Driver`] and requests a move. The driver decides what to send: a whole position,
//! or only the moves since the last time. It does not check moves: its answer is text for the referee. Every wait ends
//! with an answer, the end of the program, or a deadline.
//!
//! | file | what |
//! |---|---|
//! | `process`, `group`, `affinity` | a program and its standard streams, its end with this process, its cores |
//! | `dialogue` | what was sent and received, for `--debug` and errors |
//! | `talk` | checks of a protocol beyond what a game needs |
//! | `mirror` | the board of an engine that keeps one for itself |
//! | `inside` | the engine of this process as a player, without a program or a protocol |
//! | `ugi`, `gtp`, `gomocup`, `hub`, `dxp` | one protocol each, `ugi` with UCI, and its limits |

mod affinity;
mod dialogue;
mod dxp;
mod gomocup;
mod group;
mod gtp;
mod hub;
mod inside;
mod mirror;
mod process;
mod talk;
mod ugi;

use dialogue::Dialogue;

pub use dialogue::{DebugFile, StartFailure};
pub use inside::Inside;
pub use talk::{Talk, talks};

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::spec::{EngineProtocol, EngineSpec, Limits};
use crate::contract::{MAX_PLAYERS, Player, Score};
use crate::engine::AnyEngine;
use crate::records::GameResult;
use crate::wire::message::one_line;

/// Most moves that are kept of a line that an engine reports.
const MAX_PV_MOVES: usize = 40;

/// A request to an engine for a move.
pub struct Turn<'a> {
    /// The game on the referee's board; the engine is to move.
    pub game: &'a dyn AnyEngine,
    /// The limits of this engine.
    pub limits: Limits,
    /// Time left on every player's clock; `None` if a player has none.
    pub clocks: [Option<Duration>; MAX_PLAYERS],
    /// Increments of every player.
    pub increments: [Duration; MAX_PLAYERS],
    /// Moves to the next time control of the engine to move.
    pub moves_to_go: Option<u32>,
    /// Longest wait for an answer; then the program counts as hung.
    pub patience: Duration,
}

/// An engine's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move, in any style the game reads.
    Move(String),
    /// It resigns.
    Resign,
}

/// An answer, and the last report before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// Time from sending the request to reading the answer.
    pub elapsed: Duration,
    /// Value for the player to move, of the last report; `None` if the engine reports none.
    pub score: Option<Score>,
    /// Depth of the last report, in plies.
    pub depth: Option<i32>,
    /// Nodes of the last report.
    pub nodes: Option<u64>,
    /// The last line it reported, in any style the game reads; unchecked.
    pub pv: Vec<String>,
}

impl Reply {
    /// An answer without a report.
    pub fn new(answer: Answer, elapsed: Duration) -> Reply {
        Reply { answer, elapsed, score: None, depth: None, nodes: None, pv: Vec::new() }
    }
}

/// Why an engine stops playing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program could not be started, does not play this game, or refuses the position: why.
    Refused(String),
    /// The program has ended.
    Crashed(String),
    /// There was no answer in time.
    Hung,
    /// The answer cannot be understood: the line.
    Garbled(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Refused(why) => write!(f, "refused: {why}"),
            Fault::Crashed(how) => write!(f, "crashed: {how}"),
            Fault::Hung => write!(f, "no answer"),
            Fault::Garbled(line) => write!(f, "cannot be understood: {line}"),
        }
    }
}

/// A running engine. Dropping it ends the program.
///
/// A player that needs no program; the engine to move always has a move:
///
/// ```
/// use std::time::Duration;
///
/// use quadriga::contract::{MoveStyle, Player};
/// use quadriga::engine::AnyEngine;
/// use quadriga::match_runner::engines::{Answer, Driver, Fault, Reply, Turn};
/// use quadriga::match_runner::spec::Limits;
///
/// struct FirstMove;
///
/// impl Driver for FirstMove {
///     fn title(&self) -> String {
///         "First Move 1.0".to_string()
///     }
///     fn begin(&mut self, _: &dyn AnyEngine, _: Player, _: Limits, _: u64) -> Result<(), Fault> {
///         Ok(())
///     }
///     fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
///         let mv = turn.game.legal_moves(MoveStyle::Native).swap_remove(0);
///         Ok(Reply::new(Answer::Move(mv), Duration::ZERO))
///     }
/// }
/// ```
pub trait Driver: Send {
    /// The program's name for itself; empty if unknown.
    fn title(&self) -> String;

    /// A new game begins, from the position on the board, where the moves of the opening have been played; the engine
    /// plays for `seat`. `number` is that of the game in the schedule, from 1, for options with `{game}`.
    ///
    /// # Errors
    /// A [`Fault`]; the driver cannot be used any more.
    fn begin(&mut self, game: &dyn AnyEngine, seat: Player, limits: Limits, number: u64)
    -> Result<(), Fault>;

    /// Asks for a move.
    ///
    /// # Errors
    /// A [`Fault`]; the driver cannot be used any more.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;

    /// The game is over; the board shows its last position. Most protocols have no message for this.
    ///
    /// # Errors
    /// A [`Fault`]; the driver cannot be used any more.
    fn finish(&mut self, _game: &dyn AnyEngine, _result: GameResult) -> Result<(), Fault> {
        Ok(())
    }
}

/// The cores and the dialogue of an engine that is started.
struct Launch<'a> {
    /// The cores of its program; `None`: all.
    cores: Option<&'a [usize]>,
    dialogue: Dialogue,
}

/// Starts an engine for this game and prepares it. An engine without a command is this program.
fn launch(spec: &EngineSpec, game: &dyn AnyEngine, launch: &Launch<'_>) -> Result<Box<dyn Driver>, Fault> {
    Ok(match spec.protocol {
        EngineProtocol::Ugi | EngineProtocol::Uci => Box::new(ugi::Ugi::start(spec, game, launch)?),
        EngineProtocol::Gtp => Box::new(gtp::Gtp::start(spec, game, launch)?),
        EngineProtocol::Gomocup => Box::new(gomocup::Gomocup::start(spec, game, launch)?),
        EngineProtocol::Hub => Box::new(hub::Hub::start(spec, game, launch)?),
        EngineProtocol::Dxp => Box::new(dxp::Dxp::start(spec, game, launch)?),
    })
}

/// The source of programs.
///
/// ```
/// use quadriga::match_runner::engines::{Inside, Programs};
/// use quadriga::match_runner::spec::EngineSpec;
///
/// let game = quadriga::games::open("gomoku").expect("a game");
/// let driver = Inside.start(&EngineSpec::default(), game.as_ref(), None)?;
/// assert!(driver.title().starts_with("Quadriga"));
/// # Ok::<(), quadriga::match_runner::engines::StartFailure>(())
/// ```
pub trait Programs: Sync {
    /// Starts an engine for this game, on these cores if they are given.
    ///
    /// # Errors
    /// It cannot be started or does not play this game.
    fn start(
        &self,
        spec: &EngineSpec,
        game: &dyn AnyEngine,
        cores: Option<&[usize]>,
    ) -> Result<Box<dyn Driver>, StartFailure>;

    /// Ends all programs at once, whatever they are doing.
    fn end_all(&self);
}

/// Programs at the other end of pipes, for matches outside of tests.
#[derive(Default)]
pub struct Pipes {
    /// The file for the dialogues with them.
    pub debug: Option<Arc<DebugFile>>,
}

impl Programs for Pipes {
    fn start(
        &self,
        spec: &EngineSpec,
        game: &dyn AnyEngine,
        cores: Option<&[usize]>,
    ) -> Result<Box<dyn Driver>, StartFailure> {
        let dialogue = Dialogue::new(&spec.name, self.debug.as_ref());
        let started = launch(spec, game, &Launch { cores, dialogue: dialogue.clone() });
        match started {
            Ok(driver) => {
                dialogue.has_started();
                Ok(driver)
            }
            Err(fault) => Err(dialogue.failure(fault)),
        }
    }

    fn end_all(&self) {
        group::end_all();
    }
}

/// At the end of this process: starts no more programs, waits for those already quitting, and kills the others.
pub fn end_for_good() {
    group::end_for_good(process::QUIT_TIMEOUT);
}

/// The same for a process that has to end at once.
pub fn end_at_once() {
    group::end_for_good(Duration::ZERO);
}

/// The program of an engine with its arguments; `own_arguments` go before them if no program is named.
fn command(spec: &EngineSpec, own_arguments: &[&str]) -> Result<Command, Fault> {
    let own =
        || std::env::current_exe().map_err(|error| refused(format!("cannot find this program: {error}")));
    let mut command = match &spec.command {
        Some(program) => Command::new(located(program, spec.directory.as_deref())),
        None => {
            let mut command = Command::new(own()?);
            command.args(own_arguments);
            command
        }
    };
    command.args(&spec.arguments);
    if let Some(directory) = &spec.directory {
        command.current_dir(directory);
    }
    Ok(command)
}

/// The program of an engine that runs in another directory: a path such as `./engine` is looked for there, then
/// here; a bare name is for the system to find.
fn located(program: &Path, directory: Option<&Path>) -> PathBuf {
    let is_path = program.is_relative() && program.components().count() > 1;
    let Some(directory) = directory.filter(|_| is_path) else { return program.to_path_buf() };
    let inside = directory.join(program);
    let chosen = if inside.exists() { inside } else { program.to_path_buf() };
    std::path::absolute(&chosen).unwrap_or(chosen)
}

/// The engine or the system refuses.
fn refused(why: impl Into<String>) -> Fault {
    Fault::Refused(one_line(&why.into()))
}

/// A line of an engine that is invalid or unexpected.
fn garbled(line: &str) -> Fault {
    Fault::Garbled(one_line(line))
}

/// The end of a wait that begins at `from`.
fn deadline(from: Instant, timeout: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(31_536_000);
    from + timeout.min(YEAR)
}

/// Whole milliseconds, as protocols count them.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The options of an engine: those that are set once, and those that name the game and are set before each.
struct Options {
    once: Vec<(String, String)>,
    each_game: Vec<(String, String)>,
}

impl Options {
    /// The placeholder for the number of the game.
    const NUMBER: &'static str = "{game}";

    fn of(spec: &EngineSpec) -> Options {
        let names_game = |(_, value): &(String, String)| value.contains(Options::NUMBER);
        let (each_game, once) = spec.options.iter().cloned().partition(names_game);
        Options { once, each_game }
    }

    /// The options to set before this game.
    fn for_game(&self, number: u64) -> Vec<(String, String)> {
        let number = number.to_string();
        let set = |(name, value): &(String, String)| (name.clone(), value.replace(Options::NUMBER, &number));
        self.each_game.iter().map(set).collect()
    }
}

/// An engine's reports of its search, the last value of each kind.
#[derive(Clone, Default)]
struct LastReport {
    score: Option<Score>,
    depth: Option<i32>,
    nodes: Option<u64>,
    pv: Vec<String>,
}

impl LastReport {
    /// The reply with this answer.
    fn reply(self, answer: Answer, elapsed: Duration) -> Reply {
        let LastReport { score, depth, nodes, pv } = self;
        Reply { answer, elapsed, score, depth, nodes, pv }
    }

    /// Keeps a line, unless it is empty.
    fn keep_line<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        let pv: Vec<String> = words.take(MAX_PV_MOVES).map(str::to_string).collect();
        if !pv.is_empty() {
            self.pv = pv;
        }
    }
}

/// A proved win or loss in this many plies, up to the limit of scores.
fn decided(wins: bool, plies: u64) -> Score {
    const FARTHEST: i32 = Score::WIN.0 - Score::KNOWN_WIN.0 - 1;
    let plies = i32::try_from(plies).unwrap_or(FARTHEST).min(FARTHEST);
    if wins { Score::win_in(plies) } else { Score::loss_in(plies) }
}
