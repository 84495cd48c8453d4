//! The reports of a running search, for the client.
//!
//! One line for each interval holds all moves, best first. Moves are vertices; moves of pieces, which have several
//! clicks, are in the game's notation. An alpha-beta search has neither visits nor a prior: visits are the nodes of
//! the whole search when the move was reported, all moves have the same prior, and `lcb` is the winrate.

use std::time::{Duration, Instant};

use super::{Call, Gtp};
use crate::contract::{Bound, SearchInfo, SearchLimits, SearchObserver, SearchResult};
use crate::wire::output::Output;
use crate::wire::vertex;

/// The format of the reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flavour {
    /// Leela Zero: probabilities in ten-thousandths.
    Leela,
    /// KataGo: probabilities from 0 to 1, and a score.
    Kata,
}

/// Format and interval of reports.
#[derive(Clone, Debug)]
pub(super) struct StreamSettings {
    pub flavour: Flavour,
    pub interval: Duration,
    /// Number of moves, if set.
    pub moves: Option<usize>,
    pub root_info: bool,
}

impl Gtp {
    /// Begins a response of reports on the `lines` best moves among those of the search.
    pub(super) fn stream(
        &self,
        call: &Call<'_>,
        settings: StreamSettings,
        limits: &SearchLimits,
        lines: Option<usize>,
    ) -> Stream {
        let id = call.id.map(|id| id.to_string()).unwrap_or_default();
        self.output.line(&format!("={id}"));
        let moves = match limits.search_moves.len() {
            0 => call.engine.move_paths().len(),
            chosen => chosen,
        };
        let usual = || self.settings.value("MultiPV").and_then(|value| value.parse().ok()).unwrap_or(1);
        Stream {
            output: self.output.clone(),
            settings,
            expected: lines.unwrap_or_else(usual).min(moves),
            iteration: Vec::new(),
            reported: None,
            last: String::new(),
        }
    }
}

/// Reports to the client. Values of different depths cannot be compared, so only complete iterations are reported, and
/// whatever there is at the end.
pub(super) struct Stream {
    output: Output,
    settings: StreamSettings,
    /// Number of lines of a complete iteration.
    expected: usize,
    /// Those of the current iteration, best first.
    iteration: Vec<SearchInfo<String>>,
    /// When the last report was sent.
    reported: Option<Instant>,
    /// Its text.
    last: String,
}

impl SearchObserver<String> for Stream {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        if info.bound != Bound::Exact || info.pv.is_empty() {
            return;
        }
        if self.iteration.first().is_some_and(|first| first.depth != info.depth) {
            // A game may search fewer moves than are legal.
            if self.iteration.len() < self.expected {
                self.report_if_due();
            }
            self.iteration.clear();
        }
        // A line that proves better takes the rank of another line, which is reported next.
        self.iteration.truncate(info.multi_pv - 1);
        self.iteration.push(info.clone());
        if self.iteration.len() == self.expected {
            self.report_if_due();
        }
    }
}

impl Stream {
    /// Sends the last report at the end of the search. A search that was stopped before its first iteration has none.
    pub fn end(&mut self, result: &SearchResult<String>) {
        let seen = |line: &&SearchInfo<String>| line.depth > 0 && !line.pv.is_empty();
        let lines: Vec<SearchInfo<String>> = result.lines.iter().filter(seen).cloned().collect();
        let text = report_line(&lines, &self.settings);
        if !lines.is_empty() && text != self.last {
            self.report(&text);
        }
    }

    fn report_if_due(&mut self) {
        let is_due = self.reported.is_none_or(|reported| reported.elapsed() >= self.settings.interval);
        if is_due && !self.iteration.is_empty() {
            self.report(&report_line(&self.iteration, &self.settings));
        }
    }

    fn report(&mut self, text: &str) {
        self.output.line(text);
        self.reported = Some(Instant::now());
        self.last = text.to_string();
    }
}

/// All moves on one line.
fn report_line(lines: &[SearchInfo<String>], settings: &StreamSettings) -> String {
    let reports = lines.iter().enumerate();
    let reports = reports.map(|(order, info)| move_report(info, order, lines.len(), settings.flavour));
    let mut parts: Vec<String> = reports.collect();
    if let (true, Some(best)) = (settings.root_info, lines.first()) {
        let visits = lines.iter().map(|info| info.nodes).max().unwrap_or(0);
        let (winrate, score) = (winrate(best), score(best));
        parts.push(format!("rootInfo visits {visits} winrate {winrate:.6} scoreLead {score:.2}"));
    }
    parts.join(" ")
}

fn move_report(info: &SearchInfo<String>, order: usize, moves: usize, flavour: Flavour) -> String {
    let line: Vec<String> = info.pv.iter().map(|word| vertex::for_client(word)).collect();
    let (nodes, winrate, prior) = (info.nodes, winrate(info), 1.0 / moves as f64);
    let values = match flavour {
        Flavour::Leela => {
            let [winrate, prior] = [winrate, prior].map(|chance| (chance * 10_000.0).round() as u32);
            format!("visits {nodes} winrate {winrate} prior {prior} lcb {winrate}")
        }
        Flavour::Kata => {
            let score = score(info);
            format!(
                "visits {nodes} edgeVisits {nodes} winrate {winrate:.6} scoreMean {score:.2} scoreStdev 0 \
                 scoreLead {score:.2} prior {prior:.6} lcb {winrate:.6}"
            )
        }
    };
    format!("info move {} {values} order {order} pv {}", line[0], line.join(" "))
}

/// The winning probability of the player to move; a draw counts as half a win.
pub(super) fn winrate(info: &SearchInfo<String>) -> f64 {
    let [win, draw, _] = info.wdl;
    (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
}

/// The value in units of the game.
fn score(info: &SearchInfo<String>) -> f64 {
    f64::from(info.score.0) / 100.0
}
