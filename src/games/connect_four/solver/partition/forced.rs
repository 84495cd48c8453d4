//! Reasons for the results of forced play, see `Field::settle`.

use super::reason::{Explainer, Reason};
use crate::games::connect_four::solver::layout::Layout;
use crate::games::connect_four::solver::node::Node;
use crate::games::connect_four::word::BoardWord;

impl<L: Layout> Explainer<'_, L> {
    /// Why forced play from this node ends well for one player: the mover, or the other. `end` is the reason at the quiet
    /// node to which it leads, if it leads to one.
    pub fn forced_reason(
        &self,
        node: &Node<L::Word>,
        for_mover: bool,
        end: &Reason<L::Word>,
    ) -> Reason<L::Word> {
        let field = self.field;
        let landing = field.landing(node);
        let (safe, blocks) = (field.safe(node), landing & node.theirs);
        let only = if blocks.is_empty() { safe } else { blocks };
        let mut reason = Reason::NONE;
        if landing.meets(node.mine) {
            if for_mover {
                self.need_threat(&mut reason, node.mover, (landing & node.mine).lowest_only());
            }
            return reason;
        }
        let choice = only != only.lowest_only();
        if blocks.is_empty() && choice {
            return *end;
        }
        if for_mover {
            // The mover plays the move; nothing else matters.
            if !only.is_empty() {
                reason = self.forced_reason(&field.play(node, only), false, end);
                self.before_winner(&mut reason, only);
            }
            return reason;
        }
        if landing.is_empty() {
            return reason;
        }
        let goes_on = !choice && safe.meets(only);
        if goes_on {
            reason = self.forced_reason(&field.play(node, only), true, end);
        }
        self.need_force(&mut reason, node, goes_on);
        self.close_landing(&mut reason, node.occupied);
        reason
    }

    /// The threats of the other player that leave the mover one move or none.
    fn need_force(&self, reason: &mut Reason<L::Word>, node: &Node<L::Word>, goes_on: bool) {
        let field = self.field;
        let waiting = node.mover ^ node.occupied;
        let landing = field.landing(node);
        let blocks = landing & node.theirs;
        let mut need = |cell| self.need_threat(reason, waiting, cell);
        if blocks.is_empty() {
            for index in landing.without(field.safe(node)).cells() {
                need(L::Word::cell(index).up(1));
            }
            return;
        }
        let one = blocks.lowest_only();
        need(one);
        if one != blocks {
            need((blocks ^ one).lowest_only());
        } else if !goes_on {
            need(one.up(1));
        }
    }
}
