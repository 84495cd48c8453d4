//! Logs for tests: games of random legal moves with random results.

use super::game_line::{End, GameLine, MatchLine};
use crate::games;
use crate::random::Random;

/// The first line of a match of these engines.
pub fn line(variant: &str, engines: &[&str]) -> MatchLine {
    MatchLine {
        version: 1,
        variant: variant.to_string(),
        options: Vec::new(),
        engines: engines.iter().map(ToString::to_string).collect(),
        specs: engines.iter().map(|name| format!("name={name} cmd=./{name} tc=10+0.1")).collect(),
        format: "round-robin".to_string(),
        swiss_rounds: None,
        extra_pairs: None,
        rounds: 100,
        pairs: 100,
        openings: "random plies 4, seed 1".to_string(),
        adjudication: "none".to_string(),
    }
}

/// A game without moves in which the first seat got these points.
pub fn result(pair: u64, game: u32, players: [&str; 2], first: f64) -> GameLine {
    GameLine {
        pair,
        game,
        players: players.iter().map(ToString::to_string).collect(),
        programs: Vec::new(),
        fen: None,
        opening: (pair + 1).to_string(),
        opening_moves: 0,
        moves: Vec::new(),
        points: vec![first, 1.0 - first],
        end: End::Rules,
        reason: String::new(),
        at_fault: None,
        ms: Vec::new(),
        scores: Vec::new(),
        depths: Vec::new(),
        nodes: Vec::new(),
        pvs: Vec::new(),
        began: "2026-01-31T12:00:00Z".to_string(),
    }
}

/// A game of at most `plies` random moves with a random result.
pub fn game(
    line: &MatchLine,
    random: &mut Random,
    id: (u64, u32),
    players: [&str; 2],
    plies: usize,
) -> GameLine {
    let mut engine = games::open(&line.variant).expect("a game of ours");
    let mut game = result(id.0, id.1, players, [0.0, 0.5, 1.0, 1.0][random.below(4)]);
    game.opening_moves = 2;
    for ply in 0..plies {
        let moves = engine.legal_moves(crate::contract::MoveStyle::Native);
        if moves.is_empty() || engine.status().outcome.is_some() {
            break;
        }
        game.moves.push(engine.play(&moves[random.below(moves.len())]).expect("legal"));
        if ply >= game.opening_moves {
            // The second engine by name takes longer.
            let slower = if players[ply % 2] > players[(ply + 1) % 2] { 20.0 } else { 0.0 };
            game.ms.push(100.0 - ply as f64 + slower + random.below(30) as f64);
            game.scores.push(Some(random.below(200) as i32 - 100));
            game.depths.push(Some(8 + random.below(8) as i32));
            game.nodes.push(Some(100_000 + random.below(10_000) as u64));
            game.pvs.push(game.moves[ply].clone());
        }
    }
    game.reason = "an invented end".to_string();
    game
}
