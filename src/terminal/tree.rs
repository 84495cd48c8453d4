//! Looking at another position of the game: its lines, its comments, and moves there, which become variations.
//!
//! The game stays where it is; a move in it ends the look.

use serde_json::Value;

use super::position::Position;
use super::session::{Pending, TerminalSession};
use super::typed::Walk;
use crate::table::{NodeView, Notes, TableCommand, TableView};

/// A position that is looked at instead of the one of the game.
pub(super) struct Looking {
    pub node: usize,
    pub position: Position,
}

/// The moves after a node, the line first.
fn after(view: &TableView, node: usize) -> Vec<&NodeView> {
    let mut moves: Vec<&NodeView> = view.nodes.iter().filter(|one| one.parent == node).collect();
    moves.sort_by_key(|one| one.rank);
    moves
}

/// What is written at a node.
fn notes(view: &TableView, node: usize) -> &Notes {
    let found = view.nodes.iter().find(|one| one.id == node);
    found.map_or(&view.start, |one| &one.notes)
}

impl TerminalSession {
    /// The node on the screen.
    pub(super) fn shown_node(&self) -> usize {
        let current = self.view.as_ref().map_or(0, |view| view.current);
        self.looking.as_ref().map_or(current, |looking| looking.node)
    }

    /// The position on the screen.
    pub(super) fn shown_position(&self) -> Option<&Position> {
        self.looking.as_ref().map(|looking| &looking.position).or(self.position.as_ref())
    }

    /// The table with the node on the screen as its current one.
    pub(super) fn shown_view(&self) -> Option<TableView> {
        let opening = |view: &TableView| view.opening.clone().filter(|_| self.looking.is_none());
        let shown = |view: &TableView| TableView {
            current: self.shown_node(),
            opening: opening(view),
            ..view.clone()
        };
        self.view.as_ref().map(shown)
    }

    pub(super) fn walk(&mut self, walk: Walk) {
        let Some(view) = &self.view else { return };
        let node = self.shown_node();
        let to = match walk {
            Walk::Start => Some(0),
            Walk::Game => Some(view.current),
            Walk::Back => view.nodes.iter().find(|one| one.id == node).map(|one| one.parent),
            Walk::Next(number) => after(view, node).get(number - 1).map(|one| one.id),
        };
        match (to, walk) {
            (Some(node), _) => self.look_at(node),
            (None, Walk::Next(_)) => {
                self.screen.say(self.language.say("there is no such move here", "这里没有这一步"));
            }
            (None, _) => self.screen.say(self.language.say("this is the start", "这是开局")),
        }
    }

    /// Shows the position of a node.
    pub(super) fn look_at(&mut self, node: usize) {
        if self.view.as_ref().is_some_and(|view| view.current == node) {
            self.looking = None;
            self.stale = true;
        } else {
            self.at_table(TableCommand::Board { node: Some(node), threats: false }, Pending::Look(node));
        }
    }

    /// The answer to [`TerminalSession::look_at`].
    pub(super) fn looked(&mut self, node: usize, position: &Value) {
        match Position::read(position) {
            Ok(position) => self.looking = Some(Looking { node, position }),
            Err(why) => self.screen.say(&why),
        }
        self.stale = true;
        self.asks = true;
    }

    /// Prints what is written at the node on the screen, and the moves that follow if there are several.
    pub(super) fn say_notes(&mut self) {
        let Some(view) = &self.view else { return };
        let node = self.shown_node();
        let notes = notes(view, node);
        let mut lines: Vec<String> = notes.before.iter().chain(&notes.comments).cloned().collect();
        let marks: Vec<&str> = notes.marks.iter().map(|mark| mark.sign()).collect();
        if !marks.is_empty() {
            lines.insert(0, self.language.fill("Mark: {}", "评价：{}", &[&marks.join(" ")]));
        }
        let moves = after(view, node);
        if moves.len() > 1 || (self.looking.is_some() && !moves.is_empty()) {
            lines.push(self.lines_text(&moves));
        }
        lines.iter().for_each(|line| self.screen.say(line));
    }

    /// Lists the moves that follow.
    pub(super) fn lines(&mut self) {
        let Some(view) = &self.view else { return };
        let moves = after(view, self.shown_node());
        let text = match moves.is_empty() {
            true => self.language.say("no move follows", "后面没有着法").to_string(),
            false => self.lines_text(&moves),
        };
        self.screen.say(&text);
    }

    fn lines_text(&self, moves: &[&NodeView]) -> String {
        let sign = |node: &NodeView| node.notes.marks.first().map_or("", |mark| mark.sign());
        let numbered = (1..).zip(moves);
        let moves: Vec<String> =
            numbered.map(|(number, node)| format!("{number}: {}{}", node.mv, sign(node))).collect();
        self.language.fill("Next: {}", "后续：{}", &[&moves.join("   ")])
    }

    /// Sets the comment at the node on the screen; `-` removes it.
    pub(super) fn comment(&mut self, text: String) {
        let node = self.shown_node();
        let text = if text == "-" { String::new() } else { text };
        self.at_table(TableCommand::Comment { node, text, before: false }, Pending::Quiet);
    }
}
