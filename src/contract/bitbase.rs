//! The contract of a game that has bitbases: the values of all positions with few pieces, computed once.
//!
//! They are computed in steps, each of which can be kept in a file and read again. An interrupted run loses at most the
//! current step.

use std::path::Path;

/// Results of a step: its positions counted by value for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BitbaseCounts {
    /// Won positions.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Lost positions.
    pub lost: u64,
    /// The longest way, in half-moves, to the end of the game or to a move that leads to another class of material or
    /// sets the count of a draw rule back.
    pub longest: u16,
}

/// Computes the bitbase of one game. The steps come in order; each is either solved or read.
///
/// All positions of draughts with two pieces:
///
/// ```
/// let engine = quadriga::games::open("english").expect("a game");
/// let mut maker = engine.tools().bitbase_maker(2).expect("draughts has bitbases")?;
/// for step in 0..maker.steps() {
///     let part = maker.solve(step, 1);
///     println!("{}: {:?}, {} bytes", maker.name(step), maker.counts(step), part.len());
/// }
/// println!("{} bytes", maker.pack(1).len());
/// # Ok::<(), String>(())
/// ```
pub trait BitbaseMaker {
    /// The name of the finished file.
    fn file_name(&self) -> String;

    /// Number of steps.
    fn steps(&self) -> usize;

    /// Name of a step, fit for a file: classes of material.
    fn name(&self, step: usize) -> String;

    /// Number of positions of a step, with all counts that are part of them.
    fn size(&self, step: usize) -> u64;

    /// About as many bytes of memory are needed at once, if all steps are solved.
    fn memory(&self) -> u64;

    /// Solves a step with some threads, and returns it as bytes.
    fn solve(&mut self, step: usize, threads: usize) -> Vec<u8>;

    /// Reads a step that was solved before.
    ///
    /// # Errors
    /// One line: these bytes are damaged, or those of another step or game.
    fn read(&mut self, step: usize, part: &[u8]) -> Result<(), String>;

    /// The results of a finished step.
    fn counts(&self, step: usize) -> BitbaseCounts;

    /// The bitbase, once all steps are done, packed by some threads.
    fn pack(&self, threads: usize) -> Vec<u8>;

    /// Number of pieces of a finished file; `None` if it is no bitbase of this game.
    fn pieces_in(&self, path: &Path) -> Option<usize>;

    /// Reads every part of a finished file.
    ///
    /// # Errors
    /// One line: the file is no bitbase of this game, has another number of pieces, or a part of it is damaged.
    fn check(&self, path: &Path) -> Result<(), String>;
}
