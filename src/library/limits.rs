//! What ends a search.

use std::time::Duration;

use crate::contract::{MAX_PLAYERS, Player, SearchLimits};

/// Limits of a search. A value begins with one of them, more may be added, and all apply.
///
/// ```
/// use std::time::Duration;
/// use quadriga::Limits;
///
/// let short = Limits::time(Duration::from_millis(100)).and_depth(12).only(&["32-28", "34-30"]);
/// let game = Limits::clock(Duration::from_secs(60), Duration::from_secs(1));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    search: SearchLimits,
    /// Time left and increment of the player to move.
    clock: Option<[i64; 2]>,
    lines: usize,
}

impl Limits {
    fn of(search: SearchLimits) -> Limits {
        Limits { search, clock: None, lines: 1 }
    }

    /// This number of nodes, of all threads together.
    pub fn nodes(nodes: u64) -> Limits {
        Limits::of(SearchLimits::nodes(nodes))
    }

    /// This depth, in plies.
    pub fn depth(plies: u32) -> Limits {
        Limits::of(SearchLimits::depth(plies_as_i32(plies)))
    }

    /// This time.
    pub fn time(time: Duration) -> Limits {
        Limits::of(SearchLimits::move_time(ms(time)))
    }

    /// A clock for the rest of the game, and its increment for each move: the engine chooses the time for this move.
    pub fn clock(left: Duration, increment: Duration) -> Limits {
        Limits { clock: Some([ms(left), ms(increment)]), ..Limits::of(SearchLimits::default()) }
    }

    /// Until [`crate::StopHandle::stop`].
    pub fn until_stopped() -> Limits {
        Limits::of(SearchLimits { infinite: true, ..SearchLimits::default() })
    }

    /// Also ends after this number of nodes.
    #[must_use]
    pub fn and_nodes(mut self, nodes: u64) -> Limits {
        self.search.nodes = Some(nodes);
        self
    }

    /// Also ends at this depth.
    #[must_use]
    pub fn and_depth(mut self, plies: u32) -> Limits {
        self.search.depth = Some(plies_as_i32(plies));
        self
    }

    /// Also ends after this time.
    #[must_use]
    pub fn and_time(mut self, time: Duration) -> Limits {
        self.search.move_time_ms = Some(ms(time));
        self
    }

    /// Only these moves of the position.
    #[must_use]
    pub fn only(mut self, moves: &[&str]) -> Limits {
        self.search.search_moves = moves.iter().map(|mv| mv.to_string()).collect();
        self
    }

    /// The best lines, this many instead of one.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Limits {
        self.lines = lines;
        self
    }

    pub(super) fn line_count(&self) -> usize {
        self.lines
    }

    /// The moves that [`Limits::only`] names.
    pub(super) fn moves(&self) -> &[String] {
        &self.search.search_moves
    }

    /// For a search in which this player is to move.
    pub(super) fn search(&self, to_move: Player) -> SearchLimits {
        let mut limits = self.search.clone();
        if let Some([left, increment]) = self.clock {
            let only = |value: i64| -> [i64; MAX_PLAYERS] {
                std::array::from_fn(|index| if index == to_move.index() { value } else { 0 })
            };
            limits.clock_ms[to_move.index()] = Some(left);
            limits.increment_ms = only(increment);
        }
        limits
    }
}

fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn plies_as_i32(plies: u32) -> i32 {
    i32::try_from(plies).unwrap_or(i32::MAX)
}
