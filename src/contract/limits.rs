//! What a search is to do, and the flags that end it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::contract::MAX_PLAYERS;

/// One request to search. Moves are text here; the engine resolves them.
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// Time left on each player's clock, in milliseconds; a negative time counts as none.
    pub clock_ms: [Option<i64>; MAX_PLAYERS],
    /// Increment of each player's clock per move, in milliseconds.
    pub increment_ms: [i64; MAX_PLAYERS],
    /// Moves to the next time control; `None`: the clock is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time for this move alone, in milliseconds.
    pub move_time_ms: Option<i64>,
    /// Maximum depth, in plies.
    pub depth: Option<i32>,
    /// Maximum nodes, of all threads together.
    pub nodes: Option<u64>,
    /// End as soon as a win within this many moves of the root player is proved.
    pub mate: Option<i32>,
    /// End early if nothing is left to decide: a single move, or a proved result. A search on a clock does so
    /// anyway; one with a limit for the move alone uses all of it unless this is set. A value that a prover has
    /// proved ends every search, and so do iterations that find the same decided line again and again.
    pub end_when_clear: bool,
    /// Do not end before it is stopped.
    pub infinite: bool,
    /// Search on the opponent's time: no clock until `ponderhit`.
    pub ponder: bool,
    /// When it was requested, from which its time counts; `None`: when it starts.
    pub asked: Option<Instant>,
    /// Only these root moves; empty: all of them.
    pub search_moves: Vec<String>,
}

impl SearchLimits {
    /// A search to this depth.
    pub fn depth(depth: i32) -> SearchLimits {
        SearchLimits { depth: Some(depth), ..SearchLimits::default() }
    }

    /// A search of this many nodes.
    pub fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
    }

    /// A search of this many milliseconds.
    pub fn move_time(ms: i64) -> SearchLimits {
        SearchLimits { move_time_ms: Some(ms), ..SearchLimits::default() }
    }

    /// Does nothing but an explicit stop end this search?
    pub fn waits_for_stop(&self) -> bool {
        self.infinite || self.ponder
    }
}

/// Ends or releases a running search from another thread. Clones act on the same search.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<Signals>);

#[derive(Debug, Default)]
struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    #[cfg(test)]
    fault: super::fault::Fault,
}

impl StopHandle {
    /// Ends the search at its next check, within a millisecond or so.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Release);
    }

    /// The expected move was played: from now on the clock counts.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Release);
    }

    /// Was [`StopHandle::stop`] called?
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Was [`StopHandle::ponder_hit`] called?
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }

    /// The next point at which the search is to panic.
    #[cfg(test)]
    pub fn fault(&self) -> &super::fault::Fault {
        &self.0.fault
    }

    /// Makes the handle ready for another search. To be called before the search is started, never by
    /// the search itself: a stop that arrives early must not be lost.
    pub fn reset(&self) {
        self.0.stop.store(false, Ordering::Release);
        self.0.ponder_hit.store(false, Ordering::Release);
    }
}
