//! The second stage: walks the strategy; every position of the winner gets its move or becomes a leaf.
//!
//! A leaf must be proved quickly by a search from scratch, like an engine's, so leaves are tried with an empty table.

use std::collections::HashSet;

use super::Setting;
use super::work::{Known, Work};
use crate::contract::Position as _;
use crate::contract::book::StrategyProgress;
use crate::contract::solver::Effort;
use crate::games::connect_four::book::answers::Answer;
use crate::games::connect_four::book::line::{Line, column_char};
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::solver::Solver;
use crate::games::connect_four::word::BoardWord;

/// Table size of the search that tries leaves, in MiB: enough for some ten thousand nodes, and quickly cleared.
const LEAF_MIB: usize = 4;
/// Nodes for the first attempt to find a move, and the factor from one attempt to the next.
const FIRST_NODES: u64 = 1000;
const NODES_FACTOR: u64 = 4;

/// The walk, with the positions still to be answered.
struct Walk<'a, B> {
    setting: &'a Setting<'a, B>,
    work: &'a Work,
    leaves: Solver<B>,
    open: Vec<Line<B>>,
    seen: HashSet<u128>,
    progress: StrategyProgress,
}

/// Gives every position of the strategy its move; `None` if the listener ended it.
pub fn give_moves<B: BoardWord>(
    setting: &Setting<'_, B>,
    geometry: Geometry<B>,
    work: &Work,
) -> Result<Option<bool>, String> {
    let leaves = Solver::new(&geometry, 2 * LEAF_MIB, 1);
    let progress = StrategyProgress { nodes: work.nodes, ..StrategyProgress::default() };
    let mut walk = Walk { setting, work, leaves, open: Vec::new(), seen: HashSet::new(), progress };
    for moves in &setting.question.from {
        walk.reach(Line::read(geometry, moves)?);
    }
    while let Some(line) = walk.open.pop() {
        let (key, mirrored) = line.key();
        let answer = match work.answers.get(&key) {
            Some(answer) => Some(answer.mirrored(mirrored, geometry.width())),
            None => walk.find(&line)?,
        };
        match answer {
            None => return Ok(None),
            Some(Answer::Leaf) => {}
            Some(Answer::Plays(column)) => {
                let mv = line.pos.drop_into(column.into()).ok_or("a column of the strategy is full")?;
                walk.reach(line.after(mv));
            }
        }
        walk.progress.unanswered = walk.open.len();
        setting.listener.progress(&walk.progress);
    }
    Ok(Some(true))
}

impl<B: BoardWord> Walk<'_, B> {
    /// Goes to a position: those of the winner must be answered, unless they win at once; those of the loser continue
    /// with every reply.
    fn reach(&mut self, line: Line<B>) {
        let lines = if self.setting.winner_moves(&line.pos) { vec![line] } else { line.next().collect() };
        for line in lines {
            let wins_at_once = line.pos.landing_cells().cells().any(|cell| {
                let mut next = line.pos;
                next.make(Move::onto(cell));
                self.setting.wins(&next, 0).0 == Some(true) && next.outcome().is_some()
            });
            if !wins_at_once && self.seen.insert(line.key().0) {
                self.open.push(line);
            }
        }
    }

    /// The answer in a position that has no line yet, as it stands on the board; writes that line. `None` when stopped.
    fn find(&mut self, line: &Line<B>) -> Result<Option<Answer>, String> {
        self.leaves.clear();
        let stop = || self.setting.listener.stop();
        let effort = Effort { nodes: self.setting.question.leaf_nodes, stop: &stop };
        let (wins, nodes) = self.leaves.wins(&line.pos, self.setting.question.first, effort);
        self.progress.jobs += 1;
        self.progress.nodes += nodes;
        if wins == Some(true) {
            self.setting.listener.line(&format!("{} leaf {nodes}", line.text()))?;
            return Ok(Some(Answer::Leaf));
        }
        let Some((column, nodes)) = self.winning_column(line)? else { return Ok(None) };
        let geometry = line.pos.geometry();
        let column_char = column_char(geometry.width(), column);
        self.setting.listener.line(&format!("{} plays {column_char} {nodes}", line.text()))?;
        Ok(Some(Answer::Plays(column as u8)))
    }

    /// A winning column, first those from the work file, and the nodes that it took to find it.
    fn winning_column(&mut self, line: &Line<B>) -> Result<Option<(u32, u64)>, String> {
        let geometry = line.pos.geometry();
        let replies: Vec<(u32, Line<B>)> = line
            .pos
            .landing_cells()
            .cells()
            .map(|cell| (geometry.column(cell), line.after(Move::onto(cell))))
            .collect();
        for (column, reply) in &replies {
            let settled = if reply.pos.outcome().is_some() { None } else { reply.clone().settled() };
            let known = settled.and_then(|line| self.work.known.get(&line.key().0));
            if known == Some(&Known::Decided(true)) {
                return Ok(Some((*column, 0)));
            }
        }
        let (mut most, mut spent) = (FIRST_NODES, 0);
        let mut open = replies;
        while !open.is_empty() {
            let mut winning = None;
            open.retain(|(column, reply)| {
                if winning.is_some() {
                    return false;
                }
                let (wins, nodes) = self.setting.wins(&reply.pos, most);
                spent += nodes;
                winning = (wins == Some(true)).then_some(*column);
                wins.is_none()
            });
            self.progress.nodes += spent;
            if let Some(column) = winning {
                return Ok(Some((column, spent)));
            }
            if self.setting.listener.stop() {
                return Ok(None);
            }
            most *= NODES_FACTOR;
        }
        Err(format!("'{}': no move wins, but the file says that the position is won", line.text()))
    }
}
