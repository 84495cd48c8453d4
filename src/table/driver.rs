//! All tables on one thread, for platforms without threads, such as a browser.
//!
//! The owner of the [`Driver`] calls [`Driver::step`] after every event and again after the time that it returns, and
//! lets the JSON analysis answer the lines of [`Driver::queries`]. It can store the [`Driver::changes`] of the records,
//! and load them with [`Driver::restore`]. The commands that `hello` lists as missing are refused.

use std::sync::Arc;
use std::time::Duration;

use super::Setup;
use super::log::Change;
use super::shared::{Duties, Shared};
use super::tables::Tables;
use super::thread::TableThread;
use crate::wire::input::Input;

/// Lets tables continue.
pub struct Driver {
    shared: Arc<Shared>,
    duties: Duties,
    tables: Vec<TableThread>,
}

impl Driver {
    /// Opens tables without threads. `setup.searches` is the number of queries that are answered at once.
    ///
    /// # Errors
    /// One line: the folder of records cannot be created.
    pub fn open(setup: Setup) -> Result<(Tables, Driver), String> {
        let (shared, duties) = Shared::driven(setup)?;
        let shared = Arc::new(shared);
        Ok((Tables(Arc::clone(&shared)), Driver { shared, duties, tables: Vec::new() }))
    }

    /// Handles all input and whatever is due. Returns the time until something is due without further input; `None`:
    /// never.
    pub fn step(&mut self) -> Option<Duration> {
        loop {
            let mut patience = None;
            self.tables.retain_mut(|table| {
                let next = table.serve();
                patience = patience.into_iter().chain(next).min();
                next.is_some()
            });
            if self.duties.tables.is_empty() {
                return patience;
            }
            // A table can create another one.
            for mut table in self.duties.tables.try_iter().filter_map(|table| table.open(&self.shared)) {
                table.begin();
                self.tables.push(table);
            }
        }
    }

    /// Lines for the JSON analysis since the last call.
    pub fn queries(&self) -> impl Iterator<Item = String> {
        self.duties.queries.try_iter().filter_map(|arrival| match arrival.input {
            Input::Line(line) => Some(line),
            Input::Garbled(_) | Input::TooLong => None,
        })
    }

    /// Takes a line of the JSON analysis. A search that ended without one has the line `{"id":ID,"error":"..."}`.
    pub fn answer(&self, line: &str) {
        self.shared.searches.answer(line);
    }

    /// Changes of the records of tables since the last call, if there is no folder for them.
    pub fn changes(&self) -> impl Iterator<Item = Change> {
        self.duties.changes.try_iter()
    }

    /// Restores a table: its id, and its events as in [`Change::Added`], a JSON object a line.
    ///
    /// # Errors
    /// One line: this is not the record of a table.
    pub fn restore(&self, table: &str, lines: &str) -> Result<(), String> {
        self.shared.restore(table, lines)
    }

    /// Restores the results of games for the rating of the host, as in [`Change::Rated`], a JSON object a line. Other
    /// lines become a [`Change::SetAside`], and the host is notified.
    pub fn restore_ratings(&self, lines: &str) {
        self.shared.restore_ratings(lines);
    }
}
