//! How moves and positions are written: the only way by which text enters and leaves a game.

use super::{Board, Face, GridCell, MovePath, Player, Position};

/// How a move is written. Every game reads every unambiguous style.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveStyle {
    /// The game's own notation: `4`, `h8`, `32-28`, `d10-e11`.
    #[default]
    Native,
    /// Drop notation of UCI front-ends, `P@d1`, rows counted from the bottom; games without drops write their own.
    Drop,
    /// Numbers from 0, such as `7,7` in gomoku; other games write their own.
    Numeric,
}

/// The text of a game: moves, positions, diagrams.
///
/// A move is read in every style, and written in the requested one:
///
/// ```
/// use quadriga::contract::{Game as _, MoveStyle, Notation as _, Position as _};
/// use quadriga::games::connect_four::ConnectFour;
///
/// let game = ConnectFour::<u64>::new(7, 6).expect("a board of the usual size");
/// let mut pos = game.start_position();
/// let mv = pos.parse_move("d1")?;
/// assert_eq!(pos.parse_move("4"), Ok(mv), "the column or the cell");
/// assert_eq!(pos.move_text(mv, MoveStyle::Native), "4");
/// assert_eq!(pos.move_text(mv, MoveStyle::Drop), "P@d1");
/// assert!(pos.parse_move("9").is_err());
///
/// pos.make(mv);
/// assert_eq!(game.parse_position(&pos.fen())?, pos, "what is written can be read");
/// # Ok::<(), String>(())
/// ```
pub trait Notation: Position {
    /// Reads a move in any of the game's styles and checks that it is legal here.
    ///
    /// # Errors
    /// One line for a person, naming the offending word and what was expected.
    fn parse_move(&self, text: &str) -> Result<Self::Move, String>;

    /// Writes a legal move so that [`Notation::parse_move`] reads the same move back.
    fn move_text(&self, mv: Self::Move, style: MoveStyle) -> String;

    /// The position as one line, readable by [`super::Game::parse_position`].
    fn fen(&self) -> String;

    /// The position as front-ends of drop variants write it, with the stones in hand; [`Notation::fen`] if that has
    /// them already or the game has none.
    fn fen_with_hand(&self) -> String {
        self.fen()
    }

    /// A position string for these pieces on a board like that of [`Notation::board`], with this player to move.
    /// [`super::Game::parse_position`] decides whether the position is valid.
    fn fen_of(&self, board: &Board, to_move: Player) -> String;

    /// The board as a picture in plain text, several lines, last one without a line end.
    fn diagram(&self) -> String;

    /// The board as a grid.
    fn board(&self) -> Board;

    /// What is printed on that board.
    fn face(&self) -> Face;

    /// The lines by which the game is won, each from end to end; empty if it is not, or not by a line.
    fn winning_lines(&self) -> Vec<Vec<GridCell>> {
        Vec::new()
    }

    /// A legal move as clicks on that grid.
    fn move_path(&self, mv: Self::Move) -> MovePath;
}

/// A line of moves as text, each move written in the position it is played in.
pub fn line_text<P: Notation>(pos: &P, line: &[P::Move], style: MoveStyle) -> Vec<String> {
    let mut pos = pos.clone();
    let text = |&mv| {
        let text = pos.move_text(mv, style);
        pos.make(mv);
        text
    };
    line.iter().map(text).collect()
}
