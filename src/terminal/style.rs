//! Colours of the terminal, and lines made of coloured pieces of text.
//!
//! Every colour is defined twice: for terminals of 256 colours and for those of 16. A board brings its own background,
//! so that it looks the same on a light and on a dark terminal; text next to it has the terminal's own colours. Without
//! colours no escape byte is written.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::position::Colour;

/// Columns of a line.
pub(super) const COLUMNS: usize = 80;

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Its colours.
    pub palette: Palette,
    /// Signs beyond ASCII on the board? Words are always UTF-8.
    pub unicode: bool,
}

/// Colours of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// None.
    Plain,
    /// The 16 of every terminal.
    Sixteen,
    /// The 256 of xterm.
    Full,
}

impl Look {
    /// No colours, ASCII.
    pub const PLAIN: Look = Look { palette: Palette::Plain, unicode: false };

    /// The settings from environment variables. `is_terminal`: is the output a terminal?
    pub fn of_environment(is_terminal: bool, variable: &dyn Fn(&str) -> Option<String>) -> Look {
        let value = |name| variable(name).filter(|value| !value.is_empty());
        let term = value("TERM").unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value).unwrap_or_default();
        let is_utf8 = ["utf-8", "utf8"].iter().any(|name| locale.to_ascii_lowercase().contains(name));
        // The Linux console lacks most of these characters.
        let unicode = term != "linux" && (is_utf8 || cfg!(any(windows, target_os = "macos")));
        // A Windows console prints escape sequences as characters, whatever the variables say, unless they are enabled.
        let can = is_terminal && !cfg!(windows) && value("NO_COLOR").is_none() && term != "dumb";
        let many = value("COLORTERM").is_some() || term.contains("256color") || term.contains("direct");
        let palette = match can && (!term.is_empty() || many) {
            false => Palette::Plain,
            true if many => Palette::Full,
            true => Palette::Sixteen,
        };
        Look { palette, unicode }
    }

    /// A number with its sign: a minus, or a hyphen in ASCII.
    pub(super) fn signed(self, number: &str) -> String {
        if self.unicode { number.replace('-', "\u{2212}") } else { number.to_string() }
    }

    /// Are there colours?
    pub fn is_coloured(self) -> bool {
        self.palette != Palette::Plain
    }
}

/// A colour: one of the 16, and one of the 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tint(pub u8, pub u8);

impl Tint {
    /// The colour of a player's pieces.
    pub fn of(colour: &Colour) -> Tint {
        const NAMES: [(&str, u8); 7] = [
            ("white", 15),
            ("black", 0),
            ("orange", 1),
            ("yellow", 11),
            ("blue", 4),
            ("green", 2),
            ("pink", 13),
        ];
        let known = NAMES.iter().find(|(name, _)| *name == colour.name);
        Tint(known.map_or(7, |&(_, ansi)| ansi), nearest(&colour.fill))
    }

    /// The colour of signs on a player's pieces.
    pub fn detail_of(colour: &Colour) -> Tint {
        let ansi = if ["white", "yellow", "pink"].contains(&colour.name.as_str()) { 0 } else { 15 };
        Tint(ansi, nearest(&colour.detail))
    }
}

/// The nearest of the 256 colours to `#rrggbb`: of the cube of six levels and of the greys.
fn nearest(hex: &str) -> u8 {
    const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let part =
        |at: usize| hex.get(at..at + 2).and_then(|part| i32::from_str_radix(part, 16).ok()).unwrap_or(0);
    let wanted = [part(1), part(3), part(5)];
    let distance = |colour: [i32; 3]| -> i32 { (0..3).map(|i| (colour[i] - wanted[i]).pow(2)).sum() };
    let cube = (0..216).map(|index: usize| {
        let colour = [LEVELS[index / 36], LEVELS[index / 6 % 6], LEVELS[index % 6]];
        (distance(colour), 16 + index)
    });
    let greys = (0..24).map(|index: usize| (distance([8 + 10 * index as i32; 3]), 232 + index));
    cube.chain(greys).min().map_or(0, |(_, code)| code as u8)
}

/// The style of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TextStyle {
    /// `None`: the terminal's own colour; likewise the background.
    pub text: Option<Tint>,
    pub ground: Option<Tint>,
    pub bold: bool,
}

impl TextStyle {
    pub const BOLD: TextStyle = TextStyle { text: None, ground: None, bold: true };

    /// Text of this colour on the terminal's own background.
    pub const fn text(text: Tint) -> TextStyle {
        TextStyle { text: Some(text), ground: None, bold: false }
    }

    /// Text of one colour on another.
    pub const fn on(text: Tint, ground: Tint) -> TextStyle {
        TextStyle { text: Some(text), ground: Some(ground), bold: false }
    }

    /// The same in bold.
    pub const fn bold(self) -> TextStyle {
        TextStyle { bold: true, ..self }
    }

    fn codes(self, palette: Palette) -> String {
        let mut codes = Vec::new();
        if self.bold {
            codes.push("1".to_string());
        }
        for (tint, dark, light, full) in [(self.text, 30, 90, 38), (self.ground, 40, 100, 48)] {
            let Some(Tint(ansi, code)) = tint else { continue };
            codes.push(match palette {
                Palette::Full => format!("{full};5;{code}"),
                _ if ansi < 8 => (dark + u16::from(ansi)).to_string(),
                _ => (light + u16::from(ansi) - 8).to_string(),
            });
        }
        codes.join(";")
    }
}

/// A line of text in colours.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line(Vec<(String, TextStyle)>);

impl Line {
    /// A line in the terminal's own colours.
    pub fn of(text: impl Into<String>) -> Line {
        let mut line = Line::default();
        line.push(&text.into(), TextStyle::default());
        line
    }

    /// Adds text at the end.
    pub fn push(&mut self, text: &str, text_style: TextStyle) {
        match self.0.last_mut() {
            Some((last, of)) if *of == text_style => last.push_str(text),
            _ => self.0.push((text.to_string(), text_style)),
        }
    }

    /// Adds another line at the end.
    pub fn append(&mut self, other: &Line) {
        for (text, text_style) in &other.0 {
            self.push(text, *text_style);
        }
    }

    /// Columns that it takes.
    pub fn width(&self) -> usize {
        self.0.iter().map(|(text, _)| text.width()).sum()
    }

    /// Adds blanks up to this width.
    pub fn pad(&mut self, width: usize) {
        self.push(&" ".repeat(width.saturating_sub(self.width())), TextStyle::default());
    }

    /// The line as bytes for the terminal, without blanks at its end.
    pub fn print(&self, palette: Palette) -> String {
        if palette == Palette::Plain {
            let text: String = self.0.iter().map(|(text, _)| text.as_str()).collect();
            return text.trim_end().to_string();
        }
        let mut parts = self.0.clone();
        while let Some((text, text_style)) = parts.last_mut() {
            if text_style.ground.is_some() {
                break;
            }
            text.truncate(text.trim_end().len());
            if !text.is_empty() {
                break;
            }
            parts.pop();
        }
        let part = |(text, text_style): &(String, TextStyle)| match text_style.codes(palette) {
            codes if codes.is_empty() => text.clone(),
            codes => format!("\x1b[{codes}m{text}\x1b[m"),
        };
        parts.iter().map(part).collect()
    }
}

/// Text cut off at `columns` columns.
pub(super) fn cut(text: &str, columns: usize) -> String {
    let mut width = 0;
    let fits = |c: &char| {
        width += c.width().unwrap_or(0);
        width <= columns
    };
    text.chars().take_while(fits).collect()
}

/// Text wrapped to lines of at most `columns` columns: at blanks, or anywhere if there are none.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive([' ', '，', '。', '；', '：']) {
        let mut word = word;
        loop {
            let last = lines.len() - 1;
            if lines[last].width() + word.trim_end().width() <= columns {
                lines[last].push_str(word);
                break;
            }
            if lines[last].trim().is_empty() {
                let head = cut(word, columns);
                word = &word[head.len()..];
                lines[last] = head;
            }
            lines.push(String::new());
        }
    }
    lines.iter().map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(is_terminal: bool, variables: &[(&str, &str)]) -> Look {
        let get = |name: &str| Some(variables.iter().find(|(known, _)| *known == name)?.1.to_string());
        Look::of_environment(is_terminal, &get)
    }

    #[test]
    fn colours_are_those_that_the_terminal_has() {
        let utf8 = ("LANG", "de_DE.UTF-8");
        assert_eq!(look(true, &[("TERM", "xterm-256color"), utf8]).palette, Palette::Full);
        assert_eq!(look(true, &[("TERM", "screen"), utf8]).palette, Palette::Sixteen);
        assert_eq!(look(true, &[("TERM", "dumb"), utf8]).palette, Palette::Plain);
        assert_eq!(look(true, &[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Look::PLAIN);
        assert_eq!(look(false, &[("TERM", "xterm-256color"), utf8]).palette, Palette::Plain);
    }

    #[test]
    fn a_colour_becomes_the_nearest_one() {
        assert_eq!([nearest("#ffffff"), nearest("#000000"), nearest("#d75f00")], [231, 16, 166]);
        assert_eq!(nearest("nonsense"), 16);
    }

    #[test]
    fn lines_are_broken_at_blanks_and_by_columns() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("轮到黑方", 4), ["轮到", "黑方"]);
        assert!(wrap("", 4).is_empty());
    }
}
