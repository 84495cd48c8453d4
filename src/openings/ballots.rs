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
        let expected = match &known[..] {
            [] => format!("{} has none", identity.variant),
            _ => format!("expected {}", known.join(", ")),
        };
        Err(format!("{} is not a kind of ballots; {expected}", quoted(name)))
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
        let parse = |text: &str| match text.parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("{} is not the number of a ballot; expected one from 1", quoted(text))),
        };
        Ok(BallotChoice { kind, number: number.map(parse).transpose()? })
    }

    /// Is it a certain ballot, not one that is drawn?
    pub const fn has_number(self) -> bool {
        self.number.is_some()
    }

    /// The ballot with this number, or one that is drawn.
    ///
    /// # Errors
    /// One line: the number is too large.
    pub fn draw(self, engine: &dyn AnyEngine, random: &mut Random) -> Result<NamedBallot, String> {
        let kind = self.kind.name();
        let mut ballots = engine.tools().ballots(kind);
        let count = ballots.len();
        let number = self.number.unwrap_or_else(|| random.below(count.max(1)) + 1);
        if number > count {
            return Err(format!("there is no ballot {kind}:{number}; expected a number from 1 to {count}"));
        }
        Ok(NamedBallot { name: format!("{kind}:{number}"), ballot: ballots.swap_remove(number - 1) })
    }
}
