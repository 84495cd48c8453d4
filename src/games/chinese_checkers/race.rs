//! The race: once the armies have passed each other, neither can help or hinder the other. Only the turn and the number
//! of moves that each needs count.
//!
//! The last moves are looked up in [`super::finish_table`], those before are found by [`super::beam`]: then the count
//! is an upper bound, the length of a way home. Counts of every army on the way are kept in a small table, so that a
//! game follows that way to its end; a later search for the same army looks only for shorter ones.
//!
//! The other army is not known here: the caller makes sure that it is out of the way.

use super::beam::{Beam, Found};
use super::finish_table::{FinishTable, LAST_ROWS, TRIANGLE};
use super::geometry::Hole;
use super::hole_set::HoleSet;
use super::hops::{HopTable, Lines, destinations};
use super::moves::Move;
use super::rules::Rules;
use super::seat::Seat;
use super::turned::{mirrored, mirrored_army, turned_army, turned_back};

/// Remembered armies: 2^16 of 32 bytes.
const TABLE_ENTRIES: usize = 1 << 16;

/// The moves that an army needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// A sufficient number of moves.
    pub moves: i32,
    /// Is this number also necessary, at least if no piece stops outside the last rows on its way?
    pub is_exact: bool,
}

/// A remembered army, or its mirror image: with beams up to `width` it needs `moves`, the first of them `first`.
#[derive(Clone, Copy)]
struct Entry {
    army: HoleSet,
    first: Move,
    width: u16,
    moves: u8,
}

const NO_ENTRY: Entry = Entry { army: HoleSet::EMPTY, first: Move::PASS, width: 0, moves: 0 };

/// Counts the moves a lone army needs. One belongs to each thread.
pub struct RaceSolver {
    rules: Rules,
    finish: &'static FinishTable,
    /// Made at first use, as the memory is.
    beam: Option<Beam>,
    memory: Vec<Entry>,
}

impl RaceSolver {
    /// A solver for these rules. The finish table is unpacked now, when no clock is running.
    pub fn new(rules: &Rules) -> RaceSolver {
        let finish = FinishTable::of(rules.hops);
        RaceSolver { rules: *rules, finish, beam: None, memory: Vec::new() }
    }

    /// Moves that an army within the last rows needs; `None` for any other army.
    #[inline]
    pub fn last_moves(&self, seat: Seat, army: HoleSet) -> Option<i32> {
        let is_inside = (army & !LAST_ROWS[seat.index()]).is_empty();
        if is_inside { self.finish_table(turned_army(seat, army)) } else { None }
    }

    /// Moves that the army needs until all of it stands in the target camp, found with a beam of `width`. `visit` is
    /// called for each expanded state; if it returns false, or no way is found, the result is `None`.
    pub fn moves_to_go(
        &mut self,
        seat: Seat,
        army: HoleSet,
        width: u16,
        visit: &mut dyn FnMut() -> bool,
    ) -> Option<Count> {
        let army = turned_army(seat, army);
        if let Some(moves) = self.finish_table(army) {
            return Some(Count { moves, is_exact: true });
        }
        let known = self.known(army);
        if let Some(known) = known.filter(|known| known.width >= width) {
            return Some(Count { moves: i32::from(known.moves), is_exact: false });
        }
        let rules = &self.rules;
        let beam = self.beam.get_or_insert_with(|| Beam::new(rules));
        let moves = match beam.search(army, usize::from(width), known.map(|known| known.moves), visit) {
            Found::Stopped => return None,
            Found::Way(way) => {
                self.remember_way(&way.armies, way.moves, width);
                way.moves
            }
            Found::Nothing => {
                let known = known?;
                self.remember(Entry { width, ..known });
                known.moves
            }
        };
        Some(Count { moves: i32::from(moves), is_exact: false })
    }

    /// The first move of the way home that was counted for this army; `None` if none was, or it was forgotten.
    pub fn first_move(&self, seat: Seat, army: HoleSet) -> Option<Move> {
        let army = turned_army(seat, army);
        let first = match self.finish_table(army) {
            Some(moves) => self.move_towards(army, moves - 1)?,
            None => self.known(army)?.first,
        };
        Some(Move { from: turned_back(seat, first.from), to: turned_back(seat, first.to) })
    }

    /// Moves of an army that the finish table knows, as seat A sees it.
    fn finish_table(&self, army: HoleSet) -> Option<i32> {
        let is_inside = (army & !TRIANGLE).is_empty();
        is_inside.then(|| i32::from(self.finish.moves(army)))
    }

    /// A move after which the finish table has `moves`.
    fn move_towards(&self, army: HoleSet, moves: i32) -> Option<Move> {
        let hops = HopTable::of(self.rules.hops);
        let mut lines = Lines::of(army);
        army.into_iter().find_map(|from| {
            let ends = destinations(hops, &mut lines, army, from);
            let arrives = |to: Hole| self.finish_table(army ^ from.set() ^ to.set()) == Some(moves);
            ends.into_iter().find(|&to| arrives(to)).map(|to| Move { from, to })
        })
    }

    /// The entry of an army, seen from seat A.
    fn known(&self, army: HoleSet) -> Option<Entry> {
        let image = mirrored_army(army);
        let entry = self.memory.get(slot(army.min(image)))?;
        if entry.army == army { Some(*entry) } else { (entry.army == image).then(|| entry.mirrored(army)) }
    }

    fn remember(&mut self, entry: Entry) {
        if self.memory.is_empty() {
            self.memory = vec![NO_ENTRY; TABLE_ENTRIES];
        }
        self.memory[slot(entry.army.min(mirrored_army(entry.army)))] = entry;
    }

    /// Remembers the armies on a way of this many moves, unless a shorter way is known.
    fn remember_way(&mut self, armies: &[HoleSet], moves: u8, width: u16) {
        for (pair, moves) in armies.windows(2).zip((1..=moves).rev()) {
            let army = pair[0];
            let first = Move {
                from: (army & !pair[1]).into_iter().next().unwrap_or(Move::PASS.from),
                to: (pair[1] & !army).into_iter().next().unwrap_or(Move::PASS.to),
            };
            if self.known(army).is_none_or(|known| known.moves >= moves) {
                self.remember(Entry { army, first, width, moves });
            }
        }
    }
}

impl Entry {
    /// The same for the mirror image.
    fn mirrored(self, image: HoleSet) -> Entry {
        let first = Move { from: mirrored(self.first.from), to: mirrored(self.first.to) };
        Entry { army: image, first, ..self }
    }
}

/// Place of an army in the memory.
fn slot(army: HoleSet) -> usize {
    let halves = (army.0 as u64) ^ ((army.0 >> 64) as u64).rotate_left(29);
    (halves.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize & (TABLE_ENTRIES - 1)
}

/// Width of the beam for a node with this depth left: the deeper, the wider.
pub fn beam_width(depth: i32) -> u16 {
    1 << (1 + depth / 2).clamp(2, 9)
}

/// Have two armies that sit opposite each other passed, every piece of one above every piece of the other?
pub fn have_passed(seat: Seat, army: HoleSet, opposite_army: HoleSet) -> bool {
    seat.rearmost(army) + seat.opposite().rearmost(opposite_army) > 16
}

#[cfg(test)]
mod tests {
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

    fn count(solver: &mut RaceSolver, seat: Seat, army: HoleSet, width: u16) -> Count {
        solver.moves_to_go(seat, army, width, &mut || true).expect("a way")
    }

    #[test]
    fn an_army_at_home_needs_no_move() {
        let seat = Seat::ALL[0];
        let at_home = Count { moves: 0, is_exact: true };
        assert_eq!(count(&mut solver(Hops::Both), seat, seat.target(), 1), at_home);
        assert_eq!(solver(Hops::Both).first_move(seat, seat.target()), None);
    }

    #[test]
    fn one_step_is_one_move() {
        let seat = Seat::ALL[0];
        let solver = solver(Hops::Adjacent);
        let almost = army("m11 n12 n14 n16 o11 o13 o15 p12 p14 q13");
        assert_eq!(solver.last_moves(seat, almost), Some(1));
        let step = Move { from: Hole::from_name("m11").unwrap(), to: Hole::from_name("n10").unwrap() };
        assert_eq!(solver.first_move(seat, almost), Some(step));
    }

    #[test]
    fn a_lone_army_gets_home_from_the_start_in_27_or_20_moves() {
        let seat = Seat::ALL[0];
        for (hops, width, shortest) in [(Hops::Adjacent, 16_384, 27), (Hops::Both, 8192, 20)] {
            assert_eq!(count(&mut solver(hops), seat, seat.home(), width).moves, shortest, "{hops:?}");
        }
    }

    #[test]
    fn all_seats_need_the_same() {
        for hops in [Hops::Adjacent, Hops::Long, Hops::Both] {
            let counts = Seat::ALL.map(|seat| count(&mut solver(hops), seat, seat.home(), 30));
            assert_eq!(counts, [counts[0]; 6], "{hops:?}");
        }
    }

    #[test]
    fn after_the_first_move_of_the_way_it_is_one_move_less() {
        for hops in [Hops::Adjacent, Hops::Long, Hops::Both] {
            for seat in Seat::ALL {
                let mut solver = solver(hops);
                let mut army = seat.home();
                let mut left = count(&mut solver, seat, army, 50).moves;
                while left > 0 {
                    let mv = solver.first_move(seat, army).expect("a move");
                    assert!(army.has(mv.from) && !army.has(mv.to));
                    army = army ^ mv.from.set() ^ mv.to.set();
                    left -= 1;
                    assert_eq!(count(&mut solver, seat, army, 1).moves, left, "{hops:?} {seat:?}");
                }
            }
        }
    }

    #[test]
    fn a_wider_search_never_forgets_a_shorter_way() {
        let mut solver = solver(Hops::Both);
        let seat = Seat::ALL[1];
        let mut last = count(&mut solver, seat, seat.home(), 4).moves;
        for width in [8, 16, 32, 64] {
            let found = count(&mut solver, seat, seat.home(), width).moves;
            assert!(found <= last, "{width}: {found} after {last}");
            last = found;
        }
        assert_eq!(solver.moves_to_go(seat, seat.home(), 64, &mut || false).map(|c| c.moves), Some(last));
    }

    #[test]
    fn a_stopped_count_has_no_answer() {
        let seat = Seat::ALL[0];
        assert_eq!(solver(Hops::Both).moves_to_go(seat, seat.home(), 50, &mut || false), None);
    }
}
