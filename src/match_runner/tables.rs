//! Standings as text for a terminal. Two engines have the lines of fastchess, more engines a rating list; games of more
//! than two players have points and the points of an equal engine. Then comes a table of times, depths and faults.

use super::elo::{Estimate, even_pairs_ratio, number, pairs_ratio};
use super::standings::Standings;
use super::totals::EngineTotals;

impl Standings {
    /// Results and engines, ready to print; ends with a line end.
    pub fn table(&self) -> String {
        let results = if self.is_duel() {
            self.duel()
        } else if self.is_many_player() {
            text(&POINT_HEAD, &self.point_rows())
        } else {
            text(&RATING_HEAD, &self.rating_rows()) + &self.rating_note()
        };
        format!("{results}\n{}", text(&ENGINE_HEAD, &self.engine_rows()))
    }

    /// The score of a match of two engines in a few words: `A 12.5 - 7.5 B`.
    pub fn score_line(&self) -> String {
        let parts = self.engines().iter().map(|engine| format!("{} {:.1}", engine.name, engine.points));
        parts.collect::<Vec<_>>().join(", ")
    }

    fn duel(&self) -> String {
        let pairing = self.pairing(0, 1);
        let (wdl, pairs) = (pairing.wdl, pairing.pairs);
        let estimate = Estimate::best(&pairs, &wdl);
        let [elo, nelo] = [Estimate::elo, Estimate::nelo]
            .map(|quantity| estimate.map_or("- +/- -".to_string(), |estimate| quantity(&estimate).text()));
        let [a, b] = [0, 1].map(|engine| &self.engines()[engine].name);
        let even = pairs[2] - pairing.drawn_pairs;
        format!(
            "Results of {a} vs {b} ({}):\n\
             Elo: {elo}, nElo: {nelo}\n\
             LOS: {} %, DrawRatio: {} %, PairsRatio: {}\n\
             Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({} %)\n\
             Ptnml(0-2): {pairs:?}, WL/DD Ratio: {}\n",
            self.variant(),
            number(estimate.map_or(f64::NAN, |estimate| estimate.los() * 100.0), 2),
            number(even_pairs_ratio(&pairs) * 100.0, 2),
            number(pairs_ratio(&pairs), 2),
            wdl.games(),
            wdl.wins,
            wdl.losses,
            wdl.draws,
            wdl.points(),
            number(wdl.points() / wdl.games() as f64 * 100.0, 2),
            number(even as f64 / pairing.drawn_pairs as f64, 2),
        )
    }

    /// Rows below `RATING_HEAD`.
    pub fn rating_rows(&self) -> Vec<Vec<String>> {
        let ratings = self.ratings();
        let row = |(rank, rating): (usize, &super::ratings::Rating)| {
            let engine = &self.engines()[rating.engine];
            let played = engine.games() > 0;
            let known = |value: f64, decimals| if played { number(value, decimals) } else { "-".to_string() };
            vec![
                (rank + 1).to_string(),
                engine.name.clone(),
                known(rating.elo, 1),
                known(rating.error, 1),
                engine.games().to_string(),
                format!("{:.1}", engine.points),
                percent(engine.score()),
                percent(engine.wdl.draw_ratio()),
                percent(rating.los),
            ]
        };
        ratings.list.iter().enumerate().map(row).collect()
    }

    /// A note on the ratings; empty, or a line.
    pub fn rating_note(&self) -> String {
        let note =
            "One draw is added to each pairing: by the results alone some differences would be infinite.\n";
        if self.games() > 0 && self.ratings().with_prior { note.to_string() } else { String::new() }
    }

    /// Rows of the games of many players, most points of a game first.
    pub fn point_rows(&self) -> Vec<Vec<String>> {
        let mut engines: Vec<_> = self.engines().iter().collect();
        let surplus = |engine: &EngineTotals| {
            if engine.expected > 0.0 { engine.points / engine.expected } else { -1.0 }
        };
        engines.sort_by(|a, b| surplus(b).total_cmp(&surplus(a)));
        let row = |(rank, engine): (usize, &&EngineTotals)| {
            vec![
                (rank + 1).to_string(),
                engine.name.clone(),
                engine.games().to_string(),
                format!("{:.2}", engine.points),
                percent(engine.score()),
                percent(engine.expected / engine.games() as f64),
                engine.wdl.wins.to_string(),
                engine.wdl.draws.to_string(),
            ]
        };
        engines.iter().enumerate().map(row).collect()
    }

    /// Rows below `ENGINE_HEAD`.
    pub fn engine_rows(&self) -> Vec<Vec<String>> {
        let row = |engine: &EngineTotals| {
            let faults = engine.faults;
            vec![
                engine.name.clone(),
                engine.moves.to_string(),
                number(engine.ms_per_move(), 1),
                number(engine.mean_depth(), 1),
                number(engine.nps(), 0),
                faults.time.to_string(),
                faults.illegal.to_string(),
                faults.crash.to_string(),
                faults.hang.to_string(),
            ]
        };
        self.engines().iter().map(row).collect()
    }
}

/// Columns of a rating list. LOS is the likelihood of being stronger than the next engine below.
pub const RATING_HEAD: [&str; 9] = ["Rank", "Name", "Elo", "+/-", "Games", "Points", "Score", "Draws", "LOS"];

/// Columns of games of more than two players.
pub const POINT_HEAD: [&str; 8] = ["Rank", "Name", "Games", "Points", "Score", "Expected", "Won", "Shared"];

/// Columns of the table of engines.
pub const ENGINE_HEAD: [&str; 9] =
    ["Engine", "Moves", "ms/move", "Depth", "nps", "Time losses", "Illegal", "Crashes", "Hangs"];

/// A share in per cent; `-` if it is not a number.
pub fn percent(share: f64) -> String {
    if share.is_nan() { "-".to_string() } else { format!("{} %", number(share * 100.0, 1)) }
}

/// A table with columns of the necessary width; names are aligned left, numbers right.
pub fn text(head: &[&str], rows: &[Vec<String>]) -> String {
    let is_name = |column: usize| matches!(head[column], "Name" | "Engine");
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let cell = |(column, cell): (usize, &&str)| {
            let width = widths[column];
            if is_name(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        };
        let cells: Vec<String> = cells.iter().enumerate().map(cell).collect();
        cells.join("  ").trim_end().to_string() + "\n"
    };
    let rows = rows.iter().map(|row| line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    line(head) + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::test_logs::{line, result};

    #[test]
    fn two_engines_are_printed_as_by_fastchess() {
        // fastchess prints the same four lines for these pairs, but for the ratio of even pairs.
        let mut standings = Standings::new(&line("connect4", &["A", "B"]));
        let mut pair = 0;
        for (count, [first, second]) in [
            (75, [0.0, 1.0]),
            (64, [0.0, 0.5]),
            (31, [1.0, 1.0]),
            (32, [0.5, 0.5]),
            (54, [1.0, 0.5]),
            (34, [1.0, 0.0]),
        ] {
            for _ in 0..count {
                standings.add(&result(pair, 0, ["A", "B"], first));
                standings.add(&result(pair, 1, ["B", "A"], second));
                pair += 1;
            }
        }
        let table = standings.table();
        let expected = "Results of A vs B (connect4):\n\
            Elo: -55.58 +/- 27.65, nElo: -57.94 +/- 28.28\n\
            LOS: 0.00 %, DrawRatio: 21.72 %, PairsRatio: 0.63\n\
            Games: 580, Wins: 153, Losses: 245, Draws: 182, Points: 244.0 (42.07 %)\n\
            Ptnml(0-2): [75, 64, 63, 54, 34], WL/DD Ratio: 0.97\n";
        assert!(table.starts_with(expected), "{table}");
    }

    #[test]
    fn unknown_values_are_printed_in_words() {
        for engines in [&["A", "B"][..], &["A", "B", "C"]] {
            let line = line("connect4", engines);
            for games in [vec![], vec![result(0, 0, ["A", "B"], 1.0)]] {
                let table = Standings::of(&line, &games).table();
                assert!(!table.contains("NaN") && table.contains('-'), "{table}");
            }
        }
    }

    #[test]
    fn more_engines_are_ranked() {
        let line = line("connect4", &["weak", "strong", "idle"]);
        let games: Vec<_> =
            (0..10).map(|pair| result(pair, 0, ["strong", "weak"], [1.0, 0.5][pair as usize % 2])).collect();
        let table = Standings::of(&line, &games).table();
        let rows: Vec<&str> = table.lines().collect();
        assert!(
            rows[1].contains("strong") && rows[2].contains("weak") && rows[3].contains("idle"),
            "{table}"
        );
        assert!(!table.contains("One draw is added"), "{table}");
    }
}
