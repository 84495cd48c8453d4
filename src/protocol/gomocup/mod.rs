//! Gomocup's protocol ("Piskvork", version 2) with the extensions of Yixin.
//!
//! The engine gets the opponent's move and answers with its own; both are played on its board. Every line except the
//! answer begins with a word: `MESSAGE` and `DEBUG` for users, `ERROR` for a command that cannot be executed, `UNKNOWN`
//! for an unknown one.
//!
//! | file | question |
//! |---|---|
//! | `command`, `verbs` | what does a line ask for? |
//! | `board` | which position have these stones? |
//! | `perform`, `start`, `yixin` | how is it executed? |
//! | `info`, `limits` | what may a move cost? |
//! | `think`, `print` | the search, and what is reported about it |
//! | `database` | the commands of Yixin's database |
//! | `soosyrv` | Yixin's steps of an opening rule; `openings` decides |
//!
//! Differences to the other protocols: a command can have several lines (`BOARD` ... `DONE`), so a line may belong to
//! an earlier one; and only its answer announces the end of a search. The protocol is described in `protocol.md`.

mod board;
mod command;
mod database;
mod info;
mod limits;
mod perform;
mod print;
mod soosyrv;
mod start;
mod think;
mod verbs;
mod yixin;

use std::hash::{BuildHasher, Hasher, RandomState};

use board::Stones;
use command::Command;
use limits::{Limits, Memory};
use print::Detail;
use think::Report;
use verbs::{DatabaseFile, Verb};

use super::dialect::{Dialect, Next, Received, Urgent, Work};
use super::settings::{Opened, Settings};
use crate::contract::MoveStyle;
use crate::engine::AnyEngine;
use crate::wire::gomocup;
use crate::wire::message::one_line;
use crate::wire::output::Output;

/// Default time reserved for each move, in milliseconds: managers measure at their end, with the delay of a busy
/// machine, and a late move loses the game.
const OVERHEAD_MS: i64 = 50;

/// The answer to a user who tries `help`.
const HELP: [&str; 5] = [
    "this is Gomocup's protocol: START 15 begins a game on an empty board",
    "BEGIN lets the engine move first, TURN 7,7 plays a stone and is answered by one",
    "BOARD, lines x,y,1 for the engine's stones and x,y,2 for the others, and DONE set a position",
    "INFO timeout_turn 5000 sets the milliseconds for a move, INFO rule 4 plays renju",
    "TAKEBACK 7,7 removes a stone, RESTART all of them, END or QUIT ends; protocol.md has the rest",
];

/// A conversation in Gomocup's protocol.
pub(crate) struct Gomocup {
    output: Output,
    settings: Settings,
    limits: Limits,
    memory: Memory,
    detail: Detail,
    /// The command of several lines that has begun.
    open: Option<Open>,
    /// The last `START`, if its size cannot be played: then there is no game.
    refused_size: Option<String>,
    database: database::Choice,
    /// Moves not to be played (Yixin).
    blocked: Vec<String>,
    /// Answers are suggestions, not played.
    analysis: bool,
    /// Thinks on the opponent's time.
    pondering: bool,
    /// Should it ponder now?
    ponder_next: bool,
    /// Fill of the table after the last search, in thousandths.
    hashfull: u32,
    /// The seed used last for openings.
    seed: u64,
}

/// A command of several lines that has begun.
enum Open {
    /// A list of stones, up to `DONE`. The word, and the rest of its line, are as they were written.
    Stones { verb: Verb, word: String, rest: String, stones: Stones },
    /// Coordinates up to `DONE` of a command that is not executed.
    Skipped,
    /// A line with the name of a file; `None` if the command is not executed.
    FileName(Option<DatabaseFile>),
}

/// The format of an answer about an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
    /// Gomocup, or Yixin's balance: coordinates.
    Plain,
    /// Yixin's swap2: messages.
    Yixin { step: u8 },
    /// Soosyrv-8: messages.
    Soosyrv { step: u8 },
}

impl Gomocup {
    /// Does a client that begins with this line speak Gomocup's protocol?
    pub fn recognises(line: &str) -> bool {
        command::is_first_line(line)
    }

    /// Is a recognised line unambiguous, even from a user who tries words?
    pub fn is_unmistakable(line: &str) -> bool {
        command::is_unmistakable(line)
    }

    /// Begins the conversation with the game that was opened.
    ///
    /// # Errors
    /// The protocol does not have this game.
    pub fn new(opened: Opened, output: Output) -> Result<(Gomocup, Box<dyn AnyEngine>), String> {
        let Opened { mut settings, mut engine, notes } = opened;
        if gomocup::rule_of(&engine.identity().variant).is_none() {
            let why = "the Gomocup protocol is for gomoku, gomokufreestyle, renju, caro and caroexact";
            return Err(format!("{why}, not for '{}'", settings.variant()));
        }
        engine.set_move_style(MoveStyle::Numeric);
        if settings.value("Move Overhead").is_none() {
            settings
                .set(engine.as_mut(), "Move Overhead", &OVERHEAD_MS.to_string())
                .map_err(|error| error.to_string())?;
        }
        let table = settings.value("Hash").and_then(|mib| mib.parse::<u64>().ok()).map(|mib| mib << 10);
        let gomocup = Gomocup {
            output,
            settings,
            limits: Limits::default(),
            memory: Memory { limit: None, table },
            detail: Detail::default(),
            open: None,
            refused_size: None,
            database: database::Choice::default(),
            blocked: Vec::new(),
            analysis: false,
            pondering: false,
            ponder_next: false,
            hashfull: 0,
            seed: RandomState::new().build_hasher().finish(),
        };
        for note in &notes {
            gomocup.message(note);
        }
        Ok((gomocup, engine))
    }

    /// A message for users.
    fn message(&self, text: &str) {
        self.output.line(&format!("MESSAGE {}", one_line(text)));
    }

    /// An error: what is wrong and what was expected.
    fn error(&self, text: &str) {
        self.output.line(&format!("ERROR {}", one_line(text)));
    }

    /// Time reserved for each move, in milliseconds.
    fn overhead_ms(&self) -> i64 {
        self.settings.value("Move Overhead").and_then(|ms| ms.parse().ok()).unwrap_or(OVERHEAD_MS)
    }

    /// A number that differs each time.
    fn next_seed(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(1);
        self.seed
    }
}

impl Dialect for Gomocup {
    /// `None` for a blank line, which ends pondering like any other.
    type Request = Option<Command>;
    type Report = Report;

    fn receive(&mut self, line: &str) -> Received<Option<Command>> {
        let command = command::parse(line);
        match command.as_ref().and_then(|command| command.verb) {
            Some(Verb::End | Verb::Quit) => Received::Urgent(Urgent::Quit),
            Some(Verb::Stop) => {
                self.ponder_next = false;
                Received::Urgent(Urgent::Stop)
            }
            Some(Verb::Help) => {
                HELP.iter().for_each(|line| self.message(line));
                Received::Urgent(Urgent::Done)
            }
            Some(Verb::About) => {
                self.output.line(perform::ABOUT);
                Received::Urgent(Urgent::Done)
            }
            _ => Received::InTurn(command),
        }
    }

    fn execute(&mut self, command: Option<Command>, engine: &mut Box<dyn AnyEngine>) -> Next<Report> {
        let Some(command) = command else {
            if matches!(self.open, Some(Open::FileName(Some(_)))) {
                self.open = None;
                self.error("the name of a file is missing");
            }
            return Next::Line;
        };
        match self.continue_or_execute(command, engine) {
            Ok(next) => next,
            Err(error) => {
                self.error(&error);
                Next::Line
            }
        }
    }

    fn report(&mut self, engine: &mut Box<dyn AnyEngine>, report: Report) {
        self.report_work(engine.as_mut(), report);
    }

    fn idle(&mut self, engine: &mut dyn AnyEngine) -> Option<Work<Report>> {
        let may = self.ponder_next && self.open.is_none() && engine.status().outcome.is_none();
        may.then(|| self.ponder(None))
    }

    fn report_error(&mut self, message: &str) {
        self.error(message);
    }
}
