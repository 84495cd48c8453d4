//! `quadriga solve`: what it prints for one position and for many, and how it fails.

use std::io::{BufRead, BufReader, Write};

use crate::common::client::{Client, deaf_reader, program, wait};

/// What a run left behind.
struct Run {
    lines: Vec<String>,
    complaints: Vec<String>,
    status: Option<i32>,
}

/// Solves what stands in `input`.
fn solve(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = program().arg("solve").args(arguments).spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || pipe.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    // Nobody reads the input where the position is on the command line.
    let _ = writer.join();
    let lines = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text").lines().map(String::from).collect();
    Run { lines: lines(output.stdout), complaints: lines(output.stderr), status: output.status.code() }
}

/// The lines of a run without fault.
fn clean(arguments: &[&str], input: &str) -> Vec<String> {
    let run = solve(arguments, input.as_bytes());
    assert_eq!(run.status, Some(0), "{arguments:?}: {:?}", run.complaints);
    run.lines
}

/// Moves and score of an answer.
fn head(line: &str) -> (&str, &str) {
    let mut words = line.split(' ');
    (words.next().expect("moves"), words.next().expect("a score"))
}

/// A draw, a win in 23 plies and a loss.
const MIDDLE: &str = "375632621376713665 0\n6561757735324411 2\n2547433227643474 -4\n";

#[test]
fn a_line_is_answered_by_moves_score_nodes_and_microseconds() {
    let lines = clean(&[], "4455\n44455554221\n");
    assert_eq!(lines.len(), 2);
    for (line, expected) in lines.iter().zip([("4455", "18"), ("44455554221", "-15")]) {
        assert_eq!(head(line), expected);
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words.len(), 4, "{line}");
        assert!(words[2..].iter().all(|word| word.parse::<u64>().is_ok()), "{line}");
    }
}

#[test]
fn right_scores_are_checked_and_summed_up() {
    let run = solve(&[], b"4455 18\r\n44455554221 -15");
    assert_eq!(run.status, Some(0));
    assert_eq!(run.lines.len(), 2, "the last line needs no end");
    assert_eq!(run.complaints.len(), 1);
    assert!(run.complaints[0].starts_with("positions: 2, checked: 2, wrong: 0, unreadable: 0, time: "));
}

#[test]
fn a_wrong_score_is_named_and_the_status_is_1() {
    let run = solve(&[], b"4455 18\n44455554221 15\n4455\n");
    assert_eq!(run.status, Some(1));
    assert_eq!(run.lines.iter().map(|line| head(line).1).collect::<Vec<_>>(), ["18", "-15", "18"]);
    assert_eq!(run.complaints[0], "line 2: the score of 44455554221 is -15, not 15");
    assert!(run.complaints[1].starts_with("positions: 3, checked: 2, wrong: 1, unreadable: 0,"));
    assert_eq!(run.complaints[2], "error: wrong scores: 1");
}

#[test]
fn a_line_that_cannot_be_read_keeps_its_place() {
    let run = solve(&[], b"4455\n\n48\n4455 x\n4 4 5 5\n44444444\n44555\n");
    assert_eq!(run.status, Some(1));
    let heads: Vec<(&str, &str)> = run.lines.iter().map(|line| head(line)).collect();
    assert_eq!(heads[0], ("4455", "18"));
    assert_eq!(heads[1..5], [("48", "error"), ("4455", "error"), ("4", "error"), ("44444444", "error")]);
    assert_eq!(heads[5].0, "44555");
    assert_eq!(heads.len(), 6, "a blank line is skipped");
    for (complaint, (number, word)) in
        run.complaints.iter().zip([(3, "'8'"), (4, "'x'"), (5, "'5'"), (6, "column 4 is full")])
    {
        assert!(
            complaint.starts_with(&format!("line {number}: ")) && complaint.contains(word),
            "{complaint}"
        );
    }
    assert_eq!(run.complaints.last().map(String::as_str), Some("error: unreadable lines: 4"));
}

#[test]
fn whatever_arrives_is_answered() {
    let mut input = vec![b'4'; 10 << 20];
    input.extend(b"\n\xff\xfe\0 18\n\x1b[2J\n44\0\n4455\n");
    let run = solve(&[], &input);
    assert_eq!(run.status, Some(1));
    assert_eq!(run.lines.iter().filter(|line| head(line).1 == "error").count(), 4, "{:?}", run.lines);
    assert_eq!(head(&run.lines[0]), ("...", "error"));
    assert_eq!(run.lines.last().map(|line| head(line)), Some(("4455", "18")));
    assert!(run.lines.iter().chain(&run.complaints).all(|line| !line.contains(char::is_control)));
}

#[test]
fn the_empty_board_has_a_word_of_its_own() {
    for word in ["-", "\"\""] {
        let lines = clean(&["--game", "connect4-6x4"], word);
        assert_eq!(head(&lines[0]), (word, "-1"));
    }
    assert!(clean(&["--game", "connect4-6x4"], "\n \n").is_empty());
}

#[test]
fn all_columns_have_their_value_and_full_ones_a_dot() {
    let lines = clean(&["--all"], "375632621376713665\n3756326213767136656\n1212121\n");
    let columns = |line: &str| line.split(' ').skip(4).collect::<Vec<_>>().join(" ");
    assert_eq!((head(&lines[0]).1, columns(&lines[0]).as_str()), ("0", "-8 -8 -8 -3 -2 -8 0"));
    assert_eq!(columns(&lines[1]).split(' ').nth(5), Some("."), "{}", lines[1]);
    assert_eq!((head(&lines[2]).1, columns(&lines[2]).as_str()), ("-18", ". . . . . . ."));
}

#[test]
fn weak_tells_win_draw_and_loss_alone() {
    let run = solve(&["--weak"], b"4455 18\n44455554221 -15\n375632621376713665 0\n");
    assert_eq!(run.status, Some(0), "a claimed score counts by its sign: {:?}", run.complaints);
    assert_eq!(run.lines.iter().map(|line| head(line).1).collect::<Vec<_>>(), ["1", "-1", "0"]);
    let lines = clean(&["--weak", "--all"], "375632621376713665\n");
    assert!(lines[0].ends_with(" -1 -1 -1 -1 -1 -1 0"), "{lines:?}");
    let one = clean(&["--weak", "6561757735324411"], "");
    assert_eq!(one[..2], ["score: 1", "value: win for the player to move"]);
    assert_eq!((one[8].as_str(), one.len()), ("5: 1 win", 11), "there is no best line: {one:?}");
}

#[test]
fn games_that_are_over_are_answered() {
    let full = "656173566152215676422337377473141445425321";
    let lines = clean(&[], &format!("1212121 -18\n{full} 0\n"));
    assert!(lines[0].starts_with("1212121 -18 0 ") && lines[1].starts_with(&format!("{full} 0 0 ")));
    let over = clean(&["1212121"], "");
    assert_eq!(over, ["score: -18", "value: the game is over: player 1 has won (four in a line)"]);
    assert_eq!(clean(&[full], "")[1], "value: the game is over: a draw (full board)");
}

#[test]
fn one_position_has_value_moves_and_line() {
    let lines = clean(&["375632621376713665"], "");
    assert_eq!(lines[..2], ["score: 0", "value: draw in 24 plies (move 42)"]);
    assert!(lines[2].starts_with("nodes: ") && lines[3].starts_with("time: ") && lines[3].ends_with(" s"));
    assert_eq!(lines[4], "1: -8 loss in 10 plies (move 28)");
    assert_eq!(lines[10], "7: 0 draw in 24 plies (move 42)");
    assert_eq!(lines[11].split(' ').count(), 1 + 24, "{}", lines[11]);
    assert!(lines[11].starts_with("line: 7 ") && lines.len() == 12);
    let won = clean(&["6561757735324411"], "");
    assert_eq!(won[1], "value: win for the player to move in 23 plies (move 39)");
    let lost = clean(&["44455554221"], "");
    assert_eq!(lost[1], "value: loss for the player to move in 2 plies (move 13)");
}

#[test]
fn moves_are_written_together_or_apart() {
    let usual = clean(&["4455", "--weak"], "")[..2].to_vec();
    for words in
        [&["4", "4", "5", "5"][..], &["4,4,5,5"], &["4 4 5 5"], &["d", "d", "e P@e2"], &["44", "5,5"]]
    {
        assert_eq!(clean(&[words, &["--weak"]].concat(), "")[..2], usual[..], "{words:?}");
    }
    let ten = ["--game", "connect4-10x4", "--weak"];
    let line = "2,3,10,9,7,2,7,3,10,2,3,4,6,1,3,1,8,1,4,8,10,4";
    let together = line.replace(',', "");
    let lines = clean(&ten, &format!("{line}\n{together}\n"));
    assert_eq!(head(&lines[0]).1, head(&lines[1]).1);
}

#[test]
fn a_position_string_is_where_the_moves_begin() {
    let shown = program().args(["show", "--moves", "4 4"]).output().expect("the program runs").stdout;
    let shown = String::from_utf8(shown).expect("text");
    let fen = shown.lines().find_map(|line| line.strip_prefix("Fen: ")).expect("a position string");
    assert_eq!(head(&clean(&["--fen", fen, "-"], "55\n")[0]), ("55", "18"));
    let moves = "45555 4221";
    assert_eq!(clean(&["--fen", fen, moves], "")[..2], clean(&["4445555 4221"], "")[..2]);
    let run = solve(&["--fen", "rubbish", "-"], b"55\n");
    assert_eq!((run.lines.len(), run.status), (0, Some(1)));
    assert!(run.complaints.len() == 1 && run.complaints[0].contains("rubbish"), "{:?}", run.complaints);
}

#[test]
fn bigger_boards_are_solved() {
    let moves = "43388678277224178548341851317428677215";
    let lines = clean(&["--game", "connect4-8x8", "--all"], &format!("{moves}\n"));
    let words: Vec<&str> = lines[0].split(' ').collect();
    assert_eq!(words.len(), 4 + 8);
    let best = words[4..].iter().filter_map(|value| value.parse::<i32>().ok()).max();
    assert_eq!(best, words[1].parse().ok());
}

#[test]
fn memory_threads_and_a_cold_table_do_not_change_values() {
    let scores = |arguments: &[&str]| {
        let lines = clean(arguments, MIDDLE);
        lines.iter().map(|line| head(line).1.to_string()).collect::<Vec<_>>()
    };
    let usual = scores(&[]);
    for arguments in [&["--cold"][..], &["--hash", "1"], &["--threads", "2"], &["--no-book"]] {
        assert_eq!(scores(arguments), usual, "{arguments:?}");
    }
}

#[test]
fn a_cold_table_makes_the_same_nodes_every_time() {
    let position = "6561757735324411";
    let lines = clean(&["--cold"], &format!("{position}\n4455\n{position}\n"));
    let nodes = |line: &str| line.split(' ').nth(2).map(str::to_string);
    assert_eq!(nodes(&lines[0]), nodes(&lines[2]));
    let warm = clean(&[], &format!("{position}\n{position}\n"));
    let count = |line: &str| nodes(line).and_then(|nodes| nodes.parse::<u64>().ok());
    assert!(count(&warm[1]) < count(&warm[0]), "{warm:?}");
}

#[test]
fn every_answer_comes_at_once() {
    let mut client = Client::start(&["solve"]);
    for moves in ["4455", "44455554221", "9"] {
        client.send(moves);
        assert_eq!(head(&client.line()).0, moves);
    }
    let (rest, status) = client.close();
    assert!(rest.is_empty() && status.code() == Some(1));
}

#[test]
fn what_cannot_be_solved_is_refused_in_one_line() {
    for (arguments, status, word) in [
        (&["--game", "draughts", "-"][..], 2, "draughts cannot be solved; expected one of connect4"),
        (&["--game", "gomoku", "--weak", ""], 2, "--weak does not apply to gomoku"),
        (&["--game", "gomoku", "--option", "BoardSize=23", ""], 2, "from 5 to 22"),
        (&["--game", "connect4", "--option", "BoardSize=8", ""], 2, "BoardSize=8 is not a rule of connect4"),
        (&["--game", "connect4", "--nodes", "5", ""], 2, "--nodes"),
        (&["--game", "renju", "h8h8"], 1, "h8"),
        (&["--game", "go", ""], 2, "'go'"),
        (&["--hash", "0", ""], 2, "--hash"),
        (&["--threads", "0", ""], 2, "--threads"),
        (&["49"], 1, "'9'"),
        (&["--fen", "rubbish"], 1, "rubbish"),
    ] {
        let run = solve(arguments, b"");
        assert_eq!(run.status, Some(status), "{arguments:?}: {:?}", run.complaints);
        assert!(run.lines.is_empty() && run.complaints.len() == 1, "{arguments:?}: {:?}", run.complaints);
        assert!(
            run.complaints[0].starts_with("error: ") && run.complaints[0].contains(word),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = deaf_reader(&["solve", "6561757735324411"]);
    assert!(wait(&mut child).success());
    assert_eq!(BufReader::new(child.stderr.take().expect("a pipe")).lines().count(), 0);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_what_would_last_for_ever() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let mut client = Client::start(&["solve", "--game", "connect4-10x10"]);
    // An answer shows that signals are heard.
    client.send("1,2,1,2,1,2,1\n-");
    assert_eq!(head(&client.line()), ("1,2,1,2,1,2,1", "-47"));
    kill(Pid::from_raw(client.id() as i32), Signal::SIGINT).expect("it runs");
    let (rest, status) = client.rest();
    assert_eq!((rest.len(), status.code()), (0, Some(1)));
}

/// Black has an open three and it is his turn.
const OPEN_THREE: &str = "h8a1i8a3j8a5";

#[test]
fn a_win_by_threats_is_told_with_its_line() {
    let lines = clean(&["--game", "renju", "--option", "BoardSize=15", OPEN_THREE], "");
    assert_eq!(lines[0], "value: win for the player to move within 3 plies (move 9)");
    assert!(lines[1].starts_with("nodes: ") && lines[2].starts_with("time: "), "{lines:?}");
    let line: Vec<&str> = lines[3].split(' ').collect();
    assert_eq!((line[0], line.len()), ("line:", 4), "{lines:?}");
    let lines = clean(&["--game", "gomoku", "h8 i9"], "");
    assert_eq!(lines[0], "value: no win by threats alone");
    let over = clean(&["--game", "gomokufreestyle", "a1b1a2b2a3b3a4b4a5"], "");
    assert_eq!(over, ["value: the game is over (five in a line)"]);
}

#[test]
fn positions_for_threats_are_moves_or_position_strings_a_line_each() {
    let fen = "15/15/15/15/15/15/15/7PPP5/15/15/p14/15/p14/15/p14 w - - 0 4";
    let input = format!("{OPEN_THREE}\nh8 i9\n\n{fen}\n-\nh8h8\nh99\n");
    let run = solve(&["--game", "renju", "--cold", "-"], input.as_bytes());
    assert_eq!(run.status, Some(1));
    let heads: Vec<(&str, &str)> = run.lines.iter().map(|line| head(line)).collect();
    let shown = fen.replace(' ', "_");
    let expected =
        [(OPEN_THREE, "3"), ("h8i9", "0"), (&shown, "3"), ("-", "0"), ("h8h8", "error"), ("h99", "error")];
    assert_eq!(heads, expected);
    assert!(
        run.complaints.last().is_some_and(|last| last == "error: unreadable lines: 2"),
        "{:?}",
        run.complaints
    );
}

#[test]
fn a_search_for_threats_that_was_given_up_says_so() {
    let hard = "h8i9i7g9j8h10g8i8f8j10";
    let given_up = solve(&["--game", "gomokufreestyle", "--nodes", "1", "-"], hard.as_bytes());
    assert_eq!(head(&given_up.lines[0]), (hard, "?"));
    let one = clean(&["--game", "gomokufreestyle", "--nodes", "1", hard], "");
    assert_eq!(one[0], "value: no win found, not all threats searched");
}
