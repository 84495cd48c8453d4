//! Commands without a table to sit at: lists, new tables, files, puzzles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::seats::{ClockSpec, SeatSpec};
use crate::table::library::TablesQuery;

/// Commands without a table to sit at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum LobbyCommand {
    /// The first message of a client.
    Hello {
        /// Of the host, of a seat or of spectators.
        token: String,
    },
    /// The games that can be played.
    Games {},
    /// The saved games.
    Tables(Box<TablesQuery>),
    /// The results of the host's games.
    Statistics {},
    /// A new table.
    Create(Create),
    /// Tables of the games in a file.
    Load(Load),
    /// Ends the reading of files; games that were read stay.
    StopLoad {},
    /// The position string of a board.
    Compose(Compose),
    /// The rating of the host in a rule set.
    Rating {
        /// The variant.
        game: String,
        /// Rule options.
        #[serde(default)]
        options: Options,
    },
    /// The puzzles of all games.
    Puzzles {},
    /// A puzzle.
    Puzzle {
        /// Its id, `daily`, or the puzzle itself; `None`: the next one.
        #[serde(default)]
        puzzle: Option<String>,
        /// Of this game; `None`: of any.
        #[serde(default)]
        family: Option<String>,
    },
    /// A move in a puzzle.
    Attempt(Attempt),
    /// The line of a puzzle.
    Solution {
        /// Its id, `daily`, or the puzzle itself.
        puzzle: String,
    },
    /// Sets when programs below full strength answer persons, at all tables.
    AnswerTime {
        /// After a moment instead of at once.
        unhurried: bool,
    },
    /// Lets guests in from the local network, or ends that.
    Listen {
        /// `None`: nothing changes.
        #[serde(default)]
        on: Option<bool>,
    },
    /// A text as a QR code.
    Qr {
        /// Such as a link.
        text: String,
    },
    /// Deletes a table and its record.
    Delete {
        /// Its id.
        table: String,
    },
}

/// Options of a game: names and texts, numbers or Booleans.
pub type Options = BTreeMap<String, Value>;

/// A new table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Create {
    /// The variant.
    pub game: String,
    /// Rule options.
    #[serde(default)]
    pub options: Options,
    /// The position it begins with; `None`: the start position.
    #[serde(default)]
    pub fen: Option<String>,
    /// Moves already made, in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The opening rule; `None`: moves are made in turn from the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The ballot it begins with: `two-move`, one that is drawn, or `two-move:17`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<String>,
    /// The players; empty: persons.
    #[serde(default)]
    pub seats: Vec<SeatSpec>,
    /// `None`: without a clock.
    #[serde(default)]
    pub clock: Option<ClockSpec>,
    /// Longest search of a program without a clock; `None`: one second.
    #[serde(default)]
    pub think_ms: Option<u64>,
}

/// A file of games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Load {
    /// The format; `None`: from the name.
    #[serde(default)]
    pub format: Option<String>,
    /// The name of the file.
    #[serde(default)]
    pub name: String,
    /// What is in it, as text.
    #[serde(default)]
    pub text: Option<String>,
    /// What is in it, as bytes: each character, U+0000 to U+00FF, is one.
    #[serde(default)]
    pub bytes: Option<String>,
    /// The variant if the file does not name it.
    #[serde(default)]
    pub game: Option<String>,
    /// Number of this part of the content, from 0.
    #[serde(default)]
    pub part: usize,
    /// Does another part follow?
    #[serde(default)]
    pub more: bool,
}

/// A move in a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Attempt {
    /// Its id, `daily`, or the puzzle itself.
    pub puzzle: String,
    /// Number of moves of its line that were made.
    #[serde(default)]
    pub known: usize,
    /// The move, in any notation.
    #[serde(rename = "move")]
    pub mv: String,
}

/// A position without a table: from a composed board, a position string, or the start position, and moves from there.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Compose {
    /// The variant.
    pub game: String,
    /// Rule options.
    #[serde(default)]
    pub options: Options,
    /// A text for each row, as in the action `board` of the JSON analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
    /// With `rows`: the player to move, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<usize>,
    /// In place of `rows`: a position string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Moves, in any notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}
