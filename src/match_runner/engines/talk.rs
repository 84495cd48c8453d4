//! Short talks with a program, line by line: does it answer as its protocol demands?
//!
//! The drivers of this folder send only what a game needs, and forgive what does no harm. A talk asks for the rest:
//! unknown commands, commands during a search, the end of input.

use std::time::{Duration, Instant};

use super::dialogue::Dialogue;
use super::process::Process;
use super::{EngineProtocol, EngineSpec, Fault, Launch, Pipes, StartFailure, command, deadline};
use crate::engine::AnyEngine;
use crate::wire::hub::letters;

/// Time for the end of a program that was asked to quit.
const TIME_TO_END: Duration = Duration::from_secs(3);
/// Time to think before a search is stopped.
const THINKING: Duration = Duration::from_millis(200);

/// A talk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Talk {
    /// What it checks, as the end of "the program ...".
    pub name: &'static str,
    steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Send(String),
    /// Lines are read until one begins with one of these.
    Expect(&'static [&'static str]),
    Think,
    CloseInput,
    Ends,
}

use Step::{CloseInput, Ends, Expect, Send, Think};

fn send(line: &str) -> Step {
    Send(line.to_string())
}

/// The talks of a protocol, for a program that is at the start position of this game.
pub fn talks(protocol: EngineProtocol, game: &dyn AnyEngine) -> Vec<Talk> {
    match protocol {
        EngineProtocol::Ugi => ugi("ugi", &["ugiok"]),
        EngineProtocol::Uci => ugi("uci", &["uciok"]),
        EngineProtocol::Gtp => gtp(),
        EngineProtocol::Gomocup => gomocup(),
        EngineProtocol::Hub => hub(&letters(game)),
        EngineProtocol::Dxp => Vec::new(),
    }
}

/// Each talk begins with the same lines.
fn after(first: &[Step], talks: Vec<(&'static str, Vec<Step>)>) -> Vec<Talk> {
    let whole = |(name, rest): (&'static str, Vec<Step>)| Talk { name, steps: [first, &rest].concat() };
    talks.into_iter().map(whole).collect()
}

fn ugi(hello: &str, ready: &'static [&'static str]) -> Vec<Talk> {
    let is_ready = [send("isready"), Expect(&["readyok"])];
    let first = [&[send(hello), Expect(ready)][..], &is_ready].concat();
    let search = [send("position startpos"), send("go infinite"), Think];
    let best = [send("stop"), Expect(&["bestmove"])];
    after(
        &first,
        vec![
            ("ignores an unknown command", [&[send("xyzzy 1 2")][..], &is_ready].concat()),
            ("answers isready during a search", [&search[..], &is_ready, &best].concat()),
            (
                "answers stop with its best move, twice in a row",
                [&search[..], &best, &search, &best].concat(),
            ),
            ("ends at quit during a search", [&search[..], &[send("quit"), Ends]].concat()),
            ("ends at the end of its input", vec![CloseInput, Ends]),
        ],
    )
}

fn gtp() -> Vec<Talk> {
    after(
        &[send("protocol_version"), Expect(&["= 2", "=2"])],
        vec![
            ("answers with the number of the command", vec![send("7 name"), Expect(&["=7 "])]),
            ("refuses an unknown command", vec![send("xyzzy"), Expect(&["?"])]),
            (
                "refuses an illegal move",
                vec![send("clear_board"), Expect(&["="]), send("play b zz99"), Expect(&["?"])],
            ),
            ("lists its commands", vec![send("list_commands"), Expect(&["="]), Expect(&["genmove"])]),
            ("ends at quit", vec![send("quit"), Expect(&["="]), Ends]),
            ("ends at the end of its input", vec![CloseInput, Ends]),
        ],
    )
}

fn gomocup() -> Vec<Talk> {
    const OK: &[&str] = &["OK"];
    const ANY_ERROR: &[&str] = &["ERROR", "UNKNOWN"];
    after(
        &[send("START 15"), Expect(OK)],
        vec![
            ("describes itself", vec![send("ABOUT"), Expect(&["name="])]),
            ("refuses an unknown command", vec![send("XYZZY"), Expect(ANY_ERROR)]),
            ("refuses a board of 1000 rows", vec![send("START 1000"), Expect(ANY_ERROR)]),
            (
                "refuses a stone off the board",
                vec![send("BEGIN"), Think, send("TURN 99,99"), Expect(ANY_ERROR)],
            ),
            ("ignores unknown information", vec![send("INFO xyzzy 1"), send("START 15"), Expect(OK)]),
            ("ends at END", vec![send("END"), Ends]),
            ("ends at the end of its input", vec![CloseInput, Ends]),
        ],
    )
}

fn hub(position: &str) -> Vec<Talk> {
    const PONG: &[&str] = &["pong"];
    let first = [send("hub"), Expect(&["wait"]), send("init"), Expect(&["ready"])];
    let position = Send(format!("pos pos={position}"));
    let search = [position, send("level infinite"), send("go analyze"), Think];
    let done = [send("stop"), Expect(&["done"])];
    after(
        &first,
        vec![
            ("answers ping", vec![send("ping"), Expect(PONG)]),
            ("survives an unknown command", vec![send("xyzzy a=1"), send("ping"), Expect(PONG)]),
            (
                "answers stop with its best move, twice in a row",
                [&search[..], &done, &search, &done].concat(),
            ),
            ("ends at quit during a search", [&search[..], &[send("quit"), Ends]].concat()),
            ("ends at the end of its input", vec![CloseInput, Ends]),
        ],
    )
}

impl Pipes {
    /// Starts the program for one talk and holds it.
    ///
    /// # Errors
    /// An answer is missing, or the program ends too early or too late.
    pub fn hold(&self, spec: &EngineSpec, talk: &Talk) -> Result<(), StartFailure> {
        let (own_command, quit) = match spec.protocol {
            EngineProtocol::Ugi => ("ugi", "quit"),
            EngineProtocol::Uci => ("uci", "quit"),
            EngineProtocol::Gtp => ("gtp", "quit"),
            EngineProtocol::Hub => ("hub", "quit"),
            EngineProtocol::Gomocup => ("gomocup", "END"),
            EngineProtocol::Dxp => ("dxp", ""),
        };
        let dialogue = Dialogue::new(&spec.name, self.debug.as_ref());
        let launch = Launch { cores: None, dialogue: dialogue.clone() };
        let held = Process::start(command(spec, &[own_command])?, &launch, quit).and_then(|mut process| {
            spec.init.iter().try_for_each(|line| process.send(format!("{line}\n")).map(drop))?;
            talk.steps.iter().try_for_each(|step| take(&mut process, step, spec.patience))
        });
        held.map_err(|fault| dialogue.failure(fault))
    }
}

fn take(process: &mut Process, step: &Step, patience: Duration) -> Result<(), Fault> {
    match step {
        Send(line) => process.send(format!("{line}\n")).map(drop),
        Think => {
            std::thread::sleep(THINKING);
            Ok(())
        }
        Expect(words) => {
            let deadline = deadline(Instant::now(), patience);
            loop {
                let line = process.receive(deadline)?.line;
                if words.iter().any(|word| line.trim().starts_with(word)) {
                    return Ok(());
                }
            }
        }
        CloseInput => {
            process.close_input();
            Ok(())
        }
        Ends => {
            let deadline = Instant::now() + TIME_TO_END;
            while process.has_ended().is_none() {
                if Instant::now() >= deadline {
                    return Err(Fault::Refused(format!("still runs after {} s", TIME_TO_END.as_secs())));
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            Ok(())
        }
    }
}
