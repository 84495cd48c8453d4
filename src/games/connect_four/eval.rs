//! The evaluation of Connect Four.
//!
//! A game between careful players is decided by zugzwang: the columns fill up, and in the end someone must play below a
//! square on which the other completes four. [`zugzwang`] finds that player by counting. Usable threats and lines that
//! can still be completed are added with smaller weights.
//!
//! Immediate wins and forced replies never reach the count: [`Tactics`] resolves them exactly in the hooks of the
//! search, see `hooks.rs`. Proofs of the solver are separate, see `proving/`.
//!
//! The cells that complete a four depend on one player's stones only, and a move changes one player's
//! stones. So they are kept by ply and computed once for each stone played.

use super::geometry::{Geometry, MAX_CELLS};
use super::params::EvalWeights;
use super::position::Position;
use super::tactics::{Tactics, Threats};
use super::word::BoardWord;

/// The evaluator of one thread.
pub struct Evaluator<B> {
    weights: EvalWeights,
    /// Entry `n` belongs to the player of stone number `n`; valid if its stones match.
    completions: [Completion<B>; MAX_CELLS + 2],
    /// Lines of four through each cell.
    lines_through: [u8; 128],
}

/// The stones of a player, with the cells that would complete a four of theirs.
#[derive(Clone, Copy)]
struct Completion<B> {
    stones: B,
    cells: B,
}

/// The evaluation term by term, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Expected result of the zugzwang battle at the end.
    pub zugzwang: i32,
    /// Threats that are not blocked by the opponent's below.
    pub threats: i32,
    /// Lines that can still be completed.
    pub lines: i32,
}

impl Terms {
    /// The evaluation.
    pub fn total(&self) -> i32 {
        self.zugzwang + self.threats + self.lines
    }
}

impl<B: BoardWord> Evaluator<B> {
    /// An evaluator for boards of this geometry.
    pub fn new(geometry: &Geometry<B>, weights: EvalWeights) -> Evaluator<B> {
        let nothing = Completion { stones: B::EMPTY, cells: B::EMPTY };
        let mut lines_through = [0; 128];
        for cell in geometry.board().cells() {
            lines_through[cell as usize] = geometry.lines_through(cell) as u8;
        }
        Evaluator { weights, completions: [nothing; MAX_CELLS + 2], lines_through }
    }

    /// The evaluation term by term.
    pub fn terms(&mut self, pos: &Position<B>) -> Terms {
        let threats = self.threats(pos);
        self.terms_of(pos.geometry(), pos.mover(), pos.occupied(), threats)
    }

    /// The evaluation of a position given by its stones.
    #[inline]
    pub(super) fn terms_of(
        &self,
        geometry: &Geometry<B>,
        mover: B,
        occupied: B,
        threats: Threats<B>,
    ) -> Terms {
        let w = &self.weights;
        let certainty = w.zugzwang + w.zugzwang_per_ply * occupied.count() as i32;
        let usable = |own: B, other: B| own.without(other.up(1)).count() as i32;
        let open = |enemy: B| geometry.count_fours(geometry.board().without(enemy)) as i32;
        Terms {
            zugzwang: zugzwang(geometry, occupied, threats) * certainty,
            threats: w.threat * (usable(threats.mine, threats.theirs) - usable(threats.theirs, threats.mine)),
            lines: w.line * (open(mover ^ occupied) - open(mover)),
        }
    }

    /// Rank of a move among others: by the usable threats the player then has (after Pons, "Solving Connect 4",
    /// part 8), then by the lines through the cell. `made` are all threats of the player after the move.
    #[inline]
    pub(super) fn rank(&self, cell: u32, made: B, theirs: B) -> i32 {
        100 * made.without(theirs.up(1)).count() as i32 + i32::from(self.lines_through[cell as usize])
    }

    /// The cells that complete a four of the player who played stone number `ply`.
    #[inline]
    pub(super) fn completing_cells(&mut self, geometry: &Geometry<B>, ply: usize, stones: B) -> B {
        let entry = &mut self.completions[ply];
        if entry.stones != stones {
            *entry = Completion { stones, cells: geometry.completing_cells(stones) };
        }
        entry.cells
    }

    /// The threats of both players.
    #[inline]
    pub(super) fn threats(&mut self, pos: &Position<B>) -> Threats<B> {
        let (geometry, ply, empty) = (pos.geometry(), pos.ply() as usize, pos.empty());
        Threats {
            mine: self.completing_cells(geometry, ply, pos.mover()) & empty,
            theirs: self.completing_cells(geometry, ply + 1, pos.waiting()) & empty,
        }
    }

    /// What the player to move can do; the game is not over.
    #[inline]
    pub(super) fn tactics(&mut self, pos: &Position<B>) -> Tactics<B> {
        let threats = self.threats(pos);
        Tactics::new(pos.geometry(), pos.occupied(), threats)
    }
}

/// The winner of the battle for the last free moves: 1 the player to move, -1 the opponent, 0 nobody.
///
/// Both can safely fill every cell below the square under the lowest threat of each column. When these are used up the
/// player to move must give up something: a threat of their own, by playing below it and having it blocked (two plies,
/// so the turn comes back, and the cells above are free again), or else the game. The rules of odd and even threats
/// (Allis, "A Knowledge-based Approach of Connect-Four", 1988) are special cases; this count holds for boards of any
/// height.
pub(super) fn zugzwang<B: BoardWord>(geometry: &Geometry<B>, occupied: B, threats: Threats<B>) -> i32 {
    let empty = geometry.board() ^ occupied;
    let Threats { mut mine, mut theirs } = threats;
    loop {
        let walls = mine | theirs | geometry.sentinels();
        // Column by column: all bits below the lowest wall become ones, the wall itself a zero.
        let lowered = walls.minus(geometry.bottom());
        let lowest = walls.without(lowered) & geometry.board();
        if lowest.is_empty() {
            return 0;
        }
        let free = (lowered.without(walls) & empty).without(lowest.down(1));
        let mover_gives = free.count().is_multiple_of(2);
        let (giver, taker) = if mover_gives { (&mut mine, theirs) } else { (&mut theirs, mine) };
        let given = (lowest & *giver).without(taker).lowest_only();
        if given.is_empty() {
            return if mover_gives { -1 } else { 1 };
        }
        *giver = *giver ^ given;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Result of the zugzwang battle on an empty board for the player who begins, with threats at these
    /// columns and rows, both from 1.
    fn battle(width: u32, height: u32, first: &[(u32, u32)], second: &[(u32, u32)]) -> i32 {
        let geometry = Geometry::<u128>::new(width, height).unwrap();
        let cells = |list: &[(u32, u32)]| {
            list.iter().fold(0, |cells, &(column, row)| cells | 1 << geometry.index(column - 1, row - 1))
        };
        zugzwang(&geometry, 0, Threats { mine: cells(first), theirs: cells(second) })
    }

    #[test]
    fn allis_rules_of_odd_and_even_threats_follow_from_the_count() {
        assert_eq!(battle(7, 6, &[], &[]), 0);
        assert_eq!(battle(7, 6, &[(1, 3)], &[]), 1, "an odd threat wins for the first player");
        assert_eq!(battle(7, 6, &[(1, 4)], &[]), 0, "an even threat does not");
        assert_eq!(battle(7, 6, &[], &[(1, 4)]), -1, "an even threat wins for the second player");
        assert_eq!(battle(7, 6, &[], &[(1, 3)]), 0, "an odd one does not");
        assert_eq!(battle(7, 6, &[(1, 3)], &[(7, 2)]), 1, "odd and even in different columns: the odd one");
        assert_eq!(battle(7, 6, &[(1, 5)], &[(1, 2)]), -1, "the lower of one column counts");
        assert_eq!(battle(7, 6, &[(1, 3)], &[(7, 3)]), 0, "odd against odd");
        assert_eq!(battle(7, 6, &[(1, 3), (2, 3)], &[(7, 3)]), 1, "two odd against one");
    }

    #[test]
    fn on_boards_of_even_width_and_odd_height_odd_and_even_change_places() {
        assert_eq!(battle(6, 7, &[(1, 3)], &[]), 0);
        assert_eq!(battle(6, 7, &[(1, 2)], &[]), 1);
        assert_eq!(battle(6, 7, &[], &[(1, 3)]), -1);
        assert_eq!(battle(6, 7, &[], &[(1, 2)]), 0);
    }
}
