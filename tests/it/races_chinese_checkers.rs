//! Races of Chinese checkers: what the engine says of them is what it plays.

use quadriga::contract::{SearchLimits, Silent};
use quadriga::engine::AnyEngine;

use super::common::Random;

/// Games for each hop rule.
const GAMES: u64 = 25;
const OPENING_PLIES: usize = 6;
const MAX_PLIES: usize = 300;

fn engine(hops: &str) -> Box<dyn AnyEngine> {
    let mut engine = quadriga::games::open("chinesecheckers").expect("a game of ours");
    engine.set_option("Hash", "4").expect("a general option");
    engine.set_option("Hops", hops).expect("an option of the game");
    engine
}

/// Plays on with so many nodes a move until a move leads to what `is_end` asks for; returns the moves made.
fn play_on(engine: &mut dyn AnyEngine, nodes: u64, is_end: &dyn Fn(&dyn AnyEngine) -> bool) -> usize {
    for made in 0..MAX_PLIES {
        if is_end(engine) {
            return made;
        }
        let result = engine.go(&SearchLimits::nodes(nodes), &mut Silent).expect("a search");
        engine.play(&result.best_move.expect("a move")).expect("a legal move");
    }
    MAX_PLIES
}

/// The moves that each player needs, as the engine explains it; `None` while there is contact.
fn counts(engine: &dyn AnyEngine) -> Option<[usize; 2]> {
    let explained = engine.explain();
    let mut counts = explained.lines().filter_map(|line| {
        let before = line.strip_suffix(" moves to go")?;
        before.rsplit(' ').next()?.parse().ok()
    });
    Some([counts.next()?, counts.next()?])
}

#[test]
fn nearly_every_race_is_played_home_in_the_number_of_moves_that_was_counted_and_none_takes_two_more() {
    let (mut races, mut longer) = (0, 0);
    for (hops, game) in
        ["adjacent", "both"].into_iter().flat_map(|hops| (0..GAMES).map(move |game| (hops, game)))
    {
        let mut engine = engine(hops);
        let mut random = Random::new(game);
        for _ in 0..OPENING_PLIES {
            let legal = engine.legal_moves(quadriga::contract::MoveStyle::Native);
            engine.play(&legal[random.below(legal.len())]).expect("a legal move");
        }
        play_on(engine.as_mut(), 300, &|engine| {
            engine.status().outcome.is_some() || counts(engine).is_some()
        });
        let Some(counts) = counts(engine.as_ref()).filter(|_| engine.status().outcome.is_none()) else {
            continue;
        };
        let start = engine.fen();
        let me = engine.status().to_move.index();
        let plies = play_on(engine.as_mut(), 2000, &|engine| engine.status().outcome.is_some());
        // The player to move makes the plies 1, 3, 5 and so on.
        let most = (2 * counts[me] - 1).min(2 * counts[1 - me]);
        // A chain of hops may pass through holes of the other army.
        assert!(plies <= most + 2, "{hops} {start}: {plies} plies, counted {counts:?}");
        longer += usize::from(plies > most);
        races += 1;
    }
    assert!(races > 20 && longer * 10 <= races, "{longer} of {races} took longer");
}
