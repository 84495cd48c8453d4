//! The board as the evaluation sees it: classes and values of all points, kept up to date move by move.
//!
//! A stone changes the patterns of the empty points on its four lines, up to five cells away, and not
//! behind stones of both colours. Each changed point is looked up anew and its old state is pushed on a
//! stack, so that taking a move back computes nothing. Sums of values, counts of classes and one bit set
//! a class follow every change: "has he a five?" is one load, "where?" one pass over the rows.

use super::cell::{Cell, MARGIN, MAX_SIZE, PADDED_CELLS, STEPS, STRIDE, cells};
use super::lines::{EMPTY, Lines, STONE};
use super::patterns::PatternTables;
use super::points::{CLASSES, FourPatterns, Point, PointClass, PointTables};
use super::position::{GomokuPosition, stone_key};
use super::rules::Rule;

/// A set of cells: one word a row, bit `x` for column `x`.
pub type CellSet = [u32; MAX_SIZE];

/// What is known of one cell, for both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CellState {
    patterns: [FourPatterns; 2],
    points: [Point; 2],
}

impl CellState {
    const TAKEN: CellState = CellState { patterns: [FourPatterns::ZERO; 2], points: [Point::TAKEN; 2] };
}

/// Everything the evaluation keeps about a position.
#[derive(Clone)]
pub struct PatternBoard {
    size: usize,
    reach: isize,
    closing_matters: bool,
    stones: usize,
    pattern_tables: &'static PatternTables,
    point_tables: &'static PointTables,
    lines: Lines,
    /// Zobrist key of the stones alone.
    key: u64,
    states: Box<[CellState; PADDED_CELLS]>,
    sets: [[CellSet; CLASSES]; 2],
    counts: [[u16; CLASSES]; 2],
    /// Sums of the values of all points, by player, while he is to move and while he is not.
    values: [[i32; 2]; 2],
    occupied: CellSet,
    /// States before the changes of all moves made, newest last.
    changes: Vec<(Cell, CellState)>,
    /// Length of `changes` before each move.
    marks: Vec<u32>,
}

impl PatternBoard {
    /// The board of a position.
    pub fn new(pos: &GomokuPosition) -> PatternBoard {
        let size = pos.size();
        let rule = pos.rule();
        let mut board = PatternBoard {
            size,
            // Six stones or a closed end are looked for only where they matter.
            reach: if rule == Rule::Freestyle { 4 } else { 5 },
            closing_matters: rule.lines().iter().any(|l| l.closed_five_is_nothing),
            stones: 0,
            pattern_tables: PatternTables::of(rule),
            point_tables: PointTables::of(rule),
            lines: Lines::new(size),
            key: 0,
            states: Box::new([CellState::TAKEN; PADDED_CELLS]),
            sets: [[[0; MAX_SIZE]; CLASSES]; 2],
            counts: [[0; CLASSES]; 2],
            values: [[0; 2]; 2],
            occupied: [0; MAX_SIZE],
            changes: Vec::with_capacity(8192),
            marks: Vec::with_capacity(512),
        };
        for cell in cells(size) {
            if let Some(player) = pos.stone(cell) {
                board.put(cell, player.index());
                board.stones += 1;
            }
        }
        for cell in cells(size).filter(|&c| pos.stone(c).is_none()) {
            let state = board.look_up(cell);
            board.change(cell, state);
        }
        board
    }

    /// Does the board hold the stones of `pos`?
    pub fn shows(&self, pos: &GomokuPosition) -> bool {
        self.lines == *pos.lines()
    }

    /// Rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Can closing the ends of a five spoil it?
    #[inline]
    pub fn closing_matters(&self) -> bool {
        self.closing_matters
    }

    /// No empty cell is left.
    pub fn is_full(&self) -> bool {
        self.stones == self.size * self.size
    }

    /// Zobrist key of the stones, without the side to move.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The board as bit strings.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The line patterns in use.
    pub fn pattern_tables(&self) -> &'static PatternTables {
        self.pattern_tables
    }

    /// The point tables in use.
    pub fn point_tables(&self) -> &'static PointTables {
        self.point_tables
    }

    /// Farthest distance at which a stone changes a pattern.
    pub fn reach(&self) -> isize {
        self.reach
    }

    /// Sum of the values of all points for `player`, who is to move or not.
    #[inline]
    pub fn value(&self, player: usize, to_move: bool) -> i32 {
        self.values[player][usize::from(!to_move)]
    }

    /// Number of points of this class for `player`.
    #[inline]
    pub fn count(&self, player: usize, class: PointClass) -> usize {
        usize::from(self.counts[player][class as usize])
    }

    /// Is there a point of a class from `low` to `high`?
    #[inline]
    pub fn has(&self, player: usize, low: PointClass, high: PointClass) -> bool {
        self.counts[player][low as usize..=high as usize].iter().any(|&n| n > 0)
    }

    /// What a stone of `player` on this cell would make.
    #[inline]
    pub fn point(&self, cell: Cell, player: usize) -> Point {
        self.states[cell.index()].points[player]
    }

    /// The four lines through an empty cell as `player` sees them.
    #[inline]
    pub fn patterns(&self, cell: Cell, player: usize) -> FourPatterns {
        self.states[cell.index()].patterns[player]
    }

    /// Occupied cells.
    pub fn occupied(&self) -> &CellSet {
        &self.occupied
    }

    /// The points of a class, row by row.
    #[inline]
    pub fn points_of(&self, player: usize, class: PointClass) -> impl Iterator<Item = Cell> + use<> {
        let set = self.sets[player][class as usize];
        iterate(set, if self.count(player, class) == 0 { 0 } else { self.size })
    }

    /// The first point of a class, row by row.
    #[inline]
    pub fn first_of(&self, player: usize, class: PointClass) -> Option<Cell> {
        if self.count(player, class) == 0 { None } else { self.points_of(player, class).next() }
    }

    /// Puts a stone of `player` on the empty cell `cell`.
    pub fn make(&mut self, cell: Cell, player: usize) {
        self.marks.push(self.changes.len() as u32);
        self.change_and_remember(cell, CellState::TAKEN);
        self.put(cell, player);
        self.stones += 1;
        for (dir, step) in STEPS.into_iter().enumerate() {
            let word = self.lines.word(cell, dir);
            for sign in [1isize, -1] {
                let mut seen = 0;
                for distance in 1..=self.reach {
                    let steps = sign * distance;
                    let bits = word.cell(steps);
                    seen |= bits;
                    if bits == EMPTY {
                        let index = (cell.index() as isize + sign * distance * step) as usize;
                        self.refresh(Cell::from_index(index), dir, word.window(steps));
                    } else if seen == STONE[0] | STONE[1] {
                        break;
                    }
                }
            }
        }
    }

    /// Takes back the last stone, which was `player`'s on `cell`.
    pub fn unmake(&mut self, cell: Cell, player: usize) {
        self.put(cell, player);
        self.stones -= 1;
        let mark = self.marks.pop().map_or(0, |m| m as usize);
        while self.changes.len() > mark {
            if let Some((cell, state)) = self.changes.pop() {
                self.change(cell, state);
            }
        }
    }

    /// Writes a stone into lines, key and set; undoes itself.
    #[inline]
    fn put(&mut self, cell: Cell, player: usize) {
        self.lines.toggle(cell, STONE[player]);
        self.key ^= stone_key(cell, player);
        self.occupied[cell.y()] ^= 1 << cell.x();
    }

    /// Looks up one line of an empty cell anew.
    #[inline]
    fn refresh(&mut self, cell: Cell, dir: usize, window: u64) {
        let patterns = self.pattern_tables.both(window);
        let old = self.states[cell.index()].patterns;
        let new = [old[0].with(dir, patterns[0]), old[1].with(dir, patterns[1])];
        if new != old {
            let points = [0, 1].map(|player| self.point_tables.point(new[player], player));
            self.change_and_remember(cell, CellState { patterns: new, points });
        }
    }

    fn look_up(&self, cell: Cell) -> CellState {
        let mut patterns = [FourPatterns::ZERO; 2];
        for dir in 0..4 {
            let both = self.pattern_tables.both(self.lines.window(cell, dir));
            patterns = [0, 1].map(|player| patterns[player].with(dir, both[player]));
        }
        let points = [0, 1].map(|player| self.point_tables.point(patterns[player], player));
        CellState { patterns, points }
    }

    #[inline]
    fn change_and_remember(&mut self, cell: Cell, new: CellState) {
        self.changes.push((cell, self.states[cell.index()]));
        self.change(cell, new);
    }

    #[inline]
    fn change(&mut self, cell: Cell, new: CellState) {
        let old = std::mem::replace(&mut self.states[cell.index()], new);
        for player in 0..2 {
            let (old, new) = (old.points[player], new.points[player]);
            for (sum, (new, old)) in self.values[player].iter_mut().zip(new.value.into_iter().zip(old.value))
            {
                *sum += i32::from(new) - i32::from(old);
            }
            if old.class != new.class {
                let bit = 1 << cell.x();
                self.sets[player][old.class as usize][cell.y()] ^= bit;
                self.sets[player][new.class as usize][cell.y()] ^= bit;
                self.counts[player][old.class as usize] =
                    self.counts[player][old.class as usize].wrapping_sub(1);
                self.counts[player][new.class as usize] =
                    self.counts[player][new.class as usize].wrapping_add(1);
            }
        }
    }
}

/// The cells of a set, row by row; `rows` of them are looked at.
#[inline]
pub fn iterate(set: CellSet, rows: usize) -> impl Iterator<Item = Cell> {
    (0..rows.min(MAX_SIZE)).flat_map(move |y| {
        let mut row = set[y];
        std::iter::from_fn(move || {
            if row == 0 {
                return None;
            }
            let x = row.trailing_zeros() as usize;
            row &= row - 1;
            Some(Cell::from_index((y + MARGIN) * STRIDE + x + MARGIN))
        })
    })
}
