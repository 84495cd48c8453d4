//! The text on the screen, and the place of the cursor.
//!
//! On a terminal the last line may be a prompt that waits for an answer; other output replaces it. A script gets the
//! same text as a line of its own.

use super::style::{COLUMNS, Line, Look, wrap};
use crate::wire::output::Output;

/// The output.
pub(super) struct Screen {
    output: Output,
    pub look: Look,
    /// Does a user type the input?
    pub typed: bool,
    /// Is there a prompt on the last line?
    asked: bool,
}

impl Screen {
    pub fn new(output: Output, look: Look, typed: bool) -> Screen {
        Screen { output, look, typed, asked: false }
    }

    /// A message, on as many lines as it needs. Quoted text cannot send commands to the terminal.
    pub fn say(&mut self, text: &str) {
        let text: String = text.chars().map(|c| if c.is_control() && c != '\n' { '?' } else { c }).collect();
        let lines: Vec<String> = text.lines().flat_map(wrap_keeping_blanks).collect();
        self.write(&lines.join("\n"));
    }

    /// Lines in colours.
    pub fn draw(&mut self, lines: &[Line]) {
        let lines: Vec<String> = lines.iter().map(|line| line.print(self.look.palette)).collect();
        self.write(&lines.join("\n"));
    }

    /// A prompt.
    pub fn ask(&mut self, text: &str) {
        if self.typed {
            self.leave_question();
            self.output.text(&format!("{text}> "));
            self.asked = true;
        } else {
            self.write(text);
        }
    }

    /// The prompt was answered: the cursor is on a new line.
    pub fn answered(&mut self) {
        self.asked = false;
    }

    /// The end: the cursor goes to a new line.
    pub fn close(&mut self) {
        if self.asked {
            self.output.line("");
            self.asked = false;
        }
    }

    fn write(&mut self, text: &str) {
        self.leave_question();
        self.output.line(text);
    }

    fn leave_question(&mut self) {
        if !std::mem::take(&mut self.asked) {
            return;
        }
        if self.look.is_coloured() {
            self.output.text("\r\x1b[K");
        } else {
            self.output.line("");
        }
    }
}

/// Tables of text are narrow enough and keep their blanks.
fn wrap_keeping_blanks(line: &str) -> Vec<String> {
    let short = Line::of(line);
    if line.is_empty() || short.width() <= COLUMNS { vec![line.to_string()] } else { wrap(line, COLUMNS) }
}
