//! The bytes of a file of games, which are read more than once: first for their characters, then for their games. So a
//! file larger than memory can be read.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

/// Most bytes of a file that are held as a whole.
pub const MAX_WHOLE: u64 = 1 << 30;

/// Bytes that are read at a time.
const CHUNK: usize = 64 << 10;

/// The bytes of a file.
#[derive(Clone, Debug)]
pub enum Source<'a> {
    /// A file that can be opened again, such as no pipe.
    File(PathBuf),
    /// Bytes in memory.
    Bytes(&'a [u8]),
}

impl Source<'_> {
    /// The bytes from the beginning.
    pub(super) fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(match self {
            Source::File(path) => Box::new(File::open(path)?),
            Source::Bytes(bytes) => Box::new(*bytes),
        })
    }

    /// Passes all bytes to `each` in chunks, of which the last one is empty, until it returns false.
    pub(super) fn scan(&self, mut each: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
        let mut input = self.open()?;
        let mut chunk = vec![0; CHUNK];
        loop {
            let length = read_some(&mut *input, &mut chunk)?;
            if !each(&chunk[..length]) || length == 0 {
                return Ok(());
            }
        }
    }

    /// All bytes.
    ///
    /// # Errors
    /// They cannot be read, or there are more than [`MAX_WHOLE`].
    pub(crate) fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.take(MAX_WHOLE + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_WHOLE { Err(too_long(MAX_WHOLE)) } else { Ok(bytes) }
    }

    /// The first bytes, as many as there are.
    pub(super) fn beginning(&self, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.take(length as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Reads until the buffer is full or the input ends.
pub(super) fn read_some(input: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match input.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// The error of an input that is longer than may be held.
pub(super) fn too_long(limit: u64) -> io::Error {
    let size = if limit < 1 << 20 { format!("{limit} bytes") } else { format!("{} MiB", limit >> 20) };
    let message = format!("more than {size}, the limit for what is held in memory as a whole");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}
