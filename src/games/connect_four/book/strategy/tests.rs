//! Strategies of small boards are found, continue from a work file, and answer every reply.

use std::collections::HashMap;

use super::*;
use crate::contract::book::StrategyProgress;
use crate::games::connect_four::book::answers::Answer;
use crate::games::connect_four::book::line::Line;
use crate::threads::Mutex;

/// Keeps the lines; ends the search after some.
struct Keeper {
    lines: Mutex<Vec<String>>,
    most: usize,
}

impl StrategyListener for Keeper {
    fn line(&self, line: &str) -> Result<(), String> {
        self.lines.lock().push(line.to_string());
        Ok(())
    }

    fn progress(&self, _: &StrategyProgress) {}

    fn stop(&self) -> bool {
        self.lines.lock().len() >= self.most
    }
}

fn question(first: bool, threads: usize) -> StrategyQuestion {
    StrategyQuestion {
        first,
        from: vec!["-".to_string()],
        job_nodes: 50,
        leaf_nodes: 20,
        threads,
        share: (1, 1),
    }
}

/// The answer and the whole work file after continuing from `work`.
fn go_on(
    width: u32,
    height: u32,
    question: &StrategyQuestion,
    work: &str,
    most: usize,
) -> (Option<bool>, String) {
    let geometry = Geometry::<u64>::new(width, height).unwrap();
    let keeper = Keeper { lines: Mutex::new(Vec::new()), most };
    let answer = search(geometry, 4, question, work, &keeper).unwrap();
    let lines = keeper.lines.into_inner();
    (answer, work.to_string() + &lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

/// Plays the strategy against every reply; leaves are won by the solver's moves. Returns the positions answered.
fn play_all(width: u32, height: u32, first: bool, work: &str) -> usize {
    let geometry = Geometry::<u64>::new(width, height).unwrap();
    let work = Work::read(geometry, work).unwrap();
    let mut solver = Solver::new(&geometry, 4, 1);
    let mut open = vec![Line::start(geometry)];
    let mut seen = HashMap::new();
    while let Some(line) = open.pop() {
        if line.pos.ply().is_multiple_of(2) != first {
            open.extend(line.next());
            assert!(
                line.pos.landing_cells().cells().all(|cell| {
                    let mut next = line.pos;
                    next.make(crate::games::connect_four::moves::Move::onto(cell));
                    next.outcome().is_none()
                }),
                "the loser wins or draws after {}",
                line.text()
            );
            continue;
        }
        let (key, mirrored) = line.key();
        if seen.insert(key, ()).is_some() {
            continue;
        }
        match work.answers.get(&key) {
            Some(Answer::Plays(column)) => {
                let column = u32::from(*column);
                let column = if mirrored { width - 1 - column } else { column };
                open.push(line.after(line.pos.drop_into(column).unwrap()));
            }
            _ => {
                let found = solver.solve(&line.pos, Solver::<u64>::SIGN, Effort::ENDLESS);
                assert!(found.low > 0, "{} is no win", line.text());
            }
        }
    }
    seen.len()
}

#[test]
fn a_strategy_answers_every_reply() {
    for (width, height, first) in [(6, 4, false), (6, 6, false)] {
        let (answer, work) = go_on(width, height, &question(first, 1), "", usize::MAX);
        assert_eq!(answer, Some(true), "{width}x{height}");
        assert!(play_all(width, height, first, &work) > 10, "{width}x{height}");
        let (again, same) = go_on(width, height, &question(first, 1), &work, usize::MAX);
        assert_eq!((again, same), (Some(true), work), "nothing is left to do");
    }
}

#[test]
fn who_does_not_win_has_no_strategy() {
    assert_eq!(go_on(6, 4, &question(true, 1), "", usize::MAX).0, Some(false));
    assert_eq!(go_on(5, 5, &question(false, 1), "", usize::MAX).0, Some(false));
}

#[test]
fn a_search_that_is_ended_goes_on_from_its_lines() {
    let mut work = String::new();
    let mut rounds = 0;
    loop {
        let (answer, longer) = go_on(6, 4, &question(false, 2), &work, 10);
        assert!(answer.is_some() || longer.len() > work.len(), "no line in a whole round");
        work = longer;
        rounds += 1;
        if answer.is_some() {
            assert_eq!(answer, Some(true));
            break;
        }
    }
    assert!(rounds > 2, "{rounds}");
    play_all(6, 4, false, &work);
}

#[test]
fn shares_of_a_search_agree_when_their_lines_are_joined() {
    let share = |part, work: &str, most| {
        let question = StrategyQuestion { share: (part, 2), ..question(false, 1) };
        go_on(6, 4, &question, work, most)
    };
    let work = share(1, "", 8).1 + &share(2, "", 8).1;
    let (answer, work) = go_on(6, 4, &question(false, 1), &work, usize::MAX);
    assert_eq!(answer, Some(true));
    play_all(6, 4, false, &work);
}

#[test]
fn lines_that_make_no_sense_are_quoted() {
    let geometry = Geometry::<u64>::new(6, 4).unwrap();
    for (work, word) in [
        ("19 win 5\n", "'19 win 5': '19': '9' is not a column"),
        ("12 win 5\n12 hold 5\n", "another line says the opposite"),
        ("1 plays 9 5\n", "not a column with room"),
        ("1 win x\n", "a number of nodes"),
    ] {
        let error = Work::read(geometry, work).err().expect("an error");
        assert!(error.contains(word), "{work}: {error}");
    }
}
