//! The contract of a game that has bitbases: the values of all positions with few pieces, worked out once.
//!
//! They are worked out in steps, each of which is a part that can be kept in a file and read again, so that who stops
//! and continues loses no more than the step at hand.

/// What a step found, counted for the player to move over all its positions.
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

/// Works out the bitbase of one game, step by step in order; each step is either solved or read.
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
/// println!("{} bytes", maker.pack().len());
/// # Ok::<(), String>(())
/// ```
pub trait BitbaseMaker {
    /// The name of the finished file.
    fn file_name(&self) -> String;

    /// Number of steps.
    fn steps(&self) -> usize;

    /// Name of a step, fit for a file: classes of material.
    fn name(&self, step: usize) -> String;

    /// Solves a step with some threads, and returns it as bytes.
    fn solve(&mut self, step: usize, threads: usize) -> Vec<u8>;

    /// Takes a step as it was solved before.
    ///
    /// # Errors
    /// One line: these bytes are damaged, or those of another step or game.
    fn read(&mut self, step: usize, part: &[u8]) -> Result<(), String>;

    /// What a step that is done has found.
    fn counts(&self, step: usize) -> BitbaseCounts;

    /// The bitbase, once all steps are done.
    fn pack(&self) -> Vec<u8>;
}
