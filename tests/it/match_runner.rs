//! `quadriga match` as a program: whole matches, interrupted ones, and engines that misbehave.
//!
//! Engines that misbehave are a few lines of shell.

#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use quadriga::games::GAMES;
use serde_json::Value;

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("quadriga-match-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// An engine of a few lines of shell, as the words `cmd=` and `arg=`. The shell reads it: a file that was just
    /// written cannot be started while another test starts a program, which holds what is open for a moment.
    fn script(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, format!("{text}\n")).expect("a script");
        format!("cmd=/bin/sh arg='{}'", path.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadriga"));
    command.arg("match").args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program runs")
}

/// Standard output of a match that succeeds.
fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The last line on standard error of a match that fails, and the exit status.
fn failure(arguments: &[&str]) -> (String, Option<i32>) {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(!output.status.success(), "{arguments:?}");
    (errors.lines().last().unwrap_or_default().to_string(), output.status.code())
}

type Games = BTreeMap<(u64, u64), Value>;

/// The games of a log by pair and number, without what depends on the clock; each must be there once.
fn games_of(text: &str) -> Games {
    let mut games = Games::new();
    for line in text.lines().skip(1) {
        let mut game: Value = serde_json::from_str(line).expect("JSON");
        let fields = game.as_object_mut().expect("an object");
        fields.remove("ms").expect("times");
        fields.remove("began").expect("a time");
        let id = (game["pair"].as_u64().expect("a pair"), game["game"].as_u64().expect("a game"));
        assert!(games.insert(id, game).is_none(), "twice in the log: {id:?}");
    }
    games
}

fn games(log: &str) -> Games {
    games_of(&fs::read_to_string(log).expect("a log"))
}

const ENGINES: [&str; 4] = ["--engine", "name=A nodes=300", "--engine", "name=B nodes=100 option.Hash=1"];

/// The arguments of a match of A and B.
fn between<'a>(game: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["--game", game], &ENGINES[..], more].concat()
}

#[test]
fn every_game_is_played_to_its_end_whatever_the_concurrency() {
    let rounds = &["--rounds", "2", "--max-plies", "80"][..];
    let usual = GAMES.iter().map(|game| (game.card.variants[0].name, rounds, "4", 4));
    let three = &["--option", "Players=3", "--rounds", "2", "--max-plies", "60"][..];
    let others = [("renju", rounds, "3", 3), ("chinesecheckers", three, "3", 3)];
    for (game, more, openings, plies) in usual.chain(others) {
        let folder = Folder::new(&format!("each-{game}-{plies}"));
        let (one, two) = (folder.path("1"), folder.path("2"));
        let common = [more, &["--random-plies", openings, "--log"]].concat();
        stdout(&between(game, &[&common[..], &[&one]].concat()));
        let table = stdout(&between(game, &[&common[..], &[&two, "--concurrency", "2"]].concat()));
        assert!(table.contains('A') && table.contains('B'), "{table}");
        let played = games(&one);
        assert_eq!(played, games(&two), "{game}");
        assert!(played.values().all(|game| game["opening_moves"] == plies && game["at_fault"].is_null()));
        assert!(
            played.values().all(|game| game["moves"].as_array().is_some_and(|moves| moves.len() > plies))
        );
        let points = |game: &Value| -> f64 {
            game["points"].as_array().expect("points").iter().filter_map(Value::as_f64).sum()
        };
        assert!(played.values().all(|game| (points(game) - 1.0).abs() < 1e-9));
    }
}

#[test]
fn weaker_play_is_repeated_where_the_seed_is_the_number_of_the_game() {
    let folder = Folder::new("weaker");
    let match_of = |log: &str, concurrency: &str| {
        let weak = "option.Seed={game} option.Skill Level=5 nodes=1000";
        let engines = ["--engine", "name=A", "--engine", "name=B", "--each", weak];
        let more = ["--rounds", "4", "--log", log, "--concurrency", concurrency];
        stdout(&[&["--game", "connect4"], &engines[..], &more].concat());
        games(log)
    };
    let one = match_of(&folder.path("1"), "1");
    assert_eq!(one, match_of(&folder.path("2"), "3"));
    let different: BTreeSet<String> = one.values().map(|game| game["moves"].to_string()).collect();
    assert!(different.len() > 4, "the seed changes nothing");
}

/// Leaves the machine to others before the next look at what they do; nothing depends on how long.
fn look_again() {
    std::thread::sleep(Duration::from_millis(1));
}

/// Plays until the log has so many lines, and kills the match then. On a busy machine a match may be over before it is
/// killed; it is played again then, from the same log.
fn killed_after(arguments: &[&str], lines: usize, log: &str) {
    let before = fs::read(log).unwrap_or_default();
    for _ in 0..100 {
        let mut child =
            program(arguments).stderr(Stdio::null()).stdout(Stdio::null()).spawn().expect("started");
        while fs::read_to_string(log).unwrap_or_default().lines().count() < lines
            && child.try_wait().expect("a child").is_none()
        {
            look_again();
        }
        child.kill().expect("killed");
        if !child.wait().expect("ended").success() {
            return;
        }
        fs::write(log, &before).expect("the log as it was");
    }
    panic!("the match was never killed");
}

#[test]
fn a_match_killed_in_the_middle_goes_on_where_its_log_ends() {
    let folder = Folder::new("killed");
    let (whole, broken) = (folder.path("whole"), folder.path("broken"));
    let common = ["--rounds", "15", "--random-plies", "4", "--concurrency", "2", "--log"];
    stdout(&between("connect4", &[&common[..], &[&whole]].concat()));
    let arguments = between("connect4", &[&common[..], &[&broken, "--resume"]].concat());
    for lines in [1, 6, 14] {
        killed_after(&arguments, lines, &broken);
        // Half a line, as a program leaves it that is killed while it writes.
        let text = fs::read_to_string(&broken).expect("the log");
        fs::write(&broken, text + "{\"pair\":3,\"ga").expect("half a line");
    }
    let table = stdout(&arguments);
    assert_eq!(games(&whole), games(&broken));
    assert!(table.contains("Games: 30"), "{table}");
    // Once more: everything is there already.
    let before = fs::read(&broken).expect("the log");
    assert_eq!(stdout(&arguments), table);
    assert_eq!(before, fs::read(&broken).expect("the log"));
}

#[test]
fn a_log_is_continued_by_its_own_match_only() {
    let folder = Folder::new("other");
    let log = folder.path("log");
    let arguments = between("connect4", &["--rounds", "1", "--log", &log]);
    stdout(&arguments);
    let (error, status) = failure(&arguments);
    assert!(error.contains("--resume") && status == Some(1), "{error}");
    let other = ["--game", "connect4", "--engine", "name=A nodes=5", "--engine", "name=B nodes=100"];
    let (error, _) = failure(&[&other[..], &["--log", &log, "--resume"]].concat());
    assert!(error.contains("is the log of another match: engines"), "{error}");
    stdout(&between("connect4", &["--rounds", "2", "--log", &log, "--resume"]));
    assert_eq!(games(&log).len(), 4);
}

#[test]
fn parts_of_a_match_make_the_whole() {
    let folder = Folder::new("parts");
    let common = ["--rounds", "6", "--random-plies", "3", "--balance", "200"];
    let part = |more: &[&str]| stdout(&between("connect4", &[&common[..], more].concat()));
    let whole = folder.path("whole");
    let table = part(&["--log", &whole]);
    let mut parts = Vec::new();
    for pairs in ["0..2", "2..5", "5"] {
        let text = part(&["--pairs", pairs, "--log", "-"]);
        let path = folder.path(pairs);
        fs::write(&path, &text).expect("written");
        assert_eq!(text.lines().next(), fs::read_to_string(&whole).expect("a log").lines().next());
        parts.push(path);
    }
    let texts = parts.iter().flat_map(|path| games(path));
    assert_eq!(games(&whole), texts.collect::<Games>());
    // Counted once, also where a part comes twice; times differ, results do not.
    let from: Vec<&str> = ["--from", &parts[0], &parts[1], &parts[2], &parts[1]].to_vec();
    let results = |table: &str| table.split("\n\n").next().unwrap_or_default().to_string();
    assert_eq!(results(&stdout(&from)), results(&table));
    let (error, _) = failure(&between("connect4", &["--pairs", "1..2"]));
    assert!(error.contains("the match has 1 pairs, 0..1"), "{error}");
}

#[test]
fn a_test_that_is_decided_ends_the_match_and_stays_decided() {
    let folder = Folder::new("sprt");
    let log = folder.path("log");
    let engines = ["--engine", "name=strong nodes=3000", "--engine", "name=weak depth=1 option.Solver=false"];
    let more = ["--rounds", "500", "--random-plies", "2", "--sprt", "elo0=0 elo1=100", "--concurrency", "2"];
    let arguments = [&["--game", "connect4"], &engines[..], &more, &["--log", &log]].concat();
    let table = stdout(&arguments);
    assert!(table.contains("H1 accepted"), "{table}");
    let played = games(&log);
    assert!(played.len() < 200, "{}", played.len());
    assert_eq!(stdout(&[&arguments[..], &["--resume"]].concat()), table);
    assert_eq!(games(&log), played);
    let (error, status) = failure(&[&arguments[..], &["--engine", "name=C nodes=1"]].concat());
    assert!(error.contains("--sprt is for two engines") && status == Some(2), "{error}");
}

/// An engine that speaks UGI and plays the first cell of the first row that it is told to in turn.
const GOOD_BEGINNING: &str = r#"
while read line; do
  case "$line" in
    ugi) echo "option name UCI_Variant type combo default gomoku var gomoku"; echo ugiok ;;
    uci) echo "option name UCI_Variant type combo default gomoku var gomoku"; echo uciok ;;
    isready) echo readyok ;;
    quit) exit ;;
    go*) THINK ;;
  esac
done"#;

/// The games of a match against this engine, if it came to its end.
fn match_with(folder: &Folder, engine: &str) -> Option<Games> {
    let log = folder.path("log");
    let _ = fs::remove_file(&log);
    let engines = ["--engine", "name=good nodes=50", "--engine", engine];
    let more = ["--rounds", "1", "--random-plies", "2", "--log", &log];
    let output = run(&[&["--game", "gomoku"], &engines[..], &more].concat());
    output.status.success().then(|| games(&log))
}

#[test]
fn engines_that_misbehave_lose_their_games_and_the_match_goes_on() {
    let folder = Folder::new("faults");
    for (name, think, end, reason) in [
        ("crash", "echo 'out of memory' >&2; exit 3", "crash", "exit status: 3"),
        ("illegal", "echo 'bestmove h99'", "illegal", "illegal move"),
        ("garbage", "echo 'bestmove'", "illegal", ""),
        ("silent", "sleep 1000", "hang", "does not answer"),
    ] {
        let bad = folder.script(name, &GOOD_BEGINNING.replace("THINK", think));
        let played = match end {
            // Only here time passes. It has to be enough for a shell to start on a busy machine, however long that is.
            "hang" => {
                let played = [0.3, 3.0, 30.0, 300.0].into_iter().find_map(|patience| {
                    let limits = format!("st=0.05 patience={patience}");
                    match_with(&folder, &format!("name=bad {bad} {limits}"))
                });
                played.expect("a whole match")
            }
            _ => match_with(&folder, &format!("name=bad {bad} st=3000 patience=600")).expect("a match"),
        };
        assert_eq!(played.len(), 2, "{name}");
        for game in played.values() {
            assert_eq!(game["end"], end, "{name}: {game}");
            let at_fault = game["at_fault"].as_u64().expect("somebody") as usize;
            assert_eq!(game["players"][at_fault], "bad");
            assert_eq!(game["points"][at_fault], 0.0);
            assert!(game["reason"].as_str().is_some_and(|text| text.contains(reason)), "{name}: {game}");
        }
    }
}

#[test]
fn an_engine_that_is_not_there_is_an_error_at_once() {
    let engines = ["--engine", "name=A nodes=1", "--engine", "name=B cmd=/no/such/program nodes=1"];
    let (error, status) = failure(&[&["--game", "connect4"], &engines[..]].concat());
    assert!(error.starts_with("error: engine B cannot be started: "), "{error}");
    assert!(error.contains("/no/such/program") && status == Some(1), "{error}");
}

#[test]
fn what_cannot_be_obeyed_is_said_in_one_line() {
    for (more, expected) in [
        (&["--engine", "name=C speed=3"][..], "'speed=3'"),
        (&["--engine", "name=A nodes=1"], "two engines are called 'A'"),
        (&["--draw", "after=3"], "'after=3'"),
        (&["--resume"], "--log"),
        (&["--log", "-", "--resume"], "--resume needs a file"),
        (&["--pairs", "3..1"], "A..B"),
        (&["--balance", "5"], "--random-plies"),
        (&["--random-plies", "2", "--balance-nodes", "5"], "--balance <CP>"),
        (&["--games-out", "games.xyz"], ".pgn"),
        (&["--option", "Players=3"], "Players=3 is not a rule of connect4"),
        (&["--affinity", "--concurrency", "1000"], "--affinity"),
    ] {
        let (error, status) = failure(&between("connect4", more));
        assert!(error.contains(expected) && status == Some(2), "{more:?}: {error}");
    }
    let (error, _) = failure(&["--game", "connect4", "--engine", "name=A depth=inf", "--engine", "name=B"]);
    assert!(error.contains("engine A: nothing limits"), "{error}");
    let test = between("chinesecheckers", &["--option", "Players=3", "--sprt", "elo0=0 elo1=5"]);
    assert!(failure(&test).0.contains("in a game of two players"));
    let three = between("chinesecheckers", &["--option", "Players=3", "--draw"]);
    assert!(failure(&three).0.contains("for games of two"));
}

#[test]
fn openings_games_and_report_go_through_files() {
    let folder = Folder::new("files");
    let (openings, log) = (folder.path("openings.txt"), folder.path("log"));
    fs::write(&openings, "0,0, 1,0, 1,3\nh8i9\n").expect("openings");
    let (pgn, sgf, html) = (folder.path("games.pgn"), folder.path("games.sgf"), folder.path("report.html"));
    let files = ["--log", &log, "--games-out", &pgn, "--report", &html];
    stdout(&between("gomoku", &[&["--rounds", "2", "--openings", &openings], &files[..]].concat()));
    let played = games(&log);
    let opening = |game: &Value| format!("{} {}", game["opening"], game["moves"][0]);
    let begun: Vec<String> = played.values().map(opening).collect();
    assert_eq!(begun, [r#""1" "h8""#, r#""1" "h8""#, r#""2" "h8""#, r#""2" "h8""#]);
    assert_eq!(played[&(0, 0)]["moves"][2], "i5");
    let text = fs::read_to_string(&pgn).expect("games");
    assert_eq!(text.matches("[White \"A\"]").count(), 2);
    assert!(fs::read_to_string(&html).expect("a report").contains("<svg"));
    stdout(&["--from", &log, "--games-out", &sgf]);
    assert_eq!(fs::read_to_string(&sgf).expect("games").matches("(;").count(), 4);
}

#[test]
fn an_interrupt_ends_the_programs_and_leaves_a_whole_log() {
    let folder = Folder::new("interrupt");
    let (log, pid) = (folder.path("log"), folder.path("pid"));
    // It does not listen while it thinks, and would do so for a long time.
    let think = format!("echo $$ > '{pid}'; exec sleep 1000");
    let deaf = folder.script("deaf", &GOOD_BEGINNING.replace("THINK", &think));
    let deaf = format!("name=deaf {deaf} st=900");
    let engines = ["--engine", &deaf, "--engine", "name=good nodes=50"];
    let mut child = program(&[&["--game", "gomoku"], &engines[..], &["--log", &log]].concat())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let read = || fs::read_to_string(&pid).unwrap_or_default().trim().to_string();
    while read().is_empty() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too early");
        look_again();
    }
    let kill = |signal: &str, pid: &str| {
        let killed = Command::new("kill").args([signal, pid]).stderr(Stdio::null()).status();
        killed.expect("the command kill").success()
    };
    assert!(kill("-TERM", &child.id().to_string()));
    let errors = BufReader::new(child.stderr.take().expect("a pipe"));
    let last = errors.lines().map_while(Result::ok).last().unwrap_or_default();
    assert!(last.contains("interrupted after 0 games; continue from the log with --resume"), "{last}");
    assert_eq!(child.wait().expect("ended").code(), Some(1));
    assert!(!kill("-0", &read()), "the engine lives on");
    assert_eq!(fs::read_to_string(&log).expect("a log").lines().count(), 1);
}
