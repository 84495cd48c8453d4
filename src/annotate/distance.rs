//! How much a proved result counts between people, by its distance.
//!
//! A solver knows a win in 41 plies, which people play on as they would any other position. So its points are drawn
//! towards those of a draw. An end within [`NEAR`] plies counts fully, one at [`FAR`] plies or beyond by [`LEAST`], and
//! the weight falls in a straight line between them. [`JudgedMove`](super::JudgedMove) applies it.

/// Plies up to which an end counts fully.
pub const NEAR: i32 = 6;
/// Plies from which on an end counts least.
pub const FAR: i32 = 26;
/// The weight there. A win that becomes a loss, both far, loses this many points: less than a mistake does.
pub const LEAST: f64 = 0.08;

/// The weight of an end this many plies away.
pub fn weight(plies: i32) -> f64 {
    let beyond = f64::from(plies.clamp(NEAR, FAR) - NEAR);
    1.0 - (1.0 - LEAST) * beyond / f64::from(FAR - NEAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::{DUBIOUS, MISTAKE};

    #[test]
    fn near_ends_count_fully_and_far_ones_little() {
        assert!((weight(1) - 1.0).abs() < 1e-9 && (weight(NEAR) - 1.0).abs() < 1e-9);
        assert!((weight(41) - LEAST).abs() < 1e-9);
        assert!((DUBIOUS..MISTAKE).contains(&LEAST), "a far win that becomes a far loss is dubious");
    }

    #[test]
    fn a_farther_end_never_counts_more() {
        assert!((0..60).all(|plies| weight(plies) >= weight(plies + 1)));
    }
}
