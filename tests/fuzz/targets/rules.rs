//! The rules of draughts and renju beside those that were written a second time (`tests/reference`).

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use quadriga::contract::MoveStyle;
use quadriga::engine::AnyEngine;
use quadriga::games;

use crate::reference::draughts::{Reference, VARIANTS, read_move};
use crate::reference::renju::{Board, Stone};

/// Moves compared in one game.
const PLIES: usize = 20;

thread_local! {
    static ENGINES: RefCell<HashMap<&'static str, Box<dyn AnyEngine>>> = RefCell::new(HashMap::new());
}

fn with_engine<T>(name: &'static str, body: impl FnOnce(&mut dyn AnyEngine) -> T) -> T {
    ENGINES.with_borrow_mut(|engines| {
        let engine = engines.entry(name).or_insert_with(|| {
            let mut engine = games::open(name).expect("a game");
            engine.set_option("Hash", "1").expect("an option");
            engine
        });
        body(engine.as_mut())
    })
}

/// The first byte is the rule set and who is to move, the next ones are the squares, four to a byte if it is even: empty,
/// white, black, and a king of the last colour; the others choose moves.
pub fn draughts_rules(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let variant = VARIANTS[usize::from(first) % VARIANTS.len()];
    let squares: usize = if matches!(variant, "russian" | "brazilian" | "english") { 32 } else { 50 };
    let mut lists = [Vec::new(), Vec::new()];
    let mut side = 0;
    let placed = rest.iter().flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3));
    for (square, what) in (1..=squares).zip(placed) {
        match what {
            0 => {}
            3 => lists[side].push(format!("K{square}")),
            _ => {
                side = usize::from(what) - 1;
                lists[side].push(square.to_string());
            }
        }
    }
    let turn = if first >= 128 { "B" } else { "W" };
    let fen = format!("{turn}:W{}:B{}", lists[0].join(","), lists[1].join(","));
    let choices = rest.iter().skip(squares.div_ceil(4)).chain(std::iter::repeat(&11)).take(PLIES);
    with_engine(variant, |engine| {
        if engine.set_position(Some(&fen), &[]).is_err() {
            return;
        }
        for &choice in choices {
            let fen = engine.fen();
            let legal = engine.legal_moves(MoveStyle::Numeric);
            let found: BTreeSet<_> = legal.iter().map(|mv| read_move(mv)).collect();
            assert_eq!(found.len(), legal.len(), "{variant} {fen}: a move is listed twice");
            if legal.is_empty() && engine.status().outcome.is_some() {
                break;
            }
            assert_eq!(found, Reference::read(variant, &fen).moves(), "{variant} {fen}");
            let mv = &legal[usize::from(choice) % legal.len()];
            engine.play(mv).unwrap_or_else(|error| panic!("{variant} {fen}: {mv}: {error}"));
        }
    });
}

/// Stones on a board of renju: two bytes each, the first a place in the middle or anywhere, the second its colour.
pub fn renju_rules(data: &[u8]) {
    compare_fouls(data);
}

/// The number of forbidden points of a position made of bytes, which both rules must agree on.
pub fn compare_fouls(data: &[u8]) -> usize {
    let mut board = Board::new();
    for pair in data.chunks_exact(2) {
        let (place, kind) = (i32::from(pair[0]), pair[1]);
        // Most stones stand within nine by nine points, where they meet.
        let cell =
            if kind & 1 == 0 { (place % 9 + 3, place / 9 % 9 + 3) } else { (place % 15, place / 15 % 15) };
        board.put(cell, if kind & 6 == 6 { Stone::White } else { Stone::Black });
    }
    let made_five = |cell| board.get(cell).is_some() && board.longest_row(cell) >= 5;
    if Board::cells().any(made_five) {
        return 0;
    }
    let listed = |stone: Stone| {
        let cells = Board::cells().filter(|&cell| board.get(cell) == Some(stone));
        cells.map(name).collect::<Vec<_>>().join(" ")
    };
    let rows: Vec<String> = (0..15).rev().map(|y| row(&board, y)).collect();
    let fen = format!("{} w", rows.join("/"));
    with_engine("renju", |engine| {
        engine.set_position(Some(&fen), &[]).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let legal: BTreeSet<String> = engine.legal_moves(MoveStyle::Native).into_iter().collect();
        let mut fouls = 0;
        for cell in Board::cells().filter(|&cell| board.get(cell).is_none()) {
            let is_foul = board.is_foul(cell);
            fouls += usize::from(is_foul);
            assert_eq!(
                legal.contains(&name(cell)),
                !is_foul,
                "{} with black on {} and white on {}",
                name(cell),
                listed(Stone::Black),
                listed(Stone::White)
            );
        }
        fouls
    })
}

fn name((x, y): (i32, i32)) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

/// A row of the board in a position string.
fn row(board: &Board, y: i32) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for x in 0..15 {
        let stone = board.get((x, y));
        if let Some(stone) = stone {
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(if stone == Stone::Black { 'x' } else { 'o' });
        } else {
            empty += 1;
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}
