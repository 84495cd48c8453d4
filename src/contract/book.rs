//! The contract of a game that has opening books: positions computed in advance.
//!
//! Results go to a work file, a line for each position, which only grows, so that an interrupted run loses nothing.
//! Packed, it becomes the small file that the game reads. There are two kinds of entries: *proved* ones hold the exact
//! value, *searched* ones the score of a long search.
//!
//! A line is `MOVES NUMBER MOVE NODES`, and ` searched DEPTH` after it if nothing is proved. `MOVES` leads to the
//! position from the start position, a character a move (`-`: none); each of them is also the text of that move.
//! `NUMBER` is the value for the player to move, as is usual for the game, or the search's in hundredths. `NODES` of a
//! value backed up from later positions are 0. A searched line counts until another of the same position follows, a
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
    /// Is the first player to win?
    pub first: bool,
    /// The positions from which the winner must win (`MOVES` as in work files).
    pub from: Vec<String>,
    /// Nodes of a job: an attempt to prove one position.
    pub job_nodes: u64,
    /// Positions of the winner that are proved within this number of nodes are not followed further.
    pub leaf_nodes: u64,
    /// Threads, each with a job at a time.
    pub threads: usize,
    /// This part of this many, counted from 1: the parts begin with different replies.
    pub share: (usize, usize),
}

/// Progress of a search for a strategy, after a job.
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

/// Receives the results and the progress of a search for a strategy.
pub trait StrategyListener: Sync {
    /// A new line of the work file.
    ///
    /// # Errors
    /// The line could not be written; the search ends with this error.
    fn line(&self, line: &str) -> Result<(), String>;

    /// Called after every job.
    fn progress(&self, progress: &StrategyProgress);

    /// Called between jobs and every few hundred nodes of a job: should the search end?
    fn stop(&self) -> bool;
}

/// Computes opening positions of one game, and packs them.
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
    /// The positions after this number of moves and the forced moves that follow, if the game is still open; each once,
    /// those of sensible play first.
    fn plan(&self, plies: u32) -> Vec<String>;

    /// The proved value of a position, as a line of the work file.
    ///
    /// # Errors
    /// One line: these moves do not lead to a position with a choice.
    fn prove(&mut self, position: &str) -> Result<String, String>;

    /// The positions that follow, with one more move and what it forces, on those of a work file whose proof took more
    /// than `slow` nodes, and that are not in the file themselves.
    ///
    /// # Errors
    /// One line that quotes an invalid line of the file.
    fn beyond(&self, work: &str, slow: u64) -> Result<Vec<String>, String>;

    /// Forgets what earlier proofs left in memory: the next one takes as many nodes as it takes on its own.
    fn forget(&mut self);

    /// Positions that are missing in the work file: those with fewer than `plies` moves that an engine reaches which
    /// plays by the file, with either colour and against any replies, and all with fewer than `all` moves. If none is
    /// missing, the positions after moves whose value is contradicted by later entries.
    ///
    /// # Errors
    /// One line that quotes an invalid line of the file.
    fn unexplored(&self, work: &str, plies: u32, all: u32) -> Result<Vec<String>, String>;

    /// New lines for searched positions of a work file whose value differs from that of the positions after their
    /// moves. Values are backed up from the last positions to the first.
    ///
    /// # Errors
    /// One line that quotes an invalid line of the file.
    fn back_up(&self, work: &str) -> Result<Vec<String>, String>;

    /// Searches for a winning strategy, continuing from the lines of a work file. Its results are new lines:
    ///
    /// - `MOVES open NODES`: a job that did not decide the position,
    /// - `MOVES win NODES`, `MOVES hold NODES`: the winner wins this position, or not; with the nodes of all jobs for it,
    /// - `MOVES plays COLUMN NODES`: the winner wins by this move,
    /// - `MOVES leaf NODES`: the winner, to move, wins, as a search of this many nodes shows.
    ///
    /// `Some(true)`: every position of the strategy has its move; `Some(false)`: there is no such strategy; `None`: the
    /// listener ended the search.
    ///
    /// # Errors
    /// One line that quotes an invalid line of the file, or names what could not be written.
    fn search_strategy(
        &mut self,
        question: &StrategyQuestion,
        work: &str,
        listener: &dyn StrategyListener,
    ) -> Result<Option<bool>, String>;

    /// The book of these lines of work files, with the strategy of their lines `plays` and `leaf`.
    ///
    /// # Errors
    /// One line that quotes an invalid line, or one that contradicts another of the same position or those after its
    /// moves (by anything if all is proved, else by more than [`MARGIN`]). Or it names a line of play that the strategy
    /// does not answer, or does not win.
    fn pack(&self, work: &str) -> Result<Vec<u8>, String>;

    /// Lists the contents of a book; `None` for the built-in one.
    ///
    /// # Errors
    /// One line: the book cannot be read, or there is none.
    fn describe(&self, book: Option<&[u8]>) -> Result<String, String>;
}
