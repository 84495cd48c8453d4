//! A program at the other end of pipes.
//!
//! Three threads serve its standard streams, so that no wait is unbounded: one stamps each line with its arrival time,
//! one writes the messages, one keeps the last lines of standard error. Lines read ahead and queued messages are
//! bounded: a program that writes endlessly is blocked by its own pipe, and one that does not read counts as hung when
//! the queue is full.
//!
//! Invariant: when a [`Process`] is dropped, the program and its group have been killed.

use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded, never};
use parking_lot::Mutex;

use super::dialogue::Dialogue;
use super::{Fault, Launch, group, refused};
use crate::wire::input::{Arrival, Input, lines_within, read_line};
use crate::wire::message::one_line;

/// Longest line of an engine that is read, in bytes.
const MAX_LINE: usize = 1 << 16;
/// Lines read ahead.
const READ_AHEAD: usize = 1024;
/// Messages that may wait for a program that does not read.
const MAX_QUEUED: usize = 64;
/// Longest wait for a program to end after the command to quit.
pub(super) const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// Longest wait for the status and the last lines of a program that seems to have ended.
const STATUS_TIMEOUT: Duration = Duration::from_secs(1);
/// Number of lines of standard error that are kept.
const MAX_ERROR_LINES: usize = 5;

/// A line, and when it arrived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TimedLine {
    pub line: String,
    pub at: Instant,
}

/// The standard streams of a program.
type Streams = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// A running program.
pub(super) struct Process {
    child: Child,
    dialogue: Dialogue,
    lines: Receiver<Arrival>,
    messages: Sender<String>,
    /// The last lines of standard error.
    error_lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected when standard error ends.
    errors_ended: Receiver<()>,
    /// The line that makes the program quit.
    quit: &'static str,
}

impl Process {
    /// Starts a program. `quit` is the line that makes it quit; if it is empty,
    /// standard output is not read.
    ///
    /// # Errors
    /// [`Fault::Refused`]: the system does not start it.
    pub fn start(mut command: Command, launch: &Launch<'_>, quit: &'static str) -> Result<Process, Fault> {
        let talks = !quit.is_empty();
        let output = if talks { Stdio::piped() } else { Stdio::null() };
        command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped());
        let mut child = group::start(command, launch.cores)?;
        let dialogue = launch.dialogue.clone();
        dialogue.runs_as(child.id());

        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (error_lines, messages) = (Arc::new(Mutex::new(VecDeque::new())), bounded(0).0);
        let mut process =
            Process { child, dialogue, lines: never(), messages, error_lines, errors_ended: never(), quit };
        // If a thread is refused, the program ends when the process is dropped.
        process.serve(streams).map_err(refused)?;
        Ok(process)
    }

    /// Starts the threads at the streams of the program.
    fn serve(&mut self, streams: Streams) -> Result<(), String> {
        let start = |work: Box<dyn FnOnce() + Send>| {
            let started = std::thread::Builder::new().name("engine's stream".to_string()).spawn(work);
            started.map(drop).map_err(|error| format!("cannot start a thread for an engine: {error}"))
        };
        let (input, output, errors) = streams;
        if let Some(output) = output {
            self.lines = lines_within(output, MAX_LINE, READ_AHEAD)?;
        }
        let (messages, queue) = bounded(MAX_QUEUED);
        self.messages = messages;
        if let Some(input) = input {
            start(Box::new(move || write_messages(input, &queue)))?;
        }
        let (reading, errors_ended) = bounded(0);
        self.errors_ended = errors_ended;
        if let Some(errors) = errors {
            let (kept, dialogue) = (Arc::clone(&self.error_lines), self.dialogue.clone());
            start(Box::new(move || {
                keep_last_lines(errors, &kept, &dialogue);
                drop::<Sender<()>>(reading);
            }))?;
        }
        Ok(())
    }

    /// Sends a message of whole lines, each with its end; returns the time before.
    ///
    /// # Errors
    /// [`Fault::Crashed`]: standard input is closed. [`Fault::Hung`]: nothing has been read for a long time.
    pub fn send(&mut self, message: String) -> Result<Instant, Fault> {
        let now = Instant::now();
        self.dialogue.sent(&message, now);
        match self.messages.try_send(message) {
            Ok(()) => Ok(now),
            Err(TrySendError::Full(_)) => Err(Fault::Hung),
            Err(TrySendError::Disconnected(_)) => Err(self.crashed("closed its standard input")),
        }
    }

    /// The next line.
    ///
    /// # Errors
    /// It is too long, did not arrive by `deadline`, or will never arrive.
    pub fn receive(&mut self, deadline: Instant) -> Result<TimedLine, Fault> {
        let arrived = self.lines.recv_deadline(deadline);
        if let Ok(arrival) = &arrived {
            self.note(arrival);
        }
        match arrived {
            // A program may write faster than anybody can read.
            Ok(Arrival { at, .. }) if at > deadline => Err(Fault::Hung),
            Ok(Arrival { input: Input::Line(line) | Input::Garbled(line), at }) => Ok(TimedLine { line, at }),
            Ok(Arrival { input: Input::TooLong, .. }) => {
                Err(Fault::Garbled(format!("a line of more than {MAX_LINE} bytes")))
            }
            Err(RecvTimeoutError::Timeout) => Err(Fault::Hung),
            Err(RecvTimeoutError::Disconnected) => Err(self.crashed("closed its standard output")),
        }
    }

    /// The lines already received; of a program that writes faster than anybody can read, only some.
    pub fn received(&mut self) -> Vec<String> {
        (0..READ_AHEAD).map_while(|_| self.try_receive()).collect()
    }

    /// The next line among those already received.
    fn try_receive(&mut self) -> Option<String> {
        let arrival = self.lines.try_recv().ok()?;
        self.note(&arrival);
        match arrival.input {
            Input::Line(line) | Input::Garbled(line) => Some(line),
            Input::TooLong => Some(String::new()),
        }
    }

    /// Closes standard input once all messages are written.
    pub fn close_input(&mut self) {
        self.messages = bounded(0).0;
    }

    /// Adds a line of the program to its dialogue.
    fn note(&self, arrival: &Arrival) {
        let line = match &arrival.input {
            Input::Line(line) | Input::Garbled(line) => line,
            Input::TooLong => "(a line that is too long)",
        };
        self.dialogue.received(line, arrival.at);
    }

    /// The fault of a program that has ended.
    pub fn has_ended(&mut self) -> Option<Fault> {
        match self.child.try_wait() {
            Ok(None) => None,
            Ok(Some(_)) | Err(_) => Some(self.crashed("has exited")),
        }
    }

    /// The fault of a crashed program: its status, or `symptom` if it still runs, and the last lines of standard error.
    pub fn crashed(&mut self, symptom: &str) -> Fault {
        let deadline = Instant::now() + STATUS_TIMEOUT;
        let mut status = self.child.try_wait();
        while matches!(status, Ok(None)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
            status = self.child.try_wait();
        }
        let mut text = match status {
            Ok(Some(status)) => format!("ended with {status}"),
            Ok(None) | Err(_) => symptom.to_string(),
        };
        let _ = self.errors_ended.recv_deadline(deadline);
        for line in self.error_lines.lock().iter() {
            text = format!("{text}; {line}");
        }
        Fault::Crashed(one_line(&text))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let quit = format!("{}\n", self.quit);
        self.dialogue.closes();
        if !self.quit.is_empty() && self.messages.try_send(quit.clone()).is_ok() {
            self.dialogue.sent(&quit, Instant::now());
            self.close_input();
            let deadline = Instant::now() + QUIT_TIMEOUT;
            while let Ok(arrival) = self.lines.recv_deadline(deadline)
                && Instant::now() < deadline
            {
                self.note(&arrival);
            }
        }
        group::end(self.child.id());
        // Killing or waiting can fail only for a process that has already been reaped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes messages until standard input is closed or the sender is gone.
fn write_messages(mut input: ChildStdin, queue: &Receiver<String>) {
    for message in queue {
        if input.write_all(message.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Keeps the last lines.
fn keep_last_lines(errors: impl Read, kept: &Mutex<VecDeque<String>>, dialogue: &Dialogue) {
    let mut errors = BufReader::new(errors);
    while let Some(line) = read_line(&mut errors, MAX_LINE) {
        if let Input::Line(line) | Input::Garbled(line) = line
            && !line.trim().is_empty()
        {
            dialogue.error_line(&line);
            let mut kept = kept.lock();
            if kept.len() == MAX_ERROR_LINES {
                kept.pop_front();
            }
            kept.push_back(line);
        }
    }
}
