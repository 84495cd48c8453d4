//! Strength from results: score, Elo, normalized Elo and likelihood of superiority.
//!
//! The samples are either games (win, draw, loss) or pairs of games from one opening with the seats exchanged, in
//! the five classes of the pentanomial model. Pairs are the better sample where there are any: an opening that favours
//! one seat changes the results of both its games in opposite directions, and only the variance of pairs shows that.
//!
//! With s the mean score of a sample and v its variance over n samples:
//! - Elo: -400 log10(1/s - 1); its interval is that of s ± 1.96 sqrt(v/n), so it is not symmetric;
//! - nElo: (s - 1/2) / sigma * 800/ln 10, sigma the deviation per game: sqrt(v) of games, sqrt(2v) of pairs
//!   (M. Van den Bergh, "Comments on normalized Elo", 2021);
//! - LOS: Phi((s - 1/2) / sqrt(v/n)).
//!
//! Where all samples are equal, v is 0 and the normal distribution cannot be used. Then the ends of the interval are
//! those of Clopper and Pearson for the probability of a result not seen yet, and LOS is that of n signs with a uniform
//! prior, 1 - 2^-(n+1).
//!
//! What must always hold: no text made here contains NaN; infinite values are called `inf`, missing ones `-`.

/// How many pairs of games there are of each class: both lost, one lost and one drawn, even (both drawn or one
/// won and one lost), one won and one drawn, both won.
pub type Pairs = [u64; 5];

/// Half the width of the middle 95 % of the normal distribution, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// One unit of (s - 1/2) / sigma per game in normalized Elo: 800 / ln 10.
pub const NELO_UNIT: f64 = 347.435_585_522_601_46;

/// The expected score, between 0 and 1, of an engine that is stronger by this difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in logistic Elo for a score between 0 and 1; infinite at both ends.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The distribution function of the normal distribution.
pub fn phi(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// A number as text with this number of decimals.
pub fn number(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "-".to_string();
    }
    let text = format!("{value:.decimals$}");
    // A number that is rounded to zero has no sign.
    let is_zero = text.bytes().all(|c| b"-0.".contains(&c));
    if is_zero { text.trim_start_matches('-').to_string() } else { text }
}

/// A value with the ends of its interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Half the width: infinite where an end is.
    pub fn error(&self) -> f64 {
        let width = self.high - self.low;
        if width.is_nan() { f64::INFINITY } else { width / 2.0 }
    }

    /// `12.34 +/- 5.67`.
    pub fn text(&self) -> String {
        format!("{} +/- {}", number(self.value, 2), number(self.error(), 2))
    }
}

/// Won, drawn and lost games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// One for a win, half for a draw.
    pub const fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games as the opponent sees them.
    pub const fn reversed(&self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds a game: a win for all points, a loss for none, a draw for anything between.
    pub fn count(&mut self, points: f64) {
        if points > 0.99 {
            self.wins += 1;
        } else if points > 0.01 {
            self.draws += 1;
        } else {
            self.losses += 1;
        }
    }

    /// Share of drawn games; not a number without games.
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games() as f64
    }
}

/// Share of even pairs; not a number without pairs.
pub fn even_pairs_ratio(pairs: &Pairs) -> f64 {
    pairs[2] as f64 / pairs.iter().sum::<u64>() as f64
}

/// Pairs won to pairs lost: infinite where none was lost, not a number where none was won either.
pub fn pairs_ratio(pairs: &Pairs) -> f64 {
    (pairs[3] + pairs[4]) as f64 / (pairs[0] + pairs[1]) as f64
}

/// The same pairs as the opponent sees them.
pub const fn reversed(pairs: &Pairs) -> Pairs {
    let [lost, half_lost, even, half_won, won] = *pairs;
    [won, half_won, even, half_lost, lost]
}

/// An estimate of the score from samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Number of samples: games or pairs.
    samples: f64,
    /// Games of a sample: 1 or 2.
    games: f64,
    /// Mean score, 0 to 1.
    score: f64,
    /// Variance of a sample's score around the mean.
    variance: f64,
}

impl Estimate {
    /// From games; `None` without games.
    pub fn of_games(games: &Wdl) -> Option<Estimate> {
        Estimate::of([games.losses, games.draws, games.wins], 1.0)
    }

    /// From pairs; `None` without pairs.
    pub fn of_pairs(pairs: &Pairs) -> Option<Estimate> {
        Estimate::of(*pairs, 2.0)
    }

    /// From pairs where there are any, else from games.
    pub fn best(pairs: &Pairs, games: &Wdl) -> Option<Estimate> {
        Estimate::of_pairs(pairs).or_else(|| Estimate::of_games(games))
    }

    /// From counts of classes whose scores are evenly spread from 0 to 1.
    fn of<const N: usize>(counts: [u64; N], games: f64) -> Option<Estimate> {
        let samples = counts.iter().sum::<u64>() as f64;
        if samples == 0.0 {
            return None;
        }
        let classes = || {
            counts.iter().enumerate().map(|(i, &count)| (i as f64 / (N - 1) as f64, count as f64 / samples))
        };
        let all_equal = counts.iter().filter(|&&count| count > 0).count() == 1;
        let score: f64 = classes().map(|(score, share)| score * share).sum();
        let spread: f64 = classes().map(|(at, share)| share * (at - score).powi(2)).sum();
        Some(Estimate { samples, games, score, variance: if all_equal { 0.0 } else { spread } })
    }

    /// The mean score with its interval, limited to 0..1.
    pub fn score(&self) -> Interval {
        let (low, high) = if self.variance > 0.0 {
            let error = Z95 * (self.variance / self.samples).sqrt();
            (self.score - error, self.score + error)
        } else {
            let unseen = 1.0 - 0.025f64.powf(1.0 / self.samples);
            (self.score * (1.0 - unseen), self.score + (1.0 - self.score) * unseen)
        };
        Interval { value: self.score, low: low.max(0.0), high: high.min(1.0) }
    }

    /// The difference in logistic Elo.
    pub fn elo(&self) -> Interval {
        let score = self.score();
        Interval { value: elo_of(score.value), low: elo_of(score.low), high: elo_of(score.high) }
    }

    /// The difference in normalized Elo.
    pub fn nelo(&self) -> Interval {
        let per_game = (self.games * self.variance).sqrt();
        let lead = self.score - 0.5;
        let value = if lead == 0.0 { 0.0 } else { lead / per_game * NELO_UNIT };
        let error = Z95 * NELO_UNIT / (self.games * self.samples).sqrt();
        Interval { value, low: value - error, high: value + error }
    }

    /// Likelihood of superiority, 0 to 1.
    pub fn los(&self) -> f64 {
        let lead = self.score - 0.5;
        if self.variance > 0.0 {
            return phi(lead / (self.variance / self.samples).sqrt());
        }
        let tail = 0.5f64.powf(self.samples + 1.0);
        if lead == 0.0 {
            0.5
        } else if lead > 0.0 {
            1.0 - tail
        } else {
            tail
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
    }

    fn wdl(wins: u64, losses: u64, draws: u64) -> Estimate {
        Estimate::of_games(&Wdl { wins, draws, losses }).expect("games")
    }

    #[test]
    fn games_as_fastchess_counts_them() {
        // fastchess, app/tests/elo_test.cpp, EloWDL 1 to 3.
        let first = wdl(76, 89, 123);
        close(first.nelo().value, -20.76, 0.005);
        close(first.nelo().error(), 40.13, 0.005);
        close(first.los(), 0.1553, 5e-5);
        let second = wdl(136, 96, 111);
        close(second.nelo().value, 49.77, 0.005);
        close(second.elo().value, 40.70, 0.005);
        close(second.elo().error(), 30.43, 0.005);
        close(second.los(), 0.9960, 5e-5);
        let third = wdl(34, 356, 0);
        close(third.nelo().value, -508.44, 0.005);
        close(third.nelo().error(), 34.48, 0.005);
    }

    #[test]
    fn pairs_as_fastchess_counts_them() {
        // fastchess, app/tests/elo_test.cpp, EloPentanomial 1 to 3.
        for (pairs, elo, elo_error, nelo, nelo_error, los) in [
            ([75, 64, 31 + 32, 54, 34], -55.58, 27.65, -57.94, 28.28, 0.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, -9.17, 10.96, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, -19.01, 2.65, 0.0),
        ] {
            let estimate = Estimate::of_pairs(&pairs).expect("pairs");
            close(estimate.elo().value, elo, 0.005);
            close(estimate.elo().error(), elo_error, 0.005);
            close(estimate.nelo().value, nelo, 0.005);
            close(estimate.nelo().error(), nelo_error, 0.005);
            close(estimate.los(), los, 5e-5);
            let other_side = Estimate::of_pairs(&reversed(&pairs)).expect("pairs");
            close(other_side.elo().value, -estimate.elo().value, 1e-9);
            close(other_side.los(), 1.0 - estimate.los(), 1e-9);
        }
    }

    #[test]
    fn known_scores_in_elo() {
        // FIDE and USCF handbooks: 64 % is 100 points, 10:1 is 400.
        close(elo_of(0.64), 100.0, 0.05);
        close(elo_of(10.0 / 11.0), 400.0, 1e-9);
        close(expected_score(200.0), 0.7597, 5e-5);
        close(phi(1.96), 0.975, 1e-4);
    }

    #[test]
    fn values_without_samples_are_printed_in_words() {
        assert_eq!(Estimate::of_pairs(&[0; 5]), None);
        assert_eq!(Estimate::best(&[0; 5], &Wdl::default()), None);
        let won = Estimate::of_pairs(&[0, 0, 0, 0, 10]).expect("pairs");
        assert_eq!(won.elo().text(), "inf +/- inf");
        assert_eq!(won.nelo().value, f64::INFINITY);
        // Clopper and Pearson: 10 of 10 is more than 69.15 % with 97.5 %.
        close(won.score().low, 0.6915, 5e-5);
        let lost = Estimate::of_pairs(&[1, 0, 0, 0, 0]).expect("pairs");
        assert_eq!(number(lost.elo().value, 1), "-inf");
        close(lost.los(), 0.25, 1e-12);
        let even = Estimate::of_pairs(&[0, 0, 1, 0, 0]).expect("pairs");
        assert_eq!((even.elo().value, even.nelo().value, even.los()), (0.0, 0.0, 0.5));
        assert!(even.elo().error() > 600.0);
        assert_eq!(number(pairs_ratio(&[0; 5]), 2), "-");
        assert_eq!(number(pairs_ratio(&[0, 0, 0, 1, 0]), 2), "inf");
        assert_eq!(number(even_pairs_ratio(&[0; 5]), 2), "-");
        assert_eq!(number(-0.001, 2), "0.00");
    }

    #[test]
    fn equal_samples_of_any_class_have_no_variance() {
        // A third of 0.1 + 0.1 + 0.1 is not 0.1: rounding must not pass for spread.
        for class in 0..5 {
            let mut pairs = [0; 5];
            pairs[class] = 49;
            let estimate = Estimate::of_pairs(&pairs).expect("pairs");
            assert_eq!(estimate.variance, 0.0);
            assert!(estimate.score().low < estimate.score().high);
        }
    }
}
