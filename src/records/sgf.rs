//! Smart Game Format, `FF[4]`, for the gomoku family (`GM[4]`).
//!
//! Points are two letters, column and row, from the top left, as everywhere in SGF; `h8` is read as well, since some
//! programs write it. Of a tree the main line is read: the first branch at every fork. The rule set is `RU`: a
//! variant's name, Piskvork's number for it, or a word for it (`renju`, `freestyle`).
//!
//! SGF has no number for Connect Four, Chinese checkers or draughts.

use super::roster::ROSTER;
use super::sgf_tree::{Node, RawTree, trees};
use super::{
    Defaults, GameRecord, GameResult, MoveMark, ReadError, Reading, Replay, one_line, open, replay, shorten,
};
use crate::contract::{Board, GridCell, MoveStyle, Outcome, Player, Point, StoneColour};
use crate::engine::AnyEngine;
use crate::wire::gomocup;

/// `GM` of gomoku and renju.
const GAME: u8 = 4;

/// The variants that it stands for, by their own names.
const VARIANTS: [&str; 5] = ["gomoku", "gomokufreestyle", "renju", "caro", "caroexact"];

/// Rows of the board if `SZ` is missing.
const USUAL_SIZE: &str = "15";

/// The SGF properties of a record's tags.
const PROPERTIES: [(&str, &str); 6] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Date", "DT"),
    ("Round", "RO"),
    ("Annotator", "AN"),
    ("GameName", "GN"),
];

/// Words of `RU` that other programs use for a rule set, with Piskvork's number for it.
const RULE_WORDS: [(&str, u32); 5] = [("renju", 4), ("free", 0), ("caro", 8), ("standard", 1), ("gomoku", 1)];

/// Reads all games of a collection.
pub(super) fn read(text: &str, defaults: &Defaults) -> Reading {
    let mut reading = Reading::default();
    for tree in trees(text) {
        let line = tree.as_ref().map_or(0, |tree| tree.line);
        reading.add(line, tree.and_then(|tree| read_tree(&tree, defaults)).map(|game| vec![game]));
    }
    reading
}

fn read_tree(tree: &RawTree, defaults: &Defaults) -> Result<GameRecord, ReadError> {
    let fault = |reason| ReadError { line: tree.line, reason };
    let root = &tree.nodes[0];
    let number = root.value("GM").unwrap_or("4").trim();
    if number != "4" {
        let reason =
            format!("GM[{}] is not played here: SGF is read for GM[4], gomoku and renju", shorten(number));
        return Err(fault(reason));
    }
    let mut engine = open_game(root, defaults).map_err(fault)?;
    let size = engine.board().height;
    if let Some(fen) = set_up(tree, size)? {
        engine.set_position(Some(&fen), &[]).map_err(|error| fault(error.to_string()))?;
    }
    let (words, comments) = main_line(tree, size, engine.status().to_move)?;
    replay::play(engine.as_mut(), &words, replay::plain)?;
    let mut game = GameRecord { comments, marks: marks(tree), ..GameRecord::of(engine.as_ref()) };
    if let Some(result) = root.value("RE") {
        game.result = parse_result(result);
    }
    for (tag, property) in PROPERTIES {
        let value = root.value(property).map(one_line).unwrap_or_default();
        if !value.is_empty() {
            let value = if tag == "Date" { value.replace('-', ".") } else { value };
            game.set_tag(tag, &value);
        }
    }
    let names = ["PB", "PW"].map(|property| root.value(property).map(one_line).unwrap_or_default());
    game.set_players(&names);
    Ok(game)
}

/// The game of a root node: rule set by `RU`, size of the board by `SZ`.
fn open_game(root: &Node, defaults: &Defaults) -> Result<Box<dyn AnyEngine>, String> {
    let named = root.value("RU").and_then(variant_of_rule);
    let (variant, options) = match (&named, &defaults.variant) {
        (Some(variant), _) => (variant.as_str(), &[][..]),
        (None, Some(variant)) => (variant.as_str(), &defaults.options[..]),
        (None, None) => ("gomoku", &[][..]),
    };
    let mut engine = open(variant, options)?;
    if !has(&engine.identity().variant) {
        return Err(format!("SGF does not have the game {variant}"));
    }
    let size = root.value("SZ").unwrap_or(if options.is_empty() { USUAL_SIZE } else { "" }).trim();
    let (width, height) = size.split_once(':').unwrap_or((size, size));
    if width != height {
        return Err(format!("SZ[{}]: expected a square board", shorten(size)));
    }
    if !size.is_empty() {
        set_size(engine.as_mut(), width)?;
    }
    Ok(engine)
}

/// Sets the size of the board, as text from a file.
///
/// # Errors
/// The game does not have this size.
pub(super) fn set_size(engine: &mut dyn AnyEngine, size: &str) -> Result<(), String> {
    match engine.set_option("BoardSize", size) {
        Ok(None) => Ok(()),
        Ok(Some(_)) => Err(format!(
            "{} is not played on a board of {} rows",
            engine.identity().rules.title,
            shorten(size)
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// Does SGF have this variant?
pub(super) fn has(variant: &str) -> bool {
    VARIANTS.contains(&variant)
}

fn variant_of_rule(rule: &str) -> Option<String> {
    let rule = rule.trim().to_ascii_lowercase();
    if let Ok(number) = rule.parse() {
        return gomocup::variant_of(number).map(str::to_string);
    }
    if has(&rule) {
        return Some(rule);
    }
    let word = RULE_WORDS.iter().find(|(word, _)| rule.contains(word));
    word.and_then(|&(_, number)| gomocup::variant_of(number)).map(str::to_string)
}

/// The position string of the stones that are set up before the first move.
fn set_up(tree: &RawTree, size: usize) -> Result<Option<String>, ReadError> {
    let mut cells = vec![b'.'; size * size];
    let (mut any, mut turn) = (false, None);
    let before = tree.nodes.iter().take_while(|node| !node.has("B") && !node.has("W"));
    for node in before {
        for (property, stone) in [("AB", b'x'), ("AW", b'o'), ("AE", b'.')] {
            for value in node.values(property) {
                let points =
                    rectangle(value, size).map_err(|reason| ReadError { line: node.line, reason })?;
                points.into_iter().for_each(|(x, y)| cells[y * size + x] = stone);
                any = true;
            }
        }
        turn = node.value("PL").map(|colour| colour.trim().starts_with(['W', 'w', '2'])).or(turn);
    }
    // Without `PL`, the player of the first move is to move.
    let first = tree.nodes.iter().find(|node| node.has("B") || node.has("W"));
    let white = turn.or(first.map(|node| !node.has("B"))).unwrap_or_else(|| {
        let count = |stone| cells.iter().filter(|&&cell| cell == stone).count();
        count(b'x') > count(b'o')
    });
    if !any && !white {
        return Ok(None);
    }
    let rows: Vec<String> = cells.chunks(size).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    Ok(Some(format!("{} {}", rows.join("/"), if white { 'o' } else { 'x' })))
}

/// A point, or all points of a rectangle `aa:cc`.
fn rectangle(text: &str, size: usize) -> Result<Vec<(usize, usize)>, String> {
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let ((left, top), (right, bottom)) = (point(first, size)?, point(last, size)?);
    Ok((top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y))).collect())
}

/// Column and row from the top, both from 0.
fn point(text: &str, size: usize) -> Result<(usize, usize), String> {
    let text = text.trim();
    let letter = |byte: u8| byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'));
    let read = match *text.as_bytes() {
        [x, y] if y.is_ascii_alphabetic() => letter(x).zip(letter(y)),
        [x, ref rank @ ..] if (1..=2).contains(&rank.len()) && rank.iter().all(u8::is_ascii_digit) => {
            let rank = text[1..].parse::<usize>().ok();
            letter(x).zip(rank.and_then(|rank| size.checked_sub(rank)))
        }
        _ => None,
    };
    let on_board = read.filter(|&(x, y)| x < size && y < size);
    on_board.ok_or_else(|| {
        format!("'{}' is not a point of a board of {size}: expected two letters", shorten(text))
    })
}

/// Words with their lines, and comments with the number of moves before them.
type Line = (Vec<(usize, String)>, Vec<(usize, String)>);

/// The moves of the main line in the numeric style of the engine, and the comments.
fn main_line(tree: &RawTree, size: usize, first: Player) -> Result<Line, ReadError> {
    let (mut words, mut comments) = (Vec::new(), Vec::new());
    for node in &tree.nodes {
        let fault = |reason| ReadError { line: node.line, reason };
        for (property, value) in node.moves() {
            let white = usize::from(property == "W");
            if (first.index() + words.len()) % 2 != white {
                return Err(fault(format!("{property}[{}]: it is not this player's turn", shorten(value))));
            }
            let (x, y) = point(value, size).map_err(fault)?;
            words.push((node.line, format!("{x},{y}")));
        }
        if !words.is_empty() && ["AB", "AW", "AE"].iter().any(|property| node.has(property)) {
            return Err(fault("stones set up in the middle of a game".to_string()));
        }
        let comment = node.value("C").map(one_line).unwrap_or_default();
        if !comment.is_empty() {
            comments.push((words.len(), comment));
        }
    }
    Ok((words, comments))
}

/// The marks of moves in their nodes.
fn marks(tree: &RawTree) -> Vec<(usize, MoveMark)> {
    let (mut number, mut found) = (0, Vec::new());
    for node in &tree.nodes {
        number += node.moves().count();
        let says = |(property, value): (&str, &str)| {
            // An emphasis other than 1 or 2 counts as 1.
            let said = node.value(property).map(|said| if said.trim() == "2" { "2" } else { "1" });
            said.is_some_and(|said| value.is_empty() || said == value)
        };
        let mark = MoveMark::SIGNS.iter().find(|&&(.., sgf)| says(sgf)).map(|&(mark, ..)| mark);
        found.extend(mark.filter(|_| number > 0).map(|mark| (number, mark)));
    }
    found
}

fn parse_result(text: &str) -> GameResult {
    let text = text.trim().to_ascii_uppercase();
    match text.as_bytes() {
        [b'B', b'+', ..] => GameResult::Ended(Outcome::Win(Player::FIRST)),
        [b'W', b'+', ..] => GameResult::Ended(Outcome::Win(Player::SECOND)),
        b"0" | b"DRAW" | b"JIGO" => GameResult::Ended(Outcome::Draw),
        b"VOID" => GameResult::BothLost,
        _ => GameResult::Unknown,
    }
}

/// Writes a game.
///
/// # Errors
/// SGF does not have it.
pub(super) fn write(game: &GameRecord, replay: &Replay) -> Result<String, String> {
    let identity = replay.engine.identity();
    if !has(&identity.variant) {
        return Err(format!("SGF does not have the game {}", game.variant));
    }
    let size = replay.engine.board().height;
    let mut text = format!("(;FF[4]GM[{GAME}]CA[UTF-8]AP[Quadriga:{}]", env!("CARGO_PKG_VERSION"));
    text += &format!("SZ[{size}]RU[{}]", game.variant);
    for (property, player) in [("PB", Player::FIRST), ("PW", Player::SECOND)] {
        if let Some(name) = game.player(player) {
            text += &format!("{property}[{}]", escaped(name));
        }
    }
    text += &format!("RE[{}]", result_text(game.result));
    for (tag, property) in PROPERTIES {
        if let Some(value) = game.tag(tag) {
            let value = if tag == ROSTER[2] { value.replace('.', "-") } else { value.to_string() };
            text += &format!("{property}[{}]", escaped(&value));
        }
    }
    if game.base.is_some() {
        text += &set_up_text(game, replay.turns[0])?;
    }
    let mut comments = game.comments.iter().peekable();
    let first_is_black = identity.rules.first_colour() == StoneColour::Black;
    let mut black = (replay.turns[0] == Player::FIRST) == first_is_black;
    let words = replay.engine.moves(MoveStyle::Numeric);
    for ply in 0..=words.len() {
        let mut said = Vec::new();
        while let Some((_, comment)) = comments.next_if(|(after, _)| *after <= ply) {
            said.push(escaped(comment));
        }
        if !said.is_empty() {
            text += &format!("C[{}]", said.join(" "));
        }
        if let Some(word) = words.get(ply) {
            let line = if ply % 10 == 0 { "\n" } else { "" };
            text += &format!("{line};{}[{}]", if black { 'B' } else { 'W' }, letters(word)?);
            if let Some((.., (property, value))) = game.mark(ply + 1).map(MoveMark::entry) {
                text += &format!("{property}[{value}]");
            }
            black = !black;
        }
    }
    Ok(text + ")\n\n")
}

fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::Unknown => "?",
        GameResult::BothLost => "Void",
        GameResult::Ended(Outcome::Draw) => "0",
        GameResult::Ended(Outcome::Win(Player::FIRST)) => "B+",
        GameResult::Ended(Outcome::Win(_)) => "W+",
    }
}

/// `AB`, `AW` and `PL` for the position a game began with.
fn set_up_text(game: &GameRecord, first: Player) -> Result<String, String> {
    let start = GameRecord { moves: Vec::new(), ..game.clone() }.replay()?;
    let board: Board = start.engine.board();
    let mut text = String::new();
    for (property, player) in [("AB", Player::FIRST), ("AW", Player::SECOND)] {
        let own = board
            .cells()
            .filter(|(_, point)| matches!(point, Point::Taken { owner, .. } if *owner == player));
        let points: String = own.map(|(cell, _)| format!("[{}]", cell_letters(cell))).collect();
        if !points.is_empty() {
            text += &format!("{property}{points}");
        }
    }
    Ok(text + if first == Player::FIRST { "PL[B]" } else { "PL[W]" })
}

fn cell_letters(cell: GridCell) -> String {
    [cell.x, cell.y].map(|index| char::from(b'a' + index)).iter().collect()
}

/// `7,7` as `hh`.
fn letters(word: &str) -> Result<String, String> {
    let (x, y) = word.split_once(',').ok_or_else(|| format!("move '{word}' has no coordinates"))?;
    match (x.parse(), y.parse()) {
        (Ok(x @ 0..=25), Ok(y @ 0..=25)) => Ok(cell_letters(GridCell { x, y })),
        _ => Err(format!("move '{word}' is beyond the letters of SGF")),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
