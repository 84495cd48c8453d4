//! The play of an engine with a strategy of its book, and after the end of the book.

use super::prover::Prover;
use super::root_proof::{ProofBudget, RootProof};
use crate::contract::book::BookMaker;
use crate::contract::{Bound, Outcome, Player, Position as _};
use crate::games::connect_four::book::{Book, Maker, second_player_wins};
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::position::Position;
use crate::random::Random;
use std::sync::Arc;

/// Nodes of a leaf, and of a move in play.
const LEAF_NODES: u64 = 10_000;
const NODES: u64 = 2 * LEAF_NODES;

#[test]
fn a_game_by_the_strategy_is_won_though_the_book_ends_and_each_move_has_few_nodes() {
    let geometry = Geometry::<u64>::new(6, 6).unwrap();
    let work = second_player_wins(geometry, LEAF_NODES);
    let book = Maker::new(geometry, 1).pack(&work).unwrap();
    let book = Arc::new(Book::decode(&book, 6, 6).unwrap());
    let mut random = Random::new(50);
    let (mut from_book, mut found) = (0, 0);
    for game in 0..60 {
        let mut pos = Position::new(geometry);
        let prover = Prover::with_book(&geometry, book.clone());
        let mut proof = RootProof::new(prover, &pos, &[], 1);
        while pos.outcome().is_none() {
            let mut legal = Vec::new();
            pos.generate(&mut legal);
            if pos.ply().is_multiple_of(2) {
                pos.make(legal[random.below(legal.len())]);
                continue;
            }
            let mv = match proof.prover().book_move(&pos) {
                Some(found) => {
                    assert_eq!(found.proof, Some(Bound::Lower));
                    assert!(found.value.is_win());
                    from_book += 1;
                    found.mv
                }
                None => {
                    proof.begin(&pos, &[], 1);
                    proof.prove_value(&mut ProofBudget::new(NODES, &|| false));
                    let (mv, least) = proof.proved_best().expect("a move that wins");
                    assert!(least.is_win());
                    found += 1;
                    mv
                }
            };
            pos.make(mv);
        }
        assert_eq!(pos.outcome(), Some(Outcome::Win(Player::new(1))), "game {game}");
    }
    assert!(from_book > 60 && found > 60, "{from_book} moves of the book, {found} others");
}
