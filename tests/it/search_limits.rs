//! A search costs what it may cost, wherever it begins.

use quadriga::contract::{SearchLimits, Silent};
use quadriga::games;

/// What the first iteration, which every search completes, may cost.
const FIRST_ITERATION: u64 = 50_000;

#[test]
fn a_board_full_of_kings_is_searched_within_the_limit() {
    for (game, fen) in [
        ("draughts", "W:WK31-50:BK1-20"),
        ("killer", "W:WK31-50:BK1-20"),
        ("frisian", "W:WK31-50:BK1-20"),
        ("russian", "W:WK21-32:BK1-12"),
        ("brazilian", "W:WK21-32:BK1-12"),
        ("english", "W:WK21-32:BK1-12"),
    ] {
        let mut engine = games::open(game).expect("a game");
        engine.set_position(Some(fen), &[]).expect("a position");
        let result = engine.go(&SearchLimits::nodes(300), &mut Silent).expect("a search");
        assert!(result.best_move.is_some(), "{game}");
        assert!(result.nodes < FIRST_ITERATION, "{game}: {} nodes", result.nodes);
    }
}

#[test]
fn one_thread_never_passes_a_node_limit_but_for_the_first_iteration() {
    for variant in games::variants() {
        let mut engine = games::open(variant).expect("a game");
        engine.set_option("Hash", "1").expect("an option of all games");
        let first = engine.go(&SearchLimits::depth(1), &mut Silent).expect("a search").nodes;
        for limit in (300..=400).chain([2000, 5000]) {
            engine.new_game();
            let nodes = engine.go(&SearchLimits::nodes(limit), &mut Silent).expect("a search").nodes;
            assert!(nodes <= limit.max(first), "{variant}: {nodes} of {limit}");
        }
    }
}
