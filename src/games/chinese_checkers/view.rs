//! The star as front-ends draw it: a grid of 17 by 17 with slanting columns.

use super::geometry::Hole;
use super::moves::Move;
use super::position::Position;
use crate::contract::{Board, Face, GridCell, Labels, MovePath, MoveStyle, Notation, Point, Surface};

/// Columns and rows of the grid.
const SIDE: usize = 17;
/// Columns of names, one for each half of a hole's width.
const HALF_COLUMNS: usize = 25;
/// Column and row of the centre.
const CENTRE: i8 = 8;

/// A row of holes is a row of the grid; each row up is shifted by half a hole, so that columns slant.
pub(super) fn grid_cell(hole: Hole) -> GridCell {
    let (q, r) = hole.cube();
    GridCell::new((q + r + CENTRE) as usize, (CENTRE - r) as usize)
}

fn hole_at(cell: GridCell) -> Option<Hole> {
    let r = CENTRE - cell.y as i8;
    Hole::at(cell.x as i8 - CENTRE - r, r)
}

pub(super) fn board(pos: &Position) -> Board {
    Board::from_cells(SIDE, SIDE, true, |cell| match hole_at(cell) {
        None => Point::Outside,
        Some(hole) => pos.owner(hole).map_or(Point::Empty, |owner| Point::Taken { owner, king: false }),
    })
}

/// Letters of the rows from below, numbers of the half-columns: each hole lies between those of the rows above and
/// below.
pub(super) fn face(pos: &Position) -> Face {
    let numbers = (1..=HALF_COLUMNS).map(|column| column.to_string());
    let letters = ('a'..).take(SIDE).map(String::from).collect::<Vec<_>>().into_iter().rev();
    Face {
        surface: Surface::Holes,
        labels: Labels::Edges { columns: numbers.collect(), rows: letters.collect() },
        falls: false,
        // Seats are counted clockwise from the south.
        seats: pos.seats().iter().map(|seat| seat.index() as u16 * 60).collect(),
    }
}

pub(super) fn move_path(pos: &Position, mv: Move) -> MovePath {
    let ends = if mv.is_pass() { Vec::new() } else { vec![grid_cell(mv.from), grid_cell(mv.to)] };
    MovePath {
        text: pos.move_text(mv, MoveStyle::Native),
        cells: ends,
        route: pos.route(mv).into_iter().map(grid_cell).collect(),
        captured: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::*;

    #[test]
    fn every_hole_has_a_cell_of_its_own_and_neighbours_stay_neighbours() {
        let board = board(&Position::start(Rules::DEFAULT));
        let places = board.points.iter().filter(|&&point| point != Point::Outside).count();
        assert_eq!(places, 121);
        let centre = hole_at(GridCell::new(8, 8)).expect("the centre");
        for (x, y) in [(7, 8), (9, 8), (8, 7), (8, 9), (9, 7), (7, 9)] {
            let neighbour = hole_at(GridCell::new(x, y)).expect("a hole beside the centre");
            assert_eq!(grid_cell(neighbour), GridCell::new(x, y));
            assert_eq!(centre.distance(neighbour), 1, "{x} {y}");
        }
    }
}
