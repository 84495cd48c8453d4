//! Tournaments whose pairings follow from results: Swiss and knockout.
//!
//! | file | what |
//! |---|---|
//! | `rounds` | the next round |
//! | `swiss`, `matching` | the pairings of a Swiss round; matchings of greatest weight |
//! | `bracket` | the pairings of a knockout |
//! | `ranking` | places, points and tie-breaks |
//! | `tables` | standings and bracket as text |
//!
//! In every round each engine meets one other, in one or more pairs of games with exchanged seats. The engine with more
//! points of these games wins the meeting. A round is paired when the round before it is complete, so the
//! tournament is a function of the results: the same games, added in any order within a round, make the same
//! tournament. The runner has one, the results another, and a resumed match gets its own from the log.
//!
//! Invariant: the number of a pair says its round, its meeting and its opening, whatever was played before.

mod bracket;
mod matching;
mod ranking;
mod rounds;
mod swiss;
mod tables;

pub use ranking::Row;

use std::collections::HashSet;

use super::game_line::{GameLine, MatchLine};
use super::schedule::{Agenda, Fixture, Format, Next, check_number};

/// Two engines in one round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Engines by seat in the first game.
    pub engines: [usize; 2],
    /// Half points of their games.
    pub half_points: [u64; 2],
    /// Games played.
    pub games: u64,
    /// Number of its first pair.
    first_pair: u64,
    /// Pairs to be played.
    pairs: u64,
    /// Games given to a thread.
    begun: u64,
}

impl Meeting {
    /// Have all games been played?
    pub fn is_complete(&self) -> bool {
        self.games == 2 * self.pairs
    }

    /// The index of the engine with more points; `None`: they have equally many.
    pub fn leader(&self) -> Option<usize> {
        let [first, second] = self.half_points;
        (first != second).then(|| self.engines[usize::from(second > first)])
    }
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// The meetings, the best first.
    pub meetings: Vec<Meeting>,
    /// Engines without an opponent.
    pub byes: Vec<usize>,
}

impl Round {
    fn is_complete(&self) -> bool {
        self.meetings.iter().all(Meeting::is_complete)
    }
}

/// A tournament so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    names: Vec<String>,
    format: Format,
    /// Pairs of each meeting.
    pairs: u64,
    rounds: Vec<Round>,
    /// Games that were played.
    played: HashSet<(u64, u32)>,
}

impl Tournament {
    /// A tournament before its first game; `None`: the format has a schedule that does not depend on results.
    ///
    /// # Errors
    /// One line: it has too few engines for its rounds, or more games than can be numbered.
    pub fn new(format: Format, names: &[String], pairs: u64) -> Result<Option<Tournament>, String> {
        let engines = names.len();
        if matches!(format, Format::RoundRobin | Format::Gauntlet) {
            return Ok(None);
        }
        check_number(engines)?;
        let format = match format {
            Format::Swiss { rounds } => {
                let rounds = rounds.unwrap_or_else(|| swiss::default_rounds(engines));
                let most = swiss::max_rounds(engines);
                if rounds > most {
                    return Err(format!(
                        "--swiss-rounds {rounds}: {engines} engines play at most {most} rounds without meeting twice; \
                         play --format round-robin instead"
                    ));
                }
                Format::Swiss { rounds: Some(rounds) }
            }
            other => other,
        };
        let mut tournament =
            Tournament { names: names.to_vec(), format, pairs, rounds: Vec::new(), played: HashSet::new() };
        tournament.max_games().ok_or("there are more games than can be numbered; reduce --rounds")?;
        tournament.pair_rounds();
        Ok(Some(tournament))
    }

    /// The tournament of a log.
    ///
    /// # Errors
    /// One line: it cannot be paired, or has a game that it does not pair.
    pub fn of(line: &MatchLine, games: &[GameLine]) -> Result<Option<Tournament>, String> {
        let Some(format) = Format::of_log(&line.format, line.swiss_rounds, line.extra_pairs) else {
            return Ok(None);
        };
        let Some(mut tournament) = Tournament::new(format, &line.engines, line.rounds)? else {
            return Ok(None);
        };
        // Earlier rounds have smaller numbers.
        let mut games: Vec<&GameLine> = games.iter().collect();
        games.sort_by_key(|game| game.id());
        games.into_iter().try_for_each(|game| tournament.count(game))?;
        Ok(Some(tournament))
    }

    /// Names of the engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All rounds that have been paired.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Number of rounds of the whole tournament.
    pub fn all_rounds(&self) -> usize {
        match self.format {
            Format::Swiss { rounds } => rounds.unwrap_or_default() as usize,
            _ => bracket::size(self.names.len()).ilog2() as usize,
        }
    }

    /// Number of rounds whose games have all been played.
    pub fn complete_rounds(&self) -> usize {
        self.rounds.iter().filter(|round| round.is_complete()).count()
    }

    /// Have all games been played?
    pub fn is_over(&self) -> bool {
        self.complete_rounds() == self.all_rounds()
    }

    /// Is it a knockout?
    pub const fn is_knockout(&self) -> bool {
        matches!(self.format, Format::Knockout { .. })
    }

    /// Number of games that is known now: meetings that are drawn may need more.
    pub fn games(&self) -> u64 {
        let begun: u64 =
            self.rounds.iter().flat_map(|round| &round.meetings).map(|meeting| meeting.pairs).sum();
        let meetings: usize = self.rounds.iter().map(|round| round.meetings.len()).sum();
        2 * (begun + (self.meetings() - meetings) as u64 * self.pairs)
    }

    /// Number of pairs that can have a number.
    pub fn max_pairs(&self) -> u64 {
        self.max_games().unwrap_or(u64::MAX) / 2
    }

    /// Number of meetings of the whole tournament.
    fn meetings(&self) -> usize {
        match self.format {
            Format::Swiss { .. } => self.all_rounds() * (self.names.len() / 2),
            _ => self.names.len().saturating_sub(1),
        }
    }

    /// Pairs that a meeting can have at most.
    fn max_pairs_of_meeting(&self) -> Option<u64> {
        match self.format {
            Format::Knockout { extra_pairs } => self.pairs.checked_add(extra_pairs),
            _ => Some(self.pairs),
        }
    }

    fn max_games(&self) -> Option<u64> {
        let slots = match self.format {
            Format::Knockout { .. } => bracket::size(self.names.len()),
            _ => self.meetings(),
        };
        self.max_pairs_of_meeting()?.checked_mul(slots as u64)?.checked_mul(2)
    }

    /// Counts a finished game.
    ///
    /// # Errors
    /// One line: it is not one of the games that were paired.
    pub fn count(&mut self, game: &GameLine) -> Result<(), String> {
        if self.played.contains(&game.id()) {
            return Ok(());
        }
        let not_paired = || {
            let (pair, number) = (game.pair + 1, game.game + 1);
            format!(
                "game {pair}.{number}, {}, is not one that this tournament pairs",
                game.players.join(" - ")
            )
        };
        let names = &self.names;
        let meeting = self.rounds.iter_mut().flat_map(|round| &mut round.meetings).find(|meeting| {
            (meeting.first_pair..meeting.first_pair + meeting.pairs).contains(&game.pair) && game.game < 2
        });
        let meeting = meeting.ok_or_else(not_paired)?;
        let by_seat = [0, 1].map(|seat| meeting.engines[(seat + game.game as usize) % 2]);
        let fits = |seat: usize| game.players.get(seat) == names.get(by_seat[seat]);
        if game.players.len() != 2 || game.points.len() != 2 || !fits(0) || !fits(1) {
            return Err(not_paired());
        }
        for (seat, points) in game.points.iter().enumerate() {
            meeting.half_points[(seat + game.game as usize) % 2] += (points * 2.0).clamp(0.0, 2.0) as u64;
        }
        meeting.games += 1;
        if let Format::Knockout { extra_pairs } = self.format
            && meeting.is_complete()
            && meeting.leader().is_none()
            && meeting.pairs < self.pairs + extra_pairs
        {
            meeting.pairs += 1;
        }
        self.played.insert(game.id());
        self.pair_rounds();
        Ok(())
    }
}

impl Agenda for Tournament {
    fn next(&mut self) -> Next {
        if self.is_over() {
            return Next::Over;
        }
        let index = self.rounds.len().saturating_sub(1);
        let per_meeting = self.max_pairs_of_meeting().unwrap_or(u64::MAX);
        let Some(round) = self.rounds.last_mut() else { return Next::Over };
        for meeting in &mut round.meetings {
            while meeting.begun < 2 * meeting.pairs {
                let (within, game) = (meeting.begun / 2, (meeting.begun % 2) as u32);
                let pair = meeting.first_pair + within;
                meeting.begun += 1;
                if self.played.contains(&(pair, game)) {
                    continue;
                }
                return Next::Game(Fixture {
                    pair,
                    game,
                    number: 1 + 2 * pair + u64::from(game),
                    round: index as u64 * per_meeting + within,
                    seats: (0..2).map(|seat| meeting.engines[(seat + game as usize) % 2]).collect(),
                });
            }
        }
        Next::Later
    }

    fn add(&mut self, game: &GameLine) -> Result<(), String> {
        self.count(game)
    }
}

#[cfg(test)]
mod tests;
