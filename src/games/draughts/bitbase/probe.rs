//! Probing of a bitbase by the search.
//!
//! A win in a table is not the end of a line: the search continues for it, with the table's value as a bound. If the root
//! is not in the tables yet, or the position found is farther than the root, its ply counts: the sooner the better. It
//! is farther with fewer pieces or men, or, if every move of a man resets the count of a limit, after such a move.
//!
//! Positions no farther than the root have the plies of their distance added. Only losses have a distance, so a leaf
//! that is won is searched one move deeper. Without distances every move that keeps a win would look alike: there the
//! evaluation orders the won positions, below all others. So a won position leads to one that is farther, and so on to
//! the end.

use super::{Bitbase, Bounds, Endgames, Known, Wdl};
use crate::contract::{Bound, Outcome, Position as _, Score};
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::draws::Limit;
use crate::games::draughts::geometry::{Bitboard, squares};
use crate::games::draughts::kernel::Kernel;
use crate::games::draughts::position::Position;
use crate::random::mix;

/// Divisor of evaluations that only order won positions.
const ORDER_DIVISOR: i32 = 4;

/// The bitbase as one search sees it.
#[derive(Clone, Default)]
pub struct Probe {
    bitbase: Option<&'static Bitbase>,
    /// Progress of the root, if it is in the tables.
    root: Option<u32>,
    /// Count of the root, if its distances are known.
    quiet: u16,
    /// Do the tables have the distances of the root's material?
    has_distances: bool,
    /// Does every move of a man count as progress?
    counts_rows: bool,
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

/// Pieces and men as one number, less with every capture and promotion; and with `counts_rows`, less with every move of
/// a man.
#[inline]
fn progress(pos: &AnyPosition, counts_rows: bool) -> u32 {
    let all = pos.occupied();
    let men = all & !pos.kings();
    let rows = if counts_rows { rows_to_go(pos, men) } else { 0 };
    all.count_ones() << 16 | men.count_ones() << 8 | rows as u32
}

/// Rows that the men of both sides are away from the last row, in total.
fn rows_to_go(pos: &AnyPosition, men: Bitboard) -> usize {
    let geometry = pos.geometry();
    let row = |square| geometry.row_and_file(square).0;
    let white: usize = squares(men & pos.pieces(Colour::White)).map(row).sum();
    let black: usize = squares(men & pos.pieces(Colour::Black)).map(|at| geometry.side - 1 - row(at)).sum();
    white + black
}

impl Probe {
    /// Prepares for a search from this root.
    pub fn begin(&mut self, root: &AnyPosition) {
        self.bitbase = Endgames::of(root.rules).and_then(Endgames::bitbase);
        let is_inside = |bitbase: &Bitbase| root.occupied().count_ones() as usize <= bitbase.max_pieces();
        let is_inside = self.bitbase.is_some_and(is_inside);
        self.counts_rows = is_inside && root.limit().is_some_and(Limit::restarts_on_man_moves);
        self.root = is_inside.then(|| progress(root, self.counts_rows));
        self.has_distances = is_inside && self.bitbase.is_some_and(|bitbase| bitbase.has_distances_of(root));
        self.quiet = if self.has_distances { root.quiet } else { 0 };
    }

    /// What scores of this search depend on in addition to the position: the progress of a root in the tables, and its
    /// count for the limit of moves. A win that was found at a lower count may come too late.
    pub fn salt(&self) -> u64 {
        self.root.map_or(0, |progress| mix(u64::from(self.quiet) << 32 | u64::from(progress)))
    }

    /// What the tables know of a position, and whether it leads on.
    #[inline]
    fn known<K: Kernel>(&self, pos: &Position<K>) -> Option<(Known, bool)> {
        let bitbase = self.bitbase?;
        if !bitbase.has_pieces_of(pos) || pos.must_capture() {
            return None;
        }
        let leads_on = self.leads_on(pos);
        let wants_distance = self.has_distances && !leads_on;
        Some((bitbase.known(pos, wants_distance)?, leads_on))
    }

    /// A bound of the value at a node, `ply` plies from the root.
    #[inline]
    pub fn bound<K: Kernel>(&self, pos: &Position<K>, ply: i32) -> Option<(Score, Bound)> {
        let (known, leads_on) = self.known(pos)?;
        let win = win(&known, leads_on, ply).unwrap_or(Score::KNOWN_WIN_LEAST);
        match (known.bounds.low, known.bounds.high) {
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
    pub fn value<K: Kernel>(&self, pos: &Position<K>, eval: Score, ply: i32) -> Score {
        let Some((known, leads_on)) = self.known(pos) else { return eval };
        let win = win(&known, leads_on, ply);
        let win = |order: i32| win.unwrap_or_else(|| Score::known_win(order / ORDER_DIVISOR));
        match (known.bounds.low, known.bounds.high) {
            (Wdl::Won, _) => win(eval.0),
            (_, Wdl::Lost) => -win(-eval.0),
            (Wdl::Drawn, Wdl::Drawn) => Score::DRAW,
            (Wdl::Drawn, Wdl::Won) => eval.max(Score::DRAW),
            (Wdl::Lost, Wdl::Drawn) => eval.min(Score::DRAW),
            (Wdl::Lost, Wdl::Won) => eval,
        }
    }

    /// Is the position won, or can it be, in a way that only the distances after its moves show?
    #[inline]
    pub fn wants_moves<K: Kernel>(&self, pos: &Position<K>) -> bool {
        self.has_distances
            && self.known(pos).is_some_and(|(known, leads_on)| !leads_on && known.bounds.high == Wdl::Won)
    }

    /// Is the position farther than the root, by a capture, a promotion or the move of a man that restarts a count?
    #[inline]
    fn leads_on(&self, pos: &AnyPosition) -> bool {
        self.root.is_none_or(|root| root != progress(pos, self.counts_rows))
    }
}

/// The score of a known win `ply` plies from the root, if it leads on or its distance is known.
#[inline]
fn win(known: &Known, leads_on: bool, ply: i32) -> Option<Score> {
    if leads_on {
        return Some(Score::known_win_in(ply));
    }
    known.distance.map(|distance| Score::known_win_in(ply + i32::from(distance)))
}
