//! A program at the other end of pipes.
//!
//! Three threads serve its standard streams, so that whatever it does nobody waits for ever: one stamps each line
//! with the moment it arrived, one hands over what is written, one keeps the last words it says on standard error.
//! What is read ahead and what waits to be written is bounded; a program that talks without end is held up by its
//! own pipe, one that does not listen is found out when the queue is full.
//!
//! What must always hold: when a [`Process`] is dropped, the program and everything it has started in its process
//! group has been killed.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use parking_lot::Mutex;

use super::{Fault, affinity, refused};
use crate::wire::input::{Input, read_line};
use crate::wire::output::one_line;

/// Longest line of an engine that is read, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// Lines read ahead.
const READ_AHEAD: usize = 1024;
/// Messages that may wait for a program that does not listen.
const QUEUE: usize = 64;
/// How long a program may take to end after it was asked to.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long to wait for the status and the last words of a program that has gone.
const LAST_BREATH: Duration = Duration::from_secs(1);
/// How many lines of standard error are remembered.
const LAST_WORDS: usize = 5;

/// The programs that run, by number.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends all programs at once: whoever waits for one hears that it has crashed.
pub(super) fn end_all() {
    RUNNING.lock().iter().copied().for_each(kill_group);
}

/// A line, and when it arrived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Heard {
    pub line: String,
    pub at: Instant,
}

/// A running program.
pub(super) struct Process {
    child: Child,
    lines: Receiver<(Instant, Input)>,
    orders: Sender<String>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected when standard error ends.
    fallen_silent: Receiver<()>,
    /// What asks the program to end.
    farewell: &'static str,
}

impl Process {
    /// Starts a program on these cores (all, if there are none named). `farewell` is the line that asks it to end;
    /// a program with an empty one does not talk by lines, and its standard output is not looked at.
    ///
    /// # Errors
    /// [`Fault::Refused`]: the system does not start it.
    pub fn start(
        mut command: Command,
        cores: Option<&[usize]>,
        farewell: &'static str,
    ) -> Result<Process, Fault> {
        let talks = !farewell.is_empty();
        let output = if talks { Stdio::piped() } else { Stdio::null() };
        command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped());
        own_group(&mut command);
        let program = command.get_program().to_string_lossy().into_owned();
        let spawned = affinity::on_cores(cores, || command.spawn()).map_err(refused)?;
        let mut child = spawned.map_err(|error| refused(format!("cannot start {program}: {error}")))?;
        RUNNING.lock().insert(child.id());

        let (sender, lines) = bounded(READ_AHEAD);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || listen(BufReader::new(output), &sender));
        }
        let (orders, queue) = bounded(QUEUE);
        if let Some(input) = child.stdin.take() {
            std::thread::spawn(move || hand_over(input, &queue));
        }
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let (speaking, fallen_silent) = bounded(0);
        if let Some(errors) = child.stderr.take() {
            let words = Arc::clone(&last_words);
            std::thread::spawn(move || {
                remember(errors, &words);
                drop::<Sender<()>>(speaking);
            });
        }
        Ok(Process { child, lines, orders, last_words, fallen_silent, farewell })
    }

    /// Hands over a message of whole lines, each with its end; returns the moment before.
    ///
    /// # Errors
    /// [`Fault::Crashed`]: nobody is there. [`Fault::Hung`]: nobody has read for a long time.
    pub fn send(&mut self, message: String) -> Result<Instant, Fault> {
        let now = Instant::now();
        match self.orders.try_send(message) {
            Ok(()) => Ok(now),
            Err(TrySendError::Full(_)) => Err(Fault::Hung),
            Err(TrySendError::Disconnected(_)) => Err(self.crashed("closed its standard input")),
        }
    }

    /// The next line.
    ///
    /// # Errors
    /// It is too long, has not come by `deadline`, or will never come.
    pub fn hear(&mut self, deadline: Instant) -> Result<Heard, Fault> {
        match self.lines.recv_deadline(deadline) {
            // Also of a program that talks faster than anybody can read.
            Ok((at, _)) if at > deadline => Err(Fault::Hung),
            Ok((at, Input::Line(line) | Input::Garbled(line))) => Ok(Heard { line, at }),
            Ok((_, Input::TooLong)) => {
                Err(Fault::Garbled(format!("a line of more than {LONGEST_LINE} bytes")))
            }
            Err(RecvTimeoutError::Timeout) => Err(Fault::Hung),
            Err(RecvTimeoutError::Disconnected) => Err(self.crashed("closed its standard output")),
        }
    }

    /// The next line of those that have come already.
    pub fn overhear(&mut self) -> Option<String> {
        match self.lines.try_recv() {
            Ok((_, Input::Line(line) | Input::Garbled(line))) => Some(line),
            Ok((_, Input::TooLong)) => Some(String::new()),
            Err(_) => None,
        }
    }

    /// Has the program ended? Then in which way.
    pub fn has_ended(&mut self) -> Option<Fault> {
        match self.child.try_wait() {
            Ok(None) => None,
            Ok(Some(_)) | Err(_) => Some(self.crashed("has gone")),
        }
    }

    /// What is known of the end of the program; `sign` is what gave it away, told where it lives on.
    pub fn crashed(&mut self, sign: &str) -> Fault {
        let deadline = Instant::now() + LAST_BREATH;
        let mut status = self.child.try_wait();
        while matches!(status, Ok(None)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
            status = self.child.try_wait();
        }
        let mut story = match status {
            Ok(Some(status)) => format!("ended with {status}"),
            Ok(None) | Err(_) => sign.to_string(),
        };
        let _ = self.fallen_silent.recv_deadline(deadline);
        for words in self.last_words.lock().iter() {
            story = format!("{story}; {words}");
        }
        Fault::Crashed(one_line(&story))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.farewell.is_empty() && self.orders.try_send(format!("{}\n", self.farewell)).is_ok() {
            // The writer closes the pipe when the queue is empty and nobody can add to it.
            self.orders = bounded(0).0;
            let deadline = Instant::now() + FAREWELL;
            while self.lines.recv_deadline(deadline).is_ok() && Instant::now() < deadline {}
        }
        RUNNING.lock().remove(&self.child.id());
        kill_group(self.child.id());
        // Only what has been reaped already can fail to be killed or waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes lines on until there are no more or nobody wants them.
fn listen(mut output: impl BufRead, sender: &Sender<(Instant, Input)>) {
    while let Some(line) = read_line(&mut output, LONGEST_LINE) {
        if sender.send((Instant::now(), line)).is_err() {
            return;
        }
    }
}

/// Writes what is to be written until nobody reads it or nobody has anything to say.
fn hand_over(mut input: ChildStdin, queue: &Receiver<String>) {
    for message in queue {
        if input.write_all(message.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Keeps the last lines.
fn remember(errors: impl Read, words: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    while let Some(line) = read_line(&mut errors, LONGEST_LINE) {
        if let Input::Line(line) | Input::Garbled(line) = line
            && !line.trim().is_empty()
        {
            let mut words = words.lock();
            if words.len() == LAST_WORDS {
                words.pop_front();
            }
            words.push_back(line);
        }
    }
}

/// Makes the program the head of a process group of its own: what it starts ends with it, and a key that interrupts
/// the match is not taken for one that interrupts the engine.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
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
