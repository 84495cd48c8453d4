//! The solver's search: is the score of a position above a bar?
//!
//! Null windows only.

use super::Known;
use super::node::{Field, Node, Settled};
use super::table::{Table, UNKNOWN};
use crate::games::connect_four::board::{BoardWord, MAX_SIDE};

const MOST: usize = MAX_SIDE as usize;
/// A thread asks whether to stop once in this many nodes, some tens of microseconds.
const POLL_INTERVAL: u64 = 256;

/// One thread's state.
pub struct Worker<'a, B, const H: u32> {
    pub field: &'a Field<B, H>,
    pub table: &'a Table,
    /// Lines of four through each cell.
    pub lines: &'a [u8; 128],
    /// Scores found by an earlier search, of positions with up to so many stones.
    pub known: Option<&'a dyn Known<B>>,
    pub known_stones: i32,
    /// How often a cell refuted, less how often it was tried in vain; by the parity of stones.
    pub history: [[i32; 128]; 2],
    pub nodes: u64,
    /// Nodes after which to give up.
    pub most_nodes: u64,
    /// Asked now and then: give up?
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A move that has to be searched.
#[derive(Clone, Copy)]
struct Child<B, const H: u32> {
    node: Node<B, H>,
    sign: i32,
    rank: i32,
    cell: u32,
}

impl<B: BoardWord, const H: u32> Worker<'_, B, H> {
    /// A value above `bar` is a lower bound, any other an upper bound of the score; `None` when stopped.
    pub fn search(&mut self, node: &Node<B, H>, bar: i32) -> Option<i32> {
        let field = self.field;
        self.nodes += 1;
        if self.nodes > self.most_nodes || (self.nodes.is_multiple_of(POLL_INTERVAL) && (self.stop)()) {
            return None;
        }
        let before = self.nodes;
        let stones = node.stones();
        let mut best = -100;
        let mut children = [Child { node: *node, sign: 0, rank: 0, cell: 0 }; MOST];
        let mut count = 0;
        for cell in (field.landing(node) & !node.theirs.down(1)).cells() {
            let child = field.play(node, B::cell(cell));
            match field.settle(child) {
                Settled::Score(score) => {
                    if -score > bar {
                        return Some(-score);
                    }
                    best = best.max(-score);
                }
                Settled::Quiet { node: quiet, sign } => {
                    self.table.prefetch(quiet.key());
                    let rank = self.rank(node, &child, cell, stones);
                    children[count] = Child { node: quiet, sign, rank, cell };
                    count += 1;
                }
            }
        }
        let mut open = 0;
        for i in 0..count {
            let child = children[i];
            let (mut low, mut high) = (field.lower_bound(&child.node), field.upper_bound(&child.node));
            let (l, h) = match self.known_score(&child.node) {
                Some(score) => (score, score),
                None => self.table.probe(child.node.key()),
            };
            low = low.max(l);
            high = high.min(h);
            let (low, high) = if child.sign == 1 { (-high, -low) } else { (low, high) };
            if low > bar {
                return Some(low);
            }
            if high <= bar {
                best = best.max(high);
                continue;
            }
            let mut place = open;
            while place > 0 && children[place - 1].rank < child.rank {
                children[place] = children[place - 1];
                place -= 1;
            }
            children[place] = child;
            open += 1;
        }
        for i in 0..open {
            let child = children[i];
            let (low, high) = if i == 0 { UNKNOWN } else { self.table.probe(child.node.key()) };
            let value = if child.sign == 1 {
                let bar = -bar - 1;
                if low > bar {
                    -low
                } else if high <= bar {
                    -high
                } else {
                    -self.search(&child.node, bar)?
                }
            } else if low > bar {
                low
            } else if high <= bar {
                high
            } else {
                self.search(&child.node, bar)?
            };
            if value > bar {
                let side = (stones & 1) as usize;
                for other in &children[..i] {
                    self.history[side][other.cell as usize] -= 1;
                }
                self.history[side][child.cell as usize] += i as i32;
                self.table.store(node.key(), (value, UNKNOWN.1), self.nodes - before);
                return Some(value);
            }
            best = best.max(value);
        }
        self.table.store(node.key(), (UNKNOWN.0, best), self.nodes - before);
        Some(best)
    }

    #[inline(always)]
    fn known_score(&self, node: &Node<B, H>) -> Option<i32> {
        if node.stones() > self.known_stones { None } else { self.known?.score(node.mover, node.occupied) }
    }

    #[inline(always)]
    fn rank(&self, node: &Node<B, H>, child: &Node<B, H>, cell: u32, stones: i32) -> i32 {
        let own = child.theirs.without(child.occupied);
        let new = own.without(node.mine);
        let usable = own.without(node.theirs.up(1)).without(node.theirs);
        50 * usable.count() as i32
            + 100 * new.count() as i32
            + i32::from(self.lines[cell as usize])
            + 100 * (own & own.up(1)).count() as i32
            + self.history[(stones & 1) as usize][cell as usize] / 32
    }
}
