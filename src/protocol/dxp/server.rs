//! Waits for peers. Each has a thread of its own, so that a silent one does not block others.
//!
//! Invariant: there are at most [`MAX_PEERS`] threads for peers, and waiting ends when the games are played or the
//! engine is lost.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::visit::Host;

/// Maximum number of connected peers.
const MAX_PEERS: usize = 64;

/// The server that waits for peers.
pub(super) struct Server {
    host: Host,
    local: SocketAddr,
    peers: AtomicUsize,
    end: Mutex<Option<Result<(), String>>>,
}

impl Server {
    /// A server at this address.
    pub fn new(host: Host, local: SocketAddr) -> Server {
        Server { host, local, peers: AtomicUsize::new(0), end: Mutex::new(None) }
    }

    /// Serves peers until the games are played.
    ///
    /// # Errors
    /// The engine is lost, or cannot be created again.
    pub fn run(self: &Arc<Server>, listener: &TcpListener) -> Result<(), String> {
        for stream in listener.incoming() {
            if let Some(end) = self.end.lock().unwrap_or_else(PoisonError::into_inner).take() {
                return end;
            }
            let met = stream.and_then(|stream| self.meet(stream));
            if let Err(error) = met {
                self.host.report(&format!("cannot accept a peer: {error}"));
            }
        }
        Ok(())
    }

    /// Starts the thread of a peer.
    fn meet(self: &Arc<Server>, stream: TcpStream) -> std::io::Result<()> {
        if self.peers.fetch_add(1, Ordering::Relaxed) >= MAX_PEERS {
            self.peers.fetch_sub(1, Ordering::Relaxed);
            return Err(std::io::Error::other(format!("{MAX_PEERS} others are connected")));
        }
        let server = Arc::clone(self);
        let thread = std::thread::Builder::new().name("peer".to_string());
        let started = thread.spawn(move || {
            let played = server.host.play_peer(&stream);
            drop(stream);
            server.peers.fetch_sub(1, Ordering::Relaxed);
            if played.is_err() || server.host.is_over() {
                server.finish(played.and_then(|()| server.host.result()));
            }
        });
        started.map(drop).inspect_err(|_| {
            self.peers.fetch_sub(1, Ordering::Relaxed);
        })
    }

    /// Ends [`Server::run`], which notices it at the next connection: our own.
    fn finish(&self, end: Result<(), String>) {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(end);
        let mut own = self.local;
        match own.ip() {
            IpAddr::V4(any) if any.is_unspecified() => own.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(any) if any.is_unspecified() => own.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        // If it cannot be reached, nobody else can connect either, or the next peer has the same effect.
        let _ = TcpStream::connect(own);
    }
}
