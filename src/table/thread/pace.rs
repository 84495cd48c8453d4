//! Decides when a program below full strength answers. Its search takes a few milliseconds, and an immediate move is
//! easily missed: if the host wants it, the move is delayed until a moment after the move that it answers.
//!
//! Invariants: to all others a delayed move is a search in progress, so that no command waits for it; the delay counts
//! as time of the program, and is a small part of its remaining time.

use std::time::Duration;

use super::TableThread;
use super::programs::Strength;
use crate::random::mix;
use crate::table::Seat;
use crate::table::answer::Code;
use crate::table::state::MAX_LEVEL;

/// The delay of the only legal move, in milliseconds.
const FORCED_MS: u64 = 400;
/// The shortest delay of any other move.
const CHOSEN_MS: u64 = 500;
/// Additional delay with [`MANY_MOVES`] legal moves.
const CHOICE_MS: u64 = 250;
/// Number of legal moves at which the delay stops growing.
const MANY_MOVES: u64 = 30;
/// Largest random delay on top, so that answers are not uniform.
const DRAWN_MS: u64 = 250;
/// The delay is at most this part of the time on the clock.
const PART_OF_CLOCK: u64 = 50;

/// The delay of one of several programs with this number of moves; `lot` is a random number. All programs together take
/// the time of one: a person waits for all of them.
fn wait_ms(programs: usize, moves: usize, lot: u64, left_ms: Option<u64>) -> u64 {
    let wait = match moves as u64 {
        0..=1 => FORCED_MS,
        moves => CHOSEN_MS + CHOICE_MS * moves.min(MANY_MOVES) / MANY_MOVES + lot % DRAWN_MS,
    };
    let share = wait / programs.max(1) as u64;
    share.min(left_ms.map_or(u64::MAX, |left| left / PART_OF_CLOCK))
}

impl TableThread {
    /// The earliest time of the answer of a program that begins to think for this player, in milliseconds since 1970.
    pub(super) fn answers_at(&mut self, player: usize, strength: Strength) -> u64 {
        let now = self.now();
        let is_full = strength == Strength::Level(MAX_LEVEL);
        let has_person = self.state.seats.iter().any(Seat::is_person);
        if is_full || !has_person || !self.shared.is_unhurried() {
            return now;
        }
        let moves = self.position()["paths"].as_array().map_or(0, Vec::len);
        let left = self.state.left_ms(now).get(player - 1).copied();
        let programs = self.state.seats.iter().filter(|seat| !seat.is_person()).count();
        now + wait_ms(programs, moves, mix(self.state.current as u64), left)
    }

    /// The remaining delay of a move, if there is one.
    pub(super) fn hold(&self) -> Option<Duration> {
        let thinking = self.thinking.as_ref().filter(|thinking| thinking.found.is_some())?;
        let wait = if thinking.hurried { 0 } else { thinking.answers_at.saturating_sub(self.now()) };
        Some(Duration::from_millis(wait))
    }

    /// Plays the delayed move, if it is due.
    pub(super) fn play_held(&mut self) {
        if !self.hold().is_some_and(|wait| wait.is_zero()) {
            return;
        }
        if let Some(words) = self.thinking.take().and_then(|thinking| thinking.found) {
            self.play_found(&words, Code::Engine);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_takes_0_4_to_1_0_s_and_longer_where_there_is_more_to_choose_from() {
        assert_eq!(wait_ms(1, 1, 123, None), 400);
        for lot in [0, 1, 249, 250, u64::MAX] {
            let waits = [1, 2, 7, 30, 225].map(|moves| wait_ms(1, moves, lot, None));
            assert!(waits.is_sorted() && waits[0] < waits[1] && waits[1] < waits[3], "{waits:?}");
            assert!(waits[4] < 1000, "{waits:?}");
        }
    }

    #[test]
    fn several_programs_together_take_the_time_of_one() {
        for programs in 1..=5 {
            let together = (0..programs).map(|lot| wait_ms(programs, 30, lot as u64, None)).sum::<u64>();
            assert!((700..1000).contains(&together), "{programs} programs: {together} ms");
        }
    }

    #[test]
    fn a_wait_is_a_small_part_of_the_clock() {
        for left in [0, 1000, 10_000, 60_000] {
            assert!(wait_ms(1, 225, 249, Some(left)) <= left / 50);
        }
        assert_eq!(wait_ms(1, 1, 0, Some(60_000)), 400);
    }
}
