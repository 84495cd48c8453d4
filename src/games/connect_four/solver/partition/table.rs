//! The table of a partition search: reasons by occupied cells.
//!
//! Positions with the same occupied cells share a shelf, and a position is decided by the first reason there that holds
//! in it. A new reason replaces those with more conditions. When there are too many, one shelf after the other loses
//! half of its reasons, those that took the least work.
//!
//! A search looks up all moves of a node, so it prefetches their shelves, and then the lists on them, before it reads the first.

use std::sync::MutexGuard;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::reason::Reason;
use crate::games::connect_four::word::BoardWord;
use crate::search::memory;
use crate::threads::Mutex;

/// Bytes of the table for each shelf; four fifths of them are for reasons.
const BYTES_PER_SHELF: usize = 512;
/// Maximum distance of a shelf from its hash position.
const WINDOW: usize = 8;

/// Reasons for one answer.
struct Answers<W> {
    reasons: Vec<Reason<W>>,
    /// The logarithm of the nodes that each took.
    work: Vec<u8>,
}

/// The reasons for positions with the same cells occupied.
struct Shelf<W> {
    occupied: W,
    /// Number of reasons stored here so far; 0 for a free place.
    version: u32,
    /// Reasons for the answers no and yes.
    answers: [Answers<W>; 2],
}

impl<W: BoardWord> Shelf<W> {
    fn new(occupied: W) -> Shelf<W> {
        let none = || Answers { reasons: Vec::new(), work: Vec::new() };
        Shelf { occupied, version: 0, answers: [none(), none()] }
    }

    fn reasons(&self) -> usize {
        self.answers.iter().map(|answers| answers.reasons.len()).sum()
    }

    /// The approximate work in all reasons.
    fn work(&self) -> u64 {
        let work = self.answers.iter().flat_map(|answers| &answers.work);
        work.fold(0, |sum: u64, &work| sum.saturating_add(1 << work.min(62)))
    }
}

impl<W: BoardWord> Answers<W> {
    /// Removes the half that took the least work.
    fn halve(&mut self) {
        let mut ordered = self.work.clone();
        ordered.sort_unstable();
        let middle = ordered.get(ordered.len() / 2).copied().unwrap_or(0);
        let mut surplus = self.reasons.len() / 2;
        for place in (0..self.reasons.len()).rev() {
            if surplus > 0 && self.work[place] <= middle {
                self.reasons.swap_remove(place);
                self.work.swap_remove(place);
                surplus -= 1;
            }
        }
        self.reasons.shrink_to_fit();
    }

    /// Adds a reason, which replaces those with more conditions.
    fn add(&mut self, reason: &Reason<W>, work: u8) {
        for place in (0..self.reasons.len()).rev() {
            if reason.is_part_of(&self.reasons[place]) {
                self.reasons.swap_remove(place);
                self.work.swap_remove(place);
            }
        }
        if self.reasons.len() == self.reasons.capacity() {
            self.reasons.reserve_exact((self.reasons.len() / 4).max(1));
        }
        self.reasons.push(*reason);
        self.work.push(work);
    }
}

/// The table. Reads and writes take `&self`.
pub struct ReasonTable<W> {
    shelves: Box<[Mutex<Shelf<W>>]>,
    reasons: AtomicUsize,
    max_reasons: usize,
    /// The shelf that loses reasons next.
    hand: AtomicUsize,
}

/// The answer with its reason, or the number of reasons that the shelf has had so far.
pub type Found<W> = Result<(bool, Reason<W>), u32>;

impl<W: BoardWord> ReasonTable<W> {
    /// A table of about `mib` MiB.
    pub fn new(mib: usize) -> ReasonTable<W> {
        let bytes = mib << 20;
        let shelves = 1 << (bytes / BYTES_PER_SHELF).ilog2();
        let shelves = (0..shelves).map(|_| Mutex::new(Shelf::new(W::EMPTY))).collect();
        let max_reasons = bytes / 5 * 4 / (size_of::<Reason<W>>() * 5 / 4);
        ReasonTable { shelves, reasons: AtomicUsize::new(0), max_reasons, hand: AtomicUsize::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if std::mem::take(self.reasons.get_mut()) > 0 {
            self.shelves.iter_mut().for_each(|shelf| *shelf.get_mut() = Shelf::new(W::EMPTY));
        }
    }

    #[inline(always)]
    fn place(&self, occupied: W) -> usize {
        (occupied.mixed() >> (u64::BITS - self.shelves.len().ilog2())) as usize
    }

    /// Prefetches the shelf of these cells.
    #[inline(always)]
    pub fn prefetch(&self, occupied: W) {
        memory::prefetch(&self.shelves[self.place(occupied)]);
    }

    /// Prefetches the first reasons on the shelf of these cells.
    #[inline(always)]
    pub fn prefetch_reasons(&self, occupied: W) {
        if let Some(shelf) = self.shelf(occupied) {
            shelf.answers.iter().for_each(|answers| memory::prefetch(answers.reasons.as_ptr()));
        }
    }

    /// The shelf of these cells.
    #[inline(always)]
    fn shelf(&self, occupied: W) -> Option<MutexGuard<'_, Shelf<W>>> {
        let place = self.place(occupied);
        for step in 0..WINDOW {
            let shelf = self.shelves[(place + step) & (self.shelves.len() - 1)].lock();
            if shelf.version == 0 {
                return None;
            }
            if shelf.occupied == occupied {
                return Some(shelf);
            }
        }
        None
    }

    /// The answer in a position with the conditions `holding` for no and for yes.
    #[inline(always)]
    pub fn find(&self, occupied: W, holding: &[Reason<W>; 2]) -> Found<W> {
        let Some(mut shelf) = self.shelf(occupied) else { return Err(0) };
        for (answer, Answers { reasons, work }) in shelf.answers.iter_mut().enumerate() {
            if let Some(place) = reasons.iter().position(|reason| reason.is_part_of(&holding[answer])) {
                let found = reasons[place];
                // Those that are found often come to the front.
                reasons.swap(place, place / 2);
                work.swap(place, place / 2);
                return Ok((answer == 1, found));
            }
        }
        Err(shelf.version)
    }

    /// The number of reasons that the shelf of these cells has had.
    #[inline(always)]
    pub fn version(&self, occupied: W) -> u32 {
        self.shelf(occupied).map_or(0, |shelf| shelf.version)
    }

    /// Stores a reason that took `nodes` nodes.
    pub fn store(&self, occupied: W, answer: bool, reason: &Reason<W>, nodes: u64) {
        let mut shelf = self.shelf_to_fill(occupied);
        let before = shelf.reasons();
        shelf.answers[usize::from(answer)].add(reason, (u64::BITS - nodes.leading_zeros()) as u8);
        shelf.version += 1;
        let after = shelf.reasons();
        drop(shelf);
        let count = self.reasons.fetch_add(after.wrapping_sub(before), Relaxed);
        if count > self.max_reasons {
            self.make_room();
        }
    }

    /// The shelf of these cells: theirs, a free one, or that of the least work in reach.
    fn shelf_to_fill(&self, occupied: W) -> MutexGuard<'_, Shelf<W>> {
        let place = self.place(occupied);
        let mut least = (u64::MAX, place);
        for step in 0..WINDOW {
            let place = (place + step) & (self.shelves.len() - 1);
            let mut shelf = self.shelves[place].lock();
            if shelf.version == 0 {
                shelf.occupied = occupied;
            }
            if shelf.occupied == occupied {
                return shelf;
            }
            least = least.min((shelf.work(), place));
        }
        let mut shelf = self.shelves[least.1].lock();
        self.reasons.fetch_sub(shelf.reasons(), Relaxed);
        *shelf = Shelf::new(occupied);
        shelf
    }

    /// Halves shelves until one has lost some reasons.
    fn make_room(&self) {
        for _ in 0..self.shelves.len() {
            let place = self.hand.fetch_add(1, Relaxed) & (self.shelves.len() - 1);
            let mut shelf = self.shelves[place].lock();
            let before = shelf.reasons();
            shelf.answers.iter_mut().for_each(Answers::halve);
            let lost = before - shelf.reasons();
            if lost > 0 {
                self.reasons.fetch_sub(lost, Relaxed);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(number: u64) -> Reason<u64> {
        Reason { open: [number, 0, 0, 0], ..Reason::NONE }
    }

    fn holds(number: u64) -> [Reason<u64>; 2] {
        [Reason::NONE, reason(number)]
    }

    #[test]
    fn a_reason_that_needs_less_takes_the_place_of_those_that_need_more() {
        let table = ReasonTable::new(1);
        table.store(5, true, &reason(0b111), 9);
        assert_eq!(table.find(5, &holds(0b111)), Ok((true, reason(0b111))));
        assert_eq!(table.find(5, &holds(0b110)), Err(1));
        table.store(5, true, &reason(0b10), 9);
        assert_eq!(table.find(5, &holds(0b111)), Ok((true, reason(0b10))));
        assert_eq!((table.reasons.load(Relaxed), table.version(5), table.version(6)), (1, 2, 0));
    }

    #[test]
    fn a_full_table_stays_within_its_size_and_keeps_what_took_the_most_work() {
        let table = ReasonTable::new(1);
        for occupied in 0..1_000u64 {
            for number in 0..24 {
                let nodes = if number == 3 { 1 << 30 } else { 2 };
                table.store(occupied, number % 2 == 0, &reason(1 << number), nodes);
                assert!(table.reasons.load(Relaxed) <= table.max_reasons + 24);
            }
        }
        let found = |number: u64| {
            let holding = [reason(1 << number), Reason::NONE];
            (0..1_000).filter(|&occupied| table.find(occupied, &holding).is_ok()).count()
        };
        assert!(found(3) > 950 && found(23) < 800, "{} and {}", found(3), found(23));
        let counted: usize = table.shelves.iter().map(|shelf| shelf.lock().reasons()).sum();
        assert_eq!(counted, table.reasons.load(Relaxed));
    }

    #[test]
    fn a_table_that_is_cleared_has_forgotten() {
        let mut table = ReasonTable::new(1);
        table.store(5, true, &reason(1), 9);
        table.clear();
        assert_eq!(table.find(5, &holds(1)), Err(0));
    }
}
