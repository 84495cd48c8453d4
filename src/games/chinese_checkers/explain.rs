//! The evaluation term by term, for users.

use super::eval::{Evaluator, inside, is_race};
use super::position::Position;
use crate::contract::{EvalTerm, Evaluator as _, Player, Position as _};

/// The value of each player's army.
pub(super) fn terms(evaluator: &mut Evaluator, pos: &Position) -> Vec<EvalTerm> {
    evaluator.begin(pos);
    let term = |player| {
        let value = evaluator.army_value(pos, player);
        EvalTerm::new(format!("army of {}", pos.seat(player).letter()), value)
    };
    pos.players().map(term).collect()
}

/// One line a player, the value for the player to move last.
pub(super) fn explain(evaluator: &mut Evaluator, pos: &Position) -> String {
    evaluator.begin(pos);
    let mut text = String::new();
    for player in pos.players() {
        let seat = pos.seat(player);
        let moves_to_go = moves_to_go(evaluator, pos, player);
        text += &format!(
            "{}: holes {}, value {}, {} in the target camp, {}{}\n",
            seat.letter(),
            evaluator.armies[player.index()].holes,
            evaluator.army_value(pos, player),
            inside(pos, player),
            if pos.is_out(player) { "out of the game" } else { "on the way" },
            moves_to_go,
        );
    }
    if is_race(pos) {
        text += "race: the armies have passed each other\n";
    }
    let me = pos.seat(pos.player_to_move()).letter();
    text + &format!("value for {me} to move: {}", evaluator.evaluate(pos).0)
}

/// Number of moves home, for a player without contact.
fn moves_to_go(evaluator: &mut Evaluator, pos: &Position, player: Player) -> String {
    let count = evaluator.moves_to_finish(pos, player);
    count.map_or_else(String::new, |count| {
        let bound = if count.is_exact { "" } else { "at most " };
        format!(", {bound}{} moves to go", count.moves)
    })
}
