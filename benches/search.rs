//! Speed of the search: nodes per second of the bench positions of each game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadriga::games;

const GAMES: &[&str] = &["connect4", "connect4-8x8", "gomoku", "renju", "draughts", "chinesecheckers"];

fn bench_positions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for &game in GAMES {
        let mut engine = games::open(game).expect("a game of ours");
        group.throughput(Throughput::Elements(engine.bench()));
        group.bench_function(game, |bencher| bencher.iter(|| engine.bench()));
    }
    group.finish();
}

criterion_group!(benches, bench_positions);
criterion_main!(benches);
