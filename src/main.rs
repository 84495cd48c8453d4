//! A bench until the command line is there.
fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(mut engine) = quadriga::games::open(&name) else { return };
    let start = std::time::Instant::now();
    let nodes = engine.bench();
    println!("{nodes} nodes {} nps", (nodes as f64 / start.elapsed().as_secs_f64()) as u64);
}
