//! Move prediction, fast enough for play-outs.
//!
//! The player who plans continues with the move of the largest immediate gain, because the first own moves are searched
//! anyway. Others are assumed to look at their next move as well: of the moves that gain most they choose the one that
//! gains most together with part of the best gain after it, if nobody else moves. Similar moves are chosen at random.
//!
//! The rearmost pieces come first, since they have the longest ways; a piece that could not gain enough even at the tip
//! of the target camp is skipped.

use super::geometry::Hole;
use super::hole_set::HoleSet;
use super::hops::{Lines, destinations};
use super::moves::Move;
use super::params::{LIKELY_NEXT, LIKELY_NOISE, LIKELY_WIDTH};
use super::position::Position;
use super::seat::MAX_PIECES;
use super::standing::Table;
use crate::contract::Position as _;
use crate::random::mix;
use arrayvec::ArrayVec;

/// Shortfall of a move, in hundredths, that is worth log-odds of 1.
const EVIDENCE_SCALE: f32 = 60.0;
/// Maximum log-odds of a single move.
const MAX_EVIDENCE: f32 = 1.5;

/// The best moves with their ranks, best first.
type Best<const COUNT: usize> = ArrayVec<(i32, Move), COUNT>;

/// The move that gains most at once by these values; the pass if no piece can move.
pub fn largest_gain(pos: &Position, values: &Table, chance: u64) -> Move {
    best_moves::<1>(pos, values, chance).first().map_or(Move::PASS, |&(_, mv)| mv)
}

/// The move that gains most by these values together with [`LIKELY_NEXT`] hundredths of the best gain after it; the pass if
/// no piece can move.
pub fn largest_gain_of_two(pos: &Position, values: &Table, chance: u64) -> Move {
    let mut lines = pos.lines.clone();
    let (mut best, mut most) = (Move::PASS, i32::MIN);
    for (rank, mv) in best_moves::<LIKELY_WIDTH>(pos, values, chance) {
        let rank = rank + next_gain(pos, values, &mut lines, mv);
        if rank > most {
            (best, most) = (mv, rank);
        }
    }
    best
}

/// Log-odds that a move of the player to move was chosen by the gains of two moves, not by its own gain: the shortfall
/// of the move by either measure is evidence against it.
pub fn look_ahead_evidence(pos: &Position, values: &Table, mv: Move) -> f32 {
    if mv.is_pass() {
        return 0.0;
    }
    let mut lines = pos.lines.clone();
    let values_of_seat = &values[pos.seat(pos.player_to_move()).index()];
    let gain = |mv: Move| values_of_seat[mv.to.index()] - values_of_seat[mv.from.index()];
    let mut of_two = |mv: Move| gain(mv) + next_gain(pos, values, &mut lines, mv);
    let (played, played_of_two) = (gain(mv), of_two(mv));
    let (mut short, mut short_of_two) = (0, 0);
    for (_, best) in best_moves::<LIKELY_WIDTH>(pos, values, 0) {
        short = short.max(gain(best) - played);
        short_of_two = short_of_two.max(of_two(best) - played_of_two);
    }
    ((short - short_of_two) as f32 / EVIDENCE_SCALE).clamp(-MAX_EVIDENCE, MAX_EVIDENCE)
}

/// The weighted best gain after a move; `lines` are those of the position.
fn next_gain(pos: &Position, values: &Table, lines: &mut Lines, mv: Move) -> i32 {
    let player = pos.player_to_move();
    let moved = mv.from.set() | mv.to.set();
    let values = &values[pos.seat(player).index()];
    [mv.from, mv.to].into_iter().for_each(|hole| lines.toggle(hole));
    let next = best_gain(pos, values, lines, pos.occupied() ^ moved, pos.pieces(player) ^ moved);
    [mv.from, mv.to].into_iter().for_each(|hole| lines.toggle(hole));
    next * LIKELY_NEXT / 100
}

/// The moves of the player to move that gain most, including noise.
fn best_moves<const COUNT: usize>(pos: &Position, values: &Table, chance: u64) -> Best<COUNT> {
    let player = pos.player_to_move();
    let (values, mut lines) = (&values[pos.seat(player).index()], pos.lines.clone());
    let mut best = Best::new();
    // What a move has to surpass.
    let mut least = i32::MIN;
    for (value, from) in rearmost_first(values, pos.pieces(player)) {
        // No hole is worth more than 0.
        if least >= LIKELY_NOISE - value {
            break;
        }
        for to in pos.destinations_of(&mut lines, from) {
            let gain = values[to.index()] - value;
            if gain + LIKELY_NOISE <= least {
                continue;
            }
            let mv = Move { from, to };
            let rank = gain + noise(pos, mv, chance);
            if rank > least {
                least = insert(&mut best, rank, mv);
            }
        }
    }
    best
}

/// Inserts a move by rank, and drops the last one if there are too many. Returns the rank that others must exceed.
fn insert<const COUNT: usize>(best: &mut Best<COUNT>, rank: i32, mv: Move) -> i32 {
    if best.is_full() {
        best.pop();
    }
    let place = best.partition_point(|&(other, _)| other >= rank);
    best.insert(place, (rank, mv));
    if best.is_full() { best[COUNT - 1].0 } else { i32::MIN }
}

/// The largest gain of a move of this army, 0 or more; `lines` and `occupied` are the whole board.
fn best_gain(
    pos: &Position,
    values: &[i32; 128],
    lines: &mut Lines,
    occupied: HoleSet,
    army: HoleSet,
) -> i32 {
    let resting = pos.resting(pos.player_to_move());
    let mut most = 0;
    for (value, from) in rearmost_first(values, army) {
        if most >= -value {
            break;
        }
        for to in destinations(pos.table, lines, occupied, from) & resting {
            most = most.max(values[to.index()] - value);
        }
    }
    most
}

/// Random noise in the gain of a move, from 0 to [`LIKELY_NOISE`].
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
    use super::super::seat::Seat;
    use super::super::standing::{NEARNESS, VALUES};
    use super::*;
    use std::cmp::Reverse;

    /// Calls `visit` with the positions of games of three, four and six, and with the numbers of their plies.
    fn each_position(mut visit: impl FnMut(&Position, u64)) {
        for players in [3, 4, 6] {
            let mut pos = Position::start(Rules { players, ..Rules::DEFAULT });
            for ply in 0..40 * players as u64 {
                visit(&pos, ply);
                // Now and then any move, so that armies are not all alike.
                let moves = moves_of(&pos);
                let likely = largest_gain(&pos, &NEARNESS, ply);
                pos.make(if ply % 3 == 0 { moves[ply as usize * 7 % moves.len()] } else { likely });
                if pos.outcome().is_some() {
                    break;
                }
            }
        }
    }

    fn moves_of(pos: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        moves
    }

    /// The gain of a move for a player, computed slowly.
    fn gain(values: &Table, seat: Seat, mv: Move) -> i32 {
        if mv.is_pass() {
            0
        } else {
            values[seat.index()][mv.to.index()] - values[seat.index()][mv.from.index()]
        }
    }

    #[test]
    fn of_all_moves_none_gains_more_with_its_noise() {
        each_position(|pos, ply| {
            let values = if ply % 2 == 0 { &VALUES } else { &NEARNESS };
            let rank = |mv: Move| gain(values, pos.seat(pos.player_to_move()), mv) + noise(pos, mv, ply);
            let likely = largest_gain(pos, values, ply);
            let moves = moves_of(pos);
            assert!(moves.contains(&likely), "ply {ply}");
            assert_eq!(moves.iter().map(|&mv| rank(mv)).max(), Some(rank(likely)), "ply {ply}");
        });
    }

    #[test]
    fn of_the_best_moves_none_gains_more_with_the_next_one() {
        each_position(|pos, ply| {
            let (player, seat) = (pos.player_to_move(), pos.seat(pos.player_to_move()));
            let rank = |mv: Move| gain(&NEARNESS, seat, mv) + noise(pos, mv, ply);
            let of_two = |&mv: &Move| {
                let mut after = Position::empty(*pos.rules(), pos.seats());
                for other in pos.players() {
                    let moved = if other == player { mv.from.set() | mv.to.set() } else { HoleSet::EMPTY };
                    (pos.pieces(other) ^ moved).into_iter().for_each(|hole| after.toggle(other, hole));
                }
                after.finish(player);
                let next = moves_of(&after).into_iter().map(|next| gain(&NEARNESS, seat, next)).max();
                rank(mv) + next.unwrap_or(0).max(0) * LIKELY_NEXT / 100
            };
            let mut moves = moves_of(pos);
            moves.sort_by_key(|&mv| Reverse(rank(mv)));
            // Moves of the same rank share the last place.
            let last = rank(moves[moves.len().min(LIKELY_WIDTH) - 1]);
            let likely = largest_gain_of_two(pos, &NEARNESS, ply);
            assert!(moves.contains(&likely) && rank(likely) >= last, "ply {ply}");
            let most = moves.iter().filter(|&&mv| rank(mv) > last).map(of_two).max();
            assert!(most.is_none_or(|most| of_two(&likely) >= most), "ply {ply}");
        });
    }

    /// A game of three in which the first player is greedy, the second looks ahead and the third moves at random.
    #[test]
    fn moves_tell_who_looks_ahead() {
        let mut pos = Position::start(Rules { players: 3, ..Rules::DEFAULT });
        let mut told = [0.0; 3];
        for ply in 0..24u64 {
            let (moves, chance) = (moves_of(&pos), mix(ply));
            let mv = match ply % 3 {
                0 => largest_gain(&pos, &NEARNESS, chance),
                1 => largest_gain_of_two(&pos, &NEARNESS, chance),
                _ => moves[chance as usize % moves.len()],
            };
            told[pos.player_to_move().index()] += look_ahead_evidence(&pos, &NEARNESS, mv);
            pos.make(mv);
        }
        let [greedy, ahead, any] = told.map(|log_odds: f32| 1.0 / (1.0 + (-log_odds).exp()));
        assert!(greedy < 0.1 && ahead > 0.8, "{greedy} {ahead} {any}");
    }
}
