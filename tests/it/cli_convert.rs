//! `quadriga convert`: formats by name or extension, bad games by line, output in one step.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::common::client::program;

/// A folder of this test's own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("convert-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("written");
        path
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

fn convert(arguments: &[&str], input: &str) -> Output {
    let mut child =
        program().arg("convert").args(arguments).stdin(Stdio::piped()).spawn().expect("the program starts");
    // A command line that cannot be obeyed reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

const PDN: &str = "[Event \"1\"]\n[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 1-1\n\
                   [Event \"2\"]\n[GameType \"20\"]\n1. 32-27\n2. 3-3 *\n\
                   [Event \"3\"]\n[GameType \"25\"]\n1. c3-d4 *\n";

#[test]
fn a_bad_game_is_reported_by_line_and_the_others_are_written() {
    let folder = Folder::new("bad");
    let input = folder.file("in.pdn", PDN);
    let output = convert(&["--to", "text", &input], "");
    assert_eq!(output.status.code(), Some(1));
    let errors: Vec<&str> = text(&output.stderr).lines().collect();
    assert!(errors[0].starts_with(&format!("{input}:7: move 2: ")), "{errors:?}");
    assert_eq!(errors[1..], ["error: games written: 2, skipped: 1"]);
    assert_eq!(text(&output.stdout).matches("[Variant").count(), 2);
}

#[test]
fn formats_go_by_the_extensions_of_the_files() {
    let folder = Folder::new("extensions");
    let input = folder.file("in.sgf", "(;GM[4]RU[renju]PB[a];B[hh];W[ii])");
    let output = folder.path("out.pgn");
    let result = convert(&[&input, "-o", &output], "");
    assert_eq!((result.status.code(), text(&result.stderr)), (Some(0), "games written: 1\n"));
    assert!(result.stdout.is_empty());
    let written = fs::read_to_string(&output).expect("a file");
    assert!(written.contains("[White \"a\"]") && written.contains("1. h8 i7 *"), "{written}");
    let back = convert(&[&output, "--to", "sgf"], "");
    assert!(text(&back.stdout).contains(";B[hh];W[ii])"));
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 2, "nothing is left beside the files");
}

#[test]
fn standard_input_and_output_are_a_dash_or_nothing() {
    for arguments in
        [&["--from", "pdn", "--to", "fen"][..], &["--from", "PDN", "--to", "FEN", "-", "-o", "-"]]
    {
        let result = convert(arguments, "1. 32-28 *");
        assert_eq!(text(&result.stdout), "B:W28,31,33-50:B1-20\n");
    }
    let result = convert(&["--from", "pdn", "--to", "fen"], "1. 99-1 *");
    assert!(text(&result.stderr).starts_with("standard input:1: move 1: "));
}

#[test]
fn what_is_assumed_of_a_file_without_game_types_is_said_once() {
    let folder = Folder::new("assumed");
    let input =
        folder.file("in.pdn", "[Event \"1\"]\n1. 11-15 22-18 1-0\n[Event \"2\"]\n1. 11-15 23-19 0-1\n");
    let result = convert(&[&input, "--to", "pdn"], "");
    let said: Vec<&str> = text(&result.stderr).lines().collect();
    let assumed = "no GameType: read as English draughts, --game english (squares 1 to 32; all 2 games are legal; pool and \
         spanish fit as well)";
    assert_eq!(said, [format!("{input}: {assumed}"), "games written: 2".to_string()]);
    assert_eq!(text(&result.stdout).matches("[GameType \"21").count(), 2);
    let given = convert(&[&input, "--to", "pdn", "--game", "english"], "");
    assert_eq!((&given.stdout, text(&given.stderr)), (&result.stdout, "games written: 2\n"));
}

#[test]
fn what_is_changed_is_one_line_and_an_error_where_that_is_asked_for() {
    let folder = Folder::new("strict");
    let pdn = "[Event \"A\"]\n[Event \"B\"]\n[GameType \"20\"]\n1. 32-28 (oh) 19-23 *";
    let (input, output) = (folder.file("in.pdn", pdn), folder.path("out.txt"));
    let changed =
        "changed: tags given twice, the later counts: 1 (line 2); variations kept as comments: 1 (line 4)";
    let result = convert(&[&input, "-o", &output], "");
    let said: Vec<&str> = text(&result.stderr).lines().collect();
    assert_eq!(said, [format!("{input}: {changed}"), "games written: 1".to_string()]);
    let strict = convert(&[&input, "-o", &folder.path("strict.txt"), "--strict"], "");
    assert_eq!(strict.status.code(), Some(1));
    assert!(text(&strict.stderr).starts_with(&format!("{input}: {changed}\nerror: --strict")));
    assert!(!Path::new(&folder.path("strict.txt")).exists());
    let good = convert(&[&output, "--to", "text", "--strict"], "");
    assert_eq!(good.status.code(), Some(0), "{}", text(&good.stderr));
    let lossy = convert(&[&output, "--to", "psq"], "");
    assert!(text(&lossy.stderr).contains("Piskvork does not have the game"));
    let sgf = "(;GM[4]RU[renju]GN[x];B[hh]C[a](;W[hg])(;W[gg]))";
    let lossy = convert(&["--from", "sgf", "--to", "psq"], sgf);
    let left = "variations, which psq cannot hold: 1 (line 1); comments, which psq cannot hold: 1 (line 1)";
    assert!(text(&lossy.stderr).contains(left), "{}", text(&lossy.stderr));
}

#[test]
fn the_game_and_its_rules_are_flags() {
    let arguments = ["--game", "chinesecheckers", "--option", "Players=3", "--from", "text", "--to", "text"];
    let result = convert(&arguments, "[White \"x\"]\n1. *");
    assert!(text(&result.stdout).contains("[Option \"Players=3\"]"));
    let result = convert(&["--game", "english", "--from", "fen", "--to", "pdn"], "B:W21-32:B1-12\n");
    assert!(text(&result.stdout).contains("[GameType \"21,B,8,8,N1,0\"]"));
}

#[test]
fn an_output_file_is_kept_where_no_game_can_be_written() {
    let folder = Folder::new("kept");
    let output = folder.file("out.sgf", "old");
    let result = convert(&["--from", "pdn", "-o", &output], PDN);
    assert_eq!(result.status.code(), Some(1));
    assert!(text(&result.stderr).contains("SGF does not have the game draughts"));
    assert_eq!(fs::read_to_string(&output).expect("a file"), "old");
    let result = convert(&["--from", "pdn", "--to", "pdn", "-o", &output], PDN);
    assert_eq!(result.status.code(), Some(1));
    assert!(fs::read_to_string(&output).expect("a file").starts_with("[Event \"1\"]"));
}

#[test]
fn a_command_line_that_cannot_be_obeyed_is_one_line() {
    for (arguments, part) in [
        (&["in.xyz", "--to", "pdn"][..], "--from"),
        (&["--from", "pdn"], "--to"),
        (&["--from", "nonsense", "--to", "pdn"], "nonsense"),
        (&["--from", "fen", "--to", "pdn", "--game", "chess"], "chess"),
        (&["--from", "fen", "--to", "pdn", "--option", "Players=3"], "--game"),
        (&["--from", "fen", "--to", "pdn", "--game", "gomoku", "--option", "Players=3"], "Players=3"),
    ] {
        let result = convert(arguments, "");
        let message = text(&result.stderr);
        assert_eq!((result.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.contains(part), "{message}");
    }
    let result = convert(&["/nowhere/in.pdn", "--to", "text"], "");
    assert_eq!(result.status.code(), Some(1));
    assert!(text(&result.stderr).starts_with("error: cannot read /nowhere/in.pdn"));
}
