//! How a beginner sees gomoku: lines with stones of only one player, by their number. Diagonals, lines with a gap and
//! whatever is far from the last stone are easily overlooked.

use super::geometry::{Cell, MARGIN, cells};
use super::lines::{EMPTY, STONE};
use super::position::{Move, Position};
use crate::contract::{Attention, Beginner, Player, Position as _, Sight};

/// A beginner at this game.
pub struct LineCounter;

/// Stones that make a line.
const LINE: usize = 5;
/// The lower bit of each cell of a line in [`Lines`](super::lines::Lines), which is a stone of the first player.
const FIRST_BITS: u64 = 0b01_0101_0101;
/// Value of 0 to 4 stones in five cells without the other's.
const VALUE: [i32; LINE] = [0, 1, 8, 60, 400];
/// Factor of the lines of the player to move.
const TURN: i32 = 3;
const WAITING: i32 = 2;
/// How easily 3, 4 and 5 stones in a line are overlooked; the other constants add to it.
const HIDDEN: [i32; 3] = [45, 30, 20];
const HIDDEN_DIAGONAL: i32 = 20;
const HIDDEN_GAP: i32 = 15;
const HIDDEN_FAR: i32 = 15;
/// Largest distance from the last stone that is not far.
const NEAR_LAST: usize = 4;
/// Largest distance from a stone of cells that are considered.
const NEAR_STONE: usize = 2;
/// Numbers from here on are lines, below it cells.
const FIRST_LINE: u32 = 1 << 12;

fn distance(a: Cell, b: Cell) -> usize {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}

/// Five cells in a line: whose stones, how many, and whether there is a gap between them.
struct Five {
    stones: [usize; 2],
    has_gap: bool,
}

impl Five {
    /// The five cells from this one on; `None` if the edge is among them.
    fn at(pos: &Position, cell: Cell, dir: usize) -> Option<Five> {
        let bits = pos.lines().window(cell, dir) >> (2 * MARGIN);
        let stones = [bits & FIRST_BITS, bits >> 1 & FIRST_BITS];
        // A wall has both bits of a cell.
        if stones[0] & stones[1] != 0 {
            return None;
        }
        let taken = stones[0] | stones[1];
        let shown = taken >> taken.trailing_zeros().min(2 * LINE as u32);
        let reach = (64 - shown.leading_zeros()).div_ceil(2);
        let has_gap = reach > shown.count_ones();
        Some(Five { stones: stones.map(|bits| bits.count_ones() as usize), has_gap })
    }

    /// Stones of a player if the other has none here.
    fn alone(&self, player: usize) -> usize {
        if self.stones[1 - player] == 0 { self.stones[player] } else { 0 }
    }
}

/// How easily a line of `count` stones is overlooked.
fn hidden(pos: &Position, cell: Cell, dir: usize, count: usize, has_gap: bool) -> i32 {
    let is_far = pos.last_move().is_some_and(|last| distance(last, cell) > NEAR_LAST);
    let also = [(dir >= 2, HIDDEN_DIAGONAL), (has_gap, HIDDEN_GAP), (is_far, HIDDEN_FAR)];
    HIDDEN[count - 3] + also.iter().map(|&(is, more)| if is { more } else { 0 }).sum::<i32>()
}

/// The lines of a player that are noticed.
fn lines(pos: &Position, player: Player, attention: &Attention) -> i32 {
    let mut value = 0;
    for cell in cells(pos.size()) {
        for dir in 0..4 {
            let Some(five) = Five::at(pos, cell, dir) else { continue };
            let count = five.alone(player.index()).min(LINE - 1);
            let is_seen = count < 3 || {
                let what = FIRST_LINE + 4 * cell.index() as u32 + dir as u32;
                attention.sees(player, Sight { what, hidden: hidden(pos, cell, dir, count, five.has_gap) })
            };
            if is_seen {
                value += VALUE[count];
            }
        }
    }
    value
}

impl Beginner<Position> for LineCounter {
    fn moves(&self, pos: &Position, moves: &mut Vec<Move>) {
        if pos.outcome().is_some() {
            return;
        }
        let size = pos.size();
        let stones: Vec<Cell> = cells(size).filter(|&cell| pos.stone(cell).is_some()).collect();
        if stones.is_empty() {
            moves.push(Cell::new(size / 2, size / 2));
            return;
        }
        let is_near = |cell: &Cell| stones.iter().any(|&stone| distance(stone, *cell) <= NEAR_STONE);
        moves.extend(pos.legal_cells().filter(is_near));
        if moves.is_empty() {
            moves.extend(pos.legal_cells());
        }
    }

    /// A stone that makes three, four or five.
    fn sight(&self, pos: &Position, mv: Move) -> Option<Sight> {
        let player = pos.player_to_move().index();
        let mut best: Option<(usize, i32)> = None;
        for dir in 0..4 {
            let word = pos.lines().word(mv, dir);
            for back in 0..LINE as isize {
                // Cells beyond the edge hold a wall, and so does the line's word.
                if word.cell(-back) != EMPTY && word.cell(-back) != STONE[player] {
                    break;
                }
                let Some(five) = Five::at(pos, mv.step(dir, -back), dir) else { continue };
                if five.stones[1 - player] > 0 || five.stones[player] < 2 {
                    continue;
                }
                let count = five.stones[player].min(LINE - 1) + 1;
                let hidden = hidden(pos, mv, dir, count, five.has_gap);
                let better = |(most, least): (usize, i32)| count > most || count == most && hidden < least;
                if best.is_none_or(better) {
                    best = Some((count, hidden));
                }
            }
        }
        best.map(|(count, hidden)| Sight { what: (mv.index() * 4 + count - 3) as u32, hidden })
    }

    fn value(&self, pos: &Position, player: Player, attention: &Attention) -> i32 {
        let whose_turn = pos.player_to_move();
        let weighed = |player: Player| {
            let turn = if player == whose_turn { TURN } else { WAITING };
            turn * lines(pos, player, attention)
        };
        weighed(player) - weighed(player.other())
    }
}
