//! Portable Draughts Notation 3.0.
//!
//! `Variant` and `GameType` name the game, see `pdn_types`. If both are missing, `pdn_rules` infers it. Results are numbers of the player who moves first: Black in English draughts. The writer follows the
//! restrictions of the standard (short captures unless ambiguous, only `*` between games); the reader accepts what
//! existing files contain, see `movetext` and `words`.

use super::move_lines::move_lines;
use super::movetext::split;
use super::parts::{Part, ReadPart};
use super::pdn_board::Squares;
use super::pdn_rules::infer;
use super::pdn_types::{
    Stated, conflict, extra_name, game_type, has_numbers, number_of, numbers_for_letters, stated_rules,
};
use super::raw_game::{Dialect, Item, Items, RawGame};
use super::roster::{ROSTER, other_tags, records, tag_line};
use super::words::SEPARATORS;
use super::{Defaults, Found, GameRecord, GameResult, ReadError, Reading, Replay, open};
use crate::contract::{MoveStyle, Outcome, Player, StoneColour};
use crate::engine::AnyEngine;

/// The game type whose games count two points.
const TWO_POINTS_TYPE: u32 = 20;

/// Reads parts. A file in which a game does not name its rules, and the user neither, is one part.
pub(super) fn reader(defaults: &Defaults) -> ReadPart<'_> {
    Box::new(move |part, reading| read(part, defaults, reading))
}

/// Does every game of a part name its rules? Also returns the length of the part up to the last game.
pub(super) fn names_rules(part: Part<'_>) -> (usize, bool) {
    let (raws, length) = split(part, Dialect::Pdn);
    (length, raws.iter().all(|raw| stated(raw) != Stated::Nothing))
}

fn read(part: Part<'_>, defaults: &Defaults, reading: &mut Reading) -> usize {
    let (mut raws, length) = split(part, Dialect::Pdn);
    raws.iter_mut().for_each(close_up_positions);
    let is_open = |raw: &&RawGame| defaults.variant.is_none() && stated(raw) == Stated::Nothing;
    let unnamed: Vec<&RawGame> = raws.iter().filter(is_open).collect();
    let named = raws.iter().filter_map(|raw| match stated(raw) {
        Stated::Played(variant) => Some(variant),
        _ => None,
    });
    let inferred = infer(&unnamed, &named.collect::<Vec<_>>(), read_as);
    reading.notes.extend(inferred.notes);
    let mut verdicts = inferred.verdicts.into_iter();
    // Each game takes the place of its words.
    for raw in raws {
        let verdict = if is_open(&&raw) { verdicts.next() } else { None };
        let outcome =
            verdict.map_or_else(|| read_named(&raw, defaults), |verdict| verdict.read(&raw, read_as));
        reading.add(raw.line, outcome.map(|found| with_conflicts(found, &raw)));
    }
    length
}

/// What the tags of a game say about its rules.
fn stated(raw: &RawGame) -> Stated {
    stated_rules(raw.tag("Variant").unwrap_or_default(), raw.tag("GameType").unwrap_or_default())
}

/// Adds a conflict of the tags that name the rules.
fn with_conflicts(mut found: Found, raw: &RawGame) -> Found {
    let conflict = conflict(raw.tag("Variant").unwrap_or_default(), raw.tag("GameType").unwrap_or_default());
    found.assumed.add(conflict.as_deref().unwrap_or_default(), usize::from(conflict.is_some()), raw.line);
    found
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
fn read_named(raw: &RawGame, defaults: &Defaults) -> Result<Found, ReadError> {
    let fault = |reason| ReadError { line: raw.line, reason };
    let (variant, options) = match (stated(raw), &defaults.variant) {
        (Stated::Played(variant), _) => (variant, &[][..]),
        (Stated::NotPlayed(reason), _) => return Err(fault(reason)),
        (Stated::Nothing, Some(variant)) => (variant.as_str(), &defaults.options[..]),
        (Stated::Nothing, None) => return Err(fault("no tag names the rules".to_string())),
    };
    read_as(raw, open(variant, options).map_err(fault)?.as_mut())
}

/// Reads a game by the rules of an engine.
fn read_as(raw: &RawGame, engine: &mut dyn AnyEngine) -> Result<Found, ReadError> {
    let numbered = numbered(raw, &engine.identity().variant);
    let raw = numbered.as_ref().unwrap_or(raw);
    let white = colour_index(StoneColour::White, engine);
    let player_of = |tag: &str| match tag {
        "White" => Some(white),
        "Black" => Some(1 - white),
        _ => None,
    };
    records(raw, engine, readings, &player_of)
}

/// The game with numbers, if it has letters for squares that these rules number.
fn numbered(raw: &RawGame, variant: &str) -> Option<RawGame> {
    if Squares::of(raw) != Squares::Letters || !has_numbers(variant) {
        return None;
    }
    let mut raw = raw.clone();
    let fens = raw.tags.iter_mut().filter(|(name, _)| name.eq_ignore_ascii_case("FEN"));
    fens.for_each(|(_, fen)| *fen = numbers_for_letters(fen));
    number_items(&mut raw.items);
    Some(raw)
}

fn number_items(items: &mut Items) {
    for (_, item) in items {
        match item {
            Item::Move(word) => *word = numbers_for_letters(&word.to_ascii_lowercase()),
            Item::SetUp(fen) => *fen = numbers_for_letters(fen),
            Item::Variation(items) => number_items(items),
            Item::Mark(_) | Item::Glyph(_) | Item::Comment(_) | Item::Markup(_) => {}
        }
    }
}

/// The player who has this colour.
fn colour_index(colour: StoneColour, engine: &dyn AnyEngine) -> usize {
    usize::from(engine.identity().rules.first_colour() != colour)
}

/// The possible meanings of a capture: itself, and the moves that share both ends with it. Files often write the short
/// form of several captures, or omit some squares in between; some write an x for every move.
fn readings(engine: &dyn AnyEngine, word: &str) -> Vec<String> {
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
    text += &extra_name(game_type).map(|name| tag_line("Variant", name)).unwrap_or_default();
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
