//! Counting the leaves of the move tree: a test of the rules and their speed.
//!
//! A game that is over by a win has no moves and so no leaves below it. Draws by a counter or by
//! repetition do not end a line here, as in the published counts.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::contract::{Position, StopHandle};
use crate::threads::{Work, alongside};

/// Number of move sequences of exactly `depth` plies; the last ply is counted in bulk.
pub fn perft<P: Position>(pos: &mut P, depth: u32) -> u64 {
    perft_until(pos, depth, &StopHandle::default())
}

/// The same, until `stop`, after which the count is too small.
fn perft_until<P: Position>(pos: &mut P, depth: u32, stop: &StopHandle) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    count(pos, depth, &mut lists, stop)
}

fn count<P: Position>(pos: &mut P, depth: u32, lists: &mut [Vec<P::Move>], stop: &StopHandle) -> u64 {
    match depth {
        0 => 1,
        1 => pos.count_moves() as u64,
        // Checked often enough, but far from the leaves, where it would be costly.
        3.. if stop.is_stopped() => 0,
        _ => {
            let (moves, deeper) = lists.split_first_mut().expect("one list a ply");
            moves.clear();
            pos.generate(moves);
            let mut total = 0;
            for &mv in moves.iter() {
                let undo = pos.make(mv);
                total += count(pos, depth - 1, deeper, stop);
                pos.unmake(mv, undo);
            }
            total
        }
    }
}

/// The same, split by root move, on `threads` threads. Moves come in the order of generation. After `stop` the counts
/// are too small.
pub fn divide<P: Position>(pos: &P, depth: u32, threads: usize, stop: &StopHandle) -> Vec<(P::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        pos.generate(&mut moves);
    }
    let next = AtomicUsize::new(0);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let work = || {
        let mut pos = pos.clone();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let (Some(&mv), Some(count)) = (moves.get(index), counts.get(index)) else { return };
            let undo = pos.make(mv);
            count.store(perft_until(&mut pos, depth - 1, stop), Ordering::Relaxed);
            pos.unmake(mv, undo);
        }
    };
    let helpers = (1..threads.clamp(1, moves.len().max(1))).map(|_| -> Work<'_> { Box::new(work) });
    alongside(helpers.collect(), &mut |_| work());
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}
