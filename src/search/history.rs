//! Move ordering learned from earlier parts of the search.
//!
//! *History*: a number for each player and kind of move, raised when it cuts and lowered when it was tried before the
//! move that cut, with the usual gravity update, so that it stays in range. *Countermoves*: the move that last refuted
//! the opponent's previous one. *Killers* live in the search stack, one pair a ply.

use crate::contract::{MAX_PLAYERS, Player};

/// Largest absolute history value.
pub const HISTORY_LIMIT: i32 = 8192;

/// Tables of one thread. They outlive a search and are aged at the start of the next.
pub struct History<M> {
    slots: usize,
    values: Vec<i16>,
    countermoves: Vec<Option<M>>,
}

impl<M: Copy> History<M> {
    /// Empty tables for moves with slots `0..slots`.
    pub fn new(slots: usize) -> History<M> {
        History { slots, values: vec![0; slots * MAX_PLAYERS], countermoves: vec![None; slots] }
    }

    /// Halves all values, so that a new search soon overrides the last.
    pub fn age(&mut self) {
        for value in &mut self.values {
            *value /= 2;
        }
    }

    /// Value of a kind of move, within `±HISTORY_LIMIT`.
    pub fn get(&self, player: Player, slot: usize) -> i32 {
        i32::from(self.values[player.index() * self.slots + slot])
    }

    /// Values of all kinds of moves of a player, by slot.
    pub fn of_player(&self, player: Player) -> &[i16] {
        &self.values[player.index() * self.slots..][..self.slots]
    }

    /// The move in `best` cut the node, those in `tried` did not.
    pub fn reward(&mut self, player: Player, best: usize, tried: impl Iterator<Item = usize>, depth: i32) {
        let bonus = (depth * depth * 8).clamp(8, 1200);
        self.update(player, best, bonus);
        for slot in tried {
            self.update(player, slot, -bonus);
        }
    }

    fn update(&mut self, player: Player, slot: usize, bonus: i32) {
        let value = &mut self.values[player.index() * self.slots + slot];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }

    /// The reply that last refuted the move in this slot.
    pub fn countermove(&self, previous: usize) -> Option<M> {
        self.countermoves[previous]
    }

    /// Stores a reply.
    pub fn set_countermove(&mut self, previous: usize, mv: M) {
        self.countermoves[previous] = Some(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_in_range_however_often_a_move_cuts() {
        let mut history: History<u8> = History::new(4);
        for _ in 0..10_000 {
            history.reward(Player::FIRST, 1, [2].into_iter(), 40);
        }
        assert!(history.get(Player::FIRST, 1) > HISTORY_LIMIT / 2);
        assert!(history.get(Player::FIRST, 1) <= HISTORY_LIMIT);
        assert!(history.get(Player::FIRST, 2) >= -HISTORY_LIMIT);
        assert_eq!(history.get(Player::SECOND, 1), 0);
    }
}
