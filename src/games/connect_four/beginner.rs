//! How a beginner sees Connect Four: rows and columns are noticed more easily than diagonals, and gaps less easily than
//! a line's end.

use super::moves::Move;
use super::position::Position;
use super::word::BoardWord;
use crate::contract::{Attention, Beginner, Player, Position as _, Sight};

/// A beginner at this game.
pub struct LineSeeker;

/// Column, row, the two diagonals: steps, and how easily a line of four is overlooked.
const DIRECTIONS: [((i32, i32), i32); 4] = [((0, 1), 30), ((1, 0), 45), ((1, 1), 85), ((1, -1), 85)];
/// A fourth cell between others is harder to see than one at the end.
const HIDDEN_GAP: i32 = 15;
/// Value of 0 to 3 stones in a line that can still be completed.
const LINE: [i32; 4] = [0, 1, 6, 25];
/// Numbers from here on are lines, below it cells.
const FIRST_LINE: u32 = 128;

/// Stones of one player and of the other, by column and row.
struct Stones<'a, B> {
    pos: &'a Position<B>,
    own: B,
    other: B,
}

impl<B: BoardWord> Stones<'_, B> {
    fn of(pos: &Position<B>, player: Player) -> Stones<'_, B> {
        let to_move = pos.player_to_move() == player;
        let (own, other) = if to_move { (pos.mover(), pos.waiting()) } else { (pos.waiting(), pos.mover()) };
        Stones { pos, own, other }
    }

    /// The cell `steps` steps away, if it is on the board.
    fn cell(&self, (column, row): (i32, i32), (x, y): (i32, i32), steps: i32) -> Option<B> {
        let geometry = self.pos.geometry();
        let (column, row) = (column + x * steps, row + y * steps);
        let is_there =
            (0..geometry.width() as i32).contains(&column) && (0..geometry.height() as i32).contains(&row);
        is_there.then(|| B::cell(geometry.index(column as u32, row as u32)))
    }

    /// Own stones in a row from a cell on, not counting it.
    fn run(&self, at: (i32, i32), (x, y): (i32, i32)) -> i32 {
        (1..4)
            .take_while(|&steps| self.cell(at, (x, y), steps).is_some_and(|cell| cell.meets(self.own)))
            .count() as i32
    }

    /// Own stones in the four cells from this one on; `None` if another's stone or the edge is among them.
    fn in_line(&self, at: (i32, i32), step: (i32, i32)) -> Option<usize> {
        let mut count = 0;
        for steps in 0..4 {
            let cell = self.cell(at, step, steps)?;
            if cell.meets(self.other) {
                return None;
            }
            count += usize::from(cell.meets(self.own));
        }
        Some(count)
    }
}

impl<B: BoardWord> Beginner<Position<B>> for LineSeeker {
    /// A stone that completes four.
    fn sight(&self, pos: &Position<B>, mv: Move) -> Option<Sight> {
        let (column, row) = (pos.geometry().column(mv.cell()), pos.geometry().row(mv.cell()));
        let at = (column as i32, row as i32);
        let stones = Stones::of(pos, pos.player_to_move());
        let hidden = DIRECTIONS.iter().filter_map(|&((x, y), hidden)| {
            let (after, before) = (stones.run(at, (x, y)), stones.run(at, (-x, -y)));
            let gap = if after > 0 && before > 0 { HIDDEN_GAP } else { 0 };
            (after + before >= 3).then_some(hidden + gap)
        });
        Some(Sight { what: mv.cell(), hidden: hidden.min()? })
    }

    /// Lines that can still be completed.
    fn value(&self, pos: &Position<B>, player: Player, attention: &Attention) -> i32 {
        [(player, 1), (player.other(), -1)]
            .into_iter()
            .map(|(player, sign)| sign * lines(pos, player, attention))
            .sum()
    }
}

/// The noticed lines of a player.
fn lines<B: BoardWord>(pos: &Position<B>, player: Player, attention: &Attention) -> i32 {
    let stones = Stones::of(pos, player);
    let mut value = 0;
    for cell in pos.geometry().board().cells() {
        let at = (pos.geometry().column(cell) as i32, pos.geometry().row(cell) as i32);
        for (number, &(step, hidden)) in DIRECTIONS.iter().enumerate() {
            let count = stones.in_line(at, step).filter(|&count| count < 4).unwrap_or(0);
            let sight = Sight { what: FIRST_LINE + 4 * cell + number as u32, hidden };
            if count < 3 || attention.sees(player, sight) {
                value += LINE[count];
            }
        }
    }
    value
}
