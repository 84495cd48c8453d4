//! The search by proof numbers, depth first (df-pn).
//!
//! A position is searched until one of its numbers reaches a limit at which another position is more promising. Its
//! opponent's number is the largest of its children's plus one for each other open child, not their sum, since
//! transpositions would be counted several times (Ueda and others, 2008).

use crate::contract::solver::Effort;
use crate::games::gomoku::candidates::makes_four;
use crate::games::gomoku::geometry::Cell;
use crate::games::gomoku::pattern_board::PatternBoard;
use crate::games::gomoku::vcf::{self, Vcf};
use crate::games::gomoku::zobrist::stone_key;

use super::moves::{Situation, answers, attacks};
use super::numbers::{Numbers, Table};

/// Positions that the search for a victory by fours may visit in a new position.
const VCF_NODES: u32 = 200;
/// Answers expected to a four and to a three, before they are known.
const ANSWERS: [u32; 2] = [1, 3];
/// Nodes between two checks for a stop.
const STOP_INTERVAL: u64 = 256;

/// The limits and the cost of a search.
pub(super) struct Spending<'a> {
    effort: Effort<'a>,
    nodes: u64,
    next_look: u64,
    is_over: bool,
}

impl<'a> Spending<'a> {
    pub(super) fn new(effort: Effort<'a>) -> Spending<'a> {
        Spending { effort, nodes: 0, next_look: STOP_INTERVAL, is_over: false }
    }

    /// Positions that may still be visited.
    fn left(&self) -> u64 {
        self.effort.nodes.saturating_sub(self.nodes)
    }

    /// Counts positions; false when there is no more to spend.
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + STOP_INTERVAL;
            self.is_over |= (self.effort.stop)();
        }
        self.is_over |= self.nodes >= self.effort.nodes;
        !self.is_over
    }
}

/// One search: a board, an attacker, and the results so far.
pub(super) struct Fight<'a> {
    pub(super) board: &'a mut PatternBoard,
    pub(super) attacker: usize,
    table: &'a mut Table,
    vcf: &'a mut Vcf,
    spending: Spending<'a>,
    /// Lists of moves with their numbers, one a ply, kept for reuse.
    lists: Vec<Vec<(Cell, Numbers)>>,
    moves: Vec<Cell>,
}

impl<'a> Fight<'a> {
    /// A search of the position on `board`, in which `attacker` is to move.
    pub(super) fn new(
        board: &'a mut PatternBoard,
        attacker: usize,
        table: &'a mut Table,
        vcf: &'a mut Vcf,
        spending: Spending<'a>,
    ) -> Fight<'a> {
        Fight { board, attacker, table, vcf, spending, lists: Vec::new(), moves: Vec::new() }
    }

    /// Positions visited.
    pub(super) fn nodes(&self) -> u64 {
        self.spending.nodes
    }

    /// The numbers of the position with the attacker to move; decided unless the effort was spent.
    pub(super) fn prove(&mut self) -> Numbers {
        self.expand(self.attacker, Numbers::ENDLESS)
    }

    /// Plies in which the attacker, to move, wins by fours alone.
    pub(super) fn win_by_fours(&mut self) -> Option<i32> {
        let allowed = self.spending.left().min(u64::from(VCF_NODES)) as u32;
        let mut effort = vcf::Effort::of(allowed);
        let plies = self.vcf.attack(self.board, self.attacker, 0, &mut effort);
        self.spending.spend(u64::from(allowed - effort.left));
        plies
    }

    /// The numbers of the position after a move of `player`, if they are known.
    pub(super) fn known_after(&self, mv: Cell, player: usize) -> Option<Numbers> {
        self.table.get(self.key(1 - player) ^ stone_key(mv, player))
    }

    /// Plays a move.
    pub(super) fn make(&mut self, mv: Cell, player: usize) -> bool {
        self.board.make(mv, player);
        self.spending.spend(1)
    }

    /// Searches the position with `player` to move until its numbers reach the limits.
    fn expand(&mut self, player: usize, limits: Numbers) -> Numbers {
        let key = self.key(player);
        let is_new = self.table.get(key).is_none();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let situation = match player == self.attacker {
            true => match attacks(self.board, player, &mut moves) {
                Situation::Open if is_new && self.win_by_fours().is_some() => Situation::Won,
                situation => situation,
            },
            false => answers(self.board, player, &mut moves),
        };
        let numbers = match situation {
            Situation::Won => Numbers::WON,
            Situation::Lost => Numbers::LOST,
            Situation::Open => {
                let mut children = self.lists.pop().unwrap_or_default();
                children.clear();
                children.extend(moves.iter().map(|&mv| (mv, self.expected_after(mv, player))));
                self.moves = moves;
                let numbers = self.expand_children(player, &mut children, limits);
                self.lists.push(children);
                self.table.store(key, numbers);
                return numbers;
            }
        };
        self.moves = moves;
        self.table.store(key, numbers);
        numbers
    }

    fn expand_children(
        &mut self,
        player: usize,
        children: &mut [(Cell, Numbers)],
        limits: Numbers,
    ) -> Numbers {
        loop {
            for (mv, numbers) in children.iter_mut() {
                *numbers = self.known_after(*mv, player).unwrap_or(*numbers);
            }
            let choice = choose(children);
            let numbers = choice.numbers;
            if numbers.reach(limits) || self.spending.is_over {
                return numbers;
            }
            let below = Numbers {
                success: limits.failure.saturating_sub(choice.others),
                failure: limits.success.min(choice.second + choice.second / 4 + 1),
            };
            let (mv, found) = &mut children[choice.best];
            let goes_on = self.make(*mv, player);
            if goes_on {
                *found = self.expand(1 - player, below);
            }
            self.board.unmake(*mv, player);
        }
    }

    /// Initial numbers of the position after a move.
    fn expected_after(&self, mv: Cell, player: usize) -> Numbers {
        let is_three = player == self.attacker && !makes_four(self.board, mv, player);
        Numbers {
            success: 1,
            failure: if player == self.attacker { ANSWERS[usize::from(is_three)] } else { 1 },
        }
    }

    /// Key of the position with `player` to move, for this attacker.
    fn key(&self, player: usize) -> u64 {
        let kind = 1 + 2 * self.attacker + player;
        self.board.key() ^ (kind as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The child to search next, and the numbers of the position.
struct Choice {
    numbers: Numbers,
    best: usize,
    /// The smallest failure number of the opponent, without the best child.
    second: u32,
    /// Number of open children, less one.
    others: u32,
}

/// The numbers of a position from those of its children.
fn choose(children: &[(Cell, Numbers)]) -> Choice {
    let (mut best, mut least, mut second) = (0, Numbers::NEVER, Numbers::NEVER);
    let (mut most, mut open) = (0, 0);
    for (index, (_, child)) in children.iter().enumerate() {
        if child.failure < least {
            (best, second, least) = (index, least, child.failure);
        } else {
            second = second.min(child.failure);
        }
        if child.success > 0 {
            most = child.success.max(most);
            open += 1;
        }
    }
    let others = open.max(1) - 1;
    let failure = if least == 0 { Numbers::NEVER } else { most + others };
    Choice { numbers: Numbers { success: least, failure }, best, second, others }
}
