//! The table in a terminal: `quadriga play`.
//!
//! A client of the table like the page of the board: it draws what is pushed and sends commands, and knows no rules. Input is
//! plain lines. A terminal edits them itself, Ctrl-C and a closed pipe keep their meaning, and what the program says meanwhile
//! needs no library that owns the cursor.
//!
//! | file | question |
//! |---|---|
//! | `session`, `requests`, `pushes` | the conversation: what comes next, what is asked of the table, its messages |
//! | `rating` | how strong is the person? |
//! | `typed` | what does a line mean? |
//! | `position` | what does the table say of a position? |
//! | `board/`, `panel` | how does it look? |
//! | `style`, `screen` | colours, widths, the output |
//! | `words` | all texts, in two languages |
//!
//! What must always hold: any line has an answer; no line is wider than 80 columns unless it quotes one; without colours no
//! escape byte is written.

mod board;
mod panel;
mod position;
mod pushes;
mod rating;
mod requests;
mod screen;
mod session;
mod style;
mod typed;
mod words;

use std::io::{Read, Write};

use crossbeam_channel::Receiver;

pub use style::{Look, Palette};
pub use words::Language;

use crate::table::{Create, Setup as TableSetup};

/// Settings of a conversation.
#[derive(Debug)]
pub struct Setup {
    /// The tables. Its token is made again.
    pub tables: TableSetup,
    /// The first game.
    pub first: Create,
    /// The seats of the program in it, from 1, whose level nobody has named: a user with some rated games meets a program of the
    /// own strength there.
    pub unnamed: Vec<usize>,
    /// What the terminal can show.
    pub look: Look,
    /// Of everything that is stated.
    pub language: Language,
    /// Does a person type at a terminal? Else the lines of a script wait for their turn.
    pub typed: bool,
}

/// What comes from outside the conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// A key: the first ends a search, a second one leaves.
    Key,
    /// The system wants the program to end.
    End,
}

/// Plays until the input ends, `quit`, the second of two quick interrupts by key, or the system's request to end.
///
/// # Errors
/// One line: the tables cannot be opened, the first game cannot begin, or the output takes nothing more and not because its
/// reader has gone.
pub fn play(
    setup: Setup,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    interrupts: Receiver<Interrupt>,
) -> Result<(), String> {
    session::run(setup, input, output, interrupts)
}
