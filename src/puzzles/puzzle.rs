//! A puzzle, and its line in a file: five fields with tabs between them.

use std::fmt;

use crate::engine::AnyEngine;
use crate::records;

/// What the right move is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// A forced win.
    Win,
    /// A win by a sequence of fours.
    Fours,
    /// A win by a sequence of fours and threes.
    Threats,
    /// A win of pieces.
    Shot,
    /// A won endgame.
    Endgame,
    /// Every other move loses.
    Save,
    /// A whole move is gained on the way home.
    Home,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 7] =
        [Theme::Win, Theme::Fours, Theme::Threats, Theme::Shot, Theme::Endgame, Theme::Save, Theme::Home];

    /// Its name in formats.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Win => "win",
            Theme::Fours => "fours",
            Theme::Threats => "threats",
            Theme::Shot => "shot",
            Theme::Endgame => "endgame",
            Theme::Save => "save",
            Theme::Home => "home",
        }
    }

    fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// A position with one right move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The name of the game.
    pub game: String,
    /// Rule options with other than their default values.
    pub options: Vec<(String, String)>,
    /// Elo of a player who solves every second puzzle like this one, on the scale of the game's levels.
    pub rating: i32,
    /// What it is about.
    pub theme: Theme,
    /// The position.
    pub fen: String,
    /// The right moves and the replies by turns, in native style. The first and the last move are the solver's.
    pub line: Vec<String>,
}

impl Puzzle {
    /// Reads a line of a file.
    ///
    /// # Errors
    /// One line: what is wrong with it.
    pub fn parse(text: &str) -> Result<Puzzle, String> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [rules, rating, theme, fen, line] = fields[..] else {
            return Err(format!("expected 5 fields with tabs between them, not {}", fields.len()));
        };
        let mut words = rules.split(' ');
        let game = words.next().unwrap_or_default().to_string();
        let option = |word: &str| {
            let (name, value) =
                word.split_once('=').ok_or_else(|| format!("expected NAME=VALUE, not '{word}'"))?;
            Ok((name.to_string(), value.to_string()))
        };
        let line: Vec<String> = line.split(' ').map(str::to_string).collect();
        if line.len().is_multiple_of(2) {
            return Err("the last move is not the solver's".to_string());
        }
        Ok(Puzzle {
            game,
            options: words.map(option).collect::<Result<_, String>>()?,
            rating: rating.parse().map_err(|_| format!("'{rating}' is no rating"))?,
            theme: Theme::from_name(theme).ok_or_else(|| format!("unknown theme '{theme}'"))?,
            fen: fen.to_string(),
            line,
        })
    }

    /// Its name: the same for the same position, in every version of the program.
    pub fn id(&self) -> String {
        // FNV-1a, 32 bits.
        let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = self.rules().bytes().chain([b'\t']).chain(self.fen.bytes()).fold(0x811c_9dc5, hash);
        format!("{hash:08x}")
    }

    /// The number of moves that the solver has to find.
    pub fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// Its game and rule options, as in its line of a file.
    pub fn rules(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!(" {name}={value}"));
        self.game.clone() + &options.collect::<String>()
    }

    /// An engine at its position.
    ///
    /// # Errors
    /// One line: the game, an option or the position is unknown or invalid.
    pub fn open(&self) -> Result<Box<dyn AnyEngine>, String> {
        let mut engine = records::open(&self.game, &self.options)?;
        engine.set_position(Some(&self.fen), &[]).map_err(|error| error.to_string())?;
        Ok(engine)
    }

    /// Are its position and all moves of its line legal?
    ///
    /// # Errors
    /// One line: the first thing that is not.
    pub fn check_legal(&self) -> Result<(), String> {
        let mut engine = self.open()?;
        for (number, mv) in (1..).zip(&self.line) {
            engine.play(mv).map_err(|error| format!("move {number}: {error}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { rating, theme, fen, line, .. } = self;
        write!(f, "{}\t{rating}\t{}\t{fen}\t{}", self.rules(), theme.name(), line.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "gomoku BoardSize=15\t1240\tfours\t15/15 b\th8 h9 j8";

    #[test]
    fn a_puzzle_is_read_as_it_was_written() {
        let puzzle = Puzzle::parse(LINE).expect("a good line");
        assert_eq!(puzzle.to_string(), LINE);
        assert_eq!((puzzle.moves(), puzzle.id().len()), (2, 8));
        assert_eq!(puzzle.options, [("BoardSize".to_string(), "15".to_string())]);
    }

    #[test]
    fn every_move_of_a_line_is_legal() {
        let fen = crate::games::open("connect4").expect("a game").fen();
        let mut wrong = Puzzle::parse(&format!("connect4\t700\twin\t{fen}\t4 4 4")).expect("a good line");
        assert_eq!(wrong.check_legal(), Ok(()));
        wrong.line[1] = "9".to_string();
        let said = wrong.check_legal().expect_err("no column 9");
        assert!(said.starts_with("move 2: ") && said.contains('9'), "{said}");
    }

    #[test]
    fn a_broken_line_is_an_error_that_names_what_is_wrong() {
        for (wrong, why) in [
            ("", "expected 5 fields"),
            (&LINE.replace('\t', " "), "expected 5 fields"),
            (&LINE.replace("1240", "easy"), "'easy' is no rating"),
            (&LINE.replace("fours", "sixes"), "unknown theme 'sixes'"),
            (&LINE.replace("=15", ""), "expected NAME=VALUE"),
            (&LINE.replace(" j8", ""), "not the solver's"),
        ] {
            let error = Puzzle::parse(wrong).expect_err(wrong);
            assert!(error.contains(why), "{wrong}: {error}");
        }
    }
}
