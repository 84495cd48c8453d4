//! The settings of a match: everything that decides which games are played.

use super::adjudication::Adjudication;
use super::game_line::{MatchLine, names};
use super::openings::{Book, Source};
use super::schedule::{Format, Schedule};
use super::spec::EngineSpec;
use super::tournament::Tournament;
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
    /// Which line-ups play.
    pub format: Format,
    /// Pairs of each line-up.
    pub rounds: u64,
    /// The start of games.
    pub source: Source,
    /// Seed of random openings and of a random order.
    pub seed: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
}

impl Plan {
    /// A board for the game.
    ///
    /// # Errors
    /// One line: the game or an option is unknown.
    pub fn board(&self) -> Result<Box<dyn AnyEngine>, String> {
        records::open(&self.variant, &self.options)
    }

    /// All games, for a format in which they do not depend on results.
    ///
    /// # Errors
    /// Those of [`Schedule::new`] and [`Plan::board`]; or rules for two players in a game of more.
    pub fn schedule(&self) -> Result<Schedule, String> {
        Schedule::new(self.format, &self.engines, self.seats()?, self.rounds)
    }

    /// The pairings that follow from results; `None`: there is a [`Plan::schedule`].
    ///
    /// # Errors
    /// Those of [`Tournament::new`] and [`Plan::board`]; or a game of more than two players.
    pub fn tournament(&self) -> Result<Option<Tournament>, String> {
        let tournament = Tournament::new(self.format, &names(&self.engines), self.rounds)?;
        let seats = self.seats()?;
        if tournament.is_some() && seats > 2 {
            return Err(format!(
                "--format {} is for games of two players, and this one has {seats}; use round-robin",
                self.format.name()
            ));
        }
        Ok(tournament)
    }

    /// Number of players.
    fn seats(&self) -> Result<usize, String> {
        let seats = self.board()?.status().players;
        let by_score = self.adjudication.draw.is_some() || self.adjudication.resign.is_some();
        if seats > 2 && (by_score || self.source.is_balanced()) {
            return Err("--draw, --resign and --balance are for games of two players".to_string());
        }
        Ok(seats)
    }

    /// The openings.
    ///
    /// # Errors
    /// Those of [`Book::new`].
    pub fn book(&self) -> Result<Book, String> {
        Book::new(&self.source, self.seed, self.board()?)
    }

    /// The first line of the log.
    ///
    /// # Errors
    /// Those of [`Plan::schedule`] and [`Plan::tournament`].
    pub fn line(&self, book: &Book) -> Result<MatchLine, String> {
        let tournament = self.tournament()?;
        let pairs = match &tournament {
            Some(tournament) => tournament.max_pairs(),
            None => self.schedule()?.pairs(),
        };
        let extra_pairs = match self.format {
            Format::Knockout { extra_pairs } => Some(extra_pairs),
            _ => None,
        };
        let rounds = tournament.filter(|tournament| !tournament.is_knockout());
        Ok(MatchLine {
            version: MatchLine::VERSION,
            variant: self.board()?.identity().variant,
            options: self.board()?.rule_options(),
            engines: names(&self.engines),
            specs: self.engines.iter().map(EngineSpec::to_string).collect(),
            format: self.format.name().to_string(),
            swiss_rounds: rounds.map(|tournament| tournament.all_rounds() as u64),
            extra_pairs,
            rounds: self.rounds,
            pairs,
            openings: book.to_string(),
            adjudication: self.adjudication.to_string(),
        })
    }
}
