//! The checker of winning strategies (`tests/reference/strategy.rs`) passes books whose strategy wins, and no others.

use std::sync::Mutex;

use crate::reference::strategy::check;
use quadriga::contract::book::{BookMaker, StrategyListener, StrategyProgress, StrategyQuestion};
use quadriga::contract::solver::Effort;
use quadriga::contract::{Game as _, Position as _};
use quadriga::games;
use quadriga::games::connect_four::{Book, ConnectFour, Known as _, Position, Solver};

/// Keeps the lines of a search.
struct Lines(Mutex<String>);

impl StrategyListener for Lines {
    fn line(&self, line: &str) -> Result<(), String> {
        *self.0.lock().expect("no panic before") += &format!("{line}\n");
        Ok(())
    }

    fn progress(&self, _: &StrategyProgress) {}

    fn stop(&self) -> bool {
        false
    }
}

fn maker(game: &str) -> Box<dyn BookMaker> {
    games::open(game).expect("a game").tools().book_maker(4).expect("Connect Four has books")
}

/// The work file of a strategy of the second player, who wins on this board.
fn work(game: &str, leaf_nodes: u64) -> String {
    let question = StrategyQuestion {
        first: false,
        from: vec!["-".to_string()],
        job_nodes: 1000,
        leaf_nodes,
        threads: 1,
        share: (1, 1),
    };
    let lines = Lines(Mutex::new(String::new()));
    let found = maker(game).search_strategy(&question, "", &lines);
    assert_eq!(found, Ok(Some(true)));
    lines.0.into_inner().expect("no panic before")
}

fn small_book() -> Vec<u8> {
    maker("connect4-6x4").pack(&work("connect4-6x4", 200)).expect("a book")
}

/// The same bytes with a checksum that fits.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Where the answers begin in a book without entries.
const ANSWERS_AT: usize = 23;

/// The answers of a book without entries.
fn answers(book: &[u8]) -> Vec<u8> {
    let count = u32::from_le_bytes(*book[ANSWERS_AT - 4..].first_chunk().expect("a count")) as usize;
    let halves = book[ANSWERS_AT..].iter().flat_map(|byte| [byte & 15, byte >> 4]);
    halves.take(count).collect()
}

/// The same book with other answers.
fn with_answers(book: &[u8], answers: &[u8]) -> Vec<u8> {
    let mut bytes = book[..ANSWERS_AT - 4].to_vec();
    bytes.extend((answers.len() as u32).to_le_bytes());
    bytes.extend(answers.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 4));
    bytes.extend([0; 8]);
    summed(bytes)
}

/// The position after these columns from 1.
fn position(moves: &str) -> Position<u64> {
    let mut pos = Position::new(*ConnectFour::<u64>::new(6, 4).expect("a board").start_position().geometry());
    for digit in moves.bytes() {
        let mv = pos.drop_into(u32::from(digit - b'1')).expect("a column with room");
        pos.make(mv);
    }
    pos
}

/// Moves of one more stone where the game goes on.
fn longer(moves: &str) -> Vec<String> {
    let pos = position(moves);
    let columns = (0..6).filter(|&column| {
        pos.drop_into(column).is_some_and(|mv| {
            let mut next = pos;
            next.make(mv);
            next.outcome().is_none()
        })
    });
    columns.map(|column| format!("{moves}{}", column + 1)).collect()
}

/// Says by the program's own means what strategies the checker should pass.
struct Judge {
    solver: Solver<u64>,
    passed: usize,
    refused: usize,
}

impl Judge {
    fn new() -> Judge {
        Judge { solver: Solver::new(position("").geometry(), 1, 1), passed: 0, refused: 0 }
    }

    /// The checker passes this book exactly if its strategy wins.
    fn compare(&mut self, book: &[u8]) {
        let report = check(book, None);
        let wins = Book::decode(book, 6, 4).is_ok_and(|book| self.all_won(&book, ""));
        assert_eq!(report.is_ok(), wins, "{report:?}");
        *(if wins { &mut self.passed } else { &mut self.refused }) += 1;
    }

    /// Are the leaves after these moves won? That all replies are answered is sure where a book can be read.
    fn all_won(&self, book: &Book, moves: &str) -> bool {
        longer(moves).iter().all(|reply| {
            let pos = position(reply);
            if book.bounds(pos.mover(), pos.occupied()).is_none() {
                return true;
            }
            match book.winning_move(&pos) {
                None => self.solver.wins(&pos, false, Effort::ENDLESS).0 == Some(true),
                Some(mv) => {
                    let column = pos.geometry().column(mv.cell());
                    self.all_won(book, &format!("{reply}{}", column + 1))
                }
            }
        })
    }
}

#[test]
fn a_strategy_that_wins_passes() {
    let report = check(&small_book(), None).expect("it wins");
    assert!(report.starts_with("6x4: the second player wins; "), "{report}");
    let book = maker("connect4-6x6").pack(&work("connect4-6x6", 5000)).expect("a book");
    let report = check(&book, Some((20, 1))).expect("it wins");
    assert!(report.contains(" leaves, 20 of them proved with "), "{report}");
}

#[test]
fn a_byte_that_was_changed_is_found_unless_another_strategy_that_wins_comes_of_it() {
    let (book, mut judge) = (small_book(), Judge::new());
    for at in 0..book.len() {
        for flip in [1, 2, 4, 16, 32, 64, 255] {
            let mut changed = book.clone();
            changed[at] ^= flip;
            check(&changed, None).expect_err("the checksum is wrong");
            if at < book.len() - 8 {
                judge.compare(&summed(changed));
            }
        }
    }
    assert!(judge.refused > 20 * judge.passed, "{} and {}", judge.refused, judge.passed);
}

#[test]
fn an_answer_that_was_left_out_or_added_is_found_unless_another_strategy_that_wins_comes_of_it() {
    let (book, mut judge) = (small_book(), Judge::new());
    let whole = answers(&book);
    assert_eq!(with_answers(&book, &whole), book);
    for at in 0..whole.len() {
        let mut fewer = whole.clone();
        fewer.remove(at);
        judge.compare(&with_answers(&book, &fewer));
    }
    let more = [&whole[..], &[0]].concat();
    assert!(check(&with_answers(&book, &more), None).is_err());
    assert!(judge.refused > 20 * judge.passed, "{} and {}", judge.refused, judge.passed);
}

#[test]
fn a_leaf_that_is_not_won_is_found() {
    let work = work("connect4-6x4", 200);
    let solver = Solver::new(position("").geometry(), 1, 1);
    let wins = |moves: &str| solver.wins(&position(moves), false, Effort::ENDLESS).0 == Some(true);
    let mut lies = 0;
    for line in work.lines().filter(|line| line.contains(" plays ")) {
        // A move that gives the win away, and the claim that all positions after it are won.
        let moves = line.split(' ').next().expect("moves");
        let Some(wrong) = longer(moves).into_iter().find(|wrong| !wins(wrong)) else { continue };
        let column = wrong.chars().last().expect("a move");
        let leaves: String = longer(&wrong).iter().map(|reply| format!("{reply} leaf 1\n")).collect();
        let Ok(book) = maker("connect4-6x4").pack(&format!("{work}{moves} plays {column} 1\n{leaves}"))
        else {
            continue;
        };
        let error = check(&book, None).expect_err("it does not win");
        assert!(error.starts_with("a leaf is not won: "), "{error}");
        lies += 1;
    }
    assert!(lies > 10, "{lies}");
}
