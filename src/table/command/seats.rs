//! Players and clocks of a table.

use serde::{Deserialize, Serialize};

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatSpec {
    /// Someone.
    Person {
        /// Empty if unknown.
        #[serde(default)]
        name: String,
        /// In `seats`: a seat that was given away stays so.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        remote: bool,
    },
    /// This program.
    Program {
        /// 0 to 20.
        level: u8,
        /// For a program as strong as the host: its rating, with `level` as the nearest level. A client may send any
        /// numbers; they are replaced by those of the host.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elo: Option<i32>,
    },
    /// An engine of the command line.
    Engine {
        /// Its index, from 0.
        engine: usize,
    },
}

impl SeatSpec {
    /// This program at a level.
    pub fn level(level: u8) -> SeatSpec {
        SeatSpec::Program { level, elo: None }
    }

    /// This program, as strong as the host. The table fills in the strength.
    pub fn as_strong_as_the_host() -> SeatSpec {
        SeatSpec::Program { level: 0, elo: Some(0) }
    }
}

/// The time of each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockSpec {
    /// At the beginning, in milliseconds.
    pub base_ms: u64,
    /// Added after each move, in milliseconds.
    #[serde(default)]
    pub increment_ms: u64,
}
