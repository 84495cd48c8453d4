//! Numbers of fastchess and of scipy, and invariants for any results.

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
fn ratios_without_games_are_printed_in_words() {
    assert_eq!(Estimate::of_pairs(&[0; 5]), None);
    assert_eq!(Estimate::best(&[0; 5], &Wdl::default()), None);
    assert_eq!(number(pairs_ratio(&[0; 5]), 2), "-");
    assert_eq!(number(pairs_ratio(&[0, 0, 0, 1, 0]), 2), "inf");
    assert_eq!(number(even_pairs_ratio(&[0; 5]), 2), "-");
    assert_eq!(number(-0.001, 2), "0.00");
}

#[test]
fn few_and_equal_results_have_the_numbers_of_two_more_games() {
    // Computed with numpy and scipy.stats from the formulas of the header: Elo, its ends, nElo, its error, LOS.
    for (pairs, elo, low, high, nelo, nelo_error, los) in [
        ([0, 0, 0, 0, 1], 190.8485, -153.5227, 828.7445, 200.5920, 280.5057, 87.5),
        ([0, 0, 0, 0, 2], 279.5880, -15.1743, 917.7776, 310.7558, 240.8853, 96.875),
        ([0, 0, 0, 0, 500], 1200.1736, 973.0957, 1838.8010, 5490.6943, 20.0983, 100.0),
        ([3, 0, 0, 0, 0], -338.0392, -976.3545, -63.5028, -393.9549, 213.2641, 0.7812),
        ([0, 0, 1, 0, 0], 0.0, -241.9493, 241.9493, 0.0, 295.8254, 50.0),
        ([0, 0, 20_000, 0, 0], 0.0, -0.0241, 0.0241, 0.0, 3.4047, 50.0),
        ([0, 0, 0, 1, 9], 454.2650, 256.2199, 843.3172, 660.4579, 136.4780, 100.0),
        ([0, 0, 0, 5, 0], 154.1404, 55.7148, 265.8931, 322.5858, 187.8184, 99.8991),
        ([1, 0, 0, 0, 1], 0.0, -455.0684, 455.0684, 0.0, 232.5818, 50.0),
        ([1, 0, 0, 0, 40], 572.5455, 378.7152, 974.4855, 671.7285, 70.8254, 100.0),
    ] {
        let estimate = Estimate::of_pairs(&pairs).expect("pairs");
        let seen = [
            (estimate.elo().value, elo),
            (estimate.elo().low, low),
            (estimate.elo().high, high),
            (estimate.nelo().value, nelo),
            (estimate.nelo().error(), nelo_error),
            (estimate.los() * 100.0, los),
        ];
        seen.iter().for_each(|&(value, expected)| close(value, expected, 1e-3));
    }
    // The same for games.
    for ((wins, losses, draws), elo, error, los) in [
        ((1, 0, 0), 120.4120, 524.2271, 75.0),
        ((0, 0, 1), 0.0, 341.6345, 50.0),
        ((4, 0, 0), 279.5880, 466.4759, 96.875),
        ((2, 0, 3), 147.1907, 211.1795, 96.6055),
    ] {
        let estimate = wdl(wins, losses, draws);
        close(estimate.elo().value, elo, 1e-3);
        close(estimate.elo().error(), error, 1e-3);
        close(estimate.los() * 100.0, los, 1e-3);
    }
}

#[test]
fn any_results_have_finite_numbers_and_likelihood_and_interval_agree() {
    let mut random = crate::random::Random::new(5);
    for _ in 0..2000 {
        let scale = [2, 10, 300, 100_000][random.below(4)];
        let pairs: Pairs = std::array::from_fn(|_| (random.below(scale) * random.below(2)) as u64);
        let Some(estimate) = Estimate::of_pairs(&pairs) else { continue };
        let (elo, nelo, los) = (estimate.elo(), estimate.nelo(), estimate.los());
        for value in [elo.low, elo.value, elo.high, nelo.low, nelo.value, nelo.high] {
            assert!(value.is_finite(), "{pairs:?}: {elo:?} {nelo:?}");
        }
        assert!(elo.low < elo.value && elo.value < elo.high, "{pairs:?}: {elo:?}");
        assert_eq!(elo.low > 0.0, los > 0.975, "{pairs:?}: {elo:?} {los}");
        assert_eq!(elo.high < 0.0, los < 0.025, "{pairs:?}: {elo:?} {los}");
        let other_side = Estimate::of_pairs(&reversed(&pairs)).expect("pairs");
        close(other_side.elo().value, -elo.value, 1e-6);
        close(other_side.elo().low, -elo.high, 1e-3 * elo.high.abs().max(1.0));
        close(other_side.los(), 1.0 - los, 1e-6);
    }
}
