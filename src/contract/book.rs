//! The contract of a game that has opening books: positions worked out beforehand.
//!
//! What is worked out is kept in a work file, a line for each position, which only ever grows: a run that stops and continues
//! loses nothing. Packed, it becomes the small file that the game reads. Two kinds of entries are kept apart: *proved*
//! ones hold the exact value, *searched* ones what a long search thought.
//!
//! A line is `MOVES NUMBER MOVE NODES`, and ` searched DEPTH` after it if nothing is proved. `MOVES` leads to the
//! position from the start position, a character a move (`-`: none); each of them is also the text of that move.
//! `NUMBER` is the value as people of the game write it, or the search's in hundredths, for the player to move. `NODES` of
//! a value backed up from later positions are 0. A searched line counts until another of the same position follows, a
//! proved one for good.

use crate::contract::{Bound, Score};

/// The move that a book has for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// The position's value for the player to move; a win or a loss counts plies from it.
    pub value: Score,
    /// What is proved: that this is the value, or at least the value, and that the move keeps it. `None`: it is the
    /// score of a search.
    pub proof: Option<Bound>,
}

/// Largest difference, in hundredths, between the searched value of a position and that backed up from its moves.
pub const MARGIN: i32 = 150;

/// `MOVES` of the start position.
pub const NO_MOVES: &str = "-";

/// A strategy to search for: one move of the winner in every position, against all replies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyQuestion {
    /// Is it the first player who is to win?
    pub first: bool,
    /// The winner is to win from each of these positions (`MOVES` as in work files).
    pub from: Vec<String>,
    /// Nodes of a job: an attempt to prove one position.
    pub job_nodes: u64,
    /// Positions of the winner that take no more nodes than this are not followed further.
    pub leaf_nodes: u64,
    /// Threads, each with a job at a time.
    pub threads: usize,
    /// This part of this many, counted from 1: the parts begin with different replies.
    pub share: (usize, usize),
}

/// How far a search for a strategy has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StrategyProgress {
    /// Jobs done, those of the work file not counted.
    pub jobs: u64,
    /// Nodes of all jobs, with those of the work file.
    pub nodes: u64,
    /// Proof and disproof number of the root: positions that must still be won, or not won, at least.
    pub proof: u32,
    /// See `proof`.
    pub disproof: u32,
    /// Positions of the proved strategy that still need a move.
    pub unanswered: usize,
}

/// Progress of a search for a strategy.
pub trait StrategyListener: Sync {
    /// A new line of the work file.
    ///
    /// # Errors
    /// It could not be written; the search ends with this error.
    fn line(&self, line: &str) -> Result<(), String>;

    /// Called after every job.
    fn progress(&self, progress: &StrategyProgress);

    /// Asked between jobs and every few hundred nodes of a job: end the search?
    fn stop(&self) -> bool;
}

/// Works out opening positions of one game, and packs them.
///
/// A book of all that follows on two moves:
///
/// ```
/// let engine = quadriga::games::open("connect4-4x4").expect("a game");
/// let mut maker = engine.tools().book_maker(1).expect("Connect Four has books");
///
/// let mut work = String::new();
/// for position in maker.plan(2) {
///     work += &maker.prove(&position)?;
///     work += "\n";
/// }
/// let book = maker.pack(&work)?;
/// println!("{}", maker.describe(Some(&book))?);
/// # Ok::<(), String>(())
/// ```
pub trait BookMaker {
    /// The positions to which forced moves lead from all those with this many moves played, each once, where the game is
    /// still open; those of sensible play first.
    fn plan(&self, plies: u32) -> Vec<String>;

    /// The proved value of a position, as a line of the work file.
    ///
    /// # Errors
    /// One line: these are not moves to a position if there is a choice.
    fn prove(&mut self, position: &str) -> Result<String, String>;

    /// The positions that follow, with one more move and what it forces, on those of a work file whose proof took more
    /// than `slow` nodes, and that are not in the file themselves.
    ///
    /// # Errors
    /// One line that quotes a line of the file that makes no sense.
    fn beyond(&self, work: &str, slow: u64) -> Result<Vec<String>, String>;

    /// Forgets what earlier proofs left in memory: the next one takes as many nodes as it takes on its own.
    fn forget(&mut self);

    /// The positions with fewer than `plies` moves played that an engine comes to which plays as the work file says,
    /// with either colour and against any replies, and all those with fewer than `all`; those that are not in the file.
    /// If there are none, what follows on moves of positions that later ones contradict.
    ///
    /// # Errors
    /// One line that quotes a line of the file that makes no sense.
    fn unexplored(&self, work: &str, plies: u32, all: u32) -> Result<Vec<String>, String>;

    /// New lines for the searched positions of a work file whose moves bring something else by what the file says of
    /// the positions after them: values backed up from the last positions to the first.
    ///
    /// # Errors
    /// One line that quotes a line of the file that makes no sense.
    fn back_up(&self, work: &str) -> Result<Vec<String>, String>;

    /// Searches a winning strategy, continuing from the lines of a work file; what is found are new lines:
    ///
    /// - `MOVES open NODES`: a job that was not enough,
    /// - `MOVES win NODES`, `MOVES hold NODES`: the winner wins this position, or not; with the nodes of all jobs for it,
    /// - `MOVES plays COLUMN NODES`: the winner wins by this move,
    /// - `MOVES leaf NODES`: the winner, to move, wins, as a search of this many nodes shows.
    ///
    /// `Some(true)`: every position of the strategy has its move; `Some(false)`: there is no such strategy; `None`: the
    /// listener ended the search.
    ///
    /// # Errors
    /// One line that quotes a line of the file that makes no sense, or that says what could not be written.
    fn search_strategy(
        &mut self,
        question: &StrategyQuestion,
        work: &str,
        listener: &dyn StrategyListener,
    ) -> Result<Option<bool>, String>;

    /// The book that these lines of work files make, with the strategy that their lines `plays` and `leaf` are.
    ///
    /// # Errors
    /// One line that quotes a line that makes no sense, or says something else than another of the same position, or than
    /// those after its moves: exactly where all is proved, else by more than [`MARGIN`]. Or one that names a line of play
    /// which the strategy does not answer, or does not win.
    fn pack(&self, work: &str) -> Result<Vec<u8>, String>;

    /// What is in a book; `None` for the one that comes with the program.
    ///
    /// # Errors
    /// One line that says why it cannot be read, or that there is none.
    fn describe(&self, book: Option<&[u8]>) -> Result<String, String>;
}
