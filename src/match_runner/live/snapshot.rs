//! Everything that a match shows at one moment, as JSON. `src/web/live/page/` reads it.

use std::sync::atomic::Ordering;

use serde::Serialize;

use super::running::{RunningGame, SearchReport};
use super::{Counted, GameId, Live};
use crate::match_runner::elo::number;
use crate::match_runner::game_line::GameLine;
use crate::match_runner::standings::end_name;
use crate::match_runner::tables::{ENGINE_HEAD, POINT_HEAD, RATING_HEAD};
use crate::match_runner::tournament::Tournament;

/// Games in progress that are listed.
const MAX_SHOWN: usize = 32;
/// Moves of a game in progress that are listed.
const MAX_LAST_MOVES: usize = 6;
/// Finished games that are listed.
const MAX_LISTED: usize = 40;

#[derive(Serialize)]
struct Snapshot<'a> {
    variant: &'a str,
    engines: &'a [String],
    format: &'a str,
    openings: &'a str,
    played: u64,
    total: u64,
    over: bool,
    /// All games in progress, of which `running` has the first.
    in_progress: usize,
    running: Vec<Running>,
    finished: Vec<Finished>,
    score: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Elo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtState>,
    tables: Vec<Table>,
    rounds: Vec<RoundLines>,
}

#[derive(Serialize)]
struct Running {
    id: String,
    players: Vec<String>,
    ply: usize,
    last_moves: Vec<String>,
    to_move: usize,
    thinking_ms: u64,
    clocks_ms: Vec<Option<u64>>,
    reports: Vec<Option<SearchReport>>,
}

#[derive(Serialize)]
struct Finished {
    id: String,
    players: Vec<String>,
    points: Vec<f64>,
    end: &'static str,
    reason: String,
    plies: usize,
}

#[derive(Serialize)]
struct Elo {
    text: String,
    los: String,
}

#[derive(Serialize)]
struct SprtState {
    test: String,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Option<&'static str>,
}

#[derive(Serialize)]
struct Table {
    /// `standings`, `ratings` or `engines`.
    name: &'static str,
    title: String,
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct RoundLines {
    name: String,
    lines: Vec<String>,
}

impl Live {
    /// The match now, as one line of JSON.
    pub fn snapshot(&self) -> String {
        self.catch_up();
        let (in_progress, running) = {
            let running = self.running.lock();
            let shown = running.iter().take(MAX_SHOWN).map(|(id, game)| shown(*id, game));
            (running.len(), shown.collect())
        };
        let counted = self.counted.lock();
        let standings = &counted.standings;
        let estimate = if standings.is_duel() { standings.estimate(0, 1) } else { None };
        let snapshot = Snapshot {
            variant: &self.line.variant,
            engines: &self.line.engines,
            format: &self.line.format,
            openings: &self.line.openings,
            played: standings.games(),
            total: counted.tournament.as_ref().map_or(self.games, Tournament::games),
            over: self.is_over.load(Ordering::SeqCst),
            in_progress,
            running,
            finished: counted.finished.iter().take(MAX_LISTED).map(finished).collect(),
            score: standings.score_line(),
            elo: estimate.map(|estimate| Elo {
                text: estimate.elo().text(),
                los: format!("{} %", number(estimate.los() * 100.0, 1)),
            }),
            sprt: self.sprt_state(&counted),
            tables: tables(&counted),
            rounds: rounds(&counted),
        };
        serde_json::to_string(&snapshot).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
    }

    fn sprt_state(&self, counted: &Counted) -> Option<SprtState> {
        let sprt = self.sprt.as_ref()?;
        let status = sprt.status(&counted.standings.pairs(0, 1));
        Some(SprtState {
            test: sprt.text(),
            llr: status.llr,
            lower: status.lower,
            upper: status.upper,
            verdict: status.verdict.map(|verdict| verdict.text()),
        })
    }
}

/// `17.1`: pair and game, both from 1.
fn id_text((pair, game): GameId) -> String {
    format!("{}.{}", pair + 1, game + 1)
}

fn shown(id: GameId, game: &RunningGame) -> Running {
    let milliseconds = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Running {
        id: id_text(id),
        players: game.players.clone(),
        ply: game.moves.len(),
        last_moves: game.moves[game.moves.len().saturating_sub(MAX_LAST_MOVES)..].to_vec(),
        to_move: game.to_move,
        thinking_ms: milliseconds(game.since.elapsed()),
        clocks_ms: game.clocks.iter().map(|clock| clock.map(milliseconds)).collect(),
        reports: game.reports.clone(),
    }
}

fn finished(game: &GameLine) -> Finished {
    Finished {
        id: id_text(game.id()),
        players: game.players.clone(),
        points: game.points.clone(),
        end: end_name(game.end),
        reason: game.reason.clone(),
        plies: game.moves.len(),
    }
}

fn tables(counted: &Counted) -> Vec<Table> {
    let standings = &counted.standings;
    let table =
        |name, title: String, head: &[&'static str], rows| Table { name, title, head: head.to_vec(), rows };
    let mut tables = Vec::new();
    if let Some(tournament) = &counted.tournament {
        let rows = tournament.standing_rows();
        tables.push(table("standings", tournament.title(), tournament.standing_head(), rows));
    }
    if standings.is_many_player() {
        tables.push(table("ratings", String::new(), &POINT_HEAD, standings.point_rows()));
    } else if !standings.is_duel() {
        tables.push(table("ratings", standings.rating_note(), &RATING_HEAD, standings.rating_rows()));
    }
    tables.push(table("engines", String::new(), &ENGINE_HEAD, standings.engine_rows()));
    tables
}

fn rounds(counted: &Counted) -> Vec<RoundLines> {
    let Some(tournament) = &counted.tournament else { return Vec::new() };
    let round =
        |round| RoundLines { name: tournament.round_name(round), lines: tournament.round_lines(round) };
    (0..tournament.rounds().len()).rev().map(round).collect()
}
