//! The board as front-ends draw it.

use super::moves::Move;
use super::position::Position;
use super::tactics::Threats;
use super::word::BoardWord;
use crate::contract::{
    Board, Face, GridCell, Labels, Mark, MovePath, MoveStyle, Notation, Player, Point, Position as _, Surface,
};

/// The cell with this index, seen with the top row first.
pub(super) fn grid_cell<B: BoardWord>(pos: &Position<B>, index: u32) -> GridCell {
    let geometry = pos.geometry();
    GridCell::new(geometry.column(index) as usize, (geometry.height() - 1 - geometry.row(index)) as usize)
}

pub(super) fn board<B: BoardWord>(pos: &Position<B>) -> Board {
    let geometry = pos.geometry();
    let stones = pos.stones();
    Board::from_cells(geometry.width() as usize, geometry.height() as usize, false, |cell| {
        let row = geometry.height() - 1 - u32::from(cell.y);
        let bit = B::cell(geometry.index(u32::from(cell.x), row));
        let owner = stones.iter().position(|set| set.meets(bit));
        owner.map_or(Point::Empty, |player| Point::Taken { owner: Player::new(player), king: false })
    })
}

/// Numbers of the columns, which are the moves.
pub(super) fn face<B: BoardWord>(pos: &Position<B>) -> Face {
    let numbers = (1..=pos.geometry().width()).map(|column| column.to_string());
    Face {
        surface: Surface::Holes,
        labels: Labels::Edges { columns: numbers.collect(), rows: Vec::new() },
        falls: true,
        seats: Vec::new(),
    }
}

pub(super) fn move_path<B: BoardWord>(pos: &Position<B>, mv: Move) -> MovePath {
    let cells = vec![grid_cell(pos, mv.cell())];
    MovePath { text: pos.move_text(mv, MoveStyle::Native), route: cells.clone(), cells, captured: Vec::new() }
}

/// The lines of four or more of the player who moved last.
pub(super) fn winning_lines<B: BoardWord>(pos: &Position<B>) -> Vec<Vec<GridCell>> {
    if pos.is_won() { board(pos).lines_of(pos.player_to_move().other(), 4) } else { Vec::new() }
}

/// The empty cells that would complete a line, whether they can be reached yet or not.
pub(super) fn threats<B: BoardWord>(pos: &Position<B>) -> Vec<Mark> {
    let Threats { mine, theirs } = Threats::of(pos);
    let mover = pos.player_to_move();
    let marks = [(mine, mover), (theirs, mover.other())].into_iter().flat_map(|(cells, player)| {
        cells.cells().map(move |index| Mark { cell: grid_cell(pos, index), player, label: "4" })
    });
    marks.collect()
}
