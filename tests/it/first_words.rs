//! The first word of a person at a terminal, and the words that a person tries in every protocol.

use std::io::Cursor;

use crate::common::Memory;
use quadriga::front_door::serve;
use quadriga::protocol::{Protocol, Setup};
use quadriga::wire::catalogue::Catalogue;

fn talk(protocol: Option<Protocol>, typed: bool, input: &str) -> String {
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        protocol,
        typed,
        variant: None,
        options: vec![("Hash".to_string(), "1".to_string())],
        finish: true,
        tune: false,
        record: None,
    };
    let memory = Memory::default();
    serve(setup, Cursor::new(input.as_bytes().to_vec()), memory.clone()).expect("the session ends well");
    memory.text()
}

#[test]
fn on_a_terminal_a_stray_word_leaves_help_where_it_is() {
    for word in ["play", "board", "start", "info", "name", "about", "version", "undo", "begin", "help"] {
        let said = talk(None, true, &format!("{word}\nhelp\nuci\nquit\n"));
        assert!(said.contains("ucinewgame, uginewgame") && said.contains("uciok"), "{word}: {said}");
    }
}

#[test]
fn on_a_terminal_what_cannot_be_mistaken_begins_its_protocol() {
    for (line, answer) in [
        ("hub", "id name=Quadriga"),
        ("protocol_version", "= 2"),
        ("1 name", "=1 Quadriga"),
        ("START 15", "OK"),
        ("start 15", "OK"),
        ("{\"id\": 1, \"action\": \"version\"}", "\"action\":\"version\""),
    ] {
        let said = talk(None, true, &format!("{line}\nquit\n"));
        assert!(said.contains(answer), "{line}: {said}");
    }
}

#[test]
fn over_a_pipe_the_first_line_decides_as_before() {
    for (line, answer) in
        [("name", "= Quadriga"), ("about", "name=\"Quadriga\""), ("hub", "id name=Quadriga")]
    {
        let said = talk(None, false, &format!("{line}\nquit\n"));
        assert!(said.contains(answer), "{line}: {said}");
    }
    assert!(talk(None, false, "help\nquit\n").contains("ucinewgame"), "UCI answers everything");
}

#[test]
fn help_and_quit_are_known_in_every_protocol() {
    for (protocol, hint) in [
        (Protocol::Ugi, "setoption name N"),
        (Protocol::Hub, "error message=\"this is the Hub protocol"),
        (Protocol::Gtp, "list_commands"),
        (Protocol::Gomocup, "MESSAGE this is Gomocup's protocol"),
        (Protocol::Json, "an action, such as"),
    ] {
        let said = talk(Some(protocol), true, "help\nquit\nhelp\n");
        assert_eq!(
            said.matches(hint).count(),
            1,
            "help is answered, and nothing after quit: {protocol:?}: {said}"
        );
    }
}
