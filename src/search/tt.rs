//! The transposition table, shared by all threads without locks.
//!
//! An entry is two 64-bit words: the data, and the key XOR the data (Hyatt and Mann, 2002). A word torn by two writers
//! fails the check and reads as a miss, so no reader ever acts on half an entry. Four entries make a bucket of one
//! cache line. An entry is still only a hint for moves, which are looked up among the generated ones; its score is used
//! as a bound.
//!
//! Memory is allocated zeroed, so pages that were never written cost nothing; `table_memory` decides when it is
//! allocated and freed.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::memory::{self, PAGE_BYTES};
use crate::contract::{Bound, Score};

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// Code of the best move, 0 if none is known; see [`crate::contract::Position::move_code`].
    pub move_code: u16,
    /// Value, with distances counted from this node.
    pub score: Score,
    /// The static evaluation, `None` if there was none.
    pub static_eval: Option<Score>,
    /// Depth of the search behind the score, in plies; -1 for knowledge without search.
    pub depth: i32,
    /// Is the score exact or a bound?
    pub bound: Bound,
}

impl TtEntry {
    /// No move, no evaluation, a draw at depth 0: the rest of an entry that sets only some fields.
    pub const EMPTY: TtEntry =
        TtEntry { move_code: 0, score: Score::DRAW, static_eval: None, depth: 0, bound: Bound::Exact };
}

/// A check word and a data word. Zeroed memory may become an array of them without a macro or `unsafe`.
type Slot = [AtomicU64; 2];
const CHECK: usize = 0;
const DATA: usize = 1;

/// Entries in a bucket, which is a cache line.
const WAYS: usize = 4;
const BUCKET_BYTES: usize = WAYS * size_of::<Slot>();

/// The table. Reads and writes take `&self`.
pub struct Tt {
    /// The buckets, and a few slots more: an allocation that asks for the alignment of a cache line would be
    /// cleared by hand, one that does not comes from the kernel as zero pages.
    slots: Box<[Slot]>,
    /// Index of the first slot that begins a cache line.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
}

/// Generations are counted modulo this; an entry keeps one in six bits.
const GENERATIONS: u8 = 64;
/// Stored in place of a missing static evaluation.
const NO_EVAL: i16 = i16::MIN;

impl Tt {
    /// A table of `mib` MiB, at least 1; halved until the system can provide it.
    pub fn new(mib: usize) -> Tt {
        let most = (mib.max(1) << 20) / BUCKET_BYTES;
        let sizes = std::iter::successors(Some(most), |&size| (size > 1).then_some(size / 2));
        let (buckets, mut slots) = sizes
            .flat_map(|size| Some((size, bytemuck::try_zeroed_slice_box::<Slot>((size + 1) * WAYS).ok()?)))
            .next()
            .expect("memory for one bucket of the table");
        memory::prefer_large_pages(&mut slots);
        let first = slots.as_ptr().align_offset(BUCKET_BYTES).min(WAYS);
        Tt { slots, first, buckets, generation: AtomicU8::new(0) }
    }

    /// Size of the table in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Writes to every page without a change, so that the system maps the memory before a search needs it; a search may
    /// run meanwhile. Ends early once it is `unwanted`. A page that is read before it is written costs two faults, and
    /// the second flushes the TLB of every thread.
    pub fn touch(&self, unwanted: &AtomicBool) {
        for slot in self.slots.iter().step_by(PAGE_BYTES / size_of::<Slot>()) {
            if unwanted.load(Ordering::Relaxed) {
                return;
            }
            // Where there is something already, the page has been written to.
            let _ = slot[DATA].compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Forgets everything. The memory is kept: allocating it again costs more than clearing it.
    pub fn clear(&mut self) {
        bytemuck::fill_zeroes(&mut self.slots);
        *self.generation.get_mut() = 0;
    }

    /// Marks the start of another search: entries from before are replaced first. Not to be called during one.
    pub fn next_generation(&self) {
        self.generation.store((self.generation() + 1) % GENERATIONS, Ordering::Relaxed);
    }

    #[inline]
    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        let start = self.first + index as usize * WAYS;
        &self.slots[start..start + WAYS]
    }

    /// Prefetches the bucket of `key`.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key).as_ptr());
    }

    /// Looks a position up.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[DATA].load(Ordering::Relaxed);
            let check = slot[CHECK].load(Ordering::Relaxed);
            if check ^ data == key { unpack(data) } else { None }
        })
    }

    /// Stores an entry. A deeper one for the same position in this generation is kept unless the new one is exact; a
    /// known best move is kept if the new entry has none.
    pub fn store(&self, key: u64, entry: TtEntry) {
        let bucket = self.bucket(key);
        let mut move_code = entry.move_code;
        let mut victim = &bucket[0];
        let mut victim_worth = i32::MAX;
        for slot in bucket {
            let data = slot[DATA].load(Ordering::Relaxed);
            let check = slot[CHECK].load(Ordering::Relaxed);
            if data != 0 && check ^ data == key {
                if move_code == 0 {
                    move_code = data as u16;
                }
                let same_search = generation_of(data) == self.generation();
                if same_search && entry.bound != Bound::Exact && depth_of(data) > entry.depth + 3 {
                    return;
                }
                victim = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < victim_worth {
                victim_worth = worth;
                victim = slot;
            }
        }
        let data = pack(&TtEntry { move_code, ..entry }, self.generation());
        victim[DATA].store(data, Ordering::Relaxed);
        victim[CHECK].store(key ^ data, Ordering::Relaxed);
    }

    /// What is lost by replacing this entry: depth, less eight plies for each search since.
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let age = (GENERATIONS + self.generation() - generation_of(data)) % GENERATIONS;
        depth_of(data) - 8 * i32::from(age)
    }

    /// Share of sampled entries written by this search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.slots[self.first..][..self.buckets.min(250) * WAYS];
        let used = sample
            .iter()
            .filter(|slot| {
                let data = slot[DATA].load(Ordering::Relaxed);
                data != 0 && generation_of(data) == self.generation()
            })
            .count();
        (used * 1000 / sample.len()) as u32
    }
}

// Layout of the data word: move 0..16, score 16..32, static evaluation 32..48, depth 48..56,
// bound 56..58 (never 0, so that an entry is never 0), generation 58..64.

fn pack(entry: &TtEntry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let static_eval = entry.static_eval.map_or(NO_EVAL, |score| score.0 as i16);
    let score = entry.score.0 as i16 as u16;
    let depth = (entry.depth + 1).clamp(0, 255) as u64;
    u64::from(entry.move_code)
        | (u64::from(score) << 16)
        | (u64::from(static_eval as u16) << 32)
        | (depth << 48)
        | (bound << 56)
        | (u64::from(generation) << 58)
}

fn unpack(data: u64) -> Option<TtEntry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let static_eval = (data >> 32) as i16;
    Some(TtEntry {
        move_code: data as u16,
        score: Score(i32::from((data >> 16) as i16)),
        static_eval: (static_eval != NO_EVAL).then_some(Score(i32::from(static_eval))),
        depth: depth_of(data),
        bound,
    })
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32 - 1
}

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(move_code: u16, score: i32, depth: i32, bound: Bound) -> TtEntry {
        TtEntry { move_code, score: Score(score), static_eval: Some(Score(-7)), depth, bound }
    }

    #[test]
    fn what_is_stored_is_read_back() {
        let tt = Tt::new(1);
        for (n, bound) in [(1u64, Bound::Exact), (2, Bound::Lower), (3, Bound::Upper)] {
            let key = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let stored = entry(n as u16, -30_990 + n as i32, 100 * n as i32 / 2, bound);
            tt.store(key, stored);
            assert_eq!(tt.probe(key), Some(stored));
            assert_eq!(tt.probe(key ^ 1), None);
        }
        let no_eval = TtEntry { static_eval: None, ..entry(9, 31_000, -1, Bound::Exact) };
        tt.store(77, no_eval);
        assert_eq!(tt.probe(77), Some(no_eval));
    }

    #[test]
    fn a_torn_entry_reads_as_a_miss() {
        let tt = Tt::new(1);
        tt.store(5, entry(1, 2, 3, Bound::Exact));
        tt.bucket(5)[0][DATA].fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(tt.probe(5), None);
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let tt = Tt::new(1);
        for n in 1..=5u64 {
            tt.store(n, entry(n as u16, 0, 10 - n as i32, Bound::Lower));
        }
        assert_eq!(tt.probe(4), None, "depth 6 was the least of the first four");
        for n in [1, 2, 3, 5] {
            assert!(tt.probe(n).is_some(), "entry {n} stays");
        }
    }

    #[test]
    fn old_entries_go_before_deep_new_ones() {
        let tt = Tt::new(1);
        tt.store(1, entry(1, 0, 9, Bound::Lower));
        tt.next_generation();
        tt.next_generation();
        for n in 2..=5u64 {
            tt.store(n, entry(n as u16, 0, 1, Bound::Lower));
        }
        assert_eq!(tt.probe(1), None);
        assert!(tt.probe(2).is_some());
    }

    #[test]
    fn touching_the_pages_changes_nothing() {
        let tt = Tt::new(1);
        for key in 1..=999u64 {
            tt.store(key << 50, entry(key as u16, 0, 5, Bound::Exact));
        }
        tt.touch(&AtomicBool::new(false));
        assert!((1..=999).all(|key| tt.probe(key << 50).map(|e| e.move_code) == Some(key as u16)));
    }

    #[test]
    fn a_best_move_survives_a_result_without_one() {
        let tt = Tt::new(1);
        tt.store(1, entry(44, 0, 3, Bound::Lower));
        tt.store(1, entry(0, 0, 4, Bound::Upper));
        assert_eq!(tt.probe(1).map(|e| e.move_code), Some(44));
    }
}
