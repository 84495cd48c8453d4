//! The page of a match (`quadriga match --live`): what it shows, and attacks on its server, over real sockets.
//!
//! The match is played inside this process, so that a test knows when which game has ended.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::JoinHandle;

use serde_json::Value;

use crate::board_attacks::running::{Answer, INSTANT, rest, wide};
use crate::common::client::{PATIENCE, program, wait};
use quadriga::match_runner::adjudication::Adjudication;
use quadriga::match_runner::engines::Inside;
use quadriga::match_runner::live::Live;
use quadriga::match_runner::move_comments::CommentParts;
use quadriga::match_runner::openings::Source;
use quadriga::match_runner::plan::Plan;
use quadriga::match_runner::runner::{RunOptions, run};
use quadriga::match_runner::schedule::Format;
use quadriga::match_runner::spec;
use quadriga::web::{Limits, Server, Stopper};

/// A match that is shown. The server ends when this is dropped.
struct Shown {
    plan: Plan,
    live: Arc<Live>,
    address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Shown {
    fn start(limits: Limits) -> Shown {
        let engines = ["name=<b>A</b> nodes=20", "name=B nodes=10"].map(str::to_string);
        let plan = Plan {
            variant: "connect4".to_string(),
            options: Vec::new(),
            engines: spec::parse(&engines, "").expect("engines"),
            format: Format::RoundRobin,
            rounds: 2,
            source: Source::Random { plies: 4, balance: None },
            seed: 1,
            adjudication: Adjudication::default(),
        };
        let line = plan.line(&plan.book().expect("openings")).expect("a match");
        let live = Live::new(line, &[], 4, None, CommentParts::ALL, plan.board().expect("a board"))
            .expect("a match");
        let live = Arc::new(live);
        let any = "127.0.0.1:0".parse().expect("an address");
        let server = Server::bind(any, &["match.example".to_string()], limits).expect("a free port");
        let (address, stopper, shown) = (server.address(), server.stopper(), live.clone());
        let thread = Some(std::thread::spawn(move || server.show(&shown)));
        Shown { plan, live, address, stopper, thread }
    }

    /// Plays the whole match.
    fn play(&self) {
        let schedule = self.plan.schedule().expect("a schedule");
        let options = RunOptions {
            cores: vec![None],
            interrupt: crossbeam_channel::never(),
            live: Some(self.live.as_ref()),
        };
        let agenda = schedule.agenda(0..2, HashSet::new());
        run(&self.plan, agenda, &mut self.plan.book().expect("openings"), options, &Inside, |game| {
            self.live.count(&game);
            Ok(ControlFlow::Continue(()))
        })
        .expect("a match");
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("somebody listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// The answer to a request with these lines after the first; `OURS` in them is the server's own name.
    fn ask(&self, method: &str, path: &str, lines: &[&str]) -> Answer {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let lines = lines.replace("OURS", &self.address.to_string());
        let mut stream = self.stream();
        // The other end may refuse before it has read everything.
        let _ = stream
            .write_all(format!("{method} {path} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n").as_bytes());
        Answer::parse(rest(&mut stream))
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &["Host: OURS"])
    }

    /// A client of the events, after its request.
    fn events(&self) -> BufReader<TcpStream> {
        let mut stream = self.stream();
        let request = format!("GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).expect("sent");
        BufReader::new(stream)
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            assert!(thread.join().is_ok() || std::thread::panicking(), "the server does not panic");
        }
    }
}

/// The next state of a stream of events; `None` at its end.
fn next_state(events: &mut BufReader<TcpStream>) -> Option<Value> {
    let mut line = String::new();
    loop {
        line.clear();
        if events.read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        if let Some(state) = line.strip_prefix("data: ") {
            return Some(serde_json::from_str(state.trim_end()).expect("a whole state"));
        }
    }
}

#[test]
fn a_match_is_shown_from_its_first_state_to_its_last() {
    let shown = Shown::start(wide());
    let mut events = shown.events();
    let first = next_state(&mut events).expect("a state");
    assert_eq!((&first["played"], &first["total"]), (&0.into(), &4.into()));
    assert_eq!(first["engines"][0], "<b>A</b>");
    shown.play();
    while next_state(&mut events).expect("a state")["played"] != 4 {}
    let picture = shown.get("/board/2.1.svg");
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/svg+xml")));
    assert!(picture.body.contains("<svg "));
    let moves = shown.get("/moves/2.1.txt");
    assert_eq!(moves.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(moves.body.contains("[White \"<b>A</b>\"]"), "{moves:?}");
    shown.live.finish();
    shown.stopper.stop();
    let mut last = Value::Null;
    while let Some(state) = next_state(&mut events) {
        last = state;
    }
    assert_eq!(last["over"], true, "the end is the last that is sent");
}

#[test]
fn every_answer_has_the_headers_that_keep_others_out() {
    let shown = Shown::start(wide());
    for path in ["/", "/live.js", "/text.js", "/base.css", "/icon.svg", "/board/1.1.svg", "/nothing"] {
        let answer = shown.get(path);
        let policy = answer.header("content-security-policy").expect(path);
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("connection"), Some("close"), "{path}");
        assert!(!answer.has_header("access-control-") && !answer.has_header("set-cookie"), "{path}");
    }
    assert!(shown.get("/").body.contains("live.js"));
    assert_eq!(shown.get("/live.js").header("content-type"), Some("text/javascript; charset=utf-8"));
}

#[test]
fn a_foreign_name_or_page_gets_nothing() {
    let shown = Shown::start(wide());
    let port = shown.address.port();
    let foreign = [
        vec!["Host: evil.example".to_string()],
        vec![format!("Host: localhost.evil.example:{port}")],
        vec!["Host: OURS".to_string(), "Host: evil.example".to_string()],
        vec![],
        vec!["Host: OURS".to_string(), "Origin: http://evil.example".to_string()],
        vec!["Host: OURS".to_string(), "Sec-Fetch-Site: cross-site".to_string()],
    ];
    for lines in foreign {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for path in ["/", "/events", "/board/1.1.svg", "/moves/1.1.txt"] {
            let answer = shown.ask("GET", path, &lines);
            assert!(answer.status >= 400 && !answer.body.contains("played"), "{lines:?} {path}: {answer:?}");
        }
    }
    assert_eq!(shown.ask("GET", "/", &["Host: match.example"]).status, 200);
}

#[test]
fn nothing_can_be_changed_and_no_path_leads_out() {
    let shown = Shown::start(wide());
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        for path in ["/", "/events", "/board/1.1.svg"] {
            let answer = shown.ask(method, path, &["Host: OURS", "Content-Length: 0"]);
            assert!([400, 405].contains(&answer.status), "{method} {path}: {answer:?}");
        }
    }
    for path in [
        "/../Cargo.toml",
        "/board/../../Cargo.toml",
        "/board/..%2f..%2fCargo.toml",
        "/board/%00.svg",
        "/board/%ff.svg",
        "/board/1.1",
        "/board/0.0.svg",
        "/board/99999999999999999999999.1.svg",
        "/moves/..%2F1.1.txt",
        "/moves/1.1.svg",
        "/page/index.html",
        "//etc/passwd",
    ] {
        let answer = shown.get(path);
        assert!([400, 404].contains(&answer.status), "{path}: {answer:?}");
    }
    assert_eq!(shown.get("/ws").status, 403, "there is no WebSocket here");
    let head = shown.ask("HEAD", "/events", &["Host: OURS"]);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn clients_that_do_not_read_do_not_delay_the_match_or_others() {
    let shown = Shown::start(wide());
    let deaf: Vec<BufReader<TcpStream>> = (0..60).map(|_| shown.events()).collect();
    shown.play();
    let mut events = shown.events();
    while next_state(&mut events).expect("a state")["played"] != 4 {}
    assert_eq!(shown.get("/").status, 200);
    drop(deaf);
}

#[test]
fn silent_endless_and_too_many_clients_are_closed() {
    let silent = Shown::start(Limits { silence: INSTANT, ..wide() });
    let mut stream = silent.stream();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("sent");
    assert!(!rest(&mut stream).contains("<html"), "half a request");
    let short = Shown::start(Limits { exchange: INSTANT, ..wide() });
    let mut events = short.events();
    while next_state(&mut events).is_some() {}
    // It may come again, and gets a state when there is one.
    while next_state(&mut short.events()).is_none() {}
    let few = Shown::start(Limits { connections: 2, ..wide() });
    let mut first = few.events();
    assert!(next_state(&mut first).is_some());
    let _second = few.events();
    while few.get("/").status != 503 {}
    let long = Shown::start(wide());
    let line = format!("X: {}", "a".repeat(64 << 10));
    let answer = long.ask("GET", "/", &["Host: OURS", &line]);
    assert_ne!(answer.status, 200, "{answer:?}");
    assert_eq!(long.get("/").status, 200);
}

#[test]
fn the_program_prints_its_address_and_ends_with_the_match() {
    let arguments = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10", "--rounds", "3"];
    let mut command = program();
    command.args(["match", "--game", "connect4", "--live", "0", "--random-plies", "4"]).args(arguments);
    let mut child = command.spawn().expect("the program starts");
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line");
    assert!(line.contains("watch the match at http://127.0.0.1:"), "{line}");
    let mut more = String::new();
    while errors.read_line(&mut more).unwrap_or(0) > 0 {}
    assert!(wait(&mut child).success(), "{more}");
    for (address, expected) in [("nowhere", "expected HOST:PORT"), ("1.2.3.4:x", "expected HOST:PORT")] {
        let mut command = program();
        command.args(["match", "--game", "connect4", "--live", address]).args(arguments);
        let output = command.output().expect("the program runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(expected), "{error}");
        assert!(output.stdout.is_empty(), "nothing is played");
    }
}
