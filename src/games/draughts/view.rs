//! The board as front-ends draw it.

use super::any_position::AnyPosition;
use super::colour::Colour;
use super::geometry::{bit, squares};
use super::moves::Move;
use super::rules::Rules;
use crate::contract::{
    Board, Face, GridCell, Labels, Mark, MovePath, MoveStyle, Notation, Point, Position as _, Surface,
};

pub(super) fn board(pos: &AnyPosition) -> Board {
    let side = pos.geometry().side;
    Board::from_cells(side, side, false, |cell| {
        let Some(square) = pos.rules.square_shown(usize::from(cell.y), usize::from(cell.x)) else {
            return Point::Outside;
        };
        let owner = [Colour::White, Colour::Black].into_iter().find(|c| pos.pieces(*c) & bit(square) != 0);
        owner.map_or(Point::Empty, |colour| Point::Taken {
            owner: pos.player(colour),
            king: pos.kings() & bit(square) != 0,
        })
    })
}

/// Numbers on the squares, or letters and numbers at the edges if moves are written with them.
pub(super) fn face(rules: &Rules) -> Face {
    let side = rules.geometry().side;
    let labels = if rules.algebraic {
        let letters = ('a'..).take(side).map(String::from);
        let numbers = (1..=side).rev().map(|row| row.to_string());
        Labels::Edges { columns: letters.collect(), rows: numbers.collect() }
    } else {
        let cells = (0..side).flat_map(|row| (0..side).map(move |file| (row, file)));
        let name = |(row, file)| rules.square_shown(row, file).map(|square| rules.square_text(square));
        Labels::Cells(cells.map(|cell| name(cell).unwrap_or_default()).collect())
    };
    // White is at the bottom, even if Black moves first.
    let seats = if rules.movement.first == Colour::White { vec![0, 180] } else { vec![180, 0] };
    Face { surface: Surface::Squares, labels, falls: false, seats }
}

pub(super) fn move_path(pos: &AnyPosition, mv: Move) -> MovePath {
    let geometry = pos.geometry();
    let cell = |square| pos.rules.cell(square);
    let text = pos.move_text(mv, MoveStyle::Native);
    // The text names the squares between only if two captures share both ends.
    let separators = text.matches(['-', 'x', ':']).count();
    let route = if mv.is_capture() { pos.route(mv) } else { vec![mv.from, mv.to] };
    let taken = route.windows(2).flat_map(|leg| {
        let direction = geometry.direction(leg[0], leg[1]);
        let between = direction.map_or(0, |direction| geometry.between(direction, leg[0], leg[1]));
        squares(between & mv.captured)
    });
    let captured = taken.map(cell).collect();
    let route: Vec<GridCell> = route.into_iter().map(cell).collect();
    let ends = [mv.from, mv.to].map(cell);
    MovePath { cells: if separators > 1 { route.clone() } else { ends.to_vec() }, route, captured, text }
}

/// The pieces that each player could take if it were their turn.
pub(super) fn threats(pos: &AnyPosition) -> Vec<Mark> {
    let marks = [Colour::White, Colour::Black].into_iter().flat_map(|colour| {
        let mut moves = Vec::new();
        pos.seen_by(colour).generate(&mut moves);
        let taken = moves.iter().fold(0, |set, mv| set | mv.captured);
        squares(taken).map(move |square| Mark {
            cell: pos.rules.cell(square),
            player: pos.player(colour),
            label: "x",
        })
    });
    marks.collect()
}
