//! A beam search for the way home of a lone army. Of all states after n moves it keeps the best `width` by
//! [`super::race_values`], until no state can be on a shorter way than the best one found.
//!
//! No piece rests behind the rearmost one of the start, where there may be others to meet.
//!
//! A state with all pieces in the triangle of the finish table is not expanded: the table knows the rest. The search is
//! fast for three reasons. States that cannot be among the best are dropped before they are stored, by a count of the
//! values so far. Keys are the same for mirror images, in a lossy table (a state that is kept twice only costs time).
//! And buffers are kept from search to search.
//!
//! The board is as seat A sees it ([`super::turned`]).

use super::finish_table::{FinishTable, TRIANGLE};
use super::geometry::Hole;
use super::hole_set::{HoleSet, NEIGHBOURS};
use super::hops::{HopTable, Lines};
use super::race_values::{MOVE, RaceValues};
use super::rules::Rules;
use super::seat::Seat;
use super::turned::mirrored;
use super::zobrist;

/// Ways longer than this are not followed.
const MAX_MOVES: usize = 60;
/// Largest value that is counted.
const MAX_VALUE: usize = 8192;
/// A state is dropped when its value exceeds five quarters of the moves that a better way has left, plus this: values
/// are inexact, especially far from home.
const MARGIN: i32 = 200;

/// The army after some moves.
#[derive(Clone, Copy)]
struct State {
    army: HoleSet,
    /// Key of the army, and of its mirror image.
    keys: [u64; 2],
    /// Part of `value` from single pieces.
    pieces: i32,
    /// Estimate of the moves that it needs, see [`MOVE`].
    value: i32,
    /// The state before it.
    parent: u32,
}

impl State {
    fn new(army: HoleSet, values: &RaceValues) -> State {
        let mut state = State { army, keys: [0; 2], pieces: 0, value: 0, parent: 0 };
        for hole in army {
            state.toggle_keys(hole);
            state.pieces += values.of_piece(hole);
        }
        state
    }

    #[inline]
    fn toggle_keys(&mut self, hole: Hole) {
        self.keys[0] ^= zobrist::piece(Seat::ALL[0], hole);
        self.keys[1] ^= zobrist::piece(Seat::ALL[0], mirrored(hole));
    }
}

/// The result of a search.
pub enum Found {
    /// The best way found.
    Way(Way),
    /// No way, or none shorter than the known one.
    Nothing,
    /// It was stopped.
    Stopped,
}

/// A way home.
pub struct Way {
    /// Its moves.
    pub moves: u8,
    /// The armies on it that the beam has seen: that of the start, and after each move until the finish table knows the
    /// rest.
    pub armies: Vec<HoleSet>,
}

/// The beam search with its buffers.
pub struct Beam {
    hops: &'static HopTable,
    finish: &'static FinishTable,
    values: &'static RaceValues,
    /// Holes where a piece may rest by the rules, and those of them where one may rest in this search.
    allowed: HoleSet,
    resting: HoleSet,
    /// The states kept, level after level, and the beginning of the last level.
    kept: Vec<State>,
    level: usize,
    /// States of the next level before the best of them are kept.
    next: Vec<State>,
    /// Number of them with each value, for those no worse than `worst`.
    counts: Vec<u32>,
    counted: usize,
    worst: i32,
    /// Keys of states seen.
    seen: Vec<u64>,
    searches: u64,
    width: usize,
    /// Length of the best way found, and the state after which the finish table knows the rest.
    best: usize,
    last: Option<State>,
}

impl Beam {
    /// A search for games with these rules.
    pub fn new(rules: &Rules) -> Beam {
        Beam {
            hops: HopTable::of(rules.hops),
            finish: FinishTable::of(rules.hops),
            values: RaceValues::of(rules.hops),
            allowed: rules.resting_holes(Seat::ALL[0]),
            resting: HoleSet::EMPTY,
            kept: Vec::new(),
            level: 0,
            next: Vec::new(),
            counts: vec![0; MAX_VALUE],
            counted: 0,
            worst: 0,
            seen: Vec::new(),
            searches: 0,
            width: 0,
            best: 0,
            last: None,
        }
    }

    /// The shortest way that a beam of `width` finds; shorter than `known`, if a way is known. `visit` is called for
    /// each expanded state; if it returns false, the search stops.
    pub fn search(
        &mut self,
        army: HoleSet,
        width: usize,
        known: Option<u8>,
        visit: &mut dyn FnMut() -> bool,
    ) -> Found {
        self.begin(army, width, known);
        for made in 1..MAX_MOVES {
            let level = self.level..self.kept.len();
            if level.is_empty() {
                break;
            }
            for index in level {
                if !visit() {
                    return Found::Stopped;
                }
                self.follow(index, made);
            }
            self.keep_best();
        }
        match self.last {
            Some(last) => Found::Way(Way { moves: self.best as u8, armies: self.armies_before(last) }),
            None => Found::Nothing,
        }
    }

    fn begin(&mut self, army: HoleSet, width: usize, known: Option<u8>) {
        // Some three states are stored for each that is kept, on twenty levels.
        let seen = (64 * width).next_power_of_two();
        if self.seen.len() < seen {
            self.seen = vec![0; seen];
        }
        self.resting = self.allowed & Seat::ALL[0].rows_from(army);
        self.searches += 1;
        self.width = width;
        self.best = known.map_or(MAX_MOVES, usize::from);
        self.last = None;
        self.kept.clear();
        self.kept.push(State::new(army, self.values));
        self.level = 0;
        self.next.clear();
        self.reset_counts();
    }

    fn reset_counts(&mut self) {
        self.counts.fill(0);
        self.counted = 0;
        self.worst = MAX_VALUE as i32 - 1;
    }

    /// Stores the states one move after the one at `index`, `made` moves after the start.
    fn follow(&mut self, index: usize, made: usize) {
        let state = self.kept[index];
        let mut lines = Lines::of(state.army);
        // The largest estimate from which a better path is possible.
        let most = (self.best as i32 - made as i32) * MOVE * 5 / 4 + MARGIN;
        for from in state.army {
            lines.toggle(from);
            let hops = self.hops.reach(&lines, from);
            lines.toggle(from);
            let ends = (hops | (NEIGHBOURS[from.index()] & !state.army)) & self.resting;
            let others = state.army ^ from.set();
            let others_pieces = state.pieces - self.values.of_piece(from);
            for to in ends {
                let army = others | to.set();
                let pieces = others_pieces + self.values.of_piece(to);
                let value = (pieces + self.values.of_rearmost(army)).clamp(0, MAX_VALUE as i32 - 1);
                if value <= self.worst.min(most) {
                    let mut after = State { army, pieces, value, parent: index as u32, ..state };
                    after.toggle_keys(from);
                    after.toggle_keys(to);
                    self.reach(after, made);
                }
            }
        }
    }

    /// Stores a reached state, unless the finish table knows the rest or the state was seen before.
    #[inline]
    fn reach(&mut self, state: State, made: usize) {
        if (state.army & !TRIANGLE).is_empty() {
            let moves = made + usize::from(self.finish.moves(state.army));
            if moves < self.best {
                self.best = moves;
                self.last = Some(state);
            }
            return;
        }
        let outside = (state.army & !Seat::ALL[0].target()).len();
        if made + outside >= self.best || self.is_seen(state.keys[0].min(state.keys[1])) {
            return;
        }
        self.next.push(state);
        self.counts[state.value as usize] += 1;
        self.counted += 1;
        while self.counted - self.counts[self.worst as usize] as usize >= self.width {
            self.counted -= self.counts[self.worst as usize] as usize;
            self.worst -= 1;
        }
    }

    /// Was the state with this key stored before in this search? It counts as stored from now on.
    #[inline]
    fn is_seen(&mut self, key: u64) -> bool {
        let mark = key ^ self.searches;
        let slot = key as usize >> 12 & (self.seen.len() - 1);
        std::mem::replace(&mut self.seen[slot], mark) == mark
    }

    /// Keeps the best states of the next level, best first, equal ones in the order in which they were found.
    fn keep_best(&mut self) {
        self.level = self.kept.len();
        let mut place = 0;
        for count in &mut self.counts[..=self.worst as usize] {
            (*count, place) = (place, place + *count);
        }
        let kept = (place as usize).min(self.width);
        if let Some(&first) = self.next.first() {
            self.kept.resize(self.level + kept, first);
        }
        for state in self.next.drain(..).filter(|state| state.value <= self.worst) {
            let place = &mut self.counts[state.value as usize];
            if (*place as usize) < kept {
                self.kept[self.level + *place as usize] = state;
            }
            *place += 1;
        }
        self.reset_counts();
    }

    /// The armies from the start up to a state.
    fn armies_before(&self, last: State) -> Vec<HoleSet> {
        let mut armies = vec![last.army];
        let mut state = last;
        while state.army != self.kept[0].army {
            state = self.kept[state.parent as usize];
            armies.push(state.army);
        }
        armies.reverse();
        armies
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Hops;
    use super::super::turned::mirrored_army;
    use super::*;
    use crate::random::Random;

    /// An army somewhere on the north half of the board.
    fn random_army(random: &mut Random) -> HoleSet {
        let mut army = HoleSet::EMPTY;
        while army.len() < 10 {
            let hole = Hole(random.below(65) as u8);
            if Rules::DEFAULT.resting_holes(Seat::ALL[0]).has(hole) {
                army = army | hole.set();
            }
        }
        army
    }

    fn moves(beam: &mut Beam, army: HoleSet, width: usize, known: Option<u8>) -> Option<u8> {
        match beam.search(army, width, known, &mut || true) {
            Found::Way(way) => Some(way.moves),
            _ => None,
        }
    }

    #[test]
    fn a_way_ends_in_the_finish_table() {
        let mut random = Random::new(1);
        for hops in [Hops::Adjacent, Hops::Both] {
            let mut beam = Beam::new(&Rules { hops, ..Rules::DEFAULT });
            for _ in 0..20 {
                let army = random_army(&mut random);
                let Found::Way(way) = beam.search(army, 20, None, &mut || true) else { panic!("no way") };
                let last = *way.armies.last().expect("the start");
                assert_eq!(
                    usize::from(way.moves),
                    way.armies.len() - 1 + usize::from(beam.finish.moves(last))
                );
            }
        }
    }

    #[test]
    fn mirror_images_are_equally_far_and_a_search_repeats_itself() {
        let mut random = Random::new(2);
        let mut beam = Beam::new(&Rules::DEFAULT);
        for _ in 0..20 {
            let army = random_army(&mut random);
            let first = moves(&mut beam, army, 300, None);
            assert_eq!(moves(&mut beam, army, 300, None), first);
            let image = moves(&mut beam, mirrored_army(army), 300, None);
            assert!(first.zip(image).is_some_and(|(a, b)| a.abs_diff(b) <= 1), "{first:?} {image:?}");
        }
    }

    #[test]
    fn only_shorter_ways_than_the_known_one_are_found() {
        let mut beam = Beam::new(&Rules::DEFAULT);
        let home = Seat::ALL[0].home();
        for known in 18..30 {
            assert!(moves(&mut beam, home, 50, Some(known)).is_none_or(|found| found < known));
        }
    }
}
