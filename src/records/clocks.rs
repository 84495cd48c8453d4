//! Clocks after a move: the properties `BL` and `WL` of SGF, in seconds, and the remarks `[%clk 0:05:12]` of PGN and PDN.
//!
//! `[%clk ...]` is the clock of the player who has just moved; the other one's is `[%clock b0:05:12]` or `[%clock w0:05:12]`
//! in PDN. Stones give the colours: Black moves first. `[%emt 0:00:03]` is the time that a move took, in `psq` a number.
//!
//! Invariant: a clock that is written is read as the same property.

use super::line::{Line, Markup};
use crate::contract::Player;

/// The properties, by player.
const PROPERTIES: [&str; 2] = ["BL", "WL"];
/// The colours in remarks, by player.
const COLOURS: [char; 2] = ['b', 'w'];
/// Longest time, in seconds.
const MAX_SECONDS: f64 = 1e7;

/// Is the property a clock that a comment can hold?
pub(super) fn is_clock(markup: &Markup) -> bool {
    clock_text(markup, None).is_some()
}

/// A property as it stands in a comment; `mover` has just moved.
pub(super) fn clock_text(markup: &Markup, mover: Option<Player>) -> Option<String> {
    let player = PROPERTIES.iter().position(|name| *name == markup.name())?;
    let [value] = markup.values() else { return None };
    let seconds: f64 = value.trim().parse().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds))?;
    let time = time_text(seconds);
    let is_own = mover.is_some_and(|mover| mover.index() == player);
    Some(if is_own { format!("[%clk {time}]") } else { format!("[%clock {}{time}]", COLOURS[player]) })
}

/// `0:05:12.5`.
fn time_text(seconds: f64) -> String {
    let whole = seconds.trunc() as u64;
    let part = format!("{:.3}", seconds.fract());
    let part = part.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.');
    format!("{}:{:02}:{:02}{part}", whole / 3600, whole / 60 % 60, whole % 60)
}

/// The seconds of such a time.
fn seconds_of(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.trim().split(':').collect();
    let [hours, minutes, seconds] = parts[..] else { return None };
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds: f64 = seconds.parse().ok().filter(|seconds| (0.0..60.0).contains(seconds))?;
    let all = f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + seconds;
    (all <= MAX_SECONDS && minutes < 60).then_some(all)
}

/// The comment for the time that a move took; none if it is out of range.
pub(super) fn elapsed_text(milliseconds: u64) -> Option<String> {
    let seconds = milliseconds as f64 / 1000.0;
    (seconds <= MAX_SECONDS).then(|| format!("[%emt {}]", time_text(seconds)))
}

/// The milliseconds of such a comment.
pub(super) fn elapsed(comment: &str) -> Option<u64> {
    let seconds = seconds_of(comment.trim().strip_prefix("[%emt ")?.strip_suffix(']')?)?;
    Some((seconds * 1000.0).round() as u64)
}

/// A comment without its clocks, and the properties for these.
pub(super) fn split(comment: &str, mover: Option<Player>) -> (String, Vec<Markup>) {
    let (mut plain, mut clocks) = (String::new(), Vec::new());
    let mut rest = comment;
    while let Some(at) = rest.find("[%cl") {
        let end = rest[at..].find(']').map_or(rest.len(), |end| at + end + 1);
        let clock = property(&rest[at..end], mover);
        plain += if clock.is_some() { &rest[..at] } else { &rest[..end] };
        clocks.extend(clock);
        rest = &rest[end..];
    }
    plain += rest;
    (if clocks.is_empty() { plain } else { plain.trim().to_string() }, clocks)
}

/// The clocks in the comments at a place as properties, and the number of others: a player has one there, and a property
/// of the line comes before those in comments. `mover` has just moved.
pub(super) fn clocks_at(line: &Line, place: usize, mover: Option<Player>) -> (Vec<Markup>, usize) {
    let found = line.comments_at(place).flat_map(|comment| split(comment, mover).1);
    let (mut kept, mut left_out) = (Vec::<Markup>::new(), 0);
    for clock in found {
        let same = line.markup_at(place).chain(&kept).find(|other| other.name() == clock.name());
        match same {
            Some(other) => left_out += usize::from(*other != clock),
            None => kept.push(clock),
        }
    }
    (kept, left_out)
}

/// The property for a clock in a comment.
fn property(text: &str, mover: Option<Player>) -> Option<Markup> {
    let inside = text.strip_prefix("[%")?.strip_suffix(']')?;
    let (player, time) = match inside.split_once(' ')? {
        ("clk", time) => (mover?.index(), time),
        ("clock", time) => {
            let colour = time.chars().next()?.to_ascii_lowercase();
            (COLOURS.iter().position(|known| *known == colour)?, &time[1..])
        }
        _ => return None,
    };
    let seconds = seconds_of(time)?;
    Markup::new(PROPERTIES[player.min(1)], vec![format!("{}", (seconds * 1000.0).round() / 1000.0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_the_same_on_the_way_back() {
        for (name, value, mover, text) in [
            ("BL", "312", Player::FIRST, "[%clk 0:05:12]"),
            ("BL", "312.5", Player::FIRST, "[%clk 0:05:12.5]"),
            ("WL", "7325.125", Player::SECOND, "[%clk 2:02:05.125]"),
            ("WL", "0", Player::FIRST, "[%clock w0:00:00]"),
            ("BL", "59.999", Player::SECOND, "[%clock b0:00:59.999]"),
        ] {
            let markup = Markup::new(name, vec![value.to_string()]).expect("a property");
            assert_eq!(clock_text(&markup, Some(mover)).as_deref(), Some(text));
            assert_eq!(split(&format!("good {text}"), Some(mover)), ("good".to_string(), vec![markup]));
        }
    }

    #[test]
    fn the_time_of_a_move_is_the_same_on_the_way_back() {
        for (milliseconds, text) in
            [(1, "[%emt 0:00:00.001]"), (61_500, "[%emt 0:01:01.5]"), (3_600_000, "[%emt 1:00:00]")]
        {
            assert_eq!(elapsed_text(milliseconds).as_deref(), Some(text));
            assert_eq!(elapsed(text), Some(milliseconds));
        }
        assert_eq!(elapsed_text(u64::MAX), None);
        assert!(
            ["[%emt 5]", "[%clk 0:00:01]", "good", "[%emt 0:00:01] good"]
                .iter()
                .all(|text| elapsed(text).is_none())
        );
    }

    #[test]
    fn a_player_has_one_clock_at_a_place() {
        let comments = ["[%clk 0:01:00] a [%clk 0:02:00]", "[%clk 0:01:00] [%clock w0:00:09]"];
        let line = Line { comments: comments.map(|text| (1, text.to_string())).to_vec(), ..Line::default() };
        let (clocks, left_out) = clocks_at(&line, 1, Some(Player::FIRST));
        assert_eq!(clocks.iter().map(Markup::to_string).collect::<String>(), "BL[60]WL[9]");
        assert_eq!(left_out, 1);
    }

    #[test]
    fn what_is_no_clock_is_kept_as_it_is() {
        for (name, value) in [("BL", "x"), ("BL", "-1"), ("WL", "nan"), ("OB", "3"), ("BL", "1e9")] {
            let markup = Markup::new(name, vec![value.to_string()]).expect("a property");
            assert!(!is_clock(&markup), "{markup}");
        }
        for text in [
            "[%clk 5]",
            "[%clk 0:61:00]",
            "[%clock x0:00:01]",
            "[%clk",
            "a [%cls 0:00:01] b",
            "[%clk -1:00:00]",
        ] {
            assert_eq!(split(text, Some(Player::FIRST)), (text.to_string(), Vec::new()));
        }
    }
}
