//! The character sets that SGF states, `CA`. Games that were put into one file may each have their own: such a file is held
//! as a whole and decoded game by game.
//!
//! The end of a game is found in the bytes. In some character sets the second byte of a character may be `]` or `\\`,
//! but none has `(` or `;` there; so the set must be known first, which is looked for with each set that the bytes name.

use std::io;
use std::ops::ControlFlow;

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};

use super::charset::{by_label, decode};
use super::sgf_tree::ROOT_BEGINNINGS;
use super::source::Source;
use super::{Changes, Format};

/// Longest name of a character set, in bytes.
const MAX_LABEL: usize = 100;
/// Bytes of a game in which `CA` is looked for, and most places that look like it.
const ROOT: (usize, usize) = (64 << 10, 16);

/// What a text whose brackets are ASCII says of its characters.
#[derive(Default)]
pub(super) struct Stated {
    /// The first value of `CA`.
    pub first: Option<String>,
    /// A later one that names another encoding.
    pub other: Option<String>,
}

impl Stated {
    fn add(&mut self, value: &[u8]) {
        let label = String::from_utf8_lossy(value).trim().to_string();
        match &self.first {
            None => self.first = Some(label),
            Some(first) => {
                let (first, later) = (by_label(first), by_label(&label));
                if self.other.is_none() && later.is_some() && later != first {
                    self.other = Some(label);
                }
            }
        }
    }
}

/// Looks for values of `CA`.
pub(super) fn stated(source: &Source<'_>) -> io::Result<Stated> {
    let mut window: Vec<u8> = Vec::new();
    let mut stated = Stated::default();
    source.scan(|bytes| {
        window.extend_from_slice(bytes);
        let mut from = 0;
        while let Some(at) = window[from..].windows(3).position(|name| name == b"CA[") {
            let at = from + at;
            if window.len() <= at + MAX_LABEL && !bytes.is_empty() {
                // The value may go on in the next chunk.
                from = at.saturating_sub(1);
                break;
            }
            let is_name_before = at > 0 && window[at - 1].is_ascii_uppercase();
            let value = window[at + 3..].split(|&byte| byte == b']').next().unwrap_or_default();
            if !is_name_before
                && value.len() < MAX_LABEL
                && value.is_ascii()
                && !value.trim_ascii().is_empty()
            {
                stated.add(value);
            }
            from = at + 3;
        }
        let is_open = window[from..].windows(3).any(|name| name == b"CA[");
        // The name before `CA[` and its beginning may be in this chunk.
        let kept = if is_open { from } else { from.max(window.len().saturating_sub(3)) };
        window.drain(..kept);
        true
    })?;
    Ok(stated)
}

/// The text of a file whose games state several character sets, and what was assumed.
///
/// # Errors
/// The file cannot be read, or is too long to be held.
pub(super) fn by_game(source: &Source<'_>) -> io::Result<Option<(String, Option<String>)>> {
    let Stated { first, other: Some(_) } = stated(source)? else { return Ok(None) };
    if Encoding::for_bom(&source.beginning(3)?).is_some() {
        return Ok(None);
    }
    let bytes = source.bytes()?;
    let first = first.as_deref().and_then(by_label);
    let (mut text, mut assumed, mut line) = (String::new(), Changes::default(), 1);
    let mut rest = &bytes[..];
    while !rest.is_empty() {
        let (own, length) = next_game(rest, first);
        let (game, behind) = rest.split_at(length);
        let (piece, note) = match first.filter(|_| own.is_none() && std::str::from_utf8(game).is_err()) {
            Some(first) if first.decode_without_bom_handling_and_without_replacement(game).is_some() => {
                let piece = first.decode_without_bom_handling(game).0.into_owned();
                (piece, Some(format!("no CA, characters read as {}", first.name())))
            }
            _ => decode(game, Format::Sgf),
        };
        let before = piece.chars().take_while(|&c| c != '(').filter(|&c| c == '\n').count();
        assumed.add(note.as_deref().unwrap_or_default(), usize::from(note.is_some()), line + before);
        line += piece.matches('\n').count();
        text += &piece;
        rest = behind;
    }
    Ok(Some((text, (!assumed.is_empty()).then(|| assumed.to_string()))))
}

/// The character set that the next game states, and the length up to the end of that game.
fn next_game(bytes: &[u8], usual: Option<&'static Encoding>) -> (Option<&'static Encoding>, usize) {
    let is_begin = |at: usize| {
        bytes[at] == b'(' && bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b';')
    };
    let Some(begin) = (0..bytes.len()).find(|&at| is_begin(at)) else { return (None, bytes.len()) };
    let game = &bytes[begin..];
    let own = root_set(game);
    let mut scan = Scan::new(own.or(usual));
    let end = (0..game.len()).find_map(|at| {
        let is_next = at > 0
            && !scan.is_in_value
            && ROOT_BEGINNINGS.iter().any(|root| game[at..].starts_with(root.as_bytes()));
        match is_next {
            true => Some(at),
            false => scan.take(game[at]).is_break().then_some(at + 1),
        }
    });
    (own, begin + end.unwrap_or(game.len()))
}

/// The character set of the root of a game: the first by which `CA` is a property there.
fn root_set(game: &[u8]) -> Option<&'static Encoding> {
    let root = &game[..game.len().min(ROOT.0)];
    let places = root.windows(3).enumerate().filter(|(_, name)| name == b"CA[").map(|(at, _)| at);
    for at in places.take(ROOT.1) {
        let label = root[at + 3..].split(|&byte| byte == b']').next().unwrap_or_default();
        let Some(encoding) = by_label(String::from_utf8_lossy(label).trim()) else { continue };
        let mut scan = Scan::new(Some(encoding));
        let is_inside = root[..at].iter().all(|&byte| scan.take(byte).is_continue());
        if is_inside && !scan.is_in_value && scan.nodes == 1 && !root[at - 1].is_ascii_uppercase() {
            return Some(encoding);
        }
    }
    None
}

/// The state of a scan of a game, byte by byte.
struct Scan {
    encoding: Option<&'static Encoding>,
    depth: usize,
    nodes: usize,
    is_in_value: bool,
    /// Does the next byte belong to the one before it?
    is_second: bool,
}

impl Scan {
    fn new(encoding: Option<&'static Encoding>) -> Scan {
        Scan { encoding, depth: 0, nodes: 0, is_in_value: false, is_second: false }
    }

    /// Takes a byte; breaks at the end of the game.
    fn take(&mut self, byte: u8) -> ControlFlow<()> {
        if std::mem::take(&mut self.is_second) {
            return ControlFlow::Continue(());
        }
        match byte {
            b'\\' if self.is_in_value => self.is_second = true,
            b']' => self.is_in_value = false,
            byte if self.is_in_value => self.is_second = self.is_lead(byte),
            b'[' => self.is_in_value = true,
            b'(' => self.depth += 1,
            b';' => self.nodes += 1,
            b')' if self.depth <= 1 => return ControlFlow::Break(()),
            b')' => self.depth -= 1,
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Does a character of two bytes begin here?
    fn is_lead(&self, byte: u8) -> bool {
        match self.encoding {
            Some(encoding) if encoding == SHIFT_JIS => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            Some(encoding) if [GBK, GB18030, BIG5, EUC_KR].contains(&encoding) => matches!(byte, 0x81..=0xfe),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::UTF_8;

    /// A game in a character set, whose names come before the name of the set.
    fn game(encoding: &'static Encoding, names: &str) -> Vec<u8> {
        let text = format!(
            "(;GM[4]PB[{names}]CA[{}]C[{names} (; ];B[hh]C[{names}](;W[ig])(;W[hg]))\n",
            encoding.name()
        );
        encoding.encode(&text).0.into_owned()
    }

    fn read(bytes: &[u8]) -> Option<(String, Option<String>)> {
        by_game(&Source::Bytes(bytes)).expect("memory")
    }

    #[test]
    fn each_game_is_decoded_by_its_own_set() {
        // The second bytes of these characters are a backslash and brackets.
        let games = [(BIG5, "許功蓋"), (SHIFT_JIS, "ソ表ー"), (UTF_8, "林é"), (GBK, "林志明"), (BIG5, "許")];
        let bytes: Vec<u8> = games.iter().flat_map(|(encoding, names)| game(encoding, names)).collect();
        let expected: String = games
            .iter()
            .map(|(encoding, names)| {
                let game = game(encoding, names);
                encoding.decode_without_bom_handling(&game).0.into_owned()
            })
            .collect();
        assert_eq!(read(&bytes), Some((expected, None)));
    }

    #[test]
    fn one_set_needs_no_games_to_be_told_apart() {
        for bytes in [
            game(GBK, "林").repeat(3),
            b"(;GM[4];B[hh])".to_vec(),
            [game(GBK, "林"), b"(;CA[x])".to_vec()].concat(),
        ] {
            assert_eq!(read(&bytes), None);
        }
    }

    #[test]
    fn a_game_without_a_set_has_that_of_the_first_if_it_is_not_utf_8() {
        let nameless = |names: &str, encoding: &'static Encoding| {
            encoding.encode(&format!("(;PB[{names}])\n")).0.into_owned()
        };
        let bytes =
            [game(GBK, "林"), game(UTF_8, "é"), nameless("志明", GBK), nameless("志明", UTF_8)].concat();
        let (text, note) = read(&bytes).expect("two sets");
        assert_eq!(text.matches("(;PB[志明])").count(), 2, "{text}");
        assert_eq!(note.as_deref(), Some("no CA, characters read as GBK: 1 (line 3)"));
    }

    #[test]
    fn what_does_not_fit_its_set_is_reported_with_its_line() {
        let bytes = [game(GBK, "林"), b"(;CA[UTF-8]PB[Jos\xe9])\n".to_vec()].concat();
        let (text, note) = read(&bytes).expect("two sets");
        assert!(text.contains("PB[José]"), "{text}");
        assert!(
            note.is_some_and(
                |note| note.contains("CA[UTF-8] does not fit all bytes") && note.contains("line 2")
            )
        );
    }

    #[test]
    fn any_bytes_are_read_to_their_end() {
        let mut bytes = [game(BIG5, "許"), game(SHIFT_JIS, "ソ")].concat();
        for at in 0..bytes.len() {
            let old = std::mem::replace(&mut bytes[at], b']');
            assert!(by_game(&Source::Bytes(&bytes)).is_ok() && by_game(&Source::Bytes(&bytes[..at])).is_ok());
            bytes[at] = old;
        }
    }
}
