//! WebSockets that misbehave.

use super::running::{Board, INSTANT, Socket, TOKEN, hello, wide};
use quadriga::web::Limits;
use serde_json::json;
use tungstenite::Message;

/// A frame header that announces this many bytes of text, masked with zeros, as the last of its message or not.
fn frame(is_last: bool, opcode: u8, length: u64) -> Vec<u8> {
    let mut bytes = vec![if is_last { 0x80 } else { 0 } | opcode, 0x80 | 127];
    bytes.extend_from_slice(&length.to_be_bytes());
    bytes.extend_from_slice(&[0; 4]);
    bytes
}

#[test]
fn only_the_page_itself_may_connect() {
    let board = Board::start();
    let port = board.address.port();
    let own = format!("http://127.0.0.1:{port}");
    let foreign = [
        "null".to_string(),
        "http://evil.example".to_string(),
        format!("http://evil.example:{port}"),
        format!("https://127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        "http://127.0.0.1".to_string(),
        format!("{own}.evil.example"),
        format!("{own}/"),
        format!("{own} http://evil.example"),
        format!("ws://127.0.0.1:{port}"),
        "file://".to_string(),
        "chrome-extension://abcdef".to_string(),
        String::new(),
    ];
    for origin in foreign {
        assert_eq!(board.socket_from(Some(&origin), &[]).err(), Some(403), "{origin}");
    }
    assert_eq!(board.socket_from(None, &[]).err(), Some(403), "who does not say where it comes from");
    assert_eq!(board.socket_from(Some(&own), &[("sec-fetch-site", "cross-site")]).err(), Some(403));
    let navigated =
        [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
    assert_eq!(board.socket_from(Some(&own), &navigated).err(), Some(403));
    assert_eq!(board.socket_from(Some(&own), &[("host", "evil.example")]).err(), Some(403));
    let rebound = format!("http://evil.example:{port}");
    let host = format!("evil.example:{port}");
    assert_eq!(board.socket_from(Some(&rebound), &[("host", &host)]).err(), Some(403), "rebinding");
    assert!(board.socket_from(Some(&own), &[("sec-fetch-site", "same-origin")]).is_ok());
    let proxied = board.socket_from(Some("https://board.example"), &[("host", "board.example")]);
    assert!(proxied.is_ok(), "a proxy with --host");
}

#[test]
fn without_the_whole_token_nothing_is_told() {
    let board = Board::start();
    let longer = format!("{TOKEN}0");
    let upper = TOKEN.to_uppercase();
    let other = "0".repeat(TOKEN.len());
    for token in ["", "0", &TOKEN[..31], &TOKEN[1..], &longer, &upper, &other, "null", "undefined", "\u{0}"] {
        let mut socket = board.stranger();
        socket.send(&hello(token));
        let (told, code) = socket.end();
        assert_eq!(code, 1008, "{token}");
        assert!(told.iter().all(|answer| answer["refused"]["code"] == "not_allowed"), "{token}: {told:?}");
        assert!(!told.iter().any(|answer| answer.to_string().contains(TOKEN)));
    }
}

#[test]
fn one_guess_is_all_that_a_connection_has() {
    let board = Board::start();
    let mut socket = board.stranger();
    socket.send(&hello("wrong"));
    socket.send(&hello(TOKEN));
    let (told, code) = socket.end();
    assert_eq!(code, 1008);
    assert!(told.iter().all(|answer| answer.get("ok").is_none()), "{told:?}");
}

#[test]
fn the_first_message_is_hello_and_nothing_else() {
    let board = Board::start();
    for message in [
        r#"{"ref":1,"do":"games"}"#,
        r#"{"ref":1,"do":"tables"}"#,
        r#"{"ref":1,"do":"create","game":"connect4"}"#,
        r#"{"ref":1,"do":"hello"}"#,
        r#"{"ref":1,"do":"hello","token":["00112233445566778899aabbccddeeff"]}"#,
        r#"{"ref":1,"do":"hello","token":{"$ne":null}}"#,
        "hello",
        "[]",
        "",
        "{",
    ] {
        let mut socket = board.stranger();
        socket.send(message);
        let (told, code) = socket.end();
        assert_eq!(code, 1008, "{message}");
        assert!(told.iter().all(|answer| answer.get("ok").is_none()), "{message}: {told:?}");
    }
}

#[test]
fn the_token_counts_nowhere_but_in_hello() {
    let board = Board::start();
    let own = format!("http://{}", board.address);
    let cookie = format!("k={TOKEN}; token={TOKEN}");
    let bearer = format!("Bearer {TOKEN}");
    let headers = [("cookie", cookie.as_str()), ("authorization", &bearer), ("x-token", TOKEN)];
    let mut socket = board.socket_from(Some(&own), &headers).expect("a connection");
    socket.send(r#"{"ref":1,"do":"tables"}"#);
    assert_eq!(socket.end().1, 1008);
    for path in ["/ws?k=TOKEN", "/ws/TOKEN", "/TOKEN", "/?k=TOKEN"] {
        let answer = board.get(&path.replace("TOKEN", TOKEN));
        assert!(!answer.body.contains(TOKEN) && !answer.has_header("set-cookie"), "{answer:?}");
    }
}

#[test]
fn who_does_not_say_hello_in_time_is_let_go() {
    let board = Board::limited(Limits { silence: INSTANT, ..wide() });
    assert_eq!(board.stranger().end().1, 1008);
    // Half a message is no hello, and neither are pings.
    let mut half = board.stranger();
    half.send_raw(&frame(true, 1, 64));
    half.send_raw(b"{\"ref\"");
    assert_eq!(half.end().1, 1008);
}

#[test]
fn the_token_of_a_seat_opens_its_table_and_half_of_it_nothing() {
    let board = Board::start();
    let mut host = board.guest();
    let made = host
        .ask(r#"{"ref":2,"do":"create","game":"connect4","seats":[{"kind":"person"},{"kind":"person"}]}"#);
    let table = made["ok"]["table"].as_str().expect("a table").to_string();
    let other = host
        .ask(r#"{"ref":3,"do":"create","game":"connect4","seats":[{"kind":"person"},{"kind":"person"}]}"#);
    let other = other["ok"]["table"].as_str().expect("a table").to_string();
    host.ask(&json!({"ref": 4, "do": "join", "table": table}).to_string());
    let invited = host.ask(&json!({"ref": 5, "do": "invite", "table": table, "seat": 2}).to_string());
    let token = invited["ok"]["token"].as_str().expect("a token").to_string();
    let forged = format!("{table}{}", "0".repeat(token.len() - table.len()));
    let elsewhere = token.replace(&table, &other);
    for wrong in [&forged, &elsewhere, &token[..token.len() - 1], &table, &token[1..]] {
        let mut socket = board.stranger();
        socket.send(&hello(wrong));
        let (told, code) = socket.end();
        assert!(
            code == 1008 && told.iter().all(|answer| answer.get("ok").is_none()),
            "{wrong}: {told:?} {code}"
        );
    }
    let mut guest = board.stranger();
    assert!(guest.hello(&token));
    for command in [
        json!({"ref": 2, "do": "tables"}),
        json!({"ref": 2, "do": "join", "table": other}),
        json!({"ref": 2, "do": "delete", "table": table}),
        json!({"ref": 2, "do": "seats", "table": table, "seats": []}),
        json!({"ref": 2, "do": "invite", "table": table, "seat": 1}),
        json!({"ref": 2, "do": "create", "game": "connect4"}),
    ] {
        let answer = guest.ask(&command.to_string());
        assert!(answer["refused"]["code"].is_string(), "{command}: {answer}");
    }
    assert!(guest.ask(&json!({"ref": 3, "do": "join", "table": table}).to_string()).get("ok").is_some());
}

#[test]
fn only_so_many_may_be_in_without_hello() {
    let board = Board::limited(Limits { unauthenticated: 2, ..wide() });
    let own = format!("http://{}", board.address);
    let mut strangers: Vec<Socket> = (0..2).map(|_| board.stranger()).collect();
    assert_eq!(board.socket_from(Some(&own), &[]).err(), Some(503));
    assert!(strangers[0].hello(TOKEN));
    while board.socket_from(Some(&own), &[]).is_err() {
        std::thread::yield_now();
    }
}

#[test]
fn messages_that_are_too_long_end_the_conversation() {
    let board = Board::start();
    let mut stranger = board.stranger();
    stranger.send(&format!(r#"{{"ref":1,"do":"hello","token":"{TOKEN}","x":"{}"}}"#, "x".repeat(5000)));
    assert_eq!(stranger.end(), (vec![], 1009));
    for (command, length) in [("load", (1 << 20) + 1), ("games", 70_000), ("nonsense", 70_000)] {
        let mut guest = board.guest();
        let padding = "x".repeat(length);
        guest.send(&json!({"ref": 2, "do": command, "name": "a.pdn", "text": padding}).to_string());
        assert_eq!(guest.end(), (vec![], 1009), "{command}");
    }
    let mut guest = board.guest();
    let text = " ".repeat(1_000_000);
    assert!(
        guest
            .ask(&json!({"ref": 2, "do": "load", "name": "a.pdn", "text": text}).to_string())
            .get("ref")
            .is_some()
    );
    for length in [(1 << 20) + 1, u64::from(u32::MAX), u64::MAX >> 1, u64::MAX] {
        let mut guest = board.guest();
        guest.send_raw(&frame(true, 1, length));
        assert_eq!(guest.end(), (vec![], 1009), "{length} bytes are announced");
    }
    let mut guest = board.guest();
    for piece in 0..5 {
        guest.send_raw(&frame(false, u8::from(piece == 0), 1 << 18));
        guest.send_raw(&vec![0; 1 << 18]);
    }
    assert_eq!(guest.end(), (vec![], 1009), "in pieces");
    assert!(board.is_well());
}

/// A message that goes on for so many bytes and does not end, in pieces with pings between them or as one.
fn begin_message(socket: &mut Socket, length: usize, in_pieces: bool) {
    if !in_pieces {
        socket.send_raw(&frame(true, 1, 1 << 20));
        socket.send_raw(&vec![b' '; length]);
        return;
    }
    for piece in 0..length.div_ceil(500) {
        socket.send_raw(&frame(false, u8::from(piece == 0), 500));
        socket.send_raw(&[b' '; 500]);
        if piece % 8 == 0 {
            socket.send_raw(&[0x89, 0x80, 0, 0, 0, 0]);
        }
    }
}

/// A table, and links for its second seat and for spectators.
fn invited(board: &Board) -> (String, [String; 2]) {
    let mut host = board.guest();
    let made = host.ask(r#"{"ref":2,"do":"create","game":"connect4"}"#);
    let table = made["ok"]["table"].as_str().expect("a table").to_string();
    let tokens = [2, 0].map(|seat| {
        let invited = host.ask(&json!({"ref": 3, "do": "invite", "table": table, "seat": seat}).to_string());
        invited["ok"]["token"].as_str().expect("a token").to_string()
    });
    (table, tokens)
}

#[test]
fn an_unfinished_message_may_be_as_long_as_a_whole_one() {
    let board = Board::start();
    let (table, [seat, spectator]) = invited(&board);
    for in_pieces in [false, true] {
        let mut stranger = board.stranger();
        begin_message(&mut stranger, 20_000, in_pieces);
        assert_eq!(stranger.end(), (vec![], 1009), "without a token");
        let mut guest = board.stranger();
        assert!(guest.hello(&spectator));
        begin_message(&mut guest, 20_000, in_pieces);
        assert_eq!(guest.end(), (vec![], 1009), "a spectator");
    }
    let mut guest = board.stranger();
    assert!(guest.hello(&seat));
    begin_message(&mut guest, 100_000, false);
    assert_eq!(guest.end(), (vec![], 1009), "a seat");
    // What is finished no longer counts: neither messages nor pings.
    let mut guest = board.stranger();
    assert!(guest.hello(&spectator));
    for number in 2..60 {
        let _ = guest.0.send(Message::Ping(vec![0; 125].into()));
        let look = json!({"ref": number, "do": "board", "table": table, "padding": "x".repeat(500)});
        assert!(guest.ask(&look.to_string()).get("ok").is_some());
    }
}

#[test]
fn those_who_are_not_seated_share_a_limit_for_unfinished_messages() {
    let board = Board::limited(Limits { unfinished: 10_000, ..wide() });
    let (table, [seat, spectator]) = invited(&board);
    let mut crowd: Vec<Socket> = (0..6).map(|_| board.stranger()).collect();
    for socket in crowd.iter_mut().take(3) {
        assert!(socket.hello(&spectator));
    }
    for socket in &mut crowd {
        begin_message(socket, 3000, false);
        socket.0.get_mut().set_read_timeout(Some(INSTANT)).expect("a timeout");
    }
    // Three of them fit.
    while crowd.len() > 3 {
        crowd.retain_mut(|socket| !matches!(socket.0.read(), Ok(Message::Close(_))));
    }
    let mut guest = board.stranger();
    assert!(guest.hello(&seat));
    let look = json!({"ref": 2, "do": "board", "table": table, "padding": "x".repeat(50_000)});
    assert!(guest.ask(&look.to_string()).get("ok").is_some(), "who is seated does not count");
    let mut host = board.guest();
    let text = " ".repeat(1_000_000);
    let load = json!({"ref": 2, "do": "load", "name": "a.pdn", "text": text}).to_string();
    assert!(host.ask(&load).get("ref").is_some());
    drop(crowd);
    assert!(board.is_well());
}

#[test]
fn what_is_no_message_ends_the_conversation() {
    let board = Board::start();
    let mut binary = board.guest();
    let _ = binary.0.send(Message::binary(vec![0, 1, 2]));
    assert_eq!(binary.end(), (vec![], 1003));
    for bytes in [
        // Not masked, reserved bits, reserved opcode, a control frame in pieces, a continuation of nothing, bad UTF-8.
        &[0x81, 0x01, b'x'] as &[u8],
        &[0xf1, 0x81, 0, 0, 0, 0, b'x'],
        &[0x83, 0x80, 0, 0, 0, 0],
        &[0x09, 0x80, 0, 0, 0, 0],
        &[0x80, 0x80, 0, 0, 0, 0],
        &[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28],
        b"GET / HTTP/1.1\r\n\r\n",
    ] {
        let mut guest = board.guest();
        guest.send_raw(bytes);
        let (told, code) = guest.end();
        assert!(told.is_empty() && code != 1000, "{bytes:?}: {told:?} {code}");
    }
    assert!(board.is_well());
}

#[test]
fn a_flood_ends_the_conversation_of_the_flooder_alone() {
    let board = Board::start();
    let mut other = board.guest();
    for message in
        [Message::text(r#"{"ref":2,"do":"games"}"#), Message::text("nonsense"), Message::Ping("x".into())]
    {
        let mut guest = board.guest();
        for _ in 0..5000 {
            if guest.0.write(message.clone()).is_err() {
                break;
            }
        }
        let _ = guest.0.flush();
        let (_, code) = guest.end();
        assert!(matches!(code, 1008 | 0), "{code}");
    }
    assert!(other.ask(r#"{"ref":3,"do":"games"}"#).get("ref").is_some());
}

#[test]
fn who_answers_no_ping_has_gone() {
    let board = Board::limited(Limits { ping: INSTANT, ..wide() });
    let mut deaf = board.guest();
    // Below tungstenite, nobody answers: what comes is read as bytes.
    let last = super::running::rest(deaf.0.get_mut());
    assert!(last.contains("not read"), "{last:?}");
}

#[test]
fn who_asks_and_does_not_read_is_let_go() {
    let board = Board::limited(Limits { ping: INSTANT, connections: 1, ..wide() });
    let mut deaf = board.guest();
    for number in 2..150 {
        deaf.send(&json!({"ref": number, "do": "games"}).to_string());
    }
    // The only place is free again although nothing was read.
    while board.get("/").status != 200 {
        std::thread::yield_now();
    }
}

#[test]
fn the_end_of_the_program_is_told() {
    let board = Board::start();
    let mut guests: Vec<Socket> = (0..3).map(|_| board.guest()).collect();
    board.stop();
    for guest in &mut guests {
        assert_eq!(guest.end().1, 1001);
    }
}
