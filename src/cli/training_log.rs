//! The games of the log of a match, for training.

use std::path::Path;

use super::training_games::{LogGames, check_end};
use crate::engine::{Label, PlayedGame};
use crate::match_runner::game_line::{GameLine, score_of_log};
use crate::match_runner::log;
use crate::match_runner::records::termination;

/// The games of a log, whose bytes are given; the path is for messages.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<LogGames, String> {
    let contents = log::read_bytes(bytes, path)?;
    let name = |game: &GameLine| format!("game {}.{}", game.pair + 1, game.game + 1);
    let games = contents.games.iter().map(|game| (name(game), played(game))).collect();
    Ok(LogGames { variant: contents.line.variant, options: contents.line.options, games })
}

fn played(game: &GameLine) -> Result<PlayedGame, String> {
    check_end(termination(game.end))?;
    let [first, second] = game.points[..] else {
        return Err("it is not a game of two players".to_string());
    };
    let searched = game
        .scores
        .iter()
        .map(|score| score.map_or(Label::Result, |score| Label::Score(score_of_log(score))));
    let book = std::iter::repeat_n(Label::Book, game.opening_moves.min(game.moves.len()));
    Ok(PlayedGame {
        number: 0,
        base: game.fen.clone(),
        moves: game.moves.clone(),
        labels: book.chain(searched).collect(),
        half_points: if first > second { 2 } else { u8::from(first == second) },
    })
}
