//! Words to legal moves.
//!
//! If the short form of a capture fits several captures, files leave the choice to the reader. The alternatives are
//! tried in the order in which the facade lists them, and the first that makes the rest of the game legal is kept; if
//! another would do so as well, it is a guess. The number of attempts is bounded for a game with all its variations, so
//! that no file can keep the reader busy.

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

/// The moves of a line.
pub(super) struct Played {
    /// In native style.
    pub moves: Vec<String>,
    /// The last ply whose word means several moves, each of them legal with the rest of the line; the first was played.
    pub guess: Option<usize>,
}

/// What is left to try at a ply.
struct Choice {
    /// Moves, the next one last.
    left: Vec<String>,
    /// Is the word, as it stands, no move?
    is_guess: bool,
}

/// Plays the words of a line, each with its line of the file.
///
/// # Errors
/// The first word without a legal meaning, in the attempt that got farthest; the position is then that before the line.
pub(super) fn play(
    engine: &mut dyn AnyEngine,
    words: &[(usize, String)],
    readings: Readings,
    tries: &mut Tries,
) -> Result<Played, Stop> {
    let (moves, choices) = search(engine, words, readings, tries)?;
    let failed = |reason| Stop { ply: 0, error: ReadError { line: words[0].0, reason } };
    let guess = guess(engine, words, readings, tries, &moves, &choices).map_err(failed)?;
    Ok(Played { moves, guess })
}

/// The first legal moves with what was left to try.
fn search(
    engine: &mut dyn AnyEngine,
    words: &[(usize, String)],
    readings: Readings,
    tries: &mut Tries,
) -> Result<(Vec<String>, Vec<Choice>), Stop> {
    let mut open: Vec<Choice> = Vec::with_capacity(words.len());
    let mut played: Vec<String> = Vec::with_capacity(words.len());
    let mut farthest: Option<(usize, String)> = None;
    while open.len() < words.len() {
        let mut left = readings(engine, &words[open.len()].1);
        left.reverse();
        open.push(Choice { left, is_guess: false });
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
            let more = open.iter().rposition(|choice| !choice.left.is_empty()).filter(|_| tries.0 > 0);
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
    Ok((played, open))
}

/// The last ply at which another meaning of the word makes the rest legal as well; the position stays that after `moves`.
fn guess(
    engine: &mut dyn AnyEngine,
    words: &[(usize, String)],
    readings: Readings,
    tries: &mut Tries,
    moves: &[String],
    choices: &[Choice],
) -> Result<Option<usize>, String> {
    for ply in (0..words.len()).rev().filter(|&ply| choices[ply].is_guess) {
        for other in choices[ply].left.iter().rev() {
            tries.0 = tries.0.saturating_sub(moves.len() - ply);
            if tries.0 == 0 {
                return Ok(None);
            }
            undo(engine, moves.len() - ply)?;
            let mut fits = false;
            if engine.play(other).is_ok() {
                let rest = search(engine, &words[ply + 1..], readings, tries);
                fits = rest.is_ok();
                undo(engine, 1 + rest.map_or(0, |(moves, _)| moves.len()))?;
            }
            moves[ply..]
                .iter()
                .try_for_each(|mv| engine.play(mv).map(drop))
                .map_err(|why| why.to_string())?;
            if fits {
                return Ok(Some(ply));
            }
        }
    }
    Ok(None)
}

/// Plays the next alternative of the last ply that is legal.
fn play_next(engine: &mut dyn AnyEngine, open: &mut [Choice], tries: &mut Tries) -> Result<String, String> {
    let mut first = None;
    if let Some(choice) = open.last_mut() {
        while let Some(word) = choice.left.pop() {
            tries.0 = tries.0.saturating_sub(1);
            match engine.play(&word) {
                Ok(text) => return Ok(text),
                Err(error) => first = first.or(Some(error.to_string())),
            }
            choice.is_guess = true;
        }
    }
    Err(first.unwrap_or_else(|| "no legal move fits".to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::MoveStyle;
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

    /// Both captures of the king between these squares, for their short form.
    fn short(_: &dyn AnyEngine, word: &str) -> Vec<String> {
        match word {
            "2x4" => ["2x4", "2x11x4", "2x11x18x27x20x11x4"].map(String::from).to_vec(),
            _ => vec![word.to_string()],
        }
    }

    #[test]
    fn a_word_of_several_moves_is_a_guess_unless_the_rest_decides() {
        let mut engine = games::open("pool").expect("a game");
        for (words, guess) in [(&["2x4"][..], Some(0)), (&["2x4", "24-19"], None), (&["2x11x4"], None)] {
            engine.set_position(Some("B:W7,8,15,16,23,24:BK2"), &[]).expect("a position");
            let words: Vec<(usize, String)> = words.iter().map(|word| (1, word.to_string())).collect();
            let played =
                play(engine.as_mut(), &words, short, &mut Tries::of_game()).ok().expect("legal moves");
            assert_eq!((played.moves[0].as_str(), played.guess), ("2x11x4", guess));
            assert_eq!(engine.moves(MoveStyle::Native), played.moves);
        }
    }
}
