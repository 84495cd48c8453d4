//! The target of an output's name: a file, which is replaced as a whole, or a stream that is written into.
//!
//! Symbolic links are followed here, one by one, because the last name is needed: a file is replaced under its own
//! name, and a link stays a link. The open files of a process (`/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`) may look
//! like regular files, but the process that opened them continues writing to them.
//!
//! Invariant: only a regular file, or a free name, is a [`Destination::File`].

use std::fs::{self, Metadata};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// Number of links after which they count as a loop, as in the system.
const MAX_LINKS: usize = 40;

/// Names of standard output.
const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The target of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Destination {
    /// A regular file, or none yet: its own name.
    File(PathBuf),
    /// A device, a pipe, an open file of this process: opened and written into.
    Stream(PathBuf),
    /// Standard output of this process, by this name.
    StandardOutput(PathBuf),
}

impl Destination {
    /// The target of this name.
    ///
    /// # Errors
    /// It is a folder, or its links form a loop.
    pub fn of(path: &Path) -> Result<Destination> {
        let mut path = path.to_path_buf();
        for _ in 0..MAX_LINKS {
            if STANDARD_OUTPUT.iter().any(|name| path == Path::new(name)) {
                return Ok(Destination::StandardOutput(path));
            }
            match fs::symlink_metadata(&path) {
                _ if is_of_the_system(&path) => return Ok(Destination::Stream(path)),
                Ok(found) if found.is_symlink() => {
                    let to = fs::read_link(&path)?;
                    path = path.parent().unwrap_or(Path::new("")).join(to);
                }
                Ok(found) => return by_kind(path, &found),
                Err(error) if error.kind() == ErrorKind::NotFound && !ends_as_folder(&path) => {
                    return Ok(Destination::File(path));
                }
                Err(error) if error.kind() == ErrorKind::NotFound => return Err(no_file()),
                Err(error) => return Err(error),
            }
        }
        Err(Error::other("too many symbolic links"))
    }
}

/// The device and number of a regular file, whatever its name: links, and names of open files, lead to the same.
#[cfg(unix)]
pub(crate) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok().filter(Metadata::is_file)?;
    Some((found.dev(), found.ino()))
}

/// Elsewhere names must do.
#[cfg(not(unix))]
pub(crate) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

fn by_kind(path: PathBuf, found: &Metadata) -> Result<Destination> {
    match () {
        () if found.is_dir() => Err(no_file()),
        () if found.is_file() => Ok(Destination::File(path)),
        () => Ok(Destination::Stream(path)),
    }
}

fn no_file() -> Error {
    Error::new(ErrorKind::IsADirectory, "it is a folder")
}

/// `out/`: only a folder can be meant.
fn ends_as_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(last.into()))
}

/// Is this in a folder of the system, such as the open files of a process?
fn is_of_the_system(path: &Path) -> bool {
    if !cfg!(unix) {
        return false;
    }
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    folder.is_some_and(|folder| folder.starts_with("/proc") || folder == Path::new("/dev/fd"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_as_a_folder_is_none_of_the_files() {
        let nothing = std::env::temp_dir().join(format!("quadriga-nothing-{}", std::process::id()));
        assert_eq!(Destination::of(&nothing).ok(), Some(Destination::File(nothing.clone())));
        for folder in [nothing.join(""), std::env::temp_dir(), PathBuf::from(".")] {
            assert!(Destination::of(&folder).is_err_and(|error| error.kind() == ErrorKind::IsADirectory));
        }
    }

    #[cfg(unix)]
    #[test]
    fn open_files_are_written_into_whatever_is_behind_them() {
        let output = Path::new("/dev/stdout");
        assert_eq!(Destination::of(output).ok(), Some(Destination::StandardOutput(output.to_path_buf())));
        for name in ["/dev/fd/2", "/dev/null"] {
            assert!(matches!(Destination::of(Path::new(name)), Ok(Destination::Stream(_))), "{name}");
        }
    }
}
