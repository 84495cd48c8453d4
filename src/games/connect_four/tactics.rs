//! The two plies that need no search: immediate wins, forced blocks, and moves below a winning cell of the opponent.
//!
//! Every result here is exact. A player who can complete four does so; a player who would lose to the next stone
//! blocks; two such squares, or no safe one left, lose two plies later. All other positions are searched, without the
//! moves that give the opponent the square above.

use super::geometry::Geometry;
use super::position::Position;
use super::word::BoardWord;

/// The empty cells on which each player would complete four in a line, reachable or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats<B> {
    /// Winning cells of the player to move.
    pub mine: B,
    /// Winning cells of the opponent.
    pub theirs: B,
}

impl<B: BoardWord> Threats<B> {
    /// The threats of a position, computed from scratch.
    pub fn of(pos: &Position<B>) -> Threats<B> {
        let (geometry, empty) = (pos.geometry(), pos.empty());
        Threats {
            mine: geometry.completing_cells(pos.mover()) & empty,
            theirs: geometry.completing_cells(pos.waiting()) & empty,
        }
    }
}

/// What the player to move can do, two plies deep. The game must not be over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tactics<B> {
    /// A stone on any of these cells wins at once.
    Wins(B),
    /// The opponent wins with the next stone whatever is played; these are the moves that resist, that is,
    /// block something if there is anything to block.
    Loses(B),
    /// There is one move that does not lose at once.
    Forced(B),
    /// These moves, two or more, do not lose at once.
    Open(B),
}

impl<B: BoardWord> Tactics<B> {
    /// Computes the tactics from the threats of a position with at least one landing cell.
    #[inline]
    pub fn new(geometry: &Geometry<B>, occupied: B, threats: Threats<B>) -> Tactics<B> {
        let landing = geometry.landing_cells(occupied);
        let wins = landing & threats.mine;
        if !wins.is_empty() {
            return Tactics::Wins(wins);
        }
        // A stone directly below a winning cell of the opponent opens that cell.
        let safe = landing.without(threats.theirs.down(1));
        let blocks = landing & threats.theirs;
        if !blocks.is_empty() {
            let block = blocks.lowest_only();
            if block != blocks || !safe.meets(block) {
                return Tactics::Loses(blocks);
            }
            return Tactics::Forced(block);
        }
        match safe.count() {
            0 => Tactics::Loses(landing),
            1 => Tactics::Forced(safe),
            _ => Tactics::Open(safe),
        }
    }

    /// The moves worth searching; never empty.
    pub fn moves(self) -> B {
        match self {
            Tactics::Wins(cells) | Tactics::Loses(cells) | Tactics::Forced(cells) | Tactics::Open(cells) => {
                cells
            }
        }
    }
}
