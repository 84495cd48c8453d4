//! The last plies of a line: plain alpha-beta without table, history or move lists.
//!
//! A node here costs a tenth of a node of the main search, which would look it up in a table larger than
//! the processor's caches; near the leaves transpositions save less than that. Measured on 7x6 from the empty
//! board: with these 3 plies the same nominal depth takes two thirds of the time.
//!
//! Forced replies are followed to a position with a choice and do not count as plies. Invariants: every stone played is
//! reported to the [`Leaf`], and the value is that of plain negamax over the same moves, whatever the window.

use crate::contract::{Leaf, Score, Window};

use super::eval::Evaluator;
use super::geometry::{Geometry, MAX_SIDE};
use super::tactics::{Tactics, Threats};
use super::word::BoardWord;

/// Plies searched, forced replies not counted.
const MAX_PLIES: i32 = 3;

/// A position: the stones, and the cells that complete a four of each player, occupied ones not
/// taken out. A child inherits one of the two, so that each stone costs one computation.
#[derive(Clone, Copy)]
pub struct Node<B> {
    /// Stones of the player to move.
    pub mover: B,
    /// All stones.
    pub occupied: B,
    /// Cells that complete a four of the player to move.
    pub mine: B,
    /// Cells that complete a four of the opponent.
    pub theirs: B,
}

impl<B: BoardWord> Node<B> {
    /// The node after a stone on this cell.
    #[inline]
    fn child(&self, geometry: &Geometry<B>, cell: B) -> Node<B> {
        Node {
            mover: self.mover ^ self.occupied,
            occupied: self.occupied | cell,
            mine: self.theirs,
            theirs: geometry.completing_cells(self.mover | cell),
        }
    }

    #[inline]
    fn threats(&self, geometry: &Geometry<B>) -> Threats<B> {
        let empty = geometry.board() ^ self.occupied;
        Threats { mine: self.mine & empty, theirs: self.theirs & empty }
    }
}

/// The position of the search in the tree.
#[derive(Clone, Copy)]
struct Depth {
    /// Plies left, forced replies not counted.
    left: i32,
    /// Plies below the leaf of the main search.
    below: i32,
}

impl Depth {
    fn after_choice(self) -> Depth {
        Depth { left: self.left - 1, below: self.below + 1 }
    }

    fn after_forced(self) -> Depth {
        Depth { below: self.below + 1, ..self }
    }
}

/// One search.
pub struct Quiescence<'a, 'leaf, B> {
    /// The board.
    pub geometry: &'a Geometry<B>,
    /// Evaluates positions at the end of the plies.
    pub evaluator: &'a Evaluator<B>,
    /// Counts nodes and signals a stop.
    pub leaf: &'a mut Leaf<'leaf>,
}

impl<B: BoardWord> Quiescence<'_, '_, B> {
    /// Value of a position that is not over, for the player to move (fail-soft).
    pub fn run(&mut self, root: &Node<B>, window: Window) -> Score {
        self.search(root, window, Depth { left: MAX_PLIES, below: 0 })
    }

    fn search(&mut self, node: &Node<B>, window: Window, depth: Depth) -> Score {
        let geometry = self.geometry;
        let threats = node.threats(geometry);
        match Tactics::new(geometry, node.occupied, threats) {
            Tactics::Wins(_) => self.leaf.win_in(depth.below + 1),
            Tactics::Loses(cells) if cells.is_empty() => Score::DRAW,
            Tactics::Loses(_) => -self.leaf.win_in(depth.below + 2),
            Tactics::Forced(cell) => self.after(&node.child(geometry, cell), window, depth.after_forced()),
            Tactics::Open(_) if depth.left == 0 => {
                let terms = self.evaluator.terms_of(geometry, node.mover, node.occupied, threats);
                Score::eval(terms.total())
            }
            // The last choice is not worth sorting: its moves are evaluated, not searched.
            Tactics::Open(cells) if depth.left == 1 => self.best_of(
                cells.cells().map(|cell| node.child(geometry, B::cell(cell))),
                window,
                depth.after_choice(),
            ),
            Tactics::Open(cells) => {
                let mut list = [(0, *node); MAX_SIDE as usize];
                let count = self.sort_children(node, threats, cells, &mut list);
                let children = list[..count].iter().map(|&(_, child)| child);
                self.best_of(children, window, depth.after_choice())
            }
        }
    }

    /// Best value among the children, up to the first that is too good.
    #[inline]
    fn best_of(
        &mut self,
        children: impl Iterator<Item = Node<B>>,
        mut window: Window,
        depth: Depth,
    ) -> Score {
        let mut best = -Score::INFINITE;
        for child in children {
            let score = self.after(&child, window, depth);
            best = best.max(score);
            if window.fails_high(score) {
                break;
            }
            window.raise(score);
        }
        best
    }

    /// Value of a child for the player who moved to it. Meaningless after a stop.
    #[inline]
    fn after(&mut self, child: &Node<B>, window: Window, depth: Depth) -> Score {
        if self.leaf.visit(depth.below) { -self.search(child, window.flipped(), depth) } else { Score::DRAW }
    }

    /// Fills `list` with the children and their ranks, best first; returns their number.
    #[inline]
    fn sort_children(
        &self,
        node: &Node<B>,
        threats: Threats<B>,
        cells: B,
        list: &mut [(i32, Node<B>)],
    ) -> usize {
        let mut count = 0;
        for index in cells.cells() {
            let cell = B::cell(index);
            let child = node.child(self.geometry, cell);
            let made = child.theirs.without(child.occupied) & self.geometry.board();
            let rank = self.evaluator.rank(index, made, threats.theirs);
            let mut place = count;
            while place > 0 && list[place - 1].0 < rank {
                list[place] = list[place - 1];
                place -= 1;
            }
            list[place] = (rank, child);
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Budget, Evaluator as _, Game as _, NodeCounter, Position as _};
    use crate::games::connect_four::{ConnectFour, Move, Position};

    /// The definition: every move tried, no window, everything computed from scratch.
    fn negamax<B: BoardWord>(
        pos: Position<B>,
        evaluator: &mut Evaluator<B>,
        left: i32,
        ply: i32,
        nodes: &mut u64,
    ) -> Score {
        if pos.empty().is_empty() {
            return Score::DRAW;
        }
        let (left, cells) = match Tactics::new(pos.geometry(), pos.occupied(), Threats::of(&pos)) {
            Tactics::Wins(_) => return Score::win_in(ply + 1),
            Tactics::Loses(_) => return Score::loss_in(ply + 2),
            Tactics::Forced(cell) => (left, cell),
            Tactics::Open(_) if left == 0 => return evaluator.evaluate(&pos),
            Tactics::Open(cells) => (left - 1, cells),
        };
        let values = cells.cells().map(|cell| {
            *nodes += 1;
            let mut child = pos;
            child.make(Move::onto(cell));
            -negamax(child, evaluator, left, ply + 1, nodes)
        });
        values.max().expect("a move that does not lose")
    }

    fn check_search<B: BoardWord>(game: &ConnectFour<B>) {
        let mut evaluator = game.evaluator();
        let mut random = 0x2026_u64;
        let mut pos = game.start_position();
        for _ in 0..2_000 {
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            if moves.is_empty() {
                pos = game.start_position();
                continue;
            }
            let (mut all, mut nodes, mut seldepth) = (0, NodeCounter::default(), 0);
            let expected = negamax(pos, &mut evaluator, MAX_PLIES, 7, &mut all);
            let budget = Budget::unlimited();
            for window in [Window::FULL, Window::null_below(expected), Window::null_above(expected)] {
                let mut leaf = Leaf::new(7, &mut nodes, &mut seldepth, &budget);
                let found = evaluator.quiesce(&mut pos, window, &mut leaf);
                let same_side =
                    if window.fails_high(expected) { found >= window.beta } else { found <= window.alpha };
                assert!(found == expected || window.is_null() && same_side, "{found:?} {expected:?}");
            }
            assert!(nodes.nodes() <= 3 * all, "no node is searched twice");
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            pos.make(moves[(random >> 33) as usize % moves.len()]);
        }
    }

    #[test]
    fn the_search_finds_what_plain_negamax_finds() {
        check_search(&ConnectFour::<u64>::new(7, 6).unwrap());
        check_search(&ConnectFour::<u64>::new(5, 4).unwrap());
        check_search(&ConnectFour::<u128>::new(8, 8).unwrap());
    }
}
