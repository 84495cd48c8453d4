//! What the page may not name: command lines, files, hosts. Engines are known by their number.

use super::running::{Board, wide};
use crate::common::folder::Folder;
use quadriga::table::Setup;
use serde_json::{Value, json};

fn is_refused(answer: &Value) -> bool {
    answer.get("refused").is_some() && answer.get("ok").is_none()
}

#[test]
fn an_engine_is_a_number_of_the_command_line_and_never_a_command() {
    let folder = Folder::new("board-wishes");
    let trace = folder.path("trace");
    let board = Board::start();
    let mut guest = board.guest();
    let touch = format!("touch {trace}");
    for seat in [
        json!({"kind": "engine", "engine": 0}),
        json!({"kind": "engine", "engine": -1}),
        json!({"kind": "engine", "engine": 1_000_000_000_000_u64}),
        json!({"kind": "engine", "engine": touch}),
        json!({"kind": "engine", "cmd": touch}),
        json!({"kind": "engine", "engine": {"cmd": touch}}),
        json!({"kind": "engine", "engine": 0, "cmd": touch, "command": touch}),
        json!({"kind": "program", "level": touch}),
        json!({"kind": "process", "cmd": touch}),
        json!(format!("name=x cmd=/bin/sh arg=-c 'arg={touch}'")),
    ] {
        let command =
            json!({"ref": 2, "do": "create", "game": "connect4", "seats": [seat, {"kind": "person"}]});
        let answer = guest.ask(&command.to_string());
        assert!(is_refused(&answer), "{command}: {answer}");
    }
    assert!(!std::path::Path::new(&trace).exists());
}

#[test]
fn the_rating_of_the_host_is_out_of_reach_for_guests_and_spectators() {
    let folder = Folder::new("board-rating");
    let setup = Setup { data: Some(folder.as_path().to_path_buf()), ..Setup::default() };
    let board = Board::with(wide(), setup);
    let mut host = board.guest();
    let own = json!([{"kind": "person"}, {"kind": "program", "level": 4, "elo": 0}]);
    let made = host.ask(&json!({"ref": 2, "do": "create", "game": "connect4", "seats": own}).to_string());
    let table = made["ok"]["table"].clone();
    for seat in [0, 1] {
        let invite = json!({"ref": 3, "do": "invite", "table": table, "seat": seat});
        let token = host.ask(&invite.to_string())["ok"]["token"].as_str().expect("a token").to_string();
        let mut guest = board.stranger();
        assert!(guest.hello(&token));
        for command in [
            json!({"do": "rating", "game": "connect4"}),
            json!({"do": "rating", "table": table, "game": "connect4", "options": {}}),
            json!({"do": "rated", "table": table}),
            json!({"do": "create", "game": "connect4", "seats": own}),
            json!({"do": "seats", "table": table, "seats": own}),
            json!({"do": "rematch", "table": table}),
            json!({"do": "delete", "table": table}),
        ] {
            let mut command = command;
            command["ref"] = json!(4);
            let answer = guest.ask(&command.to_string());
            assert!(is_refused(&answer), "{command}: {answer}");
        }
        guest.send(&json!({"ref": 5, "do": "join", "table": table}).to_string());
        guest.send(&json!({"ref": 6, "do": "resign", "table": table}).to_string());
        loop {
            let text = guest.next().expect("an answer");
            assert!(!text.contains("\"elo\""), "{text}");
            if text.contains("\"ref\":6") {
                break;
            }
        }
    }
    // A field that names numbers of one's own changes nothing either: the host's game has not counted.
    let rating = host
        .ask(&json!({"ref": 7, "do": "rating", "game": "connect4", "rating": 3000, "games": 9}).to_string());
    assert_eq!(rating["ok"], json!({"rating": 900, "deviation": 350, "games": 0}));
    assert!(!folder.as_path().join("ratings.jsonl").exists());
}

#[test]
fn no_field_is_a_file_of_this_machine() {
    let folder = Folder::new("board-files");
    let secret = folder.file("secret.pdn", "[White \"nobody-may-read-this\"]\n1. 32-28 *\n");
    let setup = Setup { data: Some(folder.as_path().join("data")), ..Setup::default() };
    let board = Board::with(wide(), setup);
    let mut guest = board.guest();
    let up = format!("../{}", "secret");
    for command in [
        json!({"do": "load", "name": secret, "format": "pdn", "text": "", "game": "draughts"}),
        json!({"do": "load", "name": secret, "path": secret, "file": secret, "text": "", "game": null, "format": null}),
        json!({"do": "join", "table": secret}),
        json!({"do": "join", "table": up}),
        json!({"do": "delete", "table": up}),
        json!({"do": "delete", "table": "../../secret.pdn"}),
        json!({"do": "save", "table": "..", "format": secret}),
        json!({"do": "create", "game": secret}),
        json!({"do": "create", "game": "connect4", "options": {"Book": secret, "BookFile": secret}}),
        json!({"do": "create", "game": "connect4", "options": {"Hash": "1000000", "Threads": "512"}}),
        json!({"do": "save", "table": "http://evil.example/", "format": "pdn"}),
    ] {
        let mut command = command;
        command["ref"] = json!(2);
        let answer = guest.ask(&command.to_string());
        let is_empty = answer["ok"]["tables"].as_array().is_some_and(Vec::is_empty);
        assert!(is_refused(&answer) || is_empty, "{command}: {answer}");
        assert!(!answer.to_string().contains("nobody-may-read-this"), "{answer}");
    }
    assert!(std::path::Path::new(&secret).exists());
}

#[test]
fn a_move_is_weighed_for_nobody_but_the_person_to_move_and_only_where_it_is_one() {
    let board = Board::start();
    let mut host = board.guest();
    let mut ask = |command: Value| {
        let mut command = command;
        command["ref"] = json!(2);
        host.ask(&command.to_string())
    };
    let person = json!({"kind": "person"});
    let program = json!({"kind": "program", "level": 0});
    let mut table = |seats: [&Value; 2]| {
        let made = ask(json!({"do": "create", "game": "connect4", "seats": seats}));
        made["ok"]["table"].as_str().expect("a table").to_string()
    };
    let (alone, two) = (table([&person, &program]), table([&person, &person]));
    let long = "4".repeat(40_000);
    for mv in ["", "9", "4 4", "../secret", "4\n5", "P@d9", "\u{0}", long.as_str()] {
        let answer = ask(json!({"do": "weigh", "table": alone, "move": mv}));
        assert_eq!(answer["refused"]["code"], json!("illegal"), "{mv:.20}: {answer}");
    }
    for field in
        [json!({"move": 4}), json!({}), json!({"move": "4", "node": "0"}), json!({"move": "4", "nodes": 1})]
    {
        let mut command = field;
        (command["do"], command["table"]) = (json!("weigh"), json!(alone));
        let answer = ask(command.clone());
        assert!(answer["refused"]["code"] == json!("syntax") || command.get("nodes").is_some(), "{answer}");
    }
    let answer = ask(json!({"do": "weigh", "table": alone, "move": "4", "node": 7}));
    assert_eq!(answer["refused"]["code"], json!("unknown_node"));
    let answer = ask(json!({"do": "weigh", "table": two, "move": "4"}));
    assert_eq!(answer["refused"]["code"], json!("not_allowed"));
}
