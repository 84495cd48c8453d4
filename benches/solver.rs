//! Speed of the Connect Four solver: the first positions of each set in `tests/data/connect4`, every one with an empty
//! table and without the book. A group is a set; its two figures are exact scores and win, draw or loss alone.

use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadriga::contract::Window;
use quadriga::contract::solver::AnySolver;
use quadriga::contract::solver::{Effort, SIGN};
use quadriga::games;

/// Set, and how many of its positions are solved.
const SETS: &[(&str, usize)] = &[
    ("end_easy", 200),
    ("middle_easy", 200),
    ("middle_medium", 50),
    ("begin_easy", 100),
    ("begin_medium", 10),
    ("begin_hard", 2),
];
const HASH_MIB: usize = 64;

/// Moves and score of the first positions of a set.
fn positions(set: &str, count: usize) -> Vec<(String, i32)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/connect4").join(set).with_extension("txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let parse = |line: &str| {
        let (moves, score) = line.split_once(' ').expect("moves and a score");
        (moves.to_string(), score.parse().expect("a score"))
    };
    text.lines().take(count).map(parse).collect()
}

/// Solves all positions, the table empty before each; returns the sum of the numbers, so that nothing is left out.
fn solve(solver: &mut dyn AnySolver, positions: &[(String, i32)], window: Window) -> i32 {
    let number = |(moves, _): &(String, i32)| {
        solver.set_position(None, moves).expect("legal moves");
        solver.clear();
        let proof = solver.prove(window, Effort::ENDLESS);
        solver.number(proof.low)
    };
    positions.iter().map(number).sum()
}

fn sets(criterion: &mut Criterion) {
    let mut solver = games::open("connect4")
        .and_then(|game| game.tools().solver(HASH_MIB, 1))
        .expect("a game that can be solved");
    solver.use_book(false);
    for &(set, count) in SETS {
        let positions = positions(set, count);
        let scores: i32 = positions.iter().map(|(_, score)| score).sum();
        assert_eq!(solve(solver.as_mut(), &positions, Window::FULL), scores, "{set}");
        let mut group = criterion.benchmark_group(set);
        group.sample_size(10).throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("score", |b| b.iter(|| solve(solver.as_mut(), &positions, Window::FULL)));
        group.bench_function("sign", |b| b.iter(|| solve(solver.as_mut(), &positions, SIGN)));
        group.finish();
    }
}

criterion_group!(benches, sets);
criterion_main!(benches);
