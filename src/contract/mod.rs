//! The contract between games, search and everything above: plain values and the traits of a game.
//!
//! A game is three things: a [`Position`] (rules, no opinions), an [`Evaluator`] (opinions, no rules)
//! and a [`Game`] that ties the two to names, options and tuned numbers. The search is generic over
//! `Position` and `Evaluator` and never learns which game it plays; text enters and leaves through
//! [`Notation`] only. This is the ground floor: nothing here imports anything from above.
//!
//! | file | content |
//! |---|---|
//! | `player`, `position`, `notation`, `evaluator`, `planner`, `game` | the traits of a game and who plays it |
//! | `beginner`, `levels` | how a beginner sees a game; how levels differ |
//! | `game_tools`, `commentary` | what only some games can do; what a game says to users |
//! | `card`, `identity` | what is known about a game before it is opened; its names |
//! | `board` | a game as drawings and records see it |
//! | `score`, `window` | values of positions |
//! | `linear_model` | an evaluation that can be trained on games |
//! | `network_model`, `point_network`, `network_file` | networks that can be trained on games; their files |
//! | `limits`, `deadline`, `budget`, `leaf` | the limits of a search |
//! | `info` | what a search reports |
//! | `params`, `options` | tunable parameters, options |
//! | `root_helper` | helpers of a search at its root |
//! | `solver`, `book`, `bitbase` | exact values, positions computed in advance |
//! | `threats` | wins by threats |
//! | `ballot` | beginnings of games that are drawn at random |
//! | `facts` | what a move allowed or missed |
//! | `error` | a request that is refused |

pub mod ballot;
mod beginner;
pub mod bitbase;
mod board;
pub mod book;
mod budget;
pub mod card;
mod commentary;
mod deadline;
mod error;
mod evaluator;
pub mod facts;
#[cfg(test)]
pub mod fault;
mod game;
mod game_tools;
mod identity;
mod info;
mod leaf;
mod levels;
mod limits;
mod linear_model;
mod network_file;
mod network_model;
mod notation;
mod options;
mod params;
mod planner;
mod player;
mod point_network;
mod position;
mod root_helper;
mod score;
pub mod solver;
pub mod threats;
mod window;

pub use beginner::{AnyMove, Attention, Beginner, Sight};
pub use board::{Board, Face, GridCell, Labels, Mark, MovePath, Point, Surface};
pub use budget::{Budget, NodeCounter};
pub use commentary::{Commentary, EvalTerm};
pub use deadline::Deadline;
pub use error::EngineError;
pub use evaluator::Evaluator;
pub use game::Game;
pub use game_tools::{GameTools, NoTools};
pub use identity::{Identity, Resized, StoneColour};
pub use info::{SearchInfo, SearchObserver, SearchResult, Silent, nodes_per_second, wdl};
pub use leaf::Leaf;
pub use levels::{Care, FIRST_OWN, Habits, LAST_LEVEL, Levels, Ratings, care, habits};
pub use limits::{SearchLimits, StopHandle};
pub use linear_model::{FeatureGroup, LinearModel, PhaseWeights};
pub use network_file::{
    NetworkSlot, embedded_weights, load_network, network_checksum, network_file, read_network_file,
    weights_for,
};
pub use network_model::{
    GamePhase, LAYER_WEIGHTS, NetworkModel, NetworkWeights, ROW_LANES, ROW_NEURONS, SECOND_NEURONS,
    StageLayers, StageLayersMut,
};
pub use notation::{MoveStyle, Notation, line_text};
pub use options::{OptionKind, OptionSpec};
pub use params::{SearchParams, Tunable};
pub use planner::{Horizon, Planner, PlayerModel};
pub use player::{MAX_PLAYERS, Outcome, Player, Status, opposes};
pub use point_network::{
    HeadFields, POINT_CHANNELS, POINT_FACTS, POINT_LANES, POINT_NEURONS, PointFacts, PointHead,
    PointNetworkModel, PointNetworkWeights,
};
pub use position::Position;
pub use root_helper::{AfterTurn, ProvedLine, RootHelper, RootRequest, RootTurn};
pub use score::{Bound, MAX_PLY, Score};
pub use window::Window;
