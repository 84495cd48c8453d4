//! What players at two machines agree on: offers, answers, and what ends an offer.

use quadriga::table::Tables;
use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::window::{Window, tables};

/// A game of two people at two machines, the host begins.
struct Two {
    table: String,
    host: Window,
    guest: Window,
    token: String,
}

impl Two {
    fn new(tables: &Tables) -> Two {
        Two::with(tables, json!({ "game": "connect4" }))
    }

    fn with(tables: &Tables, game: Value) -> Two {
        let mut host = Window::host(tables);
        let table = host.create(game);
        let invited = host.ask(json!({ "do": "invite", "table": table, "seat": 2 }));
        let token = invited["token"].as_str().expect("a token").to_string();
        let mut guest = Window::with_token(tables, &token);
        guest.ask(json!({ "do": "join", "table": table }));
        Two { table, host, guest, token }
    }

    fn at(&self, mut command: Value) -> Value {
        command["table"] = json!(self.table);
        command
    }

    fn host(&mut self, command: Value) {
        let command = self.at(command);
        self.host.ask(command);
    }

    fn guest(&mut self, command: Value) {
        let command = self.at(command);
        self.guest.ask(command);
    }

    fn host_refused(&mut self, command: Value) -> String {
        let command = self.at(command);
        self.host.refused(command)
    }

    fn guest_refused(&mut self, command: Value) -> String {
        let command = self.at(command);
        self.guest.refused(command)
    }

    fn plays(&mut self, columns: &[&str]) {
        for (turn, column) in columns.iter().enumerate() {
            let command = json!({ "do": "move", "move": column });
            if turn % 2 == 0 { self.host(command) } else { self.guest(command) }
        }
    }

    fn look(&mut self) -> Value {
        self.host.look(&self.table)
    }
}

fn offer(kind: &str) -> Value {
    json!({ "do": "offer", "kind": kind })
}

fn answer(accept: bool) -> Value {
    json!({ "do": "answer", "accept": accept })
}

#[test]
fn a_move_is_taken_back_when_the_other_agrees_and_not_before() {
    let mut two = Two::new(&tables(None));
    two.plays(&["4", "3"]);
    two.guest(offer("undo"));
    let open = two.look();
    assert_eq!(open["offer"], json!({ "player": 2, "kind": "undo", "node": 1, "waits_for": [1] }));
    assert_eq!((&open["current"], &open["draw_offer"]), (&json!(2), &json!(0)));
    assert_eq!(two.guest_refused(answer(true)), "not_allowed", "nobody agrees with oneself");
    two.host(answer(true));
    let agreed = two.look();
    assert_eq!((&agreed["current"], agreed.get("offer")), (&json!(1), None));
    // The one to move asks for the last move of their own, with the answer to it.
    two.guest(json!({ "do": "move", "move": "5" }));
    two.host(offer("undo"));
    two.guest(answer(true));
    assert_eq!(two.look()["current"], json!(0));
}

#[test]
fn a_pause_its_end_and_another_node_are_agreed_in_the_same_way() {
    let mut two = Two::new(&tables(None));
    two.plays(&["4", "3"]);
    two.host(offer("pause"));
    two.guest(offer("pause"));
    assert_eq!(two.look()["phase"], json!("paused"), "two offers of the same are an agreement");
    assert_eq!(two.guest_refused(json!({ "do": "resume" })), "not_allowed");
    two.guest(offer("resume"));
    two.host(answer(true));
    assert_eq!(two.look()["phase"], json!("playing"));
    two.host(json!({ "do": "offer", "kind": "goto", "node": 0 }));
    two.guest(answer(true));
    let restarted = two.look();
    assert_eq!((&restarted["current"], &restarted["phase"]), (&json!(0), &json!("playing")));
}

#[test]
fn an_offer_ends_by_a_refusal_a_move_or_the_one_who_made_it() {
    let mut two = Two::new(&tables(None));
    two.plays(&["4", "3"]);
    two.guest(offer("undo"));
    two.host(answer(false));
    assert_eq!(
        two.guest.push(|push| push["event"]["type"] == json!("declined"))["event"]["player"],
        json!(1)
    );
    two.guest(offer("pause"));
    two.host(json!({ "do": "move", "move": "4" }));
    assert_eq!(two.look().get("offer"), None);
    assert_eq!(two.host_refused(answer(true)), "no_offer");
    two.guest(offer("pause"));
    assert_eq!(two.host_refused(offer("undo")), "consent", "an open offer is answered first");
    two.guest(answer(false));
    assert_eq!(two.look().get("offer"), None);
    two.guest(offer("pause"));
    two.host(json!({ "do": "seats", "seats": [{ "kind": "person" }, { "kind": "program", "level": 0 }] }));
    assert_eq!(two.look().get("offer"), None, "the seat was taken back");
}

#[test]
fn a_player_offers_three_times_until_the_game_changes() {
    let mut two = Two::new(&tables(None));
    two.plays(&["4", "3"]);
    for _ in 0..3 {
        two.guest(offer("undo"));
        two.guest(offer("undo"));
        two.host(answer(false));
    }
    for kind in ["undo", "pause", "draw"] {
        assert_eq!(two.guest_refused(offer(kind)), "busy");
    }
    two.host(offer("pause"));
    two.host(answer(false));
    two.host(json!({ "do": "move", "move": "4" }));
    two.guest(offer("pause"));
}

#[test]
fn an_open_offer_is_in_the_record_and_the_clock_runs_on() {
    let folder = Folder::new("table-offers");
    let data = Some(folder.as_path().to_path_buf());
    let clock = json!({ "base_ms": 60_000, "increment_ms": 0 });
    let (table, token) = {
        let board = tables(data.clone());
        let mut two = Two::with(&board, json!({ "game": "connect4", "clock": clock }));
        two.plays(&["4", "3"]);
        two.guest(offer("undo"));
        assert_eq!(two.look()["clock"]["running"], json!(1));
        board.close();
        (two.table, two.token)
    };
    let board = tables(data);
    let mut guest = Window::with_token(&board, &token);
    assert_eq!(guest.look(&table)["offer"]["kind"], json!("undo"));
    let mut host = Window::host(&board);
    host.ask(json!({ "do": "answer", "table": table, "accept": true }));
    assert_eq!(host.look(&table)["current"], json!(1));
}

#[test]
fn with_more_than_two_everybody_is_asked_and_at_one_machine_nobody() {
    let board = tables(None);
    let mut host = Window::host(&board);
    let table = host.create(json!({ "game": "chinesecheckers", "options": { "Players": "3" } }));
    let mut guests = [2, 3].map(|seat| {
        let invited = host.ask(json!({ "do": "invite", "table": table, "seat": seat }));
        Window::with_token(&board, invited["token"].as_str().expect("a token"))
    });
    let at = |mut command: Value| {
        command["table"] = json!(table);
        command
    };
    host.ask(at(offer("pause")));
    guests[1].ask(at(answer(true)));
    let asked = host.look(&table);
    assert_eq!((&asked["offer"]["waits_for"], &asked["phase"]), (&json!([2]), &json!("playing")));
    assert_eq!(guests[1].refused(at(answer(true))), "not_allowed");
    guests[0].ask(at(answer(true)));
    assert_eq!(host.look(&table)["phase"], json!("paused"));
    // Two people at one board need no offers, except of a draw.
    let own = host.create(json!({ "game": "connect4" }));
    host.ask(json!({ "do": "move", "table": own, "move": "4" }));
    assert_eq!(host.refused(json!({ "do": "offer", "kind": "undo", "table": own })), "not_allowed");
    host.ask(json!({ "do": "undo", "table": own }));
}

#[test]
fn two_players_have_two_names() {
    let mut two = Two::new(&tables(None));
    two.host(json!({ "do": "name", "text": "Ann" }));
    two.guest(json!({ "do": "name", "text": "ann " }));
    let names = |table: &Value| [0, 1].map(|seat| table["seats"][seat]["name"].clone());
    assert_eq!(names(&two.look()), [json!("Ann"), json!("ann 2")]);
    two.guest(json!({ "do": "name", "text": "ann" }));
    assert_eq!(names(&two.look()), [json!("Ann"), json!("ann 2")], "one's own name is not another's");
    let long = "x".repeat(40);
    two.host(json!({ "do": "name", "text": long }));
    two.guest(json!({ "do": "name", "text": long }));
    assert_eq!(names(&two.look())[1], json!(format!("{} 2", "x".repeat(38))));
    let mut host = two.host;
    let both = json!([{ "kind": "person", "name": "Bo" }, { "kind": "person", "name": "Bo" }]);
    let table = host.create(json!({ "game": "connect4", "seats": both }));
    assert_eq!(names(&host.look(&table)), [json!("Bo"), json!("Bo 2")]);
}

#[test]
fn everybody_sees_who_is_away_and_since_when() {
    let mut two = Two::new(&tables(None));
    assert_eq!(two.look()["seats"][1].get("away_ms"), None);
    two.guest(json!({ "do": "leave" }));
    let seat = two.look()["seats"][1].clone();
    assert!(seat["away_ms"].as_u64().is_some_and(|ms| ms < 60_000), "{seat}");
    assert_eq!(two.host_refused(json!({ "do": "pause" })), "consent", "not yet long enough");
}
