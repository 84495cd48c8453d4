//! The course of a match, in one pass over the games of its log: the data of the page, with at most a few hundred
//! points for each curve, however long the match was.

use std::collections::BTreeMap;

use crate::match_runner::elo::Interval;
use crate::match_runner::game_line::{GameLine, MatchLine};
use crate::match_runner::sprt::Sprt;
use crate::match_runner::standings::Standings;
use crate::match_runner::turn_order::TurnOrder;

/// Points of a curve.
const MAX_POINTS: usize = 300;

/// Steps of the axes of game lengths and of plies.
const MAX_STEPS: usize = 48;

/// Results of one opening.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct OpeningResult {
    /// Games.
    pub games: u64,
    /// Points of the first engine.
    pub points: f64,
    /// Points of the seat that moves first.
    pub first_seat: f64,
    /// Shared points.
    pub draws: u64,
}

/// The course of a match.
pub struct Timeline {
    /// At the end.
    pub standings: Standings,
    /// For each engine: games of the match, score per cent.
    pub scores: Vec<Vec<(f64, f64)>>,
    /// Pairs and Elo of the first engine of two.
    pub elo: Vec<(f64, Interval)>,
    /// Pairs and log-likelihood ratio.
    pub llr: Vec<(f64, f64)>,
    /// Moves of each game.
    pub lengths: Vec<usize>,
    /// For each engine: ply, mean milliseconds of a move near it.
    pub times: Vec<Vec<(f64, f64)>>,
    /// By name.
    pub openings: BTreeMap<String, OpeningResult>,
    /// Beginning of the first and of the last game.
    pub dates: Option<(String, String)>,
}

impl Timeline {
    /// Goes through the games in the order of the log; duplicates count once.
    pub fn of(line: &MatchLine, games: &[GameLine], sprt: Option<&Sprt>) -> Timeline {
        let mut timeline = Timeline {
            standings: Standings::new(line),
            scores: vec![Vec::new(); line.engines.len()],
            elo: Vec::new(),
            llr: Vec::new(),
            lengths: Vec::new(),
            times: Vec::new(),
            openings: BTreeMap::new(),
            dates: None,
        };
        let step = games.len().div_ceil(MAX_POINTS).max(1);
        let mut times = Times::new(line, games);
        for (index, game) in games.iter().enumerate() {
            if !timeline.standings.add(game) {
                continue;
            }
            timeline.add(line, game);
            times.add(game);
            if (index + 1) % step == 0 || index + 1 == games.len() {
                timeline.mark(sprt);
            }
        }
        timeline.times = times.means(timeline.standings.games());
        timeline
    }

    fn add(&mut self, line: &MatchLine, game: &GameLine) {
        self.lengths.push(game.moves.len());
        let opening = self.openings.entry(game.opening.clone()).or_default();
        opening.games += 1;
        let first =
            line.engines.first().and_then(|name| game.players.iter().position(|player| player == name));
        let points = |seat: usize| game.points.get(seat).copied().unwrap_or(0.0);
        opening.points += first.map_or(0.0, points);
        opening.first_seat += points(0);
        opening.draws += u64::from(game.points.iter().all(|&points| points < 0.99));
        let (earliest, latest) = self.dates.get_or_insert_with(|| (game.began.clone(), game.began.clone()));
        if game.began < *earliest {
            earliest.clone_from(&game.began);
        }
        if game.began > *latest {
            latest.clone_from(&game.began);
        }
    }

    /// Adds a point to each curve.
    fn mark(&mut self, sprt: Option<&Sprt>) {
        let games = self.standings.games() as f64;
        for (engine, line) in self.standings.engines().iter().zip(&mut self.scores) {
            if engine.games() > 0 {
                line.push((games, engine.score() * 100.0));
            }
        }
        if !self.standings.is_duel() {
            return;
        }
        let pairs = self.standings.pairs(0, 1);
        let count = pairs.iter().sum::<u64>() as f64;
        let is_new = self.elo.last().is_none_or(|&(last, _)| last < count);
        if count == 0.0 || !is_new {
            return;
        }
        self.elo.extend(self.standings.estimate(0, 1).map(|estimate| (count, estimate.elo())));
        self.llr.extend(sprt.map(|sprt| (count, sprt.status(&pairs).llr)));
    }

    /// Games by length: bars from, to, games.
    pub fn length_bars(&self) -> Vec<(f64, f64, f64)> {
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let width = (longest + 1).div_ceil(MAX_STEPS).max(1);
        let mut counts = vec![0u64; longest / width + 1];
        self.lengths.iter().for_each(|length| counts[length / width] += 1);
        let edge = |step: usize| (step * width) as f64;
        counts.iter().enumerate().map(|(step, &count)| (edge(step), edge(step + 1), count as f64)).collect()
    }
}

/// Time by ply.
struct Times {
    turn_order: TurnOrder,
    /// Plies of a step.
    width: usize,
    /// For each engine and step: milliseconds and moves.
    sums: Vec<Vec<(f64, u64)>>,
    names: Vec<String>,
}

impl Times {
    fn new(line: &MatchLine, games: &[GameLine]) -> Times {
        let longest = games.iter().map(|game| game.moves.len()).max().unwrap_or(0);
        let width = (longest + 1).div_ceil(MAX_STEPS).max(1);
        // Each step has the same number of moves of every player.
        let width = width.next_multiple_of(games.first().map_or(1, |game| game.players.len().max(1)));
        let sums = vec![vec![(0.0, 0); longest / width + 1]; line.engines.len()];
        Times { turn_order: TurnOrder::new(line), width, sums, names: line.engines.clone() }
    }

    fn add(&mut self, game: &GameLine) {
        let place = |name: &String| self.names.iter().position(|known| known == name);
        let players: Vec<Option<usize>> = game.players.iter().map(place).collect();
        for (seat, index) in self.turn_order.after_opening(game) {
            let Some(&Some(engine)) = players.get(seat) else { continue };
            let step = (game.opening_moves + index) / self.width;
            if let Some(sum) = self.sums[engine].get_mut(step) {
                sum.0 += game.ms[index];
                sum.1 += 1;
            }
        }
    }

    /// Mean times, at the middle of each step that at least a hundredth of the games reached.
    fn means(&self, games: u64) -> Vec<Vec<(f64, f64)>> {
        let enough = (games / 100).max(1);
        let engine = |steps: &Vec<(f64, u64)>| {
            let steps = steps.iter().enumerate().filter(|(_, sum)| sum.1 >= enough);
            let middle = |step: usize| (step as f64 + 0.5) * self.width as f64;
            steps.map(|(step, &(ms, moves))| (middle(step), ms / moves as f64)).collect()
        };
        self.sums.iter().map(engine).collect()
    }
}
