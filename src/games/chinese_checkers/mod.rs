//! Chinese checkers on the star of 121 holes, two to six players.
//!
//! | module | contents |
//! |---|---|
//! | [`geometry`], [`hole_set`], [`seat`], `turned` | holes, sets of them, camps; the board as each seat sees it |
//! | `lines` | lines and hops along them |
//! | `card`, [`rules`] | what is known about the game before it is opened; the rule options |
//! | `moves`, `position`, `zobrist` | making and unmaking moves; keys |
//! | `move_generation`, `hops`, `routes` | the moves of a position; the way of each |
//! | `status`, `outcome` | the winner, and the players who are out |
//! | `notation`, `fen` | moves and positions as text, the picture of the star |
//! | `view` | the star as front-ends draw it |
//! | `facts` | what a move allowed or missed |
//! | `features`, `weights`, `army`, `best_gain`, `eval`, `explain` | the evaluation |
//! | `model` | the same for training |
//! | `standing`, `likely_move` | for more than two players: the progress of an army, and move prediction |
//! | `contact`, `race` | can armies still meet? the race once they cannot |
//! | `beam`, `race_values` | the way home of a lone army, and the order of states in its search |
//! | `finish_table`, `finish_maker`, `placements` | the last rows: the moves needed for every placement |
//! | `beginner`, `levels` | how a beginner sees the game; how levels differ |
//! | `params`, `bench` | the parameters; the positions of the bench |
//!
//! Conventions (names, directions, seats, position string) are described in [`geometry`] and `fen`.

pub mod geometry;
pub mod hole_set;
pub mod rules;
pub mod seat;

mod army;
mod beam;
mod beginner;
mod bench;
mod best_gain;
mod card;
mod contact;
mod eval;
mod explain;
mod facts;
mod features;
mod fen;
#[cfg(test)]
mod finish_maker;
mod finish_table;
mod hops;
mod levels;
mod likely_move;
mod lines;
mod model;
mod move_generation;
mod moves;
mod notation;
mod outcome;
mod params;
mod placements;
mod position;
mod race;
mod race_values;
mod routes;
mod standing;
mod status;
mod turned;
mod view;
mod weights;
mod zobrist;

use card::RULES;
pub use card::{CARD, open};
pub use eval::Evaluator;
pub use moves::Move;
pub use position::{Position, Undo};

use crate::contract::facts::{Choice, Fact};
use crate::contract::{
    Beginner, Commentary, EngineError, EvalTerm, Game, GameTools, Identity, Levels, LinearModel, SearchParams,
};
use rules::{Hops, MAX_LEAVE_HOME, Rest, Rules, Win};

/// Chinese checkers with its rule options set.
#[derive(Clone, Debug, Default)]
pub struct ChineseCheckers {
    rules: Rules,
}

impl ChineseCheckers {
    /// The game with these rules.
    pub fn new(rules: Rules) -> ChineseCheckers {
        ChineseCheckers { rules }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Game for ChineseCheckers {
    type Position = Position;
    type Evaluator = Evaluator;

    fn identity(&self) -> Identity {
        Identity { variant: RULES.name.to_string(), card: &CARD, rules: &RULES }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let wrong = || EngineError::new(format!("option {name}: '{value}' is not one of its values"));
        match name.to_ascii_lowercase().as_str() {
            "players" => {
                let players = value.parse().ok().filter(|n| (2..=6).contains(n));
                self.rules.players = players.ok_or_else(wrong)?;
            }
            "hops" => {
                self.rules.hops = match value {
                    "adjacent" => Hops::Adjacent,
                    "long" => Hops::Long,
                    "both" => Hops::Both,
                    _ => return Err(wrong()),
                }
            }
            "rest" => {
                self.rules.rest = match value {
                    "own" => Rest::Own,
                    "any" => Rest::Any,
                    _ => return Err(wrong()),
                }
            }
            "noshuttle" => self.rules.no_shuttle = value.parse().map_err(|_| wrong())?,
            "leavehome" => {
                let step = value.parse().ok().filter(|&n| n <= MAX_LEAVE_HOME);
                self.rules.leave_home = step.ok_or_else(wrong)?;
            }
            "win" => {
                self.rules.win = match value {
                    "strict" => Win::Strict,
                    "fill" => Win::Fill,
                    _ => return Err(wrong()),
                }
            }
            _ => return Err(EngineError::new(format!("option {name}: unknown to Chinese checkers"))),
        }
        Ok(())
    }

    fn start_position(&self) -> Position {
        Position::start(self.rules)
    }

    fn parse_position(&self, fen: &str) -> Result<Position, String> {
        fen::parse_fen(self.rules, fen)
    }

    fn evaluator(&self) -> Evaluator {
        Evaluator::new(&self.rules)
    }

    fn beginner(&self) -> &dyn Beginner<Position> {
        &beginner::Walker
    }

    fn levels(&self) -> Levels {
        levels::of(self.rules.players)
    }

    fn params(&self) -> SearchParams {
        params::search()
    }

    fn bench_positions(&self) -> Vec<(Self, Position, i32)> {
        bench::positions()
    }

    fn tools(&self) -> &dyn GameTools<Position> {
        self
    }

    fn commentary(&self) -> &dyn Commentary<Position> {
        self
    }
}

impl GameTools<Position> for ChineseCheckers {
    fn linear_model(&self) -> Option<Box<dyn LinearModel<Position>>> {
        Some(Box::new(model::Model::new(&self.rules)))
    }
}

impl Commentary<Position> for ChineseCheckers {
    fn explain(&self, pos: &Position) -> String {
        explain::explain(&mut self.evaluator(), pos)
    }

    fn terms(&self, pos: &Position) -> Vec<EvalTerm> {
        explain::terms(&mut self.evaluator(), pos)
    }

    fn facts(&self, choice: &Choice<'_, Position>) -> Vec<Fact> {
        facts::facts(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bench_position_is_read() {
        assert_eq!(ChineseCheckers::default().bench_positions().len(), bench::SEARCHES.len());
    }

    #[test]
    fn options_change_the_rules_and_refuse_other_values() {
        let mut game = ChineseCheckers::default();
        let values = [
            ("Players", "5"),
            ("Hops", "long"),
            ("Rest", "any"),
            ("NoShuttle", "true"),
            ("LeaveHome", "15"),
            ("Win", "strict"),
        ];
        for (name, value) in values {
            game.set_option(name, value).expect(value);
            assert!(game.set_option(name, "nonsense").is_err());
        }
        let expected = Rules {
            players: 5,
            hops: Hops::Long,
            rest: Rest::Any,
            no_shuttle: true,
            leave_home: 15,
            win: Win::Strict,
        };
        assert_eq!(*game.rules(), expected);
        assert_eq!(CARD.options.len(), values.len());
        assert!(game.set_option("Colour", "red").is_err());
    }
}
