//! A file of games in parts: a part is read as soon as it has whole games, so that memory does not grow with the file.
//!
//! Each format has a reader of parts, which returns the length that it has taken; the rest comes again, with more behind
//! it. Line ends and control characters are made uniform on the way.
//!
//! Invariant: the sizes of the parts change nothing about the games, the errors or the notes.

use std::io;

use super::charset::Characters;
use super::decoded::Text;
use super::source::{Source, too_long};
use super::{
    Changes, Defaults, Format, ReadError, ReadGame, Reading, fen_list, pdn, psq, rapfi, rif, sgf, text, yixin,
};

/// Length of a part, in bytes of text.
const PART: usize = 256 << 10;

/// How much of a file is held at a time, in bytes of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// What is read before the first game is looked for.
    pub part: usize,
    /// Longest game.
    pub game: usize,
    /// Longest file that is read as a whole.
    pub whole: usize,
}

/// The usual sizes. In memory a game needs about forty times its text.
pub(super) const USUAL_SIZES: Sizes = Sizes { part: PART, game: 64 << 20, whole: 256 << 20 };

/// Some of the text of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub text: &'a str,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Does the file end with it?
    pub is_last: bool,
}

/// Reads a part into a reading and returns the length that is dealt with.
pub(super) type ReadPart<'a> = Box<dyn FnMut(Part<'_>, &mut Reading) -> usize + 'a>;

/// A game or an error, as they are found.
pub type Found<'a> = dyn FnMut(Result<ReadGame, ReadError>) -> Result<(), String> + 'a;

/// What is known at the end of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Assumptions about missing information, in lines.
    pub notes: Vec<String>,
    /// What was repaired.
    pub changes: Changes,
}

/// The reader of a format.
fn reader(format: Format, defaults: &Defaults) -> ReadPart<'_> {
    match format {
        Format::Pdn => pdn::reader(defaults),
        Format::Sgf => sgf::reader(defaults),
        Format::Psq => psq::reader(defaults),
        Format::Text => Box::new(move |part, reading| text::read(part, defaults, reading)),
        Format::Fen => fen_list::reader(defaults),
        Format::Rif => rif::reader(defaults),
        Format::Sav => yixin::reader(defaults),
        Format::Csv => rapfi::reader(defaults),
        Format::Lib | Format::Pos => Box::new(move |part, reading| {
            let reason = format!("{} files are read from bytes, not from text", format.name());
            reading.errors.push(ReadError { line: part.line, reason });
            part.text.len()
        }),
    }
}

/// Reads a file of text in parts.
///
/// # Errors
/// The file cannot be read, or a game is too long, or `found` refuses.
pub(super) fn read(
    format: Format,
    source: &Source<'_>,
    characters: Characters,
    sizes: Sizes,
    defaults: &Defaults,
    found: &mut Found<'_>,
) -> Result<Summary, String> {
    let failed = |error: io::Error| error.to_string();
    let needs_all = || format == Format::Pdn && defaults.variant.is_none();
    let mut text = Text::new(source, &characters, sizes.part).map_err(failed)?;
    let mut size = sizes.part;
    let mut limit = sizes.game;
    if !text.fill(size).map_err(failed)?
        && needs_all()
        && names_no_rules(source, &characters, sizes).map_err(failed)?
    {
        // The rules are inferred from all games.
        (size, limit) = (usize::MAX, sizes.whole);
    }
    let mut read_part = reader(format, defaults);
    let mut reading = Reading::default();
    reading.notes.extend(characters.note.clone());
    let mut line = 1;
    loop {
        let is_last = text.fill(size.min(limit.saturating_add(1))).map_err(failed)?;
        if text.buffer.len() > limit {
            return Err(too_much(line, limit, size == usize::MAX));
        }
        let taken = read_part(Part { text: &text.buffer, line, is_last }, &mut reading);
        std::mem::take(&mut reading.games).into_iter().try_for_each(|game| found(Ok(game)))?;
        std::mem::take(&mut reading.errors).into_iter().try_for_each(|error| found(Err(error)))?;
        if is_last {
            break;
        }
        line += text.take(taken);
        size = if taken == 0 {
            text.buffer.len().saturating_mul(2)
        } else {
            size.min(PART).max(text.buffer.len() + 1)
        };
    }
    reading.changes.extend(&text.changes);
    reading.notes.extend((!reading.assumed.is_empty()).then(|| reading.assumed.to_string()));
    Ok(Summary { notes: reading.notes, changes: reading.changes })
}

fn too_much(line: usize, limit: usize, is_whole: bool) -> String {
    let error = too_long(limit as u64);
    match is_whole {
        true => format!("{error}, because games do not name their rules; set --game"),
        false => format!("a game from line {line} on has {error}"),
    }
}

/// Does a game of a PDN file lack the tags that name its rules?
fn names_no_rules(source: &Source<'_>, characters: &Characters, sizes: Sizes) -> io::Result<bool> {
    let mut text = Text::new(source, characters, sizes.part)?;
    let mut size = sizes.part;
    loop {
        let is_last = text.fill(size)?;
        if text.buffer.len() > sizes.game {
            // Without a tag there is no end of a game.
            let beginning = &text.buffer[..text.buffer.floor_char_boundary(sizes.part)];
            return Ok(!pdn::names_rules(Part { text: beginning, line: 1, is_last: true }).1);
        }
        let (taken, is_named) = pdn::names_rules(Part { text: &text.buffer, line: 1, is_last });
        if !is_named || is_last {
            return Ok(!is_named);
        }
        text.take(taken);
        size = if taken == 0 {
            text.buffer.len().saturating_mul(2)
        } else {
            sizes.part.max(text.buffer.len() + 1)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files with everything that may go wrong between two games.
    const FILES: [(Format, &str); 7] = [
        (
            Format::Pdn,
            "{no game}\n[Event \"a\"]\n[GameType \"20\"]\n1. 32-28 19-23 * 2. 28x19 14x23 *\n1. 32-28 1-0\n\
             [Event \"b\"]\n\n[Event \"c\"]\n[GameType \"20\"]\n1. 32-28 {oh\n[Event \"d\"][GameType \"20\"] 1. 32-2",
        ),
        (
            Format::Pdn,
            "[Event \"a\"]\n1. 11-15 22-18 1-0\n\n[Event \"b\"]\n1. 11-15 (11-16 {[Event \"x\"]}) 22-18 2. 15x22 *\n\
             [Event \"c\"]\n1.\n[Event \"d\"]\n1. 9-13 *",
        ),
        (
            Format::Text,
            "[Variant \"gomoku\"]\r\n\r\n1. h8 i9 *\r\r\n[Variant \"connect4\"]\n\n1. 4 4 {[Event\n\n[Variant \"x\"]\n} 2. 3 *\n\
             [Variant \"none\"]\n\n1. a1 \x07*\n",
        ),
        (
            Format::Sgf,
            "mail (\n;GM[4]RU[renju]C[a\\]b(;];B[hh](;W[ii])(;W[gg]))  (;GM[4];B[aa](;W[bb]\n(;GM[4]RU[4];B[cc])\
             (;FF[4]C[\n]!)(;B[gg])\n(;GM[4]RU[RIF];B[dd]) (;GM[1];B[aa])(;GM[4];B[dd",
        ),
        (
            Format::Psq,
            "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,8,0\nA\nPiskvorky\n-1\n  Piskvorky 20x20, 0:0, 1\n1,1,0\nFoo\nBar\n-1\n\
             Piskvorky 15x15, 0:0, 0\n8,8,0\n9,",
        ),
        (Format::Psq, "\n\nhello\nPiskvorky 15x15, 0:0, 0\n8,8,0\n"),
        (
            Format::Rif,
            "<?xml version=\"1.0\"?><database><rules><rule id=\"1\" name=\"RIF\"><info>a\nb</info></rule></rules>\n\
             <players><player id=\"1\" name=\"A\" surname=\"B\"/></players><games>\n<game id=\"1\" black=\"1\" white=\"2\" \
             rule=\"1\" bresult=\"1\"><move>h8 i9</move><info>good &amp; bad</info></game>\n<game id=\"2\" rule=\"9\" \
             bresult=\"x\"><move>h8 h8</move></game><!-- <game> --><game id=\"3\"><move/></game>\n<game id=\"4\"><move>h8",
        ),
    ];

    /// The games and the errors, each in order.
    type Found = (Vec<ReadGame>, Vec<ReadError>);

    fn reading(format: Format, text: &str, part: usize) -> (Found, Summary) {
        let source = Source::Bytes(text.as_bytes());
        let characters = Characters::of_file(&source, format).expect("memory");
        let (mut games, mut errors) = (Vec::new(), Vec::new());
        let mut found = |found| {
            match found {
                Ok(game) => games.push(game),
                Err(error) => errors.push(error),
            }
            Ok(())
        };
        let sizes = Sizes { part, ..USUAL_SIZES };
        let summary = read(format, &source, characters, sizes, &Defaults::default(), &mut found);
        let summary = summary.expect("memory");
        ((games, errors), summary)
    }

    #[test]
    fn the_sizes_of_the_parts_change_nothing() {
        for (format, text) in FILES {
            let whole = reading(format, text, PART);
            assert!(whole.0.0.len() + whole.0.1.len() > 0, "{format:?}");
            for size in (1..80).chain([100, 200]) {
                assert_eq!(reading(format, text, size), whole, "{format:?} in parts of {size}");
            }
        }
    }

    #[test]
    fn a_part_ends_as_soon_as_it_has_a_whole_game() {
        for (format, text) in [
            (Format::Sgf, "(;GM[4]RU[renju];B[hh])\n"),
            (Format::Psq, "Piskvorky 15x15, 0:0, 0\n8,8,0\nA\nB\n-1\n"),
            (Format::Text, "[Variant \"renju\"]\n\n1. h8 *\n\n"),
            (Format::Pdn, "[GameType \"20\"]\n\n1. 32-28 *\n\n"),
        ] {
            let all = text.repeat(100);
            let defaults = Defaults { variant: None, ..Defaults::default() };
            let mut read_part = reader(format, &defaults);
            let mut reading = Reading::default();
            let taken = read_part(Part { text: &all, line: 1, is_last: false }, &mut reading);
            assert!(all.len() - taken <= text.len(), "{format:?}: {taken} of {}", all.len());
            assert!(reading.games.len() >= 99, "{format:?}: {}", reading.games.len());
        }
    }

    #[test]
    fn a_game_without_an_end_is_an_error_that_names_the_limit() {
        let sizes = Sizes { part: 100, game: 1000, whole: 2000 };
        let long = "1. 32-28 19-23 {word} ".repeat(200);
        for (format, text, said) in [
            (
                Format::Sgf,
                format!("(;GM[4]RU[4];B[hh])\n(;GM[4]C[{long}"),
                "a game from line 2 on has more than",
            ),
            (
                Format::Pdn,
                format!("[GameType \"20\"]\n{long}"),
                "a game from line 1 on has more than 1000 bytes",
            ),
            (Format::Pdn, format!("1. 32-28 *\n{long}"), "more than 2000 bytes, the limit"),
            (Format::Rif, format!("<?xml?><game><move>{long}"), "a game from line 1 on"),
            (Format::Sav, "15 ".repeat(1000), "more than 1000 bytes"),
        ] {
            let source = Source::Bytes(text.as_bytes());
            let characters = Characters::of_text();
            let read = read(format, &source, characters, sizes, &Defaults::default(), &mut |_| Ok(()));
            assert!(read.as_ref().is_err_and(|error| error.contains(said)), "{format:?}: {read:?}");
        }
    }
}
