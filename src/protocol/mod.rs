//! The protocols: text in, text out, through the facade [`crate::engine::AnyEngine`] and nothing else.
//!
//! | protocol | module | spoken by |
//! |---|---|---|
//! | Hub 2 | `hub` | draughts front-ends, pydraughts |
//! | DamExchange | [`dxp`] | draughts programs among themselves, over TCP |
//! | UCI, and UGI as its synonym | `ugi` | Cute Chess, cutegames, scripts |
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
mod hub;
pub mod input;
pub mod output;
mod session;
mod settings;
mod ugi;
mod vampirc;
mod worker;

use std::io::{Read, Write};

use crossbeam_channel::{Receiver, select};

use catalogue::Catalogue;
use dialect::Dialect;
use input::Input;
use output::{Hangup, Output};
use session::Session;
use settings::Settings;

use crate::engine::{AnyEngine, Status};
use crate::game::Outcome;
pub use crate::search::nodes_per_second;

/// A protocol of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI and UGI.
    Ugi,
    /// Hub, version 2.
    Hub,
}

impl Protocol {
    /// All of them: every name, and the game that is played where none is named.
    pub const ALL: &'static [(&'static str, Protocol, &'static str)] = &[
        ("ugi", Protocol::Ugi, "connect4"),
        ("uci", Protocol::Ugi, "connect4"),
        ("hub", Protocol::Hub, "draughts"),
    ];

    /// The protocol with this name, without regard to case.
    pub fn parse(name: &str) -> Option<Protocol> {
        let listed = Self::ALL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        listed.map(|&(_, protocol, _)| protocol)
    }

    /// The protocol that a program of this name is meant to speak, as with a link called `quadriga-hub`: the
    /// last word of the name. `None` where the name does not tell.
    pub fn of_program(name: &str) -> Option<Protocol> {
        name.rsplit_once('-').and_then(|(_, last)| Protocol::parse(last))
    }

    /// The protocol of a client that begins with this line. What no other protocol knows is [`Protocol::Ugi`],
    /// which has an answer to everything.
    pub fn of_first_line(line: &str) -> Protocol {
        match () {
            () if hub::Hub::recognises(line) => Protocol::Hub,
            () => Protocol::Ugi,
        }
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
}

/// Why a conversation did not begin, or ended badly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServeError {
    /// The variant or an option of the [`Setup`] is refused: one line for a person.
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
    let (output, hangup) = Output::new(output);
    let lines = input::lines(input);
    let mut read_already = Vec::new();
    let protocol = match setup.protocol {
        Some(protocol) => protocol,
        None => {
            read_already = first_line(&lines, &hangup);
            match read_already.last() {
                Some(Input::Line(line)) => Protocol::of_first_line(line),
                _ => Protocol::Ugi,
            }
        }
    };
    let opened = Settings::open(&setup, protocol.default_game()).map_err(ServeError::Setup)?;
    let conversation = Conversation { read_already, lines, hangup, finish: setup.finish };
    match protocol {
        Protocol::Ugi => conversation.hold(ugi::Ugi::new(opened, output)),
        Protocol::Hub => conversation.hold(hub::Hub::new(opened, output).map_err(ServeError::Setup)?),
    }
}

/// Everything up to the first line that is not blank.
fn first_line(lines: &Receiver<Input>, hangup: &Receiver<Hangup>) -> Vec<Input> {
    let mut read = Vec::new();
    loop {
        let line = select! {
            recv(lines) -> line => line,
            recv(hangup) -> _ => return read,
        };
        let Ok(line) = line else { return read };
        let blank =
            matches!(&line, Input::Line(text) if text.trim_start_matches('\u{feff}').trim().is_empty());
        read.push(line);
        if !blank {
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
}

impl Conversation {
    fn hold<D: Dialect>(self, (dialect, engine): (D, Box<dyn AnyEngine>)) -> Result<(), ServeError> {
        let session = Session::new(dialect, engine, self.finish).map_err(ServeError::Broken)?;
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
fn result_word(status: &Status) -> String {
    match status.outcome {
        Some(Outcome::Win(player)) => format!("p{}win", player.index() + 1),
        Some(Outcome::Draw) => "draw".to_string(),
        None => "none".to_string(),
    }
}
