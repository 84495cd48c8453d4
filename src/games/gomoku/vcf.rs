//! Victory by continuous fours: the search below the leaves.
//!
//! The attacker plays only fours, so the defender must block. The block may itself make a five or a four, which the
//! attacker must then meet with another four. In renju Black may not block on a forbidden point (White then wins), and
//! Black's fours must be legal moves. In Caro a five can also be stopped by closing its ends, so a four may have
//! several answers and all must lose. At the leaves only fours that make something else as well are played.
//!
//! A win that is found is proved; its length is an upper bound. Results are kept in a small table under the Zobrist key
//! of the stones, failures with their limit of positions.

use super::candidates::{five_blocks, fours, is_allowed, makes_four};
use super::geometry::Cell;
use super::pattern_board::PatternBoard;
use super::points::PointClass;
use crate::contract::Leaf;

/// Entries of the table; 16 bytes each.
const ENTRIES: usize = 1 << 14;
/// Longest line, in plies: bounds the recursion.
const MAX_PLIES: i32 = 400;

/// The result of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// Plies to the win, 0 if none was found.
    plies: u16,
    /// Limit of positions of the failed search.
    allowed: u32,
}

/// The threat search of one thread, with its table.
pub struct Vcf {
    table: Vec<Entry>,
    /// Lists of moves, one a ply, kept for reuse.
    lists: Vec<Vec<Cell>>,
}

/// What one search may still spend, and the leaf that counts it.
pub struct Effort<'a, 'b> {
    /// Positions left to visit.
    pub left: u32,
    /// Are fours played that make nothing else? They are the majority of fours and rarely lead on.
    pub plain_fours: bool,
    /// The leaf that counts them, if the search began at one.
    pub leaf: Option<&'a mut Leaf<'b>>,
    /// The search around it has stopped, so an unfinished search proves nothing.
    pub stopped: bool,
}

impl<'a, 'b> Effort<'a, 'b> {
    /// The effort of a search outside a leaf that may visit this number of positions.
    pub fn of(positions: u32) -> Effort<'a, 'b> {
        Effort { left: positions, plain_fours: true, leaf: None, stopped: false }
    }

    /// Counts a position `depth_below` plies under the start; false when there is no more to spend.
    fn visit(&mut self, depth_below: i32) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.stopped |= self.leaf.as_mut().is_some_and(|leaf| !leaf.visit(depth_below));
        if self.stopped || depth_below >= MAX_PLIES {
            self.left = 0;
        }
        self.left > 0
    }
}

impl Vcf {
    /// A search with an empty table.
    pub fn new() -> Vcf {
        Vcf { table: Vec::new(), lists: Vec::new() }
    }

    /// Plies in which `attacker`, to move, wins by continuous fours; `None` if no such win was found. `ply` is the
    /// distance from the start of the search.
    pub fn attack(
        &mut self,
        board: &mut PatternBoard,
        attacker: usize,
        ply: i32,
        effort: &mut Effort<'_, '_>,
    ) -> Option<i32> {
        if board.count(attacker, PointClass::Five) > 0 {
            return Some(1);
        }
        let threatened = board.first_of(1 - attacker, PointClass::Five);
        if threatened.is_none() && board.count(attacker, PointClass::StraightFour) > 0 {
            return Some(3);
        }
        if board.count(1 - attacker, PointClass::Five) > 1 || !has_four(board, attacker) {
            return None;
        }
        // A win not found without plain fours may be found with them.
        let kind = 2 * attacker + usize::from(effort.plain_fours) + 1;
        let key = board.key() ^ (kind as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let allowed = effort.left;
        if let Some(known) = self.look_up(key, allowed) {
            return known;
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        match threatened {
            // A straight four that also parries is a four like others here.
            Some(five) if makes_four(board, five, attacker) && is_allowed(board, five, attacker) => {
                moves.push(five);
            }
            Some(_) => {}
            None => fours(board, attacker, effort.plain_fours, &mut moves),
        }
        let mut found = None;
        for &mv in &moves {
            board.make(mv, attacker);
            let plies =
                if effort.visit(ply + 1) { self.defend(board, attacker, ply + 1, effort) } else { None };
            board.unmake(mv, attacker);
            if let Some(plies) = plies {
                found = Some(plies + 1);
                break;
            }
            if effort.left == 0 {
                break;
            }
        }
        self.lists.push(moves);
        if !effort.stopped {
            // The result of a complete search holds for any budget.
            self.store(key, found, if effort.left > 0 { u32::MAX } else { allowed });
        }
        found
    }

    /// The same after the attacker's four, the defender to move: `None` if one of the answers holds.
    pub fn defend(
        &mut self,
        board: &mut PatternBoard,
        attacker: usize,
        ply: i32,
        effort: &mut Effort<'_, '_>,
    ) -> Option<i32> {
        let defender = 1 - attacker;
        if board.count(defender, PointClass::Five) > 0 {
            return None;
        }
        let five = board.first_of(attacker, PointClass::Five)?;
        if !board.closing_matters() {
            if board.count(attacker, PointClass::Five) > 1 || !is_allowed(board, five, defender) {
                return Some(2);
            }
            return self.answer(board, five, attacker, ply, effort);
        }
        let mut blocks = self.lists.pop().unwrap_or_default();
        blocks.clear();
        five_blocks(board, five, attacker, &mut blocks);
        let mut longest = Some(2);
        for &block in &blocks {
            let plies = self.answer(board, block, attacker, ply, effort);
            longest = longest.zip(plies).map(|(a, b)| a.max(b));
            if longest.is_none() {
                break;
            }
        }
        self.lists.push(blocks);
        longest
    }

    fn answer(
        &mut self,
        board: &mut PatternBoard,
        block: Cell,
        attacker: usize,
        ply: i32,
        effort: &mut Effort<'_, '_>,
    ) -> Option<i32> {
        board.make(block, 1 - attacker);
        let plies = if effort.visit(ply + 1) { self.attack(board, attacker, ply + 1, effort) } else { None };
        board.unmake(block, 1 - attacker);
        plies.map(|plies| plies + 1)
    }

    fn look_up(&self, key: u64, allowed: u32) -> Option<Option<i32>> {
        let entry = self.table.get(key as usize % ENTRIES)?;
        match entry {
            e if e.key != key => None,
            e if e.plies > 0 => Some(Some(i32::from(e.plies))),
            e => (e.allowed >= allowed).then_some(None),
        }
    }

    fn store(&mut self, key: u64, found: Option<i32>, allowed: u32) {
        if self.table.is_empty() {
            self.table = vec![Entry::default(); ENTRIES];
        }
        let plies = found.map_or(0, |plies| plies as u16);
        self.table[key as usize % ENTRIES] = Entry { key, plies, allowed };
    }
}

/// Can `player` make a four at all?
#[inline]
fn has_four(board: &PatternBoard, player: usize) -> bool {
    board.has(player, PointClass::Four, PointClass::StraightFour)
        || board.count(player, PointClass::MaybeFoul) > 0
}
