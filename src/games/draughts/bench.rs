//! Positions of the bench signature.

use super::Draughts;
use super::kernel::Kernel;
use super::position::Position;
use crate::contract::{Game as _, Position as _};

/// Depth of a bench search on the large board and on the small one.
const DEPTH: [i32; 2] = [15, 17];
/// Moves played from the start position.
const PLIES: usize = 24;
/// Moves between two positions of the bench.
const INTERVAL: usize = 12;

/// The start position and two that follow from it by moves at fixed places of the generated lists.
pub(super) fn positions<K: Kernel>(game: &Draughts<K>) -> Vec<(Draughts<K>, Position<K>, i32)> {
    let depth = DEPTH[usize::from(!K::MOVEMENT.large_board)];
    let mut pos = game.start_position();
    let mut positions = vec![(game.clone(), pos, depth)];
    for ply in 1..=PLIES {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        pos.make(mv);
        if ply % INTERVAL == 0 && pos.outcome().is_none() {
            positions.push((game.clone(), pos, depth));
        }
    }
    positions
}
