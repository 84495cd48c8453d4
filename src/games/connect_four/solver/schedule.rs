//! Which bars the search is asked for, and with how many threads.
//!
//! A quick win is tried first and the bar then lowered (Pons): a high bar makes a shallow search, because most of the
//! tree cannot win that fast any more.

use std::sync::Arc;

use super::node::{Field, Node, Settled};
use super::search::Worker;
use super::table::Table;
use super::{Findings, Known};
use crate::games::connect_four::board::{BoardWord, Geometry};
use crate::prover::Effort;

/// A solver whose height is not part of its type.
pub trait Prove<B>: Send {
    /// See [`super::Solver::set_known`].
    fn set_known(&mut self, known: Option<Arc<dyn Known<B>>>);
    /// See [`super::Solver::clear`].
    fn clear(&mut self);
    /// See [`super::Solver::solve`].
    fn solve(&mut self, mover: B, occupied: B, window: (i32, i32), effort: Effort<'_>) -> Findings;
}

/// The solver of boards of height `H`.
pub struct Exact<B, const H: u32> {
    field: Field<B, H>,
    table: Table,
    lines: [u8; 128],
    known: Option<Arc<dyn Known<B>>>,
}

impl<B: BoardWord, const H: u32> Exact<B, H> {
    /// See [`super::Solver::new`].
    pub fn new(geometry: &Geometry<B>, hash_mib: usize, _threads: usize) -> Exact<B, H> {
        let mut lines = [0; 128];
        for cell in geometry.board().cells() {
            lines[cell as usize] = geometry.lines_through(cell) as u8;
        }
        let table = Table::new(hash_mib, geometry.width() * (H + 1));
        Exact { field: Field::new(geometry), table, lines, known: None }
    }

    /// Narrows the bounds of a quiet node.
    fn narrow(&mut self, node: &Node<B, H>, (low, high): (i32, i32), effort: Effort<'_>) -> Findings {
        if let Some(known) = self.known.as_ref().filter(|known| node.stones() <= known.most_stones() as i32)
            && let Some(score) = known.score(node.mover, node.occupied)
        {
            return Findings { low: score, high: score, nodes: 0 };
        }
        let field = self.field;
        let (mut min, mut max) = (field.lower_bound(node), field.upper_bound(node, 0));
        let mut nodes = 0;
        while min < max && min < high && max > low && nodes < effort.nodes && !(effort.stop)() {
            let bar = next_bar(min, max).clamp(low, high - 1);
            let room = self.table.capacity();
            let known = self.known.as_deref();
            let mut worker = Worker {
                field: &field,
                table: &self.table,
                lines: &self.lines,
                known,
                known_stones: known.map_or(-1, |known| known.most_stones() as i32),
                nodes: 0,
                most_nodes: room.min(effort.nodes - nodes),
                stop: effort.stop,
            };
            let value = worker.search(node, node.key(), bar);
            nodes += worker.nodes;
            let full = worker.nodes >= room;
            match value {
                Some(value) if value <= bar => max = max.min(value),
                Some(value) => min = min.max(value),
                None if full => self.table.grow(),
                None => break,
            }
        }
        Findings { low: min, high: max, nodes }
    }
}

/// The bar to ask for next: in the middle, but sooner a quick result than a slow one.
fn next_bar(min: i32, max: i32) -> i32 {
    let middle = min + (max - min) / 2;
    if middle <= 0 && min / 2 < middle {
        min / 2
    } else if middle >= 0 && max / 2 > middle {
        max / 2
    } else {
        middle
    }
}

impl<B: BoardWord, const H: u32> Prove<B> for Exact<B, H> {
    fn set_known(&mut self, known: Option<Arc<dyn Known<B>>>) {
        self.known = known;
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn solve(&mut self, mover: B, occupied: B, window: (i32, i32), effort: Effort<'_>) -> Findings {
        let start = self.field.node(mover, occupied);
        match self.field.settle(start) {
            Settled::Score(score) => Findings { low: score, high: score, nodes: 0 },
            Settled::Quiet { node, sign: 1 } => self.narrow(&node, window, effort),
            Settled::Quiet { node, .. } => {
                let found = self.narrow(&node, (-window.1, -window.0), effort);
                Findings { low: -found.high, high: -found.low, nodes: found.nodes }
            }
        }
    }
}
