//! A beginner at gomoku.

use quadriga::contract::Position as _;
use quadriga::games::gomoku::geometry::Cell;
use quadriga::games::gomoku::{Move, Position};

use super::{best, legal};
use crate::common::Random;

/// What a stone is worth that makes a line of 1 to 5 in which nobody else has one, and one that breaks such a line.
const MAKES: [i64; 5] = [1, 10, 100, 1_000, 1_000_000];
const BREAKS: [i64; 5] = [0, 8, 80, 800, 100_000];

/// Makes five, stops fours, and otherwise plays where the lines through a cell are worth most.
pub fn line_values(pos: &Position, random: &mut Random) -> Move {
    let moves = legal(pos);
    best::<Position>(&moves, |mv| value(pos, mv), random)
}

fn value(pos: &Position, mv: Move) -> i64 {
    let size = pos.size() as i32;
    let me = pos.player_to_move();
    let mut value = 0;
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for back in 0..5 {
            let cells =
                (0..5).map(|step| (mv.x() as i32 + (step - back) * dx, mv.y() as i32 + (step - back) * dy));
            let mut counts = [0, 0];
            let mut inside = true;
            for (x, y) in cells {
                if !(0..size).contains(&x) || !(0..size).contains(&y) {
                    inside = false;
                } else if let Some(owner) = pos.stone(Cell::new(x as usize, y as usize)) {
                    counts[usize::from(owner != me)] += 1;
                }
            }
            value += match counts {
                _ if !inside => 0,
                [own, 0] => MAKES[own],
                [0, other] => BREAKS[other],
                _ => 0,
            };
        }
    }
    let centre = |n: usize| i64::from((n as i32 - size / 2).abs());
    100 * value - centre(mv.x()).max(centre(mv.y()))
}
