//! The shared state of all tables: settings, searches, the list of tables.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, Sender, unbounded};
use parking_lot::Mutex;
use serde_json::json;

use super::Setup;
use super::answer::{Code, Hello, HelloRights, NewGame, Push, Refusal, TableList};
use super::client::ClientSender;
use super::command::TableCommand;
use super::event::Event;
use super::library::{Entry, Library, TablesQuery, Tally};
use super::log::{Change, Log, stamp};
use super::ratings::Ratings;
use super::record;
use super::rules::{Rules, option_values};
use super::searches::Searches;
use super::state::State;
use super::thread::{Input, TableThread};
use super::token::{is_id, new_token};
use crate::wire::input::Arrival;

/// Maximum number of tables in memory.
pub const MAX_TABLES: usize = 2048;
/// Commands that tables without threads do not support: three are about other machines, two need a search in parallel.
const NOT_DRIVEN: [&str; 5] = ["invite", "revoke", "listen", "page", "puzzles_of"];

/// The shared state of all tables.
pub(super) struct Shared {
    pub setup: Setup,
    pub engine_names: Vec<String>,
    /// The folder of records; `None`: nothing is kept.
    pub folder: Option<PathBuf>,
    pub searches: Searches,
    /// Serves the tables if there are no threads.
    driver: Option<ToDriver>,
    /// Tables whose records are stored elsewhere, before their first use.
    restored: Mutex<HashMap<String, Box<(Log, State)>>>,
    running: Mutex<Running>,
    library: Library,
    pub ratings: Ratings,
    /// The windows of the host.
    hosts: Mutex<Vec<Weak<ClientSender>>>,
    next_client: AtomicU64,
    /// The next seed.
    next_seed: AtomicU32,
    /// Do programs below full strength take a moment before they answer?
    unhurried: AtomicBool,
    closed: AtomicBool,
}

/// The tables in memory: their inboxes, and their threads, if any.
type Running = HashMap<String, (Sender<Input>, Option<JoinHandle<()>>)>;

/// Channels to a driver.
struct ToDriver {
    tables: Sender<NewTable>,
    changes: Sender<Change>,
}

/// The work of a driver.
pub(super) struct Duties {
    /// Tables to be served.
    pub tables: Receiver<NewTable>,
    /// Lines for the JSON analysis, to be answered by [`Searches::answer`].
    pub queries: Receiver<Arrival>,
    /// Changes of records to be stored.
    pub changes: Receiver<Change>,
}

/// A table to be opened and served.
pub(super) struct NewTable {
    id: String,
    inbox: (Sender<Input>, Receiver<Input>),
    source: Source,
}

/// The source of a table.
enum Source {
    Made(Box<(Log, State)>),
    Record(PathBuf),
}

impl Shared {
    /// Tables with a thread for each.
    pub fn open(setup: Setup) -> Result<Shared, String> {
        let searches = Searches::start(&setup)?;
        Shared::with(setup, searches, None)
    }

    /// Tables without threads, and the work of their driver.
    pub fn driven(setup: Setup) -> Result<(Shared, Duties), String> {
        let (searches, queries) = Searches::driven(&setup);
        let (to_tables, tables) = unbounded();
        let (to_changes, changes) = unbounded();
        let driver = ToDriver { tables: to_tables, changes: to_changes };
        Ok((Shared::with(setup, searches, Some(driver))?, Duties { tables, queries, changes }))
    }

    fn with(setup: Setup, searches: Searches, driver: Option<ToDriver>) -> Result<Shared, String> {
        let folder = setup.data.as_ref().map(|data| data.join("tables"));
        if let Some(folder) = &folder {
            make_folder(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
        }
        let engine_names: Vec<String> = setup.engines.iter().map(|engine| engine.name.clone()).collect();
        Ok(Shared {
            searches,
            restored: Mutex::new(HashMap::new()),
            library: Library::new(folder.clone(), setup.catalogue, engine_names.clone()),
            engine_names,
            ratings: match (&driver, &setup.data) {
                (Some(driver), None) => Ratings::elsewhere(driver.changes.clone()),
                (_, data) => Ratings::new(data.as_deref()),
            },
            driver,
            folder,
            setup,
            running: Mutex::new(HashMap::new()),
            hosts: Mutex::new(Vec::new()),
            next_client: AtomicU64::new(1),
            next_seed: AtomicU32::new(0),
            unhurried: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        })
    }

    /// The number of a new window.
    pub fn number_client(&self) -> u64 {
        self.next_client.fetch_add(1, Ordering::Relaxed)
    }

    /// The answer to `hello`.
    pub fn hello(&self, rights: HelloRights) -> Hello {
        let (game, options) = &self.setup.game;
        let default = NewGame {
            game: game.clone(),
            options: option_values(options),
            opening: self.setup.opening.clone(),
            ballot: self.setup.ballot.clone(),
            seats: self.setup.seats.clone(),
        };
        let version = env!("CARGO_PKG_VERSION").to_string();
        let missing = self.missing().iter().map(ToString::to_string).collect();
        Hello { version, rights, engines: self.engine_names.clone(), missing, default }
    }

    /// Are there no threads except the caller's?
    pub fn is_driven(&self) -> bool {
        self.driver.is_some()
    }

    fn missing(&self) -> &[&str] {
        match (self.is_driven(), &self.setup.door) {
            (true, _) => &NOT_DRIVEN,
            (false, None) => &["listen"],
            (false, Some(_)) => &[],
        }
    }

    /// Is this command supported?
    ///
    /// # Errors
    /// `not_allowed`: it is not.
    pub fn check_has(&self, command: &TableCommand) -> Result<(), Refusal> {
        let name = match command {
            TableCommand::Invite { .. } => "invite",
            TableCommand::Revoke { .. } => "revoke",
            TableCommand::Page { .. } => "page",
            TableCommand::PuzzlesOf(_) => "puzzles_of",
            _ => return Ok(()),
        };
        if self.missing().contains(&name) {
            return Err(Refusal::new(Code::NotAllowed, format!("'{name}' needs a server")));
        }
        Ok(())
    }

    /// Lets guests in from the local network, or ends that; `None`: nothing changes. Returns the addresses for guests.
    ///
    /// # Errors
    /// `not_allowed`: the program was started so that it does not; `network`: it cannot.
    pub fn listen(&self, on: Option<bool>) -> Result<Vec<String>, Refusal> {
        let Some(door) = &self.setup.door else {
            return Err(Refusal::new(Code::NotAllowed, "this program lets nobody in from the network"));
        };
        match on {
            Some(true) => door.open().map_err(|why| Refusal::new(Code::Network, why)),
            Some(false) => {
                door.close();
                Ok(door.addresses())
            }
            None => Ok(door.addresses()),
        }
    }

    /// Random seed of a weaker move, or of a draw.
    pub fn seed(&self) -> u32 {
        if let Some(seed) = self.setup.seed {
            return seed.wrapping_add(self.next_seed.fetch_add(1, Ordering::Relaxed));
        }
        // Without random numbers every move has the same probability, and the game continues.
        getrandom::u32().unwrap_or(0)
    }

    /// Do programs below full strength take a moment before they answer?
    pub fn is_unhurried(&self) -> bool {
        self.unhurried.load(Ordering::Relaxed)
    }

    /// Sets whether they do so.
    pub fn set_unhurried(&self, unhurried: bool) {
        self.unhurried.store(unhurried, Ordering::Relaxed);
    }

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

    /// The saved games that are asked for.
    ///
    /// # Errors
    /// As for [`Library::find`].
    pub fn tables(&self, query: TablesQuery) -> Result<TableList, Refusal> {
        self.library.find(query, &self.running_ids())
    }

    /// The results of the host's games.
    ///
    /// # Errors
    /// `storage`: the folder cannot be read.
    pub fn tallies(&self) -> Result<Vec<Tally>, Refusal> {
        self.library.tallies(&self.running_ids())
    }

    fn running_ids(&self) -> HashSet<String> {
        self.running.lock().keys().cloned().collect()
    }

    /// Adds a window of the host, which gets notices that belong to no table.
    pub fn add_host(&self, to_client: &Arc<ClientSender>) {
        self.hosts.lock().push(Arc::downgrade(to_client));
        self.send_notices();
    }

    /// Notifies the host that the list of saved games has changed.
    pub fn list_changed(&self) {
        self.notify_hosts(&Push::Tables {});
    }

    /// Sends a message to every window of the host.
    pub fn notify_hosts(&self, push: &Push) {
        self.open_hosts().iter().for_each(|host| host.push(push.clone()));
    }

    /// The windows of the host.
    pub fn open_hosts(&self) -> Vec<Arc<ClientSender>> {
        let mut hosts = self.hosts.lock();
        hosts.retain(|host| host.upgrade().is_some_and(|host| !host.is_closed()));
        hosts.iter().filter_map(Weak::upgrade).collect()
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

#[cfg(unix)]
fn make_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

fn open(source: Source) -> Result<(Log, State), Refusal> {
    match source {
        Source::Made(made) => Ok(*made),
        Source::Record(path) => Log::open(&path).map_err(|why| Refusal::new(Code::Storage, why)),
    }
}

impl NewTable {
    /// Opens the table; `None`: that failed, and its pending commands were refused.
    pub fn open(self, shared: &Arc<Shared>) -> Option<TableThread> {
        let NewTable { id, inbox, source } = self;
        let commands = inbox.1.clone();
        // Even if reading a record panics, every client gets an answer.
        let table = catch_unwind(AssertUnwindSafe(|| {
            open(source).and_then(|made| TableThread::new(Arc::clone(shared), id.clone(), inbox, made))
        }));
        let broken = |_| Err(Refusal::new(Code::Broken, "internal error: the record could not be opened"));
        match table.unwrap_or_else(broken) {
            Ok(table) => Some(table),
            Err(refusal) => {
                refuse_all(shared, &id, &commands, &refusal);
                None
            }
        }
    }
}

/// Answers the commands for a table that cannot be opened; only `delete` is possible. Answers are sent after the table
/// has left memory, so that the next command reads it again.
fn refuse_all(shared: &Shared, id: &str, inbox: &Receiver<Input>, refusal: &Refusal) {
    let mut answers = Vec::new();
    loop {
        for input in inbox.try_iter() {
            let Some(reply_to) = input.reply_to() else { continue };
            let answer = match input {
                Input::Delete(..) => delete(shared, id),
                _ => Err(refusal.clone()),
            };
            answers.push((reply_to, answer));
        }
        if shared.leave(id, inbox) || inbox.is_empty() {
            break;
        }
    }
    for (reply_to, answer) in answers {
        reply_to.to_client.answer(reply_to.number, answer.map(|()| json!({})));
    }
}

/// Deletes a table that is not in memory.
fn delete(shared: &Shared, id: &str) -> Result<(), Refusal> {
    if let Some(path) = shared.library.path(id) {
        record::remove(&path).map_err(|why| Refusal::new(Code::Storage, why))?;
    }
    shared.deleted(id);
    Ok(())
}
