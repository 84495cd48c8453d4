//! What users of the Hub protocol count on, where a transcript cannot say it.

use crate::common::Random;
use crate::common::client::{Client, program, wait};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn hub() -> Client {
    let mut client = Client::start(&["--protocol", "hub", "--hash", "4"]);
    client.ask("hub", "wait");
    client.ask("init", "ready");
    client
}

/// Everything that was said before the answer to `ping`.
fn quiet(client: &mut Client) -> Vec<String> {
    client.send("ping");
    let mut lines = client.until("pong");
    lines.pop();
    lines
}

/// A position with these pieces, for example "w31 B7".
fn position(turn: char, pieces: &str) -> String {
    let mut letters = vec!['e'; 50];
    for piece in pieces.split(' ') {
        let number: usize = piece[1..].parse().expect("a square");
        letters[number - 1] = piece.chars().next().expect("a piece");
    }
    format!("pos pos={turn}{}", letters.into_iter().collect::<String>())
}

/// The value of an argument.
fn argument<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let value = &line[line.find(&format!(" {name}="))? + name.len() + 2..];
    Some(match value.strip_prefix('"') {
        Some(quoted) => &quoted[..quoted.find('"')?],
        None => value.split(' ').next()?,
    })
}

#[test]
fn hub_is_answered_by_id_params_and_wait() {
    let mut client = Client::start(&["--protocol", "hub"]);
    client.send("hub");
    let lines = client.until("wait");
    assert!(lines[0].starts_with("id name=Quadriga version="), "{}", lines[0]);
    assert!(lines[0].contains("author=\"") && lines[0].contains("country="));
    let variants = lines.iter().find(|line| line.starts_with("param name=variant")).expect("variants");
    assert_eq!(argument(variants, "value"), Some("normal"));
    let values = argument(variants, "values").expect("a list");
    for name in
        ["normal", "killer", "bt", "frisian", "losing", "frysk", "russian", "brazilian", "english", "italian"]
    {
        assert!(values.split(' ').any(|value| value == name), "{name}");
    }
    for name in ["ponder", "threads", "tt-size", "move-overhead", "skill-level", "multi-pv", "database"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("param name={name} value="))), "{name}");
    }
    // Clients split every word of these lines at its only equals sign.
    for line in &lines[..lines.len() - 1] {
        let words = line.split(' ').skip(1).filter(|word| !word.is_empty());
        assert!(words.clone().count() > 2 && line.matches('"').count().is_multiple_of(2), "{line}");
    }
    assert_eq!(client.ask("init", "ready"), "ready");
}

#[test]
fn the_first_word_or_the_name_of_the_program_chooses_hub() {
    let mut client = Client::start(&[]);
    client.send_bytes(b"\r\n  hub\r\n");
    assert!(client.until("wait")[1].starts_with("id name=Quadriga"), "the blank line had its error before");

    let mut client = Client::start(&["hub", "--hash", "1"]);
    assert_eq!(client.ask("ping", "pong"), "pong", "py-draughts starts an engine so");

    let folder = tempdir("hub-link");
    let link = folder.join("quadriga-hub");
    std::os::unix::fs::symlink(program().get_program(), &link).expect("a link");
    let mut child = std::process::Command::new(&link)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts by its other name");
    use std::io::{Read, Write};
    child.stdin.take().expect("a pipe").write_all(b"ping\nquit\n").expect("the engine reads");
    let mut said = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert!(wait(&mut child).success());
    assert_eq!(said, "pong\n");
    std::fs::remove_dir_all(folder).expect("removed");
}

fn tempdir(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("quadriga-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_search_gives_info_in_the_order_servers_read_and_one_done() {
    let mut client = hub();
    client.send(&format!("pos pos={START} moves=\"32-28 19-23x\""));
    assert!(quiet(&mut client)[0].contains("19-23x"), "a move that captures nothing is not a capture");
    client.send(&format!("pos pos={START} moves=\"32-28 19-23 28x19x23 14x23x19\""));
    client.send("level depth=7\nlevel nodes=1000000\ngo think");
    let lines = client.until("done");
    let (done, infos) = lines.split_last().expect("an answer");
    assert!(!infos.is_empty());
    for info in infos {
        let names: Vec<&str> =
            info.split(' ').skip(1).filter_map(|word| word.split_once('=')).map(|(name, _)| name).collect();
        assert_eq!(names, ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"], "{info}");
        let pv = argument(info, "pv").expect("moves");
        assert!(pv.chars().all(|c| c.is_ascii_digit() || "-x ".contains(c)), "{pv}");
        assert!(argument(info, "score").expect("a score").parse::<f64>().is_ok());
        assert_eq!(argument(info, "time").expect("time").split_once('.').map(|(_, d)| d.len()), Some(3));
    }
    let best = argument(done, "move").expect("a move");
    assert_eq!(Some(best), argument(&infos[infos.len() - 1], "pv").and_then(|pv| pv.split(' ').next()));
}

#[test]
fn captured_squares_may_come_in_any_order_and_are_written_by_us() {
    let mut client = hub();
    let four = position('W', "w28 b22 b12 b13 b24 b45");
    for mv in ["28x30x22x12x13x24", "28x30x24x13x12x22", "28x30x13x22x24x12"] {
        client.send(&format!("{four} moves=\"{mv}\""));
        assert_eq!(quiet(&mut client), [""; 0], "{mv}");
    }
    client.send(&four);
    let done = client.ask("go think", "done");
    let mv = argument(&done, "move").expect("a move");
    let mut squares: Vec<&str> = mv.split('x').skip(2).collect();
    squares.sort_unstable();
    assert_eq!(
        (mv.split('x').take(2).collect::<Vec<_>>(), squares),
        (vec!["28", "30"], vec!["12", "13", "22", "24"])
    );
}

#[test]
fn a_finished_game_is_done_without_a_move_and_a_game_that_is_not_draughts_is_refused() {
    let mut client = hub();
    client.send(&position('B', "w31"));
    assert_eq!(client.ask("go think", "done"), "done");
    let output = program().args(["--protocol", "hub", "--game", "renju"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("renju"));
}

#[test]
fn no_bytes_shake_the_session() {
    let words = [
        "pos",
        "pos=",
        START,
        "moves=\"32-28\"",
        "level",
        "depth=2",
        "nodes=50",
        "infinite",
        "go",
        "think",
        "analyze",
        "ponder",
        "stop",
        "ponder-hit",
        "set-param",
        "name=variant",
        "value=bt",
        "\"",
        "=",
        "wolf=",
        "W1=1",
        "start",
        "new-game",
        "time=99999999999999999999",
        "inc=-1",
        "moves=\"",
        "\u{1F3B2}",
        "init",
        "hub",
    ];
    let mut random = Random::new(7);
    let mut client = Client::start(&["--protocol", "hub", "--hash", "1"]);
    for _ in 0..60 {
        for _ in 0..40 {
            let mut line: Vec<u8> = Vec::new();
            if random.below(4) == 0 {
                line.extend((0..random.below(60)).map(|_| random.next() as u8).filter(|&b| b != b'\n'));
            } else {
                for _ in 0..random.below(7) {
                    line.extend_from_slice(words[random.below(words.len())].as_bytes());
                    line.extend_from_slice(if random.below(5) == 0 { b"" } else { b" " });
                }
            }
            line.push(b'\n');
            client.send_bytes(&line);
        }
        client.send("stop");
        client.ask("ping", "pong");
    }
    client.send("stop\nset-param name=variant value=normal\npos start\nlevel depth=1\ngo think");
    // The searches before it may still have something to say.
    client.ask("ping", "pong");
    let (rest, status) = client.quit();
    assert!(status.success(), "{rest:?}");
}
