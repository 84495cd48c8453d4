//! A position from the view of the player to move: possible shapes and wins, for facts about moves.

use super::candidates::{five_blocks, fours, is_allowed};
use super::geometry::Cell;
use super::line_pattern::LinePattern;
use super::pattern_board::PatternBoard;
use super::points::PointClass;
use super::position::Position;
use super::vcf::{Effort, Vcf};
use super::vct::{ThreatWin, Vct, Verdict};
use crate::contract::{Position as _, solver};

/// Positions that each search for continuous fours may visit.
const FOURS_EFFORT: u32 = 20_000;
/// The same for fours and threes.
const THREATS_EFFORT: u64 = 20_000;
/// The same if it matters that there is no win.
const SAFETY_EFFORT: u64 = 100_000;
/// Longest win by fours and threes that is worth mentioning, in moves.
const MAX_THREATS: i32 = 15;
/// Table size of such a search, in MiB.
const THREATS_MEMORY: usize = 2;

/// A position as the player to move sees it.
pub(super) struct Sight {
    pub board: PatternBoard,
    pub player: usize,
    /// The only points that stop the opponent's five, if one is threatened.
    blocks: Option<Vec<Cell>>,
}

impl Sight {
    pub fn of(pos: &Position) -> Sight {
        let (board, player) = (PatternBoard::new(pos), pos.player_to_move().index());
        let mut fives = board.points_of(1 - player, PointClass::Five);
        let blocks = fives.next().map(|five| {
            let mut blocks = Vec::new();
            // Two fives are not stopped by one stone.
            if fives.next().is_none() {
                five_blocks(&board, five, 1 - player, &mut blocks);
            }
            blocks
        });
        Sight { board, player, blocks }
    }

    /// May the player make something here?
    pub fn is_free(&self, cell: Cell) -> bool {
        self.blocks.as_ref().is_none_or(|blocks| blocks.contains(&cell))
            && is_allowed(&self.board, cell, self.player)
    }

    pub fn five(&self) -> Option<Cell> {
        self.board.first_of(self.player, PointClass::Five)
    }

    /// A point for a four that cannot be stopped, the wanted one first.
    pub fn straight_four(&self, wanted: Option<Cell>) -> Option<Cell> {
        let points = self.board.points_of(self.player, PointClass::StraightFour);
        let mut points: Vec<Cell> = points.filter(|&cell| self.is_free(cell)).collect();
        points.sort_by_key(|&cell| Some(cell) != wanted);
        points.first().copied()
    }

    /// Does the player win by continuous fours?
    pub fn has_fours(&mut self) -> bool {
        let mut effort = Effort::of(FOURS_EFFORT);
        Vcf::new().attack(&mut self.board, self.player, 0, &mut effort).is_some()
    }

    /// A win of the player by continuous fours and threes, if it is not too long to follow.
    pub fn threats(&mut self) -> Option<ThreatWin> {
        self.threats_within(THREATS_EFFORT).filter(|win| win.plies < 2 * MAX_THREATS)
    }

    fn threats_within(&mut self, nodes: u64) -> Option<ThreatWin> {
        let effort = solver::Effort { nodes, stop: &|| false };
        match Vct::new(THREATS_MEMORY).attack(&mut self.board, self.player, effort).0 {
            Verdict::Win(win) => Some(win),
            Verdict::NoThreatWins | Verdict::Unknown => None,
        }
    }

    /// Does the player win by fours, or by fours and threes?
    pub fn wins(&mut self) -> bool {
        self.wins_within(THREATS_EFFORT)
    }

    /// The same with more effort: no such win should be overlooked.
    pub fn surely_wins(&mut self) -> bool {
        self.wins_within(SAFETY_EFFORT)
    }

    fn wins_within(&mut self, nodes: u64) -> bool {
        self.five().is_some() || self.has_fours() || self.threats_within(nodes).is_some()
    }

    /// The first move of a win by fours, the wanted one if it wins, and the number of moves.
    pub fn first_four(&mut self, wanted: Option<Cell>) -> Option<(Cell, u32)> {
        let mut moves = Vec::from_iter(wanted.filter(|&cell| self.is_four(cell)));
        fours(&self.board, self.player, true, &mut moves);
        moves.retain(|&cell| self.is_free(cell));
        moves.into_iter().find_map(|cell| Some((cell, self.wins_by(cell)?)))
    }

    /// Number of moves in which the four on this point wins by continuous fours.
    pub fn wins_by(&mut self, cell: Cell) -> Option<u32> {
        self.board.make(cell, self.player);
        let mut effort = Effort::of(FOURS_EFFORT);
        let plies = Vcf::new().defend(&mut self.board, self.player, 0, &mut effort);
        self.board.unmake(cell, self.player);
        u32::try_from((plies? + 1) / 2 + 1).ok()
    }

    /// The point on which the opponent would have to stop the four on this cell, if it is forbidden.
    pub fn forbidden_block(&mut self, cell: Cell) -> Option<Cell> {
        self.board.make(cell, self.player);
        let five = self.five().filter(|&five| !is_allowed(&self.board, five, 1 - self.player));
        let is_met = self.board.count(1 - self.player, PointClass::Five) > 0;
        self.board.unmake(cell, self.player);
        five.filter(|_| !is_met)
    }

    /// Does a stone of the player here make a four but no five?
    pub fn is_four(&self, cell: Cell) -> bool {
        (PointClass::Four..=PointClass::FourThree).contains(&self.board.class(cell, self.player))
    }

    /// Does the opponent threaten a four that cannot be stopped?
    pub fn is_threatened(&self) -> bool {
        self.board.count(1 - self.player, PointClass::StraightFour) > 0
    }

    /// Does a stone here stop the opponent's only five?
    pub fn must_stop(&self, cell: Cell) -> bool {
        self.blocks.as_ref().is_some_and(|blocks| blocks.contains(&cell))
    }

    /// Is a four that cannot be stopped open at both ends, or are they two at once, such as `X.XXX.X`?
    pub fn is_open_four(&mut self, cell: Cell) -> bool {
        let patterns = self.board.patterns(cell, self.player);
        let lines: Vec<usize> =
            (0..4).filter(|&dir| patterns.get(dir) == LinePattern::StraightFour).collect();
        self.board.make(cell, self.player);
        let fives: Vec<Cell> = self.board.points_of(self.player, PointClass::Five).collect();
        self.board.unmake(cell, self.player);
        let are_ends = |dir| fives.iter().any(|&five| fives.contains(&five.step(dir, 5)));
        lines.into_iter().any(are_ends)
    }

    /// The strength of the player's threat on this point: equal for classes that are the same threat, 0 for no threat
    /// or a forbidden point.
    pub fn strength(&self, cell: Cell) -> usize {
        match self.board.class(cell, self.player) {
            PointClass::Three | PointClass::ThreePlus => 1,
            PointClass::TwoThrees => 2,
            PointClass::Four | PointClass::FourPlus => 3,
            PointClass::FourThree => 4,
            PointClass::StraightFour => 5,
            PointClass::Five => 6,
            _ => 0,
        }
    }
}
