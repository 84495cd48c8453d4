//! The text of a file while it is decoded, with uniform line ends and without control characters. What is changed on the way
//! is counted.

use std::io::{self, Read};

use encoding_rs::{Decoder, DecoderResult};

use super::Changes;
use super::charset::Characters;
use super::format::acts;
use super::source::{Source, read_some};

/// Bytes that are decoded at a time.
const CHUNK: usize = 64 << 10;
/// Stands for bytes that fit no character.
const REPLACEMENT: &str = "\u{fffd}";

/// The text of a file as it is decoded.
pub(super) struct Text<'a> {
    input: Box<dyn Read + 'a>,
    decoder: Decoder,
    chunk: Vec<u8>,
    /// The characters that are not dealt with.
    pub buffer: String,
    /// Ends the buffer a carriage return, which may be the first half of a line end?
    has_return: bool,
    is_at_end: bool,
    line: usize,
    pub changes: Changes,
}

impl<'a> Text<'a> {
    pub fn new(source: &'a Source<'_>, characters: &Characters, size: usize) -> io::Result<Text<'a>> {
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
    pub fn fill(&mut self, size: usize) -> io::Result<bool> {
        while self.buffer.len() < size && !self.is_at_end {
            let mut chunk = std::mem::take(&mut self.chunk);
            let length = read_some(&mut *self.input, &mut chunk)?;
            self.is_at_end = length == 0;
            self.decode(&chunk[..length]);
            self.chunk = chunk;
        }
        Ok(self.is_at_end)
    }

    fn decode(&mut self, mut bytes: &[u8]) {
        let length = bytes.len();
        let needed =
            self.decoder.max_utf8_buffer_length_without_replacement(length).unwrap_or(4 * length + 16);
        let mut text = String::with_capacity(needed);
        loop {
            text.clear();
            let is_last = self.is_at_end;
            let (result, read) = self.decoder.decode_to_string_without_replacement(bytes, &mut text, is_last);
            bytes = &bytes[read..];
            self.push(&text);
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => {
                    self.changes.add("bytes that fit no character, left out", 1, self.line);
                    self.push(REPLACEMENT);
                }
            }
        }
        if self.is_at_end && std::mem::take(&mut self.has_return) {
            self.blank();
        }
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
    }

    fn blank(&mut self) {
        self.changes.add("control characters read as blanks", 1, self.line);
        self.buffer.push(' ');
    }

    /// Drops the beginning of the buffer; returns the number of its line ends.
    pub fn take(&mut self, length: usize) -> usize {
        let lines = self.buffer[..length].bytes().filter(|&byte| byte == b'\n').count();
        self.buffer.drain(..length);
        lines
    }
}
