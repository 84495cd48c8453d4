//! Portable Draughts Notation 3.0.
//!
//! `GameType` names the game; its first number is looked up in `pdn_types`. If it is missing, `pdn_rules` infers the
//! game. Results are numbers of the player who moves first: Black in English draughts. The writer follows the
//! restrictions of the standard (short captures unless ambiguous, only `*` between games); the reader accepts what
//! existing files contain, see `movetext`.

use super::movetext::{Dialect, Item, RawGame, split};
use super::pdn_rules::infer;
use super::pdn_types::{game_type, number_of, other_name, variant_of};
use super::roster::{ROSTER, move_lines, other_tags, records, tag_line};
use super::{Defaults, GameRecord, GameResult, ReadError, Reading, Replay, open};
use crate::contract::{MoveStyle, Outcome, Player, StoneColour};
use crate::engine::AnyEngine;

/// The game type whose games count two points.
const TWO_POINTS_TYPE: u32 = 20;

/// Reads all games.
pub(super) fn read(text: &str, defaults: &Defaults) -> Reading {
    let mut raws = split(text, Dialect::Pdn);
    raws.iter_mut().for_each(close_up_positions);
    let is_open = |raw: &&RawGame| defaults.variant.is_none() && game_type_of(raw).is_none();
    let unnamed: Vec<&RawGame> = raws.iter().filter(is_open).collect();
    let named: Vec<&str> =
        raws.iter().filter_map(game_type_of).filter_map(number_of).filter_map(variant_of).collect();
    let inferred = infer(&unnamed, &named, read_as);
    let mut reading = Reading { notes: inferred.notes, ..Reading::default() };
    let mut outcomes = inferred.outcomes.into_iter();
    for raw in &raws {
        let outcome = if is_open(&raw) { outcomes.next() } else { None };
        reading.add(raw.line, outcome.unwrap_or_else(|| read_named(raw, defaults)));
    }
    reading
}

/// The game type of a game; some programs write the tag without a value.
fn game_type_of(raw: &RawGame) -> Option<&str> {
    raw.tag("GameType").filter(|game_type| !["", "?"].contains(&game_type.trim()))
}

/// Removes blanks from positions, which should have none.
fn close_up_positions(raw: &mut RawGame) {
    let fens = raw.tags.iter_mut().filter(|(name, _)| name.eq_ignore_ascii_case("FEN")).map(|(_, fen)| fen);
    let set_up = raw.items.iter_mut().filter_map(|(_, item)| match item {
        Item::SetUp(fen) => Some(fen),
        _ => None,
    });
    fens.chain(set_up).for_each(|fen| fen.retain(|c| !c.is_whitespace()));
}

/// Reads a game that names its rules, or is of the default game.
fn read_named(raw: &RawGame, defaults: &Defaults) -> Result<Vec<GameRecord>, ReadError> {
    let fault = |reason| ReadError { line: raw.line, reason };
    let game_type = game_type_of(raw);
    let variant = match game_type {
        Some(game_type) => number_of(game_type).and_then(variant_of),
        None => defaults.variant.as_deref(),
    };
    let variant = variant.ok_or_else(|| {
        let game_type = game_type.unwrap_or_default();
        let name = number_of(game_type).and_then(other_name).unwrap_or("unknown");
        fault(format!("GameType {} ({name}) is not played here", super::shorten(game_type)))
    })?;
    let options = if game_type.is_some() { &[] } else { &defaults.options[..] };
    read_as(raw, open(variant, options).map_err(fault)?.as_mut())
}

/// Reads a game by the rules of an engine.
fn read_as(raw: &RawGame, engine: &mut dyn AnyEngine) -> Result<Vec<GameRecord>, ReadError> {
    let white = colour_index(StoneColour::White, engine);
    let player_of = |tag: &str| match tag {
        "White" => Some(white),
        "Black" => Some(1 - white),
        _ => None,
    };
    records(raw, engine, readings, &player_of)
}

/// The player who has this colour.
fn colour_index(colour: StoneColour, engine: &dyn AnyEngine) -> usize {
    usize::from(engine.identity().rules.first_colour() != colour)
}

/// The possible meanings of a capture: itself, and the moves that share both ends with it. Files often write the short
/// form of several captures, or omit some squares in between; some write an x for every move.
fn readings(engine: &dyn AnyEngine, word: &str) -> Vec<String> {
    const SEPARATORS: [char; 5] = ['-', 'x', 'X', ':', '×'];
    let word = word.to_ascii_lowercase();
    let squares: Vec<&str> = word.split(SEPARATORS).map(|square| square.trim_start_matches('0')).collect();
    let ([from, .., to], true) = (&squares[..], word.contains(&SEPARATORS[1..])) else { return vec![word] };
    let (from, to) = (from.to_string(), to.to_string());
    // Numeric style has both end squares first and then the captured ones; native style has them at the ends.
    let numeric = from.starts_with(|c: char| c.is_ascii_digit());
    let style = if numeric { MoveStyle::Numeric } else { MoveStyle::Native };
    let same_ends = engine.legal_moves(style).into_iter().filter(|mv| {
        let parts: Vec<&str> = mv.split(SEPARATORS).collect();
        let end = if numeric { parts.get(1) } else { parts.last() };
        parts.first() == Some(&from.as_str()) && end == Some(&to.as_str())
    });
    [word].into_iter().chain(same_ends).collect()
}

/// Writes a game.
///
/// # Errors
/// The game is not draughts, or PDN has no number for it.
pub(super) fn write(game: &GameRecord, replay: &Replay) -> Result<String, String> {
    let game_type = game_type(&replay.engine.identity().variant)
        .ok_or_else(|| format!("PDN has no GameType for {}", game.variant))?;
    let white = colour_index(StoneColour::White, replay.engine.as_ref());
    let names = [("White", Player::new(white)), ("Black", Player::new(1 - white))];
    let known = ROSTER.iter().filter_map(|&name| Some((name, game.tag(name)?)));
    let players = names.iter().filter_map(|&(name, player)| Some((name, game.player(player)?)));
    let mut text: String = known.chain(players).map(|(name, value)| tag_line(name, value)).collect();
    text += &tag_line("Result", result_text(game.result, number_of(game_type)));
    text += &tag_line("GameType", game_type);
    if let Some(base) = &game.base {
        text += &tag_line("SetUp", "1");
        text += &tag_line("FEN", base);
    }
    text += &other_tags(game);
    Ok(text + "\n" + &move_lines(game, replay, "*"))
}

/// International draughts counts two points a game, everything else one.
fn result_text(result: GameResult, game_type: Option<u32>) -> &'static str {
    let two_points = game_type == Some(TWO_POINTS_TYPE);
    match result {
        GameResult::Unknown => "*",
        GameResult::BothLost => "0-0",
        GameResult::Ended(Outcome::Win(Player::FIRST)) => ["1-0", "2-0"][usize::from(two_points)],
        GameResult::Ended(Outcome::Win(_)) => ["0-1", "0-2"][usize::from(two_points)],
        GameResult::Ended(Outcome::Draw) => ["1/2-1/2", "1-1"][usize::from(two_points)],
    }
}
