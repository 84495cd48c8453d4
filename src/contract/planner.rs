//! Opinions for a search by plans (`search/planning`), in games of more than two players.

use super::{Player, Position};

/// How far the plans of more than two players look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// Some moves ahead, by what is gained.
    Near,
    /// To the end of the game, which is not far, by the chance of the first place as well.
    End,
}

/// How one of more than two players is thought to choose moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerModel {
    /// By what is gained at once.
    Greedy,
    /// By what is gained at once and by the next move.
    LookAhead,
}

/// What an evaluator knows of players and their moves, one by one.
pub trait Planner<P: Position> {
    /// Is the best move found by plans of the player to move alone, with the others predicted, and how far do these go? For
    /// more than two players, since a tree of everybody's moves is not deep enough.
    fn horizon(&self, root: &P) -> Option<Horizon>;

    /// How far a player has come, in hundredths.
    fn standing(&self, pos: &P, player: Player) -> i32;

    /// What a move adds to the standing of the player who makes it, in hundredths.
    fn gain(&self, pos: &P, mv: P::Move) -> i32;

    /// Log-odds that the player of this move looks ahead rather than being greedy.
    fn look_ahead_evidence(&self, pos: &P, mv: P::Move) -> f32;

    /// The move that the player to move is likely to play under this model; `chance` decides between similar moves.
    /// `None` if there is none.
    fn likely_move(&self, pos: &P, model: PlayerModel, chance: u64) -> Option<P::Move>;
}
