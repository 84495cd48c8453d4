//! What scripts and learners ask of the analysis pipe besides searches: values, numbers of moves, single turns.

use crate::analyze::{ENDLESS, converse, next, start, text};
use quadriga::games;
use serde_json::{Value, json};

fn ask(lines: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    converse(lines.join("\n").into_bytes())
}

fn one(line: Value) -> Value {
    let mut all = ask(&[line]);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn every_game_has_an_evaluation_with_terms_and_an_order_of_moves() {
    for game in games::variants() {
        let eval = one(json!({"id": 1, "action": "eval", "game": game}));
        let order = eval["order"].as_array().unwrap_or_else(|| panic!("{eval}"));
        let ranks: Vec<i64> = order.iter().map(|entry| entry["rank"].as_i64().expect("a number")).collect();
        assert!(!ranks.is_empty() && ranks.is_sorted_by(|a, b| a >= b), "{game}: {ranks:?}");
        let legal = one(json!({"id": 1, "action": "legal_moves", "game": game}));
        let moves = legal["moves"].as_array().expect("a list");
        assert!(order.iter().all(|entry| moves.contains(&entry["move"])), "{game}");
        assert!(!eval["terms"].as_array().expect("a list").is_empty() && eval["value"].is_i64(), "{eval}");
    }
    let over = one(json!({"id": 1, "action": "eval", "game": "connect4", "moves": [4, 3, 4, 3, 4, 3, 4]}));
    assert_eq!((text(&over, "outcome"), over.get("value")), ("p1win", None));
}

#[test]
fn encoded_moves_are_the_legal_ones_and_a_finished_game_has_none() {
    for game in games::variants() {
        let all = ask(&[
            json!({"id": "encode", "action": "encode", "game": game}),
            json!({"id": "moves", "action": "legal_moves", "game": game}),
        ]);
        let find = |id: &str| all.iter().find(|answer| answer["id"] == id).expect("an answer");
        let (encoded, legal) = (find("encode"), find("moves"));
        assert_eq!(encoded["moves"], legal["moves"], "{game}");
        let cells = encoded["shape"][1].as_u64().unwrap() * encoded["shape"][2].as_u64().unwrap();
        let planes = encoded["planes"].as_array().expect("a list");
        assert_eq!(planes.len() as u64, encoded["shape"][0].as_u64().unwrap());
        assert!(planes.iter().all(|plane| plane.as_str().unwrap().len() as u64 == cells), "{game}");
    }
    let over = one(json!({"id": 1, "action": "encode", "game": "connect4", "moves": [4, 3, 4, 3, 4, 3, 4]}));
    assert_eq!((&over["moves"], &over["numbers"], &over["actions"]), (&json!([]), &json!([]), &json!(7)));
}

#[test]
fn exact_values_are_those_of_the_solver_with_all_moves_and_a_line() {
    let solved = |rest: Value| {
        let mut line = json!({"id": 1, "action": "solve", "game": "connect4", "moves": [4, 4, 5, 5]});
        line.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        one(line)
    };
    let full = solved(json!({"all": true, "line": true}));
    assert_eq!((text(&full, "result"), &full["value"], &full["plies"]), ("win", &json!(18), &json!(3)));
    assert_eq!(full["pv"], json!(["3", "4", "2"]));
    let values: Vec<&Value> = full["moves"].as_array().unwrap().iter().map(|mv| &mv["value"]).collect();
    assert_eq!(values, [-4, -3, 18, 2, 2, 18, -3]);
    let weak = solved(json!({"weak": true}));
    assert_eq!((text(&weak, "result"), weak.get("value"), weak.get("moves")), ("win", None, None));
    let start = |book: bool| solved(json!({"moves": [], "nodes": 2e4, "options": {"Book": book}}));
    let (by_book, given_up) = (start(true), start(false));
    assert_eq!(
        (text(&by_book, "result"), &by_book["value"], &by_book["plies"]),
        ("win", &json!(1), &json!(41))
    );
    assert_eq!((text(&given_up, "result"), given_up.get("value")), ("unknown", None));
    assert!(given_up["bounds"][0].as_i64() < given_up["bounds"][1].as_i64());
}

#[test]
fn wins_by_threats_have_a_line_and_other_games_cannot_be_solved() {
    let threats =
        json!({"id": 1, "action": "solve", "game": "renju", "moves": ["h8", "a1", "i8", "a3", "j8", "a5"]});
    let won = one(threats.clone());
    assert_eq!((text(&won, "result"), won["pv"].as_array().unwrap().len()), ("win", 3));
    let mut all = threats;
    all["all"] = json!(true);
    assert_eq!(text(&one(all), "field"), "all");
    assert_eq!(text(&one(json!({"id": 1, "action": "solve", "game": "renju"})), "result"), "none");
    let refused = one(json!({"id": 1, "action": "solve", "game": "draughts"}));
    assert_eq!(text(&refused, "field"), "game");
    assert!(text(&refused, "error").starts_with("draughts cannot be solved; expected one of connect4"));
}

#[test]
fn a_solver_ends_when_its_query_is_terminated() {
    let mut client = start(&["--positions", "1"]);
    client.send(r#"{"id":"long","action":"solve","game":"connect4-10x10","options":{"Book":false}}"#);
    client.send(r#"{"id":"stop","action":"terminate","terminate":"long"}"#);
    assert_eq!(next(&mut client)["terminated"], 1);
    let ended = json!({"id":"long","action":"solve","terminated":true});
    assert_eq!(next(&mut client), ended);
}

#[test]
fn single_turns_are_terminated_and_the_others_are_searched() {
    let mut client = start(&["--positions", "1"]);
    client.send(ENDLESS);
    client.send(r#"{"id":"game","game":"connect4","moves":[4,4],"turns":"all","depth":2}"#);
    client.send(r#"{"id":"t","action":"terminate","terminate":"game","turns":[1,7]}"#);
    assert_eq!(next(&mut client), json!({"id":"t","action":"terminate","terminate":"game","terminated":1}));
    assert_eq!(next(&mut client), json!({"id":"game","turn":1,"final":true,"terminated":true}));
    client.send(r#"{"action":"terminate","terminate":"endless"}"#);
    next(&mut client);
    let rest: Vec<Value> = (0..3).map(|_| next(&mut client)).collect();
    let turns: Vec<(&str, &Value)> =
        rest.iter().map(|answer| (text(answer, "id"), &answer["turn"])).collect();
    assert_eq!(turns, [("endless", &json!(0)), ("game", &json!(0)), ("game", &json!(2))]);
}

#[test]
fn legal_moves_say_how_the_game_writes_the_last_move() {
    let last = |moves: Value| {
        one(json!({"id": 1, "action": "legal_moves", "game": "connect4", "moves": moves}))["last_move"]
            .clone()
    };
    assert_eq!((last(json!([])), last(json!(["b", "P@d1"]))), (Value::Null, json!("4")));
}

#[test]
fn a_table_without_a_total_is_as_large_as_asked_for() {
    let line = r#"{"id":1,"game":"draughts","depth":2,"options":{"Hash":64}}"#;
    let mut client = start(&["--positions", "1"]);
    client.send(line);
    assert_eq!(next(&mut client)["final"], true, "and there is no warning");
}
