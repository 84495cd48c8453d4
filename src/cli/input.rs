//! Standard input of a conversation, and whether it ended because it could not be read.
//!
//! To the conversation a failure is the end of input. The user is informed all the same: a folder in place of a file
//! looks like a client that never sent a word.

use std::io::{ErrorKind, Read, Stdin, stdin};
use std::sync::{Arc, OnceLock};

use super::Failure;

/// Standard input; its failure is remembered.
pub(super) struct Input {
    stdin: Stdin,
    failure: ReadFailure,
}

/// Why standard input could not be read, if so.
#[derive(Clone, Default)]
pub(super) struct ReadFailure(Arc<OnceLock<String>>);

impl Input {
    /// Standard input, and the state that shows whether reading it failed.
    pub fn new() -> (Input, ReadFailure) {
        let failure = ReadFailure::default();
        (Input { stdin: stdin(), failure: failure.clone() }, failure)
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.stdin.read(bytes);
        if let Err(error) = &read
            && error.kind() != ErrorKind::Interrupted
        {
            // Only the first failure counts.
            let _ = self.failure.0.set(format!("cannot read standard input: {error}"));
        }
        read
    }
}

impl ReadFailure {
    /// The failure, if there was one.
    pub fn result(&self) -> Result<(), Failure> {
        self.0.get().map_or(Ok(()), |why| Err(Failure::Failed(why.clone())))
    }
}
