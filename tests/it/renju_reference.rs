//! The fouls of renju are those of the slow rules (`tests/reference/renju.rs`), in random positions.

use crate::common::Random;
use crate::fuzz_corpus::targets;

/// Positions compared.
const POSITIONS: usize = 2000;

#[test]
fn black_may_not_play_where_the_wording_of_the_rules_says_so() {
    let mut random = Random::new(9);
    let fouls = (0..POSITIONS).map(|_| {
        // Many black stones and few white ones on a part of the board: threes and fours everywhere.
        let bytes: Vec<u8> = (0..6 + random.below(60)).map(|_| random.below(256) as u8).collect();
        targets::rules::compare_fouls(&bytes)
    });
    let fouls: usize = fouls.sum();
    assert!(fouls > POSITIONS / 2, "only {fouls} forbidden points in all");
}
