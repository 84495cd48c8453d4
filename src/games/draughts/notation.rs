//! Moves as text.
//!
//! Written: `32-28`, `26x37`, and if two captures share both ends, every square between (`4x31x42x15`). Russian and
//! Brazilian squares are letters and digits, and captures there have a colon (`c3-d4`, `c3:e5`). Read: all of these;
//! numbers in every rule set, with or without leading zeros; `x` or `:`; and the form of the Hub protocol, which names
//! the captured squares in any order (`28x19x23`).

use super::any_position::AnyPosition;
use super::colour::Colour;
use super::fen::{self, shorten};
use super::geometry::{Bitboard, Square, bit, squares};
use super::moves::Move;
use super::view;
use crate::contract::{Board, Face, MovePath, MoveStyle, Notation, Player};

impl AnyPosition {
    /// From, to and the squares written between them.
    fn long_text(&self, mv: Move, separator: &str) -> String {
        let names: Vec<String> =
            self.route(mv).into_iter().map(|square| self.rules.square_text(square)).collect();
        names.join(separator)
    }

    /// The form of the Hub protocol: numbers, the captured squares after the ends.
    fn numeric_text(&self, mv: Move) -> String {
        let number = |square| self.rules.number(square).to_string();
        let mut text = number(mv.from);
        text += if mv.is_capture() { "x" } else { "-" };
        text += &number(mv.to);
        for square in squares(mv.captured) {
            text += "x";
            text += &number(square);
        }
        text
    }

    /// The legal moves that these squares name, as the ends alone, a path, or in Hub form.
    fn named_moves(&self, words: &[Square]) -> Vec<Move> {
        let (from, last) = (words[0], words[words.len() - 1]);
        let legal = self.legal_moves().into_iter().filter(|mv| mv.from == from);
        let along = self.captured_along(words);
        if words.len() == 2 {
            let same_ends: Vec<Move> = legal.filter(|mv| mv.to == last).collect();
            // Among captures with the same ends, that of a single piece has no longer form.
            let direct = same_ends.iter().copied().find(|mv| along == Some(mv.captured));
            return match direct {
                Some(mv) if same_ends.len() > 1 => vec![mv],
                _ => same_ends,
            };
        }
        let listed = words[2..].iter().fold(0, |set: Bitboard, &square| set | bit(square));
        legal
            .filter(|mv| {
                (mv.to == words[1] && mv.captured == listed) || (mv.to == last && along == Some(mv.captured))
            })
            .collect()
    }
}

/// Splits `32-28`, `26x37x08`, `c3:e5` and `c3e5` into squares; also returns whether the text claims a capture.
fn split_squares(text: &str) -> (Vec<&str>, bool) {
    let claims_capture = text.contains(['x', 'X', ':', '×']);
    let words: Vec<&str> = text.split(['-', 'x', 'X', ':', '×']).collect();
    let glued = |word: &str| word.len() == 4 && word.is_ascii() && word.as_bytes()[0].is_ascii_alphabetic();
    if let [word] = words[..]
        && glued(word)
    {
        return (vec![&word[..2], &word[2..]], claims_capture);
    }
    (words, claims_capture)
}

/// Maximum length of a move text, in squares: no capture takes more than 20 pieces.
const MAX_SQUARES: usize = 24;

impl Notation for AnyPosition {
    fn parse_move(&self, text: &str) -> Result<Move, String> {
        let example = match (self.rules.algebraic, self.rules.movement.large_board) {
            (true, _) => "c3-d4 or c3:e5",
            (false, true) => "32-28 or 26x37",
            (false, false) => "11-15 or 22x15",
        };
        let (words, claims_capture) = split_squares(text);
        if !(2..=MAX_SQUARES).contains(&words.len()) {
            return Err(format!("'{}' is not a move: expected one like {example}", shorten(text)));
        }
        let named =
            words.iter().map(|word| self.rules.parse_square(word)).collect::<Result<Vec<Square>, String>>();
        let named = named.map_err(|reason| format!("in move '{}': {reason}", shorten(text)))?;
        let moves = self.named_moves(&named);
        match moves[..] {
            [mv] if claims_capture && !mv.is_capture() => Err(format!(
                "'{}' captures nothing: expected '{}'",
                shorten(text),
                self.move_text(mv, MoveStyle::Native)
            )),
            [mv] => Ok(mv),
            [] => Err(self.why_illegal(text, &named)),
            _ => {
                let all: Vec<String> =
                    moves.iter().map(|&mv| self.move_text(mv, MoveStyle::Native)).collect();
                Err(format!("'{}' is ambiguous: expected one of {}", shorten(text), all.join(", ")))
            }
        }
    }

    fn move_text(&self, mv: Move, style: MoveStyle) -> String {
        if style == MoveStyle::Numeric {
            return self.numeric_text(mv);
        }
        let separator = match (mv.is_capture(), self.rules.algebraic) {
            (false, _) => "-",
            (true, false) => "x",
            (true, true) => ":",
        };
        let same_ends = |other: &Move| other.from == mv.from && other.to == mv.to;
        if mv.is_capture() && self.legal_moves().iter().filter(|other| same_ends(other)).count() > 1 {
            return self.long_text(mv, separator);
        }
        format!("{}{separator}{}", self.rules.square_text(mv.from), self.rules.square_text(mv.to))
    }

    fn fen(&self) -> String {
        fen::fen_text(self)
    }

    fn fen_of(&self, board: &Board, to_move: Player) -> String {
        fen::fen_of(self.rules, board, to_move)
    }

    fn diagram(&self) -> String {
        let side = self.geometry().side;
        let mut text = String::new();
        for row in 0..side {
            let cell = |file| match self.rules.square_shown(row, file) {
                None => "  ".to_string(),
                Some(square) => format!(" {}", self.piece_letter(square)),
            };
            let name = |file| match self.rules.square_shown(row, file) {
                None => "   ".to_string(),
                Some(square) => format!("{:>3}", self.rules.square_text(square)),
            };
            let cells: String = (0..side).map(cell).collect();
            let names: String = (0..side).map(name).collect();
            text += &format!("{cells}   {}\n", names.trim_end());
        }
        let mover = if self.turn == Colour::White { "White" } else { "Black" };
        text + mover + " to move"
    }

    fn board(&self) -> Board {
        view::board(self)
    }

    fn face(&self) -> Face {
        view::face(self.rules)
    }

    fn move_path(&self, mv: Move) -> MovePath {
        view::move_path(self, mv)
    }
}

impl AnyPosition {
    /// `w` and `b` for men, `W` and `B` for kings, `.` for an empty square.
    fn piece_letter(&self, square: Square) -> char {
        let letters = if self.kings & bit(square) != 0 { ['W', 'B'] } else { ['w', 'b'] };
        let owner = [Colour::White, Colour::Black].into_iter().find(|c| self.pieces(*c) & bit(square) != 0);
        owner.map_or('.', |colour| letters[colour.index()])
    }

    /// Would a man of the player to move capture a king, by rules that forbid it?
    fn is_man_against_king(&self, squares: &[Square]) -> bool {
        let is_man = self.kings & bit(squares[0]) == 0;
        let over = self.captured_along(&squares[..2]).unwrap_or_default();
        is_man && !self.rules.movement.men_capture_kings && over & self.kings != 0
    }

    /// Why no legal move matches, for users.
    fn why_illegal(&self, text: &str, named: &[Square]) -> String {
        let from = named[0];
        let reason = if self.own() & bit(from) == 0 {
            format!("no piece of the player to move on {}", self.rules.square_text(from))
        } else if self.legal_moves().is_empty() {
            "there is no legal move".to_string()
        } else if self.has_capture() {
            let all: Vec<String> =
                self.legal_moves().iter().take(8).map(|&mv| self.move_text(mv, MoveStyle::Native)).collect();
            format!("a capture must be played, such as {}", all.join(", "))
        } else if self.is_man_against_king(named) {
            "a man may not capture a king".to_string()
        } else {
            format!("the piece on {} cannot go there", self.rules.square_text(from))
        };
        format!("illegal move '{}': {reason}", shorten(text))
    }
}
