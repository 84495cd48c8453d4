//! The walk through a strategy: from the start of the game, the replies of the loser from the left, each position or
//! its mirror image once. The order determines the position of each answer, so that a book needs no keys.

use super::table::Table;
use super::{Answer, Strategy};
use crate::games::connect_four::book::key::Shape;
use crate::games::connect_four::book::line::column_char;
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::word::BoardWord;

/// The answer of the position with this key (that of its mirror image if the flag is set), as for the board.
pub type Ask<'a> = &'a mut dyn FnMut(u128, bool) -> Result<Answer, String>;

/// The state of a walk.
struct Walk<'a, B> {
    geometry: &'a Geometry<B>,
    shape: Shape,
    strategy: Strategy,
    room: usize,
    /// Columns from the start of the game to here.
    moves: Vec<u32>,
    ask: Ask<'a>,
}

/// Walks the strategy of the first or the second player, at most `room` answers.
///
/// # Errors
/// The line of play that is not won, and why.
pub fn walk<B: BoardWord>(
    geometry: &Geometry<B>,
    first: bool,
    room: usize,
    ask: Ask<'_>,
) -> Result<Strategy, String> {
    let shape = Shape::of(geometry);
    let strategy = Strategy { shape, first, codes: Vec::new(), table: Table::new(room), max_stones: 0 };
    let mut walk = Walk { geometry, shape, strategy, room, moves: Vec::new(), ask };
    let walked = if first { walk.answer(B::EMPTY, B::EMPTY) } else { walk.all_replies(B::EMPTY, B::EMPTY) };
    match walked {
        Ok(()) => Ok(walk.strategy),
        Err(error) => Err(format!("'{}': {error}", walk.line())),
    }
}

impl<B: BoardWord> Walk<'_, B> {
    /// The moves so far.
    fn line(&self) -> String {
        self.moves.iter().map(|&column| column_char(self.shape.width, column)).collect()
    }

    /// The loser is to move: every reply is answered.
    fn all_replies(&mut self, winner: B, occupied: B) -> Result<(), String> {
        let landing = self.geometry.landing_cells(occupied);
        if landing.is_empty() {
            return Err("the board is full, and nobody has won".to_string());
        }
        let wins = landing & self.geometry.completing_cells(winner ^ occupied);
        for cell in landing.cells() {
            self.moves.push(self.geometry.column(cell));
            if wins.meets(B::cell(cell)) {
                return Err("the other player has won".to_string());
            }
            self.answer(winner, occupied | B::cell(cell))?;
            self.moves.pop();
        }
        Ok(())
    }

    /// The winner is to move.
    fn answer(&mut self, winner: B, occupied: B) -> Result<(), String> {
        let landing = self.geometry.landing_cells(occupied);
        if landing.is_empty() {
            return Err("the board is full, and nobody has won".to_string());
        }
        if landing.meets(self.geometry.completing_cells(winner)) {
            return Ok(());
        }
        let (key, is_image) = self.shape.canonical(self.shape.key(winner, occupied));
        if self.strategy.table.find(key).is_some() {
            return Ok(());
        }
        let answer = (self.ask)(key, is_image)?;
        let cell = match answer {
            Answer::Leaf => B::EMPTY,
            Answer::Plays(column) => self.landing_in(landing, column.into())?,
        };
        if self.strategy.codes.len() == self.room {
            return Err("more answers than there are positions".to_string());
        }
        self.strategy.codes.push(answer.code());
        self.strategy.table.insert(key, answer.mirrored(is_image, self.shape.width));
        self.strategy.max_stones = self.strategy.max_stones.max(occupied.count());
        if let Answer::Plays(column) = answer {
            self.moves.push(column.into());
            self.all_replies(winner | cell, occupied | cell)?;
            self.moves.pop();
        }
        Ok(())
    }

    /// The one of these cells on which a stone lands in a column.
    fn landing_in(&self, landing: B, column: u32) -> Result<B, String> {
        let board = column < self.shape.width;
        let cell = if board { landing & self.geometry.column_cells(column) } else { B::EMPTY };
        if cell.is_empty() { Err(format!("column {} has no room", column + 1)) } else { Ok(cell) }
    }
}
