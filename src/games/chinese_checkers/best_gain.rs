//! The best single move of a player, fast enough for every leaf.
//!
//! A hop can be hopped back, so the empty holes fall into groups within which everything can be reached by
//! hops. Each group is searched once for all pieces of both players, and a piece can reach the groups it
//! lands in with its first hop. The result is approximate: the piece that moves is not lifted, so it
//! blocks a few of its own chains and is hopped over by itself in a few others. For an evaluation that is
//! good enough, and two to three times faster than generating the moves.

use super::geometry::{HOLES, Hole, NOWHERE};
use super::hole_set::{HoleSet, NEIGHBOURS};
use super::piece_square;
use super::position::Position;
use super::rules::Rules;
use super::seat::{SEATS, Seat};

/// Mark of a hole that no group has claimed.
const UNKNOWN: u8 = 255;
/// The group of "no hole": nothing can be reached there.
const NO_GROUP: u8 = 0;
/// Value of a hole that cannot be reached, or not be rested in.
const UNREACHABLE: i32 = i32::MIN / 2;
/// A step gains less than this: with a better hop in hand steps are not looked at.
const BEST_STEP: i32 = 200;

/// Groups of empty holes connected by hops, found as they are needed.
pub struct BestGains {
    /// Value of resting in each hole, by seat.
    goals: [[i32; 128]; SEATS],
    /// Group of each hole, counted from 1.
    group: [u8; 128],
    /// Value of the best hole of each group for the two seats in question.
    best: [[i32; 2]; 128],
    /// Groups found, [`NO_GROUP`] included.
    groups: usize,
    seats: [Seat; 2],
}

impl BestGains {
    /// For games with these rules.
    pub fn new(rules: &Rules) -> BestGains {
        let goals = Seat::ALL.map(|seat| {
            let mut goals = [UNREACHABLE; 128];
            for hole in rules.resting_holes(seat) {
                goals[hole.index()] = piece_square::value(seat, hole);
            }
            goals
        });
        let best = [[UNREACHABLE; 2]; 128];
        BestGains { goals, group: [UNKNOWN; 128], best, groups: 1, seats: [Seat::ALL[0]; 2] }
    }

    /// Forgets the last position; the next questions are about these seats.
    #[inline]
    pub fn begin(&mut self, seats: [Seat; 2]) {
        self.group = [UNKNOWN; 128];
        self.group[usize::from(NOWHERE)] = NO_GROUP;
        self.groups = 1;
        self.seats = seats;
    }

    /// What the best move of the player on seat number `side` gains, 0 or more.
    #[inline]
    pub fn best_gain(&mut self, pos: &Position, pieces: HoleSet, side: usize) -> i32 {
        let seat = self.seats[side];
        let mut best = 0;
        for from in pieces {
            let mut end = UNREACHABLE;
            for landing in pos.first_landings(from) {
                let mut group = self.group[usize::from(landing & 127)];
                if group == UNKNOWN {
                    group = self.explore(pos, landing);
                }
                end = end.max(self.best[usize::from(group & 127)][side]);
            }
            best = best.max(end - piece_square::value(seat, from));
        }
        if best < BEST_STEP { best.max(self.best_step(pos, pieces, side)) } else { best }
    }

    /// Finds all holes connected with this one.
    fn explore(&mut self, pos: &Position, first: u8) -> u8 {
        let group = self.groups as u8;
        self.groups += 1;
        let [goals, other_goals] = self.seats.map(|seat| &self.goals[seat.index()]);
        let mut best = [UNREACHABLE; 2];
        let mut waiting = [0u8; 128];
        waiting[0] = first;
        self.group[usize::from(first & 127)] = group;
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let hole = Hole(waiting[count & 127]);
            best = [best[0].max(goals[hole.index()]), best[1].max(other_goals[hole.index()])];
            for landing in pos.first_landings(hole) {
                let known = &mut self.group[usize::from(landing & 127)];
                waiting[count & 127] = landing;
                count += usize::from(*known == UNKNOWN);
                *known = if *known == UNKNOWN { group } else { *known };
            }
        }
        self.best[usize::from(group & 127)] = best;
        group
    }

    fn best_step(&self, pos: &Position, pieces: HoleSet, side: usize) -> i32 {
        let seat = self.seats[side];
        let goals = &self.goals[seat.index()];
        let free = !pos.occupied();
        let mut best = 0;
        for from in pieces {
            let start = piece_square::value(seat, from);
            for to in NEIGHBOURS[from.index()] & free {
                best = best.max(goals[to.index()] - start);
            }
        }
        best
    }
}

const _: () = assert!(HOLES < 128 && UNKNOWN as usize > HOLES, "every hole may be a group of its own");

#[cfg(test)]
mod tests {
    use super::super::ChineseCheckers;
    use super::*;
    use crate::contract::{Game, Player, Position as _};

    /// Best gain by generating all moves.
    fn exact(pos: &Position) -> i32 {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        let seat = pos.seat(pos.player_to_move());
        let gain = |from, to| piece_square::value(seat, to) - piece_square::value(seat, from);
        moves.iter().map(|mv| gain(mv.from, mv.to)).max().unwrap_or(0).max(0)
    }

    #[test]
    fn the_best_gain_is_that_of_the_generated_moves_nearly_always() {
        let (mut same, mut all) = (0, 0);
        for players in [2, 6] {
            let game = ChineseCheckers::new(Rules { players, ..Rules::DEFAULT });
            let mut best_gains = BestGains::new(game.rules());
            for number in 0..20 {
                let mut pos = game.start_position();
                for ply in 0..60 {
                    let mut moves = Vec::new();
                    pos.generate(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    pos.make(moves[(ply * ply * 7 + number * 13) % moves.len()]);
                    let me = pos.player_to_move();
                    best_gains.begin([pos.seat(me), pos.seat(Player::FIRST)]);
                    let found = best_gains.best_gain(&pos, pos.pieces(me), 0);
                    same += usize::from(found == exact(&pos));
                    all += 1;
                }
            }
        }
        assert!(all > 2000 && same * 10 > all * 8, "{same} of {all}");
    }
}
