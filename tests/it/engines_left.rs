//! Engines do not outlive the program that started them, however it ends and whatever they do about it.

use std::io::{BufRead, BufReader, Write};
use std::process::Child;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use serde_json::json;

use crate::board_attacks::running::Socket;
use crate::common::client::{PATIENCE, program, wait};
use crate::common::folder::Folder;

/// An engine with a helper, that never reads and never answers and ignores every request to end. It says in a file which
/// processes they are.
const DEAF: &str =
    "trap '' TERM HUP INT\nsleep 100000 &\necho $$ $! >new\nmv new pids\nwhile :; do sleep 1; done\n";

/// A program that waits for a deaf engine; both are killed at the end of the test.
struct Runner {
    child: Child,
    engine: Pid,
    helper: Pid,
    _folder: Folder,
}

impl Runner {
    /// Starts the program with these arguments, in which `DEAF` is the engine, brings it to start the engine, and waits
    /// until that is so.
    fn start(name: &str, arguments: &[&str], begin: impl FnOnce(&mut Child)) -> Runner {
        let folder = Folder::new(&format!("left-{name}"));
        let script = folder.file("deaf.sh", DEAF);
        let engine = format!("name=deaf cmd=/bin/sh arg={script} dir={} patience=600", folder.path(""));
        let arguments = arguments.iter().map(|word| word.replace("DEAF", &engine));
        let mut command = program();
        command.args(arguments).current_dir(folder.as_path());
        let mut child = command.spawn().expect("the program starts");
        begin(&mut child);
        let begun = Instant::now();
        let pids = loop {
            if let Ok(text) = std::fs::read_to_string(folder.path("pids")) {
                break text;
            }
            assert!(begun.elapsed() < PATIENCE, "{name}: the engine is not started");
            std::thread::sleep(Duration::from_millis(2));
        };
        let mut pids = pids.split_whitespace().map(|pid| Pid::from_raw(pid.parse().expect("a number")));
        let (engine, helper) = (pids.next().expect("the engine"), pids.next().expect("its helper"));
        assert!(runs(engine) && runs(helper), "{name}");
        Runner { child, engine, helper, _folder: folder }
    }

    fn of_play() -> Runner {
        let arguments = ["play", "--data", "data", "--seat", "1=person", "--seat", "2=DEAF"];
        Runner::start("play", &arguments, |child| {
            child.stdin.as_mut().expect("a pipe").write_all(b"4\n").expect("it reads");
        })
    }

    fn of_board() -> Runner {
        let arguments = ["board", "--no-open", "--port", "0", "--data", "data", "--seat", "1=DEAF"];
        Runner::start("board", &arguments, |child| {
            let mut url = String::new();
            BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut url).expect("a line");
            let (address, token) = url.trim_end().split_once("/#k=").expect("a token");
            let mut socket = Socket::connect(address.strip_prefix("http://").expect("an address"));
            assert!(socket.hello(token));
            let seats = json!([{ "kind": "engine", "engine": 0 }, { "kind": "person" }]);
            let made = json!({ "ref": 2, "do": "create", "game": "connect4", "seats": seats });
            let made = socket.ask(&made.to_string());
            assert!(made.get("ok").is_some(), "{made}");
        })
    }

    fn of_match() -> Runner {
        let arguments = ["match", "--game", "connect4", "--engine", "DEAF", "--engine", "name=own nodes=10"];
        Runner::start("match", &arguments, |_| ())
    }

    fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(i32::try_from(self.child.id()).expect("an id")), signal).expect("it runs");
    }
}

/// Does this process run? Whoever took it over from its parent may leave it as a zombie.
fn runs(pid: Pid) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    status.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

/// Waits until the process has ended: it may have been killed a moment ago.
fn expect_end(pid: Pid, what: &str) {
    let begun = Instant::now();
    while runs(pid) {
        assert!(begun.elapsed() < PATIENCE, "{what} goes on");
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The helper of an engine that was killed alone is still in its group.
        let _ = killpg(self.engine, Signal::SIGKILL);
    }
}

type Start = fn() -> Runner;

/// Ways to start a program that has engines.
const RUNNERS: [(&str, Start); 3] =
    [("play", Runner::of_play), ("board", Runner::of_board), ("match", Runner::of_match)];

#[test]
fn a_program_that_is_asked_to_end_ends_its_engines() {
    for (name, start) in RUNNERS {
        for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
            let mut runner = start();
            runner.signal(signal);
            wait(&mut runner.child);
            expect_end(runner.engine, &format!("{name}, {signal}: the engine"));
            expect_end(runner.helper, &format!("{name}, {signal}: the engine's helper"));
        }
    }
}

#[test]
fn a_program_that_is_asked_twice_leaves_no_engine() {
    let mut runner = Runner::of_board();
    runner.signal(Signal::SIGTERM);
    runner.signal(Signal::SIGINT);
    wait(&mut runner.child);
    expect_end(runner.engine, "the engine");
    expect_end(runner.helper, "the engine's helper");
}

#[test]
fn an_engine_ends_when_the_program_is_killed() {
    for (name, start) in RUNNERS {
        let mut runner = start();
        runner.signal(Signal::SIGKILL);
        wait(&mut runner.child);
        expect_end(runner.engine, name);
    }
}
