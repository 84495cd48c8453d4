//! The engine, and the peer that plays it.
//!
//! There is one seat. Its peer has an engine, a search thread and the keeper of the games; all of them are dropped
//! before the next peer gets the seat.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::Table;
use super::game::Broken;
use crate::contract::EngineError;
use crate::engine::AnyEngine;
use crate::protocol::search_thread::SearchThread;
use crate::records::keeper::Keeper;
use crate::wire::output::Output;

/// Is the seat taken?
#[derive(Default)]
pub(super) struct SeatLock {
    is_taken: Mutex<bool>,
    freed: Condvar,
}

/// The right to the seat; it is free again when this is dropped.
struct Held<'a>(&'a SeatLock);

/// The right to the seat, with engine and keeper, which are dropped before the seat is free.
pub(super) struct Seat<'a> {
    /// `None` only while it searches.
    pub engine: Option<Box<dyn AnyEngine>>,
    pub thread: SearchThread<Result<Option<String>, EngineError>>,
    pub keeper: Option<Keeper>,
    report: Output,
    _held: Held<'a>,
}

impl Drop for Seat<'_> {
    /// Keeps an unfinished game.
    fn drop(&mut self) {
        if let Some(keeper) = &mut self.keeper
            && let Err(why) = keeper.close()
        {
            self.report.line(&format!("the last game could not be kept: {why}"));
        }
    }
}

impl SeatLock {
    /// Takes the seat as soon as it is free; `None` if that takes longer than `patience`.
    ///
    /// # Errors
    /// The engine, the keeper or the search thread cannot be created.
    pub fn take(&self, table: &Table, patience: Option<Duration>) -> Result<Option<Seat<'_>>, Broken> {
        let Some(held) = self.hold(patience) else { return Ok(None) };
        let made =
            || -> Result<_, String> { Ok((table.open()?, SearchThread::start()?, table.setup.keeper()?)) };
        let (engine, thread, keeper) = made().map_err(Broken::Setup)?;
        Ok(Some(Seat { engine: Some(engine), thread, keeper, report: table.report.clone(), _held: held }))
    }

    fn hold(&self, patience: Option<Duration>) -> Option<Held<'_>> {
        let mut is_taken = self.is_taken.lock().unwrap_or_else(PoisonError::into_inner);
        match patience {
            None => {
                is_taken =
                    self.freed.wait_while(is_taken, |taken| *taken).unwrap_or_else(PoisonError::into_inner);
            }
            Some(patience) => {
                let waited = self.freed.wait_timeout_while(is_taken, patience, |taken| *taken);
                is_taken = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        let was_taken = std::mem::replace(&mut *is_taken, true);
        // Created only if the seat was free: dropping one frees the seat.
        (!was_taken).then(|| Held(self))
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        *self.0.is_taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_the_seat() {
        let seat = SeatLock::default();
        let held = seat.hold(None);
        assert!(held.is_some() && seat.hold(Some(Duration::ZERO)).is_none());
        assert!(seat.hold(Some(Duration::ZERO)).is_none(), "who did not get it has freed nothing");
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| seat.hold(None).is_some());
            drop(held);
            assert!(waiting.join().expect("no panic"));
        });
        assert!(seat.hold(Some(Duration::ZERO)).is_some());
    }
}
