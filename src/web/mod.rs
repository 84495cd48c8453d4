//! The server of the board, and of the page of a match: HTTP and WebSockets for a browser, mostly on this machine.
//!
//! [`crate::table`] handles the messages of a WebSocket; this module has the connections and keeps unauthenticated
//! clients out.
//!
//! | file | question |
//! |---|---|
//! | `server` | how is a request answered? |
//! | `exchange` | how is a connection accepted, and how long does it stay? |
//! | `door`, `outward` | how do guests from the local network get in? what is this machine's address there? |
//! | `hosts` | which names are ours, and which sites may connect? |
//! | `files`, `sent` | which files has the page, and how are they sent? |
//! | `bundle` | how do a hundred files become two? |
//! | `live` | a match to look at: its files, its events, pictures and moves |
//! | `connection` | a WebSocket from its first message to its end |
//! | `meter` | how many bytes of a connection are unfinished? |
//! | `send_queue`, `bucket` | messages to send; how fast a client may send |
//!
//! Invariants: a request that does not name this server, or comes from a page of another site, is refused; no request
//! reaches the file system; no header lets another site read an answer; a client that is silent, slow, flooding or
//! oversized costs a bounded amount of memory and delays nobody. The nine rules behind this are in `docs/board.md`, and
//! `tests/it/board_attacks.rs` attacks each of them.
//!
//! This is the only room with `async`: a client's messages are passed to its table on other threads.

mod bucket;
mod bundle;
mod connection;
mod door;
mod exchange;
mod files;
mod hosts;
#[cfg(feature = "match")]
mod live;
mod meter;
mod outward;
mod send_queue;
mod sent;
mod server;

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

pub use server::{Server, Stopper};
pub use tracing::Level;

/// Limits of unauthenticated and of other clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of connections.
    pub connections: usize,
    /// Of them, WebSockets that have not sent hello yet.
    pub unauthenticated: usize,
    /// Maximum unfinished bytes of requests and messages, of all connections without a seat together: those without
    /// hello, and those of spectators.
    pub unfinished: usize,
    /// Time for the header of a request, also of the next one of a connection, and for the first message of a WebSocket.
    pub silence: Duration,
    /// Time from the beginning of a connection to the end of the answer to its last request.
    pub exchange: Duration,
    /// Interval of pings to a WebSocket. It is closed when nothing was received for three intervals, or when a message
    /// could not be sent within one.
    pub ping: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 4096,
            unauthenticated: 128,
            unfinished: 4 << 20,
            silence: Duration::from_secs(5),
            exchange: Duration::from_secs(60),
            ping: Duration::from_secs(20),
        }
    }
}

impl Limits {
    /// The limits of guests, apart from those of the host's own address: a crowd in the network takes none of its places.
    fn guests() -> Limits {
        Limits { connections: 256, unauthenticated: 32, unfinished: 1 << 20, ..Limits::default() }
    }
}

/// Logs the server's actions to standard error, from this level up. Messages of clients are not logged.
pub fn report_to_stderr(level: Level) {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_target(false)
        .log_internal_errors(false);
    // It fails if another program already listens there.
    let _ = subscriber.try_init();
}

/// An answer of one line.
fn plain(status: StatusCode, text: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(format!("{text}\n")));
    *response.status_mut() = status;
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    response
}
