//! The commands of clients. `docs/protocol/board.md` has the meaning of every command and field.
//!
//! A message is one JSON object: the number `ref`, which is repeated in the answer, and a [`Command`]. Unknown fields
//! are ignored.
//!
//! | file | what |
//! |---|---|
//! | `lobby` | commands without a table to sit at |
//! | `at_table` | commands to one table |
//! | `seats` | players and clocks, as both have them |

mod at_table;
mod lobby;
mod seats;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::answer::{Code, Refusal};
pub use at_table::{OfferKind, PuzzlesOf, TableCommand};
pub use lobby::{Attempt, Compose, Create, Load, LobbyCommand, Options};
pub use seats::{ClockSpec, SeatSpec};

/// A message of a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Repeated in the answer.
    #[serde(rename = "ref")]
    pub number: u64,
    /// The command.
    #[serde(flatten)]
    pub command: Command,
}

/// A command: to a table, or without one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Command {
    /// About one table.
    Table {
        /// Its id.
        table: String,
        /// What to do there.
        #[serde(flatten)]
        command: TableCommand,
    },
    /// Everything else.
    Lobby(LobbyCommand),
}

/// The commands of [`TableCommand`], to distinguish the two kinds of messages.
const TABLE_COMMANDS: [&str; 38] = [
    "step",
    "puzzles_of",
    "join",
    "leave",
    "move",
    "undo",
    "redo",
    "goto",
    "hint",
    "play_for_me",
    "move_now",
    "swap",
    "seats",
    "resign",
    "offer_draw",
    "answer_draw",
    "offer",
    "answer",
    "pause",
    "resume",
    "rematch",
    "board",
    "analyse",
    "report",
    "weigh",
    "add",
    "comment",
    "mark",
    "promote",
    "remove",
    "undo_edit",
    "save",
    "page",
    "picture",
    "invite",
    "revoke",
    "name",
    "rated",
];

impl Message {
    /// Reads a message: its number, 0 if it has none, and its command.
    pub fn parse(text: &str) -> (u64, Result<Command, Refusal>) {
        let object: Map<String, Value> = match serde_json::from_str(text) {
            Ok(object) => object,
            Err(error) => return (0, Err(syntax(format!("not a JSON object: {error}")))),
        };
        let Some(number) = object.get("ref").and_then(Value::as_u64) else {
            return (0, Err(syntax("field 'ref' takes a whole number from 0")));
        };
        (number, parse_command(object))
    }
}

fn parse_command(object: Map<String, Value>) -> Result<Command, Refusal> {
    let name = object.get("do").and_then(Value::as_str);
    let name = name.ok_or_else(|| syntax("field 'do' takes the name of a command"))?;
    if !TABLE_COMMANDS.contains(&name) {
        return typed(object).map(Command::Lobby);
    }
    let table = object.get("table").and_then(Value::as_str);
    let table = table.ok_or_else(|| syntax("field 'table' takes the id of a table"))?.to_string();
    typed(object).map(|command| Command::Table { table, command })
}

fn typed<T: DeserializeOwned>(object: Map<String, Value>) -> Result<T, Refusal> {
    serde_json::from_value(Value::Object(object)).map_err(|error| syntax(error.to_string()))
}

fn syntax(text: impl Into<String>) -> Refusal {
    Refusal::new(Code::Syntax, text)
}
