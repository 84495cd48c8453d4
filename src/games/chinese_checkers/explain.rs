//! The evaluation taken apart, for people.

use super::eval::{Evaluator, finish, is_race};
use super::position::Position;
use crate::contract::{Evaluator as _, Position as _};

/// One line a player, the value for the player to move last.
pub(super) fn explain(evaluator: &mut Evaluator, pos: &Position) -> String {
    evaluator.begin(pos);
    let mut text = String::new();
    for player in pos.players() {
        let seat = pos.seat(player);
        let state = match finish(pos, player) {
            _ if pos.is_out(player) => "out of the game",
            Some(_) => "finishing",
            None => "on the way",
        };
        let inside = (pos.pieces(player) & seat.target()).len();
        text += &format!(
            "{}: pieces {}, value {}, {inside} in the target camp, {state}\n",
            seat.letter(),
            evaluator.army_values[player.index()],
            evaluator.army_value(pos, player),
        );
    }
    if is_race(pos) {
        text += "race: the armies have passed each other\n";
    }
    let me = pos.seat(pos.player_to_move()).letter();
    text + &format!("value for {me} to move: {}", evaluator.evaluate(pos).0)
}
