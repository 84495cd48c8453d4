//! Games from files as records for training.

use super::generic::legal;
use super::record::Record;
use super::sampling::{move_at, start_of};
use crate::contract::{Game, MoveStyle, Notation, Position, Score};
use crate::fit::{GameRecord, Ply};

/// What a file says about the position before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// The move was drawn at random, or comes from a book: the position is not for training.
    Book,
    /// Only the result of the game.
    Result,
    /// The result, and the score of a search for the player to move.
    Score(Score),
}

/// A game of two players from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// A number that decides with others whether the game is held out for validation.
    pub number: u64,
    /// The position string that it began with; `None` for the start position.
    pub base: Option<String>,
    /// The moves, in any style.
    pub moves: Vec<String>,
    /// By move; moves behind the last one have [`Label::Result`].
    pub labels: Vec<Label>,
    /// Result of the first player in half points: 0, 1 or 2.
    pub half_points: u8,
}

impl PlayedGame {
    /// The game as a record for training.
    ///
    /// # Errors
    /// One line: it is not a legal game of two players.
    pub(super) fn record<G: Game>(&self, game: &G) -> Result<GameRecord, String> {
        let mut played = Record::new(game.start_position());
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        played.set(game, self.base.as_deref(), &moves).map_err(|error| error.to_string())?;
        if played.current().player_count() != 2 {
            return Err("it is not a game of two players".to_string());
        }
        let labels = self.labels.iter().chain(std::iter::repeat(&Label::Result));
        let ply = |((pos, mv), label): ((&G::Position, _), &Label)| {
            let place = legal(pos).iter().position(|&legal| legal == mv)?;
            Some(match *label {
                Label::Book => Ply::new(place, None),
                Label::Score(score) => Ply::new(place, Some(score.0)),
                Label::Result => Ply { by_result: true, ..Ply::new(place, None) },
            })
        };
        let plies: Option<Vec<Ply>> = played.moves().zip(labels).map(ply).collect();
        Ok(GameRecord {
            number: self.number,
            base: self.base.clone(),
            half_points: self.half_points,
            plies: plies.ok_or("a move is not in the list of legal moves")?,
            variations: Vec::new(),
            last_key: played.current().repetition_key() as u32,
        })
    }
}

/// The moves of a record in native style.
///
/// # Errors
/// One line: the record does not follow the rules of the game.
pub(super) fn moves_of<G: Game>(game: &G, record: &GameRecord) -> Result<Vec<String>, String> {
    let mut pos = start_of(game, record)?;
    let (mut list, mut texts) = (Vec::new(), Vec::new());
    for ply in &record.plies {
        let mv = move_at::<G>(&pos, ply.place, record, &mut list)?;
        texts.push(pos.move_text(mv, MoveStyle::Native));
        pos.make(mv);
    }
    Ok(texts)
}
