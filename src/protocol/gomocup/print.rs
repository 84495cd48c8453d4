//! Reports while the engine thinks.
//!
//! Plain managers get a `MESSAGE` for each iteration that does not end at once, and for the last one. Yixin's
//! front-ends request more with `INFO show_detail`: the parts of each line (`INFO PV` ... `INFO PV DONE`) and marks on
//! the board (`MESSAGE REALTIME`).

use std::time::Duration;

use crate::contract::{Bound, SearchInfo, SearchObserver};
use crate::wire::message::one_line;
use crate::wire::output::Output;

/// No message is sent for an iteration that ends earlier in the search than this.
const MIN_MESSAGE_TIME: Duration = Duration::from_millis(100);

/// `INFO show_detail`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Detail {
    /// Marks on the board.
    pub realtime: bool,
    /// The parts of each line.
    pub lines: bool,
}

/// Prints the reports of a running search.
pub(super) struct Printer {
    pub output: Output,
    pub detail: Detail,
    /// Number of searched lines.
    pub lines: usize,
}

impl SearchObserver<String> for Printer {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        if info.bound != Bound::Exact {
            return;
        }
        if self.detail.lines {
            self.output.line(&detail(info, self.lines));
        }
        if self.detail.realtime {
            self.realtime(info);
        }
        if self.detail == Detail::default() && info.time >= MIN_MESSAGE_TIME {
            self.output.line(&message(info, self.lines));
        }
    }

    fn on_note(&mut self, note: &str) {
        self.output.line(&format!("MESSAGE {}", one_line(note)));
    }
}

impl Printer {
    fn realtime(&self, info: &SearchInfo<String>) {
        let Some(best) = info.pv.first() else { return };
        let mut text = String::new();
        if info.multi_pv == 1 {
            let (value, pv) = (info.score.number_text(), info.pv.join(" "));
            text = format!(
                "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST {best}\nMESSAGE REALTIME VAL {value}\n\
                 MESSAGE REALTIME PV {pv}"
            );
        }
        if info.score.is_loss() {
            let line_end = if text.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{line_end}MESSAGE REALTIME LOSE {best}"));
        }
        if !text.is_empty() {
            self.output.line(&text);
        }
    }
}

/// A report in one line for users.
pub(super) fn message(info: &SearchInfo<String>, lines: usize) -> String {
    let rank = if lines > 1 { format!(" line {}", info.multi_pv) } else { String::new() };
    format!(
        "MESSAGE depth {}-{}{rank} score {} nodes {} nps {} time {} pv {}",
        info.depth,
        info.seldepth,
        info.score.number_text(),
        info.nodes,
        info.nps(),
        info.time.as_millis(),
        info.pv.join(" ")
    )
}

/// A report as Yixin's front-ends read it.
fn detail(info: &SearchInfo<String>, lines: usize) -> String {
    let points = f64::from(info.wdl[0] + info.wdl[1] / 2) / 1000.0;
    let fields = [
        ("PV", (info.multi_pv - 1).to_string()),
        ("NUMPV", lines.to_string()),
        ("DEPTH", info.depth.to_string()),
        ("SELDEPTH", info.seldepth.to_string()),
        ("NODES", info.nodes.to_string()),
        ("TOTALNODES", info.nodes.to_string()),
        ("TOTALTIME", info.time.as_millis().to_string()),
        ("SPEED", info.nps().to_string()),
        ("EVAL", info.score.number_text()),
        ("WINRATE", format!("{points:.4}")),
        ("BESTLINE", info.pv.join(" ")),
        ("PV", "DONE".to_string()),
    ];
    let lines: Vec<String> = fields.iter().map(|(key, value)| format!("INFO {key} {value}")).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Score;

    fn report(score: Score, rank: usize) -> SearchInfo<String> {
        SearchInfo {
            depth: 12,
            seldepth: 20,
            multi_pv: rank,
            score,
            bound: Bound::Exact,
            proved: false,
            nodes: 5000,
            time: Duration::from_millis(10),
            hashfull: 7,
            tb_hits: 0,
            wdl: [500, 300, 200],
            pv: vec!["7,7".to_string(), "8,8".to_string()],
        }
    }

    #[test]
    fn a_line_is_taken_apart_in_the_usual_order() {
        assert_eq!(
            detail(&report(Score(-34), 2), 3),
            "INFO PV 1\nINFO NUMPV 3\nINFO DEPTH 12\nINFO SELDEPTH 20\nINFO NODES 5000\nINFO TOTALNODES 5000\n\
             INFO TOTALTIME 10\nINFO SPEED 500000\nINFO EVAL -34\nINFO WINRATE 0.6500\nINFO BESTLINE 7,7 8,8\n\
             INFO PV DONE"
        );
    }

    #[test]
    fn messages_name_the_line_where_there_are_several() {
        assert_eq!(
            message(&report(Score::win_in(7), 1), 1),
            "MESSAGE depth 12-20 score +M7 nodes 5000 nps 500000 time 10 pv 7,7 8,8"
        );
        assert!(
            message(&report(Score::loss_in(4), 2), 2).starts_with("MESSAGE depth 12-20 line 2 score -M4 ")
        );
    }
}
