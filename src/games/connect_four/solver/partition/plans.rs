//! Reasons for the bounds of `bounds.rs` in a quiet position: the same plans, with the lines on which they depend.

use super::reason::{Explainer, Reason};
use crate::games::connect_four::solver::layout::{Layout, by_direction};
use crate::games::connect_four::solver::node::{Field, Node};
use crate::games::connect_four::word::BoardWord;

impl<L: Layout> Field<L> {
    /// Does this player win, according to the bounds? `asked_moves`: it is this player's turn.
    #[inline(always)]
    pub fn bound_answer(&self, node: &Node<L::Word>, asked_moves: bool) -> Option<bool> {
        if asked_moves {
            return (self.upper_bound(node, 0) <= 0).then_some(false);
        }
        if self.lower_bound(node, 0) >= 0 {
            return Some(false);
        }
        (self.upper_bound(node, -1) <= -1).then_some(true)
    }
}

impl<L: Layout> Explainer<'_, L> {
    /// The reason for such an answer.
    pub fn bound_reason(&self, node: &Node<L::Word>, asked_moves: bool, answer: bool) -> Reason<L::Word> {
        let mut reason = Reason::NONE;
        if !answer && self.last_stone_reason(node, asked_moves, &mut reason) {
            return reason;
        }
        let empty = self.field.layout.board() ^ node.occupied;
        let asked = if asked_moves { node.mover } else { node.mover ^ node.occupied };
        if !answer && !self.field.layout.has_four(asked | empty) {
            self.close(&mut reason, node.occupied, empty);
            return reason;
        }
        let odd = self.field.landing(node) & self.field.pair_tops;
        if odd.count() % 2 == 1 {
            return self.odd_threat_reason(node, odd);
        }
        self.follow_up_reason(node, odd, answer)
    }

    /// The player in question has one stone left, which completes nothing; `false` with more stones.
    fn last_stone_reason(
        &self,
        node: &Node<L::Word>,
        asked_moves: bool,
        reason: &mut Reason<L::Word>,
    ) -> bool {
        let left = self.field.cells - node.stones();
        if left > if asked_moves { 2 } else { 3 } {
            return false;
        }
        self.close_landing(reason, node.occupied);
        if !asked_moves {
            // The opponent, who moves, leaves no cell above either.
            let above = self.field.safe(node).lowest_only().up(1) & self.field.layout.board();
            self.close(reason, node.occupied, above);
        }
        true
    }

    /// The mover cannot escape the follow-up of the opponent, and with `wins` loses by it.
    fn follow_up_reason(&self, node: &Node<L::Word>, odd: L::Word, wins: bool) -> Reason<L::Word> {
        let empty = self.field.layout.board() ^ node.occupied;
        let waiting = node.mover ^ node.occupied;
        let tops = empty & self.field.pair_tops.without(odd);
        let one = odd.lowest_only();
        let rest = odd ^ one;
        // One of two odd cells is the mover's; of more, perhaps each.
        let either = if rest == rest.lowest_only() { [one, rest] } else { [odd, odd] };
        let reach =
            |poison| (empty & self.field.pair_bottoms).without(self.field.layout.with_all_above(poison));
        let holds =
            |poison| either.iter().all(|&odd| !self.field.layout.has_four(node.mover | reach(poison) | odd));
        let needed = |poison: L::Word| !wins || !poison.is_empty();
        let poison = self.fewest(node.theirs & tops, |poison| needed(poison) && holds(poison));
        let mut reason = Reason::NONE;
        for cell in poison.cells() {
            self.need_threat(&mut reason, waiting, L::Word::cell(cell));
        }
        if wins && poison.is_empty() {
            self.need_easiest_line(&mut reason, waiting, tops);
        }
        for odd in either {
            self.close(&mut reason, node.occupied, reach(poison) | odd);
        }
        reason
    }

    /// The mover cannot escape the follow-up of an opponent who has an odd threat.
    fn odd_threat_reason(&self, node: &Node<L::Word>, odd: L::Word) -> Reason<L::Word> {
        let empty = self.field.layout.board() ^ node.occupied;
        let waiting = node.mover ^ node.occupied;
        let landing = self.field.landing(node);
        for index in (node.theirs & empty & self.field.pair_bottoms).without(landing).cells() {
            let (threat, column) = (L::Word::cell(index), self.field.layout.column_of(index));
            let Some(reach) = self.field.reach_beside_threat(node, odd, index) else { continue };
            let lost = |poison: L::Word| self.field.layout.with_all_above(poison | threat);
            let reach = |poison| reach.without(lost(poison)) & empty;
            let holds = |poison| !self.field.layout.has_four(node.mover | reach(poison));
            let all = (node.theirs & empty & self.field.pair_tops.without(odd)).without(column);
            if holds(all) {
                let poison = self.fewest(all, holds);
                let mut reason = Reason::NONE;
                for cell in (poison | threat).cells() {
                    self.need_threat(&mut reason, waiting, L::Word::cell(cell));
                }
                self.close(&mut reason, node.occupied, reach(poison));
                return reason;
            }
        }
        unreachable!("a bound by an odd threat has a threat that explains it")
    }

    /// The cells without which the plan does not hold, tested one by one.
    fn fewest(&self, all: L::Word, holds: impl Fn(L::Word) -> bool) -> L::Word {
        all.cells().fold(all, |kept, cell| {
            let fewer = kept.without(L::Word::cell(cell));
            if holds(fewer) { fewer } else { kept }
        })
    }

    /// The line of these stones and cells that lacks the fewest stones.
    fn need_easiest_line(&self, reason: &mut Reason<L::Word>, stones: L::Word, cells: L::Word) {
        let lines = self.field.layout.lines_in(stones | cells);
        let steps = by_direction(self.field.layout.lines(), |(step, _)| step);
        let all = (0..4).flat_map(|direction| lines[direction].cells().map(move |first| (direction, first)));
        let easiest = all.max_by_key(|&(direction, first)| {
            let step = steps[direction];
            let line = (0..4).fold(L::Word::EMPTY, |line, place| line | L::Word::cell(first + place * step));
            (line & stones).count()
        });
        if let Some((direction, first)) = easiest {
            reason.open[direction] = reason.open[direction] | L::Word::cell(first);
        }
    }
}
