//! Reads a file of games, and prints the moves that the engine would not have played.

use std::error::Error;

use quadriga::{Engine, Limits, read_file};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("a file of games is expected")?;
    let file = read_file(&path, None)?;
    for (line, reason) in &file.errors {
        eprintln!("{path}:{line}: {reason}");
    }
    for game in &file.games {
        let mut position = game.start()?;
        let mut engine = Engine::new(&position)?;
        println!("{}, {} moves:", game.rules(), game.moves().len());
        for (number, mv) in (1..).zip(game.moves()) {
            let report = engine.search(&position, &Limits::nodes(2000))?;
            if let (Some(best), Some(score)) = (&report.best_move, report.score())
                && best != mv
            {
                println!("  move {number}: {best} ({score}) instead of {mv}");
            }
            position.play(mv)?;
        }
        let end = position.status().reason;
        println!("  {}", if end.is_empty() { "unfinished" } else { end });
    }
    Ok(())
}
