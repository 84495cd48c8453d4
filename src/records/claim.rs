//! The owner of an unfinished game. The program that plays it holds a lock on a file next to it, `.unfinished-1-2.lock`
//! for `unfinished-1-2.txt`. The system releases a lock when its program ends, however it ends, so this works on every
//! system and for programs that do not see each other's processes.
//!
//! Invariant: the lock is taken before the game is written, and released after the game is removed.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::storage::files::failure;

/// If files cannot be locked, a game that has not changed for this long counts as abandoned.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// The claim of this program on the game of a file, until it is dropped.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    _locked: File,
}

impl Claim {
    /// Claims the game of this file, which does not exist yet.
    ///
    /// # Errors
    /// One line: the folder cannot be written.
    pub fn take(game: &Path) -> Result<Claim, String> {
        let path = beside(game);
        let file = File::create(&path).map_err(|error| failure("create", &path, &error))?;
        // Nobody else has this name; without file locks the age of the game must suffice.
        let _ = file.try_lock();
        Ok(Claim { path, _locked: file })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // A lock file that cannot be removed belongs to no game.
        let _ = fs::remove_file(&self.path);
    }
}

/// Does a running program play the game of this file?
pub(super) fn is_claimed(game: &Path) -> bool {
    let lock = beside(game);
    if fs::metadata(&lock).is_ok_and(|found| !found.is_file()) {
        // A pipe is not a lock, and opening it would wait for its writer.
        return false;
    }
    match File::open(lock) {
        Ok(file) => match file.try_lock() {
            Ok(()) => false,
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(_)) => !is_old(game),
        },
        Err(error) => error.kind() != ErrorKind::NotFound,
    }
}

/// Removes the lock file that a dead program has left next to its game.
pub(super) fn remove_claim(game: &Path) {
    // There may be none.
    let _ = fs::remove_file(beside(game));
}

fn beside(game: &Path) -> PathBuf {
    let name = game.file_stem().unwrap_or_default().to_string_lossy();
    game.with_file_name(format!(".{name}.lock"))
}

fn is_old(path: &Path) -> bool {
    let modified = fs::metadata(path).and_then(|data| data.modified());
    modified.is_ok_and(|then| then.elapsed().is_ok_and(|age| age > ABANDONED_AFTER))
}
