//! A client at the other end of real pipes. It fails instead of waiting for ever.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};

#[cfg(unix)]
use super::folder::Folder;

/// How long an answer may take before the test fails: far beyond anything seen on a busy machine, only to avoid hanging.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// The program under test.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadriga"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A user and a group that own nothing.
#[cfg(unix)]
pub const NOBODY: u32 = 65534;

/// The program as a user for whom modes mean something, and who can replace nothing of the system; `None` where it
/// cannot be started so.
#[cfg(unix)]
pub fn program_as_nobody(folder: &Folder, arguments: &[&str]) -> Option<Command> {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    let by_nobody = |command: &mut Command| {
        if std::fs::metadata(folder.as_path()).expect("a folder").uid() == 0 {
            command.uid(NOBODY).gid(NOBODY);
        }
    };
    let mut trial = program();
    by_nobody(trial.arg("--version"));
    trial.output().ok()?;
    let mut command = program();
    by_nobody(command.args(arguments).stdin(Stdio::null()));
    Some(command)
}

/// A running engine.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Everything read so far, for the message of a failing test.
    seen: Vec<String>,
}

impl Client {
    /// Starts the program with these arguments.
    pub fn start(arguments: &[&str]) -> Client {
        let mut child =
            program().args(arguments).stderr(Stdio::inherit()).spawn().expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = unbounded();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Client { child, input, lines, seen: Vec::new() }
    }

    /// Memory in use by the engine, in KiB; `None` where the system does not tell.
    pub fn memory_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.split_whitespace().next()?.parse().ok()
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Forgets what was read so far, in a long conversation.
    pub fn forget(&mut self) {
        self.seen.clear();
    }

    /// Starts the program with a variant.
    pub fn playing(variant: &str) -> Client {
        Client::start(&["--game", variant])
    }

    /// Sends lines.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.try_send(bytes).expect("the engine reads");
    }

    /// The same, where nobody may be reading.
    pub fn try_send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let input = self.input.as_mut().expect("input still open");
        input.write_all(bytes).and_then(|()| input.flush())
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        let line = self.next_line();
        line.unwrap_or_else(|| panic!("no further line came after:\n{}", self.seen.join("\n")))
    }

    /// The next line, if there is another.
    pub fn next_line(&mut self) -> Option<String> {
        let line = self.lines.recv_timeout(PATIENCE).ok()?;
        self.seen.push(line.clone());
        Some(line)
    }

    /// Ends the input; what is still printed can be read.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Lines up to the first that begins with `start`, which is the last of them.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends a line and reads on to the line that begins with `start`, which is returned.
    pub fn ask(&mut self, text: &str, start: &str) -> String {
        self.send(text);
        self.until(start).pop().expect("at least one line")
    }

    /// Everything that was printed before the answer to `isready`.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The word after `response`.
    pub fn query(&mut self, question: &str) -> String {
        let line = self.ask(&format!("query {question}"), "response");
        line["response".len()..].trim_start().to_string()
    }

    /// Ends the input; returns what is still printed, and the exit status.
    pub fn close(mut self) -> (Vec<String>, ExitStatus) {
        self.end_input();
        self.rest()
    }

    /// Says `quit`; returns what is still printed, and the exit status.
    pub fn quit(mut self) -> (Vec<String>, ExitStatus) {
        self.send("quit");
        self.rest()
    }

    /// What is still printed without further input, and the exit status.
    pub fn rest(mut self) -> (Vec<String>, ExitStatus) {
        let status = wait(&mut self.child);
        (self.lines.iter().collect(), status)
    }
}

impl Drop for Client {
    /// A test that fails leaves no engine behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for the program to end, and fails if it does not.
pub fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child process") {
            return status;
        }
        assert!(start.elapsed() < PATIENCE, "the program does not end");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Starts the program with nobody who will read its output beyond the first line.
pub fn deaf_reader(arguments: &[&str]) -> Child {
    let mut child = program().args(arguments).spawn().expect("the program starts");
    let output: ChildStdout = child.stdout.take().expect("a pipe");
    drop(output);
    child
}

/// A position string without the stones in hand, which gomoku shows to clients of drops only.
pub fn without_hand(fen: &str) -> String {
    match (fen.find('['), fen.find(']')) {
        (Some(open), Some(close)) if open < close => format!("{}{}", &fen[..open], &fen[close + 1..]),
        _ => fen.to_string(),
    }
}
