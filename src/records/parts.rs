//! A file of games in parts: a part is read as soon as it has whole games, so that memory does not grow with the file.
//!
//! Each format has a reader of parts, which returns the length that it has taken; the rest comes again, with more behind
//! it. Line ends and control characters are made uniform on the way.
//!
//! Invariant: the sizes of the parts change nothing about the games, the errors or the notes.

use std::io::{self, Read};

use encoding_rs::Decoder;

use super::charset::Characters;
use super::format::acts;
use super::source::{Source, read_some};
use super::{
    Changes, Defaults, Format, ReadError, ReadGame, Reading, fen_list, pdn, psq, rapfi, rif, sgf, text, yixin,
};

/// Length of a part, in bytes of text.
const PART: usize = 256 << 10;
/// Bytes that are decoded at a time.
const CHUNK: usize = 64 << 10;

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

/// Reads a file of text, at least `size` bytes of it at a time.
///
/// # Errors
/// The file cannot be read, or `found` refuses.
pub(super) fn read(
    format: Format,
    source: &Source<'_>,
    characters: Characters,
    size: usize,
    defaults: &Defaults,
    found: &mut Found<'_>,
) -> Result<Summary, String> {
    let failed = |error: io::Error| error.to_string();
    let needs_all = || format == Format::Pdn && defaults.variant.is_none();
    let mut text = Text::new(source, &characters, size).map_err(failed)?;
    let mut size = size;
    if !text.fill(size).map_err(failed)?
        && needs_all()
        && names_no_rules(source, &characters).map_err(failed)?
    {
        // The rules are inferred from all games.
        size = usize::MAX;
    }
    let mut read_part = reader(format, defaults);
    let mut reading = Reading::default();
    reading.notes.extend(characters.note.clone());
    let mut line = 1;
    loop {
        let is_last = text.fill(size).map_err(failed)?;
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

/// The usual size of a part.
pub(super) const USUAL_SIZE: usize = PART;

/// Does a game of a PDN file lack the tags that name its rules?
fn names_no_rules(source: &Source<'_>, characters: &Characters) -> io::Result<bool> {
    let mut text = Text::new(source, characters, PART)?;
    let mut size = PART;
    loop {
        let is_last = text.fill(size)?;
        let (taken, is_named) = pdn::names_rules(Part { text: &text.buffer, line: 1, is_last });
        if !is_named || is_last {
            return Ok(!is_named);
        }
        text.take(taken);
        size = if taken == 0 { text.buffer.len().saturating_mul(2) } else { PART.max(text.buffer.len() + 1) };
    }
}

/// The text of a file as it is decoded.
struct Text<'a> {
    input: Box<dyn Read + 'a>,
    decoder: Decoder,
    chunk: Vec<u8>,
    /// The characters that are not dealt with.
    buffer: String,
    /// Ends the buffer a carriage return, which may be the first half of a line end?
    has_return: bool,
    is_at_end: bool,
    line: usize,
    changes: Changes,
}

impl<'a> Text<'a> {
    fn new(source: &'a Source<'_>, characters: &Characters, size: usize) -> io::Result<Text<'a>> {
        Ok(Text {
            input: source.open()?,
            decoder: characters.decoder(),
            chunk: vec![0; size.clamp(1, CHUNK)],
            buffer: String::new(),
            has_return: false,
            is_at_end: false,
            line: 1,
            changes: Changes::default(),
        })
    }

    /// Fills the buffer to this size; true if the file ends with it.
    fn fill(&mut self, size: usize) -> io::Result<bool> {
        while self.buffer.len() < size && !self.is_at_end {
            let length = read_some(&mut *self.input, &mut self.chunk)?;
            self.is_at_end = length == 0;
            let bytes = &self.chunk[..length];
            let needed = self.decoder.max_utf8_buffer_length(length).unwrap_or(4 * length + 16);
            let mut text = String::with_capacity(needed);
            let _ = self.decoder.decode_to_string(bytes, &mut text, self.is_at_end);
            self.push(&text);
        }
        Ok(self.is_at_end)
    }

    /// Adds text with line feeds as line ends, and with blanks for control characters.
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            if std::mem::take(&mut self.has_return) && c != '\n' {
                self.blank();
            }
            match c {
                '\r' => self.has_return = true,
                c if acts(c) => self.blank(),
                c => {
                    self.line += usize::from(c == '\n');
                    self.buffer.push(c);
                }
            }
        }
        if self.is_at_end && std::mem::take(&mut self.has_return) {
            self.blank();
        }
    }

    fn blank(&mut self) {
        self.changes.add("control characters read as blanks", 1, self.line);
        self.buffer.push(' ');
    }

    /// Drops the beginning of the buffer; returns the number of its line ends.
    fn take(&mut self, length: usize) -> usize {
        let lines = self.buffer[..length].bytes().filter(|&byte| byte == b'\n').count();
        self.buffer.drain(..length);
        lines
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

    fn reading(format: Format, text: &str, size: usize) -> (Found, Summary) {
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
        let summary = read(format, &source, characters, size, &Defaults::default(), &mut found);
        let summary = summary.expect("memory");
        ((games, errors), summary)
    }

    #[test]
    fn the_sizes_of_the_parts_change_nothing() {
        for (format, text) in FILES {
            let whole = reading(format, text, USUAL_SIZE);
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
}
