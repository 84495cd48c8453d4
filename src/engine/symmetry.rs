//! The symmetries of a game's board: positions that differ by one of them are the same position.
//!
//! A symmetry of the grid is one of the game if it leaves the start position as it is. On a board on which stones fall it
//! must keep the columns upright.

use super::generic::Engine;
use crate::contract::{Board, Game, Notation, Point};

/// A symmetry of a grid other than the identity.
#[derive(Clone, Copy, Debug)]
enum Symmetry {
    /// First the diagonal, then the columns, then the rows are exchanged.
    Square { diagonal: bool, columns: bool, rows: bool },
    /// Left and right of a hexagonal board are exchanged.
    Star,
}

/// The symmetries of a game.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    /// For each symmetry and each cell of an image the cell that it comes from; `None` for a corner that has no such cell.
    origins: Vec<Vec<Option<u16>>>,
}

impl Symmetries {
    /// The symmetries of the game that begins with this position.
    pub fn of(start: &impl Notation) -> Symmetries {
        let board = plain(start.board());
        let cells = || (0..board.height).flat_map(|y| (0..board.width).map(move |x| (x, y)));
        let origins = of_grid(&board, start.face().falls).into_iter();
        let origins = origins.map(|symmetry| cells().map(|cell| symmetry.origin(cell, &board)).collect());
        let mut symmetries = Symmetries { origins: origins.collect() };
        symmetries.origins.retain(|origins| image(&board, origins) == board);
        symmetries
    }

    /// The position strings of a position and of its images, without counters of moves. The first is the position's own.
    pub fn texts(&self, pos: &impl Notation) -> Vec<String> {
        let (board, to_move) = (pos.board(), pos.player_to_move());
        let images = self.origins.iter().map(|origins| pos.fen_of(&image(&board, origins), to_move));
        std::iter::once(pos.fen_of(&board, to_move)).chain(images).collect()
    }

    /// The position string of one of them, the same for all positions that are one by symmetry: the one with the least
    /// board, compared point by point.
    pub fn common_text(&self, pos: &impl Notation) -> String {
        let board = pos.board();
        let mut least: Option<&[Option<u16>]> = None;
        for origins in &self.origins {
            let rank_of = |origins: Option<&[Option<u16>]>, cell: usize| match origins {
                None => rank(board.points[cell]),
                Some(origins) => origins[cell].map_or(0, |origin| rank(board.points[usize::from(origin)])),
            };
            let cells = 0..board.points.len();
            if cells
                .map(|cell| rank_of(Some(origins), cell))
                .lt((0..board.points.len()).map(|cell| rank_of(least, cell)))
            {
                least = Some(origins);
            }
        }
        let to_move = pos.player_to_move();
        least.map_or_else(
            || pos.fen_of(&board, to_move),
            |origins| pos.fen_of(&image(&board, origins), to_move),
        )
    }
}

/// The image of a board.
fn image(board: &Board, origins: &[Option<u16>]) -> Board {
    let point = |origin: &Option<u16>| origin.map_or(Point::Outside, |at| board.points[usize::from(at)]);
    Board { points: origins.iter().map(point).collect(), ..*board }
}

/// The order of points; a file of positions depends on it.
fn rank(point: Point) -> usize {
    match point {
        Point::Outside => 0,
        Point::Empty | Point::Forbidden => 1,
        Point::Taken { owner, king } => 2 + 2 * owner.index() + usize::from(king),
    }
}

impl<G: Game> Engine<G> {
    /// See [`super::View::images`].
    pub(super) fn image_texts(&self) -> Vec<String> {
        Symmetries::of(&self.game.start_position()).texts(self.record.current())
    }
}

/// The board without marks for moves that are forbidden.
fn plain(mut board: Board) -> Board {
    let forbidden = board.points.iter_mut().filter(|point| **point == Point::Forbidden);
    forbidden.for_each(|point| *point = Point::Empty);
    board
}

/// The symmetries that a game on this grid may have. `falls`: stones fall to the lowest free cell.
fn of_grid(board: &Board, falls: bool) -> Vec<Symmetry> {
    if board.hexagonal {
        return vec![Symmetry::Star];
    }
    let is_square = board.width == board.height;
    let all = (1..8_u8).map(|bits| (bits & 4 > 0, bits & 1 > 0, bits & 2 > 0));
    all.filter(|&(diagonal, _, rows)| !(falls && (diagonal || rows)) && (is_square || !diagonal))
        .map(|(diagonal, columns, rows)| Symmetry::Square { diagonal, columns, rows })
        .collect()
}

impl Symmetry {
    /// The point whose image is at a cell.
    fn origin(self, (x, y): (usize, usize), board: &Board) -> Option<u16> {
        let Board { width, height, .. } = *board;
        let at = match self {
            Symmetry::Square { diagonal, columns, rows } => {
                let x = if columns { width - 1 - x } else { x };
                let y = if rows { height - 1 - y } else { y };
                if diagonal { x * width + y } else { y * width + x }
            }
            Symmetry::Star => {
                let x = (3 * (width - 1) / 2).checked_sub(x + y).filter(|&x| x < width)?;
                y * width + x
            }
        };
        u16::try_from(at).ok()
    }
}
