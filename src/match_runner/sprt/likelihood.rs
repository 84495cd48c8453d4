//! Distributions over the five classes of pairs that make results most likely under a condition: the numerical part of
//! the test. Sources and models are named in [`super`].

/// Scores of the classes of pairs.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A distribution over the classes of pairs.
pub(super) type Shares = [f64; 5];

/// Mean of a function of the class.
fn mean(shares: &Shares, values: &[f64; 5]) -> f64 {
    shares.iter().zip(values).map(|(share, value)| share * value).sum()
}

/// Mean score and variance.
fn moments(shares: &Shares) -> (f64, f64) {
    let mu = mean(shares, &SCORES);
    (mu, mean(shares, &SCORES.map(|score| (score - mu).powi(2))))
}

/// The log of the ratio of two likelihoods, for each pair seen.
pub(super) fn log_ratio(seen: &Shares, p0: &Shares, p1: &Shares) -> f64 {
    (0..5).map(|i| seen[i] * (p1[i] / p0[i]).ln()).sum()
}

/// The distribution that makes the results most likely among those in which this function of the class has mean 0;
/// `None` if the function has only one sign, so that no distribution has that mean.
///
/// It is seen / (1 + theta value), and theta is where the mean is 0. As theta grows, the mean falls from plus to minus
/// infinity between the poles of the smallest and the largest value, so bisection finds theta.
fn likeliest_with_zero(seen: &Shares, values: &[f64; 5]) -> Option<Shares> {
    let min = values.iter().copied().fold(f64::INFINITY, f64::min);
    let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(min < 0.0 && max > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    for _ in 0..200 {
        let theta = low + (high - low) / 2.0;
        if theta <= low || theta >= high {
            break;
        }
        if mean(seen, &values.map(|value| value / (1.0 + theta * value))) > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = low + (high - low) / 2.0;
    let shares = std::array::from_fn(|i| seen[i] / (1.0 + theta * values[i]));
    Some(shares)
}

/// The likeliest distribution with this mean score, which lies between 0 and 1.
pub(super) fn likeliest_with_mean(seen: &Shares, score: f64) -> Shares {
    likeliest_with_zero(seen, &SCORES.map(|at| at - score)).unwrap_or(*seen)
}

/// The likeliest distribution with (mean - 1/2) / deviation = t. The condition is linear if the moments are known: each
/// step uses those of the step before, the first those of the uniform distribution. `None` if the steps do not
/// converge.
pub(super) fn likeliest_with_t(seen: &Shares, t: f64) -> Option<Shares> {
    let mut shares = [0.2; 5];
    for _ in 0..50 {
        let (mu, variance) = moments(&shares);
        let sigma = variance.sqrt();
        let values = SCORES.map(|at| at - 0.5 - t * sigma * (1.0 + ((at - mu) / sigma).powi(2)) / 2.0);
        let next = likeliest_with_zero(seen, &values)?;
        let change = (0..5).map(|i| (next[i] - shares[i]).abs()).fold(0.0, f64::max);
        shares = next;
        if change < 1e-10 {
            return Some(shares);
        }
    }
    None
}

/// An approximation of the ratio in normalized Elo that always exists (section 4.2 of the same note), for each pair.
pub(super) fn approximate_log_ratio(seen: &Shares, t0: f64, t1: f64) -> f64 {
    let (mu, variance) = moments(seen);
    let t = (mu - 0.5) / variance.sqrt();
    let distance = |hypothesis: f64| 1.0 + (t - hypothesis).powi(2) / 2.0;
    (distance(t0) / distance(t1)).ln()
}
