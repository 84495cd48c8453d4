//! Proved values of all moves of a position, for people.

use crate::contract::{Game, MoveStyle, Notation, Position, Score};
use crate::search::{Proving, Purse};

/// What a look may cost: some tens of milliseconds.
const MOST_NODES: u64 = 200_000;
/// Memory for it.
const HASH_MIB: usize = 8;

/// One line for each move whose value can be proved with little effort, best first, under a heading; the heading says so
/// where there is none. `None` where the game has no prover or the position no moves.
pub fn proved_values<G: Game>(game: &G, pos: &G::Position, style: MoveStyle) -> Option<String> {
    if pos.outcome().is_some() || pos.count_moves() == 0 {
        return None;
    }
    let mut prover = game.prover(HASH_MIB, 1)?;
    let mut proving = Proving::new(prover.as_mut(), pos, &[], pos.count_moves());
    proving.advance(&mut Purse::new(MOST_NODES, &|| false));
    let known = proving.known();
    if known.is_empty() {
        return Some(format!("no move's value is proved within {MOST_NODES} nodes"));
    }
    let mut lines = vec!["proved values of moves, for the player to move, in stones:".to_string()];
    for (mv, value) in known {
        let (mv, number) = (pos.move_text(mv, style), prover.number(pos, value));
        lines.push(format!("{mv:<30}{number:>6}  {}", in_words(value)));
    }
    Some(lines.join("\n"))
}

fn in_words(value: Score) -> String {
    match value.plies_to_end() {
        None => "draw".to_string(),
        Some(plies) => {
            let result = if value.is_win() { "win" } else { "loss" };
            format!("{result} in {plies} {}", if plies == 1 { "ply" } else { "plies" })
        }
    }
}
