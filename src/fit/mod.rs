//! Fitting weights to games: what `quadriga selfplay` writes and `quadriga fit` computes with, for any game.
//!
//! | file | content |
//! |---|---|
//! | `game_record` | a game of self-play as some three bytes a ply |
//! | `series` | a file of such games |
//! | `samples` | positions as counts of features, four bytes each |
//! | `objective` | log-loss of weights on samples, with its slope |
//! | `lbfgs` | the minimum of a smooth function of millions of numbers |
//! | `network`, `network_slope` | positions to a network whose first layer is a sum of rows |
//! | `point_network` | positions to a network that looks at empty points |
//! | `fitting` | `samples`, `objective`, `lbfgs` together: samples to weights |
//!
//! Nothing here knows a game: a position is what a model of `contract` says of it. Everything is summed in
//! an order that does not depend on the number of threads, so that the same games give the same weights.

mod fitting;
mod game_record;
mod lbfgs;
mod network;
mod network_slope;
mod objective;
mod point_network;
mod samples;
mod series;

pub use fitting::{FitReport, FitRequest, Round, fit};
pub use game_record::{GameRecord, Ply, Variation};
pub use network::{NetworkRequest, Target, fit_network};
pub use network_slope::{Chosen, network_values};
pub use objective::expected_share;
pub use point_network::{PointSamples, fit_point_network, judge_points};
pub use samples::Samples;
pub use series::{DECIDED, SERIES_VERSION, Series, read_games};
