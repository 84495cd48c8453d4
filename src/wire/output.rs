//! Lines to a client: whole, in order, and quiet once nobody reads them.
//!
//! The session and the search write from different threads. Each line goes out in one piece and is
//! flushed at once. When writing fails, typically because the other end of the pipe was closed, the
//! session learns of it through a channel and ends as it would for `quit`.

use std::io::Write;
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

/// Longest message of an error or note, in characters; the rest of what a client sent is cut off.
const MAX_MESSAGE: usize = 400;

/// The message that the client no longer reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hangup;

/// Writes lines. Clones write to the same place.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Pipe>>);

struct Pipe {
    writer: Box<dyn Write + Send>,
    hangup: Sender<Hangup>,
    closed: bool,
}

impl Output {
    /// An output and the channel on which its end is announced, once.
    pub fn new(writer: impl Write + Send + 'static) -> (Output, Receiver<Hangup>) {
        let (hangup, announced) = bounded(1);
        let pipe = Pipe { writer: Box::new(writer), hangup, closed: false };
        (Output(Arc::new(Mutex::new(pipe))), announced)
    }

    /// Writes one line, or several that belong together; the last needs no line end.
    pub fn line(&self, text: &str) {
        let mut pipe = self.0.lock();
        if pipe.closed {
            return;
        }
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
        let written = pipe.writer.write_all(&bytes).and_then(|()| pipe.writer.flush());
        if written.is_err() {
            pipe.closed = true;
            // The channel holds one message and this is the only one ever sent.
            let _ = pipe.hangup.try_send(Hangup);
        }
    }
}

/// The message without control characters and not too long: it may quote what a client sent.
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

/// A client's word as it is quoted in a message: in quotation marks, cut where it is very long.
pub(crate) fn quoted(word: &str) -> String {
    const SHOWN: usize = 40;
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("'{}...'", &word[..end]),
        None => format!("'{word}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_announced_once() {
        let (output, hangup) = Output::new(Closed);
        output.line("readyok");
        output.line("readyok");
        assert_eq!(hangup.try_iter().collect::<Vec<_>>(), [Hangup]);
    }

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(one_line("a\nb\r\u{2028}c\0"), "a?b??c?");
        assert!(one_line(&"x".repeat(10_000)).len() < 500);
    }

    #[test]
    fn long_words_are_cut_between_characters() {
        assert_eq!(quoted("zz"), "'zz'");
        assert_eq!(quoted(&"ü".repeat(41)), format!("'{}...'", "ü".repeat(40)));
    }
}
