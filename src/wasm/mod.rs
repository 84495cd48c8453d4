//! The program in a browser: functions for the workers of `src/wasm/page/`. Compiled only for WebAssembly.
//!
//! An instance of the program runs either all tables or one search at a time. An input text is written to the buffer
//! that [`quadriga_input`] returns, and the next call takes it. The output is lines on the standard output. Tables
//! write a word before each: `page` and a message of `docs/protocol/board.md`, `search` and a line for the JSON
//! analysis, or `keep` and a change of the records that the browser keeps.
//!
//! `unsafe` is allowed only for the exported names of the functions, which must be unique: no pointer is read here.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::io;

use crate::analysis::{self, Unthreaded};
use crate::table::{Client, Driver, Setup};
use crate::wire::catalogue::Catalogue;
use crate::wire::output::Output;

/// The token that opens the tables. It is not secret: nobody else can reach them.
const TOKEN: &str = "local";
/// Number of parallel searches, each in its own instance.
const SEARCHES: usize = 2;
/// Size of the transposition tables of an instance, in MiB.
const HASH_MIB: usize = 32;

/// The tables and their only window.
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

/// A buffer for a text of this number of bytes in UTF-8, which the next call takes.
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

/// Takes a stored record: the id of its table, then its events, one a line. Invalid lines are dropped.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_restore() {
    let text = take_input();
    let (table, lines) = text.split_once('\n').unwrap_or_default();
    with_board(|board| drop(board.driver.restore(table, lines)));
}

/// Takes stored results of games, one a line.
#[unsafe(no_mangle)]
pub extern "C" fn quadriga_ratings() {
    with_board(|board| board.driver.restore_ratings(&take_input()));
}

/// Lets the tables continue; returns the milliseconds after which it must be called again, or -1 if it need not be.
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
        // Rounded up, so that it is due by then.
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
        database: None,
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
