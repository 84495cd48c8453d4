//! What is written: `info`, `done`, `error`.
//!
//! Servers read `info` with one pattern, so all fields are present in the order of Scan, and the line of moves has only
//! digits, `-`, `x` and blanks.

use crate::contract::{Bound, Score, SearchInfo, SearchObserver, SearchResult};
use crate::wire::hub::written;
use crate::wire::message::one_line;
use crate::wire::output::Output;

/// Scores of wins lie beyond this many men; see [`score`].
const WIN: f64 = 100.0;
/// Scores of wins from a bitbase.
const KNOWN_WIN: f64 = 90.0;
/// The lowest of them.
const FAR_WIN: f64 = 80.0;
/// An evaluation never reaches the scores of wins.
const LARGEST: f64 = 79.99;

/// Prints the reports of a running search.
pub(super) struct InfoPrinter {
    pub output: Output,
    /// Were several lines asked for?
    pub several: bool,
    /// The move printed last as the best.
    pub printed: Option<String>,
}

impl SearchObserver<String> for InfoPrinter {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        // The protocol has no bounds.
        if info.bound != Bound::Exact {
            return;
        }
        if info.multi_pv == 1 {
            self.printed = info.pv.first().cloned();
        }
        self.output.line(&info_line(info, self.several));
    }
}

/// `info depth= mean-depth= score= nodes= time= nps= pv=`. Leaves are not counted by depth here: the mean is the
/// nominal depth. `several`: also the rank of the line, `multi-pv=`, which the protocol does not have.
pub(super) fn info_line(info: &SearchInfo<String>, several: bool) -> String {
    let rank = if several { format!("multi-pv={} ", info.multi_pv) } else { String::new() };
    format!(
        "info {rank}depth={} mean-depth={:.1} score={:.2} nodes={} time={:.3} nps={:.1} pv={}",
        info.depth,
        f64::from(info.depth),
        score(info.score),
        info.nodes,
        info.time.as_secs_f64(),
        info.nps() as f64 / 1e6,
        written(&info.pv.join(" "))
    )
}

/// In men. A win in `n` plies is `100 - n/100`; a bitbase's win that is reached in `n` plies is `90 - n/100`, one that
/// is reached later is 80.
fn score(score: Score) -> f64 {
    let sign = f64::from(score.0.signum());
    match (score.plies_to_end(), score.plies_to_known()) {
        (Some(plies), _) => (WIN - f64::from(plies) / 100.0) * sign,
        (None, Some(plies)) => (KNOWN_WIN - f64::from(plies) / 100.0) * sign,
        (None, None) if score.is_known() => FAR_WIN * sign,
        (None, None) => (f64::from(score.0) / 100.0).clamp(-LARGEST, LARGEST),
    }
}

/// `done move= [ponder=]`; bare if there is no move.
pub(super) fn done_line(result: &SearchResult<String>) -> String {
    match (&result.best_move, &result.ponder_move) {
        (Some(best), Some(ponder)) => format!("done move={} ponder={}", written(best), written(ponder)),
        (Some(best), None) => format!("done move={}", written(best)),
        (None, _) => "done".to_string(),
    }
}

/// `error message="..."`
pub(super) fn error_line(message: &str) -> String {
    format!("error message=\"{}\"", one_line(message).replace('"', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn report(score: Score) -> SearchInfo<String> {
        SearchInfo {
            depth: 9,
            seldepth: 30,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            proved: false,
            nodes: 1_234_567,
            time: Duration::from_millis(250),
            hashfull: 0,
            tb_hits: 0,
            wdl: [0, 1000, 0],
            pv: vec!["32-28".to_string(), "19x30x24".to_string()],
        }
    }

    #[test]
    fn fields_stand_in_the_order_that_servers_read() {
        assert_eq!(
            info_line(&report(Score(-7)), false),
            "info depth=9 mean-depth=9.0 score=-0.07 nodes=1234567 time=0.250 nps=4.9 pv=\"32-28 19x30x24\""
        );
        assert!(info_line(&report(Score(-7)), true).starts_with("info multi-pv=1 depth=9 mean-depth=9.0 "));
    }

    #[test]
    fn wins_are_a_hundred_men_less_the_plies_and_nothing_else_comes_near() {
        assert!((score(Score::win_in(7)) - 99.93).abs() < 1e-9);
        assert!((score(Score::loss_in(300)) + 97.0).abs() < 1e-9);
        assert!((score(Score::known_win_in(12)) - 89.88).abs() < 1e-9);
        assert!((score(-Score::known_win(300)) + 80.0).abs() < 1e-9);
        assert!(score(Score::MAX_EVAL) < 80.0);
        assert!(score(-Score::MAX_EVAL) > -80.0);
    }

    #[test]
    fn a_finished_game_is_done_without_a_move() {
        assert_eq!(done_line(&SearchResult::none()), "done");
    }

    #[test]
    fn messages_hold_no_quotation_mark() {
        assert_eq!(error_line("bad \"move\"\n"), "error message=\"bad 'move'?\"");
    }
}
