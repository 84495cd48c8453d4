//! Files of lines that several programs may share: locked while they are written, and copied before damaged parts are
//! cut off.
//!
//! Invariants: only the owner can read such a file; a pipe or a device is never opened.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::storage::files::failure;

/// Attempts for a lock, and the time between: readers hold it only for a moment.
const TRIES: (usize, Duration) = (20, Duration::from_millis(5));
/// Maximum number of copies of a damaged file.
const MAX_COPIES: u32 = 100;
/// The mode of such a file: its readers and writers.
#[cfg(unix)]
const OWNER_ONLY: u32 = 0o600;

/// Copies a damaged file next to it; returns the name of the copy.
///
/// # Errors
/// One line: it cannot be written, or there are too many.
pub(super) fn keep_copy(path: &Path, bytes: &[u8]) -> Result<String, String> {
    let free = (1..=MAX_COPIES).map(|number| copy(path, number)).find(|copy| !copy.exists());
    let copy = free.ok_or_else(|| format!("there are {MAX_COPIES} copies of {}", path.display()))?;
    let mut file = make(&copy)?;
    if let Err(error) = file.write_all(bytes).and_then(|()| file.sync_all()) {
        // An incomplete copy does not count.
        let _ = fs::remove_file(&copy);
        return Err(failure("write", &copy, &error));
    }
    Ok(copy.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// Removes all copies of a file; one that cannot be removed stays.
pub(super) fn remove_copies(path: &Path) {
    let _ = (1..=MAX_COPIES).try_for_each(|number| fs::remove_file(copy(path, number)));
}

fn copy(path: &Path, number: u32) -> PathBuf {
    path.with_extension(format!("damaged-{number}.jsonl"))
}

/// Creates a locked file that nobody else can read.
///
/// # Errors
/// One line: it exists already, or cannot be created.
pub(super) fn make(path: &Path) -> Result<File, String> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, OWNER_ONLY);
    let file = options.open(path).map_err(|error| failure("create", path, &error))?;
    lock(path, || file.try_lock())?;
    Ok(file)
}

/// Rejects pipes and devices: opening a pipe would wait for its writer, and a device may have no end.
///
/// # Errors
/// One line: it is a pipe or a device.
pub(super) fn check_kind(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(format!("{} is not a regular file", path.display())),
        // Opening reports the error.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Opens and locks an existing file.
///
/// # Errors
/// One line: it does not exist, is in use, or cannot be opened.
pub(super) fn claim(path: &Path) -> Result<File, String> {
    open(path, false)
}

/// The same; a missing file is created.
///
/// # Errors
/// As for [`claim`].
pub(super) fn claim_or_make(path: &Path) -> Result<File, String> {
    open(path, true)
}

fn open(path: &Path, makes: bool) -> Result<File, String> {
    check_kind(path)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(makes);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, OWNER_ONLY);
    let file = options.open(path).map_err(|error| failure("open", path, &error))?;
    lock(path, || file.try_lock())?;
    Ok(file)
}

/// Tries a lock for a moment.
///
/// # Errors
/// One line: another program holds it.
pub(super) fn lock(path: &Path, attempt: impl Fn() -> Result<(), TryLockError>) -> Result<(), String> {
    let (tries, pause) = TRIES;
    for _ in 0..tries {
        match attempt() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(pause),
            Err(TryLockError::Error(error)) => return Err(failure("lock", path, &error)),
        }
    }
    Err(format!("{} is in use by another program", path.display()))
}

/// Does this name still refer to the open file?
#[cfg(unix)]
pub(super) fn is_same(named: &fs::Metadata, open: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    open.metadata().is_ok_and(|open| (open.dev(), open.ino()) == (named.dev(), named.ino()))
}

/// Here the name of an open file cannot be reused.
#[cfg(not(unix))]
pub(super) fn is_same(_: &fs::Metadata, _: &File) -> bool {
    true
}

/// Truncates a file; later writes append.
pub(super) fn cut(file: &mut File, length: usize) -> io::Result<()> {
    file.set_len(length as u64).and_then(|()| file.seek(SeekFrom::Start(length as u64)).map(drop))
}
