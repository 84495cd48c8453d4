//! The evaluation taken apart, for people.

use std::fmt::Write;

use super::eval::Evaluator;
use super::geometry::cells;
use super::line_pattern::LinePattern;
use super::params::{CLASS_VALUE, LINE_VALUE};
use super::points::PointClass;
use super::position::Position;
use crate::contract::{Evaluator as _, Player, Position as _};

/// One line a term: how many points of the player to move and of the enemy hold it, and what that is worth.
pub(super) fn explain(evaluator: &mut Evaluator, pos: &Position) -> String {
    evaluator.begin(pos);
    let player = pos.player_to_move().index();
    let own = if pos.player_to_move() == Player::FIRST { "first player" } else { "second player" };
    let mut text = format!("seen by the {own}, to move\n{:<18} {:>16} {:>16}\n", "term", "own", "enemy");
    let mut term = |name: String, counts: [i32; 2], worth: [i16; 2]| {
        let [own, enemy] =
            [0, 1].map(|i| format!("{}x{}={}", counts[i], worth[i], counts[i] * i32::from(worth[i])));
        let _ = writeln!(text, "{name:<18} {own:>16} {enemy:>16}");
    };
    let roles = [player, 1 - player];
    for pattern in LinePattern::ALL {
        let counts = roles.map(|p| line_count(evaluator, p, pattern));
        let worth = [0, 1].map(|role| LINE_VALUE[role][pattern as usize]);
        term(format!("line {pattern:?}"), counts, worth);
    }
    for class in &PointClass::ALL[..PointClass::Taken as usize] {
        let counts = roles.map(|p| evaluator.board().count(p, *class) as i32);
        let worth = [0, 1].map(|role| CLASS_VALUE[role][*class as usize]);
        term(format!("point {class:?}"), counts, worth);
    }
    let _ = writeln!(text, "threats and the move: {}", evaluator.threat_value(player));
    let _ = write!(text, "total: {}", evaluator.value(player));
    text
}

/// Lines of this pattern through empty points, for `player`.
fn line_count(evaluator: &Evaluator, player: usize, pattern: LinePattern) -> i32 {
    let board = evaluator.board();
    let empty = cells(board.size()).filter(|&c| board.class(c, player) != PointClass::Taken);
    empty.map(|c| (0..4).filter(|&dir| board.patterns(c, player).get(dir) == pattern).count() as i32).sum()
}
