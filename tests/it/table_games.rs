//! Whole games at tables, through the interface.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadriga::match_runner::spec::{EngineProtocol, EngineSpec, Limits};
use quadriga::table::{Setup, Tables};
use serde_json::{Value, json};

use crate::common::window::{HOST, Window, tables};

fn program(level: u8) -> Value {
    json!({ "kind": "program", "level": level })
}

/// Plays a game to its end: persons make the first move of the list of paths, programs their own.
fn play_out(game: &str, options: Value, seats: Value) -> Value {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let id = window.create(json!({ "game": game, "options": options, "seats": seats, "think_ms": 100 }));
    let mut told = 0;
    loop {
        let table = window.table(|table| {
            let to_move = table["position"]["player"].as_u64().expect("a player") as usize;
            let is_person = table["seats"][to_move - 1]["kind"] == json!("person");
            table["phase"] == json!("over") || (table["phase"] == json!("playing") && is_person)
        });
        if table["phase"] == json!("over") {
            return table;
        }
        assert!(table["n"].as_u64() > Some(told), "the game goes on: {table}");
        let paths = table["position"]["paths"].as_array().expect("paths");
        let mv = paths[(table["nodes"].as_array().expect("nodes").len() * 7) % paths.len()]["move"].clone();
        told = table["n"].as_u64().expect("a number");
        window.ask(json!({ "do": "move", "table": id, "move": mv, "node": table["current"] }));
    }
}

#[test]
fn a_game_of_every_family_ends_between_a_person_and_a_program() {
    for (game, options) in [
        ("connect4", json!({})),
        ("connect4-5x4", json!({})),
        ("gomoku", json!({ "BoardSize": 7 })),
        ("renju", json!({ "BoardSize": 9 })),
        ("draughts", json!({})),
        ("english", json!({})),
        ("frysk", json!({})),
        ("spanish", json!({})),
    ] {
        let seats = json!([{ "kind": "person", "name": "Ann" }, program(1)]);
        let table = play_out(game, options, seats);
        assert!(table["outcome"].is_string() && table["reason"].is_string(), "{table}");
        assert_eq!(table["position"]["outcome"], table["outcome"]);
        assert_eq!(table["seats"][0]["name"], json!("Ann"));
    }
}

#[test]
fn programs_play_each_other_without_anybodys_help() {
    let table = play_out("connect4", json!({}), json!([program(0), program(2)]));
    assert!(table["nodes"].as_array().is_some_and(|nodes| nodes.len() >= 7));
    let table = play_out("gomoku", json!({ "BoardSize": 6 }), json!([program(2), program(0)]));
    assert_eq!(table["thinking"], json!(0));
}

#[test]
fn three_programs_play_chinese_checkers() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let seats = json!([program(0), program(0), program(1)]);
    let id = window.create(
        json!({ "game": "chinesecheckers", "options": { "Players": 3 }, "seats": seats, "think_ms": 100 }),
    );
    let table = window.table(|table| table["nodes"].as_array().expect("nodes").len() >= 9);
    let players: Vec<Value> =
        table["nodes"].as_array().expect("nodes").iter().map(|node| node["player"].clone()).collect();
    assert_eq!(players[..6], [1, 2, 3, 1, 2, 3].map(Value::from));
    assert_eq!(table["options"], json!({ "Players": 3 }));
    window.ask(json!({ "do": "pause", "table": id }));
    let table = window.table(|table| table["phase"] == json!("paused") && table["thinking"] == json!(0));
    assert_eq!(table["seats"][2]["level"], json!(1));
    window.ask(json!({ "do": "delete", "table": id }));
    window.push(|push| push["push"] == json!("gone"));
}

#[test]
fn two_persons_at_one_keyboard_play_undo_and_try_another_way() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let id = window.create(json!({ "game": "connect4" }));
    let command = |what: &str| json!({ "do": what, "table": id });
    let mv = |mv: &str| json!({ "do": "move", "table": id, "move": mv });
    for column in ["4", "4", "3"] {
        window.ask(mv(column));
    }
    window.ask(command("undo"));
    window.ask(command("undo"));
    assert_eq!(window.look(&id)["current"], json!(1));
    window.ask(command("redo"));
    window.ask(mv("d3"));
    let table = window.look(&id);
    assert_eq!((&table["current"], &table["nodes"][3]["parent"]), (&json!(4), &json!(2)));
    window.ask(json!({ "do": "goto", "table": id, "node": 3 }));
    window.ask(command("undo"));
    // The way that was gone last.
    window.ask(command("redo"));
    assert_eq!(window.look(&id)["current"], json!(3));
    // A move that was made before is the same node.
    window.ask(command("undo"));
    window.ask(mv("4"));
    let table = window.look(&id);
    assert_eq!((&table["current"], table["nodes"].as_array().map(Vec::len)), (&json!(4), Some(4)));
    assert_eq!(table["position"]["last"]["move"], json!("4"));
    let board = window.ask(json!({ "do": "board", "table": id, "node": 1, "threats": true }));
    assert_eq!(board["position"]["player"], json!(2));
    assert!(board["position"]["threats"].is_array() && board["position"]["paths"].is_array());
}

#[test]
fn undo_against_a_program_goes_back_to_the_person_and_the_game_goes_on() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let seats = json!([program(0), { "kind": "person" }]);
    let id = window.create(json!({ "game": "connect4", "seats": seats, "think_ms": 100 }));
    let waits = |moves: usize| {
        move |table: &Value| {
            table["nodes"].as_array().map(Vec::len) == Some(moves) && table["position"]["player"] == json!(2)
        }
    };
    window.table(waits(1));
    assert_eq!(window.refused(json!({ "do": "undo", "table": id })), "nothing_to_undo");
    window.ask(json!({ "do": "move", "table": id, "move": "1" }));
    window.table(waits(3));
    window.ask(json!({ "do": "undo", "table": id }));
    let table = window.look(&id);
    assert_eq!((&table["current"], &table["phase"]), (&json!(1), &json!("playing")));
    window.ask(json!({ "do": "redo", "table": id }));
    assert_eq!(window.look(&id)["current"], json!(3));
    window.ask(json!({ "do": "goto", "table": id, "node": 2 }));
    assert_eq!(window.look(&id)["phase"], json!("paused"));
    window.ask(json!({ "do": "resume", "table": id }));
    window.table(|table| table["position"]["player"] == json!(2) && table["phase"] == json!("playing"));
    window.ask(json!({ "do": "swap", "table": id }));
    let table = window.table(|table| table["seats"][0]["kind"] == json!("person"));
    assert_eq!(table["seats"][1]["level"], json!(0));
}

#[test]
fn a_program_declines_a_draw_where_it_wins_and_accepts_one_where_nothing_is_won() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let seats = json!([{ "kind": "person" }, program(0)]);
    // Two kings against one: the program has lost nothing yet, and can win nothing.
    let even = json!({ "game": "draughts", "fen": "W:WK50:BK1", "seats": seats, "think_ms": 100 });
    let id = window.create(even);
    window.ask(json!({ "do": "offer_draw", "table": id }));
    let table = window.table(|table| table["phase"] == json!("over"));
    assert_eq!((&table["outcome"], &table["reason"]), (&json!("draw"), &json!("agreed")));
    let won = json!({ "game": "draughts", "fen": "W:W50:BK1,K2,K3,K4", "seats": seats, "think_ms": 100 });
    let id = window.create(won);
    window.ask(json!({ "do": "offer_draw", "table": id }));
    let declined = window.push(|push| push["event"]["type"] == json!("declined"));
    assert_eq!((&declined["event"]["player"], &declined["table"]["draw_offer"]), (&json!(2), &json!(0)));
}

#[test]
fn help_is_a_move_with_its_way_and_a_move_for_the_person() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let id = window
        .create(json!({ "game": "connect4", "moves": ["4", "3", "4", "3", "4", "3"], "think_ms": 100 }));
    let hint = window.ask(json!({ "do": "hint", "table": id }));
    assert_eq!((&hint["move"], &hint["path"]["cells"]), (&json!("4"), &json!([[3, 2]])));
    assert_eq!(hint["score"]["mate"], json!(1));
    window.ask(json!({ "do": "play_for_me", "table": id, "node": 6 }));
    let table = window.look(&id);
    assert_eq!((&table["outcome"], &table["current"]), (&json!("p1win"), &json!(7)));
    assert_eq!(table["reason"], json!("four in a line"));
}

#[test]
fn an_analysis_is_pushed_until_it_is_switched_off_and_one_search_is_left_for_programs() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let seats = json!([{ "kind": "person" }, program(0)]);
    let one = window.create(json!({ "game": "draughts", "seats": seats, "think_ms": 100 }));
    let other = window.create(json!({ "game": "gomoku" }));
    window.ask(json!({ "do": "analyse", "table": one, "node": 0, "lines": 3 }));
    let push = window.push(|push| push["push"] == json!("analysis"));
    assert_eq!((&push["table"], &push["node"]), (&json!(one), &json!(0)));
    assert_eq!(push["record"]["multipv"].as_array().map(Vec::len), Some(3));
    assert_eq!(window.refused(json!({ "do": "analyse", "table": other, "node": 0 })), "busy");
    // The program moves all the same.
    window.ask(json!({ "do": "move", "table": one, "move": "32-28" }));
    window.table(|table| table["id"] == json!(one) && table["current"] == json!(2));
    // The table looks at another node: the search of the old one makes room.
    window.ask(json!({ "do": "analyse", "table": one, "node": 2, "lines": 1 }));
    window.push(|push| push["push"] == json!("analysis") && push["node"] == json!(2));
    window.ask(json!({ "do": "analyse", "table": one, "node": null }));
    window.ask(json!({ "do": "analyse", "table": other, "node": 0 }));
    window.push(|push| push["push"] == json!("analysis") && push["table"] == json!(other));
}

#[test]
fn a_report_judges_the_moves_from_the_end_to_the_start() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    // The first player stops the three in the first column with neither of its last two moves.
    let moves = json!(["4", "1", "4", "1", "7", "1", "7", "1"]);
    let id = window.create(json!({ "game": "connect4", "moves": moves }));
    let number = window.send(json!({ "do": "report", "table": id, "nodes": 2000 }));
    assert_eq!(window.refused(json!({ "do": "report", "table": id, "nodes": 2000 })), "busy");
    let reports: Vec<Value> = (0..9).map(|_| window.push(|push| push["push"] == json!("report"))).collect();
    assert!(window.wait(number).get("ok").is_some());
    let of = |node: u64| {
        reports.iter().find(|report| report["node"] == json!(node)).expect("a report of each node")
    };
    assert_eq!((&of(0)["mark"], &of(0)["best"]), (&json!(""), &json!("")));
    assert_eq!((&of(8)["mark"], &of(8)["record"]["outcome"]), (&json!(""), &json!("p2win")));
    assert_eq!((&of(7)["mark"], &of(7)["best"]), (&json!("??"), &json!("1")));
    assert!(of(7)["lost"].as_f64().is_some_and(|lost| lost > 0.4), "{}", of(7));
    let four = json!({
        "kind": "leaves_four", "player": 2, "cells": [[0, 2]], "places": ["1"], "line": [], "numbers": []
    });
    assert_eq!(of(7)["facts"], json!([four]), "the fourth place of the first column");
    let page = window.ask(json!({ "do": "page", "table": id, "nodes": 500 }));
    assert!(
        page["text"]
            .as_str()
            .is_some_and(|text| text.contains("<!doctype html>") || text.contains("<!DOCTYPE html>"))
    );
    let svg = window.ask(json!({ "do": "picture", "table": id, "node": 3, "width": 300 }));
    assert!(svg["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg") && svg.contains("width=\"300\"")));
}

fn with_engines(specs: Vec<EngineSpec>) -> Tables {
    Tables::open(Setup { engines: specs, host_token: HOST.to_string(), ..Setup::default() }).expect("tables")
}

#[test]
fn engines_of_the_command_line_play_and_follow_when_moves_are_taken_back() {
    let engine = |protocol, words: &[&str]| EngineSpec {
        name: "other".to_string(),
        command: Some(PathBuf::from(env!("CARGO_BIN_EXE_quadriga"))),
        arguments: words.iter().map(|word| (*word).to_string()).collect(),
        protocol,
        limits: Limits { depth: Some(2), ..Limits::default() },
        ..EngineSpec::default()
    };
    let ugi = engine(EngineProtocol::Ugi, &[]);
    let gomocup = engine(EngineProtocol::Gomocup, &["gomocup"]);
    for (index, protocol) in ["ugi", "gomocup"].into_iter().enumerate() {
        let tables = with_engines(vec![ugi.clone(), gomocup.clone()]);
        let mut window = Window::host(&tables);
        let seats = json!([{ "kind": "person" }, { "kind": "engine", "engine": index }]);
        let id = window.create(json!({ "game": "gomokufreestyle", "seats": seats, "think_ms": 500 }));
        let mv = |mv: &str| json!({ "do": "move", "table": id, "move": mv });
        let own_turn = |node: u64| {
            move |table: &Value| {
                table["current"].as_u64() >= Some(node) && table["position"]["player"] == json!(1)
            }
        };
        window.ask(mv("h8"));
        window.table(own_turn(2));
        window.ask(mv("a1"));
        window.table(own_turn(4));
        window.ask(json!({ "do": "undo", "table": id }));
        window.ask(mv("o15"));
        let table = window.table(own_turn(6));
        assert_eq!(table["phase"], json!("playing"), "{protocol}");
        assert_eq!(window.refused(json!({ "do": "move_now", "table": id })), "not_your_turn");
        tables.close();
    }
}

#[test]
fn a_flag_that_falls_ends_the_game_by_itself() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let clock = json!({ "base_ms": 1000, "increment_ms": 0 });
    let id = window.create(json!({ "game": "connect4", "clock": clock }));
    window.ask(json!({ "do": "move", "table": id, "move": "4" }));
    let table = window.table(|table| table["phase"] == json!("over"));
    assert_eq!((&table["outcome"], &table["reason"]), (&json!("p1win"), &json!("time")));
    assert_eq!(table["clock"]["left_ms"], json!([1000, 0]));
}

#[test]
fn a_table_that_breaks_down_is_read_again_from_its_record() {
    let tables = tables(None);
    let id = Window::host(&tables).create(json!({ "game": "connect4" }));
    // Whoever takes messages in may be at fault as well as the table: here it panics once.
    let (sender, messages) = std::sync::mpsc::channel();
    let broken = AtomicBool::new(false);
    let mut client = tables.client(Box::new(move |text| {
        if text.contains("\"type\":\"moved\"") && !broken.swap(true, Ordering::Relaxed) {
            panic!("a mistake");
        }
        sender.send(text).is_ok()
    }));
    client.receive(&json!({ "ref": 1, "do": "hello", "token": HOST }).to_string());
    client.receive(&json!({ "ref": 2, "do": "join", "table": id }).to_string());
    client.receive(&json!({ "ref": 3, "do": "move", "table": id, "move": "4" }).to_string());
    let texts = std::iter::from_fn(|| messages.recv_timeout(Duration::from_secs(120)).ok());
    let mut values = texts.map(|text| serde_json::from_str::<Value>(&text).expect("JSON"));
    let answer = values.find(|value| value["ref"] == json!(3)).expect("an answer");
    assert_eq!(answer["refused"]["code"], json!("broken"));
    let notice = values.find(|value| value["push"] == json!("notice")).expect("a notice");
    assert_eq!(notice["code"], json!("broken"));
    let paused = values.find(|value| value["event"]["type"] == json!("paused")).expect("a pause");
    assert_eq!((&paused["table"]["current"], &paused["table"]["phase"]), (&json!(1), &json!("paused")));
    let mut window = Window::host(&tables);
    window.ask(json!({ "do": "resume", "table": id }));
    window.ask(json!({ "do": "move", "table": id, "move": "4" }));
    assert_eq!(window.look(&id)["current"], json!(2));
}

#[test]
fn a_move_is_weighed_before_it_is_made_and_the_better_one_is_not_told() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let seats = json!([{ "kind": "person" }, { "kind": "program", "level": 0 }]);
    let moves = json!(["4", "1", "4", "1", "7", "1"]);
    let id = window.create(json!({ "game": "connect4", "moves": moves, "seats": seats }));
    let weigh = |mv: &str| json!({ "do": "weigh", "table": id, "move": mv, "node": 6 });
    let bad = window.ask(weigh("7"));
    assert_eq!((&bad["mark"], &bad["facts"][0]["kind"]), (&json!("??"), &json!("leaves_four")));
    assert!(bad["lost"].as_f64().is_some_and(|lost| lost > 0.2) && bad.get("best").is_none(), "{bad}");
    let good = window.ask(weigh("1"));
    assert_eq!((&good["mark"], &good["lost"], good.get("facts")), (&json!(""), &json!(0.0), None));
    assert_eq!(window.refused(weigh("9")), "illegal");
    window.ask(json!({ "do": "pause", "table": id }));
    assert_eq!(window.refused(weigh("4")), "paused");
    window.ask(json!({ "do": "seats", "table": id, "seats": [{ "kind": "person" }, { "kind": "person" }] }));
    window.ask(json!({ "do": "resume", "table": id }));
    assert_eq!(window.refused(weigh("4")), "not_allowed");
}

#[test]
fn moves_are_tried_anywhere_in_a_game_that_is_over_and_change_nothing() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let seats = json!([{ "kind": "person" }, { "kind": "program", "level": 0 }]);
    let moves = json!(["4", "1", "4", "1", "7", "1"]);
    let id = window.create(json!({ "game": "connect4", "moves": moves, "seats": seats }));
    let weigh = |node: usize, mv: &str| json!({ "do": "weigh", "table": id, "move": mv, "node": node });
    // Before the end too, except at the current node, which only the person to move may weigh.
    assert_eq!(window.ask(weigh(4, "4"))["mark"], json!(""));
    window.ask(json!({ "do": "resign", "table": id, "seat": 1 }));
    let over = window.look(&id);
    let bad = window.ask(weigh(6, "7"));
    assert_eq!((&bad["mark"], &bad["facts"][0]["kind"]), (&json!("??"), &json!("leaves_four")));
    for (node, mv) in [(6, "1"), (4, "4")] {
        let good = window.ask(weigh(node, mv));
        assert_eq!((&good["mark"], &good["lost"]), (&json!(""), &json!(0.0)), "{mv} at {node}");
    }
    assert_eq!(window.refused(weigh(6, "9")), "illegal");
    assert_eq!(window.refused(weigh(7, "1")), "unknown_node");
    assert_eq!(window.look(&id), over);
}
