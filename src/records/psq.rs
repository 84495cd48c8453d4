//! Saved games of Piskvork (`.psq`).
//!
//! A line `Piskvorky 15x15, 11:11, 0` (size, kinds of the players, which of them begins), then a line `x,y,time` for
//! each move with column and row from 1 at the top left and milliseconds, which become a comment, then the names of the
//! players, and at the end a number for the result, behind which programs add lines of their own. The game always begins
//! with the empty board.
//!
//! The rule set is not in the file. Without one set by the user it is the first of Piskvork's by which all moves are
//! legal, and the last one wins if any rule set has it so: six in a row that end the game, or do not, tell rules apart.

use super::clocks::{elapsed, elapsed_text};
use super::parts::{Part, ReadPart};
use super::sgf::{set_size, size_conflict};
use super::{
    Changes, Defaults, Found, GameRecord, ReadError, Reading, Replay, one_line, open, replay, shorten,
};
use crate::contract::{MoveStyle, Outcome, Player};
use crate::engine::AnyEngine;
use crate::wire::gomocup;

/// First word of a file.
const MAGIC: &str = "Piskvorky ";

/// A game as in the file, not yet interpreted.
#[derive(Default)]
struct RawGame<'a> {
    line: usize,
    header: &'a str,
    moves: Vec<(usize, &'a str)>,
    rest: Vec<&'a str>,
    /// Does the file end within its last line?
    is_cut: bool,
}

/// Reads parts; Piskvork keeps one game in a file, but nothing forbids more.
pub(super) fn reader(defaults: &Defaults) -> ReadPart<'_> {
    // A file that begins otherwise is none of Piskvork.
    let (mut has_begun, mut is_refused) = (false, false);
    Box::new(move |part, reading| {
        if is_refused {
            return part.text.len();
        }
        let length = if part.is_last { part.text.len() } else { last_header(part.text) };
        let part = Part { text: &part.text[..length], ..part };
        if !has_begun && let Some(error) = wrong_beginning(part) {
            reading.errors.push(error);
            is_refused = true;
            return length;
        }
        has_begun |= !part.text.trim().is_empty();
        read(part, defaults, reading);
        length
    })
}

/// The offset of the last game, which may continue behind the text.
fn last_header(text: &str) -> usize {
    let mut at = 0;
    let mut found = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(MAGIC) {
            found = at;
        }
        at += line.len();
    }
    found
}

/// The first line that has anything, if it is no header.
fn wrong_beginning(part: Part<'_>) -> Option<ReadError> {
    let mut lines = (part.line..).zip(part.text.lines().map(str::trim));
    let (line, text) = lines.find(|(_, text)| !text.is_empty())?;
    let expected = || format!("'{}': expected a line like 'Piskvorky 15x15, 0:0, 0'", shorten(text));
    (!text.starts_with(MAGIC)).then(|| ReadError { line, reason: expected() })
}

fn read(part: Part<'_>, defaults: &Defaults, reading: &mut Reading) {
    let mut raw: Option<RawGame> = None;
    let mut finish = |raw: Option<RawGame>| {
        if let Some(raw) = raw {
            reading.add(raw.line, read_game(&raw, defaults));
        }
    };
    for (line, text) in (part.line..).zip(part.text.lines()) {
        let text = text.trim();
        if let Some(header) = text.strip_prefix(MAGIC) {
            let next = RawGame { line, header, ..RawGame::default() };
            finish(raw.replace(next));
        } else if let Some(raw) = &mut raw {
            let is_move = raw.rest.is_empty() && text.contains(',') && !has_letter(text);
            match is_move {
                true => raw.moves.push((line, text)),
                false => raw.rest.extend((!text.is_empty()).then_some(text)),
            }
        }
    }
    if let Some(raw) = &mut raw {
        raw.is_cut = part.is_last && !part.text.ends_with('\n');
    }
    finish(raw);
}

/// Moves, results and other numbers have none.
fn has_letter(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

fn read_game(raw: &RawGame, defaults: &Defaults) -> Result<Found, ReadError> {
    let fault = |reason| ReadError { line: raw.line, reason };
    let (size, second_begins) = parse_header(raw.header).map_err(fault)?;
    let (mut changes, mut assumed) = (Changes::default(), Changes::default());
    let mut words = Vec::with_capacity(raw.moves.len());
    let mut times = Vec::new();
    for (index, &(line, text)) in raw.moves.iter().enumerate() {
        match parse_move(text) {
            Some((x, y, time)) => {
                words.push((line, format!("{},{}", x - 1, y - 1)));
                let comment = u64::try_from(time).ok().and_then(elapsed_text);
                changes.add(
                    "times of moves that are out of range, left out",
                    usize::from(comment.is_none()),
                    line,
                );
                times.extend(comment.filter(|_| time > 0).map(|comment| (words.len(), comment)));
            }
            None if raw.is_cut && raw.rest.is_empty() && index > 0 && index + 1 == raw.moves.len() => {
                changes.add("moves cut off by the end of the file", 1, line);
            }
            None => {
                let reason = format!("'{}': expected a move as x,y,time, from 1", shorten(text));
                return Err(ReadError { line, reason });
            }
        }
    }
    let mut game = game_of(size, raw.line, &words, defaults, &mut assumed)?;
    // If the players have no names, the moves end with the number alone.
    let is_name = |text: &&&str| has_letter(text) || **text == "?";
    let mut names: Vec<String> =
        raw.rest.iter().take_while(is_name).take(2).map(|name| one_line(name)).collect();
    let others = raw.rest.iter().skip(names.len()).filter(|text| has_letter(text));
    changes.add("lines that are no names, left out", others.count(), raw.line);
    if second_begins && names.len() == 2 {
        names.reverse();
    }
    game.set_players(&names);
    game.comments = times;
    Ok(Found { records: vec![game], changes, assumed })
}

/// The game of moves that do not say by which rules: by those that the user set, else by those that fit best.
///
/// # Errors
/// The moves are not legal by any rules.
pub(super) fn game_of(
    size: &str,
    line: usize,
    words: &[(usize, String)],
    defaults: &Defaults,
    assumed: &mut Changes,
) -> Result<GameRecord, ReadError> {
    if let Some(variant) = &defaults.variant {
        let conflict = size_conflict(defaults, size);
        assumed.add(conflict.as_deref().unwrap_or_default(), usize::from(conflict.is_some()), line);
        return play(variant, size, line, words);
    }
    let (game, others) = infer(size, line, words)?;
    let mut text = format!("no rules in the file, read as {}", game.variant);
    if !others.is_empty() {
        text += &format!(" ({} as well)", others.join(", "));
    }
    assumed.add(&text, 1, line);
    Ok(game)
}

/// The game by the rules of a variant.
fn play(variant: &str, size: &str, line: usize, words: &[(usize, String)]) -> Result<GameRecord, ReadError> {
    let mut engine = open_game(variant, size).map_err(|reason| ReadError { line, reason })?;
    let played = replay::play(engine.as_mut(), words, replay::plain, &mut replay::Tries::of_game());
    played.map_err(|stop| stop.error)?;
    Ok(GameRecord::of(engine.as_ref()))
}

/// The game by the rules that fit best, and the other rules that fit as well.
fn infer(
    size: &str,
    line: usize,
    words: &[(usize, String)],
) -> Result<(GameRecord, Vec<&'static str>), ReadError> {
    let trials = gomocup::variants().map(|variant| (variant, play(variant, size, line, words)));
    let mut games = Vec::new();
    let mut first_error = None;
    for (variant, game) in trials {
        match game {
            Ok(game) => games.push((variant, game)),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    let is_won = |game: &GameRecord| matches!(game.result, super::GameResult::Ended(Outcome::Win(_)));
    let any_won = games.iter().any(|(_, game)| is_won(game));
    games.retain(|(_, game)| is_won(game) == any_won);
    let mut games = games.into_iter();
    match (games.next(), first_error) {
        (Some((_, game)), _) => Ok((game, games.map(|(variant, _)| variant).collect())),
        (None, Some(error)) => Err(error),
        (None, None) => Err(ReadError { line, reason: "no rules of Piskvork are played here".to_string() }),
    }
}

fn open_game(variant: &str, size: &str) -> Result<Box<dyn AnyEngine>, String> {
    let mut engine = open(variant, &[])?;
    if gomocup::rule_of(&engine.identity().variant).is_none() {
        return Err(format!("Piskvork does not have the game {variant}"));
    }
    set_size(engine.as_mut(), size)?;
    Ok(engine)
}

/// Side of the board, and whether the second of the players named begins.
fn parse_header(header: &str) -> Result<(&str, bool), String> {
    let expected = || format!("'{}': expected a header like '15x15, 0:0, 0'", shorten(header));
    let mut parts = header.split(',').map(str::trim);
    let (width, height) = parts.next().and_then(|size| size.split_once('x')).ok_or_else(expected)?;
    if width != height {
        return Err(format!("a board of {}: expected a square one", shorten(header)));
    }
    Ok((width, parts.nth(1) == Some("1")))
}

/// Column and row from 1, and the time in milliseconds.
fn parse_move(text: &str) -> Option<(u8, u8, i64)> {
    let mut parts = text.split(',').map(str::trim);
    let (x, y) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let time = parts.next().map_or(Ok(0), str::parse).ok()?;
    (x > 0 && y > 0 && parts.next().is_none()).then_some((x, y, time))
}

/// Writes a game.
///
/// # Errors
/// Piskvork does not have it, or it does not begin with the empty board.
pub(super) fn write(game: &GameRecord, replay: &Replay) -> Result<String, String> {
    if gomocup::rule_of(&replay.engine.identity().variant).is_none() {
        return Err(format!("Piskvork does not have the game {}", game.variant));
    }
    if game.base.is_some() {
        return Err("a .psq file cannot hold a game that begins with stones on the board".to_string());
    }
    let size = replay.engine.board().height;
    let mut text = format!("{MAGIC}{size}x{size}, 0:0, 0\n");
    for (ply, word) in replay.engine.moves(MoveStyle::Numeric).iter().enumerate() {
        let time = game.comments_at(ply + 1).find_map(elapsed).unwrap_or(0);
        let cell =
            word.split_once(',').and_then(|(x, y)| Some((x.parse::<u8>().ok()?, y.parse::<u8>().ok()?)));
        let (x, y) = cell.ok_or_else(|| format!("move '{word}' has no coordinates"))?;
        text += &format!("{},{},{time}\n", x + 1, y + 1);
    }
    for player in [Player::FIRST, Player::SECOND] {
        text += &name_line(game.player(player));
    }
    Ok(text + "-1\n")
}

/// Is the name read as it is written?
pub(super) fn holds_name(name: &str) -> bool {
    name_line(Some(name)).strip_suffix('\n') == Some(name)
}

/// A name without letters would look like a move or the end, and another may look like a header.
fn name_line(name: Option<&str>) -> String {
    let name = name.map(|name| one_line(&name.replace(',', " "))).filter(|name| !name.is_empty());
    let name = name.as_deref().unwrap_or("?");
    let looks_otherwise = name != "?" && !has_letter(name) || name.starts_with(MAGIC);
    format!("{}{name}\n", if looks_otherwise { "player " } else { "" })
}
