//! Both layouts against a board of columns and rows without bits, and against each other.

use std::collections::HashSet;

use proptest::prelude::*;

use super::layout::{Guarded, Key, Layout};
use super::packed::{Packed, PackedKey};
use super::schedule::{Exact, Prove};
use super::{Findings, Solver};
use crate::contract::solver::Effort;
use crate::contract::{Game, Position as _};
use crate::games::connect_four::{BoardWord, ConnectFour, Position};

type Cell = (i32, i32);

/// A board as columns and rows, and the bits of its cells in a layout.
struct Grid<L> {
    layout: L,
    stride: u32,
    width: i32,
    height: i32,
}

impl<L: Layout> Grid<L> {
    fn new(width: u32, stride: u32) -> Grid<L> {
        Grid { layout: L::new(width), stride, width: width as i32, height: L::HEIGHT as i32 }
    }

    fn all(&self) -> Vec<Cell> {
        (0..self.width).flat_map(|column| (0..self.height).map(move |row| (column, row))).collect()
    }

    fn index(&self, (column, row): Cell) -> u32 {
        column as u32 * self.stride + row as u32
    }

    fn word(&self, cells: impl IntoIterator<Item = Cell>) -> L::Word {
        cells.into_iter().fold(L::Word::EMPTY, |word, cell| word | L::Word::cell(self.index(cell)))
    }

    /// The cells for which this holds.
    fn those(&self, holds: impl Fn(Cell) -> bool) -> L::Word {
        self.word(self.all().into_iter().filter(|&cell| holds(cell)))
    }

    /// All lines of four, first cell first, in the directions of [`Layout::lines`].
    fn fours(&self) -> Vec<(usize, [Cell; 4])> {
        let steps = if self.stride == L::HEIGHT {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
        } else {
            [(0, 1), (1, 0), (1, -1), (1, 1)]
        };
        let mut fours = Vec::new();
        for (direction, (right, up)) in steps.into_iter().enumerate() {
            for (column, row) in self.all() {
                let four = [0, 1, 2, 3].map(|n| (column + n * right, row + n * up));
                let (column, row) = four[3];
                if (0..self.width).contains(&column) && (0..self.height).contains(&row) {
                    fours.push((direction, four));
                }
            }
        }
        fours
    }

    /// Compares all operations of the layout for these cells, some of which are stones on top of each other.
    fn compare(&self, cells: &HashSet<Cell>, stones: &HashSet<Cell>) {
        let layout = &self.layout;
        let word = self.word(cells.iter().copied());
        let occupied = self.word(stones.iter().copied());
        let is_set = |cell: &Cell| cells.contains(cell);
        let fours = self.fours();
        let size = (self.width, self.height);
        assert_eq!(
            layout.has_four(word),
            fours.iter().any(|(_, four)| four.iter().all(is_set)),
            "{size:?} {cells:?}"
        );
        // No stone lies below an empty cell, so that in a column only the highest cell of a line can be missing.
        let completes = |cell: Cell, direction: usize, four: &[Cell; 4]| {
            let place = four.iter().position(|one| *one == cell);
            let can_be_missing = if direction == 0 { place == Some(3) } else { place.is_some() };
            can_be_missing && four.iter().all(|one| *one == cell || is_set(one))
        };
        let completing =
            self.those(|cell| fours.iter().any(|(direction, four)| completes(cell, *direction, four)));
        assert_eq!(layout.completing_cells(word) & layout.board(), completing, "{size:?} {cells:?}");
        assert_eq!(
            layout.below(word) & layout.board(),
            self.those(|(column, row)| is_set(&(column, row + 1)))
        );
        let with_all_above = self.those(|(column, row)| (0..=row).any(|lower| is_set(&(column, lower))));
        assert_eq!(layout.with_all_above(word), with_all_above, "{size:?} {cells:?}");
        let lands = |(column, row): Cell| {
            !stones.contains(&(column, row)) && (row == 0 || stones.contains(&(column, row - 1)))
        };
        assert_eq!(layout.landing(occupied), self.those(lands), "{size:?} {stones:?}");
        let next = self.those(|(column, row)| lands((column, row - 1)));
        assert_eq!(next.without(layout.landing_next(occupied)), L::Word::EMPTY, "{size:?} {stones:?}");
        let others = layout.landing_next(occupied) & layout.board().without(next | occupied);
        assert_eq!(others.without(layout.bottom()), L::Word::EMPTY, "{size:?} {stones:?}");
    }

    /// What does not depend on stones.
    fn compare_masks(&self) {
        let layout = &self.layout;
        assert_eq!(layout.width(), self.width as u32);
        assert_eq!(layout.board(), self.those(|_| true));
        assert_eq!(layout.bottom(), self.those(|(_, row)| row == 0));
        assert_eq!(layout.tops(), self.those(|(_, row)| row == self.height - 1));
        let through = super::node::Field::<L>::new(self.width as u32);
        let fours = self.fours();
        for cell in self.all() {
            let column = self.those(|(column, _)| column == cell.0);
            assert_eq!(layout.column_of(self.index(cell)), column, "{cell:?}");
            let lines = through.lines_through(L::Word::cell(self.index(cell)));
            for (direction, lines) in lines.into_iter().enumerate() {
                let starts = fours.iter().filter(|(way, four)| *way == direction && four.contains(&cell));
                assert_eq!(
                    lines,
                    self.word(starts.map(|(_, four)| four[0])),
                    "{cell:?}, direction {direction}"
                );
            }
        }
    }
}

/// Random cells, at least some of them close together, and columns of stones.
fn compare_all<L: Layout>(width: u32, stride: u32, chances: &[u8]) {
    let grid = Grid::<L>::new(width, stride);
    grid.compare_masks();
    let mut chances = chances.iter().cycle();
    for most in [64, 128, 200] {
        let cells = grid.all().into_iter().filter(|_| *chances.next().unwrap() < most).collect();
        let heights: Vec<i32> =
            (0..width).map(|_| i32::from(*chances.next().unwrap()) % (grid.height + 1)).collect();
        let stones = grid.all().into_iter().filter(|&(column, row)| row < heights[column as usize]).collect();
        grid.compare(&cells, &stones);
    }
}

fn compare_height<const H: u32>(chances: &[u8]) {
    for width in 4..=10 {
        compare_all::<Guarded<u128, H>>(width, H + 1, chances);
        if width * (H + 1) <= 64 {
            compare_all::<Guarded<u64, H>>(width, H + 1, chances);
        }
        if width * H <= 64 {
            compare_all::<Packed<H>>(width, H, chances);
        }
    }
}

/// A position chosen by these numbers, in which no stone wins and `empty` cells stay empty.
fn reach(width: u32, height: u32, choices: &[u8], empty: u32) -> Option<Position<u128>> {
    let mut pos = ConnectFour::<u128>::new(width, height)?.start_position();
    for choice in choices.iter().cycle() {
        if pos.empty().count() <= empty {
            return Some(pos);
        }
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        moves.retain(|&mv| {
            let mut child = pos;
            child.make(mv);
            child.outcome().is_none()
        });
        pos.make(*moves.get(usize::from(*choice) % moves.len().max(1))?);
    }
    None
}

/// The cells in a layout whose columns are `stride` bits apart.
fn moved<B: BoardWord>(pos: &Position<u128>, cells: u128, stride: u32) -> B {
    let geometry = pos.geometry();
    let index = |cell| geometry.column(cell) * stride + geometry.row(cell);
    cells.cells().fold(B::EMPTY, |word, cell| word | B::cell(index(cell)))
}

fn ask<L: Layout>(pos: &Position<u128>, stride: u32) -> Findings {
    let mut solver = Exact::<L>::new(pos.geometry().width(), 1, 1);
    let [mover, occupied] = [pos.mover(), pos.occupied()].map(|cells| moved(pos, cells, stride));
    solver.solve(mover, occupied, Solver::<u128>::WHOLE, Effort::ENDLESS)
}

fn compare_scores<const H: u32>(width: u32, choices: &[u8], empty: u32) {
    let Some(pos) = reach(width, H, choices, empty) else { return };
    let guarded = ask::<Guarded<u128, H>>(&pos, H + 1).score();
    assert!(guarded.is_some());
    assert_eq!(ask::<Packed<H>>(&pos, H).score(), guarded, "{width}x{H} {pos:?}");
    let chosen =
        Solver::new(pos.geometry(), 1, 1).solve(&pos, Solver::<u128>::WHOLE, Effort::ENDLESS).score();
    assert_eq!(chosen, guarded, "{width}x{H} {pos:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn every_layout_of_every_board_says_what_columns_and_rows_say(chances in prop::collection::vec(any::<u8>(), 499)) {
        compare_height::<4>(&chances);
        compare_height::<5>(&chances);
        compare_height::<6>(&chances);
        compare_height::<7>(&chances);
        compare_height::<8>(&chances);
        compare_height::<9>(&chances);
        compare_height::<10>(&chances);
    }

    #[test]
    fn positions_have_one_score_with_and_without_sentinels(choices in prop::collection::vec(any::<u8>(), 100), empty in 4u32..22) {
        compare_scores::<4>(4, &choices, 16);
        compare_scores::<4>(5, &choices, empty);
        compare_scores::<5>(5, &choices, empty);
        compare_scores::<6>(7, &choices, empty);
        compare_scores::<6>(10, &choices, empty);
        compare_scores::<7>(9, &choices, empty);
        compare_scores::<8>(8, &choices, empty);
        compare_scores::<9>(7, &choices, empty);
        compare_scores::<10>(6, &choices, empty);
    }

    #[test]
    fn mirror_images_have_mirrored_keys(choices in prop::collection::vec(any::<u8>(), 100), empty in 0u32..64) {
        if let Some(pos) = reach(8, 8, &choices, empty) {
            let layout = Packed::<8>::new(8);
            let [mover, occupied] = [pos.mover(), pos.occupied()].map(|cells| moved::<u64>(&pos, cells, 8));
            let mirrored = layout.key(mover.swap_bytes(), occupied.swap_bytes());
            prop_assert_eq!(layout.mirrored(layout.key(mover, occupied)), mirrored);
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let layout = Packed::<4>::new(4);
    let start = ConnectFour::<u128>::new(4, 4).unwrap().start_position();
    let (mut seen, mut keys, mut open) = (HashSet::new(), HashSet::new(), vec![start]);
    while let Some(pos) = open.pop() {
        let [mover, occupied] = [pos.mover(), pos.occupied()].map(|cells| moved(&pos, cells, 4));
        if !seen.insert((mover, occupied)) {
            continue;
        }
        let key = layout.key(mover, occupied);
        assert!(keys.insert((key.spread(20, 56, 0).0, key.rest(20, 56))), "{pos:?}");
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        open.extend(moves.into_iter().map(|mv| {
            let mut child = pos;
            child.make(mv);
            child
        }));
    }
    assert!(seen.len() > 100_000);
}

/// What the lowest cells add to the number lies so far apart that its first 44 bits distinguish them, the upper word known.
#[test]
fn the_first_bits_of_a_key_and_its_rest_leave_nothing_open() {
    for (width, height) in [(10, 6), (9, 7), (8, 8), (7, 9), (6, 10)] {
        let mut added: Vec<u64> = (0..1u64 << width)
            .map(|lowest| {
                let cells = lowest.cells().fold(0, |cells, column| cells | u64::cell(column * height));
                PackedKey::new(0, cells).spread(64, 1, 0).1
            })
            .collect();
        added.sort_unstable();
        let gaps = added.iter().zip(added.iter().cycle().skip(1)).map(|(one, next)| next.wrapping_sub(*one));
        assert!(gaps.min().unwrap() >= 1 << 20, "{width}x{height}");
    }
}
