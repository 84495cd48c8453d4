//! Files written by generators of each dialect's own rules: random games with variations, comments and character sets. A
//! file is read, written in every format that has its game, and read again; what a format cannot hold must be named.
//!
//! `QUADRIGA_FILES` sets the number of files, 200 by default.

use encoding_rs::{BIG5, Encoding, GBK, SHIFT_JIS, UTF_8};
use quadriga::contract::{MoveStyle, Player};
use quadriga::engine::AnyEngine;
use quadriga::games;
use quadriga::records::{Defaults, Format, GameRecord, Line, Output, ReadGame};

use crate::common::Random;

/// A move as written, with everything at it.
struct Node {
    /// In native style.
    mv: String,
    /// From 0, the row from the top; of square boards only.
    cell: Option<(usize, usize)>,
    comment: String,
    is_marked: bool,
    next: Vec<Node>,
}

const WORDS: [&str; 6] = ["good", "wins by force", "a ] b \\ c", "seen: x", "五子棋", "連珠"];

/// A random tree from the position on the board; `fork`: one in how many moves has another one beside it.
fn tree(engine: &mut dyn AnyEngine, random: &mut Random, plies: usize, words: &[&str]) -> Vec<Node> {
    let moves = engine.legal_moves(MoveStyle::Native);
    if plies == 0 || moves.is_empty() || engine.status().outcome.is_some() {
        return Vec::new();
    }
    let count = if random.below(5) == 0 { 2 } else { 1 };
    let mut found: Vec<Node> = Vec::new();
    for number in 0..count {
        let mv = moves[random.below(moves.len())].clone();
        if found.iter().any(|node| node.mv == mv) {
            continue;
        }
        let size = engine.board().height;
        engine.play(&mv).expect("a legal move");
        let row = mv[1..].parse().ok().and_then(|row: usize| size.checked_sub(row));
        let cell = row.map(|row| (usize::from(mv.as_bytes()[0] - b'a'), row));
        let comment = if random.below(4) == 0 { words[random.below(words.len())] } else { "" };
        let next = tree(engine, random, if number == 0 { plies - 1 } else { plies.min(4) - 1 }, words);
        let is_marked = random.below(6) == 0;
        found.push(Node { mv, cell, comment: comment.to_string(), is_marked, next });
        engine.undo().expect("played");
    }
    found
}

fn point((x, y): (usize, usize)) -> String {
    [x, y].map(|at| char::from(b'a' + at as u8)).iter().collect()
}

/// A node and all behind it in SGF; `old`: with the long names of FF 3.
fn sgf_nodes(nodes: &[Node], ply: usize, old: bool) -> String {
    let names = if old { ["Black", "White", "Comment"] } else { ["B", "W", "C"] };
    let one = |node: &Node| {
        let mut text = format!(";{}[{}]", names[ply % 2], point(node.cell.expect("a point")));
        if !node.comment.is_empty() {
            let escaped = node.comment.replace('\\', "\\\\").replace(']', "\\]");
            text += &format!("\n{}[{escaped}]", names[2]);
        }
        text + if node.is_marked { "TE[1]" } else { "" } + &sgf_nodes(&node.next, ply + 1, old)
    };
    match nodes {
        [] => String::new(),
        [node] => one(node),
        nodes => nodes.iter().map(|node| format!("\n ({})", one(node))).collect(),
    }
}

/// Lines of PDN or text: a variation stands behind the move that it replaces.
fn movetext(nodes: &[Node], ply: usize) -> String {
    let Some((main, others)) = nodes.split_first() else { return String::new() };
    let one = |node: &Node| {
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        let mark = if node.is_marked { "!" } else { "" };
        let comment = if node.comment.is_empty() { String::new() } else { format!(" {{{}}}", node.comment) };
        format!("{}{dots} {}{mark}{comment} ", ply / 2 + 1, node.mv)
    };
    let variations: String = others
        .iter()
        .map(|node| format!("({}{}) ", one(node), movetext(&node.next, ply + 1).trim_end()))
        .collect();
    one(main) + &variations + &movetext(&main.next, ply + 1)
}

/// The nodes of a library: flags for a next one beside it, and for nothing below.
fn library(nodes: &[Node], bytes: &mut Vec<u8>) {
    for (number, node) in nodes.iter().enumerate() {
        let (x, y) = node.cell.expect("a point");
        let flags = [
            (0x80, number + 1 < nodes.len()),
            (0x40, node.next.is_empty()),
            (0x10, node.is_marked),
            (0x08, !node.comment.is_empty()),
        ];
        let flags: u8 = flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag).sum();
        bytes.extend([(16 * y + x + 1) as u8, flags]);
        if !node.comment.is_empty() {
            bytes.extend(node.comment.bytes());
            bytes.resize(bytes.len() + if node.comment.len().is_multiple_of(2) { 2 } else { 1 }, 0);
        }
        library(&node.next, bytes);
    }
}

fn main_line(nodes: &[Node]) -> Vec<&Node> {
    std::iter::successors(nodes.first(), |node| node.next.first()).collect()
}

/// A file, its format and game, and the tree that it must be read as.
struct File {
    format: Format,
    variant: &'static str,
    bytes: Vec<u8>,
    tree: Vec<Node>,
    has_tree: bool,
}

const DRAUGHTS: [(&str, &str); 6] = [
    ("draughts", "20"),
    ("english", "21"),
    ("russian", "25"),
    ("brazilian", "26"),
    ("frisian", "40"),
    ("russian", "25,W,8,8,A0,0"),
];
const STONES: [&str; 3] = ["gomoku", "gomokufreestyle", "renju"];

fn generated(random: &mut Random) -> File {
    let format =
        [Format::Sgf, Format::Pdn, Format::Psq, Format::Text, Format::Lib, Format::Rif][random.below(6)];
    let (draughts, number) = DRAUGHTS[random.below(DRAUGHTS.len())];
    let variant = if format == Format::Pdn { draughts } else { STONES[random.below(3)] };
    let mut engine = games::open(variant).expect("a game");
    let sets: [&'static Encoding; 4] = [UTF_8, GBK, BIG5, SHIFT_JIS];
    let set = sets[random.below(4)];
    let words: Vec<&str> = WORDS.into_iter().filter(|word| !set.encode(word).2).collect();
    let plies = 6 + random.below(14);
    let tree = tree(engine.as_mut(), random, plies, &words);
    let main = main_line(&tree);
    let has_tree = !matches!(format, Format::Psq | Format::Rif);
    let tags = format!("[Event \"Cup {plies}\"]\n[White \"Ann\"]\n");
    let bytes = match format {
        Format::Sgf if random.below(3) == 0 => {
            format!("(;FF[3]GaMe[4]SiZe[15]RUles[{variant}]{})", sgf_nodes(&tree, 0, true)).into_bytes()
        }
        Format::Sgf => {
            let text = format!(
                "(;FF[4]GM[4]SZ[15]CA[{}]RU[{variant}]EV[Cup]{})",
                set.name(),
                sgf_nodes(&tree, 0, false)
            );
            set.encode(&text).0.into_owned()
        }
        Format::Pdn => format!("{tags}[GameType \"{number}\"]\n\n{}*\n", movetext(&tree, 0)).into_bytes(),
        Format::Text => format!("{tags}[Variant \"{variant}\"]\n\n{}*\n", movetext(&tree, 0)).into_bytes(),
        Format::Psq => {
            let cells = main.iter().filter_map(|node| node.cell);
            let moves: String = cells.map(|(x, y)| format!("{},{},{}\n", x + 1, y + 1, plies)).collect();
            format!("Piskvorky 15x15, 11:11, 0\n{moves}Ann\nBob\n-1\n").into_bytes()
        }
        Format::Lib => {
            let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
            bytes.resize(20, 0xff);
            bytes.extend([0, 0]);
            library(&tree, &mut bytes);
            bytes
        }
        _ => {
            let moves: Vec<&str> = main.iter().map(|node| node.mv.as_str()).collect();
            let game = format!(
                "<game id=\"1\" black=\"1\" white=\"1\" rule=\"1\"><move>{}</move></game>",
                moves.join(" ")
            );
            let player = "<player id=\"1\" name=\"A\" surname=\"B\"/>";
            format!("<?xml version=\"1.0\"?><d><rule id=\"1\" name=\"RIF\"/>{player}{game}</d>").into_bytes()
        }
    };
    File { format, variant, bytes, tree, has_tree }
}

/// The moves of a line with those of its variations, and how many comments there are.
fn shape(line: &Line) -> (String, usize) {
    let mut text = line.moves.join(" ");
    let mut comments = line.comments.len();
    for (at, variation) in &line.variations {
        let (inner, more) = shape(variation);
        text += &format!(" ({at}: {inner})");
        comments += more;
    }
    (text, comments)
}

/// The same of the tree that the file was made of.
fn expected(nodes: &[Node], has_tree: bool) -> (String, usize) {
    let main = main_line(nodes);
    let words: Vec<&str> = main.iter().map(|node| node.mv.as_str()).collect();
    let mut text = words.join(" ");
    let mut comments = main.iter().filter(|node| has_tree && !node.comment.is_empty()).count();
    let forks = std::iter::once(nodes).chain(main.iter().map(|node| &node.next[..]));
    for (at, nodes) in forks.enumerate().filter(|_| has_tree) {
        for node in nodes.iter().skip(1) {
            let next = expected(&node.next, true);
            let behind = if next.0.is_empty() { String::new() } else { shifted(&next.0) };
            text += &format!(" ({at}: {}{behind})", node.mv);
            comments += next.1 + usize::from(!node.comment.is_empty());
        }
    }
    (text, comments)
}

/// A line behind one more move: the places of its variations are one later.
fn shifted(text: &str) -> String {
    let mut depth = 0;
    let mut shifted = String::from(" ");
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        shifted.push(c);
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == '('
            && depth == 1
            && let Some((number, behind)) = rest.split_once(':')
        {
            let number: usize = number.parse().expect("a place");
            shifted += &format!("{}:", number + 1);
            rest = behind;
        }
    }
    shifted
}

/// Writes a game in a format and compares what is read again with what the format can hold.
fn check(format: Format, game: &ReadGame, defaults: &Defaults) {
    let mut output = Output::new(format);
    let Ok(text) = output.add(&game.record) else { return };
    let bytes = [text.into_bytes(), output.finish()].concat();
    let mut again = format.read(&bytes, defaults);
    assert_eq!((&again.errors[..], again.games.len()), (&[][..], 1), "{format:?}");
    assert!(again.changes.is_empty(), "{format:?}: {}", again.changes);
    let copy = again.games.swap_remove(0).record;
    let losses = format.losses(game);
    match format {
        Format::Psq => assert_eq!(copy.moves, game.record.moves),
        Format::Fen => {}
        _ => assert_eq!(shape(&copy.line), shape(&game.record.line), "{format:?}"),
    }
    if losses.is_empty() {
        let names =
            |game: &GameRecord| [0, 1].map(|index| game.player(Player::new(index)).map(str::to_string));
        assert_eq!((&copy.tags, names(&copy)), (&game.record.tags, names(&game.record)), "{format:?}");
        assert_eq!((shape(&copy.line), &copy.marks), (shape(&game.record.line), &game.record.marks));
        assert_eq!(
            (&copy.line.comments, copy.result),
            (&game.record.line.comments, game.record.result),
            "{format:?}"
        );
    }
}

#[test]
fn generated_files_of_every_dialect_survive_every_format() {
    let count = std::env::var("QUADRIGA_FILES").ok().and_then(|count| count.parse().ok()).unwrap_or(200);
    let mut random = Random::new(2611);
    for number in 0..count {
        let file = generated(&mut random);
        let defaults =
            Defaults { variant: Some(file.variant.to_string()), is_chosen: true, ..Defaults::default() };
        let reading = file.format.read(&file.bytes, &defaults);
        let name = format!("file {number}, {:?}, {}", file.format, String::from_utf8_lossy(&file.bytes));
        assert_eq!((&reading.errors[..], reading.games.len()), (&[][..], 1), "{name}");
        assert!(reading.changes.is_empty(), "{}: {name}", reading.changes);
        let game = &reading.games[0];
        let (moves, comments) = expected(&file.tree, file.has_tree);
        // The time of each move.
        let times = if file.format == Format::Psq { game.record.moves.len() } else { 0 };
        assert_eq!(shape(&game.record.line), (moves, comments + times), "{name}");
        for format in
            Format::NAMES.into_iter().filter_map(Format::from_name).filter(|format| format.is_written())
        {
            check(format, game, &defaults);
        }
    }
}
