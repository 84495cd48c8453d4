//! The database that Rapfi exports as text (`YXDBTOTXT`, `DBTOCSV`): a position a line, with its value.
//!
//! The first line is `index,key,label,value,depth,bound,text`. A key is `r-15-15-h8-i9-b`: the rules (`f`, `s`, `r`: five or
//! more, exactly five, renju), width, height, the stones of Black and of White, and the player to move. Positions that
//! are alike by symmetry are one. The text is quoted and may begin with texts on points, `@BTXT@` and then a line for each,
//! column and row from 0 as two digits to base 36, and its text; `\b` separates it from the comment. Source: Rapfi's
//! `dbutils.cpp`, `dbstorage.h` and `dbtypes.cpp`, `github.com/dhbloo/rapfi`.
//!
//! A position becomes a game without moves; value and label are its comment.

use super::lib::LABEL;
use super::line::Markup;
use super::parts::ReadPart;
use super::sgf::{set_size, size_conflict};
use super::sgf_words::escaped;
use super::{Changes, Defaults, Found, GameRecord, ReadError, Reading, open, shorten};
use crate::engine::AnyEngine;

/// The first line.
pub(super) const HEADER: &str = "index,key,label,value,depth,bound,text";

/// Begins the part of a text with the texts on points.
const BOARD_TEXT: &str = "@BTXT@";

/// Words for the labels of positions, as the player to move sees them.
const LABELS: [(&str, &str); 5] =
    [("w", "won"), ("l", "lost"), ("d", "drawn"), ("x", "blocked"), ("!", "forced move")];

/// Reads parts of a database.
pub(super) fn reader(defaults: &Defaults) -> ReadPart<'_> {
    Box::new(move |part, reading| {
        let whole_lines = || part.text.rfind('\n').map_or(0, |at| at + 1);
        let length = if part.is_last { part.text.len() } else { whole_lines() };
        for (line, text) in (part.line..).zip(part.text[..length].lines()) {
            if line == 1 && text.trim() != HEADER {
                let reason = format!("'{}': expected '{HEADER}'", shorten(text));
                reading.errors.push(ReadError { line, reason });
            } else if line > 1 && !text.trim().is_empty() {
                let is_cut = part.is_last && !part.text.ends_with('\n');
                take(line, text, is_cut && part.text.ends_with(text), defaults, reading);
            }
        }
        length
    })
}

fn take(line: usize, text: &str, is_cut: bool, defaults: &Defaults, reading: &mut Reading) {
    match read_line(line, text, defaults) {
        Err(_) if is_cut => reading.changes.add("lines cut off by the end of the file, left out", 1, line),
        found => reading.add(line, found.map_err(|reason| ReadError { line, reason })),
    }
}

fn read_line(line: usize, text: &str, defaults: &Defaults) -> Result<Found, String> {
    let mut fields = text.splitn(7, ',');
    let mut field = |name: &str| fields.next().ok_or_else(|| format!("field '{name}' is missing"));
    let (_, key, label) = (field("index")?, field("key")?, field("label")?);
    let (value, depth, bound, text) = (field("value")?, field("depth")?, field("bound")?, field("text")?);
    let mut engine = position(key, defaults)?;
    let mut game = GameRecord::of(engine.as_mut());
    let mut changes = Changes::default();
    let word = LABELS.iter().find(|(known, _)| *known == label.to_ascii_lowercase()).map(|&(_, word)| word);
    let is_unlabelled = matches!(label, "(none)" | "(null)");
    let evaluated = (bound != "none").then(|| format!("value {value}, depth {depth}, {bound}"));
    let label = word.map(str::to_string).or((!is_unlabelled).then(|| format!("label {label}")));
    let facts: Vec<String> = label.into_iter().chain(evaluated).collect();
    if !facts.is_empty() {
        game.comments.push((0, facts.join("; ")));
    }
    let plain =
        unquoted(text.trim()).ok_or_else(|| format!("'{}': expected a text in quotes", shorten(text)))?;
    let (points, comment) = match plain.strip_prefix(BOARD_TEXT) {
        Some(rest) => rest.split_once('\u{8}').unwrap_or((rest, "")),
        None => ("", &plain[..]),
    };
    let comment = comment.replace('\u{8}', "\n");
    game.comments
        .extend(Some(comment.trim()).filter(|text| !text.is_empty()).map(|text| (0, text.to_string())));
    let labels: Vec<&str> = points.split('\n').filter(|label| !label.is_empty()).collect();
    let values: Vec<String> = labels.iter().filter_map(|label| point_label(label, engine.as_ref())).collect();
    changes.add("texts on points that are not on the board, left out", labels.len() - values.len(), line);
    if !values.is_empty() {
        game.markup.extend(Markup::new(LABEL, values).map(|markup| (0, markup)));
    }
    let mut assumed = Changes::default();
    let conflict = size_conflict(defaults, &engine.board().height.to_string());
    assumed.add(conflict.as_deref().unwrap_or_default(), usize::from(conflict.is_some()), line);
    Ok(Found { records: vec![game], changes, assumed })
}

/// Text without the quotes and escapes of the export.
fn unquoted(text: &str) -> Option<String> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next()? {
                'n' => plain.push('\n'),
                'b' => plain.push('\u{8}'),
                escaped => plain.push(escaped),
            },
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// `77text` as a label of SGF.
fn point_label(label: &str, engine: &dyn AnyEngine) -> Option<String> {
    let size = engine.board().height as u32;
    let mut chars = label.chars();
    let (x, y) = (chars.next()?.to_digit(36)?, chars.next()?.to_digit(36)?);
    let text = chars.as_str().trim();
    let letter = |at: u32| char::from_u32(u32::from('a') + at);
    let is_there = x < size && y < size && !text.is_empty();
    is_there.then(|| {
        Some(format!("{}{}:{}", letter(x)?, letter(size - 1 - y)?, escaped(text).replace(':', "\\:")))
    })?
}

/// The engine at the position of a key.
fn position(key: &str, defaults: &Defaults) -> Result<Box<dyn AnyEngine>, String> {
    let expected = || format!("'{}': expected a key like r-15-15-h8-i9-b", shorten(key));
    let parts: Vec<&str> = key.split('-').collect();
    let [rules, width, height, black, white, turn] = parts[..] else { return Err(expected()) };
    let named = match rules {
        "f" => Some("gomokufreestyle"),
        "s" => Some("gomoku"),
        "r" => Some("renju"),
        _ => None,
    };
    let chosen = defaults.variant.as_deref().filter(|_| defaults.is_chosen);
    let variant = chosen.or(named).ok_or_else(expected)?;
    if width != height {
        return Err(format!("a board of {width}x{height}: expected a square one"));
    }
    let mut engine = open(variant, &[])?;
    if !super::sgf_rules::has(&engine.identity().variant) {
        return Err(format!("Rapfi does not have the game {variant}"));
    }
    set_size(engine.as_mut(), width)?;
    let size = engine.board().height;
    let mut cells = vec![b'.'; size * size];
    for (stones, sign) in [(black, b'x'), (white, b'o')] {
        for (x, y) in points(stones).ok_or_else(expected)? {
            let row = size.checked_sub(y).filter(|_| x < size).ok_or_else(expected)?;
            cells[row * size + x] = sign;
        }
    }
    let sign = match turn {
        "b" => 'x',
        "w" => 'o',
        _ => return Err(expected()),
    };
    let rows: Vec<String> = cells.chunks(size).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let fen = format!("{} {sign}", rows.join("/"));
    engine.set_position(Some(&fen), &[]).map_err(|error| error.to_string())?;
    Ok(engine)
}

/// Stones written one behind the other, `h8i9`: column from 0 and row from 1.
fn points(text: &str) -> Option<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let x = letter.is_ascii_lowercase().then(|| usize::from(letter as u8 - b'a'))?;
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let y = rest[1..=digits].parse().ok().filter(|&y: &usize| y > 0)?;
        found.push((x, y));
        rest = &rest[1 + digits..];
    }
    Some(found)
}
