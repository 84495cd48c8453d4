//! `level`: the limits of the next search.
//!
//! Several lines add up until the next `pos` or the end of a search.

use crate::contract::{MAX_PLAYERS, SearchLimits};
use crate::wire::hub::Line;

/// The limits in force.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Level {
    depth: Option<i32>,
    nodes: Option<u64>,
    move_time_ms: Option<i64>,
    /// Time on the clock, without the increment of this move.
    time_ms: Option<i64>,
    increment_ms: i64,
    moves: Option<u32>,
    infinite: bool,
}

impl Level {
    /// Adds the limits of a line. Unknown arguments are ignored, as the protocol requires.
    ///
    /// # Errors
    /// An argument is not a number; nothing has changed.
    pub fn add(&mut self, line: &Line) -> Result<(), String> {
        let mut level = self.clone();
        for (name, value) in &line.arguments {
            match name.as_str() {
                "depth" => level.depth = Some(whole(name, value)?.clamp(1, 1000) as i32),
                "nodes" => level.nodes = Some(whole(name, value)?.max(1) as u64),
                "moves" => level.moves = Some(whole(name, value)?.clamp(0, 10_000) as u32).filter(|&n| n > 0),
                "move-time" => level.move_time_ms = Some(seconds(name, value)?.max(1)),
                "time" => level.time_ms = Some(seconds(name, value)?),
                "inc" => level.increment_ms = seconds(name, value)?.max(0),
                "infinite" => level.infinite = true,
                _ => {}
            }
        }
        *self = level;
        Ok(())
    }

    /// The limits of a search.
    pub fn limits(&self) -> SearchLimits {
        // The increment is added before the move, and again before the next.
        let clock = self.time_ms.map(|time| time.saturating_add(self.increment_ms));
        let bounded =
            self.depth.is_some() || self.nodes.is_some() || self.move_time_ms.is_some() || clock.is_some();
        SearchLimits {
            clock_ms: [clock; MAX_PLAYERS],
            increment_ms: [self.increment_ms; MAX_PLAYERS],
            moves_to_go: self.moves,
            move_time_ms: self.move_time_ms,
            depth: self.depth,
            nodes: self.nodes,
            infinite: self.infinite || !bounded,
            ..SearchLimits::default()
        }
    }
}

/// A whole number, clamped to 64 bits.
fn whole(name: &str, value: &str) -> Result<i64, String> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("level {name}={value}: expected a whole number"));
    }
    Ok(value.parse().unwrap_or(if value.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// Seconds, which may have decimals, as milliseconds.
pub(super) fn seconds(name: &str, value: &str) -> Result<i64, String> {
    let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
    let number = number.ok_or_else(|| format!("{name}={value}: expected a number of seconds"))?;
    // The conversion saturates.
    Ok((number * 1000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(lines: &[&str]) -> Level {
        let mut level = Level::default();
        for line in lines {
            level.add(&Line::parse(line).expect("a line").expect("not empty")).expect("a level");
        }
        level
    }

    #[test]
    fn lines_add_up() {
        let limits = level(&["level depth=12", "level move-time=0.25 nodes=1000"]).limits();
        assert_eq!((limits.depth, limits.nodes, limits.move_time_ms), (Some(12), Some(1000), Some(250)));
        assert!(!limits.infinite);
    }

    #[test]
    fn the_increment_is_there_before_the_move() {
        let limits = level(&["level moves=10 time=59.5 inc=0.5"]).limits();
        assert_eq!((limits.clock_ms[1], limits.increment_ms[0]), (Some(60_000), 500));
        assert_eq!(limits.moves_to_go, Some(10));
        assert_eq!(level(&["level moves=0 time=1"]).limits().moves_to_go, None);
    }

    #[test]
    fn without_any_limit_a_search_waits_for_stop() {
        assert!(Level::default().limits().infinite);
        assert!(level(&["level infinite depth=3"]).limits().infinite);
    }

    #[test]
    fn arguments_of_other_engines_are_ignored() {
        assert_eq!(level(&["level handicap=3 ply=20 infinite"]), level(&["level infinite"]));
    }

    #[test]
    fn a_number_that_is_none_changes_nothing() {
        let before = level(&["level depth=7"]);
        for bad in
            ["level nodes=5 depth=abc", "level time=1e999", "level inc=", "level moves=-", "level nodes=1.5"]
        {
            let mut after = before.clone();
            let line = Line::parse(bad).expect("a line").expect("not empty");
            assert!(after.add(&line).is_err(), "{bad}");
            assert_eq!(after, before);
        }
    }

    #[test]
    fn absurd_numbers_are_brought_into_range() {
        let lines =
            ["level depth=99999999999999999999 nodes=-5 move-time=-1 time=1e300 inc=1e300 moves=999999999"];
        let limits = level(&lines).limits();
        assert_eq!((limits.depth, limits.nodes, limits.move_time_ms), (Some(1000), Some(1), Some(1)));
        assert_eq!((limits.clock_ms[0], limits.moves_to_go), (Some(i64::MAX), Some(10_000)));
    }
}
