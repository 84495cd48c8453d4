//! The evaluation taken apart, for people.

use std::fmt::Write;

use super::eval::Evaluator;
use super::geometry::cells;
use super::points::PointClass;
use super::position::Position;
use super::weights::PARTS;
use crate::contract::{Evaluator as _, Player, Position as _};

/// One line a class of points: how many of it the player to move and the enemy have, and what they are worth.
pub(super) fn explain(evaluator: &mut Evaluator, pos: &Position) -> String {
    evaluator.begin(pos);
    let player = pos.player_to_move().index();
    let own = if pos.player_to_move() == Player::FIRST { "first player" } else { "second player" };
    let mut text = format!("seen by the {own}, to move\n{:<18} {:>16} {:>16}\n", "points", "own", "enemy");
    for class in &PointClass::ALL[..PointClass::Taken as usize] {
        let [own, enemy] = [player, 1 - player].map(|of| {
            let (count, value) = points(evaluator, of, *class, of == player);
            format!("{count} = {}", hundredths(value))
        });
        let name = format!("{class:?}");
        let _ = writeln!(text, "{name:<18} {own:>16} {enemy:>16}");
    }
    let _ = writeln!(
        text,
        "threats, numbers of points and the move: {}",
        hundredths(evaluator.in_phase(evaluator.threat_value(player)))
    );
    let _ = write!(text, "total: {}", evaluator.value(player));
    text
}

/// How many points of this class a player has, and their value in [`PARTS`].
fn points(evaluator: &Evaluator, player: usize, class: PointClass, to_move: bool) -> (usize, i32) {
    let board = evaluator.board();
    let values = cells(board.size()).filter(|&cell| board.class(cell, player) == class).map(|cell| {
        let value = board.weights().point(player, board.patterns(cell, player).pattern_code());
        evaluator.in_phase(value[usize::from(!to_move)].map(i32::from))
    });
    values.fold((0, 0), |(count, sum), value| (count + 1, sum + value))
}

/// A value in [`PARTS`] as text, in hundredths.
fn hundredths(value: i32) -> String {
    format!("{:.1}", f64::from(value) / f64::from(PARTS))
}
