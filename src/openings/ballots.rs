//! Ballots by name: a kind, and a number or the draw.

use crate::contract::ballot::Ballot;
use crate::engine::AnyEngine;
use crate::random::Random;
use crate::wire::message::quoted;

/// A kind of ballots that a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BallotKind(&'static str);

impl BallotKind {
    /// The kind of this name, in any case, for the game of an engine.
    ///
    /// # Errors
    /// One line: the game has no ballots, or none of this kind.
    pub fn of_game(name: &str, engine: &dyn AnyEngine) -> Result<BallotKind, String> {
        let identity = engine.identity();
        let known: Vec<&'static str> = identity.card.ballots.iter().map(|(kind, _)| *kind).collect();
        if let Some(kind) = known.iter().find(|kind| kind.eq_ignore_ascii_case(name)) {
            return Ok(BallotKind(kind));
        }
        Err(match &known[..] {
            [] => format!("there are no ballots of {}", identity.variant),
            _ => format!("{} is not a kind of ballots; expected {}", quoted(name), known.join(", ")),
        })
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// A ballot that is asked for: `two-move`, any of its kind, or `two-move:17`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BallotChoice {
    kind: BallotKind,
    number: Option<usize>,
}

/// A ballot with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedBallot {
    /// `two-move:17`.
    pub name: String,
    /// The ballot.
    pub ballot: Ballot,
}

impl BallotChoice {
    /// Reads `KIND` or `KIND:N`, for the game of an engine.
    ///
    /// # Errors
    /// One line: the game has no such kind, or the number is none.
    pub fn of_game(text: &str, engine: &dyn AnyEngine) -> Result<BallotChoice, String> {
        let (kind, number) = text.split_once(':').map_or((text, None), |(kind, number)| (kind, Some(number)));
        let kind = BallotKind::of_game(kind, engine)?;
        let parse = |text: &str| {
            let count = engine.tools().ballots(kind.name()).len();
            let number = text.parse().ok().filter(|number| (1..=count).contains(number));
            number.ok_or_else(|| format!("expected a number from 1 to {count}, not {}", quoted(text)))
        };
        Ok(BallotChoice { kind, number: number.map(parse).transpose()? })
    }

    /// The ballot with this number, or one that is drawn. The engine is one of the same game.
    pub fn draw(self, engine: &dyn AnyEngine, random: &mut Random) -> NamedBallot {
        let kind = self.kind.name();
        let mut ballots = engine.tools().ballots(kind);
        let number = self.number.unwrap_or_else(|| random.below(ballots.len()) + 1);
        NamedBallot { name: format!("{kind}:{number}"), ballot: ballots.swap_remove(number - 1) }
    }
}
