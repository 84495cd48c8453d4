//! The log of a match: a line that describes it, then a line for each game, in JSON.
//!
//! Field names are part of the interface: scripts read these lines. Readers ignore fields they do not know.

use serde::{Deserialize, Serialize};

use crate::contract::Score;
use crate::match_runner::spec::EngineSpec;

/// The value of an immediate win in a log; a win in n plies is worth n less.
pub const WIN: i32 = 30_000;

/// Lowest value of a proved win.
pub const PROVED: i32 = 29_000;

/// The first line of a log: the match. A log is continued only by a match with the same line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchLine {
    /// Version of the format: 1.
    #[serde(rename = "match")]
    pub version: u32,
    /// Name of the game.
    pub variant: String,
    /// Rule options.
    pub options: Vec<(String, String)>,
    /// Names of the engines, in the order they were given.
    pub engines: Vec<String>,
    /// The full spec of each engine in one line; see [`EngineSpec`].
    pub specs: Vec<String>,
    /// `round-robin`, `gauntlet`, `swiss` or `knockout`.
    pub format: String,
    /// Rounds of a Swiss tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swiss_rounds: Option<u64>,
    /// Maximum number of pairs that decide a drawn meeting of a knockout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_pairs: Option<u64>,
    /// Pairs of each pairing.
    pub rounds: u64,
    /// Number of pairs of all pairings together; they are numbered from 0.
    pub pairs: u64,
    /// Source, seed and order of the openings.
    pub openings: String,
    /// Rules of adjudication and the greatest number of plies.
    pub adjudication: String,
}

impl MatchLine {
    /// The version of the format that this program writes and reads.
    pub const VERSION: u32 = 1;
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Number of the pair in the schedule, from 0: games from the same opening by the same engines.
    pub pair: u64,
    /// Number of the game in its pair, from 0: how far the engines are rotated over the seats.
    pub game: u32,
    /// Names of the engines by seat, the one that moves first from the start position first.
    pub players: Vec<String>,
    /// The programs' names for themselves, by seat; empty if unknown.
    #[serde(default)]
    pub programs: Vec<String>,
    /// The position the game began with, before the moves of the opening; absent for the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Name or number of the opening.
    pub opening: String,
    /// Number of moves of the opening.
    pub opening_moves: usize,
    /// All moves, in native style.
    pub moves: Vec<String>,
    /// Points by seat; they add up to 1.
    pub points: Vec<f64>,
    /// The kind of end.
    pub end: End,
    /// The end in words: the rule, the fault of an engine.
    pub reason: String,
    /// Seat of the engine whose fault ended the game; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_fault: Option<usize>,
    /// For each move after the opening: milliseconds on the clock.
    pub ms: Vec<f64>,
    /// For each move after the opening: value for its player in hundredths, a win in n plies as 30000 - n; `null`: not
    /// reported.
    pub scores: Vec<Option<i32>>,
    /// For each move after the opening: depth in plies.
    pub depths: Vec<Option<i32>>,
    /// For each move after the opening: nodes.
    pub nodes: Vec<Option<u64>>,
    /// For each move after the opening: the line that the engine expected, from the move on; empty if not reported.
    #[serde(default)]
    pub pvs: Vec<String>,
    /// When it began, UTC: `2026-01-31T12:00:00Z`.
    pub began: String,
}

/// The kind of end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game.
    Rules,
    /// Decided or drawn by the scores of the engines, or by a solver.
    Adjudicated,
    /// By the limit of plies: a draw.
    MaxPlies,
    /// An engine resigned.
    Resigned,
    /// A clock ran out.
    Time,
    /// An engine made a move that the rules do not allow.
    Illegal,
    /// A program ended, could not be started, or refused the game.
    Crash,
    /// A program did not answer.
    Hang,
}

impl End {
    /// Was it the fault of an engine?
    pub const fn is_fault(self) -> bool {
        matches!(self, End::Time | End::Illegal | End::Crash | End::Hang)
    }
}

impl GameLine {
    /// The id of a game in its match.
    pub const fn id(&self) -> (u64, u32) {
        (self.pair, self.game)
    }
}

/// Names of the engines of a match.
pub fn names(specs: &[EngineSpec]) -> Vec<String> {
    specs.iter().map(|spec| spec.name.clone()).collect()
}

/// A score in the log: a win in n plies as 30000 - n, everything else between -28999 and 28999.
pub(super) fn log_score(score: Score) -> i32 {
    const MAX_UNPROVED: i32 = PROVED - 1;
    match score.plies_to_end() {
        Some(plies) if score.is_win() => WIN - plies,
        Some(plies) => plies - WIN,
        None => score.0.clamp(-MAX_UNPROVED, MAX_UNPROVED),
    }
}

/// The score that a value of the log stands for.
pub fn score_of_log(value: i32) -> Score {
    match value {
        PROVED.. => Score::win_in(WIN.saturating_sub(value).max(0)),
        i32::MIN..=PROVED_LOSS => Score::loss_in(WIN.saturating_add(value).max(0)),
        _ => Score(value),
    }
}

/// Highest value of a proved loss.
const PROVED_LOSS: i32 = -PROVED;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proved_wins_are_written_by_their_distance() {
        assert_eq!(log_score(Score::win_in(7)), 29_993);
        assert_eq!(log_score(Score::loss_in(7)), -29_993);
        assert_eq!(log_score(Score(-30_000)), -28_999);
        assert_eq!(log_score(Score(35)), 35);
        for score in [Score::win_in(7), Score::loss_in(0), Score(-28_999), Score(0), Score(28_999)] {
            assert_eq!(score_of_log(log_score(score)), score);
        }
        assert!(score_of_log(i32::MAX).is_win() && score_of_log(i32::MIN).is_loss());
    }
}
