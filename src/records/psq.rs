//! Saved games of Piskvork (`.psq`).
//!
//! A line `Piskvorky 15x15, 11:11, 0` (size, kinds of the players, which of them begins), then a line `x,y,time` for
//! each move with column and row from 1 at the top left and milliseconds, then the names of the players, and at the end
//! a number for the result. The rule set is not in the file, and the game always begins with the empty board.

use super::sgf::set_size;
use super::{Defaults, GameRecord, ReadError, Reading, Replay, one_line, open, replay, shorten};
use crate::contract::{MoveStyle, Player};
use crate::engine::AnyEngine;
use crate::wire::gomocup;

/// First word of a file.
const MAGIC: &str = "Piskvorky ";

/// Piskvork's number of its default rules: five or more win.
const USUAL_RULE: u32 = 0;

/// A game as in the file, not yet interpreted.
#[derive(Default)]
struct RawGame<'a> {
    line: usize,
    header: &'a str,
    moves: Vec<(usize, &'a str)>,
    rest: Vec<&'a str>,
}

/// Reads all games; Piskvork keeps one in a file, but nothing forbids more.
pub(super) fn read(text: &str, defaults: &Defaults) -> Reading {
    let mut reading = Reading::default();
    let mut raw: Option<RawGame> = None;
    let mut finish = |raw: Option<RawGame>| {
        if let Some(raw) = raw {
            reading.add(raw.line, read_game(&raw, defaults).map(|game| vec![game]));
        }
    };
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if let Some(header) = text.strip_prefix(MAGIC) {
            let next = RawGame { line, header, ..RawGame::default() };
            finish(raw.replace(next));
        } else if let Some(raw) = &mut raw {
            let is_move = raw.rest.is_empty() && text.contains(',');
            match is_move {
                true => raw.moves.push((line, text)),
                false => raw.rest.extend((!text.is_empty()).then_some(text)),
            }
        } else if !text.is_empty() {
            let reason = format!("'{}': expected a line like 'Piskvorky 15x15, 0:0, 0'", shorten(text));
            return Reading { errors: vec![ReadError { line, reason }], ..Reading::default() };
        }
    }
    finish(raw);
    reading
}

fn read_game(raw: &RawGame, defaults: &Defaults) -> Result<GameRecord, ReadError> {
    let fault = |reason| ReadError { line: raw.line, reason };
    let (size, second_begins) = parse_header(raw.header).map_err(fault)?;
    let mut engine = open_game(size, defaults).map_err(fault)?;
    let words = raw.moves.iter().map(|&(line, text)| match parse_move(text) {
        Some((x, y)) => Ok((line, format!("{},{}", x - 1, y - 1))),
        None => {
            let reason = format!("'{}': expected a move as x,y,time, from 1", shorten(text));
            Err(ReadError { line, reason })
        }
    });
    let words = words.collect::<Result<Vec<_>, _>>()?;
    replay::play(engine.as_mut(), &words, replay::plain)?;
    let mut game = GameRecord::of(engine.as_ref());
    // If the players have no names, the file ends with the number alone.
    let names = raw.rest.iter().take(2).filter(|text| text.parse::<f64>().is_err());
    let mut names: Vec<String> = names.map(|name| one_line(name)).collect();
    if second_begins && names.len() == 2 {
        names.reverse();
    }
    game.set_players(&names);
    Ok(game)
}

fn open_game(size: &str, defaults: &Defaults) -> Result<Box<dyn AnyEngine>, String> {
    let usual = gomocup::variant_of(USUAL_RULE).unwrap_or_default();
    let variant = defaults.variant.as_deref().unwrap_or(usual);
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

/// Column and row from 1; the time is ignored.
fn parse_move(text: &str) -> Option<(u8, u8)> {
    let mut parts = text.split(',').map(str::trim);
    let (x, y) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let time_fits = parts.next().is_none_or(|time| time.parse::<i64>().is_ok());
    (x > 0 && y > 0 && time_fits && parts.next().is_none()).then_some((x, y))
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
    for word in replay.engine.moves(MoveStyle::Numeric) {
        let cell =
            word.split_once(',').and_then(|(x, y)| Some((x.parse::<u8>().ok()?, y.parse::<u8>().ok()?)));
        let (x, y) = cell.ok_or_else(|| format!("move '{word}' has no coordinates"))?;
        text += &format!("{},{},0\n", x + 1, y + 1);
    }
    for player in [Player::FIRST, Player::SECOND] {
        text += &name_line(game.player(player));
    }
    Ok(text + "-1\n")
}

/// A name with a comma would look like a move, one that is a number like the end, and another may look like a header.
fn name_line(name: Option<&str>) -> String {
    let name = name.map(|name| one_line(&name.replace(',', " "))).filter(|name| !name.is_empty());
    let name = name.as_deref().unwrap_or("?");
    let looks_otherwise = name.parse::<f64>().is_ok() || name.starts_with(MAGIC);
    format!("{}{name}\n", if looks_otherwise { "player " } else { "" })
}
