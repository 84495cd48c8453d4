//! The game on the board: moves and single clicks played and taken back, boards, results.

use super::clicks::{self, Click};
use super::error::GtpError;
use super::{Call, Entry, Gtp, Reply};
use crate::contract::{Board, GridCell, MovePath, Outcome, Point, Resized, StoneColour};
use crate::engine::{AnyEngine, Status};
use crate::wire::message::quoted;
use crate::wire::vertex::{self, Vertex, colour_name, colour_of, parse_colour};

pub(super) const COMMANDS: &[Entry] = &[
    ("boardsize", |gtp, call| {
        let [size] = call.exactly("a size")?;
        board_size(gtp, call, size, None)
    }),
    ("rectangular_boardsize", |gtp, call| {
        let [width, height] = call.exactly("a width and a height")?;
        board_size(gtp, call, width, Some(height))
    }),
    ("clear_board", clear_board),
    ("komi", komi),
    ("play", play),
    ("gogui-play_sequence", play_sequence),
    ("undo", |gtp, call| {
        call.exactly::<0>("")?;
        undo(gtp, call, 1)
    }),
    ("gg-undo", |gtp, call| {
        let words = call.words();
        let count = match words[..] {
            [] => 1,
            [count] => number(count)?,
            _ => return Err(GtpError::Syntax("expected at most one number".to_string())),
        };
        undo(gtp, call, count)
    }),
    ("showboard", show_board),
    ("final_score", final_score),
    ("final_status_list", final_status_list),
];

/// The state of the game apart from the engine's position.
#[derive(Default)]
pub(super) struct Game {
    /// The clicks of a move that is not complete.
    pub selected: Vec<GridCell>,
    /// All clicks of the move that the engine chose last, if some are still to be made.
    pub planned: Vec<GridCell>,
    /// Steps that can be taken back, latest last.
    steps: Vec<Step>,
    /// Pieces at the beginning: black, white.
    pieces: [usize; 2],
}

/// What a client played with one command, and the clicks before it.
enum Step {
    /// A click that selects.
    Click(Vec<GridCell>),
    /// A move.
    Move(Vec<GridCell>),
    /// A pass after the end, which is not a move of our games.
    Pass,
}

impl Gtp {
    /// A game begins with the position on the board.
    pub(super) fn begin(&mut self, engine: &dyn AnyEngine) {
        self.game = Game { pieces: pieces(engine), ..Game::default() };
        self.clocks.restart();
    }

    /// Plays a client's move: a vertex, `pass`, or a move in the game's own notation.
    ///
    /// # Errors
    /// It is not legal; nothing has changed.
    pub(super) fn play(
        &mut self,
        engine: &mut dyn AnyEngine,
        colour: StoneColour,
        word: &str,
    ) -> Result<(), GtpError> {
        let status = engine.status();
        let vertex = vertex::parse_vertex(&engine.board(), word);
        if status.outcome.is_some() {
            if vertex == Some(Ok(Vertex::Pass)) {
                self.pass_after_end();
                return Ok(());
            }
            return Err(GtpError::IllegalMove(format!("the game is over, {}", status.reason)));
        }
        check_turn(engine, &status, colour)?;
        match vertex {
            Some(Ok(Vertex::Cell(cell))) => self.click(engine, cell),
            Some(Ok(Vertex::Pass)) => {
                let paths = engine.move_paths();
                let pass = paths.iter().find(|path| path.cells.is_empty());
                let refused = |_| GtpError::IllegalMove("nobody may pass here".to_string());
                self.play_text(engine, pass.map_or("pass", |pass| &pass.text)).map_err(refused)
            }
            Some(Err(reason)) => Err(GtpError::IllegalMove(reason)),
            None => self.play_text(engine, word),
        }
    }

    /// Plays a whole move in the game's notation.
    pub(super) fn play_text(&mut self, engine: &mut dyn AnyEngine, text: &str) -> Result<(), GtpError> {
        engine.play(text).map_err(|error| GtpError::IllegalMove(error.to_string()))?;
        self.game.steps.push(Step::Move(std::mem::take(&mut self.game.selected)));
        self.game.planned.clear();
        Ok(())
    }

    /// One click.
    pub(super) fn click(&mut self, engine: &mut dyn AnyEngine, cell: GridCell) -> Result<(), GtpError> {
        let paths = engine.move_paths();
        match clicks::click(&paths, &self.game.selected, cell) {
            Click::Plays(text) => self.play_text(engine, &text),
            Click::Selects(cells) => {
                let before = std::mem::replace(&mut self.game.selected, cells);
                self.game.steps.push(Step::Click(before));
                Ok(())
            }
            Click::Refused => {
                let why = refusal(&engine.board(), &paths, &self.game.selected, cell);
                Err(GtpError::IllegalMove(why))
            }
        }
    }

    /// A pass in a finished game, which match runners expect.
    pub(super) fn pass_after_end(&mut self) {
        self.game.steps.push(Step::Pass);
    }

    /// Takes back the last step.
    fn take_back(&mut self, engine: &mut dyn AnyEngine) -> Result<(), GtpError> {
        self.game.planned.clear();
        match self.game.steps.pop() {
            None => return Err(GtpError::CannotUndo("nothing was played".to_string())),
            Some(Step::Pass) => {}
            Some(Step::Click(before)) => self.game.selected = before,
            Some(Step::Move(before)) => {
                engine.undo().map_err(|error| GtpError::CannotUndo(error.to_string()))?;
                self.game.selected = before;
            }
        }
        Ok(())
    }

    /// Pieces that black and white have lost since the beginning.
    pub(super) fn lost_pieces(&self, engine: &dyn AnyEngine) -> [usize; 2] {
        let now = pieces(engine);
        [0, 1].map(|colour: usize| self.game.pieces[colour].saturating_sub(now[colour]))
    }
}

/// Pieces on the board: black, white.
fn pieces(engine: &dyn AnyEngine) -> [usize; 2] {
    let board = engine.board();
    let mut count = [0; 2];
    for point in &board.points {
        if let Point::Taken { owner, .. } = *point {
            count[usize::from(colour_of(engine, owner) == StoneColour::White)] += 1;
        }
    }
    count
}

/// Refuses a colour that is not to move.
pub(super) fn check_turn(
    engine: &dyn AnyEngine,
    status: &Status,
    colour: StoneColour,
) -> Result<(), GtpError> {
    let to_move = colour_of(engine, status.to_move);
    if colour == to_move {
        return Ok(());
    }
    Err(GtpError::IllegalMove(format!("it is the turn of {}", colour_name(to_move))))
}

/// The reason for refusing a click.
fn refusal(board: &Board, paths: &[MovePath], selected: &[GridCell], cell: GridCell) -> String {
    let at = vertex::vertex(board, cell);
    let moves_pieces = paths.iter().any(|path| path.cells.len() > 1);
    let is_end = clicks::candidates(paths, selected).any(|path| path.cells.last() == Some(&cell));
    match (selected.first(), board.at(cell)) {
        (_, Point::Outside) => format!("{at} is not a place of this game"),
        (_, Point::Forbidden) => format!("{at} is forbidden to the player to move"),
        (None, _) if !moves_pieces => format!("no stone can be put on {at}"),
        (None, _) => format!("no piece on {at} can be moved"),
        (Some(_), _) if is_end => {
            format!("several captures end on {at}, click the squares between as well")
        }
        (Some(&from), _) => {
            let from = vertex::vertex(board, from);
            format!("the piece on {from} cannot go to {at}")
        }
    }
}

/// A colour as an argument.
pub(super) fn colour_argument(word: &str) -> Result<StoneColour, GtpError> {
    parse_colour(word).map_err(GtpError::Syntax)
}

/// A whole number from 1.
pub(super) fn number(word: &str) -> Result<usize, GtpError> {
    let number = word.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| GtpError::Syntax(format!("{} is not a number from 1", quoted(word))))
}

fn play(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let [colour, word] = call.exactly("a colour and a vertex")?;
    gtp.play(call.engine.as_mut(), colour_argument(colour)?, word)?;
    Ok("".into())
}

/// Plays all of the moves or none.
fn play_sequence(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let words = call.words();
    let engine = call.engine.as_mut();
    let before = gtp.game.steps.len();
    for (index, pair) in words.chunks(2).enumerate() {
        let played = match *pair {
            [colour, word] => colour_argument(colour).and_then(|colour| gtp.play(engine, colour, word)),
            _ => Err(GtpError::Syntax("expected pairs of a colour and a vertex".to_string())),
        };
        if let Err(error) = played {
            while gtp.game.steps.len() > before {
                gtp.take_back(engine)?;
            }
            return Err(GtpError::AtMove(index + 1, Box::new(error)));
        }
    }
    Ok("".into())
}

fn undo(gtp: &mut Gtp, call: &mut Call<'_>, count: usize) -> Reply {
    let played = gtp.game.steps.len();
    if count > played {
        return Err(GtpError::CannotUndo(format!("{played} moves were played")));
    }
    for _ in 0..count {
        gtp.take_back(call.engine.as_mut())?;
    }
    Ok("".into())
}

fn clear_board(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    gtp.start_over(call.engine.as_mut())?;
    Ok("".into())
}

impl Gtp {
    /// Sets up the start position.
    pub(super) fn start_over(&mut self, engine: &mut dyn AnyEngine) -> Result<(), GtpError> {
        engine.set_position(None, &[])?;
        self.begin(engine);
        // The tables for the first search are prepared before its clock runs.
        engine.prepare();
        Ok(())
    }
}

/// Goes to an empty board of this size.
fn board_size(gtp: &mut Gtp, call: &mut Call<'_>, width: &str, height: Option<&str>) -> Reply {
    let width = number(width)?;
    let height = height.map(number).transpose()?;
    let engine = &mut *call.engine;
    let board = engine.board();
    let fits = match height {
        Some(height) => (board.width, board.height) == (width, height),
        None => vertex::side(&board) == width,
    };
    if !fits {
        match engine.resized(width, height).ok_or(GtpError::UnacceptableSize)? {
            Resized::Variant(name) => gtp.open(engine, &name)?,
            Resized::Option(name, value) => {
                gtp.settings.set(engine.as_mut(), name, &value)?;
            }
        }
    }
    gtp.start_over(engine.as_mut())?;
    Ok("".into())
}

/// No game here has a komi: any value is accepted and ignored.
fn komi(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let [komi] = call.exactly("a number")?;
    match komi.parse::<f64>() {
        Ok(komi) if komi.is_finite() => Ok("".into()),
        _ => Err(GtpError::Syntax(format!("{} is not a number", quoted(komi)))),
    }
}

/// The board with its vertices, which may differ from the coordinates of the game: X and O for black and white, `#` and
/// `@` for their kings, numbers with more than two players.
fn show_board(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    let engine = call.engine.as_ref();
    let (board, status) = (engine.board(), engine.status());
    let letters: Vec<String> = (0..board.width)
        .map(|x| vertex::vertex(&board, GridCell::new(x, 0)))
        .map(|vertex| vertex[..1].to_string())
        .collect();
    let letters = format!("   {}", letters.join(" "));
    let mut lines = vec![String::new(), letters.clone()];
    for y in 0..board.height {
        let cells = (0..board.width).map(|x| match board.at(GridCell::new(x, y)) {
            Point::Outside => ' ',
            Point::Empty | Point::Forbidden => '.',
            Point::Taken { owner, .. } if status.players > 2 => char::from(b'1' + owner.index() as u8),
            Point::Taken { owner, king } => match (colour_of(engine, owner), king) {
                (StoneColour::Black, false) => 'X',
                (StoneColour::White, false) => 'O',
                (StoneColour::Black, true) => '#',
                (StoneColour::White, true) => '@',
            },
        });
        let cells: Vec<String> = cells.map(String::from).collect();
        let row = board.height - y;
        lines.push(format!("{row:>2} {} {row}", cells.join(" ")));
    }
    lines.push(letters);
    lines.push(match status.outcome {
        Some(_) => format!("The game is over: {}", status.reason),
        None if status.players > 2 => format!("Player {} to move", status.to_move.index() + 1),
        None => format!("{} to move", colour_name(colour_of(engine, status.to_move))),
    });
    Ok(lines.join("\n").into())
}

/// A win is one point.
fn final_score(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    let engine = call.engine.as_ref();
    match engine.status().outcome {
        Some(Outcome::Draw) => Ok("0".into()),
        Some(Outcome::Win(player)) => Ok(match colour_of(engine, player) {
            StoneColour::Black => "B+1".into(),
            StoneColour::White => "W+1".into(),
        }),
        None => Err(GtpError::CannotScore("the game is not over".to_string())),
    }
}

/// All pieces are alive in our games.
fn final_status_list(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let [status] = call.exactly("alive, dead or seki")?;
    match status {
        "dead" | "seki" => Ok("".into()),
        "alive" => {
            let board = call.engine.board();
            let taken = board.cells().filter(|(_, point)| matches!(point, Point::Taken { .. }));
            Ok(taken.map(|(cell, _)| vertex::vertex(&board, cell)).collect::<Vec<_>>().join("\n").into())
        }
        _ => {
            let why = format!("{} is not a status, expected alive, dead or seki", quoted(status));
            Err(GtpError::Syntax(why))
        }
    }
}
