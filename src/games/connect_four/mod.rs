//! Connect Four on boards of 4 to 10 columns and rows.
//!
//! | file | content |
//! |---|---|
//! | `board.rs` | which bit is which cell; lines of four as shifts of a word |
//! | `position.rs` | the rules |
//! | `tactics.rs` | winning now, having to block, not stepping under a line: exact, two plies deep |
//! | `eval.rs` | threats, zugzwang, and what the search asks beside |
//! | `tail.rs` | the last plies of a line, without a table |
//! | `solver/` | exact scores |
//! | `book/` | opening books: made beforehand, embedded |
//! | `prover.rs` | the solver as the engine asks it |
//! | `notation.rs` | moves and positions as text |
//! | `view.rs` | the board for those who draw it |
//! | `params.rs` | every number that was tuned |
//!
//! All is generic over the word that holds the board, see [`BoardWord`]: `u64` wherever it is enough.
//! Wherever a player is "mover" that is the one to move, and "waiting" the opponent.

mod board;
mod book;
mod eval;
mod notation;
mod params;
mod position;
mod prover;
mod solver;
mod tactics;
mod tail;
mod view;

pub use board::{BoardWord, Geometry, MAX_CELLS, MAX_SIDE, MIN_SIDE};
pub use book::{Book, Entry, Maker};
pub use eval::{Evaluator, Terms};
pub use params::EvalWeights;
pub use position::{Drop, Position};
pub use prover::ConnectFourProver;
pub use solver::{Findings, Known, Solver, plies_to_end};
pub use tactics::{Outlook, Threats};

use crate::contract::book::BookMaker;
use crate::contract::prover::Prover;
use crate::contract::{Game, Identity, Mark, Position as _, Resized, SearchParams, StoneColour};

/// Connect Four on a board of some width and height, held in the word `B`.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour<B> {
    geometry: Geometry<B>,
}

impl<B: BoardWord> ConnectFour<B> {
    /// The game on a board of `width` columns and `height` rows, each in [`MIN_SIDE`]`..=`[`MAX_SIDE`]; `None`
    /// outside that range or where `(height + 1) * width` bits do not fit into `B`. `u128` holds every board,
    /// `u64` is faster where it is enough.
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

    /// The position after these columns, counted from 1; `None` where a move is not legal.
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

/// Name of the game on its usual board.
const FAMILY: &str = "connect4";

/// Columns and rows of that board.
const USUAL_BOARD: (u32, u32) = (7, 6);

/// Name of the variant on a board of this width and height.
fn variant_name(width: u32, height: u32) -> String {
    if (width, height) == USUAL_BOARD { FAMILY.to_string() } else { format!("{FAMILY}-{width}x{height}") }
}

impl<B: BoardWord> Game for ConnectFour<B> {
    type Position = Position<B>;
    type Evaluator = Evaluator<B>;

    fn identity(&self) -> Identity {
        Identity {
            variant: variant_name(self.geometry.width(), self.geometry.height()),
            family: FAMILY,
            title: "Connect Four",
            first_colour: StoneColour::Black,
        }
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
        notation::parse_fen(self.geometry, fen)
    }

    fn evaluator(&self) -> Evaluator<B> {
        Evaluator::new(&self.geometry, params::EVAL)
    }

    fn params(&self) -> SearchParams {
        params::SEARCH
    }

    fn bench_positions(&self) -> Vec<(Self, Position<B>, i32)> {
        let games = params::BENCH_GAMES.iter();
        games.filter_map(|&(columns, depth)| Some((*self, self.play(columns)?, depth))).collect()
    }

    fn prover(&self, hash_mib: usize, threads: usize) -> Option<Box<dyn Prover<Position<B>>>> {
        Some(Box::new(ConnectFourProver::new(&self.geometry, hash_mib, threads)))
    }

    fn can_prove(&self) -> bool {
        true
    }

    fn book_maker(&self, hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        Some(Box::new(Maker::new(self.geometry, hash_mib)))
    }

    fn explain(&self, pos: &Position<B>) -> String {
        let Terms { zugzwang, threats, lines } = self.evaluator().terms(pos);
        let rows = [
            ("zugzwang", zugzwang),
            ("usable threats", threats),
            ("open lines", lines),
            ("total for the player to move", zugzwang + threats + lines),
        ];
        let lines: Vec<String> = rows.iter().map(|(name, value)| format!("{name:<30}{value:>6}")).collect();
        lines.join("\n")
    }

    fn threats(&self, pos: &Position<B>) -> Vec<Mark> {
        view::threats(pos)
    }
}
