//! One position in full: its value, the value of every legal move, the best line. Each is printed as soon as it is
//! known, because the next may take long.

use std::time::Instant;

use indicatif::ProgressBar;

use super::{Question, SolverSession};
use crate::cli::progress::spinner;
use crate::cli::{Failure, print};
use crate::contract::Status;
use crate::contract::solver::{AnySolver, Effort, Proof, plies_in_words};
use crate::contract::{Outcome, Score};

pub(super) fn run(mut session: SolverSession, fen: Option<&str>, moves: &str) -> Result<(), Failure> {
    session.solver.set_position(fen, moves).map_err(|error| Failure::Failed(error.to_string()))?;
    let status = session.solver.status();
    if let Some(outcome) = status.outcome {
        let proof = session.prove();
        let (score, _) = session.question.numbers(session.solver.as_ref(), &proof);
        return print(&format!("score: {score}\nvalue: {}", ending(outcome, &status)));
    }
    let spinner = spinner();
    let proved = solve(&mut session, &spinner);
    spinner.finish_and_clear();
    proved?;
    match session.interrupt.is_raised() {
        true => Err(Failure::Failed("interrupted; everything printed so far is proved".to_string())),
        false => Ok(()),
    }
}

/// Prints the value, the moves and the line, until it is interrupted.
fn solve(session: &mut SolverSession, spinner: &ProgressBar) -> Result<(), Failure> {
    let show = |text: &str| spinner.suspend(|| print(text));
    spinner.set_message("value");
    let start = Instant::now();
    let proof = session.prove();
    let time = start.elapsed().as_secs_f64();
    let value = answer(session, &proof, " for the player to move");
    show(&format!("{value}\nnodes: {}\ntime: {time:.6} s", proof.nodes))?;
    for mv in session.solver.moves().to_vec() {
        spinner.set_message(format!("move {mv}"));
        if let Some(proof) = session.prove_move(&mv) {
            show(&move_line(session, &mv, &proof))?;
        }
    }
    if let (Question::Score, Some(value)) = (session.question, proof.value()) {
        spinner.set_message("best line");
        let stop = || session.interrupt.is_raised();
        let line = session.solver.best_line(value, Effort { stop: &stop, ..Effort::ENDLESS });
        if !line.is_empty() {
            show(&format!("line: {}", line.join(" ")))?;
        }
    }
    Ok(())
}

/// The lines `score` and `value`.
fn answer(session: &SolverSession, proof: &Proof, whose: &str) -> String {
    let score = range(session, proof);
    let describe = |value| words(session.solver.as_ref(), session.question, value, whose);
    match decided(session.question, proof) {
        Some(value) => format!("score: {score}\nvalue: {}", describe(value)),
        None => format!("score: {score}\nvalue: from {} to {}", describe(proof.low), describe(proof.high)),
    }
}

/// `4: 1 win in 41 plies (move 41)`; the bounds alone if the value is not proved.
fn move_line(session: &SolverSession, mv: &str, proof: &Proof) -> String {
    let score = range(session, proof);
    match decided(session.question, proof) {
        Some(value) => {
            format!("{mv}: {score} {}", words(session.solver.as_ref(), session.question, value, ""))
        }
        None => format!("{mv}: {score}"),
    }
}

/// The number, or the lowest and the highest that it can be.
fn range(session: &SolverSession, proof: &Proof) -> String {
    match session.question.numbers(session.solver.as_ref(), proof) {
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low} to {high}"),
    }
}

/// A value that answers the question.
fn decided(question: Question, proof: &Proof) -> Option<Score> {
    match question {
        Question::Score => proof.value(),
        Question::Sign => proof.sign().map(|_| proof.low),
    }
}

/// `win for the player to move in 41 plies (move 41)`, `draw in 42 plies (move 42)`; without distances if only the sign
/// is asked for.
fn words(solver: &dyn AnySolver, question: Question, value: Score, whose: &str) -> String {
    let result = match value.0.signum() {
        1 => format!("win{whose}"),
        -1 => format!("loss{whose}"),
        _ => "draw".to_string(),
    };
    if question == Question::Sign {
        return result;
    }
    let plies = solver.plies_to_end(value);
    format!("{result} in {} (move {})", plies_in_words(plies as usize), solver.plies_played() + plies)
}

/// A game that is over.
fn ending(outcome: Outcome, status: &Status) -> String {
    let result = match outcome {
        Outcome::Win(player) => format!("player {} has won", player.index() + 1),
        Outcome::Draw => "a draw".to_string(),
    };
    format!("the game is over: {result} ({})", status.reason)
}
