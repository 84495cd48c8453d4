//! The characters of a file: bytes to text, before anything looks for brackets.
//!
//! In Big5, GBK and Shift-JIS the second byte of a character may be `[`, `\` or `]`, so a file is decoded as a whole.
//! What decides, in this order: a byte order mark, SGF's property `CA`, zero bytes (UTF-16), valid UTF-8, a detector,
//! and Windows-1252, of which Latin-1 is a part. A mark comes before `CA` because editors that convert a file write the
//! one and leave the other. An encoding that does not fit all bytes is passed over.
//!
//! Invariant: every assumption is reported; only ASCII, UTF-8 and what the file itself states need no report.

use std::io;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::sgf_charset::{Stated, stated};
use super::source::Source;
use super::{Format, shorten};

/// Windows code pages that files name by number only.
const CODE_PAGES: [(&str, &str); 4] =
    [("932", "shift_jis"), ("936", "gbk"), ("949", "euc-kr"), ("950", "big5")];

/// What SGF is made of, of the characters that may be the second byte of another one.
const SIGNS: [u8; 3] = *b"[]\\";

/// Bytes that are searched for zeros.
const SAMPLE: usize = 4096;

/// How the bytes of a file become characters.
pub(super) struct Characters {
    encoding: &'static Encoding,
    has_mark: bool,
    /// A line on what was assumed.
    pub note: Option<String>,
}

impl Characters {
    /// Of a text that is known to be UTF-8.
    pub fn of_text() -> Characters {
        Characters { encoding: UTF_8, has_mark: false, note: None }
    }

    /// Of the bytes of a file.
    pub fn of_file(source: &Source<'_>, format: Format) -> io::Result<Characters> {
        let sample = source.beginning(SAMPLE)?;
        if let Some((encoding, _)) = Encoding::for_bom(&sample) {
            let mut found = Characters { encoding, has_mark: true, note: None };
            let has_errors = !found.fits(source)?;
            found.note =
                (encoding != UTF_8 || has_errors).then(|| noted(encoding, "byte order mark", has_errors));
            return Ok(found);
        }
        let plain = |encoding, note| Characters { encoding, has_mark: false, note };
        let mut notes = Vec::new();
        let Stated { first, other } = if format == Format::Sgf { stated(source)? } else { Stated::default() };
        if let Some(label) = first {
            let note = other.map(|other| {
                let (first, other) = (shorten(&label), shorten(&other));
                format!("one game with CA[{first}] and CA[{other}]: all of it is read as the former")
            });
            match by_label(&label).map(|encoding| plain(encoding, note)) {
                Some(found) if found.fits(source)? && !found.hides_utf_8(source)? => return Ok(found),
                Some(_) => notes.push(format!("CA[{}] does not fit all bytes", shorten(&label))),
                None => notes.push(format!("CA[{}] is an unknown character set", shorten(&label))),
            }
        }
        let (encoding, why) = match wide(&sample) {
            Some(encoding) => (encoding, "zero bytes"),
            None if plain(UTF_8, None).fits(source)? => {
                notes.extend((!notes.is_empty()).then(|| "read as UTF-8".to_string()));
                return Ok(plain(UTF_8, Some(notes.join("; ")).filter(|note| !note.is_empty())));
            }
            None => detected(source, format)?,
        };
        let has_errors = !plain(encoding, None).fits(source)?;
        notes.push(noted(encoding, why, has_errors));
        Ok(plain(encoding, Some(notes.join("; "))))
    }

    /// Decodes the bytes from the first one on.
    pub fn decoder(&self) -> Decoder {
        match self.has_mark {
            true => self.encoding.new_decoder_with_bom_removal(),
            false => self.encoding.new_decoder_without_bom_handling(),
        }
    }

    /// Is every byte a part of a character?
    fn fits(&self, source: &Source<'_>) -> io::Result<bool> {
        Ok(self.signs(source)?.is_some())
    }

    /// Are brackets lost by this encoding that UTF-8, which fits all bytes, keeps? Then the file has been converted, and its
    /// `CA` has not.
    fn hides_utf_8(&self, source: &Source<'_>) -> io::Result<bool> {
        let utf_8 = Characters::of_text().signs(source)?;
        Ok(utf_8.is_some() && utf_8 != self.signs(source)?)
    }

    /// The number of characters with a meaning in SGF; `None` if a byte is no part of a character.
    fn signs(&self, source: &Source<'_>) -> io::Result<Option<usize>> {
        let mut decoder = self.decoder();
        let mut text = String::with_capacity(SAMPLE);
        let mut found = Some(0);
        source.scan(|mut bytes| {
            let is_last = bytes.is_empty();
            loop {
                text.clear();
                let (result, read) = decoder.decode_to_string_without_replacement(bytes, &mut text, is_last);
                bytes = &bytes[read..];
                let signs = text.bytes().filter(|byte| SIGNS.contains(byte)).count();
                found = found.map(|found| found + signs);
                match result {
                    DecoderResult::InputEmpty => return true,
                    DecoderResult::OutputFull => {}
                    DecoderResult::Malformed(..) => {
                        found = None;
                        return false;
                    }
                }
            }
        })?;
        Ok(found)
    }
}

/// The text of bytes in memory, and a line on what was assumed about them.
pub(super) fn decode(bytes: &[u8], format: Format) -> (String, Option<String>) {
    match Characters::of_file(&Source::Bytes(bytes), format) {
        Ok(found) => {
            let bytes = if found.has_mark {
                Encoding::for_bom(bytes).map_or(bytes, |(_, length)| &bytes[length..])
            } else {
                bytes
            };
            (found.encoding.decode_without_bom_handling(bytes).0.into_owned(), found.note)
        }
        // Memory is always readable.
        Err(_) => (String::new(), None),
    }
}

fn noted(encoding: &'static Encoding, why: &str, has_errors: bool) -> String {
    let damage = if has_errors { "; some bytes fit no character" } else { "" };
    format!("characters read as {} ({why}{damage})", encoding.name())
}

/// The encoding that a detector finds by the frequencies of letters.
fn detected(source: &Source<'_>, format: Format) -> io::Result<(&'static Encoding, &'static str)> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    source.scan(|bytes| {
        detector.feed(bytes, bytes.is_empty());
        true
    })?;
    // Piskvork is Czech. The hint decides only between encodings that fit equally well.
    let country = (format == Format::Psq).then_some(&b"cz"[..]);
    let encoding = detector.guess(country, Utf8Detection::Deny);
    let found = Characters { encoding, has_mark: false, note: None };
    Ok(if found.fits(source)? { (encoding, "detected") } else { (WINDOWS_1252, "no other fits") })
}

/// UTF-16 without a mark: of ASCII characters every second byte is zero.
fn wide(sample: &[u8]) -> Option<&'static Encoding> {
    let zeros = |first: usize| sample.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let enough = sample.len() / 8;
    match (even > enough, odd > enough) {
        (true, false) => Some(UTF_16BE),
        (false, true) => Some(UTF_16LE),
        _ => None,
    }
}

/// The character set of this name, of those in which the brackets of SGF can be found.
pub(super) fn by_label(label: &str) -> Option<&'static Encoding> {
    let number = label.trim_start_matches(|c: char| !c.is_ascii_digit());
    let page = CODE_PAGES.iter().find(|(known, _)| *known == number).map(|&(_, name)| name);
    let found = Encoding::for_label(page.unwrap_or(label).as_bytes());
    found.filter(|encoding| ![UTF_16BE, UTF_16LE].contains(encoding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_KR, GB18030, GBK, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251};

    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, has_errors) = encoding.encode(text);
        assert!(!has_errors, "{text} in {}", encoding.name());
        bytes.into_owned()
    }

    fn utf_16(text: &str, mark: bool, big: bool) -> Vec<u8> {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        units.flat_map(|unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    }

    #[test]
    fn what_sgf_states_is_believed_if_it_fits() {
        for (label, encoding) in [
            ("GBK", GBK),
            ("gb2312", GBK),
            ("cp936", GBK),
            ("GB18030", GB18030),
            ("Big5", BIG5),
            ("Shift_JIS", SHIFT_JIS),
            ("windows-932", SHIFT_JIS),
            ("EUC-KR", EUC_KR),
            ("UTF-8", UTF_8),
        ] {
            let text = format!("(;CA[{label}]PB[林]PW[a];B[hh])");
            assert_eq!(decode(&encoded(&text, encoding), Format::Sgf), (text, None), "{label}");
        }
        let (text, note) = decode(b"(;CA[UTF-8]PB[Jos\xe9])", Format::Sgf);
        assert!(text.contains("PB[José]"), "{text}");
        assert!(note.is_some_and(|note| note.contains("CA[UTF-8] does not fit")));
        let (_, note) = decode(b"(;CA[klingon]PB[a])", Format::Sgf);
        assert_eq!(note.as_deref(), Some("CA[klingon] is an unknown character set; read as UTF-8"));
    }

    #[test]
    fn a_stated_set_that_eats_brackets_of_utf_8_is_not_believed() {
        let text = "(;GM[4]RU[renju]CA[GBK]PB[林志明];B[hh];W[gg])";
        for label in ["GBK", "GB18030", "Big5", "Shift_JIS"] {
            let text = text.replace("GBK", label);
            let (read, note) = decode(text.as_bytes(), Format::Sgf);
            assert_eq!(read, text);
            let said = format!("CA[{label}] does not fit all bytes; read as UTF-8");
            assert_eq!(note, Some(said));
        }
    }

    #[test]
    fn utf_16_is_known_by_its_mark_or_by_its_zeros() {
        let text = "[White \"Иван\"]\n1. 32-28 19-23 *\n";
        for (mark, big) in [(true, true), (true, false), (false, true), (false, false)] {
            let (read, note) = decode(&utf_16(text, mark, big), Format::Pdn);
            assert_eq!(read, text);
            assert!(note.is_some_and(|note| note.contains(if big { "UTF-16BE" } else { "UTF-16LE" })));
        }
    }

    #[test]
    fn letters_of_a_language_show_their_encoding() {
        for (text, encoding, format) in [
            ("[Event \"Чемпионат России\"]\n[White \"Иванов\"]\n1. c3-d4 *", WINDOWS_1251, Format::Pdn),
            ("[Event \"Mistrovství\"]\n[White \"Šťastný, Řehoř\"]\n", WINDOWS_1250, Format::Text),
            ("Piskvorky 15x15, 0:0, 0\nDvořák\nŽižka\n-1\n", WINDOWS_1250, Format::Psq),
            ("[Event \"Championnat d'été\"]\n[White \"José\"]\n", WINDOWS_1252, Format::Pdn),
            ("(;PB[林志明]PW[王小明]EV[全国五子棋锦标赛])", GBK, Format::Sgf),
            ("(;PB[中村茂]PW[河村典彦]EV[連珠名人戦第三局です])", SHIFT_JIS, Format::Sgf),
            ("(;PB[김철수]PW[박영희]EV[오목 선수권 대회])", EUC_KR, Format::Sgf),
            ("(;PB[許志明]PW[王大明]EV[台灣五子棋錦標賽])", BIG5, Format::Sgf),
        ] {
            let (read, note) = decode(&encoded(text, encoding), format);
            assert_eq!(read, text, "{note:?}");
            assert!(note.is_some_and(|note| note.contains(encoding.name())), "{text}");
        }
    }

    #[test]
    fn a_text_in_ascii_or_utf_8_needs_no_report() {
        for text in ["", "1. 32-28 *", "[White \"José\"]", "(;CA[GBK]PB[a])"] {
            assert_eq!(decode(text.as_bytes(), Format::Sgf), (text.to_string(), None));
        }
        assert_eq!(decode(b"\xef\xbb\xbf1. 32-28 *", Format::Pdn), ("1. 32-28 *".to_string(), None));
    }
}
