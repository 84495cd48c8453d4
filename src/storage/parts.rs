//! Parts of a file that stays open, read by several threads at once.
//!
//! The file is not mapped into memory: with a mapping, a file that another program shortens would end this one.

use std::fs::File;
use std::io;
use std::path::Path;

/// An open file.
#[derive(Debug)]
pub struct PartReader {
    #[cfg(unix)]
    file: File,
    /// Elsewhere a read begins where the last one ended: a reader moves there first, one at a time.
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
    length: u64,
}

impl PartReader {
    /// Opens a regular file.
    ///
    /// # Errors
    /// It cannot be opened, or is something else.
    pub fn open(path: &Path) -> io::Result<PartReader> {
        // A pipe is not opened: that would wait for its writer.
        let data = std::fs::metadata(path)?;
        if !data.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        let file = File::open(path)?;
        #[cfg(not(unix))]
        let file = std::sync::Mutex::new(file);
        Ok(PartReader { file, length: data.len() })
    }

    /// Its length in bytes when it was opened.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Fills the buffer with the bytes from a position on.
    ///
    /// # Errors
    /// The file ends before, or cannot be read.
    pub fn read(&self, position: u64, buffer: &mut [u8]) -> io::Result<()> {
        #[cfg(unix)]
        return std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, position);
        #[cfg(not(unix))]
        {
            use std::io::{Read, Seek};
            let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            file.seek(io::SeekFrom::Start(position))?;
            file.read_exact(buffer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_wherever_they_are_and_not_beyond_the_end() {
        let path = std::env::temp_dir().join(format!("quadriga-parts-{}", std::process::id()));
        std::fs::write(&path, b"0123456789").expect("written");
        let reader = PartReader::open(&path).expect("a file");
        assert_eq!(reader.length(), 10);
        let mut part = [0; 4];
        for (position, expected) in [(6, b"6789"), (0, b"0123"), (3, b"3456")] {
            reader.read(position, &mut part).expect("inside");
            assert_eq!(&part, expected);
        }
        assert!(reader.read(7, &mut part).is_err());
        std::fs::remove_file(&path).expect("removed");
        assert!(PartReader::open(&std::env::temp_dir()).is_err(), "a folder");
    }
}
