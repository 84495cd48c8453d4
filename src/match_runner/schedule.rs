//! The schedule: which engines play each other, from which opening, on which seats.
//!
//! A line-up is a set of engines that play each other. A pair is all games of one line-up from one opening, rotated so
//! that each engine has every seat once: for two engines, two games with colours swapped. A round is one pair of every
//! line-up, all from the same opening. Pairs are numbered round by round, so that a longer match begins with the games
//! of a shorter one.
//!
//! Formats in which pairings follow from results have no schedule, see `tournament`. The runner plays both as an
//! [`Agenda`].

use std::collections::HashSet;

use crate::match_runner::game_line::GameLine;
use crate::match_runner::spec::EngineSpec;

/// The pairings of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// All combinations of engines.
    RoundRobin,
    /// All combinations with the first engine in them.
    Gauntlet,
    /// Rounds of engines with about the same points.
    Swiss {
        /// Number of rounds; `None`: as many as one engine needs to be left without a loss.
        rounds: Option<u64>,
    },
    /// The losers of a round are out.
    Knockout {
        /// Pairs that are played at most to decide a drawn meeting.
        extra_pairs: u64,
    },
}

impl Format {
    /// Extra pairs of a knockout by default.
    pub const EXTRA_PAIRS: u64 = 4;

    /// All of them, by name.
    pub const ALL: [(&'static str, Format); 4] = [
        ("round-robin", Format::RoundRobin),
        ("gauntlet", Format::Gauntlet),
        ("swiss", Format::Swiss { rounds: None }),
        ("knockout", Format::Knockout { extra_pairs: Format::EXTRA_PAIRS }),
    ];

    /// The format of a log.
    pub fn of_log(name: &str, swiss_rounds: Option<u64>, extra_pairs: Option<u64>) -> Option<Format> {
        Some(match Format::parse(name)? {
            Format::Swiss { .. } => Format::Swiss { rounds: swiss_rounds },
            Format::Knockout { extra_pairs: default } => {
                Format::Knockout { extra_pairs: extra_pairs.unwrap_or(default) }
            }
            scheduled => scheduled,
        })
    }

    /// The format with this name.
    pub fn parse(name: &str) -> Option<Format> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, format)| format)
    }

    /// The name that [`Format::parse`] reads.
    pub const fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss { .. } => "swiss",
            Format::Knockout { .. } => "knockout",
        }
    }
}

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Number of the pair, from 0.
    pub pair: u64,
    /// Number of the game in its pair, from 0.
    pub game: u32,
    /// Number of the game in the schedule, from 1.
    pub number: u64,
    /// Number of the round, from 0, which selects the opening.
    pub round: u64,
    /// Engines by seat, as indices into the list of engines.
    pub seats: Vec<usize>,
}

/// The games of a match in the order in which they become known.
pub trait Agenda: Send {
    /// The next game.
    fn next(&mut self) -> Next;

    /// A game has been played.
    ///
    /// # Errors
    /// One line: it is none of these games.
    fn add(&mut self, game: &GameLine) -> Result<(), String>;
}

/// What to play next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// This game.
    Game(Fixture),
    /// It depends on a game that is being played.
    Later,
    /// Nothing.
    Over,
}

/// Games that are known from the beginning.
struct Listed<I>(I);

impl<I: Iterator<Item = Fixture> + Send> Agenda for Listed<I> {
    fn next(&mut self) -> Next {
        self.0.next().map_or(Next::Over, Next::Game)
    }

    fn add(&mut self, _: &GameLine) -> Result<(), String> {
        Ok(())
    }
}

/// All games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    lineups: Vec<Vec<usize>>,
    /// Number of engines in a line-up, which is the number of games in a pair.
    size: usize,
    seats: usize,
    rounds: u64,
}

impl Schedule {
    /// The schedule of these engines in a game with this number of seats, 2 or more.
    ///
    /// # Errors
    /// There are fewer than two engines, or more games than can be numbered.
    pub fn new(
        format: Format,
        engines: &[EngineSpec],
        seats: usize,
        rounds: u64,
    ) -> Result<Schedule, String> {
        check_number(engines.len())?;
        let size = engines.len().min(seats);
        let mut lineups = combinations(engines.len(), size);
        if format == Format::Gauntlet {
            lineups.retain(|lineup| lineup[0] == 0);
        }
        let pairs = rounds.checked_mul(lineups.len() as u64);
        pairs
            .and_then(|pairs| pairs.checked_mul(size as u64))
            .ok_or("there are more games than can be numbered; reduce --rounds")?;
        Ok(Schedule { lineups, size, seats, rounds })
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.rounds * self.lineups.len() as u64
    }

    /// Number of games in a pair.
    pub fn games_per_pair(&self) -> u32 {
        self.size as u32
    }

    /// A game by the number of its pair and its number in the pair.
    pub fn fixture(&self, pair: u64, game: u32) -> Fixture {
        let lineups = self.lineups.len() as u64;
        let lineup = &self.lineups[(pair % lineups) as usize];
        let seats = (0..self.seats).map(|seat| lineup[(seat + game as usize) % self.size]);
        Fixture {
            pair,
            game,
            number: 1 + pair * self.size as u64 + u64::from(game),
            round: pair / lineups,
            seats: seats.collect(),
        }
    }

    /// The games of these pairs that are not `done` yet, for the runner.
    pub fn agenda(&self, pairs: std::ops::Range<u64>, done: HashSet<(u64, u32)>) -> Box<dyn Agenda + '_> {
        let is_new = move |fixture: &Fixture| !done.contains(&(fixture.pair, fixture.game));
        Box::new(Listed(self.fixtures(pairs).filter(is_new)))
    }

    /// The games of these pairs, in the order they are played.
    pub fn fixtures(&self, pairs: std::ops::Range<u64>) -> impl Iterator<Item = Fixture> {
        let games = self.games_per_pair();
        pairs.flat_map(move |pair| (0..games).map(move |game| self.fixture(pair, game)))
    }
}

/// Checks the number of engines.
///
/// # Errors
/// One line: there are fewer than two.
pub fn check_number(engines: usize) -> Result<(), String> {
    if engines < 2 {
        return Err("a match needs two engines or more; give --engine for each".to_string());
    }
    Ok(())
}

/// All ways to choose `size` of the numbers below `count`, each in order, the smallest numbers first.
fn combinations(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = |begun: Vec<usize>| {
            let next = begun.last().map_or(0, |last| last + 1);
            (next..count).map(move |number| [begun.as_slice(), &[number]].concat())
        };
        chosen = chosen.into_iter().flat_map(longer).collect();
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(format: Format, engines: usize, seats: usize, rounds: u64) -> Schedule {
        let engines = vec![EngineSpec::default(); engines];
        Schedule::new(format, &engines, seats, rounds).expect("a schedule")
    }

    fn seats(schedule: &Schedule) -> Vec<Vec<usize>> {
        schedule.fixtures(0..schedule.pairs()).map(|fixture| fixture.seats).collect()
    }

    #[test]
    fn a_pair_of_two_swaps_colours_from_the_same_opening() {
        let two = schedule(Format::RoundRobin, 2, 2, 2);
        assert_eq!(seats(&two), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let rounds: Vec<u64> = two.fixtures(0..2).map(|fixture| fixture.round).collect();
        assert_eq!(rounds, [0, 0, 1, 1]);
    }

    #[test]
    fn games_are_numbered_from_one_and_pairs_from_nought() {
        let two = schedule(Format::RoundRobin, 2, 2, 3);
        let numbers: Vec<(u64, u32, u64)> =
            two.fixtures(1..3).map(|fixture| (fixture.pair, fixture.game, fixture.number)).collect();
        assert_eq!(numbers, [(1, 0, 3), (1, 1, 4), (2, 0, 5), (2, 1, 6)]);
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody_once_a_round() {
        let four = schedule(Format::RoundRobin, 4, 2, 1);
        let first: Vec<Vec<usize>> = (0..four.pairs()).map(|pair| four.fixture(pair, 0).seats).collect();
        assert_eq!(first, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert!((0..four.pairs()).all(|pair| four.fixture(pair, 0).round == 0));
    }

    #[test]
    fn in_a_gauntlet_the_first_engine_meets_the_others() {
        let four = schedule(Format::Gauntlet, 4, 2, 2);
        let first: Vec<Vec<usize>> = (0..four.pairs()).map(|pair| four.fixture(pair, 0).seats).collect();
        assert_eq!(first, [[0, 1], [0, 2], [0, 3], [0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn with_three_seats_each_engine_sits_everywhere() {
        let three = schedule(Format::RoundRobin, 3, 3, 1);
        assert_eq!(seats(&three), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        let two = schedule(Format::RoundRobin, 2, 3, 1);
        assert_eq!(seats(&two), [[0, 1, 0], [1, 0, 1]]);
        let four = schedule(Format::RoundRobin, 4, 3, 1);
        assert_eq!(four.pairs(), 4);
        assert_eq!(four.games_per_pair(), 3);
    }

    #[test]
    fn six_seats_are_filled_by_two_engines_in_turn() {
        assert_eq!(seats(&schedule(Format::RoundRobin, 2, 6, 1))[0], [0, 1, 0, 1, 0, 1]);
    }

    #[test]
    fn a_longer_match_begins_with_the_games_of_a_shorter_one() {
        let (short, long) = (schedule(Format::RoundRobin, 3, 2, 2), schedule(Format::RoundRobin, 3, 2, 5));
        let begun: Vec<Fixture> = long.fixtures(0..short.pairs()).collect();
        assert_eq!(short.fixtures(0..short.pairs()).collect::<Vec<_>>(), begun);
    }

    #[test]
    fn matches_that_cannot_be_are_refused() {
        let one = [EngineSpec::default()];
        assert!(Schedule::new(Format::RoundRobin, &one, 2, 1).is_err());
        let two = [EngineSpec::default(), EngineSpec::default()];
        assert!(Schedule::new(Format::RoundRobin, &two, 2, u64::MAX).is_err());
    }
}
