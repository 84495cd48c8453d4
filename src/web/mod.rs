//! The server of the board: HTTP and WebSockets for a browser, mostly on this machine.
//!
//! What is stated over a WebSocket is an affair of [`crate::table`]; here are connections, and what keeps unauthenticated clients out.
//!
//! | file | question |
//! |---|---|
//! | `server` | how is a connection taken, and what is its request answered? |
//! | `hosts` | which names are ours, and which sites may connect? |
//! | `files` | which files has the page? |
//! | `connection` | a WebSocket from its first message to its end |
//! | `meter` | what has arrived and is not finished |
//! | `send_queue`, `bucket` | what waits to be sent; how fast a client may send |
//!
//! What must always hold: a request that does not name this server, or comes from a page of another site, gets nothing
//! but a refusal; no request reaches the file system; no header lets another site read an answer; a client that is
//! silent, slow, fast or wordy costs a bounded amount of memory and keeps nobody waiting. The nine rules behind this are
//! in `docs/board.md`, and `tests/it/board_attacks.rs` attacks each of them.
//!
//! This is the only room with `async`: what a client says is handed to its table on a thread of its own.

mod bucket;
mod connection;
mod files;
mod hosts;
mod meter;
mod send_queue;
mod server;

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

pub use server::{Server, Stopper};
pub use tracing::Level;

/// Limits of unauthenticated and of other clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Of them, WebSockets that have not said hello yet.
    pub unauthenticated: usize,
    /// Bytes of requests and messages that have arrived and are not finished, of all connections together that are not seated:
    /// those without hello, and those of spectators.
    pub unfinished: usize,
    /// Time for the header of a request, and for the first message of a WebSocket.
    pub silence: Duration,
    /// Time from the beginning of a connection to the end of the answer to its request.
    pub exchange: Duration,
    /// A WebSocket is pinged this often. It is closed when nothing came from it for three times as long, or when a
    /// message could not be sent in this time.
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

/// Reports what the server does to standard error, from this level up. Nothing that clients say is reported.
pub fn report_to_stderr(level: Level) {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_target(false)
        .log_internal_errors(false);
    // It fails where somebody listens already.
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
