//! How the host has played: games that were played here to their end, with one player at the host's board.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::entry::{Entry, Opponent};
use crate::table::answer::{Kind, Refusal};
use crate::table::command::Options;
use crate::table::ratings::{Rating, RuleSet, course};
use crate::table::rules::{Rules, option_values};
use crate::table::shared::Shared;

/// The answer to `statistics`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// One entry for each rule set with a finished game, the most games first.
    pub rules: Vec<RuleSetStatistics>,
    /// Number of finished games without a single player of the host, such as those of two people at one board.
    pub others: usize,
}

/// The results of the host in a rule set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleSetStatistics {
    /// The variant.
    pub game: String,
    /// Rule options with other than their default values.
    pub options: Options,
    /// Its name for users.
    pub title: String,
    /// By player, the first one first.
    pub seats: Vec<Score>,
    /// By opponent: programs by level, then the others. A game against several counts for each.
    pub against: Vec<Against>,
    /// The months with games, the first one first.
    pub months: Vec<Month>,
    /// Number of games won in a row up to the last one, and at most.
    pub streak: [usize; 2],
    /// The rating now; `None` if no game has counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// The highest rating after a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Best>,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// Won.
    pub won: usize,
    /// Drawn, or ended by another of more than two players.
    pub drawn: usize,
    /// Lost.
    pub lost: usize,
}

/// The results against an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Against {
    /// Who.
    #[serde(flatten)]
    pub opponent: Opponent,
    /// The results.
    #[serde(flatten)]
    pub score: Score,
}

/// The results of a month.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Month {
    /// `2026-11`, in UTC.
    pub month: String,
    /// The results.
    #[serde(flatten)]
    pub score: Score,
}

/// The highest rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// How much.
    pub rating: i32,
    /// When: milliseconds since 1970.
    pub at: u64,
}

/// The result of a game for the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Won,
    Drawn,
    Lost,
}

impl Score {
    fn add(&mut self, ending: Ending) {
        *match ending {
            Ending::Won => &mut self.won,
            Ending::Drawn => &mut self.drawn,
            Ending::Lost => &mut self.lost,
        } += 1;
    }
}

/// The games of a rule set; `None` instead of rules: those without a single player of the host.
pub(in crate::table) struct Tally {
    rules: Option<RuleSet>,
    title: String,
    seats: Vec<Score>,
    against: BTreeMap<Opponent, Score>,
    months: BTreeMap<String, Score>,
    streak: [usize; 2],
    games: usize,
}

/// The results of the host's games in each rule set.
pub(super) fn tallies<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<Tally> {
    let mut ended: Vec<(&Entry, &str)> = entries
        .filter(|entry| entry.table.kind == Kind::Played)
        .filter_map(|entry| Some((entry, entry.table.result.as_deref()?)))
        .collect();
    ended.sort_by_key(|(entry, _)| (entry.table.changed, &entry.table.id));
    let mut tallies: Vec<Tally> = Vec::new();
    for (entry, result) in ended {
        let rules = entry.table.own.map(|_| &entry.rules);
        let known = tallies.iter().position(|tally| tally.rules.as_ref() == rules);
        let at = known.unwrap_or_else(|| {
            tallies.push(Tally::new(rules.cloned(), entry));
            tallies.len() - 1
        });
        tallies[at].add(entry, result);
    }
    tallies
}

impl Tally {
    fn new(rules: Option<RuleSet>, entry: &Entry) -> Tally {
        Tally {
            rules,
            title: entry.table.title.clone(),
            seats: vec![Score::default(); entry.table.names.len()],
            against: BTreeMap::new(),
            months: BTreeMap::new(),
            streak: [0; 2],
            games: 0,
        }
    }

    fn add(&mut self, entry: &Entry, result: &str) {
        self.games += 1;
        let Some(own) = entry.table.own else { return };
        let ending = ending(own, result);
        if let Some(seat) = self.seats.get_mut(own - 1) {
            seat.add(ending);
        }
        for opponent in &entry.opponents {
            self.against.entry(*opponent).or_default().add(ending);
        }
        let month = entry.table.date.get(..7).unwrap_or_default().to_string();
        self.months.entry(month).or_default().add(ending);
        let [now, longest] = &mut self.streak;
        *now = if ending == Ending::Won { *now + 1 } else { 0 };
        *longest = (*longest).max(*now);
    }
}

fn ending(own: usize, result: &str) -> Ending {
    let player = |ending: &str| result.strip_prefix('p').and_then(|rest| rest.strip_suffix(ending));
    let is_own = |number: &str| number.parse() == Ok(own);
    match (player("win"), player("loss"), result) {
        (Some(winner), _, _) if is_own(winner) => Ending::Won,
        (Some(_), _, _) | (_, _, "resigned" | "time") => Ending::Lost,
        (_, Some(loser), _) if is_own(loser) => Ending::Lost,
        _ => Ending::Drawn,
    }
}

/// The statistics of the host.
///
/// # Errors
/// `storage`: the records cannot be read; or the results for the rating cannot.
pub(in crate::table) fn statistics(shared: &Shared) -> Result<Statistics, Refusal> {
    let (mut own, others): (Vec<Tally>, Vec<Tally>) =
        shared.tallies()?.into_iter().partition(|tally| tally.rules.is_some());
    own.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.title.cmp(&b.title)));
    let results = shared.results_of_games()?;
    let mut rules = Vec::new();
    for Tally { rules: of, title, seats, against, months, streak, .. } in own {
        let Some(of) = of else { continue };
        let scale =
            Rules::open(shared.setup.catalogue, &of.game, &of.options, None).map(|rules| rules.scale());
        let course: Vec<(u64, Rating)> = scale.map_or(Vec::new(), |scale| {
            course(&results, &of, scale).map(|(game, after)| (game.at, after)).collect()
        });
        rules.push(RuleSetStatistics {
            game: of.game,
            options: option_values(&of.options),
            title,
            seats,
            against: against.into_iter().map(|(opponent, score)| Against { opponent, score }).collect(),
            months: months.into_iter().map(|(month, score)| Month { month, score }).collect(),
            streak,
            rating: course.last().map(|(_, rating)| *rating),
            best: course
                .iter()
                .max_by_key(|(at, rating)| (rating.rating, std::cmp::Reverse(*at)))
                .map(|&(at, rating)| Best { rating: rating.rating, at }),
        });
    }
    Ok(Statistics { rules, others: others.iter().map(|tally| tally.games).sum() })
}
