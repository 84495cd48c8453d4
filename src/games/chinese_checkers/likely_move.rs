//! The move that a player is likely to make, fast enough for play-outs.
//!
//! It is the one that brings the player farthest by given values of pieces, with chance deciding between moves that look
//! alike. The rearmost pieces are looked at first, for theirs are the long ways; a piece that could not gain as much even if it
//! came to the tip of the target camp is not looked at.

use super::geometry::Hole;
use super::hole_set::HoleSet;
use super::moves::Move;
use super::params::LIKELY_NOISE;
use super::position::Position;
use super::seat::MAX_PIECES;
use super::standing::Table;
use crate::contract::Position as _;
use crate::random::mix;

/// The likely move of a player to move who goes by these values; the pass where no piece can move.
pub fn likely_move(pos: &Position, values: &Table, chance: u64) -> Move {
    let player = pos.player_to_move();
    let (values, mut lines) = (&values[pos.seat(player).index()], pos.lines.clone());
    let (mut best, mut most) = (Move::PASS, i32::MIN);
    for (value, from) in rearmost_first(values, pos.pieces(player)) {
        // No hole is worth more than 0.
        if most >= LIKELY_NOISE - value {
            break;
        }
        for to in pos.destinations_of(&mut lines, from) {
            let gain = values[to.index()] - value;
            if gain + LIKELY_NOISE > most {
                let mv = Move { from, to };
                let rank = gain + noise(pos, mv, chance);
                if rank > most {
                    (best, most) = (mv, rank);
                }
            }
        }
    }
    best
}

/// What chance adds to the gain of a move, from 0 to [`LIKELY_NOISE`].
fn noise(pos: &Position, mv: Move, chance: u64) -> i32 {
    mix(chance ^ u64::from(pos.move_code(mv))) as i32 & LIKELY_NOISE
}

/// The pieces of an army, those of the least value first, with their values.
fn rearmost_first(values: &[i32; 128], army: HoleSet) -> impl Iterator<Item = (i32, Hole)> {
    let mut pieces = [(i32::MAX, Hole(0)); MAX_PIECES];
    for (place, hole) in pieces.iter_mut().zip(army) {
        *place = (values[hole.index()], hole);
    }
    pieces.sort_unstable_by_key(|&(value, hole)| (value, hole.0));
    pieces.into_iter().take(army.len())
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::super::standing::{NEARNESS, VALUES};
    use super::*;

    #[test]
    fn of_all_moves_a_likely_one_gains_most_with_its_noise() {
        for players in [3, 4, 6] {
            let mut pos = Position::start(Rules { players, ..Rules::DEFAULT });
            for ply in 0..40 * players as u64 {
                let table = if ply % 2 == 0 { &VALUES } else { &NEARNESS };
                let values = &table[pos.seat(pos.player_to_move()).index()];
                let rank = |mv: Move| values[mv.to.index()] - values[mv.from.index()] + noise(&pos, mv, ply);
                let mut moves = Vec::new();
                pos.generate(&mut moves);
                let likely = likely_move(&pos, table, ply);
                assert!(moves.contains(&likely), "{players} players, ply {ply}");
                assert_eq!(moves.iter().map(|&mv| rank(mv)).max(), Some(rank(likely)), "ply {ply}");
                // Now and then another move, so that armies are not all alike.
                let mv = if ply % 3 == 0 { moves[ply as usize * 7 % moves.len()] } else { likely };
                pos.make(mv);
                if pos.outcome().is_some() {
                    break;
                }
            }
        }
    }
}
