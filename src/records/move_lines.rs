//! The moves of PDN and text: numbers, marks, comments and variations in lines of up to 79 characters.

use super::clocks::clock_text;
use super::comment_text::escaped;
use super::line::{Line, Turns};
use super::{GameRecord, MoveMark, Replay};
use crate::contract::Player;

/// Longest line of moves.
const WIDTH: usize = 79;

/// The moves of a game, then the word that ends it.
pub(super) fn move_lines(game: &GameRecord, replay: &Replay, end: &str) -> String {
    let mut lines = Lines::default();
    lines.moves(&game.line, &replay.turns, first_number(game));
    lines.word(end);
    lines.text + "\n\n"
}

/// The number of the first move: the one in the position that the game began with (`:F12`, or the last field of six),
/// if there is one.
fn first_number(game: &GameRecord) -> u32 {
    let base = game.base.as_deref().unwrap_or_default();
    let fields: Vec<&str> = base.split_whitespace().collect();
    let field = match fields[..] {
        [_, _, _, _, _, number] => Some(number),
        _ => base.split(':').find_map(|part| part.strip_prefix('F')),
    };
    field.and_then(|number| number.parse().ok()).filter(|&number| number > 0).unwrap_or(1)
}

/// Words in lines.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
    /// Parentheses before the next word.
    opened: String,
}

impl Lines {
    /// A line with its comments and variations; a variation follows the move that it replaces and its comments.
    fn moves(&mut self, line: &Line, turns: &Turns, first: u32) {
        let mut numbers = vec![first];
        let mut number_due = true;
        for ply in 0..=line.moves.len() {
            let mover = ply.checked_sub(1).map(|before| turns.turns[before]);
            let clocks = line.markup.iter().filter(|(at, _)| *at == ply);
            let clocks: Vec<String> = clocks.filter_map(|(_, markup)| clock_text(markup, mover)).collect();
            for text in clocks.iter().map(String::as_str).chain(line.comments_at(ply)) {
                self.comment(text);
                number_due = true;
            }
            for (index, variation) in ply.checked_sub(1).into_iter().flat_map(|at| line.variations_at(at)) {
                self.opened.push('(');
                self.moves(variation, &turns.variations[index], numbers[ply - 1]);
                self.close();
                number_due = true;
            }
            let Some(mv) = line.moves.get(ply) else { break };
            let turn = turns.turns[ply];
            if ply > 0 && turn <= turns.turns[ply - 1] {
                number_due = true;
            }
            let number = numbers[ply];
            let dots = if turn == Player::FIRST { "." } else { "..." };
            let mut marks = line.marks.iter().filter(|(of, _)| *of == ply + 1).map(|&(_, mark)| mark);
            let sign = marks.next().map_or("", MoveMark::sign);
            self.word(&if number_due { format!("{number}{dots} {mv}{sign}") } else { format!("{mv}{sign}") });
            let glyphs = line.glyphs.iter().filter(|(of, _)| *of == ply + 1).map(|&(_, glyph)| glyph);
            marks.map(MoveMark::glyph).chain(glyphs).for_each(|glyph| self.word(&format!("${glyph}")));
            numbers.push(number + u32::from(turns.turns[ply + 1] <= turn));
            number_due = false;
        }
    }

    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.opened) + word;
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(&word);
        self.column += length;
    }

    fn close(&mut self) {
        if self.column >= WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push(')');
        self.column += 1;
    }

    /// A comment has no line that looks like a tag: a word that begins like one stays on the line of the word before.
    fn comment(&mut self, text: &str) {
        let text = format!("{{{}}}", escaped(text));
        let mut words: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match words.last_mut() {
                Some(last) if word.starts_with('[') && !word.starts_with("[%") => {
                    *last += &format!(" {word}")
                }
                _ => words.push(word.to_string()),
            }
        }
        words.iter().for_each(|word| self.word(word));
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexer::{Token, lex};
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words_of_comments_too() {
        let mut lines = Lines::default();
        lines.comment(&"twelve chars ".repeat(20));
        assert!(lines.text.lines().count() > 2);
        assert!(lines.text.lines().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn a_tag_in_a_comment_is_read_as_a_part_of_it_wherever_lines_are_wrapped() {
        for length in 0..=WIDTH {
            let comment = format!("{} [Black \"B\"] and [White \"W\"]", "x".repeat(length));
            let mut lines = Lines::default();
            lines.comment(&comment);
            let tokens: Vec<Token> = lex(&lines.text, 1).into_iter().map(|lexeme| lexeme.token).collect();
            assert!(matches!(&tokens[..], [Token::Comment(_)]), "{length}: {tokens:?}");
        }
    }
}
