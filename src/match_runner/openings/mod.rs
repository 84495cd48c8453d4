//! Openings: the beginnings of the games of a round.
//!
//! They are the start position, come from a file (`file`), are ballots (`ballots`) or random (`random`); `balance` says
//! which are balanced. Round r gets opening r, so the command line alone decides which opening a game has; a list that
//! is too short is used again from its beginning.
//!
//! Invariant: an opening can be set up on the board of the match, and the game is not over after it.

mod balance;
mod ballots;
mod file;
mod random;

use std::fmt;
use std::path::PathBuf;

pub use self::balance::Balance;
use crate::contract::MoveStyle;
use crate::engine::AnyEngine;
use crate::openings::BallotKind;
use crate::random::Random;

/// The start of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its number in the list, from 1, or `start`.
    pub name: String,
    /// The position before its moves; `None`: the start position.
    pub fen: Option<String>,
    /// Its moves, in native style.
    pub moves: Vec<String>,
}

/// The source of openings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// All games begin with the start position.
    #[default]
    Start,
    /// A file.
    File {
        /// Its path.
        path: PathBuf,
        /// Their order.
        order: Order,
        /// Number of moves of each that are played; `None`: all.
        plies: Option<usize>,
    },
    /// All ballots of a kind.
    Ballots {
        /// The kind.
        kind: BallotKind,
        /// Their order.
        order: Order,
        /// The balance that a position must have; `None`: any.
        balance: Option<Balance>,
    },
    /// Random moves from the start position.
    Random {
        /// Number of moves.
        plies: usize,
        /// The balance that the position must have; `None`: any.
        balance: Option<Balance>,
    },
}

impl Source {
    /// Must the openings be balanced?
    pub fn is_balanced(&self) -> bool {
        match self {
            Source::Ballots { balance, .. } | Source::Random { balance, .. } => balance.is_some(),
            Source::Start | Source::File { .. } => false,
        }
    }
}

/// The order of listed openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// Is it random instead of that of the list?
    pub shuffled: bool,
    /// How many of them, in this order, come last instead of first.
    pub skipped: u64,
}

impl Order {
    /// Puts a list in this order; returns the words about it for the description.
    ///
    /// # Errors
    /// One line: the list is shorter than what is skipped.
    fn apply<T>(self, list: &mut [T], seed: u64) -> Result<String, String> {
        let mut words = String::new();
        if self.shuffled {
            Random::new(seed).shuffle(list);
            words += &format!(" seed={seed}");
        }
        if self.skipped > 0 {
            let (first, count) = (self.skipped + 1, list.len());
            if first > count as u64 {
                return Err(format!("there is no opening {first} to start with; there are {count}"));
            }
            list.rotate_left(self.skipped as usize);
            words += &format!(" start={first}");
        }
        Ok(words)
    }
}

/// The openings of a match.
pub struct Book {
    list: List,
    description: String,
    /// Rounds that have asked for their opening, up to the last.
    rounds: u64,
    /// What was assumed and repaired in its file, in lines.
    pub remarks: Vec<String>,
}

enum List {
    Ready(Vec<Opening>),
    Balanced(ballots::Balanced),
    Growing(random::Generator),
}

impl Book {
    /// The openings from this source, for the game on this board; `seed` is for random openings and orders.
    ///
    /// # Errors
    /// One line: the file or a line of it cannot be read, or it has no openings.
    pub fn new(source: &Source, seed: u64, mut board: Box<dyn AnyEngine>) -> Result<Book, String> {
        let mut remarks = Vec::new();
        let (list, description) = match source {
            Source::Start => {
                let start = Opening { name: "start".to_string(), fen: None, moves: Vec::new() };
                (List::Ready(vec![start]), "start".to_string())
            }
            Source::File { path, order, plies } => {
                let (mut openings, mut description) = file::read(path, *plies, board.as_mut(), &mut remarks)?;
                description += &order.apply(&mut openings, seed)?;
                (List::Ready(openings), description)
            }
            Source::Ballots { kind, order, balance } => {
                let mut openings = ballots::all(*kind, board.as_ref());
                let mut description = format!("ballots {}", kind.name());
                description += &order.apply(&mut openings, seed)?;
                description.extend(balance.map(|balance| format!(" {balance}")));
                let list = match *balance {
                    Some(balance) => List::Balanced(ballots::Balanced::new(openings, balance, board)),
                    None => List::Ready(openings),
                };
                (list, description)
            }
            Source::Random { plies, balance } => {
                let mut description = format!("random plies={plies} seed={seed}");
                description.extend(balance.map(|balance| format!(" {balance}")));
                (List::Growing(random::Generator::new(board, *plies, *balance, seed)), description)
            }
        };
        Ok(Book { list, description, rounds: 0, remarks })
    }

    /// The opening of a round.
    ///
    /// # Errors
    /// One line: no random opening, or no balanced one, was found.
    pub fn get(&mut self, round: u64) -> Result<Opening, String> {
        self.rounds = self.rounds.max(round + 1);
        match &mut self.list {
            List::Ready(openings) => Ok(openings[(round % openings.len() as u64) as usize].clone()),
            List::Balanced(ballots) => ballots.get(round),
            List::Growing(generator) => generator.get(round),
        }
    }

    /// The number of openings, if there were not enough for all rounds, so that some were used again.
    pub fn used_again(&self) -> Option<usize> {
        let count = match &self.list {
            List::Ready(openings) if openings.len() > 1 => openings.len(),
            List::Balanced(ballots) => ballots.found(),
            List::Ready(_) | List::Growing(_) => return None,
        };
        (self.rounds > count as u64).then_some(count)
    }
}

/// Source, seed and order in one line.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)
    }
}

/// The game on the board as an opening.
///
/// # Errors
/// It is over.
fn opening_of(board: &dyn AnyEngine, name: String) -> Result<Opening, String> {
    let status = board.status();
    if status.outcome.is_some() {
        return Err(format!("the game is over after this opening: {}", status.reason));
    }
    Ok(Opening { name, fen: board.base_fen(), moves: board.moves(MoveStyle::Native) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_is_drawn_by_its_seed_and_loses_nothing() {
        let shuffled = |seed| {
            let mut list: Vec<u32> = (0..100).collect();
            Random::new(seed).shuffle(&mut list);
            list
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<u32>>());
    }

    #[test]
    fn without_a_source_every_game_begins_at_the_start() {
        let board = crate::games::open("draughts").expect("a game");
        let mut book = Book::new(&Source::Start, 1, board).expect("a book");
        assert_eq!(book.get(7).expect("an opening").name, "start");
        assert_eq!(book.to_string(), "start");
    }
}
