//! The tables of the board: games that people play, independent of their connections.
//!
//! A [`Client`] is one window. It sends messages of `docs/protocol/board.md` as text or as [`Command`], and receives
//! messages by its [`SendText`]. A table is a thread with an inbox, and only that thread changes it; without threads, a
//! [`Driver`] runs the tables.
//!
//! | file | question |
//! |---|---|
//! | `command`, `answer`, `event`, `view` | the messages: commands, answers and pushes, events, the whole table |
//! | `state`, `rules`, `notes` | the table as the fold of its events; the rules of its game; comments and marks |
//! | `log`, `record`, `fold` | the events, those in a file, and their table |
//! | `library` | the saved games: search and statistics |
//! | `thread` | the one writer of a table |
//! | `client`, `tables`, `shared` | windows; all tables |
//! | `driver` | all tables on one thread |
//! | `door` | how do guests get in? |
//! | `ratings` | how strong is the host? |
//! | `puzzles` | puzzles for the host |
//! | `locked` | files that several programs write |
//! | `searches`, `engine_player` | searches by the JSON analysis in this process, and by engines of the command line |
//! | `lobby`, `lists` | new tables and composed boards, the list of games |
//! | `files`, `import`, `variations` | files; reading many games; the tree of a file as nodes of a table, and back |
//! | `token` | ids and secrets |
//!
//! Invariants: a command has one answer, done or refused; a refused command has no effect; no message ends a table or
//! the program.

mod answer;
mod client;
mod command;
mod door;
mod driver;
mod engine_player;
mod event;
mod files;
mod fold;
mod import;
mod library;
mod lists;
mod lobby;
mod locked;
mod log;
mod notes;
mod puzzles;
mod ratings;
mod record;
mod rules;
mod searches;
mod shared;
mod state;
mod tables;
mod thread;
mod token;
mod variations;
mod view;

use std::path::PathBuf;
use std::sync::Arc;

pub use crate::openings::OpeningView;
pub use answer::{
    Answer, BoardAnswer, Code, Composed, FactView, FileText, Hello, HelloRights, Hint, Invitation, Kind,
    Listening, Loaded, NewGame, NewNode, NewTable, Outgoing, PictureAnswer, Push, Rated, Refusal, Report,
    SavedTable, TableList, Weighed,
};
pub use client::Client;
pub use command::{
    Attempt, ClockSpec, Command, Compose, Create, Load, LobbyCommand, Message, OfferKind, Options, PuzzlesOf,
    SeatSpec, TableCommand,
};
pub use door::Door;
pub use driver::Driver;
pub use event::{Added, Created, End, Event, Noted, Ruled, Stamped, Turn};
pub use library::{Against, Best, Month, Opponent, Order, RuleSetStatistics, Score, Statistics, TablesQuery};
pub use log::Change;
pub use notes::Notes;
pub use puzzles::{Attempted, NodePuzzle, PuzzleGame, PuzzleList, PuzzleView, PuzzlesOfGame, Solution};
pub use ratings::{FIRST_LEVEL, RatedGame, RatedResult, Rating, RuleSet};
pub use rules::Rules;
pub use shared::MAX_TABLES;
pub use state::{Node, Offer, Presence, Rights, Seat, State, Tree};
pub use tables::Tables;
pub use token::new_token;
pub use view::{ClockView, NodeView, OfferView, Phase, SeatKind, SeatView, TableView};

use crate::database::Database;
use crate::match_runner::spec::EngineSpec;
use crate::wire::catalogue::Catalogue;

/// Settings of all tables.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// The folder for the records of tables, in its folder `tables`; `None`: nothing is kept.
    pub data: Option<PathBuf>,
    /// The engines of the command line.
    pub engines: Vec<EngineSpec>,
    /// Anyone with this token may do everything.
    pub host_token: String,
    /// Searches at once, 2 or more.
    pub searches: usize,
    /// Threads of each search.
    pub threads: usize,
    /// Total MiB of all transposition tables; `None`: 32 for each concurrent search.
    pub hash_mib: Option<usize>,
    /// The database of positions of all searches.
    pub database: Option<Arc<Database>>,
    /// The variant of a new table, and its rule options.
    pub game: (String, Vec<(String, String)>),
    /// The opening rule of a new table.
    pub opening: Option<String>,
    /// The ballot of a new table, of one kind.
    pub ballot: Option<String>,
    /// The players of a new table; empty: the front-end decides.
    pub seats: Vec<SeatSpec>,
    /// Random seed of weaker moves, for repeatable games; `None`: a new one for every game.
    pub seed: Option<u32>,
    /// The way in for guests; `None`: there is none.
    pub door: Option<Arc<dyn Door>>,
}

impl Default for Setup {
    /// Nothing kept, no engines, Connect Four, two searches of one thread each, and a token that nobody knows.
    fn default() -> Setup {
        Setup {
            catalogue: Catalogue::GAMES,
            data: None,
            engines: Vec::new(),
            host_token: String::new(),
            searches: 2,
            threads: 1,
            hash_mib: None,
            database: None,
            game: ("connect4".to_string(), Vec::new()),
            opening: None,
            ballot: None,
            seats: Vec::new(),
            seed: None,
            door: None,
        }
    }
}

/// Takes one message as JSON text; false: the reader has gone. It must not wait for the reader.
pub type SendText = Box<dyn Fn(Arc<str>) -> bool + Send + Sync>;
