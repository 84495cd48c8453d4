//! Parses typed lines.

use super::position::{Cell, Position, Way};

/// The strongest level.
const MAX_LEVEL: u8 = 20;

/// A typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Nothing,
    Now,
    Go,
    Undo,
    Redo,
    Hint,
    Level(u8),
    /// The program is as strong as the person.
    LevelMine,
    Rating,
    Swap,
    Resign,
    /// `None`: offers a draw; else the answer to an offer.
    Draw(Option<bool>),
    Moves,
    Board,
    Flip,
    Save(String),
    Load(String),
    /// The game; `None`: that of the table.
    New(Option<String>),
    /// Games of players whose name has this; empty: all.
    Saved(String),
    /// A number of the list of saved games.
    Open(usize),
    /// Shows another position of the game.
    Walk(Walk),
    /// Lists the moves that follow.
    Lines,
    /// `-`: removes the comment.
    Comment(String),
    Help,
    Quit,
    /// A known command with an invalid argument: the correct form.
    Wrong(&'static str),
    /// Anything else is a move.
    Move(String),
}

/// A step through the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walk {
    Start,
    Back,
    /// The number of the move among those that follow, from 1.
    Next(usize),
    /// To where the game stands.
    Game,
}

/// The commands in both languages; both are always understood.
const NAMES: [(&str, &str, &str); 28] = [
    ("now", "立即", "now"),
    ("go", "继续", "go"),
    ("undo", "悔棋", "undo"),
    ("redo", "重走", "redo"),
    ("hint", "提示", "hint"),
    ("level", "级别", "level N (0-20), level mine"),
    ("rating", "等级分", "rating"),
    ("swap", "换边", "swap"),
    ("resign", "认输", "resign"),
    ("draw", "求和", "draw, draw yes, draw no"),
    ("moves", "棋谱", "moves"),
    ("board", "棋盘", "board"),
    ("flip", "翻转", "flip"),
    ("save", "保存", "save FILE.pdn, .sgf, .psq, .txt, .fen"),
    ("load", "打开", "load FILE"),
    ("new", "新局", "new, new GAME"),
    ("saved", "存档", "saved, saved NAME"),
    ("open", "载入", "open 1 (see 'saved')"),
    ("back", "后退", "back"),
    ("next", "前进", "next, next 2 (see 'lines')"),
    ("start", "开头", "start"),
    ("game", "返回", "game"),
    ("lines", "变着", "lines"),
    ("comment", "注释", "comment TEXT; 'comment -' removes it"),
    ("help", "帮助", "help"),
    ("?", "？", "help"),
    ("quit", "退出", "quit"),
    ("exit", "离开", "quit"),
];

impl Typed {
    /// Reads a line.
    pub fn read(line: &str) -> Typed {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if first.is_empty() {
            return Typed::Nothing;
        }
        let known =
            NAMES.iter().find(|(name, chinese, _)| first.eq_ignore_ascii_case(name) || first == *chinese);
        let Some(&(name, _, usage)) = known else { return Typed::Move(line.to_string()) };
        command(name, rest).unwrap_or(Typed::Wrong(usage))
    }

    /// Is it independent of the player to move? Other lines of a script wait for their turn.
    pub fn is_at_once(&self) -> bool {
        matches!(self, Typed::Now | Typed::Help)
    }
}

fn command(name: &str, rest: &str) -> Option<Typed> {
    let typed = match (name, rest) {
        ("level", "mine" | "我") => Typed::LevelMine,
        ("level", _) => Typed::Level(rest.parse().ok().filter(|level| *level <= MAX_LEVEL)?),
        ("draw", "") => Typed::Draw(None),
        ("draw", "yes" | "y" | "是") => Typed::Draw(Some(true)),
        ("draw", "no" | "n" | "否") => Typed::Draw(Some(false)),
        ("save" | "load" | "open" | "comment", "") => return None,
        ("save", file) => Typed::Save(file.to_string()),
        ("load", file) => Typed::Load(file.to_string()),
        ("open", number) => Typed::Open(number.parse().ok()?),
        ("comment", text) => Typed::Comment(text.to_string()),
        ("next", "") => Typed::Walk(Walk::Next(1)),
        ("next", number) => {
            Typed::Walk(Walk::Next(number.parse().ok().filter(|number: &usize| *number > 0)?))
        }
        ("saved", name) => Typed::Saved(name.to_string()),
        ("new", "") => Typed::New(None),
        ("new", game) => Typed::New(Some(game.to_string())),
        (_, rest) if !rest.is_empty() => return None,
        ("now", _) => Typed::Now,
        ("go", _) => Typed::Go,
        ("undo", _) => Typed::Undo,
        ("redo", _) => Typed::Redo,
        ("hint", _) => Typed::Hint,
        ("rating", _) => Typed::Rating,
        ("swap", _) => Typed::Swap,
        ("resign", _) => Typed::Resign,
        ("moves", _) => Typed::Moves,
        ("board", _) => Typed::Board,
        ("flip", _) => Typed::Flip,
        ("back", _) => Typed::Walk(Walk::Back),
        ("start", _) => Typed::Walk(Walk::Start),
        ("game", _) => Typed::Walk(Walk::Game),
        ("lines", _) => Typed::Lines,
        ("help" | "?", _) => Typed::Help,
        ("quit" | "exit", _) => Typed::Quit,
        _ => return None,
    };
    Some(typed)
}

/// The moves that match a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MoveMatch {
    One(String),
    /// It fits all of these.
    Several(Vec<String>),
    /// Squares of no legal move, written as a move, so that the table can say why.
    Illegal(String),
    /// No match by squares: the table knows more notations.
    Other,
}

/// Finds a legal move by its text, or by squares: from, to, and stops if needed.
pub(super) fn find(position: &Position, text: &str) -> MoveMatch {
    let joined: String = text.split_whitespace().collect();
    if let Some(way) = position.paths.iter().find(|way| way.text.eq_ignore_ascii_case(&joined)) {
        return MoveMatch::One(way.text.clone());
    }
    let Some((words, cells)) = squares(position, text) else { return MoveMatch::Other };
    for fits in [is_whole, is_beginning] {
        let mut found: Vec<&Way> = position.paths.iter().filter(|way| fits(&way.cells, &cells)).collect();
        found.dedup_by(|a, b| a.text == b.text);
        match found[..] {
            [] => {}
            [way] => return MoveMatch::One(way.text.clone()),
            _ => return MoveMatch::Several(found.iter().map(|way| way.text.clone()).collect()),
        }
    }
    match text.contains(char::is_whitespace) {
        true => MoveMatch::Illegal(words.join("-")),
        false => MoveMatch::Other,
    }
}

/// The words of a text, and the cells that they name; `None` if a word is not a cell.
fn squares<'a>(position: &Position, text: &'a str) -> Option<(Vec<&'a str>, Vec<Cell>)> {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '-' | ':' | 'x' | 'X' | '>' | ',' | '×');
    let words: Vec<&str> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    let cell = |word: &str| {
        let swapped: String = word
            .find(char::is_alphabetic)
            .map(|at| format!("{}{}", &word[at..], &word[..at]))
            .unwrap_or_default();
        let is_named =
            |name: &str| !name.is_empty() && [word, &swapped].iter().any(|w| name.eq_ignore_ascii_case(w));
        position.cells().find(|&cell| is_named(&position.name(cell)))
    };
    let cells = words.iter().map(|word| cell(word)).collect::<Option<Vec<Cell>>>()?;
    (!cells.is_empty()).then_some((words, cells))
}

/// Both ends, and the stops between them in order.
fn is_whole(way: &[Cell], typed: &[Cell]) -> bool {
    let mut rest = way.iter();
    let ends = way.first() == typed.first() && way.last() == typed.last();
    ends && (typed.len() > 1 || way.len() == 1) && typed.iter().all(|cell| rest.any(|stop| stop == cell))
}

fn is_beginning(way: &[Cell], typed: &[Cell]) -> bool {
    way.starts_with(typed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn draughts(paths: &[(&str, &[Cell])]) -> Position {
        let rows = [" 2 2", "2 . ", " . 1", "1 1 "];
        let names = ["", "1", "", "2", "3", "", "4", "", "", "5", "", "6", "7", "", "8", ""];
        let paths: Vec<_> = paths.iter().map(|(text, cells)| json!({"move": text, "cells": cells})).collect();
        let face =
            json!({"surface": "squares", "seats": [0, 180], "colours": [], "labels": {"cells": names}});
        let position = json!({"player": 1, "width": 4, "height": 4, "hexagonal": false, "rows": rows, "face": face, "paths": paths});
        Position::read(&position).expect("a position")
    }

    #[test]
    fn a_move_is_its_text_or_its_squares_as_far_as_they_are_needed() {
        let position =
            draughts(&[("6-4", &[[3, 2], [2, 1]]), ("7-5", &[[0, 3], [1, 2]]), ("8-5", &[[2, 3], [1, 2]])]);
        for text in ["6-4", "6 4", "6x4", " 06-4 ".replace('0', "").as_str(), "6"] {
            assert_eq!(find(&position, text), MoveMatch::One("6-4".to_string()), "{text}");
        }
        assert_eq!(find(&position, "5"), MoveMatch::Other);
        assert_eq!(find(&position, "9"), MoveMatch::Other);
        assert_eq!(find(&position, "hello"), MoveMatch::Other);
        assert_eq!(find(&position, "6 5"), MoveMatch::Illegal("6-5".to_string()));
    }

    #[test]
    fn squares_that_fit_several_moves_are_asked_about() {
        let ways: [(&str, &[Cell]); 2] =
            [("8x4x3", &[[2, 3], [2, 1], [0, 1]]), ("8x5x3", &[[2, 3], [1, 2], [0, 1]])];
        let position = draughts(&ways);
        let both = MoveMatch::Several(vec!["8x4x3".to_string(), "8x5x3".to_string()]);
        assert_eq!(find(&position, "8 3"), both);
        assert_eq!(find(&position, "8"), both);
        assert_eq!(find(&position, "8 5"), MoveMatch::One("8x5x3".to_string()));
    }

    #[test]
    fn commands_are_known_in_both_languages_and_everything_else_is_a_move() {
        assert_eq!(Typed::read("  "), Typed::Nothing);
        assert_eq!(Typed::read("UNDO"), Typed::Undo);
        assert_eq!(Typed::read("悔棋"), Typed::Undo);
        assert_eq!(Typed::read("level 7"), Typed::Level(7));
        assert_eq!(Typed::read("level mine"), Typed::LevelMine);
        assert_eq!(Typed::read("级别 我"), Typed::LevelMine);
        assert_eq!(Typed::read("等级分"), Typed::Rating);
        assert!(matches!(Typed::read("level 21"), Typed::Wrong(_)));
        assert!(matches!(Typed::read("undo it"), Typed::Wrong(_)));
        assert_eq!(Typed::read("save my game.pdn"), Typed::Save("my game.pdn".to_string()));
        assert_eq!(Typed::read("32 28"), Typed::Move("32 28".to_string()));
        assert_eq!(NAMES.iter().filter(|(name, ..)| matches!(Typed::read(name), Typed::Move(_))).count(), 0);
    }
}
