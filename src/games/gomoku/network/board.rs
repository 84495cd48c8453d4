//! The vectors of all empty points. They are updated only when they are needed, since a search for a victory by fours
//! makes many moves without an evaluation.

use std::sync::Arc;

use wide::i16x16;

use super::super::geometry::{Cell, PADDED_CELLS, STEPS, cells};
use super::super::lines::{EMPTY, Lines, STONE};
use super::super::pattern_board::PatternBoard;
use super::super::position::Position;
use super::head::{NEURON_ONE, Neurons, OrderWeights, VALUE_PARTS};
use super::{Network, ONE, Row, VECTORS};
use crate::games::gomoku::threat_set::threat_set;

/// The sums of the vectors of all points, unsigned.
pub(super) type Pool = [i16x16; VECTORS];

/// The network's view of a board.
#[derive(Clone)]
pub(in crate::games::gomoku) struct NetworkBoard {
    network: Arc<Network>,
    /// Cells to each side of a point that its shapes show.
    reach: isize,
    lines: Lines,
    /// The sums of the rows of each empty point; those of other cells are unused.
    points: Box<[Row; PADDED_CELLS]>,
    pool: Pool,
    /// The moves made here since the position it began with.
    made: Vec<(Cell, u8)>,
    /// The points changed by all moves, newest last, and their values before. (Separate lists, like marks and pools:
    /// pairs would be built on the stack and copied.)
    changed: Vec<Cell>,
    before: Vec<Row>,
    /// Length of these lists before each move.
    marks: Vec<u32>,
    /// The pool before each move.
    pools: Vec<Pool>,
    /// The last policy weights, with key and player.
    order: Option<(u64, usize, OrderWeights)>,
}

/// A point's vector in the pool.
#[inline(always)]
pub(super) fn cut_off(sum: i16x16) -> i16x16 {
    sum.max(i16x16::ZERO).min(i16x16::splat(ONE))
}

/// One line of a point changes: the row of its new shape replaces that of the old one.
#[inline(always)]
fn exchange(point: &mut Row, [old, new]: [&Row; 2], pool: &mut Pool) {
    for (((sum, pool), &old), &new) in point.0.iter_mut().zip(pool).zip(&old.0).zip(&new.0) {
        let was = *sum;
        *sum = was - old + new;
        *pool = *pool - cut_off(was) + cut_off(*sum);
    }
}

impl NetworkBoard {
    /// The board of a position, with the network of its rules.
    pub(in crate::games::gomoku) fn new(network: Arc<Network>, pos: &Position) -> NetworkBoard {
        let mut board = NetworkBoard {
            network,
            reach: pos.rule().reach() as isize,
            lines: pos.lines().clone(),
            points: Box::new([Row::ZERO; PADDED_CELLS]),
            pool: [i16x16::ZERO; VECTORS],
            made: Vec::with_capacity(256),
            changed: Vec::with_capacity(8192),
            before: Vec::with_capacity(8192),
            marks: Vec::with_capacity(256),
            pools: Vec::with_capacity(256),
            order: None,
        };
        let network = &*board.network;
        for cell in cells(pos.size()).filter(|&cell| pos.stone(cell).is_none()) {
            let point = &mut board.points[cell.index()];
            for dir in 0..4 {
                let row = &network.rows[network.shapes.of(board.lines.window(cell, dir))];
                point.0.iter_mut().zip(row.0).for_each(|(sum, number)| *sum += number);
            }
            board.pool.iter_mut().zip(point.0).for_each(|(pool, sum)| *pool += cut_off(sum));
        }
        board
    }

    /// The value of the position on `board` for `player`, the player to move, in hundredths.
    #[inline]
    pub(in crate::games::gomoku) fn value(&mut self, board: &PatternBoard, player: usize) -> i32 {
        self.neurons(board, player).value()
    }

    /// The terms of the value, in hundredths: all points, threats and number of stones, neurons.
    pub(in crate::games::gomoku) fn parts(&mut self, board: &PatternBoard, player: usize) -> [f64; 3] {
        self.neurons(board, player).parts().map(|part| f64::from(part) / f64::from(VALUE_PARTS * NEURON_ONE))
    }

    /// The policy of a move of `player` on this empty cell, in hundredths of log-odds.
    #[inline]
    pub(in crate::games::gomoku) fn likelihood(
        &mut self,
        board: &PatternBoard,
        player: usize,
        cell: Cell,
    ) -> i32 {
        if self.order.as_ref().is_none_or(|order| (order.0, order.1) != (board.key(), player)) {
            let weights = self.neurons(board, player).order_weights();
            self.order = Some((board.key(), player, weights));
        }
        let point = &self.points[cell.index()];
        self.order.as_ref().map_or(0, |(_, _, weights)| weights.of_point(point))
    }

    /// The same network for another position.
    pub(in crate::games::gomoku) fn begin(&mut self, pos: &Position) {
        *self = NetworkBoard::new(Arc::clone(&self.network), pos);
    }

    /// The sums of a point and of all points, as updated so far.
    #[cfg(test)]
    pub(super) fn sums(&mut self, board: &PatternBoard, cell: Cell) -> (Row, Pool) {
        self.follow(board);
        (self.points[cell.index()], self.pool)
    }

    /// The inner neurons for the position on `board`, where `player` is to move.
    pub(super) fn neurons(&mut self, board: &PatternBoard, player: usize) -> Neurons<'_> {
        self.follow(board);
        let head = self.network.head(player);
        head.neurons(&self.pool, player, threat_set(board, player), board.stones())
    }

    /// Updates the points to those of `board`.
    #[inline]
    fn follow(&mut self, board: &PatternBoard) {
        let moves = board.moves();
        let same = self.made.iter().zip(moves).take_while(|(made, mv)| made == mv).count();
        while self.made.len() > same {
            self.unmake();
        }
        for &(cell, player) in &moves[same..] {
            self.make(cell, player);
        }
    }

    fn make(&mut self, cell: Cell, player: u8) {
        self.order = None;
        self.made.push((cell, player));
        self.marks.push(self.changed.len() as u32);
        self.pools.push(self.pool);
        let before: [_; 4] = std::array::from_fn(|dir| self.lines.word(cell, dir));
        self.lines.toggle(cell, STONE[usize::from(player)]);
        let network = &*self.network;
        let mut pool = self.pool;
        pool.iter_mut().zip(self.points[cell.index()].0).for_each(|(pool, sum)| *pool -= cut_off(sum));
        for (dir, step) in STEPS.into_iter().enumerate() {
            let words = [before[dir], self.lines.word(cell, dir)];
            for sign in [1isize, -1] {
                let mut seen = 0;
                for distance in 1..=self.reach {
                    let steps = sign * distance;
                    let bits = words[1].cell(steps);
                    seen |= bits;
                    if bits == EMPTY {
                        let index = (cell.index() as isize + steps * step) as usize & (PADDED_CELLS - 1);
                        let point = &mut self.points[index];
                        self.changed.push(Cell::from_index(index));
                        self.before.push(*point);
                        let rows = words.map(|word| &network.rows[network.shapes.of(word.window(steps))]);
                        exchange(point, rows, &mut pool);
                    } else if seen == STONE[0] | STONE[1] {
                        break;
                    }
                }
            }
        }
        self.pool = pool;
    }

    fn unmake(&mut self) {
        self.order = None;
        let (Some((cell, player)), Some(mark)) = (self.made.pop(), self.marks.pop()) else { return };
        self.lines.toggle(cell, STONE[usize::from(player)]);
        self.pool = self.pools.pop().unwrap_or(self.pool);
        let mark = mark as usize;
        for (cell, before) in self.changed[mark..].iter().zip(&self.before[mark..]).rev() {
            self.points[cell.index()] = *before;
        }
        self.changed.truncate(mark);
        self.before.truncate(mark);
    }
}
