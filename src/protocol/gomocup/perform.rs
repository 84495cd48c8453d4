//! Execution of commands.

use super::board::{Placement, Stone, Stones, placement, position_string};
use super::command::{Command, Tail, Verb, cell, cell_text, number, numbers};
use super::opening::Task;
use super::think::Report;
use super::{Ask, Gomocup, Open};
use crate::contract::{MoveStyle, Player, Point};
use crate::engine::AnyEngine;
use crate::protocol::dialect::Next;
use crate::wire::message::quoted;

/// The answer to `ABOUT`.
pub(super) const ABOUT: &str = concat!(
    "name=\"Quadriga\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Quadriga authors\", country=\"\", www=\"\", email=\"\""
);

type Outcome = Result<Next<Report>, String>;

impl Gomocup {
    /// Adds a line to the command of several lines it belongs to, or executes it.
    ///
    /// # Errors
    /// What was wrong; the position is unchanged.
    pub(super) fn continue_or_execute(
        &mut self,
        command: Command,
        engine: &mut Box<dyn AnyEngine>,
    ) -> Outcome {
        match self.open.take() {
            // A file name may look like anything.
            Some(Open { verb: Verb::Unsupported(Tail::FileName), .. }) => Ok(Next::Line),
            Some(open) => match command.verb {
                Some(Verb::Done) => self.close(open, engine),
                None => {
                    let mut open = open;
                    open.stones.add(&command.line, engine.board().width);
                    self.open = Some(open);
                    Ok(Next::Line)
                }
                Some(_) => {
                    if !matches!(open.verb, Verb::Unsupported(_)) {
                        let (old, new) = (&open.word, quoted(&command.word));
                        self.error(&format!("{old} is dropped; expected DONE before {new}"));
                    }
                    self.execute_command(command, engine)
                }
            },
            None => self.execute_command(command, engine),
        }
    }

    fn execute_command(&mut self, command: Command, engine: &mut Box<dyn AnyEngine>) -> Outcome {
        let Command { word, verb, rest, .. } = command;
        let rest = rest.as_str();
        let Some(verb) = verb else {
            self.output.line(&format!("UNKNOWN command {}", quoted(&word)));
            return Ok(Next::Line);
        };
        if verb == Verb::Info {
            return self.info(rest, engine);
        }
        self.ponder_next = false;
        match verb {
            Verb::Board | Verb::YxBoard | Verb::Swap2Board | Verb::YxBlock | Verb::YxBlockUndo => {
                self.open = Some(Open { verb, word, stones: Stones::default() });
            }
            Verb::Unsupported(tail) => self.refuse(word, verb, tail, rest),
            Verb::Done => return Err("DONE ends a list of stones; expected BOARD before it".to_string()),
            Verb::Start | Verb::RectStart | Verb::Restart => self.start(verb, rest, engine.as_mut())?,
            Verb::Takeback => self.take_back(rest, engine.as_mut())?,
            Verb::Begin | Verb::Turn | Verb::Play => return self.play(verb, rest, engine.as_mut()),
            Verb::Ponder => return self.ponder_for(rest, engine.as_ref()),
            _ => return self.yixin(verb, rest, engine.as_mut()),
        }
        Ok(Next::Line)
    }

    /// Executes the one-line commands of Yixin.
    fn yixin(&mut self, verb: Verb, rest: &str, engine: &mut dyn AnyEngine) -> Outcome {
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

    /// Refuses a known command, with what follows it.
    fn refuse(&mut self, word: String, verb: Verb, tail: Tail, rest: &str) {
        self.error(&format!("{} is not supported", quoted(&word)));
        let more = match tail {
            Tail::Nothing => false,
            Tail::Stones => true,
            Tail::FileName => rest.is_empty(),
        };
        self.open = more.then(|| Open { verb, word, stones: Stones::default() });
    }

    /// `START`, `RECTSTART`, `RESTART`: an empty board.
    fn start(&mut self, verb: Verb, rest: &str, engine: &mut dyn AnyEngine) -> Result<(), String> {
        let size = match verb {
            Verb::Start => Some(number(rest)?),
            Verb::RectStart => match numbers(rest)?[..] {
                [width, height] if width == height => Some(width),
                [width, height] => {
                    return Err(format!("'{width},{height}': only square boards are supported"));
                }
                _ => return Err(format!("{} is not a size; expected width,height", quoted(rest))),
            },
            _ => None,
        };
        match size {
            Some(size) => {
                let range = 5..=self.range(engine, "BoardSize").1;
                if !range.contains(&size) {
                    return Err(format!("'{size}' is not a size; expected 5 to {}", range.end()));
                }
                if size as usize != engine.board().width {
                    self.blocked.clear();
                    self.set(engine, "BoardSize", size);
                }
            }
            None => engine.new_game(),
        }
        Placement::EMPTY.set(engine, &[]).map_err(|error| error.to_string())?;
        self.limits.begin_game();
        self.resize_table(engine);
        // No manager counts this time.
        engine.prepare();
        self.output.line("OK");
        Ok(())
    }

    /// `BEGIN`, `TURN`, `PLAY`: a move, perhaps none, and the answer to it.
    fn play(&mut self, verb: Verb, rest: &str, engine: &mut dyn AnyEngine) -> Outcome {
        if verb == Verb::Begin {
            let taken = |point| matches!(point, Point::Taken { .. });
            if engine.board().points.iter().any(|&point| taken(point)) {
                return Err("the board is not empty; expected TURN".to_string());
            }
            return Ok(self.think(engine, 1));
        }
        let mv = cell_text(cell(rest, engine.board().width)?);
        engine.play(&mv).map_err(|error| error.to_string())?;
        if verb == Verb::Turn {
            return Ok(self.think(engine, 1));
        }
        self.output.line(&mv);
        self.ponder_next = self.pondering;
        Ok(Next::Line)
    }

    /// `TAKEBACK x,y`: takes a stone off the board, the last one or any other.
    fn take_back(&mut self, rest: &str, engine: &mut dyn AnyEngine) -> Result<(), String> {
        let board = engine.board();
        let gone = cell(rest, board.width)?;
        if engine.moves(MoveStyle::Numeric).last() == Some(&cell_text(gone)) {
            engine.undo().map_err(|error| error.to_string())?;
        } else {
            let stone = |(cell, point)| match point {
                Point::Taken { owner, .. } => Some((cell, owner == Player::FIRST)),
                _ => None,
            };
            let all: Vec<_> = board.cells().filter_map(stone).collect();
            let rest: Vec<_> = all.iter().copied().filter(|(cell, _)| *cell != gone).collect();
            if rest.len() == all.len() {
                return Err(format!("there is no stone at '{}'", cell_text(gone)));
            }
            // Stones that fit a game determine the player to move, who stays until a whole move is taken back.
            let first = rest.iter().filter(|(_, first)| *first).count();
            let first_to_move = match first as i64 - (rest.len() - first) as i64 {
                0 => true,
                1 => false,
                _ => engine.status().to_move == Player::FIRST,
            };
            let fen = position_string(rest, board.width, first_to_move);
            engine.set_position(Some(&fen), &[]).map_err(|error| error.to_string())?;
        }
        self.output.line("OK");
        Ok(())
    }

    /// `PONDER`, perhaps with milliseconds.
    fn ponder_for(&mut self, rest: &str, engine: &dyn AnyEngine) -> Outcome {
        let ms = if rest.is_empty() { None } else { Some(number(rest)?.max(0)) };
        let over = engine.status().outcome.is_some();
        Ok(if over { Next::Line } else { Next::Work(self.ponder(ms)) })
    }

    /// `DONE`: executes the command that the stones belong to.
    fn close(&mut self, open: Open, engine: &mut Box<dyn AnyEngine>) -> Outcome {
        let Open { verb, word, stones } = open;
        if matches!(verb, Verb::Unsupported(_)) {
            return Ok(Next::Line);
        }
        let named = |why: String| format!("{word}: {why}");
        let stones = stones.finish().map_err(named)?;
        let engine = engine.as_mut();
        match verb {
            Verb::Board | Verb::YxBoard => {
                let own_turn = verb == Verb::Board;
                let placement = placement(&stones, engine.board().width, own_turn).map_err(named)?;
                placement.set(engine, &[]).map_err(|error| named(error.to_string()))?;
                return Ok(if own_turn { self.think(engine, 1) } else { Next::Line });
            }
            Verb::Swap2Board => return self.swap2(&stones).map_err(named),
            Verb::YxBlock => {
                let new = stones.iter().filter_map(|stone| stone.cell.map(cell_text));
                self.blocked.extend(new);
            }
            Verb::YxBlockUndo => {
                let undone: Vec<String> =
                    stones.iter().filter_map(|stone| stone.cell.map(cell_text)).collect();
                self.blocked.retain(|mv| !undone.contains(mv));
            }
            _ => {}
        }
        Ok(Next::Line)
    }

    /// `SWAP2BOARD`: the stones so far, in order; their colours are ignored.
    fn swap2(&mut self, stones: &[Stone]) -> Outcome {
        let moves: Option<Vec<String>> = stones.iter().map(|stone| stone.cell.map(cell_text)).collect();
        let moves = moves.ok_or_else(|| "'-1,-1' is not a stone".to_string())?;
        let task = match moves.len() {
            0 => Task::Balance { stones: 3, bias: 0 },
            3 => Task::Choose,
            5 => Task::SwapOrStay,
            other => return Err(format!("'{other}' stones: expected 0, 3 or 5")),
        };
        Ok(self.open(Placement { fen: None, moves }, task, Ask::Plain))
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
