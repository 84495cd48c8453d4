//! What a search said about a move, as a comment of a game file.
//!
//! Match runners write `+0.35/12 0.451s, tl=9.650s, n=12345, nps=27372, pv="h8 i9"`: value for the player who moved,
//! depth, time, and named parts (fastchess; cutechess has only the first three). A proved win or loss is `+M7` or `-M7`,
//! in plies. Servers and annotators write the value of the position after the move for the first player: `[%eval 0.35]`,
//! `[%eval #-3]`, `+0.35; best ...`.
//!
//! Invariant: what is written here is read here without loss, apart from digits behind the third decimal of a time.

use std::fmt;

use crate::contract::Score;

/// The report of a search about a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchComment {
    /// Value for the player who moved.
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: Option<i32>,
    /// Seconds for the move.
    pub seconds: Option<f64>,
    /// Seconds left on the clock after it.
    pub left: Option<f64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The expected line from the move on; empty if unknown.
    pub pv: String,
}

impl SearchComment {
    /// Reads a comment of a match runner; `None` if it is none. It has a time; unknown parts are skipped.
    pub fn parse(text: &str) -> Option<SearchComment> {
        let (head, mut rest) = text.trim().split_once(',').unwrap_or((text.trim(), ""));
        let mut comment = SearchComment::default();
        let mut words = head.split_whitespace();
        let mut word = words.next()?;
        if !word.ends_with('s') {
            let (value, depth) =
                word.split_once('/').map_or((word, None), |(value, depth)| (value, Some(depth)));
            comment.score = Some(parse_value(value)?);
            comment.depth = depth.map(str::parse).transpose().ok()?;
            word = words.next()?;
        }
        comment.seconds = Some(parse_seconds(word)?);
        while let Some((name, tail)) = rest.trim_start().split_once('=') {
            let (value, tail) = match tail.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"')?,
                None => tail.split_at(tail.find(',').unwrap_or(tail.len())),
            };
            match name {
                "tl" => comment.left = parse_seconds(value),
                "n" => comment.nodes = value.parse().ok(),
                "nps" => comment.nps = value.parse().ok(),
                "pv" => comment.pv = value.split_whitespace().collect::<Vec<_>>().join(" "),
                _ => {}
            }
            rest = tail.strip_prefix(',').unwrap_or_default();
        }
        Some(comment)
    }
}

impl fmt::Display for SearchComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
        let value = self.score.map(|score| value_text(score) + &depth);
        let seconds = self.seconds.map(|seconds| format!("{seconds:.3}s"));
        let head = value.into_iter().chain(seconds).collect::<Vec<_>>().join(" ");
        let parts = [
            (!head.is_empty()).then_some(head),
            self.left.map(|left| format!("tl={left:.3}s")),
            self.nodes.map(|nodes| format!("n={nodes}")),
            self.nps.map(|nps| format!("nps={nps}")),
            (!self.pv.is_empty()).then(|| format!("pv=\"{}\"", self.pv)),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// The value that a comment gives the position after the move, for the first player; `None` if it has none.
pub fn value_after(text: &str) -> Option<Score> {
    if let Some((_, value)) = text.split_once("[%eval ") {
        return parse_value(value.split([']', ',']).next()?.trim());
    }
    let (value, rest) = text.trim().split_once(';').unwrap_or((text.trim(), ""));
    let (value, _) = value.split_once(" by ").unwrap_or((value, rest));
    // A number alone could be anything.
    parse_value(value).filter(|_| value.contains(['.', '#']))
}

/// `0.35`, `+M7`, `#-3`, `-#3`: hundredths, or plies to the end.
fn parse_value(text: &str) -> Option<Score> {
    let (sign, digits) = match text.strip_prefix('#') {
        Some(moves) => (moves, Some(moves.trim_start_matches(['+', '-']))),
        None => (text, text.trim_start_matches(['+', '-']).strip_prefix(['M', '#'])),
    };
    let is_negative = sign.starts_with('-');
    if let Some(plies) = digits {
        let plies: i32 = plies.parse().ok().filter(|plies| (0..=MAX_PLIES).contains(plies))?;
        return Some(if is_negative { Score::loss_in(plies) } else { Score::win_in(plies) });
    }
    let is_number = text.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let value: f64 = text.parse().ok().filter(|_| is_number)?;
    Some(Score((100.0 * value).round().clamp(-MAX_HUNDREDTHS, MAX_HUNDREDTHS) as i32))
}

/// Most plies of a proved result.
const MAX_PLIES: i32 = Score::WIN.0 - Score::KNOWN_WIN.0 - 1;
/// Largest value that is not a proved result, in hundredths.
const MAX_HUNDREDTHS: f64 = 30_000.0;

/// `0.451s`.
fn parse_seconds(text: &str) -> Option<f64> {
    let number = text.trim().strip_suffix('s')?;
    number.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
}

/// A value in units of the game, or the plies to a proved end.
pub(super) fn value_text(score: Score) -> String {
    if score.is_decisive() {
        return score.number_text();
    }
    let sign = if score.0 < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", score.0.abs() / 100, score.0.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn comments_of_other_runners_are_read() {
        let read = |text| SearchComment::parse(text).expect("a comment");
        let fastchess = read(
            "-0.35/12 0.451s, tl=9.65s, latency=0.001s, n=12345, sd=20, nps=27372, hashfull=3, tbhits=0, \
             pv=\"h8 i9\n j10\", line=\"a, b=c\", Black mates",
        );
        let expected = SearchComment {
            score: Some(Score(-35)),
            depth: Some(12),
            seconds: Some(0.451),
            left: Some(9.65),
            nodes: Some(12345),
            nps: Some(27372),
            pv: "h8 i9 j10".to_string(),
        };
        assert_eq!(fastchess, expected);
        assert_eq!(read("+M7/12 0.51s").score, Some(Score::win_in(7)));
        assert_eq!(read("0.00/1 0s").score, Some(Score(0)));
        assert_eq!(read("0.51s, A resigns").seconds, Some(0.51));
    }

    #[test]
    fn other_words_are_no_comment_of_a_search() {
        for text in [
            "",
            "book",
            "a good move",
            "+0.35",
            "+0.35; best 5",
            "s",
            "-s 1s",
            "+inf/3 1s",
            "nan 1s",
            "1/x 1s",
        ] {
            assert_eq!(SearchComment::parse(text), None, "{text}");
        }
    }

    #[test]
    fn values_after_a_move_are_those_of_the_first_player() {
        assert_eq!(value_after("[%eval -0.35,12] [%clk 0:01:00]"), Some(Score(-35)));
        assert_eq!(value_after("[%clk 0:01:00] [%eval #-3]"), Some(Score::loss_in(3)));
        assert_eq!(value_after("+0.35; best 32-28 +0.40, loss 0.05, 1%"), Some(Score(35)));
        assert_eq!(value_after("-#7"), Some(Score::loss_in(7)));
        assert_eq!(value_after("0.00 by 5 6"), Some(Score(0)));
        for text in ["", "12", "[%eval ]", "[%eval x]", "good", "+0.35/12 0.51s", "#99999999999"] {
            assert_eq!(value_after(text), None, "{text}");
        }
    }

    #[test]
    fn values_are_written_as_by_cutechess() {
        for (score, text) in [
            (Score(35), "+0.35"),
            (Score(-5), "-0.05"),
            (Score(0), "+0.00"),
            (Score(1234), "+12.34"),
            (Score::win_in(7), "+M7"),
            (Score::loss_in(10), "-M10"),
        ] {
            assert_eq!(value_text(score), text);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            score in proptest::option::of(-30_000i32..=30_000),
            plies in proptest::option::of(-999i32..=999),
            depth in 0i32..99,
            ms in 0u32..100_000_000,
            nodes in proptest::option::of(any::<u64>()),
            pv in "([a-z][0-9]{1,2} ?){0,5}",
        ) {
            let seconds = f64::from(ms) / 1000.0;
            let comment = SearchComment {
                score: score.map(|score| match plies {
                    Some(plies) if plies < 0 => Score::loss_in(-plies),
                    Some(plies) => Score::win_in(plies),
                    None => Score(score),
                }),
                depth: score.map(|_| depth),
                seconds: Some(seconds),
                left: nodes.map(|_| seconds),
                nodes,
                nps: nodes,
                pv: pv.trim().to_string(),
            };
            prop_assert_eq!(SearchComment::parse(&comment.to_string()), Some(comment));
        }

        #[test]
        fn no_comment_breaks_the_reader(text in "([+-]?[0-9.]{0,9}|#|M|/|s|,| |=|tl=|pv=|\"|\\[%eval |\\]|;|é){0,14}") {
            let _ = (SearchComment::parse(&text), value_after(&text));
        }
    }
}
