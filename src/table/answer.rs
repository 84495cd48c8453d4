//! Messages to clients: answers, refusals and pushes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::command::{Options, SeatSpec};
use super::event::Event;
use super::ratings::Rating;
use super::view::TableView;
use crate::contract::facts::Fact;
use crate::wire::message::one_line;

/// Why a command is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Not JSON, unknown command, field missing or of the wrong kind.
    Syntax,
    /// Unknown table.
    UnknownTable,
    /// Unknown node.
    UnknownNode,
    /// Unknown game.
    UnknownGame,
    /// An option, or a number out of its range.
    BadOption,
    /// Invalid position.
    BadPosition,
    /// A file that cannot be read, or a format that does not have this game.
    BadRecord,
    /// Not a legal move.
    Illegal,
    /// The node is not the current one any more.
    Stale,
    /// Someone else is to move.
    NotYourTurn,
    /// The token does not grant this right.
    NotAllowed,
    /// The game is over.
    Over,
    /// The game is paused.
    Paused,
    /// No draw is offered.
    NoOffer,
    /// This is the first position.
    NothingToUndo,
    /// Nothing was taken back.
    NothingToRedo,
    /// Too many searches, tables or messages.
    Busy,
    /// No help in a game between people at two machines.
    Shared,
    /// It would change the game of another player, whose consent is needed.
    Consent,
    /// This machine is in no local network, or no port is free.
    Network,
    /// The record cannot be written or read.
    Storage,
    /// The file of ratings was damaged; a copy was kept.
    RatingsSetAside,
    /// The same: it has results of a newer version.
    RatingsNewer,
    /// The file of ratings cannot be read.
    RatingsUnread,
    /// The file of ratings cannot be written.
    RatingsUnwritten,
    /// An engine failed.
    Engine,
    /// Internal error; the table was restored from its record.
    Broken,
}

/// A command that was refused: it has no effect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// For programs.
    pub code: Code,
    /// One line for users.
    pub text: String,
}

impl Refusal {
    /// A refusal; the text becomes one line.
    pub fn new(code: Code, text: impl Into<String>) -> Refusal {
        Refusal { code, text: one_line(&text.into()) }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Everything that a client receives.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant)]
pub enum Outgoing {
    /// A command was done.
    Answer(Answer),
    /// A command was refused.
    Refused {
        /// Of the command; 0 if it had none.
        #[serde(rename = "ref")]
        number: u64,
        /// Why.
        refused: Refusal,
    },
    /// A push: an unsolicited message.
    Push(Push),
}

/// A command was done. The content of `ok` depends on the command: [`Hello`], [`NewTable`] and so on, or nothing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Of the command.
    #[serde(rename = "ref")]
    pub number: u64,
    /// An object.
    pub ok: Value,
}

/// A push: an unsolicited message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "push", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant)]
pub enum Push {
    /// The table after an event.
    Table {
        /// Number of the last event that is kept.
        n: u64,
        /// `None` after `join`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<Event>,
        /// Whole.
        table: TableView,
    },
    /// The program's analysis of a node.
    Analysis {
        /// Of the table.
        table: String,
        /// Which.
        node: usize,
        /// An answer of the JSON analysis.
        record: Value,
    },
    /// An evaluated move.
    Report(Report),
    /// An error outside of any command.
    Notice {
        /// Where; empty: at no table.
        table: String,
        /// For programs.
        code: Code,
        /// One line for users.
        text: String,
        /// Name of the copy of a file; empty if none was made.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        file: String,
    },
    /// The table was deleted.
    Gone {
        /// Which.
        table: String,
    },
    /// The list of saved games has changed.
    Tables {},
    /// A file is being read.
    Loading {
        /// Number of the command.
        load: u64,
        /// Games read so far.
        games: usize,
        /// The part of the file that was read, 0 to 1.
        share: f64,
    },
}

/// An evaluated move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Of the table.
    pub table: String,
    /// The node after the move; 0: the first position.
    pub node: usize,
    /// The value after it, as the JSON analysis writes it.
    pub record: Value,
    /// `??`, `?`, `?!` or nothing.
    pub mark: String,
    /// The better move; empty if there is none.
    pub best: String,
    /// Expected points lost, 0 to 1.
    pub lost: f64,
    /// What the move allowed or missed, the most telling first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactView>,
}

/// The answer to `weigh`.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Weighed {
    /// `??`, `?`, `?!` or nothing.
    pub mark: String,
    /// Expected points that the move would lose, 0 to 1.
    pub lost: f64,
    /// What it would allow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactView>,
}

/// Something that a move allowed or missed: see [`FactKind`](crate::contract::facts::FactKind).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FactView {
    /// What.
    pub kind: String,
    /// The player it is about, from 1.
    pub player: usize,
    /// The cells to look at: columns and rows, both from 0.
    pub cells: Vec<[u8; 2]>,
    /// Names of places.
    pub places: Vec<String>,
    /// Moves.
    pub line: Vec<String>,
    /// Numbers of the fact.
    pub numbers: Vec<u32>,
}

impl FactView {
    /// The fact as clients see it.
    pub fn of(fact: &Fact) -> FactView {
        FactView {
            kind: fact.kind.name().to_string(),
            player: fact.player.index() + 1,
            cells: fact.cells.iter().map(|cell| [cell.x, cell.y]).collect(),
            places: fact.places.clone(),
            line: fact.line.clone(),
            numbers: fact.numbers.clone(),
        }
    }
}

/// The answer to `hello`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// Of the program.
    pub version: String,
    /// The rights of the token.
    pub rights: HelloRights,
    /// Names of the engines of the command line.
    pub engines: Vec<String>,
    /// Commands that are not available here, for any client.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The command line's settings of a new table.
    pub default: NewGame,
}

/// The rights of a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HelloRights {
    /// Everything?
    pub host: bool,
    /// Else: at which table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// And for which seat; 0: a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
}

/// The game set on the command line.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct NewGame {
    /// The variant.
    pub game: String,
    /// Rule options.
    pub options: Options,
    /// The opening rule, if it is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The ballot, if it is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<String>,
    /// The players; empty if they are not set on the command line.
    pub seats: Vec<SeatSpec>,
}

/// The answer to `create` and `rematch`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewTable {
    /// Its id.
    pub table: String,
}

/// The answer to `add`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewNode {
    /// The node of the move, which may have existed already.
    pub node: usize,
}

/// The answer to `load`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Loaded {
    /// An id for each game read.
    pub tables: Vec<String>,
    /// The games that could not be read: the first ones, and how many more there are.
    pub errors: Vec<String>,
    /// Did `stop_load` end the reading?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// Assumptions, one line each.
    pub notes: Vec<String>,
}

/// The answer to `tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableList {
    /// The games of a page, in the requested order.
    pub tables: Vec<SavedTable>,
    /// Number of games on all pages.
    pub total: usize,
}

/// The origin of a saved game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Played here.
    #[default]
    Played,
    /// Read from a file, and not continued.
    Imported,
}

/// A saved game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedTable {
    /// Of the table.
    pub id: String,
    /// The variant.
    pub game: String,
    /// Its name for users.
    pub title: String,
    /// Played here or imported.
    pub kind: Kind,
    /// Names of the players.
    pub names: Vec<String>,
    /// The player that the host was, from 1, if the game was played here and has only one such player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<usize>,
    /// The day: `2026-11-30`, or as much of it as is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// From the file, like `site` and `round`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// The place of the event.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub site: String,
    /// The round of the event.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// The name of the opening: from the file, or from its moves.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opening: String,
    /// Moves of the line that was played last.
    pub moves: usize,
    /// Milliseconds since 1970.
    pub began: u64,
    /// Milliseconds since 1970.
    pub changed: u64,
    /// The outcome; `resigned` or `time` if only that is known; `None` while it is not over.
    pub result: Option<String>,
    /// Why its record can be read only in part; the other fields are about that part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<String>,
}

/// The answer to `hint`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// In native style.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its path on the board.
    pub path: Value,
    /// Its value, as the JSON analysis writes it; `None` if a weaker level chose another move than the best.
    pub score: Option<Value>,
}

/// The answer to `board`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardAnswer {
    /// In the format of the action `board` of the JSON analysis.
    pub position: Value,
}

/// The answer to `compose`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Composed {
    /// The position string.
    pub fen: String,
    /// In the format of the action `board` of the JSON analysis.
    pub position: Value,
}

/// The answer to `save` and `page`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileText {
    /// A name for the file.
    pub name: String,
    /// Its content.
    pub text: String,
    /// What the format cannot hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The answer to `picture`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PictureAnswer {
    /// One SVG element.
    pub svg: String,
}

/// The answer to `rated`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rated {
    /// The rating of the host in these rules.
    pub now: Rating,
    /// The rating before this game; `None`: the game does not count, or is not over.
    pub before: Option<Rating>,
    /// The rating directly after this game; `None` likewise.
    pub after: Option<Rating>,
}

/// The answer to `listen`.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Listening {
    /// Addresses for guests, such as `http://192.168.1.5:7712`; empty: none.
    pub addresses: Vec<String>,
}

/// The answer to `invite`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invitation {
    /// Anyone with this token may take the seat.
    pub token: String,
}
