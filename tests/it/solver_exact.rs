//! The exact solver of Connect Four against what owes it nothing: plain search over a board of cells, scores on file,
//! and what must hold between a position and those around it.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use quadriga::contract::solver::Effort;
use quadriga::contract::{Game, Outcome, Position as _};
use quadriga::games::connect_four::{BoardWord, ConnectFour, Move, Position, Solver, plies_to_end};

const WHOLE: (i32, i32) = Solver::<u64>::WHOLE;
const SIGN: (i32, i32) = Solver::<u64>::SIGN;

/// A board of cells: 0 empty, 1 and 2 the players. Nothing here knows of bits.
struct Cells {
    width: usize,
    height: usize,
    cells: Vec<u8>,
    stones: usize,
}

impl Cells {
    fn new(width: usize, height: usize) -> Cells {
        Cells { width, height, cells: vec![0; width * height], stones: 0 }
    }

    fn code(&self) -> u64 {
        self.cells.iter().fold(0, |code, &cell| 3 * code + u64::from(cell))
    }

    /// Drops a stone of the player to move; the row where it lands.
    fn drop(&mut self, column: usize) -> Option<usize> {
        let row = (0..self.height).find(|row| self.cells[row * self.width + column] == 0)?;
        self.cells[row * self.width + column] = 1 + (self.stones % 2) as u8;
        self.stones += 1;
        Some(row)
    }

    fn take(&mut self, column: usize, row: usize) {
        self.cells[row * self.width + column] = 0;
        self.stones -= 1;
    }

    /// Does the stone on this cell stand in a line of four?
    fn in_four(&self, column: usize, row: usize) -> bool {
        let at = |column: i32, row: i32| {
            let on = (0..self.width as i32).contains(&column) && (0..self.height as i32).contains(&row);
            if on { self.cells[row as usize * self.width + column as usize] } else { 0 }
        };
        let (column, row) = (column as i32, row as i32);
        let own = at(column, row);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(right, up)| {
            let run = |way: i32| {
                (1..4)
                    .take_while(|step| at(column + way * step * right, row + way * step * up) == own)
                    .count()
            };
            run(1) + run(-1) >= 3
        })
    }

    /// Score of the player to move by trying everything; each position once.
    fn score(&mut self, known: &mut HashMap<u64, i32>) -> i32 {
        let total = self.width * self.height;
        if self.stones == total {
            return 0;
        }
        let code = self.code();
        if let Some(&score) = known.get(&code) {
            return score;
        }
        let mut best = i32::MIN;
        for column in 0..self.width {
            let Some(row) = self.drop(column) else { continue };
            let score = match self.in_four(column, row) {
                // The stones of the winner, this one among them, that a full board would still take.
                true => (total - self.stones + 2) as i32 / 2,
                false => -self.score(known),
            };
            self.take(column, row);
            best = best.max(score);
        }
        known.insert(code, best);
        best
    }
}

/// Asks the solver for every position of a board, and compares with plain search; how many there are.
fn compare(width: usize, height: usize) -> usize {
    let game = ConnectFour::<u64>::new(width as u32, height as u32).unwrap();
    let start = game.start_position();
    let mut known = HashMap::new();
    let mut board = Cells::new(width, height);
    board.score(&mut known);
    let mut solver = Solver::new(start.geometry(), 16, 1);
    let mut seen = HashSet::new();
    let mut open = vec![(start, Vec::new())];
    while let Some((pos, columns)) = open.pop() {
        let mut board = Cells::new(width, height);
        for &column in &columns {
            board.drop(column);
        }
        let code = board.code();
        if !seen.insert(code) {
            continue;
        }
        let score = solver.solve(&pos, WHOLE, Effort::ENDLESS).score();
        assert_eq!(score, Some(known[&code]), "{width}x{height} after {columns:?}, columns from 0");
        for column in 0..width {
            let Some(mv) = pos.drop_into(column as u32) else { continue };
            let mut child = pos;
            child.make(mv);
            if child.outcome().is_none() {
                open.push((child, [&columns[..], &[column]].concat()));
            }
        }
    }
    assert_eq!(seen.len(), known.len(), "{width}x{height}: both ways find the same positions");
    seen.len()
}

#[test]
fn every_position_of_4x4_has_the_score_that_plain_search_finds() {
    assert!(compare(4, 4) > 100_000);
}

#[test]
fn every_position_of_4x5_has_the_score_that_plain_search_finds() {
    assert!(compare(4, 5) > 1_000_000);
}

#[test]
fn every_position_of_5x4_has_the_score_that_plain_search_finds() {
    assert!(compare(5, 4) > 1_000_000);
}

/// The positions one move on.
fn children<B: BoardWord>(pos: &Position<B>) -> Vec<Position<B>> {
    let mut moves: Vec<Move> = Vec::new();
    pos.generate(&mut moves);
    let after = |mv| {
        let mut child = *pos;
        child.make(mv);
        child
    };
    moves.into_iter().map(after).collect()
}

/// A position of a board with at most so many empty cells, reached by moves that this list of numbers chooses among
/// those that do not win at once; `None` where it runs into a win.
fn reach<B: BoardWord>((width, height): (u32, u32), choices: &[u8], empty: u32) -> Option<Position<B>> {
    let mut pos = ConnectFour::<B>::new(width, height)?.start_position();
    for choice in choices.iter().cycle() {
        if pos.empty().count() <= empty {
            return Some(pos);
        }
        let open: Vec<Position<B>> =
            children(&pos).into_iter().filter(|child| child.outcome().is_none()).collect();
        pos = *open.get(usize::from(*choice) % open.len().max(1))?;
    }
    None
}

/// Board, and empty cells for which any solver is quick in a test.
const BOARDS: [((u32, u32), u32); 11] = [
    ((4, 6), 16),
    ((6, 4), 16),
    ((5, 5), 17),
    ((7, 6), 22),
    ((7, 7), 22),
    ((8, 8), 22),
    ((9, 7), 22),
    ((10, 6), 22),
    ((7, 9), 22),
    ((6, 10), 22),
    ((10, 10), 20),
];

fn positions() -> impl Strategy<Value = Position<u128>> {
    let choices = prop::collection::vec(any::<u8>(), 100);
    (0..BOARDS.len(), choices, 0u32..12).prop_filter_map("the game goes on", |(board, choices, fewer)| {
        let (board, empty) = BOARDS[board];
        reach(board, &choices, empty - fewer)
    })
}

fn fresh<B: BoardWord>(pos: &Position<B>, mib: usize, threads: usize) -> Solver<B> {
    Solver::new(pos.geometry(), mib, threads)
}

fn score<B: BoardWord>(solver: &mut Solver<B>, pos: &Position<B>) -> i32 {
    solver.solve(pos, WHOLE, Effort::ENDLESS).score().expect("an endless effort ends with a score")
}

/// Score of a position for the player who moved to it.
fn score_after<B: BoardWord>(solver: &mut Solver<B>, child: &Position<B>) -> i32 {
    match child.outcome() {
        Some(Outcome::Win(_)) => (child.empty().count() as i32 + 2) / 2,
        Some(Outcome::Draw) => 0,
        None => -score(solver, child),
    }
}

fn mirrored<B: BoardWord>(pos: &Position<B>) -> Position<B> {
    let geometry = *pos.geometry();
    let [first, second] = pos.stones().map(|stones| {
        stones.cells().fold(B::EMPTY, |image, cell| {
            let column = geometry.width() - 1 - geometry.column(cell);
            image | B::cell(geometry.index(column, geometry.row(cell)))
        })
    });
    Position::from_stones(geometry, first, second).unwrap()
}

/// Our own test sets (made by `scripts/connect4_sets.py`): stones, plies left under best play, and positions that are
/// asked here, which are fewer where each takes long.
const SETS: [(&str, std::ops::RangeInclusive<u32>, std::ops::Range<u32>, usize); 6] = [
    ("end_easy", 29..=41, 0..14, 1000),
    ("middle_easy", 15..=28, 0..14, 1000),
    ("middle_medium", 15..=28, 14..28, 500),
    ("begin_easy", 4..=14, 0..14, 100),
    ("begin_medium", 4..=14, 14..28, 20),
    ("begin_hard", 4..=14, 28..42, 2),
];

#[test]
fn the_test_sets_have_the_scores_that_the_solver_finds() {
    let start = ConnectFour::<u64>::new(7, 6).unwrap().start_position();
    let mut solver = Solver::new(start.geometry(), 64, 1);
    for (name, stones, left, asked) in SETS {
        let path = format!("{}/tests/data/connect4/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("a set of tests/data/connect4");
        let mut seen = HashSet::new();
        for (place, line) in text.lines().enumerate() {
            let (moves, score) = line.split_once(' ').expect("MOVES SCORE");
            let score: i32 = score.parse().expect("a score");
            let mut pos = start;
            for digit in moves.bytes() {
                let mv = pos.drop_into(u32::from(digit - b'1')).expect("a legal move");
                pos.make(mv);
            }
            assert!(pos.outcome().is_none() && seen.insert((pos.mover(), pos.occupied())), "{name}: {moves}");
            let plies = plies_to_end(42, pos.ply(), score);
            assert!(
                stones.contains(&pos.ply()) && left.contains(&plies),
                "{name}: {line} has {plies} plies left"
            );
            if place < asked {
                solver.clear();
                assert_eq!(
                    solver.solve(&pos, WHOLE, Effort::ENDLESS).score(),
                    Some(score),
                    "{name}: {moves}"
                );
            }
        }
        assert!(seen.len() >= asked, "{name}: {} positions", seen.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn a_score_is_the_best_of_its_childrens_negated(pos in positions()) {
        let mut solver = fresh(&pos, 1, 1);
        let best = children(&pos).iter().map(|child| score_after(&mut solver, child)).max();
        prop_assert_eq!(Some(score(&mut fresh(&pos, 1, 1), &pos)), best);
        prop_assert_eq!(Some(score(&mut solver, &pos)), best, "with what the children left in the table");
    }

    #[test]
    fn a_position_and_its_mirror_image_have_the_same_score(pos in positions()) {
        let mut solver = fresh(&pos, 1, 1);
        let straight = score(&mut solver, &pos);
        prop_assert_eq!(score(&mut solver, &mirrored(&pos)), straight);
        prop_assert_eq!(score(&mut fresh(&pos, 1, 1), &mirrored(&pos)), straight);
    }

    #[test]
    fn table_threads_and_earlier_questions_do_not_change_a_score(pos in positions(), other in positions()) {
        let plain = score(&mut fresh(&pos, 1, 1), &pos);
        for (mib, threads) in [(8, 1), (1, 2), (4, 3)] {
            prop_assert_eq!(score(&mut fresh(&pos, mib, threads), &pos), plain, "{} MiB, {} threads", mib, threads);
        }
        let mut solver = fresh(&pos, 1, 1);
        if other.geometry() == pos.geometry() {
            score(&mut solver, &other);
        }
        for child in children(&pos).iter().rev() {
            score_after(&mut solver, child);
        }
        prop_assert_eq!(score(&mut solver, &pos), plain, "after other questions");
        solver.clear();
        prop_assert_eq!(score(&mut solver, &pos), plain, "after the table was cleared");
    }

    #[test]
    fn a_window_gives_bounds_that_the_score_lies_in(pos in positions(), low in -20i32..20, size in 1i32..8) {
        let whole = score(&mut fresh(&pos, 1, 1), &pos);
        for window in [SIGN, (low, low + size)] {
            let found = fresh(&pos, 1, 1).solve(&pos, window, Effort::ENDLESS);
            prop_assert!(found.low <= whole && whole <= found.high, "{:?} in {:?}: {:?}", whole, window, found);
            let told = found.low == found.high || found.high <= window.0 || found.low >= window.1;
            prop_assert!(told, "{:?} leaves open what {:?} asks", found, window);
        }
    }

    #[test]
    fn an_effort_that_ends_early_leaves_true_bounds_and_can_be_gone_on_with(pos in positions(), nodes in 0u64..400) {
        let whole = score(&mut fresh(&pos, 1, 1), &pos);
        let mut solver = fresh(&pos, 1, 1);
        let found = solver.solve(&pos, WHOLE, Effort { nodes, stop: &|| false });
        prop_assert!(found.low <= whole && whole <= found.high);
        prop_assert_eq!(score(&mut solver, &pos), whole);
    }

    #[test]
    fn both_words_that_hold_a_board_give_the_same_score(choices in prop::collection::vec(any::<u8>(), 64), empty in 8u32..23) {
        let narrow = reach::<u64>((7, 6), &choices, empty);
        let wide = reach::<u128>((7, 6), &choices, empty);
        prop_assume!(narrow.is_some());
        let (narrow, wide) = (narrow.unwrap(), wide.unwrap());
        prop_assert_eq!(score(&mut fresh(&narrow, 1, 1), &narrow), score(&mut fresh(&wide, 1, 1), &wide));
    }
}
