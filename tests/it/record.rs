//! `--record`: the games of every front door are kept, whatever becomes of the program.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::client::Client;

/// A folder that is removed again.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("quadriga-record-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("a path of plain characters")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }

    fn unfinished(&self) -> usize {
        let is_unfinished =
            |path: &Path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("unfinished"));
        fs::read_dir(&self.0)
            .expect("a folder")
            .filter(|entry| is_unfinished(&entry.as_ref().expect("a file").path()))
            .count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn finished_games_are_kept_once_and_the_last_one_as_far_as_it_went() {
    let folder = Folder::new("ugi");
    let mut client = Client::start(&["--record", folder.text(), "--hash", "1"]);
    for moves in ["4 3 4 3 4 3", "4 3 4 3 4 3 4", "4 3 4 3 4 3 4"] {
        client.send(&format!("position startpos moves {moves}\ngo depth 1"));
        client.until("bestmove");
    }
    client.send("ucinewgame\nposition startpos moves 1 2");
    client.sync();
    assert_eq!(folder.unfinished(), 1);
    client.quit();
    let text = folder.read("games.txt");
    assert_eq!(text.matches("[Result \"1-0\"]").count(), 1, "{text}");
    assert_eq!(text.matches("[Result \"*\"]").count(), 1, "{text}");
    assert!(
        text.contains("[Variant \"connect4\"]") && text.contains("1. 4 3 2. 4 3 3. 4 3 4. 4 1-0"),
        "{text}"
    );
    assert_eq!(folder.unfinished(), 0);
}

#[test]
fn what_was_played_before_a_kill_is_found_again() {
    let folder = Folder::new("kill");
    let mut client = Client::start(&["--protocol", "hub", "--record", folder.text(), "--hash", "1"]);
    client.send("pos start moves=\"32-28 19-23 28x19x23 14x23x19\"");
    client.ask("ping", "pong");
    // A client that is dropped kills its engine.
    drop(client);
    assert_eq!(folder.unfinished(), 1);
    Client::start(&["--record", folder.text()]).quit();
    assert_eq!(folder.unfinished(), 0);
    let pdn = folder.read("games.pdn");
    assert!(pdn.contains("1. 32-28 19-23 2. 28x19 14x23 *") && pdn.contains("abandoned"), "{pdn}");
    assert!(folder.read("games.txt").contains("[Variant \"draughts\"]"));
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 2, "nothing else is left");
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_at_the_start() {
    let file = Folder::new("file");
    fs::write(&file.0, "in the way").expect("a file");
    let output = crate::common::client::program().args(["--record", file.text()]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains(file.text()));
    fs::remove_file(&file.0).expect("removed");
}
