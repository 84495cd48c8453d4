//! The command line: what it prints, how it fails, and that a closed pipe is no failure.

use std::io::{BufRead, BufReader};
use std::process::Output;

use crate::common::client::{deaf_reader, program, wait};
use quadriga::games;

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program runs")
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one line on standard error, and the exit status.
fn failure(arguments: &[&str]) -> (String, Option<i32>) {
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    (message, output.status.code())
}

#[test]
fn perft_prints_nodes_time_and_speed() {
    let text = stdout(&["perft", "--depth", "5"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "nodes: 16807");
    let seconds = lines[1].strip_prefix("time: ").and_then(|rest| rest.strip_suffix(" s")).expect("a time");
    assert!(seconds.parse::<f64>().is_ok(), "{seconds}");
    assert!(lines[2].strip_prefix("nps: ").is_some_and(|nps| nps.parse::<u64>().is_ok()), "{}", lines[2]);
    assert_eq!(lines.len(), 3);
}

#[test]
fn perft_divides_on_several_threads() {
    let text = stdout(&["perft", "--depth", "4", "--divide", "--threads", "3", "--moves", "4 4"]);
    let counts: Vec<&str> = text.lines().filter(|line| line.ends_with(": 343")).collect();
    assert_eq!(counts, ["1: 343", "2: 343", "3: 343", "4: 343", "5: 343", "6: 343", "7: 343"]);
    assert!(text.contains("\nnodes: 2401\n"));
}

#[test]
fn perft_takes_game_position_and_rules() {
    assert!(stdout(&["perft", "--game", "draughts", "--depth", "4"]).starts_with("nodes: 4265\n"));
    let small = stdout(&["perft", "--game", "gomoku", "--option", "BoardSize=9", "--depth", "2"]);
    assert!(small.starts_with("nodes: 6480\n"), "{small}");
    let fen = "W:W28:B23:H0:F1";
    assert!(stdout(&["perft", "--game", "draughts", "--fen", fen, "--depth", "1"]).starts_with("nodes: 1\n"));
    assert!(stdout(&["perft", "--depth", "0"]).starts_with("nodes: 1\n"));
}

#[test]
fn show_prints_diagram_and_position_string() {
    let text = stdout(&["show", "--moves", "4 4"]);
    let fen = text.lines().find_map(|line| line.strip_prefix("Fen: ")).expect("a position string");
    assert_eq!(stdout(&["show", "--fen", fen]), text);
}

#[test]
fn rules_are_options_and_their_former_flags_are_still_read() {
    let show = |flags: &[&str]| stdout(&[&["show", "--game", "chinesecheckers"], flags].concat());
    assert_ne!(show(&["--option", "Players=3"]), show(&[]));
    assert_eq!(show(&["--players", "3"]), show(&["--option", "players=3"]));
    for (option, flags) in [
        ("Hops=adjacent", &["--hops", "adjacent"][..]),
        ("Rest=any", &["--rest", "any"]),
        ("NoShuttle=true", &["--no-shuttle"]),
        ("LeaveHome=10", &["--leave-home", "10"]),
        ("Win=strict", &["--win", "strict"]),
    ] {
        let eval = |flags: &[&str]| stdout(&[&["eval", "--game", "chinesecheckers"], flags].concat());
        assert_eq!(eval(&["--option", option]), eval(flags));
    }
    let perft = |flags: &[&str]| stdout(&[&["perft", "--game", "renju", "--depth", "1"], flags].concat());
    for flags in [["--board-size", "6"], ["--option", "BoardSize=6"]] {
        assert!(perft(&flags).contains("nodes: 36\n"));
    }
}

#[test]
fn help_shows_options_and_no_former_flag() {
    let help = stdout(&["show", "--help"]) + &stdout(&["man"]);
    assert!(
        help.contains("--option <NAME=VALUE>") && !help.contains("--hops") && !help.contains("board-size")
    );
}

#[test]
fn eval_explains_the_position() {
    assert!(stdout(&["eval", "--moves", "4 4 3"]).lines().count() > 1);
}

#[test]
fn eval_names_the_opening_of_a_game_of_renju_for_as_long_as_it_goes_on() {
    let eval = |game, moves| stdout(&["eval", "--game", game, "--moves", moves]);
    for moves in ["h8 h9 i9", "h8 h9 i9 i8 g10"] {
        assert!(eval("renju", moves).starts_with("opening: Kagetsu (D4, 花月)\n"), "{moves}");
    }
    assert!(!eval("gomoku", "h8 h9 i9").contains("opening"));
}

#[test]
fn bench_repeats_its_signature_and_ends_in_the_usual_form() {
    let last = |text: String| text.lines().last().expect("a line").to_string();
    let signature =
        |line: &str| line.split(' ').next().and_then(|n| n.parse::<u64>().ok()).expect("a number");
    let first = last(stdout(&["bench", "--game", "english"]));
    let words: Vec<&str> = first.split(' ').collect();
    assert!(words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{first}");
    assert_eq!(signature(&first), signature(&last(stdout(&["bench", "--game", "english"]))));
}

#[test]
fn games_are_listed_for_people_and_machines() {
    let text = stdout(&["games"]);
    let list: serde_json::Value = serde_json::from_str(&stdout(&["games", "--json"])).expect("JSON");
    for name in games::variants() {
        assert!(text.lines().any(|line| line.split(' ').next() == Some(name)), "{name}");
        let game =
            list.as_array().expect("an array").iter().find(|game| game["name"] == name).expect("the game");
        assert!(game["about"].as_str().is_some_and(|about| !about.is_empty()));
        let options = game["options"].as_array().expect("options");
        let hash = options.iter().find(|option| option["name"] == "Hash").expect("Hash");
        assert!(
            hash["type"] == "spin"
                && hash["min"].is_i64()
                && hash["max"].is_i64()
                && hash["default"].is_i64()
        );
    }
}

#[test]
fn completions_and_manual_are_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout(&["completions", shell]).contains("perft"), "{shell}");
    }
    assert!(stdout(&["man"]).contains(".TH quadriga 1"));
}

/// The commands that a help lists.
fn commands(help: &str) -> impl Iterator<Item = &str> {
    let rows =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    rows.filter_map(|row| row.split_whitespace().next()).filter(|&word| word != "help")
}

/// Compares what the help of a command lists with its section of the manual, and so for the commands below it.
fn compare_with_manual(manual: &str, command: &[&str]) {
    let help = stdout(&[command, &["--help"]].concat());
    let name = [&["quadriga"], command].concat().join(" ");
    let mut sections = manual.split("\n.SS ");
    let section = match command {
        [] => sections.next(),
        _ => sections.find(|text| text.starts_with(&format!("\"{name}\"\n"))),
    };
    let section = section.unwrap_or_else(|| panic!("no section for {name}"));
    let rows = help.lines().filter(|line| line.trim_start().starts_with('-'));
    let flags = rows.filter_map(|row| row.split_whitespace().find(|word| word.starts_with("--")));
    for flag in flags.filter(|&flag| flag != "--help") {
        assert!(section.contains(&format!("\\fB{}\\fR", flag.replace('-', "\\-"))), "{name} {flag}");
    }
    for below in commands(&help) {
        compare_with_manual(manual, &[command, &[below]].concat());
    }
}

#[test]
fn the_manual_has_all_commands_with_their_flags() {
    compare_with_manual(&stdout(&["man"]), &[]);
}

#[test]
fn the_page_of_the_command_line_has_all_commands() {
    let page = include_str!("../../docs/command-line.md");
    for command in commands(&stdout(&["--help"])) {
        assert!(page.contains(&format!("`quadriga {command}")), "{command}");
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    assert!(stdout(&["--help"]).contains("perft"));
    assert!(stdout(&["perft", "--help"]).contains("--divide"));
    assert!(stdout(&["--version"]).starts_with("quadriga "));
}

#[test]
fn a_command_line_that_cannot_be_obeyed_is_status_2_and_one_line() {
    for (arguments, word) in [
        (&["perft"][..], "--depth"),
        (&["perft", "--depth", "x"], "'x'"),
        (&["perft", "--depth", "201"], "201"),
        (&["perft", "--depth", "-1"], "-1"),
        (&["perft", "--depth", "3", "--threads", "0"], "0"),
        (&["perft", "--game", "go", "--depth", "1"], "'go'"),
        (&["bench", "--game", "go"], "'go'"),
        (&["--game", "go"], "'go'"),
        (&["--hash", "0"], "--hash"),
        (&["frobnicate"], "'frobnicate'"),
        (&["--frobnicate"], "'--frobnicate'"),
        (&["show", "--option", "Players=3"], "Players=3 is not a rule of connect4, which has none"),
        (&["show", "--option", "Players"], "NAME=VALUE"),
        (&["show", "--game", "renju", "--option", "hash=1"], "which has BoardSize"),
        (&["show", "--game", "chinesecheckers", "--option", "players=7"], "from 2 to 6"),
        (&["show", "--game", "chinesecheckers", "--option", "Players=many"], "from 2 to 6"),
        (&["show", "--game", "chinesecheckers", "--option", "Hops=far"], "'far'"),
        (&["--game", "gomoku", "--option", "BoardSize=4"], "from 5 to 22"),
        (&["completions", "tcsh"], "'tcsh'"),
    ] {
        let (message, status) = failure(arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {message}");
        assert!(message.starts_with("error: ") && message.contains(word), "{arguments:?}: {message}");
        let known = arguments[0].starts_with(char::is_alphabetic) && arguments[0] != "frobnicate";
        let help = if known {
            format!("see 'quadriga {} --help'", arguments[0])
        } else {
            "see 'quadriga --help'".into()
        };
        assert!(message.contains(&help), "{arguments:?}: {message}");
    }
}

#[test]
fn a_flag_or_command_that_is_nearly_right_is_named() {
    for (arguments, expected) in [
        (
            &["match", "--round", "x"][..],
            "'--round' found, perhaps '--rounds' is meant; see 'quadriga match --help'",
        ),
        (&["serlfplay"], "perhaps 'selfplay' is meant; see 'quadriga --help'"),
    ] {
        let (message, _) = failure(arguments);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_position_that_the_game_refuses_is_status_1_and_one_line() {
    for (arguments, word) in [
        (&["show", "--fen", "rubbish"][..], "rubbish"),
        (&["eval", "--moves", "4 4 zz"], "'zz'"),
        (&["perft", "--game", "draughts", "--depth", "1", "--fen", "W:W51:B1"], "51"),
    ] {
        let (message, status) = failure(arguments);
        assert_eq!(status, Some(1), "{arguments:?}: {message}");
        assert!(message.starts_with("error: ") && message.contains(word), "{arguments:?}: {message}");
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    for arguments in [
        &["games"][..],
        &["games", "--json"],
        &["perft", "--depth", "3", "--divide"],
        &["show"],
        &["eval"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let mut child = deaf_reader(arguments);
        assert!(wait(&mut child).success(), "{arguments:?}");
        let complaints = BufReader::new(child.stderr.take().expect("a pipe")).lines().count();
        assert_eq!(complaints, 0, "{arguments:?}");
    }
}

#[test]
fn the_loop_takes_rules_and_sizes_as_flags() {
    use std::io::Write;
    let mut child = program()
        .args(["--game", "gomoku", "--option", "BoardSize=9", "--threads", "2", "--hash", "1", "--finish"])
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(b"query moves\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.split_ascii_whitespace().filter(|word| *word != "response").count(), 81);
}

#[test]
fn a_size_that_a_game_does_not_have_is_answered_with_those_it_has() {
    for (name, sizes) in [
        ("connect4-99x99", "4 to 10"),
        ("connect4-3x7", "4 to 10"),
        ("connect4-7", "4 to 10"),
        ("gomoku-99", "5 to 22"),
        ("Renju-15x15", "5 to 22"),
    ] {
        for arguments in [&["show", "--game", name][..], &["match", "--game", name, "--engine", "nodes=1"]] {
            let (message, status) = failure(arguments);
            assert!(message.contains(&format!("'{name}'")) && message.contains(sizes), "{message}");
            assert!(!message.contains("draughts") && status == Some(2), "{message}");
        }
    }
    for name in ["draughts-8", "chess-8x8", "connect4-"] {
        assert!(failure(&["show", "--game", name]).0.contains("chinesecheckers"), "{name}");
    }
}

#[test]
fn protocols_name_the_sizes_too() {
    for (arguments, line) in [
        (&["ugi"][..], "setoption name UCI_Variant value connect4-99x99"),
        (&["analyze"], r#"{"id":"a","game":"connect4-99x99","depth":1}"#),
    ] {
        use std::io::Write;
        let mut child = program().args(arguments).spawn().expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(format!("{line}\n").as_bytes()).expect("it reads");
        let said = String::from_utf8(child.wait_with_output().expect("its end").stdout).expect("text");
        assert!(said.contains("4 to 10") && !said.contains("draughts"), "{said}");
    }
}
