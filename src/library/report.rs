//! What a search found.

use std::fmt;
use std::time::Duration;

use crate::contract::{self, Bound, SearchInfo, SearchResult};

/// The value of a line for the player to move. A better score is greater.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An evaluation in hundredths of the game's unit: of a man in draughts, for example.
    Value(i32),
    /// A proved win, and the plies to the end of the game; `None` if only the result is known, from a table.
    Win(Option<u32>),
    /// A proved loss, likewise.
    Loss(Option<u32>),
}

impl Score {
    pub(super) fn of(score: contract::Score) -> Score {
        let plies = score.plies_to_end().and_then(|plies| u32::try_from(plies).ok());
        match score.is_known() {
            false => Score::Value(score.0),
            true if score.0 > 0 => Score::Win(plies),
            true => Score::Loss(plies),
        }
    }

    /// Losses come first, the fastest of all; then evaluations; then wins, the fastest last.
    fn rank(self) -> (i8, i64) {
        let plies = |plies: Option<u32>| plies.map_or(i64::MAX, i64::from);
        match self {
            Score::Loss(distance) => (-1, plies(distance)),
            Score::Value(value) => (0, i64::from(value)),
            Score::Win(distance) => (1, -plies(distance)),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// `+0.35`, `win in 5 plies`, `loss`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, plies) = match *self {
            Score::Value(value) => return write!(f, "{:+.2}", f64::from(value) / 100.0),
            Score::Win(plies) => ("win", plies),
            Score::Loss(plies) => ("loss", plies),
        };
        match plies {
            Some(plies) => write!(f, "{word} in {}", contract::solver::plies_in_words(plies as usize)),
            None => f.write_str(word),
        }
    }
}

/// A line of play with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The moves, in native style.
    pub moves: Vec<String>,
    /// Value for the player to move.
    pub score: Score,
    /// Is the score exact, or a bound of the value?
    pub bound: Bound,
    /// Did a solver prove the score?
    pub is_proved: bool,
    /// Rank among the lines of the search, from 1.
    pub rank: usize,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// Nodes of all threads since the search started.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// Expected share of wins, draws and losses, in thousandths.
    pub win_draw_loss: [u32; 3],
}

impl Line {
    pub(super) fn of(info: &SearchInfo<String>) -> Line {
        Line {
            moves: info.pv.clone(),
            score: Score::of(info.score),
            bound: info.bound,
            is_proved: info.proved,
            rank: info.multi_pv,
            depth: u32::try_from(info.depth).unwrap_or(0),
            nodes: info.nodes,
            time: info.time,
            win_draw_loss: info.wdl,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The move to play; `None` if there is no legal move.
    pub best_move: Option<String>,
    /// The expected answer to it.
    pub expected_reply: Option<String>,
    /// The last complete lines, the best first. Empty for a move from the opening book.
    pub lines: Vec<Line>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// What else the caller should know, one line each: fewer threads than requested, for example.
    pub notes: Vec<String>,
}

impl Report {
    pub(super) fn of(result: SearchResult<String>, notes: Vec<String>) -> Report {
        Report {
            lines: result.lines.iter().map(Line::of).collect(),
            best_move: result.best_move,
            expected_reply: result.ponder_move,
            nodes: result.nodes,
            time: result.time,
            notes,
        }
    }

    /// The value of the best line; `None` without lines.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_from_the_fastest_loss_to_the_fastest_win() {
        let ordered = [
            Score::Loss(Some(1)),
            Score::Loss(Some(9)),
            Score::Loss(None),
            Score::Value(-300),
            Score::Value(20),
            Score::Win(None),
            Score::Win(Some(9)),
            Score::Win(Some(1)),
        ];
        assert!(ordered.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn scores_of_the_search_keep_their_meaning() {
        use contract::Score as Inside;
        assert_eq!(Score::of(Inside(-35)), Score::Value(-35));
        assert_eq!(Score::of(Inside::win_in(5)), Score::Win(Some(5)));
        assert_eq!(Score::of(Inside::loss_in(2)), Score::Loss(Some(2)));
        assert_eq!(Score::of(Inside::known_win(3)), Score::Win(None));
        assert_eq!(Score::of(-Inside::known_win_in(3)), Score::Loss(None));
    }

    #[test]
    fn scores_are_written_with_their_unit() {
        assert_eq!(Score::Value(35).to_string(), "+0.35");
        assert_eq!(Score::Win(Some(1)).to_string(), "win in 1 ply");
        assert_eq!(Score::Loss(None).to_string(), "loss");
    }
}
