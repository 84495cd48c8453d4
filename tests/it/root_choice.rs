//! The move played is the move found, wherever a search is stopped.
//!
//! With one thread a search repeats exactly, so `go depth D` tells independently what each full iteration finds and after
//! how many nodes it is complete. A search of so many nodes must then answer with the last full iteration that fits into
//! them, or with a line of the running one: that of the first move, or of a move that beat what stood there before. The
//! node limits go one by one from 1, so that every place where a search can be stopped is passed.

use std::collections::HashMap;

use quadriga::contract::{Bound, Score, SearchInfo, SearchLimits, SearchObserver, SearchResult, Silent};
use quadriga::engine::AnyEngine;
use quadriga::games;

/// Every limit up to this is tried.
const EVERY: u64 = 1000;
/// Limits beyond, by these steps, up to this.
const BEYOND: (u64, u64) = (2711, 40_000);

/// Moves from the start to positions of the opening, the middle and an end; other rule sets are searched at their start.
const LINES: &[(&str, &[&str])] = &[
    ("connect4", &["", "4 4 4 4 4 2"]),
    ("connect4-8x8", &["", "4 4 4 4 4 2 5"]),
    ("gomoku", &["h8 i9 g7 g8 i8 h9"]),
    ("gomokufreestyle", &["h8 i9 g7 g8 i8 h9"]),
    ("renju", &["h8 a1 h9 c1 i10 e1 j10 g1"]),
    ("caro", &["h8 i9 g7 g8 i8 h9"]),
    ("draughts", &["", "32-28 19-23 28x19 14x23 37-32 10-14 41-37"]),
    ("breakthrough", &["32-28 19-23 28x19 14x23 37-32 10-14 41-37"]),
    ("killer", &["32-28 19-23 28x19 14x23"]),
    ("antidraughts", &["32-28 19-23 28x19 14x23"]),
    ("frisian", &["33-28"]),
    ("russian", &["c3-d4"]),
    ("english", &["11-15"]),
    ("chinesecheckers", &["d10-e11 n10-m11 d12-e13 n12-m13"]),
];

/// Every rule set, and every board that is listed, with its lines.
fn games() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let lines = |name| LINES.iter().find(|&&(game, _)| game == name).map_or(&[""][..], |&(_, lines)| lines);
    let listed = games::listed_names().filter(|listed| !listed.is_alias());
    listed.map(move |listed| (listed.name, lines(listed.name)))
}

fn engine(game: &str, moves: &str, multi_pv: usize) -> Box<dyn AnyEngine> {
    let mut engine = games::open(game).expect("a game of ours");
    let lines = multi_pv.to_string();
    for (name, value) in [("Hash", "1"), ("MultiPV", &lines)] {
        engine.set_option(name, value).expect("an option of all games");
    }
    if engine.options().iter().any(|option| option.name == "Solver") {
        engine.set_option("Solver", "false").expect("an option of games that can be solved");
    }
    let words: Vec<&str> = moves.split_whitespace().collect();
    engine.set_position(None, &words).expect("legal moves");
    engine
}

fn search(engine: &mut dyn AnyEngine, limits: &SearchLimits) -> SearchResult<String> {
    engine.new_game();
    engine.go(limits, &mut Silent).expect("a search")
}

/// What iterations find: the result of each depth, from 1.
fn full_iterations(engine: &mut dyn AnyEngine, nodes: u64) -> Vec<SearchResult<String>> {
    let mut found: Vec<SearchResult<String>> = Vec::new();
    while found.last().is_none_or(|last| last.nodes <= nodes && found.len() < 40) {
        found.push(search(engine, &SearchLimits::depth(found.len() as i32 + 1)));
    }
    found
}

fn first_move(line: &SearchInfo<String>) -> &str {
    &line.pv[0]
}

/// Checks the lines that are not of the running iteration: they say what the last full one found of these moves.
fn check_full_lines(result: &SearchResult<String>, full: &SearchResult<String>, case: &str) {
    let depth = full.lines[0].depth;
    for line in result.lines.iter().filter(|line| line.depth <= depth) {
        let same = full.lines.iter().find(|found| first_move(found) == first_move(line));
        let value = same.map(|found| (found.depth, found.score, found.bound));
        assert_eq!(value, Some((line.depth, line.score, line.bound)), "{case}: {}", first_move(line));
    }
    let depths: Vec<i32> = result.lines.iter().map(|line| line.depth).collect();
    assert!(depths.is_sorted_by(|a, b| a >= b), "{case}: what is running stands first: {depths:?}");
}

fn check_every_limit(game: &str, moves: &str, multi_pv: usize) {
    let mut engine = engine(game, moves, multi_pv);
    let iterations = full_iterations(&mut *engine, BEYOND.1);
    // What the running iteration has said of its first lines so far.
    let mut said: (i32, HashMap<String, Score>) = (0, HashMap::new());
    let mut last = Score::DRAW;
    for nodes in (1..=EVERY).chain((EVERY..=BEYOND.1).step_by(BEYOND.0 as usize)) {
        let case = format!("{game} '{moves}' MultiPV {multi_pv}, {nodes} nodes");
        let result = search(&mut *engine, &SearchLimits::nodes(nodes));
        // The first is always finished.
        let full = iterations.iter().rev().find(|found| found.nodes < nodes).unwrap_or(&iterations[0]);
        let (line, found) = (&result.lines[0], &full.lines[0]);
        assert_eq!(result.best_move.as_deref(), Some(first_move(line)), "{case}");
        check_full_lines(&result, full, &case);
        if line.depth == found.depth {
            assert_eq!(
                first_move(line),
                first_move(found),
                "{case}: not the move of the last full iteration"
            );
            continue;
        }
        assert_eq!(line.depth, found.depth + 1, "{case}");
        if said.0 != line.depth {
            said = (line.depth, HashMap::new());
            if nodes <= EVERY {
                assert_eq!(first_move(line), first_move(found), "{case}: the first move is searched first");
            }
        }
        if nodes <= EVERY && !said.1.contains_key(first_move(line)) && !said.1.is_empty() {
            assert!(line.score > last, "{case}: {} did not beat what stood there", first_move(line));
        }
        said.1.insert(first_move(line).to_string(), line.score);
        last = line.score;
    }
}

#[test]
fn the_move_played_is_that_of_the_last_full_iteration_or_beat_it_in_the_running_one() {
    for (game, positions) in games() {
        for moves in positions {
            check_every_limit(game, moves, 1);
        }
    }
}

#[test]
fn lines_of_several_are_of_the_last_full_iteration_or_of_the_running_one() {
    for (game, positions) in games() {
        for multi_pv in [2, 3] {
            check_every_limit(game, positions[0], multi_pv);
        }
    }
}

/// The deepest iteration that was reported to its end, known by a later report of a greater depth.
struct Reports(Vec<SearchInfo<String>>);

impl SearchObserver<String> for Reports {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        self.0.push(info.clone());
    }
}

impl Reports {
    fn last_full(&self) -> Option<&SearchInfo<String>> {
        let mut first_lines = self.0.iter().filter(|info| info.multi_pv == 1);
        let deepest = first_lines.clone().map(|info| info.depth).max()?;
        first_lines.rfind(|info| info.depth < deepest && info.bound == Bound::Exact)
    }
}

#[test]
fn two_threads_play_no_move_of_an_iteration_before_the_last_full_one() {
    for (game, positions) in games() {
        let mut engine = engine(game, positions[0], 1);
        engine.set_option("Threads", "2").expect("an option of all games");
        for nodes in (1..=300).chain((300..=BEYOND.1).step_by(3001)) {
            engine.new_game();
            let mut reports = Reports(Vec::new());
            let result = engine.go(&SearchLimits::nodes(nodes), &mut reports).expect("a search");
            let line = &result.lines[0];
            assert_eq!(result.best_move.as_deref(), Some(first_move(line)), "{game}, {nodes} nodes");
            assert!(line.depth >= 1, "{game}, {nodes} nodes");
            let Some(full) = reports.last_full() else { continue };
            let same = first_move(line) == first_move(full);
            let newer = line.depth > full.depth || (line.depth == full.depth && line.score > full.score);
            assert!(same || newer, "{game}, {nodes} nodes: {line:?} after {full:?}");
        }
    }
}

#[test]
fn the_first_iteration_is_finished_whatever_ends_the_search() {
    for (game, positions) in games() {
        let mut engine = engine(game, positions[0], 1);
        let first = search(&mut *engine, &SearchLimits::depth(1));
        let limits = [SearchLimits::nodes(1), SearchLimits { infinite: true, ..SearchLimits::default() }];
        for limits in limits {
            engine.stop_handle().stop();
            let result = search(&mut *engine, &limits);
            assert_eq!(result.lines[0].depth, 1, "{game}");
            assert_eq!(result.best_move, first.best_move, "{game}");
            assert_eq!(result.lines[0].score, first.lines[0].score, "{game}");
        }
        engine.stop_handle().reset();
        let result = search(&mut *engine, &SearchLimits::move_time(1));
        assert!(result.lines[0].depth >= 1, "{game}");
    }
}

#[test]
fn connect_four_does_not_open_at_the_edge_however_short_the_search() {
    for game in ["connect4", "connect4-8x8", "connect4-9x7", "connect4-10x10"] {
        let mut engine = games::open(game).expect("a game of ours");
        for nodes in 1..=600 {
            let result = search(&mut *engine, &SearchLimits::nodes(nodes));
            assert_ne!(result.best_move.as_deref(), Some("1"), "{game}, {nodes} nodes");
        }
    }
}
