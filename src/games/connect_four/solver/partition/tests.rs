//! The answers are those of the solver, and every reason holds in every position with its conditions.

use super::reason::Reason;
use super::*;
use crate::contract::{Game as _, Position as _};
use crate::games::connect_four::ConnectFour;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::solver::Solver;
use crate::games::connect_four::solver::layout::Guarded;
use crate::games::connect_four::solver::node::Node;
use crate::games::connect_four::solver::search::BUSY_BITS;
use crate::games::connect_four::word::BoardWord;
use crate::random::Random;

/// A position of random moves in which the game continues.
fn random_position<const H: u32>(width: u32, stones: u32, random: &mut Random) -> Position<u128> {
    let game = ConnectFour::<u128>::new(width, H).unwrap();
    'game: loop {
        let mut pos = game.start_position();
        for _ in 0..stones {
            let Some(mv) = pos.drop_into(random.below(width as usize) as u32) else { continue 'game };
            pos.make(mv);
            if pos.outcome().is_some() {
                continue 'game;
            }
        }
        return pos;
    }
}

/// Asks both questions of random positions, and the solver.
fn compare<L: Layout<Word = u128>, const H: u32>(width: u32, stones: std::ops::Range<u32>, count: u32) {
    let field = Field::<L>::new(width);
    let (lines, searching) = (Lines::new(&field), CurrentlySearching::new(BUSY_BITS));
    let tables = [false, true].map(|first| Partition::<L>::new(4, first));
    let mut random = Random::new(u64::from(width * H));
    for number in 0..count {
        let stones = stones.start + number % stones.len() as u32;
        let pos = random_position::<H>(width, stones, &mut random);
        let mut solver = Solver::new(pos.geometry(), 1, 1);
        let found = solver.solve(&pos, Solver::<u128>::SIGN, Effort::ENDLESS);
        for (first, table) in [false, true].into_iter().zip(&tables) {
            let (answer, _) = table.prove(
                (&field, &lines),
                None,
                (&searching, 0),
                (pos.mover(), pos.occupied()),
                Effort::ENDLESS,
            );
            let moves = stones.is_multiple_of(2) == first;
            let wins = if moves { found.low > 0 } else { found.high < 0 };
            assert_eq!(answer, Some(wins), "{width}x{H}, first player: {first}, {pos:?}");
        }
    }
}

#[test]
fn answers_are_those_of_the_solver_on_boards_of_even_and_odd_height() {
    compare::<Guarded<u128, 4>, 4>(5, 0..12, 300);
    compare::<Guarded<u128, 5>, 5>(5, 0..14, 200);
    compare::<Guarded<u128, 6>, 6>(6, 6..20, 200);
    compare::<Guarded<u128, 7>, 7>(5, 4..20, 150);
    compare::<Guarded<u128, 6>, 6>(7, 14..26, 100);
}

/// The same cells with two stones of different players exchanged, a few times.
fn exchanged(pos: &Position<u128>, random: &mut Random) -> Option<Position<u128>> {
    let (mut mover, mut waiting) = (pos.mover(), pos.waiting());
    for _ in 0..1 + random.below(8) {
        let mut pick =
            |cells: u128| cells.cells().nth(random.below(cells.count_ones() as usize)).map(u128::cell);
        let both = pick(mover)? | pick(waiting)?;
        (mover, waiting) = (mover ^ both, waiting ^ both);
    }
    let (first, second) = if pos.ply().is_multiple_of(2) { (mover, waiting) } else { (waiting, mover) };
    Position::from_stones(*pos.geometry(), first, second).ok().filter(|pos| pos.outcome().is_none())
}

/// The reason for the answer in a quiet node, from the bounds or from a search.
fn reason<L: Layout>(thread: &mut PartitionThread<'_, L>, node: &Node<L::Word>) -> (bool, Reason<L::Word>) {
    let asked_moves = thread.asked_moves(node);
    match thread.explainer.field.bound_answer(node, asked_moves) {
        Some(answer) => (answer, thread.explainer.bound_reason(node, asked_moves, answer)),
        None => thread.search(node).unwrap(),
    }
}

/// How many positions were decided by the reason of another.
fn try_reasons<const H: u32>(width: u32, stones: std::ops::Range<u32>, count: u32) -> u32 {
    let field = Field::<Guarded<u128, H>>::new(width);
    let (lines, searching) = (Lines::new(&field), CurrentlySearching::new(BUSY_BITS));
    let explainer = Explainer { field: &field, lines: &lines };
    let mut random = Random::new(u64::from(100 + width * H));
    let mut tried = 0;
    for number in 0..count {
        let pos = random_position::<H>(width, stones.start + number % stones.len() as u32, &mut random);
        let Settled::Quiet { node, sign: 1 } = field.settle(field.node(pos.mover(), pos.occupied())) else {
            continue;
        };
        if node.occupied != pos.occupied() {
            continue;
        }
        for first in [false, true] {
            let table = ReasonTable::new(1);
            let mut thread = PartitionThread {
                explainer,
                table: &table,
                known: None,
                searching: &searching,
                shared_stones: 0,
                first,
                nodes: 0,
                effort: Effort::ENDLESS,
            };
            let (answer, reason) = reason(&mut thread, &node);
            let asked_moves = thread.asked_moves(&node);
            for other in (0..60).filter_map(|_| exchanged(&pos, &mut random)) {
                let stones = [other.mover(), other.waiting()];
                let [asked, rival] = if asked_moves { stones } else { [stones[1], stones[0]] };
                let (winner, loser) = if answer { (asked, rival) } else { (rival, asked) };
                if !reason.is_part_of(&explainer.all_reasons(winner, loser)) {
                    continue;
                }
                let found =
                    Solver::new(other.geometry(), 1, 1).solve(&other, Solver::<u128>::SIGN, Effort::ENDLESS);
                let wins = if asked_moves { found.low > 0 } else { found.high < 0 };
                assert_eq!(wins, answer, "{width}x{H}, first player: {first}, {pos:?} and {other:?}");
                tried += 1;
            }
        }
    }
    tried
}

#[test]
fn a_reason_decides_every_position_in_which_it_holds() {
    assert!(try_reasons::<4>(6, 6..18, 300) > 500);
    assert!(try_reasons::<5>(5, 6..20, 300) > 500);
    assert!(try_reasons::<6>(6, 12..30, 200) > 100);
    assert!(try_reasons::<7>(5, 10..30, 150) > 100);
}

#[test]
fn two_threads_have_the_answer_of_one() {
    let game = ConnectFour::<u128>::new(7, 6).unwrap();
    for columns in ["123456", "2635"] {
        let pos = game.play(columns).unwrap();
        let mut signs = [1, 2].map(|threads| {
            let found =
                Solver::new(pos.geometry(), 16, threads).solve(&pos, Solver::<u128>::SIGN, Effort::ENDLESS);
            (found.low.signum(), found.high.signum())
        });
        signs.sort_unstable();
        assert_eq!(signs[0], signs[1], "{columns}");
    }
}
