//! DamExchange over real sockets: two programs among themselves, and peers that do not know how to behave.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};

use crate::common::Random;
use crate::common::client::{PATIENCE, program, wait};

/// A program that listens.
struct Listener {
    child: Child,
    lines: BufReader<ChildStdout>,
    address: String,
}

impl Listener {
    fn start(arguments: &[&str]) -> Listener {
        let mut child = program()
            .args(["dxp", "--listen", "0", "--hash", "1", "--move-time", "3"])
            .args(arguments)
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("listening on ").expect("the address").to_string();
        assert!(address.starts_with("127.0.0.1:"), "nobody else is listened to: {address}");
        Listener { child, lines, address }
    }

    fn peer(&self) -> Peer {
        let stream = TcpStream::connect(&self.address).expect("somebody listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        Peer(stream)
    }

    /// A peer whose request was accepted.
    fn seated(&self) -> Peer {
        loop {
            let mut peer = self.peer();
            if is_yes(&peer.ask('W')) {
                return peer;
            }
        }
    }

    /// Waits until the program says this.
    fn said(mut self, line: &str) -> bool {
        let mut text = String::new();
        while self.lines.read_line(&mut text).expect("text") > 0 {
            if text.ends_with(&format!("{line}\n")) {
                return true;
            }
        }
        false
    }

    /// What the program says until it ends.
    fn rest(mut self) -> String {
        let mut text = String::new();
        self.lines.read_to_string(&mut text).expect("text");
        assert!(wait(&mut self.child).success());
        text
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A peer made of bytes.
struct Peer(TcpStream);

impl Peer {
    fn send(&mut self, message: &str) {
        // Where the other end is closed, the answer shows it.
        let _ = self.0.write_all(&[message.as_bytes(), &[0]].concat());
    }

    /// The next message; empty once the other end is closed.
    fn hear(&mut self) -> String {
        let mut text = Vec::new();
        let mut byte = [0];
        while self.0.read(&mut byte).unwrap_or(0) == 1 && byte[0] != 0 {
            text.push(byte[0]);
        }
        String::from_utf8(text).expect("text")
    }

    /// Asks for a game in which the other plays `colour`.
    fn ask(&mut self, colour: char) -> String {
        self.send(&format!("R01{:<32}{colour}000000A", "Somebody"));
        self.hear()
    }
}

fn is_yes(answer: &str) -> bool {
    answer.starts_with("AQuadriga") && answer.len() == 34 && answer.ends_with('0')
}

#[test]
fn two_programs_play_games_to_their_end_and_agree_on_the_result() {
    for game in ["draughts", "frisian", "breakthrough"] {
        let listener = Listener::start(&["--games", "2", "--game", game]);
        let output = program()
            .args([
                "dxp",
                "--connect",
                &listener.address,
                "--games",
                "2",
                "--minutes",
                "0",
                "--move-time",
                "3",
            ])
            .args(["--hash", "1", "--game", game, "--name", "The other"])
            .output()
            .expect("it runs");
        assert!(output.status.success());
        let initiator = String::from_utf8(output.stdout).expect("text");
        let follower = listener.rest();
        for (line, number) in [("we are White", 1), ("we are Black", 1), ("game 1: ", 1), ("game 2: ", 1)] {
            assert_eq!(initiator.matches(line).count(), number, "{line}\n{initiator}");
            assert_eq!(follower.matches(line).count(), number, "{line}\n{follower}");
        }
        assert!(follower.contains("The other"), "{follower}");
        let results = |text: &str| -> Vec<String> {
            text.lines().filter_map(|line| line.strip_prefix("game ")).map(str::to_string).collect()
        };
        for (ours, theirs) in results(&initiator).iter().zip(results(&follower)) {
            let mirrored = ours.replace("won", "?").replace("lost", "won").replace('?', "lost");
            assert_eq!(mirrored, theirs, "{initiator}{follower}");
        }
    }
}

#[test]
fn the_follower_begins_where_it_has_white_and_answers_an_end_with_an_end() {
    let listener = Listener::start(&["--games", "1"]);
    let mut peer = listener.peer();
    assert!(is_yes(&peer.ask('W')));
    let mv = peer.hear();
    assert!(mv.starts_with('M') && mv.len() == 11 && mv.ends_with("00"), "{mv}");
    peer.send("E11");
    let end = peer.hear();
    assert!(end.starts_with("E3"), "who gives up has lost: {end}");
    assert!(listener.rest().contains("game 1: won"));
}

/// A request to play White from a position with these pieces, two moves each.
fn request(pieces: &[(usize, char)]) -> String {
    let mut letters = vec!['e'; 50];
    for &(square, letter) in pieces {
        letters[square - 1] = letter;
    }
    format!("R01{:<32}W001002BW{}", "Somebody", letters.into_iter().collect::<String>())
}

#[test]
fn a_game_may_begin_with_any_position_and_a_capture_names_what_it_takes() {
    let listener = Listener::start(&[]);
    let mut peer = listener.peer();
    peer.send(&request(&[(28, 'w'), (22, 'z'), (1, 'z')]));
    assert!(is_yes(&peer.hear()));
    assert_eq!(&peer.hear()[5..], "28170122");
}

#[test]
fn at_the_move_limit_the_game_ends_without_a_result() {
    let folder = std::env::temp_dir().join(format!("quadriga-dxp-record-{}", std::process::id()));
    let listener = Listener::start(&["--games", "1", "--record", folder.to_str().expect("plain characters")]);
    let mut peer = listener.peer();
    peer.send(&request(&[(50, 'w'), (10, 'z')]));
    assert!(is_yes(&peer.hear()));
    for theirs in ["M0000101400", "M0000142000"] {
        assert!(peer.hear().starts_with('M'));
        peer.send(theirs);
    }
    assert_eq!(peer.hear(), "E01", "after two moves each");
    peer.send("E01");
    assert!(listener.rest().contains("game 1: ended without a result"));
    let kept = std::fs::read_to_string(folder.join("games.pdn")).expect("the game was kept");
    for tag in
        ["[White \"Quadriga", "[Black \"Somebody\"]", "[FEN \"W:W50:B10\"]", "[Termination \"agreed\"]"]
    {
        assert!(kept.contains(tag), "{tag}: {kept}");
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_version_that_is_not_spoken_and_a_position_that_cannot_be_are_refused_politely() {
    let listener = Listener::start(&[]);
    let mut peer = listener.peer();
    peer.send(&format!("R02{:<32}W005000A", "Future"));
    assert!(peer.hear().ends_with('1'));
    peer.send(&format!("R01{:<32}W005000BW{}", "Wrong", "w".repeat(50)));
    let answer = peer.hear();
    assert!(answer.starts_with('A') && answer.ends_with('2'), "{answer}");
    assert!(is_yes(&peer.ask('Z')), "and then a game can be had");
}

#[test]
fn chat_is_answered_once_and_going_back_is_refused_during_a_game() {
    let listener = Listener::start(&[]);
    let mut peer = listener.peer();
    peer.send("CHello!");
    assert!(peer.hear().starts_with("CQuadriga"));
    assert!(is_yes(&peer.ask('Z')));
    peer.send("CAre you there?");
    peer.send("B001W");
    assert_eq!(peer.hear(), "K1");
    peer.send("M0001322800");
    assert!(peer.hear().starts_with('M'), "the game goes on");
}

#[test]
fn silent_peers_keep_nobody_waiting() {
    let listener = Listener::start(&["--patience", "600000"]);
    let silent: Vec<Peer> = (0..20).map(|_| listener.peer()).collect();
    let mut peer = listener.peer();
    assert!(is_yes(&peer.ask('W')));
    assert!(peer.hear().starts_with('M'));
    drop(silent);
}

#[test]
fn a_peer_that_asks_nothing_is_dropped() {
    let listener = Listener::start(&["--patience", "50"]);
    let mut silent = listener.peer();
    assert_eq!(silent.hear(), "", "closed");
    assert!(listener.said("a silent peer is dropped"));
}

#[test]
fn a_peer_that_does_not_answer_our_request_is_dropped_for_the_next_one() {
    let listener = Listener::start(&["--role", "initiator", "--patience", "50"]);
    let [mut silent, mut next] = [listener.peer(), listener.peer()];
    assert!(silent.hear().starts_with("R01Quadriga"));
    assert_eq!(silent.hear(), "", "closed");
    assert!(next.hear().starts_with("R01Quadriga"));
}

#[test]
fn while_a_game_is_on_another_peer_is_refused_and_may_ask_again() {
    let listener = Listener::start(&["--patience", "300"]);
    let mut player = listener.seated();
    let mut other = listener.peer();
    let answer = other.ask('W');
    // A machine that stands still for as long as that drops the one who is too slow.
    assert!(answer.is_empty() || answer.starts_with("AQuadriga") && answer.ends_with('3'), "{answer}");
    player.send("E11");
    while !player.hear().is_empty() {}
    listener.seated();
}

#[test]
fn what_cannot_be_closes_the_game_and_the_next_peer_is_served() {
    let listener = Listener::start(&[]);
    let nonsense: [&[u8]; 7] = [
        b"M0001322300\0", // no such move
        b"M0001\0",       // too short
        b"M000x322800\0", // not a number
        b"Q\0",           // no such message
        b"\0",            // nothing
        b"\xff\xfe\0",    // not text
        b"R01Somebody\0", // a request is too short, and out of place
    ];
    for bytes in nonsense {
        let mut peer = listener.peer();
        assert!(is_yes(&peer.ask('Z')));
        peer.0.write_all(bytes).expect("the other end reads");
        assert!(peer.hear().starts_with("Cerror: "), "{bytes:?}");
        assert_eq!(peer.hear(), "E01");
        assert_eq!(peer.hear(), "", "closed");
    }
    let mut endless = listener.peer();
    let _ = endless.0.write_all(&[b'C'; 100_000]);
    while !endless.hear().is_empty() {}
    let mut silent = listener.peer();
    assert!(is_yes(&silent.ask('Z')));
    drop(silent);
    assert!(is_yes(&listener.peer().ask('Z')));
}

#[test]
fn no_bytes_end_the_listener() {
    let listener = Listener::start(&[]);
    let mut random = Random::new(11);
    for _ in 0..40 {
        let mut peer = listener.peer();
        if random.below(2) == 0 {
            assert!(is_yes(&peer.ask(if random.below(2) == 0 { 'W' } else { 'Z' })));
        }
        for _ in 0..random.below(6) {
            let kind = b"RAMECBK\xff"[random.below(8)];
            let mut bytes = vec![kind];
            bytes.extend((0..random.below(90)).map(|_| b"0123456789WZwze AB\xff"[random.below(19)]));
            bytes.push(0);
            if peer.0.write_all(&bytes).is_err() {
                break;
            }
        }
    }
    assert!(is_yes(&listener.peer().ask('W')));
}

#[test]
fn what_a_peer_says_does_nothing_to_a_terminal() {
    let listener = Listener::start(&["--games", "1"]);
    let mut peer = listener.peer();
    peer.send(&format!("R01{:<32}Z000000A", "Somebody\u{1b}[2J\u{7}"));
    assert!(is_yes(&peer.hear()));
    peer.send("M0000332\u{1b}00");
    while !peer.hear().is_empty() {}
    drop(peer);
    let mut next = listener.seated();
    next.send("E11");
    let report = listener.rest();
    assert!(
        report.contains("Somebody?[2J?") && !report.contains(|c: char| c.is_control() && c != '\n'),
        "{report:?}"
    );
}

#[test]
fn a_link_called_quadriga_dxp_listens_without_arguments_and_errors_are_told() {
    let folder = std::env::temp_dir().join(format!("quadriga-dxp-link-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let link = folder.join("quadriga-dxp");
    std::os::unix::fs::symlink(program().get_program(), &link).expect("a link");
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(&link).args(arguments).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, error) = run(&["--listen", "127.0.0.1:0", "--game", "renju"]);
    assert_eq!(status, Some(1));
    assert!(error.contains("draughts") && error.contains("renju"), "{error}");
    let (status, error) = run(&["--connect", "127.0.0.1:1"]);
    assert_eq!(status, Some(1));
    assert!(error.contains("127.0.0.1:1"), "{error}");
    std::fs::remove_dir_all(folder).expect("removed");
}
