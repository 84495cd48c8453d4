//! Two programs that would write one file: the second is refused in one line, and the first loses nothing. What a program
//! that was killed has left behind is taken away.

use std::fs;
use std::process::{Child, Output, Stdio};

use crate::common::client::{PATIENCE, program, wait};
use crate::common::folder::Folder;
use quadriga::storage::work_file::WorkFile;

/// A program that ends with its test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program runs")
}

fn expect_refused(arguments: &[&str]) {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
    assert!(errors.ends_with(" is in use: another process writes to it\n"), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
}

#[test]
fn a_second_writer_is_refused_and_changes_nothing() {
    let folder = Folder::new("two-writers");
    let (games, proofs, searches) = (folder.path("games"), folder.path("proofs"), folder.path("searches"));
    let (bases, lock) = (folder.path("bases"), folder.path("bases/english.bitbase.parts/lock"));
    let commands = [
        (&["selfplay", "--game", "english", "--nodes", "20", "--games", "2", &games][..], &games),
        (&["book", "prove", "--game", "connect4-4x4", "--plies", "1", "--hash", "1", &proofs], &proofs),
        (
            &[
                "book",
                "search",
                "--game",
                "connect4-4x4",
                "--plies",
                "1",
                "--nodes",
                "50",
                "--hash",
                "1",
                &searches,
            ],
            &searches,
        ),
        (&["bitbase", "2", "--game", "english", &bases], &lock),
    ];
    fs::create_dir_all(folder.path("bases/english.bitbase.parts")).expect("a folder");
    for (arguments, file) in commands {
        // Half a line, as it may stand there while another program writes.
        let mut other = WorkFile::open(file.as_ref()).expect("nobody has it").0;
        other.add(b"half").expect("written");
        expect_refused(arguments);
        other.cut(0).expect("written");
        drop(other);
        assert!(fs::read(file).expect("it is there").is_empty(), "{arguments:?}");
        let output = run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(folder.names(), ["bases", "games", "proofs", "searches"]);
}

#[test]
fn a_writer_that_was_killed_keeps_nobody_out() {
    let folder = Folder::new("killed-writer");
    let games = folder.path("games");
    let words = ["selfplay", "--game", "english", "--nodes", "20", "--games"];
    let endless = [&words[..], &["1000000000", &games]].concat();
    let mut first = Killed(program().args(endless).stdin(Stdio::null()).spawn().expect("the program starts"));
    let begun = std::time::Instant::now();
    while fs::read(&games).map_or(0, |bytes| bytes.len()) == 0 && begun.elapsed() < PATIENCE {
        std::thread::yield_now();
    }
    expect_refused(&[&words[..], &["2", &games]].concat());
    first.0.kill().expect("it runs");
    wait(&mut first.0);
    let output = run(&[&words[..], &["2", &games]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_a_killed_bitbase_has_left_is_taken_away_by_the_next() {
    let folder = Folder::new("killed-bitbase");
    fs::create_dir(folder.path("english.bitbase.parts")).expect("a folder");
    for left in
        [".english.bitbase.4000000-0", ".english.bitbase.12-3", "english.bitbase.parts/.english-K-K.12-0"]
    {
        folder.file(left, "half");
    }
    // Whatever else has such a name is another's.
    folder.file(".english.bitbase.old", "mine");
    let output = run(&["bitbase", "2", "--game", "english", &folder.path("")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.names(), [".english.bitbase.old", "english.bitbase"]);
}
