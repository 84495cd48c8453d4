//! The search: silent, generic over the game, the same for all of them.
//!
//! Iterative deepening over a principal-variation alpha-beta with a shared transposition table. A difference between
//! games is a hook of [`crate::contract::Evaluator`] or a parameter in [`crate::contract::SearchParams`]; no game is
//! named here.
//!
//! | file | what |
//! |---|---|
//! | `searcher` | entry: a [`Job`] on several threads, the result |
//! | `deepening` | iterations, aspiration windows, MultiPV, when to stop |
//! | `settled` | can deeper iterations still change the result? |
//! | `alpha_beta` | one node |
//! | `pruning` | the pruning rules, a function each |
//! | `singular` | is the table's move the only good one? |
//! | `move_picker`, `history` | the order of moves |
//! | `worker`, `root` | state of a thread; making moves; repetition; the moves of the root |
//! | `abdada` | how threads share the moves of a node |
//! | `tt`, `table_memory`, `memory` | transposition table; its memory; hints to processor and kernel |
//! | `time` | how much of the clock a move gets |
//! | `main_thread` | additional duties of the first thread: reports, the turns of a [`crate::contract::RootHelper`] |
//! | `report` | a line as the observer gets it |
//! | `skill`, `beginner` | weaker play |
//! | `planning` | more than two players: plans of one against predicted moves of the others |
//!
//! The steps of a node, as numbered in `alpha_beta`: 1 end of search, game or line; 2 mate distance; 3 the game's own
//! knowledge; 4 leaf; 5 table; 6 static evaluation; 7 early cuts (reverse futility, null move, ProbCut) and internal
//! reduction; 8 moves; 9 late-move pruning and futility; 10 moves that other threads are searching; 11 extension
//! (singular moves, forced play) and reduction; 12 the move; 13 best score; 14 learning and storing.

pub(crate) mod abdada;
mod alpha_beta;
mod beginner;
mod deepening;
mod history;
mod main_thread;
pub(crate) mod memory;
mod move_picker;
mod planning;
mod pruning;
mod report;
mod root;
mod searcher;
mod settled;
mod singular;
mod skill;
pub(crate) mod table_memory;
mod time;
mod tt;
mod worker;

pub use beginner::choose as choose_as_beginner;
pub use deepening::MAX_DEPTH;
pub(crate) use root::insertion_sort_by_key;
pub use searcher::{Job, Searcher};
pub use skill::Skill;
pub use time::TimePlan;
pub use tt::TtEntry;
