//! A game as front-ends draw it.

use super::AnyEngine as _;
use super::composition::fits;
use super::generic::{Engine, legal};
use crate::contract::{Board, EngineError, Face, Game, GridCell, Mark, MovePath, Notation, Player};

/// The position of an engine, for front-ends with a board.
pub trait View {
    /// The legal moves as clicks on [`View::board`], in the order of [`super::AnyEngine::legal_moves`] in native style.
    fn move_paths(&self) -> Vec<MovePath>;

    /// The position string with the stones in hand, as front-ends of drop variants expect it.
    fn fen_with_hand(&self) -> String;

    /// The position string for these pieces with this player to move, for front-ends with a position editor. The
    /// current position stays as it is.
    ///
    /// # Errors
    /// The board is not of this game's size and shape, there is a king in a game without kings, or the position is not
    /// valid by the rules.
    fn compose(&self, board: &Board, to_move: Player) -> Result<String, EngineError>;

    /// The board as a grid.
    fn board(&self) -> Board;

    /// The position strings of this position and of those that are the same by a symmetry of the board, without counters
    /// of moves. The first is this position.
    fn images(&self) -> Vec<String>;

    /// The surface, labels and seats of that board.
    fn face(&self) -> Face;

    /// The lines by which the game is won, each from end to end; empty if it is not, or not by a line.
    fn winning_lines(&self) -> Vec<Vec<GridCell>>;

    /// Threats to show on the board.
    fn threats(&self) -> Vec<Mark>;

    /// The board as text.
    fn diagram(&self) -> String;
}

// Sorting is compiled once, not for every game.
fn sorted_by_text(mut paths: Vec<MovePath>) -> Vec<MovePath> {
    paths.sort_by(|a, b| a.text.cmp(&b.text));
    paths
}

impl<G: Game> View for Engine<G> {
    fn move_paths(&self) -> Vec<MovePath> {
        let pos = self.record.current();
        sorted_by_text(legal(pos).into_iter().map(|mv| pos.move_path(mv)).collect())
    }

    fn fen_with_hand(&self) -> String {
        self.record.current().fen_with_hand()
    }

    fn compose(&self, board: &Board, to_move: Player) -> Result<String, EngineError> {
        let pos = self.record.current();
        fits(board, &pos.board(), to_move, self.status().players)?;
        let composed = self.game.parse_position(&pos.fen_of(board, to_move)).map_err(EngineError)?;
        // A game without kings reads one as another piece.
        let alike = board
            .cells()
            .zip(composed.board().points)
            .all(|((_, wanted), got)| wanted.piece() == got.piece());
        if alike { Ok(composed.fen()) } else { Err(EngineError::new("there are no kings in this game")) }
    }

    fn board(&self) -> Board {
        self.record.current().board()
    }

    fn images(&self) -> Vec<String> {
        self.image_texts()
    }

    fn face(&self) -> Face {
        self.record.current().face()
    }

    fn winning_lines(&self) -> Vec<Vec<GridCell>> {
        self.record.current().winning_lines()
    }

    fn threats(&self) -> Vec<Mark> {
        self.game.commentary().threats(self.record.current())
    }

    fn diagram(&self) -> String {
        self.record.current().diagram()
    }
}
