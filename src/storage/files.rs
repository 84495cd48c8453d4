//! Outputs by name. A file is changed in one step: readers, even after a power cut, see the old or the new text, never
//! a part of one. Anything other than a regular file is written into and never replaced.
//!
//! A new text is written next to the file that it replaces, synced to disk, and renamed. It keeps the mode of the old
//! file and its owner, if permitted. If the folder is read-only but the file may be written, the file itself is
//! written.
//!
//! Invariant: after an error the old file still exists, unless it had to be written itself, and nothing is left next to
//! it.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::destination::{Destination, identity};

/// Longest part of a name, in bytes, that is repeated in the name of the temporary file: names have at most 255 bytes.
const MAX_NAME_BYTES: usize = 200;
/// Number of names that are tried for a temporary file.
const MAX_TRIES: u32 = 100;

/// When a new text must be on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Durability {
    /// Before it replaces the old one.
    Synced,
    /// Some time later: killing the program loses nothing, a power cut may.
    Unsynced,
}

/// Replaces a file's text, or writes into anything other than a regular file.
///
/// # Errors
/// One line that names the file.
pub fn replace(path: &Path, text: &[u8]) -> Result<(), String> {
    put(path, text, Durability::Synced).map_err(|error| failure("write", path, &error))
}

/// The same without waiting for the disk, for frequent writes: killing the program loses nothing, a power cut may.
///
/// # Errors
/// One line that names the file.
pub(crate) fn replace_without_waiting(path: &Path, text: &[u8]) -> Result<(), String> {
    put(path, text, Durability::Unsynced).map_err(|error| failure("write", path, &error))
}

/// Appends text to a file in one write and waits until it is on disk. Several programs may do so at once.
///
/// # Errors
/// One line that names the file.
pub fn append(path: &Path, text: &str) -> Result<(), String> {
    OutputFile::appending(path).add(text)
}

/// Checks that a file can be written, or created, and changes nothing.
///
/// # Errors
/// One line that names the file.
pub fn check_writable(path: &Path) -> Result<(), String> {
    let check = || match Destination::of(path)? {
        Destination::File(path) => match existing(&path)? {
            Some(_) => Ok(()),
            None => Beside::new(&path, None).map(drop),
        },
        // Opening a pipe would wait for its reader.
        Destination::Stream(_) | Destination::StandardOutput(_) => Ok(()),
    };
    check().map_err(|error| failure("write", path, &error))
}

/// Is this a name of standard output, such as `/dev/stdout`? Printing is better than writing to that name, which would
/// open it a second time: a file behind it would be appended to without the knowledge of its first writer.
pub fn is_standard_output(path: &Path) -> bool {
    matches!(Destination::of(path), Ok(Destination::StandardOutput(_)))
}

/// Is this a stream that cannot be read again, such as a pipe?
pub fn is_stream(path: &Path) -> bool {
    matches!(Destination::of(path), Ok(Destination::Stream(_) | Destination::StandardOutput(_)))
}

/// Are these names of one regular file? It need not exist yet. Links, and names of open files such as `/dev/stdin`, are
/// names of the file that they lead to.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let own_name = |path: &Path| match Destination::of(path).ok()? {
        Destination::File(path) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
        }
        Destination::Stream(_) | Destination::StandardOutput(_) => None,
    };
    identity(a).is_some_and(|a| identity(b) == Some(a)) || own_name(a).is_some_and(|a| own_name(b) == Some(a))
}

/// An output that is written piece by piece. A stream stays open in between, so that its reader sees one text; a file
/// is opened for each piece, which is on disk when the call returns.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    /// Does the next piece replace the old text?
    replaces: bool,
    /// Does the next piece begin on a line of its own?
    begins: bool,
    stream: Option<File>,
}

impl OutputFile {
    /// The first piece replaces the old text.
    pub fn replacing(path: &Path) -> OutputFile {
        OutputFile { path: path.to_path_buf(), replaces: true, begins: false, stream: None }
    }

    /// All pieces are appended to the old text, whose last line gets its end if that is missing.
    pub fn appending(path: &Path) -> OutputFile {
        OutputFile { path: path.to_path_buf(), replaces: false, begins: true, stream: None }
    }

    /// Writes a piece.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        self.add_bytes(text.as_bytes())
    }

    /// Writes a piece of bytes.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn add_bytes(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.write(bytes).map_err(|error| failure("write", &self.path, &error))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(stream) = &mut self.stream {
            return stream.write_all(bytes);
        }
        match Destination::of(&self.path)? {
            Destination::File(path) if self.replaces => {
                replace_file(&path, bytes, Durability::Synced)?;
                self.replaces = false;
            }
            Destination::File(path) => {
                let mut file = OpenOptions::new().append(true).create(true).open(&path)?;
                if std::mem::take(&mut self.begins) && ends_within_line(&path) {
                    file.write_all(b"\n")?;
                }
                file.write_all(bytes)?;
                sync(&file)?;
            }
            Destination::Stream(path) | Destination::StandardOutput(path) => {
                self.stream.insert(open_stream(&path)?).write_all(bytes)?;
            }
        }
        Ok(())
    }
}

/// Has a file a last line without an end? One that may not be read is taken to have none.
fn ends_within_line(path: &Path) -> bool {
    let last = || {
        let (mut file, mut last) = (File::open(path)?, [0]);
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last).map(|()| last[0])
    };
    last().is_ok_and(|byte: u8| byte != b'\n')
}

/// `cannot <do> <file>: <why>`.
pub(crate) fn failure(action: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {action} {}: {error}", path.display())
}

/// Opens a stream. If a regular file is behind it, text is appended.
pub(crate) fn open_stream(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Waits until a file is on disk, if it is on one.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    match file.sync_data() {
        // Pipes, devices and some network drives cannot be synchronized.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}

fn put(path: &Path, bytes: &[u8], durability: Durability) -> io::Result<()> {
    match Destination::of(path)? {
        Destination::File(path) => replace_file(&path, bytes, durability),
        Destination::Stream(path) | Destination::StandardOutput(path) => open_stream(&path)?.write_all(bytes),
    }
}

fn replace_file(path: &Path, bytes: &[u8], durability: Durability) -> io::Result<()> {
    let old = existing(path)?;
    let replaced = Beside::new(path, old.as_ref()).and_then(|beside| beside.put(path, bytes, durability));
    match replaced {
        // A read-only folder, another user's file in a shared folder, or a file that is a mount point.
        Err(error) if old.is_some() && is_about_the_folder(&error) => overwrite(path, bytes),
        replaced => replaced,
    }
}

pub(crate) fn is_about_the_folder(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::ResourceBusy
    )
}

/// The metadata of a file; `None` if it does not exist yet.
///
/// # Errors
/// It may not be written.
pub(crate) fn existing(path: &Path) -> io::Result<Option<Metadata>> {
    match OpenOptions::new().write(true).open(path) {
        Ok(file) => file.metadata().map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Overwrites a file in place.
pub(crate) fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    sync(&file)
}

/// A temporary file next to another one, removed unless it replaces it.
pub(crate) struct Beside {
    file: File,
    path: PathBuf,
    has_moved: bool,
}

impl Beside {
    /// An empty file in the folder of `path`, with mode and owner of the old one.
    pub fn new(path: &Path, old: Option<&Metadata>) -> io::Result<Beside> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if old.is_some() {
            // Nobody else can read it before it has the mode of the old file.
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        for number in 0..MAX_TRIES {
            let path = beside(path, number);
            match options.open(&path) {
                Ok(file) => {
                    let beside = Beside { file, path, has_moved: false };
                    old.map_or(Ok(()), |old| keep_owner_and_mode(&beside.file, old))?;
                    return Ok(beside);
                }
                // Left by a killed program that had our process id.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Replaces the file next to it by this text.
    fn put(mut self, path: &Path, bytes: &[u8], durability: Durability) -> io::Result<()> {
        self.file.write_all(bytes)?;
        if durability == Durability::Synced {
            sync(&self.file)?;
        }
        self.rename(path)
    }

    /// Replaces the file next to it, once it is on disk.
    pub fn replace(mut self, path: &Path) -> io::Result<()> {
        sync(&self.file)?;
        self.rename(path)
    }

    fn rename(&mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.has_moved = true;
        Ok(())
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.has_moved {
            // If it cannot be removed, the first error says more.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Gives a file the owner of another one, if the system allows it, and its mode.
fn keep_owner_and_mode(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root can change the owner; others can change the group only to one of their own.
        let _ =
            fchown(file, Some(old.uid()), Some(old.gid())).or_else(|_| fchown(file, None, Some(old.gid())));
    }
    file.set_permissions(old.permissions())
}

/// A name in the same folder that no other program uses.
fn beside(path: &Path, number: u32) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = &name[..name.floor_char_boundary(MAX_NAME_BYTES)];
    path.with_file_name(format!(".{name}.{}-{number}", process::id()))
}

/// Removes temporary files of killed programs next to a file; to be called while none writes it.
pub fn remove_unfinished(path: &Path) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = |left: &str| {
            let number = left.rsplit_once('.').and_then(|(_, number)| number.split_once('-'));
            let is_number = |word: &str| word.parse::<u32>().is_ok();
            number.is_some_and(|(process, try_)| is_number(process) && is_number(try_))
        };
        let left = entry.file_name();
        if left.to_str().is_some_and(|left| meant_for(left) == Some(name) && is_ours(left)) {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The name of the file that a temporary file was to replace.
pub(crate) fn meant_for(name: &str) -> Option<&str> {
    name.strip_prefix('.')?.rsplit_once('.').map(|(name, _)| name)
}
