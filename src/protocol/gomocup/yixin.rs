//! The commands of Yixin, apart from lists of stones and the database.

use super::board::Stone;
use super::command::number;
use super::perform::Outcome;
use super::soosyrv;
use super::verbs::Verb;
use super::{Ask, Gomocup};
use crate::contract::{MoveStyle, Point};
use crate::engine::AnyEngine;
use crate::openings::{Placement, Task};
use crate::protocol::dialect::Next;

impl Gomocup {
    /// Executes the one-line commands of Yixin.
    pub(super) fn yixin(&mut self, verb: Verb, rest: &str, engine: &mut dyn AnyEngine) -> Outcome {
        match verb {
            Verb::YxNBest => {
                let (_, most) = self.range(engine, "MultiPV");
                let lines = number(rest)?.clamp(1, most);
                return Ok(self.think(engine, lines as usize));
            }
            Verb::YxSearchDefend => {
                let (_, most) = self.range(engine, "MultiPV");
                let lines = engine.legal_moves(MoveStyle::Numeric).len().clamp(1, most.max(1) as usize);
                return Ok(self.think(engine, lines));
            }
            Verb::YxBalance { stones } => {
                let bias = number(rest)?.clamp(-10_000, 10_000) as i32;
                return Ok(self.open(Placement::of(engine), Task::Balance { stones, bias }, Ask::Plain));
            }
            Verb::YxSwap2 { step } => return self.yixin_swap2(step, engine),
            Verb::YxSoosyrv { step } => return self.soosyrv(step, rest, &[]),
            Verb::YxBlockReset => self.blocked.clear(),
            Verb::YxShowForbid => self.output.line(&forbidden(engine)),
            Verb::YxHashClear => {
                engine.new_game();
                self.hashfull = 0;
            }
            Verb::YxShowHashUsage => {
                let (percent, tenth) = (self.hashfull / 10, self.hashfull % 10);
                self.message(&format!("hash usage {percent}.{tenth} %"));
            }
            Verb::YxShowInfo => {
                let threads = std::thread::available_parallelism().map_or(1, usize::from);
                let (_, most_mib) = self.range(engine, "Hash");
                self.message(&format!("INFO MAX_THREAD_NUM {threads}"));
                self.message(&format!("INFO MAX_HASH_SIZE {}", 10 + most_mib.max(1).ilog2()));
            }
            // Executed before.
            _ => {}
        }
        Ok(Next::Line)
    }

    /// `YXSOOSORVSTEP1` to `6`: the position is in the list.
    pub(super) fn soosyrv(&mut self, step: u8, rest: &str, stones: &[Stone]) -> Outcome {
        let (base, task) = soosyrv::task(step, rest, stones)?;
        Ok(self.open(base, task, Ask::Soosyrv { step }))
    }

    /// `YXSWAP2STEP1` to `3`: as `SWAP2BOARD`, with the position already there.
    fn yixin_swap2(&mut self, step: u8, engine: &dyn AnyEngine) -> Outcome {
        let base = if step == 1 { Placement::EMPTY } else { Placement::of(engine) };
        let (task, expected) = match step {
            1 => (Task::Balance { stones: 3, bias: 0 }, 0),
            2 => (Task::Choose, 3),
            _ => (Task::SwapOrStay, 5),
        };
        if base.fen.is_some() || base.moves.len() != expected {
            return Err(format!("step {step} of swap2: expected {expected} stones on the board"));
        }
        Ok(self.open(base, task, Ask::Yixin { step }))
    }
}

/// `FORBID` and the points that are forbidden to the player to move, two digits for each coordinate.
fn forbidden(engine: &dyn AnyEngine) -> String {
    let board = engine.board();
    let points = board.cells().filter(|(_, point)| *point == Point::Forbidden);
    let digits: String = points.map(|(cell, _)| format!("{:02}{:02}", cell.x, cell.y)).collect();
    format!("FORBID {digits}.")
}
