//! Wins by threats on request: behind `quadriga solve`, and in the text of the evaluation.

use super::{ThreatWin, Vct, Verdict};
use crate::contract::solver::{Effort, plies_in_words};
use crate::contract::threats::{ThreatSolver, ThreatVerdict};
use crate::contract::{EngineError, Game as _, MoveStyle, Notation as _, Position as _, Status};
use crate::engine::Record;
use crate::games::gomoku::Gomoku;
use crate::games::gomoku::geometry::Cell;
use crate::games::gomoku::pattern_board::PatternBoard;
use crate::games::gomoku::position::Position;

/// Limit of positions for the text of the evaluation, for each player: some tens of milliseconds.
const MAX_NODES: u64 = 20_000;
/// Table size for it, in MiB.
const HASH_MIB: usize = 2;

/// A search for threats, with a position.
pub struct GomokuThreats {
    game: Gomoku,
    record: Record<Position>,
    vct: Vct,
}

impl GomokuThreats {
    /// At the start position of the game, with a table of at most `mib` MiB.
    pub fn new(game: Gomoku, mib: usize) -> GomokuThreats {
        GomokuThreats { record: Record::new(game.start_position()), game, vct: Vct::new(mib) }
    }
}

impl ThreatSolver for GomokuThreats {
    fn set_position(&mut self, fen: Option<&str>, moves: &str) -> Result<(), EngineError> {
        self.record.set(&self.game, fen, &split_moves(moves))
    }

    fn status(&self) -> Status {
        self.record.status()
    }

    fn clear(&mut self) {
        self.vct.clear();
    }

    fn find(&mut self, effort: Effort<'_>) -> (ThreatVerdict, u64) {
        let pos = self.record.current();
        if self.record.status().outcome.is_some() {
            return (ThreatVerdict::NoThreatWins, 0);
        }
        let attacker = pos.player_to_move().index();
        let (verdict, nodes) = self.vct.attack(&mut PatternBoard::new(pos), attacker, effort);
        let verdict = match verdict {
            Verdict::Win(ThreatWin { line, .. }) => {
                ThreatVerdict::Win { line: texts(pos, &line, MoveStyle::Native) }
            }
            Verdict::NoThreatWins => ThreatVerdict::NoThreatWins,
            Verdict::Unknown => ThreatVerdict::Unknown,
        };
        (verdict, nodes)
    }

    fn plies_played(&self) -> u32 {
        self.record.current().stone_count() as u32
    }
}

/// What threats prove about a position, for users: a win of the player to move, or one that the opponent would have
/// with the turn. `None` if the game is over.
pub fn threats_in_words(pos: &Position, style: MoveStyle) -> Option<String> {
    if pos.outcome().is_some() {
        return None;
    }
    let player = pos.player_to_move().index();
    let mut vct = Vct::new(HASH_MIB);
    let mut find = |attacker| {
        let effort = Effort { nodes: MAX_NODES, stop: &|| false };
        vct.attack(&mut PatternBoard::new(pos), attacker, effort).0
    };
    let line = |win: &ThreatWin| texts(pos, &win.line, style).join(" ");
    let own = match find(player) {
        Verdict::Win(win) => {
            return Some(format!(
                "the player to move wins by threats within {}: {}",
                plies_in_words(win.plies as usize),
                line(&win)
            ));
        }
        Verdict::NoThreatWins => "the player to move has no win by threats alone".to_string(),
        Verdict::Unknown => format!("no win by threats was found within {MAX_NODES} nodes"),
    };
    let threatened = match find(1 - player) {
        Verdict::Win(win) => format!("\na win by threats has to be prevented: {}", line(&win)),
        Verdict::NoThreatWins | Verdict::Unknown => String::new(),
    };
    Some(own + &threatened)
}

/// The texts of the cells of a line.
fn texts(pos: &Position, line: &[Cell], style: MoveStyle) -> Vec<String> {
    line.iter().map(|&mv| pos.move_text(mv, style)).collect()
}

/// Moves written together (`h8i9`), or with blanks or commas between them.
fn split_moves(text: &str) -> Vec<&str> {
    let words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    words.flat_map(split_word).collect()
}

/// A move begins where a letter follows a digit.
fn split_word(word: &str) -> Vec<&str> {
    let bytes = word.as_bytes();
    let is_start = |&i: &usize| bytes[i - 1].is_ascii_digit() && bytes[i].is_ascii_alphabetic();
    let mut moves = Vec::new();
    let mut start = 0;
    for next in (1..bytes.len()).filter(is_start) {
        moves.push(&word[start..next]);
        start = next;
    }
    moves.push(&word[start..]);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_together_or_apart() {
        for text in ["h8i10a1", "h8 i10 a1", " h8,i10,a1 ", "h8i10,a1"] {
            assert_eq!(split_moves(text), ["h8", "i10", "a1"], "{text}");
        }
        assert!(split_moves("").is_empty());
        assert_eq!(split_moves("é8h9"), ["é8", "h9"]);
        assert_eq!(split_moves("7"), ["7"]);
    }
}
