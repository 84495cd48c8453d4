//! The games of a log as files: text with the tags of PGN, PDN, SGF.
//!
//! Each move of an engine has a comment, see `records::search_comment`; in SGF also the clock. Moves of the opening are
//! marked `{book}`; the last comment has the reason for the end.

use super::game_line::{End, GameLine, MatchLine};
use super::move_comments::{CommentParts, clocks, comments, sgf_clocks};
use crate::contract::{Outcome, Player};
use crate::records::{Format, GameRecord, GameResult, Line};

/// The games of a log in one text.
///
/// # Errors
/// One line with the number of the game: the format does not support it, or it is not a legal game.
pub fn write(
    line: &MatchLine,
    games: &[GameLine],
    format: Format,
    parts: CommentParts,
) -> Result<String, String> {
    let mut text = String::new();
    for game in games {
        let failed = |error| format!("game {}: {error}", round(game));
        text += &format.write(&record(line, game, format, parts)).map_err(failed)?;
    }
    Ok(text)
}

/// A game of a log as a record for this format.
fn record(line: &MatchLine, game: &GameLine, format: Format, parts: CommentParts) -> GameRecord {
    let clocks = if parts.left { clocks(line, game) } else { Vec::new() };
    let markup = if format == Format::Sgf { sgf_clocks(game, &clocks) } else { Vec::new() };
    let mut record = GameRecord {
        variant: line.variant.clone(),
        options: line.options.clone(),
        base: game.fen.clone(),
        line: Line {
            moves: game.moves.clone(),
            comments: comments(game, &clocks, parts),
            markup,
            ..Line::default()
        },
        players: game.players.clone(),
        tags: Vec::new(),
        result: result(game),
    };
    record.set_tag("Event", &format!("Match of {}", line.engines.join(", ")));
    if let Some((date, time)) = game.began.split_once('T') {
        record.set_tag("Date", &date.replace('-', "."));
        record.set_tag("UTCTime", time.trim_end_matches('Z'));
    }
    record.set_tag("Round", &round(game));
    if !game.opening.is_empty() {
        record.set_tag("Opening", &game.opening);
    }
    let controls: Vec<String> = game.players.iter().map(|name| time_control(line, name)).collect();
    match &controls[..] {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => record.set_tag("TimeControl", first),
        [white, black] => {
            record.set_tag("WhiteTimeControl", white);
            record.set_tag("BlackTimeControl", black);
        }
        many => record.set_tag("TimeControl", &many.join(", ")),
    }
    record.set_tag("Termination", termination(game.end));
    record.set_tag("PlyCount", &game.moves.len().to_string());
    record
}

/// Number of the pair and of the game in it, both from 1.
fn round(game: &GameLine) -> String {
    format!("{}.{}", game.pair + 1, game.game + 1)
}

fn result(game: &GameLine) -> GameResult {
    let winner = game.points.iter().position(|&points| points > 0.99);
    GameResult::Ended(match winner {
        Some(seat) if seat < crate::contract::MAX_PLAYERS => Outcome::Win(Player::new(seat)),
        _ => Outcome::Draw,
    })
}

/// The terms of the PGN standard for the end of a game.
pub const fn termination(end: End) -> &'static str {
    match end {
        End::Rules | End::Resigned => "normal",
        End::Adjudicated | End::MaxPlies => "adjudication",
        End::Time => "time forfeit",
        End::Illegal => "rules infraction",
        End::Crash | End::Hang => "abandoned",
    }
}

/// The limits of an engine: a clock as in PGN, the others by their names.
fn time_control(line: &MatchLine, name: &str) -> String {
    let spec = line.engines.iter().position(|known| known == name).and_then(|index| line.specs.get(index));
    let words = spec.map_or("", String::as_str).split_whitespace();
    let limits: Vec<&str> = words
        .filter_map(|word| match word.split_once('=')? {
            ("tc", "inf") => None,
            ("tc", clock) => Some(clock),
            ("st" | "depth" | "nodes", _) => Some(word),
            _ => None,
        })
        .collect();
    if limits.is_empty() { "-".to_string() } else { limits.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::test_logs::{game, line};
    use crate::random::Random;
    use crate::records::Defaults;

    fn games(line: &MatchLine) -> Vec<GameLine> {
        let mut random = Random::new(5);
        let mut both = |pair| {
            [["A", "B"], ["B", "A"]]
                .iter()
                .zip(0..)
                .map(|(&players, number)| game(line, &mut random, (pair, number), players, 12))
                .collect::<Vec<_>>()
        };
        (0..4).flat_map(&mut both).collect()
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (variant, format) in [
            ("connect4", Format::Text),
            ("gomoku", Format::Text),
            ("gomoku", Format::Sgf),
            ("renju", Format::Text),
            ("draughts", Format::Pdn),
            ("russian", Format::Pdn),
            ("draughts", Format::Text),
        ] {
            let line = line(variant, &["A", "B"]);
            let games = games(&line);
            let text = write(&line, &games, format, CommentParts::ALL).expect("written");
            let reading = format.read(text.as_bytes(), &Defaults::default());
            assert_eq!((reading.games.len(), &reading.errors[..]), (games.len(), &[][..]), "{variant}");
            for (read, game) in reading.games.iter().zip(&games) {
                assert_eq!(read.record.moves, game.moves, "{variant}");
                assert_eq!(read.record.players, game.players, "{variant}");
                assert_eq!(read.record.result, result(game), "{variant}");
                assert_eq!(read.record.comments.len(), game.moves.len(), "{variant}");
            }
        }
    }

    #[test]
    fn tags_are_those_of_rating_programs() {
        let line = line("gomoku", &["A", "B"]);
        let mut game = games(&line).remove(1);
        game.points = vec![1.0, 0.0];
        (game.end, game.scores[0], game.depths[0], game.ms[0]) = (End::Time, Some(29_993), Some(12), 512.0);
        let text = write(&line, &[game], Format::Text, CommentParts::ALL).expect("written");
        for part in [
            "[Event \"Match of A, B\"]",
            "[Date \"2026.01.31\"]",
            "[Round \"1.2\"]",
            // PGN readers expect the first player as White, even if it is Black, as in gomoku.
            "[White \"B\"]\n[Black \"A\"]\n[Result \"1-0\"]",
            "[TimeControl \"10+0.1\"]",
            "[Termination \"time forfeit\"]",
            "{book}",
            "{+M7/12 0.512s, tl=9.588s, n=",
            "an invented end}",
        ] {
            assert!(
                text.replace("\n", " ").contains(&part.replace("\n", " ")),
                "{part} is missing in\n{text}"
            );
        }
    }

    #[test]
    fn engines_with_limits_of_their_own_have_a_tag_each() {
        let mut line = line("connect4", &["A", "B"]);
        line.specs[1] = "name=B nodes=2000 depth=9".to_string();
        let record = record(&line, &games(&line)[0], Format::Text, CommentParts::NONE);
        assert_eq!(record.tag("WhiteTimeControl"), Some("10+0.1"));
        assert_eq!(record.tag("BlackTimeControl"), Some("nodes=2000 depth=9"));
    }

    #[test]
    fn a_format_without_the_game_says_so() {
        let line = line("connect4", &["A", "B"]);
        let error = write(&line, &games(&line), Format::Sgf, CommentParts::NONE)
            .expect_err("SGF has no Connect Four");
        assert!(error.starts_with("game 1.1: ") && !error.contains('\n'), "{error}");
        let mut illegal = games(&line).remove(0);
        illegal.moves[0] = "z9".to_string();
        assert!(
            write(&line, &[illegal], Format::Text, CommentParts::NONE).expect_err("illegal").contains("'z9'")
        );
    }
}
