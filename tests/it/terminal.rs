//! `quadriga play`: whole games over pipes, the commands, what is drawn, and a terminal.

use std::io::{Cursor, Write};
use std::process::{Command, Stdio};

use crossbeam_channel::never;
use unicode_width::UnicodeWidthStr;

use crate::common::client::{program, wait};
use crate::common::folder::Folder;
use crate::common::{Memory, Random};
use quadriga::contract::MoveStyle;
use quadriga::table::{Create, Setup as TableSetup};
use quadriga::terminal::{Language, Look, Palette, Setup, play};

const ALL_LOOKS: [Look; 6] = [
    Look::PLAIN,
    Look { palette: Palette::Plain, unicode: true },
    Look { palette: Palette::Sixteen, unicode: false },
    Look { palette: Palette::Sixteen, unicode: true },
    Look { palette: Palette::Full, unicode: false },
    Look { palette: Palette::Full, unicode: true },
];

/// The program with these flags, a folder of its own for games, and an environment that says nothing of terminals.
fn command(folder: &Folder, flags: &str) -> Command {
    let mut command = program();
    command.args(["play", "--data", &folder.path("data")]).args(flags.split_whitespace());
    for name in ["LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "NO_COLOR", "COLORTERM"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color");
    command
}

/// What a script is told.
fn script(folder: &Folder, flags: &str, lines: &[u8]) -> String {
    let mut child = command(folder, flags).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let lines = lines.to_vec();
    // Both sides at once: neither waits for a full pipe.
    let writer = std::thread::spawn(move || drop(input.write_all(&lines)));
    let output = child.wait_with_output().expect("output");
    writer.join().expect("written");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{flags}: {:?}: {errors}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// The same in this process, for any look and language, with two persons or more.
fn shown(game: &str, options: &[(&str, &str)], look: Look, language: Language, lines: &str) -> String {
    let memory = Memory::default();
    let options = options.iter().map(|&(name, value)| (name.to_string(), value.into())).collect();
    let setup = Setup {
        tables: TableSetup::default(),
        first: Create { game: game.to_string(), options, ..Create::default() },
        unnamed: Vec::new(),
        look,
        language,
        typed: false,
    };
    play(setup, Cursor::new(lines.as_bytes().to_vec()), memory.clone(), never()).expect("it ends well");
    memory.text()
}

/// Random moves to the end of a game, at most so many.
fn random_game(game: &str, options: &[(&str, &str)], most: usize) -> (Vec<String>, bool) {
    let mut engine = quadriga::games::open(game).expect("a game");
    for (name, value) in options {
        engine.set_option(name, value).expect("an option");
    }
    let mut random = Random::new(7);
    let mut moves = Vec::new();
    while moves.len() < most && engine.status().outcome.is_none() {
        let legal = engine.legal_moves(MoveStyle::Native);
        let mv = legal[random.below(legal.len())].clone();
        engine.play(&mv).expect("a legal move");
        moves.push(mv);
    }
    (moves, engine.status().outcome.is_some())
}

/// Text without its escape sequences, all of which choose colours.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (codes, rest) = part.split_once('m').expect("a colour");
        assert!(codes.chars().all(|c| c.is_ascii_digit() || c == ';'), "{codes}");
        plain.push_str(rest);
    }
    plain
}

#[test]
fn two_people_at_one_keyboard_play_whole_games_of_each_family() {
    let folder = Folder::new("terminal-games");
    for game in ["connect4", "gomoku", "renju", "draughts", "russian", "english", "connect4-10x10"] {
        let (moves, is_over) = random_game(game, &[], 400);
        let flags = format!("--game {game} --seat 1=person --seat 2=person");
        let said = script(&folder, &flags, (moves.join("\n") + "\nmoves\n").as_bytes());
        let last = moves.last().expect("a move");
        assert!(said.contains(&format!(": {last}\n")), "{game}");
        assert_eq!(
            said.contains("game over"),
            is_over,
            "{game}: {}",
            &said[said.len().saturating_sub(2000)..]
        );
        assert!(is_over && (said.contains(" wins: ") || said.contains("Draw: ")), "{game}");
    }
}

#[test]
fn six_people_play_chinese_checkers() {
    let folder = Folder::new("terminal-six");
    let (moves, _) = random_game("chinesecheckers", &[("Players", "6")], 60);
    let seats: String = (1..=6).map(|seat| format!(" --seat {seat}=person")).collect();
    let flags = format!("--game chinesecheckers --option Players=6{seats}");
    let said = script(&folder, &flags, moves.join("\n").as_bytes());
    for colour in ["Blue", "Orange", "Yellow", "Green", "Pink", "Black"] {
        assert_eq!(said.matches(&format!("{colour}: ")).count(), 10, "{colour}");
    }
    assert!(said.ends_with("Blue to move\n"), "{said}");
}

#[test]
fn of_several_players_one_who_resigns_loses_and_it_is_no_draw() {
    let folder = Folder::new("terminal-three");
    let seats: String = (1..=3).map(|seat| format!(" --seat {seat}=person")).collect();
    let flags = format!("--game chinesecheckers --option Players=3{seats}");
    let said = script(&folder, &flags, b"resign\n");
    assert!(said.contains("Blue resigned: nobody wins") && !said.contains("Draw"), "{said}");
}

#[test]
fn programs_play_each_other_to_the_end_and_the_same_seed_is_the_same_game() {
    let folder = Folder::new("terminal-programs");
    for game in ["connect4", "gomoku", "russian"] {
        let flags = format!("--game {game} --seat 1=level:0 --seat 2=level:1 --seed 5 --think 600");
        let said = script(&folder, &flags, b"");
        assert!(said.contains(" wins: ") || said.contains("Draw: "), "{game}: {said}");
        assert!(said.ends_with("game over\n"), "{game}");
        assert_eq!(said, script(&folder, &flags, b""), "{game}");
    }
}

#[test]
fn a_person_plays_a_program_and_the_game_is_kept() {
    let folder = Folder::new("terminal-person");
    let flags = "--game connect4-4x4 --level 0 --seed 1 --think 0.1";
    let said = script(&folder, flags, "go\n".repeat(9).as_bytes());
    assert!(said.contains(" wins: ") || said.contains("Draw: "), "{said}");
    assert_eq!(std::fs::read_dir(folder.as_path().join("data/tables")).expect("records").count(), 1);
    let said = script(&folder, flags, b"saved\nopen 2\nmoves\nopen 9\n");
    assert!(said.contains("1* Connect Four, 0 moves") && said.contains("  2  Connect Four"), "{said}");
    assert!(said.contains("game over") && said.contains("there is no such game"), "{said}");
    let said = script(&folder, flags, b"saved nobody\nsaved QUADRIGA\nopen 1\n");
    assert!(said.contains("no saved games") && said.contains("  2  Connect Four"), "{said}");
}

#[test]
fn the_rating_is_told_and_after_three_games_the_program_is_as_strong_as_the_person() {
    let folder = Folder::new("terminal-rating");
    let flags = "--game connect4-4x4 --plain --think 0.1";
    let said = script(&folder, flags, b"rating\nresign\n");
    assert!(said.contains("no rated game yet") && said.contains("Yellow level 4"), "{said}");
    assert!(said.contains("Your rating: 7") && said.contains(" +- 2") && said.contains(" (-1"), "{said}");
    let said = script(&folder, flags, b"resign\nnew\nresign\nrating\n");
    assert!(said.contains(" (games: 1)") && said.contains(" (games: 3)"), "{said}");
    assert!(said.contains("Yellow level 4") && !said.contains("your strength"), "{said}");
    let said = script(&folder, flags, b"hint\nresign\n");
    assert!(said.contains(" (games: 3)") && said.contains("Yellow your strength, 6"), "{said}");
    assert!(said.contains("This game does not count"), "{said}");
    // Whoever names a level gets it, and other rules know nothing of these.
    let said = script(&folder, &format!("{flags} --level 2"), b"");
    assert!(said.contains("Yellow level 2"), "{said}");
    let said = script(&folder, "--game connect4 --plain", b"level mine\n");
    assert!(said.contains("Yellow level 4") && said.contains("Yellow your strength, 900"), "{said}");
    let said =
        script(&folder, "--game connect4 --plain --level mine --language zh", "等级分\n认输\n".as_bytes());
    assert!(said.contains("与你相当，900") && said.contains("还没有计分的对局"), "{said}");
    assert!(said.contains("你的等级分："), "{said}");
}

#[test]
fn a_file_with_variations_is_walked_through_and_saved_with_what_was_added() {
    let folder = Folder::new("terminal-tree");
    let text = "[GameType \"20\"]\n[Result \"2-0\"]\n{start} 1. 32-28! {good} (1. 31-27) 19-23 2-0\n";
    let (file, saved, list) = (folder.file("a.pdn", text), folder.path("b.pdn"), folder.path("b.fen"));
    let lines = format!(
        "load {file}\nstart\nlines\nback\nnext 3\nnext 2\nmoves\ncomment so\n19-23\nlines\nback\nback\nnext\n\
         18-23\n99-1\ncomment -\ngame\nlines\nsave {saved}\nsave {list}\ncomment\nnext 0\n"
    );
    let said = script(&folder, "--game draughts --seat 1=person --seat 2=person", lines.as_bytes());
    for answer in [
        "start\nNext: 1: 32-28!   2: 31-27\nlooking back: 'game' returns\n",
        "this is the start\n",
        "there is no such move here\n",
        "1. 31-27\n",
        "no move follows\n",
        "Mark: !\ngood\nNext: 1: 19-23\n",
        "'99-1'",
        "game over\n",
        "write: comment TEXT; 'comment -' removes it\n",
        "write: next, next 2 (see 'lines')\n",
    ] {
        assert!(said.contains(answer), "{answer}: {said}");
    }
    assert!(said.contains("not saved: moves, which fen cannot hold: "), "{said}");
    let text = std::fs::read_to_string(&saved).expect("a file");
    assert!(
        text.contains("{start} 1. 32-28! {good} (1. 31-27 {so} 1... 19-23) 1... 19-23 (1... 18-23) *"),
        "{text}"
    );
}

#[test]
fn every_command_has_its_answer() {
    let folder = Folder::new("terminal-commands");
    let (pdn, absent) = (folder.path("game.pdn"), folder.path("absent.pdn"));
    let lines = format!(
        "undo\n32 28\nmoves\nundo\nredo\nboard\nflip\nhint\nlevel 3\nlevel 99\nswap\nswap\nsave {pdn}\nsave x.sgf\n\
         load {pdn}\nload {absent}\nnew\nnew connect4\nnew nothing\n4\nresign\n4\nhelp\n\nnow\nundo 3\n"
    );
    let said = script(&folder, "--game draughts --level 0 --seed 1 --think 0.1", lines.as_bytes());
    for answer in [
        "there is no move to take back",
        "White: 32-28",
        "1. 32-28 ",
        "Hint: ",
        "Black level 3",
        "write: level N",
        &format!("saved: {pdn}"),
        "SGF",
        &format!("cannot read '{absent}'"),
        "unknown game 'nothing'",
        "Orange: 4",
        "Yellow wins: by resignation",
        "the game is over: 'new' begins another one",
        "A move: in the notation of the game",
        "no program is thinking",
        "write: undo",
    ] {
        assert!(said.contains(answer), "{answer}: {said}");
    }
    assert!(folder.read("game.pdn").contains("[GameType \"20"));
    let (first, turned) = said.split_once("White to move\n").expect("a board");
    assert!(
        first.trim_start().starts_with("1 ") && turned.contains("    50      49"),
        "flip turns the board: {said}"
    );
}

#[test]
fn a_draw_is_offered_and_answered() {
    let folder = Folder::new("terminal-draw");
    let flags = "--game gomoku --seat 1=person --seat 2=person";
    let said = script(&folder, flags, b"draw yes\nh8\ndraw\ndraw no\ndraw\ndraw yes\n");
    assert!(said.contains("no draw is offered") && said.contains("White offers a draw"), "{said}");
    assert!(said.contains("Black declines the draw") && said.contains("Draw: agreed"), "{said}");
}

#[test]
fn a_refused_move_says_why_and_what_must_be_captured() {
    let folder = Folder::new("terminal-refused");
    let persons = "--seat 1=person --seat 2=person";
    let said =
        script(&folder, &format!("--game draughts {persons}"), b"32 28\n19 23\n31-27\n28\n12\nfoo\n31 30\n");
    assert!(said.contains("You must capture: 28x19"), "{said}");
    assert!(said.contains("White: 28x19"), "one square is enough where one move fits: {said}");
    assert!(said.contains("'help' lists the commands"), "{said}");
    let said = script(&folder, &format!("--game draughts {persons}"), b"32\n");
    assert!(said.contains("'32' fits several moves: 32-27, 32-28"), "{said}");
}

#[test]
fn chinese_is_spoken_throughout() {
    let folder = Folder::new("terminal-chinese");
    let lines = "h8\n棋谱\n悔棋\n提示\n帮助\n级别\nzz\n认输\n悔棋\n求和\n新局\n翻转\n退出\n";
    let said =
        script(&folder, "--game gomoku --level 0 --seed 1 --think 0.1 --language zh", lines.as_bytes());
    for word in [
        "五子棋",
        "轮到黑方",
        "黑方：h8",
        "提示：",
        "走棋：",
        "请输入：",
        "不能这样走",
        "白方获胜：对方认输",
        "程序 0 级",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert!(!said.contains("to move"), "{said}");
    let mut child = command(&folder, "--game gomoku").env("LANG", "zh_CN.UTF-8").spawn().expect("it starts");
    drop(child.stdin.take());
    let output = child.wait_with_output().expect("output");
    assert!(String::from_utf8_lossy(&output.stdout).contains("轮到黑方"), "the environment chooses");
}

#[test]
fn no_line_is_wider_than_eighty_columns_and_no_board_higher_than_the_screen() {
    let mut boards: Vec<(String, Vec<(&str, String)>)> =
        quadriga::games::variants().iter().map(|name| (name.to_string(), Vec::new())).collect();
    for side in [6, 15, 22] {
        boards.push(("gomoku".to_string(), vec![("BoardSize", side.to_string())]));
    }
    for (width, height) in [(4, 4), (10, 10), (10, 4), (4, 10)] {
        boards.push((format!("connect4-{width}x{height}"), Vec::new()));
    }
    for players in 2..=6 {
        boards.push(("chinesecheckers".to_string(), vec![("Players", players.to_string())]));
    }
    for (game, options) in &boards {
        let options: Vec<(&str, &str)> =
            options.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (moves, _) = random_game(game, &options, 12);
        for look in ALL_LOOKS {
            for language in [Language::English, Language::Chinese] {
                let lines = moves.join("\n") + "\nhelp\nmoves\nflip\nfoo 1\n";
                let said = shown(game, &options, look, language, &lines);
                assert_eq!(said.contains('\x1b'), look.is_coloured(), "{game} {look:?}");
                assert!(
                    look.unicode || language == Language::Chinese || without_escapes(&said).is_ascii(),
                    "{game} {look:?}"
                );
                for line in without_escapes(&said).lines() {
                    assert!(line.width() <= 80, "{game} {look:?}: {line}");
                }
            }
        }
        let first = shown(game, &options, ALL_LOOKS[5], Language::English, "");
        assert!(first.lines().count() <= 24, "{game}: {first}");
    }
}

#[test]
fn players_and_kings_differ_without_colours() {
    let lines = "32-28\n";
    let said = shown("draughts", &[], Look::PLAIN, Language::English, lines);
    assert!(said.contains(" w ") && said.contains(" b ") && said.contains("(w)"), "{said}");
    let kings = "[Event \"kings\"]\n[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"W:WK50,31:BK1,20\"]\n*\n";
    let folder = Folder::new("terminal-kings");
    let file = folder.file("kings.pdn", kings);
    let said = shown("draughts", &[], Look::PLAIN, Language::English, &format!("load {file}\n"));
    let board = said.rsplit("International draughts").next().expect("a board");
    assert!(board.contains(" W") && board.contains(" B"), "{said}");
}

#[test]
fn any_bytes_have_an_answer() {
    let folder = Folder::new("terminal-bytes");
    let mut random = Random::new(3);
    let mut bytes = b"\xff\xfe\nsave /nowhere/at/all.pdn\nload /\nopen 0\nnew \x1b[2J\n\0\n".to_vec();
    bytes.extend((0..4000).map(|_| random.below(256) as u8));
    let said = script(&folder, "--game gomoku --level 0", &bytes);
    assert!(said.matches("to move").count() > 5, "{said}");
    assert!(!said.contains("\x1b[2J"), "what was typed is not sent to the terminal as it is");
}

#[test]
fn an_output_that_is_closed_ends_it_quietly() {
    let folder = Folder::new("terminal-closed");
    let mut child = command(&folder, "--game gomoku").spawn().expect("it starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    for _ in 0..1000 {
        if input.write_all(b"board\n").is_err() {
            break;
        }
    }
    assert!(wait(&mut child).success());
}

#[test]
fn a_command_line_that_cannot_be_carried_out_is_refused() {
    let folder = Folder::new("terminal-flags");
    for flags in [
        "--game nothing",
        "--seat 3=person",
        "--clock x",
        "--think 0",
        "--language fr",
        "--level 21",
        "--game draughts --option Players=3",
    ] {
        let output = command(&folder, flags).stdin(Stdio::null()).output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{flags}: {errors}");
    }
}

#[cfg(unix)]
mod on_a_terminal {
    //! A person at a terminal, without a shell: interrupts are sent as signals.

    use std::fs::File;
    use std::io::Read;
    use std::process::Child;

    use nix::pty::{Winsize, openpty};
    use nix::sys::signal::{Signal, kill};
    use nix::sys::termios::tcgetattr;
    use nix::unistd::Pid;

    use super::*;

    struct Terminal {
        child: Child,
        file: File,
        /// What was read and not yet looked at.
        rest: String,
        seen: String,
    }

    impl Terminal {
        fn start(folder: &Folder, flags: &str, variables: &[(&str, &str)]) -> Terminal {
            let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
            let pty = openpty(Some(&size), None).expect("a terminal");
            let side = || Stdio::from(pty.slave.try_clone().expect("a handle"));
            let child = command(folder, flags)
                .envs(variables.iter().copied())
                .stdin(side())
                .stdout(side())
                .stderr(side())
                .spawn()
                .expect("the program starts");
            Terminal { child, file: File::from(pty.master), rest: String::new(), seen: String::new() }
        }

        fn send(&mut self, text: &str) {
            self.file.write_all(text.as_bytes()).expect("the terminal takes it");
        }

        /// Reads on until this has been written.
        fn until(&mut self, text: &str) -> String {
            loop {
                if let Some(at) = self.rest.find(text) {
                    let rest = self.rest.split_off(at + text.len());
                    return std::mem::replace(&mut self.rest, rest);
                }
                let mut bytes = [0; 4096];
                let read = self.file.read(&mut bytes).unwrap_or(0);
                assert!(read > 0, "'{text}' does not come: {}", self.seen);
                // A sign may be cut in two, a word that is waited for is ASCII.
                let new = String::from_utf8_lossy(&bytes[..read]);
                self.rest.push_str(&new);
                self.seen.push_str(&new);
            }
        }

        fn signal(&self, signal: Signal) {
            kill(Pid::from_raw(self.child.id() as i32), signal).expect("it runs");
        }

        fn interrupt(&self) {
            self.signal(Signal::SIGINT);
        }

        /// What is written until nobody has the terminal any more.
        fn rest(mut self) -> String {
            let mut bytes = Vec::new();
            // A terminal that nobody has open any more is an error to its other side.
            let _ = self.file.read_to_end(&mut bytes);
            std::mem::take(&mut self.rest) + &String::from_utf8_lossy(&bytes)
        }
    }

    impl Drop for Terminal {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    #[test]
    fn a_game_is_played_in_colours_and_left_by_two_interrupts() {
        let folder = Folder::new("terminal-pty");
        let mut terminal = Terminal::start(&folder, "--game connect4 --level 0 --think 0.1", &[]);
        assert!(terminal.until("Orange to move> ").contains("48;5;"));
        terminal.send("4\n");
        terminal.until("Yellow: ");
        terminal.until("Orange to move> ");
        terminal.interrupt();
        terminal.until("Ctrl-C again leaves");
        terminal.until("Orange to move> ");
        terminal.interrupt();
        assert!(wait(&mut terminal.child).success());
    }

    #[test]
    fn the_first_request_to_end_leaves_a_terminal_as_it_was_and_keeps_the_game() {
        for signal in [Signal::SIGTERM, Signal::SIGHUP] {
            let folder = Folder::new(&format!("terminal-{signal}"));
            let flags = "--game connect4 --seat 1=person --seat 2=person";
            let mut terminal = Terminal::start(&folder, flags, &[]);
            let settings = tcgetattr(&terminal.file).expect("a terminal");
            terminal.until("Orange to move> ");
            terminal.send("4\n");
            terminal.until("Yellow to move> ");
            terminal.signal(signal);
            assert!(wait(&mut terminal.child).success(), "{signal}");
            assert_eq!(tcgetattr(&terminal.file).expect("a terminal"), settings, "{signal}");
            assert_eq!(terminal.rest(), "\r\n", "{signal}: the cursor is on a line of its own");
            let said = script(&folder, flags, b"open 2\nmoves\n");
            assert!(said.contains("1. 4\n"), "{signal}: {said}");
        }
    }

    #[test]
    fn a_program_that_thinks_is_hurried_by_an_interrupt_and_by_an_empty_line() {
        let folder = Folder::new("terminal-now");
        let mut terminal = Terminal::start(&folder, "--game gomoku --level 20 --think 600", &[]);
        terminal.until("Black to move> ");
        terminal.send("h8\n");
        terminal.until("thinks; Enter: move now");
        terminal.interrupt();
        terminal.until("White: ");
        terminal.until("Black to move> ");
        terminal.send("undo\n");
        terminal.until("Black to move> ");
        terminal.send("h8\n");
        terminal.until("thinks; Enter: move now");
        terminal.send("\n");
        terminal.until("White: ");
        terminal.send("quit\n");
        assert!(wait(&mut terminal.child).success());
    }

    #[test]
    fn the_end_of_input_leaves_and_no_colour_is_shown_where_none_is_wanted() {
        let folder = Folder::new("terminal-plain");
        for (flags, variables) in
            [("", &[("NO_COLOR", "1")][..]), ("", &[("TERM", "dumb")]), ("--plain", &[("LANG", "C.UTF-8")])]
        {
            let mut terminal = Terminal::start(&folder, flags, variables);
            terminal.until("Orange to move> ");
            terminal.send("\x04");
            assert!(wait(&mut terminal.child).success());
            assert!(!terminal.seen.contains('\x1b') && terminal.seen.is_ascii(), "{}", terminal.seen);
        }
    }
}
