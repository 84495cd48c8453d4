//! GTP 2, the Go Text Protocol, for every game here: with GoGui's rules extension, with which GoGui draws the board and
//! a user can play, and with the analysis extensions of Leela Zero and KataGo.
//!
//! | file | question |
//! |---|---|
//! | `line`, `error` | what command is this, and which id? why does one fail? |
//! | [`crate::wire::vertex`], `clicks` | how are places named, and how is a move of a piece played square by square? |
//! | `commands` | administration: which commands are there, who are we? |
//! | `play`, `sgf`, `time` | the game on the board, and in a file; the clocks |
//! | `genmove`, `analyze`, `stream` | searches, with their reports |
//! | `rules`, `pictures`, `graphics` | GoGui: the rules of the game; what to draw on its board |
//! | `options` | what else can be set; other games, position strings |
//!
//! Differences to the other protocols: there is one response for each command, in order, and nothing else on standard
//! output. So every command except `# interrupt` waits for the running search; only an analysis, which has no end of
//! its own, is ended by the next line of any kind. Go has two colours, games here have up to six players: colours
//! alternate with the players, and a colour that is not to move is refused.
//!
//! Invariant: a response is `=` or `?`, the id, text without an empty line, and one empty line.

mod analyze;
mod clicks;
mod commands;
mod error;
mod genmove;
mod graphics;
mod line;
mod options;
mod pictures;
mod play;
mod rules;
mod sgf;
mod stream;
mod time;

use std::time::Duration;

use super::dialect::{Dialect, Next, Received, Urgent, Work};
use super::settings::{Opened, Settings};
use crate::contract::MoveStyle;
use crate::engine::AnyEngine;
use crate::wire::message::{one_line, quoted};
use crate::wire::output::Output;
use error::GtpError;
use genmove::Report;
use line::Request;
use options::OwnOptions;
use play::Game;
use time::Clocks;

/// A conversation in GTP.
pub(crate) struct Gtp {
    output: Output,
    settings: Settings,
    own: OwnOptions,
    game: Game,
    clocks: Clocks,
    /// Time of all searches since the last query of it.
    searched: Duration,
}

/// A command that was found in the tables.
struct Call<'a> {
    id: Option<u32>,
    /// Everything after the name.
    text: &'a str,
    engine: &'a mut Box<dyn AnyEngine>,
}

impl<'a> Call<'a> {
    fn words(&self) -> Vec<&'a str> {
        self.text.split_ascii_whitespace().collect()
    }

    /// The arguments, if their number is right.
    fn exactly<const N: usize>(&self, expected: &str) -> Result<[&'a str; N], GtpError> {
        let words = self.words();
        let count = words.len();
        words.try_into().map_err(|_| {
            GtpError::Syntax(match N {
                0 => format!("no argument expected, not {}", quoted(self.text)),
                _ => format!("expected {expected}, not {count} arguments"),
            })
        })
    }
}

/// The result of a command.
enum Answer {
    /// A response.
    Text(String),
    /// A search, which will give the response.
    Search(Work<Report>),
    /// An empty response, and the end.
    Quit,
}

impl From<String> for Answer {
    fn from(text: String) -> Answer {
        Answer::Text(text)
    }
}

impl From<&str> for Answer {
    fn from(text: &str) -> Answer {
        Answer::Text(text.to_string())
    }
}

type Reply = Result<Answer, GtpError>;

/// A command: its name and what executes it.
type Entry = (&'static str, fn(&mut Gtp, &mut Call<'_>) -> Reply);

/// All commands.
const TABLES: [&[Entry]; 9] = [
    commands::COMMANDS,
    play::COMMANDS,
    sgf::COMMANDS,
    time::COMMANDS,
    genmove::COMMANDS,
    analyze::COMMANDS,
    rules::COMMANDS,
    pictures::COMMANDS,
    options::COMMANDS,
];

/// Every command in the order of the tables.
fn entries() -> impl Iterator<Item = &'static Entry> {
    TABLES.into_iter().flatten()
}

impl Gtp {
    /// Does a client that begins with this line speak GTP? Words that UCI and UGI also have count as UCI, unless an id
    /// precedes them.
    pub fn recognises(line: &str) -> bool {
        const SHARED: [&str; 3] = ["quit", "stop", "help"];
        let Some(Request { id, name: Ok(name), .. }) = line::parse(line) else { return false };
        entries().any(|(known, _)| *known == name) && (id.is_some() || !SHARED.contains(&name.as_str()))
    }

    /// Is a recognised line unambiguous, even from a user who tries words? It has an id, or a name specific to GTP.
    pub fn is_unmistakable(line: &str) -> bool {
        const OWN: [&str; 3] = ["boardsize", "genmove", "showboard"];
        let Some(Request { id, name: Ok(name), .. }) = line::parse(line) else { return false };
        id.is_some() || name.contains(['_', '-']) || OWN.contains(&name.as_str())
    }

    /// Begins the conversation with the game that was opened.
    pub fn new(opened: Opened, output: Output) -> (Gtp, Box<dyn AnyEngine>) {
        let Opened { settings, mut engine, notes } = opened;
        // In games of stones a drop names the cell in every style; games of pieces have their own notation in every
        // style.
        engine.set_move_style(MoveStyle::Drop);
        let mut gtp = Gtp {
            output,
            settings,
            own: OwnOptions::default(),
            game: Game::default(),
            clocks: Clocks::default(),
            searched: Duration::ZERO,
        };
        gtp.begin(engine.as_ref());
        for note in &notes {
            print_error(note);
        }
        (gtp, engine)
    }

    /// A complete response; empty lines are left out.
    fn respond(&self, sign: char, id: Option<u32>, text: &str) {
        let id = id.map(|id| id.to_string()).unwrap_or_default();
        let response = format!("{sign}{id} {}\n", text.trim_end());
        let lines: String =
            response.lines().filter(|line| !line.trim().is_empty()).fold(String::new(), |mut lines, line| {
                lines.push_str(line.trim_end());
                lines.push('\n');
                lines
            });
        self.output.line(&lines);
    }

    fn succeed(&self, id: Option<u32>, text: &str) {
        self.respond('=', id, text);
    }

    fn fail(&self, id: Option<u32>, error: &GtpError) {
        self.respond('?', id, &one_line(&error.to_string()));
    }

    /// Executes a command of the tables.
    fn command(&mut self, request: &Request, engine: &mut Box<dyn AnyEngine>) -> Reply {
        let name = request.name.clone()?;
        let Some((_, command)) = entries().find(|(known, _)| *known == name) else {
            return Err(GtpError::UnknownCommand(name));
        };
        command(self, &mut Call { id: request.id, text: &request.arguments, engine })
    }
}

impl Dialect for Gtp {
    /// `None` for a blank line or a comment, which ends an analysis like any other.
    type Request = Option<Request>;
    type Report = Report;

    fn receive(&mut self, line: &str) -> Received<Option<Request>> {
        // GoGui writes this when the user interrupts the engine; for other clients it is a comment.
        if line.trim() == "# interrupt" {
            return Received::Urgent(Urgent::Stop);
        }
        Received::InTurn(line::parse(line))
    }

    fn execute(&mut self, request: Option<Request>, engine: &mut Box<dyn AnyEngine>) -> Next<Report> {
        let Some(request) = request else { return Next::Line };
        match self.command(&request, engine) {
            Ok(Answer::Text(text)) => self.succeed(request.id, &text),
            Ok(Answer::Search(work)) => return Next::Work(work),
            Ok(Answer::Quit) => {
                self.succeed(request.id, "");
                return Next::Quit;
            }
            Err(error) => self.fail(request.id, &error),
        }
        Next::Line
    }

    fn report(&mut self, engine: &mut Box<dyn AnyEngine>, report: Report) {
        self.searched += report.elapsed();
        self.finish(engine.as_mut(), report);
    }

    fn dropped_line(&mut self, _message: &str) -> Option<Self::Request> {
        Some(Some(Request::named("line-too-long")))
    }

    /// Standard output holds responses only.
    fn report_error(&mut self, message: &str) {
        print_error(message);
    }
}

/// Writes a message for users to standard error.
fn print_error(message: &str) {
    use std::io::Write;
    // Standard error may be closed.
    let _ = writeln!(std::io::stderr(), "{}", one_line(message));
}
