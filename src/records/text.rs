//! Move lists with tags as in PGN, for all games.
//!
//! White in these files is the player who moves first, whatever the colour of the stones, so that rating programs can
//! read them: `1-0` is a win of the first player. In addition to PGN's own tags there are `Variant`, one `Option
//! "Name=value"` for each rule option, and with more than two players `Player1` to `Player6` and `Winner` (the number
//! of a player, `draw` or `none`), with the result `*`, since PGN has no other.

use super::move_lines::move_lines;
use super::movetext::split;
use super::parts::Part;
use super::raw_game::{Dialect, Item, Items, RawGame};
use super::roster::{ROSTER, other_tags, records, tag_line};
use super::{Defaults, Found, GameRecord, GameResult, ReadError, Reading, Replay, open, replay, sgf_rules};
use crate::contract::{MAX_PLAYERS, Outcome, Player};

/// Reads the games of a part.
pub(super) fn read(part: Part<'_>, defaults: &Defaults, reading: &mut Reading) -> usize {
    let (raws, length) = split(part, Dialect::Pgn);
    for raw in raws {
        reading.add(raw.line, read_game(&raw, defaults));
    }
    length
}

fn read_game(raw: &RawGame, defaults: &Defaults) -> Result<Found, ReadError> {
    let fault = |reason| ReadError { line: raw.line, reason };
    let mut engine = match (raw.tag("Variant"), &defaults.variant) {
        (Some(variant), _) => open(variant, &file_options(raw).map_err(fault)?),
        (None, Some(variant)) => open(variant, &defaults.options),
        (None, None) => Err("the tag Variant is missing, and no game is given instead".to_string()),
    }
    .map_err(fault)?;
    let split = sgf_rules::has(&engine.identity().variant).then(|| apart(raw));
    let raw = split.as_ref().unwrap_or(raw);
    let mut found = records(raw, engine.as_mut(), replay::plain, &player_of)?;
    if let (Some(last), Some(winner)) = (found.records.last_mut(), raw.tag("Winner")) {
        last.result = parse_winner(winner, engine.status().players).map_err(fault)?;
    }
    Ok(found)
}

/// The game with its words of several points, `h8i9j10`, as several moves.
fn apart(raw: &RawGame) -> RawGame {
    let mut raw = raw.clone();
    raw.items = apart_items(std::mem::take(&mut raw.items));
    raw
}

fn apart_items(items: Items) -> Items {
    let mut found = Items::with_capacity(items.len());
    for (line, item) in items {
        match item {
            Item::Move(word) => {
                found.extend(points(&word).into_iter().map(|point| (line, Item::Move(point))))
            }
            Item::Variation(items) => found.push((line, Item::Variation(apart_items(items)))),
            other => found.push((line, other)),
        }
    }
    found
}

/// The points of a word, or the word itself.
fn points(word: &str) -> Vec<String> {
    let mut points: Vec<String> = Vec::new();
    for c in word.chars() {
        match points.last_mut() {
            Some(point) if c.is_ascii_digit() => point.push(c),
            last if c.is_ascii_alphabetic() && last.as_ref().is_none_or(|point| point.len() > 1) => {
                points.push(c.to_ascii_lowercase().to_string());
            }
            _ => return vec![word.to_string()],
        }
    }
    if points.iter().all(|point| (2..=3).contains(&point.len())) { points } else { vec![word.to_string()] }
}

/// Rule options by the tags of the file.
fn file_options(raw: &RawGame) -> Result<Vec<(String, String)>, String> {
    let options = raw.tags.iter().filter(|(name, _)| name.eq_ignore_ascii_case("Option"));
    let parts = options.map(|(_, text)| {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| format!("option '{}': expected Name=value", super::shorten(text)))?;
        Ok((name.to_string(), value.to_string()))
    });
    parts.collect()
}

fn player_of(tag: &str) -> Option<usize> {
    match tag {
        "White" => Some(0),
        "Black" => Some(1),
        _ => {
            let number: usize = tag.strip_prefix("Player")?.parse().ok()?;
            (1..=MAX_PLAYERS).contains(&number).then(|| number - 1)
        }
    }
}

fn parse_winner(text: &str, players: usize) -> Result<GameResult, String> {
    match text.trim() {
        "draw" => Ok(GameResult::Ended(Outcome::Draw)),
        "none" => Ok(GameResult::BothLost),
        number => {
            let number = number.parse().ok().filter(|number| (1..=players).contains(number));
            let expected = || {
                format!(
                    "Winner '{}': expected a player from 1 to {players}, draw or none",
                    super::shorten(text)
                )
            };
            number.map(|number| GameResult::Ended(Outcome::Win(Player::new(number - 1)))).ok_or_else(expected)
        }
    }
}

/// Writes a game.
pub(super) fn write(game: &GameRecord, replay: &Replay) -> String {
    let players = replay.players();
    let (result, winner) = result_texts(game.result, players);
    let mut text = String::new();
    for name in ROSTER {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        text += &tag_line(name, game.tag(name).unwrap_or(unknown));
    }
    let name = |player| game.player(Player::new(player)).unwrap_or("?");
    text += &tag_line("White", name(0));
    text += &tag_line("Black", name(1));
    text += &tag_line("Result", result);
    text += &tag_line("Variant", &game.variant);
    for (option, value) in &game.options {
        text += &tag_line("Option", &format!("{option}={value}"));
    }
    if let Some(base) = &game.base {
        text += &tag_line("SetUp", "1");
        text += &tag_line("FEN", base);
    }
    if players > 2 {
        (0..players).for_each(|player| text += &tag_line(&format!("Player{}", player + 1), name(player)));
    }
    if let Some(winner) = winner {
        text += &tag_line("Winner", &winner);
    }
    text += &other_tags(game);
    text + "\n" + &move_lines(game, replay, result)
}

/// The result in PGN, and the tag `Winner` if PGN has no result for it.
fn result_texts(result: GameResult, players: usize) -> (&'static str, Option<String>) {
    match result {
        GameResult::Unknown => ("*", None),
        GameResult::BothLost => ("*", Some("none".to_string())),
        GameResult::Ended(Outcome::Draw) if players > 2 => ("*", Some("draw".to_string())),
        GameResult::Ended(Outcome::Draw) => ("1/2-1/2", None),
        GameResult::Ended(Outcome::Win(player)) if players > 2 => {
            ("*", Some((player.index() + 1).to_string()))
        }
        GameResult::Ended(Outcome::Win(Player::FIRST)) => ("1-0", None),
        GameResult::Ended(Outcome::Win(_)) => ("0-1", None),
    }
}
