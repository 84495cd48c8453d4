//! What managers of gomoku games count on, where a transcript cannot say it: Gomocup's protocol and Yixin's extensions.

use std::io::Cursor;

use crate::common::client::Client;
use crate::common::{Memory, Random};
use quadriga::front_door::{ServeError, serve};
use quadriga::games;
use quadriga::protocol::{Protocol, Setup};
use quadriga::wire::catalogue::Catalogue;

fn setup(protocol: Option<Protocol>, variant: Option<&str>) -> Setup {
    Setup {
        catalogue: Catalogue::GAMES,
        protocol,
        variant: variant.map(str::to_string),
        options: vec![("Hash".to_string(), "2".to_string())],
        finish: true,
        typed: false,
        tune: false,
        record: None,
    }
}

/// Everything that is printed for these bytes.
fn everything(protocol: Option<Protocol>, variant: Option<&str>, script: Vec<u8>) -> Vec<String> {
    let memory = Memory::default();
    serve(setup(protocol, variant), Cursor::new(script), memory.clone()).expect("a conversation");
    memory.text().lines().map(str::to_string).collect()
}

/// What is printed for these lines, without remarks; searches are short.
fn talk(lines: &str) -> Vec<String> {
    let script = format!("INFO max_node 2000\n{lines}\n");
    let mut printed = everything(Some(Protocol::Gomocup), None, script.into_bytes());
    printed.retain(|line| !line.starts_with("MESSAGE depth"));
    printed
}

fn cell(text: &str) -> (usize, usize) {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("a cell is expected: {text}"));
    (x.parse().expect("a column"), y.parse().expect("a row"))
}

#[test]
fn the_first_line_or_the_name_of_the_program_tells_the_protocol() {
    for line in ["START 15", "rectstart 15,15", "ABOUT", "info rule 1", "yxshowinfo", "Begin", "END"] {
        assert_eq!(Protocol::of_first_line(line), Protocol::Gomocup, "{line}");
    }
    for line in ["uci", "ugi", "go depth 3", "stop", "d"] {
        assert_eq!(Protocol::of_first_line(line), Protocol::Ugi, "{line}");
    }
    assert_eq!(Protocol::of_first_line("play b d4"), Protocol::Gtp);
    for name in ["pbrain-quadriga", "PBRAIN-Quadriga64", "quadriga-gomocup", "quadriga-piskvork"] {
        assert_eq!(Protocol::of_program(name), Some(Protocol::Gomocup), "{name}");
    }
    assert_eq!(Protocol::of_program("quadriga"), None);
    assert_eq!(Protocol::Gomocup.default_game(), "gomokufreestyle");
}

#[test]
fn games_that_gomocup_does_not_have_are_refused_before_the_first_line() {
    let refused = serve(setup(Some(Protocol::Gomocup), Some("draughts")), Cursor::new(""), Memory::default());
    match refused {
        Err(ServeError::Setup(why)) => assert!(why.contains("not for 'draughts'"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_list_without_its_end_is_dropped_for_the_next_command() {
    let printed = talk("START 15\nBOARD\n7,7,2\nINFO time_left 5\nTURN 7,7");
    assert!(printed[1].starts_with("ERROR BOARD is dropped; expected DONE before 'INFO'"), "{printed:?}");
    cell(&printed[2]);
    let endless: String = "-1,-1,1\n".repeat(3000);
    assert!(talk(&format!("BOARD\n{endless}DONE"))[0].contains("more than"));
}

#[test]
fn max_memory_holds_for_the_whole_program() {
    const MIB: u64 = 1 << 20;
    for (limit, more, at_least) in
        [(48 * MIB, "INFO thread_num 1", 24), (64 * MIB, "INFO hash_size 4000000", 36)]
    {
        let mut client = Client::start(&["--protocol", "gomocup"]);
        client.ask("START 15", "OK");
        client.send(&format!(
            "INFO max_memory {limit}\n{more}\nINFO max_node 150000\nPLAY 7,7\nPLAY 8,8\nPLAY 6,8"
        ));
        client.until("6,8");
        client.send("TURN 10,10\nABOUT\nYXSHOWHASHUSAGE");
        client.until("MESSAGE hash usage");
        // What was once taken for the table is not given back during the game.
        let Some(used) = client.memory_kib().map(|kib| kib / 1024) else { return };
        assert!(used < limit / MIB, "{used} MiB of {}", limit / MIB);
        assert!(used >= at_least, "{used} MiB: most of the memory is there to be used");
    }
}

#[test]
fn swap2board_begins_with_three_stones() {
    for size in [15, 20, 5] {
        let printed = talk(&format!("START {size}\nINFO timeout_turn 200\nSWAP2BOARD\nDONE\nBEGIN"));
        let stones: Vec<(usize, usize)> = printed[1].split(' ').map(cell).collect();
        assert_eq!(stones.len(), 3, "{printed:?}");
        assert!(stones.iter().all(|&(x, y)| x < size && y < size));
        assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
        assert_eq!(printed.len(), 3, "the board is still empty, so BEGIN is obeyed: {printed:?}");
    }
}

#[test]
fn nbest_tells_so_many_lines_and_then_the_move() {
    let printed = talk("START 15\nINFO show_detail 2\nPLAY 7,7\nPLAY 8,8\nYXNBEST 3");
    for rank in 0..3 {
        assert!(printed.contains(&format!("INFO PV {rank}")), "{printed:?}");
    }
    assert!(printed.contains(&"INFO NUMPV 3".to_string()) && printed.contains(&"INFO PV DONE".to_string()));
    let line = printed.iter().rfind(|line| line.starts_with("INFO BESTLINE ")).unwrap();
    for mv in line.split(' ').skip(2) {
        cell(mv);
    }
    cell(printed.last().unwrap());
    assert!(talk("YXNBEST many")[0].starts_with("ERROR 'many'"));
}

#[test]
fn searchdefend_marks_the_moves_that_lose() {
    // White has an open three; Black loses with most moves.
    let three = "YXBOARD\n0,0,1\n5,5,2\n14,0,1\n6,5,2\n0,14,1\n7,5,2\nDONE";
    let printed =
        talk(&format!("START 15\nINFO show_detail 1\nINFO max_node 30000\n{three}\nYXSEARCHDEFEND"));
    let lost: Vec<&String> =
        printed.iter().filter(|line| line.starts_with("MESSAGE REALTIME LOSE ")).collect();
    assert!(lost.len() > 20, "{}", lost.len());
    assert!(!lost.iter().any(|line| line.ends_with(" 4,5") || line.ends_with(" 8,5")), "{lost:?}");
}

/// Words between blanks.
const WORDS: &str = "START RECTSTART RESTART BEGIN TURN BOARD YXBOARD TAKEBACK PLAY SWAP2BOARD INFO ABOUT DONE \
    PONDER STOP YXSTOP YXNBEST YXBALANCEONE YXBALANCETWO YXBLOCK YXBLOCKUNDO YXBLOCKRESET \
    YXSHOWFORBID YXSHOWINFO YXHASHCLEAR YXSHOWHASHUSAGE YXSWAP2STEP1 YXSWAP2STEP2 YXSWAP2STEP3 \
    YXHASHDUMP YXQUERYDATABASEALL YXSOOSORVSTEP4 YXDRAW timeout_turn timeout_match time_left \
    max_memory rule evaluate hash_size thread_num max_depth pondering show_detail analysis_mode \
    strength 0 1 2 3 4 5 8 9 15 -1 7,7 8,8,1 9,9,2 -1,-1,1 0,0 14,14 99,1 1,2,3,4 , ,, -,- \
    2147483647 99999999999999999999 é \u{0} \u{2028}";

fn word(random: &mut Random) -> &'static str {
    let words = WORDS.split(' ');
    words.clone().nth(random.below(words.count())).expect("a word")
}

/// Lines that may mean anything, with searches kept short by the first line of each block.
fn soup(random: &mut Random, lines: usize) -> Vec<u8> {
    let mut script = Vec::new();
    for line in 0..lines {
        if line % 20 == 0 {
            script.extend_from_slice(b"STOP\nINFO timeout_turn 0\nINFO thread_num 1\nINFO hash_size 1024\n");
        }
        match random.below(5) {
            0 => {
                let length = random.below(30);
                script.extend((0..length).map(|_| random.next() as u8).filter(|&byte| byte != b'\n'));
            }
            1 => script.extend_from_slice(
                format!("{},{},{}", random.below(16), random.below(16), random.below(4)).as_bytes(),
            ),
            _ => {
                let words: Vec<&str> = (0..1 + random.below(3)).map(|_| word(random)).collect();
                let text = words.join(" ");
                // A budget of nodes or threads without end would only take time.
                if !text.contains("thread_num") && !text.contains("hash_size") && !text.contains("max_memory")
                {
                    script.extend_from_slice(text.as_bytes());
                }
            }
        }
        script.push(b'\n');
    }
    script
}

#[test]
fn whatever_arrives_the_last_question_is_answered() {
    for seed in 0..12 {
        let mut random = Random::new(0x60_0a + seed);
        let mut script = soup(&mut random, 400);
        script.extend_from_slice(
            b"\nSTOP\nDONE\nRESTART\nSTART 15\nINFO rule 0\nINFO analysis_mode 0\nPLAY 3,4\nPLAY 3,4\n",
        );
        let printed = everything(Some(Protocol::Gomocup), None, script);
        let last = printed.iter().rfind(|line| !line.starts_with("MESSAGE")).expect("an answer");
        assert_eq!(last, "ERROR '3,4' is not legal: the cell is occupied", "seed {seed}");
        for line in &printed {
            let word = line.split(' ').next().unwrap_or_default();
            let known = ["OK", "ERROR", "UNKNOWN", "MESSAGE", "DEBUG", "INFO", "FORBID", "SUGGEST", "SWAP"];
            let coordinates = word.split(',').all(|n| n.parse::<u8>().is_ok());
            assert!(
                known.contains(&word) || coordinates || word.starts_with("name="),
                "seed {seed}: {line:?}"
            );
        }
    }
}

/// A game with random moves of the opponent, checked by the rules of the engine's own game; returns its length.
fn fast_game(client: &mut Client, variant: &str, rule: u32, random: &mut Random) -> usize {
    let mut referee = games::open(variant).expect("a variant");
    referee.set_option("BoardSize", "9").expect("an option");
    client.ask(&format!("START 9\nINFO rule {rule}\nINFO max_node 20"), "OK");
    let mut command = "BEGIN".to_string();
    for ply in 0.. {
        client.send(&command);
        let answer = loop {
            let line = client.line();
            assert!(!line.starts_with("ERROR") && !line.starts_with("UNKNOWN"), "{line}");
            if line.starts_with(|c: char| c.is_ascii_digit()) {
                break line;
            }
        };
        referee.play(&answer).expect("a legal move");
        let legal = referee.legal_moves(quadriga::contract::MoveStyle::Numeric);
        if referee.status().outcome.is_some() || legal.is_empty() {
            return ply;
        }
        let mv = &legal[random.below(legal.len())];
        referee.play(mv).expect("a legal move");
        if referee.status().outcome.is_some() {
            return ply;
        }
        command = format!("TURN {mv}");
    }
    unreachable!("a board is finite")
}

#[test]
fn many_games_in_one_conversation_are_legal_and_leave_memory_flat() {
    let mut client = Client::start(&["--protocol", "gomocup", "--hash", "1"]);
    let mut random = Random::new(5);
    let rules = [("gomokufreestyle", 0), ("gomoku", 1), ("renju", 4), ("caro", 8), ("caroexact", 9)];
    let mut round = |client: &mut Client, games: usize| {
        for game in 0..games {
            let (variant, rule) = rules[game % rules.len()];
            assert!(fast_game(client, variant, rule, &mut random) > 1);
        }
    };
    round(&mut client, 50);
    let before = client.memory_kib();
    round(&mut client, 1800);
    let after = client.memory_kib();
    // The allocator keeps what the engines of two games took when both were there for a moment: up to 9 MiB, once. So the
    // bound is wide and the games are many: 9 KiB a game are too much.
    assert!(after <= before.map(|kib| kib + (16 << 10)), "{before:?} KiB, then {after:?}");
    client.send("END");
    assert!(client.close().1.success());
}

#[test]
fn the_sessions_in_the_documents_are_true() {
    let document = include_str!("../../docs/protocol/gomocup.md");
    let sessions: Vec<&str> = document.split("```gomocup\n").skip(1).collect();
    assert!(sessions.len() >= 3);
    for session in sessions {
        let session = session.split("```").next().unwrap_or_default();
        let asked: String = session
            .lines()
            .filter_map(|line| line.strip_prefix("> "))
            .map(|l| l.to_string() + "\n")
            .collect();
        let printed = everything(Some(Protocol::Gomocup), None, asked.into_bytes());
        // What a search finds may change with the engine; the words may not, nor what is no search.
        let searched = |line: &str| {
            line.starts_with(|c: char| c.is_ascii_digit())
                || line.starts_with("INFO ")
                || line.starts_with("MESSAGE depth")
        };
        let mut rest = printed.iter();
        for told in session.lines().filter(|line| !line.starts_with("> ") && *line != "...") {
            let same = |line: &&String| {
                *line == told
                    || searched(line)
                        && searched(told)
                        && line.split(' ').count().min(3) == told.split(' ').count().min(3)
            };
            assert!(rest.any(|line| same(&line)), "no '{told}' in {printed:#?}");
        }
        let errors = |text: &str| text.lines().filter(|line| line.starts_with("ERROR")).count();
        assert_eq!(errors(session), errors(&printed.join("\n")));
    }
}
