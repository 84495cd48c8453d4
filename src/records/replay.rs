//! Words to legal moves.
//!
//! If the short form of a capture fits several captures, files leave the choice to the reader. The alternatives are
//! tried in the order in which the facade lists them, and the first that makes the rest of the game legal is kept. The
//! number of attempts is bounded, so that no file can keep the reader busy.

use super::ReadError;
use crate::engine::AnyEngine;

/// Largest number of moves that are played to read one game.
const MAX_TRIES: usize = 20_000;

/// The legal moves that a word may mean here, best guess first; the word itself if it is unambiguous.
pub(super) type Readings = fn(&dyn AnyEngine, &str) -> Vec<String>;

/// A word has one meaning.
pub(super) fn plain(_: &dyn AnyEngine, word: &str) -> Vec<String> {
    vec![word.to_string()]
}

/// Plays the words of a game, each with its line.
///
/// # Errors
/// The first word without a legal meaning, in the attempt that got farthest.
pub(super) fn play(
    engine: &mut dyn AnyEngine,
    words: &[(usize, String)],
    readings: Readings,
) -> Result<(), ReadError> {
    // The moves left to try at each ply, the next one last.
    let mut open: Vec<Vec<String>> = Vec::with_capacity(words.len());
    let mut farthest: Option<(usize, String)> = None;
    let mut tries = 0;
    while open.len() < words.len() {
        let mut left = readings(engine, &words[open.len()].1);
        left.reverse();
        open.push(left);
        while let Err(reason) = play_next(engine, &mut open, &mut tries) {
            open.pop();
            let played = open.len();
            if farthest.as_ref().is_none_or(|(best, _)| played > *best) {
                farthest = Some((played, reason));
            }
            let more = open.iter().rposition(|left| !left.is_empty()).filter(|_| tries < MAX_TRIES);
            let Some(back) = more else {
                let (ply, reason) = farthest.unwrap_or_default();
                return Err(ReadError { line: words[ply].0, reason: format!("move {}: {reason}", ply + 1) });
            };
            for _ in back..played {
                engine
                    .undo()
                    .map_err(|error| ReadError { line: words[back].0, reason: error.to_string() })?;
            }
            open.truncate(back + 1);
        }
    }
    Ok(())
}

/// Plays the next alternative of the last ply that is legal.
fn play_next(engine: &mut dyn AnyEngine, open: &mut [Vec<String>], tries: &mut usize) -> Result<(), String> {
    let mut first = None;
    while let Some(word) = open.last_mut().and_then(Vec::pop) {
        *tries += 1;
        match engine.play(&word) {
            Ok(_) => return Ok(()),
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
        let error = play(engine.as_mut(), &words, twice).expect_err("an illegal move at the end");
        assert_eq!(error.line, 61);
        assert!(error.reason.starts_with("move 61: illegal move '7-8'"), "{error:?}");
    }
}
