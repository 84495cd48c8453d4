//! The board as front-ends draw it.

use super::geometry::{Cell, cells};
use super::pattern_board::PatternBoard;
use super::points::PointClass;
use super::position::{Move, Position};
use crate::contract::{
    Board, Face, GridCell, Labels, Mark, MovePath, MoveStyle, Notation, Outcome, Player, Point,
    Position as _, Surface,
};

/// Stones of the shortest line that wins.
const FIVE: usize = 5;

pub(super) fn board(pos: &Position) -> Board {
    let size = pos.size();
    let over = pos.outcome().is_some();
    Board::from_cells(size, size, false, |at| {
        let cell = Cell::new(usize::from(at.x), usize::from(at.y));
        match pos.stone(cell) {
            Some(owner) => Point::Taken { owner, king: false },
            None if !over && pos.foul(cell).is_some() => Point::Forbidden,
            None => Point::Empty,
        }
    })
}

/// Letters from the left, numbers from below.
pub(super) fn face(pos: &Position) -> Face {
    let letters = ('a'..).take(pos.size()).map(String::from);
    let numbers = (1..=pos.size()).rev().map(|row| row.to_string());
    Face {
        surface: Surface::Crossings,
        labels: Labels::Edges { columns: letters.collect(), rows: numbers.collect() },
        falls: false,
        seats: Vec::new(),
    }
}

pub(super) fn move_path(pos: &Position, mv: Move) -> MovePath {
    let cells: Vec<GridCell> =
        (mv != Cell::PASS).then(|| GridCell::new(mv.x(), mv.y())).into_iter().collect();
    MovePath { text: pos.move_text(mv, MoveStyle::Native), route: cells.clone(), cells, captured: Vec::new() }
}

/// The lines of the winner that the rules count, such as a five that is not closed at both ends.
pub(super) fn winning_lines(pos: &Position) -> Vec<Vec<GridCell>> {
    let Some(Outcome::Win(winner)) = pos.outcome() else { return Vec::new() };
    let (board, rule) = (board(pos), pos.rule().lines()[winner.index()]);
    // The cell behind the last of these two.
    let behind = |before: GridCell, last: GridCell| {
        last.moved((last.x as i8 - before.x as i8, last.y as i8 - before.y as i8))
    };
    let is_closed = |cell| matches!(board.at(cell), Point::Taken { owner, .. } if owner != winner);
    let mut lines = board.lines_of(winner, FIVE);
    lines.retain(|line| {
        let ends = [behind(line[1], line[0]), behind(line[line.len() - 2], line[line.len() - 1])];
        rule.wins(line.len(), ends.map(is_closed))
    });
    lines
}

/// The points where a stone makes five, a straight four or a winning fork.
pub(super) fn threats(pos: &Position) -> Vec<Mark> {
    let points = PatternBoard::new(pos);
    let label = |class| match class {
        PointClass::Five => Some("5"),
        PointClass::StraightFour => Some("S4"),
        PointClass::FourThree => Some("43"),
        PointClass::Four | PointClass::FourPlus => Some("4"),
        PointClass::TwoThrees => Some("33"),
        _ => None,
    };
    let marks = [Player::FIRST, Player::SECOND].into_iter().flat_map(|player| {
        let points = &points;
        cells(pos.size()).filter_map(move |cell| {
            let label = label(points.class(cell, player.index()))?;
            Some(Mark { cell: GridCell::new(cell.x(), cell.y()), player, label })
        })
    });
    marks.collect()
}
