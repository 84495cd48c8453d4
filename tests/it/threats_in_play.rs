//! Wins by threats in a search of gomoku and renju: found, told with a line that the rules replay, and played.

use quadriga::contract::{Score, SearchInfo, SearchLimits, SearchObserver};
use quadriga::engine::AnyEngine;

/// A victory by fours of White in 33 plies (junghyun397/mintaka, mintaka/tests/test_vcf.rs).
const FOURS: &str = ".............../.............../....OX..O....../.......O......./....O.X......../.O.X..OXO....../..XXO.OXO....../...XXO.XX....../....X........../.......OX....../.............../.............../.............../.............../............... b";

fn engine(options: &[(&str, &str)]) -> Box<dyn AnyEngine> {
    let mut engine = quadriga::games::open("renju").expect("a game of the family");
    for (name, value) in [("Hash", "8")].iter().chain(options) {
        engine.set_option(name, value).expect("an option of this game");
    }
    engine.set_position(Some(FOURS), &[]).expect("a position");
    engine
}

/// Everything that a search reports.
#[derive(Default)]
struct Reports(Vec<SearchInfo<String>>);

impl SearchObserver<String> for Reports {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        self.0.push(info.clone());
    }
}

#[test]
fn a_win_by_threats_ends_the_search_and_its_line_ends_the_game() {
    for limits in [
        SearchLimits::nodes(100_000),
        SearchLimits::move_time(60_000),
        SearchLimits { mate: Some(20), ..SearchLimits::default() },
    ] {
        let mut engine = engine(&[]);
        let mut reports = Reports::default();
        let result = engine.go(&limits, &mut reports).expect("a search");
        let last = reports.0.last().expect("a report");
        assert!(last.proved && last.score >= Score::win_in(35), "{:?}", last.score);
        assert_eq!(result.best_move.as_ref(), last.pv.first());
        assert_eq!(Score::win_in(last.pv.len() as i32), last.score);
        let line: Vec<&str> = last.pv.iter().map(String::as_str).collect();
        engine.set_position(Some(FOURS), &line).expect("legal moves");
        assert_eq!(engine.status().reason, "five in a line");
    }
}

#[test]
fn with_several_lines_the_win_is_the_first_of_them() {
    let mut engine = engine(&[("MultiPV", "3")]);
    let result = engine.go(&SearchLimits::nodes(50_000), &mut Reports::default()).expect("a search");
    assert_eq!(result.lines.len(), 3);
    assert!(result.lines[0].score.is_win() && result.lines[0].pv.first() == result.best_move.as_ref());
    let first: Vec<_> = result.lines.iter().map(|line| line.pv.first()).collect();
    assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2], "{first:?}");
}

#[test]
fn without_the_solver_and_below_full_strength_nothing_is_called_proved() {
    for option in [("Solver", "false"), ("Skill Level", "10")] {
        let mut reports = Reports::default();
        engine(&[option]).go(&SearchLimits::nodes(20_000), &mut reports).expect("a search");
        assert!(reports.0.iter().all(|info| !info.proved), "{option:?}");
    }
}

#[test]
fn the_nodes_of_the_search_for_threats_count_and_a_search_repeats() {
    let mut engine = quadriga::games::open("gomokufreestyle").expect("a game of the family");
    engine.set_position(None, &["h8", "i9", "i7", "g9", "j8", "h10", "g8"]).expect("legal moves");
    for nodes in [100, 1_000, 30_000] {
        let mut search = || {
            engine.new_game();
            let result = engine.go(&SearchLimits::nodes(nodes), &mut Reports::default()).expect("a search");
            (result.nodes, result.best_move, result.lines[0].score)
        };
        let first = search();
        assert_eq!(search(), first);
        assert!(first.0 <= nodes + 1, "{first:?}");
    }
}

/// A crowded board of exact five with many fours against an open three.
const CROWDED: &str = "c8 h10 n6 n7 d12 f10 d11 e9 g11 d10 e10 f8 c11 f11 f9 c12 h8 g8 e7 g7 h6 g6 g9 f7 e13 f14 c9 d8 c7 c10 \
    e5 d6 d9 d7 d5 c6 e6 e4 f5 g5 g4 i10 j10 j9 h5 h7 j7 i6 k10 i12 a9 b10 f12 h11 g12 g13 d14 c15 i11 i4 h3 \
    i2 i3 j3 j5 l5 k4 k5 d13 d15 b5 c5 f3 f2 b3 d3 c13 b13 b4 b6 a8 a7 g3 e3 k11 k9 m10 j13 l12 i9 m13";

#[test]
fn fours_that_cost_no_depth_do_not_make_a_shallow_search_endless() {
    let mut engine = quadriga::games::open("gomoku").expect("a game of the family");
    engine.set_option("Solver", "false").expect("an option of this game");
    let moves: Vec<&str> = CROWDED.split(' ').collect();
    engine.set_position(None, &moves).expect("legal moves");
    let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
    let result = engine.go(&limits, &mut Reports::default()).expect("a search");
    assert!(result.nodes < 300_000, "{}", result.nodes);
}
