//! Totals of one engine in a match: its points, its faults, its time, depth and speed.

use super::elo::Wdl;
use super::game_line::End;

/// The totals of one engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineTotals {
    /// Its name.
    pub name: String,
    /// Games won alone, shared, and without a point.
    pub wdl: Wdl,
    /// Points.
    pub points: f64,
    /// Points of an equal engine.
    pub expected: f64,
    /// Games ended by its fault.
    pub faults: Faults,
    /// Moves after the openings.
    pub moves: u64,
    /// Milliseconds of these moves.
    pub ms: f64,
    /// Sum and number of the depths of its searches.
    depth: (f64, u64),
    /// Nodes it reported, and the milliseconds of the moves for which it did.
    nodes: (f64, f64),
}

/// Games ended by the fault of an engine, by its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Losses on time.
    pub time: u64,
    /// Illegal moves.
    pub illegal: u64,
    /// The program ended, could not be started or refused.
    pub crash: u64,
    /// The program did not answer.
    pub hang: u64,
}

impl Faults {
    /// All of them.
    pub const fn total(&self) -> u64 {
        self.time + self.illegal + self.crash + self.hang
    }

    /// Counts the end of a game, if it is a fault.
    pub fn add(&mut self, end: End) {
        match end {
            End::Time => self.time += 1,
            End::Illegal => self.illegal += 1,
            End::Crash => self.crash += 1,
            End::Hang => self.hang += 1,
            End::Rules | End::Adjudicated | End::MaxPlies | End::Resigned => {}
        }
    }
}

impl EngineTotals {
    /// An engine without games.
    pub fn new(name: &str) -> EngineTotals {
        EngineTotals { name: name.to_string(), ..EngineTotals::default() }
    }

    /// Counts a move with the reports of its search; a proof and a book move have no depth.
    pub fn add_move(&mut self, ms: f64, depth: Option<i32>, nodes: Option<u64>) {
        self.moves += 1;
        self.ms += ms;
        if let Some(depth) = depth {
            self.depth.0 += f64::from(depth);
            self.depth.1 += 1;
        }
        if let Some(nodes) = nodes {
            self.nodes.0 += nodes as f64;
            self.nodes.1 += ms;
        }
    }

    /// Games.
    pub const fn games(&self) -> u64 {
        self.wdl.games()
    }

    /// Points per game, 0 to 1; NaN without games.
    pub fn score(&self) -> f64 {
        self.points / self.games() as f64
    }

    /// Milliseconds per move; NaN without moves.
    pub fn ms_per_move(&self) -> f64 {
        self.ms / self.moves as f64
    }

    /// Mean depth of searches, in plies; NaN without searches or reported depths.
    pub fn mean_depth(&self) -> f64 {
        self.depth.0 / self.depth.1 as f64
    }

    /// Nodes per second; NaN if none were reported, or in no time.
    pub fn nps(&self) -> f64 {
        let per_second = self.nodes.0 * 1000.0 / self.nodes.1;
        if per_second.is_finite() { per_second } else { f64::NAN }
    }
}
