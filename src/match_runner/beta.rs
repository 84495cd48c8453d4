//! The beta distribution: the posterior of a probability after a few results.
//!
//! The distribution function is the regularized incomplete beta function, by its continued fraction (W. J. Lentz's method;
//! Abramowitz and Stegun, Handbook of Mathematical Functions, 26.5.8). Quantiles are found by bisection. If both
//! parameters are large, the distribution is normal for every purpose here, and the fraction would need many terms.
//!
//! Invariant: quantiles lie strictly between 0 and 1.

use super::elo::phi;

/// Both parameters above this: the normal distribution is used.
const NORMAL_FROM: f64 = 2000.0;
/// Terms of the continued fraction; it converges in about the square root of the larger parameter.
const MAX_TERMS: u32 = 20_000;
/// Replaces 0 in the denominators of the fraction.
const TINY: f64 = 1e-300;

/// A beta distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Beta {
    a: f64,
    b: f64,
}

impl Beta {
    /// The distribution with this mean, between 0 and 1, and this variance, more than 0 and less than that of a coin
    /// with the same mean.
    pub fn of_moments(mean: f64, variance: f64) -> Beta {
        let weight = mean * (1.0 - mean) / variance - 1.0;
        Beta { a: mean * weight, b: (1.0 - mean) * weight }
    }

    /// The probability of a value below `x`, which lies between 0 and 1.
    pub fn below(&self, x: f64) -> f64 {
        let Beta { a, b } = *self;
        let weight = a + b;
        if a.min(b) > NORMAL_FROM {
            let deviation = (a * b / (weight + 1.0)).sqrt() / weight;
            return phi((x - a / weight) / deviation);
        }
        let scale = libm::lgamma(weight) - libm::lgamma(a) - libm::lgamma(b);
        let front = (scale + a * x.ln() + b * (1.0 - x).ln()).exp();
        // The fraction converges on this side of the mean; on the other side that of 1 - x does.
        if x < (a + 1.0) / (weight + 2.0) {
            front * fraction(a, b, x) / a
        } else {
            1.0 - front * fraction(b, a, 1.0 - x) / b
        }
    }

    /// The value below which this probability lies, strictly between 0 and 1.
    pub fn quantile(&self, probability: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        loop {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                return if low > 0.0 { low } else { high };
            }
            if self.below(middle) < probability {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
}

/// The continued fraction of the incomplete beta function.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let solid = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / solid(1.0 - (a + b) * x / (a + 1.0));
    let mut product = d;
    for term in 1..=MAX_TERMS {
        let m = f64::from(term);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut last = 1.0;
        for step in [even, odd] {
            d = 1.0 / solid(1.0 + step * d);
            c = solid(1.0 + step / c);
            last = c * d;
            product *= last;
        }
        if (last - 1.0).abs() < 1e-14 {
            break;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_scipy() {
        // scipy.stats.beta: cdf(0.5), ppf(0.025), ppf(0.975).
        for (a, b, below, low, high) in [
            (1.0, 1.0, 0.5, 0.025, 0.975),
            (5.0, 1.0, 0.03125, 0.478_176_250, 0.994_949_237),
            (4.5, 4.5, 0.5, 0.198_965_611, 0.801_034_389),
            (25.456, 1.863, 2.189e-7, 0.813_785_695, 0.992_263_069),
            (1001.0, 1.0, 0.0, 0.996_321_588, 0.999_974_708),
        ] {
            let beta = Beta { a, b };
            for (value, expected) in
                [(beta.below(0.5), below), (beta.quantile(0.025), low), (beta.quantile(0.975), high)]
            {
                assert!((value - expected).abs() < 1e-8, "Beta({a}, {b}): {value}, expected {expected}");
            }
        }
    }

    #[test]
    fn quantiles_are_between_the_ends_for_any_parameters() {
        for exponent in -3..12 {
            for other in [0.01, 1.0, 1e3, 1e9] {
                let beta = Beta { a: 10f64.powi(exponent), b: other };
                for probability in [0.025, 0.5, 0.975] {
                    let quantile = beta.quantile(probability);
                    assert!(quantile > 0.0 && quantile < 1.0, "{beta:?} {probability}: {quantile}");
                }
            }
        }
    }
}
