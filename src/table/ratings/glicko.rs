//! A rating from results, by Glicko-2: each game is a rating period of its own, and the ratings of the levels are
//! fixed.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::result::{RatedGame, RatedResult};

/// Deviation of a player without results.
const START_DEVIATION: f64 = 350.0;
/// Volatility of the same, as Glicko-2 proposes.
const START_VOLATILITY: f64 = 0.06;
/// The system constant: how much the volatility may change.
const TAU: f64 = 0.5;

/// The rating of the host in a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// On the scale of `UCI_Elo`.
    pub rating: i32,
    /// Its standard deviation.
    pub deviation: i32,
    /// Number of games.
    pub games: usize,
}

/// A rating that is updated with every game.
pub(super) struct Course {
    at: Glicko2Rating,
    games: usize,
}

impl Course {
    /// Before the first game.
    pub fn new(start: f64) -> Course {
        let at = Glicko2Rating { rating: start, deviation: START_DEVIATION, volatility: START_VOLATILITY };
        Course { at, games: 0 }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &RatedGame) {
        let config = Glicko2Config { tau: TAU, ..Glicko2Config::new() };
        let results: Vec<_> = game.results.iter().map(opponent).collect();
        self.at = glicko2_rating_period(&self.at, &results, &config);
        self.games += 1;
    }

    /// The rating now.
    pub fn rating(&self) -> Rating {
        Rating {
            rating: self.at.rating.round() as i32,
            deviation: self.at.deviation.round() as i32,
            games: self.games,
        }
    }
}

fn opponent(result: &RatedResult) -> (Glicko2Rating, Outcomes) {
    let known = Glicko2Rating { rating: result.rating, deviation: 0.0, volatility: START_VOLATILITY };
    let outcome = match result.points {
        points if points > 0.5 => Outcomes::WIN,
        points if points < 0.5 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    };
    (known, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::table::ratings::RuleSet;

    fn played(course: &mut Course, results: &[(f64, f64)]) -> Rating {
        let results = results.iter().map(|&(rating, points)| RatedResult { rating, points });
        course.add(&RatedGame::new(0, "t", RuleSet::new("connect4", &[]), results.collect()));
        course.rating()
    }

    #[test]
    fn a_win_raises_a_loss_lowers_and_every_game_makes_it_surer() {
        let mut course = Course::new(900.0);
        assert_eq!(course.rating(), Rating { rating: 900, deviation: 350, games: 0 });
        let won = played(&mut course, &[(900.0, 1.0)]);
        assert!(won.rating > 1000 && won.deviation < 350 && won.games == 1, "{won:?}");
        let lost = played(&mut course, &[(1000.0, 0.0)]);
        assert!(lost.rating < won.rating && lost.deviation < won.deviation, "{lost:?}");
        let drawn = played(&mut course, &[(f64::from(lost.rating), 0.5)]);
        assert!((drawn.rating - lost.rating).abs() < 2, "{drawn:?}");
    }

    #[test]
    fn a_person_who_meets_a_program_of_the_own_rating_is_found_within_twenty_games() {
        for strength in [600.0, 900.0, 1500.0] {
            let (mut course, mut random) = (Course::new(900.0), Random::new(3));
            for _ in 0..20 {
                let level = course.rating().rating.clamp(500, 2500);
                let chance = 1.0 / (1.0 + 10f64.powf((f64::from(level) - strength) / 400.0));
                let won = (random.below(1000) as f64) < chance * 1000.0;
                played(&mut course, &[(f64::from(level), f64::from(u8::from(won)))]);
            }
            let found = course.rating();
            let off = (f64::from(found.rating) - strength).abs();
            assert!(off < 2.5 * f64::from(found.deviation) && found.deviation < 120, "{strength}: {found:?}");
        }
    }

    #[test]
    fn the_strangest_results_leave_a_number() {
        let mut course = Course::new(900.0);
        for results in [[(5000.0, 1.0); 5], [(-5000.0, 0.0); 5], [(-5000.0, 1.0); 5], [(5000.0, 0.0); 5]] {
            for _ in 0..50 {
                played(&mut course, &results);
                assert!(course.at.rating.is_finite() && course.at.deviation > 0.0, "{:?}", course.at);
            }
        }
    }
}
