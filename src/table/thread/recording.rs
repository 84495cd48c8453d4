//! Records, applies and sends events, in this order, and follows changes of the record by others.

use super::{TableThread, WallClock};
use crate::table::answer::{Code, Refusal};
use crate::table::command::SeatSpec;
use crate::table::event::Event;
use crate::table::log::stamp;
use crate::table::ratings::{RatedGame, RatedResult};
use crate::table::record::Found;
use crate::table::rules::Rules;
use crate::table::state::State;
use crate::table::view::Phase;

impl TableThread {
    /// Stops the clock for the time when the table was not in memory.
    pub(super) fn stop_clock(&mut self) {
        let is_running = self.state.clock_runs();
        let paused = is_running.then_some(Event::Paused { code: None, text: None });
        self.owed = stamp(paused.into_iter().collect(), self.state.n, self.state.at);
        for event in &self.owed {
            // A pause always fits.
            let _ = self.state.apply(event);
        }
    }

    /// Ends the game if the flag of the player to move has fallen.
    pub(super) fn fall_flag(&mut self) {
        if let Some(ended) = self.state.flag(self.now()).filter(|_| !self.halted) {
            self.commit_or_notice(vec![ended]);
        }
    }

    /// Records events, applies and sends them.
    pub(super) fn commit(&mut self, events: Vec<Event>) -> Result<(), Refusal> {
        self.commit_at(events, self.now())
    }

    pub(super) fn commit_at(&mut self, events: Vec<Event>, at: u64) -> Result<(), Refusal> {
        if events.is_empty() {
            return Ok(());
        }
        let stamped = stamp(events, self.state.n, at);
        let storage = |why: String| Refusal::new(Code::Storage, why);
        // Events that do not fit are found before they are recorded.
        let mut next = self.state.clone();
        for event in &stamped {
            next.apply(event).map_err(storage)?;
        }
        self.prepare_record()?;
        self.log.add(&[&self.owed[..], &stamped].concat()).map_err(storage)?;
        self.owed.clear();
        (self.halted, self.played) = (false, true);
        self.rate(&next);
        for event in stamped {
            self.state.apply(&event).map_err(storage)?;
            self.broadcast(&event.event);
        }
        let entry = self.entry();
        self.shared.saved(entry);
        self.stop_refused_help();
        Ok(())
    }

    /// If the game has ended now for the first time and counts, stores its result before anything is sent.
    fn rate(&mut self, next: &State) {
        if self.state.phase == Phase::Over || self.state.has_counted() {
            return;
        }
        let scale = self.rules.scale();
        let strength = |seat: &SeatSpec| scale.rating_of_seat(seat).unwrap_or_default();
        let result = |(player, points)| RatedResult { rating: strength(&next.seat(player).spec), points };
        let results: Vec<RatedResult> = next.rated_results(strength).into_iter().map(result).collect();
        if results.is_empty() {
            return;
        }
        if let Ok(rules) = self.rules.rule_set() {
            self.shared.rate(RatedGame::new(next.at, &self.id, rules, results));
        }
    }

    /// Records that the program helps in a game that would count, so that it no longer does. If that cannot be
    /// recorded, nothing after it can.
    pub(super) fn note_help(&mut self) {
        let counts = !self.state.has_counted() && self.state.rated_player().is_some();
        if self.state.phase == Phase::Over || !counts {
            return;
        }
        if self.commit(vec![Event::Helped {}]).is_err() {
            self.owe(Event::Helped {});
        }
    }

    /// Applies an event that is recorded with the next ones.
    fn owe(&mut self, event: Event) {
        let stamped = stamp(vec![event], self.state.n, self.now());
        for event in stamped {
            if self.state.apply(&event).is_ok() {
                self.owed.push(event);
            }
        }
    }

    /// The same without a command: a failure is sent to all clients.
    pub(super) fn commit_or_notice(&mut self, events: Vec<Event>) {
        if let Err(refusal) = self.commit(events) {
            self.halted = true;
            self.notice(refusal.code, &refusal.text);
        }
    }

    /// Prepares the record for writing; its defects are reported to all clients.
    ///
    /// # Errors
    /// `storage`: it cannot be written.
    pub(super) fn prepare_record(&mut self) -> Result<(), Refusal> {
        if let Some(text) = self.log.prepare().map_err(|why| Refusal::new(Code::Storage, why))? {
            self.notice(Code::Storage, &text);
        }
        Ok(())
    }

    /// Checks what other programs have done to the record.
    ///
    /// # Errors
    /// `unknown_table`: it is gone, and the table has no clients.
    pub(super) fn look_after_record(&mut self) -> Result<(), Refusal> {
        // A record that cannot be read now causes an error when it must be written.
        match self.log.look().unwrap_or(Found::Same) {
            Found::Same => Ok(()),
            Found::Changed(state) => {
                self.rules = Rules::of(self.shared.setup.catalogue, &state.created)?;
                (self.state, self.position) = (*state, None);
                self.clock = WallClock::after(self.state.at.max(self.clock.now()));
                self.stop_clock();
                self.broadcast_table();
                Ok(())
            }
            Found::Gone if self.members.is_empty() && self.jobs.is_empty() => {
                let refusal = Refusal::new(Code::UnknownTable, "there is no such table");
                self.end = Some(refusal.clone());
                Err(refusal)
            }
            Found::Gone => self.prepare_record(),
        }
    }

    /// Pauses the game after a failure.
    pub(super) fn pause_for(&mut self, code: Code, text: &str) {
        self.notice(code, text);
        if self.state.phase == Phase::Playing {
            let paused = Event::Paused { code: Some(code), text: Some(Refusal::new(code, text).text) };
            self.commit_or_notice(vec![paused]);
        }
    }
}
