//! The program in a browser: what the workers of `src/wasm/page/` call. Only compiled for WebAssembly.
//!
//! An instance of the program is either all tables or one search at a time. A text that is handed in is written to the room that
//! [`quadriga_input`] gives, and the next call takes it. What comes out is lines on the standard output. Tables write a word
//! before each: `page` and a message of `docs/protocol/board.md`, `search` and a line for the JSON analysis, or `keep` and a
//! change of the records that the browser keeps.
//!
//! `unsafe` is allowed for the names of the functions alone, which must be those of no other one: no pointer is read here.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::io;

use crate::analysis::{self, Unthreaded};
use crate::table::{Client, Driver, Setup};
use crate::wire::catalogue::Catalogue;
use crate::wire::output::Output;

/// The token that opens the tables. It is no secret: nobody else can reach them.
const TOKEN: &str = "local";
/// Searches at once, each in an instance of its own.
const SEARCHES: usize = 2;
/// MiB of the transposition tables of an instance.
const HASH_MIB: usize = 32;

/// The tables and the only window at them.
struct Board {
    client: Client,
    driver: Driver,
    output: Output,
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static BOARD: RefCell<Option<Board>> = const { RefCell::new(None) };
    static ANALYSIS: RefCell<Option<Unthreaded>> = const { RefCell::new(None) };
}

fn take_input() -> String {
    String::from_utf8_lossy(&INPUT.take()).into_owned()
}

/// Room for a text of this many bytes in UTF-8, which the next call takes.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; bytes];
        input.as_mut_ptr()
    })
}

/// Answers a line of the JSON analysis.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_analyze() {
    ANALYSIS.with_borrow_mut(|analysis| analysis.get_or_insert_with(open_analysis).answer(take_input()));
}

/// Takes a message of the page.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_message() {
    with_board(|board| board.client.receive(&take_input()));
}

/// Takes a line of the JSON analysis.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_record() {
    with_board(|board| board.driver.answer(&take_input()));
}

/// Takes a record that was kept: the id of its table, and its events, a line each. What is none is dropped.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_restore() {
    let text = take_input();
    let (table, lines) = text.split_once('\n').unwrap_or_default();
    with_board(|board| drop(board.driver.restore(table, lines)));
}

/// Takes results of games that were kept, a line each.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_ratings() {
    with_board(|board| board.driver.restore_ratings(&take_input()));
}

/// Lets the tables continue; returns the milliseconds after which it must be called again, -1 where it need not be.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_step() -> i32 {
    with_board(|board| {
        let delay = board.driver.step();
        for query in board.driver.queries() {
            board.output.line(&format!("search {query}"));
        }
        for change in board.driver.changes() {
            // This cannot fail: all keys are text.
            let change = serde_json::to_string(&change).unwrap_or_default();
            board.output.line(&format!("keep {change}"));
        }
        // One more, so that it is due by then.
        delay.map_or(-1, |delay| i32::try_from(delay.as_millis() + 1).unwrap_or(i32::MAX))
    })
}

fn open_analysis() -> Unthreaded {
    let setup = analysis::Setup {
        catalogue: Catalogue::GAMES,
        game: None,
        positions: Some(1),
        threads: 1,
        hash_mib: Some(HASH_MIB),
        quit_at_end: true,
    };
    Unthreaded::new(&setup, Output::new(io::stdout()).0)
}

fn with_board<T>(call: impl FnOnce(&mut Board) -> T) -> T {
    BOARD.with_borrow_mut(|board| call(board.get_or_insert_with(open_board)))
}

fn open_board() -> Board {
    let setup = Setup { host_token: TOKEN.to_string(), searches: SEARCHES, ..Setup::default() };
    let (tables, driver) = Driver::open(setup).expect("without a folder of records nothing can fail");
    let (output, _) = Output::new(io::stdout());
    let page = output.clone();
    let client = tables.client(Box::new(move |message| {
        page.line(&format!("page {message}"));
        !page.is_broken()
    }));
    Board { client, driver, output }
}
