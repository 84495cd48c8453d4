//! How fast a client may send: a bucket of tokens that fills at a steady rate.
//!
//! The time is an argument, so that the rule can be tested without waiting.

use std::time::Instant;

/// Sustained rate of messages, per second.
const RATE: f64 = 50.0;
/// Messages that may come in a burst.
const BURST: f64 = 200.0;

/// The tokens of one connection; every message takes one.
#[derive(Debug)]
pub(super) struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(now: Instant) -> Bucket {
        Bucket { tokens: BURST, filled: now }
    }

    /// Takes a token; `false`: there is none.
    pub fn take(&mut self, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + seconds * RATE).min(BURST);
        self.filled = now;
        let is_there = self.tokens >= 1.0;
        if is_there {
            self.tokens -= 1.0;
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn two_hundred_come_at_once_and_then_fifty_a_second() {
        let start = Instant::now();
        let mut bucket = Bucket::new(start);
        let taken = |bucket: &mut Bucket, now| (0..1000).filter(|_| bucket.take(now)).count();
        assert_eq!(taken(&mut bucket, start), 200);
        assert_eq!(taken(&mut bucket, start + Duration::from_secs(1)), 50);
        assert_eq!(taken(&mut bucket, start + Duration::from_secs(3600)), 200);
    }
}
