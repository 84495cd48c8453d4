//! Evaluates the moves of a game one by one, from the last to the first.
//!
//! The value of a move is that of the position after it, seen from the other side; it is compared with the best move of
//! the position before. `annotate` has the marks. With more than two players there is no other side, so values are sent
//! without marks.

use serde_json::{Value as Json, json};

use super::help::{Job, NODES, check_range};
use super::{ReplyTo, TableThread};
use crate::annotate::{Advice, JudgedMove, Value};
use crate::contract::facts::Fact;
use crate::contract::{Outcome, Player, Score};
use crate::records::MoveMark;
use crate::table::answer::{Code, FactView, Push, Refusal, Report};
use crate::table::rules::Rules;
use crate::table::searches::{Search, SearchEvent};

/// Reports have the lowest priority.
const PRIORITY: i64 = -5;

/// A report in progress.
pub(super) struct ReportJob {
    pub reply_to: ReplyTo,
    /// The nodes of the line with the start.
    path: Vec<usize>,
    /// Its moves.
    moves: Vec<String>,
    /// The records so far, by number of moves played.
    records: Vec<Option<Json>>,
    /// Which of them have been sent.
    sent: Vec<bool>,
    players: usize,
    #[expect(dead_code, reason = "held until the report is done")]
    search: Search,
}

impl TableThread {
    pub(super) fn report(&mut self, reply_to: ReplyTo, nodes: u64) -> Result<(), Refusal> {
        check_range("field 'nodes'", &nodes, &NODES)?;
        if self.jobs.values().any(|job| matches!(job, Job::Report(_))) {
            return Err(Refusal::new(Code::Busy, "a report of this table is already in progress"));
        }
        let mut path = self.state.tree.path(self.state.current);
        path.insert(0, 0);
        let mut query = self.query(self.state.current, PRIORITY);
        query["nodes"] = json!(nodes);
        query["turns"] = (0..path.len()).rev().collect();
        let tag = self.tag();
        let search = self.begin_search(tag, query, path.len())?;
        let (records, sent) = (vec![None; path.len()], vec![false; path.len()]);
        let players = self.state.seats.len();
        let moves = self.state.line().into_iter().map(str::to_string).collect();
        self.jobs.insert(
            tag,
            Job::Report(Box::new(ReportJob { reply_to, path, moves, records, sent, players, search })),
        );
        Ok(())
    }

    pub(super) fn report_event(&mut self, tag: u64, event: SearchEvent) {
        let Some(Job::Report(report)) = self.jobs.get_mut(&tag) else { return };
        match event {
            SearchEvent::Failed(why) => {
                let refusal = Refusal::new(Code::Busy, format!("the search failed: {why}"));
                report.reply_to.refuse(&refusal);
                self.jobs.remove(&tag);
            }
            SearchEvent::Record(record, last) => {
                let turn = record["turn"].as_u64().and_then(|turn| usize::try_from(turn).ok());
                for ready in turn.map_or(Vec::new(), |turn| report.take(turn, record)) {
                    let mut report_push = Report { table: self.id.clone(), ..ready.report };
                    if !report_push.mark.is_empty() {
                        let line = self.state.tree.line(report_push.node);
                        let facts =
                            facts_of(&mut self.rules, &line, &ready.better, &line_of(&report_push.record));
                        report_push.facts = facts.iter().map(FactView::of).collect();
                    }
                    report.reply_to.to_client.push(Push::Report(report_push));
                }
                if last {
                    report.reply_to.to_client.answer(report.reply_to.number, Ok(json!({})));
                    self.jobs.remove(&tag);
                }
            }
        }
    }
}

impl ReportJob {
    /// Adds a record; returns the reports that can be sent now.
    fn take(&mut self, turn: usize, record: Json) -> Vec<Ready> {
        if turn >= self.records.len() {
            return Vec::new();
        }
        self.records[turn] = Some(record);
        let ready = |turn: &usize| !self.sent[*turn] && (*turn == 0 || self.records[turn - 1].is_some());
        let ready: Vec<usize> = [turn + 1, turn]
            .into_iter()
            .filter(|&turn| self.records.get(turn).is_some_and(Option::is_some))
            .filter(ready)
            .collect();
        ready.into_iter().filter_map(|turn| self.ready_report(turn)).collect()
    }

    fn ready_report(&mut self, turn: usize) -> Option<Ready> {
        self.sent[turn] = true;
        let record = self.records[turn].clone()?;
        let plain = Report {
            table: String::new(),
            node: self.path[turn],
            record,
            mark: String::new(),
            best: String::new(),
            lost: 0.0,
            facts: Vec::new(),
        };
        let judged = turn.checked_sub(1).and_then(|at| {
            let (before, mv) = (self.records[at].as_ref()?, self.moves.get(at)?);
            judge(before, &plain.record, mv, self.players)
        });
        let Some(judged) = judged else {
            return Some(Ready { report: plain, better: Vec::new() });
        };
        let mark = judged.deserved_mark();
        let report = Report {
            mark: mark.map_or("", MoveMark::sign).to_string(),
            best: judged.best.line.first().cloned().unwrap_or_default(),
            lost: judged.points_lost(),
            ..plain
        };
        Some(Ready { report, better: judged.best.line })
    }
}

/// An evaluated move, without its facts.
struct Ready {
    report: Report,
    /// The better line.
    better: Vec<String>,
}

/// The line of a record of a search.
pub(super) fn line_of(record: &Json) -> Vec<String> {
    serde_json::from_value(record["pv"].clone()).unwrap_or_default()
}

/// What the move at the end of a line allowed or missed; empty if the line cannot be played.
pub(super) fn facts_of(rules: &mut Rules, line: &[&str], better: &[String], answer: &[String]) -> Vec<Fact> {
    rules.facts(line, better, answer).unwrap_or_default()
}

/// The value of the player to move in a record of a search.
fn value(record: &Json) -> Option<Value> {
    let score = match (record["score"]["cp"].as_i64(), record["score"]["mate"].as_i64()) {
        (Some(cp), _) => Score(i32::try_from(cp).ok()?),
        (None, Some(mate)) => {
            let plies = i32::try_from(mate.unsigned_abs()).ok()?.saturating_mul(2).min(1000);
            if mate > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) }
        }
        (None, None) => return None,
    };
    let part = |index: usize| record["wdl"][index].as_f64();
    let points = part(0).zip(part(1)).map(|(win, draw)| (win + draw / 2.0) / 1000.0)?;
    Some(Value { score, points })
}

fn outcome(record: &Json) -> Option<Outcome> {
    match record["outcome"].as_str()? {
        "draw" => Some(Outcome::Draw),
        win => {
            let player: usize = win.strip_prefix('p')?.strip_suffix("win")?.parse().ok()?;
            Some(Outcome::Win(Player::new(player.checked_sub(1)?)))
        }
    }
}

/// Evaluates the move between two records, in a game of two; `None` if a value is missing.
pub(super) fn judge(before: &Json, after: &Json, mv: &str, players: usize) -> Option<JudgedMove> {
    let player = usize::try_from(before["player"].as_u64()?).ok()?.checked_sub(1)?;
    let player = Player::new(player);
    let line: Vec<String> = serde_json::from_value(before["pv"].clone()).ok()?;
    let best = Advice { value: value(before)?, line, depth: 0 };
    let played = match outcome(after) {
        Some(outcome) => Value::ended(outcome, player),
        None if players == 2 => value(after)?.before_move(),
        None => return None,
    };
    Some(JudgedMove { player, text: mv.to_string(), value: played, best, mark: None, facts: Vec::new() })
}
