//! Hub, version 2: the protocol of draughts programs and their front-ends.
//!
//! | file | question |
//! |---|---|
//! | [`crate::wire::hub`] | how is a line parsed, and a position written? |
//! | `level` | what limits a search? |
//! | `params` | what can be set? |
//! | `print` | how are results written? |
//!
//! Differences to the other protocols: the position is 51 letters (33 on the small board), moves include the captured
//! pieces, scores are in men and times in seconds. A wrong line is answered by `error` and the position stays; after a
//! wrong `pos`, `go` is refused until a valid one comes, because a search of the wrong position is worse than none.
//!
//! Sources: the text that comes with Scan 3.1, and the observed behaviour of its clients.

mod level;
mod params;
pub(crate) mod print;

use super::dialect::{Dialect, Next, Received, Urgent, Work};
use super::settings::{Opened, Settings};
use crate::contract::{EngineError, MoveStyle, SearchResult};
use crate::engine::AnyEngine;
use crate::wire::hub::{Line, variant_word};
use crate::wire::output::Output;
use level::Level;
use print::InfoPrinter;

/// The answer to a user who tries `help`, in the only form that the protocol has for users.
const HELP: &str = "this is the Hub protocol: hub, init, set-param name=variant value=frisian, new-game, pos, \
    pos moves=\"32-28\", level depth=9, go think, go analyze, stop, ping, quit; protocol.md has the rest";

/// A conversation by the Hub protocol.
pub(crate) struct Hub {
    output: Output,
    settings: Settings,
    level: Level,
    /// The last `pos` was refused.
    lost: bool,
}

/// The result of a search, and the best move that was printed last.
pub(crate) struct Report {
    result: Result<SearchResult<String>, EngineError>,
    printed: Option<String>,
}

/// The purpose of `go`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Think,
    Ponder,
    Analyze,
}

impl Hub {
    /// Does a client that begins with this line speak Hub?
    pub fn recognises(line: &str) -> bool {
        line.split_whitespace().next() == Some("hub")
    }

    /// Begins the conversation.
    ///
    /// # Errors
    /// The game is not draughts.
    pub fn new(opened: Opened, output: Output) -> Result<(Hub, Box<dyn AnyEngine>), String> {
        let Opened { settings, mut engine, .. } = opened;
        if variant_word(&engine.identity().variant).is_none() {
            return Err(format!("the Hub protocol is for draughts, not for {}", settings.variant()));
        }
        engine.set_move_style(MoveStyle::Numeric);
        Ok((Hub { output, settings, level: Level::default(), lost: false }, engine))
    }

    /// Are several lines asked for?
    fn shows_several(&self) -> bool {
        self.settings.value("MultiPV").is_some_and(|lines| lines.trim() != "1")
    }

    fn error(&self, message: &str) {
        self.output.line(&print::error_line(message));
    }

    /// `pos`: the base position, and the moves from there.
    fn set_position(&mut self, line: &Line, engine: &mut dyn AnyEngine) -> Result<(), String> {
        let fen = match line.get("pos") {
            Some(letters) => Some(letters.to_string() + &counters(line.get("wolf").unwrap_or_default())?),
            None => None,
        };
        let moves: Vec<&str> = line.get("moves").unwrap_or_default().split_whitespace().collect();
        engine.set_position(fen.as_deref(), &moves).map_err(|error| error.to_string())
    }

    fn go(&mut self, line: &Line, engine: &mut dyn AnyEngine) -> Next<Report> {
        if self.lost {
            self.error("the last position was refused: send pos before go");
            return Next::Line;
        }
        let purpose = match () {
            () if line.has("ponder") => Purpose::Ponder,
            () if line.has("analyze") => Purpose::Analyze,
            () => Purpose::Think,
        };
        let mut limits = std::mem::take(&mut self.level).limits();
        limits.ponder = purpose == Purpose::Ponder;
        // With a single legal move no search is needed.
        if purpose == Purpose::Think && engine.legal_moves(MoveStyle::Numeric).len() <= 1 {
            (limits.depth, limits.infinite) = (Some(1), false);
        }
        let analysis = if purpose == Purpose::Analyze { "true" } else { "false" };
        if let Err(error) = engine.set_option("UCI_AnalyseMode", analysis) {
            self.error(&error.to_string());
        }
        let mut printer =
            InfoPrinter { output: self.output.clone(), several: self.shows_several(), printed: None };
        let (endless, pondering) = (limits.infinite, limits.ponder);
        let run = move |engine: &mut dyn AnyEngine, asked| {
            limits.asked = Some(asked);
            let result = engine.go(&limits, &mut printer);
            Report { result, printed: printer.printed }
        };
        let failed = |error| Report { result: Err(error), printed: None };
        Next::Work(Work { endless, pondering, ..Work::new(run, failed) })
    }

    fn try_execute(&mut self, line: &Line, engine: &mut Box<dyn AnyEngine>) -> Result<Next<Report>, String> {
        match line.command.as_str() {
            "hub" => self.output.line(&self.introduction(engine.as_ref())),
            "init" => {
                engine.prepare();
                self.output.line("ready");
            }
            "set-param" => self.set_param(line, engine)?,
            "new-game" => {
                engine.new_game();
                engine.prepare();
            }
            "pos" => {
                self.level = Level::default();
                let set = self.set_position(line, engine.as_mut());
                self.lost = set.is_err();
                set?;
            }
            "level" => self.level.add(line)?,
            "go" => return Ok(self.go(line, engine.as_mut())),
            word => return Err(format!("'{word}' is not a command of the Hub protocol")),
        }
        Ok(Next::Line)
    }
}

impl Dialect for Hub {
    type Request = Line;
    type Report = Report;

    fn receive(&mut self, line: &str) -> Received<Line> {
        match Line::parse(line) {
            Ok(Some(line)) => match line.command.as_str() {
                "ping" => self.output.line("pong"),
                "stop" => return Received::Urgent(Urgent::Stop),
                "ponder-hit" => return Received::Urgent(Urgent::PonderHit),
                "quit" => return Received::Urgent(Urgent::Quit),
                "help" => self.error(HELP),
                _ => return Received::InTurn(line),
            },
            Ok(None) => self.error("missing command"),
            Err(error) => self.error(&error),
        }
        Received::Urgent(Urgent::Done)
    }

    fn execute(&mut self, line: Line, engine: &mut Box<dyn AnyEngine>) -> Next<Report> {
        self.try_execute(&line, engine).unwrap_or_else(|error| {
            self.error(&error);
            Next::Line
        })
    }

    fn report(&mut self, _engine: &mut Box<dyn AnyEngine>, report: Report) {
        match report.result {
            Ok(result) => {
                if let Some(info) = result.lines.first()
                    && info.pv.first() != report.printed.as_ref()
                {
                    self.output.line(&print::info_line(info, self.shows_several()));
                }
                self.output.line(&print::done_line(&result));
            }
            Err(error) => self.error(&error.to_string()),
        }
    }

    fn report_error(&mut self, message: &str) {
        self.error(message);
    }
}

/// The counts of king moves, `W<square>=<n> B<square>=<n>`, in the format of position strings.
fn counters(wolf: &str) -> Result<String, String> {
    if wolf.trim().is_empty() {
        return Ok(String::new());
    }
    let mut counts = ["0".to_string(), "0".to_string()];
    for word in wolf.split_whitespace() {
        let expected = || format!("wolf '{word}': expected a colour, a square and a count, as in W25=2");
        let (king, count) = word.split_once('=').ok_or_else(expected)?;
        let colour = match king.as_bytes().first() {
            Some(b'W') => 0,
            Some(b'B') => 1,
            _ => return Err(expected()),
        };
        counts[colour] = format!("{count}{}", &king[1..]);
    }
    Ok(format!(":+{}+{}", counts[0], counts[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_king_moves_go_into_the_position_string() {
        assert_eq!(counters(""), Ok(String::new()));
        assert_eq!(counters("W25=2"), Ok(":+225+0".to_string()));
        assert_eq!(counters("B7=1 W50=3"), Ok(":+350+17".to_string()));
        for bad in ["25=2", "W25", "=", "é=1"] {
            assert!(counters(bad).is_err(), "{bad}");
        }
    }
}
