//! Whatever arrives, the engine answers `isready` and holds the last good position.
//!
//! Conversations are made up of lines that are known to be good, lines that are known to change nothing
//! (token soup, arbitrary bytes), and searches. A second engine, asked through the library, is given the
//! good lines only; at the end of each block both must show the same position. Everything is seeded.

use std::io::Cursor;

use crate::common::client::{Client, without_hand};
use crate::common::{Memory, Random};
use quadriga::contract::{MoveStyle, OptionKind};
use quadriga::engine::AnyEngine;
use quadriga::front_door::serve;
use quadriga::games;
use quadriga::protocol::Setup;
use quadriga::wire::catalogue::Catalogue;

/// Lines of the conversations held in this process, all variants together.
const LINES: usize = 200_000;
/// Lines of each conversation through real pipes.
const PIPE_LINES: usize = 2_000;
const LINES_PER_BLOCK: usize = 25;

/// A word that no game takes for a move and no option for a value.
const POISON: &str = "zz!";

const TOKENS: &[&str] = &[
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "uginewgame",
    "debug",
    "on",
    "off",
    "register",
    "later",
    "name",
    "code",
    "setoption",
    "value",
    "Hash",
    "Threads",
    "UCI_Variant",
    "MultiPV",
    "Clear",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p6inc",
    "p7inc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "stop",
    "ponderhit",
    "query",
    "gameover",
    "p1turn",
    "result",
    "islegal",
    "d",
    "eval",
    "bench",
    "help",
    "info",
    "option",
    "bestmove",
    "#",
    "joho",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "+7",
    "255",
    "256",
    "999",
    "-0",
    "1.5",
    "1e9",
    "99999999999999999999",
    "-99999999999999999999",
    "4",
    "h8",
    "7,7",
    "P@d1",
    "P@",
    "@",
    "32-28",
    "26x37",
    "1x2x3x4",
    "x",
    "-",
    "d10-e11",
    "a1-z99",
    "0000",
    "(none)",
    "W:W31-50:B1-20",
    "B:WK1,2:B",
    "W:W",
    ":",
    "7/7/7/7/7/7",
    "b",
    "w",
    "x w - -",
    "[PPpp]",
    "é",
    "\u{2028}",
    "\u{0}",
    "\u{feff}",
    "\u{1F3B2}",
];

/// The other things a line of soup may begin with.
const STARTS: &[&str] =
    &["position", "position startpos moves", "position fen", "go", "setoption name", "query", ""];

struct Conversation {
    script: Vec<u8>,
    lines: usize,
    blocks: usize,
    isready: usize,
    /// What `query fen` must answer at the end of each block.
    fens: Vec<String>,
    shadow: Box<dyn AnyEngine>,
    random: Random,
}

impl Conversation {
    fn new(variant: &str, seed: u64) -> Conversation {
        Conversation {
            script: Vec::new(),
            lines: 0,
            blocks: 0,
            isready: 0,
            fens: Vec::new(),
            shadow: games::open(variant).expect("a variant"),
            random: Random::new(seed),
        }
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.random.below(words.len())]
    }

    fn line(&mut self, text: impl AsRef<[u8]>) {
        self.script.extend_from_slice(text.as_ref());
        self.script.push(b'\n');
        self.lines += 1;
    }

    fn block(&mut self) {
        for _ in 0..LINES_PER_BLOCK {
            match self.random.below(20) {
                0 => self.good_position(),
                1 => self.good_option(),
                2 => self.search(),
                3..=6 => self.bytes(),
                7 => self.mangled(),
                _ => self.soup(),
            }
        }
        // What is asked from here on comes after everything before it.
        self.line("stop");
        self.line("isready");
        self.isready += 1;
        self.line(format!("position startpos moves mark{}.", self.blocks));
        self.line("query fen");
        self.blocks += 1;
        self.fens.push(self.shadow.fen());
    }

    /// A game of random legal moves, from the start or from the position on the board.
    fn good_position(&mut self) {
        let fen = (self.random.below(3) == 0).then(|| self.shadow.fen());
        self.shadow.set_position(fen.as_deref(), &[]).expect("its own position string");
        let mut line = fen.map_or("position startpos".to_string(), |fen| format!("position fen {fen}"));
        for ply in 0..self.random.below(10) {
            let moves = self.shadow.legal_moves(MoveStyle::Native);
            if moves.is_empty() || self.shadow.status().outcome.is_some() {
                break;
            }
            let mv = &moves[self.random.below(moves.len())];
            self.shadow.play(mv).expect("a legal move");
            line.push_str(&format!("{}{mv}", if ply == 0 { " moves " } else { " " }));
        }
        self.line("stop");
        self.line(line);
    }

    /// One of the game's own options, or one that the position does not hang on.
    fn good_option(&mut self) {
        let options = self.shadow.options();
        let own: Vec<_> = options.iter().skip_while(|spec| spec.name != "Seed").skip(1).collect();
        self.line("stop");
        if own.is_empty() || self.random.below(2) == 0 {
            let value = self.pick(&["true", "false"]);
            self.line(format!("setoption name UCI_ShowWDL value {value}"));
            return;
        }
        let spec = own[self.random.below(own.len())];
        let value = match &spec.kind {
            OptionKind::Spin { min, max, .. } => {
                (min + self.random.below((max - min + 1) as usize) as i64).to_string()
            }
            OptionKind::Check { .. } => self.pick(&["true", "false"]).to_string(),
            OptionKind::Combo { values, .. } => values[self.random.below(values.len())].clone(),
            OptionKind::Text | OptionKind::Button => String::new(),
        };
        self.shadow.set_option(&spec.name, &value).expect("a value of the list");
        self.line(format!("setoption name {} value {value}", spec.name));
    }

    fn search(&mut self) {
        let go = self.pick(&[
            "go nodes 50",
            "go depth 1",
            "go infinite",
            "go ponder wtime 10 btime 10",
            "go movetime 1",
            "go perft 2",
            "go perft 30",
            "bench",
            "go depth 999",
            "go mate 1 nodes 100",
        ]);
        self.line(go);
        if self.random.below(2) == 0 {
            let after = self.pick(&["stop", "ponderhit", "isready", "go depth 2", "d"]);
            self.isready += usize::from(after == "isready");
            self.line(after);
        }
    }

    fn bytes(&mut self) {
        let length = self.random.below(60);
        let line: Vec<u8> =
            (0..length).map(|_| self.random.next() as u8).filter(|&byte| byte != b'\n').collect();
        self.line(line);
    }

    /// A good line with one character changed, and poisoned in case that does not matter.
    fn mangled(&mut self) {
        let line = self.pick(&[
            "position startpos moves 4 4 3",
            "position fen W:W31-50:B1-20:H0:F1 moves 32-28",
            "setoption name Hash value 1",
            "setoption name UCI_Variant value connect4",
            "go wtime 1000 btime 1000 winc 10 binc 10",
        ]);
        let mut bytes = line.as_bytes().to_vec();
        let at = self.random.below(bytes.len());
        bytes[at] = 32 + self.random.below(96) as u8;
        bytes.extend_from_slice(format!(" {POISON}").as_bytes());
        self.line(bytes);
    }

    fn soup(&mut self) {
        let mut words = vec![self.pick(STARTS)];
        for _ in 0..self.random.below(9) {
            words.push(self.pick(TOKENS));
        }
        let mut line = words.join(" ");
        // These words may change something, so the line is made sure to be wrong.
        if line.contains("position") || line.contains("setoption") {
            line.push(' ');
            line.push_str(POISON);
        }
        self.line(line);
    }

    /// Compares what was printed with what had to be.
    fn check(&self, printed: &[String], variant: &str) {
        let ready = printed.iter().filter(|line| *line == "readyok").count();
        assert!(ready >= self.isready, "{variant}: {ready} answers to {} isready", self.isready);
        let mut lines = printed.iter();
        for (block, fen) in self.fens.iter().enumerate() {
            let mark = format!("mark{block}.");
            let error = lines.find(|line| line.contains(&mark));
            let error = error.unwrap_or_else(|| panic!("{variant}: block {block} was not reached"));
            assert!(error.starts_with("info string error: "), "{variant}: {error}");
            let answer = lines.find(|line| line.starts_with("response ")).expect("an answer");
            let answer = without_hand(answer);
            assert_eq!(answer, without_hand(&format!("response {fen}")), "{variant}, block {block}");
        }
    }
}

#[test]
fn nothing_that_arrives_shakes_the_session() {
    let variants = games::variants();
    for (index, variant) in variants.iter().enumerate() {
        let mut talk = Conversation::new(variant, 1 + index as u64);
        while talk.lines < LINES / variants.len() + 1 {
            talk.block();
        }
        let setup = Setup {
            catalogue: Catalogue::GAMES,
            protocol: None,
            variant: Some((*variant).to_string()),
            options: vec![("Hash".to_string(), "1".to_string())],
            finish: true,
            typed: false,
            tune: false,
            record: None,
        };
        let memory = Memory::default();
        serve(setup, Cursor::new(talk.script.clone()), memory.clone()).expect("the session ends well");
        let printed: Vec<String> = memory.text().lines().map(str::to_string).collect();
        talk.check(&printed, variant);
    }
}

#[test]
fn nothing_that_arrives_through_a_pipe_shakes_the_program() {
    for (variant, seed) in [("connect4", 101), ("draughts", 102), ("chinesecheckers", 103)] {
        let mut talk = Conversation::new(variant, seed);
        while talk.lines < PIPE_LINES {
            talk.block();
        }
        let mut client = Client::start(&["--game", variant, "--hash", "1", "--finish"]);
        client.send_bytes(&talk.script);
        let (printed, status) = client.close();
        assert!(status.success(), "{variant}: {status}");
        talk.check(&printed, variant);
    }
}
