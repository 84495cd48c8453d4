//! The clock of one seat in one game.
//!
//! It does not measure time. The driver measures a move, from sending the request to reading the answer. So the time of
//! the referee and the log is not charged to an engine, and tests need no real clock.

use std::time::Duration;

use super::spec::{EngineSpec, Limits};

/// A seat's time.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    margin: Duration,
    /// Time left; unused without a clock rule.
    left: Duration,
    /// Moves to the next session; unused without sessions.
    moves_to_go: u32,
}

/// A move exceeded its time by this much, without the margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeExceeded(pub Duration);

impl Clock {
    /// The clock at the beginning of a game.
    pub fn new(spec: &EngineSpec) -> Clock {
        let rule = spec.limits.clock;
        Clock {
            limits: spec.limits,
            margin: spec.margin,
            left: rule.map_or(Duration::ZERO, |rule| rule.base),
            moves_to_go: rule.and_then(|rule| rule.moves).unwrap_or_default(),
        }
    }

    /// Time left; `None` without a clock.
    pub fn left(&self) -> Option<Duration> {
        self.limits.clock.map(|_| self.left)
    }

    /// Added after each move.
    pub fn increment(&self) -> Duration {
        self.limits.clock.map_or(Duration::ZERO, |rule| rule.increment)
    }

    /// Moves to the next session; `None` if the time is for the whole game.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.limits.clock?.moves.map(|_| self.moves_to_go)
    }

    /// The longest time for the next move, with the margin; `None` if time is not limited.
    pub fn allowed(&self) -> Option<Duration> {
        let limits = [self.left(), self.limits.move_time];
        limits.into_iter().flatten().min().map(|time| time + self.margin)
    }

    /// Charges the time of a move.
    ///
    /// # Errors
    /// The move took too long.
    pub fn spend(&mut self, elapsed: Duration) -> Result<(), TimeExceeded> {
        if let Some(allowed) = self.allowed()
            && elapsed > allowed
        {
            return Err(TimeExceeded(elapsed - (allowed - self.margin)));
        }
        let Some(rule) = self.limits.clock else { return Ok(()) };
        self.left = self.left.saturating_sub(elapsed) + rule.increment;
        if let Some(moves) = rule.moves {
            self.moves_to_go -= 1;
            if self.moves_to_go == 0 {
                self.moves_to_go = moves;
                self.left += rule.base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::spec;
    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(&spec::parse(&[text.to_string()], "").expect("a spec")[0])
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_increment_comes_after_the_move() {
        let mut clock = clock("tc=10+0.5 margin=0");
        assert_eq!(clock.spend(ms(4000)), Ok(()));
        assert_eq!(clock.left(), Some(ms(6500)));
        assert_eq!(clock.moves_to_go(), None);
        assert_eq!(clock.spend(ms(6501)), Err(TimeExceeded(ms(1))));
    }

    #[test]
    fn a_session_adds_its_time_to_what_is_left() {
        let mut clock = clock("tc=2/10 margin=0");
        assert_eq!(clock.moves_to_go(), Some(2));
        assert_eq!(clock.spend(ms(3000)), Ok(()));
        assert_eq!(clock.moves_to_go(), Some(1));
        assert_eq!(clock.spend(ms(3000)), Ok(()));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(14_000)), Some(2)));
    }

    #[test]
    fn the_margin_forgives_but_gives_no_time() {
        let mut clock = clock("tc=1 margin=0.2");
        assert_eq!(clock.allowed(), Some(ms(1200)));
        assert_eq!(clock.spend(ms(1150)), Ok(()));
        assert_eq!(clock.left(), Some(ms(0)));
        assert_eq!(clock.spend(ms(201)), Err(TimeExceeded(ms(201))));
    }

    #[test]
    fn the_time_of_a_move_and_the_clock_both_limit() {
        let mut clock = clock("tc=1 st=0.3 margin=0");
        assert_eq!(clock.spend(ms(301)), Err(TimeExceeded(ms(1))));
        assert_eq!(clock.spend(ms(300)), Ok(()));
        assert_eq!(clock.left(), Some(ms(700)));
    }

    #[test]
    fn searches_of_fixed_size_may_take_any_time() {
        let mut clock = clock("nodes=10");
        assert_eq!(clock.allowed(), None);
        assert_eq!(clock.spend(Duration::from_secs(1_000_000)), Ok(()));
        assert_eq!(clock.left(), None);
    }
}
