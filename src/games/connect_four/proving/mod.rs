//! Uses of the solver: at the root of a search, for `quadriga solve`, and in `eval`.
//!
//! | file | content |
//! |---|---|
//! | `prover` | the solver with its book: values in plies in place of scores in stones |
//! | `root_proof` | proofs about a root position |
//! | `after` | the position after a move, values and windows seen from there |
//! | `helper`, `node_budget` | the solver in a search, and its share of the effort |
//! | `any_solver` | the solver behind the facade of strings |
//! | `values` | proved values of all moves, for users |

mod after;
mod any_solver;
mod helper;
mod node_budget;
mod prover;
mod root_proof;
#[cfg(test)]
mod strategy_tests;
mod values;

pub use any_solver::ConnectFourSolver;
pub use helper::SolverHelper;
pub use prover::Prover;
pub use values::proved_values;
