//! Results that a rating follows from, as a browser brings them back. Messages of a client of the board, a line each, at one table. The time is the length of what was read.

use quadriga::table::{
    Command, Created, Driver, Event, Message, Rights, Rules, SeatSpec, Setup, Stamped, State, TableCommand,
};
use quadriga::wire::catalogue::Catalogue;

/// A token that is known at the table.
const TOKEN: &str = "guest";

fn table() -> (State, Rules, Vec<Stamped>) {
    let mut rules = Rules::open(Catalogue::GAMES, "connect4-5x4", &[], None).expect("a game");
    let turn = rules.turn(&[]).expect("the start");
    let seats = vec![SeatSpec::Person { name: String::new(), remote: false }; 2];
    let clock = serde_json::from_str("{\"base_ms\":500,\"increment_ms\":10}").expect("a clock");
    let created = Created { game: "connect4-5x4".to_string(), seats, clock, turn, ..Created::default() };
    let first = Stamped { n: 1, at: 0, event: Event::Created(created) };
    (State::new(&first).expect("a table"), rules, vec![first])
}

fn add(state: &mut State, record: &mut Vec<Stamped>, events: Vec<Event>, at: u64) {
    for event in events {
        let stamped = Stamped { n: state.n + 1, at, event };
        state.apply(&stamped).expect("an event that was decided fits");
        record.push(stamped);
    }
}

fn events(state: &State, rules: &mut Rules, command: &TableCommand, at: u64) -> Vec<Event> {
    let rights = if at.is_multiple_of(3) { state.rights_of(TOKEN) } else { Some(Rights::Host) };
    let Some(rights) = rights else { return Vec::new() };
    if let TableCommand::Invite { seat } = command {
        return match seat {
            0..3 => vec![Event::Invited { seat: *seat, token: TOKEN.to_string() }],
            _ => Vec::new(),
        };
    }
    state.decide(command, rights, at, rules, 1).unwrap_or_default()
}

pub fn ratings(data: &[u8]) {
    let (tables, driver) =
        Driver::open(Setup { host_token: TOKEN.to_string(), ..Setup::default() }).expect("tables");
    driver.restore_ratings(&String::from_utf8_lossy(data));
    let (sender, messages) = std::sync::mpsc::channel();
    let mut client = tables.client(Box::new(move |text| sender.send(text).is_ok()));
    client.receive(&format!("{{\"ref\":1,\"do\":\"hello\",\"token\":\"{TOKEN}\"}}"));
    client.receive("{\"ref\":2,\"do\":\"rating\",\"game\":\"connect4\"}");
    let answer = messages.try_iter().last().expect("an answer");
    let value: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    let deviation = value["ok"]["deviation"].as_i64().unwrap_or_else(|| panic!("{answer}"));
    assert!(deviation >= 0, "{answer}");
}

pub fn board(data: &[u8]) {
    let (mut state, mut rules, mut record) = table();
    let mut at = 0;
    for line in data.split(|&byte| byte == b'\n') {
        at += line.len() as u64;
        if let Some(fallen) = state.flag(at) {
            add(&mut state, &mut record, vec![fallen], at);
        }
        let text = String::from_utf8_lossy(line);
        let (number, command) = Message::parse(&text);
        let Ok(command) = command else { continue };
        let message = Message { number, command };
        let again = serde_json::to_string(&message).expect("JSON");
        assert_eq!(
            Message::parse(&again),
            (number, Ok(message.command.clone())),
            "a message that is written is read back"
        );
        if let Command::Table { command, .. } = message.command {
            let events = events(&state, &mut rules, &command, at);
            add(&mut state, &mut record, events, at);
        }
    }
    let text: Vec<String> = record.iter().map(|event| serde_json::to_string(event).expect("JSON")).collect();
    let mut read = text.iter().map(|line| serde_json::from_str::<Stamped>(line).expect("an event"));
    let mut again = State::new(&read.next().expect("the first")).expect("a table");
    read.for_each(|event| again.apply(&event).expect("an event"));
    assert_eq!(again, state, "a table read again is the table that was recorded");
    let line = state.line();
    assert_eq!(rules.turn(&line).expect("a legal line"), state.node().turn);
}
