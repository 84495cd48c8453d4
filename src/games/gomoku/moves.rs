//! Moves: a stone on an empty cell, and which cells are legal.

use super::forbidden::{Foul, foul};
use super::geometry::{Cell, cells};
use super::lines::EMPTY;
use super::position::Position;
use crate::contract::Position as _;

/// One stone on an empty cell.
pub type Move = Cell;

impl Position {
    /// Is the player to move bound by the fouls of renju?
    #[inline]
    pub(super) fn has_fouls(&self) -> bool {
        self.rule().lines()[self.player_to_move().index()].fouls
    }

    /// The foul that the player to move would commit on an empty cell; `None` for all but Black in renju.
    pub fn foul(&self, cell: Cell) -> Option<Foul> {
        if self.has_fouls() { foul(self.lines(), self.tables, cell) } else { None }
    }

    /// The cells where a stone of the player to move is legal while the game goes on, row by row.
    pub(super) fn legal_cells(&self) -> impl Iterator<Item = Cell> {
        cells(self.size()).filter(|&c| self.lines().get(c) == EMPTY && self.foul(c).is_none())
    }
}
