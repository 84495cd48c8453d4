//! Evaluates the moves of a game one by one, from the last to the first.
//!
//! The value of a move is that of the position after it, seen from the other side; it is compared with the best move of
//! the position before. Since that search is a ply shallower for the same moves, a mark is confirmed: the better move is
//! played and the position after it searched in the same way. `annotate` has the marks. With more than two players there is no other side, so values are sent
//! without marks.

use std::collections::HashMap;

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
    /// Number of first moves without a mark: the stones of an opening are meant to leave a balance.
    opening: usize,
    /// Is the distance to the end of a proved result exact in this game?
    exact_ends: bool,
    /// Nodes of each search.
    nodes: u64,
    /// Moves whose marks are being confirmed, by the tag of the search.
    confirming: HashMap<u64, (Judgement, Search)>,
    /// Has every position been searched?
    is_searched: bool,
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
            Job::Report(Box::new(ReportJob {
                reply_to,
                path,
                moves,
                records,
                sent,
                players,
                opening: self.state.opening_stones(),
                exact_ends: self.rules.has_exact_ends(),
                nodes,
                confirming: HashMap::new(),
                is_searched: false,
                search,
            })),
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
                let ready = turn.map_or(Vec::new(), |turn| report.take(turn, record));
                report.is_searched |= last;
                for judgement in ready {
                    if let Some(judgement) = self.confirm(tag, judgement) {
                        self.send_judgement(tag, judgement);
                    }
                }
                self.end_report(tag);
            }
        }
    }

    /// Begins to confirm a mark; gives the judgement back if it has none, or it cannot be confirmed.
    fn confirm(&mut self, report_tag: u64, judgement: Judgement) -> Option<Judgement> {
        let Some(Job::Report(report)) = self.jobs.get(&report_tag) else { return Some(judgement) };
        let better = judgement.judged.as_ref().filter(|judged| judged.deserved_mark().is_some());
        let Some(better) = better.and_then(|judged| judged.best.line.first()).cloned() else {
            return Some(judgement);
        };
        let at = judgement.turn - 1;
        let mut query = self.query(self.state.current, PRIORITY);
        query["moves"] = report.moves[..at].iter().chain([&better]).cloned().collect();
        query["nodes"] = json!(report.nodes);
        let tag = self.tag();
        let Ok(search) = self.begin_search(tag, query, 1) else { return Some(judgement) };
        if let Some(Job::Report(report)) = self.jobs.get_mut(&report_tag) {
            report.confirming.insert(tag, (judgement, search));
        }
        None
    }

    /// A search that confirms a mark is done; any other tag is ignored.
    pub(super) fn confirmed(&mut self, tag: u64, event: SearchEvent) {
        let of_report = |(&report_tag, job): (&u64, &Job)| match job {
            Job::Report(report) if report.confirming.contains_key(&tag) => Some(report_tag),
            _ => None,
        };
        let Some(report_tag) = self.jobs.iter().find_map(of_report) else { return };
        let Some(Job::Report(report)) = self.jobs.get_mut(&report_tag) else { return };
        let Some((mut judgement, _)) = report.confirming.remove(&tag) else { return };
        if let (SearchEvent::Record(after, _), Some(judged)) = (event, &mut judgement.judged) {
            lower_best(judged, &after, report.players);
        }
        self.send_judgement(report_tag, judgement);
        self.end_report(report_tag);
    }

    fn send_judgement(&mut self, report_tag: u64, judgement: Judgement) {
        let line = self.state.tree.line(judgement.report.node);
        let mut report = judgement.report;
        if let Some(judged) = &judgement.judged {
            let mark = judged.deserved_mark();
            report.mark = mark.map_or("", MoveMark::sign).to_string();
            report.best = judged.best.line.first().cloned().unwrap_or_default();
            report.lost = judged.points_lost();
            if mark.is_some() {
                let answer = line_of(&report.record);
                let facts = facts_of(&mut self.rules, &line, &judged.best.line, &answer);
                report.facts = facts.iter().map(FactView::of).collect();
            }
        }
        report.table = self.id.clone();
        if let Some(Job::Report(job)) = self.jobs.get(&report_tag) {
            job.reply_to.to_client.push(Push::Report(report));
        }
    }

    fn end_report(&mut self, tag: u64) {
        if let Some(Job::Report(report)) = self.jobs.get(&tag)
            && report.is_searched
            && report.confirming.is_empty()
        {
            report.reply_to.to_client.answer(report.reply_to.number, Ok(json!({})));
            self.jobs.remove(&tag);
        }
    }
}

impl ReportJob {
    /// Adds a record; returns the judgements that are complete now.
    fn take(&mut self, turn: usize, record: Json) -> Vec<Judgement> {
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
        ready.into_iter().filter_map(|turn| self.judgement(turn)).collect()
    }

    fn judgement(&mut self, turn: usize) -> Option<Judgement> {
        self.sent[turn] = true;
        let record = self.records[turn].clone()?;
        let judged = turn.checked_sub(1).filter(|&at| at >= self.opening).and_then(|at| {
            let (before, mv) = (self.records[at].as_ref()?, self.moves.get(at)?);
            judge(before, &record, mv, self.players, self.exact_ends)
        });
        let report = Report {
            table: String::new(),
            node: self.path[turn],
            record,
            mark: String::new(),
            best: String::new(),
            lost: 0.0,
            facts: Vec::new(),
        };
        Some(Judgement { turn, report, judged })
    }
}

/// A position and the move that led to it.
struct Judgement {
    /// Moves played before the position.
    turn: usize,
    /// What is sent, without what is known of the move.
    report: Report,
    judged: Option<JudgedMove>,
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

/// The value of the position of a record for the player who has just moved, in a game of two or at its end.
fn value_after(record: &Json, player: Player, players: usize) -> Option<Value> {
    match outcome(record) {
        Some(outcome) => Some(Value::ended(outcome, player)),
        None if players == 2 => value(record).map(Value::before_move),
        None => None,
    }
}

/// Evaluates the move between two records; `None` if a value is missing.
pub(super) fn judge(
    before: &Json,
    after: &Json,
    mv: &str,
    players: usize,
    exact_ends: bool,
) -> Option<JudgedMove> {
    let player = usize::try_from(before["player"].as_u64()?).ok()?.checked_sub(1)?;
    let player = Player::new(player);
    let line: Vec<String> = serde_json::from_value(before["pv"].clone()).ok()?;
    let best = Advice { value: value(before)?, line, depth: 0 };
    let value = value_after(after, player, players)?;
    Some(JudgedMove { player, text: mv.to_string(), value, best, mark: None, facts: Vec::new(), exact_ends })
}

/// Lowers the value of the better move to that of the position after it, if that is less.
pub(super) fn lower_best(judged: &mut JudgedMove, after_best: &Json, players: usize) {
    if let Some(value) = value_after(after_best, judged.player, players) {
        judged.lower_best(value);
    }
}
