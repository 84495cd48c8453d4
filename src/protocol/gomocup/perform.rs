//! Execution of commands.

use super::board::{Stone, Stones, placement, position_string};
use super::command::{Command, cell, number};
use super::database::NO_DATABASE;
use super::think::Report;
use super::verbs::{Tail, Verb};
use super::{Ask, Gomocup, Open};
use crate::contract::{MoveStyle, Player, Point};
use crate::engine::AnyEngine;
use crate::openings::{Placement, Task, cell_text};
use crate::protocol::dialect::Next;
use crate::wire::message::quoted;

/// The answer to `ABOUT`.
pub(super) const ABOUT: &str = concat!(
    "name=\"Quadriga\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Quadriga authors\", country=\"\", www=\"\", email=\"\""
);

pub(super) type Outcome = Result<Next<Report>, String>;

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
            None => self.execute_command(command, engine),
            // A file name may look like anything, but the one of a command that is executed not like a command.
            Some(Open::FileName(Some(_))) if command.verb.is_some() => {
                self.error(&format!("the name of a file is missing before {}", quoted(&command.word)));
                self.execute_command(command, engine)
            }
            Some(Open::FileName(None)) => Ok(Next::Line),
            Some(Open::FileName(Some(what))) => {
                self.database_file(what, command.line.trim(), engine.as_mut())?;
                Ok(Next::Line)
            }
            Some(Open::Skipped) => match command.verb {
                Some(Verb::Done) => Ok(Next::Line),
                None if begins_with_number(&command.word) => {
                    self.open = Some(Open::Skipped);
                    Ok(Next::Line)
                }
                _ => self.execute_command(command, engine),
            },
            Some(Open::Stones { verb, word, rest, mut stones }) => match command.verb {
                Some(Verb::Done) => self.close(verb, &word, &rest, stones, engine),
                None => {
                    stones.add(&command.line, engine.board().width);
                    self.open = Some(Open::Stones { verb, word, rest, stones });
                    Ok(Next::Line)
                }
                Some(_) => {
                    self.dropped(&word, &command);
                    self.execute_command(command, engine)
                }
            },
        }
    }

    /// The list of a command ends before `DONE`.
    fn dropped(&self, word: &str, next: &Command) {
        self.error(&format!("{word} is dropped; expected DONE before {}", quoted(&next.word)));
    }

    fn execute_command(&mut self, command: Command, engine: &mut Box<dyn AnyEngine>) -> Outcome {
        let Command { word, verb, rest, .. } = command;
        let rest = rest.as_str();
        let Some(verb) = verb else {
            self.output.line(&format!("UNKNOWN command {}", quoted(&word)));
            if is_of_yixin(&word) {
                self.skip(Tail::Stones, rest);
            }
            return Ok(Next::Line);
        };
        if verb == Verb::Info {
            return self.info(rest, engine);
        }
        self.ponder_next = false;
        if verb.needs_game()
            && let Err(why) = self.require_game(&word, engine.as_ref())
        {
            self.skip(verb.tail(), rest);
            return Err(why);
        }
        match verb {
            Verb::Board
            | Verb::YxBoard
            | Verb::Swap2Board
            | Verb::YxBlock
            | Verb::YxBlockUndo
            | Verb::Database(_)
            | Verb::YxSoosyrv { step: 2.. } => {
                let rest = rest.to_string();
                self.open = Some(Open::Stones { verb, word, rest, stones: Stones::default() });
            }
            Verb::DatabaseFile(what) if rest.is_empty() => self.open = Some(Open::FileName(Some(what))),
            Verb::DatabaseFile(what) => self.database_file(what, rest, engine.as_mut())?,
            Verb::DatabaseCheck if engine.database().is_none() => {
                return Err(NO_DATABASE.to_string());
            }
            Verb::DatabaseCheck => self.message("the database is on disk and in order"),
            Verb::NothingToDo(tail) => self.skip(tail, rest),
            Verb::Unsupported(tail) => {
                self.error(&format!("{} is not supported", quoted(&word)));
                self.skip(tail, rest);
            }
            Verb::Done => return Err("DONE ends a list of stones; expected BOARD before it".to_string()),
            Verb::Start | Verb::RectStart => self.start(verb, &word, rest, engine.as_mut())?,
            Verb::Restart => self.restart(engine.as_mut())?,
            Verb::Takeback => self.take_back(rest, engine.as_mut())?,
            Verb::Begin | Verb::Turn | Verb::Play => return self.play(verb, rest, engine.as_mut()),
            Verb::Ponder => return self.ponder_for(rest, engine.as_ref()),
            _ => return self.yixin(verb, rest, engine.as_mut()),
        }
        Ok(Next::Line)
    }

    /// Skips what follows a command on lines of its own.
    fn skip(&mut self, tail: Tail, rest: &str) {
        self.open = match tail {
            Tail::Nothing => None,
            Tail::Stones => Some(Open::Skipped),
            Tail::FileName => rest.is_empty().then_some(Open::FileName(None)),
        };
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
    fn close(
        &mut self,
        verb: Verb,
        word: &str,
        rest: &str,
        stones: Stones,
        engine: &mut Box<dyn AnyEngine>,
    ) -> Outcome {
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
            Verb::YxSoosyrv { step } => return self.soosyrv(step, rest, &stones).map_err(named),
            Verb::Database(verb) => self.database(verb, rest, &stones, engine).map_err(named)?,
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
}

/// Is this a line of coordinates?
fn begins_with_number(word: &str) -> bool {
    word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
}

/// Is this the name of a command of Yixin?
fn is_of_yixin(word: &str) -> bool {
    word.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx"))
}
