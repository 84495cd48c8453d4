//! A match as it was asked for: what decides which games are played, and nothing of how fast.

use super::adjudication::Adjudication;
use super::game_line::{MatchLine, names};
use super::openings::{Book, Source};
use super::schedule::{Format, Schedule};
use super::spec::EngineSpec;
use crate::engine::AnyEngine;
use crate::records;

/// A match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Name of the game.
    pub variant: String,
    /// Its rule options.
    pub options: Vec<(String, String)>,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of each line-up.
    pub rounds: u64,
    /// Where games begin.
    pub source: Source,
    /// For openings by chance and in an order by chance.
    pub seed: u64,
    /// Games ended before their end.
    pub adjudication: Adjudication,
}

impl Plan {
    /// A board for the game.
    ///
    /// # Errors
    /// One line: there is no such game or option.
    pub fn board(&self) -> Result<Box<dyn AnyEngine>, String> {
        records::open(&self.variant, &self.options)
    }

    /// All games.
    ///
    /// # Errors
    /// As of [`Schedule::new`], and of [`Plan::board`]; or the rules are for games of two and there are more players.
    pub fn schedule(&self) -> Result<Schedule, String> {
        let seats = self.board()?.status().players;
        let by_score = self.adjudication.draw.is_some() || self.adjudication.resign.is_some();
        let balanced = matches!(self.source, Source::Random { balance: Some(_), .. });
        if seats > 2 && (by_score || balanced) {
            return Err("--draw, --resign and --balance are for games of two players".to_string());
        }
        Schedule::new(self.format, &self.engines, seats, self.rounds)
    }

    /// The openings.
    ///
    /// # Errors
    /// As of [`Book::new`].
    pub fn book(&self) -> Result<Book, String> {
        Book::new(&self.source, self.seed, self.board()?)
    }

    /// The first line of the log.
    ///
    /// # Errors
    /// As of [`Plan::schedule`].
    pub fn line(&self, book: &Book) -> Result<MatchLine, String> {
        Ok(MatchLine {
            version: MatchLine::VERSION,
            variant: self.board()?.identity().variant,
            options: self.board()?.rule_options(),
            engines: names(&self.engines),
            specs: self.engines.iter().map(EngineSpec::to_string).collect(),
            format: self.format.name().to_string(),
            rounds: self.rounds,
            pairs: self.schedule()?.pairs(),
            openings: book.to_string(),
            adjudication: self.adjudication.to_string(),
        })
    }
}
