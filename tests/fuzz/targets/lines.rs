//! Conversations: the bytes are all that a client sends before it goes away.
//!
//! Lines are left out that ask for what a fuzzer should not have: memory and threads without measure, files, and work
//! that is measured in minutes.

use std::io::{self, Cursor, Write};

use quadriga::front_door::serve;
use quadriga::protocol::{Protocol, Setup};
use quadriga::wire::catalogue::Catalogue;
use quadriga::wire::dxp::message::Message;

/// Parts of lines that are left out, in lower case.
const LEFT_OUT: [&str; 14] = [
    "hash",
    "threads",
    "sgf",
    "record",
    "perft",
    "bench",
    "max_memory",
    "move_",
    "time_",
    "setdatabase",
    "database value",
    "name database",
    "name=database",
    "setoption database",
];

/// Ends every search of the analysis at the end of the input, which otherwise waits for them.
const TERMINATE_ALL: &[u8] = b"\n{\"id\":\"end\",\"action\":\"terminate_all\"}\n";

/// What a GTP client begins with.
const SHORT_MOVES: &[u8] = b"quadriga-setoption Move_Nodes 20\n";

/// An output that nobody reads, and that must be text in whole lines.
struct Lines(Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        assert!(self.0.is_empty() || self.0.ends_with(b"\n"), "half a line");
        assert!(std::str::from_utf8(&self.0).is_ok(), "not text");
        self.0.clear();
        Ok(())
    }
}

fn converse(protocol: Option<Protocol>, begin: &[u8], data: &[u8]) {
    let is_tame = |line: &&[u8]| {
        let line = String::from_utf8_lossy(line).to_ascii_lowercase();
        !LEFT_OUT.iter().any(|word| line.contains(word))
    };
    let lines = data.split(|&byte| byte == b'\n').filter(is_tame).collect::<Vec<_>>().join(&b'\n');
    let input = [begin, &lines, TERMINATE_ALL].concat();
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        protocol,
        variant: None,
        options: vec![("Hash".to_string(), "1".to_string())],
        finish: false,
        typed: false,
        tune: false,
        record: None,
    };
    serve(setup, Cursor::new(input), Lines(Vec::new())).expect("the conversation ends well");
}

pub fn ugi(data: &[u8]) {
    converse(Some(Protocol::Ugi), b"", data);
}

pub fn hub(data: &[u8]) {
    converse(Some(Protocol::Hub), b"", data);
}

/// Every command is answered before the conversation ends, so moves are made short.
pub fn gtp(data: &[u8]) {
    converse(Some(Protocol::Gtp), SHORT_MOVES, data);
}

pub fn gomocup(data: &[u8]) {
    converse(Some(Protocol::Gomocup), b"", data);
}

pub fn json(data: &[u8]) {
    converse(Some(Protocol::Json), b"", data);
}

/// The protocol is found out from the first line.
pub fn first_line(data: &[u8]) {
    converse(None, b"", data);
}

/// A message of DamExchange. What is written of one that is understood can be read.
pub fn dxp(data: &[u8]) {
    if let Ok(message) = Message::parse(&String::from_utf8_lossy(data)) {
        let text = message.to_string();
        assert!(Message::parse(&text).is_ok(), "{text:?}");
    }
}
