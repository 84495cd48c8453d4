//! A table as the fold of its events.
//!
//! | file | question |
//! |---|---|
//! | `tree` | which moves have been made? |
//! | `apply` | what does an event change? |
//! | `decide` | which events does a command lead to? |
//! | `edits`, `editing` | the same two of changes of the tree that leave the game as it is |
//! | `opening` | which steps come before ordinary play begins? |
//! | `rights` | who may do what? |
//! | `offers` | what do players have to agree on? |
//! | `rated` | does the game count for a rating, and what is its result? |
//! | `look` | what does a client see? |
//!
//! This module has no threads, files, connections or clock: the time is that of the event, or an argument. So a table
//! read from its log is the same as the table that wrote it.

mod apply;
mod decide;
mod editing;
mod edits;
mod look;
mod offers;
mod opening;
mod rated;
mod rights;
mod tree;

pub(in crate::table) use decide::{MAX_LEVEL, check_seats};
use edits::Inverse;
pub use look::Presence;
pub use offers::Offer;
pub use rights::Rights;
pub use tree::{Node, Tree};

use super::command::SeatSpec;
use super::event::{Created, End};
use super::view::Phase;
use crate::openings::Opening;

/// Maximum number of nodes of a table.
pub(in crate::table) const MAX_NODES: usize = 20_000;

/// The owner of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// A person, the program or an engine.
    pub spec: SeatSpec,
    /// The token with which it was given away; `None`: it is the host's.
    pub token: Option<String>,
}

impl Seat {
    /// Does a person play here?
    pub fn is_person(&self) -> bool {
        matches!(self.spec, SeatSpec::Person { .. })
    }
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Its beginning.
    pub created: Created,
    /// Its time: milliseconds since 1970.
    pub began: u64,
    /// Number of its last event.
    pub n: u64,
    /// Time of its last event.
    pub at: u64,
    /// All moves.
    pub tree: Tree,
    /// What takes back the changes of the tree since the last move of the game, the latest last.
    edits: Vec<Inverse>,
    /// The opening, also when it is over; `None`: there is none, or it was left for a variation.
    opening: Option<Opening>,
    /// Have the persons of an opening exchanged their colours?
    exchanged: bool,
    /// The node on the board.
    pub current: usize,
    /// By player.
    pub seats: Vec<Seat>,
    /// Tokens of spectators.
    pub spectators: Vec<String>,
    /// Is the game under way?
    pub phase: Phase,
    /// How it ended.
    pub end: Option<End>,
    /// The open offer.
    pub offer: Option<Offer>,
    /// By player: offers since the last change of the game.
    offers: Vec<u8>,
    /// Number of changes of names.
    renamed: usize,
    /// Was a move made at this table, other than those that it began with?
    continued: bool,
    /// Was a move taken back or help given, or did players change during the game?
    assisted: bool,
    /// The person for whom the game counted when it ended first, from 1; `None`: it has not counted.
    counted: Option<usize>,
    /// Time left on each clock when `since` was.
    pub left: Vec<u64>,
    /// Since when the player to move thinks; `None` while the game stands still.
    since: Option<u64>,
    /// Time that the player to move has used before that.
    used: u64,
}

impl State {
    /// The player to move, from 1.
    pub fn to_move(&self) -> usize {
        self.node().turn.next
    }

    /// The node on the board.
    pub fn node(&self) -> &Node {
        self.tree.get(self.current).unwrap_or_else(|| unreachable!("the current node is in the tree"))
    }

    /// The moves on the board.
    pub fn line(&self) -> Vec<&str> {
        self.tree.line(self.current)
    }

    /// Number of moves of the ballot, which are not taken back.
    fn ballot_moves(&self) -> usize {
        if self.created.ballot.is_some() { self.created.opening } else { 0 }
    }

    /// The moves of the ballot: those of the first nodes.
    pub fn ballot_line(&self) -> Vec<&str> {
        (1..=self.ballot_moves()).filter_map(|id| Some(self.tree.get(id)?.mv.as_str())).collect()
    }

    /// The seat of a player, from 1.
    pub fn seat(&self, player: usize) -> &Seat {
        &self.seats[player - 1]
    }

    /// Is it a game from a file that nobody has continued?
    pub fn is_imported(&self) -> bool {
        self.created.is_imported() && !self.continued
    }

    /// Was a seat given away?
    pub fn is_shared(&self) -> bool {
        self.seats.iter().any(|seat| seat.token.is_some())
    }

    /// Is help refused because people at two machines play against each other?
    pub fn refuses_help(&self) -> bool {
        self.is_shared() && self.phase != Phase::Over
    }

    /// Does the clock of the player to move run? It does after the first move made at the table.
    pub fn clock_runs(&self) -> bool {
        self.created.clock.is_some() && self.since.is_some() && self.tree.played() > self.created.opening + 1
    }

    /// Time that the player to move has used until now.
    pub fn used_ms(&self, now: u64) -> u64 {
        self.used + self.since.map_or(0, |since| now.saturating_sub(since))
    }

    /// Time left to each player now; empty without a clock.
    pub fn left_ms(&self, now: u64) -> Vec<u64> {
        let mut left = self.left.clone();
        if self.clock_runs()
            && let Some(since) = self.since
        {
            let left = &mut left[self.actor() - 1];
            *left = left.saturating_sub(now.saturating_sub(since));
        }
        left
    }

    /// When the flag of the player who is to act falls; `None` while its clock stands.
    pub fn flag_at(&self) -> Option<u64> {
        let since = self.since.filter(|_| self.clock_runs())?;
        Some(since.saturating_add(self.left[self.actor() - 1]))
    }
}
