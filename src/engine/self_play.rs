//! Games of the engine against itself, for fitting its evaluation: inside one process, one thread a game, each game from
//! a seed of its own, so that the same numbers give the same games in any order and on any number of threads.
//!
//! A game begins with some moves drawn by lot, in half of the games only from those that the evaluator thinks worth searching;
//! they are drawn again where they leave one side far ahead. Later moves may be drawn by lot, too, where they lose little: so
//! a fit sees positions that the engine's own play avoids. A game ends by the rules, by a proved win, or early where scores
//! have said the same for long; see [`Verdicts`].

use std::ops::RangeInclusive;

use super::Record;
use super::generic::{Move, legal};
use crate::contract::{
    Evaluator, Game, Outcome, Player, Position, Score, SearchLimits, SearchParams, Silent, StopHandle,
};
use crate::fit::{GameRecord, Ply};
use crate::random::{Random, mix};
use crate::search::{Job, Searcher};

/// What the games are like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlaySettings {
    /// Nodes of a search, at least 1.
    pub nodes: u64,
    /// Number of moves drawn by lot at the beginning, each number as likely as the others.
    pub random_plies: RangeInclusive<usize>,
    /// Largest score of either side after these moves, in hundredths.
    pub balance: i32,
    /// A game is won by a side that both have long seen this far ahead, in hundredths.
    pub decided: i32,
    /// Of a hundred moves after the opening, how many may be drawn by lot among those that lose little.
    pub explore: u32,
    /// Seed of the series.
    pub seed: u64,
}

/// Plays games of a series.
pub trait AnySelfPlayer: Send {
    /// The game with this number.
    fn play(&mut self, number: u64) -> GameRecord;
}

/// Memory of a search.
const HASH_MIB: usize = 1;
/// Plies after which a game is a draw.
const LONGEST: usize = 300;
/// Moves that one is drawn from after the opening: the first by the order in which a search tries them.
const EXPLORED: usize = 6;
/// What such a move may lose, in hundredths.
const EXPLORED_LOSS: i32 = 80;
/// Openings drawn before one that is not balanced is taken.
const MAX_OPENINGS: usize = 20;

/// What a search finds: its move, and the score for the player to move.
type Found<G> = (Move<G>, Score);

/// Plays games of one game.
pub(super) struct SelfPlayer<G: Game> {
    game: G,
    params: SearchParams,
    settings: SelfPlaySettings,
    searcher: Searcher<G::Position, G::Evaluator>,
}

impl<G: Game> SelfPlayer<G> {
    /// A player of this game; `None` where it is not one of two players.
    pub(super) fn new(game: &G, params: &SearchParams, settings: &SelfPlaySettings) -> Option<SelfPlayer<G>> {
        (game.start_position().player_count() == 2).then(|| SelfPlayer {
            game: game.clone(),
            params: params.clone(),
            settings: settings.clone(),
            searcher: Searcher::new(HASH_MIB),
        })
    }

    /// The best move and its score; `None` where there is no move.
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

    /// One of the moves worth searching, drawn by lot.
    fn candidate(&self, pos: &G::Position, random: &mut Random) -> Move<G> {
        let (mut evaluator, mut moves) = (self.game.evaluator(), Vec::new());
        evaluator.begin(pos);
        evaluator.candidates(pos, &mut moves);
        moves[random.below(moves.len())]
    }

    /// Plays one of the first moves by their order, drawn by lot, if that is to be done now and the move loses little of
    /// `score`, which the search had found: the move, and what the search finds after it.
    fn explore(
        &mut self,
        record: &mut Record<G::Position>,
        score: Score,
        random: &mut Random,
    ) -> Option<(Move<G>, Found<G>)> {
        if random.below(100) >= self.settings.explore as usize {
            return None;
        }
        let (mut evaluator, mut moves) = (self.game.evaluator(), Vec::new());
        let pos = record.current();
        evaluator.begin(pos);
        evaluator.candidates(pos, &mut moves);
        moves.sort_by_key(|&mv| -evaluator.order_hint(pos, mv));
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

    /// Moves drawn by lot, and their places in the lists; after [`MAX_OPENINGS`] the game may be over with them.
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
                    place_of::<G>(self.candidate(record.current(), random), &moves)
                } else {
                    random.below(moves.len())
                };
                record.play(moves[place], "");
                plies.push(Ply { place, score: None });
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

/// Place of a legal move in their list.
fn place_of<G: Game>(mv: Move<G>, moves: &[Move<G>]) -> usize {
    moves.iter().position(|&legal| legal == mv).unwrap_or(0)
}

impl<G: Game> AnySelfPlayer for SelfPlayer<G> {
    fn play(&mut self, number: u64) -> GameRecord {
        self.searcher.clear();
        let mut random = Random::new(mix(self.settings.seed) ^ number);
        let (mut record, mut plies) = self.opening(&mut random);
        let mut verdicts = Verdicts::new(self.settings.decided);
        let mut found: Option<Found<G>> = None;
        let outcome = loop {
            if let Some(outcome) = record.status().outcome {
                break outcome;
            }
            let found_now = found.take().or_else(|| self.search(&record));
            let Some((mv, score)) = found_now.filter(|_| plies.len() < LONGEST) else {
                break Outcome::Draw;
            };
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
            plies.push(Ply { place: place_of::<G>(mv, &moves), score });
        };
        let half_points = match outcome {
            Outcome::Draw => 1,
            Outcome::Win(Player::FIRST) => 2,
            Outcome::Win(_) => 0,
        };
        let last_key = record.current().repetition_key() as u32;
        GameRecord { number, half_points, plies, last_key }
    }
}

/// Ends games early: at once where a win is proved; where both sides have long agreed that one is far ahead; where
/// nothing has happened for long.
#[derive(Debug)]
struct Verdicts {
    /// What is far ahead, in hundredths.
    decided: i32,
    /// The player so far ahead, and for how many plies.
    far_ahead: Option<(Player, usize)>,
    /// Plies in succession with a score close to 0.
    level: usize,
}

/// Plies for which a side must have been far ahead.
const FAR_AHEAD_PLIES: usize = 8;
/// Largest score of a game that is level, in hundredths.
const LEVEL: i32 = 15;
/// Plies for which it must have been level.
const LEVEL_PLIES: usize = 16;
/// Plies before which no game is called a draw.
const FIRST_DRAW: usize = 60;

impl Verdicts {
    fn new(decided: i32) -> Verdicts {
        Verdicts { decided, far_ahead: None, level: 0 }
    }

    /// The result, if the score that `mover` has found at this ply settles the game.
    fn after(&mut self, ply: usize, mover: Player, score: Score) -> Option<Outcome> {
        let ahead = if score.0 > 0 { mover } else { mover.other() };
        if score.is_decisive() {
            return Some(Outcome::Win(ahead));
        }
        self.far_ahead = match self.far_ahead {
            _ if score.0.abs() < self.decided => None,
            Some((player, plies)) if player == ahead => Some((player, plies + 1)),
            _ => Some((ahead, 1)),
        };
        self.level = if score.0.abs() <= LEVEL { self.level + 1 } else { 0 };
        if let Some((player, FAR_AHEAD_PLIES..)) = self.far_ahead {
            return Some(Outcome::Win(player));
        }
        (ply >= FIRST_DRAW && self.level >= LEVEL_PLIES).then_some(Outcome::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::DECIDED;

    #[test]
    fn a_game_ends_early_only_where_scores_agree_for_long() {
        let mut verdicts = Verdicts::new(DECIDED);
        let (first, second) = (Player::FIRST, Player::SECOND);
        for ply in 0..FAR_AHEAD_PLIES - 1 {
            let (mover, score) = if ply % 2 == 0 { (first, 600) } else { (second, -600) };
            assert_eq!(verdicts.after(ply, mover, Score(score)), None);
        }
        assert_eq!(verdicts.after(8, second, Score(-600)), Some(Outcome::Win(first)));

        let mut verdicts = Verdicts::new(DECIDED);
        for ply in 0..FIRST_DRAW {
            assert_eq!(verdicts.after(ply, first, Score(LEVEL)), None);
        }
        assert_eq!(verdicts.after(FIRST_DRAW, second, Score(16)), None, "not level any more");
        assert_eq!(verdicts.after(61, second, Score::win_in(3)), Some(Outcome::Win(second)));
    }
}
