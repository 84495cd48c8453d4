//! Strength from results: score, Elo, normalized Elo and likelihood of superiority.
//!
//! The samples are either games (win, draw, loss) or pairs of games from one opening with the seats exchanged, in
//! the five classes of the pentanomial model. Pairs are the better sample if there are any: an opening that favours
//! one seat changes the results of both its games in opposite directions, and only the variance of pairs shows that.
//!
//! With s the mean score of a sample and v its variance over n samples:
//! - Elo: -400 log10(1/s - 1); its interval is that of s ± 1.96 sqrt(v/n), so it is not symmetric;
//! - nElo: (s - 1/2) / sigma * 800/ln 10, sigma the deviation per game: sqrt(v) of games, sqrt(2v) of pairs
//!   (M. Van den Bergh, "Comments on normalized Elo", 2021);
//! - LOS: Phi((s - 1/2) / sqrt(v/n)).
//!
//! The normal distribution is good enough for most results, and with it the numbers are those of fastchess. It fails if
//! its interval reaches 0 or 1, as after a few games with one winner, and if all samples are equal: then v is 0, and
//! fastchess prints `inf` and `nan`. In these cases two games are added, one won and one lost (Laplace's rule of
//! succession; fishtest cuts the score at 0.001 and 0.999 for that purpose, BayesElo adds draws). With N games of mean
//! s and variance V (v of games, 2v of pairs, as above), and d = s - s':
//! - the mean becomes s' = (N s + 1) / (N + 2);
//! - the variance of a game becomes V' = (N (V + d^2) + s'^2 + (1 - s')^2) / (N + 2);
//! - the true score has the beta distribution with mean s' and variance V' / (N + 3), that of a Dirichlet posterior. After
//!   N wins this is exactly Beta(N + 1, 1), the posterior of a coin with a uniform prior.
//!
//! Ends of the interval are its quantiles, nElo takes s' and V', and LOS is the probability of more than 1/2: 1 -
//! 2^-(N+1) after N wins. So every number is finite, LOS is over 97.5 % exactly if the interval is above 0, and a few
//! games without a loss prove little. The test of [`super::sprt`] uses the results as they are: its bounds hold for
//! likelihood ratios without a prior, which would pull it to H0 at the beginning.
//!
//! Invariant: estimates are finite numbers. Texts never contain NaN; infinite ratios are written `inf`, missing values
//! `-`.

use super::beta::Beta;

/// Number of pairs of games of each class: both lost, one lost and one drawn, even (both drawn or one won and one
/// lost), one won and one drawn, both won.
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
    /// Half the width.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The same in another unit, by an increasing function.
    fn map(&self, unit: impl Fn(f64) -> f64) -> Interval {
        Interval { value: unit(self.value), low: unit(self.low), high: unit(self.high) }
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

/// Pairs won to pairs lost: infinite if none was lost, NaN if none was won either.
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
    /// Number of games in all samples.
    games: f64,
    /// Mean score, 0 to 1, including any added games.
    score: f64,
    /// Variance of a game, likewise.
    variance: f64,
    /// The distribution of the true score if two games were added; `None`: the normal distribution.
    posterior: Option<Beta>,
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

    /// From pairs if there are any, else from games.
    pub fn best(pairs: &Pairs, games: &Wdl) -> Option<Estimate> {
        Estimate::of_pairs(pairs).or_else(|| Estimate::of_games(games))
    }

    /// From counts of classes whose scores are evenly spread from 0 to 1; `per_sample` games are a sample.
    fn of<const N: usize>(counts: [u64; N], per_sample: f64) -> Option<Estimate> {
        let samples = counts.iter().sum::<u64>() as f64;
        if samples == 0.0 {
            return None;
        }
        let classes = || {
            counts.iter().enumerate().map(|(i, &count)| (i as f64 / (N - 1) as f64, count as f64 / samples))
        };
        // A third of 0.1 + 0.1 + 0.1 is not 0.1: rounding errors must not count as spread.
        let all_equal = counts.iter().filter(|&&count| count > 0).count() == 1;
        let score: f64 = classes().map(|(score, share)| score * share).sum();
        let spread: f64 = classes().map(|(at, share)| share * (at - score).powi(2)).sum();
        let variance = if all_equal { 0.0 } else { per_sample * spread };
        let games = per_sample * samples;
        let estimate = Estimate { games, score, variance, posterior: None };
        let Interval { low, high, .. } = estimate.score();
        let is_normal = variance > 0.0 && low > 0.0 && high < 1.0;
        Some(if is_normal { estimate } else { estimate.with_prior() })
    }

    /// The estimate with a win and a loss added.
    fn with_prior(&self) -> Estimate {
        let games = self.games + 2.0;
        let score = (self.games * self.score + 1.0) / games;
        let around = self.games * (self.variance + (self.score - score).powi(2));
        let variance = (around + score.powi(2) + (1.0 - score).powi(2)) / games;
        let posterior = Some(Beta::of_moments(score, variance / (games + 1.0)));
        Estimate { games: self.games, score, variance, posterior }
    }

    /// The mean score with its interval.
    pub fn score(&self) -> Interval {
        let (low, high) = match self.posterior {
            Some(posterior) => (posterior.quantile(0.025), posterior.quantile(0.975)),
            None => {
                let error = Z95 * (self.variance / self.games).sqrt();
                (self.score - error, self.score + error)
            }
        };
        Interval { value: self.score, low, high }
    }

    /// The difference in logistic Elo.
    pub fn elo(&self) -> Interval {
        self.score().map(elo_of)
    }

    /// The difference in normalized Elo.
    pub fn nelo(&self) -> Interval {
        self.score().map(|score| (score - 0.5) / self.variance.sqrt() * NELO_UNIT)
    }

    /// Likelihood of superiority, 0 to 1.
    pub fn los(&self) -> f64 {
        match self.posterior {
            // The distribution is symmetric, which is more exact than its value.
            Some(_) if self.score == 0.5 => 0.5,
            Some(posterior) => 1.0 - posterior.below(0.5),
            None => phi((self.score - 0.5) / (self.variance / self.games).sqrt()),
        }
    }
}

#[cfg(test)]
mod tests;
