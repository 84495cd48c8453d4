//! Standings and bracket as text, and as rows for a page.

use super::{Meeting, Tournament, bracket};
use crate::match_runner::tables::text;

/// Columns of the standings of a Swiss tournament.
const SWISS_HEAD: [&str; 10] =
    ["Rank", "Name", "Points", "Buchholz", "SB", "Direct", "Won", "Drawn", "Lost", "Game points"];

/// Columns of the standings of a knockout.
const KNOCKOUT_HEAD: [&str; 6] = ["Rank", "Name", "Rounds survived", "Won", "Lost", "Game points"];

impl Tournament {
    /// What is played, and how far it is: `Swiss, after round 2 of 5`.
    pub fn title(&self) -> String {
        let name = if self.is_knockout() { "Knockout" } else { "Swiss" };
        format!("{name}, after round {} of {}", self.complete_rounds(), self.all_rounds())
    }

    /// The columns of [`Tournament::standing_rows`].
    pub fn standing_head(&self) -> &'static [&'static str] {
        if self.is_knockout() { &KNOCKOUT_HEAD } else { &SWISS_HEAD }
    }

    /// The standings, best first.
    pub fn standing_rows(&self) -> Vec<Vec<String>> {
        let row = |row: super::Row| {
            let halves = |halves: u64| format!("{:.1}", halves as f64 / 2.0);
            let games = format!("{}/{}", halves(row.game_half_points), row.games);
            let [won, drawn, lost] = row.meetings.map(|count| count.to_string());
            let mut cells = vec![row.place.to_string(), self.names[row.engine].clone()];
            if self.is_knockout() {
                cells.extend([row.survived.to_string(), won, lost, games]);
            } else {
                let berger = format!("{:.2}", row.sonneborn_berger as f64 / 4.0);
                let direct = halves(row.direct);
                cells.extend([halves(row.half_points), halves(row.buchholz), berger, direct]);
                cells.extend([won, drawn, lost, games]);
            }
            cells
        };
        self.standings().into_iter().map(row).collect()
    }

    /// The name of a round, from 0.
    pub fn round_name(&self, round: usize) -> String {
        if self.is_knockout() {
            bracket::round_name(bracket::size(self.names.len()), round)
        } else {
            format!("Round {}", round + 1)
        }
    }

    /// The meetings of a round, one a line: both engines, their points, the winner or what is missing; then the byes.
    pub fn round_lines(&self, round: usize) -> Vec<String> {
        let Some(round) = self.rounds.get(round) else { return Vec::new() };
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let line = |meeting: &Meeting| {
            let [a, b] = meeting.engines.map(|engine| self.names[engine].as_str());
            let [first, second] = meeting.half_points.map(|halves| halves as f64 / 2.0);
            let line = format!("{a:<width$}  {first:>4.1} - {second:<4.1}  {b:<width$}");
            format!("{line}  {}", self.note(meeting)).trim_end().to_string()
        };
        let byes = round.byes.iter().map(|&engine| format!("{:<width$}  bye", self.names[engine]));
        round.meetings.iter().map(line).chain(byes).collect()
    }

    fn note(&self, meeting: &Meeting) -> String {
        let Some(winner) = self.winner(meeting) else {
            return format!("{} of {} games", meeting.games, 2 * meeting.pairs);
        };
        match (self.is_knockout(), meeting.leader()) {
            (false, _) => String::new(),
            (true, Some(_)) => format!("-> {}", self.names[winner]),
            (true, None) => format!("-> {}, the higher seed", self.names[winner]),
        }
    }

    /// The meetings of these rounds.
    pub fn rounds_text(&self, rounds: std::ops::Range<usize>) -> String {
        let round = |round: usize| {
            let lines = self.round_lines(round).into_iter().map(|line| format!("  {line}\n"));
            format!("{}:\n{}", self.round_name(round), lines.collect::<String>())
        };
        rounds.map(round).collect()
    }

    /// All rounds and the standings; ends with a line end.
    pub fn text(&self) -> String {
        format!("{}{}", self.rounds_text(0..self.rounds.len()), self.standings_text())
    }

    /// The standings with their title; ends with a line end.
    pub fn standings_text(&self) -> String {
        format!("{}:\n{}", self.title(), text(self.standing_head(), &self.standing_rows()))
    }
}
