//! The search finds what plain negamax finds.
//!
//! An evaluator of random numbers makes every mistake in bounds, windows or table visible: with all rules
//! off that may change a value, the score must be equal and the move must be one of the best, for every
//! game and every combination of the features that must not change values (after minimax-rs's tests).
//! Depth stays below five where positions can recur, because a table cannot know the path of a repetition.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{Random, random_position};
use quadriga::contract::{
    Evaluator, Game, Outcome, Player, Position, Score, SearchLimits, SearchParams, SearchResult, Silent,
    StopHandle, opposes,
};
use quadriga::games::GAMES;
use quadriga::games::chinese_checkers::ChineseCheckers;
use quadriga::games::chinese_checkers::rules::Rules;
use quadriga::games::connect_four::ConnectFour;
use quadriga::games::draughts::{self, Draughts};
use quadriga::games::gomoku::Gomoku;
use quadriga::games::gomoku::rules::Rule;
use quadriga::search::{Job, Searcher};

/// Opinions made of noise, the same for the same position; and a check that the search keeps its books: each
/// `unmake` gives back the key that the matching `make` left behind.
struct RandomEvaluator {
    seed: u64,
    keys: Vec<u64>,
    open: Arc<AtomicU64>,
}

impl RandomEvaluator {
    fn new(seed: u64) -> RandomEvaluator {
        RandomEvaluator { seed, keys: Vec::new(), open: Arc::default() }
    }

    fn value(seed: u64, key: u64) -> Score {
        Score((Random::new(seed ^ key).next() % 201) as i32 - 100)
    }
}

impl<P: Position> Evaluator<P> for RandomEvaluator {
    fn begin(&mut self, root: &P) {
        self.keys = vec![root.key()];
    }

    fn make(&mut self, pos: &P, _mv: P::Move) {
        self.keys.push(pos.key());
        self.open.fetch_add(1, Ordering::Relaxed);
    }

    fn unmake(&mut self, pos: &P, _mv: P::Move) {
        self.keys.pop();
        assert_eq!(self.keys.last(), Some(&pos.key()), "unmake did not restore the position");
        self.open.fetch_sub(1, Ordering::Relaxed);
    }

    fn evaluate(&mut self, pos: &P) -> Score {
        Self::value(self.seed, pos.key())
    }
}

/// Value of a position by the definition.
fn negamax<P: Position>(
    pos: &mut P,
    depth: i32,
    ply: i32,
    root: Player,
    seed: u64,
    keys: &mut Vec<u64>,
) -> Score {
    let mover = pos.player_to_move();
    let result = |outcome: Outcome| match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(winner) if opposes(root, winner, mover) => Score::loss_in(ply),
        Outcome::Win(_) => Score::win_in(ply),
    };
    if ply > 0 {
        if let Some(outcome) = pos.outcome() {
            return result(outcome);
        }
        if keys.contains(&pos.repetition_key()) {
            return Score::DRAW;
        }
        if depth == 0 {
            return RandomEvaluator::value(seed, pos.key());
        }
    }
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    if moves.is_empty() {
        return result(pos.no_moves_outcome());
    }
    keys.push(pos.repetition_key());
    let mut best = -Score::INFINITE;
    for mv in moves {
        let undo = pos.make(mv);
        let flips = opposes(root, mover, pos.player_to_move());
        let value = negamax(pos, depth - 1, ply + 1, root, seed, keys);
        best = best.max(if flips { -value } else { value });
        pos.unmake(mv, undo);
    }
    keys.pop();
    best
}

/// Values of all root moves, best first.
fn root_values<P: Position>(pos: &P, depth: i32, seed: u64) -> Vec<(P::Move, Score)> {
    let root = pos.player_to_move();
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    let mut values: Vec<(P::Move, Score)> = moves
        .into_iter()
        .map(|mv| {
            let mut child = pos.clone();
            child.make(mv);
            let flips = opposes(root, root, child.player_to_move());
            let value = negamax(&mut child, depth - 1, 1, root, seed, &mut vec![pos.repetition_key()]);
            (mv, if flips { -value } else { value })
        })
        .collect();
    values.sort_by_key(|&(_, value)| -value);
    values
}

/// A combination of features that must not change values.
#[derive(Clone, Copy, Debug)]
struct Features {
    threads: usize,
    multi_pv: usize,
    aspiration: i32,
}

const COMBINATIONS: [Features; 6] = [
    Features { threads: 1, multi_pv: 1, aspiration: 0 },
    Features { threads: 1, multi_pv: 1, aspiration: 8 },
    Features { threads: 2, multi_pv: 1, aspiration: 8 },
    Features { threads: 1, multi_pv: 3, aspiration: 8 },
    Features { threads: 2, multi_pv: 2, aspiration: 0 },
    Features { threads: 3, multi_pv: 1, aspiration: 30 },
];

fn search<P: Position>(
    pos: &P,
    limits: &SearchLimits,
    params: &SearchParams,
    features: Features,
    evaluator: impl Fn() -> RandomEvaluator,
) -> SearchResult<P::Move> {
    let job = Job {
        root: pos,
        history_keys: &[],
        played: &[],
        root_moves: &[],
        limits,
        params,
        multi_pv: features.multi_pv,
        threads: features.threads,
        overhead_ms: 0,
        ponders: false,
        stop: StopHandle::default(),
    };
    Searcher::new(1).run(&job, &evaluator, &mut Silent)
}

fn check_values<G: Game>(game: &G, depth: i32, positions: usize, plies: usize) {
    let mut random = Random::new(2026);
    for _ in 0..positions {
        let length = random.below(plies + 1);
        let pos = random_position(game, &mut random, length);
        let seed = random.next();
        let expected = root_values(&pos, depth, seed);
        for features in COMBINATIONS {
            let params = SearchParams {
                aspiration_window: features.aspiration,
                aspiration_depth: 2,
                ..game.params().exact()
            };
            let limits = SearchLimits::depth(depth);
            let result = search(&pos, &limits, &params, features, || RandomEvaluator::new(seed));
            assert_eq!(result.lines.len(), features.multi_pv.min(expected.len()));
            for (line, (_, value)) in result.lines.iter().zip(&expected) {
                assert_eq!(line.score, *value, "{features:?}");
                let own = expected.iter().find(|(mv, _)| *mv == line.pv[0]);
                assert_eq!(own.map(|(_, value)| *value), Some(line.score), "{features:?}: not a best move");
            }
        }
    }
}

fn check_books<G: Game>(game: &G, depth: i32) {
    let mut random = Random::new(77);
    for _ in 0..20 {
        let pos = random_position(game, &mut random, 12);
        let open = Arc::new(AtomicU64::new(0));
        let make = || RandomEvaluator { open: Arc::clone(&open), ..RandomEvaluator::new(5) };
        let limits = SearchLimits { nodes: Some(1 + random.next() % 3000), ..SearchLimits::depth(depth) };
        let result = search(&pos, &limits, &game.params(), COMBINATIONS[0], make);
        let first = search(&pos, &SearchLimits::depth(1), &game.params(), COMBINATIONS[0], make).nodes;
        assert!(
            result.nodes <= limits.nodes.unwrap_or(0).max(first) + 1,
            "{} nodes of {limits:?}",
            result.nodes
        );
        assert!(result.best_move.is_some_and(|mv| pos.is_legal(mv)));
        assert_eq!(open.load(Ordering::Relaxed), 0, "every move made was taken back");
    }
}

fn check_reproducible<G: Game>(game: &G, depth: i32) {
    let pos = random_position(game, &mut Random::new(3), 6);
    let run = || {
        let limits = SearchLimits::depth(depth);
        let result = search(&pos, &limits, &game.params(), COMBINATIONS[0], || RandomEvaluator::new(9));
        (result.nodes, result.best_move, result.lines[0].score)
    };
    assert_eq!(run(), run());
}

macro_rules! games {
    ($($name:ident: $game:expr, depth $depth:expr, positions $positions:expr, plies $plies:expr;)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn every_feature_keeps_the_value_of_plain_negamax() {
                check_values(&$game, $depth, $positions, $plies);
            }

            #[test]
            fn a_search_stopped_anywhere_leaves_the_position_as_it_was() {
                check_books(&$game, $depth + 3);
            }

            #[test]
            fn one_thread_gives_the_same_result_every_time() {
                check_reproducible(&$game, $depth + 1);
            }
        }
    )*

        #[test]
        fn every_game_of_the_list_is_checked() {
            let checked = [$($game.identity().card.family),*];
            let missing = GAMES.iter().map(|game| game.card.family).find(|family| !checked.contains(family));
            assert_eq!(missing, None, "it joins with a line below");
        }
    };
}

games! {
    connect4: ConnectFour::<u64>::new(7, 6).unwrap(), depth 6, positions 12, plies 30;
    connect4_8x8: ConnectFour::<u128>::new(8, 8).unwrap(), depth 5, positions 12, plies 40;
    international: Draughts::new(draughts::INTERNATIONAL), depth 4, positions 8, plies 60;
    breakthrough: Draughts::new(draughts::BREAKTHROUGH), depth 4, positions 8, plies 60;
    killer: Draughts::new(draughts::KILLER), depth 4, positions 8, plies 60;
    antidraughts: Draughts::new(draughts::ANTIDRAUGHTS), depth 4, positions 8, plies 60;
    frisian: Draughts::new(draughts::FRISIAN), depth 4, positions 8, plies 60;
    frysk: Draughts::new(draughts::FRYSK), depth 4, positions 8, plies 60;
    russian: Draughts::new(draughts::RUSSIAN), depth 4, positions 8, plies 60;
    brazilian: Draughts::new(draughts::BRAZILIAN), depth 4, positions 8, plies 60;
    english: Draughts::new(draughts::ENGLISH), depth 4, positions 8, plies 60;
    pool: Draughts::new(draughts::POOL), depth 4, positions 8, plies 60;
    italian: Draughts::new(draughts::ITALIAN), depth 4, positions 8, plies 60;
    spanish: Draughts::new(draughts::SPANISH), depth 4, positions 8, plies 60;
    czech: Draughts::new(draughts::CZECH), depth 4, positions 8, plies 60;
    gomoku: Gomoku::of_size(Rule::Standard, 6), depth 3, positions 6, plies 28;
    renju: Gomoku::of_size(Rule::Renju, 6), depth 3, positions 6, plies 28;
    caro: Gomoku::of_size(Rule::Caro, 7), depth 3, positions 6, plies 40;
    chinese_checkers: ChineseCheckers::default(), depth 3, positions 6, plies 40;
    chinese_checkers_four: ChineseCheckers::new(Rules { players: 4, ..Rules::DEFAULT }), depth 3, positions 4, plies 40;
}
