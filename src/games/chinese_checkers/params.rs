//! The numbers the search runs with in Chinese checkers, and the positions of its bench.

use crate::search::SearchParams;

/// Two players cut deep; with more, the paranoid tree changes sides too rarely for pruning by margins.
pub fn params(players: usize) -> SearchParams {
    let common = SearchParams {
        aspiration_window: 60,
        lmr_base: 60,
        lmr_divisor: 200,
        wdl_scale: 500,
        horizon: 40,
        ..SearchParams::DEFAULT
    };
    if players > 2 {
        return common;
    }
    SearchParams {
        reverse_futility_depth: 4,
        reverse_futility_margin: 250,
        futility_depth: 3,
        futility_margin: 350,
        lmp_depth: 4,
        lmp_moves: 10,
        null_move_depth: 3,
        ..common
    }
}

/// Start, opening, middle game, blocked finish and race of two players; three and six players.
pub const BENCH: [(usize, &str, i32); 7] = [
    (2, "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD", 7),
    (3, "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A ACE", 4),
    (2, "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD", 7),
    (2, "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD", 7),
    (2, "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD", 7),
    (2, "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD", 7),
    (2, "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD", 7),
];
