//! Exact values of positions.

use std::fmt;

use super::engine::same_rules;
use super::{Error, Position};
use crate::contract::solver::{AnySolver, Effort};
use crate::contract::{self, Window};

/// The exact value of a position or a move for the player to move, with the plies to the end by best play of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A win; the winner takes the fastest way.
    Win {
        /// Plies to the end.
        plies: u32,
    },
    /// A draw.
    Draw,
    /// A loss; the loser takes the longest way.
    Loss {
        /// Plies to the end.
        plies: u32,
    },
}

impl Value {
    fn of(score: contract::Score) -> Value {
        let plies = score.plies_to_end().and_then(|plies| u32::try_from(plies).ok()).unwrap_or(0);
        match score.0.signum() {
            1 => Value::Win { plies },
            0 => Value::Draw,
            _ => Value::Loss { plies },
        }
    }
}

/// A solver for the rules of one position. It keeps what it finds, so that a query that was given up continues.
///
/// ```
/// use quadriga::{Position, Solver, Value};
///
/// let mut position = Position::new("connect4-4x4")?;
/// let mut solver = Solver::new(&position, 1, 1)?;
/// assert_eq!(solver.value(&position)?, Some(Value::Draw));
///
/// // The first player has three in a row, open at one end.
/// for mv in ["1", "1", "2", "2", "3"] {
///     position.play(mv)?;
/// }
/// let moves = solver.moves(&position)?.expect("without a limit it is solved");
/// assert!(moves.contains(&("1".to_string(), Value::Loss { plies: 2 })));
/// # Ok::<(), quadriga::Error>(())
/// ```
pub struct Solver {
    solver: Box<dyn AnySolver>,
    rules: String,
    /// Nodes of a call.
    max_nodes: u64,
}

impl Solver {
    /// A solver with at most this much memory in MiB and this number of threads, both at least 1.
    ///
    /// # Errors
    /// [`Error::NoSolver`] for a game that cannot be solved; [`Error::Option`] for a number of 0.
    pub fn new(position: &Position, hash_mib: usize, threads: usize) -> Result<Solver, Error> {
        for (name, value) in [("hash_mib", hash_mib), ("threads", threads)] {
            if value == 0 {
                return Err(Error::option(name, format!("{name} is 0; expected 1 or more")));
            }
        }
        let rules = position.rules_text();
        let solver = position.open()?.tools().solver(hash_mib, threads);
        let solver = solver.ok_or_else(|| Error::NoSolver(rules.clone()))?;
        Ok(Solver { solver, rules, max_nodes: u64::MAX })
    }

    /// From now on a call gives up after this number of nodes and returns `None`.
    pub fn limit(&mut self, nodes: u64) {
        self.max_nodes = nodes;
    }

    /// The value of a position.
    ///
    /// # Errors
    /// [`Error::OtherRules`].
    pub fn value(&mut self, position: &Position) -> Result<Option<Value>, Error> {
        let effort = self.set(position)?;
        Ok(self.solver.prove(Window::FULL, effort).value().map(Value::of))
    }

    /// The legal moves with their values for the player to move, in plies from the position.
    ///
    /// # Errors
    /// [`Error::OtherRules`].
    pub fn moves(&mut self, position: &Position) -> Result<Option<Vec<(String, Value)>>, Error> {
        let effort = self.set(position)?;
        let mut found = Vec::new();
        for mv in self.solver.moves().to_vec() {
            let Some(proof) = self.solver.prove_move(&mv, Window::FULL, effort) else { continue };
            let Some(value) = proof.value() else { return Ok(None) };
            found.push((mv, Value::of(value)));
        }
        Ok(Some(found))
    }

    /// The moves from a position to the end of the game by best play of both.
    ///
    /// # Errors
    /// [`Error::OtherRules`].
    pub fn best_line(&mut self, position: &Position) -> Result<Option<Vec<String>>, Error> {
        let effort = self.set(position)?;
        let Some(value) = self.solver.prove(Window::FULL, effort).value() else { return Ok(None) };
        let line = self.solver.best_line(value, effort);
        let is_whole = line.len() as u32 == self.solver.plies_to_end(value);
        Ok(is_whole.then_some(line))
    }

    /// Puts a position on the solver's board.
    fn set(&mut self, position: &Position) -> Result<Effort<'static>, Error> {
        same_rules(&self.rules, position)?;
        let moves = position.moves().join(" ");
        let placed = self.solver.set_position(position.base_text().as_deref(), &moves);
        placed.map_err(|error| Error::Internal(error.to_string()))?;
        Ok(Effort { nodes: self.max_nodes, ..Effort::ENDLESS })
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solver({})", self.rules)
    }
}
