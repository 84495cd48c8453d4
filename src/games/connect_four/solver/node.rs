//! A position of the solver, and forced play.
//!
//! In addition to the stones a node keeps the cells that complete a four of either player. A stone changes those of one
//! player only, so each stone costs one computation.

use super::layout::{Layout, by_direction};
use crate::games::connect_four::word::BoardWord;

/// Positions with at most this number of stones are identified with their mirror images.
const MAX_MIRRORED_STONES: i32 = 14;

/// The board: its layout and the masks that depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Field<L: Layout> {
    pub layout: L,
    /// Counted from the top of a column, cells form pairs. A player who always answers in the column just played gets the
    /// upper cell of every pair that is still empty.
    pub pair_tops: L::Word,
    /// The lower cells of the pairs.
    pub pair_bottoms: L::Word,
    pub cells: i32,
}

impl<L: Layout> Field<L> {
    /// The board of `width` columns.
    pub fn new(width: u32) -> Field<L> {
        let layout = L::new(width);
        let mut pair_tops = L::Word::EMPTY;
        for below_top in (0..L::HEIGHT).step_by(2) {
            pair_tops = pair_tops | layout.tops().down(below_top);
        }
        let pair_bottoms = layout.board() ^ pair_tops;
        Field { layout, pair_tops, pair_bottoms, cells: layout.board().count() as i32 }
    }

    /// Bits of a key.
    #[inline(always)]
    pub fn key_bits(&self) -> u32 {
        self.layout.width() * (L::HEIGHT + 1)
    }

    /// For each direction the first cells of the lines of four through a cell.
    pub fn lines_through(&self, cell: L::Word) -> [L::Word; 4] {
        let board = self.layout.board();
        let first = |(step, starts)| {
            let on_line = |cells: L::Word| {
                cells & cells.down(step) & cells.down(2 * step) & cells.down(3 * step) & starts
            };
            on_line(board) ^ on_line(board ^ cell)
        };
        by_direction(self.layout.lines(), first)
    }

    /// For each direction the first cells of the lines of four with one stone of the player and none of the opponent.
    #[inline(always)]
    pub fn begun_lines(&self, stones: L::Word, opponent: L::Word) -> [L::Word; 4] {
        let open = self.layout.board() ^ opponent;
        by_direction(self.layout.lines(), |(step, starts)| {
            let pairs = open & open.down(step);
            let lines = pairs & pairs.down(2 * step) & starts;
            let next = stones.down(step);
            let (either, both) = (stones | next, stones & next);
            let (either_after, both_after) = (either.down(2 * step), both.down(2 * step));
            (lines & (either ^ either_after)).without(both | both_after)
        })
    }

    /// The node after these stones; the game must not be over.
    pub fn node(&self, mover: L::Word, occupied: L::Word) -> Node<L::Word> {
        let completing = |stones| self.layout.completing_cells(stones);
        Node { mover, occupied, mine: completing(mover), theirs: completing(mover ^ occupied) }
    }

    /// The cells on which the next stone of each column lands.
    #[inline(always)]
    pub fn landing(&self, node: &Node<L::Word>) -> L::Word {
        self.layout.landing(node.occupied)
    }

    /// The cells on which the player to move can land without the opponent winning right above.
    #[inline(always)]
    pub fn safe(&self, node: &Node<L::Word>) -> L::Word {
        self.landing(node).without(self.layout.below(node.theirs))
    }

    /// The table key of a node. Early in the game a position and its mirror image have the same key, so that only one
    /// half of the tree below a symmetric position is searched: that halves the work for the empty 7x6 board. Later
    /// both rarely occur, and the image costs more than it saves.
    #[inline(always)]
    pub fn key(&self, node: &Node<L::Word>) -> L::Key {
        let key = self.layout.key(node.mover, node.occupied);
        if node.stones() <= MAX_MIRRORED_STONES { key.min(self.layout.mirrored(key)) } else { key }
    }

    /// The node after a stone on `cell`.
    #[inline(always)]
    pub fn play(&self, node: &Node<L::Word>, cell: L::Word) -> Node<L::Word> {
        Node {
            mover: node.mover ^ node.occupied,
            occupied: node.occupied | cell,
            mine: node.theirs,
            theirs: self.layout.completing_cells(node.mover | cell),
        }
    }

    /// Score of a win by the next stone of the one who is to move after `stones` stones: the stones of that player left on
    /// a full board.
    #[inline(always)]
    pub fn win_now(&self, stones: i32) -> i32 {
        (self.cells + 1 - stones) / 2
    }

    /// Follows the only moves that do not lose at once, until there is a choice or the game is decided.
    #[inline(always)]
    pub fn settle(&self, start: Node<L::Word>) -> Settled<L::Word> {
        let (mut node, mut sign) = (start, 1);
        loop {
            let landing = self.landing(&node);
            let stones = node.stones();
            if landing.meets(node.mine) {
                return Settled::Score(sign * self.win_now(stones));
            }
            let safe = self.safe(&node);
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

/// Stones, and the cells of the board that complete a four, including occupied ones.
#[derive(Clone, Copy, Debug)]
pub struct Node<B> {
    /// Stones of the player to move.
    pub mover: B,
    /// All stones.
    pub occupied: B,
    /// Completing cells of the player to move.
    pub mine: B,
    /// Completing cells of the opponent.
    pub theirs: B,
}

impl<B: BoardWord> Node<B> {
    /// Stones on the board.
    #[inline(always)]
    pub fn stones(&self) -> i32 {
        self.occupied.count() as i32
    }
}

/// The result of forced play.
pub enum Settled<B> {
    /// It ends with this score, for the player to move at the start.
    Score(i32),
    /// It leads to a choice of two moves or more, none of which wins or loses by the next stone; `sign` is -1 if the
    /// other player has the choice.
    Quiet { node: Node<B>, sign: i32 },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;
    use crate::games::connect_four::solver::layout::Guarded;

    fn keys<B: BoardWord, const H: u32>(width: u32, columns: &str) -> [B; 2] {
        let game = ConnectFour::<B>::new(width, H).unwrap();
        let mirror = |digit: char| char::from_digit(width + 1 - digit.to_digit(10).unwrap(), 10).unwrap();
        [columns.to_string(), columns.chars().map(mirror).collect()].map(|columns: String| {
            let pos = game.play(&columns).unwrap();
            let field = Field::<Guarded<B, H>>::new(width);
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
