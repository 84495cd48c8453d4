//! When a program below full strength answers. Its search takes a few milliseconds, and a move that comes at once is easily
//! missed: if the host wants it so, it is held back until a moment after the move that it answers.
//!
//! What must always hold: a move that is held back is a search in progress for everybody else, so that no command waits for it; the
//! wait is time of the program, and a small part of what its clock has left.

use std::time::Duration;

use super::TableThread;
use super::programs::Strength;
use crate::random::mix;
use crate::table::Seat;
use crate::table::answer::Code;
use crate::table::state::MAX_LEVEL;

/// The wait before the only move there is, in milliseconds.
const FORCED_MS: u64 = 400;
/// The shortest wait before any other one.
const CHOSEN_MS: u64 = 500;
/// What a choice of [`MANY_MOVES`] adds.
const CHOICE_MS: u64 = 250;
/// Moves with which the choice is as wide as it gets.
const MANY_MOVES: u64 = 30;
/// What is drawn at random on top, so that answers have no beat.
const DRAWN_MS: u64 = 250;
/// The wait is this part of the time on the clock, or less.
const PART_OF_CLOCK: u64 = 50;

/// The wait of a program with this many moves; `lot` is any number.
fn wait_ms(moves: usize, lot: u64, left_ms: Option<u64>) -> u64 {
    let wait = match moves as u64 {
        0..=1 => FORCED_MS,
        moves => CHOSEN_MS + CHOICE_MS * moves.min(MANY_MOVES) / MANY_MOVES + lot % DRAWN_MS,
    };
    wait.min(left_ms.map_or(u64::MAX, |left| left / PART_OF_CLOCK))
}

impl TableThread {
    /// When the program that begins to think for this player answers at the earliest, in milliseconds since 1970.
    pub(super) fn answers_at(&mut self, player: usize, strength: Strength) -> u64 {
        let now = self.now();
        let is_full = strength == Strength::Level(MAX_LEVEL);
        let has_person = self.state.seats.iter().any(Seat::is_person);
        if is_full || !has_person || !self.shared.is_unhurried() {
            return now;
        }
        let moves = self.position()["paths"].as_array().map_or(0, Vec::len);
        let left = self.state.left_ms(now).get(player - 1).copied();
        now + wait_ms(moves, mix(self.state.current as u64), left)
    }

    /// How long a move is still held back, if one is.
    pub(super) fn hold(&self) -> Option<Duration> {
        let thinking = self.thinking.as_ref().filter(|thinking| thinking.found.is_some())?;
        let wait = if thinking.hurried { 0 } else { thinking.answers_at.saturating_sub(self.now()) };
        Some(Duration::from_millis(wait))
    }

    /// Plays the move that was held back, if its time has come.
    pub(super) fn play_held(&mut self) {
        if !self.hold().is_some_and(|wait| wait.is_zero()) {
            return;
        }
        if let Some(mv) = self.thinking.take().and_then(|thinking| thinking.found) {
            self.play_found(&mv, Code::Engine);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_takes_0_4_to_1_0_s_and_longer_where_there_is_more_to_choose_from() {
        assert_eq!(wait_ms(1, 123, None), 400);
        for lot in [0, 1, 249, 250, u64::MAX] {
            let waits = [1, 2, 7, 30, 225].map(|moves| wait_ms(moves, lot, None));
            assert!(waits.is_sorted() && waits[0] < waits[1] && waits[1] < waits[3], "{waits:?}");
            assert!(waits[4] < 1000, "{waits:?}");
        }
    }

    #[test]
    fn a_wait_is_a_small_part_of_the_clock() {
        for left in [0, 1000, 10_000, 60_000] {
            assert!(wait_ms(225, 249, Some(left)) <= left / 50);
        }
        assert_eq!(wait_ms(1, 0, Some(60_000)), 400);
    }
}
