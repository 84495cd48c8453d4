//! The group of a program: its start, and its end with this process.
//!
//! A program and its children are a group of their own, which is killed as a whole: a process group in `unix`, a job in
//! `windows`. These modules also describe what ends if this process is killed itself.
//!
//! Invariant: each running program is in the list, so that [`end_for_good`] leaves none; its id is unique while it
//! exists.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::collections::BTreeMap;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::{Fault, affinity, refused};
#[cfg(unix)]
use unix::Group;
#[cfg(windows)]
use windows::Group;

/// The programs that run.
struct Running {
    /// By process id.
    groups: BTreeMap<u32, Group>,
    /// No more are started.
    closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { groups: BTreeMap::new(), closed: false });
/// Notified when a program has ended.
static ENDED: Condvar = Condvar::new();

/// Starts a program on these cores (all, if none are named).
///
/// # Errors
/// [`Fault::Refused`]: the system does not start it, or this process ends.
pub(super) fn start(command: Command, cores: Option<&[usize]>) -> Result<Child, Fault> {
    let program = command.get_program().to_string_lossy().into_owned();
    let cores = cores.map(<[usize]>::to_vec);
    let work = move || {
        // Held until the program is in the list, so that ending all programs includes this one.
        let mut running = RUNNING.lock();
        if running.closed {
            return Err("no more programs are started".to_string());
        }
        let started = affinity::on_cores(cores.as_deref(), || Group::start(command))?;
        let (child, group) = started.map_err(|error| format!("cannot start {program}: {error}"))?;
        running.groups.insert(child.id(), group);
        Ok(child)
    };
    on_lasting_thread(work).and_then(|started| started).map_err(refused)
}

/// Kills the program and everything in its group. It is not waited for yet.
pub(super) fn end(id: u32) {
    let mut running = RUNNING.lock();
    if let Some(group) = running.groups.remove(&id) {
        group.kill();
    }
    ENDED.notify_all();
}

/// Kills all programs at once: for their drivers they have crashed.
pub(super) fn end_all() {
    RUNNING.lock().groups.values().for_each(Group::kill);
}

/// Starts no more programs, waits up to `grace` for those already quitting, and kills the others.
pub(super) fn end_for_good(grace: Duration) {
    let deadline = Instant::now() + grace;
    let mut running = RUNNING.lock();
    running.closed = true;
    while !running.groups.is_empty() && !ENDED.wait_until(&mut running, deadline).timed_out() {}
    running.groups.values().for_each(Group::kill);
}

/// Runs `work` on a thread that lives as long as this process: on Linux the parent of a program is a thread, with which
/// the program ends.
#[cfg(target_os = "linux")]
fn on_lasting_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    use crossbeam_channel::{Sender, bounded, unbounded};
    type Work = Box<dyn FnOnce() + Send>;
    static THREAD: Mutex<Option<Sender<Work>>> = Mutex::new(None);

    let (done, result) = bounded(1);
    let work: Work = Box::new(move || drop(done.send(work())));
    let mut thread = THREAD.lock();
    let works = match thread.take() {
        Some(works) => works,
        None => {
            let (works, queue) = unbounded::<Work>();
            let builder = std::thread::Builder::new().name("starts engines".to_string());
            let started = builder.spawn(move || queue.into_iter().for_each(|work| work()));
            started.map_err(|error| format!("cannot start a thread for an engine: {error}"))?;
            works
        }
    };
    let sent = works.send(work);
    *thread = Some(works);
    drop(thread);
    let lost = || "the thread that starts engines has ended".to_string();
    sent.map_err(|_| lost())?;
    result.recv().map_err(|_| lost())
}

#[cfg(not(target_os = "linux"))]
fn on_lasting_thread<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    Ok(work())
}

/// A single program.
#[cfg(not(any(unix, windows)))]
struct Group;

#[cfg(not(any(unix, windows)))]
impl Group {
    fn start(mut command: Command) -> std::io::Result<(Child, Group)> {
        Ok((command.spawn()?, Group))
    }

    fn kill(&self) {}
}
