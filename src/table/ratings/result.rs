//! The results for a rating: a game a line.

use serde::{Deserialize, Serialize};

/// The version of these lines.
const VERSION: u32 = 1;
/// Possible ratings of opponents.
const RATINGS: std::ops::RangeInclusive<f64> = -5000.0..=5000.0;
/// Points of a game: lost, drawn, won.
const POINTS: [f64; 3] = [0.0, 0.5, 1.0];

/// A game that counts for the rating of the host.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatedGame {
    /// Of the format.
    pub v: u32,
    /// When it ended: milliseconds since 1970.
    pub at: u64,
    /// Its table. A table counts once.
    pub table: String,
    /// The rules.
    #[serde(flatten)]
    pub rules: RuleSet,
    /// Against each program.
    pub results: Vec<RatedResult>,
}

/// The rules with a rating of their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleSet {
    /// The variant.
    pub game: String,
    /// Rule options with other than their default values, in the order of their names.
    pub options: Vec<(String, String)>,
}

/// A result against one program.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatedResult {
    /// Its rating.
    pub rating: f64,
    /// Points of the person: 1, 0.5 or 0.
    pub points: f64,
}

impl RuleSet {
    /// A variant with its options, whatever their order.
    pub fn new(game: &str, options: &[(String, String)]) -> RuleSet {
        let mut options = options.to_vec();
        options.sort();
        RuleSet { game: game.to_string(), options }
    }
}

impl RatedGame {
    /// A game that has just ended.
    pub fn new(at: u64, table: &str, rules: RuleSet, results: Vec<RatedResult>) -> RatedGame {
        RatedGame { v: VERSION, at, table: table.to_string(), rules, results }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// It is not a result of this version.
    fn parse(line: &str) -> Result<RatedGame, BadLine> {
        #[derive(Deserialize)]
        struct Versioned {
            v: u64,
        }
        let versioned: Versioned =
            serde_json::from_str(line).map_err(|_| BadLine::new("it is not a result of a game"))?;
        match versioned.v {
            v if v == u64::from(VERSION) => {}
            v => {
                let is_newer = v > u64::from(VERSION);
                let age = if is_newer { "a newer" } else { "an older" };
                return Err(BadLine { text: format!("version {v} is that of {age} program"), is_newer });
            }
        }
        let game: RatedGame =
            serde_json::from_str(line).map_err(|_| BadLine::new("a field is missing or wrong"))?;
        let is_possible =
            |result: &RatedResult| RATINGS.contains(&result.rating) && POINTS.contains(&result.points);
        let most = crate::contract::MAX_PLAYERS - 1;
        if !(1..=most).contains(&game.results.len()) || !game.results.iter().all(is_possible) {
            return Err(BadLine::new("there is no such result"));
        }
        Ok(game)
    }
}

/// Why a line is not a result of this version. The text has nothing of the line: it may be anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BadLine {
    /// For users.
    pub text: String,
    /// Was it written by a newer program?
    pub is_newer: bool,
}

impl BadLine {
    fn new(text: &str) -> BadLine {
        BadLine { text: text.to_string(), is_newer: false }
    }
}

/// The results stored by a file or a browser.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Kept {
    /// The lines that are results.
    pub games: Vec<RatedGame>,
    /// The others, without empty ones.
    pub bad: Vec<String>,
    /// The error of the first of these.
    pub why: Option<BadLine>,
}

impl Kept {
    /// Reads lines. One without a line end is incomplete.
    pub fn read(bytes: &[u8]) -> Kept {
        let mut kept = Kept::default();
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let text = String::from_utf8_lossy(line);
            let read = match text.strip_suffix('\n').map(str::trim) {
                Some("") => continue,
                Some(line) => RatedGame::parse(line),
                None => Err(BadLine::new("it is cut off")),
            };
            match read {
                Ok(game) => kept.games.push(game),
                Err(why) => {
                    kept.bad.push(text.trim_end_matches('\n').to_string());
                    let text = format!("line {number}: {}", why.text);
                    kept.why.get_or_insert(BadLine { text, ..why });
                }
            }
        }
        kept
    }
}

/// Results as the lines that are read back.
pub(super) fn lines(games: &[RatedGame]) -> Vec<u8> {
    let mut text = Vec::new();
    for game in games {
        // This cannot fail: all keys are text.
        text.extend(serde_json::to_vec(game).unwrap_or_default());
        text.push(b'\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> RatedGame {
        let rules = RuleSet::new("connect4", &[]);
        RatedGame::new(7, "a", rules, vec![RatedResult { rating: 900.0, points: 0.5 }])
    }

    #[test]
    fn a_result_is_read_as_it_was_written() {
        let kept = Kept::read(&lines(&[game(), game()]));
        assert_eq!(kept, Kept { games: vec![game(), game()], ..Kept::default() });
    }

    #[test]
    fn options_in_another_order_are_the_same_rules() {
        let option = |name: &str| (name.to_string(), "1".to_string());
        assert_eq!(
            RuleSet::new("g", &[option("b"), option("a")]),
            RuleSet::new("g", &[option("a"), option("b")])
        );
    }

    #[test]
    fn what_is_no_result_of_this_version_is_named_and_kept_apart() {
        let good = String::from_utf8(lines(&[game()])).expect("text");
        for (line, why) in [
            ("nonsense", "line 2: it is not a result of a game"),
            ("\u{0}\u{1}", "is not a result"),
            ("{}", "is not a result"),
            (r#"{"v":0}"#, "version 0 is that of an older program"),
            (r#"{"v":2,"whatever":[]}"#, "version 2 is that of a newer program"),
            (r#"{"v":1}"#, "a field is missing or wrong"),
            (r#"{"v":1,"at":"nonsense"}"#, "a field is missing or wrong"),
            (&good.trim().replace("0.5", "0.7"), "no such result"),
            (&good.trim().replace("900.0", "1e9"), "no such result"),
            (&good.trim().replace(r#"{"rating":900.0,"points":0.5}"#, ""), "no such result"),
        ] {
            let kept = Kept::read(format!("{good}{line}\n\n{good}").as_bytes());
            assert_eq!((kept.games.len(), &kept.bad[..]), (2, &[line.to_string()][..]));
            let BadLine { text, is_newer } = kept.why.expect("a reason");
            assert!(text.starts_with("line 2: ") && text.contains(why), "{line}: {text}");
            assert!(!text.contains("nonsense"), "nothing of the line: {text}");
            assert_eq!(is_newer, line.contains(r#""v":2"#), "{line}");
        }
        let half = Kept::read(&good.as_bytes()[..20]);
        assert_eq!((half.games.len(), half.bad.len()), (0, 1));
        assert_eq!(half.why, Some(BadLine::new("line 1: it is cut off")));
    }
}
