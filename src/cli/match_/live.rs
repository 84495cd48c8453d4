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

/// Checks the flag before anything is played.
pub(super) fn check(_: &Args) -> Result<(), Failure> {
    Ok(())
}

/// Starts the page, if the user wants one.
pub(super) fn start(
    args: &Args,
    plan: &Plan,
    results: &MatchResults,
    total_games: u64,
) -> Result<Option<LivePage>, Failure> {
    let Some(address) = &args.live else { return Ok(None) };
    let board = plan.board().map_err(Failure::Usage)?;
    let live = Live::new(results.line().clone(), results.games(), total_games, args.sprt, board);
    let live = Arc::new(live.map_err(Failure::Failed)?);
    let server = bind(address)?;
    note(&format!("watch the match at {}", server.page()));
    let (stopper, shown) = (server.stopper(), live.clone());
    let thread = std::thread::Builder::new().spawn(move || server.show(&shown));
    let thread =
        thread.map_err(|error| Failure::Failed(format!("--live: cannot start a thread: {error}")))?;
    Ok(Some(LivePage { live, stopper, thread }))
}

/// An empty address is the default, a number a port on loopback.
fn bind(address: &str) -> Result<Server, Failure> {
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
