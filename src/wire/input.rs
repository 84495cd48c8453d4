//! Lines from a client, read by a thread of their own.
//!
//! Bytes that are not UTF-8 are replaced, lines may end in `\n` or `\r\n`, a last line without an end counts, and a
//! line longer than [`MAX_LINE`] is dropped and reported. The thread continues reading, whatever arrives.

use std::io::{BufRead, BufReader, Read};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded};

/// Longest line that is read, in bytes. A game of ten thousand moves fits many times over.
pub const MAX_LINE: usize = 4 << 20;

/// Lines read ahead before the reader waits for the session; each may be as long as [`MAX_LINE`].
const READ_AHEAD: usize = 64;

/// One line as it arrived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// The same for a line with bytes that are not UTF-8, replaced.
    Garbled(String),
    /// A line of more bytes than are read ([`MAX_LINE`] from a client), dropped.
    TooLong,
}

/// A line, and when it arrived: a client's clock runs from then, even if earlier lines are still being executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The line.
    pub input: Input,
    /// When all of it had been read.
    pub at: Instant,
}

impl Arrival {
    /// A line that has just arrived.
    pub fn now(input: Input) -> Arrival {
        Arrival { input, at: Instant::now() }
    }
}

/// Starts the reader. The channel is disconnected at the end of input.
///
/// # Errors
/// One line: the system cannot start a thread.
pub fn lines(input: impl Read + Send + 'static) -> Result<Receiver<Arrival>, String> {
    lines_within(input, MAX_LINE, READ_AHEAD)
}

/// The same for lines of at most `max_bytes` bytes, of which at most `ahead` wait in memory.
pub(crate) fn lines_within(
    input: impl Read + Send + 'static,
    max_bytes: usize,
    ahead: usize,
) -> Result<Receiver<Arrival>, String> {
    let (sender, receiver) = bounded(ahead);
    let reader = std::thread::Builder::new().name("input".to_string());
    let started = reader.spawn(move || read_all(BufReader::new(input), max_bytes, &sender));
    started.map(|_| receiver).map_err(|error| format!("cannot start a thread for the input: {error}"))
}

/// Reads until the end of input or until the receiver is gone.
fn read_all(mut input: impl BufRead, max_bytes: usize, sender: &Sender<Arrival>) {
    while let Some(line) = read_line(&mut input, max_bytes) {
        if sender.send(Arrival::now(line)).is_err() {
            return;
        }
    }
}

/// The next line, dropped if it has more than `max_bytes` bytes; `None` at the end of input or if reading fails.
pub(crate) fn read_line(input: &mut impl BufRead, max_bytes: usize) -> Option<Input> {
    let mut line = Vec::new();
    let limit = max_bytes as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', &mut line).ok()? == 0 {
        return None;
    }
    if line.last() != Some(&b'\n') && line.len() > max_bytes {
        return skip_line(input).map(|()| Input::TooLong);
    }
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Some(match String::from_utf8(line) {
        Ok(line) => Input::Line(line),
        Err(error) => Input::Garbled(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    })
}

/// Drops the rest of the line without storing it.
fn skip_line(input: &mut impl BufRead) -> Option<()> {
    loop {
        let buffer = input.fill_buf().ok()?;
        if buffer.is_empty() {
            return Some(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn read(bytes: &[u8]) -> Vec<Input> {
        lines(Cursor::new(bytes.to_vec())).expect("a thread").iter().map(|arrival| arrival.input).collect()
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_string())
    }

    #[test]
    fn line_ends_are_taken_off_and_the_last_line_may_lack_one() {
        assert_eq!(read(b"uci\r\n\nisready\nquit"), [line("uci"), line(""), line("isready"), line("quit")]);
    }

    #[test]
    fn bytes_that_are_not_text_are_replaced() {
        assert_eq!(read(b"d\xff\xfe\n\0\n"), [Input::Garbled("d\u{fffd}\u{fffd}".to_string()), line("\0")]);
    }

    #[test]
    fn an_endless_line_is_dropped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend(b"\nisready\n");
        assert_eq!(read(&bytes), [Input::TooLong, line("isready")]);
    }

    #[test]
    fn a_line_of_exactly_the_limit_is_read() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend(b"\nd\n");
        let lines = read(&bytes);
        assert!(matches!(&lines[0], Input::Line(text) if text.len() == MAX_LINE));
        assert_eq!(lines[1], line("d"));
    }

    #[test]
    fn an_endless_line_without_an_end_ends_with_the_input() {
        assert_eq!(read(&vec![b'x'; MAX_LINE + 2]), [Input::TooLong]);
    }
}
