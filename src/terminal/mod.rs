//! The table in a terminal: `quadriga play`.
//!
//! A client of the table like the page of the board: it draws pushed tables and sends commands, and knows no rules.
//! Input is plain lines. The terminal edits them itself, Ctrl-C and a closed pipe keep their meaning, and output needs
//! no library that owns the cursor.
//!
//! | file | question |
//! |---|---|
//! | `session`, `requests`, `pushes` | the conversation: order of events, commands to the table, its messages |
//! | `tree` | which other positions and lines are there, and what is written there? |
//! | `rating` | how strong is the person? |
//! | `puzzles` | puzzles in place of a game |
//! | `typed` | what does a line mean? |
//! | `position` | what is in a position of the table? |
//! | `board/`, `panel` | how does it look? |
//! | `style`, `screen` | colours, widths, the output |
//! | `words` | all texts, in two languages |
//!
//! Invariants: any line has an answer; no line is wider than 80 columns unless it quotes one; without colours no escape
//! byte is written.

mod board;
mod panel;
mod position;
mod pushes;
mod puzzles;
mod rating;
mod requests;
mod screen;
mod session;
mod style;
mod tree;
mod typed;
mod words;

use std::io::{Read, Write};

use crossbeam_channel::Receiver;

pub use puzzles::{Puzzles, solve};
pub use style::{Look, Palette};
pub use words::Language;

use crate::table::{Create, Setup as TableSetup};

/// Settings of a conversation.
#[derive(Debug)]
pub struct Setup {
    /// The settings of the tables; the token is replaced.
    pub tables: TableSetup,
    /// The first game.
    pub first: Create,
    /// The seats of the program in it, from 1, without a level: a user with some rated games meets a program of equal
    /// strength there.
    pub unnamed: Vec<usize>,
    /// What the terminal can show.
    pub look: Look,
    /// The language of all texts.
    pub language: Language,
    /// Does a user type at a terminal? Else the lines of a script wait for their turn.
    pub typed: bool,
}

/// An interrupt from outside the conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// A key: the first ends a search, a second one leaves.
    Key,
    /// The system requests the end of the program.
    End,
}

/// Plays until the input ends, `quit`, the second of two quick interrupts by key, or the system's request to end.
///
/// # Errors
/// One line: the tables cannot be opened, the first game cannot begin, or the output cannot be written for another
/// reason than a closed reader.
pub fn play(
    setup: Setup,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    interrupts: Receiver<Interrupt>,
) -> Result<(), String> {
    session::run(setup, input, output, interrupts)
}
