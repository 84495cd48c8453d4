//! The searches of all tables: the JSON analysis, in this process, or in another one.
//!
//! A table submits a query without an id and gets all of its records. Dropping the [`Search`] ends it. The number of
//! endless searches is limited, so that there is always room for one that ends by itself.
//!
//! Invariants: a search delivers its last record or a failure; a failed service is started again.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use parking_lot::Mutex;
use serde_json::{Value, json};

use super::Setup;
use super::answer::{Code, Refusal};
use crate::analysis;
use crate::wire::input::{Arrival, Input};
use crate::wire::output::Output;

/// Queries that may wait or run at once.
const MAX_QUERIES: usize = 1000;

/// Time before a service that has failed is started again.
const RESTART_INTERVAL: Duration = Duration::from_millis(100);

/// An event of a search.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum SearchEvent {
    /// A record of the JSON analysis without its id, and whether it is the last one of the query.
    Record(Value, bool),
    /// There will be no more records, with the reason.
    Failed(String),
}

/// The receiver of its events.
type Deliver = Box<dyn Fn(SearchEvent) + Send>;

/// A query in progress.
struct Route {
    deliver: Deliver,
    /// Final records that are still to come.
    answers: usize,
}

/// The searches.
pub(super) struct Searches(Arc<Service>);

struct Service {
    routes: Mutex<HashMap<String, Route>>,
    /// Lines to the analysis that runs now.
    lines: Mutex<Option<Sender<Arrival>>>,
    next: AtomicU64,
    endless: AtomicUsize,
    max_endless: usize,
}

/// A search in progress; dropping it ends it.
pub(super) struct Search {
    service: Weak<Service>,
    id: String,
    is_endless: bool,
}

impl Searches {
    /// Starts the service.
    ///
    /// # Errors
    /// One line: the system cannot start a thread.
    pub fn start(setup: &Setup) -> Result<Searches, String> {
        let positions = setup.searches.max(2);
        let (Searches(service), input) = Searches::driven(setup);
        let setup = analysis::Setup {
            catalogue: setup.catalogue,
            game: None,
            positions: Some(positions),
            threads: setup.threads,
            hash_mib: setup.hash_mib,
            database: setup.database.clone(),
            quit_at_end: true,
        };
        let held = Arc::clone(&service);
        let run = move || {
            let mut input = input;
            loop {
                let (output, hangup) =
                    Output::new(Router { service: Arc::downgrade(&held), line: Vec::new() });
                let ended = analysis::serve(&setup, Vec::new(), &input, output, &hangup);
                if ended.is_err() {
                    // A search that cannot be started now is tried again, a limited number of times.
                    std::thread::sleep(RESTART_INTERVAL);
                }
                let why = ended.err().unwrap_or_else(|| "the searches have ended".to_string());
                let mut lines = held.lines.lock();
                if lines.is_none() {
                    return held.fail_all(&why);
                }
                let (sender, receiver) = unbounded();
                *lines = Some(sender);
                input = receiver;
                drop(lines);
                held.fail_all(&why);
            }
        };
        let builder = std::thread::Builder::new().name("searches".to_string());
        builder.spawn(run).map_err(|error| format!("cannot start a thread for searches: {error}"))?;
        Ok(Searches(service))
    }

    /// Searches outside of this service: the lines of the channel are for a JSON analysis that answers by
    /// [`Searches::answer`].
    pub fn driven(setup: &Setup) -> (Searches, Receiver<Arrival>) {
        let (lines, input) = unbounded();
        let service = Service {
            routes: Mutex::new(HashMap::new()),
            lines: Mutex::new(Some(lines)),
            next: AtomicU64::new(1),
            endless: AtomicUsize::new(0),
            max_endless: setup.searches.max(2) - 1,
        };
        (Searches(Arc::new(service)), input)
    }

    /// Takes a line of the JSON analysis.
    pub fn answer(&self, line: &str) {
        self.0.route(line.as_bytes());
    }

    /// Begins a search: a query of the JSON analysis without `id`, which has this many final records. `deliver` must not wait.
    ///
    /// # Errors
    /// `busy`: there are too many.
    pub fn begin(&self, mut query: Value, answers: usize, deliver: Deliver) -> Result<Search, Refusal> {
        let service = &self.0;
        let is_endless = query["infinite"] == json!(true);
        let busy = |text: &str| Refusal::new(Code::Busy, text);
        if service.routes.lock().len() >= MAX_QUERIES {
            return Err(busy("too many searches wait"));
        }
        if is_endless {
            let take = |n| (n < service.max_endless).then_some(n + 1);
            let taken = service.endless.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
            taken.map_err(|_| busy("too many analyses run at once"))?;
        }
        let id = service.next.fetch_add(1, Ordering::Relaxed).to_string();
        let search = Search { service: Arc::downgrade(service), id: id.clone(), is_endless };
        query["id"] = json!(id);
        service.routes.lock().insert(id, Route { deliver, answers });
        service.send(&query);
        Ok(search)
    }

    /// Ends all searches and the service.
    pub fn close(&self) {
        *self.0.lines.lock() = None;
    }
}

impl Search {
    /// Ends the search early: its last record comes soon.
    pub fn stop(&self) {
        if let Some(service) = self.service.upgrade() {
            service.terminate(&self.id);
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        let Some(service) = self.service.upgrade() else { return };
        if self.is_endless {
            service.endless.fetch_sub(1, Ordering::Relaxed);
        }
        let in_progress = service.routes.lock().remove(&self.id).is_some();
        if in_progress {
            service.terminate(&self.id);
        }
    }
}

impl Service {
    fn send(&self, line: &Value) {
        if let Some(lines) = &*self.lines.lock() {
            // If the analysis has just failed, the search is reported as failed.
            let _ = lines.send(Arrival::now(Input::Line(line.to_string())));
        }
    }

    fn terminate(&self, id: &str) {
        self.send(&json!({ "action": "terminate", "terminate": id }));
    }

    fn fail_all(&self, why: &str) {
        let routes: Vec<Route> = self.routes.lock().drain().map(|(_, route)| route).collect();
        for route in routes {
            (route.deliver)(SearchEvent::Failed(why.to_string()));
        }
    }

    /// Passes a line of the analysis to its receiver.
    fn route(&self, line: &[u8]) {
        let Ok(Value::Object(mut record)) = serde_json::from_slice(line) else { return };
        let Some(Value::String(id)) = record.remove("id") else { return };
        if record.contains_key("warning") {
            return;
        }
        let mut routes = self.routes.lock();
        let Some(route) = routes.get_mut(&id) else { return };
        if let Some(error) = record.get("error") {
            let why = error.as_str().unwrap_or("the search failed").to_string();
            let route = routes.remove(&id);
            drop(routes);
            if let Some(route) = route {
                (route.deliver)(SearchEvent::Failed(why));
            }
            return;
        }
        let is_final = record.get("final").is_none_or(|is_final| *is_final == json!(true));
        route.answers = route.answers.saturating_sub(usize::from(is_final));
        let last = route.answers == 0;
        (route.deliver)(SearchEvent::Record(Value::Object(record), last));
        if last {
            routes.remove(&id);
        }
    }
}

/// Splits the output of the analysis into lines.
struct Router {
    service: Weak<Service>,
    line: Vec<u8>,
}

impl Write for Router {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let service = self.service.upgrade().ok_or(io::ErrorKind::BrokenPipe)?;
        for &byte in bytes {
            if byte == b'\n' {
                service.route(&std::mem::take(&mut self.line));
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
