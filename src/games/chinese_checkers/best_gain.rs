//! The best single move of a player, fast enough for every leaf.
//!
//! A hop can be hopped back, so the empty holes fall into groups within which everything can be reached by hops. The
//! groups are found once for both players, line by line, from a table of hops by the occupancy of a line; a piece can
//! reach the groups in which its first hop lands. The result is approximate: the piece that moves is not lifted, so it
//! blocks a few of its own chains and is hopped over by itself in a few others. That is good enough for an evaluation,
//! and many times faster than generating the moves.

use super::geometry::{HOLES, NOWHERE};
use super::hole_set::{HoleSet, NEIGHBOURS};
use super::hops::HopList;
use super::position::Position;
use super::rules::Rules;
use super::seat::{SEATS, Seat};
use super::weights::Weights;
use super::zobrist;
use crate::contract::{Player, Position as _};
use crate::search::memory;

/// Value of a hole that cannot be reached, or not be rested in.
const UNREACHABLE: i16 = i16::MIN / 2;
/// Number of positions in the memory, a power of two.
const MEMORY: usize = 1 << 15;
/// Bits of a gain in an entry, which holds the gains of both players below the key.
const GAIN_BITS: usize = 13;
/// The bits of the key there.
const KEY: u64 = u64::MAX << (2 * GAIN_BITS);
/// A gain that is not known yet.
const UNKNOWN: u64 = (1 << GAIN_BITS) - 1;
/// Place of a piece of neither player in a list by players.
const NEITHER: u8 = 2;

/// A value for each of the two players, and for those who are neither.
type Values = [i16; 4];

/// Best gains of two players.
pub struct BestGains {
    weights: &'static Weights,
    /// Value of resting in each hole, by seat.
    goals: [[i16; 128]; SEATS],
    players: [Player; 2],
    seats: [Seat; 2],
    /// The same for the two players.
    goals_of_two: [Values; 128],
    /// Value of standing in each hole.
    starts: [Values; 128],
    /// Gain of the best step from each hole if nothing is in the way.
    free_steps: [Values; 128],
    /// Pairs of empty holes a hop apart.
    links: HopList,
    /// First hops of the pieces.
    first_hops: HopList,
    groups: Groups,
    /// Whose piece stands in each hole.
    owner: [u8; 128],
    /// Gains of the current position by hops, once they are known.
    hops: Option<[i32; 2]>,
    /// Gains of earlier positions, for either player to move: key and gains in one number.
    memory: Box<[u64]>,
}

impl BestGains {
    /// For games with these rules.
    pub fn new(rules: &Rules) -> BestGains {
        let weights = Weights::of(rules.hops);
        let goals = Seat::ALL.map(|seat| {
            let mut goals = [UNREACHABLE; 128];
            for hole in rules.resting_holes(seat) {
                goals[hole.index()] = weights.hole(seat, hole) as i16;
            }
            goals
        });
        BestGains {
            weights,
            goals,
            players: [Player::FIRST; 2],
            seats: [Seat::ALL[0]; 2],
            goals_of_two: [[UNREACHABLE; 4]; 128],
            starts: [[0; 4]; 128],
            free_steps: [[0; 4]; 128],
            links: HopList::new(),
            first_hops: HopList::new(),
            groups: Groups { group: [NOWHERE; 128], best: [[UNREACHABLE; 4]; 128] },
            owner: [NEITHER; 128],
            hops: None,
            memory: vec![0; MEMORY].into_boxed_slice(),
        }
    }

    /// A search begins; gains are for these players from now on.
    pub fn choose(&mut self, pos: &Position, players: [Player; 2]) {
        let seats = players.map(|player| pos.seat(player));
        if seats != self.seats {
            self.memory.fill(0);
        }
        (self.players, self.seats) = (players, seats);
        for (side, player) in players.into_iter().enumerate() {
            let goals = &self.goals[pos.seat(player).index()];
            for hole in HoleSet::ALL {
                self.goals_of_two[hole.index()][side] = goals[hole.index()];
                self.starts[hole.index()][side] = self.weights.hole(pos.seat(player), hole) as i16;
                let best = NEIGHBOURS[hole.index()].into_iter().map(|to| goals[to.index()]).max();
                let start = self.starts[hole.index()][side];
                self.free_steps[hole.index()][side] = best.unwrap_or(UNREACHABLE).saturating_sub(start);
            }
        }
    }

    /// Forgets the last position.
    #[inline]
    pub fn begin(&mut self) {
        self.hops = None;
    }

    /// The place of this position in the table, and its key there.
    #[inline]
    fn place(pos: &Position) -> (usize, u64) {
        let key = pos.key() ^ zobrist::turn(pos.player_to_move());
        (key as usize & (MEMORY - 1), key & KEY)
    }

    /// Prefetches the entry of a position that may be evaluated soon.
    #[inline]
    pub fn prefetch(&self, pos: &Position) {
        memory::prefetch(&self.memory[BestGains::place(pos).0]);
    }

    /// Gain of the best move of the player number `side`, 0 or more.
    #[inline]
    pub fn best_gain(&mut self, pos: &Position, side: usize) -> i32 {
        let (slot, key) = BestGains::place(pos);
        let shift = side * GAIN_BITS;
        let remembered = self.memory[slot];
        let known = if remembered & KEY == key { remembered } else { key | UNKNOWN << GAIN_BITS | UNKNOWN };
        let gain = known >> shift & UNKNOWN;
        if gain != UNKNOWN {
            return gain as i32;
        }
        let by_hops = match self.hops {
            Some(hops) => hops[side],
            None => self.find_hops(pos)[side],
        };
        let gain = self.best_step(pos, side, by_hops.max(0));
        self.memory[slot] = known & !(UNKNOWN << shift) | (gain as u64 & UNKNOWN) << shift;
        gain
    }

    /// Gains of both players by their best hops.
    fn find_hops(&mut self, pos: &Position) -> [i32; 2] {
        pos.list_hops(&mut self.links, &mut self.first_hops);
        let groups = &mut self.groups;
        groups.group = std::array::from_fn(|hole| hole as u8);
        groups.best = self.goals_of_two;
        for (one, other) in self.links.holes() {
            groups.join(one, other);
        }
        let [first, second] = self.players.map(|player| pos.pieces(player));
        self.owner = [NEITHER; 128];
        second.into_iter().for_each(|hole| self.owner[hole.index()] = 1);
        first.into_iter().for_each(|hole| self.owner[hole.index()] = 0);
        let (mut gain_of_first, mut gain_of_second) = (0, 0);
        for (from, to) in self.first_hops.holes() {
            let from = usize::from(from & 127);
            let owner = usize::from(self.owner[from] & 3);
            let group = groups.of(to);
            let gain = i32::from(groups.best[group][owner]) - i32::from(self.starts[from][owner]);
            gain_of_first = gain_of_first.max(if owner == 0 { gain } else { 0 });
            gain_of_second = gain_of_second.max(if owner == 1 { gain } else { 0 });
        }
        let gains = [gain_of_first, gain_of_second];
        self.hops = Some(gains);
        gains
    }

    /// Gain of the best step, or of the best hop if that is better.
    fn best_step(&self, pos: &Position, side: usize, best_hop: i32) -> i32 {
        let free = !pos.occupied();
        let mut best = best_hop;
        for from in pos.pieces(self.players[side]) {
            // After a better hop hardly any steps are examined.
            if i32::from(self.free_steps[from.index()][side]) <= best {
                continue;
            }
            let start = i32::from(self.starts[from.index()][side]);
            for to in NEIGHBOURS[from.index()] & free {
                best = best.max(i32::from(self.goals_of_two[to.index()][side]) - start);
            }
        }
        best
    }
}

/// Holes that can be reached from each other by hops.
struct Groups {
    /// Union-find: the parent of each hole, or the hole itself if it represents its group.
    group: [u8; 128],
    /// Value of the best hole of a group, at its representative.
    best: [Values; 128],
}

impl Groups {
    /// The representative of this hole's group.
    #[inline]
    fn of(&self, hole: u8) -> usize {
        let mut hole = usize::from(hole & 127);
        loop {
            let next = usize::from(self.group[hole] & 127);
            if next == hole {
                return hole;
            }
            hole = next;
        }
    }

    /// Merges the groups of two holes.
    #[inline]
    fn join(&mut self, one: u8, other: u8) {
        let (all, more) = (self.of(one), self.of(other));
        let (values, further) = (self.best[all], self.best[more]);
        self.best[all] = std::array::from_fn(|side| values[side].max(further[side]));
        // The next search from here is a short one.
        for hole in [more, usize::from(one & 127), usize::from(other & 127)] {
            self.group[hole] = all as u8;
        }
    }
}

const _: () = assert!(HOLES < 128, "a hole and what is none fit in seven bits");

#[cfg(test)]
mod tests {
    use super::super::ChineseCheckers;
    use super::*;
    use crate::contract::Game;

    /// Best gain by generating all moves.
    fn exact(pos: &Position) -> i32 {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        let seat = pos.seat(pos.player_to_move());
        let weights = Weights::of(pos.rules().hops);
        let gain = |from, to| weights.hole(seat, to) - weights.hole(seat, from);
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
                    best_gains.choose(&pos, [me, Player::FIRST]);
                    best_gains.begin();
                    same += usize::from(best_gains.best_gain(&pos, 0) == exact(&pos));
                    all += 1;
                }
            }
        }
        assert!(all > 2000 && same * 10 > all * 8, "{same} of {all}");
    }
}
