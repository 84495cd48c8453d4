//! Speed of the rules: leaves per second of a small perft in each game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadriga::games;

/// A game, its options, and the depth to count to.
type Work = (&'static str, &'static [(&'static str, &'static str)], u32);

const WORK: &[Work] = &[
    ("connect4", &[], 7),
    ("connect4-8x8", &[], 6),
    ("gomoku", &[], 2),
    ("draughts", &[], 7),
    ("russian", &[], 8),
    ("chinesecheckers", &[("Hops", "both")], 4),
];

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for &(game, options, depth) in WORK {
        let mut engine = games::open(game).expect("a game of ours");
        for (name, value) in options {
            engine.set_option(name, value).expect("an option of the game");
        }
        group.throughput(Throughput::Elements(engine.perft(depth, 1).nodes));
        group.bench_function(game, |bencher| bencher.iter(|| engine.perft(depth, 1).nodes));
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
