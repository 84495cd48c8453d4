//! Does a game count for the rating of the host, and what is its result?
//!
//! It counts if one person and otherwise only this program play it from the start position to its end, without help,
//! without a move taken back, without seats given away, and without an opening rule, in which every level decides alike. Once it has counted, nothing changes that: not walking
//! through the game, not playing on from a position of it. A second end does not count.

use super::State;
use crate::table::command::SeatSpec;
use crate::table::view::Phase;

impl State {
    /// The person whose game this is, from 1; `None`: it does not count.
    pub fn rated_player(&self) -> Option<usize> {
        self.counted.or_else(|| self.unassisted_player())
    }

    /// Has the game ended and counted?
    pub fn has_counted(&self) -> bool {
        self.counted.is_some()
    }

    fn unassisted_player(&self) -> Option<usize> {
        let created = &self.created;
        let from_start = created.base.is_none() && created.opening == 0 && !created.is_imported();
        let from_start = from_start && created.opening_rule.is_none();
        let mut persons = (1..).zip(&self.seats).filter(|(_, seat)| seat.is_person());
        let (player, _) = persons.next()?;
        let is_program = |seat: &super::Seat| matches!(seat.spec, SeatSpec::Program { .. });
        let programs = self.seats.iter().filter(|seat| is_program(seat)).count();
        (from_start && !self.assisted && programs + 1 == self.seats.len()).then_some(player)
    }

    /// The results of the person against others once the game is over: the opponent, from 1, and the points.
    ///
    /// With more than two players a winning person has beaten all others, and a losing one has lost only to the winner:
    /// so a game among equals changes nothing on average. A player who resigns or runs out of time loses to the
    /// strongest by `strength`.
    pub fn rated_results(&self, strength: impl Fn(&SeatSpec) -> f64) -> Vec<(usize, f64)> {
        let (Some(person), Some(end), Phase::Over) = (self.rated_player(), &self.end, self.phase) else {
            return Vec::new();
        };
        let others = || (1..=self.seats.len()).filter(|&player| player != person);
        let winner = end.outcome.strip_prefix('p').and_then(|rest| rest.strip_suffix("win"));
        let given_up = match end.reason.as_str() {
            "resigned" => true,
            "time" => self.to_move() == person,
            _ => false,
        };
        match winner.and_then(|number| number.parse::<usize>().ok()) {
            Some(winner) if winner == person => others().map(|player| (player, 1.0)).collect(),
            Some(winner) => others().filter(|&player| player == winner).map(|player| (player, 0.0)).collect(),
            None if given_up => {
                let of = |player: &usize| strength(&self.seat(*player).spec);
                others()
                    .max_by(|a, b| of(a).total_cmp(&of(b)))
                    .map(|player| (player, 0.0))
                    .into_iter()
                    .collect()
            }
            None => others().map(|player| (player, 0.5)).collect(),
        }
    }
}
