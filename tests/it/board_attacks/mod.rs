//! Attacks on a running board: one for each rule of `docs/board.md`, over real sockets.
//!
//! Most servers here are in this process, with limits that are reached quickly; `program` starts `quadriga board` itself.

mod edits;
mod guests;
mod http;
mod library;
mod openings;
mod program;
pub mod running;
mod sockets;
mod wishes;
