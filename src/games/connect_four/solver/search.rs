//! The solver's search: is the score of a position above alpha?
//!
//! Alpha-beta with null windows only, on quiet nodes (see `node.rs`): forced replies are part of a move. Before
//! it searches, a node tries for every child first forced play, then the static bounds, then the table (enhanced
//! transposition cutoffs, Plaat, "Research Re: search & Re-search", 1996); the children that none of these decides are
//! searched in the order of `rank.rs`.

use arrayvec::ArrayVec;

use super::Known;
use super::layout::{Key, Layout};
use super::node::{Field, Node, Settled};
use super::rank::{Lines, Ranks};
use super::table::Table;
use crate::games::connect_four::geometry::MAX_SIDE;
use crate::games::connect_four::word::BoardWord;
use crate::search::abdada::{CurrentlySearching, Mark};

/// Largest number of moves in a node.
const MAX_MOVES: usize = MAX_SIDE as usize;
/// Largest number of turns in a node: each move may be deferred once.
const MAX_TURNS: usize = 2 * MAX_MOVES;
/// Base-2 logarithm of the number of marks of positions that threads are searching.
pub const BUSY_BITS: u32 = 12;
/// Nodes between two checks for a stop, some tens of microseconds.
const POLL_INTERVAL: u64 = 256;

/// One thread's state.
pub struct SolverThread<'a, L: Layout> {
    pub field: &'a Field<L>,
    pub table: &'a Table,
    pub lines: &'a Lines<L>,
    /// Known scores, for positions with at most `known_stones` stones, or after the forced moves that follow.
    pub known: Option<&'a dyn Known<L::Word>>,
    pub known_stones: i32,
    /// The positions that the threads are searching; moves are shared in positions with fewer than `shared_stones`
    /// stones.
    pub searching: &'a CurrentlySearching,
    pub shared_stones: i32,
    pub nodes: u64,
    /// Nodes after which the search stops without an answer.
    pub max_nodes: u64,
    /// Must the search stop? Called once in [`POLL_INTERVAL`] nodes.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A move that neither forced play nor a static bound decides.
struct Child<L: Layout> {
    /// The end of forced play.
    node: Node<L::Word>,
    /// -1 if the player of the move is to move again.
    sign: i32,
    key: L::Key,
    cell: u32,
    /// Completing cells after the move, of its player.
    made: L::Word,
}

/// A child that is still open with its rank; the greatest is searched first, of equal ranks the one with the lowest
/// index. In one number, so that comparing them takes no branch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Choice(i32);

impl Choice {
    #[inline(always)]
    fn new(rank: i32, index: usize) -> Choice {
        Choice(rank << 8 | (255 - index as i32))
    }

    #[inline(always)]
    fn index(self) -> usize {
        (255 - (self.0 & 255)) as usize
    }
}

/// Brings the greatest to the front. Most nodes end with the first move, so the others are left as they are.
#[inline(always)]
fn best_first(choices: &mut [Choice]) {
    let mut best = 0;
    for place in 1..choices.len() {
        if choices[place] > choices[best] {
            best = place;
        }
    }
    choices.swap(0, best);
}

impl<'a, L: Layout> SolverThread<'a, L> {
    /// A value above `alpha` is a lower bound, any other an upper bound of the score; `None` when stopped.
    pub fn search(&mut self, node: &Node<L::Word>, key: L::Key, alpha: i32) -> Option<i32> {
        if self.nodes >= self.max_nodes {
            return None;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && (self.stop)() {
            return None;
        }
        let before = self.nodes;
        let mut best = i32::MIN;
        let mut children = ArrayVec::new();
        if let Some(value) = self.judge_moves(node, alpha, &mut best, &mut children) {
            return Some(value);
        }
        let mut order = ArrayVec::new();
        if let Some(value) = self.look_up(node, alpha, &mut best, &children, &mut order) {
            return Some(value);
        }
        let shared = node.stones() < self.shared_stones;
        let moves = order.len();
        let mut turn = 0;
        while turn < order.len() {
            if turn < moves {
                best_first(&mut order[turn..moves]);
            }
            let choice = order[turn];
            let child = &children[choice.index()];
            let (first, again) = (turn == 0, turn >= moves);
            turn += 1;
            let mark = (shared && !first).then(|| self.mark(child.key));
            if !again && mark.is_some_and(Mark::is_set) {
                order.push(choice);
                continue;
            }
            let value = self.follow(child, alpha, first, mark)?;
            if value > alpha {
                self.table.store_lower(key, value, self.nodes - before);
                return Some(value);
            }
            best = best.max(value);
        }
        self.table.store_upper(key, best, self.nodes - before);
        Some(best)
    }

    /// Forced play and static bounds for every move. A value above alpha ends the node; `best` is raised by moves that
    /// do not exceed alpha; the others become `children`.
    #[inline(always)]
    fn judge_moves(
        &self,
        node: &Node<L::Word>,
        alpha: i32,
        best: &mut i32,
        children: &mut ArrayVec<Child<L>, MAX_MOVES>,
    ) -> Option<i32> {
        let field = self.field;
        for cell in field.safe(node).cells() {
            let moved = field.play(node, L::Word::cell(cell));
            let value = match field.settle(moved) {
                Settled::Score(score) => -score,
                Settled::Quiet { node: quiet, sign } => match self.judge(&quiet, sign, alpha) {
                    Some(value) => value,
                    None => {
                        let key = field.key(&quiet);
                        self.table.prefetch(key);
                        children.push(Child { node: quiet, sign, key, cell, made: moved.theirs });
                        continue;
                    }
                },
            };
            if value > alpha {
                return Some(value);
            }
            *best = (*best).max(value);
        }
        None
    }

    /// The value of a move to a quiet position, if a static bound decides on which side of alpha it is; the cheaper of
    /// the two bounds is tried first.
    #[inline(always)]
    fn judge(&self, quiet: &Node<L::Word>, sign: i32, alpha: i32) -> Option<i32> {
        let goal = if sign == 1 { -alpha } else { alpha + 1 };
        let low = self.field.lower_bound(quiet, goal);
        if low >= goal {
            return Some(-sign * low);
        }
        let high = self.field.upper_bound(quiet, goal - 1);
        (high < goal).then_some(-sign * high)
    }

    /// Looks up the children in the table and the known scores; `order` becomes those still open, each with its rank
    /// unless it is the only one.
    #[inline(always)]
    fn look_up(
        &self,
        node: &Node<L::Word>,
        alpha: i32,
        best: &mut i32,
        children: &ArrayVec<Child<L>, MAX_MOVES>,
        order: &mut ArrayVec<Choice, MAX_TURNS>,
    ) -> Option<i32> {
        let look = node.stones() < self.known_stones;
        for (index, child) in children.iter().enumerate() {
            let mut bounds = self.table.probe(child.key);
            if look && let Some((low, high)) = self.known_bounds(&child.node) {
                bounds = (bounds.0.max(low), bounds.1.min(high));
            }
            match decided(bounds, child.sign, alpha) {
                Some(value) if value > alpha => return Some(value),
                Some(value) => *best = (*best).max(value),
                None => order.push(Choice::new(0, index)),
            }
        }
        if order.len() > 1 {
            let ranks = Ranks::new(self.field, self.lines, node);
            for choice in order {
                let index = choice.index();
                *choice = Choice::new(ranks.of(children[index].cell, children[index].made), index);
            }
        }
        None
    }

    /// The value of a move. The first move, which refutes most often, has just been looked up and is never deferred.
    #[inline(always)]
    fn follow(&mut self, child: &Child<L>, alpha: i32, first: bool, mark: Option<Mark<'a>>) -> Option<i32> {
        if !first && let Some(value) = decided(self.table.probe(child.key), child.sign, alpha) {
            return Some(value);
        }
        if let Some(mark) = mark {
            mark.set();
        }
        let value = match child.sign {
            1 => self.search(&child.node, child.key, -alpha - 1).map(|value| -value),
            _ => self.search(&child.node, child.key, alpha),
        };
        if let Some(mark) = mark {
            mark.clear();
        }
        value
    }

    /// The mark that says a thread is searching this position.
    #[inline(always)]
    fn mark(&self, key: L::Key) -> Mark<'a> {
        let (place, rest) = key.spread(self.field.key_bits(), BUSY_BITS, BUSY_BITS);
        self.searching.at(place as usize, rest)
    }

    #[inline(always)]
    fn known_bounds(&self, node: &Node<L::Word>) -> Option<(i32, i32)> {
        self.known?.bounds(node.mover, node.occupied)
    }
}

/// The value for the player of a move, if these bounds of the child decide on which side of alpha it is.
#[inline(always)]
fn decided((low, high): (i32, i32), sign: i32, alpha: i32) -> Option<i32> {
    let (low, high) = if sign == 1 { (-high, -low) } else { (low, high) };
    if low > alpha {
        Some(low)
    } else if high <= alpha {
        Some(high)
    } else {
        None
    }
}
