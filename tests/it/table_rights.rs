//! Who may do what at a table: every command with every kind of token.

use quadriga::table::Tables;
use serde_json::{Value, json};

use crate::common::window::{HOST, Window, tables};

fn invite(window: &mut Window, table: &str, seat: usize) -> String {
    let invited = window.ask(json!({ "do": "invite", "table": table, "seat": seat }));
    invited["token"].as_str().expect("a token").to_string()
}

/// A command at a table of Connect Four, and what host, seat and spectator are told while the second seat is given away and
/// the first player is to move: nothing where it is done, else the code.
fn commands() -> Vec<(Value, [&'static str; 3])> {
    let all = ["", "", ""];
    let nobody = ["shared", "shared", "not_allowed"];
    let host = ["", "not_allowed", "not_allowed"];
    let consent = ["consent", "not_allowed", "not_allowed"];
    vec![
        (json!({ "do": "join" }), all),
        (json!({ "do": "board", "node": 0 }), all),
        (json!({ "do": "board", "node": 0, "threats": true }), ["shared"; 3]),
        (json!({ "do": "picture" }), all),
        (json!({ "do": "save", "format": "text" }), all),
        (json!({ "do": "hint" }), nobody),
        (json!({ "do": "analyse", "node": 0 }), nobody),
        (json!({ "do": "report", "nodes": 100 }), nobody),
        (json!({ "do": "weigh", "move": "4" }), nobody),
        (json!({ "do": "page", "nodes": 100 }), ["shared", "not_allowed", "not_allowed"]),
        (json!({ "do": "play_for_me" }), ["shared", "not_allowed", "not_allowed"]),
        (json!({ "do": "name", "text": "Bob" }), ["", "", "not_allowed"]),
        (json!({ "do": "answer_draw", "accept": false }), ["no_offer", "no_offer", "not_allowed"]),
        (json!({ "do": "offer_draw" }), ["", "", "not_allowed"]),
        (json!({ "do": "resign", "seat": 1 }), ["", "not_allowed", "not_allowed"]),
        (json!({ "do": "resign", "seat": 2 }), ["not_allowed", "", "not_allowed"]),
        (json!({ "do": "resign" }), ["", "", "not_allowed"]),
        (json!({ "do": "move", "move": "4" }), ["", "not_your_turn", "not_allowed"]),
        (json!({ "do": "offer", "kind": "draw" }), ["", "", "not_allowed"]),
        (json!({ "do": "offer", "kind": "undo" }), ["nothing_to_undo", "nothing_to_undo", "not_allowed"]),
        (json!({ "do": "offer", "kind": "goto", "node": 0 }), ["", "", "not_allowed"]),
        (
            json!({ "do": "offer", "kind": "goto", "node": 9 }),
            ["unknown_node", "unknown_node", "not_allowed"],
        ),
        (json!({ "do": "offer", "kind": "goto" }), ["syntax", "syntax", "not_allowed"]),
        (json!({ "do": "offer", "kind": "pause" }), ["", "", "not_allowed"]),
        (json!({ "do": "offer", "kind": "resume" }), ["not_allowed"; 3]),
        (json!({ "do": "answer", "accept": true }), ["no_offer", "no_offer", "not_allowed"]),
        (json!({ "do": "undo" }), consent),
        (json!({ "do": "redo" }), consent),
        (json!({ "do": "goto", "node": 0 }), consent),
        (json!({ "do": "add", "node": 0, "move": "4" }), ["shared", "not_allowed", "not_allowed"]),
        (json!({ "do": "comment", "node": 0, "text": "a" }), host),
        (json!({ "do": "mark", "node": 0, "mark": "" }), ["bad_option", "not_allowed", "not_allowed"]),
        (json!({ "do": "promote", "node": 0 }), host),
        (json!({ "do": "remove", "node": 0 }), ["not_allowed"; 3]),
        (json!({ "do": "undo_edit" }), ["nothing_to_undo", "not_allowed", "not_allowed"]),
        (json!({ "do": "move_now" }), ["not_your_turn", "not_allowed", "not_allowed"]),
        (json!({ "do": "swap" }), consent),
        (json!({ "do": "seats", "seats": [] }), host),
        (json!({ "do": "pause" }), consent),
        (json!({ "do": "resume" }), consent),
        (json!({ "do": "rematch" }), host),
        (json!({ "do": "invite", "seat": 0 }), host),
        (json!({ "do": "revoke" }), host),
        (json!({ "do": "rated" }), host),
        (json!({ "do": "leave" }), all),
    ]
}

#[test]
fn every_command_is_for_those_who_may_give_it() {
    let tables = tables(None);
    for (command, expected) in commands() {
        for (who, code) in expected.into_iter().enumerate() {
            let mut host = Window::host(&tables);
            let table = host.create(json!({ "game": "connect4" }));
            let tokens = [HOST.to_string(), invite(&mut host, &table, 2), invite(&mut host, &table, 0)];
            let mut window = Window::with_token(&tables, &tokens[who]);
            let mut command = command.clone();
            command["table"] = json!(table);
            if code.is_empty() {
                window.ask(command);
            } else {
                assert_eq!(window.refused(command.clone()), code, "{command} of {who}");
            }
        }
    }
}

#[test]
fn only_the_host_makes_lists_loads_and_deletes_tables() {
    let tables = tables(None);
    let mut host = Window::host(&tables);
    let table = host.create(json!({ "game": "connect4" }));
    let mut seat = Window::with_token(&tables, &invite(&mut host, &table, 1));
    for command in [
        json!({ "do": "tables" }),
        json!({ "do": "create", "game": "gomoku" }),
        json!({ "do": "load", "format": "text", "text": "" }),
        json!({ "do": "compose", "game": "gomoku", "rows": [], "player": 1 }),
        json!({ "do": "rating", "game": "connect4" }),
        json!({ "do": "answer_time", "unhurried": true }),
        json!({ "do": "listen", "on": true }),
        json!({ "do": "listen" }),
        json!({ "do": "qr", "text": "a" }),
        json!({ "do": "delete", "table": table }),
    ] {
        assert_eq!(seat.refused(command), "not_allowed");
    }
    assert!(seat.ask(json!({ "do": "games" }))["games"].as_array().is_some_and(|games| games.len() > 10));
}

#[test]
fn nobody_gets_in_without_a_token_or_with_that_of_another_table() {
    let tables = tables(None);
    let mut host = Window::host(&tables);
    let [one, other] = [(), ()].map(|()| host.create(json!({ "game": "connect4" })));
    let token = invite(&mut host, &one, 2);
    let mut stranger = Window::silent(&tables);
    assert_eq!(stranger.refused(json!({ "do": "join", "table": one })), "not_allowed");
    assert_eq!(stranger.refused(json!({ "do": "games" })), "not_allowed");
    let forged = format!("{}{}", &token[..32], "0".repeat(32));
    let unknown = format!("{}{}", "0".repeat(32), &token[32..]);
    for bad in ["", "x", &token[..32], &token[..63], &forged, &unknown, &"é".repeat(32)] {
        assert_eq!(stranger.refused(json!({ "do": "hello", "token": bad })), "not_allowed", "{bad}");
        assert!(!stranger.is_welcome());
        assert_eq!(stranger.refused(json!({ "do": "join", "table": one })), "not_allowed", "{bad}");
    }
    let mut seat = Window::with_token(&tables, &token);
    assert_eq!(
        seat.refused(json!({ "do": "hello", "token": HOST })),
        "not_allowed",
        "hello can be sent only once"
    );
    assert_eq!(seat.refused(json!({ "do": "join", "table": other })), "not_allowed");
    seat.ask(json!({ "do": "join", "table": one }));
}

#[test]
fn two_machines_play_a_game_see_each_other_come_and_go_and_get_help_when_it_is_over() {
    let tables = tables(None);
    let mut host = Window::host(&tables);
    let table = host.create(json!({ "game": "connect4" }));
    let token = invite(&mut host, &table, 2);
    let invited = host.push(|push| push["event"]["type"] == json!("invited"));
    assert_eq!(invited["event"], json!({ "type": "invited", "seat": 2 }), "a token is told to nobody else");
    let mut guest = Window::with_token(&tables, &token);
    guest.ask(json!({ "do": "join", "table": table }));
    let seen = guest.table(|_| true);
    assert_eq!((&seen["seats"][0]["yours"], &seen["seats"][1]["yours"]), (&json!(false), &json!(true)));
    let joined = host.push(|push| push["event"]["type"] == json!("joined"));
    assert_eq!(
        joined["table"]["seats"][1],
        json!({
            "kind": "person", "name": "", "remote": true, "online": true, "yours": false
        })
    );
    assert_eq!(joined["table"]["shared"], json!(true));
    let mv = |column: &str| json!({ "do": "move", "table": table, "move": column });
    assert_eq!(guest.refused(mv("1")), "not_your_turn");
    host.ask(mv("4"));
    assert_eq!(host.refused(mv("4")), "not_your_turn");
    for _ in 0..2 {
        guest.ask(mv("1"));
        host.ask(mv("4"));
    }
    guest.ask(mv("1"));
    host.ask(mv("4"));
    let over = guest.table(|table| table["phase"] == json!("over"));
    assert_eq!(over["outcome"], json!("p1win"));
    // Now the host may look at it with the program.
    host.ask(json!({ "do": "analyse", "table": table, "node": 3 }));
    host.push(|push| push["push"] == json!("analysis"));
    // Taking a move back begins the game again: nobody is helped any longer.
    host.ask(json!({ "do": "offer", "table": table, "kind": "undo" }));
    guest.ask(json!({ "do": "answer", "table": table, "accept": true }));
    assert_eq!(host.refused(json!({ "do": "hint", "table": table })), "shared");
    drop(guest);
    host.push(|push| push["event"] == json!({ "type": "left", "seat": 2 }));
    assert_eq!(host.look(&table)["seats"][1]["online"], json!(false));
}

#[test]
fn a_seat_that_is_taken_back_is_gone_for_whoever_had_it() {
    let tables: Tables = tables(None);
    let mut host = Window::host(&tables);
    let table = host.create(json!({ "game": "connect4" }));
    let token = invite(&mut host, &table, 1);
    let mut guest = Window::with_token(&tables, &token);
    guest.ask(json!({ "do": "join", "table": table }));
    let seats = json!([{ "kind": "program", "level": 0 }, { "kind": "person" }]);
    host.ask(json!({ "do": "seats", "table": table, "seats": seats }));
    guest.push(|push| push["push"] == json!("gone"));
    assert_eq!(guest.refused(json!({ "do": "join", "table": table })), "not_allowed");
    assert_eq!(Window::silent(&tables).refused(json!({ "do": "hello", "token": token })), "not_allowed");
    host.table(|table| table["current"] == json!(1) && table["shared"] == json!(false));
}

#[test]
fn links_of_spectators_are_taken_back_one_by_one_or_all_at_once() {
    let folder = crate::common::folder::Folder::new("table-revoked");
    let data = Some(folder.as_path().to_path_buf());
    let board = tables(data.clone());
    let mut host = Window::host(&board);
    let table = host.create(json!({ "game": "connect4" }));
    let tokens = [0, 0, 0, 1].map(|seat| invite(&mut host, &table, seat));
    let mut windows = tokens.each_ref().map(|token| Window::with_token(&board, token));
    windows.iter_mut().for_each(|window| drop(window.look(&table)));
    assert_eq!(host.look(&table)["spectators"], json!(3));
    assert_eq!(windows[1].refused(json!({ "do": "revoke", "table": table })), "not_allowed");
    assert_eq!(windows[3].refused(json!({ "do": "revoke", "table": table })), "not_allowed");
    // A token of a seat is taken back by `seats`.
    for token in ["", "0", &tokens[3]] {
        assert_eq!(host.refused(json!({ "do": "revoke", "table": table, "token": token })), "bad_option");
    }
    host.ask(json!({ "do": "revoke", "table": table, "token": tokens[1] }));
    windows[1].push(|push| push["push"] == json!("gone"));
    assert_eq!(windows[1].refused(json!({ "do": "join", "table": table })), "not_allowed");
    let push = windows[0].push(|push| push["event"]["type"] == json!("revoked"));
    assert!(!push.to_string().contains(&tokens[1]), "{push}");
    host.ask(json!({ "do": "revoke", "table": table }));
    for gone in [0, 2] {
        windows[gone].push(|push| push["push"] == json!("gone"));
        assert_eq!(windows[gone].refused(json!({ "do": "board", "table": table })), "not_allowed");
    }
    windows[3].look(&table);
    let last = invite(&mut host, &table, 0);
    board.close();
    let again = tables(data);
    for token in &tokens[..3] {
        let mut window = Window::silent(&again);
        assert_eq!(window.refused(json!({ "do": "hello", "token": token })), "not_allowed");
    }
    for token in [&tokens[3], &last] {
        Window::with_token(&again, token).look(&table);
    }
}
