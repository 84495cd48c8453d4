//! The process group of a program: how it begins, and that it ends with this process.
//!
//! A program leads a group of its own, which is killed as a whole. What this process starts and does not end, because it is
//! killed itself, Linux ends, though not what that has started; elsewhere a program has the end of its standard input to
//! notice it. To ask Linux for it, between fork and exec, is the only unsafe code here: there is no other way.
//!
//! What must always hold: each program that runs is in the list, so that [`end_for_good`] leaves none; its number is not
//! another's as long as it is there.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::{Fault, affinity, refused};

/// The programs that run.
struct Running {
    /// Their numbers.
    groups: BTreeSet<u32>,
    /// No more are started.
    closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { groups: BTreeSet::new(), closed: false });
/// A program has ended.
static ENDED: Condvar = Condvar::new();

/// Starts a program on these cores (all, if none are named).
///
/// # Errors
/// [`Fault::Refused`]: the system does not start it, or this process ends.
pub(super) fn start(mut command: Command, cores: Option<&[usize]>) -> Result<Child, Fault> {
    let program = command.get_program().to_string_lossy().into_owned();
    let cores = cores.map(<[usize]>::to_vec);
    own_group(&mut command);
    let work = move || {
        // Held until the program is in the list: whoever ends all programs ends this one, too.
        let mut running = RUNNING.lock();
        if running.closed {
            return Err("no program is started any more".to_string());
        }
        let spawned = affinity::on_cores(cores.as_deref(), || command.spawn())?;
        let child = spawned.map_err(|error| format!("cannot start {program}: {error}"))?;
        running.groups.insert(child.id());
        Ok(child)
    };
    on_lasting_thread(work).and_then(|started| started).map_err(refused)
}

/// Kills the program and everything in its group. It is not waited for yet.
pub(super) fn end(id: u32) {
    let mut running = RUNNING.lock();
    kill_group(id);
    running.groups.remove(&id);
    ENDED.notify_all();
}

/// Kills all programs at once: to those who wait for one it has crashed.
pub(super) fn end_all() {
    RUNNING.lock().groups.iter().copied().for_each(kill_group);
}

/// Starts no more programs, waits up to `grace` for those that have been told to quit, and kills the others.
pub(super) fn end_for_good(grace: Duration) {
    let deadline = Instant::now() + grace;
    let mut running = RUNNING.lock();
    running.closed = true;
    while !running.groups.is_empty() && !ENDED.wait_until(&mut running, deadline).timed_out() {}
    running.groups.iter().copied().for_each(kill_group);
}

/// Does `work` on a thread that lives as long as this process: to Linux, what starts a program is a thread, with whose end
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

/// Makes the program the head of a process group of its own: what it starts ends with it, and a key that interrupts
/// the match is not taken for one that interrupts the engine.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    end_with_this_process(command);
}

/// Has Linux kill the program as soon as this process has ended in whatever way.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn end_with_this_process(command: &mut Command) {
    use nix::sys::{prctl::set_pdeathsig, signal::Signal};
    use nix::unistd::getppid;
    use std::os::unix::process::CommandExt;

    let parent = nix::unistd::getpid();
    let ask = move || {
        set_pdeathsig(Signal::SIGKILL)?;
        // The parent may have ended before that was asked for.
        if getppid() == parent { Ok(()) } else { Err(std::io::Error::from_raw_os_error(libc::ESRCH)) }
    };
    // SAFETY: between fork and exec only two system calls are made; nothing is allocated and no lock is taken.
    unsafe { command.pre_exec(ask) };
}

/// The head of such a group hears nothing of Ctrl-C here; what it starts is not ended with it.
#[cfg(windows)]
fn own_group(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    /// `CREATE_NEW_PROCESS_GROUP` of `CreateProcess`.
    const NEW_GROUP: u32 = 0x200;
    command.creation_flags(NEW_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn own_group(_: &mut Command) {}

/// Ends everything in the program's process group.
#[cfg(unix)]
fn kill_group(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(group) = i32::try_from(id) {
        // There may be none any more.
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}
