//! The moves of draughts are those of the slow rules (`tests/reference/draughts.rs`), in random games and random positions
//! of every variant.

use std::collections::BTreeSet;

use crate::common::Random;
use crate::reference::draughts::{Found, Reference, read_move};
use quadriga::contract::{Game, MoveStyle, Notation, Position};
use quadriga::games::draughts::{self, Draughts, Kernel, RuleSet};

fn compare<K: Kernel>(pos: &draughts::Position<K>) {
    let name = pos.rules().card.name;
    let fen = pos.fen();
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    let fast: BTreeSet<Found> =
        moves.iter().map(|&mv| read_move(&pos.move_text(mv, MoveStyle::Numeric))).collect();
    assert_eq!(fast.len(), moves.len(), "a move is listed twice in {fen}");
    assert_eq!(pos.count_moves(), moves.len(), "{fen}");
    assert_eq!(fast, Reference::read(name, &fen).moves(), "{name} {fen}");
}

/// A position with random pieces, many of them kings.
fn scatter<K: Kernel>(rules: RuleSet<K>, random: &mut Random) -> Option<draughts::Position<K>> {
    let count = K::GEOMETRY.count;
    let most = count * 2 / 5;
    let mut lists = [Vec::new(), Vec::new()];
    let density = 2 + random.below(9);
    let kings = 1 + random.below(8);
    for square in 1..=count {
        let side = random.below(2);
        if random.below(12) < density && lists[side].len() < most {
            let king = if random.below(kings) == 0 { "K" } else { "" };
            lists[side].push(format!("{king}{square}"));
        }
    }
    let turn = ["W", "B"][random.below(2)];
    let fen = format!("{turn}:W{}:B{}", lists[0].join(","), lists[1].join(","));
    Draughts::new(rules).parse_position(&fen).ok()
}

fn check<K: Kernel>(rules: RuleSet<K>, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..40 {
        let mut pos = Draughts::new(rules).start_position();
        for _ in 0..150 {
            compare(&pos);
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            if moves.is_empty() {
                break;
            }
            pos.make(moves[random.below(moves.len())]);
        }
    }
    let mut compared = 0;
    while compared < 1500 {
        let Some(mut pos) = scatter(rules, &mut random) else { continue };
        compared += 1;
        compare(&pos);
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        if !moves.is_empty() {
            pos.make(moves[random.below(moves.len())]);
            compare(&pos);
        }
    }
}

macro_rules! variants {
    ($($name:ident: $rules:ident, $seed:expr;)*) => { $(
        #[test]
        fn $name() {
            check(draughts::$rules, $seed);
        }
    )* };
}

variants! {
    international_moves_follow_the_wording_of_the_rules: INTERNATIONAL, 1;
    breakthrough_moves_follow_the_wording_of_the_rules: BREAKTHROUGH, 2;
    killer_moves_follow_the_wording_of_the_rules: KILLER, 3;
    antidraughts_moves_follow_the_wording_of_the_rules: ANTIDRAUGHTS, 4;
    frisian_moves_follow_the_wording_of_the_rules: FRISIAN, 5;
    frysk_moves_follow_the_wording_of_the_rules: FRYSK, 6;
    russian_moves_follow_the_wording_of_the_rules: RUSSIAN, 7;
    brazilian_moves_follow_the_wording_of_the_rules: BRAZILIAN, 8;
    english_moves_follow_the_wording_of_the_rules: ENGLISH, 9;
    pool_moves_follow_the_wording_of_the_rules: POOL, 10;
    italian_moves_follow_the_wording_of_the_rules: ITALIAN, 11;
    spanish_moves_follow_the_wording_of_the_rules: SPANISH, 12;
    portuguese_moves_follow_the_wording_of_the_rules: PORTUGUESE, 13;
    czech_moves_follow_the_wording_of_the_rules: CZECH, 14;
}
