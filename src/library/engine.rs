//! The engine: searches positions of one rule set.

use std::fmt;

use super::{Error, Limits, Line, Position, Report};
use crate::contract::{SearchInfo, SearchObserver, StopHandle};
use crate::engine::AnyEngine;

/// An engine for the rules of one position, with the memory of its searches.
///
/// ```
/// use quadriga::{Engine, Limits, Position};
///
/// let mut position = Position::new("draughts")?;
/// let mut engine = Engine::new(&position)?;
/// while position.moves().len() < 6 {
///     let report = engine.search(&position, &Limits::nodes(500))?;
///     let Some(best) = report.best_move else { break };
///     position.play(&best)?;
/// }
/// assert_eq!(position.moves().len(), 6);
/// # Ok::<(), quadriga::Error>(())
/// ```
pub struct Engine {
    engine: Box<dyn AnyEngine>,
    rules: String,
}

/// The option that [`Limits::lines`] sets.
const LINES: &str = "MultiPV";

impl Engine {
    /// An engine for the rules of this position.
    ///
    /// # Errors
    /// [`Error::Internal`] only.
    pub fn new(position: &Position) -> Result<Engine, Error> {
        Ok(Engine { engine: position.open()?, rules: position.rules_text() })
    }

    /// Sets an option of the engine, such as `Hash` or `Threads` (`docs/options.md`). Returns a note if the value was
    /// changed to fit the available memory or its range.
    ///
    /// # Errors
    /// [`Error::Option`], also for an option that belongs to the rules or to a call of [`Engine::search`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, Error> {
        if self.engine.identity().card.option(name).is_some() {
            return Err(Error::option(name, format!("option '{name}' is one of the position's rules")));
        }
        if name.eq_ignore_ascii_case(LINES) {
            return Err(Error::option(name, format!("option '{name}' is set by Limits::lines")));
        }
        self.engine.set_option(name, value).map_err(|error| Error::option(name, error))
    }

    /// The names of all options that [`Engine::set_option`] takes.
    pub fn option_names(&self) -> Vec<String> {
        let card = self.engine.identity().card;
        let names = self.engine.options().into_iter().map(|option| option.name);
        names.filter(|name| card.option(name).is_none() && name != LINES).collect()
    }

    /// Searches a position; returns when a limit is reached.
    ///
    /// # Errors
    /// [`Error::OtherRules`]; [`Error::Move`] for a move of [`Limits::only`] that is not legal; [`Error::Option`] for a
    /// number of lines out of range.
    pub fn search(&mut self, position: &Position, limits: &Limits) -> Result<Report, Error> {
        self.search_with(position, limits, &mut |_| {})
    }

    /// The same; `listener` is called with every line as soon as it is found.
    ///
    /// # Errors
    /// As for [`Engine::search`].
    pub fn search_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        listener: &mut dyn FnMut(&Line),
    ) -> Result<Report, Error> {
        same_rules(&self.rules, position)?;
        let lines = limits.line_count().to_string();
        let note = self.engine.set_option(LINES, &lines).map_err(|error| Error::option(LINES, error))?;
        if let Some(note) = note {
            return Err(Error::option(LINES, note));
        }
        position.copy_to(self.engine.as_mut())?;
        let search = limits.search(position.status().to_move);
        let mut observer = Listener { listener, notes: Vec::new() };
        let result = self.engine.go(&search, &mut observer).map_err(|error| match limits.moves() {
            [] => Error::Internal(error.to_string()),
            moves => Error::mv(&moves.join(" "), error),
        })?;
        Ok(Report::of(result, observer.notes))
    }

    /// Ends a search from another thread. A handle that was used ends every search until [`StopHandle::reset`].
    pub fn stop_handle(&self) -> StopHandle {
        self.engine.stop_handle()
    }

    /// Forgets everything learned from earlier searches, so that the next one repeats on another machine.
    pub fn forget(&mut self) {
        self.engine.new_game();
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({})", self.rules)
    }
}

pub(super) fn same_rules(expected: &str, position: &Position) -> Result<(), Error> {
    let found = position.rules_text();
    match found == expected {
        true => Ok(()),
        false => Err(Error::OtherRules { expected: expected.to_string(), found }),
    }
}

struct Listener<'a> {
    listener: &'a mut dyn FnMut(&Line),
    notes: Vec<String>,
}

impl SearchObserver<String> for Listener<'_> {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        (self.listener)(&Line::of(info));
    }

    fn on_note(&mut self, note: &str) {
        self.notes.push(note.to_string());
    }
}
