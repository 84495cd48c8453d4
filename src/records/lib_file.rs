//! The bytes of a RenLib library (`.lib`): a tree of moves on a board of 15 rows.
//!
//! A header of 20 bytes (`0xFF RenLib 0xFF`, major and minor version, `0xFF` to the end), then the nodes, each before
//! those below it. A node is a byte for its point (16 times the row from the top, plus the column from 1; 0 is a pass)
//! and a byte of flags; two more bytes of flags if `EXTENDED`; a comment, then the text on the board. Texts end with a
//! zero byte and fill pairs of bytes. Since version 3.4 the first node is the root, with the point 0; older files begin
//! with the move h8, the oldest without a header. Source: RenLib's own program, `github.com/gomoku/RenLib`, and the reader
//! of Rapfi.
//!
//! A node that is no move only carries the text on its point.
//!
//! Invariants: reading and writing are iterative and take time proportional to the nodes; what follows a damaged byte is
//! not guessed at.

use super::lib_tree::{Notes, ROOT, Tree};
use super::{Changes, ReadError};

/// First bytes of a file.
pub(super) const MAGIC: &[u8] = b"\xffRenLib\xff";

const HEADER: usize = 20;
/// Version that is written, and the last one that is known.
const VERSION: (u8, u8) = (3, 4);
/// First byte of a file without a header: the move h8.
const CENTRE: u8 = 0x78;

/// Another node follows at the same place, after everything below this one.
const HAS_SIBLING: u8 = 0x80;
/// Nothing is below this node.
const IS_LAST: u8 = 0x40;
/// A comment of an old version: seven bits a character, the last one has the eighth bit.
const HAS_OLD_COMMENT: u8 = 0x20;
const IS_MARKED: u8 = 0x10;
const HAS_COMMENT: u8 = 0x08;
const IS_START: u8 = 0x04;
const IS_NO_MOVE: u8 = 0x02;
const IS_EXTENDED: u8 = 0x01;
/// The first extended flag: the node has a text on the board.
const HAS_TEXT: u16 = 0x0001;

/// Norwegian letters that old comments write as signs.
const OLD_LETTERS: [(u8, u8); 6] =
    [(b'}', 0xe5), (b'{', 0xe6), (b'|', 0xf8), (b']', 0xc5), (b'[', 0xc6), (b'\\', 0xd8)];

/// Is this a library?
pub(super) fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a library. Lines of changes are numbers of nodes.
///
/// # Errors
/// It is none, it is of a newer version, or it has too many nodes.
pub(super) fn parse(bytes: &[u8]) -> Result<(Tree<Vec<u8>>, Changes), ReadError> {
    let fault = |reason: String| ReadError { line: 1, reason };
    let nodes = match bytes {
        [CENTRE, ..] => bytes,
        _ if is_library(bytes) && bytes.len() >= HEADER => {
            let version = (bytes[MAGIC.len()], bytes[MAGIC.len() + 1]);
            if version > VERSION {
                let (major, minor) = version;
                return Err(fault(format!(
                    "a RenLib library of version {major}.{minor}: expected one up to {}.{}",
                    VERSION.0, VERSION.1
                )));
            }
            &bytes[HEADER..]
        }
        _ => return Err(fault("no RenLib library: expected the bytes 0xFF 'RenLib' 0xFF".to_string())),
    };
    let mut reader = Reader {
        rest: nodes,
        tree: Tree::new(),
        path: vec![ROOT],
        waiting: Vec::new(),
        changes: Changes::default(),
    };
    reader.read().map_err(|(line, reason)| ReadError { line, reason })?;
    Ok((reader.tree, reader.changes))
}

struct Reader<'a> {
    rest: &'a [u8],
    tree: Tree<Vec<u8>>,
    /// The nodes from the root to the present one.
    path: Vec<usize>,
    /// Places in the path of nodes that have a sibling which has not been read.
    waiting: Vec<usize>,
    changes: Changes,
}

/// A node as in the file.
struct Raw {
    point: u8,
    flags: u8,
    extended: u16,
    notes: Notes<Vec<u8>>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), (usize, String)> {
        // Is another node due?
        let mut is_due = false;
        let mut number = 0;
        while !self.rest.is_empty() {
            number += 1;
            let Some(raw) = self.raw() else {
                self.changes.add("nodes cut off by the end of the file", 1, number);
                return Ok(());
            };
            let (column, row) = (raw.point & 0x0f, raw.point >> 4);
            if raw.point != 0 && (column == 0 || row > 14) {
                let kind =
                    format!("point 0x{:02x} is not on the board, the nodes from there left out", raw.point);
                self.changes.add(&kind, 1, number);
                return Ok(());
            }
            let is_root = number == 1 && raw.point == 0;
            self.take(&raw, is_root).map_err(|reason| (number, reason))?;
            if is_root {
                continue;
            }
            if raw.flags & HAS_SIBLING != 0 {
                self.waiting.push(self.path.len() - 1);
            }
            let back = if raw.flags & IS_LAST != 0 { self.waiting.pop() } else { Some(self.path.len()) };
            is_due = back.is_some();
            self.path.truncate(back.unwrap_or_default());
            if !is_due {
                break;
            }
        }
        self.changes.add("bytes behind the end of the tree, left out", self.rest.len(), number);
        let missing = if is_due { self.waiting.len() + 1 } else { 0 };
        self.changes.add("nodes that others announce, missing", missing, number);
        Ok(())
    }

    /// Adds a node to the tree and goes there.
    fn take(&mut self, raw: &Raw, is_root: bool) -> Result<(), String> {
        let parent = self.path.last().copied().unwrap_or(ROOT);
        let number = if is_root { ROOT } else { self.tree.child(parent, raw.point)? };
        if !is_root {
            self.path.push(number);
        }
        let node = self.tree.node(number);
        node.is_move |= raw.flags & IS_NO_MOVE == 0;
        node.is_marked |= raw.flags & IS_MARKED != 0;
        node.is_start |= raw.flags & IS_START != 0;
        let kinds = u16::from(raw.extended & !HAS_TEXT != 0);
        self.changes.add("flags unknown here, left out", usize::from(kinds), number + 1);
        for (text, is_comment) in [(&raw.notes.comment, true), (&raw.notes.text, false)] {
            if !text.is_empty() {
                let notes = self.tree.notes_of(number);
                let own = if is_comment { &mut notes.comment } else { &mut notes.text };
                if !own.is_empty() {
                    own.push(b'\n');
                }
                own.extend_from_slice(text);
            }
        }
        Ok(())
    }

    fn pair(&mut self) -> Option<[u8; 2]> {
        let (&pair, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(pair)
    }

    /// The next node; `None` if the file ends within it.
    fn raw(&mut self) -> Option<Raw> {
        let [point, flags] = self.pair()?;
        let extended = if flags & IS_EXTENDED == 0 { 0 } else { u16::from_be_bytes(self.pair()?) };
        let comment = match (flags & HAS_OLD_COMMENT != 0, flags & HAS_COMMENT != 0) {
            (true, _) => self.old_comment()?,
            (false, true) => self.text()?,
            (false, false) => Vec::new(),
        };
        let text = if extended & HAS_TEXT == 0 { Vec::new() } else { self.text()? };
        Some(Raw { point, flags, extended, notes: Notes { comment, text } })
    }

    /// A text up to a zero byte, in pairs of bytes.
    fn text(&mut self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            for byte in self.pair()? {
                if byte == 0 {
                    return Some(text);
                }
                text.push(byte);
            }
        }
    }

    fn old_comment(&mut self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            for byte in self.pair()? {
                let plain = byte & 0x7f;
                let letter = OLD_LETTERS.iter().find(|(sign, _)| *sign == plain);
                text.push(letter.map_or(plain, |&(_, letter)| letter));
                if byte >= 0x80 {
                    return Some(text);
                }
            }
        }
    }
}

/// The bytes of a library.
pub(super) fn bytes(tree: &Tree<String>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION.0, VERSION.1]);
    bytes.resize(HEADER, 0xff);
    put(&mut bytes, tree, ROOT, true);
    // Nodes to write, the next one last.
    let mut open: Vec<usize> = tree.below(ROOT).into_iter().collect();
    while let Some(number) = open.pop() {
        put(&mut bytes, tree, number, false);
        open.extend(tree.beside(number));
        open.extend(tree.below(number));
    }
    bytes
}

fn put(bytes: &mut Vec<u8>, tree: &Tree<String>, number: usize, is_root: bool) {
    let (node, notes) = tree.get(number);
    let (comment, text) = notes.map_or(("", ""), |notes| (&notes.comment[..], &notes.text[..]));
    let flags = [
        (HAS_SIBLING, tree.beside(number).is_some()),
        (IS_LAST, tree.below(number).is_none() && !is_root),
        (IS_MARKED, node.is_marked),
        (HAS_COMMENT, !comment.is_empty()),
        (IS_START, node.is_start),
        (IS_NO_MOVE, !node.is_move && !is_root),
        (IS_EXTENDED, !text.is_empty()),
    ];
    bytes.extend([node.point, flags.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag).sum()]);
    if !text.is_empty() {
        bytes.extend(HAS_TEXT.to_be_bytes());
    }
    // RenLib's one-line comment, the first line, ends at a backspace.
    let comment = comment.replacen("\r\n", "\u{8}", 1);
    for text in [&comment[..], text].into_iter().filter(|text| !text.is_empty()) {
        bytes.extend_from_slice(text.as_bytes());
        let end = if text.len().is_multiple_of(2) { 2 } else { 1 };
        bytes.resize(bytes.len() + end, 0);
    }
}
