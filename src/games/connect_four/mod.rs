//! Connect Four on boards of 4 to 10 columns and rows.
//!
//! | file | content |
//! |---|---|
//! | `word.rs`, `geometry.rs` | sets of cells as machine words; the bits of cells, lines of four as shifts |
//! | `card.rs` | what is known about the game before it is opened |
//! | `position.rs`, `moves.rs` | the rules |
//! | `tactics.rs` | winning now, having to block, not stepping under a line: exact, two plies deep |
//! | `eval.rs`, `explain.rs` | threats and zugzwang; the evaluation term by term |
//! | `hooks.rs` | the evaluation hooks of the search |
//! | `quiescence.rs` | the last plies of a line, without a table |
//! | `solver/`, `value.rs` | exact scores, and who wins; scores in plies |
//! | `book/` | opening books and strategies: made in advance, built in |
//! | `proving/` | the solver at the root of searches, for `quadriga solve` and for `eval` |
//! | `notation.rs`, `fen.rs` | moves and positions as text |
//! | `view.rs` | the board as front-ends draw it |
//! | `facts.rs`, `lesser_facts.rs` | what a move allowed or missed; the same without force |
//! | `forced.rs` | wins by threats of four |
//! | `beginner.rs`, `levels.rs` | how a beginner sees the game; how levels differ |
//! | `params.rs`, `bench.rs` | the parameters; the positions of the bench |
//!
//! Everything is generic over the word that holds the board, see [`BoardWord`]: `u64` if it is enough. "Mover" is the
//! player to move, and "waiting" the opponent.

mod beginner;
mod bench;
mod book;
mod card;
mod eval;
mod explain;
mod facts;
mod fen;
mod forced;
mod geometry;
mod hooks;
mod lesser_facts;
mod levels;
mod moves;
mod notation;
mod params;
mod position;
mod proving;
mod quiescence;
mod solver;
mod tactics;
mod value;
mod view;
mod word;

pub use book::{Book, Entry, Maker};
pub use card::{CARD, open};
use card::{RULES, USUAL_BOARD, variant_name};
pub use eval::{Evaluator, Terms};
pub use geometry::{Geometry, MAX_CELLS, MAX_SIDE, MIN_SIDE};
pub use moves::Move;
pub use params::EvalWeights;
pub use position::Position;
use proving::{ConnectFourSolver, Prover, SolverHelper, proved_values};
pub use solver::{Findings, Known, Solver, plies_to_end};
pub use tactics::{Tactics, Threats};
pub use word::BoardWord;

use crate::contract::book::BookMaker;
use crate::contract::facts::{Choice, Fact};
use crate::contract::solver::AnySolver;
use crate::contract::{
    Beginner, Commentary, EvalTerm, Game, GameTools, Identity, Levels, Mark, MoveStyle, Position as _,
    Resized, RootHelper, SearchParams,
};

/// Connect Four on a board of some width and height, held in the word `B`.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour<B> {
    geometry: Geometry<B>,
}

impl<B: BoardWord> ConnectFour<B> {
    /// The game on a board of `width` columns and `height` rows, each in [`MIN_SIDE`]`..=`[`MAX_SIDE`]; `None` outside
    /// that range or if `(height + 1) * width` bits do not fit into `B`. `u128` holds every board, `u64` is faster if
    /// it is enough.
    ///
    /// ```
    /// use quadriga::games::connect_four::ConnectFour;
    /// assert!(ConnectFour::<u64>::new(7, 6).is_some());
    /// assert!(ConnectFour::<u64>::new(8, 8).is_none());
    /// assert!(ConnectFour::<u128>::new(8, 8).is_some());
    /// ```
    pub fn new(width: u32, height: u32) -> Option<ConnectFour<B>> {
        Geometry::new(width, height).map(|geometry| ConnectFour { geometry })
    }

    /// The position after these columns, counted from 1; `None` if a move is not legal.
    fn play(&self, columns: &str) -> Option<Position<B>> {
        let mut pos = self.start_position();
        for digit in columns.chars() {
            let mv = pos.drop_into(digit.to_digit(10)?.checked_sub(1)?)?;
            if pos.outcome().is_some() {
                return None;
            }
            pos.make(mv);
        }
        Some(pos)
    }
}

impl<B: BoardWord> Game for ConnectFour<B> {
    type Position = Position<B>;
    type Evaluator = Evaluator<B>;

    const CAN_PROVE: bool = true;
    const HAS_BOOK: bool = true;

    fn identity(&self) -> Identity {
        let variant = variant_name(self.geometry.width(), self.geometry.height());
        Identity { variant, card: &CARD, rules: &RULES }
    }

    fn resized(&self, width: usize, height: Option<usize>) -> Option<Resized> {
        let (usual_width, usual_height) = USUAL_BOARD;
        let width = u32::try_from(width).ok()?;
        let height = match height {
            Some(height) => u32::try_from(height).ok()?,
            None if width == usual_width => usual_height,
            None => width,
        };
        Geometry::<u128>::new(width, height)?;
        Some(Resized::Variant(variant_name(width, height)))
    }

    fn start_position(&self) -> Position<B> {
        Position::new(self.geometry)
    }

    fn parse_position(&self, fen: &str) -> Result<Position<B>, String> {
        fen::parse_fen(self.geometry, fen)
    }

    fn evaluator(&self) -> Evaluator<B> {
        Evaluator::new(&self.geometry, params::EVAL)
    }

    fn beginner(&self) -> &dyn Beginner<Position<B>> {
        &beginner::LineSeeker
    }

    fn levels(&self) -> Levels {
        levels::of(self.geometry.width(), self.geometry.height())
    }

    fn params(&self) -> SearchParams {
        params::SEARCH
    }

    fn bench_positions(&self) -> Vec<(Self, Position<B>, i32)> {
        bench::positions(self)
    }

    fn tools(&self) -> &dyn GameTools<Position<B>> {
        self
    }

    fn commentary(&self) -> &dyn Commentary<Position<B>> {
        self
    }
}

impl<B: BoardWord> GameTools<Position<B>> for ConnectFour<B> {
    fn root_helper(&self, hash_mib: usize, threads: usize) -> Option<Box<dyn RootHelper<Position<B>>>> {
        let prover = Prover::new(&self.geometry, hash_mib, threads);
        Some(Box::new(SolverHelper::new(prover, &self.start_position())))
    }

    fn solver(&self, hash_mib: usize, threads: usize) -> Option<Box<dyn AnySolver>> {
        let prover = Prover::new(&self.geometry, hash_mib, threads);
        Some(Box::new(ConnectFourSolver::new(*self, prover)))
    }

    fn proved_values(&self, pos: &Position<B>, style: MoveStyle) -> Option<String> {
        proved_values(pos, style)
    }

    fn book_maker(&self, hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        Some(Box::new(Maker::new(self.geometry, hash_mib)))
    }
}

impl<B: BoardWord> Commentary<Position<B>> for ConnectFour<B> {
    fn explain(&self, pos: &Position<B>) -> String {
        explain::explain(&mut self.evaluator(), pos)
    }

    fn terms(&self, pos: &Position<B>) -> Vec<EvalTerm> {
        explain::terms(&mut self.evaluator(), pos)
    }

    fn threats(&self, pos: &Position<B>) -> Vec<Mark> {
        view::threats(pos)
    }

    fn facts(&self, choice: &Choice<'_, Position<B>>) -> Vec<Fact> {
        facts::facts(choice)
    }
}
