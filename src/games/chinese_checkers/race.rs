//! The race: once the armies have passed each other, nobody can help or hinder the other, and what counts is
//! how many moves each needs and whose turn it is.
//!
//! The moves of a lone army are counted by a beam search: all states after n moves, the best `width` of them
//! kept by [`super::piece_square`]. The count is an upper bound of the true one (a real way home was found); wide
//! beams find the shortest way (27 moves from the start with adjacent hops need a width of about 20,000, the
//! last ten moves a few dozen). Results are kept in a small table, together with those of every
//! army on the way found, so that a game follows that way to its end.
//!
//! Nothing here knows the other army: the caller makes sure that it is out of the way.

use super::hole_set::HoleSet;
use super::hops::{HopTable, Lines, destinations};
use super::piece_square;
use super::rules::Rules;
use super::seat::Seat;

/// Ways longer than this are not followed.
const MAX_MOVES: usize = 40;
/// A move that loses more than this is not worth following, in hundredths of a step.
const MAX_LOSS: i32 = 2 * piece_square::STEP;
/// Remembered armies: 2^16 of 32 bytes.
const TABLE_ENTRIES: usize = 1 << 16;

/// A remembered army: with beams up to `width` it needs `moves`.
#[derive(Clone, Copy, Default)]
struct Entry {
    army: u128,
    width: u16,
    moves: u8,
    seat: u8,
}

/// A state of the beam: where the army stands, its value, and the state it came from.
#[derive(Clone, Copy)]
struct Node {
    army: HoleSet,
    value: i32,
    parent: u32,
}

/// Counts the moves a lone army needs. One belongs to each thread.
pub struct RaceSolver {
    table: &'static HopTable,
    rules: Rules,
    memory: Vec<Entry>,
    /// The states kept, by number of moves.
    levels: Vec<Vec<Node>>,
}

impl RaceSolver {
    /// A solver for these rules; its memory is allocated at first use.
    pub fn new(rules: &Rules) -> RaceSolver {
        RaceSolver { table: HopTable::of(rules.hops), rules: *rules, memory: Vec::new(), levels: Vec::new() }
    }

    /// Moves that the army needs until all of it stands in the target camp, found with a beam of `width`.
    /// `visit` is called for each state expanded; when it returns false, or no way was found, the result
    /// is `None`.
    pub fn moves_to_go(
        &mut self,
        seat: Seat,
        army: HoleSet,
        width: u16,
        visit: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        if (army & !seat.target()).is_empty() {
            return Some(0);
        }
        if self.memory.is_empty() {
            self.memory = vec![Entry::default(); TABLE_ENTRIES];
        }
        let known = self.memory[slot(seat, army)];
        if known.army == army.0 && usize::from(known.seat) == seat.index() && known.width >= width {
            return Some(i32::from(known.moves));
        }
        let moves = self.search(seat, army, width, visit)?;
        Some(moves as i32)
    }

    /// The beam search. Remembers the way found.
    fn search(
        &mut self,
        seat: Seat,
        army: HoleSet,
        width: u16,
        visit: &mut dyn FnMut() -> bool,
    ) -> Option<usize> {
        let first = Node {
            army,
            value: army.into_iter().map(|hole| piece_square::race_value(seat, hole)).sum(),
            parent: 0,
        };
        self.levels.clear();
        self.levels.push(vec![first]);
        while self.levels.len() <= MAX_MOVES {
            let mut next = Vec::new();
            let last = self.levels.last().expect("the first level is there");
            for (parent, node) in last.iter().enumerate() {
                if !visit() {
                    return None;
                }
                self.expand(seat, node, parent as u32, &mut next);
                if let Some(goal) = next.last().filter(|node| (node.army & !seat.target()).is_empty()) {
                    let goal = *goal;
                    return Some(self.remember_way(seat, goal, width));
                }
            }
            keep_best(&mut next, usize::from(width));
            if next.is_empty() {
                return None;
            }
            self.levels.push(next);
        }
        None
    }

    /// Appends the states one move after `node`; if one of them is at home, it is the last appended.
    fn expand(&self, seat: Seat, node: &Node, parent: u32, next: &mut Vec<Node>) {
        let mut lines = Lines::empty();
        for hole in node.army {
            lines.toggle(hole);
        }
        let resting = self.rules.resting_holes(seat);
        for from in node.army {
            for to in destinations(self.table, &mut lines, node.army, from) & resting {
                let gain = piece_square::race_value(seat, to) - piece_square::race_value(seat, from);
                if gain < -MAX_LOSS {
                    continue;
                }
                let army = node.army ^ from.set() ^ to.set();
                next.push(Node { army, value: node.value + gain, parent });
                if (army & !seat.target()).is_empty() {
                    return;
                }
            }
        }
    }

    /// Writes every army on the way to `goal` into the memory; returns the length of the way.
    fn remember_way(&mut self, seat: Seat, goal: Node, width: u16) -> usize {
        let total = self.levels.len();
        let mut parent = goal.parent;
        for (made, level) in self.levels.iter().enumerate().rev() {
            let node = level[parent as usize];
            let moves = (total - made) as u8;
            let entry = Entry { army: node.army.0, width, moves, seat: seat.index() as u8 };
            self.memory[slot(seat, node.army)] = entry;
            parent = node.parent;
        }
        total
    }
}

/// Keeps the `width` most valuable states, each army once, in an order that depends on nothing else.
fn keep_best(nodes: &mut Vec<Node>, width: usize) {
    let rank = |node: &Node| (std::cmp::Reverse(node.value), node.army.0, node.parent);
    // The best are cut out before sorting; doubles among them are fewer than this leaves room for.
    let enough = 4 * width;
    if nodes.len() > enough {
        nodes.select_nth_unstable_by_key(enough, rank);
        nodes.truncate(enough);
    }
    nodes.sort_unstable_by_key(rank);
    nodes.dedup_by_key(|node| node.army);
    nodes.truncate(width);
}

/// Index of an army in the memory.
fn slot(seat: Seat, army: HoleSet) -> usize {
    let halves = (army.0 as u64) ^ ((army.0 >> 64) as u64).rotate_left(29) ^ seat.index() as u64;
    (halves.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize & (TABLE_ENTRIES - 1)
}

/// Width of the beam for a node with this depth left: the deeper, the wider.
pub fn beam_width(depth: i32) -> u16 {
    1 << (1 + depth / 2).clamp(2, 9)
}

/// Have two armies that sit opposite each other passed, every piece of one above every piece of the other?
pub fn have_passed(seat: Seat, army: HoleSet, opposite_army: HoleSet) -> bool {
    piece_square::rearmost(seat, army) + piece_square::rearmost(seat.opposite(), opposite_army) > 16
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Hole;
    use super::super::rules::Hops;
    use super::*;

    fn army(names: &str) -> HoleSet {
        names
            .split_whitespace()
            .map(|name| Hole::from_name(name).expect(name).set())
            .fold(HoleSet::EMPTY, |all, hole| all | hole)
    }

    fn solver(hops: Hops) -> RaceSolver {
        RaceSolver::new(&Rules { hops, ..Rules::DEFAULT })
    }

    #[test]
    fn an_army_at_home_needs_no_move() {
        let seat = Seat::ALL[0];
        assert_eq!(solver(Hops::Both).moves_to_go(seat, seat.target(), 1, &mut || true), Some(0));
    }

    #[test]
    fn one_step_is_one_move() {
        let seat = Seat::ALL[0];
        let almost = army("m11 n12 n14 n16 o11 o13 o15 p12 p14 q13");
        assert_eq!(solver(Hops::Adjacent).moves_to_go(seat, almost, 1, &mut || true), Some(1));
    }

    #[test]
    fn a_lone_army_gets_home_from_the_start() {
        // The shortest ways known are 27 and 20 moves; a narrow beam is a little longer.
        for (hops, shortest) in [(Hops::Adjacent, 27), (Hops::Both, 20)] {
            for seat in Seat::ALL {
                let found = solver(hops).moves_to_go(seat, seat.home(), 300, &mut || true).expect("a way");
                assert!((shortest..=shortest + 5).contains(&found), "{hops:?} {seat:?}: {found}");
            }
        }
    }

    #[test]
    fn the_way_found_is_remembered() {
        let seat = Seat::ALL[0];
        let mut solver = solver(Hops::Both);
        let start = army("i13 j14 k13 l12 l14 m11 m13 k15 j12 k11");
        let first = solver.moves_to_go(seat, start, 50, &mut || true).expect("a way");
        assert_eq!(solver.moves_to_go(seat, start, 50, &mut || false), Some(first));
    }

    #[test]
    fn a_stopped_count_has_no_answer() {
        let seat = Seat::ALL[0];
        assert_eq!(solver(Hops::Both).moves_to_go(seat, seat.home(), 50, &mut || false), None);
    }
}
