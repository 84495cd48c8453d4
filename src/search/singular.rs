//! Singular extension: is the move of the table the only good one of its node?
//!
//! The node is searched again without that move, less deep and with a limit below the move's value. If everything else
//! stays below, the move is searched a ply deeper. If something else is good enough for a cut as well, the node is cut
//! (multi-cut). If only the table promises a cut, the move is searched a ply less.

use super::alpha_beta::NonPv;
use super::tt::TtEntry;
use super::worker::Worker;
use crate::contract::{Bound, Evaluator, Position, Score, SearchParams, Window};

/// What the search without the table's move found.
pub enum Alternatives {
    /// Plies to add to the depth of the table's move.
    Extend(i32),
    /// Another move cuts the node with this score.
    Cut(Score),
}

/// Is the entry of a node reliable enough to ask whether its move is the only good one?
fn is_candidate(params: &SearchParams, depth: i32, entry: &TtEntry) -> bool {
    params.singular_depth > 0
        && depth >= params.singular_depth
        && entry.depth >= depth - 3
        && entry.bound != Bound::Upper
        && !entry.score.is_known()
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Searches the node without `mv`, which has not been made, if it is the move of a reliable entry.
    pub(super) fn alternatives(
        &mut self,
        mv: P::Move,
        entry: Option<TtEntry>,
        window: Window,
        depth: i32,
        ply: i32,
    ) -> Alternatives {
        let params = self.shared.params;
        let Some(entry) = entry.filter(|entry| {
            // Extensions must not make a shallow iteration endless.
            ply < 2 * self.root.depth
                && is_candidate(params, depth, entry)
                && entry.move_code == self.pos.move_code(mv)
        }) else {
            return Alternatives::Extend(0);
        };
        let limit = entry.score - params.singular_margin * depth / 100;
        self.frames[ply as usize].excluded = Some(mv);
        let score = self.search::<NonPv>(Window::null_below(limit), (depth - 1) / 2, ply);
        let frame = &mut self.frames[ply as usize];
        frame.excluded = None;
        frame.tried.clear();
        if self.stopped {
            return Alternatives::Cut(Score::DRAW);
        }
        if score < limit {
            Alternatives::Extend(1)
        } else if window.is_null() && window.fails_high(score) && !score.is_known() {
            Alternatives::Cut(score)
        } else {
            Alternatives::Extend(-i32::from(window.fails_high(entry.score)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_deep_entry_with_a_lower_bound_is_asked_about() {
        let params = SearchParams { singular_depth: 6, ..SearchParams::DEFAULT };
        let entry = TtEntry { move_code: 1, depth: 5, bound: Bound::Lower, ..TtEntry::EMPTY };
        assert!(is_candidate(&params, 8, &entry));
        assert!(!is_candidate(&params, 9, &entry));
        assert!(!is_candidate(&params, 5, &entry));
        assert!(!is_candidate(&params, 8, &TtEntry { bound: Bound::Upper, ..entry }));
        assert!(!is_candidate(&params, 8, &TtEntry { score: Score::win_in(3), ..entry }));
        assert!(!is_candidate(&params.exact(), 8, &entry));
    }
}
