//! What a move allowed or missed: fives, fours and threes by the classes of points, wins by continuous fours as they are
//! proved, and forbidden points that keep Black from a block.
//!
//! The opponent makes something only where he is free to: where he has to stop a five first, what he could make elsewhere is
//! nothing that was allowed.

use super::candidates::{five_blocks, fours, is_allowed};
use super::geometry::Cell;
use super::line_pattern::LinePattern;
use super::pattern_board::PatternBoard;
use super::points::PointClass;
use super::position::{Move, Position};
use super::vcf::{Effort, Vcf};
use crate::contract::facts::{Choice, Fact, FactKind};
use crate::contract::{GridCell, MoveStyle, Notation, Position as _};

/// Positions that each search for continuous fours may visit.
const FOURS_EFFORT: u32 = 20_000;

pub(super) fn facts(choice: &Choice<'_, Position>) -> Vec<Fact> {
    let (Some(better), Some(&best)) = (choice.after_better(), choice.better.first()) else {
        return Vec::new();
    };
    let (pos, player) = (choice.after(), choice.player());
    let allowed = if pos.outcome().is_some() {
        None
    } else {
        let reply = choice.answer.first().copied();
        let mut here = Sight::of(&pos);
        match better.outcome() {
            Some(_) => here.allowed(reply, None),
            None => here.allowed(reply, Some(&mut Sight::of(&better))),
        }
    };
    let missed = Sight::of(choice.before).missed(choice.played, best);
    let fact = |kind, of, (cell, rest): (Cell, Found)| rest.fact(Fact::new(kind, of), &pos, cell);
    let allowed = allowed.map(|(kind, cell, found)| fact(kind, player.other(), (cell, found)));
    let missed = missed.map(|(kind, cell, found)| fact(kind, player, (cell, found)));
    allowed.into_iter().chain(missed).collect()
}

/// What a fact has besides its place.
#[derive(Default)]
struct Found {
    /// Moves to the win.
    moves: Option<u32>,
    /// The point that is forbidden.
    forbidden: Option<Cell>,
}

impl Found {
    fn fact(self, fact: Fact, pos: &Position, cell: Cell) -> Fact {
        let at = |fact: Fact, cell: Move| {
            let place = pos.move_text(cell, MoveStyle::Native);
            fact.at(GridCell::new(cell.x(), cell.y()), place)
        };
        let fact = at(fact, cell);
        let fact = self.forbidden.into_iter().fold(fact, at);
        self.moves.into_iter().fold(fact, Fact::number)
    }
}

type Finding = (FactKind, Cell, Found);

/// A position as the player to move sees it.
struct Sight {
    board: PatternBoard,
    player: usize,
    /// The only points that stop the enemy's five, where he threatens one.
    blocks: Option<Vec<Cell>>,
}

impl Sight {
    fn of(pos: &Position) -> Sight {
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
    fn is_free(&self, cell: Cell) -> bool {
        self.blocks.as_ref().is_none_or(|blocks| blocks.contains(&cell))
            && is_allowed(&self.board, cell, self.player)
    }

    fn five(&self) -> Option<Cell> {
        self.board.first_of(self.player, PointClass::Five)
    }

    /// A point for a four that cannot be stopped, the wanted one first.
    fn straight_four(&self, wanted: Option<Cell>) -> Option<Cell> {
        let points = self.board.points_of(self.player, PointClass::StraightFour);
        let mut points: Vec<Cell> = points.filter(|&cell| self.is_free(cell)).collect();
        points.sort_by_key(|&cell| Some(cell) != wanted);
        points.first().copied()
    }

    /// Moves in which the player wins by continuous fours.
    fn fours(&mut self) -> Option<u32> {
        let mut effort = Effort::of(FOURS_EFFORT);
        let plies = Vcf::new().attack(&mut self.board, self.player, 0, &mut effort)?;
        u32::try_from(plies / 2 + 1).ok()
    }

    /// The first move of such a win, the wanted one where it is one.
    fn first_four(&mut self, wanted: Option<Cell>) -> Option<Cell> {
        let mut moves = Vec::from_iter(wanted.filter(|&cell| is_four(&self.board, cell, self.player)));
        fours(&self.board, self.player, true, &mut moves);
        moves.retain(|&cell| self.is_free(cell));
        moves.into_iter().find(|&cell| self.wins_by(cell))
    }

    /// Does the four on this point win by continuous fours?
    fn wins_by(&mut self, cell: Cell) -> bool {
        self.board.make(cell, self.player);
        let mut effort = Effort::of(FOURS_EFFORT);
        let plies = Vcf::new().defend(&mut self.board, self.player, 0, &mut effort);
        self.board.unmake(cell, self.player);
        plies.is_some()
    }

    /// The point where the enemy would have to stop the four on this cell, if it is forbidden to him.
    fn forbidden_block(&mut self, cell: Cell) -> Option<Cell> {
        self.board.make(cell, self.player);
        let five = self.five().filter(|&five| !is_allowed(&self.board, five, 1 - self.player));
        let is_met = self.board.count(1 - self.player, PointClass::Five) > 0;
        self.board.unmake(cell, self.player);
        five.filter(|_| !is_met)
    }

    /// What the player can do after the enemy's move, that he could not after the better one.
    fn allowed(&mut self, reply: Option<Cell>, better: Option<&mut Sight>) -> Option<Finding> {
        let plain = |kind, cell| Some((kind, cell, Found::default()));
        let mut better = better;
        if let Some(five) = self.five() {
            let is_new = better.is_none_or(|other| other.five().is_none());
            return if is_new { plain(FactKind::LeavesFive, five) } else { None };
        }
        let is_lost = |other: &mut Sight| other.five().is_some() || other.fours().is_some();
        if let Some(moves) = self.fours() {
            if better.as_deref_mut().is_some_and(is_lost) {
                return None;
            }
            if let Some(four) = self.straight_four(reply) {
                return plain(self.name(four, FactKind::AllowsOpenFour, FactKind::AllowsDoubleFour), four);
            }
            let four = self.first_four(reply)?;
            return match self.forbidden_block(four) {
                Some(block) => {
                    let found = Found { forbidden: Some(block), ..Found::default() };
                    Some((FactKind::AllowsForbidden, four, found))
                }
                None => Some((FactKind::AllowsFours, four, Found { moves: Some(moves), ..Found::default() })),
            };
        }
        let reply = reply.filter(|&cell| self.is_free(cell))?;
        let class = self.board.class(reply, self.player);
        let could = |other: &mut Sight| {
            other.is_free(reply) && strength(other.board.class(reply, other.player)) >= strength(class)
        };
        if better.is_some_and(could) {
            return None;
        }
        let kind = match class {
            PointClass::FourThree => FactKind::AllowsFourThree,
            PointClass::TwoThrees => FactKind::AllowsTwoThrees,
            PointClass::Three | PointClass::ThreePlus => FactKind::AllowsOpenThree,
            _ => return None,
        };
        plain(kind, reply)
    }

    /// What the player could have done instead of the move.
    fn missed(&mut self, played: Cell, best: Cell) -> Option<Finding> {
        let plain = |kind, cell| Some((kind, cell, Found::default()));
        let played_class = self.board.class(played, self.player);
        if let Some(five) = self.five() {
            let is_missed = played_class != PointClass::Five;
            return if is_missed { plain(FactKind::MissesFive, five) } else { None };
        }
        if let Some(moves) = self.fours() {
            let still_wins =
                self.is_free(played) && is_four(&self.board, played, self.player) && self.wins_by(played);
            if still_wins || played_class == PointClass::StraightFour {
                return None;
            }
            if let Some(four) = self.straight_four(Some(best)) {
                return plain(self.name(four, FactKind::MissesOpenFour, FactKind::MissesDoubleFour), four);
            }
            let four = self.first_four(Some(best))?;
            return Some((FactKind::MissesFours, four, Found { moves: Some(moves), ..Found::default() }));
        }
        let class = self.board.class(best, self.player);
        if !self.is_free(best) || strength(played_class) >= strength(class) {
            return None;
        }
        match class {
            PointClass::FourThree => plain(FactKind::MissesFourThree, best),
            PointClass::TwoThrees => plain(FactKind::MissesTwoThrees, best),
            _ => None,
        }
    }

    /// A straight four has two names: open at both ends, or two fours at once.
    fn name(&self, cell: Cell, open: FactKind, double: FactKind) -> FactKind {
        let patterns = self.board.patterns(cell, self.player);
        let is_open = (0..4).any(|dir| patterns.get(dir) == LinePattern::StraightFour);
        if is_open { open } else { double }
    }
}

/// Does a stone here make a four, and no five?
fn is_four(board: &PatternBoard, cell: Cell, player: usize) -> bool {
    (PointClass::Four..=PointClass::FourThree).contains(&board.class(cell, player))
}

/// Classes that are the same threat are equal; points that are forbidden are none.
fn strength(class: PointClass) -> usize {
    match class {
        PointClass::Three | PointClass::ThreePlus => 1,
        PointClass::TwoThrees => 2,
        PointClass::Four | PointClass::FourPlus => 3,
        PointClass::FourThree => 4,
        PointClass::StraightFour => 5,
        PointClass::Five => 6,
        _ => 0,
    }
}
