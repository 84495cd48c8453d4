//! `quadriga bitbase`: what is worked out is not done twice, and what cannot be done is said.

use std::fs;

use crate::common::client::program;
use crate::common::folder::Folder;
use quadriga::games;

/// What the program prints, and what it says on standard error.
fn bitbase(arguments: &[&str]) -> (String, String) {
    let output = program().arg("bitbase").args(arguments).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was_and_leaves_one_file() {
    let folder = Folder::new("bitbase");
    let make = ["2", "--game", "english", "--threads", "2", &folder.path("")];
    let (first, errors) = bitbase(&make);
    assert_eq!(errors, "");
    assert!(first.starts_with("3512 positions: about 0 MiB of memory"), "{first}");
    let step = first.lines().nth(1).unwrap_or_default();
    assert!(step.starts_with("english-K-K: 230 won, 654 drawn, 108 lost, longest 11 ("), "{first}");
    assert_eq!(folder.names(), ["english.bitbase"]);
    let whole = fs::read(folder.path("english.bitbase")).expect("a bitbase");
    // As a run leaves it that was killed: a step that is done, and one that is damaged.
    let maker = games::open("english").expect("a game").tools().bitbase_maker(2).expect("bitbases");
    let part = maker.expect("two pieces").solve(0, 1);
    fs::create_dir(folder.path("english.bitbase.parts")).expect("a folder");
    fs::write(folder.path("english.bitbase.parts/english-K-K"), part).expect("written");
    fs::write(folder.path("english.bitbase.parts/english-K-M"), "english-K-M").expect("written");
    let (second, _) = bitbase(&make);
    let is_read: Vec<bool> = second.lines().skip(1).take(3).map(|line| line.ends_with("(read)")).collect();
    assert_eq!(is_read, [true, false, false], "{second}");
    assert_eq!(fs::read(folder.path("english.bitbase")).expect("a bitbase"), whole);
}

#[test]
fn a_file_is_checked_part_by_part() {
    let folder = Folder::new("bitbase-check");
    let check = ["2", "--game", "english", "--check", &folder.path("")];
    let (_, error) = bitbase(&check);
    assert!(error.contains("english.bitbase") && error.lines().count() == 1, "nothing is there: {error}");
    bitbase(&["2", "--game", "english", &folder.path("")]);
    let (whole, error) = bitbase(&check);
    assert!(whole.ends_with("english.bitbase: every part is as it was written\n"), "{whole}{error}");
    let (_, error) = bitbase(&["3", "--game", "english", "--check", &folder.path("")]);
    assert!(error.contains("it has 2 pieces, not 3"), "{error}");
    let mut bytes = fs::read(folder.path("english.bitbase")).expect("a bitbase");
    *bytes.last_mut().expect("bytes") ^= 1;
    fs::write(folder.path("english.bitbase"), bytes).expect("written");
    let (_, error) = bitbase(&check);
    assert!(error.contains("its checksum is wrong"), "{error}");
    assert_eq!(folder.names(), ["english.bitbase"], "nothing was made");
}

#[test]
fn a_bitbase_is_not_replaced_by_a_smaller_one() {
    let folder = Folder::new("bitbase-smaller");
    bitbase(&["3", "--game", "breakthrough", &folder.path("")]);
    let larger = fs::read(folder.path("breakthrough.bitbase")).expect("a bitbase");
    let (_, error) = bitbase(&["2", "--game", "breakthrough", &folder.path("")]);
    assert!(error.contains("breakthrough.bitbase has 3 pieces; remove it first"), "{error}");
    assert_eq!(fs::read(folder.path("breakthrough.bitbase")).expect("a bitbase"), larger);
    assert_eq!(folder.names(), ["breakthrough.bitbase"]);
}

#[test]
fn what_cannot_be_made_is_refused_in_one_line() {
    let (_, error) = bitbase(&["4", "--game", "gomoku", "."]);
    assert!(error.contains("gomoku has no bitbases"), "{error}");
    let (_, error) = bitbase(&["9", "."]);
    assert!(error.contains("9 pieces: expected 2 to 5 for draughts"), "{error}");
    let (_, error) = bitbase(&["2", "/dev/null/nowhere"]);
    assert_eq!(error.lines().count(), 1, "{error}");
    let folder = Folder::new("bitbase-folder");
    fs::create_dir(folder.path("english.bitbase")).expect("a folder");
    let (_, error) = bitbase(&["2", "--game", "english", &folder.path("")]);
    assert!(error.contains("english.bitbase") && error.lines().count() == 1, "{error}");
    assert_eq!(folder.names(), ["english.bitbase"], "nothing is left");
}
