//! Proved values of all moves of a position, for users.

use super::prover::Prover;
use super::root_proof::{ProofBudget, RootProof};
use crate::contract::solver::plies_in_words;
use crate::contract::{MoveStyle, Notation as _, Position as _, Score};
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;

/// Limit of nodes for the values: some tens of milliseconds.
const MAX_NODES: u64 = 200_000;
/// Table size for them, in MiB.
const HASH_MIB: usize = 8;

/// One line for each move whose value can be proved with little effort, best first, under a heading; without any, only
/// the heading. `None` if the position has no moves.
pub fn proved_values<B: BoardWord>(pos: &Position<B>, style: MoveStyle) -> Option<String> {
    if pos.outcome().is_some() || pos.count_moves() == 0 {
        return None;
    }
    let prover = Prover::new(pos.geometry(), HASH_MIB, 1);
    let mut proof = RootProof::new(prover, pos, &[], pos.count_moves());
    proof.prove_value(&mut ProofBudget::new(MAX_NODES, &|| false));
    let known = proof.known();
    if known.is_empty() {
        return Some(format!("no move's value is proved within {MAX_NODES} nodes"));
    }
    let mut lines = vec!["proved values of moves, for the player to move, in stones:".to_string()];
    for (mv, value) in known {
        let (mv, number) = (pos.move_text(mv, style), proof.prover().number(pos, value));
        lines.push(format!("{mv:<30}{number:>6}  {}", in_words(value)));
    }
    Some(lines.join("\n"))
}

fn in_words(value: Score) -> String {
    match value.plies_to_end() {
        None => "draw".to_string(),
        Some(plies) => {
            let result = if value.is_win() { "win" } else { "loss" };
            format!("{result} in {}", plies_in_words(plies as usize))
        }
    }
}
