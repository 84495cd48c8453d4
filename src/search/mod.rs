//! The search: silent, generic over the game.

mod info;
mod leaf;
mod limits;
mod params;
mod score;
mod time;
mod window;

pub use info::{SearchInfo, SearchObserver, SearchResult, Silent};
pub use leaf::Leaf;
pub use limits::{Budget, SearchLimits, StopHandle};
pub use params::{SearchParams, Tunable};
pub use score::{Bound, MAX_PLY, Score};
pub use time::{Deadline, TimePlan};
pub use window::Window;
