//! RenLib libraries: files as RenLib writes them, byte by byte, and what is kept of them on the way through SGF.

use quadriga::records::{Changes, Defaults, Format, GameRecord, Output, Reading};

const HAS_SIBLING: u8 = 0x80;
const IS_LAST: u8 = 0x40;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const START: u8 = 0x04;
const NO_MOVE: u8 = 0x02;
const EXTENDED: u8 = 0x01;

/// The header of a version.
fn header(minor: u8) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03".to_vec();
    bytes.push(minor);
    bytes.resize(20, 0xff);
    bytes
}

/// A text in pairs of bytes.
fn text(words: &[u8]) -> Vec<u8> {
    let mut bytes = words.to_vec();
    bytes.resize((words.len() / 2 + 1) * 2, 0);
    bytes
}

/// A library with everything that RenLib writes: h8, then i9 with a comment of two parts and a mark, or h9 with a text on
/// the board and i8 behind it; a text on g8, which is no move.
fn library() -> Vec<u8> {
    let mut bytes = [header(4), vec![0, COMMENT]].concat();
    bytes.extend(text(b"the root"));
    bytes.extend([0x78, START]);
    bytes.extend([0x69, HAS_SIBLING | IS_LAST | MARK | COMMENT]);
    bytes.extend(text(b"one line\x08two\r\nlines"));
    bytes.extend([0x68, HAS_SIBLING | EXTENDED, 0, 1]);
    bytes.extend(text(b"A"));
    bytes.extend([0x79, IS_LAST]);
    bytes.extend([0x77, IS_LAST | NO_MOVE | EXTENDED, 0, 1]);
    bytes.extend(text(b"b]:"));
    bytes
}

fn read(bytes: &[u8]) -> Reading {
    Format::Lib.read(bytes, &Defaults { variant: Some("renju".to_string()), ..Defaults::default() })
}

/// The only game of a library that is read without changes.
fn game(bytes: &[u8]) -> GameRecord {
    let mut reading = read(bytes);
    assert_eq!((&reading.errors[..], reading.games.len()), (&[][..], 1));
    assert_eq!(reading.changes, Changes::default());
    reading.games.swap_remove(0).record
}

fn written(games: &[&GameRecord]) -> Vec<u8> {
    let mut output = Output::new(Format::Lib);
    for game in games {
        assert_eq!(output.add(game).as_deref(), Ok(""));
    }
    output.finish()
}

fn as_text(game: &GameRecord) -> String {
    let text = Format::Text.write(game).expect("a game");
    text.split_once("\n\n").expect("tags and moves").1.trim_end().to_string()
}

#[test]
fn a_library_is_the_tree_of_one_game() {
    let game = game(&library());
    assert_eq!(as_text(&game), "{the root} 1. h8 i9 {one line [%nl] two [%nl] lines} (1... h9 2. i8) *");
    assert_eq!(game.comments[1], (2, "one line\ntwo\nlines".to_string()));
    let sgf = Format::Sgf.write(&game).expect("a game");
    for part in
        ["C[the root]", ";B[hh]LB[hg:A][gh:b\\]\\:]RENLIBSTART[1]", ";W[ig]C[one line\ntwo\nlines]HO[1]"]
    {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
}

#[test]
fn a_library_is_written_again_byte_by_byte() {
    assert_eq!(written(&[&game(&library())]), library());
}

#[test]
fn every_node_survives_the_way_through_sgf() {
    let sgf = Format::Sgf.write(&game(&library())).expect("a game");
    let mut reading = Format::Sgf.read(sgf.as_bytes(), &Defaults::default());
    let back = reading.games.swap_remove(0);
    assert!(Format::Lib.losses(&back).is_empty(), "{}", Format::Lib.losses(&back));
    assert_eq!(written(&[&back.record]), library());
}

#[test]
fn older_libraries_begin_with_the_first_move() {
    let nodes = [0x78, 0, 0x69, IS_LAST];
    let old = [header(0), nodes.to_vec()].concat();
    let oldest = [nodes.to_vec(), vec![0x68, IS_LAST]].concat();
    assert_eq!(as_text(&game(&old)), "1. h8 i9 *");
    assert!(read(&oldest).changes.to_string().contains("behind the end of the tree"));
    // Comments of seven bits, the last character with the eighth; the signs are Norwegian letters.
    let old = [header(0), vec![0x78, 0x20 | IS_LAST], b"Bl}b{".to_vec(), vec![b'r' | 0x80]].concat();
    assert_eq!(as_text(&game(&old)), "1. h8 {Blåbær} *");
}

#[test]
fn a_library_may_begin_with_any_move_and_pass() {
    let bytes = [header(4), vec![0, 0, 0x11, HAS_SIBLING, 0, IS_LAST, 0x78, IS_LAST]].concat();
    assert_eq!(as_text(&game(&bytes)), "1. a14 (1. h8) 1... pass *");
    assert_eq!(written(&[&game(&bytes)]), bytes);
}

#[test]
fn a_library_that_is_cut_off_keeps_its_whole_nodes() {
    let whole = library();
    for length in 20..whole.len() {
        let reading = read(&whole[..length]);
        assert_eq!(reading.errors, [], "{length}");
        // Only the root alone, and nothing, look whole.
        assert_eq!(reading.changes.is_empty(), [20, 32].contains(&length), "{length}: {}", reading.changes);
    }
    let said = read(&whole[..whole.len() - 1]).changes.to_string();
    assert_eq!(said, "nodes cut off by the end of the file: 1 (line 6)");
    let said = read(&whole[..whole.len() - 8]).changes.to_string();
    assert_eq!(said, "nodes that others announce, missing: 1 (line 5)");
}

#[test]
fn what_is_no_library_is_named() {
    for (bytes, error) in [
        (&b"(;GM[4])"[..], "no RenLib library: expected the bytes 0xFF 'RenLib' 0xFF"),
        (b"", "no RenLib library: expected the bytes 0xFF 'RenLib' 0xFF"),
        (&header(9), "a RenLib library of version 3.9: expected one up to 3.4"),
    ] {
        assert_eq!(read(bytes).errors[0].reason, error);
    }
    let draughts = Defaults { variant: Some("draughts".to_string()), ..Defaults::default() };
    let error = &Format::Lib.read(&library(), &draughts).errors[0].reason;
    assert_eq!(error, "RenLib does not have the game draughts");
    let said = read(&[header(4), vec![0, 0, 0x78, 0, 0x70, 0, 0x69, IS_LAST]].concat()).changes.to_string();
    assert!(
        said.starts_with("point 0x70 is not on the board, the nodes from there left out: 1 (line 3)"),
        "{said}"
    );
}

#[test]
fn moves_that_the_rules_do_not_have_are_left_out_and_counted() {
    // h8, then h8 again with i9 behind it, or i9 with i9 behind it and g9 beside that.
    let nodes =
        [0x78, 0, 0x78, HAS_SIBLING, 0x69, IS_LAST, 0x69, 0, 0x69, HAS_SIBLING | IS_LAST, 0x67, IS_LAST];
    let reading = read(&[header(4), vec![0, 0], nodes.to_vec()].concat());
    assert_eq!(as_text(&reading.games[0].record), "1. h8 i9 2. g9 *");
    let said = "moves that the rules do not have, left out with all behind them: 3 (from line 3)";
    assert_eq!(reading.changes.to_string(), said);
}

#[test]
fn games_become_one_library() {
    let games = ["(;GM[4]RU[renju];B[hh]C[one];W[ig];B[gg])", "(;GM[4]RU[renju];B[hh]C[two];W[hg])"];
    let read =
        games.map(|sgf| Format::Sgf.read(sgf.as_bytes(), &Defaults::default()).games.swap_remove(0).record);
    let library = game(&written(&[&read[0], &read[1], &read[0]]));
    assert_eq!(as_text(&library), "1. h8 {one [%nl] [%nl] two} 1... i9 (1... h9) 2. g9 *");
}

#[test]
fn what_a_library_cannot_hold_is_named() {
    let sgf = b"(;GM[4]RU[renju]PB[Ann]EV[Cup];B[hh]TE[1]TR[hh]HO[2]LB[hg:A])";
    let game = Format::Sgf.read(sgf, &Defaults::default()).games.swap_remove(0);
    let losses = Format::Lib.losses(&game).to_string();
    for loss in ["names of players", "tags", "marks", "properties of SGF, which lib cannot hold: 2"] {
        assert!(losses.contains(loss), "{losses}");
    }
    let refused = |sgf: &str| {
        let game = Format::Sgf.read(sgf.as_bytes(), &Defaults::default()).games.swap_remove(0).record;
        Output::new(Format::Lib).add(&game).expect_err("no library has it")
    };
    assert_eq!(refused("(;GM[4]SZ[19];B[aa])"), "a RenLib library has a board of 15 rows, not 19");
    assert!(refused("(;GM[4]AB[aa];W[bb])").contains("begins with stones on the board"));
}

#[test]
fn comments_of_any_character_set_are_decoded() {
    let comment = "Чёрные выигрывают: ход белых ошибочен";
    let windows: Vec<u8> = comment
        .chars()
        .map(|c| match c {
            'А'..='я' => (c as u32 - 'А' as u32) as u8 + 0xc0,
            'ё' => 0xb8,
            plain => plain as u8,
        })
        .collect();
    for (bytes, is_said) in [(windows, true), (comment.as_bytes().to_vec(), false)] {
        let file = [header(4), vec![0, COMMENT], text(&bytes), vec![0x78, IS_LAST]].concat();
        let reading = read(&file);
        assert_eq!(reading.games[0].record.comments, [(0, comment.to_string())]);
        assert_eq!(!reading.notes.is_empty(), is_said, "{:?}", reading.notes);
    }
}

#[test]
fn a_large_library_is_read_without_recursion() {
    // A line of 200 moves with a variation at every move, each with a variation at its second move.
    let mut bytes = [header(4), vec![0, 0]].concat();
    let point = |ply: usize| (16 * (ply / 15) + ply % 15 + 1) as u8;
    let mut behind = Vec::new();
    for ply in 0..200 {
        let is_last = ply == 199;
        bytes.extend([point(ply), HAS_SIBLING | if is_last { IS_LAST } else { 0 }]);
        behind.push([point(201), 0, point(202), HAS_SIBLING | IS_LAST, point(203), IS_LAST]);
    }
    behind.iter().rev().for_each(|nodes| bytes.extend(nodes));
    let free = Defaults { variant: Some("gomokufreestyle".to_string()), ..Defaults::default() };
    let reading = Format::Lib.read(&bytes, &free);
    assert_eq!(reading.errors, []);
    let read = reading.games[0].record.line.variations.len();
    assert!(read >= 4, "{read} of the variations, {}", reading.changes);
}
