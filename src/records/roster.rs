//! The common parts of PDN and PGN-like text between syntax and record: the roster of tags, results, the lines of
//! moves.

use super::movetext::{Item, RawGame};
use super::replay::{self, Readings};
use super::{GameRecord, GameResult, MoveMark, ReadError, Replay, one_line};
use crate::contract::{Outcome, Player};
use crate::engine::AnyEngine;

/// The tags of every game, in the order of the standard.
pub(super) const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Tags that are parts of the record, or derived from it.
const STRUCTURAL: [&str; 9] =
    ["White", "Black", "Result", "GameType", "Variant", "SetUp", "FEN", "Option", "Winner"];

/// Longest line of moves.
const WIDTH: usize = 79;

/// Does this value mean unknown?
fn is_unknown(value: &str) -> bool {
    value.trim().chars().all(|c| "?.-".contains(c))
}

/// Reads a result by its two numbers: `1-0`, `1/2-1/2`, `2-0`, `0.98-1.02`. The first is that of the player who moves
/// first from the start position.
pub(super) fn parse_result(text: &str) -> GameResult {
    let number = |text: &str| -> Option<f64> {
        let text = text.trim().trim_end_matches(['+', '-', ' ']);
        match text {
            "1/2" | "½" => Some(0.5),
            "1 1/2" | "1½" => Some(1.5),
            _ => text.parse().ok().filter(|number: &f64| number.is_finite()),
        }
    };
    let (first, second) = text.split_once(" - ").or_else(|| text.split_once('-')).unwrap_or((text, text));
    match (number(first), number(second)) {
        (Some(first), Some(second)) if first > second => GameResult::Ended(Outcome::Win(Player::FIRST)),
        (Some(first), Some(second)) if first < second => GameResult::Ended(Outcome::Win(Player::SECOND)),
        (Some(first), Some(_)) if first > 0.0 => GameResult::Ended(Outcome::Draw),
        (Some(_), Some(_)) => GameResult::BothLost,
        _ => GameResult::Unknown,
    }
}

/// The result of a game: from the tag, or if that is unknown, from the end of the moves.
fn result_of(raw: &RawGame) -> GameResult {
    let read = |text: Option<&str>| text.map_or(GameResult::Unknown, parse_result);
    match read(raw.tag("Result")) {
        GameResult::Unknown => read(raw.result.as_deref()),
        known => known,
    }
}

/// Builds records from a game as written, on an engine that is set to the right game. A position set in the middle
/// begins a record of its own.
///
/// # Errors
/// The first thing in the game that cannot be read or played.
pub(super) fn records(
    raw: &RawGame,
    engine: &mut dyn AnyEngine,
    readings: Readings,
    player_of: &dyn Fn(&str) -> Option<usize>,
) -> Result<Vec<GameRecord>, ReadError> {
    if let Some(fault) = &raw.fault {
        return Err(fault.clone());
    }
    let mut found = Vec::new();
    let mut base = raw.tag("FEN").filter(|fen| !fen.trim().is_empty()).map(|fen| (raw.line, fen));
    let mut rest = &raw.items[..];
    loop {
        let end = rest.iter().position(|(_, item)| matches!(item, Item::SetUp(_))).unwrap_or(rest.len());
        let next = rest.get(end);
        // The game begins with a position set before the first move.
        let only_start = end == 0 && found.is_empty() && next.is_some();
        if !only_start {
            found.push(record(raw, engine, base, &rest[..end], readings, player_of)?);
        }
        let Some((line, Item::SetUp(fen))) = next else { break };
        base = Some((*line, fen));
        rest = &rest[end + 1..];
    }
    if let Some(last) = found.last_mut() {
        last.result = result_of(raw);
    }
    Ok(found)
}

fn record(
    raw: &RawGame,
    engine: &mut dyn AnyEngine,
    base: Option<(usize, &str)>,
    items: &[(usize, Item)],
    readings: Readings,
    player_of: &dyn Fn(&str) -> Option<usize>,
) -> Result<GameRecord, ReadError> {
    let line = base.map_or(raw.line, |(line, _)| line);
    engine
        .set_position(base.map(|(_, fen)| fen), &[])
        .map_err(|error| ReadError { line, reason: format!("position: {error}") })?;
    let (mut words, mut comments, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    for (line, item) in items {
        match item {
            Item::Move(word) => words.push((*line, word.clone())),
            Item::Mark(mark) => marks.push((words.len(), *mark)),
            Item::Comment(text) => comments.push((words.len(), text.clone())),
            Item::SetUp(_) => {}
        }
    }
    replay::play(engine, &words, readings)?;
    let mut game = GameRecord { comments, marks, ..GameRecord::of(engine) };
    game.result = GameResult::Unknown;
    for (name, value) in &raw.tags {
        if is_unknown(value) {
            continue;
        }
        match player_of(name) {
            Some(player) => {
                game.players.resize(game.players.len().max(player + 1), String::new());
                game.players[player] = one_line(value);
            }
            None if STRUCTURAL.iter().any(|known| known.eq_ignore_ascii_case(name)) => {}
            None => game.set_tag(name, &one_line(value)),
        }
    }
    Ok(game)
}

/// `[Name "value"]` and a line end.
pub(super) fn tag_line(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", one_line(value).replace('\\', "\\\\").replace('"', "\\\""))
}

/// The tags of a record that are not part of the roster.
pub(super) fn other_tags(game: &GameRecord) -> String {
    let others = game.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str()));
    others.map(|(name, value)| tag_line(name, value)).collect()
}

/// The moves with their numbers and comments, then the word that ends the game, in lines of up to 79 characters.
pub(super) fn move_lines(game: &GameRecord, replay: &Replay, end: &str) -> String {
    let mut lines = Lines::default();
    let mut comments = game.comments.iter().peekable();
    let (mut number, mut number_due) = (1, true);
    for ply in 0..=game.moves.len() {
        while let Some((_, text)) = comments.next_if(|(after, _)| *after <= ply) {
            lines.comment(text);
            number_due = true;
        }
        let Some(mv) = game.moves.get(ply) else { break };
        let turn = replay.turns[ply];
        if ply > 0 && turn <= replay.turns[ply - 1] {
            (number, number_due) = (number + 1, true);
        }
        let dots = if turn == Player::FIRST { "." } else { "..." };
        let sign = game.mark(ply + 1).map_or("", MoveMark::sign);
        lines.word(&if number_due { format!("{number}{dots} {mv}{sign}") } else { format!("{mv}{sign}") });
        number_due = false;
    }
    lines.word(end);
    lines.text + "\n\n"
}

/// Words in lines.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// A comment cannot contain its closing brace, nor a line that looks like a tag: a word that begins like one stays
    /// on the line of the word before.
    fn comment(&mut self, text: &str) {
        let text = format!("{{{}}}", one_line(text).replace('{', "(").replace('}', ")"));
        let mut words: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match words.last_mut() {
                Some(last) if word.starts_with('[') => *last += &format!(" {word}"),
                _ => words.push(word.to_string()),
            }
        }
        words.iter().for_each(|word| self.word(word));
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexer::{Token, lex};
    use super::*;

    #[test]
    fn results_are_compared_as_numbers() {
        let first = GameResult::Ended(Outcome::Win(Player::FIRST));
        let second = GameResult::Ended(Outcome::Win(Player::SECOND));
        for (text, result) in [
            ("1-0", first),
            ("2-0", first),
            ("0-1", second),
            ("0.98-1.02", second),
            ("1 1/2 - 1/2", first),
            ("1/2-1/2", GameResult::Ended(Outcome::Draw)),
            ("1-1", GameResult::Ended(Outcome::Draw)),
            ("1+ - 1-", GameResult::Ended(Outcome::Draw)),
            ("½", GameResult::Ended(Outcome::Draw)),
            ("0-0", GameResult::BothLost),
            ("*", GameResult::Unknown),
            ("?", GameResult::Unknown),
            ("nan-inf", GameResult::Unknown),
        ] {
            assert_eq!(parse_result(text), result, "{text}");
        }
    }

    #[test]
    fn lines_are_wrapped_between_words_of_comments_too() {
        let mut lines = Lines::default();
        lines.comment(&"twelve chars ".repeat(20));
        assert!(lines.text.lines().count() > 2);
        assert!(lines.text.lines().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn a_tag_in_a_comment_is_read_as_a_part_of_it_wherever_lines_are_wrapped() {
        for length in 0..=WIDTH {
            let comment = format!("{} [Black \"B\"] and [White \"W\"]", "x".repeat(length));
            let mut lines = Lines::default();
            lines.comment(&comment);
            let tokens: Vec<Token> = lex(&lines.text).into_iter().map(|lexeme| lexeme.token).collect();
            assert!(matches!(&tokens[..], [Token::Comment(_)]), "{length}: {tokens:?}");
        }
    }
}
