//! The progress of a match, on standard error: a bar on a terminal, else a line at regular intervals. Games that end by
//! a fault are reported at once in both cases.

use std::io::{IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::elo::number;
use super::game_line::GameLine;
use super::sprt::SprtStatus;
use super::standings::{Standings, end_name};
use crate::wire::message::plain;

/// Reports the progress of a match.
pub struct Progress {
    /// `None` if standard error is not a terminal.
    bar: Option<ProgressBar>,
    total: u64,
    interval: u64,
}

impl Progress {
    /// For a match of `total_games`; without a terminal, a line after every `interval` games.
    pub fn new(total_games: u64, interval: u64) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(total_games), ProgressDrawTarget::stderr());
            let template = "{bar:24} {pos}/{len} [{elapsed}<{eta}] {wide_msg}";
            bar.set_style(
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar
        });
        Progress { bar, total: total_games, interval: interval.max(1) }
    }

    /// A game has ended and is counted in the standings.
    pub fn game(&self, standings: &Standings, game: &GameLine, sprt: Option<&SprtStatus>) {
        if game.end.is_fault() {
            self.print_line(&fault_line(game));
        }
        let games = standings.games();
        match &self.bar {
            Some(bar) => {
                bar.set_position(games);
                bar.set_message(summary(standings, sprt));
            }
            None if games.is_multiple_of(self.interval) || games == self.total => {
                self.print_line(&format!("{games}/{} games: {}", self.total, summary(standings, sprt)));
            }
            None => {}
        }
    }

    /// The match has this number of games.
    pub fn set_total(&mut self, games: u64) {
        self.total = games;
        if let Some(bar) = &self.bar {
            bar.set_length(games);
        }
    }

    /// Prints lines that do not depend on the number of games.
    pub fn text(&self, text: &str) {
        text.lines().for_each(|line| self.print_line(line));
    }

    /// The match is over; the bar stays on the screen as it is.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
    }

    fn print_line(&self, line: &str) {
        // It may quote what an engine sent.
        let line = plain(line);
        match &self.bar {
            Some(bar) => bar.println(line),
            None => {
                // If standard error is closed, the line is lost.
                let _ = writeln!(std::io::stderr(), "{line}");
            }
        }
    }
}

/// `game 17.1: B: illegal move: h9 is taken`: pair and game from 1, the engine, what it did.
fn fault_line(game: &GameLine) -> String {
    let name = game.at_fault.and_then(|seat| game.players.get(seat)).map_or("?", String::as_str);
    format!("game {}.{}: {name}: {}: {}", game.pair + 1, game.game + 1, end_name(game.end), game.reason)
}

/// Score, Elo and LLR in a line.
fn summary(standings: &Standings, sprt: Option<&SprtStatus>) -> String {
    let mut parts = vec![standings.score_line()];
    if standings.is_duel() {
        let elo = standings.estimate(0, 1).map(|estimate| estimate.elo().text());
        parts.push(format!("Elo {}", elo.unwrap_or_else(|| "-".to_string())));
    }
    if let Some(SprtStatus { llr, lower, upper, .. }) = sprt {
        parts.push(format!("LLR {} ({}, {})", number(*llr, 2), number(*lower, 2), number(*upper, 2)));
    }
    parts.join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::game_line::End;
    use crate::match_runner::sprt::Sprt;
    use crate::match_runner::test_logs::{line, result};

    #[test]
    fn a_line_has_score_elo_and_llr() {
        let games = [result(0, 0, ["A", "B"], 1.0), result(0, 1, ["B", "A"], 0.5)];
        let standings = Standings::of(&line("connect4", &["A", "B"]), &games);
        let sprt = Sprt::parse("elo0=0 elo1=5").expect("a test");
        let text = summary(&standings, Some(&sprt.status(&standings.pairs(0, 1))));
        assert!(text.starts_with("A 1.5, B 0.5  Elo 88.74 +/- 283.47  LLR "), "{text}");
        assert!(text.ends_with("(-2.94, 2.94)"), "{text}");
        assert!(summary(&Standings::new(&line("connect4", &["A", "B"])), None).ends_with("Elo -"));
    }

    #[test]
    fn faults_name_game_and_engine() {
        let mut game = result(16, 0, ["A", "B"], 1.0);
        (game.end, game.at_fault, game.reason) = (End::Illegal, Some(1), "h9 is taken".to_string());
        assert_eq!(fault_line(&game), "game 17.1: B: illegal move: h9 is taken");
    }
}
