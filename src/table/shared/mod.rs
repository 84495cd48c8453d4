//! The shared state of all tables: settings, searches, the list of tables.
//!
//! | file | what |
//! |---|---|
//! | `running` | the tables in memory |
//! | `new_table` | a table on its way there |

mod new_table;
mod running;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, unbounded};
use parking_lot::Mutex;

use super::Setup;
use super::answer::{Code, Hello, HelloRights, NewGame, Push, Refusal, TableList};
use super::client::ClientSender;
use super::command::TableCommand;
use super::library::{Library, TablesQuery, Tally};
use super::log::{Change, Log};
use super::ratings::Ratings;
use super::rules::option_values;
use super::searches::Searches;
use super::state::State;
use super::thread::Input;
use crate::wire::input::Arrival;
pub(super) use new_table::NewTable;

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
