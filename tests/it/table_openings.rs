//! Opening rules at tables: persons, guests and programs, back and forth, and after a restart.

use std::path::PathBuf;

use quadriga::match_runner::spec::{EngineProtocol, EngineSpec, Limits};
use quadriga::table::{Setup, Tables};
use serde_json::{Value, json};

use crate::common::Random;

use crate::common::driven::Board;
use crate::common::folder::Folder;
use crate::common::window::{HOST, Window, tables};

const RULES: [&str; 5] = ["swap", "swap2", "rif", "soosyrv8", "taraguchi10"];

fn person(name: &str) -> Value {
    json!({ "kind": "person", "name": name })
}

/// A table of Ann and Ben with a rule, at a window of the host.
fn begin(window: &mut Window, game: &str, rule: &str) -> String {
    window.create(json!({ "game": game, "opening": rule, "seats": [person("Ann"), person("Ben")] }))
}

/// Takes steps; cells are moves or offers, whatever is due.
fn steps(window: &mut Window, id: &str, words: &str) {
    for step in words.split_whitespace() {
        window.ask(json!({ "do": "step", "table": id, "step": step }));
    }
}

/// The names at black and white, and who decides what.
fn who(table: &Value) -> String {
    let name = |seat: usize| table["seats"][seat]["name"].as_str().expect("a name").to_string();
    let opening = &table["opening"];
    let decides = opening["decides"].as_u64().map_or("-".to_string(), |seat| name(seat as usize - 1));
    format!("{} {} {decides} {}", name(0), name(1), opening["stage"].as_str().unwrap_or("over"))
}

fn moves(table: &Value) -> Vec<&str> {
    let nodes = table["nodes"].as_array().expect("nodes");
    nodes.iter().map(|node| node["move"].as_str().expect("a move")).collect()
}

#[test]
fn a_renju_game_is_played_by_each_rule() {
    for (rule, words, after) in [
        ("swap", "h8 h9 i9 swap", "Ben Ann"),
        ("swap2", "h8 h9 i9 add a1 b1 swap", "Ann Ben"),
        ("rif", "h8 h9 i9 swap a1 g7 i7 g7", "Ben Ann"),
        ("soosyrv8", "h8 h9 i9 stay a1 2 swap g7 i7 i7", "Ben Ann"),
        ("taraguchi10", "h8 swap h9 swap i9 swap k11 stay l12 swap", "Ann Ben"),
        ("taraguchi10", "h8 h9 i9 k11 offer a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 c1", "Ann Ben"),
    ] {
        let tables = tables(None);
        let mut window = Window::host(&tables);
        let id = begin(&mut window, "renju", rule);
        steps(&mut window, &id, words);
        let table = window.look(&id);
        assert_eq!(who(&table), format!("{after} - over"), "{rule}");
        assert_eq!((&table["opening_rule"], table.get("opening")), (&json!(rule), None));
        // White has the next move.
        assert_eq!(table["position"]["player"], json!(2));
        window.ask(json!({ "do": "move", "table": id, "move": "o15" }));
        let table = window.look(&id);
        assert_eq!(moves(&table).last(), Some(&"o15"));
        let players = table["nodes"].as_array().expect("nodes").iter().map(|node| node["player"].clone());
        let in_turn = (0..moves(&table).len()).map(|index| json!(index % 2 + 1));
        assert!(players.eq(in_turn), "{table}");
    }
}

#[test]
fn a_move_at_the_last_choice_means_to_stay() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let id = begin(&mut window, "gomoku", "swap2");
    for mv in ["h8", "h9", "i9", "a1"] {
        window.ask(json!({ "do": "move", "table": id, "move": mv }));
    }
    let table = window.look(&id);
    assert_eq!((who(&table).as_str(), moves(&table).len()), ("Ann Ben - over", 4));
}

#[test]
fn one_step_after_the_other_is_taken_back() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let id = begin(&mut window, "renju", "soosyrv8");
    steps(&mut window, &id, "h8 h9 i9 swap a1 2 swap g7 i7 i7");
    window.ask(json!({ "do": "move", "table": id, "move": "o1" }));
    let mut back = Vec::new();
    loop {
        let number = window.send(json!({ "do": "undo", "table": id }));
        if window.wait(number)["refused"].is_object() {
            break;
        }
        let table = window.look(&id);
        back.push(format!(
            "{} {}",
            table["position"]["rows"].to_string().matches(['1', '2']).count(),
            who(&table)
        ));
    }
    assert_eq!(
        back,
        [
            "5 Ann Ben - over",
            "4 Ann Ben Ben pick",
            "4 Ann Ben Ann offers",
            "4 Ann Ben Ann offers",
            "4 Ben Ann Ben choice",
            "4 Ben Ann Ann count",
            "3 Ben Ann Ann stone",
            "3 Ann Ben Ben choice",
            "2 Ann Ben Ann stone",
            "1 Ann Ben Ann stone",
            "0 Ann Ben Ann stone",
        ]
    );
    // Forward again, to positions as they arose; and from there to the end.
    for _ in 0..4 {
        window.ask(json!({ "do": "redo", "table": id }));
    }
    assert_eq!(who(&window.look(&id)), "Ben Ann Ann count");
    window.ask(json!({ "do": "goto", "table": id, "node": 6 }));
    assert_eq!(who(&window.look(&id)), "Ann Ben - over");
    // A variation that was only added is outside of the opening.
    let added = window.ask(json!({ "do": "add", "table": id, "node": 2, "move": "c3" }))["node"].clone();
    window.ask(json!({ "do": "goto", "table": id, "node": added }));
    assert_eq!(who(&window.look(&id)), "Ann Ben - over");
    window.ask(json!({ "do": "move", "table": id, "move": "d4" }));
    window.ask(json!({ "do": "goto", "table": id, "node": 3 }));
    assert_eq!(who(&window.look(&id)), "Ann Ben Ben choice");
}

#[test]
fn steps_survive_a_restart() {
    let folder = Folder::new("openings");
    let id = {
        let tables = tables(Some(folder.as_path().to_path_buf()));
        let mut window = Window::host(&tables);
        let id = begin(&mut window, "renju", "rif");
        steps(&mut window, &id, "h8 h9 i9 swap a1 g7");
        id
    };
    let tables = tables(Some(folder.as_path().to_path_buf()));
    let mut window = Window::host(&tables);
    window.ask(json!({ "do": "join", "table": id }));
    let table = window.look(&id);
    assert_eq!(who(&table), "Ben Ann Ben offers");
    assert_eq!((&table["opening"]["offered"], &table["opening"]["fifths"]), (&json!(["g7"]), &json!(2)));
    steps(&mut window, &id, "i7 g7");
    let sgf = window.ask(json!({ "do": "save", "table": id, "format": "sgf" }));
    let text = sgf["text"].as_str().expect("a text");
    assert!(text.contains("RU[RIF]") && text.contains("PB[Ben]") && sgf.get("notes").is_none(), "{sgf}");
    let loaded = window.ask(json!({ "do": "load", "name": "a.sgf", "text": text }));
    assert_eq!(loaded["errors"], json!([]));
}

#[test]
fn only_the_one_who_decides_may_and_only_what_is_due() {
    let tables = tables(None);
    let mut host = Window::host(&tables);
    let id = begin(&mut host, "renju", "soosyrv8");
    let token = host.ask(json!({ "do": "invite", "table": id, "seat": 2 }))["token"].clone();
    let mut guest = Window::with_token(&tables, token.as_str().expect("a token"));
    guest.ask(json!({ "do": "join", "table": id }));
    let refused = |window: &mut Window, step: &str| {
        let number = window.send(json!({ "do": "step", "table": id, "step": step }));
        window.wait(number)["refused"]["code"].as_str().unwrap_or("taken").to_string()
    };
    // The host puts White's first stone, too.
    assert_eq!(refused(&mut guest, "h8"), "not_your_turn");
    steps(&mut host, &id, "h8 h9 i9");
    assert_eq!(refused(&mut host, "swap"), "not_your_turn");
    for (step, code) in
        [("3", "illegal"), ("add", "illegal"), ("h8", "illegal"), ("x", "illegal"), ("swap", "taken")]
    {
        assert_eq!(refused(&mut guest, step), code, "{step}");
    }
    // The guest plays Black now, with the same link.
    let table = guest.look(&id);
    assert_eq!((who(&table).as_str(), &table["seats"][0]["yours"]), ("Ben Ann Ann stone", &json!(true)));
    steps(&mut host, &id, "a1 2");
    assert_eq!(refused(&mut guest, "stay"), "taken");
    steps(&mut guest, &id, "g7 i7");
    assert_eq!(refused(&mut guest, "g7"), "not_your_turn");
    steps(&mut host, &id, "g7");
    assert_eq!(refused(&mut host, "swap"), "not_allowed");
}

#[test]
fn a_program_opens_games_by_every_rule_for_itself_and_for_a_person() {
    for rule in RULES {
        let mut board = Board::new();
        let seats = json!([person("Ann"), { "kind": "program", "level": 2 }]);
        let made = board.ask(
            json!({ "do": "create", "game": "renju", "opening": rule, "seats": seats, "think_ms": 100 }),
        );
        let id = made["ok"]["table"].as_str().unwrap_or_else(|| panic!("{made}")).to_string();
        board.ask(json!({ "do": "join", "table": id }));
        while board.table.get("opening").is_some() {
            let played = board.ask(json!({ "do": "play_for_me", "table": id }));
            assert!(played.get("ok").is_some(), "{rule}: {played}");
        }
        let played = board.ask(json!({ "do": "play_for_me", "table": id }));
        assert!(played.get("ok").is_some() && moves(&board.table).len() >= 4, "{rule}: {}", board.table);
    }
}

#[test]
fn a_person_alone_takes_back_to_the_own_decision() {
    let mut board = Board::new();
    let seats = json!([person("Ann"), { "kind": "program", "level": 2 }]);
    let made = board
        .ask(json!({ "do": "create", "game": "gomoku", "opening": "swap", "seats": seats, "think_ms": 100 }));
    let id = made["ok"]["table"].as_str().expect("an id").to_string();
    board.ask(json!({ "do": "join", "table": id }));
    assert_eq!(board.table["rated"], json!(false));
    // Black's two stones are worth much more: the program takes them.
    for mv in ["h8", "a1", "i8"] {
        board.ask(json!({ "do": "move", "table": id, "move": mv }));
    }
    let kinds = |board: &Board| [0, 1].map(|seat| board.table["seats"][seat]["kind"].clone());
    assert_eq!(kinds(&board), [json!("program"), json!("person")]);
    let undone = board.ask(json!({ "do": "undo", "table": id }));
    assert!(undone["ok"].is_object(), "{undone}");
    assert_eq!((kinds(&board), moves(&board.table).len()), ([json!("person"), json!("program")], 3));
    assert_eq!((&board.table["current"], &board.table["opening"]["stage"]), (&json!(2), &json!("stone")));
    let hint = board.ask(json!({ "do": "hint", "table": id }));
    assert_eq!(hint["refused"]["code"], json!("not_allowed"));
    board.ask(json!({ "do": "play_for_me", "table": id }));
    assert_eq!(board.table["opening_rule"], json!("swap"));
}

#[test]
fn clocks_go_with_their_persons() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let clock = json!({ "base_ms": 600_000, "increment_ms": 5000 });
    let id = window.create(
        json!({ "game": "gomoku", "opening": "swap", "clock": clock, "seats": [person("Ann"), person("Ben")] }),
    );
    steps(&mut window, &id, "h8 h9 i9");
    let left = |window: &mut Window| {
        let clock = window.look(&id)["clock"].clone();
        let more = [0, 1].map(|seat| clock["left_ms"][seat].as_u64().expect("a time") > 605_000);
        (more, clock["running"].as_u64().expect("a player"))
    };
    // Ann has put three stones, of both colours, for 15 s; Ben decides.
    assert_eq!(left(&mut window), ([true, false], 2));
    steps(&mut window, &id, "swap");
    assert_eq!(left(&mut window), ([false, true], 2));
    window.ask(json!({ "do": "undo", "table": id }));
    assert_eq!(left(&mut window), ([true, false], 2));
}

#[test]
fn the_page_is_told_the_rule_of_the_command_line() {
    let setup = Setup { opening: Some("rif".to_string()), host_token: HOST.to_string(), ..Setup::default() };
    let tables = Tables::open(setup).expect("tables");
    let hello = Window::silent(&tables).ask(json!({ "do": "hello", "token": HOST }));
    assert_eq!(hello["default"]["opening"], json!("rif"));
    assert!(Window::silent(&crate::common::window::tables(None))
        .ask(json!({ "do": "hello", "token": HOST }))["default"]
        .get("opening")
        .is_none());
}

#[test]
fn a_rule_that_does_not_fit_is_refused() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    for (game, rule, more, part) in [
        ("gomoku", "rif", json!({}), "expected swap, swap2"),
        ("connect4", "swap", json!({}), "it has none"),
        ("renju", "yamaguchi", json!({}), "'yamaguchi' is not"),
        ("renju", "rif", json!({ "options": { "BoardSize": 19 } }), "expected swap, swap2"),
        ("renju", "rif", json!({ "moves": ["h8"] }), "the empty board"),
    ] {
        let mut create = json!({ "do": "create", "game": game, "opening": rule });
        create.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let number = window.send(create);
        let refused = window.wait(number)["refused"].clone();
        assert_eq!(refused["code"], json!("bad_option"), "{refused}");
        assert!(refused["text"].as_str().is_some_and(|text| text.contains(part)), "{refused}");
    }
    let id = begin(&mut window, "gomoku", "swap");
    let again = window.ask(json!({ "do": "rematch", "table": id, "swap": false }))["table"].clone();
    window.ask(json!({ "do": "join", "table": again }));
    assert_eq!(window.look(again.as_str().expect("an id"))["opening"]["stage"], json!("stone"));
}

#[test]
fn the_program_decides_for_an_engine_which_then_plays() {
    let engine = EngineSpec {
        name: "other".to_string(),
        command: Some(PathBuf::from(env!("CARGO_BIN_EXE_quadriga"))),
        protocol: EngineProtocol::Ugi,
        limits: Limits { depth: Some(2), ..Limits::default() },
        ..EngineSpec::default()
    };
    let setup = Setup { engines: vec![engine], host_token: HOST.to_string(), ..Setup::default() };
    let tables = Tables::open(setup).expect("tables");
    let mut window = Window::host(&tables);
    let seats = json!([person("Ann"), { "kind": "engine", "engine": 0 }]);
    let id = window.create(json!({ "game": "gomoku", "opening": "swap", "seats": seats, "think_ms": 200 }));
    steps(&mut window, &id, "h8 a1 i8");
    let table = window.table(|table| table.get("opening").is_none());
    assert_eq!((&table["seats"][0]["kind"], &table["seats"][1]["name"]), (&json!("engine"), &json!("Ann")));
    window.ask(json!({ "do": "move", "table": id, "move": "i7" }));
    let table = window.table(|table| table["nodes"].as_array().is_some_and(|nodes| nodes.len() == 5));
    assert_eq!(table["nodes"][4]["player"], json!(1));
    tables.close();
}

#[test]
fn the_stones_of_an_opening_get_no_marks() {
    let marks = |opening: Value| {
        let mut board = Board::new();
        let made = board.ask(json!({ "do": "create", "game": "gomoku", "options": { "BoardSize": 5 },
                                     "opening": opening, "seats": [] }));
        let id = made["ok"]["table"].as_str().expect("an id").to_string();
        board.ask(json!({ "do": "join", "table": id }));
        // White does not stop a five, and Black does not make it.
        for mv in ["a1", "a3", "b1", "c3", "c1", "b4", "d1", "d5", "e5"] {
            let played = board.ask(json!({ "do": "move", "table": id, "move": mv }));
            assert!(played.get("ok").is_some(), "{played}");
        }
        board.asked += 1;
        let report = json!({ "ref": board.asked, "do": "report", "table": id, "nodes": 2000 });
        board.client.receive(&report.to_string());
        let told = board.settle();
        let reports = told.iter().filter(|push| push["push"] == json!("report"));
        reports.map(|push| (push["node"].as_u64(), push["best"] == json!(""))).collect::<Vec<_>>()
    };
    let judged = |reports: &[(Option<u64>, bool)]| {
        let mut nodes: Vec<u64> =
            reports.iter().filter(|(_, none)| !none).filter_map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        nodes
    };
    assert_eq!(judged(&marks(json!("swap"))), [4, 5, 6, 7, 8, 9]);
    assert_eq!(judged(&marks(json!(null))), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

/// A command at random: mostly a step that is allowed.
fn any_command(random: &mut Random, table: &Value) -> Value {
    let any = |random: &mut Random, list: &Value| {
        let list = list.as_array().filter(|list| !list.is_empty())?;
        Some(list[random.below(list.len())].clone())
    };
    let opening = &table["opening"];
    let step = match random.below(12) {
        0 | 1 => return json!({ "do": "undo" }),
        2 => return json!({ "do": "redo" }),
        3 => {
            let node = any(random, &table["nodes"]).map_or(json!(0), |node| node["id"].clone());
            return json!({ "do": "goto", "node": node });
        }
        4 => return json!({ "do": "add", "node": table["current"], "move": "o15" }),
        5 => return json!({ "do": "swap" }),
        6 | 7 => any(random, &opening["words"]),
        8 => opening["max_count"].as_u64().map(|most| json!((1 + random.below(most as usize)).to_string())),
        _ => any(random, &opening["cells"]),
    };
    let paths = &table["position"]["paths"];
    match step {
        Some(step) => json!({ "do": "step", "step": step }),
        None => {
            json!({ "do": "move", "move": any(random, paths).map_or(json!("h8"), |path| path["move"].clone()) })
        }
    }
}

#[test]
fn whatever_is_done_in_an_opening_the_record_has_it() {
    let folder = Folder::new("openings-random");
    let mut random = Random::new(8);
    for rule in RULES {
        let data = Some(folder.as_path().to_path_buf());
        let (id, before) = {
            let tables = tables(data.clone());
            let mut window = Window::host(&tables);
            let id = begin(&mut window, "renju", rule);
            for _ in 0..150 {
                let mut command = any_command(&mut random, &window.look(&id));
                command["table"] = json!(id);
                let number = window.send(command.clone());
                let answer = window.wait(number);
                let code = answer["refused"]["code"].as_str().unwrap_or("illegal").to_string();
                let known = ["illegal", "nothing_to_undo", "nothing_to_redo", "over", "paused"];
                assert!(known.contains(&code.as_str()), "{rule}: {command}: {answer}");
            }
            let before = window.look(&id);
            tables.close();
            (id, before)
        };
        let tables = tables(data);
        let mut window = Window::host(&tables);
        window.ask(json!({ "do": "join", "table": id }));
        let after = window.look(&id);
        for field in ["n", "nodes", "current", "seats", "opening", "position"] {
            assert_eq!(after.get(field), before.get(field), "{rule}: {field}");
        }
    }
}
