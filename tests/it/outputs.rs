//! Outputs by name: what is there is replaced, written into or left alone, and never destroyed.
//!
//! Pipes with a name stand for all that is no regular file. No test names a device as a user who could replace it.

#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;

use crate::common::client::{NOBODY, PATIENCE, program, program_as_nobody, wait};
use crate::common::folder::Folder;

const PDN: &str = "[GameType \"20\"]\n1. 32-28 19-23 *\n";

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).stdin(Stdio::null()).output().expect("the program runs")
}

/// Standard output of a command that succeeds.
fn good(arguments: &[&str]) -> Vec<u8> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The last line on standard error, and the exit status.
fn failure(output: &Output) -> (String, Option<i32>) {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (errors.lines().last().unwrap_or_default().to_string(), output.status.code())
}

fn run_as_nobody(folder: &Folder, arguments: &[&str]) -> Option<Output> {
    Some(program_as_nobody(folder, arguments)?.output().expect("the program runs"))
}

fn mode(path: &str) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o7777
}

fn set_mode(path: impl AsRef<Path>, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
}

/// A pipe with a name, and a thread that reads what is written into it.
fn pipe(folder: &Folder, name: &str) -> (String, JoinHandle<Vec<u8>>) {
    let path = folder.path(name);
    let made = Command::new("mkfifo").arg(&path).status().expect("the command mkfifo");
    assert!(made.success());
    let pipe = path.clone();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        File::open(pipe).expect("a pipe").read_to_end(&mut bytes).expect("read");
        bytes
    });
    (path, reader)
}

/// What a command writes into the pipe, which must still be one.
fn through(pipe: &str, reader: JoinHandle<Vec<u8>>, arguments: &[&str]) -> String {
    let mut child = program().args(arguments).stdin(Stdio::null()).spawn().expect("the program starts");
    let status = wait(&mut child);
    let mut errors = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert!(status.success(), "{arguments:?}: {errors}");
    assert!(fs::symlink_metadata(pipe).expect("the pipe").file_type().is_fifo(), "{arguments:?}");
    String::from_utf8_lossy(&reader.join().expect("the reader")).into_owned()
}

/// A log of a match, and a work file of a book.
fn log_and_work(folder: &Folder) -> (String, String) {
    let (log, work) = (folder.path("log"), folder.path("work"));
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10"];
    good(&[&["match", "--game", "connect4"], &engines[..], &["--log", &log]].concat());
    good(&["book", "prove", "--game", "connect4-4x4", "--plies", "1", "--hash", "1", &work]);
    (log, work)
}

#[test]
fn a_pipe_with_a_name_is_written_into_and_stays_one() {
    let folder = Folder::new("outputs-pipe");
    let pdn = folder.file("in.pdn", PDN);
    let (log, work) = log_and_work(&folder);
    let (search, work_flags) = (["--nodes", "50", "--hash", "1"], ["--game", "connect4-4x4"]);
    let check = |name: &str, command: &[&str], expected: &str| {
        let (path, reader) = pipe(&folder, name);
        let text = through(&path, reader, &[command, &[&path]].concat());
        assert!(text.contains(expected), "{command:?}: {text}");
        fs::remove_file(&path).expect("removed");
    };
    check("show.svg", &["show", "-o"], "<svg");
    check("convert.pdn", &["convert", &pdn, "-o"], "32-28");
    check("annotate.pdn", &[&["analyze", &pdn], &search[..], &["-o"]].concat(), "32-28");
    check("annotate.html", &[&["analyze", &pdn], &search[..], &["--html"]].concat(), "class=\"game\"");
    check("report.html", &["match", "--from", &log, "--report"], "</html>");
    check("games.pgn", &["match", "--from", &log, "--games-out"], "[White ");
    check("book", &[&["book", "pack", &work], &work_flags[..], &["--out"]].concat(), "QDBOOK");
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10"];
    check("log.jsonl", &[&["match", "--game", "connect4"], &engines[..], &["--log"]].concat(), "\"game\":1");
    let prove = ["book", "prove", "--plies", "1", "--hash", "1"];
    check("work.txt", &[&prove[..], &work_flags].concat(), "1 ");
}

#[test]
fn what_is_to_be_read_again_is_no_pipe() {
    let folder = Folder::new("outputs-again");
    let (path, _) = pipe(&folder, "work");
    for command in [&["search", "--plies", "1"][..], &["prove", "--plies", "1", "--slow", "1"]] {
        let game = ["--game", "connect4-4x4", "--hash", "1", &path];
        let (error, status) = failure(&run(&[&["book"], command, &game].concat()));
        assert!(error.contains("read again") && status == Some(1), "{error}");
    }
}

#[test]
fn several_games_go_through_one_pipe() {
    let folder = Folder::new("outputs-games");
    let pdn = folder.file("in.pdn", &PDN.repeat(3));
    let (path, reader) = pipe(&folder, "out.pdn");
    let arguments = ["analyze", &pdn, "--nodes", "50", "--hash", "1", "-o", &path];
    assert_eq!(through(&path, reader, &arguments).matches("[GameType").count(), 3);
}

#[test]
fn gtp_writes_into_pipes_and_through_links() {
    let folder = Folder::new("outputs-gtp");
    let (path, reader) = pipe(&folder, "game.sgf");
    let game = folder.file("game", "old");
    symlink(&game, folder.path("link")).expect("a link");
    let mut child = program().arg("gtp").spawn().expect("the program starts");
    let (link, nothing) = (folder.path("link"), folder.as_path().display());
    let input = format!("play b h8\nprintsgf {path}\nprintsgf {link}\nprintsgf {nothing}\n");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let said = String::from_utf8(child.wait_with_output().expect("its end").stdout).expect("text");
    assert!(fs::symlink_metadata(&path).expect("the pipe").file_type().is_fifo());
    assert!(String::from_utf8(reader.join().expect("the reader")).expect("text").contains("(;"));
    assert!(folder.read("game").contains("(;") && fs::read_link(folder.path("link")).is_ok());
    let refusal = said.lines().find(|line| line.starts_with('?')).expect("a refusal");
    assert!(refusal.contains("is a folder"), "{said}");
}

#[test]
fn a_link_is_followed_also_where_it_leads_to_nothing_yet() {
    let folder = Folder::new("outputs-link");
    let svg = String::from_utf8(good(&["show", "--to", "svg"])).expect("text");
    fs::create_dir(folder.path("deep")).expect("a folder");
    folder.file("deep/old.svg", "old");
    symlink("old.svg", folder.path("deep/link.svg")).expect("a link");
    symlink("deep/link.svg", folder.path("links.svg")).expect("a link");
    symlink("deep/new.svg", folder.path("dangling.svg")).expect("a link");
    symlink("loop.svg", folder.path("loop.svg")).expect("a link");
    for (link, target) in [("links.svg", "deep/old.svg"), ("dangling.svg", "deep/new.svg")] {
        good(&["show", "-o", &folder.path(link)]);
        assert_eq!(folder.read(target), svg);
    }
    let (error, status) = failure(&run(&["show", "-o", &folder.path("loop.svg")]));
    assert!(error.contains("loop.svg: ") && error.contains("links") && status == Some(1), "{error}");
    for link in ["links.svg", "deep/link.svg", "dangling.svg", "loop.svg"] {
        assert!(fs::symlink_metadata(folder.path(link)).expect("a link").is_symlink(), "{link}");
    }
    assert_eq!(folder.names(), ["dangling.svg", "deep", "links.svg", "loop.svg"]);
}

#[test]
fn a_file_keeps_its_mode_and_a_new_one_has_the_usual() {
    let folder = Folder::new("outputs-mode");
    let (old, new) = (folder.file("old.svg", "old"), folder.path("new.svg"));
    for wanted in [0o600, 0o640, 0o666] {
        set_mode(&old, wanted);
        good(&["show", "-o", &old]);
        assert_eq!(mode(&old), wanted);
    }
    if fs::metadata(&old).expect("a file").uid() == 0 {
        // Only root gives files away.
        chown(&old, Some(NOBODY), Some(NOBODY)).expect("another owner");
        good(&["show", "-o", &old]);
        let data = fs::metadata(&old).expect("a file");
        assert_eq!((data.uid(), data.gid()), (NOBODY, NOBODY));
    }
    good(&["show", "-o", &new]);
    assert_eq!(mode(&new), mode(&folder.file("usual", "")));
    assert_eq!(folder.read("old.svg"), folder.read("new.svg"));
}

#[test]
fn standard_output_can_be_named_as_a_file() {
    let svg = good(&["show", "--to", "svg"]);
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    for name in names.into_iter().filter(|name| *name == "-" || Path::new(name).exists()) {
        let folder = Folder::new("outputs-stdout");
        let arguments = ["show", "--to", "svg", "-o", name];
        let Some(piped) = run_as_nobody(&folder, &arguments) else { return };
        assert_eq!((piped.status.code(), &piped.stdout), (Some(0), &svg), "{name}: {}", failure(&piped).0);
        // What the file behind it holds already stays, and what comes later follows.
        let mut file = File::create(folder.path("file")).expect("a file");
        file.write_all(b"before\n").expect("written");
        let shared = file.try_clone().expect("the same file");
        let mut command = program_as_nobody(&folder, &arguments).expect("it was started before");
        assert!(wait(&mut command.stdout(shared).spawn().expect("the program starts")).success(), "{name}");
        file.write_all(b"after\n").expect("written");
        let whole = [b"before\n", &svg[..], b"after\n"].concat();
        assert_eq!(fs::read(folder.path("file")).expect("the file"), whole, "{name}");
    }
}

#[test]
fn a_descriptor_of_a_shell_is_written_into() {
    let folder = Folder::new("outputs-descriptor");
    let svg = String::from_utf8(good(&["show", "--to", "svg"])).expect("text");
    let program = env!("CARGO_BIN_EXE_quadriga");
    let shell = |script: &str| {
        let output = Command::new("sh").args(["-c", script, program, &folder.path("file")]).output();
        let output = output.expect("a shell");
        assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(shell("\"$0\" show --to svg -o /dev/fd/3 3>&1 | cat"), svg);
    shell("(echo before; \"$0\" show --to svg -o /dev/fd/3 3>&1; echo after) >> \"$1\"");
    assert_eq!(folder.read("file"), format!("before\n{svg}after\n"));
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn a_dash_is_standard_output_for_every_output_but_for_one_only() {
    let folder = Folder::new("outputs-dash");
    let pdn = folder.file("in.pdn", PDN);
    let (log, work) = log_and_work(&folder);
    let search = ["--nodes", "50", "--hash", "1"];
    let text = |arguments: &[&str]| String::from_utf8_lossy(&good(arguments)).into_owned();
    let page = text(&[&["analyze", &pdn, "--html", "-"], &search[..]].concat());
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("class=\"game\""), "{page}");
    assert!(text(&["match", "--from", &log, "--report", "-"]).ends_with("</html>\n"));
    let games = text(&["match", "--from", &log, "--games-out", "-"]);
    assert!(games.contains("[White \"A\"]") && !games.contains("Games:"), "{games}");
    let book = folder.path("book");
    good(&["book", "pack", "--game", "connect4-4x4", "--out", &book, &work]);
    let written = good(&["book", "pack", "--game", "connect4-4x4", "--out", "-", &work]);
    assert_eq!(written, fs::read(&book).expect("a book"));
    for arguments in [
        &["match", "--from", &log, "--report", "-", "--games-out", "-"][..],
        &["match", "--from", &log, "--report", "/dev/stdout", "--games-out", "-"],
        &["analyze", &pdn, "--html", "-", "-o", "-"],
    ] {
        let Some(output) = run_as_nobody(&folder, arguments) else { return };
        let (error, status) = failure(&output);
        assert!(error.contains("standard output") && status == Some(2), "{arguments:?}: {error}");
    }
}

#[test]
fn a_folder_is_no_output() {
    let folder = Folder::new("outputs-folder");
    let pdn = folder.file("in.pdn", PDN);
    let there = folder.path("there.pgn");
    fs::create_dir(&there).expect("a folder");
    let (log, work) = log_and_work(&folder);
    let before = folder.names();
    for arguments in [
        &["show", "--to", "svg", "-o", &there][..],
        &["show", "--to", "svg", "-o", &folder.path("nothing/")],
        &["convert", &pdn, "--to", "pdn", "-o", &there],
        &["analyze", &pdn, "--to", "pdn", "-o", &there],
        &["analyze", &pdn, "--html", &there],
        &["match", "--from", &log, "--report", &there],
        &["match", "--from", &log, "--games-out", &there],
        &["book", "pack", "--game", "connect4-4x4", "--out", &there, &work],
    ] {
        let (error, status) = failure(&run(arguments));
        assert!(error.contains("folder") && status == Some(1), "{arguments:?}: {error}");
    }
    assert_eq!(folder.names(), before);
}

#[test]
fn what_is_read_is_not_replaced_by_part_of_it() {
    let folder = Folder::new("outputs-input");
    let pdn = folder.file("in.pdn", PDN);
    let bad = folder.file("bad.pdn", &format!("{PDN}[GameType \"20\"]\n1. 99-1 *\n"));
    let (log, work) = log_and_work(&folder);
    symlink(&pdn, folder.path("link.pdn")).expect("a link");
    let log_as_games = folder.path("log.pgn");
    fs::rename(&log, &log_as_games).expect("another name");
    let link = folder.path("link.pdn");
    for arguments in [
        &["analyze", &pdn, "-o", &pdn][..],
        &["analyze", &link, "-o", &pdn],
        &["analyze", &pdn, "--html", &link],
        &["match", "--from", &log_as_games, "--games-out", &log_as_games],
        &["match", "--from", &log_as_games, "--report", "x.pgn", "--games-out", "x.pgn"],
        &["book", "pack", "--game", "connect4-4x4", "--out", &work, &work],
        &["convert", &bad, "-o", &bad],
    ] {
        let before = [&pdn, &bad, &log_as_games, &work].map(|path| fs::read(path).expect("a file"));
        let output = run(arguments);
        assert!(!output.status.success() && failure(&output).0.contains("same file"), "{arguments:?}");
        assert_eq!(before, [&pdn, &bad, &log_as_games, &work].map(|path| fs::read(path).expect("a file")));
    }
    // Standard input and output are not the same file, whatever they are called.
    let mut child = program().args(["convert", "--from", "pdn", "--to", "pdn"]).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(&fs::read(&bad).expect("a file")).expect("it reads");
    let output = child.wait_with_output().expect("its end");
    assert!(String::from_utf8_lossy(&output.stdout).contains("32-28"));
    good(&["convert", &pdn, "-o", &pdn]);
    assert!(folder.read("in.pdn").contains("32-28"));
}

#[test]
fn an_output_that_cannot_be_written_whole_leaves_the_old_one_and_nothing_beside_it() {
    let folder = Folder::new("outputs-full");
    let svg = folder.file("board.svg", "old");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" show -o \"$1\"";
    let output = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_quadriga"), &svg]).output();
    let (error, status) = failure(&output.expect("a shell"));
    assert!(error.contains("board.svg") && status == Some(1), "{error}");
    assert_eq!((folder.names(), folder.read("board.svg")), (vec!["board.svg".to_string()], "old".into()));
}

#[test]
fn where_the_folder_is_closed_a_file_is_written_in_its_place() {
    let folder = Folder::new("outputs-closed");
    let (open, closed) = (folder.file("open.svg", &"old".repeat(100_000)), folder.file("closed.svg", "old"));
    set_mode(&open, 0o666);
    set_mode(&closed, 0o444);
    set_mode(folder.as_path(), 0o555);
    let outcomes =
        [&open, &closed, &folder.path("new.svg")].map(|path| run_as_nobody(&folder, &["show", "-o", path]));
    set_mode(folder.as_path(), 0o777);
    let [Some(open), Some(closed), Some(new)] = outcomes else { return };
    assert!(open.status.success(), "{}", failure(&open).0);
    for (output, name) in [(closed, "closed.svg"), (new, "new.svg")] {
        let (error, status) = failure(&output);
        assert!(error.contains(name) && error.contains("denied") && status == Some(1), "{error}");
    }
    // What may not be written is not replaced either, although its folder would allow it.
    let closed = folder.path("closed.svg");
    let output = run_as_nobody(&folder, &["show", "-o", &closed]).expect("it was started before");
    assert!(failure(&output).0.contains("denied"));
    assert_eq!(folder.read("closed.svg"), "old");
    assert_eq!(folder.read("open.svg").as_bytes(), good(&["show", "--to", "svg"]));
    assert_eq!(folder.names(), ["closed.svg", "open.svg"]);
}

#[test]
fn a_terminal_is_told_what_is_awaited() {
    let Ok(found) = Command::new("script").arg("--version").output() else { return };
    if !String::from_utf8_lossy(&found.stdout).contains("util-linux") {
        return;
    }
    let folder = Folder::new("outputs-terminal");
    let command = format!("'{}' analyze", env!("CARGO_BIN_EXE_quadriga"));
    let mut child = Command::new("script")
        .args(["-qec", &command, &folder.path("typescript")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a terminal");
    let (sender, said) = crossbeam_channel::bounded(1);
    let mut output = child.stdout.take().expect("a pipe");
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let mut buffer = [0; 256];
        while let Ok(count @ 1..) = output.read(&mut buffer) {
            text.extend_from_slice(&buffer[..count]);
            if text.contains(&b'\n') {
                break;
            }
        }
        let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
    });
    let said = said.recv_timeout(PATIENCE).expect("a line");
    assert!(said.contains("JSON"), "{said}");
    drop(child.stdin.take());
    wait(&mut child);
}
