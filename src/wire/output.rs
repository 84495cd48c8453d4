//! Lines to a client: whole, in order, and dropped once the reader has gone.
//!
//! The session and the search write from different threads. Each line goes out in one piece and is flushed at once.
//! When writing fails, typically because the other end of the pipe was closed, the session learns of it through a
//! channel and ends as it would for `quit`. A reader that has gone is no error; any other reason is one, which the
//! owner of the conversation gets at its end from [`Output::result`].

use std::io::{self, ErrorKind, Write};
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

/// The message that nothing more can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hangup;

/// Writes lines. Clones write to the same place.
#[derive(Clone, Debug)]
pub struct Output(Arc<Mutex<Pipe>>);

struct Pipe {
    writer: Box<dyn Write + Send>,
    hangup: Sender<Hangup>,
    /// Why nothing more is written.
    broken: Option<io::Error>,
}

impl std::fmt::Debug for Pipe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pipe").field("broken", &self.broken).finish_non_exhaustive()
    }
}

/// Has the reader gone? That is not an error.
pub fn is_closed_pipe(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}

/// `cannot write the output: <why>`.
pub fn failure(error: &io::Error) -> String {
    format!("cannot write the output: {error}")
}

impl Output {
    /// An output and the channel on which its end is announced, once.
    pub fn new(writer: impl Write + Send + 'static) -> (Output, Receiver<Hangup>) {
        let (hangup, announced) = bounded(1);
        let pipe = Pipe { writer: Box::new(writer), hangup, broken: None };
        (Output(Arc::new(Mutex::new(pipe))), announced)
    }

    /// Writes one line, or several that belong together; the last needs no line end.
    pub fn line(&self, text: &str) {
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
        self.write(&bytes);
    }

    /// Writes text without a line end, such as a prompt.
    pub fn text(&self, text: &str) {
        self.write(text.as_bytes());
    }

    fn write(&self, bytes: &[u8]) {
        let mut pipe = self.0.lock();
        if pipe.broken.is_some() {
            return;
        }
        let written = pipe.writer.write_all(bytes).and_then(|()| pipe.writer.flush());
        if let Err(error) = written {
            pipe.broken = Some(error);
            // The channel holds one message and this is the only one ever sent.
            let _ = pipe.hangup.try_send(Hangup);
        }
    }

    /// Can nothing more be written, for whatever reason?
    pub fn is_broken(&self) -> bool {
        self.0.lock().broken.is_some()
    }

    /// Was everything written, unless the reader has gone?
    ///
    /// # Errors
    /// One line: why a line could not be written, unless the reader had gone.
    pub fn result(&self) -> Result<(), String> {
        match &self.0.lock().broken {
            Some(error) if !is_closed_pipe(error) => Err(failure(error)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_announced_once() {
        let (output, hangup) = Output::new(Broken(ErrorKind::BrokenPipe));
        output.line("readyok");
        output.line("readyok");
        assert_eq!(hangup.try_iter().collect::<Vec<_>>(), [Hangup]);
        assert!(output.is_broken() && output.result().is_ok());
    }

    #[test]
    fn any_other_end_of_the_output_is_an_error() {
        let (output, _hangup) = Output::new(Broken(ErrorKind::StorageFull));
        assert!(!output.is_broken());
        output.line("readyok");
        assert!(output.is_broken() && output.result().is_err_and(|why| why.starts_with("cannot write")));
    }
}
