//! The tables in memory: new ones, those that are read from their records, and those that leave.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::new_table::{NewTable, Source};
use super::{MAX_TABLES, Running, Shared};
use crate::table::answer::{Code, Refusal};
use crate::table::event::Event;
use crate::table::library::Entry;
use crate::table::log::{Change, Log, stamp};
use crate::table::rules::Rules;
use crate::table::state::State;
use crate::table::thread::Input;
use crate::table::token::{is_id, new_token};

impl Shared {
    /// Sends an input to a table, which is read if it is not in memory.
    ///
    /// # Errors
    /// `unknown_table`, or `busy` if there are too many.
    pub fn send(self: &Arc<Shared>, id: &str, input: Input) -> Result<(), Refusal> {
        let unknown = || Refusal::new(Code::UnknownTable, "there is no such table");
        if !is_id(id) {
            return Err(unknown());
        }
        let mut running = self.running.lock();
        if !running.contains_key(id) {
            let source = match self.restored.lock().remove(id) {
                Some(made) => Source::Made(made),
                None => {
                    Source::Record(self.library.path(id).filter(|path| path.is_file()).ok_or_else(unknown)?)
                }
            };
            self.start(&mut running, id, source)?;
        }
        let (inbox, _) = running.get(id).ok_or_else(unknown)?;
        inbox.send(input).map_err(|_| unknown())
    }

    /// Sends an input to a table if it is in memory.
    pub fn send_if_running(&self, id: &str, input: Input) {
        if let Some((inbox, _)) = self.running.lock().get(id) {
            let _ = inbox.send(input);
        }
    }

    /// A new table with these events; returns its id.
    ///
    /// # Errors
    /// `busy` or `storage`.
    pub fn create(self: &Arc<Shared>, events: Vec<Event>) -> Result<String, Refusal> {
        let id = self.create_quietly(events)?;
        self.list_changed();
        Ok(id)
    }

    /// The same; no window is notified.
    fn create_quietly(self: &Arc<Shared>, events: Vec<Event>) -> Result<String, Refusal> {
        let mut running = self.running.lock();
        self.check_room(&running)?;
        let (id, made) = self.record(events)?;
        self.library.put(self.entry(&id, &made.1));
        self.start(&mut running, &id, Source::Made(made))?;
        Ok(id)
    }

    /// The same for a table without clients: if it has a file, it is loaded at its first use, and no window is notified.
    ///
    /// # Errors
    /// `busy` or `storage`.
    pub fn store(self: &Arc<Shared>, events: Vec<Event>) -> Result<String, Refusal> {
        if self.folder.is_none() {
            return self.create_quietly(events);
        }
        self.check_open()?;
        let (id, made) = self.record(events)?;
        self.library.put_written(self.entry(&id, &made.1));
        Ok(id)
    }

    /// Records a new table; its id.
    fn record(&self, events: Vec<Event>) -> Result<(String, Box<(Log, State)>), Refusal> {
        let storage = |why: String| Refusal::new(Code::Storage, why);
        let id = new_token().map_err(storage)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let events = stamp(events, 0, u64::try_from(now.as_millis()).unwrap_or(0));
        let path = self.library.path(&id);
        let made = self.new_log(&id, path.as_deref()).and_then(|mut log| {
            log.add(&events)?;
            log.let_go();
            Ok((log.reread()?, log))
        });
        let (state, log) = made.map_err(|why| {
            // An incomplete record does not count.
            path.iter().for_each(|path| drop(fs::remove_file(path)));
            storage(why)
        })?;
        Ok((id, Box::new((log, state))))
    }

    /// A table that is not in memory, for the library.
    fn entry(&self, id: &str, state: &State) -> Entry {
        let rules = Rules::of(self.setup.catalogue, &state.created);
        Entry::of(state, id, &self.engine_names, rules.ok().as_mut())
    }

    fn new_log(&self, id: &str, path: Option<&Path>) -> Result<Log, String> {
        match (&self.driver, path) {
            (Some(driver), None) => Ok(Log::elsewhere(id, driver.changes.clone())),
            _ => Log::create(path),
        }
    }

    /// Restores a table whose record was stored elsewhere.
    ///
    /// # Errors
    /// One line: there is no driver, or this is not a record.
    pub fn restore(&self, id: &str, lines: &str) -> Result<(), String> {
        let driver = self.driver.as_ref().filter(|_| is_id(id)).ok_or("this is not the id of a table")?;
        let (log, state) = Log::restore(id, lines, driver.changes.clone())?;
        let mut entry = self.entry(id, &state);
        entry.table.damaged = log.damage().map(str::to_string);
        self.saved(entry);
        self.restored.lock().insert(id.to_string(), Box::new((log, state)));
        Ok(())
    }

    fn check_open(&self) -> Result<(), Refusal> {
        match self.closed.load(Ordering::Acquire) {
            true => Err(Refusal::new(Code::Busy, "the program is ending")),
            false => Ok(()),
        }
    }

    fn check_room(&self, running: &Running) -> Result<(), Refusal> {
        self.check_open()?;
        if running.len() >= MAX_TABLES {
            return Err(Refusal::new(Code::Busy, format!("{MAX_TABLES} tables are open")));
        }
        Ok(())
    }

    fn start(self: &Arc<Shared>, running: &mut Running, id: &str, source: Source) -> Result<(), Refusal> {
        self.check_room(running)?;
        let (sender, inbox) = unbounded();
        let table = NewTable { id: id.to_string(), inbox: (sender.clone(), inbox), source };
        let thread = match &self.driver {
            Some(driver) => {
                // The driver exists as long as anyone requests tables.
                let _ = driver.tables.send(table);
                None
            }
            None => Some(self.spawn(table)?),
        };
        running.insert(id.to_string(), (sender, thread));
        Ok(())
    }

    fn spawn(self: &Arc<Shared>, table: NewTable) -> Result<JoinHandle<()>, Refusal> {
        let shared = Arc::clone(self);
        let run = move || {
            if let Some(table) = table.open(&shared) {
                table.run();
            }
        };
        let refused = |error: io::Error| {
            Refusal::new(Code::Busy, format!("cannot start a thread for a table: {error}"))
        };
        std::thread::Builder::new().name("table".to_string()).spawn(run).map_err(refused)
    }

    /// Removes an unused table that has released its record from memory; false: an input has just arrived for it.
    pub fn leave(&self, id: &str, inbox: &Receiver<Input>) -> bool {
        let mut running = self.running.lock();
        inbox.is_empty() && running.remove(id).is_some()
    }

    /// Removes the table with this inbox from memory; a newer one with the same id stays.
    pub fn forget(&self, id: &str, inbox: &Sender<Input>) {
        let mut running = self.running.lock();
        if running.get(id).is_some_and(|(known, _)| known.same_channel(inbox)) {
            running.remove(id);
        }
    }

    /// A table whose record was deleted leaves memory and the list.
    pub fn deleted(&self, id: &str) {
        if let Some(driver) = &self.driver {
            let _ = driver.changes.send(Change::Removed(id.to_string()));
        }
        self.running.lock().remove(id);
        self.library.remove(id);
        self.list_changed();
    }

    /// A table has changed.
    pub fn saved(&self, entry: Entry) {
        self.library.put(entry);
    }

    /// Ends all tables and searches.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
        let running: Vec<_> = self.running.lock().drain().map(|(_, table)| table).collect();
        for (inbox, _) in &running {
            let _ = inbox.send(Input::Close);
        }
        self.searches.close();
        for thread in running.into_iter().filter_map(|(_, thread)| thread) {
            // A table thread that panicked has ended as well.
            let _ = thread.join();
        }
    }
}
