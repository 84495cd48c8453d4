//! `quadriga show` and `quadriga analyze FILE`: files, formats, errors.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::client::program;

/// A folder of this test's own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("pictures-{name}-{}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = program().args(arguments).spawn().expect("the program starts");
    // A command line that cannot be obeyed reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

#[test]
fn show_writes_by_the_extension_of_the_file() {
    let folder = Folder::new("show");
    for (name, begin) in [("b.svg", &b"<svg "[..]), ("b.PNG", b"\x89PNG"), ("b.txt", b" 6   .")] {
        let file = folder.path(name);
        let output = run(&["show", "--moves", "4 4", "-o", &file], "");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{name}");
        assert!(output.stdout.is_empty());
        assert!(fs::read(&file).expect("a file").starts_with(begin), "{name}");
    }
}

#[test]
fn a_picture_has_marks_and_can_be_turned() {
    let drawn = |flags: &[&str]| {
        let output = run(&[&["show", "--game", "russian", "--to", "svg"], flags].concat(), "");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{flags:?}");
        text(&output.stdout).to_string()
    };
    let marked = drawn(&["--mark", "a1=x", "--mark", "h8"]);
    assert_eq!(marked.matches("class=\"mark\"").count(), 2);
    let (plain, turned) = (drawn(&[]), drawn(&["--flip"]));
    assert!(plain != turned && plain.len() == turned.len());
    for (flags, part) in [
        ("--to svg --mark z9", "--mark: 'z9' is not a place of this board"),
        ("--to svg --mark a1=longer", "expected a text of up to 4 letters and digits after ="),
        ("--to svg --flip", "it stands upright"),
        ("--to text --flip", "are for pictures"),
    ] {
        let words: Vec<&str> = ["show"].into_iter().chain(flags.split(' ')).collect();
        let output = run(&words, "");
        assert!(!output.status.success() && text(&output.stderr).contains(part), "{flags}: {output:?}");
    }
}

#[test]
fn show_draws_to_standard_output_in_the_size_asked_for() {
    let svg = run(&["show", "--to", "svg", "--size", "333", "--arrow", "5", "--threats"], "").stdout;
    assert!(text(&svg).contains("width=\"333\"") && text(&svg).contains("class=\"arrow\""));
    let png = run(&["show", "--to", "png", "--size", "100"], "").stdout;
    assert!(png.starts_with(b"\x89PNG"));
    assert_eq!(png[16..20], [0, 0, 0, 100], "the width");
}

#[test]
fn what_cannot_be_obeyed_is_one_line() {
    for (arguments, status, word) in [
        (&["show", "-o", "board.xyz"][..], 2, "--to"),
        (&["show", "--to", "gif"], 2, "gif"),
        (&["show", "--size", "300"], 2, "svg or png"),
        (&["show", "--to", "svg", "--size", "1"], 2, "1"),
        (&["show", "--to", "svg", "--arrow", "9"], 1, "'9'"),
        (&["show", "-o", "/nowhere/board.svg"], 1, "/nowhere/board.svg"),
        (&["analyze", "games.xyz"], 2, "--from"),
        (&["analyze", "-", "--from", "psq", "--to", "psq"], 2, "expected one of pdn, sgf, text"),
        (&["analyze", "-", "--from", "text", "-o", "out.fen"], 2, "one of pdn, sgf, text"),
        (&["analyze", "-", "--from", "text", "--html", "x.html", "--to", "pdn"], 2, "-o"),
        (&["analyze", "-", "--from", "pdn", "--nodes", "0"], 2, "0"),
        (&["analyze", "/nowhere/games.pdn"], 1, "/nowhere/games.pdn"),
    ] {
        let output = run(arguments, "");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
        assert!(message.starts_with("error: ") && message.contains(word), "{arguments:?}: {message}");
    }
}

#[test]
fn annotate_writes_record_and_page_and_names_bad_games() {
    let folder = Folder::new("annotate");
    let (output, html) = (folder.path("out.pdn"), folder.path("out.html"));
    fs::write(&output, "old").expect("written");
    let games = "[White \"a\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n[White \"b\"]\n1. 99-1 *\n[White \"c\"]\n1. 34-30 *\n";
    let arguments =
        ["analyze", "-", "--from", "pdn", "-o", &output, "--html", &html, "--nodes", "300", "--hash", "1"];
    let result = run(&arguments, games);
    let said: Vec<&str> = text(&result.stderr).lines().collect();
    assert_eq!((result.status.code(), said.len()), (Some(1), 5), "{said:?}");
    assert!(said[0].starts_with("standard input: no GameType: read as International"), "{said:?}");
    assert!(
        said[1].starts_with("game 1 of 2: a ") && said[3].starts_with("standard input:4: move 1: "),
        "{said:?}"
    );
    assert_eq!(said[4], "error: games annotated: 2, skipped: 1");
    let record = fs::read_to_string(&output).expect("a file");
    assert!(!record.contains("old") && record.matches("[Annotator \"Quadriga ").count() == 2, "{record}");
    assert!(record.contains("1... 19-23 {") || record.contains("1... 19-23?"), "{record}");
    let page = fs::read_to_string(&html).expect("a file");
    assert_eq!((page.matches("class=\"game\"").count(), page.matches("<title>").count()), (2, 1));
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 2, "nothing is left beside the files");
    let back = run(&["convert", &output, "--to", "fen"], "");
    assert_eq!(back.status.code(), Some(0), "{}", text(&back.stderr));
}

#[test]
fn a_run_that_is_killed_leaves_a_page_of_the_games_that_were_done() {
    let folder = Folder::new("killed");
    let (games, html) = (folder.path("games.pdn"), folder.path("out.html"));
    // Black has no piece left: there is nothing to search. The second game takes for ever.
    let over = "[White \"over\"]\n[GameType \"20\"]\n[FEN \"B:WK1:B\"]\n2-0\n";
    fs::write(&games, format!("{over}\n[White \"endless\"]\n1. 32-28 19-23 *\n")).expect("written");
    let mut child = program()
        .args(["analyze", &games, "--html", &html, "--nodes", "1000000000000000"])
        .spawn()
        .expect("started");
    let page = || fs::read_to_string(&html).unwrap_or_default();
    while !page().contains("</noscript>\n<main") || !page().trim_end().ends_with("</noscript>") {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too early");
        std::thread::yield_now();
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(page().matches("class=\"game\"").count(), 1);
    assert!(
        page().starts_with("<!DOCTYPE html>") && page().contains("\"over\"") && !page().contains("endless")
    );
}

#[test]
fn a_list_of_positions_becomes_records_with_the_best_move() {
    let arguments = ["analyze", "-", "--game", "english", "--from", "fen", "--depth", "3"];
    let result = run(&arguments, "B:W21-32:B1-12\nW:WK1:BK32\n");
    assert_eq!(result.status.code(), Some(0), "{}", text(&result.stderr));
    let record = text(&result.stdout);
    assert_eq!(record.matches("[Variant \"english\"]").count(), 2, "{record}");
    assert!(record.contains(" by ") && record.contains("depth 3 a move"), "{record}");
}
