//! Annotated games: the values of all moves, and statistics by player.

use super::judged::{Advice, JudgedMove};
use super::sentences::sentence;
use crate::contract::{Outcome, Player};
use crate::records::{GameRecord, MoveMark};

/// A game and the values of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotated {
    /// The original record.
    pub record: GameRecord,
    /// The name of its opening, if known.
    pub opening: Option<String>,
    /// Its moves up to the end of the game by the rules.
    pub moves: Vec<JudgedMove>,
    /// The position after them; `None` if the game is over.
    pub last: Option<Advice>,
    /// The player to move there, also if the game is over.
    pub turn: Player,
    /// The result by the rules; `None` if the game is not over.
    pub outcome: Option<Outcome>,
    /// Number of players.
    pub players: usize,
    /// The names of the players by their pieces: `Black`.
    pub colours: Vec<String>,
    /// The limits of the searches: names (`depth`, `nodes`, `ms`) and values.
    pub effort: Vec<(&'static str, i64)>,
}

/// Statistics of a player's moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlayerSummary {
    /// Number of evaluated moves.
    pub moves: usize,
    /// Number of moves that were the best move of the search.
    pub best: usize,
    /// Mean loss of expected points per move, 0 to 1.
    pub mean_loss: f64,
    /// Numbers of moves with the marks `?!`, `?` and `??`.
    pub marks: [usize; 3],
}

impl Annotated {
    /// The limits of the searches as text: `200000 nodes a move`.
    pub fn effort_text(&self) -> String {
        let part = |&(name, value): &(&str, i64)| match name {
            "depth" => format!("depth {value}"),
            _ => format!("{value} {name}"),
        };
        format!("{} a move", self.effort.iter().map(part).collect::<Vec<_>>().join(", "))
    }

    /// What a move allowed or missed, in words; empty if nothing is known.
    pub fn sentence(&self, judged: &JudgedMove) -> String {
        sentence(&judged.facts, &|player| self.colours.get(player.index()).cloned().unwrap_or_default())
    }

    /// Statistics of this player's moves.
    pub fn tally(&self, player: Player) -> PlayerSummary {
        let mut summary = PlayerSummary::default();
        let mut lost = 0.0;
        for judged in self.moves.iter().filter(|judged| judged.player == player) {
            summary.moves += 1;
            summary.best += usize::from(judged.is_best());
            lost += judged.points_lost();
            let marks = [MoveMark::Dubious, MoveMark::Mistake, MoveMark::Blunder];
            if let Some(index) = marks.iter().position(|&mark| judged.mark == Some(mark)) {
                summary.marks[index] += 1;
            }
        }
        summary.mean_loss = lost / summary.moves.max(1) as f64;
        summary
    }
}
