//! Self-play at ten milliseconds a game: nobody may lose on time, every move must be legal, and games end.
//!
//! This is the one test that looks at a clock, because the clock is its subject. It charges the processor
//! time of the searching thread, and makes a search that took too long again after a while, so that other programs on the
//! same machine cannot make it fail; the engine itself goes by the clock on the wall, which is never behind.

use std::time::Duration;

use cpu_time::ThreadTime;
use quadriga::contract::{MoveStyle, SearchLimits, Silent};
use quadriga::engine::AnyEngine;
use quadriga::games;

const GAMES: usize = 200;
const CLOCK_MS: f64 = 10.0;
const INCREMENT_MS: f64 = 1.0;
/// Longest game; those that reach it count as played without fault.
const PLIES: usize = 300;

/// How often a search that took too long is made again.
const REPEATS: usize = 12;

/// Processor time of a search in milliseconds, and its move.
fn timed_search(engine: &mut dyn AnyEngine, limits: &SearchLimits) -> (f64, String) {
    let start = ThreadTime::now();
    let result = engine.go(limits, &mut Silent).expect("a search");
    let used = start.elapsed().as_secs_f64() * 1000.0;
    (used, result.best_move.expect("there is a legal move"))
}

/// Plays one game; returns the losses on time.
fn play_game(engine: &mut dyn AnyEngine, opening: usize) -> usize {
    engine.new_game();
    engine.prepare();
    engine.set_position(None, &[]).expect("the start position");
    let mut clocks = [CLOCK_MS; 6];
    let mut losses = 0;
    for ply in 0..PLIES {
        let status = engine.status();
        if status.outcome.is_some() {
            break;
        }
        let legal = engine.legal_moves(MoveStyle::Native);
        if ply < 2 {
            // Different games: the first moves are those of a counter, not of the search.
            let index = if ply == 0 { opening } else { opening / legal.len() } % legal.len();
            engine.play(&legal[index]).expect("a legal move");
            continue;
        }
        let player = status.to_move.index();
        let limits = SearchLimits {
            clock_ms: clocks.map(|ms| Some(ms as i64)),
            increment_ms: [INCREMENT_MS as i64; 6],
            ..SearchLimits::default()
        };
        let (mut used, best) = timed_search(engine, &limits);
        // A machine that others share takes a millisecond away now and then, and charges it; an engine that does not
        // hear the clock does so every time.
        for repeat in 0..REPEATS {
            if used > clocks[player] {
                std::thread::sleep(Duration::from_millis(1 << repeat));
                used = timed_search(engine, &limits).0;
            }
        }
        losses += usize::from(used > clocks[player]);
        clocks[player] = (clocks[player] - used).max(0.0) + INCREMENT_MS;
        assert!(legal.contains(&best), "{best} is not legal in {}", engine.fen());
        engine.play(&best).expect("a legal move");
    }
    losses
}

fn no_time_loss(game: &str) {
    let mut engine = games::open(game).expect("a game of ours");
    engine.set_option("Hash", "4").expect("a general option");
    let losses: usize = (0..GAMES).map(|opening| play_game(engine.as_mut(), opening)).sum();
    assert_eq!(losses, 0, "{game}: losses on time in {GAMES} games");
}

#[test]
fn nobody_loses_on_time_at_ten_milliseconds_a_game() {
    for game in games::GAMES {
        no_time_loss(game.card.variants[0].name);
    }
    // Its board is held in a wider word.
    no_time_loss("connect4-8x8");
}
