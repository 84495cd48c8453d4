//! A bench until the command line is there.
use quadriga::search::{SearchLimits, Silent};
fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(mut engine) = quadriga::games::open(&name) else { return };
    let start = std::time::Instant::now();
    let nodes = match std::env::args().nth(2) {
        None => engine.bench(),
        Some(n) => engine.go(&SearchLimits::nodes(n.parse().unwrap()), &mut Silent).unwrap().nodes,
    };
    println!("{nodes} nodes {} nps", (nodes as f64 / start.elapsed().as_secs_f64()) as u64);
}
