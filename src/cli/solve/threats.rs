//! Games in which wins by threats are proved and not every value: one position in full, or one a line for scripts.

use std::io::stdin;
use std::time::{Duration, Instant};

use crossbeam_channel::select;

use super::lines::{MAX_LINES_AHEAD, refuse};
use super::tally::Tally;
use super::{DASH, EMPTY, Interrupt};
use crate::cli::{Failure, print};
use crate::contract::solver::{Effort, plies_in_words};
use crate::contract::threats::{ThreatSolver, ThreatVerdict};
use crate::wire::input::{Input, lines_within};

/// Longest line that is read, in bytes: more than the moves that fill the largest board.
const MAX_LINE_BYTES: usize = 4096;
/// Stands between the rows of a position string, and in no move.
const ROW_END: char = '/';

/// A solver, what one position may cost, and whether to stop.
pub(super) struct ThreatSession {
    pub(super) solver: Box<dyn ThreatSolver>,
    pub(super) nodes: u64,
    /// Forget everything found so far before each position of standard input.
    pub(super) cold: bool,
    pub(super) interrupt: Interrupt,
}

/// What was found, at what cost.
struct Finding {
    verdict: ThreatVerdict,
    nodes: u64,
    time: Duration,
}

impl ThreatSession {
    /// Answers the position of the command line.
    pub(super) fn answer_one(mut self, fen: Option<&str>, moves: &str) -> Result<(), Failure> {
        let set = self.solver.set_position(fen, moves);
        set.map_err(|error| Failure::Failed(error.to_string()))?;
        if self.solver.status().outcome.is_some() {
            return print(&format!("value: the game is over ({})", self.solver.status().reason));
        }
        let Finding { verdict, nodes, time } = self.find();
        print(&self.in_words(&verdict))?;
        print(&format!("nodes: {nodes}\ntime: {:.6} s", time.as_secs_f64()))?;
        if let ThreatVerdict::Win { line } = verdict {
            print(&format!("line: {}", line.join(" ")))?;
        }
        match self.interrupt.is_raised() {
            true => Err(Failure::Failed("interrupted".to_string())),
            false => Ok(()),
        }
    }

    fn find(&mut self) -> Finding {
        let stop = || self.interrupt.is_raised();
        let start = Instant::now();
        let (verdict, nodes) = self.solver.find(Effort { nodes: self.nodes, stop: &stop });
        Finding { verdict, nodes, time: start.elapsed() }
    }

    fn in_words(&self, verdict: &ThreatVerdict) -> String {
        match verdict {
            ThreatVerdict::Win { line } => {
                let (plies, last) = (line.len(), self.solver.plies_played() as usize + line.len());
                format!("value: win for the player to move within {} (move {last})", plies_in_words(plies))
            }
            ThreatVerdict::NoThreatWins => "value: no win by threats alone".to_string(),
            ThreatVerdict::Unknown => "value: no win found, not all threats searched".to_string(),
        }
    }

    /// Standard input: an answer to every line that is not blank.
    pub(super) fn answer_lines(mut self, fen: Option<&str>) -> Result<(), Failure> {
        let lines = lines_within(stdin(), MAX_LINE_BYTES, MAX_LINES_AHEAD).map_err(Failure::Failed)?;
        let mut tally = Tally::new();
        for number in 1.. {
            let line = select! {
                recv(lines) -> line => line.ok().map(|arrival| arrival.input),
                recv(self.interrupt.signal) -> _ => None,
            };
            let Some(line) = line else { break };
            let set = self.set(&line, fen);
            match set {
                Ok(None) => {}
                Ok(Some(text)) => {
                    let Finding { verdict, nodes, time } = self.find();
                    if self.interrupt.is_raised() {
                        break;
                    }
                    print(&format!("{text} {} {nodes} {}", plies(&verdict), time.as_micros()))?;
                    tally.add(nodes, time, lines.len());
                }
                Err((text, why)) => refuse(number, &text, &why, &mut tally)?,
            }
        }
        tally.finish(self.interrupt.is_raised())
    }

    /// Sets the position of a line; returns what the answer begins with, or the beginning and what is wrong.
    fn set(&mut self, line: &Input, fen: Option<&str>) -> Result<Option<String>, (String, String)> {
        let (Input::Line(text) | Input::Garbled(text)) = line else {
            return Err(("...".to_string(), format!("the line is longer than {MAX_LINE_BYTES} bytes")));
        };
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let is_position = text.contains(ROW_END);
        let (fen, moves) = match text {
            _ if is_position => (Some(text), ""),
            DASH | EMPTY => (fen, ""),
            _ => (fen, text),
        };
        // An answer is a line of words, of which the first is the position.
        let shown = if is_position { text.replace(' ', "_") } else { text.split_whitespace().collect() };
        match self.solver.set_position(fen, moves) {
            Ok(()) => {
                if self.cold {
                    self.solver.clear();
                }
                Ok(Some(shown))
            }
            Err(error) => Err((shown, error.to_string())),
        }
    }
}

/// Plies of the win, 0 if threats alone do not win, `?` if not all were searched.
fn plies(verdict: &ThreatVerdict) -> String {
    match verdict {
        ThreatVerdict::Win { line } => line.len().to_string(),
        ThreatVerdict::NoThreatWins => "0".to_string(),
        ThreatVerdict::Unknown => "?".to_string(),
    }
}
