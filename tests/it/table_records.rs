//! The records of tables: boards that share a folder, and what others do to its files.

use quadriga::table::Tables;
use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::window::{Window, tables};

fn open(folder: &Folder) -> Tables {
    tables(Some(folder.as_path().to_path_buf()))
}

/// The name of a table's record in the folder of the data.
fn record(table: &str) -> String {
    format!("tables/{table}.jsonl")
}

/// What a command is refused with.
fn refusal(window: &mut Window, command: Value) -> (String, String) {
    let number = window.send(command);
    let answer = window.wait(number);
    let text =
        |field: &str| answer["refused"][field].as_str().unwrap_or_else(|| panic!("{answer}")).to_string();
    (text("code"), text("text"))
}

/// The moves of a table.
fn moves(table: &Value) -> Vec<String> {
    let nodes = table["nodes"].as_array().expect("nodes");
    nodes.iter().map(|node| node["move"].as_str().expect("a move").to_string()).collect()
}

/// The ids of the saved games.
fn listed(window: &mut Window) -> Vec<Value> {
    let tables = window.ask(json!({ "do": "tables" }));
    tables["tables"].as_array().expect("a list").iter().map(|table| table["id"].clone()).collect()
}

#[test]
fn a_game_that_one_board_plays_cannot_be_deleted_by_another() {
    let folder = Folder::new("table-two-boards");
    let (first, second) = (open(&folder), open(&folder));
    let (mut player, mut other) = (Window::host(&first), Window::host(&second));
    let id = player.create(json!({ "game": "connect4" }));
    let play = |mv: &str| json!({ "do": "move", "table": id, "move": mv });
    player.ask(play("4"));
    let (code, text) = refusal(&mut other, json!({ "do": "delete", "table": id }));
    assert!(code == "storage" && text.ends_with("is in use by another program"), "{code}: {text}");
    player.ask(play("4"));
    first.close();
    assert_eq!(moves(&other.look(&id)), ["4", "4"]);
    other.ask(json!({ "do": "delete", "table": id }));
    assert!(!folder.as_path().join(record(&id)).exists());
}

#[test]
fn a_record_that_vanishes_under_a_game_is_written_anew_and_everybody_hears_of_it() {
    let folder = Folder::new("table-vanished");
    let board = open(&folder);
    let mut player = Window::host(&board);
    let id = player.create(json!({ "game": "connect4" }));
    let mut guest = Window::host(&board);
    guest.look(&id);
    player.ask(json!({ "do": "move", "table": id, "move": "4" }));
    // Somebody who moves, or only looks, finds it out.
    for command in [json!({ "do": "move", "table": id, "move": "3" }), json!({ "do": "board", "table": id })]
    {
        std::fs::remove_file(folder.path(&record(&id))).expect("the record is removed");
        player.ask(command);
        for window in [&mut player, &mut guest] {
            let notice = window.push(|push| push["push"] == json!("notice"));
            assert_eq!((&notice["code"], &notice["table"]), (&json!("storage"), &json!(id)));
        }
    }
    board.close();
    assert_eq!(moves(&Window::host(&open(&folder)).look(&id)), ["4", "3"]);
}

#[test]
fn a_record_that_another_file_replaces_is_left_alone_and_moves_are_refused() {
    let folder = Folder::new("table-replaced");
    let board = open(&folder);
    let mut player = Window::host(&board);
    for (played, why) in
        [(false, "was changed by another program"), (true, "was replaced by another program")]
    {
        let id = player.create(json!({ "game": "connect4" }));
        let play = |mv: &str| json!({ "do": "move", "table": id, "move": mv });
        if played {
            player.ask(play("4"));
        }
        std::fs::remove_file(folder.path(&record(&id))).expect("the record is removed");
        folder.file(&record(&id), "somebody else's\n");
        let (code, text) = refusal(&mut player, play("4"));
        assert!(code == "storage" && text.ends_with(why), "{code}: {text}");
        assert_eq!(folder.read(&record(&id)), "somebody else's\n");
        assert_eq!(player.look(&id)["n"], json!(1 + u64::from(played)));
    }
}

#[test]
fn the_list_has_what_other_boards_made_and_deleted() {
    let folder = Folder::new("table-lists");
    let (first, second) = (open(&folder), open(&folder));
    let (mut one, mut other) = (Window::host(&first), Window::host(&second));
    let own = one.create(json!({ "game": "connect4" }));
    assert_eq!(listed(&mut other), [json!(own)]);
    let foreign = other.create(json!({ "game": "gomoku" }));
    other.ask(json!({ "do": "move", "table": foreign, "move": "h8" }));
    let tables = one.ask(json!({ "do": "tables" }))["tables"].clone();
    let found = tables.as_array().expect("a list").iter().find(|table| table["id"] == json!(foreign));
    assert_eq!(found.map(|table| &table["moves"]), Some(&json!(1)), "{tables}");
    other.ask(json!({ "do": "move", "table": foreign, "move": "h9" }));
    let tables = one.ask(json!({ "do": "tables" }))["tables"].clone();
    let found = tables.as_array().expect("a list").iter().find(|table| table["id"] == json!(foreign));
    assert_eq!(found.map(|table| &table["moves"]), Some(&json!(2)), "{tables}");
    other.ask(json!({ "do": "delete", "table": foreign }));
    assert_eq!(listed(&mut one), [json!(own)]);
}

/// A game of three moves whose board has ended: its id, and the text of its record.
fn finished(folder: &Folder) -> (String, String) {
    let board = open(folder);
    let mut window = Window::host(&board);
    let id = window.create(json!({ "game": "connect4" }));
    for mv in ["4", "4", "3"] {
        window.ask(json!({ "do": "move", "table": id, "move": mv }));
    }
    board.close();
    let text = folder.read(&record(&id));
    (id, text)
}

/// The line of a record, from 1, replaced by these lines.
fn with_line(text: &str, number: usize, lines: &[&str]) -> String {
    let mut all: Vec<&str> = text.lines().collect();
    all.splice(number - 1..number, lines.iter().copied());
    all.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_damaged_record_is_listed_opened_as_far_as_it_is_good_and_kept_as_it_was() {
    let folder = Folder::new("table-damaged");
    let (id, text) = finished(&folder);
    let teleported = "{\"n\":4,\"at\":1,\"type\":\"teleported\",\"node\":1}";
    let far = "{\"n\":4,\"at\":1,\"type\":\"undone\",\"node\":77}";
    let gap = "{\"n\":9,\"at\":1,\"type\":\"undone\",\"node\":1}";
    for (number, lines, left, why) in [
        (3, &["nonsense"] as &[&str], &["4"] as &[&str], "line 3: "),
        (3, &["\0\0\0"], &["4"], "line 3: "),
        (
            4,
            &[teleported],
            &["4", "4"],
            "line 4: unknown event 'teleported', which may be from a newer version",
        ),
        (4, &[far], &["4", "4"], "line 4: there is no node 77"),
        (4, &[gap], &["4", "4"], "line 4: event 9 follows event 3"),
    ] {
        let damaged = with_line(&text, number, lines);
        folder.file(&record(&id), &damaged);
        let board = open(&folder);
        let mut window = Window::host(&board);
        let listed = window.ask(json!({ "do": "tables" }))["tables"][0].clone();
        assert_eq!((&listed["id"], &listed["moves"]), (&json!(id), &json!(left.len())), "{why}");
        let told = listed["damaged"].as_str().unwrap_or_else(|| panic!("{listed}"));
        assert!(told.starts_with(why), "{told}");
        // To look at it changes nothing.
        assert_eq!(moves(&window.look(&id)), left);
        let notice = window.push(|push| push["push"] == json!("notice"));
        assert_eq!(notice["code"], json!("storage"));
        assert!(notice["text"].as_str().is_some_and(|text| text.contains(why)), "{notice}");
        assert_eq!((folder.read(&record(&id)), kept(&folder, &id)), (damaged.clone(), vec![]));
        // To go on with it keeps the file as it was.
        window.ask(json!({ "do": "move", "table": id, "move": "7" }));
        let copies = kept(&folder, &id);
        assert_eq!(
            copies.iter().map(|name| folder.read(&format!("tables/{name}"))).collect::<Vec<_>>(),
            [damaged]
        );
        let notice = window.push(|push| push["push"] == json!("notice"));
        assert!(notice["text"].as_str().is_some_and(|text| text.contains(&copies[0])), "{notice}");
        board.close();
        let again = open(&folder);
        let mut window = Window::host(&again);
        let listed = window.ask(json!({ "do": "tables" }))["tables"][0].clone();
        assert_eq!((&listed["moves"], listed.get("damaged")), (&json!(left.len() + 1), None));
        assert_eq!(moves(&window.look(&id)), [left, &["7"]].concat());
        window.ask(json!({ "do": "delete", "table": id }));
        assert_eq!(kept(&folder, &id), Vec::<String>::new(), "what is deleted leaves nothing");
    }
}

/// The names of the copies of a damaged record.
fn kept(folder: &Folder, id: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder.as_path().join("tables")).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let own = format!("{id}.jsonl");
    names.filter(|name| name.starts_with(id) && *name != own).collect()
}

#[test]
fn a_record_without_a_beginning_is_listed_and_can_only_be_deleted() {
    let folder = Folder::new("table-headless");
    let (id, text) = finished(&folder);
    for lines in [&["nonsense"] as &[&str], &[]] {
        folder.file(&record(&id), &with_line(&text, 1, lines));
        let board = open(&folder);
        let mut window = Window::host(&board);
        let listed = window.ask(json!({ "do": "tables" }))["tables"][0].clone();
        assert_eq!(listed["id"], json!(id));
        assert!(listed["damaged"].as_str().is_some_and(|why| why.starts_with("line 1: ")), "{listed}");
        let (code, text) = refusal(&mut window, json!({ "do": "join", "table": id }));
        assert!(code == "storage" && text.contains("line 1: "), "{code}: {text}");
        board.close();
    }
    let board = open(&folder);
    let mut window = Window::host(&board);
    window.ask(json!({ "do": "delete", "table": id }));
    assert_eq!(listed(&mut window), Vec::<Value>::new());
}

#[test]
fn an_empty_line_loses_nothing() {
    let folder = Folder::new("table-empty-line");
    let (id, text) = finished(&folder);
    for empty in ["", "  ", "\r"] {
        let third = text.lines().nth(2).expect("a line");
        folder.file(&record(&id), &with_line(&text, 3, &[empty, third, empty]));
        for played in ["5", "6"] {
            let board = open(&folder);
            let mut window = Window::host(&board);
            assert_eq!(window.ask(json!({ "do": "tables" }))["tables"][0].get("damaged"), None, "{empty:?}");
            window.look(&id);
            window.ask(json!({ "do": "move", "table": id, "move": played }));
            board.close();
        }
        assert_eq!(moves(&Window::host(&open(&folder)).look(&id)), ["4", "4", "3", "5", "6"], "{empty:?}");
    }
}

#[test]
fn half_a_line_at_the_end_is_cut_off_when_the_game_goes_on() {
    let folder = Folder::new("table-half-line");
    let (id, text) = finished(&folder);
    folder.file(&record(&id), &text[..text.len() - 5]);
    let board = open(&folder);
    let mut window = Window::host(&board);
    assert_eq!(window.ask(json!({ "do": "tables" }))["tables"][0].get("damaged"), None);
    assert_eq!(moves(&window.look(&id)), ["4", "4"]);
    window.ask(json!({ "do": "move", "table": id, "move": "5" }));
    board.close();
    assert_eq!(moves(&Window::host(&open(&folder)).look(&id)), ["4", "4", "5"]);
    assert_eq!(kept(&folder, &id), Vec::<String>::new());
}

#[test]
fn a_file_given_as_bytes_is_read_in_its_own_characters() {
    let folder = Folder::new("table-load-bytes");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let text = "(;GM[4]CA[GBK]RU[renju]PB[\u{c1}\u{d6}\u{d6}\u{be}\u{c3}\u{f7}]C[a];B[hh])";
    let loaded = window.ask(json!({ "do": "load", "name": "a.sgf", "bytes": text }));
    assert_eq!(loaded["notes"], json!([]));
    let tables = window.ask(json!({ "do": "tables" }));
    assert_eq!(tables["tables"][0]["names"][0], "林志明", "{tables}");
    // A text has been decoded already, whatever it states.
    let loaded =
        window.ask(json!({ "do": "load", "name": "a.sgf", "text": "(;GM[4]CA[GBK]RU[renju]PB[林];B[hh])" }));
    assert_eq!(loaded["errors"], json!([]));
    for wrong in [
        json!({ "do": "load", "name": "a.sgf", "bytes": "(;GM[4]PB[林])" }),
        json!({ "do": "load", "name": "a.sgf" }),
        json!({ "do": "load", "name": "a.sgf", "text": "", "bytes": "" }),
    ] {
        assert_eq!(refusal(&mut window, wrong).0, "syntax");
    }
    board.close();
}

#[test]
fn a_file_that_cannot_be_kept_is_refused_as_storage_and_not_as_a_bad_record() {
    let folder = Folder::new("table-load-full");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let text = "[GameType \"20\"]\n1. 32-28 19-23 *\n\n[GameType \"20\"]\n1. 32-99 *\n\n[GameType \"20\"]\n1. 31-27 *\n";
    let load = json!({ "do": "load", "name": "games.pdn", "text": text });
    // As where the disk is full, no file can be made.
    std::fs::remove_dir_all(folder.as_path().join("tables")).expect("the folder is removed");
    let (code, text) = refusal(&mut window, load.clone());
    assert!(code == "storage" && text.starts_with("cannot create "), "{code}: {text}");
    assert_eq!(refusal(&mut window, json!({ "do": "create", "game": "connect4" })).0, "storage");
    board.close();
    assert_eq!(refusal(&mut window, load).0, "busy");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_passed_over() {
    let folder = Folder::new("table-pipes");
    let (id, _) = finished(&folder);
    let made = |name: &str, command: &str, arguments: &[&str]| {
        let path = folder.path(&record(&name.repeat(32)));
        let status = std::process::Command::new(command).args(arguments).arg(path).status();
        assert!(status.expect("the command").success());
    };
    made("a", "mkfifo", &[]);
    made("b", "ln", &["-s", "/dev/null"]);
    made("c", "mkdir", &[]);
    made("d", "ln", &["-s", "/nonexistent"]);
    let (sender, list) = std::sync::mpsc::channel();
    let board = open(&folder);
    std::thread::spawn(move || {
        let mut window = Window::host(&board);
        let listed = listed(&mut window);
        let codes = ["a", "b", "c", "d"]
            .map(|name| refusal(&mut window, json!({ "do": "join", "table": name.repeat(32) })).0);
        sender.send((listed, codes))
    });
    let (listed, codes) = list.recv_timeout(crate::common::window::HUNG).expect("nobody waits for a pipe");
    assert_eq!((listed, codes), (vec![json!(id)], ["unknown_table"; 4].map(str::to_string)));
}

/// Open files of this process that are in this folder.
#[cfg(target_os = "linux")]
fn open_files(folder: &Folder) -> usize {
    let files = std::fs::read_dir("/proc/self/fd").expect("the open files");
    let names = files.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
    names.filter(|name| name.starts_with(folder.as_path())).count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_is_only_looked_at_holds_no_file() {
    let folder = Folder::new("table-open-files");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let text = "[GameType \"20\"]\n1. 32-28 19-23 *\n\n".repeat(20);
    let loaded = window.ask(json!({ "do": "load", "name": "games.pdn", "text": text }))["tables"].clone();
    let ids: Vec<&str> = loaded.as_array().expect("ids").iter().filter_map(Value::as_str).collect();
    assert_eq!((ids.len(), open_files(&folder)), (20, 0));
    for id in &ids {
        window.look(id);
    }
    assert_eq!(open_files(&folder), 0);
    window.ask(json!({ "do": "move", "table": ids[0], "move": "28x19" }));
    assert_eq!(open_files(&folder), 1, "a game that is played");
    window.ask(json!({ "do": "leave", "table": ids[0] }));
    // The next answer comes after the table has let go.
    window.ask(json!({ "do": "board", "table": ids[0] }));
    assert_eq!(open_files(&folder), 0, "a game that nobody is at");
}

#[test]
fn more_games_are_loaded_and_looked_at_than_tables_may_be_open() {
    let folder = Folder::new("table-many");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let text = "[GameType \"20\"]\n1. 32-28 *\n\n".repeat(500);
    for _ in 0..5 {
        let loaded = window.ask(json!({ "do": "load", "name": "games.pdn", "text": text }));
        assert_eq!(loaded["errors"], json!([]));
        for id in loaded["tables"].as_array().expect("ids") {
            window.ask(json!({ "do": "save", "table": id, "format": "pdn" }));
        }
    }
    assert_eq!(window.ask(json!({ "do": "tables" }))["total"], json!(2500));
}

#[test]
fn boards_that_look_at_one_game_follow_each_other() {
    let folder = Folder::new("table-looks");
    let (id, _) = finished(&folder);
    let (first, second) = (open(&folder), open(&folder));
    let (mut one, mut other) = (Window::host(&first), Window::host(&second));
    assert_eq!((one.look(&id)["n"].clone(), other.look(&id)["n"].clone()), (json!(4), json!(4)));
    one.ask(json!({ "do": "move", "table": id, "move": "7" }));
    let (code, text) = refusal(&mut other, json!({ "do": "move", "table": id, "move": "6" }));
    assert!(code == "storage" && text.ends_with("is in use by another program"), "{code}: {text}");
    first.close();
    assert_eq!(moves(&other.look(&id)), ["4", "4", "3", "7"]);
    other.ask(json!({ "do": "move", "table": id, "move": "6" }));
    second.close();
    assert_eq!(moves(&Window::host(&open(&folder)).look(&id)), ["4", "4", "3", "7", "6"]);
}

/// The record of a game with a clock, of a program whose system was this far ahead.
fn ahead(folder: &Folder, base_ms: u64, ms: u64) -> String {
    let board = open(folder);
    let mut window = Window::host(&board);
    let clock = json!({ "base_ms": base_ms, "increment_ms": 0 });
    let id = window.create(json!({ "game": "connect4", "clock": clock }));
    for mv in ["4", "4", "3"] {
        window.ask(json!({ "do": "move", "table": id, "move": mv }));
    }
    window.ask(json!({ "do": "pause", "table": id }));
    board.close();
    let later = |line: &str| {
        let mut event: Value = serde_json::from_str(line).expect("an event");
        event["at"] = json!(event["at"].as_u64().expect("a time").saturating_add(ms));
        format!("{event}\n")
    };
    let text: String = folder.read(&record(&id)).lines().map(later).collect();
    folder.file(&record(&id), &text);
    id
}

#[test]
fn clocks_run_on_when_the_clock_of_the_system_was_set_back() {
    for ms in [3_600_000, 1 << 60] {
        let folder = Folder::new("table-set-back");
        let id = ahead(&folder, 1000, ms);
        let board = open(&folder);
        let mut window = Window::host(&board);
        let left = window.look(&id)["clock"]["left_ms"][1].as_u64().expect("a time");
        window.ask(json!({ "do": "resume", "table": id }));
        let table = window.table(|table| table["phase"] == json!("over"));
        assert_eq!(
            (&table["reason"], &table["outcome"]),
            (&json!("time"), &json!("p1win")),
            "{left} ms were left"
        );
    }
}

#[test]
fn the_time_between_two_runs_is_nobodys() {
    let folder = Folder::new("table-between");
    let id = ahead(&folder, 60_000, 0);
    // The program ended while the clock ran, a day ago.
    let text = folder.read(&record(&id));
    let lines: Vec<&str> = text.lines().collect();
    let earlier = |line: &&str| {
        let mut event: Value = serde_json::from_str(line).expect("an event");
        event["at"] = json!(event["at"].as_u64().expect("a time") - 86_400_000);
        format!("{event}\n")
    };
    folder.file(&record(&id), &lines[..lines.len() - 1].iter().map(earlier).collect::<String>());
    let board = open(&folder);
    let mut window = Window::host(&board);
    let before = window.look(&id);
    assert_eq!((&before["phase"], &before["clock"]["running"]), (&json!("paused"), &json!(0)));
    assert_eq!(folder.read(&record(&id)).lines().count(), lines.len() - 1, "to look at it changes nothing");
    window.ask(json!({ "do": "resume", "table": id }));
    let after = window.look(&id);
    let left = |table: &Value| table["clock"]["left_ms"][1].as_u64().expect("a time");
    assert!(left(&after) <= left(&before) && left(&before) > 50_000, "{before} {after}");
    board.close();
    assert_eq!(moves(&Window::host(&open(&folder)).look(&id)), ["4", "4", "3"]);
}
