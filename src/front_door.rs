//! Protocol detection: the first line of a client decides, then the conversation goes to that protocol or to the
//! analysis. This is the only place that knows both.

use std::io::{Read, Write};

use crossbeam_channel::{Receiver, select};

use crate::analysis;
use crate::engine::AnyEngine;
use crate::protocol::dialect::Dialect;
use crate::protocol::gomocup::Gomocup;
use crate::protocol::gtp::Gtp;
use crate::protocol::hub::Hub;
use crate::protocol::session::Session;
use crate::protocol::settings::Settings;
use crate::protocol::ugi::Ugi;
use crate::protocol::{Protocol, Setup};
use crate::records::keeper::Keeper;
use crate::wire::input::{self, Arrival, Input};
use crate::wire::output::{Hangup, Output};

/// Why a conversation did not begin, or failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServeError {
    /// The variant, an option or the folder of the [`Setup`] is refused: one line for users.
    Setup(String),
    /// The search thread has panicked, and the engine is lost: one line for users.
    Broken(String),
    /// The output cannot be written, for another reason than a closed reader: one line for users.
    Output(String),
}

/// Talks to a client until it quits, its input ends or its output is closed.
///
/// # Errors
/// See [`ServeError`]. Nothing that a client sends is an error here.
pub fn serve(
    setup: Setup,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let (output, hangup) = Output::new(output);
    talk(setup, input, output.clone(), hangup)?;
    output.result().map_err(ServeError::Output)
}

fn talk(
    setup: Setup,
    input: impl Read + Send + 'static,
    output: Output,
    hangup: Receiver<Hangup>,
) -> Result<(), ServeError> {
    let keeper = setup.keeper().map_err(ServeError::Setup)?;
    let lines = input::lines(input).map_err(ServeError::Broken)?;
    let mut read_already = Vec::new();
    let protocol = match setup.protocol {
        Some(protocol) => protocol,
        None => {
            read_already = first_line(&lines, &hangup);
            match read_already.last().map(|line| &line.input) {
                Some(Input::Line(line) | Input::Garbled(line)) if setup.typed => {
                    Protocol::of_typed_line(line)
                }
                Some(Input::Line(line) | Input::Garbled(line)) => Protocol::of_first_line(line),
                _ => Protocol::Ugi,
            }
        }
    };
    let finish = setup.finish || protocol.finishes();
    let streams = ClientStreams { read_already, lines, hangup, finish, keeper };
    let opened = Settings::open(&setup, protocol.default_game()).map_err(ServeError::Setup)?;
    match protocol {
        Protocol::Ugi => streams.run_session(Ugi::new(opened, output)),
        Protocol::Hub => streams.run_session(Hub::new(opened, output).map_err(ServeError::Setup)?),
        Protocol::Gtp => streams.run_session(Gtp::new(opened, output)),
        Protocol::Gomocup => streams.run_session(Gomocup::new(opened, output).map_err(ServeError::Setup)?),
        Protocol::Json => {
            let setup = analysis_setup(&setup, &opened.settings).map_err(ServeError::Setup)?;
            streams.analyse(&setup, output)
        }
    }
}

/// Everything up to the first line that is neither blank nor a comment.
fn first_line(lines: &Receiver<Arrival>, hangup: &Receiver<Hangup>) -> Vec<Arrival> {
    let mut read = Vec::new();
    loop {
        let line = select! {
            recv(lines) -> line => line,
            recv(hangup) -> _ => return read,
        };
        let Ok(line) = line else { return read };
        let is_blank = matches!(&line.input, Input::Line(text) | Input::Garbled(text) if {
            let text = text.trim_start_matches('\u{feff}').trim();
            text.is_empty() || text.starts_with('#')
        });
        read.push(line);
        if !is_blank {
            return read;
        }
    }
}

/// The settings of analysis. Its game and rules are for queries that name none.
///
/// # Errors
/// Games are to be kept, but analysis has none.
fn analysis_setup(setup: &Setup, settings: &Settings) -> Result<analysis::Setup, String> {
    if setup.record.is_some() {
        return Err("analysis has no games to record".to_string());
    }
    let number = |name| settings.value(name).and_then(|value| value.parse().ok());
    let is_general = |name: &str| ["Threads", "Hash"].iter().any(|known| known.eq_ignore_ascii_case(name));
    let rules = setup.options.iter().filter(|(name, _)| !is_general(name)).cloned().collect();
    Ok(analysis::Setup {
        catalogue: setup.catalogue,
        game: setup.variant.clone().map(|game| (game, rules)),
        positions: None,
        threads: number("Threads").unwrap_or(1),
        hash_mib: number("Hash"),
        database: None,
        quit_at_end: false,
    })
}

/// A client, and the lines it has sent so far.
struct ClientStreams {
    read_already: Vec<Arrival>,
    lines: Receiver<Arrival>,
    hangup: Receiver<Hangup>,
    finish: bool,
    keeper: Option<Keeper>,
}

impl ClientStreams {
    fn analyse(mut self, setup: &analysis::Setup, output: Output) -> Result<(), ServeError> {
        // All lines before the decisive one were blank or comments.
        let first = self.read_already.pop().into_iter().collect();
        analysis::serve(setup, first, &self.lines, output, &self.hangup).map_err(ServeError::Broken)
    }

    fn run_session<D: Dialect>(self, (dialect, engine): (D, Box<dyn AnyEngine>)) -> Result<(), ServeError> {
        let session = Session::new(dialect, engine, self.finish, self.keeper).map_err(ServeError::Broken)?;
        session.run(self.read_already, &self.lines, &self.hangup).map_err(ServeError::Broken)
    }
}

#[cfg(test)]
mod tests;
