//! The protocols: text in, text out, through the facade [`crate::engine::AnyEngine`] and nothing else.
//!
//! | protocol | module | spoken by |
//! |---|---|---|
//! | Hub 2 | `hub` | draughts front-ends, pydraughts |
//! | DamExchange | [`dxp`] | draughts programs among themselves, over TCP |
//! | UCI, and UGI as its synonym | `ugi` | Cute Chess, cutegames, scripts |
//! | GTP 2 | `gtp` | GoGui and its tools, analysis programs |
//! | Gomocup (Piskvork), with Yixin's extensions | `gomocup` | Piskvork, Yixin-Board, c-gomoku-cli |
//! | JSON, a layer of its own | [`crate::analysis`] | scripts |
//!
//! [`Protocol`] is the only list of them. With none chosen, the first line of a client tells
//! ([`Protocol::of_first_line`]).
//!
//! What every protocol needs stands beside that list: [`input`] reads lines in a thread of its own, so
//! that a search never keeps the program from listening; [`output`] writes whole lines and notices a
//! reader that has gone away; `session` decides when a line is obeyed, and asks `dialect` what is special about
//! a protocol; `worker` is the thread of the search; `settings` remembers game and options; [`catalogue`]
//! names the games.
//!
//! What must always hold: no input makes the program exit, panic or wait for ever, and a line that is
//! refused changes nothing.

pub mod catalogue;
mod dialect;
pub mod dxp;
mod gomocup;
pub(crate) mod gtp;
pub(crate) mod hub;
pub mod input;
pub mod output;
mod session;
mod settings;
mod ugi;
pub(crate) mod value;
mod vampirc;
mod worker;

use std::io::{Read, Write};
use std::path::PathBuf;

use crossbeam_channel::{Receiver, select};

use catalogue::Catalogue;
use dialect::Dialect;
use input::Input;
use output::{Hangup, Output};
use session::Session;
use settings::Settings;

use crate::analysis;
use crate::contract::Outcome;
pub use crate::contract::nodes_per_second;
use crate::engine::{AnyEngine, Status};
use crate::records::keeper::Keeper;

/// A protocol of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI and UGI.
    Ugi,
    /// Hub, version 2.
    Hub,
    /// GTP 2.
    Gtp,
    /// Gomocup's, also called Piskvork's, with the extensions of Yixin.
    Gomocup,
    /// Analysis, one JSON object a line.
    Json,
}

impl Protocol {
    /// All of them: every name, and the game that is played where none is named.
    pub const ALL: &'static [(&'static str, Protocol, &'static str)] = &[
        ("ugi", Protocol::Ugi, "connect4"),
        ("uci", Protocol::Ugi, "connect4"),
        ("hub", Protocol::Hub, "draughts"),
        ("gtp", Protocol::Gtp, "gomoku"),
        ("gomocup", Protocol::Gomocup, "gomokufreestyle"),
        ("piskvork", Protocol::Gomocup, "gomokufreestyle"),
        ("json", Protocol::Json, "connect4"),
    ];

    /// The protocol with this name, without regard to case.
    pub fn parse(name: &str) -> Option<Protocol> {
        let listed = Self::ALL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        listed.map(|&(_, protocol, _)| protocol)
    }

    /// The protocol that a program of this name is meant to speak, as with a link called `quadriga-hub`: the
    /// last word of the name. A program called `pbrain-` and anything is a brain of Gomocup's. `None` where the name
    /// does not tell.
    pub fn of_program(name: &str) -> Option<Protocol> {
        if name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("pbrain-")) {
            return Some(Protocol::Gomocup);
        }
        name.rsplit_once('-').and_then(|(_, last)| Protocol::parse(last))
    }

    /// The protocol of a client that begins with this line. What no other protocol knows is [`Protocol::Ugi`],
    /// which has an answer to everything.
    pub fn of_first_line(line: &str) -> Protocol {
        match () {
            () if line.trim_start_matches('\u{feff}').trim_start().starts_with('{') => Protocol::Json,
            () if hub::Hub::recognises(line) => Protocol::Hub,
            () if gtp::Gtp::recognises(line) => Protocol::Gtp,
            () if gomocup::Gomocup::recognises(line) => Protocol::Gomocup,
            () => Protocol::Ugi,
        }
    }

    /// Is every command answered, also when no more input comes? So it is where clients count responses.
    fn finishes(self) -> bool {
        self == Protocol::Gtp
    }

    /// The game that is played where none is named.
    pub fn default_game(self) -> &'static str {
        Self::ALL.iter().find(|(_, protocol, _)| *protocol == self).map_or("connect4", |&(.., game)| game)
    }
}

/// What a protocol loop is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// The protocol; `None`: the first line tells.
    pub protocol: Option<Protocol>,
    /// Name of the variant to begin with; `None`: the usual one of the protocol.
    pub variant: Option<String>,
    /// Options to set before the first line is read: name and value.
    pub options: Vec<(String, String)>,
    /// At the end of input, finish what was asked for instead of stopping.
    pub finish: bool,
    /// List the numbers of the search among the options, for tuners.
    pub tune: bool,
    /// Keep the games in this folder, see [`Keeper`].
    pub record: Option<PathBuf>,
}

impl Setup {
    /// Who keeps the games, if they are to be kept.
    fn keeper(&self) -> Result<Option<Keeper>, String> {
        self.record.as_ref().map(Keeper::open).transpose()
    }

    /// The same for analysis. The game and its rules are those of queries that name none.
    ///
    /// # Errors
    /// Games are to be kept, of which there are none in analysis.
    fn for_analysis(&self, settings: &Settings) -> Result<analysis::Setup, String> {
        if self.record.is_some() {
            return Err("there are no games to record in analysis".to_string());
        }
        let number = |name| settings.value(name).and_then(|value| value.parse().ok());
        let is_general =
            |name: &str| ["Threads", "Hash"].iter().any(|known| known.eq_ignore_ascii_case(name));
        let rules = self.options.iter().filter(|(name, _)| !is_general(name)).cloned().collect();
        Ok(analysis::Setup {
            catalogue: self.catalogue,
            game: self.variant.clone().map(|game| (game, rules)),
            positions: None,
            threads: number("Threads").unwrap_or(1),
            hash_mib: number("Hash"),
            quit_at_end: false,
        })
    }
}

/// Why a conversation did not begin, or ended badly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServeError {
    /// The variant, an option or the folder of the [`Setup`] is refused: one line for a person.
    Setup(String),
    /// The thread of the search is gone, and the engine with it: one line for a person.
    Broken(String),
}

/// Speaks with a client until it says that it is done, its input ends or its output is closed.
///
/// # Errors
/// See [`ServeError`]. What a client sends is never a reason.
pub fn serve(
    setup: Setup,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let keeper = setup.keeper().map_err(ServeError::Setup)?;
    let (output, hangup) = Output::new(output);
    let lines = input::lines(input);
    let mut read_already = Vec::new();
    let protocol = match setup.protocol {
        Some(protocol) => protocol,
        None => {
            read_already = first_line(&lines, &hangup);
            match read_already.last() {
                Some(Input::Line(line) | Input::Garbled(line)) => Protocol::of_first_line(line),
                _ => Protocol::Ugi,
            }
        }
    };
    let finish = setup.finish || protocol.finishes();
    let conversation = Conversation { read_already, lines, hangup, finish, keeper };
    let opened = Settings::open(&setup, protocol.default_game()).map_err(ServeError::Setup)?;
    match protocol {
        Protocol::Ugi => conversation.hold(ugi::Ugi::new(opened, output)),
        Protocol::Hub => conversation.hold(hub::Hub::new(opened, output).map_err(ServeError::Setup)?),
        Protocol::Gtp => conversation.hold(gtp::Gtp::new(opened, output)),
        Protocol::Gomocup => {
            conversation.hold(gomocup::Gomocup::new(opened, output).map_err(ServeError::Setup)?)
        }
        Protocol::Json => {
            let setup = setup.for_analysis(&opened.settings).map_err(ServeError::Setup)?;
            conversation.analyse(&setup, output)
        }
    }
}

/// Everything up to the first line that is neither blank nor a comment.
fn first_line(lines: &Receiver<Input>, hangup: &Receiver<Hangup>) -> Vec<Input> {
    let mut read = Vec::new();
    loop {
        let line = select! {
            recv(lines) -> line => line,
            recv(hangup) -> _ => return read,
        };
        let Ok(line) = line else { return read };
        let says_nothing = matches!(&line, Input::Line(text) | Input::Garbled(text) if {
            let text = text.trim_start_matches('\u{feff}').trim();
            text.is_empty() || text.starts_with('#')
        });
        read.push(line);
        if !says_nothing {
            return read;
        }
    }
}

/// A client, and what it has said so far.
struct Conversation {
    read_already: Vec<Input>,
    lines: Receiver<Input>,
    hangup: Receiver<Hangup>,
    finish: bool,
    keeper: Option<Keeper>,
}

impl Conversation {
    fn analyse(mut self, setup: &analysis::Setup, output: Output) -> Result<(), ServeError> {
        // What came before the line that told the protocol was blank or a comment.
        let first = self.read_already.pop().into_iter().collect();
        analysis::serve(setup, first, &self.lines, output, &self.hangup).map_err(ServeError::Broken)
    }

    fn hold<D: Dialect>(self, (dialect, engine): (D, Box<dyn AnyEngine>)) -> Result<(), ServeError> {
        let session = Session::new(dialect, engine, self.finish, self.keeper).map_err(ServeError::Broken)?;
        session.run(self.read_already, &self.lines, &self.hangup).map_err(ServeError::Broken)
    }
}

/// A position in full: diagram, position string, key, and where the game stands.
pub fn describe(engine: &dyn AnyEngine) -> String {
    let status = engine.status();
    let state = match status.outcome {
        Some(_) => format!("{}, {}", result_word(&status), status.reason),
        None => format!("p{} to move", status.to_move.index() + 1),
    };
    format!("{}\n\nFen: {}\nKey: {:016x}\nState: {state}", engine.diagram(), engine.fen(), engine.key())
}

/// `p1win` ... `p6win`, `draw` or `none`.
pub(crate) fn result_word(status: &Status) -> String {
    match status.outcome {
        Some(Outcome::Win(player)) => format!("p{}win", player.index() + 1),
        Some(Outcome::Draw) => "draw".to_string(),
        None => "none".to_string(),
    }
}
