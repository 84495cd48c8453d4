//! Text of Chinese checkers: moves and the picture of the star; positions are in `fen.rs`.
//!
//! A move is `from-to`, or `pass` when nothing can move. On input the stops of a hop chain may be given as well
//! (`d10-f12-h14`); then each leg must be a legal hop. Letters may be of either case.

use super::fen;
use super::geometry::{Hole, ROWS, row_holes};
use super::moves::Move;
use super::position::Position;
use super::view;
use crate::contract::{Board, Face, MovePath, MoveStyle, Notation, Player, Position as _};

impl Position {
    /// The player whose piece stands in this hole.
    pub fn owner(&self, hole: Hole) -> Option<Player> {
        self.players().find(|&player| self.pieces(player).has(hole))
    }

    /// The letter of the seat whose piece stands in this hole.
    pub(super) fn letter_at(&self, hole: Hole) -> Option<char> {
        self.owner(hole).map(|player| self.seat(player).letter())
    }

    /// Reads a path with stops: the move from its first to its last hole, if every leg is allowed.
    fn parse_path(&self, text: &str) -> Result<Move, String> {
        let holes: Vec<Hole> = text
            .split('-')
            .map(|name| {
                Hole::from_name(name)
                    .ok_or_else(|| format!("move '{text}': expected a hole like 'd10', got '{name}'"))
            })
            .collect::<Result<_, _>>()?;
        let [from, .., to] = holes[..] else {
            return Err(format!("move '{text}': expected two holes like 'd10-e11', or 'pass'"));
        };
        if holes.len() > 2
            && let Some(leg) = holes.windows(2).find(|leg| !self.is_single_hop(from, leg[0], leg[1]))
        {
            return Err(format!("move '{text}': no hop leads from {} to {}", leg[0], leg[1]));
        }
        Ok(Move { from, to })
    }

    fn why_illegal(&self, text: &str, mv: Move) -> String {
        let letter = self.seat(self.player_to_move()).letter();
        match self.owner(mv.from) {
            _ if self.outcome().is_some() => format!("move '{text}': the game is over"),
            Some(owner) if owner == self.player_to_move() => {
                format!("move '{text}': illegal, the piece on {} cannot end its move on {}", mv.from, mv.to)
            }
            _ => format!("move '{text}': illegal, expected a piece of {letter} on {}", mv.from),
        }
    }
}

impl Notation for Position {
    fn parse_move(&self, text: &str) -> Result<Move, String> {
        if text.eq_ignore_ascii_case("pass") {
            let is_pass_legal = self.is_legal(Move::PASS);
            return is_pass_legal.then_some(Move::PASS).ok_or_else(|| {
                format!("move '{text}': illegal, a player passes only when no piece can move")
            });
        }
        let mv = self.parse_path(text)?;
        if mv.is_pass() || !self.is_legal(mv) {
            return Err(self.why_illegal(text, mv));
        }
        Ok(mv)
    }

    fn move_text(&self, mv: Move, _style: MoveStyle) -> String {
        if mv.is_pass() { "pass".to_string() } else { format!("{}-{}", mv.from, mv.to) }
    }

    fn fen(&self) -> String {
        fen::fen_text(self)
    }

    fn fen_of(&self, board: &Board, to_move: Player) -> String {
        fen::fen_of(self, board, to_move)
    }

    /// Each hole stands in the column of its name: `q` row at the top, `.` for an empty hole.
    fn diagram(&self) -> String {
        let mut text = String::from("   ");
        for column in 1..=25 {
            text += &format!("{column:3}");
        }
        for row in 0..ROWS {
            let mut line = vec![' '; 75];
            for hole in row_holes(row) {
                line[3 * hole.column() as usize - 1] = self.letter_at(hole).unwrap_or('.');
            }
            let letter = char::from(b'q' - row as u8);
            let line: String = line.into_iter().collect();
            text += &format!("\n {letter} {}", line.trim_end());
        }
        let seats: String = self.seats().iter().map(|seat| seat.letter()).collect();
        text += &format!(
            "\n {} to move, seats {seats}{}",
            self.seat(self.player_to_move()).letter(),
            fen::memory_text(self)
        );
        text
    }

    fn board(&self) -> Board {
        view::board(self)
    }

    fn face(&self) -> Face {
        view::face(self)
    }

    fn move_path(&self, mv: Move) -> MovePath {
        view::move_path(self, mv)
    }
}
