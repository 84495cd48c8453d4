//! The pairings of a Swiss round, after the Dutch system of FIDE (Handbook C.04.3).
//!
//! All pairings of a round are chosen together, as the matching of least cost in the graph of engines that have not met
//! yet. What FIDE ranks as criteria are levels of the cost, so that any gain at one level outweighs all levels below:
//!
//! 1. every engine is paired, except one of an odd number, and nobody meets twice;
//! 2. the bye goes to the lowest engine that has had none;
//! 3. nobody is two games ahead with one seat and gets it again;
//! 4. opponents have equal points, or differ by little (the squares of the differences are added);
//! 5. both engines get the seat that is due to them;
//! 6. within a group of equal points, the upper half meets the lower half in order; a floater meets the top of the next
//!    group.
//!
//! The seat is that of the first game of a pair; the second game exchanges them. So it is no advantage, and balanced
//! only for the sake of openings that are played once.

use super::matching::greatest_matching;

/// What the pairing of a round has to know of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Entrant {
    /// Index in the list of engines, which is its seed.
    pub engine: usize,
    /// Half points of its pairings.
    pub points: u64,
    /// Its opponents so far.
    pub opponents: Vec<usize>,
    /// Has it had a bye?
    pub had_bye: bool,
    /// Times it had the first seat, less those it had the second.
    pub seat_balance: i64,
    /// The seat it had last; `None` before its first game.
    pub last_seat: Option<usize>,
}

/// The pairings of a round, and the engine with the bye.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pairings {
    /// Engines by seat in the first game, the best pairing first.
    pub seats: Vec<[usize; 2]>,
    /// The engine without an opponent.
    pub bye: Option<usize>,
}

/// The largest number of rounds in which nobody has to meet twice, whatever the results are: as long as each engine
/// still has half of the others before it, everybody can be paired (Dirac's theorem).
pub(super) const fn max_rounds(engines: usize) -> u64 {
    engines.div_ceil(2) as u64
}

/// The usual number of rounds: enough for one engine without a loss.
pub(super) fn default_rounds(engines: usize) -> u64 {
    u64::from(engines.next_power_of_two().ilog2()).max(1)
}

/// The seat that is due to an engine, and how urgently: 2 absolute, 1 strong, 0 by alternation.
fn due_seat(entrant: &Entrant) -> Option<(usize, u8)> {
    let last = entrant.last_seat?;
    match entrant.seat_balance {
        0 => Some((1 - last, 0)),
        balance => Some((usize::from(balance > 0), if balance.abs() > 1 { 2 } else { 1 })),
    }
}

/// The factors of the levels of cost.
struct Levels {
    seats: i128,
    points: i128,
    balance: i128,
    bye: i128,
    /// Above all costs of a round.
    complete: i128,
}

impl Levels {
    /// For this number of entrants with at most this many half points.
    fn new(entrants: usize, most_points: u64) -> Levels {
        let (count, points) = (entrants as i128 + 1, i128::from(most_points) + 1);
        let seats = count * count;
        // A pairing against the seats that are due costs up to 2.
        let points_level = seats * 2 * count;
        let balance = points_level * count * points * points;
        let bye = balance * count;
        Levels { seats, points: points_level, balance, bye, complete: bye * count * count }
    }
}

/// Pairs a round. `entrants` are all engines; the order of equal points is that of their seeds.
pub(super) fn pair(mut entrants: Vec<Entrant>) -> Pairings {
    entrants.sort_by_key(|entrant| (std::cmp::Reverse(entrant.points), entrant.engine));
    let count = entrants.len();
    let levels = Levels::new(count, entrants.first().map_or(0, |first| first.points));
    let with_bye = count + count % 2;
    let weight = |one: usize, other: usize| {
        let (upper, lower) = (one.min(other), one.max(other));
        let cost = match lower {
            _ if upper == lower => None,
            _ if lower == count => bye_cost(&entrants, upper, &levels),
            _ => cost(&entrants, upper, lower, &levels),
        };
        cost.map(|cost| levels.complete - cost)
    };
    let weights: Vec<Vec<_>> =
        (0..with_bye).map(|one| (0..with_bye).map(|other| weight(one, other)).collect()).collect();
    let partners = greatest_matching(&weights);
    let mut pairings = Pairings::default();
    for (upper, partner) in partners.into_iter().enumerate().take(count) {
        match partner {
            Some(lower) if lower == count => pairings.bye = Some(entrants[upper].engine),
            Some(lower) if lower > upper => {
                let board = pairings.seats.len();
                pairings.seats.push(seats(&entrants[upper], &entrants[lower], board));
            }
            _ => {}
        }
    }
    pairings
}

fn bye_cost(entrants: &[Entrant], rank: usize, levels: &Levels) -> Option<i128> {
    (!entrants[rank].had_bye).then(|| (entrants.len() - 1 - rank) as i128 * levels.bye)
}

/// The cost of a pairing of the engines with these ranks; `None`: they have met.
fn cost(entrants: &[Entrant], upper: usize, lower: usize, levels: &Levels) -> Option<i128> {
    let (a, b) = (&entrants[upper], &entrants[lower]);
    if a.opponents.contains(&b.engine) {
        return None;
    }
    let mut cost = 0;
    if let Some(((seat_a, urgency_a), (seat_b, urgency_b))) = due_seat(a).zip(due_seat(b))
        && seat_a == seat_b
    {
        match urgency_a.min(urgency_b) {
            2 => cost += levels.balance,
            1 => cost += 2 * levels.seats,
            _ => cost += levels.seats,
        }
    }
    let difference = i128::from(a.points - b.points);
    cost += difference * difference * levels.points;
    let distance = (lower - upper) as i128;
    let ideal = if difference == 0 {
        entrants.iter().filter(|entrant| entrant.points == a.points).count() as i128 / 2
    } else {
        1
    };
    Some(cost + (distance - ideal).abs())
}

/// The engines by seat: each has the seat that is due to it, in a conflict the more urgent one, then the higher rank; if
/// none is due, the boards alternate.
fn seats(upper: &Entrant, lower: &Entrant, board: usize) -> [usize; 2] {
    let (due_upper, due_lower) = (due_seat(upper), due_seat(lower));
    let upper_seat = match (due_upper, due_lower) {
        (Some((_, urgency)), Some((seat, other))) if other > urgency => 1 - seat,
        (Some((seat, _)), _) => seat,
        (None, Some((seat, _))) => 1 - seat,
        (None, None) => board % 2,
    };
    if upper_seat == 0 { [upper.engine, lower.engine] } else { [lower.engine, upper.engine] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrants(points: &[u64]) -> Vec<Entrant> {
        let entrant = |(engine, &points)| Entrant { engine, points, ..Entrant::default() };
        points.iter().enumerate().map(entrant).collect()
    }

    fn opponents(pairings: &Pairings) -> Vec<[usize; 2]> {
        pairings.seats.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect()
    }

    #[test]
    fn the_first_round_pairs_the_upper_half_with_the_lower_and_boards_alternate() {
        let pairings = pair(entrants(&[0; 8]));
        assert_eq!(pairings.seats, [[0, 4], [5, 1], [2, 6], [7, 3]]);
        assert_eq!(pairings.bye, None);
    }

    #[test]
    fn the_bye_goes_to_the_lowest_that_has_had_none() {
        assert_eq!(pair(entrants(&[0; 5])).bye, Some(4));
        let mut five = entrants(&[4, 2, 2, 2, 0]);
        five[4].had_bye = true;
        assert_eq!(pair(five).bye, Some(3));
    }

    #[test]
    fn engines_with_equal_points_meet_in_halves() {
        let pairings = pair(entrants(&[2, 0, 2, 0, 2, 0, 2, 0]));
        assert_eq!(opponents(&pairings), [[0, 4], [2, 6], [1, 5], [3, 7]]);
    }

    #[test]
    fn nobody_meets_twice_and_nobody_leaves_his_group_without_need() {
        let mut four = entrants(&[2, 2, 2, 2, 0, 0]);
        four[1].opponents = vec![3];
        four[3].opponents = vec![1];
        assert_eq!(opponents(&pair(four)), [[0, 3], [1, 2], [4, 5]]);
    }

    #[test]
    fn the_lowest_of_an_odd_group_meets_the_top_of_the_next() {
        let pairings = pair(entrants(&[2, 2, 2, 0, 0, 0]));
        assert_eq!(opponents(&pairings), [[0, 1], [2, 3], [4, 5]]);
    }

    #[test]
    fn two_that_have_had_the_first_seat_twice_too_often_do_not_meet() {
        let mut four = entrants(&[4, 4, 2, 2]);
        for engine in [0, 1] {
            four[engine].seat_balance = 2;
            four[engine].last_seat = Some(0);
        }
        let pairings = pair(four);
        assert_eq!(opponents(&pairings), [[0, 2], [1, 3]]);
        assert_eq!(pairings.seats, [[2, 0], [3, 1]], "the others get the first seat");
    }

    #[test]
    fn the_usual_number_of_rounds_can_be_played_without_repeats() {
        for engines in 2..2000 {
            assert!(default_rounds(engines) <= max_rounds(engines), "{engines}");
        }
        assert_eq!([2, 3, 4, 5, 8, 9].map(default_rounds), [1, 2, 2, 3, 3, 4]);
    }
}
