//! What engines and the match runner send to each other: a file for `--debug`, and the last lines for errors.
//!
//! A line of the file is the time in seconds since the match began, the engine with its process id, `>` for what it
//! gets, `<` for what it writes, `!` for its standard error, and the text:
//!
//! ```text
//! 0.012345 Scan(4321) > hub
//! 0.034567 Scan(4321) < id name=Scan version=3.1
//! ```

use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use super::Fault;
use crate::wire::message::{one_line, plain};

/// Lines in a row from an engine that are written. One that never stops writing must not fill the disk.
const MAX_LINES_IN_A_ROW: u32 = 20_000;
/// Lines in the error of an engine that does not start.
const MAX_LAST_LINES: usize = 4;

/// A file of the dialogues with all engines of a match. Each line is flushed.
pub struct DebugFile {
    began: Instant,
    state: Mutex<FileState>,
}

struct FileState {
    output: Box<dyn Write + Send>,
    /// Why the file is incomplete. Nothing is written after that.
    failure: Option<String>,
}

impl DebugFile {
    /// A file that begins now.
    pub fn new(output: Box<dyn Write + Send>) -> DebugFile {
        DebugFile { began: Instant::now(), state: Mutex::new(FileState { output, failure: None }) }
    }

    /// Why the file is incomplete; `None` if it is not.
    pub fn failure(&self) -> Option<String> {
        self.state.lock().failure.clone()
    }

    fn add(&self, at: Instant, engine: &str, sign: char, line: &str) {
        let seconds = at.saturating_duration_since(self.began).as_secs_f64();
        let text = format!("{seconds:.6} {engine} {sign} {}\n", plain(line));
        let state = &mut *self.state.lock();
        if state.failure.is_none() {
            let written = state.output.write_all(text.as_bytes()).and_then(|()| state.output.flush());
            state.failure = written.err().map(|error| error.to_string());
        }
    }
}

/// The dialogue with one engine.
#[derive(Clone)]
pub(super) struct Dialogue(Arc<Engine>);

struct Engine {
    name: String,
    /// The id of its process; 0 without one.
    process: AtomicU32,
    file: Option<Arc<DebugFile>>,
    /// The last lines; `None` once it has started.
    last: Mutex<Option<VecDeque<String>>>,
    /// Lines from the engine since the last message to it.
    in_a_row: AtomicU32,
    is_closing: AtomicBool,
}

impl Dialogue {
    pub fn new(name: &str, file: Option<&Arc<DebugFile>>) -> Dialogue {
        Dialogue(Arc::new(Engine {
            name: name.to_string(),
            process: AtomicU32::new(0),
            file: file.cloned(),
            last: Mutex::new(Some(VecDeque::new())),
            in_a_row: AtomicU32::new(0),
            is_closing: AtomicBool::new(false),
        }))
    }

    /// The engine's process runs.
    pub fn runs_as(&self, process: u32) {
        self.0.process.store(process, Ordering::Relaxed);
    }

    /// A message of whole lines to the engine.
    pub fn sent(&self, message: &str, at: Instant) {
        message.lines().for_each(|line| self.add(at, '>', line));
    }

    /// A line from the engine.
    pub fn received(&self, line: &str, at: Instant) {
        self.add(at, '<', line);
    }

    /// A line of its standard error.
    pub fn error_line(&self, line: &str) {
        self.add(Instant::now(), '!', line);
    }

    fn add(&self, at: Instant, sign: char, line: &str) {
        let Engine { name, process, file, last, in_a_row, is_closing } = &*self.0;
        if let Some(last) = &mut *last.lock()
            && !is_closing.load(Ordering::Relaxed)
        {
            if last.len() == MAX_LAST_LINES {
                last.pop_front();
            }
            last.push_back(format!("{sign} {line}"));
        }
        let line = match in_a_row.fetch_add(1, Ordering::Relaxed) {
            _ if sign == '>' => {
                in_a_row.store(0, Ordering::Relaxed);
                line
            }
            ..MAX_LINES_IN_A_ROW => line,
            MAX_LINES_IN_A_ROW => "(the lines up to the next message are not in this file)",
            _ => {
                in_a_row.store(MAX_LINES_IN_A_ROW + 1, Ordering::Relaxed);
                return;
            }
        };
        if let Some(file) = file {
            let process = process.load(Ordering::Relaxed);
            let engine = if process == 0 { name.clone() } else { format!("{name}({process})") };
            file.add(at, &engine, sign, line);
        }
    }

    /// The engine has started: its last lines are no longer kept.
    pub fn has_started(&self) {
        *self.0.last.lock() = None;
    }

    /// What follows is the end of the dialogue, which explains nothing.
    pub fn closes(&self) {
        self.0.is_closing.store(true, Ordering::Relaxed);
    }

    /// The failure of an engine that does not start.
    pub fn failure(&self, fault: Fault) -> StartFailure {
        let last_lines = self.0.last.lock().take().unwrap_or_default().into();
        StartFailure { fault, last_lines }
    }
}

/// Why an engine does not start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartFailure {
    /// What is wrong with it.
    pub fault: Fault,
    /// The last lines of the dialogue with it: `> ugi`, `< id name A`.
    pub last_lines: Vec<String>,
}

impl From<Fault> for StartFailure {
    fn from(fault: Fault) -> StartFailure {
        StartFailure { fault, last_lines: Vec::new() }
    }
}

/// One line: `no answer; last lines: > ugi | < id name A`.
impl fmt::Display for StartFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        if self.last_lines.is_empty() {
            return Ok(());
        }
        write!(f, "; last lines: {}", one_line(&self.last_lines.join(" | ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file in memory; `refuses` is a full disk.
    #[derive(Clone, Default)]
    struct Memory {
        text: Arc<Mutex<Vec<u8>>>,
        refuses: bool,
    }

    impl Write for Memory {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.refuses {
                return Err(std::io::Error::other("the disk is full"));
            }
            self.text.lock().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn each_line_has_a_time_an_engine_and_a_direction() {
        let memory = Memory::default();
        let file = Arc::new(DebugFile::new(Box::new(memory.clone())));
        let dialogue = Dialogue::new("A", Some(&file));
        let later = file.began + std::time::Duration::from_millis(1500);
        dialogue.sent("hub\nlevel\n", later);
        dialogue.runs_as(77);
        dialogue.received("wait \u{1b}[1m", later);
        dialogue.error_line("warning");
        let text = String::from_utf8(memory.text.lock().clone()).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["1.500000 A > hub", "1.500000 A > level"]);
        assert!(
            lines[2].starts_with("1.500000 A(77) < wait ") && !lines[2].contains('\u{1b}'),
            "{}",
            lines[2]
        );
        assert!(lines[3].ends_with(" A(77) ! warning"), "{}", lines[3]);
        assert_eq!((lines.len(), file.failure()), (4, None));
    }

    #[test]
    fn an_engine_that_never_stops_writing_does_not_fill_the_disk() {
        let memory = Memory::default();
        let file = Arc::new(DebugFile::new(Box::new(memory.clone())));
        let dialogue = Dialogue::new("A", Some(&file));
        for _ in 0..MAX_LINES_IN_A_ROW + 5 {
            dialogue.received("flood", Instant::now());
        }
        dialogue.sent("stop\n", Instant::now());
        dialogue.received("bestmove 4", Instant::now());
        let text = String::from_utf8(memory.text.lock().clone()).expect("text");
        let lines: Vec<&str> = text.lines().skip(MAX_LINES_IN_A_ROW as usize).collect();
        assert_eq!(lines.len(), 3, "{lines:?}");
        for (line, end) in lines.iter().zip(["are not in this file)", "> stop", "< bestmove 4"]) {
            assert!(line.ends_with(end), "{line}");
        }
    }

    #[test]
    fn the_error_of_a_start_quotes_the_last_lines_before_it() {
        let dialogue = Dialogue::new("A", None);
        (1..=6).for_each(|number| dialogue.received(&number.to_string(), Instant::now()));
        dialogue.closes();
        dialogue.sent("quit\n", Instant::now());
        let failure = dialogue.failure(Fault::Hung);
        assert_eq!(failure.to_string(), "no answer; last lines: < 3 | < 4 | < 5 | < 6");
        let silent = Dialogue::new("B", None).failure(Fault::Hung);
        assert_eq!(silent.to_string(), "no answer");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_reported_and_the_engines_play_on() {
        let file = Arc::new(DebugFile::new(Box::new(Memory { refuses: true, ..Memory::default() })));
        let dialogue = Dialogue::new("A", Some(&file));
        dialogue.sent("go\n", Instant::now());
        dialogue.received("bestmove 4", Instant::now());
        assert_eq!(file.failure().as_deref(), Some("the disk is full"));
    }
}
