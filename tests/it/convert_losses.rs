//! `quadriga convert`: nothing of a file is lost in silence, and a file is never replaced by less than it held.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::client::program;
use crate::common::folder::Folder;
use quadriga::records::gzip::pack_for;
use quadriga::records::{Defaults, Format, GameResult};

fn convert(arguments: &[&str], input: Option<&str>) -> Output {
    let stdin = input.map_or_else(Stdio::null, |name| Stdio::from(File::open(name).expect("a file")));
    program().arg("convert").args(arguments).stdin(stdin).output().expect("the program runs")
}

fn said(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// A library of one move, and these bytes behind it.
fn library(behind: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xff);
    bytes.extend([0, 0]);
    bytes.extend(behind);
    bytes
}

const TEXT: &[u8] = b"[Variant \"renju\"]\n\n1. h8 {good} i9 *\n";

/// Files that cannot be written again as they are: name, bytes, format of the output, what is said.
fn files() -> Vec<(&'static str, Vec<u8>, &'static str, &'static str)> {
    let packed = pack_for(Path::new("a.gz"), TEXT).into_owned();
    vec![
        ("cut.txt.gz", packed[..packed.len() - 6].to_vec(), "text", "the compressed data are cut off"),
        (
            "behind.txt.gz",
            [&packed[..], b"x"].concat(),
            "text",
            "bytes behind the compressed data that were ignored: 1",
        ),
        (
            "behind.lib",
            library(&[0x78, 0x40, 1, 2, 3]),
            "lib",
            "bytes behind the end of the tree, left out: 3",
        ),
        ("point.lib", library(&[0x78, 0, 0x70, 0, 0x69, 0x40]), "lib", "point 0x70 is not on the board"),
        ("game.txt", [TEXT, b"[Variant \"renju\"]\n\n1. z9 *\n"].concat(), "text", "games skipped: 1"),
        ("comments.txt", TEXT.to_vec(), "fen", "comments, which fen cannot hold: 1"),
        (
            "tags.txt",
            b"[Variant \"renju\"]\n[Event \"a\"]\n[Event \"b\"]\n1. h8 *\n".to_vec(),
            "text",
            "tags given twice",
        ),
        (
            "bytes.txt",
            b"\xef\xbb\xbf[Variant \"renju\"]\n1. h8 {\xff} *\n".to_vec(),
            "text",
            "bytes that fit no character",
        ),
    ]
}

#[test]
fn a_file_is_never_replaced_by_less_than_it_held() {
    let folder = Folder::new("convert-itself");
    for (name, bytes, format, left_out) in files() {
        let path = folder.path(name);
        fs::write(&path, &bytes).expect("written");
        let from = if format == "lib" { "lib" } else { "text" };
        let flags = ["--from", from, "--to", format, "-o"];
        let link = folder.path("link");
        #[cfg(unix)]
        {
            let _ = fs::remove_file(&link);
            std::os::unix::fs::symlink(&path, &link).expect("a link");
        }
        let mut ways = vec![([&flags[..], &[&path[..], &path[..]]].concat(), None)];
        if cfg!(unix) {
            ways.push(([&flags[..], &[&link[..], &path[..]]].concat(), None));
            ways.push(([&flags[..], &[&path[..], &link[..]]].concat(), None));
            ways.push(([&flags[..], &[&path[..], "-"]].concat(), Some(&path[..])));
        }
        if cfg!(target_os = "linux") {
            ways.push(([&flags[..], &[&path[..], "/dev/stdin"]].concat(), Some(&path[..])));
        }
        for (arguments, input) in ways {
            let output = convert(&arguments, input);
            let said = said(&output);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
            let error = said.lines().last().expect("a line");
            assert!(
                error.contains(left_out) && error.contains("set -o to another file"),
                "{arguments:?}: {said}"
            );
            assert_eq!(fs::read(&path).expect("the file"), bytes, "{arguments:?}");
        }
        let elsewhere = folder.path("other");
        convert(&[&flags[..], &[&elsewhere[..], &path[..]]].concat(), None);
        assert!(Path::new(&elsewhere).exists(), "{name}: another file gets what can be read");
        fs::remove_file(&elsewhere).expect("the file");
    }
}

#[test]
fn a_file_of_which_nothing_is_lost_replaces_itself() {
    let folder = Folder::new("convert-whole");
    let path = folder.file("a.txt", "[Variant \"renju\"]\n1. h8 {open\n");
    let output = convert(&[&path, "-o", &path], None);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(folder.read("a.txt").contains("1. h8 {open} *"));
    let library = folder.path("a.lib");
    fs::write(&library, self::library(&[0x78, 0x40])).expect("written");
    let output = convert(&[&library, "-o", &library], None);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[cfg(unix)]
#[test]
fn standard_output_is_never_the_input() {
    let folder = Folder::new("convert-output");
    let path = folder.file("a.txt", std::str::from_utf8(TEXT).expect("text"));
    for (input, stdin) in [(&path[..], None), ("-", Some(&path[..]))] {
        let stdin = stdin.map_or_else(Stdio::null, |name| Stdio::from(File::open(name).expect("a file")));
        let stdout = File::options().append(true).open(&path).expect("the file");
        let mut command = program();
        command.args(["convert", "--from", "text", "--to", "text", input]).stdin(stdin).stdout(stdout);
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(1));
        assert!(said(&output).contains("standard output is the input itself"), "{}", said(&output));
        assert_eq!(folder.read("a.txt").as_bytes(), TEXT);
    }
}

#[test]
fn strict_names_everything_that_a_format_cannot_hold() {
    let folder = Folder::new("convert-strict");
    let text = "[White \"Ann, B\"]\n[Result \"1-0\"]\n[Variant \"gomoku\"]\n[Termination \"resigned\"]\n\n1. h8 {a} i9 (1... g9) 1-0\n";
    let input = folder.file("a.txt", text);
    let comma = "names with commas or without letters";
    for (format, lost) in [
        ("fen", &["moves", "names of players", "tags", "variations", "comments", "result", "rules"][..]),
        ("lib", &["names of players", "tags", "result", "rules"]),
        ("psq", &[comma, "tags", "variations", "comments", "result", "rules"]),
    ] {
        let output = convert(&["--strict", "--to", format, &input], None);
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b""[..]));
        let line = said(&output).lines().find(|line| line.contains(": changed: ")).expect("a line");
        let found: Vec<&str> = line.split_once(": changed: ").expect("a line").1.split("; ").collect();
        let names: Vec<String> =
            lost.iter().map(|name| format!("{name}, which {format} cannot hold")).collect();
        assert_eq!(found.len(), lost.len(), "{line}");
        assert!(names.iter().zip(&found).all(|(name, found)| found.starts_with(name.as_str())), "{line}");
    }
    let sgf = folder.path("a.sgf");
    let output = convert(&["--strict", &input, "-o", &sgf], None);
    assert_eq!(output.status.code(), Some(0), "SGF holds all of it: {}", said(&output));
    assert!(folder.read("a.sgf").contains("RE[B+R]"));
}

#[test]
fn rules_are_not_missed_that_the_file_did_not_name() {
    let folder = Folder::new("convert-rules");
    let input = folder.file("a.psq", "Piskvorky 15x15, 0:0, 0\n8,8,12\n9,8,1000\nAnn\nBob\n-1\n");
    let output = convert(&["--strict", "--game", "gomoku", &input, "-o", &input], None);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(folder.read("a.psq").contains("8,8,12\n9,8,1000\nAnn\nBob\n"), "{}", folder.read("a.psq"));
    let output =
        convert(&["--strict", "--game", "gomoku", "--option", "BoardSize=19", &input, "--to", "sgf"], None);
    assert!(said(&output).contains("BoardSize=19 is not used: the board has 15 rows"), "{}", said(&output));
}

#[test]
fn results_that_cannot_be_read_are_reported() {
    let read = |format: Format, text: &str| {
        let mut reading = format.read(text.as_bytes(), &Defaults::default());
        (reading.games.swap_remove(0).record, reading.changes.to_string())
    };
    let (game, said) = read(Format::Sgf, "(;GM[4]RU[renju]RE[see below];B[hh])");
    assert_eq!(
        (game.result, &said[..]),
        (GameResult::Unknown, "results that are none of SGF's, left out: 1 (line 1)")
    );
    for (tag, moves, lost) in [
        ("see below", "*", "results that cannot be read, left out"),
        ("1-0", "0-1", "results that differ from the tag, left out"),
        ("12-0", "*", "points of results, left out"),
        ("2-0", "2-0", ""),
        ("*", "1-0", ""),
        ("?", "*", ""),
    ] {
        let (_, said) =
            read(Format::Pdn, &format!("[GameType \"20\"]\n[Result \"{tag}\"]\n1. 32-28 {moves}\n"));
        assert!(said.starts_with(lost) && said.is_empty() == lost.is_empty(), "{tag}: {said}");
    }
    let (game, said) = read(Format::Sgf, "(;GM[4]RU[renju]RE[W+Resign];B[hh])");
    assert_eq!((game.tag("Termination"), &said[..]), (Some("resigned"), ""));
}

#[test]
fn games_with_character_sets_of_their_own_are_decoded_one_by_one() {
    let sgf = b"(;CA[GBK]RU[renju]PB[\xc1\xd6];B[hh])\n(;CA[Big5]RU[renju]PB[\xb3\x5c]PW[abc];B[hh])\n(;RU[renju]PB[\xe6\x9e\x97];B[hh])";
    let reading = Format::Sgf.read(sgf, &Defaults::default());
    let names: Vec<&str> = reading.games.iter().map(|game| game.record.players[0].as_str()).collect();
    assert_eq!((&names[..], &reading.notes[..], reading.errors.len()), (&["林", "許", "林"][..], &[][..], 0));
}

#[test]
fn a_game_may_have_any_number_of_tags() {
    let tags: String = (0..100_000).map(|number| format!("[T{number} \"x\"]\n")).collect();
    let text = format!("[Variant \"renju\"]\n{tags}\n1. h8 *\n");
    let reading = Format::Text.read(text.as_bytes(), &Defaults::default());
    let game = &reading.games[0].record;
    assert_eq!((game.tags.len(), game.tag("t99999"), game.tag("T99999")), (100_000, None, Some("x")));
    assert!(Format::Text.write(game).expect("a game").contains("[T99999 \"x\"]"));
}

#[test]
fn only_formats_that_a_flag_takes_are_listed() {
    let run = |arguments: &[&str]| {
        program().args(arguments).stdin(Stdio::null()).output().expect("the program runs")
    };
    let folder = Folder::new("convert-formats");
    let library = folder.path("a.lib");
    fs::write(&library, self::library(&[0x78, 0x40])).expect("written");
    let (rif, lib) = (folder.path("b.rif"), folder.path("b.lib"));
    for (arguments, part) in [
        (
            &["convert", &library, "-o", &rif][..],
            "rif files cannot be written here; set --to to one of pdn, sgf, psq, text, fen, lib",
        ),
        (&["convert", &library, "--to", "rif"], "expected one of pdn, sgf, psq, text, fen, lib"),
        (&["convert", &library], "set --to to one of pdn, sgf, psq, text, fen, lib"),
        (
            &["analyze", &library, "-o", &lib],
            "lib files cannot be written here; set --to to one of pdn, sgf, text",
        ),
        (&["analyze", &library, "-o", &library], "is the same file as an input"),
        (&["analyze", &library, "--to", "psq"], "expected one of pdn, sgf, text"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = said(&output);
        let is_named = said.contains(part) && !said.contains(&format!("{part},"));
        assert!(is_named, "{arguments:?}: {said}");
    }
}
