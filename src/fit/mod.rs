//! Training of weights on games, for any game: `quadriga selfplay` writes them, `quadriga fit` reads them.
//!
//! | file | content |
//! |---|---|
//! | `game_record` | a game in about three bytes a ply |
//! | `series` | a file of such games |
//! | `samples` | positions as counts of features, four bytes each |
//! | `objective` | log-loss of weights on samples, with its gradient |
//! | `lbfgs` | the optimizer for linear models |
//! | `adam` | the moment estimates of Adam, for both networks |
//! | `network`, `network_gradient` | training of a network whose first layer is a sum of rows |
//! | `point_network` | training of a network over the empty points of a board |
//! | `fitting` | training of a linear model, with `samples`, `objective` and `lbfgs` |
//!
//! Nothing here depends on a game: a position is what a model of `contract` makes of it. The order of all sums does not
//! depend on the number of threads, so the same games give the same weights.

mod adam;
mod fitting;
mod game_record;
mod lbfgs;
mod network;
mod network_gradient;
mod objective;
mod point_network;
mod samples;
#[cfg(feature = "cli")]
mod series;

pub use fitting::{FitProgress, FitReport, FitRequest, fit};
pub use game_record::{GameRecord, Ply, Variation};
pub use network::{NetworkRequest, Target, fit_network};
pub use network_gradient::{ChosenRows, network_values};
pub use objective::{expected_share, log_loss};
pub use point_network::{PointSamples, evaluate_points, fit_point_network};
pub use samples::Samples;
#[cfg(feature = "cli")]
pub use series::{SERIES_VERSION, Series, read_games};

/// Usual score that decides a self-play game after some moves, in hundredths: five men in draughts.
pub const DECIDED: i32 = 500;
