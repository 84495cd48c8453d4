//! Words to legal moves.
//!
//! If the short form of a capture fits several captures, files leave the choice to the reader. The alternatives are
//! tried in the order in which the facade lists them, and the first that makes the rest of the game legal is kept. The
//! number of attempts is bounded for a game with all its variations, so that no file can keep the reader busy.

use super::ReadError;
use super::line::undo;
use crate::engine::AnyEngine;

/// Largest number of moves that are played to read one game.
const MAX_TRIES: usize = 20_000;

/// The legal moves that a word may mean here, best guess first; the word itself if it is unambiguous.
pub(super) type Readings = fn(&dyn AnyEngine, &str) -> Vec<String>;

/// A word has one meaning.
pub(super) fn plain(_: &dyn AnyEngine, word: &str) -> Vec<String> {
    vec![word.to_string()]
}

/// Moves that may still be played to read one game.
pub(super) struct Tries(usize);

impl Tries {
    /// For a whole game.
    pub fn of_game() -> Tries {
        Tries(MAX_TRIES)
    }
}

/// A word that is no legal move.
pub(super) struct Stop {
    /// Number of words before it.
    pub ply: usize,
    /// What is wrong.
    pub error: ReadError,
}

/// Plays the words of a line, each with its line of the file; returns the moves in native style.
///
/// # Errors
/// The first word without a legal meaning, in the attempt that got farthest; the position is then that before the line.
pub(super) fn play(
    engine: &mut dyn AnyEngine,
    words: &[(usize, String)],
    readings: Readings,
    tries: &mut Tries,
) -> Result<Vec<String>, Stop> {
    // The moves left to try at each ply, the next one last.
    let mut open: Vec<Vec<String>> = Vec::with_capacity(words.len());
    let mut played: Vec<String> = Vec::with_capacity(words.len());
    let mut farthest: Option<(usize, String)> = None;
    while open.len() < words.len() {
        let mut left = readings(engine, &words[open.len()].1);
        left.reverse();
        open.push(left);
        loop {
            let reason = match play_next(engine, &mut open, tries) {
                Ok(text) => {
                    played.push(text);
                    break;
                }
                Err(reason) => reason,
            };
            open.pop();
            if farthest.as_ref().is_none_or(|(best, _)| played.len() > *best) {
                farthest = Some((played.len(), reason));
            }
            let more = open.iter().rposition(|left| !left.is_empty()).filter(|_| tries.0 > 0);
            let back = more.unwrap_or(0);
            undo(engine, played.len() - back)
                .map_err(|reason| Stop { ply: 0, error: ReadError { line: words[back].0, reason } })?;
            played.truncate(back);
            if more.is_none() {
                let (ply, reason) = farthest.unwrap_or_default();
                let reason = format!("move {}: {reason}", ply + 1);
                return Err(Stop { ply, error: ReadError { line: words[ply].0, reason } });
            }
            open.truncate(back + 1);
        }
    }
    Ok(played)
}

/// Plays the next alternative of the last ply that is legal.
fn play_next(
    engine: &mut dyn AnyEngine,
    open: &mut [Vec<String>],
    tries: &mut Tries,
) -> Result<String, String> {
    let mut first = None;
    while let Some(word) = open.last_mut().and_then(Vec::pop) {
        tries.0 = tries.0.saturating_sub(1);
        match engine.play(&word) {
            Ok(text) => return Ok(text),
            Err(error) => first = first.or(Some(error.to_string())),
        }
    }
    Err(first.unwrap_or_else(|| "no legal move fits".to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Every word has two spellings of the same move, so that the second adds nothing.
    fn twice(_: &dyn AnyEngine, word: &str) -> Vec<String> {
        vec![word.to_string(), format!("0{word}")]
    }

    #[test]
    fn the_number_of_second_thoughts_is_bounded() {
        let mut engine = games::open("draughts").expect("a game");
        engine.set_position(Some("W:WK1:BK50"), &[]).expect("a position");
        let there_and_back = ["1-6", "50-45", "6-1", "45-50"];
        let moves = there_and_back.iter().cycle().take(60).chain(["7-8"].iter());
        let words: Vec<(usize, String)> = (1..).zip(moves.map(|mv| mv.to_string())).collect();
        let stop = play(engine.as_mut(), &words, twice, &mut Tries::of_game()).err();
        let error = stop.expect("an illegal move at the end").error;
        assert_eq!(error.line, 61);
        assert!(error.reason.starts_with("move 61: illegal move '7-8'"), "{error:?}");
    }
}
