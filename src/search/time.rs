//! How long to think.
//!
//! Two limits are worked out of the clock: the *soft* one is looked at between iterations and moves
//! with the stability of the best move; the *hard* one ends the search wherever it is. Both leave
//! `Move Overhead` for the way between engine and clock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::limits::{SearchLimits, StopHandle};

/// The moment a search must end. While pondering there is none; it is set when the expected move is played.
#[derive(Debug)]
pub struct Deadline {
    start: Instant,
    pondering: bool,
    hard: Option<Duration>,
    /// Microseconds from `start` at which the ponder hit was noticed, plus one; 0 before.
    hit_at: AtomicU64,
}

impl Deadline {
    /// No deadline; the clock starts now for reports only.
    pub fn never() -> Deadline {
        Deadline { start: Instant::now(), pondering: false, hard: None, hit_at: AtomicU64::new(0) }
    }

    /// `hard` after now, or after the ponder hit.
    pub fn new(hard: Option<Duration>, pondering: bool) -> Deadline {
        Deadline { start: Instant::now(), pondering, hard, hit_at: AtomicU64::new(0) }
    }

    /// Time since the search was started.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time on the own clock: since the start, or since the ponder hit; `None` while pondering.
    pub fn thinking_time(&self, stop: &StopHandle) -> Option<Duration> {
        let elapsed = self.start.elapsed();
        if !self.pondering {
            return Some(elapsed);
        }
        if !stop.is_ponder_hit() {
            return None;
        }
        let now = elapsed.as_micros() as u64 + 1;
        let hit = match self.hit_at.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => now,
            Err(earlier) => earlier,
        };
        Some(Duration::from_micros(now.saturating_sub(hit)))
    }

    /// Is the hard limit used up?
    pub fn is_past(&self, stop: &StopHandle) -> bool {
        match (self.hard, self.thinking_time(stop)) {
            (Some(hard), Some(used)) => used >= hard,
            _ => false,
        }
    }
}

/// Soft and hard limit of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// No new iteration after this, before scaling by stability; `None`: no clock.
    pub soft: Option<Duration>,
    /// The search ends here; `None`: no clock.
    pub hard: Option<Duration>,
}

impl TimePlan {
    /// No clock.
    pub const NONE: TimePlan = TimePlan { soft: None, hard: None };

    /// The plan for the player with this index. `overhead` is the option `Move Overhead`; `horizon` the moves
    /// that the game is expected to last for this player.
    pub fn new(limits: &SearchLimits, player: usize, overhead_ms: i64, horizon: i64) -> TimePlan {
        if limits.infinite {
            return TimePlan::NONE;
        }
        if let Some(ms) = limits.move_time_ms {
            let hard = Duration::from_millis((ms - overhead_ms.min(ms / 2)).max(1) as u64);
            return TimePlan { soft: None, hard: Some(hard) };
        }
        let Some(clock) = limits.clock_ms[player] else {
            return TimePlan::NONE;
        };
        let increment = limits.increment_ms[player].max(0);
        let usable = (clock - overhead_ms).max(1);
        let moves = limits.moves_to_go.map_or(horizon, |n| i64::from(n.max(1)));
        // One increment per move comes in, except with the last.
        let share = (usable + increment * (moves - 1)) / moves;
        let soft = share.min(usable * 4 / 5).max(1);
        let hard = if moves == 1 { usable * 9 / 10 } else { (share * 4).min(usable * 3 / 5) }.max(1);
        TimePlan {
            soft: Some(Duration::from_millis(soft as u64)),
            hard: Some(Duration::from_millis(hard as u64)),
        }
    }
}
