//! Guests from the local network: the door that the host opens, and what those who come in may not do.

use std::net::TcpStream;
use std::time::Duration;

use super::running::{Board, Socket, TOKEN};
use crate::common::client::PATIENCE;
use serde_json::{Value, json};

fn ask(socket: &mut Socket, mut command: Value) -> Value {
    command["ref"] = json!(2);
    socket.ask(&command.to_string())
}

fn code(answer: &Value) -> &str {
    answer["refused"]["code"].as_str().unwrap_or_default()
}

/// Opens the door; the names of the server there. `None`: this machine is in no local network, and nothing can be tested.
fn opened(host: &mut Socket) -> Option<Vec<String>> {
    let answer = ask(host, json!({"do": "listen", "on": true}));
    if code(&answer) == "network" {
        return None;
    }
    let addresses = answer["ok"]["addresses"].as_array().expect("addresses");
    let names = addresses.iter().map(|address| address.as_str().expect("text"));
    Some(names.map(|address| address.strip_prefix("http://").expect("a page").to_string()).collect())
}

/// The status of the answer to a request for the page at this address under this name.
fn status(address: &str, name: &str) -> String {
    use std::io::Write;
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let request = format!("GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    super::running::rest(&mut stream).chars().skip(9).take(3).collect()
}

/// A table of Connect Four with its host, and the tokens of its second seat and of spectators.
fn table(board: &Board) -> (Socket, String, [String; 2]) {
    let mut host = board.guest();
    let made = ask(&mut host, json!({"do": "create", "game": "connect4"}));
    let table = made["ok"]["table"].as_str().expect("a table").to_string();
    let tokens = [2, 0].map(|seat| {
        let invited = ask(&mut host, json!({"do": "invite", "table": table, "seat": seat}));
        invited["ok"]["token"].as_str().expect("a token").to_string()
    });
    (host, table, tokens)
}

#[test]
fn only_the_host_opens_the_door_and_nobody_says_where() {
    let board = Board::start();
    let (mut host, table, tokens) = table(&board);
    for token in &tokens {
        let mut guest = board.stranger();
        assert!(guest.hello(token));
        for command in
            [json!({"do": "listen", "on": true}), json!({"do": "listen"}), json!({"do": "qr", "text": "a"})]
        {
            assert_eq!(code(&ask(&mut guest, command)), "not_allowed");
        }
    }
    for on in [json!("0.0.0.0:80"), json!({"host": "0.0.0.0"}), json!(1)] {
        assert_eq!(code(&ask(&mut host, json!({"do": "listen", "on": on}))), "syntax");
    }
    let named = json!({"do": "listen", "on": true, "host": "0.0.0.0", "port": 80, "address": "0.0.0.0:80", "table": table});
    let answer = ask(&mut host, named);
    assert!(!answer.to_string().contains("0.0.0.0") && !answer.to_string().contains(":80\""), "{answer}");
    for text in [json!(""), json!("x".repeat(301)), json!(7)] {
        assert!(!code(&ask(&mut host, json!({"do": "qr", "text": text}))).is_empty());
    }
}

#[test]
fn the_token_of_the_host_opens_nothing_at_the_door_for_guests() {
    let board = Board::start();
    let (mut host, _, tokens) = table(&board);
    let Some(names) = opened(&mut host) else { return };
    for name in &names {
        assert_eq!(status(name, name), "200");
        let port = name.rsplit_once(':').expect("a port").1;
        for foreign in [
            format!("localhost:{port}"),
            format!("127.0.0.1:{port}"),
            "board.example".to_string(),
            String::new(),
        ] {
            assert_eq!(status(name, &foreign), "403", "{foreign}");
        }
        assert!(!Socket::connect(name).hello(TOKEN), "the host sits at this machine");
        let mut guest = Socket::connect(name);
        assert!(guest.hello(&tokens[0]));
        assert_eq!(code(&ask(&mut guest, json!({"do": "hello", "token": TOKEN}))), "not_allowed");
        assert_eq!(code(&ask(&mut guest, json!({"do": "tables"}))), "not_allowed");
    }
    assert_eq!(opened(&mut host), Some(names), "it is open");
}

#[test]
fn a_closed_door_is_closed_also_for_those_who_are_in() {
    let board = Board::start();
    let (mut host, _, tokens) = table(&board);
    let Some(names) = opened(&mut host) else { return };
    let mut guest = Socket::connect(&names[0]);
    assert!(guest.hello(&tokens[0]));
    assert_eq!(ask(&mut host, json!({"do": "listen", "on": false}))["ok"]["addresses"], json!([]));
    assert_eq!(guest.end().1, 1001);
    let address = names[0].parse().expect("an address");
    while TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok() {
        std::thread::yield_now();
    }
    assert!(board.is_well(), "the host's own address stays open");
}

#[test]
fn a_crowd_at_the_door_for_guests_takes_no_place_of_the_host() {
    let board = Board::start();
    let mut host = board.guest();
    let Some(names) = opened(&mut host) else { return };
    let crowd: Vec<TcpStream> = (0..300).filter_map(|_| TcpStream::connect(&names[0]).ok()).collect();
    assert!(crowd.len() > 256 && board.is_well());
}

#[test]
fn nobody_changes_the_game_of_another_without_consent() {
    let board = Board::start();
    let (mut host, table, tokens) = table(&board);
    let [mut guest, mut watcher] = tokens.map(|token| {
        let mut socket = board.stranger();
        assert!(socket.hello(&token));
        socket
    });
    let at = |mut command: Value| {
        command["table"] = json!(table);
        command
    };
    for (socket, mv) in [(0, "4"), (1, "3")] {
        let player = if socket == 0 { &mut host } else { &mut guest };
        assert!(ask(player, at(json!({"do": "move", "move": mv}))).get("ok").is_some());
    }
    for command in [
        json!({"do": "undo"}),
        json!({"do": "redo"}),
        json!({"do": "goto", "node": 0}),
        json!({"do": "pause"}),
        json!({"do": "resume"}),
        json!({"do": "swap"}),
    ] {
        assert_eq!(code(&ask(&mut host, at(command.clone()))), "consent", "{command}");
        assert_eq!(code(&ask(&mut guest, at(command.clone()))), "not_allowed", "{command}");
        assert_eq!(code(&ask(&mut watcher, at(command.clone()))), "not_allowed", "{command}");
    }
    for command in [
        json!({"do": "offer", "kind": "undo"}),
        json!({"do": "offer", "kind": "draw"}),
        json!({"do": "offer_draw"}),
        json!({"do": "answer", "accept": true}),
    ] {
        assert_eq!(code(&ask(&mut watcher, at(command))), "not_allowed");
    }
    // An offer names no player but the one who makes it, and that one cannot agree.
    let forged = json!({"do": "offer", "kind": "undo", "player": 1, "seat": 1, "waits_for": [2], "node": 0});
    assert!(ask(&mut guest, at(forged)).get("ok").is_some());
    for command in [json!({"do": "answer", "accept": true}), json!({"do": "answer_draw", "accept": true})] {
        assert!(["not_allowed", "no_offer"].contains(&code(&ask(&mut guest, at(command)))));
    }
    for kind in [json!("kick"), json!(null), json!(0), json!(["undo"]), json!("Undo")] {
        assert_eq!(code(&ask(&mut guest, at(json!({"do": "offer", "kind": kind})))), "syntax");
    }
    // A flood of offers is refused long before it fills the record. One that is open already is nothing new.
    let flood = (0..20).map(|count| {
        let kind = ["undo", "pause"][count % 2];
        code(&ask(&mut guest, at(json!({"do": "offer", "kind": kind})))).to_string()
    });
    assert!(flood.skip(3).step_by(2).all(|code| code == "busy"));
    let position = ask(&mut host, at(json!({"do": "board"})));
    assert_eq!(position["ok"]["position"]["player"], json!(1), "the game is where it was");
}
