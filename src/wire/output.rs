//! Lines to a client: whole, in order, and quiet once nobody reads them.
//!
//! The session and the search write from different threads. Each line goes out in one piece and is
//! flushed at once. When writing fails, typically because the other end of the pipe was closed, the
//! session learns of it through a channel and ends as it would for `quit`.

use std::io::Write;
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

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
}
