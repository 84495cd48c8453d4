//! The files of `convert`: an input that is read in parts where possible, and an output that replaces a file at its end.

use std::fs;
use std::io::{BufWriter, IsTerminal, Read, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use super::convert::{FROM, format_by, format_of, name_of};
use super::{DASH, Failure, is_dash, note, output};
use crate::records::gzip::{self, Unpacked};
use crate::records::{Draft, Format, MAX_WHOLE, Source};

/// Bytes of text that are compressed at a time.
const MEMBER: usize = 4 << 20;
/// Bytes that show the format of a file.
const BEGINNING: u64 = 64;

/// The destination of an output.
pub(super) enum Target {
    /// Standard output, a game at a time.
    Output(BufWriter<Stdout>),
    /// Everything at the end or nothing: standard output that may get nothing.
    Held(Vec<u8>),
    File(Draft),
    /// A compressed file, and what is not compressed yet.
    Packed(Draft, PathBuf, Vec<u8>),
    Dropped,
}

impl Target {
    pub fn new(path: &Path, is_strict: bool) -> Result<Target, Failure> {
        if output::is_output(path) {
            let output = || Target::Output(BufWriter::new(stdout()));
            return Ok(if is_strict { Target::Held(Vec::new()) } else { output() });
        }
        let draft = Draft::new(path, is_strict).map_err(Failure::Failed)?;
        Ok(match gzip::is_packed_name(path) {
            true => Target::Packed(draft, path.to_path_buf(), Vec::new()),
            false => Target::File(draft),
        })
    }

    pub fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Target::Output(output) => Ok(output.write_all(bytes)?),
            Target::Held(text) if (text.len() + bytes.len()) as u64 > MAX_WHOLE => {
                let limit = MAX_WHOLE >> 20;
                Err(Failure::Failed(format!(
                    "more than {limit} MiB for standard output with --strict; set -o"
                )))
            }
            Target::Held(text) => Ok(text.write_all(bytes)?),
            Target::File(draft) => draft.add(bytes).map_err(Failure::Failed),
            Target::Packed(draft, path, text) => {
                text.extend_from_slice(bytes);
                match text.len() >= MEMBER {
                    true => draft.add(&gzip::pack_for(path, &std::mem::take(text))).map_err(Failure::Failed),
                    false => Ok(()),
                }
            }
            Target::Dropped => Ok(()),
        }
    }

    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Target::Output(mut output) => Ok(output.flush()?),
            Target::Held(text) => output::write(Path::new(DASH), &text),
            Target::File(draft) => draft.finish().map_err(Failure::Failed),
            Target::Packed(mut draft, path, text) => draft
                .add(&gzip::pack_for(&path, &text))
                .and_then(|()| draft.finish())
                .map_err(Failure::Failed),
            Target::Dropped => Ok(()),
        }
    }
}

/// A file of games: its text if it cannot be read twice or is compressed, and its format.
pub(super) struct Input {
    path: PathBuf,
    unpacked: Option<Unpacked>,
    pub format: Format,
}

impl Input {
    pub fn new(path: &Path, given: Option<Format>) -> Result<Input, Failure> {
        let mut beginning = Vec::new();
        let is_regular = !is_dash(path) && fs::metadata(path).is_ok_and(|found| found.is_file());
        if is_regular {
            let read = fs::File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
            read.map_err(|error| Failure::Failed(format!("cannot read {}: {error}", path.display())))?;
        }
        if !is_regular || gzip::is_packed(&beginning) {
            let (unpacked, format) = read(path, given)?;
            return Ok(Input { path: path.to_path_buf(), unpacked: Some(unpacked), format });
        }
        let format = format_by(&beginning, path, given)?;
        Ok(Input { path: path.to_path_buf(), unpacked: None, format })
    }

    pub fn source(&self) -> Source<'_> {
        let file = || Source::File(self.path.clone());
        self.unpacked.as_ref().map_or_else(file, |unpacked| Source::Bytes(&unpacked.bytes))
    }

    /// What is wrong with its compression.
    pub fn note(&self) -> Option<String> {
        self.unpacked.as_ref().and_then(|unpacked| unpacked.note.clone())
    }
}

/// The text of a file of games, which may be compressed, and its format.
///
/// # Errors
/// It cannot be read, or its format is unknown.
pub(super) fn read(path: &Path, given: Option<Format>) -> Result<(Unpacked, Format), Failure> {
    let known = given.or_else(|| Format::from_path(path));
    let is_useless = if is_dash(path) { std::io::stdin().is_terminal() } else { fs::metadata(path).is_err() };
    if known.is_none() && is_useless {
        format_of(known, path, FROM)?;
    }
    let result = if is_dash(path) {
        if std::io::stdin().is_terminal() {
            note("waiting for games on standard input");
        }
        gzip::read_from(std::io::stdin().lock(), MAX_WHOLE)
    } else {
        gzip::read(path)
    };
    let unpacked =
        result.map_err(|error| Failure::Failed(format!("cannot read {}: {error}", name_of(path))))?;
    let format = format_by(&unpacked.bytes, path, given)?;
    Ok((unpacked, format))
}
