//! Letters and digits as strokes.
//!
//! A picture that names a font looks different if that font is missing, and has no text if there are no fonts, as on
//! most servers. The labels of a board are few, so they are drawn as paths, the same in SVG and PNG.
//!
//! A glyph stands on the line y = 0 and is 10 high (lower-case letters 7, with up to 3 below the line). Its width is in
//! the table; its strokes are the data of an SVG path. Characters without a glyph are omitted; capitals are drawn as
//! lower-case letters.

use std::fmt::Write;

use super::number::number;
use super::page::escape;

/// Height of digits and tall letters, in units of the table.
const HEIGHT: f64 = 10.0;
/// Space between two glyphs.
const GAP: f64 = 2.6;
/// Width of a blank.
const BLANK: f64 = 3.6;
/// Width of the strokes.
const PEN: f64 = 1.25;

/// The point of a text that is placed at its coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    /// Its left end.
    Left,
    /// Its middle.
    Middle,
    /// Its right end.
    Right,
}

/// A text to draw.
pub(super) struct Label<'a> {
    /// The characters.
    pub text: &'a str,
    /// Horizontal position of the anchor.
    pub x: f64,
    /// Vertical position of the middle of the digits.
    pub y: f64,
    /// Height of the digits.
    pub size: f64,
    /// The point of the text that is at `x`.
    pub anchor: Anchor,
    /// Colour of the strokes.
    pub colour: &'a str,
}

impl Label<'_> {
    /// The text as a group of paths.
    pub fn draw(&self, svg: &mut String) {
        let scale = self.size / HEIGHT;
        let back = match self.anchor {
            Anchor::Left => 0.0,
            Anchor::Middle => width(self.text) / 2.0,
            Anchor::Right => width(self.text),
        };
        let (left, base) = (self.x - back * scale, self.y + self.size / 2.0);
        let _ = write!(
            svg,
            "<g class=\"label\" aria-label=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{PEN}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\" transform=\"translate({} {}) scale({})\">",
            escape(self.text),
            self.colour,
            number(left),
            number(base),
            number(scale)
        );
        let mut at = 0.0;
        for c in self.text.chars() {
            let Some((width, strokes)) = glyph(c) else { continue };
            if !strokes.is_empty() {
                let _ = write!(svg, "<path d=\"{strokes}\" transform=\"translate({})\"/>", number(at));
            }
            at += width + GAP;
        }
        svg.push_str("</g>");
    }
}

/// Width of a text whose digits have this height.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    width(text) * size / HEIGHT
}

/// Width of a text in units of the table.
fn width(text: &str) -> f64 {
    let widths: f64 = text.chars().filter_map(glyph).map(|(width, _)| width + GAP).sum();
    (widths - GAP).max(0.0)
}

/// Width and strokes.
fn glyph(c: char) -> Option<(f64, &'static str)> {
    if c == ' ' {
        return Some((BLANK, ""));
    }
    let c = c.to_ascii_lowercase();
    GLYPHS.iter().find(|(known, ..)| *known == c).map(|&(_, width, strokes)| (width, strokes))
}

/// Character, width, strokes.
const GLYPHS: [(char, f64, &str); 47] = [
    ('a', 5.0, "M5-7V0M5-3.5a2.5 3.5 0 1 1-5 0a2.5 3.5 0 1 1 5 0"),
    ('b', 5.0, "M0-10V0M5-3.5a2.5 3.5 0 1 1-5 0a2.5 3.5 0 1 1 5 0"),
    ('c', 4.7, "M4.7-5.4A2.6 3.5 0 1 0 4.7-1.6"),
    ('d', 5.0, "M5-10V0M5-3.5a2.5 3.5 0 1 1-5 0a2.5 3.5 0 1 1 5 0"),
    ('e', 5.0, "M0-3.6H5A2.5 3.5 0 1 0 4.4-1.2"),
    ('f', 3.7, "M3.7-9.8Q1.4-10.4 1.4-8V0M0-6.6H3.4"),
    ('g', 5.0, "M5-7V.5A2.5 2.5 0 0 1 .3 1.6M5-3.5a2.5 3.5 0 1 1-5 0a2.5 3.5 0 1 1 5 0"),
    ('h', 5.0, "M0-10V0M0-4.5A2.5 2.5 0 0 1 5-4.5V0"),
    ('i', 1.0, "M.5-7V0M.5-9.6V-9.5"),
    ('j', 2.0, "M1.5-7V1Q1.5 3-.5 3M1.5-9.6V-9.5"),
    ('k', 4.8, "M0-10V0M4.5-7L0-2.8M1.6-4.2L4.8 0"),
    ('l', 1.0, "M.5-10V0"),
    ('m', 8.4, "M0-7V0M0-4.9A2.1 2.1 0 0 1 4.2-4.9V0M4.2-4.9A2.1 2.1 0 0 1 8.4-4.9V0"),
    ('n', 5.0, "M0-7V0M0-4.5A2.5 2.5 0 0 1 5-4.5V0"),
    ('o', 5.0, "M5-3.5a2.5 3.5 0 1 1-5 0a2.5 3.5 0 1 1 5 0"),
    ('p', 5.0, "M0-7V3M5-3.5a2.5 3.5 0 1 1-5 0a2.5 3.5 0 1 1 5 0"),
    ('q', 5.0, "M5-7V3M5-3.5a2.5 3.5 0 1 1-5 0a2.5 3.5 0 1 1 5 0"),
    ('r', 3.6, "M0-7V0M0-4.5A2.6 2.6 0 0 1 3.6-6.7"),
    ('s', 4.4, "M4-6C3-7.6.3-7.3.4-5.4C.5-3 4.4-4.2 4.4-1.8C4.4.4 1 .5 0-1.1"),
    ('t', 3.7, "M1.5-9.5V-2Q1.5 0 3.7-.2M0-7H3.5"),
    ('u', 5.0, "M0-7V-2.5A2.5 2.5 0 0 0 5-2.5M5-7V0"),
    ('v', 5.0, "M0-7L2.5 0L5-7"),
    ('w', 8.0, "M0-7L2 0L4-7L6 0L8-7"),
    ('x', 4.6, "M0-7L4.6 0M4.6-7L0 0"),
    ('y', 5.0, "M0-7L2.6 0M5-7L2.6 0L1.4 3"),
    ('z', 4.6, "M0-7H4.6L0 0H4.6"),
    ('0', 5.6, "M5.6-5a2.8 5 0 1 1-5.6 0a2.8 5 0 1 1 5.6 0"),
    ('1', 3.0, "M0-7.9L2.4-10V0"),
    ('2', 5.6, "M.3-7.4A2.6 2.6 0 0 1 5.4-7.2C5.4-4.6 1-3 0 0H5.6"),
    ('3', 5.4, "M.4-8.4A2.5 2.4 0 1 1 2.6-5.3A2.7 2.65 0 1 1 .1-1.6"),
    ('4', 5.8, "M4.2 0V-10L0-3H5.8"),
    ('5', 5.6, "M5.2-10H1L.6-5.6A3 3.1 0 1 1 .2-1.2"),
    ('6', 5.6, "M4.6-10C2-9 0-6 0-3.2M5.6-3.1a2.8 3.1 0 1 1-5.6 0a2.8 3.1 0 1 1 5.6 0"),
    ('7', 5.6, "M0-10H5.6L2 0"),
    (
        '8',
        5.6,
        "M5.1-7.6a2.3 2.4 0 1 1-4.6 0a2.3 2.4 0 1 1 4.6 0M5.6-2.6a2.8 2.6 0 1 1-5.6 0a2.8 2.6 0 1 1 5.6 0",
    ),
    ('9', 5.6, "M1 0C3.6-1 5.6-4 5.6-6.8M5.6-6.9a2.8 3.1 0 1 1-5.6 0a2.8 3.1 0 1 1 5.6 0"),
    ('.', 1.0, "M.5-.1V0"),
    (',', 1.0, "M.6-.2L0 1.8"),
    (':', 1.0, "M.5-.1V0M.5-5.6V-5.5"),
    ('-', 4.0, "M.4-3.8H3.6"),
    ('+', 5.0, "M0-4H5M2.5-6.5V-1.5"),
    ('/', 3.6, "M0 .6L3.6-10"),
    ('(', 2.0, "M2-10.6C-.6-7-.6-2 2 1.6"),
    (')', 2.0, "M0-10.6C2.6-7 2.6-2 0 1.6"),
    ('\'', 1.0, "M.5-10V-7.6"),
    ('!', 1.0, "M.5-10V-3M.5-.1V0"),
    ('?', 4.6, "M.2-8A2.3 2.2 0 1 1 2.9-5.2Q2.2-4.6 2.2-3M2.2-.1V0"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, anchor: Anchor) -> String {
        let mut svg = String::new();
        Label { text, x: 100.0, y: 50.0, size: 10.0, anchor, colour: "#000" }.draw(&mut svg);
        svg
    }

    #[test]
    fn every_letter_and_digit_has_strokes_of_its_own() {
        for c in ('a'..='z').chain('0'..='9') {
            let (_, strokes) = glyph(c).expect("a glyph");
            assert_eq!(GLYPHS.iter().filter(|(.., other)| *other == strokes).count(), 1, "{c}");
        }
        assert_eq!(glyph('Q'), glyph('q'));
    }

    #[test]
    fn a_text_ends_or_begins_at_its_anchor() {
        assert!(drawn("11", Anchor::Left).contains("translate(100 55)"));
        assert!(drawn("11", Anchor::Middle).contains("translate(95.7 55)"), "3 + 2.6 + 3 wide");
        assert!(drawn("11", Anchor::Right).contains("translate(91.4 55)"));
        assert_eq!(text_width("11", 20.0), 17.2);
        assert_eq!(text_width("", 20.0), 0.0);
    }

    #[test]
    fn foreign_characters_are_left_out_of_the_strokes_and_escaped_in_the_name() {
        let svg = drawn("a<\u{1}\u{4e00}b", Anchor::Left);
        assert_eq!(svg.matches("<path").count(), 2);
        assert!(svg.contains("aria-label=\"a&lt; \u{4e00}b\""));
    }
}
