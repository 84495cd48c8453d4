//! The moment when a search must end, and how much of its time is used.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::StopHandle;

/// The moment when a search must end. While pondering there is none; it is set when the expected move is played.
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

    /// `hard` after `start`, or after the ponder hit.
    pub fn new(start: Instant, hard: Option<Duration>, pondering: bool) -> Deadline {
        Deadline { start, pondering, hard, hit_at: AtomicU64::new(0) }
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
