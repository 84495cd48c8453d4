//! `quadriga board` itself: what it prints, where it listens, and how it ends.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::Child;

use crate::common::client::{program, wait};
use crate::common::folder::Folder;

/// A running program, killed at the end of the test.
struct Running {
    child: Child,
    url: String,
    folder: Folder,
}

impl Running {
    fn start(name: &str, arguments: &[&str]) -> Running {
        let folder = Folder::new(name);
        let mut command = program();
        command.args(["board", "--no-open", "--data", &folder.path("data")]).args(arguments);
        let mut child = command.spawn().expect("the program starts");
        let mut url = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut url).expect("a line");
        Running { child, url: url.trim_end().to_string(), folder }
    }

    fn token(&self) -> &str {
        self.url.split_once("/#k=").expect("a token").1
    }

    fn authority(&self) -> &str {
        self.url.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("an address").0
    }

    /// Ends it as Ctrl-C does: what it had said on standard output and standard error since.
    #[cfg(unix)]
    fn interrupt(mut self) -> (String, String) {
        use nix::sys::signal::{Signal, kill};
        let id = nix::unistd::Pid::from_raw(i32::try_from(self.child.id()).expect("an id"));
        kill(id, Signal::SIGINT).expect("it runs");
        assert!(wait(&mut self.child).success(), "Ctrl-C is no failure");
        let (mut output, mut errors) = (String::new(), String::new());
        self.child.stdout.as_mut().expect("a pipe").read_to_string(&mut output).expect("text");
        self.child.stderr.as_mut().expect("a pipe").read_to_string(&mut errors).expect("text");
        (output, errors)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Speaks to a program as its page does, and is refused as others are.
fn visit(running: &Running) {
    use tungstenite::client::IntoClientRequest;
    let authority = running.authority();
    for (origin, token) in
        [(authority, running.token()), (authority, "wrong"), ("evil.example", running.token())]
    {
        let mut request =
            format!("ws://{authority}/ws?k={}", running.token()).into_client_request().expect("a request");
        request.headers_mut().insert("origin", format!("http://{origin}").parse().expect("a value"));
        let stream = std::net::TcpStream::connect(authority).expect("it listens");
        let connected = tungstenite::client(request, stream);
        assert_eq!(connected.is_ok(), origin == authority);
        let Ok((mut socket, _)) = connected else { continue };
        socket.send(super::running::hello(token).into()).expect("sent");
        let answer = socket.read().expect("an answer").to_string();
        assert_eq!(answer.contains("\"ok\""), token == running.token(), "{answer}");
    }
}

#[cfg(unix)]
#[test]
fn the_token_is_said_once_and_in_no_report() {
    let running = Running::start("board-token", &["--port", "0", "--log", "trace"]);
    assert!(running.url.starts_with("http://127.0.0.1:"), "{}", running.url);
    let token = running.token().to_string();
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    visit(&running);
    let folder = running.folder.as_path().to_path_buf();
    let files = || std::fs::read_dir(&folder).expect("a folder").count();
    assert!(files() <= 1, "only the folder of the games");
    let (output, errors) = running.interrupt();
    assert_eq!(output, "", "one line on standard output");
    assert!(errors.contains("status=101") && errors.contains("status=403"), "{errors}");
    assert!(!errors.contains(&token), "{errors}");
}

#[test]
fn two_boards_have_different_tokens_and_ports() {
    let one = Running::start("board-one", &["--port", "0"]);
    let other = Running::start("board-other", &["--port", "0"]);
    assert_ne!(one.token(), other.token());
    assert_ne!(one.authority(), other.authority());
}

#[cfg(unix)]
#[test]
fn unless_it_is_loopback_the_person_is_warned() {
    for (address, is_warned) in [("127.0.0.1:0", false), ("0.0.0.0:0", true)] {
        let running = Running::start("board-listen", &["--listen", address]);
        let (_, errors) = running.interrupt();
        assert_eq!(errors.contains("not encrypted"), is_warned, "{errors}");
    }
}

#[cfg(unix)]
#[test]
fn opening_to_the_network_is_said_aloud_and_can_be_forbidden() {
    use super::running::Socket;
    for (flags, is_allowed) in [(&[] as &[&str], true), (&["--no-guests"], false)] {
        let running = Running::start("board-guests", &[&["--port", "0"], flags].concat());
        let mut host = Socket::connect(running.authority());
        assert!(host.hello(running.token()));
        let answer = host.ask(r#"{"ref":2,"do":"listen","on":true}"#).to_string();
        assert_eq!(answer.contains("not_allowed"), !is_allowed, "{answer}");
        let is_open = answer.contains("http://");
        drop(host);
        let (output, errors) = running.interrupt();
        assert_eq!((output.as_str(), errors.contains("not encrypted")), ("", is_open), "{errors}");
    }
}

#[test]
fn a_command_line_that_cannot_be_carried_out_is_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    for (arguments, word) in [
        (&["--port", &port] as &[&str], "is in use"),
        (&["--listen", "nonsense"], "HOST:PORT"),
        (&["--port", "1", "--listen", "127.0.0.1:1"], "--listen"),
        (&["--host", "http://x/"], "board.example"),
        (&["--game", "chess"], "chess"),
        (&["--seat", "3=person"], "1 to 2"),
        (&["--seat", "1=level:99"], "0 to 20"),
        (&["--log", "loud"], "loud"),
    ] {
        let output = program().args(["board", "--no-open"]).args(arguments).output().expect("it runs");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
        assert!(errors.contains(word) && errors.lines().count() == 1, "{arguments:?}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn games_in_a_folder_that_cannot_be_written_can_be_looked_at() {
    use super::running::Socket;
    use crate::common::client::program_as_nobody;
    use crate::common::window::{Window, tables};
    use serde_json::json;
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("board-read-only");
    let board = tables(Some(folder.as_path().join("data")));
    let mut host = Window::host(&board);
    let clock = json!({ "base_ms": 60_000, "increment_ms": 0 });
    let table = host.create(json!({ "game": "connect4", "clock": clock }));
    host.ask(json!({ "do": "move", "table": table, "move": "4" }));
    board.close();
    let record = format!("data/tables/{table}.jsonl");
    let set_modes = |folders, file| {
        for (name, mode) in [("data", folders), ("data/tables", folders), (record.as_str(), file)] {
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(folder.path(name), mode).expect("a mode");
        }
    };
    let text = folder.read(&record);
    set_modes(0o555, 0o444);
    let arguments = ["board", "--no-open", "--port", "0", "--data", &folder.path("data")];
    let Some(mut command) = program_as_nobody(&folder, &arguments) else { return };
    let mut child = command.spawn().expect("the program starts");
    let mut url = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut url).expect("a line");
    let running = Running { child, url: url.trim_end().to_string(), folder };
    let mut socket = Socket::connect(running.authority());
    assert!(socket.hello(running.token()));
    let listed = socket.ask(&json!({ "ref": 2, "do": "tables" }).to_string());
    assert_eq!(listed["ok"]["tables"][0]["id"], json!(table), "{listed}");
    for command in ["join", "board", "analyse"] {
        let looked = socket.ask(&json!({ "ref": 3, "do": command, "table": table, "node": 0 }).to_string());
        assert!(looked.get("ok").is_some(), "{looked}");
    }
    for command in [
        json!({ "ref": 4, "do": "resume", "table": table }),
        json!({ "ref": 4, "do": "create", "game": "connect4" }),
        json!({ "ref": 4, "do": "delete", "table": table }),
    ] {
        let refused = socket.ask(&command.to_string());
        assert_eq!(refused["refused"]["code"], json!("storage"), "{command}: {refused}");
    }
    let looked = socket.ask(&json!({ "ref": 5, "do": "board", "table": table }).to_string());
    assert!(looked.get("ok").is_some(), "{looked}");
    let folder = &running.folder;
    for (name, mode) in [("data", 0o755), ("data/tables", 0o755)] {
        std::fs::set_permissions(folder.path(name), std::fs::Permissions::from_mode(mode)).expect("a mode");
    }
    assert_eq!(folder.read(&record), text);
}
