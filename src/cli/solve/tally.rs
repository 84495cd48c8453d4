//! Counts over all lines, on standard error: a progress bar, and a summary at the end.

use std::io::{IsTerminal, stderr, stdout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Failure;
use crate::cli::output::note;

/// Counts of lines.
pub(super) struct Tally {
    positions: u64,
    nodes: u64,
    time: Duration,
    /// Scores that were given and checked, and how many of them were wrong.
    pub checked: u64,
    pub wrong: u64,
    /// Lines that are not a position.
    pub unreadable: u64,
    bar: ProgressBar,
}

impl Tally {
    pub fn new() -> Tally {
        Tally {
            positions: 0,
            nodes: 0,
            time: Duration::ZERO,
            checked: 0,
            wrong: 0,
            unreadable: 0,
            bar: progress_bar(),
        }
    }

    /// Counts an answered position; `waiting` more lines have been read.
    pub fn add(&mut self, nodes: u64, time: Duration, waiting: usize) {
        self.positions += 1;
        self.nodes += nodes;
        self.time += time;
        self.bar.set_length(self.positions + waiting as u64);
        self.bar.set_position(self.positions);
    }

    /// Writes a line to standard error. If that is closed, the line is lost.
    pub fn note(&self, line: &str) {
        self.bar.suspend(|| note(line));
    }

    /// Prints the summary; an error if a line was wrong or the input was interrupted.
    pub fn finish(self, interrupted: bool) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.note(&self.summary());
        let faults = [
            (interrupted, "interrupted".to_string()),
            (self.wrong > 0, format!("wrong scores: {}", self.wrong)),
            (self.unreadable > 0, format!("unreadable lines: {}", self.unreadable)),
        ];
        let faults: Vec<String> =
            faults.into_iter().filter(|(found, _)| *found).map(|(_, fault)| fault).collect();
        if faults.is_empty() { Ok(()) } else { Err(Failure::Failed(faults.join(", "))) }
    }

    fn summary(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let mean = |total: f64| if self.positions > 0 { total / self.positions as f64 } else { 0.0 };
        let speed = if seconds > 0.0 { self.nodes as f64 / seconds / 1e6 } else { 0.0 };
        format!(
            "positions: {}, checked: {}, wrong: {}, unreadable: {}, time: {seconds:.3} s, mean: {:.1} us and {:.1} nodes, {speed:.2} Mn/s",
            self.positions,
            self.checked,
            self.wrong,
            self.unreadable,
            mean(seconds * 1e6),
            mean(self.nodes as f64),
        )
    }
}

/// A bar on standard error, if that is a terminal and the answers go elsewhere. Otherwise the answers show the
/// progress.
fn progress_bar() -> ProgressBar {
    if !stderr().is_terminal() || stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions [{elapsed}<{eta}]") {
        bar.set_style(style);
    }
    bar
}
