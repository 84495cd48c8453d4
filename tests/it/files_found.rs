//! Files as other programs write them: every one failed once in a public report. A row has the smallest input, and what
//! is right about it.

use quadriga::records::{Defaults, Format};

/// A file, and parts of what comes of it.
struct Row {
    /// The program or the source that has such files.
    from: &'static str,
    format: Format,
    /// The game set by the user.
    game: Option<&'static str>,
    input: &'static [u8],
    /// Parts of the games as text, one after another.
    text: &'static [&'static str],
    /// Parts of the notes and changes; if there are none, nothing may be said.
    said: &'static [&'static str],
}

const PDN: Row = Row { from: "", format: Format::Pdn, game: None, input: b"", text: &[], said: &[] };
const SGF: Row = Row { format: Format::Sgf, ..PDN };
const PSQ: Row = Row { format: Format::Psq, ..PDN };

const RULES: [Row; 10] = [
    Row {
        from: "py-draughts 1.10.1, antidraughts",
        input: b"[GameType \"20\"]\n[Variant \"Antidraughts\"]\n1. 32-28 19-23 *",
        text: &["[Variant \"antidraughts\"]", "1. 32-28 19-23 *"],
        ..PDN
    },
    Row {
        from: "lidraughts, Frisian without a number",
        input: b"[Variant \"Frisian\"]\n1. 32-28 19-23 *",
        text: &["[Variant \"frisian\"]"],
        ..PDN
    },
    Row {
        from: "PlayStrategy, Brazilian without a number",
        input: b"[Variant \"Brazilian\"]\n1. c3-d4 *",
        text: &["[Variant \"brazilian\"]"],
        ..PDN
    },
    Row {
        from: "py-draughts, the number of pool checkers",
        input: b"[GameType \"23\"][Variant \"American checkers\"]\n1. 11-15 *",
        text: &["[Variant \"english\"]"],
        ..PDN
    },
    Row {
        from: "English draughts in letters",
        input: b"[Variant \"American\"]\n1. c3-d4 b6-c5 2. d4xb6 a7xc5 *",
        text: &["[Variant \"english\"]", "1. 11-15 24-19 2. 15x24 28x19 *"],
        ..PDN
    },
    Row {
        from: "English draughts in letters, the game set by the user",
        game: Some("english"),
        input: b"1. c3-d4 b6-c5 2. d4b6 *",
        text: &["1. 11-15 24-19 2. 15x24 *"],
        ..PDN
    },
    Row {
        from: "rules of a federation",
        input: "(;GM[4]RU[Taraguchi-10];B[hh])(;GM[4]RU[RIF];B[hh])(;GM[4]RU[连珠];B[hh])(;GM[4]RU[禁手];B[hh])"
            .as_bytes(),
        text: &["\"renju\"", "\"renju\"", "\"renju\"", "\"renju\""],
        ..SGF
    },
    Row {
        from: "unknown rules",
        input: b"(;GM[4]RU[Klingon];B[hh])",
        text: &["\"gomoku\""],
        said: &["RU[Klingon] is unknown, read as gomoku"],
        ..SGF
    },
    Row {
        from: "renju under the number of go",
        game: Some("renju"),
        input: b"(;GM[1]RU[Japanese]SZ[15];B[hh])(;GM[41];B[hh])",
        text: &["\"renju\"", "\"renju\""],
        said: &["GM[1] read as renju", "GM[41] read as renju"],
        ..SGF
    },
    Row {
        from: "Piskvork, six in a row that go on",
        input: b"Piskvorky 15x15, 0:0, 0\n1,1,0\n1,15,0\n2,1,0\n2,15,0\n3,1,0\n3,15,0\n5,1,0\n5,15,0\n6,1,0\n6,15,0\n\
                 4,1,0\n9,9,0\na\nb\n-1\n",
        text: &["\"gomoku\"", "6. d15 i7 *"],
        said: &["no rules in the file, read as gomoku"],
        ..PSQ
    },
];

const MOVES: [Row; 13] = [
    Row {
        from: "jumps one by one: PlayStrategy, Millett",
        input: b"[GameType \"20\"][FEN \"W:W35:B30,20,1\"]\n1. 35x24 24x15 1-6 *",
        text: &["1. 35x15 1-6 *"],
        ..PDN
    },
    Row {
        from: "a second Event inside a section of tags",
        input: b"[Event \"A\"]\n[White \"Ann\"]\n[Event \"B\"]\n[GameType \"20\"]\n1. 32-28 *",
        text: &["[Event \"B\"]", "[White \"Ann\"]", "1. 32-28 *"],
        said: &["tags given twice, the later counts: 1 (line 3)"],
        ..PDN
    },
    Row {
        from: "results with colons, dashes and signs",
        input: "[GameType \"20\"]\n1. 32-28 1:0\n\n[GameType \"20\"]\n1. 32-28 0:2\n\n[GameType \"20\"]\n1. 32-28 1:1\n\n\
                [GameType \"20\"]\n1. 32-28 2–0\n\n[GameType \"20\"]\n1. 32-28 +-\n\n[GameType \"20\"]\n1. 32-28 ½\n"
            .as_bytes(),
        text: &["32-28 1-0", "32-28 0-1", "32-28 1/2-1/2", "32-28 1-0", "32-28 1-0", "32-28 1/2-1/2"],
        ..PDN
    },
    Row {
        from: "the same in the tag",
        input: "[GameType \"20\"]\n[Result \"2:0\"]\n1. 32-28\n\n[GameType \"20\"]\n[Result \"-+\"]\n1. 32-28\n"
            .as_bytes(),
        text: &["32-28 1-0", "32-28 0-1"],
        ..PDN
    },
    Row {
        from: "dashes and crosses, numbers without dots, remarks without blanks",
        input: "[GameType \"20\"]\n1 32–28 19-23good 2 28×19!+= 14x23{yes}37-32".as_bytes(),
        text: &["1. 32-28 19-23 {good} 2. 28x19! $14 14x23 {yes} 3. 37-32 *"],
        ..PDN
    },
    Row {
        from: "variations, glyphs and comments",
        input: b"[GameType \"20\"]\n{first} 1. 32-28 19-23$2 (1... 18-23 {why}) 28x19 *",
        text: &["{first} 1. 32-28 19-23? (1... 18-23 {why}) 2. 28x19 *"],
        ..PDN
    },
    Row {
        from: "the number of a move in a position",
        input: b"[GameType \"20\"][FEN \"W:W31-50:B1-20:H0:F12\"]\n12. 32-28 19-23 *",
        text: &["12. 32-28 19-23 *"],
        ..PDN
    },
    Row {
        from: "properties that are unknown here",
        input: b"(;GM[4]RU[renju]5A[gg][hh];B[hh]ZZ[1])",
        text: &["1. h8 *"],
        ..SGF
    },
    Row {
        from: "a file cut off in its last node",
        input: b"(;GM[4]RU[renju];B[hh];W[gg];B[g",
        text: &["1. h8 g9 *"],
        said: &["nodes cut off by the end of the file: 1 (line 1)"],
        ..SGF
    },
    Row {
        from: "a file without its last parenthesis",
        input: b"(;GM[4]RU[renju];B[hh];W[gg]",
        text: &["1. h8 g9 *"],
        said: &["games without the last ')': 1 (line 1)"],
        ..SGF
    },
    Row {
        from: "passes of renju",
        input: b"(;GM[4]RU[renju];B[hh];W[];B[gg];W[tt];B[])",
        text: &["[Result \"1/2-1/2\"]", "1. h8 pass 2. g9 pass 3. pass 1/2-1/2"],
        ..SGF
    },
    Row {
        from: "branches and comments",
        input: b"(;GM[4]RU[renju]C[root];B[hh]TE[1](;W[gg]C[here];B[hg])(;W[gh]))",
        text: &["{root} 1. h8! g9 {here} (1... g8) 2. h9 *"],
        ..SGF
    },
    Row {
        from: "lines of Piskvork that are no names",
        game: Some("gomokufreestyle"),
        input: b"Piskvorky 15x15, 11:11, 0\n8,8,12\n9,8,1000\n-1\nfoo\nC:\\a.exe\n",
        text: &["[White \"?\"]\n[Black \"?\"]", "1. h8 {[%emt 0:00:00.012]} 1... i8 {[%emt 0:00:01]} *"],
        said: &["lines that are no names, left out: 2 (from line 1)"],
        ..PSQ
    },
];

const CHARACTERS: [Row; 5] = [
    Row {
        from: "GBK by CA",
        input: b"(;FF[4]GM[4]SZ[15]CA[GBK]RU[renju]PB[\xc1\xd6\xd6\xbe\xc3\xf7];B[hh])",
        text: &["[White \"林志明\"]"],
        ..SGF
    },
    Row {
        from: "Big5 with brackets as second bytes",
        input: b"(;CA[Big5]RU[renju]PB[\xb3\x5c]PW[abc])",
        text: &["[White \"許\"]\n[Black \"abc\"]"],
        ..SGF
    },
    Row {
        from: "PDN in Windows-1251",
        input: b"[GameType \"25\"]\n[White \"\xc8\xe2\xe0\xed\xee\xe2\"]\n[Black \"\xcf\xe5\xf2\xf0\xee\xe2\"]\n1. c3-d4 *",
        text: &["[White \"Иванов\"]\n[Black \"Петров\"]"],
        said: &["windows-1251"],
        ..PDN
    },
    Row {
        from: "psq in Windows-1250",
        game: Some("gomokufreestyle"),
        input: b"Piskvorky 15x15, 11:11, 0\n8,8,12\nDvo\xf8\xe1k\n\x8ei\x9eka\n-1\n",
        text: &["[White \"Dvořák\"]\n[Black \"Žižka\"]"],
        said: &["windows-1250"],
        ..PSQ
    },
    Row {
        from: "UTF-16",
        input: b"\xff\xfe[\0G\0a\0m\0e\0T\0y\0p\0e\0 \0\"\x002\x000\0\"\0]\0\n\x001\0.\0 \x003\x002\0-\x002\x008\0 \0*\0",
        text: &["1. 32-28 *"],
        said: &["UTF-16LE (byte order mark)"],
        ..PDN
    },
];

fn check(rows: &[Row]) {
    for row in rows {
        let defaults =
            Defaults { variant: row.game.map(str::to_string), is_chosen: true, ..Defaults::default() };
        let reading = row.format.read(row.input, &defaults);
        assert_eq!(reading.errors, [], "{}", row.from);
        let written =
            reading.games.iter().map(|game| Format::Text.write(&game.record).expect("a legal game"));
        let written: String = written.collect();
        let mut rest = &written[..];
        for part in row.text {
            let at = rest.find(part).unwrap_or_else(|| panic!("{}: no '{part}' in\n{written}", row.from));
            rest = &rest[at + part.len()..];
        }
        let said = format!("{}{}", reading.notes.join("\n"), reading.changes);
        assert!(row.said.iter().all(|part| said.contains(part)), "{}: {said}", row.from);
        assert!(!row.said.is_empty() || said.is_empty(), "{}: {said}", row.from);
    }
}

#[test]
fn rules_are_found_where_files_state_them() {
    check(&RULES);
}

#[test]
fn moves_are_read_as_programs_write_them() {
    check(&MOVES);
}

#[test]
fn characters_are_decoded_before_brackets_are_looked_for() {
    check(&CHARACTERS);
}

#[test]
fn a_file_cut_off_within_a_move_keeps_the_others() {
    for (format, text) in [
        (Format::Pdn, "[GameType \"20\"]\n1. 32-28 19-2"),
        (Format::Psq, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,8,0\n9,"),
    ] {
        let defaults =
            Defaults { variant: (format == Format::Psq).then(|| "renju".to_string()), ..Defaults::default() };
        let reading = format.read(text.as_bytes(), &defaults);
        let said = reading.changes.to_string();
        assert!(said.starts_with("moves cut off by the end of the file: 1"), "{said} {:?}", reading.errors);
        assert!(!reading.games[0].record.moves.is_empty());
    }
}

#[test]
fn a_position_may_be_wrapped_in_its_tag() {
    let mut engine = quadriga::games::open("draughts").expect("a game");
    engine.set_position(Some("[FEN \"W:W31,32:B1,2\"]"), &[]).expect("py-draughts writes it so");
    assert_eq!(engine.fen(), "W:W31,32:B1,2");
}

#[test]
fn what_sgf_knows_alone_is_written_again() {
    let input =
        b"(;FF[4]GM[4]RU[renju]5A[gg][hh];B[hh]LB[aa:x\\]y]BL[12.5]C[two\nlines](;W[gg])(;W[gh]TR[hh]))";
    let reading = Format::Sgf.read(input, &Defaults::default());
    let text = Format::Sgf.write(&reading.games[0].record).expect("a game");
    for part in ["5A[gg][hh]", "LB[aa:x\\]y]BL[12.5]", "C[two\nlines]", "(;W[gh]TR[hh])"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_pass_is_written_without_a_point() {
    let reading = Format::Sgf.read(b"(;GM[4]RU[renju];B[hh];W[tt];B[gg])", &Defaults::default());
    let text = Format::Sgf.write(&reading.games[0].record).expect("a game");
    assert!(text.contains(";B[hh];W[];B[gg])"), "{text}");
}

#[test]
fn a_stated_variant_is_written_next_to_a_number_of_one_program() {
    let reading =
        Format::Pdn.read(b"[GameType \"20\"][Variant \"Breakthrough\"] 1. 32-28 *", &Defaults::default());
    let text = Format::Pdn.write(&reading.games[0].record).expect("a game");
    assert!(text.contains("[GameType \"96,W,10,10,N2,0\"]\n[Variant \"breakthrough\"]"), "{text}");
}

#[test]
fn control_characters_do_not_come_out_again() {
    let input = b"(;GM[4]RU[renju];B[hh]C[be\x07ll\r\nand\ragain]LB[hh:\x1b]\n;W[ii\x00])";
    let reading = Format::Sgf.read(input, &Defaults::default());
    assert_eq!(reading.changes.to_string(), "control characters read as blanks: 4 (from line 1)");
    let text = Format::Sgf.write(&reading.games[0].record).expect("a game");
    assert!(text.contains("C[be ll\nand again]") && !text.contains(['\x07', '\r', '\x1b']), "{text:?}");
}

#[test]
fn clocks_are_properties_of_sgf_and_remarks_of_text() {
    let sgf = b"(;GM[4]RU[renju];B[hh]BL[312.5]C[fast];W[gg]WL[300]BL[1](;B[gh]BL[290])(;B[hg]BL[280]OB[3]))";
    let game = Format::Sgf.read(sgf, &Defaults::default()).games.swap_remove(0);
    let losses = Format::Text.losses(&game).to_string();
    assert_eq!(losses, "properties of SGF, which text cannot hold: 1 (line 1)");
    let text = Format::Text.write(&game.record).expect("a game");
    let moves = text.split_once("\n\n").expect("moves").1.replace('\n', " ");
    let expected = "1. h8 {[%clk 0:05:12.5]} {fast} 1... g9 {[%clk 0:05:00]} {[%clock b0:00:01]} 2. g8 {[%clk \
                    0:04:50]} (2. h9 {[%clk 0:04:40]}) *";
    assert_eq!(moves.trim_end(), expected);
    let back = Format::Text.read(text.as_bytes(), &Defaults::default()).games.swap_remove(0).record;
    let again = Format::Sgf.write(&back).expect("a game");
    for part in [";B[hh]C[fast]BL[312.5]", ";W[gg]WL[300]BL[1]", ";B[gh]BL[290]", ";B[hg]BL[280]"] {
        assert!(again.contains(part), "{part}: {again}");
    }
}
