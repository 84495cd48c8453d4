//! The content of a line. `parse` checks all that is possible without the game: types and ranges of fields. The thread
//! that answers a query checks its game, position and moves.

mod parse;
mod tasks;

use std::time::Duration;

use super::answer::BoardExtras;
use super::fields::Id;
use crate::contract::SearchLimits;
use crate::openings::OpeningRule;
use crate::search::Skill;
pub(super) use parse::parse;

/// A request: the content of a line.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Request {
    /// Waits in the queue for a thread.
    Query(Box<Query>),
    /// Executed at once.
    Action(Action),
}

/// A request that is executed at once, regardless of the queue.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Action {
    pub id: Option<Id>,
    pub kind: ActionKind,
}

/// Kinds of actions.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ActionKind {
    /// A query, or only these of its turns.
    Terminate(Id, Option<Vec<usize>>),
    TerminateAll,
    ClearHash,
    Version,
    Games,
    Puzzles,
}

/// A question about a position, or about several positions of one game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Query {
    pub id: Id,
    pub task: Task,
    /// `None`: the game with which the program was started.
    pub game: Option<String>,
    /// The position before the moves.
    pub base: Base,
    pub moves: Vec<String>,
    pub options: Vec<(String, String)>,
    pub priority: i64,
    /// `None`: the number with which the program was started.
    pub threads: Option<usize>,
    /// Length of the line in bytes, for the bound on the queue.
    pub bytes: usize,
}

/// The position with which a query begins.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Base {
    /// The start position of the game.
    Start,
    /// A position string.
    Fen(String),
    /// Rows of characters, and the player to move from 1.
    Rows(Vec<String>, usize),
}

/// The question about a position.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Task {
    Search(Box<Search>),
    /// The legal moves; `paths`: also their paths over the board.
    LegalMoves {
        paths: bool,
    },
    Perft(u32),
    Board(BoardTask),
    Play(Box<Play>),
    /// The static evaluation.
    Eval,
    /// The position as numbers, for a learner.
    Encode,
    Solve(Solve),
    Opening(OpeningTask),
    /// What the database knows, after a change.
    Database(DatabaseChange),
}

/// A change of what the database knows of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DatabaseChange {
    /// The new mark; empty for none.
    pub mark: Option<String>,
    /// The new note; empty for none.
    pub note: Option<String>,
    /// Forget the position first.
    pub delete: bool,
}

/// An opening: the steps so far, and perhaps the question for the engine's next ones.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OpeningTask {
    pub rule: OpeningRule,
    pub steps: Vec<String>,
    /// The time for the engine's choice; `None`: it is not asked for.
    pub move_time_ms: Option<i64>,
    /// Random seed of the choice.
    pub seed: i64,
}

/// The exact value of the position, or a win by threats.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Solve {
    /// Positions after which to give up.
    pub nodes: Option<u64>,
    /// Milliseconds after which to give up.
    pub move_time_ms: Option<i64>,
    /// Distinguish only win, draw and loss.
    pub weak: bool,
    /// Also the value of each move.
    pub all: bool,
    /// Also the moves to the end of the game by best play.
    pub line: bool,
}

/// The board after each of the turns.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BoardTask {
    /// Turns as in a [`Search`].
    pub turns: Vec<usize>,
    pub extras: BoardExtras,
}

/// A move to be chosen as in a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Play {
    pub search: Search,
    pub strength: Strength,
    /// Random seed of weaker play.
    pub seed: i64,
    /// Also the path of the move.
    pub paths: bool,
}

/// The playing strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    Full,
    /// A value of the option `Skill Level`.
    Level(i64),
    /// A value of the option `UCI_Elo`.
    Elo(i64),
}

impl Strength {
    /// Is it full strength?
    pub fn is_full(self) -> bool {
        match self {
            Strength::Full => true,
            Strength::Level(level) => level >= Skill::FULL,
            Strength::Elo(elo) => elo >= Skill::MAX_ELO,
        }
    }
}

/// A search of the position after each of the turns.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Search {
    /// Search until the query is terminated.
    pub infinite: bool,
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    pub move_time_ms: Option<i64>,
    pub mate: Option<i32>,
    /// Number of best lines; `None`: one line, not in a list.
    pub multi_pv: Option<usize>,
    /// Number of moves played before each search, without duplicates.
    pub turns: Vec<usize>,
    pub report_every: Option<Duration>,
    pub search_moves: Vec<String>,
    pub avoid: Vec<String>,
    /// Keep the table of earlier searches by the same thread.
    pub keep: bool,
}

impl Query {
    /// Number of answers: one for each turn.
    pub fn answers(&self) -> usize {
        match &self.task {
            Task::Search(search) => search.turns.len(),
            Task::Board(board) => board.turns.len(),
            _ => 1,
        }
    }

    /// Does only a termination end it?
    pub fn is_endless(&self) -> bool {
        matches!(&self.task, Task::Search(search) if search.infinite)
    }

    /// The number of moves that are played for the answer with this index.
    pub fn turn(&self, index: usize) -> usize {
        match &self.task {
            Task::Search(search) => search.turns[index],
            Task::Board(board) => board.turns[index],
            _ => self.moves.len(),
        }
    }
}

impl Task {
    /// The field `action` of the query and its answers; `None` for searches, which have none.
    pub const fn action(&self) -> Option<&'static str> {
        match self {
            Task::Search(_) => None,
            Task::LegalMoves { .. } => Some("legal_moves"),
            Task::Perft(_) => Some("perft"),
            Task::Board(_) => Some("board"),
            Task::Play(_) => Some("play"),
            Task::Eval => Some("eval"),
            Task::Encode => Some("encode"),
            Task::Solve(_) => Some("solve"),
            Task::Opening(_) => Some("opening"),
            Task::Database(_) => Some("database"),
        }
    }
}

impl Search {
    /// The limits, without the moves to search.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits {
            infinite: self.infinite,
            depth: self.depth,
            nodes: self.nodes,
            move_time_ms: self.move_time_ms,
            mate: self.mate,
            ..SearchLimits::default()
        }
    }
}
