//! What a file says is read, or said not to be: nothing is dropped, guessed or written over in silence.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::common::client::program;
use crate::common::folder::Folder;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = program().args(arguments).stdin(Stdio::piped()).spawn().expect("the program starts");
    // A refused command line reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Standard output, standard error and the exit status of a conversion.
fn converted(from: &str, to: &str, text: &str) -> (String, String, Option<i32>) {
    let output = run(&["convert", "--from", from, "--to", to, "-"], text);
    let words = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (words(output.stdout), words(output.stderr), output.status.code())
}

#[test]
fn what_sgf_has_in_other_forms_is_read_and_reported() {
    let root = "(;GM[4]SZ[15]RU[renju]";
    for (rest, written, said) in [
        (";b[hh];w[gg])", ";B[hh];W[gg])", "properties in lower case, read as capitals: 2"),
        (";B[hh]x[1])", ";B[hh]X[1])", "properties in lower case, read as capitals: 1"),
        ("PB[a]PB[b];B[hh])", "PB[a]RE", "properties with a second value, the first counts: 1"),
        (";B[hh]C[x][y])", "C[x\ny]", "second comments of a node, joined to the first: 1"),
        (";B[hh][ii])", ";B[hh])", "properties with a second value, the first counts: 1"),
        (";B[hh]C[ a\n])", "C[ a\n]", ""),
        ("DT[2020];B[hh])", "DT[2020]", ""),
        ("CA[GBK]PB[林志明];B[hh];W[gg])", "PB[林志明]", "CA[GBK] does not fit all bytes; read as UTF-8"),
    ] {
        let text = format!("{root}{rest}");
        let (output, errors, code) = converted("sgf", "sgf", &text);
        assert!(output.contains(written) && errors.contains(said), "{text}: {output}{errors}");
        assert_eq!(code, Some(0), "{text}");
        if said.is_empty() {
            assert_eq!(errors, "games written: 1\n", "{text}");
            continue;
        }
        let strict = run(&["convert", "--strict", "--from", "sgf", "--to", "sgf", "-"], &text);
        assert_eq!((strict.status.code(), strict.stdout.len()), (Some(1), 0), "{text}");
    }
}

#[test]
fn a_move_that_is_not_legal_is_quoted_as_in_the_file() {
    let (_, errors, _) = converted("sgf", "sgf", "(;GM[4]RU[renju];B[hh];W[hh])");
    assert!(errors.contains("move 2: 'hh' (h8) is not legal: the cell is occupied"), "{errors}");
    let (_, errors, _) = converted("pdn", "pdn", "[GameType \"20\"]\n1. 32-28 -- 28x19 *\n");
    assert!(errors.contains("'--'") && !errors.contains("32x28x19"), "{errors}");
}

#[test]
fn a_player_has_one_clock_behind_a_move_of_sgf() {
    let text = "[Variant \"renju\"]\n\n1. h8 {[%clk 0:01:00] [%clk 0:02:00]} *\n";
    let (output, errors, _) = converted("text", "sgf", text);
    assert!(output.contains(";B[hh]BL[60])"), "{output}");
    assert!(errors.contains("second clocks of a player after a move, which sgf cannot hold: 1"), "{errors}");
}

#[test]
fn an_asterisk_between_games_of_pdn_costs_no_game() {
    for (text, written, skipped) in [
        ("[GameType \"21\"]\n1. 9-13 21-17 *\n1. 5-9 25-21 *\n", 1, 1),
        ("1. 9-13 21-17 *\n\n1. 9-13 22-17 *\n", 2, 0),
        ("1. 99-98 *\n\n1. 9-13 22-17 *\n\n1. 9-13 21-17 *\n", 2, 1),
        ("1. 9-13 21-17 *\n9-13 22-17 *\n", 2, 0),
    ] {
        let (output, errors, code) = converted("pdn", "pdn", text);
        assert_eq!(output.matches("[GameType").count(), written, "{text}: {output}{errors}");
        let count = format!("games written: {written}, skipped: {skipped}");
        assert_eq!((errors.contains(&count), code), (skipped > 0, Some(i32::from(skipped > 0))), "{errors}");
    }
}

#[test]
fn points_at_the_end_of_a_game_are_a_result_and_reported() {
    for (points, result) in [
        ("12-0", "2-0"),
        ("10-2", "2-0"),
        ("0.5-0.5", "1-1"),
        ("1,5-0,5", "2-0"),
        ("2-1", "2-0"),
        ("-:+", "0-2"),
    ] {
        let text = format!("[GameType \"20\"]\n\n1. 32-28 19-23 {points}\n");
        let (output, errors, code) = converted("pdn", "pdn", &text);
        assert!(output.contains(&format!("[Result \"{result}\"]")), "{points}: {output}{errors}");
        assert_eq!(
            (errors.contains("points of results, left out: 1"), code),
            (!points.contains(':'), Some(0))
        );
    }
    let (_, errors, _) =
        converted("pdn", "pdn", "[GameType \"20\"]\n[Result \"2 - 0\"]\n\n1. 32-28 19-23 *\n");
    assert_eq!(errors, "games written: 1\n");
}

#[test]
fn a_rule_option_out_of_range_is_refused_with_the_range() {
    for (game, option, said) in [
        ("chinesecheckers", "Players=9", "option 'Players' of chinesecheckers takes a number 2..6, not '9'"),
        ("gomoku", "BoardSize=99", "option 'BoardSize' of gomoku takes a number 5..22, not '99'"),
        ("gomoku", "BoardSize=4", "option 'BoardSize' of gomoku takes a number 5..22, not '4'"),
    ] {
        let text = format!("[Variant \"{game}\"]\n[Option \"{option}\"]\n\n*\n");
        let (_, errors, code) = converted("text", "text", &text);
        assert!(errors.contains(said) && code == Some(1), "{option}: {errors}");
    }
}

/// A puzzle of Connect Four with this line.
fn puzzle(line: &str) -> String {
    let mut engine = quadriga::games::open("connect4").expect("a game");
    engine.set_position(None, &["3", "3", "5", "5"]).expect("legal moves");
    format!("connect4\t700\twin\t{}\t{line}", engine.fen())
}

#[test]
fn puzzles_are_not_written_into_their_input() {
    let folder = Folder::new("puzzles-input");
    for (name, text, flags) in [
        ("games.txt", "[Variant \"connect4\"]\n\n1. 3 3 2. 5 5 3. 1 4 *\n".to_string(), &[][..]),
        ("puzzles.txt", puzzle("4 2 6"), &["--check"]),
    ] {
        let path = folder.file(name, &text);
        let output = run(&[&["puzzles"], flags, &[&path, "-o", &path]].concat(), "");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.contains("is the same file as an input"), "{name}: {said}");
        assert_eq!(folder.read(name), text);
    }
}

#[test]
fn what_is_appended_begins_on_a_line_of_its_own() {
    let folder = Folder::new("puzzles-appended");
    let (input, output) = (folder.file("in.txt", &puzzle("4 2 6")), folder.file("out.txt", &puzzle("4 6 2")));
    let result = run(&["puzzles", "--check", "--nodes", "20000", &input, "-o", &output], "");
    assert_eq!(result.status.code(), Some(0), "{}", String::from_utf8_lossy(&result.stderr));
    assert_eq!(folder.read("out.txt"), format!("{}\n{}\n", puzzle("4 6 2"), puzzle("4 2 6")));
}

#[test]
fn a_file_of_puzzles_is_checked_before_the_first_is_shown() {
    let folder = Folder::new("puzzles-played");
    let good = folder.file("good.txt", &format!("\u{feff}{}\n", puzzle("4 2 6")));
    let illegal = folder.file("illegal.txt", &format!("{}\n{}\n", puzzle("4 2 6"), puzzle("4 9 6")));
    let empty = folder.file("empty.txt", "\n");
    let data = folder.path("data");
    for (file, flags, code, said) in [
        (&good, &[][..], 0, ""),
        (&good, &["--game", "connect4"], 2, "--game chooses puzzles of the program, not of a file"),
        (&good, &["--daily"], 2, "--daily chooses puzzles of the program, not of a file"),
        (&illegal, &[], 1, ":2: move 2: "),
        (&empty, &[], 1, "there are no puzzles"),
    ] {
        let arguments = [&["play", "--data", &data, "--puzzles", file][..], flags].concat();
        let output = run(&arguments, "quit\n");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}
