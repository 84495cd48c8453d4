//! Limits of time and memory: the values of `INFO`, converted for the engine.
//!
//! Managers send the limit of a move (`timeout_turn`), that of the game (`timeout_match`) and, before every move, the
//! remaining time of the latter (`time_left`). If they do not send the remaining time, it is counted here. Yixin-Board
//! sends `START` before every move, and the remaining time before that: it must not be lost.

use std::time::Duration;

use crate::contract::{MAX_PLAYERS, SearchLimits};
use crate::search::{MAX_DEPTH, TimePlan};

/// Time for a move if no limit was sent, in milliseconds.
const DEFAULT_TURN_MS: i64 = 5000;
/// `timeout_turn 0` asks for a move as fast as possible: at most this many nodes and milliseconds.
const FAST_NODES: u64 = 4000;
const FAST_MS: i64 = 20;
/// `time_left` if there is no limit.
const NO_CLOCK: i64 = i32::MAX as i64;
/// Expected number of remaining moves of the player to move, for computing openings.
const HORIZON: i64 = 30;

/// Limits of time and effort.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Limits {
    turn_ms: Option<i64>,
    match_ms: Option<i64>,
    left_ms: Option<i64>,
    /// Was `time_left` sent after the last search?
    left_is_new: bool,
    increment_ms: i64,
    depth: Option<i32>,
    nodes: Option<u64>,
}

impl Limits {
    /// `timeout_turn`.
    pub fn set_turn(&mut self, ms: i64) {
        self.turn_ms = Some(ms.max(0));
    }

    /// The limit of a move in milliseconds, if it was sent.
    pub fn turn_ms(&self) -> Option<i64> {
        self.turn_ms
    }

    /// `timeout_match`; 0: no limit, whatever is left.
    pub fn set_match(&mut self, ms: i64) {
        self.match_ms = Some(ms.max(0));
        self.left_is_new = false;
        self.begin_game();
    }

    /// `time_left`, negative if it is overdrawn.
    pub fn set_left(&mut self, ms: i64) {
        self.left_ms = (ms < NO_CLOCK).then_some(ms);
        self.left_is_new = true;
    }

    /// `time_increment`.
    pub fn set_increment(&mut self, ms: i64) {
        self.increment_ms = ms.max(0);
    }

    /// `max_depth`; a value below 1, or above the maximum depth: no limit.
    pub fn set_depth(&mut self, plies: i64) {
        self.depth = i32::try_from(plies).ok().filter(|plies| (1..MAX_DEPTH).contains(plies));
    }

    /// `max_node`; a value below 1, and all ones as from Yixin's front-end: no limit.
    pub fn set_nodes(&mut self, nodes: i64) {
        let all_ones = [i64::from(u32::MAX), i64::MAX].contains(&nodes);
        self.nodes = u64::try_from(nodes).ok().filter(|&nodes| nodes > 0 && !all_ones);
    }

    /// A game begins: the clock is full, unless the manager has just sent what is left.
    pub fn begin_game(&mut self) {
        if !self.left_is_new {
            self.left_ms = self.match_ms.filter(|&ms| ms > 0);
        }
    }

    /// Takes the time of a move off the clock.
    pub fn spend(&mut self, time: Duration) {
        self.left_is_new = false;
        if let Some(left) = &mut self.left_ms {
            let used = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
            *left = left.saturating_sub(used).saturating_add(self.increment_ms);
        }
    }

    /// The remaining time of the game; `None`: there is no limit.
    fn clock_ms(&self) -> Option<i64> {
        if self.match_ms == Some(0) { None } else { self.left_ms }
    }

    /// The limits of a search for a move.
    pub fn search(&self) -> SearchLimits {
        let clock = self.clock_ms();
        let mut limits = SearchLimits {
            clock_ms: [clock; MAX_PLAYERS],
            increment_ms: [self.increment_ms; MAX_PLAYERS],
            depth: self.depth,
            nodes: self.nodes,
            end_when_clear: true,
            ..SearchLimits::default()
        };
        match self.turn_ms {
            Some(0) => {
                limits.nodes = Some(self.nodes.unwrap_or(FAST_NODES).min(FAST_NODES));
                limits.move_time_ms = Some(FAST_MS);
            }
            Some(turn) => limits.move_time_ms = Some(turn),
            None if clock.is_some() || self.depth.is_some() || self.nodes.is_some() => {}
            None => limits.move_time_ms = Some(DEFAULT_TURN_MS),
        }
        limits
    }

    /// The time for work other than one search, less `overhead_ms`.
    pub fn turn(&self, overhead_ms: i64) -> Duration {
        let mut limits = self.search();
        limits.move_time_ms = limits.move_time_ms.or(Some(DEFAULT_TURN_MS));
        let plan = TimePlan::new(&limits, 0, overhead_ms, HORIZON);
        plan.soft.or(plan.hard).unwrap_or_default()
    }
}

/// Memory of the program apart from the table, with a reserve: code, tables of patterns, one search thread. It is 27
/// MiB if the system keeps a copy of its file and libraries, as wine does.
const PROGRAM_MIB: u64 = 32;
/// Memory of each further search thread.
const THREAD_MIB: u64 = 3;
/// Largest table if no size was sent.
const MAX_DEFAULT_MIB: u64 = 1024;
/// Smallest table if no size was sent, unless there is less memory.
const MIN_DEFAULT_MIB: u64 = 16;
/// Table memory that the searches of a game can fill for each millisecond of a move: some 1,200 positions of 16 bytes,
/// fifty times.
const FILLED_MIB_PER_MS: u64 = 1;

/// How large the table may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Memory {
    /// `max_memory` in bytes: the whole program must stay below.
    pub limit: Option<u64>,
    /// `hash_size` in KiB, or from the command line.
    pub table: Option<u64>,
}

impl Memory {
    /// Size of the table in MiB for this number of threads and this limit of a move, at least 1; `None`: the engine's
    /// default. A table that the searches cannot fill only costs time, because the system has to clear it.
    pub fn table_mib(self, threads: u64, turn_ms: Option<i64>) -> Option<u64> {
        let asked = self.table.map(|kib| kib >> 10);
        let Some(limit) = self.limit else { return asked.map(|mib| mib.max(1)) };
        let rest = (limit >> 20).saturating_sub(PROGRAM_MIB + THREAD_MIB * threads.saturating_sub(1));
        let filled =
            turn_ms.map_or(MAX_DEFAULT_MIB, |ms| (ms.max(0) as u64).saturating_mul(FILLED_MIB_PER_MS));
        let useful = filled.saturating_mul(threads).clamp(MIN_DEFAULT_MIB, MAX_DEFAULT_MIB);
        Some(asked.unwrap_or(useful).min(rest).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_without_any_word_about_time_takes_a_few_seconds() {
        assert_eq!(Limits::default().search().move_time_ms, Some(DEFAULT_TURN_MS));
    }

    #[test]
    fn depth_and_nodes_alone_leave_the_time_open() {
        let mut limits = Limits::default();
        limits.set_depth(7);
        limits.set_nodes(1000);
        let search = limits.search();
        assert_eq!((search.depth, search.nodes, search.move_time_ms), (Some(7), Some(1000), None));
        for (depth, nodes) in [(0, -1), (-1, 0), (i64::MAX, i64::MAX), (200, i64::from(u32::MAX))] {
            limits.set_depth(depth);
            limits.set_nodes(nodes);
            assert_eq!((limits.search().depth, limits.search().nodes), (None, None), "{depth} {nodes}");
        }
    }

    #[test]
    fn zero_for_a_move_is_as_fast_as_possible() {
        let mut limits = Limits::default();
        limits.set_turn(0);
        assert_eq!(limits.search().nodes, Some(FAST_NODES));
        limits.set_nodes(10);
        assert_eq!(limits.search().nodes, Some(10));
    }

    #[test]
    fn there_is_no_clock_where_the_game_has_no_limit() {
        let mut limits = Limits::default();
        limits.set_left(i64::from(i32::MAX));
        assert_eq!(limits.search().clock_ms[0], None);
        limits.set_left(5000);
        assert_eq!(limits.search().clock_ms[0], Some(5000));
        limits.set_match(0);
        limits.set_left(5000);
        assert_eq!(limits.search().clock_ms[0], None);
    }

    #[test]
    fn the_clock_runs_where_the_manager_does_not_say_what_is_left() {
        let mut limits = Limits::default();
        limits.set_match(10_000);
        limits.set_increment(500);
        limits.spend(Duration::from_secs(3));
        assert_eq!(limits.search().clock_ms[1], Some(7500));
        limits.begin_game();
        assert_eq!(limits.search().clock_ms[1], Some(10_000));
        limits.set_left(-20);
        assert_eq!(limits.search().clock_ms[1], Some(-20));
    }

    #[test]
    fn a_start_keeps_what_the_manager_has_just_said_is_left() {
        let mut limits = Limits::default();
        limits.set_match(100_000);
        limits.set_left(8000);
        limits.begin_game();
        assert_eq!(limits.search().clock_ms[0], Some(8000));
        limits.spend(Duration::from_secs(1));
        limits.begin_game();
        assert_eq!(limits.search().clock_ms[0], Some(100_000), "another game, of which nothing is known");
    }

    #[test]
    fn a_turn_never_takes_more_than_its_limit() {
        let mut limits = Limits::default();
        limits.set_turn(5);
        assert!(limits.turn(30) <= Duration::from_millis(3));
        limits.set_left(100);
        limits.set_turn(30_000);
        assert!(limits.turn(30) <= Duration::from_millis(70));
    }

    #[test]
    fn the_table_leaves_room_for_the_program() {
        let memory = |limit, table| Memory { limit, table };
        assert_eq!(memory(None, None).table_mib(1, None), None);
        assert_eq!(memory(None, Some(65_536)).table_mib(1, None), Some(64));
        assert_eq!(memory(Some(350 << 20), None).table_mib(1, None), Some(350 - PROGRAM_MIB));
        assert_eq!(memory(Some(350 << 20), Some(1 << 20)).table_mib(1, None), Some(350 - PROGRAM_MIB));
        assert_eq!(memory(Some(350 << 20), Some(65_536)).table_mib(1, None), Some(64));
        assert_eq!(memory(Some(1000), None).table_mib(1, None), Some(1));
        assert_eq!(memory(Some(u64::MAX), None).table_mib(1, None), Some(MAX_DEFAULT_MIB));
        assert_eq!(memory(Some(350 << 20), None).table_mib(1, Some(5)), Some(MIN_DEFAULT_MIB));
        assert_eq!(memory(Some(350 << 20), None).table_mib(2, Some(100)), Some(200));
        assert_eq!(memory(Some(350 << 20), None).table_mib(1, Some(30_000)), Some(350 - PROGRAM_MIB));
        assert_eq!(memory(Some(350 << 20), Some(65_536)).table_mib(1, Some(0)), Some(64));
        assert!(
            memory(Some(350 << 20), None).table_mib(8, None)
                < memory(Some(350 << 20), None).table_mib(1, None)
        );
    }
}
