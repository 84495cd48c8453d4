//! `quadriga book`: what is worked out is never lost nor done twice, and what is packed can be read.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::common::client::program;

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn book(arguments: &[&str]) -> Output {
    program().arg("book").args(arguments).output().expect("the program runs")
}

fn good(arguments: &[&str]) -> String {
    let output = book(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The one line on standard error, and the exit status.
fn failure(arguments: &[&str]) -> (String, Option<i32>) {
    let output = book(arguments);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    (message, output.status.code())
}

#[test]
fn an_interrupted_run_is_gone_on_with_and_shares_add_up_to_the_whole() {
    let folder = folder("resumed");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_string();
    let (whole, half) = (path("whole.txt"), path("half.txt"));
    let prove = ["prove", "--game", "connect4-5x4", "--plies", "4", "--hash", "1"];
    good(&[&prove[..], &[whole.as_str()]].concat());
    let text = fs::read_to_string(&whole).expect("a work file");
    // As a run leaves it that is killed while it writes its 21st line.
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&half, format!("{}\n{}", lines[..20].join("\n"), &lines[20][..3])).expect("written");
    good(&[&prove[..], &[half.as_str()]].concat());
    let scores = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(scores(&fs::read_to_string(&half).expect("a work file")), scores(&text));

    let shares = ["1/2", "2/2"].map(|share| {
        let file = path(&share.replace('/', "of"));
        good(&[&prove[..], &["--share", share, file.as_str()]].concat());
        file
    });
    let books = [path("whole.book"), path("shares.book")];
    let told = good(&["pack", "--game", "connect4-5x4", "--out", &books[0], &whole]);
    assert!(told.contains(&format!("proved: {}\n", lines.len())), "{told}");
    good(&["pack", "--game", "connect4-5x4", "--out", &books[1], &shares[0], &shares[1]]);
    let counts = books.map(|book| good(&["show", "--game", "connect4-5x4", &book]));
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn what_follows_on_slow_positions_is_proved_until_nothing_slow_is_left() {
    const SLOW: u64 = 5000;
    let folder = folder("slow");
    let work = folder.join("work.txt").to_str().expect("text").to_string();
    let prove = ["prove", "--game", "connect4-5x5", "--plies", "3", "--hash", "1"];
    good(&[&prove[..], &[work.as_str()]].concat());
    let first = fs::read_to_string(&work).expect("a work file");
    let slow = ["--slow", &SLOW.to_string(), &work];
    good(&[&prove[..], &slow].concat());
    let all = fs::read_to_string(&work).expect("a work file");
    assert!(all.starts_with(&first) && all.len() > first.len());
    let nodes = |line: &str| line.rsplit(' ').next().expect("four words").parse::<u64>().expect("a number");
    let (more, less): (Vec<&str>, Vec<&str>) =
        all.lines().skip(first.lines().count()).partition(|line| nodes(line) > SLOW);
    assert!(!more.is_empty() && !less.is_empty(), "{} slow ones, {} others", more.len(), less.len());
    let deepest = |lines: &[&str]| lines.iter().map(|line| line.find(' ').expect("four words")).max();
    assert!(deepest(&less) > deepest(&more), "each slow line of play ends in a position that is not");
    good(&[&prove[..], &slow].concat());
    assert_eq!(fs::read_to_string(&work).expect("a work file"), all, "nothing is done twice");
}

#[test]
fn a_searched_book_has_a_move_for_all_that_can_come() {
    let folder = folder("searched");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_string();
    let (work, out) = (path("work.txt"), path("searched.book"));
    let search =
        ["search", "--game", "connect4-5x5", "--plies", "3", "--nodes", "2000", "--hash", "1", &work];
    good(&search);
    let first = fs::read_to_string(&work).expect("a work file");
    // The start, one reply to each of three first moves (others are mirror images), one to each reply.
    let searched = first.lines().filter(|line| !line.contains(" 0 searched ")).count();
    assert!(searched >= 1 + 3 + 3, "{first}");
    good(&search);
    assert_eq!(fs::read_to_string(&work).expect("a work file"), first, "nothing is done twice");
    let told = good(&["pack", "--game", "connect4-5x5", "--out", &out, &work]);
    assert!(told.contains("proved: 0\n") && told.contains(&format!("searched: {searched}\n")), "{told}");
}

#[test]
fn all_positions_with_few_moves_are_searched_where_that_is_wanted() {
    let work = folder("all").join("work.txt").to_str().expect("text").to_string();
    let search = ["search", "--game", "connect4-5x5", "--plies", "1", "--nodes", "500", "--hash", "1"];
    good(&[&search[..], &["--all", "3", &work]].concat());
    let text = fs::read_to_string(&work).expect("a work file");
    let count = |moves| {
        let of_length = |line: &&str| line.find(' ') == Some(moves) && !line.starts_with('-');
        text.lines().filter(|line| !line.contains(" 0 searched ")).filter(of_length).count()
    };
    assert_eq!([1, 2].map(count), [3, 13], "first moves and replies, mirror images once: {text}");
}

#[test]
fn a_work_file_that_contradicts_itself_is_refused() {
    let folder = folder("contradiction");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_string();
    let (work, out) = (path("work.txt"), path("out.book"));
    let pack = ["pack", "--game", "connect4-8x8", "--out", &out, &work];
    // The root of the 8x8 book as it once was: a value that the position after its own move belies.
    let root = "- 28 1 1000000000 searched 21";
    fs::write(&work, format!("{root}\n1 310 4 1000000000 searched 22\n")).expect("written");
    let (message, code) = failure(&pack);
    let expected = format!("'{root}': 1 brings at most -310 by the 310 of '1' (they may differ by 150)");
    assert!(message.contains(&expected) && code == Some(1), "{message}");
    assert!(!PathBuf::from(&out).exists(), "nothing is written where something is wrong");
    fs::write(&work, "- -90 1 1000000000 searched 21\n1 110 4 1000000000 searched 22\n").expect("written");
    assert!(good(&pack).contains("searched: 2\n"));
}

#[test]
fn the_book_that_comes_with_the_program_can_be_shown() {
    let told = good(&["show"]);
    assert!(told.starts_with("board: 7x6\n") && told.contains("with 8 stones: "), "{told}");
}

#[test]
fn what_cannot_be_done_is_told_in_one_line() {
    let folder = folder("failures");
    let foreign = folder.join("foreign").to_str().expect("text").to_string();
    fs::write(&foreign, "1234 5\n").expect("written");
    let out = folder.join("out").to_str().expect("text").to_string();
    for (arguments, word, status) in [
        (vec!["show", "--game", "renju"], "has no opening books", 2),
        (vec!["show", "--game", "connect4-4x4"], "4x4", 1),
        (vec!["show", foreign.as_str()], "not an opening book", 1),
        (vec!["show", "no such file"], "no such file", 1),
        (vec!["pack", "--out", out.as_str(), foreign.as_str()], "'1234 5'", 1),
        (vec!["prove", "--share", "3/2", out.as_str()], "I/N", 2),
        (vec!["prove", "--game", "gomoku", out.as_str()], "has no opening books", 2),
    ] {
        let (message, code) = failure(&arguments);
        assert!(message.contains(word) && code == Some(status), "{arguments:?}: {message}");
    }
    assert!(!PathBuf::from(out).exists(), "nothing is written where something is wrong");
}
