//! The clocks: a client's time settings, and the limits of the next search.
//!
//! If a client only sends time settings, time is counted here: each search is subtracted from the clock of its colour.
//! `time_left` sets a clock at any time. Without any settings a move gets [`DEFAULT_MOVE_MS`].

use std::time::Duration;

use super::error::GtpError;
use super::play::colour_argument;
use super::{Call, Entry, Gtp, Reply};
use crate::contract::{SearchLimits, StoneColour};
use crate::wire::message::quoted;

pub(super) const COMMANDS: &[Entry] = &[
    ("time_settings", time_settings),
    ("kgs-time_settings", named_settings),
    ("kata-time_settings", named_settings),
    ("kata-list_time_settings", |_, call| {
        call.exactly::<0>("")?;
        Ok("none absolute byoyomi canadian fischer fischer-capped".into())
    }),
    ("time_left", time_left),
];

/// Time for a move if the client has sent no time.
pub(super) const DEFAULT_MOVE_MS: i64 = 1000;

/// Longest time that is counted, in milliseconds: some 34 years.
const MAX_MS: f64 = (1_u64 << 40) as f64;

/// How games are timed; times in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
enum Timing {
    /// No time control.
    #[default]
    None,
    /// All moves in the main time.
    Absolute { main: i64 },
    /// After the main time, this many moves in each period.
    Canadian { main: i64, period: i64, moves: u32 },
    /// After the main time a period for each move; one that is overrun is lost.
    Byoyomi { main: i64, period: i64, periods: u32 },
    /// Each move adds an increment, up to a limit; none may take longer than `longest`.
    Fischer { main: i64, increment: i64, limit: i64, longest: i64 },
}

/// One colour's clock.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Clock {
    /// Milliseconds of the main time, or of the period.
    left: i64,
    /// After the main time: remaining moves or periods. 0 in the main time.
    overtime: u32,
}

/// Both clocks: black, white.
#[derive(Default)]
pub(super) struct Clocks {
    timing: Timing,
    clocks: [Clock; 2],
}

impl Clocks {
    /// A new game.
    pub fn restart(&mut self) {
        let main = match self.timing {
            Timing::None => 0,
            Timing::Absolute { main }
            | Timing::Canadian { main, .. }
            | Timing::Byoyomi { main, .. }
            | Timing::Fischer { main, .. } => main,
        };
        self.clocks = [Clock { left: main, overtime: 0 }; 2];
        for clock in &mut self.clocks {
            self.timing.enter_overtime(clock);
        }
    }

    fn set(&mut self, timing: Timing) {
        self.timing = timing;
        self.restart();
    }

    fn clock(&mut self, colour: StoneColour) -> &mut Clock {
        &mut self.clocks[usize::from(colour == StoneColour::White)]
    }

    /// Adds the limits of this colour's clock, for the player with this index; none without a time control.
    pub fn limit(&self, limits: &mut SearchLimits, colour: StoneColour, player: usize) {
        let clock = self.clocks[usize::from(colour == StoneColour::White)];
        match self.timing {
            Timing::None => {}
            Timing::Absolute { .. } => limits.clock_ms[player] = Some(clock.left),
            Timing::Canadian { period, moves, .. } => {
                let share = period / i64::from(moves.max(1));
                if clock.overtime > 0 {
                    limits.clock_ms[player] = Some(clock.left);
                    limits.moves_to_go = Some(clock.overtime);
                } else if clock.left <= share {
                    // The period is about to begin, and the rest of the main time is added.
                    limits.clock_ms[player] = Some(clock.left + period);
                    limits.moves_to_go = Some(moves);
                } else {
                    limits.clock_ms[player] = Some(clock.left);
                    limits.increment_ms[player] = share;
                }
            }
            Timing::Byoyomi { period, .. } => {
                if clock.overtime > 0 {
                    limits.move_time_ms = Some(clock.left.min(period));
                } else if clock.left <= period {
                    limits.move_time_ms = Some(clock.left + period);
                } else {
                    limits.clock_ms[player] = Some(clock.left);
                    limits.increment_ms[player] = period;
                }
            }
            Timing::Fischer { increment, longest, .. } => {
                limits.clock_ms[player] = Some(clock.left);
                limits.increment_ms[player] = increment;
                limits.move_time_ms = (longest < MAX_MS as i64).then_some(longest);
            }
        }
    }

    /// Takes the time of a move off a clock.
    pub fn spend(&mut self, colour: StoneColour, time: Duration) {
        let timing = self.timing;
        let clock = self.clock(colour);
        let used = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        clock.left = clock.left.saturating_sub(used);
        match timing {
            Timing::None | Timing::Absolute { .. } => {}
            Timing::Fischer { increment, limit, .. } => {
                clock.left = clock.left.max(0).saturating_add(increment).min(limit);
            }
            Timing::Byoyomi { period, .. } if clock.overtime > 0 => clock.left = period,
            Timing::Canadian { period, moves, .. } if clock.overtime > 0 => {
                clock.overtime -= 1;
                if clock.overtime == 0 {
                    *clock = Clock { left: period, overtime: moves };
                }
            }
            Timing::Canadian { .. } | Timing::Byoyomi { .. } => timing.enter_overtime(clock),
        }
    }
}

impl Timing {
    /// Begins the first period when the main time is used up.
    fn enter_overtime(self, clock: &mut Clock) {
        match self {
            Timing::Canadian { period, moves, .. } if clock.left <= 0 => {
                *clock = Clock { left: period, overtime: moves };
            }
            Timing::Byoyomi { period, periods, .. } if clock.left <= 0 => {
                *clock = Clock { left: period, overtime: periods };
            }
            _ => {}
        }
    }
}

/// Seconds as milliseconds.
fn seconds(word: &str) -> Result<i64, GtpError> {
    match word.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok((seconds * 1000.0).min(MAX_MS) as i64),
        _ => Err(GtpError::Syntax(format!("{} is not a number of seconds", quoted(word)))),
    }
}

fn count(word: &str) -> Result<u32, GtpError> {
    let wrong = || GtpError::Syntax(format!("{} is not a number of moves", quoted(word)));
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if digits { Ok(word.parse().unwrap_or(u32::MAX)) } else { Err(wrong()) }
}

/// Main time and Canadian overtime. Moves of 0 after a period mean that there is no limit.
fn time_settings(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let [main, period, moves] = call.exactly("main time, period and moves")?;
    let (main, period, moves) = (seconds(main)?, seconds(period)?, count(moves)?);
    gtp.clocks.set(match (main, period, moves) {
        (0, 0, _) => Timing::None,
        (_, 0, _) => Timing::Absolute { main },
        (_, _, 0) => Timing::None,
        _ => Timing::Canadian { main, period, moves },
    });
    Ok("".into())
}

/// The settings of KGS, and those of KataGo, which add two.
fn named_settings(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    const EXPECTED: &str = "none, absolute MAIN, canadian MAIN PERIOD MOVES, byoyomi MAIN PERIOD PERIODS, \
                            fischer MAIN INCREMENT or fischer-capped MAIN INCREMENT LIMIT LONGEST";
    let words = call.words();
    gtp.clocks.set(match words[..] {
        ["none"] => Timing::None,
        ["absolute", main] => Timing::Absolute { main: seconds(main)? },
        ["canadian", main, period, moves] => {
            let (main, period, moves) = (seconds(main)?, seconds(period)?, count(moves)?);
            Timing::Canadian { main, period, moves: moves.max(1) }
        }
        ["byoyomi", main, period, periods] => {
            let (main, period, periods) = (seconds(main)?, seconds(period)?, count(periods)?);
            Timing::Byoyomi { main, period, periods: periods.max(1) }
        }
        ["fischer", main, increment] => {
            let (main, increment) = (seconds(main)?, seconds(increment)?);
            Timing::Fischer { main, increment, limit: MAX_MS as i64, longest: MAX_MS as i64 }
        }
        ["fischer-capped", main, increment, limit, longest] => {
            let (main, increment) = (seconds(main)?, seconds(increment)?);
            Timing::Fischer { main, increment, limit: capped(limit)?, longest: capped(longest)? }
        }
        _ => return Err(GtpError::Syntax(format!("expected {EXPECTED}"))),
    });
    Ok("".into())
}

/// Seconds, where a negative number means that there is no limit.
fn capped(word: &str) -> Result<i64, GtpError> {
    if word.starts_with('-') && word.parse::<f64>().is_ok() { Ok(MAX_MS as i64) } else { seconds(word) }
}

fn time_left(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let [colour, left, moves] = call.exactly("a colour, seconds and moves")?;
    let colour = colour_argument(colour)?;
    // Some clients send negative times.
    let left = if left.starts_with('-') && left.parse::<f64>().is_ok() { 0 } else { seconds(left)? };
    let clock = Clock { left, overtime: count(moves)? };
    if gtp.clocks.timing == Timing::None {
        // Without time settings the clock itself sets the time: for the rest of the game, or for each period of moves.
        gtp.clocks.timing = match clock.overtime {
            0 => Timing::Absolute { main: left },
            moves => Timing::Canadian { main: 0, period: left, moves },
        };
        gtp.clocks.restart();
    }
    *gtp.clocks.clock(colour) = clock;
    Ok("".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: StoneColour = StoneColour::Black;

    fn limits(clocks: &Clocks) -> SearchLimits {
        let mut limits = SearchLimits::default();
        clocks.limit(&mut limits, BLACK, 0);
        limits
    }

    fn clocks(timing: Timing) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(timing);
        clocks
    }

    #[test]
    fn an_absolute_clock_runs_down_by_what_is_spent() {
        let mut clocks = clocks(Timing::Absolute { main: 60_000 });
        clocks.spend(BLACK, Duration::from_secs(10));
        assert_eq!(limits(&clocks).clock_ms[0], Some(50_000));
        clocks.spend(StoneColour::White, Duration::from_secs(1));
        assert_eq!(limits(&clocks).clock_ms[0], Some(50_000));
    }

    #[test]
    fn canadian_overtime_begins_after_the_main_time_and_is_renewed_after_its_moves() {
        let mut clocks = clocks(Timing::Canadian { main: 10_000, period: 20_000, moves: 2 });
        assert_eq!(limits(&clocks).moves_to_go, Some(2), "less than a share of the period is left");
        clocks.spend(BLACK, Duration::from_secs(11));
        let first = limits(&clocks);
        assert_eq!((first.clock_ms[0], first.moves_to_go), (Some(20_000), Some(2)));
        clocks.spend(BLACK, Duration::from_secs(5));
        let second = limits(&clocks);
        assert_eq!((second.clock_ms[0], second.moves_to_go), (Some(15_000), Some(1)));
        clocks.spend(BLACK, Duration::from_secs(5));
        let third = limits(&clocks);
        assert_eq!((third.clock_ms[0], third.moves_to_go), (Some(20_000), Some(2)));
    }

    #[test]
    fn a_byoyomi_move_has_one_period() {
        let mut clocks = clocks(Timing::Byoyomi { main: 60_000, period: 5_000, periods: 3 });
        assert_eq!(limits(&clocks).clock_ms[0], Some(60_000));
        clocks.spend(BLACK, Duration::from_secs(58));
        assert_eq!(limits(&clocks).move_time_ms, Some(7_000), "the rest of the main time and a period");
        clocks.spend(BLACK, Duration::from_secs(6));
        assert_eq!(limits(&clocks).move_time_ms, Some(5_000));
        assert_eq!(limits(&clocks).clock_ms[0], None);
    }

    #[test]
    fn a_fischer_clock_gets_its_increment_up_to_the_limit() {
        let timing = Timing::Fischer { main: 10_000, increment: 3_000, limit: 11_000, longest: 4_000 };
        let mut clocks = clocks(timing);
        let limits_now = limits(&clocks);
        assert_eq!(limits_now.clock_ms[0], Some(10_000));
        assert_eq!((limits_now.increment_ms[0], limits_now.move_time_ms), (3_000, Some(4_000)));
        clocks.spend(BLACK, Duration::from_secs(1));
        assert_eq!(limits(&clocks).clock_ms[0], Some(11_000));
    }
}
