//! Results of SGF, `RE`: the winner, and behind a plus sign how the game ended, which a record keeps as the tag
//! `Termination`. Files also have results in words of several languages.

use super::{GameRecord, GameResult};
use crate::contract::{Outcome, Player};

/// The tag with the way a game ended.
pub(super) const TERMINATION: &str = "Termination";

/// Ways to end: the letter of SGF, the word that is read for it, and others that are written as it.
const ENDS: [(&str, &str, &[&str]); 3] =
    [("R", "resigned", &["resign", "resignation"]), ("T", "time forfeit", &["time"]), ("F", "forfeit", &[])];

/// Beginnings of the names of both players, parts of words for a win and for a loss, and of draws.
const BLACK: [&str; 4] = ["black", "黑", "黒", "흑"];
const WHITE: [&str; 3] = ["white", "白", "백"];
const LOST: [&str; 8] = ["resign", "lose", "lost", "loss", "认输", "負", "负", "패"];
const WON: [&str; 8] = ["win", "won", "victory", "胜", "勝", "勝ち", "승", "赢"];
const DRAWN: [&str; 15] = [
    "0",
    "draw",
    "drawn",
    "jigo",
    "tie",
    "remis",
    "½",
    "1/2-1/2",
    "½-½",
    "和棋",
    "平局",
    "和",
    "引き分け",
    "引分",
    "무승부",
];
/// Parts of words for the ways to end.
const RESIGNED: [&str; 6] = ["resign", "中盘", "中盤", "中押", "认输", "불계"];
const ON_TIME: [&str; 5] = ["time", "超时", "超時", "時間", "시간"];

/// A result as it was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Found {
    pub result: GameResult,
    /// The value of the tag `Termination`.
    pub termination: Option<String>,
    /// Does it say something that is not understood?
    pub is_unread: bool,
}

/// Reads the value of `RE`.
pub(super) fn parse(text: &str) -> Found {
    let text = text.trim();
    let lower = text.to_lowercase();
    let won = |player, termination| Found {
        result: GameResult::Ended(Outcome::Win(player)),
        termination,
        is_unread: false,
    };
    let is_any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    match lower.split_once('+') {
        Some(("b" | "black", how)) => return won(Player::FIRST, end_of(how)),
        Some(("w" | "white", how)) => return won(Player::SECOND, end_of(how)),
        _ => {}
    }
    let player = match (begins(&BLACK), begins(&WHITE)) {
        (true, _) => Some(Player::FIRST),
        (_, true) => Some(Player::SECOND),
        _ => None,
    };
    let how = || {
        let how = [(RESIGNED.as_slice(), ENDS[0].1), (&ON_TIME, ENDS[1].1)]
            .into_iter()
            .find(|(words, _)| is_any(words));
        how.map(|(_, how)| how.to_string())
    };
    match (lower.as_str(), player) {
        ("" | "?", _) => Found::default(),
        ("void", _) => Found { result: GameResult::BothLost, ..Found::default() },
        (word, _) if DRAWN.contains(&word) => {
            Found { result: GameResult::Ended(Outcome::Draw), ..Found::default() }
        }
        ("1-0", _) => won(Player::FIRST, None),
        ("0-1", _) => won(Player::SECOND, None),
        (_, Some(player)) if is_any(&WON) => won(player, how()),
        (_, Some(player)) if is_any(&LOST) => {
            won(if player == Player::FIRST { Player::SECOND } else { Player::FIRST }, how())
        }
        _ => Found { is_unread: true, ..Found::default() },
    }
}

/// What stands behind the plus sign as a tag.
fn end_of(how: &str) -> Option<String> {
    let how = how.trim();
    let known = ENDS.iter().find(|(letter, word, others)| {
        how.eq_ignore_ascii_case(letter) || how == *word || others.contains(&how)
    });
    let points = || match how.parse::<f64>() {
        Ok(_) => format!("{how} points"),
        Err(_) => super::one_line(how),
    };
    let end = known.map_or_else(points, |(_, word, _)| word.to_string());
    Some(end).filter(|end| !end.is_empty())
}

/// The value of `RE` for a game.
pub(super) fn text(game: &GameRecord) -> String {
    let winner = match game.result {
        GameResult::Unknown => return "?".to_string(),
        GameResult::BothLost => return "Void".to_string(),
        GameResult::Ended(Outcome::Draw) => return "0".to_string(),
        GameResult::Ended(Outcome::Win(Player::FIRST)) => "B+",
        GameResult::Ended(Outcome::Win(_)) => "W+",
    };
    format!("{winner}{}", game.tag(TERMINATION).and_then(letter_of).unwrap_or_default())
}

/// What stands behind the plus sign for a way to end, if SGF has it.
fn letter_of(termination: &str) -> Option<String> {
    let known = ENDS.iter().find(|(_, word, others)| *word == termination || others.contains(&termination));
    let points = || termination.strip_suffix(" points").filter(|points| points.parse::<f64>().is_ok());
    known.map(|(letter, ..)| letter.to_string()).or_else(|| points().map(str::to_string))
}

/// Does `RE` hold the way the game ended?
pub(super) fn holds_end(game: &GameRecord) -> bool {
    let is_won = matches!(game.result, GameResult::Ended(Outcome::Win(_)));
    is_won && game.tag(TERMINATION).is_some_and(|end| letter_of(end).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_a_game_ended_is_kept_with_its_winner() {
        let won = |player| GameResult::Ended(Outcome::Win(player));
        let (black, white, draw) =
            (won(Player::FIRST), won(Player::SECOND), GameResult::Ended(Outcome::Draw));
        for (text, result, end) in [
            ("B+R", black, "resigned"),
            ("W+Resign", white, "resigned"),
            ("B+T", black, "time forfeit"),
            ("W+Time", white, "time forfeit"),
            ("b+f", black, "forfeit"),
            ("B+0.5", black, "0.5 points"),
            ("W+five in a row", white, "five in a row"),
            ("B+", black, ""),
            ("Black wins", black, ""),
            ("white won on time", white, "time forfeit"),
            ("White resigns", black, "resigned"),
            ("Black lost", white, ""),
            ("黑胜", black, ""),
            ("白中盘胜", white, "resigned"),
            ("黒の勝ち", black, ""),
            ("黑超时负", white, "time forfeit"),
            ("흑승", black, ""),
            ("Draw", draw, ""),
            ("0", draw, ""),
            ("和棋", draw, ""),
            ("1/2-1/2", draw, ""),
            ("Void", GameResult::BothLost, ""),
            ("?", GameResult::Unknown, ""),
        ] {
            let termination = Some(end.to_string()).filter(|end| !end.is_empty());
            assert_eq!(parse(text), Found { result, termination, is_unread: false }, "{text}");
        }
        assert!(parse("see the comment").is_unread);
    }

    #[test]
    fn a_result_is_written_as_it_was_read() {
        for value in ["B+R", "W+T", "B+F", "W+0.5", "B+", "0", "Void", "?"] {
            let found = parse(value);
            let tags = found.termination.map(|end| (TERMINATION.to_string(), end)).into_iter().collect();
            let game = GameRecord { result: found.result, tags, ..GameRecord::default() };
            assert_eq!(text(&game), value);
            assert_eq!(holds_end(&game), value.len() > 2 && value != "Void");
        }
    }
}
