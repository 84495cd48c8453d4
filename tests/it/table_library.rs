//! The library: games that were played apart from those of files, search, the index, statistics.

use std::path::Path;

use quadriga::table::Tables;
use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::window::{HOST, Window, tables};

fn open(folder: &Folder) -> Tables {
    tables(Some(folder.as_path().to_path_buf()))
}

/// Games of gomoku with these tags, moves and result.
fn sgf(tags: &str, moves: &[&str], result: &str) -> String {
    let cell = |mv: &&str| {
        let (column, row) = mv.split_at(1);
        let row = 15 - row.parse::<u8>().expect("a row");
        format!("{column}{}", char::from(b'a' + row))
    };
    let moves: Vec<String> = (0..)
        .zip(moves)
        .map(|(number, mv)| format!(";{}[{}]", if number % 2 == 0 { "B" } else { "W" }, cell(mv)))
        .collect();
    format!("(;GM[4]FF[4]SZ[15]{tags}RE[{result}]{})\n", moves.concat())
}

fn load(window: &mut Window, text: &str) -> Vec<Value> {
    let loaded = window.ask(json!({ "do": "load", "name": "games.sgf", "text": text }));
    assert_eq!(loaded["errors"], json!([]));
    loaded["tables"].as_array().expect("ids").clone()
}

fn find(window: &mut Window, mut query: Value) -> (Vec<Value>, u64) {
    query["do"] = json!("tables");
    let found = window.ask(query);
    (found["tables"].as_array().expect("a list").clone(), found["total"].as_u64().expect("a number"))
}

fn ids(window: &mut Window, query: Value) -> Vec<Value> {
    find(window, query).0.iter().map(|table| table["id"].clone()).collect()
}

const ANN: &str = "PB[Ann]PW[林志明]EV[Cup of Delft]PC[Delft]RO[3]DT[1998-03-07]ON[House opening]";

#[test]
fn a_game_of_a_file_is_listed_apart_with_what_the_file_says_until_it_is_continued() {
    let folder = Folder::new("library-kinds");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let played = window.create(json!({ "game": "gomoku" }));
    let imported = load(&mut window, &sgf(ANN, &["h8", "h9", "i8"], "?"))[0].clone();
    let (tables, total) = find(&mut window, json!({ "kind": "imported" }));
    assert_eq!((tables.len(), total), (1, 1));
    for (field, value) in [
        ("id", imported.clone()),
        ("kind", json!("imported")),
        ("names", json!(["Ann", "林志明"])),
        ("date", json!("1998-03-07")),
        ("event", json!("Cup of Delft")),
        ("site", json!("Delft")),
        ("round", json!("3")),
        ("opening", json!("House opening")),
        ("moves", json!(3)),
    ] {
        assert_eq!(tables[0][field], value, "{field}");
    }
    assert_eq!(ids(&mut window, json!({ "kind": "played" })), [json!(played)]);

    let id = imported.as_str().expect("an id");
    window.look(id);
    window.ask(json!({ "do": "goto", "table": id, "node": 2 }));
    window.ask(json!({ "do": "comment", "table": id, "node": 1, "text": "the centre" }));
    assert_eq!(
        ids(&mut window, json!({ "kind": "imported" })),
        std::slice::from_ref(&imported),
        "looked at and commented"
    );
    window.ask(json!({ "do": "move", "table": id, "move": "j8" }));
    assert_eq!(ids(&mut window, json!({ "kind": "imported" })), [] as [Value; 0]);
    assert_eq!(find(&mut window, json!({ "kind": "played" })).1, 2);
    board.close();
    let again = open(&folder);
    assert_eq!(find(&mut Window::host(&again), json!({ "kind": "played" })).1, 2, "read from the record");
}

#[test]
fn a_file_without_tags_is_imported_and_older_records_are_known_by_their_tags() {
    let folder = Folder::new("library-older");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let id = load(&mut window, "(;GM[4]SZ[15];B[hh])")[0].clone();
    assert_eq!(ids(&mut window, json!({ "kind": "imported" })), [id]);
    let id = load(&mut window, &sgf(ANN, &["h8"], "?"))[0].as_str().expect("an id").to_string();
    let name = format!("tables/{id}.jsonl");
    let record = folder.read(&name);
    assert!(record.contains("\"imported\":true,"));
    folder.file(&name, &record.replace("\"imported\":true,", ""));
    let (tables, total) = find(&mut window, json!({ "kind": "imported", "player": "ann" }));
    assert_eq!((total, &tables[0]["id"]), (1, &json!(id)));
}

#[test]
fn games_are_found_by_player_day_result_event_and_family() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let one = load(&mut window, &sgf(ANN, &["h8", "h9"], "B+R"))[0].clone();
    let other = load(&mut window, &sgf("PB[Zoë]PW[ANNA]DT[2001]EV[Open]", &["h8"], "Draw"))[0].clone();
    let draughts = window.ask(
        json!({ "do": "load", "name": "d.pdn", "text": "[White \"Piet\"]\n[GameType \"20\"]\n1. 32-28 *" }),
    );
    let draughts = draughts["tables"][0].clone();
    let none: &[&Value] = &[];
    for (query, expected) in [
        (json!({ "player": "aNN" }), &[&other, &one][..]),
        (json!({ "player": "志明" }), &[&one]),
        (json!({ "player": "zoË" }), &[&other]),
        (json!({ "player": ".*" }), none),
        (json!({ "since": "1998-03-07", "until": "1998" }), &[&one]),
        (json!({ "since": "1998-03-08" }), &[&other]),
        (json!({ "until": "1998-03" }), &[&one]),
        (json!({ "result": "p1win" }), &[&one]),
        (json!({ "result": "draw" }), &[&other]),
        (json!({ "result": "unfinished" }), &[&draughts]),
        (json!({ "text": "DELFT" }), &[&one]),
        (json!({ "text": "house" }), &[&one]),
        (json!({ "family": "gomoku" }), &[&other, &one]),
        (json!({ "family": "draughts", "player": "piet" }), &[&draughts]),
        (json!({ "family": "draughts", "player": "ann" }), none),
    ] {
        let mut found = ids(&mut window, query.clone());
        let mut expected: Vec<Value> = expected.iter().map(|&id| id.clone()).collect();
        found.sort_by_key(Value::to_string);
        expected.sort_by_key(Value::to_string);
        assert_eq!(found, expected, "{query}");
    }
}

#[test]
fn games_come_in_pages_and_in_the_order_that_is_asked_for() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let games = ["B", "a", "", "C"].map(|name| sgf(&format!("PB[{name}]"), &["h8"], "?")).concat();
    load(&mut window, &games);
    let mut names = |query: Value| {
        let (tables, total) = find(&mut window, query);
        assert_eq!(total, 4, "of all pages");
        tables.iter().map(|table| table["names"][0].as_str().expect("a name").to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(json!({ "order": "players", "ascending": true })), ["a", "B", "C", ""]);
    assert_eq!(names(json!({ "order": "players" })), ["C", "B", "a", ""], "unknown names are last");
    assert_eq!(names(json!({ "order": "players", "ascending": true, "from": 1, "count": 2 })), ["B", "C"]);
    assert_eq!(names(json!({ "from": 4 })), [] as [&str; 0]);
    assert_eq!(names(json!({ "from": u64::MAX })), [] as [&str; 0]);
}

#[test]
fn a_position_is_found_in_every_order_of_moves_and_in_the_mirror() {
    let folder = Folder::new("library-places");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let games = [
        &["h8", "h9", "j8", "g7"][..],
        &["j8", "h9", "h8", "a1"],
        // The first three stones of the first game, turned by a right angle.
        &["h8", "i8", "h6", "a1"],
        &["h8", "h9", "k8", "g7"],
    ];
    let games: Vec<String> = games.iter().map(|moves| sgf("", moves, "?")).collect();
    let loaded = load(&mut window, &games.concat());
    let played = window.create(json!({ "game": "gomoku" }));
    for mv in ["h8", "g8", "h10"] {
        window.ask(json!({ "do": "move", "table": played, "move": mv }));
    }
    let renju = window.create(json!({ "game": "renju", "moves": ["h8", "h9", "j8"] }));
    let place = |window: &mut Window, game: &str, moves: &[&str]| {
        let fen = window.ask(json!({ "do": "compose", "game": game, "moves": moves }))["fen"].clone();
        let mut found = ids(window, json!({ "game": game, "fen": fen }));
        found.sort_by_key(Value::to_string);
        found
    };
    let sorted = |mut ids: Vec<Value>| {
        ids.sort_by_key(Value::to_string);
        ids
    };
    let expected = sorted([&loaded[..3], &[json!(played)]].concat());
    assert_eq!(place(&mut window, "gomoku", &["h8", "h9", "j8"]), expected);
    assert_eq!(place(&mut window, "renju", &["h8", "h9", "j8"]), [json!(renju)], "the rules count");
    assert_eq!(place(&mut window, "gomoku", &["h8", "h9", "a15"]), [] as [Value; 0]);
    board.close();
    let again = open(&folder);
    assert_eq!(place(&mut Window::host(&again), "gomoku", &["h8", "h9", "j8"]), expected, "from the records");
}

#[test]
fn a_position_without_its_counters_is_the_same_in_draughts() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let id = window.create(
        json!({ "game": "draughts", "fen": "W:WK50:BK1", "moves": ["50-45", "1-6", "45-50", "6-1"] }),
    );
    let found = ids(&mut window, json!({ "game": "draughts", "fen": "B:WK45:BK1" }));
    assert_eq!(found, [json!(id)]);
}

#[test]
fn a_bad_query_is_refused_and_says_why() {
    let board = tables(None);
    let mut window = Window::host(&board);
    for (query, code) in [
        (json!({ "count": 0 }), "bad_option"),
        (json!({ "count": 501 }), "bad_option"),
        (json!({ "from": -1 }), "syntax"),
        (json!({ "order": "length" }), "syntax"),
        (json!({ "kind": "stolen" }), "syntax"),
        (json!({ "since": "yesterday" }), "bad_option"),
        (json!({ "until": "2026-1" }), "bad_option"),
        (json!({ "result": "p9win" }), "bad_option"),
        (json!({ "player": "x".repeat(101) }), "bad_option"),
        (json!({ "fen": "W:W50:B1" }), "bad_option"),
        (json!({ "game": "draughts" }), "bad_option"),
        (json!({ "game": "chess", "fen": "W:W50:B1" }), "unknown_game"),
        (json!({ "game": "draughts", "fen": "nonsense" }), "bad_position"),
        (json!({ "game": "draughts", "fen": "W:W50:B1", "options": { "Hash": 1 } }), "bad_option"),
    ] {
        let mut command = query.clone();
        command["do"] = json!("tables");
        assert_eq!(window.refused(command), code, "{query}");
    }
}

/// The index of a folder, which is written once there are many games.
fn index(folder: &Folder) -> std::path::PathBuf {
    folder.as_path().join("tables/index.cache")
}

/// Loads many games, and lists them, so that the index is written.
fn with_index(folder: &Folder) -> Vec<Value> {
    let board = open(folder);
    let mut window = Window::host(&board);
    let text: String = (0..150).map(|n| sgf(&format!("PB[Player {n}]"), &["h8", "h9"], "?")).collect();
    let loaded = load(&mut window, &text);
    assert_eq!(find(&mut window, json!({})).1, 150);
    assert!(index(folder).is_file());
    loaded
}

/// The games of a player in a newly opened folder, and of all.
fn counts(folder: &Folder, player: &str) -> (u64, u64) {
    let board = open(folder);
    let mut window = Window::host(&board);
    let found = (find(&mut window, json!({ "player": player })).1, find(&mut window, json!({})).1);
    board.close();
    found
}

#[test]
fn the_index_is_used_and_a_record_that_has_changed_since_is_read_again() {
    let folder = Folder::new("library-index");
    let loaded = with_index(&folder);
    // What is in the index alone shows that it is used.
    let text = std::fs::read_to_string(index(&folder)).expect("text");
    assert_eq!(text.lines().count(), 151);
    let [name, gone] =
        [&loaded[7], &loaded[8]].map(|id| format!("tables/{}.jsonl", id.as_str().expect("an id")));
    folder.file(&name, &folder.read(&name).replace("Player 7", "Somebody else"));
    std::fs::remove_file(folder.as_path().join(gone)).expect("removed");
    assert_eq!(counts(&folder, "somebody"), (1, 149));
    assert_eq!(counts(&folder, "player 7").0, 10, "70 to 79");
}

#[test]
fn a_damaged_index_loses_nothing() {
    let folder = Folder::new("library-damaged");
    with_index(&folder);
    let whole = std::fs::read(index(&folder)).expect("bytes");
    let text = String::from_utf8(whole.clone()).expect("text");
    let changed = text.replace("Player 1", "Player X");
    let newer = text.replacen("index 1", "index 9", 1);
    for bytes in [&whole[..whole.len() / 2], b"", b"nonsense\n\xff\x00", changed.as_bytes(), newer.as_bytes()]
    {
        std::fs::write(index(&folder), bytes).expect("written");
        assert_eq!(counts(&folder, "player 1"), (61, 150));
        assert_eq!(counts(&folder, "player x").0, 0, "a line that does not match its checksum");
    }
    std::fs::remove_file(index(&folder)).expect("removed");
    std::fs::create_dir(index(&folder)).expect("a folder in its place");
    assert_eq!(counts(&folder, "player 1"), (61, 150));
}

#[test]
fn two_boards_on_a_folder_have_one_library_and_neither_breaks_the_index() {
    let folder = Folder::new("library-two");
    let boards = [open(&folder), open(&folder)];
    let threads = boards.map(|board| {
        std::thread::spawn(move || {
            let mut window = Window::host(&board);
            load(&mut window, &sgf("PB[Player]", &["h8"], "?").repeat(120));
            for _ in 0..5 {
                find(&mut window, json!({}));
            }
            board
        })
    });
    for board in threads.map(|thread| thread.join().expect("a board")) {
        assert_eq!(find(&mut Window::host(&board), json!({})).1, 240);
    }
    let text = std::fs::read_to_string(index(&folder)).expect("text");
    assert!(text.starts_with("quadriga index ") && text.ends_with('\n') && text.lines().count() > 100);
    assert_eq!(counts(&folder, "player"), (240, 240));
}

#[cfg(unix)]
#[test]
fn the_index_is_for_the_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("library-mode");
    with_index(&folder);
    let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&index(&folder)), 0o600);
    let names = std::fs::read_dir(folder.as_path().join("tables")).expect("a folder");
    assert!(!names.flatten().any(|entry| entry.path().to_string_lossy().ends_with("draft")));
}

#[test]
fn a_file_in_parts_is_read_as_one() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let text: String = (0..20).map(|n| sgf(&format!("PB[Ёж {n}]"), &["h8", "h9"], "?")).collect();
    let characters: Vec<char> = text.chars().collect();
    let parts: Vec<String> = characters.chunks(100).map(|some| some.iter().collect()).collect();
    let send = |part: usize, text: &str, more: bool| json!({ "do": "load", "name": "games.sgf", "text": text, "part": part, "more": more });
    assert_eq!(window.refused(send(1, "x", true)), "bad_option", "there is no first part");
    window.ask(send(0, "a part that is given up", true));
    let mut received = 0;
    for (part, text) in parts.iter().enumerate() {
        let answer = window.ask(send(part, text, part + 1 < parts.len()));
        received += text.len();
        match part + 1 < parts.len() {
            true => assert_eq!(answer["received"], json!(received)),
            false => assert_eq!(answer["tables"].as_array().map(Vec::len), Some(20)),
        }
    }
    window.ask(send(0, "(;GM[4]", true));
    assert_eq!(window.refused(send(2, "x", false)), "bad_option", "a part is missing");
    assert_eq!(window.refused(send(1, "x", false)), "bad_option", "and the others are forgotten");
    window.ask(send(0, "(;GM[4]", true));
    window.ask(json!({ "do": "stop_load" }));
    assert_eq!(window.refused(send(1, "x", false)), "bad_option");
}

#[test]
fn a_file_over_the_limit_is_refused_however_it_comes() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let part = "x".repeat(9 << 20);
    let send = |part: usize, text: &str| json!({ "do": "load", "name": "games.sgf", "text": text, "part": part, "more": true });
    for number in 0..3 {
        window.ask(send(number, &part));
    }
    assert_eq!(window.refused(send(3, &part)), "bad_record");
    assert_eq!(window.refused(send(4, "x")), "bad_option");
    let whole = json!({ "do": "load", "name": "games.sgf", "text": format!("{part}{part}") });
    assert_eq!(window.refused(whole), "bad_record");
}

#[test]
fn reading_reports_its_progress_and_can_be_stopped() {
    let folder = Folder::new("library-stop");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let text: String = sgf(ANN, &["h8", "h9", "i9"], "?").repeat(20_000);
    let number = window.send(json!({ "do": "load", "name": "games.sgf", "text": text }));
    let progress = window.push(|push| push["push"] == json!("loading"));
    assert_eq!(progress["load"], json!(number));
    assert!(progress["games"].as_u64().is_some_and(|games| games > 0), "{progress}");
    let share = progress["share"].as_f64().expect("a number");
    assert!(share > 0.0 && share < 1.0);
    window.send(json!({ "do": "stop_load" }));
    let answer = window.answer_to(number);
    assert_eq!(answer["ok"]["stopped"], json!(true), "{answer}");
    let read = answer["ok"]["tables"].as_array().map_or(0, Vec::len);
    assert!(read > 0 && read < 20_000);
    assert_eq!(find(&mut window, json!({ "count": 1 })).1, read as u64);
}

#[test]
fn the_statistics_are_those_of_the_records_and_the_ratings() {
    let folder = Folder::new("library-statistics");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let person = json!({ "kind": "person" });
    let program = json!({ "kind": "program", "level": 3 });
    let won = ["1", "2", "1", "2", "1", "2", "7"];
    for (seats, moves) in [([&person, &program], &won[..6]), ([&program, &person], &won)] {
        let table = window.create(json!({ "game": "connect4", "seats": seats, "moves": moves }));
        window.ask(json!({ "do": "move", "table": table, "move": moves[moves.len() % 2] }));
    }
    for seats in [[&person, &program], [&person, &program], [&person, &person]] {
        let table = window.create(json!({ "game": "connect4", "seats": seats }));
        window.ask(json!({ "do": "resign", "table": table, "seat": 1 }));
    }
    load(&mut window, &sgf(ANN, &["h8"], "B+R"));
    window.create(json!({ "game": "gomoku", "seats": [person, program] }));
    let found = window.ask(json!({ "do": "statistics" }));
    assert_eq!(found["others"], json!(1), "{found}");
    let rules = &found["rules"];
    assert_eq!(
        rules.as_array().map(Vec::len),
        Some(1),
        "imported and unfinished games do not count: {found}"
    );
    let score = |won, lost| json!({ "won": won, "drawn": 0, "lost": lost });
    assert_eq!(
        (&rules[0]["game"], &rules[0]["seats"]),
        (&json!("connect4"), &json!([score(1, 2), score(1, 0)]))
    );
    assert_eq!(
        rules[0]["against"],
        json!([{ "kind": "level", "level": 3, "won": 2, "drawn": 0, "lost": 2 }])
    );
    assert_eq!(rules[0]["streak"], json!([0, 2]));
    assert_eq!(rules[0]["months"].as_array().map(Vec::len), Some(1));
    let (now, best) = (&rules[0]["rating"], &rules[0]["best"]);
    assert_eq!(now["games"], json!(2), "those that began with moves are not rated");
    assert!(best["rating"].as_i64() > now["rating"].as_i64(), "the last game was lost: {found}");
    assert_eq!(window.ask(json!({ "do": "rating", "game": "connect4" })), *now);
}

#[test]
fn guests_neither_search_nor_count_nor_stop() {
    let board = tables(None);
    let mut host = Window::host(&board);
    let table = host.create(json!({ "game": "connect4" }));
    let token = host.ask(json!({ "do": "invite", "table": table, "seat": 2 }))["token"].clone();
    let mut guest = Window::with_token(&board, token.as_str().expect("a token"));
    assert_ne!(token, json!(HOST));
    for command in ["tables", "statistics", "stop_load"] {
        assert_eq!(guest.refused(json!({ "do": command })), "not_allowed");
    }
}
