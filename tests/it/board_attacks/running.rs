//! A board that runs in this process, and what attacks it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{HandshakeError, Message, WebSocket};

use crate::common::client::PATIENCE;
use quadriga::table::{Setup, Tables};
use quadriga::web::{Limits, Server, Stopper};

/// What opens every door.
pub const TOKEN: &str = "00112233445566778899aabbccddeeff";

/// Limits that no test reaches by accident.
pub fn wide() -> Limits {
    Limits { silence: PATIENCE, exchange: PATIENCE, ping: PATIENCE, ..Limits::default() }
}

/// A time that is over before anybody has done anything.
pub const INSTANT: Duration = Duration::from_millis(50);

/// A server. It ends when this is dropped.
pub struct Board {
    pub address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Board {
    pub fn start() -> Board {
        Board::with(wide(), Setup::default())
    }

    pub fn limited(limits: Limits) -> Board {
        Board::with(limits, Setup::default())
    }

    pub fn with(limits: Limits, setup: Setup) -> Board {
        let any = "127.0.0.1:0".parse().expect("an address");
        let server = Server::bind(any, &["board.example".to_string()], limits).expect("a free port");
        let (host_token, door) = (TOKEN.to_string(), Some(server.door()));
        let tables = Tables::open(Setup { host_token, door, ..setup }).expect("tables");
        let (address, stopper) = (server.address(), server.stopper());
        let thread = Some(std::thread::spawn(move || server.run(&tables)));
        Board { address, stopper, thread }
    }

    /// Ends the server without waiting for it.
    pub fn stop(&self) {
        self.stopper.stop();
    }

    pub fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("somebody listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends bytes and reads until the other end closes.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.stream();
        // The other end may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        rest(&mut stream)
    }

    /// The answer to a request with these lines after the first; `OURS` in them is the server's own name.
    pub fn ask(&self, method: &str, path: &str, lines: &[&str]) -> Answer {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let lines = lines.replace("OURS", &self.address.to_string());
        let request = format!("{method} {path} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n");
        Answer::parse(self.raw(request.as_bytes()))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &["Host: OURS"])
    }

    /// A WebSocket with this `Origin` and further headers, or the status with which it is refused.
    pub fn socket_from(&self, origin: Option<&str>, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request().expect("a request");
        let origin = origin.map(|origin| ("origin", origin));
        for (name, value) in origin.iter().chain(headers) {
            request.headers_mut().insert(*name, value.parse().expect("a value"));
        }
        match tungstenite::client(request, self.stream()) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(HandshakeError::Failure(tungstenite::Error::Http(answer))) => Err(answer.status().as_u16()),
            Err(error) => panic!("no answer at all: {error}"),
        }
    }

    /// A WebSocket of the page itself, which has not said anything.
    pub fn stranger(&self) -> Socket {
        let origin = format!("http://{}", self.address);
        self.socket_from(Some(&origin), &[]).expect("the page may connect")
    }

    /// A WebSocket that has said hello.
    pub fn guest(&self) -> Socket {
        let mut socket = self.stranger();
        assert!(socket.hello(TOKEN), "the token is good");
        socket
    }

    /// Does the board still serve others?
    pub fn is_well(&self) -> bool {
        self.get("/").status == 200 && self.stranger().hello(TOKEN)
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the server does not panic");
        }
    }
}

/// Everything until the other end closes, however it does that.
pub fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = stream.read(&mut buffer) {
        bytes.extend_from_slice(&buffer[..length]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    /// 0: there was none.
    pub status: u16,
    head: String,
    pub body: String,
}

impl Answer {
    pub fn parse(text: String) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_string(), body: body.to_string() }
    }

    /// The value of a header; names are compared in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.clone().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Is there a header whose name begins like this?
    pub fn has_header(&self, beginning: &str) -> bool {
        self.head.lines().skip(1).any(|line| line.to_ascii_lowercase().starts_with(beginning))
    }
}

/// The other end of a WebSocket.
pub struct Socket(pub WebSocket<TcpStream>);

impl Socket {
    /// A WebSocket of the page itself to the server at this address.
    pub fn connect(authority: &str) -> Socket {
        let mut request = format!("ws://{authority}/ws").into_client_request().expect("a request");
        request.headers_mut().insert("origin", format!("http://{authority}").parse().expect("a value"));
        let stream = TcpStream::connect(authority).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        Socket(tungstenite::client(request, stream).expect("the page may connect").0)
    }

    pub fn send(&mut self, text: &str) {
        // Where the other end has closed, what it said shows it.
        let _ = self.0.send(Message::text(text));
    }

    /// Sends bytes below the level of messages.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        let _ = self.0.get_mut().write_all(bytes);
    }

    /// The next text, or the code with which it was closed; 0: without one.
    pub fn next(&mut self) -> Result<String, u16> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Ok(text.to_string()),
                Ok(Message::Close(frame)) => {
                    return Err(frame.map_or(0, |frame| code(frame.code)));
                }
                Ok(_) => {}
                Err(_) => return Err(0),
            }
        }
    }

    /// Everything that comes until it is closed, and the code.
    pub fn end(&mut self) -> (Vec<Value>, u16) {
        let mut texts = Vec::new();
        loop {
            match self.next() {
                Ok(text) => texts.push(serde_json::from_str(&text).expect("JSON")),
                Err(code) => return (texts, code),
            }
        }
    }

    /// Says hello; was it accepted?
    pub fn hello(&mut self, token: &str) -> bool {
        self.send(&hello(token));
        self.next().is_ok_and(|text| text.contains("\"ok\""))
    }

    /// The answer to a command.
    pub fn ask(&mut self, command: &str) -> Value {
        self.send(command);
        loop {
            let text = self.next().expect("an answer");
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            if answer.get("push").is_none() {
                return answer;
            }
        }
    }
}

fn code(code: CloseCode) -> u16 {
    code.into()
}

/// The first message.
pub fn hello(token: &str) -> String {
    serde_json::json!({"ref": 1, "do": "hello", "token": token}).to_string()
}
