//! A system that grants fewer threads than are wanted: everything is answered with those that there are, and says so.
//!
//! Users other than root have a limit on their threads, so the program runs as a user that nobody else is. Where the
//! tests do not run as root, or there is no `prlimit`, there is nothing to see here; what each part does without threads
//! is a test of that part, too.

#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::client::wait;
use crate::common::folder::Folder;

/// A user of its own for each program, so that they do not count each other's threads.
static NEXT_USER: AtomicU32 = AtomicU32::new(0);

/// The program as a user without rights, who may write in its folder.
struct Limited {
    folder: Folder,
    user: u32,
}

impl Limited {
    /// `None` where the tests may not do this.
    fn new(name: &str) -> Option<Limited> {
        let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
        let may = is_root
            && Command::new("prlimit").arg("--version").output().is_ok_and(|shown| shown.status.success());
        if !may {
            return None;
        }
        let folder = Folder::new(name);
        let program = folder.path("quadriga");
        fs::copy(env!("CARGO_BIN_EXE_quadriga"), &program).expect("a copy");
        fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("may be executed");
        fs::set_permissions(folder.path(""), Permissions::from_mode(0o777)).expect("may be written");
        let user = 1_000_000 + std::process::id() % 100_000 * 100 + NEXT_USER.fetch_add(1, Ordering::Relaxed);
        Some(Limited { folder, user })
    }

    /// Runs the program with so many threads, its own first one among them, and this input to its end.
    fn run(&self, threads: usize, arguments: &[&str], input: &str) -> Output {
        let mut child = Command::new("prlimit")
            .arg(format!("--nproc={threads}"))
            .arg(self.folder.path("quadriga"))
            .args(arguments)
            .current_dir(self.folder.path(""))
            .uid(self.user)
            .env("HOME", self.folder.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // A program that could not start reads nothing.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let status = wait(&mut child);
        let [mut stdout, mut stderr] = [Vec::new(), Vec::new()];
        child.stdout.take().expect("a pipe").read_to_end(&mut stdout).expect("bytes");
        child.stderr.take().expect("a pipe").read_to_end(&mut stderr).expect("bytes");
        Output { status, stdout, stderr }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn every_search_is_answered_however_few_threads_there_are() {
    let Some(limited) = Limited::new("refused-search") else { return };
    let go = "position startpos moves 1\ngo nodes 30000\n";
    let input = format!(
        "setoption name Threads value 16\nsetoption name Solver value false\n{go}{go}\
         setoption name Solver value true\nposition startpos\nsetoption name Book value false\ngo nodes 300000\n"
    );
    for threads in [3, 4, 6] {
        let output = limited.run(threads, &["--finish", "--hash", "8"], &input);
        let (said, errors) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(said.matches("bestmove ").count(), 3, "{threads}: {said}{errors}");
        let notes = said.matches("info string note: the system refused ").count();
        assert_eq!(notes, 1, "{threads}, said once: {said}");
        assert!(output.status.success() && !errors.contains("panicked"), "{errors}");
    }
}

#[test]
fn searches_of_other_protocols_are_answered() {
    let Some(limited) = Limited::new("refused-protocols") else { return };
    let cases = [
        ("gtp", "quadriga-setoption Move_Depth 4\n1 reg_genmove b\n", "=1 "),
        ("hub", "hub\ninit\nlevel nodes=20000\ngo think\n", "done move="),
        ("gomocup", "START 15\nINFO max_node 20000\nTURN 7,7\n", ","),
    ];
    for (protocol, input, answer) in cases {
        let arguments = ["--protocol", protocol, "--threads", "16", "--hash", "1", "--finish"];
        let output = limited.run(5, &arguments, input);
        let said = text(&output.stdout);
        assert!(
            said.contains(answer) && output.status.success(),
            "{protocol}: {said}{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn where_not_even_the_first_threads_are_granted_one_line_says_so() {
    let Some(limited) = Limited::new("refused-all") else { return };
    // So much that the thread of the input is still there when the next one is wanted.
    let input = "\n".repeat(5000);
    for (threads, arguments) in
        [(1, "ugi"), (2, "ugi"), (1, "gtp"), (2, "hub"), (1, "analyze"), (2, "analyze")]
    {
        let output = limited.run(threads, &[arguments], &input);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{threads} {arguments}: {errors}");
        assert!(errors.starts_with("error: cannot start ") && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn queries_are_answered_with_the_threads_there_are() {
    let Some(limited) = Limited::new("refused-queries") else { return };
    let query = |id: u32| format!("{{\"id\":\"{id}\",\"game\":\"gomoku\",\"nodes\":20000,\"threads\":16}}\n");
    let input: String = (0..4).map(query).collect();
    for positions in ["1", "8"] {
        let arguments = ["analyze", "--threads", "16", "--positions", positions, "--hash", "8"];
        let output = limited.run(5, &arguments, &input);
        let said = text(&output.stdout);
        assert_eq!(said.matches("\"final\":true").count(), 4, "{positions}: {said}");
        assert!(said.contains("\"warning\":\""), "{said}");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

#[test]
fn commands_that_share_work_go_on_with_the_threads_there_are() {
    let Some(limited) = Limited::new("refused-commands") else { return };
    let commands = [
        &["perft", "--depth", "5", "--threads", "16"][..],
        &["solve", "--hash", "8", "--threads", "16", "44444422"],
        &["bitbase", "3", "bases", "--threads", "16"],
        &[
            "selfplay",
            "--game",
            "chinesecheckers",
            "--games",
            "6",
            "--nodes",
            "50",
            "--threads",
            "16",
            "series",
        ],
        &[
            "fit",
            "--game",
            "chinesecheckers",
            "--steps",
            "2",
            "--threads",
            "16",
            "--out",
            "weights",
            "series",
        ],
    ];
    for arguments in commands {
        let output = limited.run(5, arguments, "");
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        // Threads with little to do may follow each other; these are there at the same time.
        let has_many = ["solve", "selfplay"].contains(&arguments[0]);
        assert!(!has_many || errors.contains("the system refused "), "{arguments:?}: {errors}");
    }
}
