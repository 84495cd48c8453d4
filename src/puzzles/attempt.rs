//! A move of the solver: right, or refuted.

use super::{Puzzle, Theme};
use crate::contract::{EngineError, MoveStyle, Outcome, Score, SearchLimits, Silent};
use crate::engine::AnyEngine;

/// Size of the transposition table of the search for a refutation, in MiB.
const HASH_MIB: u32 = 4;

/// What the program says to a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It is the right one; the reply is `None` if the puzzle is solved.
    Right {
        /// The move that answers it.
        reply: Option<String>,
    },
    /// It wins as well, in another way than the puzzle's. The puzzle is solved.
    AlsoWins,
    /// It is not the right one.
    Wrong {
        /// The moves that follow it; empty if it ends the game.
        refutation: Vec<String>,
        /// The value of the move for the solver.
        score: Score,
    },
}

/// The answer to the solver's `mv` after the first `known` moves of the puzzle's line; `nodes` for the refutation.
/// Afterwards the engine has the position after the reply, or after a wrong move.
///
/// # Errors
/// One line: the solver has no move there, or this one is illegal.
pub fn answer(
    puzzle: &Puzzle,
    known: usize,
    mv: &str,
    nodes: u64,
) -> Result<(Answer, Box<dyn AnyEngine>), String> {
    let split = puzzle.line.split_at_checked(known).filter(|_| known.is_multiple_of(2));
    let Some((played, [right, rest @ ..])) = split else {
        return Err(format!("the solver has no move after {known} moves of the line"));
    };
    let mut engine = puzzle.open()?;
    let text = |error: EngineError| error.to_string();
    engine.set_option("Hash", &HASH_MIB.to_string()).map_err(text)?;
    for mv in played {
        engine.play(mv).map_err(text)?;
    }
    let player = engine.status().to_move;
    if engine.play(mv).map_err(text)? == *right {
        let reply = rest.first().cloned();
        if let Some(reply) = &reply {
            engine.play(reply).map_err(text)?;
        }
        return Ok((Answer::Right { reply }, engine));
    }
    if let Some(outcome) = engine.status().outcome {
        let answer = match outcome {
            Outcome::Win(winner) if winner == player => Answer::AlsoWins,
            Outcome::Win(_) => Answer::Wrong { refutation: Vec::new(), score: Score::loss_in(1) },
            Outcome::Draw => Answer::Wrong { refutation: Vec::new(), score: Score::DRAW },
        };
        return Ok((answer, engine));
    }
    engine.set_move_style(MoveStyle::Native);
    engine.stop_handle().reset();
    let result = engine.go(&SearchLimits::nodes(nodes), &mut Silent).map_err(text)?;
    let line = result.lines.into_iter().next().filter(|line| !line.pv.is_empty());
    let (refutation, score) =
        line.map_or((Vec::new(), Score::DRAW), |line| (line.pv, line.score.before_move()));
    let answer = if score.is_win() && puzzle.theme != Theme::Home {
        Answer::AlsoWins
    } else {
        Answer::Wrong { refutation, score }
    };
    Ok((answer, engine))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three discs on the ground will be open at both ends.
    fn puzzle() -> Puzzle {
        let mut engine = crate::games::open("connect4").expect("a game");
        engine.set_position(None, &["3", "3", "5", "5"]).expect("legal moves");
        let fen = engine.fen();
        Puzzle::parse(&format!("connect4\t500\twin\t{fen}\t4 2 6")).expect("a good line")
    }

    #[test]
    fn the_right_moves_are_answered_by_the_replies_until_the_puzzle_is_solved() {
        let (first, engine) = answer(&puzzle(), 0, "d1", 1000).expect("legal");
        assert_eq!(
            (first, engine.moves(MoveStyle::Native).len()),
            (Answer::Right { reply: Some("2".into()) }, 2)
        );
        let (last, engine) = answer(&puzzle(), 2, "6", 1000).expect("legal");
        assert_eq!(last, Answer::Right { reply: None });
        assert!(engine.status().outcome.is_some());
    }

    #[test]
    fn a_wrong_move_is_refuted() {
        let (wrong, _) = answer(&puzzle(), 0, "1", 10_000).expect("legal");
        let Answer::Wrong { refutation, score } = wrong else { panic!("{wrong:?}") };
        assert!(!refutation.is_empty() && !score.is_win(), "{refutation:?} {score:?}");
    }

    #[test]
    fn illegal_moves_and_places_beyond_the_line_are_errors() {
        assert!(answer(&puzzle(), 0, "9", 1000).is_err());
        for known in [1, 3, 4, usize::MAX] {
            let error = answer(&puzzle(), known, "1", 1000).err();
            assert!(error.is_some_and(|error| error.contains("no move after")), "{known}");
        }
    }
}
