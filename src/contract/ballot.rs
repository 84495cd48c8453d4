//! Ballots: beginnings of games that are drawn at random, as in tournaments of draughts.

/// The beginning of a game: where it starts, and its first moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ballot {
    /// The position before its moves; `None`: the start position.
    pub fen: Option<String>,
    /// Its moves, in native style.
    pub moves: Vec<String>,
}
