//! What a Connect Four position is worth.
//!
//! A game between careful players is decided by zugzwang: the columns fill up, and in the end somebody must
//! play below a square where the other completes four. [`zugzwang`] finds out who by counting. Beside that,
//! in small change: usable threats, lines that can still be completed, stones where many lines cross.
//!
//! Immediate wins and forced replies never reach the count: [`Outlook`] answers them exactly in `probe`,
//! `candidates` and `quiesce`. An exact solver has its place in `probe`.
//!
//! The cells that complete a four depend on one player's stones only, and a move changes one player's
//! stones. So they are kept by ply: they are computed once for each stone played, however many questions
//! are asked about the position.

use crate::game::{Evaluator as Evaluate, Position as _};
use crate::search::{Bound, Leaf, Score, Window};

use super::board::{BoardWord, Geometry, MAX_CELLS};
use super::params::EvalWeights;
use super::position::{Drop, Position};
use super::tactics::{Outlook, Threats};

/// The evaluator of one thread.
pub struct Evaluator<B> {
    weights: EvalWeights,
    /// Entry `n` belongs to the player who played stone number `n`; valid where its stones match.
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

    /// The evaluation taken apart.
    pub fn terms(&mut self, pos: &Position<B>) -> Terms {
        let threats = self.threats(pos);
        let geometry = pos.geometry();
        let w = &self.weights;
        let certainty = w.zugzwang + w.zugzwang_per_ply * pos.ply() as i32;
        let usable = |own: B, other: B| own.without(other.up(1)).count() as i32;
        let open = |enemy: B| geometry.count_fours(geometry.board().without(enemy)) as i32;
        Terms {
            zugzwang: zugzwang(geometry, pos.occupied(), threats) * certainty,
            threats: w.threat * (usable(threats.mine, threats.theirs) - usable(threats.theirs, threats.mine)),
            lines: w.line * (open(pos.waiting()) - open(pos.mover())),
        }
    }

    /// The cells that complete a four of the player who played stone number `ply`.
    #[inline]
    fn completing_cells(&mut self, geometry: &Geometry<B>, ply: usize, stones: B) -> B {
        let entry = &mut self.completions[ply];
        if entry.stones != stones {
            *entry = Completion { stones, cells: geometry.completing_cells(stones) };
        }
        entry.cells
    }

    /// The threats of both players.
    #[inline]
    fn threats(&mut self, pos: &Position<B>) -> Threats<B> {
        let (geometry, ply, empty) = (pos.geometry(), pos.ply() as usize, pos.empty());
        Threats {
            mine: self.completing_cells(geometry, ply, pos.mover()) & empty,
            theirs: self.completing_cells(geometry, ply + 1, pos.waiting()) & empty,
        }
    }

    /// What the player to move can do; the game is not over.
    #[inline]
    fn outlook(&mut self, pos: &Position<B>) -> Outlook<B> {
        let threats = self.threats(pos);
        Outlook::new(pos.geometry(), pos.occupied(), threats)
    }

    /// Value of a node `ply` plies from the root whose outlook settles it.
    #[inline]
    fn settled(outlook: Outlook<B>, ply: i32) -> Option<Score> {
        match outlook {
            Outlook::Wins(_) => Some(Score::win_in(ply + 1)),
            Outlook::Loses(_) => Some(Score::loss_in(ply + 2)),
            Outlook::Forced(_) | Outlook::Open(_) => None,
        }
    }
}

/// Who wins the battle for the last free moves: 1 the player to move, -1 the opponent, 0 nobody.
///
/// Both can fill, without harm, every cell below the square under the lowest threat of each column. When
/// these are used up the player to move must give something: a threat of their own, by playing below it and
/// having it blocked (two plies, so the turn comes back, and what lies above is free again), or else the
/// game. The rules of odd and even threats (Allis, "A Knowledge-based Approach of Connect-Four", 1988) are
/// special cases; this count holds for boards of any height.
fn zugzwang<B: BoardWord>(geometry: &Geometry<B>, occupied: B, threats: Threats<B>) -> i32 {
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

impl<B: BoardWord> Evaluate<Position<B>> for Evaluator<B> {
    const HISTORY_SLOTS: usize = 128;

    fn evaluate(&mut self, pos: &Position<B>) -> Score {
        Score::eval(self.terms(pos).total())
    }

    fn candidates(&mut self, pos: &Position<B>, moves: &mut Vec<Drop>) {
        if !pos.is_won() && !pos.empty().is_empty() {
            moves.extend(self.outlook(pos).moves().cells().map(Drop::onto));
        }
    }

    /// Threats first (Pons, "Solving Connect 4", part 8), then the cells that most lines cross.
    fn order_hint(&mut self, pos: &Position<B>, mv: Drop) -> i32 {
        let geometry = pos.geometry();
        let cell = B::cell(mv.cell());
        let theirs = self.threats(pos).theirs;
        let threats = geometry.completing_cells(pos.mover() | cell) & pos.empty() & !cell;
        let usable = threats.without(theirs.up(1));
        100 * usable.count() as i32 + i32::from(self.lines_through[mv.cell() as usize])
    }

    fn history_slot(&self, _pos: &Position<B>, mv: Drop) -> usize {
        mv.cell() as usize
    }

    /// A forced reply is searched no shallower than the threat that forced it.
    fn extension(&mut self, _pos: &Position<B>, _mv: Drop, move_count: usize) -> i32 {
        i32::from(move_count == 1)
    }

    /// Follows forced replies to a position with a choice, which is evaluated, or to the end of the game.
    fn quiesce(&mut self, pos: &mut Position<B>, _window: Window, leaf: &mut Leaf<'_>) -> Score {
        let mut line = *pos;
        for below in 0.. {
            let to_root_of_line = |score: Score| if below % 2 == 0 { score } else { -score };
            if line.empty().is_empty() {
                return Score::DRAW;
            }
            let outlook = self.outlook(&line);
            if let Some(score) = Self::settled(outlook, leaf.ply() + below) {
                return to_root_of_line(score);
            }
            match outlook {
                Outlook::Forced(cell) if leaf.visit(below + 1) => line.make(Drop::onto(cell.lowest())),
                _ => return to_root_of_line(self.evaluate(&line)),
            }
        }
        unreachable!("the board fills up")
    }

    fn probe(&mut self, pos: &Position<B>, ply: i32, _depth: i32) -> Option<(Score, Bound)> {
        if let Some(score) = Self::settled(self.outlook(pos), ply) {
            return Some((score, Bound::Exact));
        }
        // A player without a line left to complete cannot win.
        let geometry = pos.geometry();
        let can_win = |enemy: B| geometry.has_four(geometry.board().without(enemy));
        match (can_win(pos.waiting()), can_win(pos.mover())) {
            (true, true) => None,
            (false, true) => Some((Score::DRAW, Bound::Upper)),
            (true, false) => Some((Score::DRAW, Bound::Lower)),
            (false, false) => Some((Score::DRAW, Bound::Exact)),
        }
    }
}
