//! Requests to the program apart from the moves of its seats: hints, a move for a person, the answer to an offer of a
//! draw, analyses, reports, pages.

use serde::Serialize;
use serde_json::{Value, json};

use super::programs::{Strength, found};
use super::reports::ReportJob;
use super::weigh::WeighJob;
use super::{Input, ReplyTo, TableThread};
use crate::table::answer::{Code, Hint, Push, Refusal};
use crate::table::command::{PuzzlesOf, SeatSpec};
use crate::table::searches::{Search, SearchEvent};
use crate::table::state::MAX_LEVEL;
use crate::table::view::Phase;
use crate::table::{files, puzzles};

/// Hints go before analyses, analyses before reports.
pub(super) const HINT_PRIORITY: i64 = 5;
/// Maximum number of hints, reports and pages in progress at a table.
const MAX_JOBS: usize = 4;
/// Number of lines of an analysis.
const LINES: std::ops::RangeInclusive<usize> = 1..=8;
/// Nodes of a position in a report or a page.
pub(super) const NODES: std::ops::RangeInclusive<u64> = 100..=1_000_000;
/// Longest search before a draw is accepted or declined.
const DRAW_MS: u64 = 1000;

/// A job in progress. Dropping it ends its search.
pub(super) enum Job {
    Hint(ReplyTo, #[expect(dead_code, reason = "held until the job is done")] Search),
    /// The node it is meant for.
    PlayForMe(ReplyTo, usize, #[expect(dead_code, reason = "held until the job is done")] Search),
    /// The program that was offered a draw.
    Draw(usize, #[expect(dead_code, reason = "held until the job is done")] Search),
    Analysis(Analysis),
    Report(Box<ReportJob>),
    Weigh(Box<WeighJob>),
    /// Something that a thread of its own makes.
    Making(ReplyTo),
}

/// An analysis of a node, for some windows.
pub(super) struct Analysis {
    node: usize,
    lines: usize,
    clients: Vec<ReplyTo>,
    #[expect(dead_code, reason = "held until nobody looks")]
    search: Search,
}

impl Job {
    /// Its window, if it is for a single one.
    pub fn reply_to(&self) -> Option<&ReplyTo> {
        match self {
            Job::Hint(reply_to, _) | Job::PlayForMe(reply_to, ..) | Job::Making(reply_to) => Some(reply_to),
            Job::Report(report) => Some(&report.reply_to),
            Job::Weigh(job) => Some(&job.reply_to),
            Job::Draw(..) | Job::Analysis(_) => None,
        }
    }
}

/// Is the value in the range?
pub(super) fn check_range<T: PartialOrd + std::fmt::Display>(
    what: &str,
    value: &T,
    range: &std::ops::RangeInclusive<T>,
) -> Result<(), Refusal> {
    if range.contains(value) {
        return Ok(());
    }
    Err(Refusal::new(Code::BadOption, format!("{what}: {} to {}, not {value}", range.start(), range.end())))
}

impl TableThread {
    pub(super) fn check_room(&self) -> Result<(), Refusal> {
        match self.jobs.values().filter(|job| job.reply_to().is_some()).count() {
            0..MAX_JOBS => Ok(()),
            _ => Err(Refusal::new(Code::Busy, "the table has too many requests in progress")),
        }
    }

    fn check_not_over(&self) -> Result<(), Refusal> {
        match self.state.phase {
            Phase::Over => Err(Refusal::new(Code::Over, "the game is over")),
            Phase::Playing | Phase::Paused => Ok(()),
        }
    }

    pub(super) fn hint(&mut self, reply_to: ReplyTo, level: Option<u8>) -> Result<(), Refusal> {
        self.check_not_over()?;
        if self.state.opening_now().is_some() {
            return Err(Refusal::new(Code::NotAllowed, "there are no hints in an opening"));
        }
        self.check_room()?;
        let level = level.unwrap_or(MAX_LEVEL);
        check_range("field 'level'", &level, &(0..=MAX_LEVEL))?;
        let mut query = self.play_query(Strength::Level(level), self.state.created.think_ms);
        query["priority"] = json!(HINT_PRIORITY);
        let tag = self.tag();
        let search = self.begin_search(tag, query, 1)?;
        self.jobs.insert(tag, Job::Hint(reply_to, search));
        Ok(())
    }

    pub(super) fn play_for_me(&mut self, reply_to: ReplyTo) -> Result<(), Refusal> {
        self.check_not_over()?;
        self.check_room()?;
        if self.thinking.is_some() {
            return Err(Refusal::new(Code::NotYourTurn, "a program is thinking already"));
        }
        let tag = self.tag();
        let search = self.begin_search(
            tag,
            self.turn_query(Strength::Level(MAX_LEVEL), self.state.created.think_ms),
            1,
        )?;
        self.jobs.insert(tag, Job::PlayForMe(reply_to, self.state.current, search));
        Ok(())
    }

    /// Lets a program or an engine answer an offer of a draw.
    pub(super) fn consider_draw(&mut self) -> Result<(), Refusal> {
        let Some(player) = (self.state.draw_offer() != 0).then(|| 3 - self.state.draw_offer()) else {
            return Ok(());
        };
        match self.state.seat(player).spec {
            SeatSpec::Person { .. } => Ok(()),
            SeatSpec::Engine { .. } => self.commit(self.state.answered(false)),
            SeatSpec::Program { .. } => {
                let mut query = self.query(self.state.current, HINT_PRIORITY);
                query["movetime"] = json!(self.state.created.think_ms.min(DRAW_MS));
                let tag = self.tag();
                let search = self.begin_search(tag, query, 1)?;
                self.jobs.insert(tag, Job::Draw(player, search));
                Ok(())
            }
        }
    }

    /// Pushes an analysis of a node to a window; `None`: stops that.
    pub(super) fn analyse(
        &mut self,
        reply_to: ReplyTo,
        node: Option<usize>,
        lines: usize,
    ) -> Result<(), Refusal> {
        let Some(node) = node else {
            self.stop_analysis_of(reply_to.client);
            return Ok(());
        };
        self.state.check_known(node)?;
        check_range("field 'lines'", &lines, &LINES)?;
        self.stop_analysis_of(reply_to.client);
        for job in self.jobs.values_mut() {
            if let Job::Analysis(analysis) = job
                && (analysis.node, analysis.lines) == (node, lines)
            {
                analysis.clients.push(reply_to);
                return Ok(());
            }
        }
        let mut query = self.query(node, 0);
        query["infinite"] = json!(true);
        query["multipv"] = json!(lines);
        query["report_every"] = json!(0.2);
        query["keep"] = json!(true);
        let tag = self.tag();
        let search = match self.begin_search(tag, query.clone(), 1) {
            // The last window that asks at this table is served.
            Err(refusal) if refusal.code == Code::Busy && self.drop_an_analysis() => {
                self.begin_search(tag, query, 1)?
            }
            other => other?,
        };
        self.jobs.insert(tag, Job::Analysis(Analysis { node, lines, clients: vec![reply_to], search }));
        Ok(())
    }

    /// Ends this window's analysis, unless other windows have it.
    pub(super) fn stop_analysis_of(&mut self, client: u64) {
        self.jobs.retain(|_, job| match job {
            Job::Analysis(analysis) => {
                analysis.clients.retain(|reply_to| reply_to.client != client);
                !analysis.clients.is_empty()
            }
            _ => true,
        });
    }

    fn drop_an_analysis(&mut self) -> bool {
        let is_analysis = |(&tag, job): (&u64, &Job)| matches!(job, Job::Analysis(_)).then_some(tag);
        let oldest = self.jobs.iter().filter_map(is_analysis).min();
        oldest.is_some_and(|tag| self.jobs.remove(&tag).is_some())
    }

    /// Evaluates a game on a page of its own, in a thread of its own.
    pub(super) fn page(&mut self, reply_to: ReplyTo, nodes: u64) -> Result<(), Refusal> {
        self.check_room()?;
        check_range("field 'nodes'", &nodes, &NODES)?;
        let record = files::record(&self.state, &mut self.rules, &self.shared.engine_names)?;
        let (began, threads) = (self.state.began, self.shared.setup.threads.max(1));
        self.make(reply_to, move || files::page(&record, began, nodes, threads))
    }

    /// Looks for puzzles in the current line.
    pub(super) fn puzzles_of(&mut self, reply_to: ReplyTo, request: PuzzlesOf) -> Result<(), Refusal> {
        self.check_room()?;
        check_range("field 'nodes'", &request.nodes, &NODES)?;
        if let Some(player) = &request.player {
            check_range("field 'player'", player, &(1..=self.state.seats.len()))?;
        }
        let record = files::record(&self.state, &mut self.rules, &self.shared.engine_names)?;
        let path: Vec<usize> = [0].into_iter().chain(self.state.tree.path(self.state.current)).collect();
        self.make(reply_to, move || puzzles::of_game(&record, &path, request))
    }

    /// Makes an answer in a thread of its own.
    fn make<T: Serialize>(
        &mut self,
        reply_to: ReplyTo,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        let tag = self.tag();
        let sender = self.sender.clone();
        let run = move || {
            let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            let broken = |_| Err(Refusal::new(Code::Broken, "internal error: the analysis failed"));
            let made = made.unwrap_or_else(broken).map(|made| json!(made));
            let _ = sender.send(Input::Made(tag, made));
        };
        // The recursion of a search goes hundreds of plies deep.
        let builder = std::thread::Builder::new().name("analysis".to_string()).stack_size(64 << 20);
        builder
            .spawn(run)
            .map_err(|error| Refusal::new(Code::Busy, format!("cannot start a thread for it: {error}")))?;
        self.jobs.insert(tag, Job::Making(reply_to));
        Ok(())
    }

    pub(super) fn made(&mut self, tag: u64, made: Result<Value, Refusal>) {
        if let Some(Job::Making(reply_to)) = self.jobs.remove(&tag) {
            reply_to.to_client.answer(reply_to.number, made);
        }
    }

    /// A record of a search.
    pub(super) fn search_event(&mut self, tag: u64, event: SearchEvent) {
        if self.thought(tag, &event) {
            return;
        }
        match self.jobs.get(&tag) {
            Some(Job::Analysis(_)) => self.analysis_event(tag, event),
            Some(Job::Report(_)) => self.report_event(tag, event),
            Some(Job::Weigh(_)) => self.weigh_event(tag, event),
            Some(_) => {
                if let Some(job) = self.jobs.remove(&tag) {
                    self.job_done(job, event);
                }
            }
            None => self.confirmed(tag, event),
        }
    }

    fn analysis_event(&mut self, tag: u64, event: SearchEvent) {
        let last = !matches!(event, SearchEvent::Record(_, false));
        let Some(Job::Analysis(analysis)) = self.jobs.get(&tag) else { return };
        if let SearchEvent::Record(record, _) = event {
            let push = Push::Analysis { table: self.id.clone(), node: analysis.node, record };
            analysis.clients.iter().for_each(|reply_to| reply_to.to_client.push(push.clone()));
        }
        if last {
            self.jobs.remove(&tag);
        }
    }

    /// The only record of a search that has one.
    fn job_done(&mut self, job: Job, event: SearchEvent) {
        let record = match event {
            SearchEvent::Record(record, _) => record,
            SearchEvent::Failed(why) => {
                if let Some(reply_to) = job.reply_to() {
                    reply_to.refuse(&Refusal::new(Code::Busy, format!("the search failed: {why}")));
                }
                return;
            }
        };
        match job {
            Job::Hint(reply_to, _) => {
                let Some(mv) = record["move"].as_str().map(str::to_string) else {
                    return reply_to.refuse(&ended_too_early());
                };
                let score = record.get("score").cloned();
                reply_to
                    .to_client
                    .answer(reply_to.number, Ok(Hint { mv, path: record["path"].clone(), score }));
            }
            Job::PlayForMe(reply_to, node, _) => {
                let played = self.play_for(node, found(&record));
                reply_to.to_client.answer(reply_to.number, played.map(|()| json!({})));
            }
            Job::Draw(player, _) => {
                if self.state.draw_offer() == 3 - player && self.state.phase != Phase::Over {
                    let events = self.state.answered(is_no_more_than_a_draw(&record, player));
                    self.commit_or_notice(events);
                }
            }
            Job::Analysis(_) | Job::Report(_) | Job::Weigh(_) | Job::Making(_) => {}
        }
    }

    fn play_for(&mut self, node: usize, words: Option<Vec<String>>) -> Result<(), Refusal> {
        self.state.check_node(Some(node))?;
        self.check_not_over()?;
        let events = self.events_of(&words.ok_or_else(ended_too_early)?)?;
        self.commit(events)
    }

    /// Refuses jobs in progress if help is refused from now on.
    pub(super) fn stop_refused_help(&mut self) {
        if !self.state.refuses_help() {
            return;
        }
        for (_, job) in self.jobs.extract_if(|_, job| !matches!(job, Job::Draw(..))) {
            if let Some(reply_to) = job.reply_to() {
                reply_to.refuse(&Refusal::new(Code::Shared, "a seat has been given away"));
            }
        }
    }

    /// Ends the jobs of a window.
    pub(super) fn stop_jobs_of(&mut self, client: u64) {
        self.stop_analysis_of(client);
        let is_its_own = |job: &Job| job.reply_to().is_some_and(|reply_to| reply_to.client == client);
        for (_, job) in self.jobs.extract_if(|_, job| is_its_own(job)) {
            if let Some(reply_to) = job.reply_to() {
                reply_to.refuse(&Refusal::new(Code::Stale, "the window has left the table"));
            }
        }
    }
}

fn ended_too_early() -> Refusal {
    Refusal::new(Code::Busy, "the search was cancelled before it began")
}

/// Is a draw the best for this player, by the search of a position? The record is for the player to move.
fn is_no_more_than_a_draw(record: &Value, player: usize) -> bool {
    let score = &record["score"];
    let value = score["cp"].as_i64().or(score["mate"].as_i64()).unwrap_or(0);
    let is_own = record["player"] == json!(player);
    if is_own { value <= 0 } else { value >= 0 }
}
