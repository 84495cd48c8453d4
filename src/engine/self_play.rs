//! Self-play games for training an evaluation: inside one process, one thread a game, each game with a seed of its own,
//! so that the same seeds give the same games in any order and on any number of threads.
//!
//! A game begins with some moves drawn at random, in half of the games only from those that the evaluator thinks worth
//! searching; they are drawn again if they leave one side far ahead. Later moves may be random too, if they lose
//! little, and variations lead to positions outside the games. So training sees positions that the engine's own play
//! avoids. A game ends by the rules, by a proved win, or early if scores have agreed for long; see [`Verdicts`].

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::Record;
use super::generic::{Move, legal};
use super::verdicts::Verdicts;
use crate::contract::{
    Evaluator, Game, Outcome, Player, Position, Score, SearchLimits, SearchParams, Silent, StopHandle,
};
use crate::fit::{GameRecord, Ply, Variation};
use crate::random::{Random, mix};
use crate::search::{Job, Searcher};

/// Settings of the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlaySettings {
    /// Nodes of a search, at least 1.
    pub nodes: u64,
    /// Number of random moves at the beginning, uniformly distributed.
    pub random_plies: RangeInclusive<usize>,
    /// Largest score of either side after these moves, in hundredths.
    pub balance: i32,
    /// Score, in hundredths, at which a game is won if both sides have long agreed on it.
    pub decided: i32,
    /// Percentage of moves after the opening that may be random, among those that lose little.
    pub explore: u32,
    /// Variations from each position after the opening.
    pub variations: u32,
    /// Seed of the series.
    pub seed: u64,
}

/// Plays games of a series.
pub trait AnySelfPlayer: Send {
    /// The game with this number.
    fn play(&mut self, number: u64) -> GameRecord;
}

/// Size of the table of a search, in MiB.
const HASH_MIB: usize = 1;
/// Plies after which a game is a draw.
const LONGEST: usize = 300;
/// Number of moves to draw from after the opening: the first ones in the order of a search.
const EXPLORED: usize = 6;
/// Largest loss by such a move, in hundredths.
const EXPLORED_LOSS: i32 = 80;
/// Maximum moves of a variation, without forced ones.
const VARIATION_PLIES: usize = 6;
/// Attempts before an unbalanced opening is accepted.
const MAX_OPENINGS: usize = 20;

/// The result of a search: its move, and the score for the player to move.
type Found<G> = (Move<G>, Score);

/// Plays games of one game.
pub(super) struct SelfPlayer<G: Game> {
    game: G,
    params: SearchParams,
    settings: SelfPlaySettings,
    searcher: Searcher<G::Position, G::Evaluator>,
}

impl<G: Game> SelfPlayer<G> {
    /// A player of this game; `None` if it is not one of two players.
    pub(super) fn new(game: &G, params: &SearchParams, settings: &SelfPlaySettings) -> Option<SelfPlayer<G>> {
        (game.start_position().player_count() == 2).then(|| SelfPlayer {
            game: game.clone(),
            params: params.clone(),
            settings: settings.clone(),
            searcher: Searcher::new(HASH_MIB),
        })
    }

    /// The best move of a self-play game and its score, by a search of the set number of nodes; `None` if there is no move.
    fn search(&mut self, record: &Record<G::Position>) -> Option<Found<G>> {
        let limits = SearchLimits { end_when_clear: true, ..SearchLimits::nodes(self.settings.nodes) };
        let job = Job {
            root: record.current(),
            history_keys: &record.history_keys(),
            played: &record.moves_for_plans(),
            root_moves: &[],
            limits: &limits,
            params: &self.params,
            multi_pv: 1,
            threads: 1,
            overhead_ms: 0,
            ponders: false,
            stop: StopHandle::default(),
        };
        let result = self.searcher.run(&job, &|| self.game.evaluator(), &mut Silent);
        Some((result.best_move?, result.lines.first()?.score))
    }

    /// The moves worth searching, in the order in which a search tries them, and an evaluator of the position.
    fn candidates(&self, pos: &G::Position) -> (Vec<Move<G>>, G::Evaluator) {
        let (mut evaluator, mut moves) = (self.game.evaluator(), Vec::new());
        evaluator.begin(pos);
        evaluator.candidates(pos, &mut moves);
        let hints: Vec<i32> = moves.iter().map(|&mv| evaluator.order_hint(pos, mv)).collect();
        (best_first(&hints).into_iter().map(|index| moves[index]).collect(), evaluator)
    }

    /// Plays one of the first moves at random, if exploration is due and the move loses little compared with `score`,
    /// the result of the search. Returns the move, and the result of the search after it.
    fn explore(
        &mut self,
        record: &mut Record<G::Position>,
        score: Score,
        random: &mut Random,
    ) -> Option<(Move<G>, Found<G>)> {
        if random.below(100) >= self.settings.explore as usize {
            return None;
        }
        let (moves, _) = self.candidates(record.current());
        let mv = moves[random.below(moves.len().min(EXPLORED))];
        record.play(mv, "");
        let is_on = record.status().outcome.is_none();
        let reply = if is_on { self.search(record) } else { None };
        let kept = reply.filter(|(_, reply_score)| reply_score.0 <= EXPLORED_LOSS - score.0);
        if kept.is_none() {
            record.undo();
        }
        kept.map(|reply| (mv, reply))
    }

    /// Plays some random moves, searches the position after them, and takes them back. `None` if there is nothing to
    /// search.
    fn variation(&mut self, record: &mut Record<G::Position>, random: &mut Random) -> Option<Variation> {
        let (from, wanted) = (record.moves().count(), 1 + random.below(VARIATION_PLIES));
        let (mut places, mut drawn) = (Vec::new(), 0);
        while record.status().outcome.is_none() {
            let (moves, evaluator) = self.candidates(record.current());
            if moves.len() > 1 {
                if drawn == wanted {
                    break;
                }
                drawn += 1;
            }
            let mv = drawn_for_variation(record.current(), &moves, &evaluator, random);
            places.push(place_of::<G>(mv, &legal(record.current())));
            record.play(mv, "");
        }
        let found = if record.status().outcome.is_none() { self.search(record) } else { None };
        let found = found.map(|(mv, score)| (place_of::<G>(mv, &legal(record.current())), score.0));
        places.iter().for_each(|_| _ = record.undo());
        found.map(|(chosen, score)| Variation { from, places, chosen, score })
    }

    /// Random moves, and their places in the lists; after [`MAX_OPENINGS`] attempts they may end the game.
    fn opening(&mut self, random: &mut Random) -> (Record<G::Position>, Vec<Ply>) {
        let (least, most) = (*self.settings.random_plies.start(), *self.settings.random_plies.end());
        for attempt in 1.. {
            let mut record = Record::new(self.game.start_position());
            let mut plies = Vec::new();
            let near = random.below(2) == 0;
            let wanted = least + random.below(most.saturating_sub(least) + 1);
            while plies.len() < wanted && record.status().outcome.is_none() {
                let moves = legal(record.current());
                let place = if near {
                    let (candidates, _) = self.candidates(record.current());
                    place_of::<G>(candidates[random.below(candidates.len())], &moves)
                } else {
                    random.below(moves.len())
                };
                record.play(moves[place], "");
                plies.push(Ply::new(place, None));
            }
            let is_on = record.status().outcome.is_none();
            let score = if is_on { self.search(&record).map(|(_, score)| score) } else { None };
            if attempt >= MAX_OPENINGS || score.is_some_and(|score| score.0.abs() <= self.settings.balance) {
                return (record, plies);
            }
        }
        unreachable!("some opening is taken")
    }
}

/// A random one of the ordered moves: in half of all positions one that is not quiet, if there are any; else one of the
/// first, earlier ones more often.
fn drawn_for_variation<P: Position, E: Evaluator<P>>(
    pos: &P,
    moves: &[P::Move],
    evaluator: &E,
    random: &mut Random,
) -> P::Move {
    let noisy: Vec<P::Move> = moves.iter().copied().filter(|&mv| !evaluator.is_quiet(pos, mv)).collect();
    if random.below(2) == 0 && !noisy.is_empty() {
        return noisy[random.below(noisy.len())];
    }
    let limit = moves.len().min(EXPLORED);
    moves[random.below(limit).min(random.below(limit))]
}

/// Place of a legal move in their list.
fn place_of<G: Game>(mv: Move<G>, moves: &[Move<G>]) -> usize {
    moves.iter().position(|&legal| legal == mv).unwrap_or(0)
}

/// The places of these hints, the highest first, equals in their order. Compiled once, not for every game.
fn best_first(hints: &[i32]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..hints.len()).collect();
    places.sort_unstable_by_key(|&place| (Reverse(hints[place]), place));
    places
}

impl<G: Game> AnySelfPlayer for SelfPlayer<G> {
    fn play(&mut self, number: u64) -> GameRecord {
        self.searcher.clear();
        let mut random = Random::new(mix(self.settings.seed) ^ number);
        let (mut record, mut plies) = self.opening(&mut random);
        let mut verdicts = Verdicts::new(self.settings.decided);
        let (mut found, mut variations): (Option<Found<G>>, _) = (None, Vec::new());
        let outcome = loop {
            if let Some(outcome) = record.status().outcome {
                break outcome;
            }
            let found_now = found.take().or_else(|| self.search(&record));
            let Some((mv, score)) = found_now.filter(|_| plies.len() < LONGEST) else {
                break Outcome::Draw;
            };
            for _ in 0..self.settings.variations {
                variations.extend(self.variation(&mut record, &mut random));
            }
            let mover = record.current().player_to_move();
            if let Some(outcome) = verdicts.after(plies.len(), mover, score) {
                break outcome;
            }
            let moves = legal(record.current());
            let (mv, score) = if let Some((drawn, reply)) = self.explore(&mut record, score, &mut random) {
                found = Some(reply);
                (drawn, None)
            } else {
                record.play(mv, "");
                (mv, Some(score.0))
            };
            plies.push(Ply::new(place_of::<G>(mv, &moves), score));
        };
        let half_points = match outcome {
            Outcome::Draw => 1,
            Outcome::Win(Player::FIRST) => 2,
            Outcome::Win(_) => 0,
        };
        let last_key = record.current().repetition_key() as u32;
        GameRecord { number, base: None, half_points, plies, variations, last_key }
    }
}
