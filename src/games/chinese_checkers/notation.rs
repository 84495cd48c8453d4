//! Text of Chinese checkers: moves, position strings, the picture of the star.
//!
//! A move is `from-to`, or `pass` when nothing can move. On input the stops of a hop chain may stand between
//! (`d10-f12-h14`); then each leg must be a hop that the rules allow. Letters count in either case.
//!
//! A position string is the rows from the top, letters for pieces and numbers for runs of empty holes, then
//! the side to move, then the seats in turn order:
//! `D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD`. Three more words stand there only where a
//! rule needs them: `round=12` and `out=C` under `LeaveHome`, `last=A:d10-e11,D:n16-m15` under `NoShuttle`.

use super::geometry::{Hole, Seat};
use super::position::{Move, Position};
use super::rules::Rules;
use super::view;
use crate::contract::{Board, Face, MovePath, MoveStyle, Notation, Player, Position as _};

/// Rows of the star.
const ROWS: i8 = 17;
/// Most pieces of a player.
const MAX_PIECES: usize = 10;

/// The holes of a row from the left; row 0 is the top.
fn row_holes(row: i8) -> impl Iterator<Item = Hole> {
    (-8..=8).filter_map(move |q| Hole::at(q, 8 - row))
}

impl Position {
    /// The player whose piece stands in this hole.
    pub fn owner(&self, hole: Hole) -> Option<Player> {
        (0..self.player_count()).map(Player::new).find(|&player| self.pieces(player).has(hole))
    }

    fn letter_at(&self, hole: Hole) -> Option<char> {
        self.owner(hole).map(|player| self.seat(player).letter())
    }

    fn row_text(&self, row: i8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for hole in row_holes(row) {
            match self.letter_at(hole) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    text.push(letter);
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    /// The words after the seats: what the rules remember beside the board.
    fn memory_text(&self) -> String {
        let mut text = String::new();
        let letter = |player: usize| self.seats()[player].letter();
        if self.rules.leave_home > 0 {
            text += &format!(" round={}", self.status.round);
            let out: String = (0..self.player_count()).filter(|&p| self.is_out(p)).map(letter).collect();
            if !out.is_empty() {
                text += &format!(" out={out}");
            }
        }
        let last: Vec<String> = self
            .last_moves
            .iter()
            .enumerate()
            .filter_map(|(player, mv)| mv.map(|mv| format!("{}:{}-{}", letter(player), mv.from, mv.to)))
            .collect();
        if !last.is_empty() {
            text += &format!(" last={}", last.join(","));
        }
        text
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
        let rows: Vec<String> = (0..ROWS).map(|row| self.row_text(row)).collect();
        let side = self.seat(self.player_to_move()).letter();
        let seats: String = self.seats().iter().map(|seat| seat.letter()).collect();
        format!("{} {side} {seats}{}", rows.join("/"), self.memory_text())
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
            self.memory_text()
        );
        text
    }

    fn board(&self) -> Board {
        view::board(self)
    }

    fn face(&self) -> Face {
        view::face()
    }

    fn move_path(&self, mv: Move) -> MovePath {
        view::move_path(self, mv)
    }
}

/// Reads a position string; its seats count, not `rules.players`.
///
/// # Errors
/// One line naming the offending word and what was expected.
pub fn parse_position(rules: Rules, text: &str) -> Result<Position, String> {
    let mut words = text.split_whitespace();
    let (Some(board), Some(side), Some(seats)) = (words.next(), words.next(), words.next()) else {
        return Err(format!(
            "position '{text}': expected rows, side to move and seats, like 'D/DD/... A AD'"
        ));
    };
    let seats = parse_seats(seats)?;
    let mut pos = Position::empty(rules, &seats);
    parse_board(&mut pos, board)?;
    let to_move = parse_player(&pos, side).map_err(|why| format!("side to move {why}"))?;
    for word in words {
        parse_memory(&mut pos, word)?;
    }
    if pos.is_out(to_move.index()) {
        return Err(format!("side to move '{side}': this player is out of the game"));
    }
    pos.finish(to_move);
    Ok(pos)
}

fn parse_seats(text: &str) -> Result<Vec<Seat>, String> {
    let seats: Option<Vec<Seat>> = text.chars().map(Seat::from_letter).collect();
    seats
        .filter(|seats| (2..=6).contains(&seats.len()) && seats.is_sorted_by(|a, b| a < b))
        .ok_or_else(|| format!("seats '{text}': expected two to six of the letters ABCDEF in this order"))
}

fn parse_player(pos: &Position, text: &str) -> Result<Player, String> {
    let mut chars = text.chars();
    let seat = chars.next().and_then(Seat::from_letter).filter(|_| chars.as_str().is_empty());
    let player = seat.and_then(|seat| pos.seats().iter().position(|&s| s == seat));
    let expected: String = pos.seats().iter().map(|seat| seat.letter()).collect();
    player.map(Player::new).ok_or_else(|| format!("'{text}': expected one of the seats {expected}"))
}

fn parse_board(pos: &mut Position, board: &str) -> Result<(), String> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != ROWS as usize {
        return Err(format!("board '{board}': expected {ROWS} rows between slashes, got {}", rows.len()));
    }
    for (number, text) in rows.into_iter().enumerate() {
        parse_row(pos, number as i8, text)?;
    }
    for (index, seat) in pos.seats().iter().enumerate() {
        let count = pos.pieces(Player::new(index)).len();
        if count > MAX_PIECES {
            return Err(format!("board '{board}': {count} pieces of {}, at most 10 expected", seat.letter()));
        }
    }
    Ok(())
}

fn parse_row(pos: &mut Position, row: i8, text: &str) -> Result<(), String> {
    let holes: Vec<Hole> = row_holes(row).collect();
    let wrong_length = || format!("row '{text}': expected {} holes in row {}", holes.len(), row + 1);
    let mut filled = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let run: usize = rest[..digits].parse().map_err(|_| wrong_length())?;
            filled = run.checked_add(filled).filter(|&n| n <= holes.len()).ok_or_else(wrong_length)?;
            rest = &rest[digits..];
        } else {
            let player =
                parse_player(pos, &first.to_string()).map_err(|why| format!("row '{text}': piece {why}"))?;
            let hole = *holes.get(filled).ok_or_else(wrong_length)?;
            pos.toggle(player.index(), hole);
            filled += 1;
            rest = &rest[first.len_utf8()..];
        }
    }
    if filled == holes.len() { Ok(()) } else { Err(wrong_length()) }
}

fn parse_memory(pos: &mut Position, word: &str) -> Result<(), String> {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    match name {
        "round" | "out" if pos.rules.leave_home == 0 => {
            Err(format!("'{word}': rounds are only counted with the option LeaveHome"))
        }
        "last" if !pos.rules.no_shuttle => {
            Err(format!("'{word}': last moves only matter with the option NoShuttle"))
        }
        "round" => {
            let round: u16 = value
                .parse()
                .ok()
                .filter(|&round| round > 0)
                .ok_or_else(|| format!("'{word}': expected a round from 1 to 65535"))?;
            pos.status.round = round.min(pos.rules.last_counted_round());
            Ok(())
        }
        "out" => {
            for letter in value.chars() {
                let player =
                    parse_player(pos, &letter.to_string()).map_err(|why| format!("'{word}': {why}"))?;
                pos.status.out |= 1 << player.index();
            }
            Ok(())
        }
        "last" => value.split(',').try_for_each(|entry| parse_last_move(pos, word, entry)),
        _ => Err(format!("'{word}': expected 'round=', 'out=' or 'last=', or the end of the position")),
    }
}

fn parse_last_move(pos: &mut Position, word: &str, entry: &str) -> Result<(), String> {
    let expected = || format!("'{word}': expected entries like 'A:d10-e11', got '{entry}'");
    let (letter, text) = entry.split_once(':').ok_or_else(expected)?;
    let player = parse_player(pos, letter).map_err(|why| format!("'{word}': {why}"))?;
    let (from, to) = text.split_once('-').ok_or_else(expected)?;
    let from = Hole::from_name(from).ok_or_else(expected)?;
    let to = Hole::from_name(to).ok_or_else(expected)?;
    if from == to || !pos.pieces(player).has(to) {
        return Err(format!("'{word}': no piece of {letter} can just have gone from {from} to {to}"));
    }
    pos.last_moves[player.index()] = Some(Move { from, to });
    Ok(())
}
