//! `--record`: games are kept once, whatever the session does, and survive a program that is killed.

use std::fs;
use std::path::{Path, PathBuf};

use quadriga::engine::AnyEngine;
use quadriga::games;
use quadriga::records::keeper::Keeper;
use quadriga::records::{Defaults, Format, GameRecord};

/// An empty folder of this test's own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("keeper-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }

    /// The names of all files that begin and end so.
    fn names(&self, start: &str, end: &str) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> =
            names.filter(|name| name.starts_with(start) && name.ends_with(end)).collect();
        names.sort();
        names
    }

    fn games(&self) -> Vec<GameRecord> {
        let reading = Format::Text.read(self.read("games.txt").as_bytes(), &Defaults::default());
        assert_eq!(reading.errors, []);
        reading.games.into_iter().map(|game| game.record).collect()
    }

    /// Moves of every game in the files.
    fn moves(&self) -> Vec<String> {
        self.games().iter().map(|game| game.moves.join(" ")).collect()
    }

    fn keeper(&self) -> Keeper {
        Keeper::open(&self.0).expect("a folder to write to")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn open(name: &str) -> Box<dyn AnyEngine> {
    games::open(name).expect("a game")
}

/// Sets the game as front-ends do, whole with every move.
fn set(engine: &mut dyn AnyEngine, moves: &str) {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    engine.set_position(None, &moves).expect("legal moves");
}

/// Sends a game move by move.
fn send(keeper: &mut Keeper, engine: &mut dyn AnyEngine, moves: &str) {
    let words: Vec<&str> = moves.split_whitespace().collect();
    for count in 0..=words.len() {
        engine.set_position(None, &words[..count]).expect("legal moves");
        keeper.update(engine).expect("kept");
    }
}

const WON: &str = "1 2 1 2 1 2 1";

#[test]
fn a_finished_game_is_added_at_once_and_not_twice() {
    let folder = Folder::new("finished");
    let (mut keeper, mut engine) = (folder.keeper(), open("connect4"));
    send(&mut keeper, engine.as_mut(), WON);
    let text = folder.read("games.txt");
    assert!(text.contains("[Result \"1-0\"]") && text.contains("[Termination \"four in a line\"]"), "{text}");
    assert!(folder.names("unfinished", "").is_empty());
    keeper.update(engine.as_ref()).expect("kept");
    engine.undo().expect("a move");
    keeper.update(engine.as_ref()).expect("kept");
    engine.play("1").expect("a legal move");
    keeper.update(engine.as_ref()).expect("kept");
    keeper.close().expect("closed");
    assert_eq!(folder.moves(), [WON]);
}

#[test]
fn the_same_game_played_again_is_another_one() {
    let folder = Folder::new("again");
    let (mut keeper, mut engine) = (folder.keeper(), open("connect4"));
    send(&mut keeper, engine.as_mut(), WON);
    send(&mut keeper, engine.as_mut(), WON);
    assert_eq!(folder.moves(), [WON, WON]);
}

#[test]
fn moves_taken_back_do_not_make_a_second_game() {
    let folder = Folder::new("undo");
    let (mut keeper, mut engine) = (folder.keeper(), open("connect4"));
    for moves in ["4 4 4 4 4", "4 4 4", "4 4 4 3", "4 4 4 3 3"] {
        set(engine.as_mut(), moves);
        keeper.update(engine.as_ref()).expect("kept");
    }
    keeper.close().expect("closed");
    keeper.close().expect("closed already");
    assert_eq!(folder.moves(), ["4 4 4 3 3"]);
    assert!(folder.read("games.txt").contains("[Termination \"unterminated\"]"));
}

#[test]
fn another_game_closes_the_one_under_way() {
    let folder = Folder::new("another");
    let (mut keeper, mut engine) = (folder.keeper(), open("connect4"));
    for moves in ["4 4 4 4 4 4", "", "1 2 3", "4 4"] {
        set(engine.as_mut(), moves);
        keeper.update(engine.as_ref()).expect("kept");
    }
    let mut other = open("draughts");
    other.set_position(Some("W:WK4:B13,20,32,37"), &["4x27x38x15"]).expect("a position");
    keeper.update(other.as_ref()).expect("kept");
    drop(keeper);
    assert_eq!(folder.moves(), ["4 4 4 4 4 4", "1 2 3", "4 4", "4x27x38x15"]);
    assert_eq!(folder.games()[3].base.as_deref(), Some("W:WK4:B13,20,32,37"));
}

#[test]
fn a_game_without_moves_is_not_kept() {
    let folder = Folder::new("empty");
    let (mut keeper, mut engine) = (folder.keeper(), open("connect4"));
    keeper.update(engine.as_ref()).expect("kept");
    engine.play("4").expect("legal");
    keeper.update(engine.as_ref()).expect("kept");
    engine.undo().expect("a move");
    keeper.update(engine.as_ref()).expect("kept");
    keeper.close().expect("closed");
    assert_eq!(folder.names("", ""), [""; 0]);
}

#[test]
fn each_family_has_its_own_formats_beside_the_text() {
    let folder = Folder::new("formats");
    let mut keeper = folder.keeper();
    for (name, moves) in [("draughts", "32-28 19-23"), ("renju", "h8 i9 h7"), ("chinesecheckers", "d10-e11")]
    {
        let mut engine = open(name);
        if name == "chinesecheckers" {
            let first = engine.legal_moves(Default::default())[0].clone();
            engine.play(&first).expect("legal");
        } else {
            set(engine.as_mut(), moves);
        }
        keeper.update(engine.as_ref()).expect("kept");
    }
    keeper.close().expect("closed");
    assert_eq!(folder.games().len(), 3);
    assert!(folder.read("games.pdn").contains("1. 32-28 19-23 *"));
    assert!(folder.read("games.sgf").contains(";B[hh];W[ig];B[hi]"));
    let psq = folder.names("game-", ".psq");
    assert_eq!(psq.len(), 1);
    assert!(folder.read(&psq[0]).starts_with("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n8,9,0\n"));
}

#[test]
fn the_game_under_way_is_in_a_file_of_its_own() {
    let folder = Folder::new("under-way");
    let (mut keeper, mut engine) = (folder.keeper(), open("connect4"));
    send(&mut keeper, engine.as_mut(), "4 4 3");
    let names = folder.names("unfinished-", ".txt");
    assert_eq!(names.len(), 1);
    assert!(folder.read(&names[0]).contains("1. 4 4 2. 3 *"));
    // A second keeper of a live program leaves it alone.
    drop(folder.keeper());
    assert_eq!(folder.names("unfinished", ""), names);
    drop(keeper);
    assert_eq!((folder.moves(), folder.names("unfinished", "")), (vec!["4 4 3".to_string()], vec![]));
}

#[test]
fn games_of_programs_that_are_gone_are_added() {
    let folder = Folder::new("abandoned");
    let (mut keeper, mut engine) = (folder.keeper(), open("draughts"));
    send(&mut keeper, engine.as_mut(), "32-28 19-23 28x19");
    let left = folder.names("unfinished-", ".txt").remove(0);
    let text = folder.read(&left);
    keeper.close().expect("closed");
    fs::remove_file(folder.0.join("games.txt")).expect("removed");
    // Nobody holds the locks of these games, whatever processes have these numbers now.
    for name in [format!("unfinished-{}-3.txt", std::process::id()), "unfinished-1-7.txt".to_string()] {
        fs::write(folder.0.join(name), &text).expect("written");
    }
    fs::write(folder.0.join(".unfinished-1-7.lock"), "").expect("written");
    fs::write(folder.0.join(".unfinished-1-8.txt.1-0"), "half a f").expect("written");
    drop(folder.keeper());
    let games = folder.games();
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!((game.moves.len(), game.tag("Termination")), (3, Some("abandoned")));
    }
    assert_eq!(folder.names("", ""), ["games.pdn", "games.txt"]);
    assert_eq!(folder.read("games.pdn").matches("[GameType \"20").count(), 3);
}

#[test]
fn what_cannot_be_read_is_put_aside_and_not_lost() {
    let folder = Folder::new("unreadable");
    fs::create_dir_all(&folder.0).expect("a folder");
    fs::write(folder.0.join("unfinished-4294967295-1.txt"), "[Variant \"chess\"]\n1. e4 *").expect("written");
    fs::write(folder.0.join("unfinished-notes.txt"), "mine").expect("written");
    drop(folder.keeper());
    assert_eq!(folder.names("unreadable-", ".txt").len(), 1);
    assert_eq!(folder.read("unfinished-notes.txt"), "mine");
    assert!(folder.read("games.txt").is_empty());
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_and_no_end() {
    let folder = Folder::new("blocked");
    fs::create_dir_all(folder.0.join("games.txt")).expect("a folder in the way");
    let (mut keeper, mut engine) = (folder.keeper(), open("connect4"));
    set(engine.as_mut(), WON);
    let why = keeper.update(engine.as_ref()).expect_err("no file to write");
    assert!(why.contains("games.txt") && !why.contains('\n'), "{why}");
    fs::remove_dir(folder.0.join("games.txt")).expect("removed");
    set(engine.as_mut(), "1 2");
    keeper.update(engine.as_ref()).expect("kept");
    keeper.close().expect("closed");
    assert_eq!(folder.moves(), ["1 2"]);
    let file = folder.0.join("games.txt");
    assert!(Keeper::open(file.join("below")).is_err(), "a file is no folder");
}

#[cfg(unix)]
#[test]
fn a_pipe_that_is_called_like_a_game_keeps_nobody_waiting() {
    let folder = Folder::new("pipe");
    fs::create_dir_all(&folder.0).expect("a folder");
    for name in ["unfinished-1-2.txt", ".unfinished-1-3.lock"] {
        let made = std::process::Command::new("mkfifo").arg(folder.0.join(name)).status();
        assert!(made.expect("the command mkfifo").success());
    }
    fs::write(folder.0.join("unfinished-1-3.txt"), "").expect("written");
    let path = folder.0.clone();
    let (sender, opened) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(Keeper::open(path).map(drop)));
    let opened = opened.recv_timeout(crate::common::window::HUNG);
    assert_eq!(opened.expect("nobody waits for a pipe"), Ok(()));
    assert!(folder.0.join("unfinished-1-2.txt").exists(), "it is nobody's game");
}
