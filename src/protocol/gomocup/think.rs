//! The engine at work: for a move, on the opponent's time, for an opening.
//!
//! Only an answer is written as bare coordinates. It is also played on the board for the next `TURN`; with `INFO
//! analysis_mode 1` it is a `SUGGEST` and the board waits for `PLAY`.

use std::time::{Duration, Instant};

use super::print::{self, Printer};
use super::{Ask, Gomocup, soosyrv};
use crate::contract::{EngineError, MoveStyle, Point, SearchLimits, SearchResult, Silent};
use crate::engine::AnyEngine;
use crate::openings::{self, Choice, Placement, Task, cell_text};
use crate::protocol::dialect::{Next, Work};

/// The result of a piece of work.
pub enum Report {
    /// Of a search for a move, and the number of requested lines.
    Move(Result<SearchResult<String>, EngineError>, usize),
    /// A decision about an opening, the format of its answer, and its time.
    Opening(Result<Choice, EngineError>, Ask, Duration),
    /// A line to be written.
    Line(String),
    /// Of a search on the opponent's time, which is not reported.
    Pondered,
}

impl Gomocup {
    /// Starts a search for a move, with reports on the best `lines` of them.
    pub(super) fn think(&mut self, engine: &mut dyn AnyEngine, lines: usize) -> Next<Report> {
        let status = engine.status();
        if status.outcome.is_some() {
            return self.answer_without_search(engine, status.reason);
        }
        let mut limits = self.limits.search();
        if !self.blocked.is_empty() {
            limits.search_moves = engine.legal_moves(MoveStyle::Numeric);
            limits.search_moves.retain(|mv| !self.blocked.contains(mv));
            if limits.search_moves.is_empty() {
                self.error("every move is blocked; expected YXBLOCKRESET");
                return Next::Line;
            }
        }
        if lines > 1 {
            self.set(engine, "MultiPV", lines as i64);
        }
        let mut printer = Printer { output: self.output.clone(), detail: self.detail, lines };
        let run = move |engine: &mut dyn AnyEngine, asked| {
            limits.asked = Some(asked);
            Report::Move(engine.go(&limits, &mut printer), lines)
        };
        Next::Work(Work::new(run, move |error| Report::Move(Err(error), lines)))
    }

    /// The player to move has no move: the game is over, or only fouls are left. Then one of these is played, for the
    /// manager to decide.
    fn answer_without_search(&mut self, engine: &dyn AnyEngine, reason: &str) -> Next<Report> {
        let board = engine.board();
        match board.cells().find(|(_, point)| *point == Point::Forbidden) {
            Some((cell, _)) => {
                self.message("every empty point is forbidden");
                self.output.line(&cell_text(cell));
            }
            None => self.error(&format!("the game is over: {reason}")),
        }
        Next::Line
    }

    /// Thinks on the opponent's time, for `ms` milliseconds or until it is stopped.
    pub(super) fn ponder(&self, ms: Option<i64>) -> Work<Report> {
        let mut limits = SearchLimits { infinite: ms.is_none(), move_time_ms: ms, ..SearchLimits::default() };
        let run = move |engine: &mut dyn AnyEngine, asked| {
            limits.asked = Some(asked);
            // The result stays in the table and is not reported; a position without moves has none.
            let _ = engine.go(&limits, &mut Silent);
            Report::Pondered
        };
        Work { endless: ms.is_none(), ..Work::new(run, |_| Report::Pondered) }
    }

    /// Decides about an opening in the position `base`.
    pub(super) fn open(&mut self, base: Placement, task: Task, ask: Ask) -> Next<Report> {
        let time = self.limits.turn(self.overhead_ms());
        let seed = self.next_seed();
        let run = move |engine: &mut dyn AnyEngine, asked: Instant| {
            let before = Placement::of(engine);
            let choice = openings::choose(engine, &base, task, asked + time, seed);
            let restored = before.set(engine, &[]);
            Report::Opening(choice.and_then(|choice| restored.map(|()| choice)), ask, asked.elapsed())
        };
        Next::Work(Work::new(run, move |error| Report::Opening(Err(error), ask, Duration::ZERO)))
    }

    /// `INFO evaluate`: a short search of one move, for users who watch.
    pub(super) fn evaluate(&self, mv: String) -> Next<Report> {
        const NODES: u64 = 2000;
        let run = move |engine: &mut dyn AnyEngine, _| {
            let limits = SearchLimits { search_moves: vec![mv.clone()], ..SearchLimits::nodes(NODES) };
            Report::Line(match engine.go(&limits, &mut Silent) {
                Ok(result) => match result.lines.first() {
                    Some(line) => {
                        format!("DEBUG {mv} {}", print::message(line, 1).trim_start_matches("MESSAGE "))
                    }
                    None => format!("DEBUG {mv} has no value: the game is over"),
                },
                Err(error) => format!("DEBUG {error}"),
            })
        };
        Next::Work(Work::new(run, |error| Report::Line(format!("DEBUG {error}"))))
    }

    /// Reports the result of a piece of work.
    pub(super) fn report_work(&mut self, engine: &mut dyn AnyEngine, report: Report) {
        if matches!(report, Report::Move(_, lines) if lines > 1) {
            self.set(engine, "MultiPV", 1);
        }
        match report {
            Report::Move(Ok(result), lines) => self.report_move(engine, &result, lines),
            Report::Opening(Ok(choice), ask, time) => {
                self.limits.spend(time);
                self.report_choice(choice, ask);
            }
            Report::Move(Err(error), _) | Report::Opening(Err(error), ..) => self.error(&error.to_string()),
            Report::Line(line) => self.output.line(&line),
            Report::Pondered => {}
        }
    }

    fn report_move(&mut self, engine: &mut dyn AnyEngine, result: &SearchResult<String>, lines: usize) {
        self.limits.spend(result.time);
        self.hashfull = result.lines.first().map_or(self.hashfull, |line| line.hashfull);
        let Some(best) = &result.best_move else {
            self.error("there is no move");
            return;
        };
        // A line without a depth was not searched: there was only one move.
        let searched = result.lines.iter().filter(|line| line.depth > 0);
        let mut report: Vec<String> = searched.map(|line| print::message(line, lines)).collect();
        report.push(if self.analysis { format!("SUGGEST {best}") } else { best.clone() });
        self.output.line(&report.join("\n"));
        if !self.analysis {
            match engine.play(best) {
                Ok(_) => self.ponder_next = self.pondering,
                Err(error) => self.error(&error.to_string()),
            }
        }
    }

    fn report_choice(&self, choice: Choice, ask: Ask) {
        match ask {
            Ask::Plain => self.output.line(&match choice {
                Choice::Stones(stones) => stones.join(" "),
                Choice::Swap => "SWAP".to_string(),
                Choice::Stay(mv) => mv,
            }),
            Ask::Soosyrv { step } => {
                soosyrv::answer(step, &choice).iter().for_each(|line| self.message(line));
            }
            Ask::Yixin { step } => {
                let answer = |text: String| self.message(&format!("SWAP2 {text}"));
                match choice {
                    Choice::Stones(stones) => {
                        let first = if step == 1 { 1 } else { 4 };
                        for (index, stone) in stones.iter().enumerate() {
                            answer(format!("MOVE{} {}", first + index, stone.replace(',', " ")));
                        }
                    }
                    Choice::Swap => answer(format!("SWAP{} YES", step - 1)),
                    Choice::Stay(_) => answer(format!("SWAP{} NO", step - 1)),
                }
            }
        }
    }
}
