//! The bracket of a knockout: who meets whom, by the order of engines.
//!
//! The first engines are the strongest seeds. Seeds 1 and 2 can only meet in the final, 1 to 4 only in the semi-finals,
//! and so on. If the number of engines is no power of two, the first seeds have a bye in the first round.

/// The places of a bracket from top to bottom, as seeds from 0; neighbours meet in the first round.
pub(super) fn places(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds
}

/// Number of places for this number of engines.
pub(super) const fn size(engines: usize) -> usize {
    engines.next_power_of_two()
}

/// The name of a round, from 0, in a bracket of this size.
pub(super) fn round_name(size: usize, round: usize) -> String {
    match size >> (round + 1) {
        1 => "Final".to_string(),
        2 => "Semi-finals".to_string(),
        4 => "Quarter-finals".to_string(),
        _ => format!("Round {}", round + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_meet_last() {
        assert_eq!(places(1), [0]);
        assert_eq!(places(2), [0, 1]);
        assert_eq!(places(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        for size in [4, 16, 64] {
            let mut survivors = places(size);
            while survivors.len() > 1 {
                survivors = survivors.chunks(2).map(|pair| pair[0].min(pair[1])).collect();
                assert_eq!(survivors.iter().max(), Some(&(survivors.len() - 1)), "the better half is left");
            }
        }
    }

    #[test]
    fn rounds_have_their_usual_names() {
        let names: Vec<String> = (0..4).map(|round| round_name(16, round)).collect();
        assert_eq!(names, ["Round 1", "Quarter-finals", "Semi-finals", "Final"]);
    }
}
