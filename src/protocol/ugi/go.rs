//! The grammar of `go`.
//!
//! Numbers out of range are clamped with a note; any other error refuses the line.

use super::error::expected;
use super::request::Work;
use crate::contract::{MAX_PLAYERS, SearchLimits};
use crate::search::MAX_DEPTH;
use crate::wire::message::quoted;

/// Longest time that is counted, in milliseconds: some 34 years.
const MAX_TIME: i64 = 1 << 40;
/// Largest number of moves to the next time control.
const MAX_MOVES_TO_GO: i64 = 1000;

/// The words of `go` that are not followed by anything of their own.
const KEYWORDS: [&str; 9] =
    ["movestogo", "movetime", "depth", "nodes", "mate", "infinite", "ponder", "searchmoves", "perft"];

/// Reads what follows `go`.
///
/// # Errors
/// Names the offending word and what was expected.
pub(super) fn parse(words: &[&str], notes: &mut Vec<String>) -> Result<Work, String> {
    let mut reader = Reader { words, at: 0, notes };
    let mut limits = SearchLimits::default();
    while let Some(word) = reader.next() {
        let key = word.to_ascii_lowercase();
        match key.as_str() {
            "perft" => return reader.perft(),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => limits.search_moves = reader.moves()?,
            "depth" => limits.depth = Some(reader.number(&key, 1, i64::from(MAX_DEPTH))? as i32),
            "mate" => limits.mate = Some(reader.number(&key, 1, i64::from(MAX_DEPTH))? as i32),
            "nodes" => limits.nodes = Some(reader.number(&key, 1, i64::MAX)? as u64),
            "movetime" => limits.move_time_ms = Some(reader.number(&key, 1, MAX_TIME)?),
            // Some clients send 0 for "no time control to come".
            "movestogo" => {
                limits.moves_to_go = Some(reader.number(&key, 0, MAX_MOVES_TO_GO)? as u32).filter(|&n| n > 0);
            }
            _ => match clock_word(&key) {
                Some((player, Clock::Time)) => {
                    limits.clock_ms[player] = Some(reader.number(&key, -MAX_TIME, MAX_TIME)?);
                }
                Some((player, Clock::Increment)) => {
                    limits.increment_ms[player] = reader.number(&key, 0, MAX_TIME)?;
                }
                None => return Err(format!("{} is not a word of go; 'help' lists them", quoted(word))),
            },
        }
    }
    complete(&mut limits);
    Ok(Work::Search(Box::new(limits)))
}

/// Fills in defaults: a search without any limit continues until `stop`, and a player without a clock gets the smallest
/// time of the others.
fn complete(limits: &mut SearchLimits) {
    let named = limits.clock_ms.iter().flatten().min().copied();
    let increments = limits.increment_ms.iter().any(|&ms| ms > 0);
    let least = named.or(increments.then_some(0));
    for clock in &mut limits.clock_ms {
        *clock = clock.or(least);
    }
    let limited = least.is_some()
        || limits.move_time_ms.is_some()
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some();
    limits.infinite |= !limited;
}

enum Clock {
    Time,
    Increment,
}

/// `wtime`, `btime`, `winc`, `binc`, `p1time` ... `p6inc`: which player's, and time or increment.
fn clock_word(word: &str) -> Option<(usize, Clock)> {
    let (player, rest) = if let Some(rest) = word.strip_prefix('w') {
        (0, rest)
    } else if let Some(rest) = word.strip_prefix('b') {
        (1, rest)
    } else {
        let rest = word.strip_prefix('p')?;
        let player = rest.chars().next()?.to_digit(10)? as usize;
        (player.checked_sub(1).filter(|&p| p < MAX_PLAYERS)?, &rest[1..])
    };
    match rest {
        "time" => Some((player, Clock::Time)),
        "inc" => Some((player, Clock::Increment)),
        _ => None,
    }
}

struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
    notes: &'a mut Vec<String>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word
    }

    /// The whole number after `key`, clamped to the range.
    fn number(&mut self, key: &str, min: i64, max: i64) -> Result<i64, String> {
        let word = self.next().ok_or_else(|| expected("a whole number", None, key))?;
        let value = whole_number(word).ok_or_else(|| expected("a whole number", Some(&word), key))?;
        let used = value.clamp(min, max);
        if used != value {
            self.notes.push(format!("{key} {} is out of range, {used} is used", shortened(word)));
        }
        Ok(used)
    }

    /// The moves after `searchmoves`, up to the next word of `go`.
    fn moves(&mut self) -> Result<Vec<String>, String> {
        let rest = &self.words[self.at..];
        let end = rest.iter().position(|word| is_keyword(word)).unwrap_or(rest.len());
        if end == 0 {
            return Err(expected("moves", rest.first(), "searchmoves"));
        }
        self.at += end;
        Ok(rest[..end].iter().map(|word| (*word).to_string()).collect())
    }

    /// `perft N`, alone.
    fn perft(&mut self) -> Result<Work, String> {
        if self.at > 1 {
            return Err("'perft' must be the first word after go, with its depth alone".to_string());
        }
        let depth = self.number("perft", 0, i64::from(MAX_DEPTH))? as u32;
        match self.next() {
            None => Ok(Work::Perft(depth)),
            Some(extra) => Err(expected("the end of the line", Some(&extra), "perft N")),
        }
    }
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|key| word.eq_ignore_ascii_case(key))
        || clock_word(&word.to_ascii_lowercase()).is_some()
}

/// A whole number of any length; beyond the range of `i64` it is that range's end.
fn whole_number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(word.parse().unwrap_or(limit))
}

/// A number, shortened for a note.
fn shortened(word: &str) -> String {
    if word.len() > 24 { format!("{}...", &word[..24]) } else { word.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Result<Work, String>, Vec<String>) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let mut notes = Vec::new();
        let work = parse(&words, &mut notes);
        (work, notes)
    }

    fn limits(line: &str) -> SearchLimits {
        match read(line) {
            (Ok(Work::Search(limits)), _) => *limits,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn notes(line: &str) -> Vec<String> {
        let (work, notes) = read(line);
        work.unwrap();
        notes
    }

    fn error(line: &str) -> String {
        read(line).0.unwrap_err()
    }

    #[test]
    fn every_limit_is_read() {
        let all = limits(
            "wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 movetime 300 depth 7 nodes 5000000000000 mate 3 ponder",
        );
        assert_eq!(all.clock_ms[..2], [Some(1000), Some(2000)]);
        assert_eq!(all.increment_ms[..2], [10, 20]);
        assert_eq!(all.moves_to_go, Some(5));
        assert_eq!(all.move_time_ms, Some(300));
        assert_eq!((all.depth, all.nodes, all.mate), (Some(7), Some(5_000_000_000_000), Some(3)));
        assert!(all.ponder && !all.infinite);
        assert!(notes("depth 200 mate 3 movestogo 1000 nodes 9223372036854775807 wtime -5").is_empty());
    }

    #[test]
    fn six_players_have_clocks() {
        let six = limits("p1time 100 p2time 200 p3time 300 p4time 400 p5time 500 p6time 600 p1inc 1 p6inc 6");
        assert_eq!(six.clock_ms, [100, 200, 300, 400, 500, 600].map(Some));
        assert_eq!((six.increment_ms[0], six.increment_ms[5]), (1, 6));
        assert!(error("p7time 100").starts_with("'p7time' is not a word of go"));
        assert!(error("p0time 100").starts_with("'p0time' is not a word of go"));
        assert!(error("pétime 100").starts_with("'pétime' is not a word of go"));
    }

    #[test]
    fn a_player_without_a_clock_has_the_least_time_that_is_named() {
        assert_eq!(limits("btime 500").clock_ms, [Some(500); MAX_PLAYERS]);
        assert_eq!(limits("p2time 500 p3time 400").clock_ms[0], Some(400));
        assert_eq!(limits("winc 100").clock_ms[0], Some(0));
    }

    #[test]
    fn a_search_without_a_limit_waits_for_stop() {
        assert!(limits("").infinite);
        assert!(limits("searchmoves 4 5").infinite);
        assert!(limits("ponder").infinite);
        assert!(!limits("ponder wtime 1000 btime 1000").infinite);
        assert!(!limits("mate 2").infinite);
    }

    #[test]
    fn search_moves_end_at_the_next_word_of_go() {
        let some = limits("searchmoves 31-26 h8 depth 5");
        assert_eq!(some.search_moves, ["31-26", "h8"]);
        assert_eq!(some.depth, Some(5));
        assert!(error("searchmoves").contains("expected moves"));
        assert!(error("searchmoves depth 5").starts_with("unexpected 'depth' after searchmoves"));
    }

    #[test]
    fn numbers_out_of_range_are_clamped_with_a_note() {
        assert_eq!(notes("depth 999"), ["depth 999 is out of range, 200 is used"]);
        assert_eq!(notes("movetime 0"), ["movetime 0 is out of range, 1 is used"]);
        assert_eq!(notes("winc -5 wtime 1"), ["winc -5 is out of range, 0 is used"]);
        assert_eq!(limits("nodes 99999999999999999999999999").nodes, Some(i64::MAX as u64));
        assert_eq!(limits("wtime -99999999999999999999999999").clock_ms[0], Some(-MAX_TIME));
        assert_eq!(limits("movestogo 0 wtime 5").moves_to_go, None);
    }

    #[test]
    fn words_that_are_no_numbers_are_refused() {
        assert_eq!(error("movetime 1.5"), "unexpected '1.5' after movetime; expected a whole number");
        assert_eq!(error("depth"), "the line ends after depth; expected a whole number");
        assert!(error("depth -").starts_with("unexpected '-' after depth"));
        assert!(error("depth 5 foo").starts_with("'foo' is not a word of go"));
    }

    #[test]
    fn perft_stands_alone() {
        assert!(matches!(read("perft 5").0, Ok(Work::Perft(5))));
        assert!(matches!(read("perft 99999999999").0, Ok(Work::Perft(200))));
        assert!(error("depth 5 perft 5").contains("first word"));
        assert!(error("perft 5 depth 5").starts_with("unexpected 'depth' after perft"));
        assert!(error("perft").contains("a whole number"));
    }
}
