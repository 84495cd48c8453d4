//! Text of clients quoted in an error or a note: on one line, and not too long. And text for users, in which foreign
//! text cannot control a terminal.

use std::borrow::Cow;

/// Longest message of an error or note, in characters; the rest is cut off.
const MAX_MESSAGE: usize = 400;

/// The message without control characters and not too long, since it may quote a client.
pub(crate) fn one_line(message: &str) -> String {
    let mut text: String = message
        .chars()
        .take(MAX_MESSAGE)
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { '?' } else { c })
        .collect();
    if message.chars().nth(MAX_MESSAGE).is_some() {
        text.push_str(" ...");
    }
    text
}

/// A client's word in a message: in quotation marks, and cut off if it is very long.
pub(crate) fn quoted(word: &str) -> String {
    const SHOWN: usize = 40;
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("'{}...'", &word[..end]),
        None => format!("'{word}'"),
    }
}

/// Text for users, which may quote foreign text: without control characters, except line ends and tabs.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() && c != '\n' && c != '\t';
    if text.contains(acts) { text.replace(acts, "?").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(one_line("a\nb\r\u{2028}c\0"), "a?b??c?");
        assert!(one_line(&"x".repeat(10_000)).len() < 500);
    }

    #[test]
    fn text_for_people_keeps_its_lines() {
        assert_eq!(plain("a\tb\n\u{1b}[2J\r\u{9b}\u{7}"), "a\tb\n?[2J???");
    }

    #[test]
    fn long_words_are_cut_between_characters() {
        assert_eq!(quoted("zz"), "'zz'");
        assert_eq!(quoted(&"ü".repeat(41)), format!("'{}...'", "ü".repeat(40)));
    }
}
