//! Random openings: random moves, optionally only those that are balanced.
//!
//! Opening n is found after openings 0 to n-1, because no two may lead to the same position. The list depends only on
//! the rules, the seed and the program.

use std::collections::HashSet;

use super::balance::{self, Balance};
use super::{Opening, opening_of};
use crate::contract::MoveStyle;
use crate::engine::AnyEngine;
use crate::random::Random;

/// Attempts without a new opening after which the list counts as complete.
const MAX_DRAWS: usize = 2000;

/// Generates openings on demand and keeps them.
pub(super) struct Generator {
    board: Box<dyn AnyEngine>,
    plies: usize,
    balance: Option<Balance>,
    random: Random,
    found: Vec<Opening>,
    /// Keys of the positions that were accepted or rejected.
    seen: HashSet<u64>,
    /// Have all openings been found?
    complete: bool,
}

impl Generator {
    pub fn new(
        mut board: Box<dyn AnyEngine>,
        plies: usize,
        balance: Option<Balance>,
        seed: u64,
    ) -> Generator {
        balance::prepare(board.as_mut(), balance);
        Generator {
            board,
            plies,
            balance,
            random: Random::new(seed),
            found: Vec::new(),
            seen: HashSet::new(),
            complete: false,
        }
    }

    /// The opening with this index; a complete list is used again from its beginning.
    pub fn get(&mut self, index: u64) -> Result<Opening, String> {
        while !self.complete && self.found.len() as u64 <= index {
            match self.draw()? {
                Some(opening) => self.found.push(opening),
                None => self.complete = true,
            }
        }
        if self.found.is_empty() {
            let balance = self
                .balance
                .map_or_else(String::new, |balance| format!(" with --balance {}", balance.range_text()));
            let plies = self.plies;
            return Err(format!("--random-plies {plies}{balance}: no opening found in {MAX_DRAWS} attempts"));
        }
        Ok(self.found[(index % self.found.len() as u64) as usize].clone())
    }

    /// Another opening, different from all before; `None` if none was found.
    fn draw(&mut self) -> Result<Option<Opening>, String> {
        for _ in 0..MAX_DRAWS {
            let name = (self.found.len() + 1).to_string();
            if let Some(opening) = self.walk(name)?
                && self.seen.insert(self.board.key())
                && self.is_balanced()?
            {
                return Ok(Some(opening));
            }
        }
        Ok(None)
    }

    /// Random moves from the start position; `None` if the game ends on the way.
    fn walk(&mut self, name: String) -> Result<Option<Opening>, String> {
        self.board.set_position(None, &[]).map_err(|error| error.to_string())?;
        for _ in 0..self.plies {
            let moves = self.board.legal_moves(MoveStyle::Native);
            if moves.is_empty() {
                return Ok(None);
            }
            let chosen = &moves[self.random.below(moves.len())];
            self.board.play(chosen).map_err(|error| error.to_string())?;
        }
        Ok(opening_of(self.board.as_ref(), name).ok())
    }

    fn is_balanced(&mut self) -> Result<bool, String> {
        self.balance.map_or(Ok(true), |balance| balance.holds(self.board.as_mut()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Book, Source};
    use super::*;

    fn book(game: &str, plies: usize, balance: Option<Balance>, seed: u64) -> Book {
        let board = crate::games::open(game).expect("a game");
        Book::new(&Source::Random { plies, balance }, seed, board).expect("a book")
    }

    fn all(book: &mut Book, count: u64) -> Vec<Vec<String>> {
        (0..count).map(|round| book.get(round).expect("an opening").moves).collect()
    }

    #[test]
    fn openings_are_drawn_by_the_seed_and_not_by_the_order_of_asking() {
        let forwards = all(&mut book("draughts", 6, None, 3), 20);
        let mut other = book("draughts", 6, None, 3);
        let backwards: Vec<Vec<String>> =
            (0..20).rev().map(|round| other.get(round).expect("an opening").moves).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()));
        assert!(forwards.iter().all(|moves| moves.len() == 6));
        assert_ne!(forwards, all(&mut book("draughts", 6, None, 4), 20));
    }

    #[test]
    fn no_position_comes_twice_before_all_have_come() {
        // 7 first moves, 49 positions after the second, all of them different.
        let openings = all(&mut book("connect4", 2, None, 1), 98);
        let different: HashSet<&Vec<String>> = openings.iter().collect();
        assert_eq!(different.len(), 49);
        assert_eq!(openings[..49], openings[49..]);
    }

    #[test]
    fn balanced_openings_are_those_that_a_short_search_finds_so() {
        let balanced = all(&mut book("connect4", 6, Some(Balance::short(40)), 1), 8);
        assert!(distances("connect4", &balanced, Balance::SHORT).iter().all(|&distance| distance <= 40));
        assert_ne!(balanced, all(&mut book("connect4", 6, None, 1), 8), "nothing was refused");
        let range = Balance::parse_range("40..90").expect("a range");
        let uneven = all(&mut book("connect4", 6, Some(Balance { range, ..Balance::short(0) }), 1), 8);
        let mut found = distances("connect4", &uneven, Balance::SHORT).into_iter();
        assert!(found.all(|distance| (40..=90).contains(&distance)));
    }

    #[test]
    fn a_long_search_refuses_some_that_a_short_one_finds_balanced() {
        let short = all(&mut book("gomoku", 6, Some(Balance::short(30)), 1), 4);
        let long = all(&mut book("gomoku", 6, Some(Balance { range: (0, 30), nodes: 20_000 }), 1), 4);
        for nodes in [Balance::SHORT, 20_000] {
            assert!(distances("gomoku", &long, nodes).iter().all(|&distance| distance <= 30), "{nodes}");
        }
        assert!(distances("gomoku", &short, 20_000).iter().any(|&distance| distance > 30));
    }

    /// Absolute scores of the positions by searches of `nodes` nodes.
    fn distances(game: &str, openings: &[Vec<String>], nodes: u64) -> Vec<i32> {
        let balance = Some(Balance { range: (0, 0), nodes });
        let mut board = crate::games::open(game).expect("a game");
        balance::prepare(board.as_mut(), balance);
        let distance = |moves: &Vec<String>| {
            let words: Vec<&str> = moves.iter().map(String::as_str).collect();
            board.set_position(None, &words).expect("legal");
            balance::distance(board.as_mut(), nodes).expect("a search")
        };
        openings.iter().map(distance).collect()
    }

    #[test]
    fn it_is_an_error_where_no_opening_is_found() {
        // The first player is ahead by a whole move, whatever it is.
        let error =
            book("chinesecheckers", 1, Some(Balance::short(0)), 1).get(0).expect_err("nothing is balanced");
        assert!(error.contains("--balance 0"), "{error}");
        let error = book("connect4", 60, None, 1).get(0).expect_err("the board has 42 cells");
        assert!(error.contains("--random-plies 60"), "{error}");
    }
}
