//! Weighs a move that is not made: what would it allow?
//!
//! In a game in progress that is a warning of blunders at the current node: only the single person in a game against
//! programs is warned, and does not see a better move. At other nodes, and when the game is over, it is an analysis
//! like any other: moves are tried there without a change of the table.

use serde_json::{Value as Json, json};

use super::help::{HINT_PRIORITY, Job};
use super::reports::{facts_of, judge, line_of, lower_best};
use super::{ReplyTo, TableThread};
use crate::annotate::JudgedMove;
use crate::contract::facts::Fact;
use crate::records::MoveMark;
use crate::table::answer::{Code, FactView, Refusal, Weighed};
use crate::table::searches::{Search, SearchEvent};
use crate::table::state::Rights;
use crate::table::view::Phase;

/// Nodes of each of up to three positions of a warning: some tenths of a second at most.
const NODES: u64 = 20_000;
/// The same if the move is only tried.
const TRIED_NODES: u64 = 60_000;

/// A move that is being weighed.
pub(super) struct WeighJob {
    pub reply_to: ReplyTo,
    /// The moves with it.
    line: Vec<String>,
    /// Nodes of each search.
    nodes: u64,
    /// The records of the positions before and after it.
    records: [Option<Json>; 2],
    /// The judgement, while its mark is being confirmed.
    judged: Option<JudgedMove>,
    #[expect(dead_code, reason = "held until the move is weighed")]
    search: Search,
}

impl TableThread {
    /// Begins to weigh a move of the player to move at a node; returns the answer if no search is needed.
    pub(super) fn weigh(
        &mut self,
        reply_to: ReplyTo,
        rights: Rights,
        mv: &str,
        node: Option<usize>,
    ) -> Result<Option<Weighed>, Refusal> {
        let node = node.unwrap_or(self.state.current);
        self.state.check_known(node)?;
        let is_tried = node != self.state.current || self.state.phase == Phase::Over;
        if !is_tried {
            self.state.check_playing()?;
            self.state.check_alone(rights)?;
        }
        self.check_room()?;
        let line = self.state.tree.line(node);
        let (mv, turn) = self.rules.play(&line, mv)?;
        let in_opening = !is_tried && self.state.opening_now().is_some();
        if self.state.seats.len() > 2 || in_opening || (turn.end.is_some() && !is_tried) {
            return Ok(Some(Weighed::default()));
        }
        let mut line: Vec<String> = line.into_iter().map(str::to_string).collect();
        line.push(mv);
        let mut query = self.query(node, HINT_PRIORITY);
        query["moves"] = json!(line);
        let nodes = if is_tried { TRIED_NODES } else { NODES };
        query["nodes"] = json!(nodes);
        query["turns"] = json!([line.len() - 1, line.len()]);
        let tag = self.tag();
        let search = self.begin_search(tag, query, 2)?;
        let (records, judged) = ([None, None], None);
        self.jobs
            .insert(tag, Job::Weigh(Box::new(WeighJob { reply_to, line, nodes, records, judged, search })));
        Ok(None)
    }

    pub(super) fn weigh_event(&mut self, tag: u64, event: SearchEvent) {
        let Some(Job::Weigh(job)) = self.jobs.get_mut(&tag) else { return };
        let is_last = match event {
            SearchEvent::Failed(why) => {
                job.reply_to.refuse(&Refusal::new(Code::Busy, format!("the search failed: {why}")));
                self.jobs.remove(&tag);
                return;
            }
            SearchEvent::Record(record, _) if job.judged.is_some() => {
                let players = self.state.seats.len();
                job.judged.iter_mut().for_each(|judged| lower_best(judged, &record, players));
                true
            }
            SearchEvent::Record(record, last) => {
                let is_after = record["turn"] == json!(job.line.len());
                job.records[usize::from(is_after)] = Some(record);
                last
            }
        };
        if is_last && let Some(Job::Weigh(job)) = self.jobs.remove(&tag) {
            self.weigh_further(job);
        }
    }

    /// Confirms a mark as a report does, or answers.
    fn weigh_further(&mut self, mut job: Box<WeighJob>) {
        let is_confirmed = job.judged.is_some();
        if let (None, [Some(before), Some(after)], Some(mv)) = (&job.judged, &job.records, job.line.last()) {
            job.judged = judge(before, after, mv, self.state.seats.len(), self.rules.has_exact_ends());
        }
        let better = job.judged.as_ref().filter(|judged| judged.deserved_mark().is_some());
        if !is_confirmed && let Some(better) = better.and_then(|judged| judged.best.line.first()) {
            let mut line = job.line.clone();
            line.pop();
            line.push(better.clone());
            let mut query = self.query(self.state.current, HINT_PRIORITY);
            query["moves"] = json!(line);
            query["nodes"] = json!(job.nodes);
            let tag = self.tag();
            if let Ok(search) = self.begin_search(tag, query, 1) {
                self.jobs.insert(tag, Job::Weigh(Box::new(WeighJob { search, ..*job })));
                return;
            }
        }
        let weighed = self.weighed(&job).unwrap_or_default();
        job.reply_to.to_client.answer(job.reply_to.number, Ok(weighed));
    }

    fn weighed(&mut self, job: &WeighJob) -> Option<Weighed> {
        let ([_, Some(after)], Some(judged)) = (&job.records, &job.judged) else { return None };
        let mark = judged.deserved_mark()?;
        let line: Vec<&str> = job.line.iter().map(String::as_str).collect();
        let facts = facts_of(&mut self.rules, &line, &judged.best.line, &line_of(after));
        let allowed = facts.iter().filter(|fact: &&Fact| !fact.kind.is_missed());
        Some(Weighed {
            mark: MoveMark::sign(mark).to_string(),
            lost: judged.points_lost(),
            facts: allowed.map(FactView::of).collect(),
        })
    }
}
