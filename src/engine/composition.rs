//! Checks whether a composed board is one of the game.

use crate::contract::{Board, EngineError, Player, Point};

/// Checks a board against one of the game: its size, the places where pieces stand, and the players.
///
/// # Errors
/// One line that names what does not fit.
pub(super) fn fits(given: &Board, own: &Board, to_move: Player, players: usize) -> Result<(), EngineError> {
    let size = |board: &Board| (board.width, board.height, board.points.len());
    if size(given) != size(own) {
        let why = format!(
            "a board of {} by {} cells: expected {} by {}",
            given.width, given.height, own.width, own.height
        );
        return Err(EngineError(why));
    }
    if to_move.index() >= players {
        return Err(EngineError(format!("player {} to move: expected 1 to {players}", to_move.index() + 1)));
    }
    for ((cell, wanted), (_, place)) in given.cells().zip(own.cells()) {
        if let Some((owner, _)) = wanted.piece()
            && (place == Point::Outside || owner.index() >= players)
        {
            let why = format!("a piece of player {} at [{},{}]", owner.index() + 1, cell.x, cell.y);
            return Err(EngineError(why + ": the board has no such place, or the game no such player"));
        }
    }
    Ok(())
}
