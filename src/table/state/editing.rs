//! Decides which change of the tree a command leads to.

use super::decide::refuse;
use super::{MAX_NODES, Node, State};
use crate::records::{MAX_DEPTH, MoveMark};
use crate::table::answer::{Code, Refusal};
use crate::table::command::TableCommand;
use crate::table::event::{Added, Event, Noted};
use crate::table::notes::Notes;
use crate::table::rules::{MAX_MOVES, Rules};
use crate::table::view::Phase;
use crate::wire::message::quoted;

/// Longest comment that a command may set, in characters.
const MAX_COMMENT: usize = 4000;

impl State {
    /// The node of a move after another node, and the event that adds it, unless it exists.
    ///
    /// # Errors
    /// `unknown_node`, `over`, `illegal`, or `busy` if the tree is too large for it.
    pub fn add(&self, parent: usize, mv: &str, rules: &mut Rules) -> Result<(usize, Option<Event>), Refusal> {
        let before = self.known(parent)?;
        if before.turn.end.is_some() {
            return refuse(Code::Over, &format!("the game is over at node {parent}"));
        }
        let line = self.tree.line(parent);
        let (mv, turn) = rules.play(&line, mv)?;
        if let Some(node) = self.tree.child(parent, &mv) {
            return Ok((node, None));
        }
        if self.tree.count() > MAX_NODES {
            return refuse(Code::Busy, &format!("a table has at most {MAX_NODES} moves"));
        }
        if line.len() >= MAX_MOVES {
            return refuse(Code::Busy, &format!("a line has at most {MAX_MOVES} moves here"));
        }
        if self.tree.depth(parent) == MAX_DEPTH && !before.children.is_empty() {
            return refuse(Code::Busy, &format!("variations are at most {MAX_DEPTH} deep"));
        }
        let node = self.tree.count();
        let player = before.turn.next;
        Ok((node, Some(Event::Added(Added { node, parent, mv, player, turn }))))
    }

    /// The event of a command that changes the tree; `None` if it is so already, and for other commands.
    pub(super) fn edit(&self, command: &TableCommand, rules: &mut Rules) -> Result<Option<Event>, Refusal> {
        match command {
            TableCommand::Add { mv, node } => Ok(self.add(*node, mv, rules)?.1),
            TableCommand::Comment { node, text, before } => self.comment(*node, text, *before),
            TableCommand::Mark { node, mark } => self.mark(*node, mark),
            TableCommand::Promote { node } => self.promote(*node),
            TableCommand::Remove { node } => self.remove(*node).map(Some),
            TableCommand::UndoEdit {} if self.edits() == 0 => {
                refuse(Code::NothingToUndo, "no change of variations or comments can be taken back")
            }
            TableCommand::UndoEdit {} => Ok(Some(Event::Unedited {})),
            _ => Ok(None),
        }
    }

    fn known(&self, node: usize) -> Result<&Node, Refusal> {
        self.check_known(node)?;
        self.tree.get(node).ok_or_else(|| Refusal::new(Code::UnknownNode, "there is no such node"))
    }

    fn noted(&self, node: usize, notes: Notes) -> Result<Option<Event>, Refusal> {
        let is_new = self.known(node)?.notes != notes;
        Ok(is_new.then_some(Event::Noted(Noted { node, notes })))
    }

    fn comment(&self, node: usize, text: &str, before: bool) -> Result<Option<Event>, Refusal> {
        let mut notes = self.known(node)?.notes.clone();
        if before && node == 0 {
            return refuse(Code::BadOption, "nothing stands before node 0");
        }
        let place = if before { &mut notes.before } else { &mut notes.comments };
        *place = checked_comment(text)?.into_iter().collect();
        self.noted(node, notes)
    }

    fn mark(&self, node: usize, sign: &str) -> Result<Option<Event>, Refusal> {
        let mut notes = self.known(node)?.notes.clone();
        if node == 0 {
            return refuse(Code::BadOption, "node 0 is the start, which has no mark");
        }
        notes.marks = match sign {
            "" => Vec::new(),
            sign => {
                vec![MoveMark::try_from(sign.to_string()).map_err(|why| Refusal::new(Code::BadOption, why))?]
            }
        };
        self.noted(node, notes)
    }

    fn promote(&self, node: usize) -> Result<Option<Event>, Refusal> {
        self.check_known(node)?;
        let path = self.tree.path(node);
        let Some(&first) = path.iter().rfind(|&&id| self.tree.rank(id) > 0) else { return Ok(None) };
        let rank = self.tree.rank(first) - 1;
        let parent = self.known(first)?.parent;
        let line = self.known(parent)?.children.first().copied().filter(|_| rank == 0);
        if self.phase != Phase::Over && line.is_some_and(|id| self.tree.path(self.current).contains(&id)) {
            return refuse(Code::NotAllowed, "the main line is that of the game until it is over");
        }
        if line.is_some_and(|id| self.tree.deepest(id) >= MAX_DEPTH) {
            return refuse(Code::Busy, &format!("variations are at most {MAX_DEPTH} deep"));
        }
        Ok(Some(Event::Placed { node: first, rank }))
    }

    fn remove(&self, node: usize) -> Result<Event, Refusal> {
        self.check_known(node)?;
        if node == 0 || self.tree.path(self.current).contains(&node) {
            return refuse(Code::NotAllowed, &format!("the game goes through node {node}"));
        }
        Ok(Event::Removed { node })
    }
}

/// A comment without characters that act on a terminal; `None`: it is empty.
fn checked_comment(text: &str) -> Result<Option<String>, Refusal> {
    let text = text.replace("\r\n", "\n").replace('\t', " ");
    let text: String = text.chars().filter(|c| !c.is_control() || *c == '\n').collect();
    let length = text.chars().count();
    if length > MAX_COMMENT {
        let text = format!("a comment has at most {MAX_COMMENT} characters, not {length}: {}", quoted(&text));
        return refuse(Code::BadOption, &text);
    }
    let text = text.trim();
    Ok((!text.is_empty()).then(|| text.to_string()))
}
