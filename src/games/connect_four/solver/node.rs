//! A position as the solver holds it, and what the next stones force.
//!
//! The height is a constant here, so that every shift is one: a column takes `H + 1` bits, see `board.rs`. Beside the
//! stones a node keeps the cells that complete a four of either player: a stone changes one player's only, so each
//! stone costs one computation however many questions are asked.

use crate::games::connect_four::board::{BoardWord, Geometry, completing_cells, has_four};

/// Stones of positions up to which mirror images count as one.
const MOST_MIRRORED: i32 = 14;

/// The board's masks.
#[derive(Clone, Copy, Debug)]
pub struct Field<B, const H: u32> {
    pub bottom: B,
    pub board: B,
    /// The sentinel above every column.
    pub sentinels: B,
    /// Counted from the top of a column, cells form pairs. Whoever always answers in the column just played gets the
    /// upper cell of every pair that is still empty.
    pub pair_tops: B,
    /// The lower cells of the pairs.
    pub pair_bottoms: B,
    pub cells: i32,
}

impl<B: BoardWord, const H: u32> Field<B, H> {
    /// The masks of a board of height `H`.
    pub fn new(geometry: &Geometry<B>) -> Field<B, H> {
        assert_eq!(geometry.height(), H, "the solver of another height");
        let mut pair_tops = B::EMPTY;
        for below_top in (1..=H).step_by(2) {
            pair_tops = pair_tops | geometry.sentinels().down(below_top);
        }
        Field {
            bottom: geometry.bottom(),
            board: geometry.board(),
            sentinels: geometry.sentinels(),
            pair_tops,
            pair_bottoms: geometry.board() ^ pair_tops,
            cells: geometry.cell_count() as i32,
        }
    }

    /// Is there a four among these cells?
    #[inline(always)]
    pub fn has_four(&self, cells: B) -> bool {
        has_four(cells, H + 1)
    }

    /// Lines of four that one player holds at least two cells of and can still complete.
    #[inline(always)]
    pub fn half_made_lines(&self, stones: B, empty: B) -> i32 {
        let open = stones | empty;
        let mut count = 0;
        for step in [1, H + 1, H, H + 2] {
            let pairs = open & open.down(step);
            let lines = pairs & pairs.down(2 * step);
            let by_one = stones & stones.down(step);
            let by_two = stones & stones.down(2 * step);
            let by_three = stones & stones.down(3 * step);
            let halves =
                by_one | by_two | by_three | by_one.down(step) | by_two.down(step) | by_one.down(2 * step);
            count += (lines & halves).count();
        }
        count as i32
    }

    /// The node after these stones; the game must not be over.
    pub fn node(&self, mover: B, occupied: B) -> Node<B, H> {
        let threats = |stones| completing_cells(stones, H + 1) & self.board;
        Node { mover, occupied, mine: threats(mover), theirs: threats(mover ^ occupied) }
    }

    /// The cells on which the next stone of each column lands.
    #[inline(always)]
    pub fn landing(&self, node: &Node<B, H>) -> B {
        node.occupied.plus(self.bottom) & self.board
    }

    /// The key under which a node is remembered. A position early in the game is taken for its mirror image, so that each
    /// of two halves of a tree below a symmetric position is searched once: it halves the work for the empty 7x6 board.
    /// Later both hardly ever occur, and the image costs more than it saves.
    #[inline(always)]
    pub fn key(&self, node: &Node<B, H>) -> B {
        let key = node.key();
        if node.stones() <= MOST_MIRRORED { key.min(self.mirrored(key)) } else { key }
    }

    /// The columns in the opposite order.
    fn mirrored(&self, key: B) -> B {
        let column = B::below(H + 1);
        let (mut image, mut rest) = (B::EMPTY, key);
        for _ in 0..self.bottom.count() {
            image = image.up(H + 1) | (rest & column);
            rest = rest.down(H + 1);
        }
        image
    }

    /// The node after a stone on `cell`.
    #[inline(always)]
    pub fn play(&self, node: &Node<B, H>, cell: B) -> Node<B, H> {
        Node {
            mover: node.mover ^ node.occupied,
            occupied: node.occupied | cell,
            mine: node.theirs,
            theirs: completing_cells(node.mover | cell, H + 1) & self.board,
        }
    }

    /// Score of a win by the next stone of whoever is to move after `stones` stones: the stones of that player left on
    /// a full board.
    #[inline(always)]
    pub fn win_now(&self, stones: i32) -> i32 {
        (self.cells + 1 - stones) / 2
    }

    /// Follows the only moves that do not lose at once, until there is a choice or the game is decided.
    #[inline(always)]
    pub fn settle(&self, start: Node<B, H>) -> Settled<B, H> {
        let (mut node, mut sign) = (start, 1);
        loop {
            let landing = self.landing(&node);
            let stones = node.stones();
            if landing.meets(node.mine) {
                return Settled::Score(sign * self.win_now(stones));
            }
            let safe = landing.without(node.theirs.down(1));
            let blocks = landing & node.theirs;
            let only = if blocks.is_empty() { safe } else { blocks };
            if only.is_empty() {
                return Settled::Score(if landing.is_empty() { 0 } else { -sign * self.win_now(stones + 1) });
            }
            if only != only.lowest_only() {
                return match blocks.is_empty() {
                    true => Settled::Quiet { node, sign },
                    false => Settled::Score(-sign * self.win_now(stones + 1)),
                };
            }
            if !safe.meets(only) {
                return Settled::Score(-sign * self.win_now(stones + 1));
            }
            node = self.play(&node, only);
            sign = -sign;
        }
    }
}

/// Stones, and the cells of the board that complete a four, taken ones not left out.
#[derive(Clone, Copy, Debug)]
pub struct Node<B, const H: u32> {
    /// Stones of the player to move.
    pub mover: B,
    /// All stones.
    pub occupied: B,
    /// Completing cells of the player to move.
    pub mine: B,
    /// Completing cells of the opponent.
    pub theirs: B,
}

impl<B: BoardWord, const H: u32> Node<B, H> {
    /// Stones on the board.
    #[inline(always)]
    pub fn stones(&self) -> i32 {
        self.occupied.count() as i32
    }

    /// A number that no other position has, see [`crate::game::Position::key`] of the game.
    #[inline(always)]
    fn key(&self) -> B {
        self.mover.plus(self.occupied)
    }
}

/// Where forced play leads.
pub enum Settled<B, const H: u32> {
    /// To this score, for the player to move at the start.
    Score(i32),
    /// To a choice of two moves or more, none of which wins or loses by the next stone; `sign` is -1 where the other
    /// player has it.
    Quiet { node: Node<B, H>, sign: i32 },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;

    fn keys<B: BoardWord, const H: u32>(width: u32, columns: &str) -> [B; 2] {
        let game = ConnectFour::<B>::new(width, H).unwrap();
        let mirror = |digit: char| char::from_digit(width + 1 - digit.to_digit(10).unwrap(), 10).unwrap();
        [columns.to_string(), columns.chars().map(mirror).collect()].map(|columns: String| {
            let pos = game.play(&columns).unwrap();
            let field = Field::<B, H>::new(pos.geometry());
            field.key(&field.node(pos.mover(), pos.occupied()))
        })
    }

    #[test]
    fn mirror_images_early_in_the_game_have_one_key_on_boards_of_any_size() {
        let [key, mirror] = keys::<u64, 6>(7, "4471123");
        assert_eq!(key, mirror);
        let [key, mirror] = keys::<u128, 10>(9, "99912395");
        assert_eq!(key, mirror);
        let [other, _] = keys::<u128, 10>(9, "99912394");
        assert_ne!(key, other);
    }

    #[test]
    fn later_they_are_two() {
        let [key, mirror] = keys::<u64, 6>(7, "4444441111112223");
        assert_ne!(key, mirror);
    }
}
