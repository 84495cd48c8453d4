//! Probing of a bitbase by the search.
//!
//! A win in a table does not show how to win: the search continues for it, with the table's value as a bound. If the
//! root is not in the tables yet, or has more pieces or men than the position found, the distance there counts: the
//! sooner the better. The table does not distinguish positions of the root's own material, so every move that keeps a
//! win would look alike. There the evaluation orders the won positions, below every win with less material. So a won
//! position leads to a won one with fewer pieces or men, and so on to the end.

use super::block_cache::BlockCache;
use super::{Bitbase, Bounds, Endgames, Wdl};
use crate::contract::{Bound, Outcome, Position as _, Score};
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::kernel::Kernel;
use crate::games::draughts::position::Position;
use crate::random::mix;

/// Divisor of evaluations that only order won positions.
const ORDER_DIVISOR: i32 = 4;

/// The bitbase as one search sees it.
#[derive(Clone, Default)]
pub struct Probe {
    bitbase: Option<&'static Bitbase>,
    /// Material of the root, if it is in the tables.
    root: Option<u32>,
    cache: BlockCache,
}

impl std::fmt::Debug for Probe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Probe").field("root", &self.root).finish_non_exhaustive()
    }
}

/// What is known about any position of a rule set.
pub fn known_bounds(pos: &AnyPosition) -> Option<Bounds> {
    Endgames::of(pos.rules)?.bitbase()?.resolved_bounds(pos)
}

/// How the game ends with best play, if that is known for certain.
pub fn known_outcome(pos: &AnyPosition) -> Option<Outcome> {
    let mover = pos.player_to_move();
    Some(match known_bounds(pos)?.value()? {
        Wdl::Won => Outcome::Win(mover),
        Wdl::Drawn => Outcome::Draw,
        Wdl::Lost => Outcome::Win(mover.other()),
    })
}

/// Pieces and men as one number, less with every capture and promotion.
#[inline]
fn material(pos: &AnyPosition) -> u32 {
    let all = pos.occupied();
    all.count_ones() << 8 | (all & !pos.kings()).count_ones()
}

impl Probe {
    /// Prepares for a search from this root.
    pub fn begin(&mut self, root: &AnyPosition) {
        self.bitbase = Endgames::of(root.rules).and_then(Endgames::bitbase);
        let is_inside = |bitbase: &Bitbase| root.occupied().count_ones() as usize <= bitbase.max_pieces();
        self.root = self.bitbase.is_some_and(is_inside).then(|| material(root));
    }

    /// What scores of this search depend on in addition to the position: the material of a root in the tables.
    pub fn salt(&self) -> u64 {
        self.root.map_or(0, |material| mix(u64::from(material)))
    }

    #[inline]
    fn bounds<K: Kernel>(&mut self, pos: &Position<K>) -> Option<Bounds> {
        let bitbase = self.bitbase?;
        if !bitbase.has_pieces_of(pos) || pos.must_capture() {
            return None;
        }
        let cache = &mut self.cache;
        bitbase.quiet_bounds(pos, |code, block, place| cache.value(code, block, bitbase.block(block), place))
    }

    /// A bound of the value at a node, `ply` plies from the root.
    #[inline]
    pub fn bound<K: Kernel>(&mut self, pos: &Position<K>, ply: i32) -> Option<(Score, Bound)> {
        let Bounds { low, high } = self.bounds(pos)?;
        let win = if self.leads_on(pos) { Score::known_win_in(ply) } else { Score::KNOWN_WIN_LEAST };
        match (low, high) {
            (Wdl::Won, _) => Some((win, Bound::Lower)),
            (_, Wdl::Lost) => Some((-win, Bound::Upper)),
            (Wdl::Drawn, Wdl::Drawn) => Some((Score::DRAW, Bound::Exact)),
            (Wdl::Drawn, Wdl::Won) => Some((Score::DRAW, Bound::Lower)),
            (Wdl::Lost, Wdl::Drawn) => Some((Score::DRAW, Bound::Upper)),
            (Wdl::Lost, Wdl::Won) => None,
        }
    }

    /// The value of a leaf whose evaluation is `eval`, `ply` plies from the root.
    #[inline]
    pub fn value<K: Kernel>(&mut self, pos: &Position<K>, eval: Score, ply: i32) -> Score {
        let Some(Bounds { low, high }) = self.bounds(pos) else { return eval };
        let leads_on = self.leads_on(pos);
        let win = |order: i32| {
            if leads_on { Score::known_win_in(ply) } else { Score::known_win(order / ORDER_DIVISOR) }
        };
        match (low, high) {
            (Wdl::Won, _) => win(eval.0),
            (_, Wdl::Lost) => -win(-eval.0),
            (Wdl::Drawn, Wdl::Drawn) => Score::DRAW,
            (Wdl::Drawn, Wdl::Won) => eval.max(Score::DRAW),
            (Wdl::Lost, Wdl::Drawn) => eval.min(Score::DRAW),
            (Wdl::Lost, Wdl::Won) => eval,
        }
    }

    /// Does the position have other material than the root?
    #[inline]
    fn leads_on(&self, pos: &AnyPosition) -> bool {
        self.root != Some(material(pos))
    }
}
