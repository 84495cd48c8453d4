//! One position in full: its value, the value of every legal move, the best line. Each is printed as soon as it is
//! known, since the next may take its time.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Desk, Question};
use crate::cli::{Failure, print};
use crate::contract::Status;
use crate::contract::solver::AnySolver;
use crate::contract::solver::{Effort, Proof};
use crate::contract::{Outcome, Score};

/// How often the clock of the spinner moves on.
const TICK: Duration = Duration::from_millis(100);

pub(super) fn run(mut desk: Desk, fen: Option<&str>, moves: &str) -> Result<(), Failure> {
    desk.solver.set_position(fen, moves).map_err(|error| Failure::Failed(error.to_string()))?;
    let status = desk.solver.status();
    if let Some(outcome) = status.outcome {
        let proof = desk.prove();
        let (score, _) = desk.question.numbers(desk.solver.as_ref(), &proof);
        return print(&format!("score: {score}\nvalue: {}", ending(outcome, &status)));
    }
    let spinner = spinner();
    let proved = solve(&mut desk, &spinner);
    spinner.finish_and_clear();
    proved?;
    match desk.interrupt.is_raised() {
        true => Err(Failure::Failed("interrupted; what is printed is proved".to_string())),
        false => Ok(()),
    }
}

/// The value, the moves and the line, as far as there is time.
fn solve(desk: &mut Desk, spinner: &ProgressBar) -> Result<(), Failure> {
    let show = |text: &str| spinner.suspend(|| print(text));
    spinner.set_message("value");
    let start = Instant::now();
    let proof = desk.prove();
    let time = start.elapsed().as_secs_f64();
    let value = answer(desk, &proof, " for the player to move");
    show(&format!("{value}\nnodes: {}\ntime: {time:.6} s", proof.nodes))?;
    for mv in desk.solver.moves().to_vec() {
        spinner.set_message(format!("move {mv}"));
        if let Some(proof) = desk.prove_move(&mv) {
            show(&move_line(desk, &mv, &proof))?;
        }
    }
    if let (Question::Score, Some(value)) = (desk.question, proof.value()) {
        spinner.set_message("best line");
        let stop = || desk.interrupt.is_raised();
        let line = desk.solver.best_line(value, Effort { stop: &stop, ..Effort::ENDLESS });
        if !line.is_empty() {
            show(&format!("line: {}", line.join(" ")))?;
        }
    }
    Ok(())
}

/// The lines `score` and `value`.
fn answer(desk: &Desk, proof: &Proof, whose: &str) -> String {
    let score = range(desk, proof);
    let say = |value| words(desk.solver.as_ref(), desk.question, value, whose);
    match decided(desk.question, proof) {
        Some(value) => format!("score: {score}\nvalue: {}", say(value)),
        None => format!("score: {score}\nvalue: from {} to {}", say(proof.low), say(proof.high)),
    }
}

/// `4: 1 win in 41 plies (move 41)`, only bounds where no more is proved.
fn move_line(desk: &Desk, mv: &str, proof: &Proof) -> String {
    let score = range(desk, proof);
    match decided(desk.question, proof) {
        Some(value) => {
            format!("{mv}: {score} {}", words(desk.solver.as_ref(), desk.question, value, ""))
        }
        None => format!("{mv}: {score}"),
    }
}

/// The number, or the lowest and the highest that it can be.
fn range(desk: &Desk, proof: &Proof) -> String {
    match desk.question.numbers(desk.solver.as_ref(), proof) {
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

/// `win for the player to move in 41 plies (move 41)`, `draw in 42 plies (move 42)`; without distances where only the
/// sign is asked for.
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
    let unit = if plies == 1 { "ply" } else { "plies" };
    format!("{result} in {plies} {unit} (move {})", solver.plies_played() + plies)
}

/// A game that is over.
fn ending(outcome: Outcome, status: &Status) -> String {
    let result = match outcome {
        Outcome::Win(player) => format!("player {} has won", player.index() + 1),
        Outcome::Draw => "a draw".to_string(),
    };
    format!("the game is over: {result} ({})", status.reason)
}

/// What is being proved and for how long, on standard error; nothing where that is no terminal.
fn spinner() -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
        spinner.set_style(style);
    }
    spinner.enable_steady_tick(TICK);
    spinner
}
