//! Outputs: standard output, files, and lines for users on standard error.
//!
//! Every flag that names an output takes `-` and the system's own names for standard output. A reader that closes
//! standard output is no failure; anything else that keeps an output from being written is one.

use std::io::{Write, stderr, stdout};
use std::path::Path;

use super::{Failure, is_dash};
use crate::storage::files;
use crate::wire::message::plain;

/// An output as the command line names it: the flag, and the file.
pub(super) type Named<'a> = (&'a str, &'a Path);

/// Writes text to standard output, with a line end if it has none. Control characters, which it may quote, are
/// replaced.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    print_bytes(&[plain(text).as_bytes(), end.as_bytes()].concat())
}

fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = stdout().lock();
    output.write_all(bytes)?;
    Ok(output.flush()?)
}

/// Writes a line to standard error, without control characters. If that is closed, the line is lost.
pub(super) fn note(line: &str) {
    let _ = writeln!(stderr(), "{}", plain(line));
}

/// Does this name standard output?
pub(super) fn is_output(path: &Path) -> bool {
    is_dash(path) || files::is_standard_output(path)
}

/// Writes a whole text to its destination.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if is_output(path) { print_bytes(bytes) } else { files::replace(path, bytes).map_err(Failure::Failed) }
}

/// Would this output take the place of this input?
pub(super) fn replaces(output: &Path, input: &Path) -> bool {
    files::is_same_file(named(output, "/dev/stdout"), named(input, "/dev/stdin"))
}

/// A path, or the system's name of a standard stream.
fn named<'a>(path: &'a Path, standard: &'static str) -> &'a Path {
    if is_dash(path) { Path::new(standard) } else { path }
}

/// Checks, before there is anything to write, that all outputs can be written and that none takes the place of another
/// one or of an input.
pub(super) fn check(outputs: &[Named<'_>], inputs: &[&Path]) -> Result<(), Failure> {
    for (number, (flag, path)) in outputs.iter().enumerate() {
        for (other, earlier) in &outputs[..number] {
            if is_output(path) && is_output(earlier) {
                return Err(Failure::Usage(format!("{other} and {flag} both go to standard output")));
            }
            if files::is_same_file(named(path, "/dev/stdout"), named(earlier, "/dev/stdout")) {
                return Err(Failure::Usage(format!("{other} and {flag} are the same file")));
            }
        }
        if inputs.iter().any(|input| replaces(path, input)) {
            let name = path.display();
            return Err(Failure::Usage(format!("{flag} {name} is the same file as an input")));
        }
        if !is_output(path) {
            files::check_writable(path).map_err(Failure::Failed)?;
        }
    }
    Ok(())
}
