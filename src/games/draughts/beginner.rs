//! How a beginner sees draughts: by the number of pieces. Captures of several pieces and backward captures are easily
//! overlooked.

use super::any_position::AnyPosition;
use super::colour::Colour;
use super::geometry::{Geometry, squares};
use super::kernel::Kernel;
use super::moves::Move;
use super::position::Position;
use crate::contract::{Attention, Beginner, Player, Sight};
use crate::random::mix;

/// A beginner at this game.
pub struct PieceCounter;

/// Values, in hundredths of a man.
const MAN: i32 = 100;
const KING: i32 = 300;
/// Value of each row that a man has advanced.
const ROW: i32 = 3;

/// How easily a capture of one piece is overlooked; the other constants add to it.
const HIDDEN: i32 = 45;
const HIDDEN_PER_PIECE: i32 = 20;
const HIDDEN_BACKWARDS: i32 = 25;
const HIDDEN_KING: i32 = 15;

/// Rows from the own side of the board, for White from the bottom.
fn row(geometry: &Geometry, square: u8, colour: Colour) -> i32 {
    let from_top = geometry.row_and_file(square).0 as i32;
    if colour == Colour::White { geometry.side as i32 - 1 - from_top } else { from_top }
}

fn army(pos: &AnyPosition, colour: Colour) -> i32 {
    let (kings, men) = (pos.pieces(colour) & pos.kings(), pos.pieces(colour) & !pos.kings());
    let rows: i32 = squares(men).map(|square| row(pos.geometry(), square, colour)).sum();
    KING * kings.count_ones() as i32 + MAN * men.count_ones() as i32 + ROW * rows
}

impl<K: Kernel> Beginner<Position<K>> for PieceCounter {
    /// Only captures are seen.
    fn sight(&self, pos: &Position<K>, mv: Move) -> Option<Sight> {
        if !mv.is_capture() {
            return None;
        }
        let colour = pos.turn();
        let is_king = pos.kings() >> mv.from & 1 == 1;
        let mut hidden = HIDDEN + HIDDEN_PER_PIECE * (mv.captured.count_ones() as i32 - 1);
        if is_king {
            hidden += HIDDEN_KING;
        } else if row(pos.geometry(), mv.to, colour) <= row(pos.geometry(), mv.from, colour) {
            hidden += HIDDEN_BACKWARDS;
        }
        Some(Sight { what: mix(mv.captured ^ mix(mv.from_to() as u64)) as u32, hidden })
    }

    fn value(&self, pos: &Position<K>, player: Player, _attention: &Attention) -> i32 {
        let lead = army(pos, Colour::White) - army(pos, Colour::Black);
        if player == pos.player(Colour::White) { lead } else { -lead }
    }

    fn is_unsettled(&self, pos: &Position<K>) -> bool {
        pos.must_capture()
    }
}
