//! The distances of classes that are too large to be unpacked at once, in groups of neighbouring positions.
//!
//! A group is [`GROUP`] positions: a byte for the distance of each that the table calls lost, with all counts 0, in the
//! order of their numbers, deflated. Numbers without a quiet position are free, and have the byte before them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::Wdl;
use super::parallel::in_parallel;
use super::run_length::BLOCK;
use super::solved::{Solved, Value};

/// Blocks of a group.
pub(super) const GROUP_BLOCKS: usize = 16;
/// Positions of a group.
pub(super) const GROUP: usize = GROUP_BLOCKS * BLOCK;

/// Maximum number of unpacked groups, of 64 KiB each: more than one placement of the men needs in most classes.
const MAX_UNPACKED: usize = 1024;
/// Strength of the compression.
const LEVEL: u8 = 8;

/// The distances of the positions that `table` calls lost, from the number `start` on; `quiet` says whether a number
/// has a position without a capture.
pub(super) fn lost_distances(
    solved: &Solved,
    start: usize,
    table: &[u8],
    quiet: &dyn Fn(usize) -> bool,
) -> Vec<u8> {
    let mut last = 0;
    let numbers = (start..).zip(table).filter(|&(_, &read)| read == Wdl::Lost as u8);
    let distance = |(number, _)| {
        if let Some(Value::Lost(distance)) = solved.value(number).filter(|_| quiet(number)) {
            last = distance as u8;
        }
        last
    };
    numbers.map(distance).collect()
}

/// Packs the groups of a class with `threads` threads. `table` has all its values as they are read from the bitbase.
pub(super) fn pack(
    solved: &Solved,
    table: &[u8],
    quiet: &(dyn Fn(usize) -> bool + Sync),
    threads: usize,
) -> Vec<Vec<u8>> {
    let groups: Vec<_> = table.chunks(GROUP).map(|table| (table, Mutex::new(Vec::new()))).collect();
    let numbered: Vec<_> = groups.iter().enumerate().collect();
    in_parallel(&numbered, threads, &|&(group, (table, packed))| {
        let distances = lost_distances(solved, group * GROUP, table, quiet);
        *packed.lock().unwrap_or_else(PoisonError::into_inner) = compress_to_vec(&distances, LEVEL);
    });
    drop(numbered);
    groups
        .into_iter()
        .map(|(_, packed)| packed.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// The distances of a group by place, 0 where `table` calls nothing lost; `None` if the bytes are not of this group.
pub(super) fn unpack(packed: &[u8], table: &[u8]) -> Option<Vec<u8>> {
    let lost = table.iter().filter(|&&read| read == Wdl::Lost as u8).count();
    let bytes = decompress_to_vec_with_limit(packed, lost).ok().filter(|bytes| bytes.len() == lost)?;
    let mut bytes = bytes.into_iter();
    let distance = |&read: &u8| if read == Wdl::Lost as u8 { bytes.next() } else { Some(0) };
    table.iter().map(distance).collect()
}

/// The groups that were read last, shared by all threads.
#[derive(Default)]
pub(super) struct GroupCache {
    unpacked: Mutex<HashMap<usize, Arc<[u8]>>>,
}

impl GroupCache {
    /// The distance at `place` of a group; `unpack` reads the group if it is not here.
    pub(super) fn distance(
        &self,
        group: usize,
        place: usize,
        unpack: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<u16> {
        let cached = self.lock().get(&group).cloned();
        let distances = match cached {
            Some(distances) => distances,
            None => {
                // A damaged group is kept without distances: it is not read again and again.
                let distances: Arc<[u8]> = unpack().unwrap_or_default().into();
                let mut unpacked = self.lock();
                if unpacked.len() >= MAX_UNPACKED {
                    unpacked.clear();
                }
                unpacked.insert(group, distances.clone());
                distances
            }
        };
        distances.get(place).map(|&distance| distance.into())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<usize, Arc<[u8]>>> {
        self.unpacked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
