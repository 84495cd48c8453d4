//! Positions from standard input, one a line, answered in order.
//!
//! A line is `MOVES` or `MOVES SCORE`, the form of the usual sets of test positions; its answer is
//! `MOVES SCORE NODES MICROSECONDS`, and with `--all` the value of every column. Every line that is not
//! blank gets an answer at once.

use std::time::{Duration, Instant};

use crossbeam_channel::select;

use super::tally::Tally;
use super::{DASH, EMPTY, SolverSession};
use crate::cli::{Failure, print};
use crate::contract::solver::Proof;
use crate::wire::input::{Input, lines_within};
use crate::wire::message::one_line;

/// Longest line that is read, in bytes: several times the moves of the longest game.
const MAX_LINE_BYTES: usize = 1024;
/// Lines read ahead: the progress bar knows the length of the input up to this.
pub(super) const MAX_LINES_AHEAD: usize = 1 << 16;
/// Largest number of characters of unreadable moves that an answer repeats.
const MAX_SHOWN_CHARS: usize = 100;
/// Stands for the value of a full column.
const ILLEGAL: &str = ".";

/// How lines are read and answered.
pub(super) struct LineOptions<'a> {
    /// The position in which every line begins; `None` for the start position.
    pub fen: Option<&'a str>,
    /// Answer with the value of every column too.
    pub all: bool,
    /// Clear the table before each position.
    pub cold: bool,
}

/// The query of a line.
#[derive(PartialEq, Eq, Debug)]
struct LineQuery<'a> {
    /// The moves as they were written.
    word: &'a str,
    /// The score that is claimed.
    score: Option<i32>,
}

/// What was found.
struct Answer {
    score: i32,
    /// With `--all` one for each column.
    columns: Vec<Option<i32>>,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(mut session: SolverSession, options: &LineOptions<'_>) -> Result<(), Failure> {
    if options.fen.is_some() {
        session.solver.set_position(options.fen, "").map_err(|error| Failure::Failed(error.to_string()))?;
    }
    let lines = lines_within(std::io::stdin(), MAX_LINE_BYTES, MAX_LINES_AHEAD).map_err(Failure::Failed)?;
    let mut tally = Tally::new();
    for number in 1.. {
        let line = select! {
            recv(lines) -> line => line.ok().map(|arrival| arrival.input),
            recv(session.interrupt.signal) -> _ => None,
        };
        let Some(line) = line else { break };
        match read(&line) {
            Ok(None) => {}
            Ok(Some(query)) => match solve(&mut session, options, query.word) {
                Ok(None) => break,
                Ok(Some(answer)) => {
                    print(&answer.line(query.word))?;
                    tally.add(answer.nodes, answer.time, lines.len());
                    check(&session, number, &query, answer.score, &mut tally);
                }
                Err(why) => refuse(number, query.word, &why, &mut tally)?,
            },
            Err(why) => refuse(number, first_word(&line), &why, &mut tally)?,
        }
    }
    tally.finish(session.interrupt.is_raised())
}

/// Reads a line; `None` for a blank one.
fn read(line: &Input) -> Result<Option<LineQuery<'_>>, String> {
    let (Input::Line(text) | Input::Garbled(text)) = line else {
        return Err(format!("the line is longer than {MAX_LINE_BYTES} bytes"));
    };
    let mut words = text.split_whitespace();
    let Some(word) = words.next() else { return Ok(None) };
    let score = match words.next() {
        None => None,
        Some(score) => Some(score.parse().map_err(|_| {
            format!("'{score}' is not a score: expected MOVES or MOVES SCORE, moves written together or with commas")
        })?),
    };
    match words.next() {
        None => Ok(Some(LineQuery { word, score })),
        Some(more) => {
            Err(format!("'{more}' after moves and score: moves are written together or with commas"))
        }
    }
}

fn first_word(line: &Input) -> &str {
    match line {
        Input::Line(text) | Input::Garbled(text) => text.split_whitespace().next().unwrap_or_default(),
        Input::TooLong => "...",
    }
}

/// The answer to a position; `None` if it was interrupted, an error if the moves cannot be played.
fn solve(
    session: &mut SolverSession,
    options: &LineOptions<'_>,
    word: &str,
) -> Result<Option<Answer>, String> {
    let moves = if [DASH, EMPTY].contains(&word) { "" } else { word };
    session.solver.set_position(options.fen, moves).map_err(|error| error.to_string())?;
    if options.cold {
        session.solver.clear();
    }
    let names = if options.all { session.solver.moves().to_vec() } else { Vec::new() };
    let start = Instant::now();
    let moves: Vec<Option<Proof>> = names.iter().map(|mv| session.prove_move(mv)).collect();
    let proof = Proof::best(moves.iter().flatten()).unwrap_or_else(|| session.prove());
    let time = start.elapsed();
    let number = |proof: &Proof| {
        let (low, high) = session.question.numbers(session.solver.as_ref(), proof);
        (low == high).then_some(low)
    };
    let columns: Vec<Option<i32>> = moves.iter().map(|proof| number(proof.as_ref()?)).collect();
    let complete = columns.iter().flatten().count() == moves.iter().flatten().count();
    let answer = |score| Answer { score, columns, nodes: proof.nodes, time };
    Ok(number(&proof).filter(|_| complete).map(answer))
}

impl Answer {
    fn line(&self, word: &str) -> String {
        let mut line = format!("{word} {} {} {}", self.score, self.nodes, self.time.as_micros());
        for column in &self.columns {
            line.push(' ');
            line += &column.map_or(ILLEGAL.to_string(), |score| score.to_string());
        }
        line
    }
}

/// Compares the score with the one that the line claims.
fn check(session: &SolverSession, number: u64, query: &LineQuery<'_>, score: i32, tally: &mut Tally) {
    let Some(claimed) = query.score else { return };
    let agrees = match session.question {
        super::Question::Score => claimed == score,
        super::Question::Sign => claimed.signum() == score,
    };
    tally.checked += 1;
    if !agrees {
        tally.wrong += 1;
        tally.note(&format!("line {number}: the score of {} is {score}, not {claimed}", query.word));
    }
}

/// Answers a line that cannot be read, so that every line has an answer.
pub(super) fn refuse(number: u64, word: &str, why: &str, tally: &mut Tally) -> Result<(), Failure> {
    let mut shown: String = one_line(word).chars().take(MAX_SHOWN_CHARS).collect();
    if word.chars().nth(MAX_SHOWN_CHARS).is_some() {
        shown.push_str("...");
    }
    let why = one_line(why);
    tally.unreadable += 1;
    tally.note(&format!("line {number}: {why}"));
    print(&format!("{shown} error {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_moves_and_perhaps_a_score() {
        let line = |text: &str| Input::Line(text.to_string());
        let query = |word, score| Ok(Some(LineQuery { word, score }));
        assert_eq!(read(&line("4455 18")), query("4455", Some(18)));
        assert_eq!(read(&line("  10,4\t-3 ")), query("10,4", Some(-3)));
        assert_eq!(read(&line("-")), query("-", None));
        assert_eq!(read(&line(" \t")), Ok(None));
        assert!(read(&line("4 x")).is_err_and(|why| why.contains("'x'")));
        assert!(read(&line("4 4 5")).is_err_and(|why| why.contains("'5'")));
        assert!(read(&Input::TooLong).is_err());
    }
}
