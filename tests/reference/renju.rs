//! The fouls of renju once more, slowly: stones on a plain array, tried out one by one as article 9 of the rules of the
//! Renju International Federation words them.

const SIDE: i32 = 15;
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stone {
    Black,
    White,
}

/// A point, column and row from 0.
pub type Cell = (i32, i32);

/// A board of 15x15.
#[derive(Clone)]
pub struct Board {
    cells: Vec<Option<Stone>>,
}

impl Board {
    pub fn new() -> Board {
        Board { cells: vec![None; (SIDE * SIDE) as usize] }
    }

    pub fn cells() -> impl Iterator<Item = Cell> {
        (0..SIDE * SIDE).map(|index| (index % SIDE, index / SIDE))
    }

    /// What stands on a point; `None` also beyond the edge.
    pub fn get(&self, (x, y): Cell) -> Option<Stone> {
        Self::is_inside((x, y)).then(|| self.cells[(y * SIDE + x) as usize]).flatten()
    }

    pub fn put(&mut self, (x, y): Cell, stone: Stone) {
        self.cells[(y * SIDE + x) as usize] = Some(stone);
    }

    fn is_inside((x, y): Cell) -> bool {
        (0..SIDE).contains(&x) && (0..SIDE).contains(&y)
    }

    fn is_empty(&self, cell: Cell) -> bool {
        Self::is_inside(cell) && self.get(cell).is_none()
    }

    fn with(&self, cell: Cell) -> Board {
        let mut board = self.clone();
        board.put(cell, Stone::Black);
        board
    }

    /// Length of the row of equal stones through a point on which one stands.
    pub fn row(&self, cell: Cell, direction: (i32, i32)) -> i32 {
        let count = |sign: i32| {
            let next = |step: &i32| (cell.0 + sign * step * direction.0, cell.1 + sign * step * direction.1);
            (1..).take_while(|step| self.get(next(step)) == self.get(cell)).count() as i32
        };
        1 + count(1) + count(-1)
    }

    /// The longest row through a point.
    pub fn longest_row(&self, cell: Cell) -> i32 {
        DIRECTIONS.iter().map(|&direction| self.row(cell, direction)).max().unwrap_or(0)
    }

    /// Does a row of exactly five go through this point?
    pub fn is_five(&self, cell: Cell) -> bool {
        DIRECTIONS.iter().any(|&direction| self.row(cell, direction) == 5)
    }

    /// Points of one line through a black stone on which another one makes exactly five with it.
    fn fives_along(&self, cell: Cell, direction: (i32, i32)) -> Vec<Cell> {
        let points = (-4..=4).map(|step| (cell.0 + step * direction.0, cell.1 + step * direction.1));
        let makes_five = |&point: &Cell| {
            self.is_empty(point) && {
                let next = self.with(point);
                next.row(point, direction) == 5 && next.is_joined(cell, point, direction)
            }
        };
        points.filter(makes_five).collect()
    }

    /// Are all points from one to the other black?
    fn is_joined(&self, one: Cell, other: Cell, (dx, dy): (i32, i32)) -> bool {
        let steps = (other.0 - one.0).abs().max((other.1 - one.1).abs());
        let sign = if (other.0 - one.0) * dx + (other.1 - one.1) * dy < 0 { -1 } else { 1 };
        (0..=steps)
            .all(|step| self.get((one.0 + sign * step * dx, one.1 + sign * step * dy)) == Some(Stone::Black))
    }

    /// Four stones without a gap which either of two points makes five.
    fn is_straight_four(&self, cell: Cell, direction: (i32, i32)) -> bool {
        self.row(cell, direction) == 4 && self.fives_along(cell, direction).len() == 2
    }

    /// Fours through a black stone in one line: a straight four is one, two that share some of their stones are two.
    fn fours_along(&self, cell: Cell, direction: (i32, i32)) -> usize {
        if self.is_straight_four(cell, direction) { 1 } else { self.fives_along(cell, direction).len() }
    }

    /// Can the stone's row along this line become a straight four by a move that is no foul?
    fn is_three(&self, cell: Cell, direction: (i32, i32)) -> bool {
        let points = (-3..=3).map(|step| (cell.0 + step * direction.0, cell.1 + step * direction.1));
        points.filter(|&point| self.is_empty(point)).any(|point| {
            let next = self.with(point);
            next.is_joined(cell, point, direction)
                && next.is_straight_four(point, direction)
                && !next.is_five(point)
                && !self.is_foul(point)
        })
    }

    /// May Black not put a stone on this empty point? One that makes five is always allowed.
    pub fn is_foul(&self, cell: Cell) -> bool {
        let next = self.with(cell);
        if next.is_five(cell) {
            return false;
        }
        if next.longest_row(cell) > 5 {
            return true;
        }
        let fours: usize = DIRECTIONS.iter().map(|&direction| next.fours_along(cell, direction)).sum();
        fours >= 2 || DIRECTIONS.iter().filter(|&&direction| next.is_three(cell, direction)).count() >= 2
    }
}
