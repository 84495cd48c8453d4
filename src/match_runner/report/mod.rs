//! A log as an HTML page that needs no network: facts, tables, plots.
//!
//! | file | what |
//! |---|---|
//! | `timeline` | one pass over the games: score, Elo and LLR over the match, lengths, times, openings |
//! | `plots` | plots of these |
//!
//! Invariant: the size of the page depends on the number of engines, not on the number of games.

mod plots;
mod timeline;

use std::collections::BTreeMap;

use self::timeline::Timeline;
use super::elo::{even_pairs_ratio, number};
use super::game_line::{GameLine, MatchLine};
use super::sprt::Sprt;
use super::standings::Standings;
use super::tables::{ENGINE_HEAD, POINT_HEAD, RATING_HEAD, percent};
use super::tournament::Tournament;
use crate::pictures::page::{self, escape};

/// Largest number of openings that are listed.
const MAX_OPENINGS: usize = 20;

/// The page of a match, including the state of a test.
///
/// # Errors
/// One line: a plot could not be drawn.
pub fn write(line: &MatchLine, games: &[GameLine], sprt: Option<&Sprt>) -> Result<String, String> {
    let timeline = Timeline::of(line, games, sprt);
    let standings = &timeline.standings;
    let mut body = Tournament::of(line, games)?.map_or(String::new(), |tournament| rounds(&tournament));
    body += &results(standings, sprt);
    body += &plots::results(&timeline, sprt)?;
    if standings.engines().len() > 2 && !standings.is_many_player() {
        body += "<h2>Head to head</h2>\n";
        body += &cross_table(standings);
    }
    body += "<h2>How games ended</h2>\n";
    body += &ends(standings);
    body += &plots::lengths(&timeline)?;
    body += "<h2>Engines</h2>\n";
    body += &page::table(&ENGINE_HEAD, &standings.engine_rows());
    body += &plots::times(&timeline)?;
    body += &openings(&timeline);
    body += "<h2>What was played</h2>\n";
    body += &page::facts(&facts(line, &timeline));
    let title = match &line.engines[..] {
        [a, b] => format!("{a} vs {b}: {}", line.variant),
        engines => format!("{} engines: {}", engines.len(), line.variant),
    };
    Ok(page::page(&title, &body))
}

/// A tournament: its standings and all meetings.
fn rounds(tournament: &Tournament) -> String {
    let standings = page::table(tournament.standing_head(), &tournament.standing_rows());
    let round = |round| {
        let lines = tournament.round_lines(round).join("\n");
        format!("<h3>{}</h3>\n<pre>{}</pre>\n", escape(&tournament.round_name(round)), escape(&lines))
    };
    let all: String = (0..tournament.rounds().len()).map(round).collect();
    format!("<h2>{}</h2>\n{standings}{all}<h2>Ratings</h2>\n", escape(&tournament.title()))
}

/// The results as numbers.
fn results(standings: &Standings, sprt: Option<&Sprt>) -> String {
    if standings.is_duel() {
        return duel(standings, sprt);
    }
    if standings.is_many_player() {
        return page::table(&POINT_HEAD[1..], &without_rank(standings.point_rows()));
    }
    let table = page::table(&RATING_HEAD[1..], &without_rank(standings.rating_rows()));
    format!("{table}<p>{}</p>\n", escape(&rating_text(standings)))
}

fn rating_text(standings: &Standings) -> String {
    format!(
        "Elo above the mean of all engines, by maximum likelihood; +/- is half of the 95 % interval. LOS: likelihood of \
         being stronger than the next engine. {}",
        standings.rating_note()
    )
}

/// Drops the first column of the tables for terminals, the rank, which the order of rows shows.
fn without_rank(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    rows.into_iter().map(|mut row| row.split_off(1)).collect()
}

/// Two engines: the estimates of their difference.
fn duel(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let pairing = standings.pairing(0, 1);
    let (wdl, pairs) = (pairing.wdl, pairing.pairs);
    let mut rows = vec![
        (
            "Score".to_string(),
            format!(
                "{:.1} of {} ({})",
                wdl.points(),
                wdl.games(),
                percent(wdl.points() / wdl.games() as f64)
            ),
        ),
        ("Games".to_string(), format!("{} won, {} drawn, {} lost", wdl.wins, wdl.draws, wdl.losses)),
    ];
    if let Some(estimate) = standings.estimate(0, 1) {
        let (elo, nelo) = (estimate.elo(), estimate.nelo());
        let ends = |low, high| format!("95 %: {} to {}", number(low, 1), number(high, 1));
        rows.push(("Elo".to_string(), format!("{} ({})", number(elo.value, 1), ends(elo.low, elo.high))));
        rows.push((
            "Normalized Elo".to_string(),
            format!("{} ({})", number(nelo.value, 1), ends(nelo.low, nelo.high)),
        ));
        rows.push(("Likelihood of superiority".to_string(), percent(estimate.los())));
    }
    let [a, b, c, d, e] = pairs;
    rows.push(("Pairs, points 0 to 2".to_string(), format!("{a}, {b}, {c}, {d}, {e}")));
    rows.push(("Even pairs".to_string(), percent(even_pairs_ratio(&pairs))));
    rows.push(("Pairs won to lost".to_string(), format!("{} to {}", d + e, a + b)));
    if let Some(sprt) = sprt {
        let status = sprt.status(&pairs);
        let verdict = status.verdict.map_or("not decided", |verdict| verdict.text());
        rows.push(("Test".to_string(), sprt.text()));
        rows.push((
            "Log-likelihood ratio".to_string(),
            format!(
                "{} ({} to {}): {verdict}",
                number(status.llr, 2),
                number(status.lower, 2),
                number(status.upper, 2)
            ),
        ));
    }
    let name = escape(&standings.engines()[0].name);
    format!("<p>As {name} sees it.</p>\n{}", page::facts(&rows))
}

/// Wins, draws and losses of each engine against each other one.
fn cross_table(standings: &Standings) -> String {
    let engines = standings.engines();
    let head: Vec<&str> = [""].into_iter().chain(engines.iter().map(|engine| engine.name.as_str())).collect();
    let cell = |a: usize, b: usize| {
        let wdl = standings.wdl(a, b);
        if a == b || wdl.games() == 0 {
            return String::new();
        }
        format!("+{} ={} -{}", wdl.wins, wdl.draws, wdl.losses)
    };
    let row = |a: usize| {
        let cells = (0..engines.len()).map(|b| cell(a, b));
        [engines[a].name.clone()].into_iter().chain(cells).collect()
    };
    page::table(&head, &(0..engines.len()).map(row).collect::<Vec<_>>())
}

/// Games by how they ended, and results by seat.
fn ends(standings: &Standings) -> String {
    let games = standings.games() as f64;
    let row = |(name, count): (&&str, &u64)| {
        vec![name.to_string(), count.to_string(), percent(*count as f64 / games)]
    };
    let ends: Vec<_> = standings.ends().iter().map(row).collect();
    let seat = |(seat, wdl): (usize, &super::elo::Wdl)| {
        let counts = [wdl.wins, wdl.draws, wdl.losses].map(|count| count.to_string());
        let share = percent(wdl.wins as f64 / wdl.games() as f64);
        [(seat + 1).to_string()].into_iter().chain(counts).chain([share]).collect()
    };
    let seats: Vec<_> = standings.seats().iter().enumerate().map(seat).collect();
    page::table(&["End", "Games", "Share"], &ends)
        + &page::table(&["Seat", "Won", "Drawn", "Lost", "Share won"], &seats)
}

/// Results by opening, the most uneven first.
fn openings(timeline: &Timeline) -> String {
    let is_duel = timeline.standings.is_duel();
    let mut list: Vec<_> = timeline.openings.iter().collect();
    let lead = |result: &timeline::OpeningResult| {
        if is_duel { (result.points - result.games as f64 / 2.0).abs() } else { result.games as f64 }
    };
    // Equally uneven openings are listed in the order of their numbers.
    list.sort_by_key(|(name, _)| name.len());
    list.sort_by(|a, b| lead(b.1).total_cmp(&lead(a.1)));
    let row = |(name, result): &(&String, &timeline::OpeningResult)| {
        let games = result.games as f64;
        let mut cells = vec![name.to_string(), result.games.to_string()];
        if is_duel {
            cells.push(format!("{:.1}", result.points));
        }
        cells.extend([percent(result.first_seat / games), percent(result.draws as f64 / games)]);
        cells
    };
    let rows: Vec<_> = list.iter().take(MAX_OPENINGS).map(row).collect();
    let points =
        format!("Points of {}", timeline.standings.engines().first().map_or("", |engine| &engine.name));
    let head: Vec<&str> = ["Opening", "Games"]
        .into_iter()
        .chain(is_duel.then_some(points.as_str()))
        .chain(["First seat", "Draws"])
        .collect();
    let rest = list.len().saturating_sub(MAX_OPENINGS);
    let note = if rest > 0 {
        format!("<p>The {MAX_OPENINGS} most uneven of {}.</p>\n", list.len())
    } else {
        String::new()
    };
    format!("<h2>Results by opening</h2>\n{note}{}", page::table(&head, &rows))
}

/// The first line of the log, for users.
fn facts(line: &MatchLine, timeline: &Timeline) -> Vec<(String, String)> {
    let fact = |name: &str, value: &str| (name.to_string(), value.to_string());
    let options: BTreeMap<_, _> = line.options.iter().cloned().collect();
    let options: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut facts = vec![fact("Game", &line.variant)];
    facts.extend((!options.is_empty()).then(|| fact("Rules", &options.join(", "))));
    let engines = line.engines.iter().enumerate();
    facts.extend(engines.map(|(index, name)| fact(name, line.specs.get(index).map_or("", String::as_str))));
    facts.push(fact("Format", &format!("{}, {} pairs of each pairing", line.format, line.rounds)));
    facts.push(fact("Openings", &line.openings));
    facts.extend((!line.adjudication.is_empty()).then(|| fact("Adjudication", &line.adjudication)));
    if let Some((first, last)) = &timeline.dates {
        facts.push(fact("Games", &format!("{}, begun {first} to {last}", timeline.standings.games())));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::test_logs::{game, line, result};
    use crate::random::Random;

    fn duel_games(line: &MatchLine, pairs: u64) -> Vec<GameLine> {
        let mut random = Random::new(9);
        let players = [["A<b>", "B"], ["B", "A<b>"]];
        let ids = (0..pairs).flat_map(|pair| (0..2).map(move |number| (pair, number)));
        ids.map(|id| game(line, &mut random, id, players[id.1 as usize], 30)).collect()
    }

    #[test]
    fn a_page_has_all_its_parts_and_no_address() {
        let line = line("connect4", &["A<b>", "B"]);
        let sprt = Sprt::parse("elo0=0 elo1=50").expect("a test");
        let page = write(&line, &duel_games(&line, 20), Some(&sprt)).expect("drawn");
        for part in [
            "A&lt;b&gt; vs B: connect4",
            "Score of A&lt;b&gt; over the match",
            "with its 95 % interval",
            "bounds of the test",
            "Length of games",
            "Time of a move",
            "Results by opening",
            "Log-likelihood ratio",
            "tc=10+0.1",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("NaN") && !page.contains("A<b>"));
        assert!(page.contains("width=device-width") && page.contains("prefers-color-scheme: dark"));
        assert!(!page.contains("#FFFFFF"), "a plot has no background of its own");
        let tables = page.matches("<table").count();
        assert!(
            tables > 4 && page.matches("<div class=\"scroll\"").count() == tables,
            "tables scroll in boxes"
        );
        let legends: Vec<&str> =
            page.split("<figure").filter(|figure| figure.contains("H0: 0 Elo")).collect();
        assert!(legends.len() == 1 && legends[0].contains("</svg><ul class=\"legend\">"), "below the plot");
        let foreign = page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "");
        assert!(!foreign.contains("http") && !foreign.contains("src="));
    }

    #[test]
    fn any_log_has_a_page() {
        let two = line("connect4", &["A", "B"]);
        let three = line("chinesecheckers", &["A", "B", "C"]);
        let mut many = result(0, 0, ["A", "B"], 1.0);
        many.players.push("C".to_string());
        many.points.push(0.0);
        let outsider = result(0, 0, ["A", "somebody else"], 0.5);
        let sprt = Sprt::parse("elo0=0 elo1=50").expect("a test");
        for (line, games) in [
            (&two, vec![]),
            (&two, vec![result(0, 0, ["A", "B"], 1.0)]),
            (&two, vec![outsider]),
            (&three, vec![many]),
            (&three, vec![result(0, 0, ["A", "B"], 1.0), result(1, 0, ["C", "B"], 1.0)]),
        ] {
            let page = write(line, &games, Some(&sprt)).expect("drawn");
            assert!(!page.contains("NaN") && page.ends_with("</html>\n"));
        }
    }

    #[test]
    fn long_matches_do_not_make_long_pages() {
        let line = line("connect4", &["A", "B"]);
        let games = |count: u64| -> Vec<GameLine> {
            let results = [0.0, 0.5, 1.0, 1.0];
            let game = |n: u64| {
                let players = [["A", "B"], ["B", "A"]][n as usize % 2];
                result(n / 2, (n % 2) as u32, players, results[(n * n / 3 % 4) as usize])
            };
            (0..count).map(game).collect()
        };
        let page = |count| write(&line, &games(count), None).expect("drawn").len();
        let (short, long) = (page(400), page(10_000));
        assert!(long < 2 * short && long < 200_000, "{short} {long}");
    }
}
