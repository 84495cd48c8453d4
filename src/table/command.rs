//! The commands of clients. `docs/protocol/board.md` has the meaning of every command and field.
//!
//! A message is one JSON object: the number `ref`, which is repeated in the answer, and a [`Command`]. Unknown fields
//! are ignored.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::answer::{Code, Refusal};
use super::library::TablesQuery;

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

/// A search for puzzles in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzlesOf {
    /// For each position that may be one.
    pub nodes: u64,
    /// Only those in which another move than the right one was played.
    #[serde(default)]
    pub missed: bool,
    /// Only those with this player to move, from 1.
    #[serde(default)]
    pub player: Option<usize>,
}

/// What players can agree on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// The game ends in a draw.
    #[default]
    Draw,
    /// The last move of the player who offers is taken back, with what followed.
    Undo,
    /// Another node becomes the current one.
    Goto,
    /// Clocks and programs stand still.
    Pause,
    /// They continue.
    Resume,
}

/// Commands to one table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TableCommand {
    /// Pushes the table from now on.
    Join {},
    /// Stops that.
    Leave {},
    /// Plays a move for the seat to move.
    Move {
        /// In any notation.
        #[serde(rename = "move")]
        mv: String,
        /// The node for which it is meant.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Steps of an opening for the seat to decide.
    Step {
        /// `swap`, `stay`, `add`, `offer`, numbers and cells, with blanks between them.
        step: String,
        /// The node for which it is meant.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Back.
    Undo {},
    /// Forward again.
    Redo {},
    /// Makes a node the current one.
    Goto {
        /// Its id.
        node: usize,
    },
    /// A move to think about.
    Hint {
        /// 0 to 20; `None`: full strength.
        #[serde(default)]
        level: Option<u8>,
    },
    /// The program moves once for the seat to move.
    PlayForMe {
        /// The node for which it is meant.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Ends the search of the program that is thinking.
    MoveNow {},
    /// Two seats exchange their players; with more, all players move on by one seat.
    Swap {},
    /// Sets the players.
    Seats {
        /// One for each player.
        seats: Vec<SeatSpec>,
    },
    /// A seat gives up.
    Resign {
        /// From 1; `None`: the client's own.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Offers a draw.
    OfferDraw {},
    /// Answers the offer.
    AnswerDraw {
        /// Agreed?
        accept: bool,
    },
    /// Offers something that the other players have to agree to.
    Offer {
        /// What.
        kind: OfferKind,
        /// Of `goto`: which node becomes the current one.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Agrees to the offer, declines it, or withdraws one's own.
    Answer {
        /// Agreed?
        accept: bool,
    },
    /// Stops clocks and programs.
    Pause {},
    /// Lets them continue.
    Resume {},
    /// A new table with the same rules.
    Rematch {
        /// Seats move on by one.
        #[serde(default)]
        swap: bool,
    },
    /// The position of a node.
    Board {
        /// `None`: the current one.
        #[serde(default)]
        node: Option<usize>,
        /// Include threats.
        #[serde(default)]
        threats: bool,
    },
    /// Pushes an analysis of a node.
    Analyse {
        /// `None`: off.
        node: Option<usize>,
        /// 1 to 8.
        #[serde(default = "one")]
        lines: usize,
    },
    /// Evaluates the moves of the current line.
    Report {
        /// For each position.
        nodes: u64,
    },
    /// What would a move allow?
    Weigh {
        /// In any notation.
        #[serde(rename = "move")]
        mv: String,
        /// The node for which it is meant.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Adds a move as a variation; the game stays where it is.
    Add {
        /// In any notation.
        #[serde(rename = "move")]
        mv: String,
        /// The node before it.
        node: usize,
    },
    /// Sets the comment at a node.
    Comment {
        /// Which.
        node: usize,
        /// Empty: none.
        text: String,
        /// Before the move instead of after it.
        #[serde(default)]
        before: bool,
    },
    /// Sets the mark of a move.
    Mark {
        /// Its node.
        node: usize,
        /// `!`, `?`, `!!`, `??`, `!?`, `?!`; empty: none.
        mark: String,
    },
    /// Moves the innermost variation with a node one place forward, before the line that it departs from.
    Promote {
        /// Which.
        node: usize,
    },
    /// Removes a node with everything behind it.
    Remove {
        /// Which.
        node: usize,
    },
    /// Takes back the last change by one of the five commands before.
    UndoEdit {},
    /// The record in a file format.
    Save {
        /// `pdn`, `sgf`, `psq`, `text` or `fen`.
        format: String,
    },
    /// The page of mistakes.
    Page {
        /// For each position.
        nodes: u64,
    },
    /// The puzzles of the current line.
    PuzzlesOf(PuzzlesOf),
    /// The position of a node as SVG.
    Picture {
        /// `None`: the current one.
        #[serde(default)]
        node: Option<usize>,
        /// In pixels, 50 to 4000.
        #[serde(default = "picture_width")]
        width: u32,
    },
    /// Gives a seat away.
    Invite {
        /// From 1; 0: spectators.
        seat: usize,
    },
    /// Revokes links of spectators.
    Revoke {
        /// Which; `None`: all of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Names the seat of this token, of several the first.
    Name {
        /// At most 40 characters.
        text: String,
    },
    /// The effect of the game on the rating of the host.
    Rated {},
}

impl TableCommand {
    /// Does it ask the program for help with the game?
    pub fn is_help(&self) -> bool {
        match self {
            TableCommand::Hint { .. }
            | TableCommand::Add { .. }
            | TableCommand::Report { .. }
            | TableCommand::Weigh { .. }
            | TableCommand::Page { .. }
            | TableCommand::PuzzlesOf(_)
            | TableCommand::PlayForMe { .. } => true,
            TableCommand::Analyse { node, .. } => node.is_some(),
            TableCommand::Board { threats, .. } => *threats,
            _ => false,
        }
    }

    /// Does it change the game of everybody at the table, so that the other players have to agree?
    pub fn needs_consent(&self) -> bool {
        use TableCommand as C;
        let needs = [C::Undo {}, C::Redo {}, C::Pause {}, C::Resume {}, C::Swap {}];
        needs.contains(self) || matches!(self, C::Goto { .. })
    }
}

fn one() -> usize {
    1
}

fn picture_width() -> u32 {
    480
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
