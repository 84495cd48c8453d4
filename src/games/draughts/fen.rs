//! Positions as text.
//!
//! `W:W31-50:B1-20`: the side to move, then the pieces of each colour in either order, ranges allowed, `K` before a
//! king. After that, in any order: `H` and the count of half-moves for the limit in force, `F` and the move number, in
//! Frisian `+` for White and `+` for Black, each the quiet moves in succession of one king and the square of that king
//! (`+225+0`: two moves, the king on 25), in FMJD-64 rules `R` and the half-moves for which a lone king has held the
//! long diagonal. Counts of 0 are omitted. Squares are written as numbers in every rule set, because all programs read
//! these. Squares such as `c3` are also read in rule sets that use them, and so are the 51 (33) letters of the Hub
//! protocol. A position in the tag of a PDN file, `[FEN "W:W31-50:B1-20"]`, is read as well: py-draughts gives it so.

use super::any_position::AnyPosition;
use super::colour::Colour;
use super::geometry::{Bitboard, Square, bit, squares};
use super::rules::{MoveLimits, Rules};
use super::wolf::Wolf;
use crate::contract::{Board, Player};

/// Maximum length of a position text, in bytes.
const MAX_BYTES: usize = 1000;
/// Shortest run of squares written as a range.
const MIN_RANGE: usize = 3;

/// Reads a position.
///
/// # Errors
/// Names the offending part and what was expected.
pub(super) fn parse_fen(rules: &'static Rules, text: &str) -> Result<AnyPosition, String> {
    let text = text.trim();
    let text = text.strip_prefix("[FEN \"").and_then(|inside| inside.strip_suffix("\"]")).unwrap_or(text);
    if text.len() > MAX_BYTES {
        return Err(format!("position '{}' is too long", shorten(text)));
    }
    let text = text.strip_suffix('.').unwrap_or(text);
    let (letters, counts) = text.split_once(':').unwrap_or((text, ""));
    let position = if letters.len() > 1 || counts.is_empty() {
        parse_letters(rules, letters, counts)?
    } else {
        parse_pieces(rules, text)?
    };
    position.check()?;
    Ok(position)
}

/// The position as one line.
pub(super) fn fen_text(pos: &AnyPosition) -> String {
    let side = if pos.turn == Colour::White { "W" } else { "B" };
    let mut text = format!("{side}:W{}:B{}", pos.list(Colour::White), pos.list(Colour::Black));
    if pos.quiet != 0 {
        text += &format!(":H{}", pos.quiet);
    }
    if pos.move_number != 0 {
        text += &format!(":F{}", pos.move_number);
    }
    if pos.road != 0 {
        text += &format!(":R{}", pos.road);
    }
    if pos.wolf.iter().any(|wolf| wolf.moves() != 0) {
        let wolf = |w: Wolf| match w.moves() {
            0 => "+0".to_string(),
            moves => format!("+{moves}{}", pos.rules.number(w.king())),
        };
        text += &format!(":{}{}", wolf(pos.wolf[0]), wolf(pos.wolf[1]));
    }
    text
}

/// The pieces on a board as one line.
pub(super) fn fen_of(rules: &'static Rules, board: &Board, to_move: Player) -> String {
    let colour =
        |player| if player == Player::FIRST { rules.movement.first } else { rules.movement.first.other() };
    let (mut pieces, mut kings) = ([0; 2], 0);
    for (cell, point) in board.cells() {
        let square = rules.square_shown(usize::from(cell.y), usize::from(cell.x));
        if let (Some(square), Some((owner, king))) = (square, point.piece()) {
            pieces[colour(owner).index()] |= bit(square);
            kings |= if king { bit(square) } else { 0 };
        }
    }
    fen_text(&AnyPosition::new(rules, pieces, kings, colour(to_move)))
}

impl AnyPosition {
    /// Squares of a colour: men first, long runs as ranges, then kings.
    fn list(&self, colour: Colour) -> String {
        let own = self.pieces(colour);
        let numbers = |set| {
            let mut numbers: Vec<usize> = squares(set).map(|square| self.rules.number(square)).collect();
            numbers.sort_unstable();
            numbers
        };
        let mut parts = Vec::new();
        for run in numbers(own & !self.kings).chunk_by(|a, b| a + 1 == *b) {
            match *run {
                [first, .., last] if run.len() >= MIN_RANGE => parts.push(format!("{first}-{last}")),
                _ => parts.extend(run.iter().map(usize::to_string)),
            }
        }
        parts.extend(numbers(own & self.kings).iter().map(|number| format!("K{number}")));
        parts.join(",")
    }

    /// Checks that the rules allow this position.
    fn check(&self) -> Result<(), String> {
        for (colour, name) in [(Colour::White, "White"), (Colour::Black, "Black")] {
            let own = self.pieces(colour);
            let misplaced = own & !self.kings & self.geometry().promotion_rows[colour.index()];
            if let Some(square) = squares(misplaced).next() {
                let square = self.rules.square_text(square);
                return Err(format!(
                    "{name} man on {square}, its promotion row: expected a king there (K{square})"
                ));
            }
            let max_pieces = self.geometry().count * 2 / 5;
            if own.count_ones() as usize > max_pieces {
                return Err(format!("{name} has {} pieces: expected at most {max_pieces}", own.count_ones()));
            }
        }
        Ok(())
    }

    /// Sets the count of quiet moves of one king; `text` is the number of moves, then its square.
    fn set_wolf(&mut self, colour: Colour, text: &str) -> Result<(), String> {
        let expected = || {
            format!(
                "'+{}': expected 0, or the number of moves (1 to 3) and the square of the king",
                shorten(text)
            )
        };
        let kings = self.pieces(colour) & self.kings;
        let (count, square) = text.split_at_checked(1).ok_or_else(expected)?;
        let moves = count.parse::<u8>().ok().filter(|&moves| moves <= 3).ok_or_else(expected)?;
        let king = match square {
            _ if moves == 0 => return Ok(()),
            "" if kings.count_ones() == 1 => kings.trailing_zeros() as Square,
            _ => {
                self.rules.parse_square(square).ok().filter(|&s| kings & bit(s) != 0).ok_or_else(expected)?
            }
        };
        // The count is kept only for a side that has men.
        if self.pieces(colour) & !self.kings != 0 {
            self.wolf[colour.index()] = Wolf::new(king, moves);
        }
        Ok(())
    }

    fn set_wolves(&mut self, text: &str) -> Result<(), String> {
        let expected = || format!("'+{}': expected two counts as in +0+0", shorten(text));
        let (white, black) = text.split_once('+').ok_or_else(expected)?;
        self.set_wolf(Colour::White, white)?;
        self.set_wolf(Colour::Black, black)
    }

    /// Reads one of the counts after the pieces.
    fn set_count(&mut self, part: &str) -> Result<(), String> {
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let value = digits.then(|| text.parse::<u16>().unwrap_or(u16::MAX));
            value.ok_or_else(|| format!("'{}': expected a number after the letter", shorten(part)))
        };
        match part.split_at_checked(1) {
            Some(("H" | "h", count)) => {
                // Without a limit for the material there is no count.
                let count = number(count)?.min(MAX_COUNT);
                self.quiet = if self.limit().is_some() { count } else { 0 };
            }
            Some(("F" | "f", count)) => self.move_number = number(count)?.min(MAX_COUNT),
            Some(("R" | "r", count)) if self.rules.limits == MoveLimits::SixtyFour => {
                self.road = number(count)?.min(99) as u8;
            }
            Some(("+", wolves)) if self.rules.movement.three_king_moves => self.set_wolves(wolves)?,
            _ => return Err(format!("'{}': expected a count such as H0 or F1", shorten(part))),
        }
        Ok(())
    }
}

/// Maximum count; larger ones are clamped.
const MAX_COUNT: u16 = 9999;

/// The form `W:W31-50:B1-20`.
fn parse_pieces(rules: &'static Rules, text: &str) -> Result<AnyPosition, String> {
    let mut parts = text.split(':');
    let turn = parts
        .next()
        .and_then(colour_letter)
        .ok_or_else(|| format!("'{}': expected W or B and a colon before the pieces", shorten(text)))?;
    let mut pieces: [Option<Bitboard>; 2] = [None; 2];
    let mut kings = 0;
    let mut counts = Vec::new();
    for part in parts {
        match part.split_at_checked(1).and_then(|(letter, list)| colour_letter(letter).map(|c| (c, list))) {
            Some((colour, list)) => {
                if pieces[colour.index()].is_some() {
                    return Err(format!("'{}': the pieces of this colour are given twice", shorten(part)));
                }
                let (own, own_kings) = parse_list(rules, list)?;
                pieces[colour.index()] = Some(own);
                kings |= own_kings;
            }
            None => counts.push(part),
        }
    }
    let [Some(white), Some(black)] = pieces else {
        return Err(format!(
            "'{}': expected the pieces of both colours, as in W:W31-50:B1-20",
            shorten(text)
        ));
    };
    if let Some(square) = squares(white & black).next() {
        return Err(format!("square {} is given to both colours", rules.square_text(square)));
    }
    let mut position = AnyPosition::new(rules, [white, black], kings, turn);
    for part in counts {
        position.set_count(part)?;
    }
    Ok(position)
}

fn colour_letter(text: &str) -> Option<Colour> {
    match text {
        "W" | "w" => Some(Colour::White),
        "B" | "b" => Some(Colour::Black),
        _ => None,
    }
}

/// Reads a comma-separated list of squares and ranges, `K` before kings. Returns all pieces, and the kings among them.
fn parse_list(rules: &Rules, list: &str) -> Result<(Bitboard, Bitboard), String> {
    let (mut all, mut kings) = (0, 0);
    for item in list.split(',').filter(|_| !list.is_empty()) {
        let (squares_text, king) = match item.strip_prefix(['K', 'k']) {
            Some(rest) => (rest, true),
            None => (item, false),
        };
        let (first, last) = squares_text.split_once('-').unwrap_or((squares_text, squares_text));
        let last = last.strip_prefix(['K', 'k']).filter(|_| king).unwrap_or(last);
        let number = |text| rules.parse_square(text).map(|s| rules.number(s));
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(format!("'{}': expected a range from the lower to the higher square", shorten(item)));
        }
        let range = (first..=last).filter_map(|n| rules.square(n)).fold(0, |set, s| set | bit(s));
        if all & range != 0 {
            return Err(format!("'{}': a square is given twice", shorten(item)));
        }
        all |= range;
        kings |= if king { range } else { 0 };
    }
    Ok((all, kings))
}

/// Reads the letters of the Hub protocol: side to move, then `w`, `b`, `W`, `B` or `e` for each square. Counts may
/// follow as in the other form, separated by colons.
fn parse_letters(rules: &'static Rules, text: &str, counts: &str) -> Result<AnyPosition, String> {
    let count = rules.geometry().count;
    let bytes = text.as_bytes();
    let turn =
        text.get(..1).and_then(colour_letter).filter(|_| bytes.len() == count + 1).ok_or_else(|| {
            format!(
                "'{}' is not a position: expected one like W:W31-50:B1-20, or {} letters",
                shorten(text),
                count + 1
            )
        })?;
    let (mut pieces, mut kings) = ([0; 2], 0);
    for (number, letter) in (1..).zip(&bytes[1..]) {
        let square = rules.square(number).map_or(0, bit);
        match letter {
            b'w' | b'W' => pieces[0] |= square,
            b'b' | b'B' => pieces[1] |= square,
            b'e' | b'.' => continue,
            _ => return Err(format!("letter {} of the position: expected w, b, W, B or e", number + 1)),
        }
        if letter.is_ascii_uppercase() {
            kings |= square;
        }
    }
    let mut position = AnyPosition::new(rules, pieces, kings, turn);
    for part in counts.split(':').filter(|part| !part.is_empty()) {
        position.set_count(part)?;
    }
    Ok(position)
}

/// The beginning of a text, for an error message.
pub(super) fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    if text.chars().count() <= MAX_CHARS {
        return text.to_string();
    }
    text.chars().take(MAX_CHARS).collect::<String>() + "..."
}
