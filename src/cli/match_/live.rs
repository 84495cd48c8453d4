//! `quadriga match --live`: a server in a thread of its own, next to the match.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::cli::listen::{bind_loopback, bind_named};
use crate::cli::output::note;
use crate::cli::{Failure, match_::Args};
use crate::match_runner::live::Live;
use crate::match_runner::match_results::MatchResults;
use crate::match_runner::plan::Plan;
use crate::web::{Limits, Server, Stopper};

/// The default port.
const PORT: u16 = 7811;
/// Maximum number of connections; a page has one that stays open.
const MAX_CONNECTIONS: usize = 256;
/// Longest life of a connection.
const EXCHANGE: Duration = Duration::from_secs(120);

/// The page of a match.
pub(super) struct LivePage {
    live: Arc<Live>,
    stopper: Stopper,
    thread: JoinHandle<()>,
}

/// A server that listens already, before a match is begun.
pub(super) struct Listening(Server);

/// Listens, if the user wants a page.
pub(super) fn bind(args: &Args) -> Result<Option<Listening>, Failure> {
    args.live.as_deref().map(|address| listen(address).map(Listening)).transpose()
}

impl Listening {
    /// Starts the page of a match of `total_games`.
    pub fn start(
        self,
        args: &Args,
        plan: &Plan,
        results: &MatchResults,
        total_games: u64,
    ) -> Result<LivePage, Failure> {
        let Listening(server) = self;
        let board = plan.board().map_err(Failure::Usage)?;
        let (line, games) = (results.line().clone(), results.games());
        let live = Live::new(line, games, total_games, args.sprt, args.games_comments, board);
        let live = Arc::new(live.map_err(Failure::Failed)?);
        note(&format!("watch the match at {}", server.page()));
        let (stopper, shown) = (server.stopper(), live.clone());
        let thread = std::thread::Builder::new().spawn(move || server.show(&shown));
        let no_thread = |error| Failure::Failed(format!("--live: cannot start a thread: {error}"));
        Ok(LivePage { live, stopper, thread: thread.map_err(no_thread)? })
    }
}

/// An empty address is the default, a number a port on loopback.
fn listen(address: &str) -> Result<Server, Failure> {
    let limits = Limits { connections: MAX_CONNECTIONS, exchange: EXCHANGE, ..Limits::default() };
    let what = "the page of the match";
    if address.is_empty() {
        return bind_loopback(None, PORT, &[], limits, what);
    }
    if let Ok(port) = address.parse() {
        return bind_loopback(Some(port), PORT, &[], limits, what);
    }
    let warning = "anyone who can reach this address can watch the match; the connection is not encrypted";
    bind_named("--live", address, PORT, &[], limits, warning)
}

impl LivePage {
    /// What it shows.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// Sends the last state and ends the server.
    pub fn close(self) {
        self.live.finish();
        self.stopper.stop();
        // A panic there has been reported, and the match is over.
        let _ = self.thread.join();
    }
}
