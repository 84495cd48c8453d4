//! The board as the evaluation sees it: classes and values of all points, kept up to date move by move.
//!
//! A stone changes the patterns of the empty points on its four lines, up to five cells away, but not behind stones of
//! both colours. Each changed point is looked up again and its old state is pushed on a stack, so that undoing a move
//! computes nothing. Sums of values and counts of classes follow every change, and for classes from four up a bit set:
//! "does a player have a five?" is one load, "where?" one pass over the rows.

use super::cell_set::{CellSet, iterate};
use super::geometry::{Cell, MAX_SIZE, PADDED_CELLS, STEPS, cells};
use super::lines::{EMPTY, Lines, STONE};
use super::patterns::PatternTables;
use super::points::{CLASSES, FourPatterns, PointClass, PointTables};
use super::position::Position;
use super::zobrist::stone_key;

/// The state of one cell, for both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(8))]
struct CellState {
    patterns: [FourPatterns; 2],
    classes: [PointClass; 2],
}

impl CellState {
    const TAKEN: CellState = CellState { patterns: [FourPatterns::ZERO; 2], classes: [PointClass::Taken; 2] };
}

/// Number of points of each class, by player.
type Counts = [[u16; CLASSES]; 2];

/// The first class whose points are kept as a set.
const FIRST_SET: usize = PointClass::Four as usize;

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
    /// Zobrist key of the stones only.
    key: u64,
    states: Box<[CellState; PADDED_CELLS]>,
    /// Points of each class, by player.
    counts: Counts,
    /// Points of the classes from [`FIRST_SET`] up.
    sets: [[CellSet; CLASSES - FIRST_SET]; 2],
    occupied: CellSet,
    /// States before the changes of all moves made, newest last.
    changes: Vec<(Cell, CellState)>,
    /// Length of `changes` before each move.
    marks: Vec<u32>,
    /// The counts before each move.
    former_counts: Vec<Counts>,
    /// The moves made since the position it began with, with the number of their player.
    moves: Vec<(Cell, u8)>,
}

impl PatternBoard {
    /// The board of a position.
    pub fn new(pos: &Position) -> PatternBoard {
        let size = pos.size();
        let rule = pos.rule();
        let mut board = PatternBoard {
            size,
            reach: rule.reach() as isize,
            closing_matters: rule.lines().iter().any(|l| l.closed_five_is_nothing),
            stones: 0,
            pattern_tables: PatternTables::of(rule),
            point_tables: PointTables::of(rule),
            lines: Lines::new(size),
            key: 0,
            states: Box::new([CellState::TAKEN; PADDED_CELLS]),
            counts: [[0; CLASSES]; 2],
            sets: [[[0; MAX_SIZE]; CLASSES - FIRST_SET]; 2],
            occupied: [0; MAX_SIZE],
            changes: Vec::with_capacity(8192),
            marks: Vec::with_capacity(512),
            former_counts: Vec::with_capacity(512),
            moves: Vec::with_capacity(512),
        };
        for cell in cells(size) {
            if let Some(player) = pos.stone(cell) {
                board.put(cell, player.index());
                board.stones += 1;
            }
        }
        for cell in cells(size).filter(|&c| pos.stone(c).is_none()) {
            board.look_up(cell);
        }
        board
    }

    /// Does the board hold the stones of `pos`?
    pub fn shows(&self, pos: &Position) -> bool {
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

    /// The moves made since the position it began with, with the number of their player.
    pub fn moves(&self) -> &[(Cell, u8)] {
        &self.moves
    }

    /// Stones on the board.
    #[inline]
    pub fn stones(&self) -> usize {
        self.stones
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
    pub fn class(&self, cell: Cell, player: usize) -> PointClass {
        self.states[cell.index()].classes[player]
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

    /// The points of a class from [`PointClass::Four`] up, row by row.
    #[inline]
    pub fn points_of(&self, player: usize, class: PointClass) -> impl Iterator<Item = Cell> + use<> {
        let set = self.sets[player][class as usize - FIRST_SET];
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
        self.former_counts.push(self.counts);
        self.moves.push((cell, player as u8));
        self.take(cell);
        self.put(cell, player);
        self.stones += 1;
        let reach = self.reach;
        for (dir, step) in STEPS.into_iter().enumerate() {
            let word = self.lines.word(cell, dir);
            for sign in [1isize, -1] {
                let mut seen = 0;
                for distance in 1..=reach {
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
        let (Some(mark), Some(counts)) = (self.marks.pop(), self.former_counts.pop()) else { return };
        self.moves.pop();
        self.counts = counts;
        while self.changes.len() > mark as usize {
            let Some((cell, old)) = self.changes.pop() else { break };
            let now = std::mem::replace(&mut self.states[cell.index()], old);
            for player in 0..2 {
                self.move_between_sets(cell, player, now.classes[player], old.classes[player]);
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

    /// Looks up one line of an empty cell again.
    #[inline(always)]
    fn refresh(&mut self, cell: Cell, dir: usize, window: u64) {
        let old = self.states[cell.index()];
        let new = self.pattern_tables.both(window);
        let patterns = [0, 1].map(|player| old.patterns[player].with(dir, new[player]));
        if patterns != old.patterns {
            self.changes.push((cell, old));
            self.set_patterns(cell, old.classes, patterns);
        }
    }

    /// Looks up all lines of a cell for the first time.
    fn look_up(&mut self, cell: Cell) {
        for player in 0..2 {
            self.counts[player][PointClass::Nothing as usize] += 1;
        }
        let both = [0, 1, 2, 3].map(|dir| self.pattern_tables.both(self.lines.window(cell, dir)));
        let patterns = [0, 1].map(|player| FourPatterns::of(both.map(|both| both[player])));
        self.set_patterns(cell, [PointClass::Nothing; 2], patterns);
    }

    /// Sets new patterns of an empty cell with these old classes, and updates whatever depends on them.
    #[inline(always)]
    fn set_patterns(&mut self, cell: Cell, old: [PointClass; 2], patterns: [FourPatterns; 2]) {
        let classes = [0, 1].map(|player| self.point_tables.class(patterns[player], player));
        self.states[cell.index()] = CellState { patterns, classes };
        for player in 0..2 {
            self.counts[player][old[player] as usize] -= 1;
            self.counts[player][classes[player] as usize] += 1;
            self.move_between_sets(cell, player, old[player], classes[player]);
        }
    }

    /// An empty cell becomes occupied: it leaves all sums and sets.
    fn take(&mut self, cell: Cell) {
        let old = std::mem::replace(&mut self.states[cell.index()], CellState::TAKEN);
        self.changes.push((cell, old));
        for player in 0..2 {
            let class = old.classes[player];
            self.counts[player][class as usize] -= 1;
            self.move_between_sets(cell, player, class, PointClass::Taken);
        }
    }

    /// The class of a cell changes; only the higher ones are kept as sets.
    #[inline]
    fn move_between_sets(&mut self, cell: Cell, player: usize, old: PointClass, new: PointClass) {
        if (old as usize).max(new as usize) < FIRST_SET || old == new {
            return;
        }
        for class in [old, new] {
            if let Some(set) =
                (class as usize).checked_sub(FIRST_SET).and_then(|i| self.sets[player].get_mut(i))
            {
                set[cell.y()] ^= 1 << cell.x();
            }
        }
    }
}
