//! Opening rules of gomoku and renju: which person puts the first stones, and which one then chooses a colour; and the
//! ballots of draughts.
//!
//! An [`Opening`] is a machine of steps without input and output. It knows two persons, whose colours are settled only at
//! the end. It reports the person to decide and the allowed steps, checks a step, and recognises when ordinary play begins.
//! Tables, queries and protocols all use it. The engine's own decisions are made by searches.
//!
//! | file | question |
//! |---|---|
//! | `rule` | which rules are there, and for which games? |
//! | `step` | what is a step? |
//! | `opening` | what is to be decided, and by which person? |
//! | `allowed` | which steps are allowed, and why not others? |
//! | `cells` | which stones look the same from another side of the board? |
//! | `decide` | which step would the engine take? |
//! | `choice` | to swap or not to swap? |
//! | `tournament` | which stones have a wanted value? |
//! | `view` | what does a client see? |
//! | `ballots` | which ballot is meant, or drawn? |

mod allowed;
mod ballots;
mod cells;
mod choice;
mod decide;
mod opening;
mod placement;
mod rule;
mod step;
#[cfg(test)]
mod tests;
mod tournament;
mod view;

pub use ballots::{BallotChoice, BallotKind, NamedBallot};
pub use cells::cell_text;
pub use choice::{Choice, Task, choose};
pub use decide::decide;
pub use opening::{Opening, Stage};
pub use placement::Placement;
pub use rule::OpeningRule;
pub use step::{Person, Step};
pub use view::OpeningView;
