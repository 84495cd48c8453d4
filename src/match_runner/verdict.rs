//! The end of a game and the points of its players.
//!
//! Invariant: the points of a game add up to 1.

use super::game_line::End;
use crate::contract::{Outcome, Player};

/// The end of a game.
pub(super) struct Verdict {
    /// The kind of end.
    pub end: End,
    /// Points by seat.
    pub points: Vec<f64>,
    /// The reason for the end.
    pub reason: String,
    /// The seat of the engine at fault.
    pub at_fault: Option<usize>,
}

impl Verdict {
    /// A game won by one player, or drawn: then all players share the point.
    pub fn of_outcome(seats: usize, end: End, outcome: Outcome, reason: &str) -> Verdict {
        let points = |seat| match outcome {
            Outcome::Win(winner) => f64::from(u8::from(winner.index() == seat)),
            Outcome::Draw => 1.0 / seats as f64,
        };
        Verdict { end, points: (0..seats).map(points).collect(), reason: reason.to_string(), at_fault: None }
    }

    /// A game that one player has lost; the others share the point.
    pub fn of_loss(seats: usize, loser: usize, end: End, reason: String) -> Verdict {
        let points = |seat| if seat == loser { 0.0 } else { 1.0 / (seats - 1) as f64 };
        Verdict { end, points: (0..seats).map(points).collect(), reason, at_fault: None }
    }

    /// The outcome for protocols that report one.
    pub fn outcome(&self) -> Outcome {
        let winner = self.points.iter().position(|&points| points == 1.0);
        winner.map_or(Outcome::Draw, |seat| Outcome::Win(Player::new(seat)))
    }
}
