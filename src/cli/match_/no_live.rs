//! `quadriga match --live` in a build without its server.

use std::convert::Infallible;

use crate::cli::left_out::refusal;
use crate::cli::{Failure, match_::Args};
use crate::match_runner::live::Live;
use crate::match_runner::match_results::MatchResults;
use crate::match_runner::plan::Plan;

/// A server that listens, of which there is none.
pub(super) struct Listening(Infallible);

/// The page of a match, of which there is none.
pub(super) struct LivePage(Infallible);

pub(super) fn bind(args: &Args) -> Result<Option<Listening>, Failure> {
    if args.live.is_none() {
        return Ok(None);
    }
    Err(Failure::Usage(format!("--live: {}", refusal("has no server", "board"))))
}

impl Listening {
    pub fn start(self, _: &Args, _: &Plan, _: &MatchResults, _: u64) -> Result<LivePage, Failure> {
        match self.0 {}
    }
}

impl LivePage {
    pub fn live(&self) -> &Live {
        match self.0 {}
    }

    pub fn close(self) {
        match self.0 {}
    }
}
