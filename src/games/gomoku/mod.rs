//! Gomoku, freestyle gomoku, renju and Caro: five in a line on boards of 5 to 22 rows.
//!
//! | file | what |
//! |---|---|
//! | `rules` | the rule sets as constants |
//! | `cell`, `lines` | cells, and the board as bit strings |
//! | `patterns` | what a stone makes in one line, by table |
//! | `forbidden` | the fouls of renju |
//! | `position` | the rules' state; `notation`: its text |
//! | `points` | what a stone makes in four lines: class, value, rank |
//! | `board` | points of the whole board, kept up to date |
//! | `candidates`, `vcf` | moves worth searching; victory by continuous fours |
//! | `eval`, `explain` | the hooks of the search; the evaluation taken apart |
//! | `view` | the board for those who draw it |
//! | `params` | every number |
//!
//! Rules use no more than `patterns`; everything from `points` on is opinion.

mod bench;
pub mod board;
mod candidates;
pub mod cell;
#[cfg(test)]
mod checks;
mod eval;
mod explain;
pub mod forbidden;
pub mod lines;
mod notation;
mod params;
pub mod patterns;
pub mod points;
mod position;
pub mod rules;
mod vcf;
mod view;

pub use eval::GomokuEvaluator;
pub use position::{GomokuPosition, Move, Undo};

use crate::contract::{EngineError, Game, Identity, Mark, OptionSpec, Resized, SearchParams, StoneColour};
use rules::Rule;

/// The option for rows and columns.
const BOARD_SIZE: &str = "BoardSize";
/// Its value where nothing else is asked for.
const DEFAULT_SIZE: usize = 15;

/// A game of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gomoku {
    /// What wins, and what is forbidden.
    pub rule: Rule,
    /// Rows and columns, 5 to 22.
    pub size: usize,
}

impl Gomoku {
    /// The game with this rule on a board of 15 rows.
    pub const fn new(rule: Rule) -> Gomoku {
        Gomoku { rule, size: DEFAULT_SIZE }
    }
}

impl Game for Gomoku {
    type Position = GomokuPosition;
    type Evaluator = GomokuEvaluator;

    fn identity(&self) -> Identity {
        let (variant, title) = match self.rule {
            Rule::Standard => ("gomoku", "Gomoku"),
            Rule::Freestyle => ("gomokufreestyle", "Freestyle gomoku"),
            Rule::Renju => ("renju", "Renju"),
            Rule::Caro => ("caro", "Caro"),
            Rule::CaroExact => ("caroexact", "Caro, exactly five"),
        };
        Identity { variant: variant.to_string(), family: variant, title, first_colour: StoneColour::Black }
    }

    fn options(&self) -> Vec<OptionSpec> {
        let (min, max) = (cell::MIN_SIZE as i64, cell::MAX_SIZE as i64);
        vec![OptionSpec::spin(BOARD_SIZE, DEFAULT_SIZE as i64, min, max, "rows and columns of the board")]
    }

    fn set_option(&mut self, _name: &str, value: &str) -> Result<(), EngineError> {
        let size = value.parse().ok().filter(|n| (cell::MIN_SIZE..=cell::MAX_SIZE).contains(n));
        self.size =
            size.ok_or_else(|| EngineError::new(format!("'{value}' is no board size: expected 5 to 22")))?;
        Ok(())
    }

    fn resized(&self, width: usize, height: Option<usize>) -> Option<Resized> {
        let fits = height.is_none_or(|height| height == width);
        let is_played = fits && (cell::MIN_SIZE..=cell::MAX_SIZE).contains(&width);
        is_played.then(|| Resized::Option(BOARD_SIZE, width.to_string()))
    }

    fn start_position(&self) -> GomokuPosition {
        GomokuPosition::new(self.rule, self.size)
    }

    fn parse_position(&self, fen: &str) -> Result<GomokuPosition, String> {
        notation::parse_position(self.rule, self.size, fen)
    }

    fn evaluator(&self) -> GomokuEvaluator {
        GomokuEvaluator::new(&self.start_position())
    }

    fn params(&self) -> SearchParams {
        params::search_params()
    }

    fn bench_positions(&self) -> Vec<(Gomoku, GomokuPosition, i32)> {
        bench::positions(self)
    }

    fn explain(&self, pos: &GomokuPosition) -> String {
        explain::explain(pos)
    }

    fn threats(&self, pos: &GomokuPosition) -> Vec<Mark> {
        view::threats(pos)
    }
}
