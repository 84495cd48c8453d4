//! The common parts of PDN and PGN-like text between syntax and record: the roster of tags and results. Moves are read
//! by `tree` and written by `move_lines`.

use super::raw_game::{Item, RawGame};
use super::replay::Readings;
use super::words::{is_usual_result, usual_result};
use super::{Changes, Found, GameRecord, GameResult, ReadError, one_line, tree};
use crate::contract::{Outcome, Player};
use crate::engine::AnyEngine;

/// The tags of every game, in the order of the standard.
pub(super) const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Tags that are parts of the record, or derived from it.
const STRUCTURAL: [&str; 9] =
    ["White", "Black", "Result", "GameType", "Variant", "SetUp", "FEN", "Option", "Winner"];

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
            _ => text.replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite()),
        }
    };
    let text = usual_result(text);
    let text = match text.as_str() {
        "+-" | "+--" => "1-0",
        "-+" | "--+" => "0-1",
        "=" | "=-=" => "½",
        other => other,
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
fn result_of(raw: &RawGame, changes: &mut Changes) -> GameResult {
    let texts = [raw.tag("Result"), raw.result.as_deref()];
    let texts = texts.map(|text| text.filter(|text| !is_unknown(text) && text.trim() != "*"));
    let [by_tag, by_moves] = texts.map(|text| text.map_or(GameResult::Unknown, parse_result));
    let result = if by_tag == GameResult::Unknown { by_moves } else { by_tag };
    let lost = match () {
        () if texts[0].is_some() && by_tag == GameResult::Unknown => "results that cannot be read, left out",
        () if by_moves != GameResult::Unknown && by_moves != result => {
            "results that differ from the tag, left out"
        }
        () if texts.into_iter().flatten().any(|text| !is_usual_result(text)) => "points of results, left out",
        () => return result,
    };
    changes.add(lost, 1, raw.line);
    result
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
) -> Result<Found, ReadError> {
    as_written(raw, engine, readings, player_of).or_else(|error| {
        let raw = without_points(raw).ok_or_else(|| error.clone())?;
        as_written(&raw, engine, readings, player_of).map_err(|_| error)
    })
}

/// A game whose last word may be points instead of a move, without it. Twelve are divided in matches of draughts.
fn without_points(raw: &RawGame) -> Option<RawGame> {
    const POINTS: u32 = 12;
    let (_, Item::Move(word)) = raw.items.last().filter(|_| raw.result.is_none())? else { return None };
    let (first, second) = word.split_once('-')?;
    let all = first.parse::<u32>().ok()?.checked_add(second.parse().ok()?)?;
    (all == POINTS).then(|| {
        let mut game = raw.clone();
        game.result = Some(word.clone());
        game.items.pop();
        game
    })
}

/// The same of a game whose words are all what they seem.
fn as_written(
    raw: &RawGame,
    engine: &mut dyn AnyEngine,
    readings: Readings,
    player_of: &dyn Fn(&str) -> Option<usize>,
) -> Result<Found, ReadError> {
    if let Some(fault) = &raw.fault {
        return Err(fault.clone());
    }
    let mut found = Found { records: Vec::new(), changes: raw.changes.clone(), assumed: Changes::default() };
    let mut base = raw.tag("FEN").filter(|fen| !fen.trim().is_empty()).map(|fen| (raw.line, fen));
    let mut rest = &raw.items[..];
    loop {
        let end = rest.iter().position(|(_, item)| matches!(item, Item::SetUp(_))).unwrap_or(rest.len());
        let next = rest.get(end);
        // The game begins with a position set before the first move.
        let only_start = end == 0 && found.records.is_empty() && next.is_some();
        if !only_start {
            let line = base.map_or(raw.line, |(line, _)| line);
            engine
                .set_position(base.map(|(_, fen)| fen), &[])
                .map_err(|error| ReadError { line, reason: format!("position: {error}") })?;
            let is_cut = raw.is_cut && next.is_none();
            let mut game = tree::read(engine, &rest[..end], readings, is_cut, &mut found.changes)?;
            game.result = GameResult::Unknown;
            set_tags(&mut game, raw, player_of);
            found.records.push(game);
        }
        let Some((line, Item::SetUp(fen))) = next else { break };
        base = Some((*line, fen));
        rest = &rest[end + 1..];
    }
    if let Some(last) = found.records.last_mut() {
        last.result = result_of(raw, &mut found.changes);
    }
    Ok(found)
}

/// Sets names of players and all tags that are not derived from the record.
fn set_tags(game: &mut GameRecord, raw: &RawGame, player_of: &dyn Fn(&str) -> Option<usize>) {
    for (name, value) in raw.tags.iter().filter(|(_, value)| !is_unknown(value)) {
        let structural = STRUCTURAL.into_iter().find(|known| known.eq_ignore_ascii_case(name));
        match player_of(structural.unwrap_or(name)) {
            Some(player) => {
                game.players.resize(game.players.len().max(player + 1), String::new());
                game.players[player] = one_line(value);
            }
            None if structural.is_some() => {}
            // Each is here once.
            None => game.tags.push((name.clone(), one_line(value))),
        }
    }
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

#[cfg(test)]
mod tests {
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
            ("½:½", GameResult::Ended(Outcome::Draw)),
            ("1:1", GameResult::Ended(Outcome::Draw)),
            ("1:0", first),
            ("2–0", first),
            ("0:2", second),
            ("+-", first),
            ("-+", second),
            ("1,5-0,5", first),
            ("+:-", first),
            ("0-0", GameResult::BothLost),
            ("*", GameResult::Unknown),
            ("?", GameResult::Unknown),
            ("nan-inf", GameResult::Unknown),
        ] {
            assert_eq!(parse_result(text), result, "{text}");
        }
    }
}
