//! Comments between the braces of PDN and text, which have no escapes of their own: what cannot stand there is written in
//! the form of PGN's commands, which other programs hide or show as they are. So a comment is read as it was written.
//!
//! | in the file | means |
//! |---|---|
//! | `[%nl]`, with the blanks around it | a line end |
//! | `[%lb]`, `[%rb]` | `{`, `}` |
//! | `[%sp]`, `[%tab]` | a blank next to another one or to a line end, a tab |
//! | `[%%]` | the first two characters of one of these where it is text |

/// The codes and their meaning.
const CODES: [(&str, &str); 6] =
    [("[%nl]", "\n"), ("[%lb]", "{"), ("[%rb]", "}"), ("[%sp]", " "), ("[%tab]", "\t"), ("[%%]", BEGIN)];
/// How codes begin.
const BEGIN: &str = "[%";
/// The code of a line end.
const LINE_END: &str = "[%nl]";

/// A comment as it stands between braces, on one line.
pub(super) fn escaped(comment: &str) -> String {
    let lines: Vec<String> = comment.trim_matches(is_blank).split('\n').map(escaped_line).collect();
    // Empty lines leave two blanks.
    lines.join(&format!(" {LINE_END} ")).replace("  ", " ")
}

fn escaped_line(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    let mut is_after_blank = true;
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        let is_code = CODES.iter().any(|(code, _)| rest.starts_with(code));
        let is_last = behind.is_empty();
        rest = behind;
        match c {
            '{' => text += "[%lb]",
            '}' => text += "[%rb]",
            '\t' => text += "[%tab]",
            c if is_blank(c) || c.is_control() => {
                text += if is_after_blank || is_last { "[%sp]" } else { " " };
                // Behind a code a blank is an ordinary one.
                is_after_blank = text.ends_with(' ');
                continue;
            }
            '[' if is_code => {
                text += "[%%]";
                rest = &rest[1..];
            }
            c => text.push(c),
        }
        is_after_blank = false;
    }
    text
}

/// The comment of a text between braces. Blanks and line ends of the file are one blank.
pub(super) fn unescaped(text: &str) -> String {
    let words: Vec<&str> = text.split(is_blank).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let mut comment = String::with_capacity(text.len());
    let mut rest = &text[..];
    while let Some(at) = rest.find(BEGIN) {
        let (before, code) = rest.split_at(at);
        match CODES.iter().find(|(known, _)| code.starts_with(known)) {
            Some(&(LINE_END, meaning)) => {
                comment += before.strip_suffix(' ').unwrap_or(before);
                comment += meaning;
                rest = &code[LINE_END.len()..];
                rest = rest.strip_prefix(' ').unwrap_or(rest);
            }
            Some(&(known, meaning)) => {
                comment += before;
                comment += meaning;
                rest = &code[known.len()..];
            }
            None => {
                comment += before;
                comment += BEGIN;
                rest = &code[BEGIN.len()..];
            }
        }
    }
    comment + rest
}

/// Blanks of other scripts belong to a text.
fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_braces_cannot_hold_has_codes() {
        for (comment, text) in [
            ("plain (a) [b] \\ ;", "plain (a) [b] \\ ;"),
            ("two\nlines", "two [%nl] lines"),
            ("a\n\n b", "a [%nl] [%nl] [%sp]b"),
            ("{x} and }", "[%lb]x[%rb] and [%rb]"),
            ("a   b\tc", "a [%sp] b[%tab]c"),
            ("[%nl] [%clk 0:00:01] [%%]", "[%%]nl] [%clk 0:00:01] [%%]%]"),
            ("林　志明", "林　志明"),
            ("  ", ""),
        ] {
            assert_eq!(escaped(comment), text);
            assert_eq!(unescaped(&escaped(comment)), comment.trim_matches(is_blank), "{text}");
        }
    }

    #[test]
    fn every_comment_is_the_same_on_the_way_back() {
        let parts = ["a", " ", "\n", "\t", "{", "}", "[%", "[%nl]", "%]", "]", "[%%]", "nl]", "　", "[%sp]"];
        let mut seed = 1u64;
        for _ in 0..5000 {
            let mut comment = String::new();
            for _ in 0..8 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                comment += parts[(seed >> 33) as usize % parts.len()];
            }
            let text = escaped(&comment);
            assert!(!text.contains(['{', '}', '\n', '\t']), "{text:?}");
            assert_eq!(unescaped(&text), comment.trim_matches(is_blank), "{text:?}");
            assert_eq!(unescaped(&text.replace(' ', "\n")), comment.trim_matches(is_blank), "{text:?}");
        }
    }
}
