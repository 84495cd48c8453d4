//! Puzzles: positions with one right move, and the line that follows from it.
//!
//! They come from three sources, and all three are found in the same way ([`find`]): the collection of the program, one's
//! own games, and games of a file. A move is the right one if a search proves that it wins and no other move does, or if
//! every other move is worse by a wide margin.
//!
//! | file | question |
//! |---|---|
//! | `puzzle` | what is a puzzle, and how is it written? |
//! | `collection` | which ones come with the program, and which is next? |
//! | `choice` | has a position one right move? |
//! | `find` | which puzzles are in a game? |
//! | `rate` | how hard is a puzzle? |
//! | `attempt` | is a move the right one, and what refutes it? |

mod attempt;
mod choice;
pub mod collection;
mod find;
mod puzzle;
mod rate;

pub use attempt::{Answer, answer};
pub use find::{Effort, Found, Wanted, check, find};
pub use puzzle::{Puzzle, Theme};
