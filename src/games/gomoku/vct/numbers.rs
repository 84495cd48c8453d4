//! Proof numbers, seen from the player to move, and the table that keeps them.

/// How far a position is from being decided, for the player to move: on the attacker's turn these are the proof and the
/// disproof number, on the defender's the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// Smallest number of open positions that must be won for the player to move to succeed; 0 after success.
    pub(super) success: u32,
    /// The same for the opponent.
    pub(super) failure: u32,
}

impl Numbers {
    /// Out of reach. Numbers of open positions stay below a half of it.
    pub(super) const NEVER: u32 = u32::MAX / 4;
    /// The player to move has succeeded.
    pub(super) const WON: Numbers = Numbers { success: 0, failure: Numbers::NEVER };
    /// The opponent has succeeded.
    pub(super) const LOST: Numbers = Numbers { success: Numbers::NEVER, failure: 0 };
    /// As limits: until it is decided.
    pub(super) const ENDLESS: Numbers = Numbers { success: Numbers::NEVER, failure: Numbers::NEVER };

    /// Has one of the numbers reached its limit? In a decided position one is beyond every limit.
    pub(super) fn reach(self, limits: Numbers) -> bool {
        self.success >= limits.success || self.failure >= limits.failure
    }
}

/// A position with its numbers: key, success, failure. A plain tuple, because zeroed memory costs nothing until it is
/// written; both numbers are 0 in a free entry.
type Entry = (u64, u32, u32);

/// Possible entries of a position: one cache line.
const BUCKET: usize = 4;
/// Weight of a decided position, compared with the numbers of open ones.
const WEIGHT_OF_DECIDED: u32 = 64;

/// Numbers by key.
pub(super) struct Table {
    entries: Vec<Entry>,
    buckets: usize,
}

impl Table {
    /// An empty table of at most `mib` MiB, allocated with the first entry.
    pub(super) fn new(mib: usize) -> Table {
        Table { entries: Vec::new(), buckets: ((mib << 20) / (BUCKET * size_of::<Entry>())).max(1) }
    }

    /// Empties the table and frees its memory.
    pub(super) fn clear(&mut self) {
        self.entries = Vec::new();
    }

    /// The numbers of a position, if they are still stored.
    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        let first = self.bucket(key);
        let bucket = self.entries.get(first..first + BUCKET)?;
        let &(_, success, failure) =
            bucket.iter().find(|&&(k, success, failure)| k == key && success | failure > 0)?;
        Some(Numbers { success, failure })
    }

    /// Stores the numbers of a position; they replace its former ones, or the entry that was cheapest to find.
    pub(super) fn store(&mut self, key: u64, numbers: Numbers) {
        if self.entries.is_empty() {
            self.entries = vec![(0, 0, 0); self.buckets * BUCKET];
        }
        let first = self.bucket(key);
        let Some(bucket) = self.entries.get_mut(first..first + BUCKET) else { return };
        let worth = |entry: &Entry| if entry.0 == key { 0 } else { 1 + weight(*entry) };
        if let Some(entry) = bucket.iter_mut().min_by_key(|entry| worth(entry)) {
            *entry = (key, numbers.success, numbers.failure);
        }
    }

    fn bucket(&self, key: u64) -> usize {
        // The high half of a product: any number of buckets will do.
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * BUCKET
    }
}

/// An estimate of the cost of these numbers.
fn weight((_, success, failure): Entry) -> u32 {
    match (success, failure) {
        (0, 0) => 0,
        (0, _) | (_, 0) => WEIGHT_OF_DECIDED,
        _ => success + failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_bucket_loses_what_was_cheapest_to_find() {
        let mut table = Table::new(0);
        let open = |n| Numbers { success: n, failure: n };
        for (key, numbers) in [(1, open(50)), (2, Numbers::WON), (3, open(2)), (4, open(40))] {
            table.store(key, numbers);
        }
        table.store(5, open(1));
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key).is_some()), [true, true, false, true, true]);
        table.store(2, Numbers::LOST);
        assert_eq!(table.get(2), Some(Numbers::LOST));
        table.clear();
        assert_eq!(table.get(2), None);
    }
}
