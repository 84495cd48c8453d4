//! Durations and clocks in the notation of match runners.

use std::fmt;
use std::time::Duration;

use super::ClockRule;

/// Longest time that is accepted: a month. Clocks add to it without overflowing.
const MAX_SECONDS: f64 = 31.0 * 86_400.0;

/// The error of a time or a clock. Its text states what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeError {
    /// Not a time, or too long.
    NotATime,
    /// A clock without any time.
    EmptyClock,
    /// No time for a move.
    NoMoveTime,
    /// The part before the `/` is not a number of moves.
    NotMoves,
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeError::NotATime => "expected a time in seconds, as m:ss or h:mm:ss, a month at most",
            TimeError::EmptyClock => "expected some time on the clock",
            TimeError::NoMoveTime => "expected some time for a move",
            TimeError::NotMoves => "expected a number of moves before the '/'",
        })
    }
}

/// Reads seconds (`10`, `0.1`) or `m:ss` (`2:30`, `1:30.5`) or `h:mm:ss`.
///
/// # Errors
/// [`TimeError::NotATime`].
pub fn parse_time(text: &str) -> Result<Duration, TimeError> {
    let is_number = |part: &&str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_digit() || b == b'.')
            && part.bytes().any(|b| b.is_ascii_digit())
    };
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() > 3 || !parts.iter().all(is_number) {
        return Err(TimeError::NotATime);
    }
    let mut seconds = 0.0;
    for part in parts {
        seconds = seconds * 60.0 + part.parse::<f64>().map_err(|_| TimeError::NotATime)?;
    }
    if seconds > MAX_SECONDS {
        return Err(TimeError::NotATime);
    }
    // Rounded, so that printing and reading keeps nanoseconds.
    Ok(Duration::from_nanos((seconds * 1e9).round() as u64))
}

/// Writes seconds, as short as possible.
pub fn time_text(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Reads `[moves/]time[+increment]`.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_clock(text: &str) -> Result<ClockRule, TimeError> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(parse_moves(moves)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let clock = ClockRule { moves, base: parse_time(base)?, increment: parse_time(increment)? };
    if clock.base.is_zero() && clock.increment.is_zero() {
        return Err(TimeError::EmptyClock);
    }
    Ok(clock)
}

fn parse_moves(text: &str) -> Result<u32, TimeError> {
    text.parse().ok().filter(|&moves| moves > 0).ok_or(TimeError::NotMoves)
}

/// Reads the time for a move.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_move_time(text: &str) -> Result<Duration, TimeError> {
    let time = parse_time(text)?;
    if time.is_zero() { Err(TimeError::NoMoveTime) } else { Ok(time) }
}

/// Writes a clock as [`parse_clock`] reads it.
pub fn clock_text(clock: &ClockRule) -> String {
    let moves = clock.moves.map_or_else(String::new, |moves| format!("{moves}/"));
    format!("{moves}{}+{}", time_text(clock.base), time_text(clock.increment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds_or_have_colons() {
        for (text, ms) in [
            ("10", 10_000),
            ("0.1", 100),
            (".5", 500),
            ("2:30", 150_000),
            ("1:30.5", 90_500),
            ("1:00:00", 3_600_000),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in
            ["", "-1", "1e3", "x", "1:", "1:2:3:4", ".", "1.2.3", "inf", "NaN", "99999999999999999999"]
        {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_have_moves_time_and_increment() {
        let second = Duration::from_secs;
        let clock = ClockRule { moves: Some(40), base: second(900), increment: second(5) };
        assert_eq!(parse_clock("40/15:00+5"), Ok(clock));
        assert_eq!(parse_clock("10").expect("a clock").increment, Duration::ZERO);
        assert_eq!(clock_text(&clock), "40/900+5");
        for text in ["0", "0/10", "x/10", "10+x", "/10", "10+", ""] {
            assert!(parse_clock(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_written_are_read_back() {
        for nanos in [0, 1, 999, 100_000_000, 1_234_567_891, 2_678_400_000_000_000 - 1] {
            let time = Duration::from_nanos(nanos);
            assert_eq!(parse_time(&time_text(time)), Ok(time));
        }
    }
}
