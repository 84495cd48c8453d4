//! How long to think.
//!
//! The clock gives two limits. The *soft* one is checked between iterations, and scales with the stability of the best
//! move; the *hard* one ends the search at any point. Both leave `Move Overhead` for the way between engine and clock,
//! and twice as much in reserve for a slow computer: with an increment of a few milliseconds a clock goes down to that
//! reserve and stays there.

use std::time::Duration;

use crate::contract::SearchLimits;

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

    /// The plan for the player with this index. `overhead_ms` is the option `Move Overhead`; `horizon` the expected
    /// number of this player's remaining moves.
    pub fn new(limits: &SearchLimits, player: usize, overhead_ms: i64, horizon: i64) -> TimePlan {
        if limits.infinite {
            return TimePlan::NONE;
        }
        let overhead = micros(overhead_ms);
        let move_time = limits.move_time_ms.map(micros).map(|time| (time - overhead).max(time / 2));
        let Some(clock) = limits.clock_ms[player].map(micros) else {
            return TimePlan { soft: None, hard: move_time.map(duration) };
        };
        let increment = micros(limits.increment_ms[player]);
        let usable = usable(clock, overhead);
        let moves = limits.moves_to_go.map_or(horizon, |n| i64::from(n.max(1)));
        // One increment is added with each move but the last.
        let share = usable.saturating_add(increment.saturating_mul(moves - 1)) / moves;
        let soft = share.min(usable * 4 / 5);
        let hard = if moves == 1 { usable * 9 / 10 } else { share.saturating_mul(4).min(usable * 3 / 5) };
        // A move may have a limit of its own in addition to the clock.
        let within = |time: i64| Some(duration(move_time.map_or(time, |limit| time.min(limit))));
        TimePlan { soft: within(soft), hard: within(hard) }
    }

    /// The plan if a proof is likely to take `needed`: after it the rest of the game costs next to nothing, so up to
    /// three fifths of the clock may go into it. Unchanged if that is not enough, or without a clock.
    pub fn for_proof(
        self,
        limits: &SearchLimits,
        player: usize,
        overhead_ms: i64,
        needed: Duration,
    ) -> TimePlan {
        let (Some(soft), Some(hard), Some(clock)) =
            (self.soft, self.hard, limits.clock_ms[player].map(micros))
        else {
            return self;
        };
        let usable = duration(usable(clock, micros(overhead_ms)));
        let most = limits.move_time_ms.map_or(Duration::MAX, |_| hard);
        if needed > usable / 2 {
            return self;
        }
        let at_least = |time: Duration, part: Duration| Some(time.max(part.min(most)));
        TimePlan { soft: at_least(soft, usable / 2), hard: at_least(hard, usable * 3 / 5) }
    }

    /// The plan of a player who ponders: about every second move is predicted, and time spent on it in advance is saved
    /// later, so a quarter more may be spent now.
    pub fn for_pondering(self) -> TimePlan {
        let soft = self.soft.map(|soft| self.hard.map_or(soft, |hard| hard.min(soft * 5 / 4)));
        TimePlan { soft, ..self }
    }
}

/// What may be spent of a clock, in microseconds: what it holds less the overhead and the reserve, which is not more than
/// half of the clock, and at least an eighth of it.
fn usable(clock: i64, overhead: i64) -> i64 {
    let reserve = (2 * overhead).min(clock / 2);
    (clock - overhead - reserve).max(clock / 8)
}

/// Milliseconds from a client, which may be negative or absurd, as microseconds from 0 to a few years.
fn micros(ms: i64) -> i64 {
    const MAX_MS: i64 = 100_000_000_000;
    ms.clamp(0, MAX_MS) * 1000
}

fn duration(micros: i64) -> Duration {
    Duration::from_micros(micros.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(clock_ms: i64, increment_ms: i64, moves_to_go: Option<u32>) -> TimePlan {
        let limits = SearchLimits {
            clock_ms: [Some(clock_ms); 6],
            increment_ms: [increment_ms; 6],
            moves_to_go,
            ..SearchLimits::default()
        };
        TimePlan::new(&limits, 0, 10, 30)
    }

    #[test]
    fn no_plan_spends_more_than_the_clock_holds() {
        for clock in [-5, 0, 1, 9, 10, 11, 50, 1000, 60_000, i64::MAX] {
            for increment in [-1, 0, 1, 100, 10_000, i64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let plan = plan(clock, increment, moves);
                    let hard = plan.hard.expect("a clock");
                    assert!(hard <= duration(micros(clock)), "{clock} {increment} {moves:?}: {plan:?}");
                    assert!(plan.soft.expect("a clock") <= duration(micros(clock)));
                }
            }
        }
    }

    #[test]
    fn a_clock_with_a_small_increment_keeps_twice_the_overhead_in_reserve() {
        let mut clock = Duration::from_millis(300);
        for _ in 0..1000 {
            clock -= plan(clock.as_millis() as i64, 3, None).hard.expect("a clock");
            assert!(clock >= Duration::from_millis(20), "{clock:?}");
            clock += Duration::from_millis(3);
        }
    }

    #[test]
    fn more_time_and_fewer_moves_to_go_give_longer_searches() {
        assert!(plan(2000, 0, None).soft < plan(4000, 0, None).soft);
        assert!(plan(2000, 0, None).soft < plan(2000, 100, None).soft);
        assert!(plan(2000, 0, Some(40)).soft < plan(2000, 0, Some(5)).soft);
    }

    #[test]
    fn a_player_who_ponders_takes_more_time_but_never_more_than_the_hard_limit() {
        let plain = plan(60_000, 0, None);
        assert!(plain.for_pondering().soft > plain.soft);
        assert_eq!(plain.for_pondering().hard, plain.hard);
        let last = plan(1000, 0, Some(1));
        assert!(last.for_pondering().soft <= last.hard);
    }

    #[test]
    fn a_limit_for_the_move_holds_beside_the_clock() {
        let clock = SearchLimits { clock_ms: [Some(60_000); 6], ..SearchLimits::default() };
        let alone = TimePlan::new(&clock, 0, 10, 30);
        let generous = SearchLimits { move_time_ms: Some(50_000), ..clock.clone() };
        assert_eq!(TimePlan::new(&generous, 0, 10, 30), alone);
        let tight = TimePlan::new(&SearchLimits { move_time_ms: Some(100), ..clock }, 0, 10, 30);
        assert_eq!(
            (tight.soft, tight.hard),
            (Some(Duration::from_millis(90)), Some(Duration::from_millis(90)))
        );
    }

    #[test]
    fn analysis_has_no_clock_and_a_move_time_is_kept() {
        let limits = SearchLimits { infinite: true, ..SearchLimits::move_time(5) };
        assert_eq!(TimePlan::new(&limits, 0, 10, 30), TimePlan::NONE);
        let hard = TimePlan::new(&SearchLimits::move_time(1000), 0, 10, 30).hard;
        assert_eq!(hard, Some(Duration::from_millis(990)));
        let hard = TimePlan::new(&SearchLimits::move_time(1), 0, 10, 30).hard;
        assert_eq!(hard, Some(Duration::from_micros(500)));
    }

    #[test]
    fn a_proof_that_is_likely_may_take_most_of_the_clock_and_any_other_changes_nothing() {
        let limits = SearchLimits { clock_ms: [Some(1030); 6], ..SearchLimits::default() };
        let plan = TimePlan::new(&limits, 0, 10, 30);
        let second = plan.for_proof(&limits, 0, 10, Duration::from_millis(300));
        assert_eq!(second.soft, Some(Duration::from_millis(500)));
        assert_eq!(second.hard, Some(Duration::from_millis(600)));
        assert_eq!(plan.for_proof(&limits, 0, 10, Duration::from_millis(600)), plan);
        let move_time = SearchLimits::move_time(50);
        let plan = TimePlan::new(&move_time, 0, 10, 30);
        assert_eq!(plan.for_proof(&move_time, 0, 10, Duration::from_millis(1)), plan);
    }
}
