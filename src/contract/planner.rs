//! Evaluation and prediction for a search by plans (`search/planning`), in games of more than two players.

use super::{Player, Position};

/// How far plans look ahead in games of more than two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// Some moves ahead, by the gain.
    Near,
    /// To the end of the game, which is near, also by the probability of first place.
    End,
}

/// How one of more than two players is assumed to choose moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerModel {
    /// By the immediate gain.
    Greedy,
    /// By the immediate gain and that of the next move.
    LookAhead,
}

/// What an evaluator knows about single players and their moves.
pub trait Planner<P: Position> {
    /// How far to plan the moves of the player to move alone, with the other players predicted; `None` for a tree
    /// search. For more than two players, since a tree of all players' moves is not deep enough.
    fn horizon(&self, root: &P) -> Option<Horizon>;

    /// Progress of a player, in hundredths.
    fn standing(&self, pos: &P, player: Player) -> i32;

    /// What a move adds to the standing of the player who makes it, in hundredths.
    fn gain(&self, pos: &P, mv: P::Move) -> i32;

    /// Log-odds that the player of this move looks ahead rather than being greedy.
    fn look_ahead_evidence(&self, pos: &P, mv: P::Move) -> f32;

    /// The move that the player to move is likely to play under this model; `chance` decides between similar moves.
    /// `None` if there is none.
    fn likely_move(&self, pos: &P, model: PlayerModel, chance: u64) -> Option<P::Move>;
}
