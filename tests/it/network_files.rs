//! `EvalFile` and `--eval-file`: every protocol plays with a network from a file, and refuses any other file.

use std::fs;

use quadriga::contract::{network_file, read_network_file};

use crate::common::client::{Client, program};
use crate::common::folder::Folder;

/// Games with a network, and its file in the source tree.
const NETWORKS: [(&str, &str); 8] = [
    ("gomoku", "src/games/gomoku/weights/gomoku.network"),
    ("caro", "src/games/gomoku/weights/gomoku.network"),
    ("gomokufreestyle", "src/games/gomoku/weights/gomokufreestyle.network"),
    ("renju", "src/games/gomoku/weights/renju.network"),
    ("draughts", "src/games/draughts/weights/draughts.network"),
    ("frysk", "src/games/draughts/weights/frisian.network"),
    ("russian", "src/games/draughts/weights/russian.network"),
    ("italian", "src/games/draughts/weights/english.network"),
];

fn source(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// The same network with some of its weights swapped.
fn other(path: &str, folder: &Folder) -> String {
    let bytes = fs::read(path).expect("a network");
    let (name, mut weights) = read_network_file(&bytes).expect("a network");
    // A byte of a list is a weight of its own if it is small and not 0.
    let places: Vec<usize> = (2..weights.len())
        .filter(|&place| weights[place - 2..=place].iter().all(|&b| (1..128).contains(&b)))
        .collect();
    for pair in places.chunks_exact(2) {
        weights.swap(pair[0], pair[1]);
    }
    let other = folder.path("other.network");
    fs::write(&other, network_file(name, &weights)).expect("a file");
    other
}

/// The line of a short search, without times.
fn search(client: &mut Client) -> String {
    client.send("ucinewgame\nposition startpos\ngo nodes 300");
    let lines = client.until("bestmove");
    let words = |line: &String| {
        let (before, after) = line.split_once(" time ").unwrap_or((line, ""));
        format!("{before} {}", after.split_once(" pv ").map_or("", |(_, pv)| pv))
    };
    lines.iter().map(words).map(|line| line.split(" nps ").next().unwrap_or_default().to_string()).collect()
}

fn set(client: &mut Client, path: &str) -> Vec<String> {
    client.send(&format!("setoption name EvalFile value {path}"));
    client.sync()
}

#[test]
fn a_network_file_evaluates_until_it_is_given_up() {
    let folder = Folder::new("eval-file");
    for (game, path) in NETWORKS {
        let (own, other) = (source(path), other(&source(path), &folder));
        let mut client = Client::playing(game);
        let eval = |client: &mut Client, path: &str| {
            assert_eq!(set(client, path), Vec::<String>::new(), "{game}");
            client.send("position startpos moves");
            search(client)
        };
        let built_in = eval(&mut client, "<empty>");
        assert_eq!(eval(&mut client, &own), built_in, "{game}: the same weights");
        assert_ne!(eval(&mut client, &other), built_in, "{game}");
        assert_eq!(eval(&mut client, ""), built_in, "{game}");
    }
}

#[test]
fn other_files_are_refused_with_a_reason_and_the_network_stays() {
    let folder = Folder::new("eval-file-refused");
    let renju = source(NETWORKS[3].1);
    let bytes = fs::read(&renju).expect("a network");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path(name), bytes).expect("a file");
        folder.path(name)
    };
    let mut client = Client::playing("renju");
    set(&mut client, &other(&renju, &folder));
    let before = search(&mut client);
    let cases = [
        (folder.path("none.network"), "No such file"),
        (folder.as_path().display().to_string(), "not a network file"),
        (write("text", b"no network"), "not a network file"),
        (write("short", &bytes[..bytes.len() / 2]), "damaged"),
        (write("newer", &[b"Quadriga network 2\n", &bytes[19..]].concat()), "another format"),
        (source(NETWORKS[0].1), "the network of gomoku; expected that of renju"),
        (write("small", &network_file("renju", &[2; 100])), "has 100 weights; expected"),
    ];
    for (path, why) in cases {
        let lines = set(&mut client, &path);
        assert!(lines.len() == 1 && lines[0].contains(why), "{path}: {lines:?}");
        assert_eq!(search(&mut client), before, "{path}");
    }
}

#[test]
fn two_networks_of_a_game_play_each_other() {
    let folder = Folder::new("eval-file-match");
    let (own, other) = (source(NETWORKS[2].1), other(&source(NETWORKS[2].1), &folder));
    let engine = |name: &str, path: &str| format!("name={name} option.EvalFile={path}");
    let output = program()
        .args([
            "match",
            "--game",
            "gomokufreestyle",
            "--each",
            "nodes=200",
            "--rounds",
            "2",
            "--random-plies",
            "4",
        ])
        .args(["--engine", &engine("own", &own), "--engine", &engine("other", &other)])
        .output()
        .expect("the program runs");
    let table = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && table.contains("own") && table.contains("other"), "{table}");
}

#[test]
fn self_play_with_another_network_is_another_series() {
    let folder = Folder::new("eval-file-selfplay");
    let (other, file) = (other(&source(NETWORKS[2].1), &folder), folder.path("games"));
    let play = |network: &[&str]| {
        let mut arguments = vec!["selfplay", "--game", "gomokufreestyle", "--games", "2", "--nodes", "60"];
        arguments.extend(network);
        arguments.push(&file);
        let output = program().args(arguments).output().expect("the program runs");
        (output.status.success(), String::from_utf8(output.stderr).expect("text"))
    };
    assert!(play(&["--eval-file", &other]).0);
    assert!(play(&["--eval-file", &other]).0, "it is continued");
    let (is_continued, why) = play(&[]);
    assert!(!is_continued && why.contains("another series"), "{why}");
}

#[test]
fn a_game_without_a_network_has_no_such_option() {
    let output = program()
        .args(["eval", "--game", "connect4", "--eval-file", "x"])
        .output()
        .expect("the program runs");
    let why = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.code() == Some(2) && why.contains("connect4 has no network"), "{why}");
}
