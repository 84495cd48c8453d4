//! The position after a move, and the conversion of values and windows.
//!
//! Values count plies, so one step further on they are one ply nearer to the end, and they are the opponent's.

use crate::contract::{Outcome, Position as _, Score, Window};
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;

/// The result of a move.
pub(super) enum After<B: BoardWord> {
    /// The game ends with this value for the player who moved.
    Over(Score),
    /// The game continues from this position.
    On(Position<B>),
}

pub(super) fn after<B: BoardWord>(pos: &Position<B>, mv: Move) -> After<B> {
    let mover = pos.player_to_move();
    let mut next = *pos;
    next.make(mv);
    match outcome(&next) {
        None => After::On(next),
        Some(Outcome::Draw) => After::Over(Score::DRAW),
        Some(Outcome::Win(winner)) if winner == mover => After::Over(Score::win_in(1)),
        Some(Outcome::Win(_)) => After::Over(Score::loss_in(1)),
    }
}

/// The result, if the game has ended.
pub(super) fn outcome<B: BoardWord>(pos: &Position<B>) -> Option<Outcome> {
    pos.outcome().or_else(|| (pos.count_moves() == 0).then(|| pos.no_moves_outcome()))
}

/// The value after a move for the opponent, given that of the move.
pub(super) fn after_move(value: Score) -> Score {
    -value.to_table(1)
}

/// The value of a move, given that of the position after it for the opponent.
pub(super) fn before_move(value: Score) -> Score {
    (-value).from_table(1)
}

/// The window of the position after a move, given that of the move.
pub(super) fn window_after_move(window: Window) -> Window {
    Window::new(after_move(window.beta), after_move(window.alpha))
}
