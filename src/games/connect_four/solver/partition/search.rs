//! The search: a node wants its player's answer, and needs one move for it; if there is none, the reasons against all
//! moves together are the reason for the other answer.

use arrayvec::ArrayVec;

use super::KnownUpTo;
use super::reason::{Explainer, Reason};
use super::table::{Found, ReasonTable};
use crate::contract::solver::Effort;
use crate::games::connect_four::geometry::MAX_SIDE;
use crate::games::connect_four::solver::layout::{Key, Layout};
use crate::games::connect_four::solver::node::{Node, Settled};
use crate::games::connect_four::solver::rank::Ranks;
use crate::games::connect_four::solver::search::BUSY_BITS;
use crate::games::connect_four::word::BoardWord;
use crate::search::abdada::{CurrentlySearching, Mark};

/// Largest number of moves in a node.
const MAX_MOVES: usize = MAX_SIDE as usize;
/// Nodes between two checks for a stop.
const POLL_INTERVAL: u64 = 256;

/// One thread's state.
pub struct PartitionThread<'a, L: Layout> {
    pub explainer: Explainer<'a, L>,
    pub table: &'a ReasonTable<L::Word>,
    pub known: Option<KnownUpTo<'a, L::Word>>,
    /// What the threads are searching; moves are shared in positions with fewer than `shared_stones` stones.
    pub searching: &'a CurrentlySearching,
    pub shared_stones: i32,
    /// Is the question about the first player?
    pub first: bool,
    pub nodes: u64,
    pub effort: Effort<'a>,
}

/// An answer and its reason.
pub type Answer<W> = (bool, Reason<W>);

/// A move that neither forced play nor a bound decides.
struct Child<L: Layout> {
    /// After the stone.
    moved: Node<L::Word>,
    /// The end of forced play.
    quiet: Node<L::Word>,
    cell: u32,
    rank: i32,
    /// Of its shelf when it was looked up.
    version: u32,
}

/// The moves of a node.
struct Moves<L: Layout> {
    open: ArrayVec<Child<L>, MAX_MOVES>,
    /// Cells of those that are decided against the player to move without the table.
    lost: ArrayVec<u32, MAX_MOVES>,
}

impl<'a, L: Layout> PartitionThread<'a, L> {
    /// Is it the turn of the player in question?
    #[inline(always)]
    pub fn asked_moves(&self, node: &Node<L::Word>) -> bool {
        (node.stones() % 2 == 0) == self.first
    }

    /// The answer for a quiet node; `None` when stopped. Known scores are not used if a move `is_asked` for: only an
    /// answer from below has a move.
    pub fn answer(&mut self, node: &Node<L::Word>, is_asked: bool) -> Option<bool> {
        if let Some(answer) = self.explainer.field.bound_answer(node, self.asked_moves(node)) {
            return Some(answer);
        }
        match if is_asked { self.remembered(node) } else { self.find(node) } {
            Ok((answer, _)) => Some(answer),
            Err(_) => self.search(node).map(|(answer, _)| answer),
        }
    }

    /// The answer for a quiet node that bounds do not decide, and the reason for it.
    pub fn search(&mut self, node: &Node<L::Word>) -> Option<Answer<L::Word>> {
        if self.nodes >= self.effort.nodes {
            return None;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && (self.effort.stop)() {
            return None;
        }
        let before = self.nodes;
        let mut moves = Moves { open: ArrayVec::new(), lost: ArrayVec::new() };
        let mut against = Reason::NONE;
        let known = self.judge_moves(node, &mut moves);
        if let Some(answer) = known.or_else(|| self.look_up(node, &mut moves, &mut against)) {
            return Some(answer);
        }
        let shared = node.stones() < self.shared_stones;
        for turn in 0..moves.open.len() {
            // The first move refutes most often and is never put off.
            let mark = shared && turn > 0;
            best_first(&mut moves.open[turn..], |child| mark && self.mark(&child.quiet).is_set());
            let child = &moves.open[turn];
            let changed = turn > 0 && self.version(&child.quiet) != child.version;
            let known = if changed { self.find(&child.quiet).ok() } else { None };
            let (answer, end) = match known {
                Some(answer) => answer,
                None if mark => {
                    let mark = self.mark(&child.quiet);
                    mark.set();
                    let found = self.search(&child.quiet);
                    mark.clear();
                    found?
                }
                None => self.search(&child.quiet)?,
            };
            if let Some(answer) = self.after_move(node, child, answer, &end, &mut against) {
                self.store(node, &answer, self.nodes - before);
                return Some(answer);
            }
        }
        let answer = (!self.asked_moves(node), self.all_lost(node, &moves, against));
        // Without a search below it, computing it is as fast as looking it up.
        if self.nodes > before {
            self.store(node, &answer, self.nodes - before);
        }
        Some(answer)
    }

    /// Forced play and bounds for every move: the first that decides the node, if there is one.
    #[inline(always)]
    fn judge_moves(&self, node: &Node<L::Word>, moves: &mut Moves<L>) -> Option<Answer<L::Word>> {
        let field = self.explainer.field;
        let wanted = self.asked_moves(node);
        for cell in field.safe(node).cells() {
            let moved = field.play(node, L::Word::cell(cell));
            let answer = match field.settle(moved) {
                // For the opponent of the player to move.
                Settled::Score(score) => Some(if wanted { score < 0 } else { score > 0 }),
                Settled::Quiet { node: quiet, .. } => {
                    let answer = field.bound_answer(&quiet, self.asked_moves(&quiet));
                    if answer.is_none() {
                        self.table.prefetch(self.shelf(&quiet).0);
                        moves.open.push(Child { moved, quiet, cell, rank: 0, version: 0 });
                    }
                    answer
                }
            };
            if answer == Some(wanted) {
                let mut reason = self.reason_after(&moved, wanted);
                self.explainer.before_winner(&mut reason, L::Word::cell(cell));
                return Some((wanted, reason));
            }
            if answer.is_some() {
                moves.lost.push(cell);
            }
        }
        None
    }

    /// The reason for an answer that forced play and bounds give after a move.
    fn reason_after(&self, moved: &Node<L::Word>, answer: bool) -> Reason<L::Word> {
        let end = match self.explainer.field.settle(*moved) {
            Settled::Score(_) => Reason::NONE,
            Settled::Quiet { node, .. } => {
                self.explainer.bound_reason(&node, self.asked_moves(&node), answer)
            }
        };
        self.explainer.forced_reason(moved, answer == self.asked_moves(moved), &end)
    }

    /// Looks up the moves in the table; those still open get their ranks, unless there is only one.
    #[inline(always)]
    fn look_up(
        &self,
        node: &Node<L::Word>,
        moves: &mut Moves<L>,
        against: &mut Reason<L::Word>,
    ) -> Option<Answer<L::Word>> {
        if moves.open.len() > 1 {
            for child in &moves.open {
                self.table.prefetch_reasons(self.shelf(&child.quiet).0);
            }
        }
        let mut place = 0;
        while place < moves.open.len() {
            match self.find(&moves.open[place].quiet) {
                Ok((answer, end)) => {
                    let child = moves.open.remove(place);
                    let decided = self.after_move(node, &child, answer, &end, against);
                    if decided.is_some() {
                        return decided;
                    }
                }
                Err(version) => {
                    moves.open[place].version = version;
                    place += 1;
                }
            }
        }
        if moves.open.len() > 1 {
            let ranks = Ranks::new(self.explainer.field, self.explainer.lines, node);
            for child in &mut moves.open {
                child.rank = ranks.of(child.cell, child.moved.theirs);
            }
        }
        None
    }

    /// Adds the answer for the quiet node after a move: `Some` if it decides the node, else it counts against it.
    fn after_move(
        &self,
        node: &Node<L::Word>,
        child: &Child<L>,
        answer: bool,
        end: &Reason<L::Word>,
        against: &mut Reason<L::Word>,
    ) -> Option<Answer<L::Word>> {
        let mut reason =
            self.explainer.forced_reason(&child.moved, answer == self.asked_moves(&child.moved), end);
        if answer != self.asked_moves(node) {
            against.add(&reason);
            return None;
        }
        self.explainer.before_winner(&mut reason, L::Word::cell(child.cell));
        Some((answer, reason))
    }

    /// The reason against a node all of whose moves are lost; those that were searched or looked up are in `against`.
    fn all_lost(
        &self,
        node: &Node<L::Word>,
        moves: &Moves<L>,
        mut against: Reason<L::Word>,
    ) -> Reason<L::Word> {
        let field = self.explainer.field;
        let waiting = node.mover ^ node.occupied;
        for cell in field.landing(node).without(field.safe(node)).cells() {
            self.explainer.need_threat(&mut against, waiting, L::Word::cell(cell).up(1));
        }
        for &cell in &moves.lost {
            let moved = field.play(node, L::Word::cell(cell));
            against.add(&self.reason_after(&moved, !self.asked_moves(node)));
        }
        self.explainer.close_landing(&mut against, node.occupied);
        against
    }

    /// The smaller of the occupied cells of a node and of its mirror image, and whether it is the image.
    #[inline(always)]
    fn shelf(&self, node: &Node<L::Word>) -> (L::Word, bool) {
        let image = self.explainer.field.layout.mirrored_cells(node.occupied);
        (node.occupied.min(image), image < node.occupied)
    }

    #[inline(always)]
    fn version(&self, node: &Node<L::Word>) -> u32 {
        self.table.version(self.shelf(node).0)
    }

    /// The mark of this position: is a thread searching it?
    #[inline(always)]
    fn mark(&self, node: &Node<L::Word>) -> Mark<'a> {
        let field = self.explainer.field;
        let (place, rest) = field.key(node).spread(field.key_bits(), BUSY_BITS, BUSY_BITS);
        self.searching.at(place as usize, rest)
    }

    /// The known answer of a node. Its reason is unknown, so it consists of all conditions that hold there.
    fn known(&self, node: &Node<L::Word>) -> Option<Answer<L::Word>> {
        let (known, _) = self.known.filter(|&(_, stones)| node.stones() <= stones)?;
        let (low, high) = known.bounds(node.mover, node.occupied)?;
        let asked_moves = self.asked_moves(node);
        let (yes, no) = if asked_moves { (low > 0, high <= 0) } else { (high < 0, low >= 0) };
        if !yes && !no {
            return None;
        }
        let waiting = node.mover ^ node.occupied;
        let mover_is_right = yes == asked_moves;
        let (winner, loser) = if mover_is_right { (node.mover, waiting) } else { (waiting, node.mover) };
        Some((yes, self.explainer.all_reasons(winner, loser)))
    }

    #[inline(always)]
    fn find(&self, node: &Node<L::Word>) -> Found<L::Word> {
        if let Some(answer) = self.known(node) {
            return Ok(answer);
        }
        self.remembered(node)
    }

    #[inline(always)]
    fn remembered(&self, node: &Node<L::Word>) -> Found<L::Word> {
        let (occupied, mirrored) = self.shelf(node);
        let stones = [node.mover, node.mover ^ node.occupied];
        let layout = &self.explainer.field.layout;
        let image = |cells| layout.mirrored_cells(cells);
        let stones = if mirrored { [image(stones[0]), image(stones[1])] } else { stones };
        let [asked, other] = if self.asked_moves(node) { stones } else { [stones[1], stones[0]] };
        let holding = [self.explainer.all_reasons(other, asked), self.explainer.all_reasons(asked, other)];
        let (answer, reason) = self.table.find(occupied, &holding)?;
        Ok((answer, if mirrored { self.explainer.mirrored_reason(&reason) } else { reason }))
    }

    fn store(&self, node: &Node<L::Word>, (answer, reason): &Answer<L::Word>, nodes: u64) {
        let (occupied, mirrored) = self.shelf(node);
        let reason = if mirrored { self.explainer.mirrored_reason(reason) } else { *reason };
        self.table.store(occupied, *answer, &reason, nodes);
    }
}

/// Brings the child of the greatest rank to the front; children that another thread searches come last.
#[inline(always)]
fn best_first<L: Layout>(children: &mut [Child<L>], is_busy: impl Fn(&Child<L>) -> bool) {
    let order = |child: &Child<L>| (!is_busy(child), child.rank);
    let mut best = 0;
    for place in 1..children.len() {
        if order(&children[place]) > order(&children[best]) {
            best = place;
        }
    }
    children.swap(0, best);
}
