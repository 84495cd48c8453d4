//! Sequential probability ratio test: when a match can stop.
//!
//! The statistic is the generalised log-likelihood ratio of pairs of games. For each hypothesis, `likelihood` finds the
//! distribution over the five classes of pairs that makes the results most likely among those that the hypothesis
//! allows; the ratio is the difference of the two log likelihoods. The hypotheses are
//! - logistic: the expected score is s, in logistic Elo (M. Van den Bergh, "Comparing the approximations for the
//!   generalized log likelihood ratio of a multinomial distribution", Proposition 1.1);
//! - normalized: (mean - 1/2) / deviation is t, in normalized Elo, so that the length of the test does not depend on
//!   how many games are drawn (M. Van den Bergh, "Comments on normalized Elo", section 4.1).
//!
//! A class without pairs counts as a thousandth of a pair, as in that note and in fishtest and fastchess. The bounds
//! are Wald's: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha). They keep the error rates only for the plain
//! likelihood ratio, so the games that [`super::elo`] adds to a few equal results are not added here.
//!
//! Invariant: the ratio is a finite number for any counts, 0 without pairs.

mod likelihood;

use self::likelihood::{approximate_log_ratio, likeliest_with_mean, likeliest_with_t, log_ratio};
use super::elo::{NELO_UNIT, Pairs, expected_score, number};

/// Pairs that a class without pairs counts as.
const EMPTY_CLASS_COUNT: f64 = 1e-3;

/// Largest difference that can be tested, in Elo of either kind.
const MAX_ELO: f64 = 300.0;

/// The unit of the differences of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Elo of the expected score.
    Logistic,
    /// Elo of the score in deviations of a game.
    #[default]
    Normalized,
}

impl Model {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        }
    }
}

/// A test of "the difference is `elo0`" (H0) against "it is `elo1`" (H1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Difference under H0.
    pub elo0: f64,
    /// Difference under H1; more than `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// The unit of the differences.
    pub model: Model,
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

impl Verdict {
    /// `H0 accepted` or `H1 accepted`.
    pub const fn text(self) -> &'static str {
        match self {
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
        }
    }
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtStatus {
    /// Log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// H0 is accepted here and below.
    pub lower: f64,
    /// H1 is accepted here and above.
    pub upper: f64,
    /// `None` while the test continues.
    pub verdict: Option<Verdict>,
}

impl SprtStatus {
    /// The ratio as a share of the bound on its side of 0: the test ends at 1.
    pub fn fraction(&self) -> f64 {
        let bound = if self.llr >= 0.0 { self.upper } else { self.lower };
        self.llr / bound
    }
}

impl Sprt {
    /// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`, in any order; `alpha` and `beta` are 0.05 and
    /// the model is normalized by default.
    ///
    /// # Errors
    /// One line that names the word that is wrong or missing.
    pub fn parse(text: &str) -> Result<Sprt, String> {
        let (mut elo0, mut elo1) = (None, None);
        let (mut alpha, mut beta, mut model) = (0.05, 0.05, Model::default());
        for word in text.split_whitespace() {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| format!("sprt: '{word}': expected elo0=, elo1=, alpha=, beta= or model="))?;
            let within = |low: f64, high: f64| {
                let number = value.parse().ok().filter(|number| (low..=high).contains(number));
                number
                    .ok_or_else(|| format!("sprt: {name} '{value}': expected a number from {low} to {high}"))
            };
            match name {
                "elo0" => elo0 = Some(within(-MAX_ELO, MAX_ELO)?),
                "elo1" => elo1 = Some(within(-MAX_ELO, MAX_ELO)?),
                "alpha" => alpha = within(1e-6, 0.499)?,
                "beta" => beta = within(1e-6, 0.499)?,
                "model" if value == Model::Logistic.name() => model = Model::Logistic,
                "model" if value == Model::Normalized.name() => model = Model::Normalized,
                "model" => return Err(format!("sprt: model '{value}': expected logistic or normalized")),
                _ => return Err(format!("sprt: '{name}': expected elo0, elo1, alpha, beta or model")),
            }
        }
        let elo0 = elo0.ok_or("sprt: elo0= is missing")?;
        let elo1 = elo1.ok_or("sprt: elo1= is missing")?;
        if elo0 >= elo1 {
            return Err(format!("sprt: elo0={elo0} elo1={elo1}: expected elo0 to be less than elo1"));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The state of the test after these pairs, as the engine under test sees them.
    pub fn status(&self, pairs: &Pairs) -> SprtStatus {
        let llr = self.llr(pairs);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let verdict = match llr {
            llr if llr >= upper => Some(Verdict::H1),
            llr if llr <= lower => Some(Verdict::H0),
            _ => None,
        };
        SprtStatus { llr, lower, upper, verdict }
    }

    /// `LLR: 1.23 (41.8%) (-2.94, 2.94) [0.00, 5.00]`, and the verdict if there is one.
    pub fn line(&self, status: &SprtStatus) -> String {
        let verdict = status.verdict.map_or(String::new(), |verdict| format!(", {}", verdict.text()));
        format!(
            "LLR: {} ({}%) ({}, {}) [{}, {}]{verdict}",
            number(status.llr, 2),
            number(status.fraction() * 100.0, 1),
            number(status.lower, 2),
            number(status.upper, 2),
            number(self.elo0, 2),
            number(self.elo1, 2),
        )
    }

    /// `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`.
    pub fn text(&self) -> String {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        format!("elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={}", model.name())
    }

    fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { EMPTY_CLASS_COUNT } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let per_pair = match self.model {
            Model::Logistic => {
                let likeliest = |elo| likeliest_with_mean(&seen, expected_score(elo));
                log_ratio(&seen, &likeliest(self.elo0), &likeliest(self.elo1))
            }
            Model::Normalized => {
                let [t0, t1] = [self.elo0, self.elo1].map(|elo| std::f64::consts::SQRT_2 * elo / NELO_UNIT);
                match (likeliest_with_t(&seen, t0), likeliest_with_t(&seen, t1)) {
                    (Some(p0), Some(p1)) => log_ratio(&seen, &p0, &p1),
                    _ => approximate_log_ratio(&seen, t0, t1),
                }
            }
        };
        total * per_pair
    }
}

#[cfg(test)]
mod tests {
    use super::likelihood::Shares;
    use super::*;

    fn close(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
    }

    fn llr(text: &str, pairs: Pairs) -> f64 {
        Sprt::parse(text).expect("a test").status(&pairs).llr
    }

    #[test]
    fn as_fastchess_states_it() {
        // fastchess, app/tests/sprt_test.cpp, the pentanomial cases; it solves to about a hundredth.
        for (text, pairs, expected) in [
            ("elo0=0 elo1=2 model=normalized", [365, 16618, 36029 + 200, 16974, 390], 2.25),
            ("elo0=-1.75 elo1=0.25 model=normalized", [127, 4883, 10311 + 401, 5150, 104], 3.01),
            ("elo0=0 elo1=5 model=normalized", [0, 0, 0, 0, 5550], 111.82),
            ("elo0=0.5 elo1=2.5 model=logistic", [223, 9863, 20279 + 1000, 10037, 246], -3.07),
            ("elo0=0 elo1=2 model=logistic", [871, 26175, 55003 + 980, 26678, 821], -4.98),
        ] {
            close(llr(text, pairs), expected, 0.01 * expected.abs().max(1.0));
        }
    }

    #[test]
    fn as_fishtest_computes_it() {
        // Printed by fishtest, server/fishtest/stats/LLRcalc.py, LLR_logistic and LLR_normalized.
        for (text, pairs, expected) in [
            ("elo0=-1.75 elo1=0.25 model=logistic", [265, 82, 534, 119, 0], -5.743894),
            ("elo0=-3 elo1=-1 model=logistic", [0, 68, 283, 332, 317], 5.789577),
            ("elo0=0 elo1=5 model=logistic", [8, 92, 0, 0, 0], -1.449473),
            ("elo0=-3 elo1=0 model=logistic", [0, 0, 2, 3, 0], 0.043343),
            ("elo0=-3 elo1=0 model=normalized", [27, 29, 22, 0, 22], -0.301763),
            ("elo0=-1.75 elo1=1.25 model=normalized", [1, 0, 0, 11, 88], 1.163422),
            ("elo0=-3 elo1=2 model=normalized", [61, 11, 0, 2, 26], -0.837186),
            ("elo0=0 elo1=10 model=normalized", [16, 19, 26, 5, 34], 0.522339),
            ("elo0=-1.75 elo1=8.25 model=normalized", [37, 20, 0, 32, 11], -1.120089),
            ("elo0=0.5 elo1=3.5 model=normalized", [40, 1992, 15936, 1992, 40], -1.988488),
        ] {
            close(llr(text, pairs), expected, 2e-6);
        }
    }

    #[test]
    fn bounds_are_walds() {
        let status = Sprt::parse("elo0=0 elo1=5").expect("a test").status(&[0; 5]);
        assert_eq!((status.llr, status.verdict), (0.0, None));
        close(status.lower, -2.944439, 1e-6);
        close(status.upper, 2.944439, 1e-6);
        let sprt = Sprt::parse("alpha=0.01 beta=0.1 elo0=-3 elo1=0 model=logistic").expect("a test");
        let status = sprt.status(&[0, 0, 0, 0, 2000]);
        close(status.upper, 90f64.ln(), 1e-9);
        close(status.lower, (0.1 / 0.99f64).ln(), 1e-9);
        assert_eq!(status.verdict, Some(Verdict::H1));
        assert_eq!(sprt.status(&[2000, 0, 0, 0, 0]).verdict, Some(Verdict::H0));
        assert!(
            sprt.line(&status).ends_with("(-2.29, 4.50) [-3.00, 0.00], H1 accepted"),
            "{}",
            sprt.line(&status)
        );
    }

    #[test]
    fn any_counts_give_a_finite_ratio() {
        let mut random = crate::random::Random::new(7);
        for text in [
            "elo0=0 elo1=5 model=normalized",
            "elo0=-300 elo1=300 model=normalized",
            "elo0=-300 elo1=300 model=logistic",
            "elo0=0 elo1=0.001 model=normalized",
        ] {
            for _ in 0..2000 {
                let scale = [2, 10, 1000, 1_000_000_000][random.below(4)];
                let pairs: Pairs = std::array::from_fn(|_| (random.below(scale) * random.below(2)) as u64);
                assert!(llr(text, pairs).is_finite(), "{text} {pairs:?}");
            }
        }
        // Even pairs alone favour the smaller difference, in both models.
        assert!(llr("elo0=0 elo1=5 model=normalized", [0, 0, 20_000, 0, 0]) < -2.9);
        assert!(llr("elo0=0 elo1=5 model=logistic", [0, 0, 20_000, 0, 0]) < -2.9);
    }

    #[test]
    fn a_test_is_read_and_written() {
        let sprt = Sprt::parse("elo1=5 elo0=0 beta=0.1").expect("a test");
        assert_eq!(sprt.text(), "elo0=0 elo1=5 alpha=0.05 beta=0.1 model=normalized");
        assert_eq!(Sprt::parse(&sprt.text()), Ok(sprt));
        for (text, named) in [
            ("elo0=0", "elo1= is missing"),
            ("elo0=5 elo1=5", "less than elo1"),
            ("elo0=0 elo1=nan", "'nan'"),
            ("elo0=0 elo1=5 alpha=0.5", "alpha '0.5'"),
            ("elo0=0 elo1=5 model=bayesian", "'bayesian'"),
            ("elo0=0 elo1=5 gamma=1", "'gamma'"),
            ("elo0", "'elo0'"),
        ] {
            let error = Sprt::parse(text).expect_err(text);
            assert!(error.contains(named) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn errors_are_as_rare_as_asked_for() {
        // 300 tests a side with alpha = beta = 0.1, hypotheses 100 Elo apart and half of the pairs even: at an error
        // rate of a tenth, more than 45 errors happen once in four hundred times.
        let sprt = Sprt::parse("elo0=0 elo1=100 alpha=0.1 beta=0.1 model=logistic").expect("a test");
        let mut random = crate::random::Random::new(11);
        for (elo, wrong) in [(0.0, Verdict::H1), (100.0, Verdict::H0)] {
            // Shares 1/16, 3/16, 1/2, 3/16, 1/16, tilted until the mean is that of the hypothesis.
            let even = [1.0 / 16.0, 3.0 / 16.0, 0.5, 3.0 / 16.0, 1.0 / 16.0];
            let shares = likeliest_with_mean(&even, expected_score(elo));
            let errors = (0..300).filter(|_| play(&sprt, &shares, &mut random) == wrong).count();
            assert!((5..=45).contains(&errors), "{errors} errors of 300 at {elo} Elo");
        }
    }

    /// Plays pairs until the test ends.
    fn play(sprt: &Sprt, shares: &Shares, random: &mut crate::random::Random) -> Verdict {
        let mut pairs = [0; 5];
        loop {
            let mut point = random.below(1 << 30) as f64 / f64::from(1 << 30);
            let class = shares.iter().position(|share| {
                point -= share;
                point < 0.0
            });
            pairs[class.unwrap_or(4)] += 1;
            if let Some(verdict) = sprt.status(&pairs).verdict {
                return verdict;
            }
        }
    }
}
