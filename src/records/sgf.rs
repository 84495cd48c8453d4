//! Smart Game Format, `FF[4]`, for the gomoku family (`GM[4]`): reading.
//!
//! Other programs give renju the number of go, or none; with a game set by the user that one is read. The rule set is
//! `RU`, see `sgf_rules`. Branches, comments and all properties without a place in a record are kept, see `sgf_moves`.
//!
//! SGF has no number for Connect Four, Chinese checkers or draughts.

use super::parts::ReadPart;
use super::sgf_moves::{Moves, SET_UP, point, with_letters};
use super::sgf_result::{self, TERMINATION};
use super::sgf_rules::{has, variant_of};
use super::sgf_single::keep_one_value;
use super::sgf_tree::{Node, RawTree, trees};
use super::{Changes, Defaults, Found, GameRecord, ReadError, one_line, open, replay, shorten, tree};
use crate::engine::AnyEngine;

/// `GM` of gomoku and renju.
pub(super) const GAME: &str = "4";

/// The option for the rows of the board.
const SIZE_OPTION: &str = "BoardSize";

/// Rows of the board if `SZ` is missing.
const USUAL_SIZE: &str = "15";

/// The SGF properties of a record's tags.
pub(super) const PROPERTIES: [(&str, &str); 9] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Date", "DT"),
    ("Round", "RO"),
    ("Annotator", "AN"),
    ("GameName", "GN"),
    ("Opening", "ON"),
    ("Source", "SO"),
    ("Copyright", "CP"),
];

/// The tag with the name of the rules where it says more than the variant, such as how a game of renju is opened.
pub(super) const RULES: &str = "Rules";

/// Other properties of the root that a record has, or that the writer sets itself.
const HEADER: [&str; 9] = ["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "RE"];

/// Does the record have this property of the root?
fn is_header(name: &str) -> bool {
    HEADER.contains(&name) || PROPERTIES.iter().any(|(_, property)| *property == name)
}

/// Can SGF hold this tag of a record?
pub(super) fn has_tag(game: &GameRecord, tag: &str) -> bool {
    if tag == RULES {
        return rules_of(game) != game.variant;
    }
    tag == TERMINATION && sgf_result::holds_end(game) || PROPERTIES.iter().any(|(known, _)| *known == tag)
}

/// `RU` of a game: its own name of the rules, if that stands for its variant.
pub(super) fn rules_of(game: &GameRecord) -> &str {
    let stated = game.tag(RULES).filter(|rules| variant_of(rules) == Some(&game.variant));
    stated.unwrap_or(&game.variant)
}

/// Reads parts of a collection.
pub(super) fn reader(defaults: &Defaults) -> ReadPart<'_> {
    let (mut is_empty, mut has_text) = (true, false);
    Box::new(move |part, reading| {
        let (trees, length) = trees(part);
        is_empty &= trees.is_empty();
        has_text |= !part.text.trim().is_empty();
        for tree in trees {
            let line = tree.as_ref().map_or(0, |tree| tree.line);
            reading.add(line, tree.and_then(|tree| read_tree(tree, defaults)));
        }
        if part.is_last && is_empty && has_text {
            reading.errors.push(ReadError { line: 1, reason: "no game: expected '(;'".to_string() });
        }
        length
    })
}

fn read_tree(mut tree: RawTree, defaults: &Defaults) -> Result<Found, ReadError> {
    let line = tree.line;
    let fault = |reason| ReadError { line, reason };
    keep_one_value(&mut tree, is_header);
    let mut changes = std::mem::take(&mut tree.changes);
    let root = &tree.nodes[0];
    let (mut engine, assumption) = open_game(root, defaults).map_err(fault)?;
    let mut assumed = Changes::default();
    assumed.add(assumption.as_deref().unwrap_or_default(), usize::from(assumption.is_some()), line);
    let size = engine.board().height;
    if let Some(fen) = set_up(&tree, size)? {
        engine.set_position(Some(&fen), &[]).map_err(|error| fault(error.to_string()))?;
    }
    let items = Moves { tree: &tree, size, is_header }.items(engine.status().to_move)?;
    let mut game = tree::read(engine.as_mut(), &items, replay::plain, false, &mut changes)
        .map_err(|error| ReadError { reason: with_letters(&error.reason, size), ..error })?;
    if root.has("RE") {
        let found = sgf_result::parse(&root.text("RE"));
        changes.add("results that are none of SGF's, left out", usize::from(found.is_unread), line);
        game.result = found.result;
        found.termination.iter().for_each(|end| game.set_tag(TERMINATION, end));
    }
    for (tag, property) in PROPERTIES {
        let value = one_line(&root.text(property));
        if !value.is_empty() {
            let value = if tag == "Date" { value.replace('-', ".") } else { value };
            game.set_tag(tag, &value);
        }
    }
    let rules = one_line(&root.text("RU"));
    if variant_of(&rules) == Some(&game.variant) && rules != game.variant {
        game.set_tag(RULES, &rules);
    }
    let names = ["PB", "PW"].map(|property| one_line(&root.text(property)));
    game.set_players(&names);
    Ok(Found { records: vec![game], changes, assumed })
}

/// The game of a root node: rule set by `RU`, size of the board by `SZ`. Also returns what is assumed.
fn open_game(root: &Node, defaults: &Defaults) -> Result<(Box<dyn AnyEngine>, Option<String>), String> {
    let (number, rule) = (root.text("GM"), root.text("RU"));
    let is_foreign = !["", GAME].contains(&number.trim());
    let named = if is_foreign { None } else { variant_of(&rule) };
    let (variant, options) = match (named, &defaults.variant) {
        (Some(variant), _) => (variant, &[][..]),
        _ if is_foreign && !defaults.is_chosen => {
            return Err(format!(
                "GM[{}] is not played here: SGF is read for GM[4], gomoku and renju; --game reads it as one of them",
                shorten(number.trim())
            ));
        }
        (None, Some(variant)) => (variant.as_str(), &defaults.options[..]),
        (None, None) => ("gomoku", &[][..]),
    };
    let assumption = match (is_foreign, rule.trim()) {
        (true, _) => Some(format!("GM[{}] read as {variant}", shorten(number.trim()))),
        (false, "") if defaults.variant.is_none() => Some(format!("no RU, read as {variant}")),
        (false, "") => None,
        (false, rule) if named.is_none() => {
            Some(format!("RU[{}] is unknown, read as {variant}", shorten(rule)))
        }
        _ => None,
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
    let conflict = size_conflict(defaults, width).filter(|_| !size.is_empty());
    let assumed: Vec<String> = assumption.into_iter().chain(conflict).collect();
    Ok((engine, (!assumed.is_empty()).then(|| assumed.join("; "))))
}

/// Sets the size of the board, as text from a file.
///
/// # Errors
/// The game does not have this size.
pub(super) fn set_size(engine: &mut dyn AnyEngine, size: &str) -> Result<(), String> {
    match engine.set_option(SIZE_OPTION, size) {
        Ok(None) => Ok(()),
        Ok(Some(_)) => Err(format!(
            "{} is not played on a board of {} rows",
            engine.identity().rules.title,
            shorten(size)
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// What to say of a size that the user has set, if the file has another one.
pub(super) fn size_conflict(defaults: &Defaults, size: &str) -> Option<String> {
    let set = defaults.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(SIZE_OPTION));
    let (name, value) = set.filter(|(_, value)| value.trim() != size)?;
    Some(format!("{name}={value} is not used: the board has {} rows", shorten(size)))
}

/// The position string of the stones that are set up before the first move.
fn set_up(tree: &RawTree, size: usize) -> Result<Option<String>, ReadError> {
    let mut cells = vec![b'.'; size * size];
    let (mut any, mut turn) = (false, None);
    let before = tree.main_line(0).take_while(|node| node.moves().next().is_none());
    for node in before {
        for (property, stone) in SET_UP.into_iter().zip(*b"xo.") {
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
    let first = tree.main_line(0).find_map(|node| node.moves().next());
    let white = turn.or(first.map(|(property, _)| property == "W")).unwrap_or_else(|| {
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
