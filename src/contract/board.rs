//! What drawing a board or saving a game needs to know of it. These are plain values, the same for all games, so that
//! no protocol or file format asks which game it has.
//!
//! Every board is a grid, seen with the first row at the top. A star of holes is a grid too, with missing corners and
//! six neighbours per cell: see [`Board::hexagonal`].

use crate::contract::Player;

/// A cell of the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GridCell {
    /// Column from the left, from 0.
    pub x: u8,
    /// Row from the top, from 0.
    pub y: u8,
}

impl GridCell {
    /// The cell in this column and row.
    pub const fn new(x: usize, y: usize) -> GridCell {
        GridCell { x: x as u8, y: y as u8 }
    }

    /// The cell this many columns to the right and rows further down; off every board beyond the left and the top edge.
    pub const fn moved(self, (right, down): (i8, i8)) -> GridCell {
        GridCell { x: self.x.wrapping_add_signed(right), y: self.y.wrapping_add_signed(down) }
    }
}

/// What a cell of the grid is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Not a place of the game: a light square of draughts, a corner outside the star.
    Outside,
    /// Nothing stands there.
    Empty,
    /// Nothing stands there, and the player to move may not play there because of a foul.
    Forbidden,
    /// A piece.
    Taken {
        /// Whose piece.
        owner: Player,
        /// Is it a king?
        king: bool,
    },
}

impl Point {
    /// The owner of the piece that stands there, and whether it is a king.
    pub const fn piece(self) -> Option<(Player, bool)> {
        match self {
            Point::Taken { owner, king } => Some((owner, king)),
            _ => None,
        }
    }
}

/// A board with its pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Columns, 1 to 22.
    pub width: usize,
    /// Rows, 1 to 22.
    pub height: usize,
    /// Does a cell also border on the cells above right and below left, for six neighbours instead of eight or four?
    /// (The neighbours of (x, y) are (x±1, y), (x, y±1), (x+1, y-1) and (x-1, y+1).)
    pub hexagonal: bool,
    /// `width * height` points, row by row from the top.
    pub points: Vec<Point>,
}

impl Board {
    /// A board whose points come from a function of the cell.
    pub fn from_cells(
        width: usize,
        height: usize,
        hexagonal: bool,
        point: impl Fn(GridCell) -> Point,
    ) -> Board {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| GridCell::new(x, y)));
        Board { width, height, hexagonal, points: cells.map(point).collect() }
    }

    /// The rows from the top with slashes between them, a letter for each piece and a number for each run of empty
    /// cells, as position strings have them; places that are [`Point::Outside`] are passed over.
    pub fn rows_text(&self, letter: impl Fn(Player) -> char) -> String {
        let row_text = |row: &[Point]| {
            let mut text = String::new();
            let mut empty = 0;
            for &point in row.iter().filter(|&&point| point != Point::Outside) {
                let Point::Taken { owner, .. } = point else {
                    empty += 1;
                    continue;
                };
                push_run(&mut text, &mut empty);
                text.push(letter(owner));
            }
            push_run(&mut text, &mut empty);
            text
        };
        self.points.chunks(self.width).map(row_text).collect::<Vec<_>>().join("/")
    }

    /// The point at a cell; [`Point::Outside`] beyond the edge.
    pub fn at(&self, cell: GridCell) -> Point {
        let (x, y) = (usize::from(cell.x), usize::from(cell.y));
        if x < self.width && y < self.height { self.points[y * self.width + x] } else { Point::Outside }
    }

    /// Number of the pieces of a player.
    pub fn pieces_of(&self, player: Player) -> usize {
        self.points.iter().filter(|point| point.piece().is_some_and(|(owner, _)| owner == player)).count()
    }

    /// The unbroken lines of one player's pieces along rows, columns and both diagonals, each from end to end, if they
    /// have `shortest` cells or more, at least 2.
    pub fn lines_of(&self, player: Player, shortest: usize) -> Vec<Vec<GridCell>> {
        let is_theirs = |cell| matches!(self.at(cell), Point::Taken { owner, .. } if owner == player);
        let mut lines = Vec::new();
        for (first, _) in self.cells().filter(|&(cell, _)| is_theirs(cell)) {
            for step in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if is_theirs(first.moved((-step.0, -step.1))) {
                    continue;
                }
                let line = std::iter::successors(Some(first), |cell| Some(cell.moved(step)));
                let line: Vec<GridCell> = line.take_while(|&cell| is_theirs(cell)).collect();
                if line.len() >= shortest {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// Every cell with its point, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = (GridCell, Point)> {
        let cell = |index| GridCell::new(index % self.width, index / self.width);
        self.points.iter().enumerate().map(move |(index, &point)| (cell(index), point))
    }
}

/// Writes the number of empty cells, if there are any, and counts from 0 again.
fn push_run(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

/// What the places of a board are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Squares; those that are [`Point::Outside`] are light, or missing.
    Squares,
    /// Crossings of lines.
    Crossings,
    /// Holes: in a frame, or in a star if the board is hexagonal.
    Holes,
}

impl Surface {
    /// `squares`, `crossings` or `holes`.
    pub const fn name(self) -> &'static str {
        match self {
            Surface::Squares => "squares",
            Surface::Crossings => "crossings",
            Surface::Holes => "holes",
        }
    }
}

/// The names of the places as printed on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Labels {
    /// At the edges, evenly from the first place to the last; empty if moves do not need them.
    Edges {
        /// From the left.
        columns: Vec<String>,
        /// From the top.
        rows: Vec<String>,
    },
    /// At each cell, in the order of [`Board::points`]; empty outside.
    Cells(Vec<String>),
}

/// What is printed on a board, independent of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// What the places are.
    pub surface: Surface,
    /// Their names.
    pub labels: Labels,
    /// Does a stone fall to the lowest free cell of its column, so that each cell of the column means the same move?
    pub falls: bool,
    /// The seat of each player, in degrees clockwise from the bottom of the board; empty if no side is anybody's.
    pub seats: Vec<u16>,
}

/// A move as a sequence of clicks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MovePath {
    /// The move in native style.
    pub text: String,
    /// For a stone: its cell. For a piece: its start, the stops on its way if they distinguish this move from another
    /// with the same ends, and its end. For a pass: nothing.
    pub cells: Vec<GridCell>,
    /// Every visited cell in order. For a stone: its cell. For a piece: its start, each stop, and its end; if several
    /// ways make the same move, one of the shortest. For a pass: nothing.
    pub route: Vec<GridCell>,
    /// The cells of the pieces that are taken, in the order in which the route passes them.
    pub captured: Vec<GridCell>,
}

/// Something to see on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where.
    pub cell: GridCell,
    /// The player it is good for.
    pub player: Player,
    /// What it is, at most three letters: `5`, `4`, `x`.
    pub label: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_in_four_directions_and_are_as_long_as_they_can_be() {
        let text = ["11.1", "1.1.", "11.2", "1222"];
        let board = Board::from_cells(4, 4, false, |cell| {
            match text[usize::from(cell.y)].as_bytes()[usize::from(cell.x)] {
                b'.' => Point::Empty,
                digit => Point::Taken { owner: Player::new(usize::from(digit - b'1')), king: false },
            }
        });
        let lines = |player, shortest| -> Vec<Vec<(u8, u8)>> {
            let lines = board.lines_of(player, shortest).into_iter();
            lines.map(|line| line.into_iter().map(|cell| (cell.x, cell.y)).collect()).collect()
        };
        let column = vec![(0, 0), (0, 1), (0, 2), (0, 3)];
        let diagonal = vec![(0, 3), (1, 2), (2, 1), (3, 0)];
        assert_eq!(lines(Player::FIRST, 3), [column, diagonal]);
        assert_eq!(lines(Player::SECOND, 3), [[(1, 3), (2, 3), (3, 3)]]);
    }
}
