//! Game files compressed by gzip: `games.pdn.gz`.
//!
//! A file is one or more members, one after the other, so that games can be appended as they end. What is compressed is
//! recognised by its first bytes, whatever the name. A file that is cut off or damaged keeps what can be unpacked, and
//! the caller gets a note for the user.
//!
//! Invariant: reading needs no more memory than the limit that the caller sets.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use super::source::{MAX_WHOLE, read_some, too_long};

/// The first bytes of a compressed file.
const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The text of a file, compressed or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unpacked {
    /// The text, or its beginning if the file is cut off or damaged.
    pub bytes: Vec<u8>,
    /// What is wrong with the compressed data.
    pub note: Option<String>,
}

/// Does the name stand for a compressed file?
pub fn is_packed_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
}

/// Do these bytes begin a compressed file?
pub fn is_packed(beginning: &[u8]) -> bool {
    beginning.starts_with(&MAGIC)
}

/// A text as it is written to this file: a member of its own if the name ends in `.gz`.
pub fn pack_for<'a>(path: &Path, text: &'a [u8]) -> Cow<'a, [u8]> {
    if !is_packed_name(path) || text.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // A vector takes everything.
    let packed = encoder.write_all(text).and_then(|()| encoder.finish());
    packed.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Reads a file and unpacks it if it is compressed.
///
/// # Errors
/// It cannot be read, or its text is longer than [`MAX_WHOLE`].
pub fn read(path: &Path) -> io::Result<Unpacked> {
    read_from(File::open(path)?, MAX_WHOLE)
}

/// Reads to the end, and unpacks what is compressed, up to a limit.
///
/// # Errors
/// It cannot be read, or the text is longer than the limit.
pub fn read_from(mut input: impl Read, limit: u64) -> io::Result<Unpacked> {
    let mut start = Vec::new();
    input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start)?;
    if start == MAGIC {
        return unpack_from(input, limit);
    }
    let mut bytes = Vec::new();
    io::Cursor::new(start).chain(input).take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_long(limit)) } else { Ok(Unpacked { bytes, note: None }) }
}

/// The members behind the first two bytes of a compressed file.
fn unpack_from(input: impl Read, limit: u64) -> io::Result<Unpacked> {
    let mut input = BufReader::new(Input { input, failure: None });
    let mut bytes = Vec::new();
    let note = loop {
        let member = GzDecoder::new(io::Cursor::new(MAGIC).chain(&mut input));
        let room = limit.saturating_add(1) - bytes.len() as u64;
        let unpacked = member.take(room).read_to_end(&mut bytes);
        if let Some(failure) = input.get_mut().failure.take() {
            return Err(failure);
        }
        if bytes.len() as u64 > limit {
            return Err(too_long(limit));
        }
        let behind = match unpacked {
            Ok(_) => Behind::of(&mut input, limit)?,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => break Some("cut off"),
            Err(_) => break Some("damaged"),
        };
        match behind {
            Behind::Member => {}
            Behind::Nothing => break None,
            Behind::CutOff => break Some("cut off"),
            Behind::Other(count) => {
                let note = format!("bytes behind the compressed data that were ignored: {count}");
                return Ok(Unpacked { bytes, note: Some(note) });
            }
        }
    };
    let note = note.map(|what| {
        format!("the compressed data are {what}; {} bytes of text before that are read", bytes.len())
    });
    Ok(Unpacked { bytes, note })
}

/// What follows a member of a compressed file.
enum Behind {
    /// The end of the file; zeros that fill a block count as nothing.
    Nothing,
    Member,
    /// The end of the file within the beginning of a member.
    CutOff,
    /// Bytes that are no member.
    Other(u64),
}

impl Behind {
    fn of(input: &mut impl BufRead, limit: u64) -> io::Result<Behind> {
        let mut beginning = input.by_ref().take(limit).bytes();
        let first = beginning.find(|byte| !matches!(byte, Ok(0))).transpose()?;
        let Some(first) = first else { return Ok(Behind::Nothing) };
        let mut second = [0];
        let length = read_some(input, &mut second)?;
        if (first, second[0]) == (MAGIC[0], MAGIC[1]) {
            return Ok(Behind::Member);
        }
        if first == MAGIC[0] && length == 0 {
            return Ok(Behind::CutOff);
        }
        let more = io::copy(&mut input.take(limit), &mut io::sink())?;
        Ok(Behind::Other(1 + length as u64 + more))
    }
}

/// Unpacks bytes that are compressed, up to a limit.
///
/// # Errors
/// The text is longer than the limit.
pub fn unpack(bytes: Vec<u8>, limit: u64) -> io::Result<Unpacked> {
    if bytes.starts_with(&MAGIC) { read_from(&bytes[..], limit) } else { Ok(Unpacked { bytes, note: None }) }
}

/// Distinguishes what cannot be read from what cannot be unpacked.
struct Input<R> {
    input: R,
    /// Why the input could not be read.
    failure: Option<io::Error>,
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer).inspect_err(|error| {
            if error.kind() != ErrorKind::Interrupted {
                self.failure = Some(io::Error::new(error.kind(), error.to_string()));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &str) -> Vec<u8> {
        pack_for(Path::new("games.PDN.GZ"), text.as_bytes()).into_owned()
    }

    fn unpacked(bytes: &[u8]) -> Unpacked {
        unpack(bytes.to_vec(), 1000).expect("short")
    }

    #[test]
    fn members_one_after_the_other_are_one_text() {
        let file = [packed("1. 32-28 *\n"), packed("1. 31-26 *\n")].concat();
        let expected = Unpacked { bytes: b"1. 32-28 *\n1. 31-26 *\n".to_vec(), note: None };
        assert_eq!(unpacked(&file), expected);
        assert_eq!(unpacked(b"plain"), Unpacked { bytes: b"plain".to_vec(), note: None });
        assert_eq!(unpacked(b""), Unpacked::default());
        assert_eq!(pack_for(Path::new("gz"), b"text"), Cow::Borrowed(b"text"));
    }

    #[test]
    fn a_file_that_is_cut_off_anywhere_keeps_what_was_whole_and_says_so() {
        let first = packed("1. 32-28 *\n");
        let file = [first.clone(), packed("1. 31-26 *\n")].concat();
        for cut in MAGIC.len()..file.len() {
            let found = unpacked(&file[..cut]);
            assert_eq!(found.note.is_none(), cut == first.len(), "cut at {cut}: {found:?}");
            let whole = if cut >= first.len() { "1. 32-28 *\n" } else { "" };
            assert!(found.bytes.starts_with(whole.as_bytes()), "cut at {cut}: {found:?}");
        }
    }

    #[test]
    fn damaged_data_and_what_follows_the_last_member_are_reported() {
        let mut file = packed("1. 32-28 *\n");
        let last = file.len() - 1;
        file[last] ^= 1;
        assert!(unpacked(&file).note.is_some_and(|note| note.contains("damaged")));
        let mut file = packed("1. 32-28 *\n");
        file.extend(b"1. 31-26 *\n");
        let found = unpacked(&file);
        assert_eq!(found.bytes, b"1. 32-28 *\n");
        assert_eq!(found.note.as_deref(), Some("bytes behind the compressed data that were ignored: 11"));
    }

    #[test]
    fn a_byte_behind_the_last_member_is_reported_and_zeros_are_not() {
        for (behind, left_out) in [(&b"x"[..], 1), (b"\0\0x", 1), (b"\x1fxyz", 4), (b"", 0), (&[0; 500], 0)] {
            let found = unpacked(&[packed("1. 32-28 *\n"), behind.to_vec()].concat());
            let note = format!("bytes behind the compressed data that were ignored: {left_out}");
            assert_eq!(found.note, Some(note).filter(|_| left_out > 0), "{behind:?}");
            assert_eq!(found.bytes, b"1. 32-28 *\n");
        }
    }

    #[test]
    fn a_text_above_the_limit_is_refused() {
        let file = packed(&"1. 32-28 *\n".repeat(1000));
        assert!(unpack(file.clone(), 11_000).is_ok_and(|found| found.bytes.len() == 11_000));
        let error = unpack(file, 10_999).expect_err("a byte too many");
        assert!(error.to_string().contains("more than 10999 bytes"), "{error}");
        assert!(
            read_from(io::repeat(b'a'), 1 << 20)
                .is_err_and(|error| error.to_string().contains("more than 1 MiB"))
        );
    }

    #[test]
    fn an_input_that_fails_is_an_error_and_no_damage() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("unplugged"))
            }
        }
        let file = packed("1. 32-28 *\n");
        let error = read_from(file[..12].chain(Failing), 1000).expect_err("unplugged");
        assert_eq!(error.to_string(), "unplugged");
    }
}
