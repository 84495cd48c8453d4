//! A game on a board: rules only.

use std::fmt;

use super::Error;
use crate::contract::{MoveStyle, Status};
use crate::engine::AnyEngine;
use crate::games::Variant;
use crate::records::GameRecord;

/// A position, and the moves that led to it, with the rules of its game.
///
/// ```
/// use quadriga::{Outcome, Player, Position};
///
/// let mut position = Position::new("connect4")?;
/// for mv in ["4", "3", "4", "3", "4", "3", "4"] {
///     position.play(mv)?;
/// }
/// assert_eq!(position.status().outcome, Some(Outcome::Win(Player::FIRST)));
/// assert_eq!(position.status().reason, "four in a line");
/// position.undo()?;
/// assert_eq!(position.legal_moves().len(), 7);
/// # Ok::<(), quadriga::Error>(())
/// ```
pub struct Position {
    /// Never searches: what needs much memory is not allocated.
    board: Box<dyn AnyEngine>,
}

impl Position {
    /// The start position of a rule set: a name of [`crate::rule_sets`], an alias, or a name with a size such as
    /// `connect4-8x7`.
    ///
    /// # Errors
    /// [`Error::UnknownRules`].
    pub fn new(rules: &str) -> Result<Position, Error> {
        Position::with_options(rules, &[])
    }

    /// The start position with rule options: names and values, as `quadriga games` lists them.
    ///
    /// ```
    /// let small = quadriga::Position::with_options("gomoku", &[("BoardSize", "9")])?;
    /// assert_eq!(small.legal_moves().len(), 81);
    /// # Ok::<(), quadriga::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownRules`]; [`Error::Option`] for one that is not an option of these rules, or has no such value.
    pub fn with_options(rules: &str, options: &[(&str, &str)]) -> Result<Position, Error> {
        let variant = Variant::parse(rules).ok_or_else(|| Error::UnknownRules(rules.to_string()))?;
        let mut board = variant.open();
        for &(name, value) in options {
            if variant.card().option(name).is_none() {
                return Err(Error::option(name, format!("unknown option '{name}' of {rules}")));
            }
            let note = board.set_option(name, value).map_err(|error| Error::option(name, error))?;
            if let Some(note) = note {
                return Err(Error::option(name, note));
            }
        }
        Ok(Position { board })
    }

    /// A position from its text, by a rule set with its usual options.
    ///
    /// # Errors
    /// [`Error::UnknownRules`], [`Error::Position`].
    pub fn from_text(rules: &str, text: &str) -> Result<Position, Error> {
        let mut position = Position::new(rules)?;
        position.set_text(text)?;
        Ok(position)
    }

    /// Sets the position by its text; the moves so far are forgotten.
    ///
    /// # Errors
    /// [`Error::Position`].
    pub fn set_text(&mut self, text: &str) -> Result<(), Error> {
        self.board.set_position(Some(text), &[]).map_err(|error| Error::position(text, error))
    }

    /// The position as text; in draughts its FEN, for example.
    pub fn text(&self) -> String {
        self.board.fen()
    }

    /// The name of the rules, with the size of the board if the name has one.
    pub fn rules(&self) -> String {
        self.board.identity().variant
    }

    /// Rule options with other than their usual values: names and values.
    pub fn options(&self) -> Vec<(String, String)> {
        self.board.rule_options()
    }

    /// Plays a move in any notation of the game; returns it in native style.
    ///
    /// # Errors
    /// [`Error::Move`].
    pub fn play(&mut self, mv: &str) -> Result<String, Error> {
        self.board.play(mv).map_err(|error| Error::mv(mv, error))
    }

    /// Takes back one move.
    ///
    /// # Errors
    /// [`Error::NoMoves`].
    pub fn undo(&mut self) -> Result<(), Error> {
        self.board.undo().map_err(|_| Error::NoMoves)
    }

    /// The legal moves in native style, sorted by text. None once someone has won; after a draw by a counter or by
    /// repetition moves are still listed.
    pub fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves(MoveStyle::Native)
    }

    /// The moves since the position was set, in native style.
    pub fn moves(&self) -> Vec<String> {
        self.board.moves(MoveStyle::Native)
    }

    /// Turn and result.
    pub fn status(&self) -> Status {
        self.board.status()
    }

    /// A hash of the position: equal for equal positions of the same rules.
    pub fn key(&self) -> u64 {
        self.board.key()
    }

    /// The name of the game's opening, if it has one.
    pub fn opening_name(&self) -> Option<String> {
        self.board.tools().opening_name()
    }

    /// Leaves of the move tree at this depth, counted with this number of threads.
    pub fn perft(&self, depth: u32, threads: usize) -> u64 {
        self.board.perft(depth, threads.max(1)).nodes
    }

    /// The board in characters.
    pub fn diagram(&self) -> String {
        self.board.diagram()
    }

    /// The same game, to be opened elsewhere.
    pub(super) fn record(&self) -> GameRecord {
        GameRecord::of(self.board.as_ref())
    }

    pub(super) fn of_board(board: Box<dyn AnyEngine>) -> Position {
        Position { board }
    }

    /// Opens an engine with these rules, at the start position.
    pub(super) fn open(&self) -> Result<Box<dyn AnyEngine>, Error> {
        crate::records::open(&self.rules(), &self.options()).map_err(Error::Internal)
    }

    /// The rules in one line, to compare and to print.
    pub(super) fn rules_text(&self) -> String {
        let options = self.options().into_iter().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(self.rules()).chain(options).collect()
    }

    /// Puts this position with its moves on another board of the same rules.
    pub(super) fn copy_to(&self, board: &mut dyn AnyEngine) -> Result<(), Error> {
        let moves = self.moves();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let copied = board.set_position(self.board.base_fen().as_deref(), &moves);
        copied.map_err(|error| Error::Internal(error.to_string()))
    }

    pub(super) fn base_text(&self) -> Option<String> {
        self.board.base_fen()
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        let mut board = self.open().expect("rules that were opened before");
        self.copy_to(board.as_mut()).expect("moves that were played before");
        Position { board }
    }
}

impl PartialEq for Position {
    /// The same rules, start and moves.
    fn eq(&self, other: &Position) -> bool {
        self.record() == other.record()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}: {})", self.rules_text(), self.text())
    }
}

/// The diagram.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagram())
    }
}
