//! A search that panics ends only its own game.

use std::io::{BufReader, Read};
use std::net::TcpListener;

use super::*;
use crate::contract::fault::Stage;
use crate::protocol::Setup;
use crate::wire::catalogue::Catalogue;
use crate::wire::output::Output;

/// A host whose first search panics at this stage.
fn host(stage: Stage) -> Host {
    let setup = Setup {
        catalogue: Catalogue::FAULTY,
        protocol: None,
        typed: false,
        variant: Some(format!("draughts!{stage:?}!dxp")),
        options: vec![("Hash".to_string(), "1".to_string()), ("Threads".to_string(), "2".to_string())],
        finish: false,
        tune: false,
        record: None,
    };
    let table = Table {
        setup,
        name: "Host".to_string(),
        move_time: Duration::from_millis(30),
        games: 0,
        patience: Duration::from_secs(60),
        report: Output::new(std::io::sink()).0,
    };
    Host::new(&table, None, table.patience)
}

/// What a peer receives that requests a game, and then ends it.
fn received(host: &Host) -> Vec<String> {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut peer = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
    let (stream, _) = listener.accept().expect("a connection");
    peer.write_all(format!("R01{:<32}W000000A\0", "Somebody").as_bytes()).expect("sent");
    let mut messages = Vec::new();
    std::thread::scope(|scope| {
        let played = scope.spawn(|| host.play_peer(&stream));
        let mut bytes = BufReader::new(Read::by_ref(&mut peer)).bytes().map_while(Result::ok).peekable();
        while bytes.peek().is_some() {
            let text: Vec<u8> = bytes.by_ref().take_while(|&byte| byte != 0).collect();
            let text = String::from_utf8(text).expect("text");
            let is_move = text.starts_with('M');
            messages.push(text);
            if is_move {
                break;
            }
        }
        drop(bytes);
        // The other end may be closed.
        let _ = peer.write_all(b"E11\0").and_then(|()| peer.shutdown(Shutdown::Write));
        let mut rest = Vec::new();
        let _ = peer.read_to_end(&mut rest);
        assert_eq!(played.join().expect("no panic"), Ok(()));
    });
    messages
}

#[test]
fn a_search_that_panics_ends_its_game_and_the_next_one_is_played() {
    let stages = Stage::ALL.into_iter().filter(|stage| ![Stage::Count, Stage::Plan].contains(stage));
    for stage in stages {
        let host = host(stage);
        let first = received(&host);
        let has_moved = first.last().is_some_and(|last| last.starts_with('M'));
        let is_told = first.iter().any(|text| text.starts_with("Cerror: internal error: a fault at "));
        assert!(has_moved || is_told, "{stage:?}: {first:?}");
        let second = received(&host);
        assert!(second.last().is_some_and(|last| last.starts_with('M')), "{stage:?}: {second:?}");
    }
}
