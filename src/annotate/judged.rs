//! Values of positions and moves, marks of moves, and annotated games.

use super::sentences::sentence;
use crate::contract::facts::Fact;
use crate::contract::{Outcome, Player, Score, SearchInfo};
use crate::records::{GameRecord, MoveMark};

/// A move that loses this many expected points is dubious.
pub const DUBIOUS: f64 = 0.05;
/// A move that loses this many expected points is a mistake.
pub const MISTAKE: f64 = 0.10;
/// A move that loses this many expected points is a blunder.
pub const BLUNDER: f64 = 0.20;

/// The value of a position or of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The score for the player who moves.
    pub score: Score,
    /// Expected points of this player, 0 to 1: 1 for a win, 0.5 for a draw.
    pub points: f64,
}

impl Value {
    pub(super) fn of(info: &SearchInfo<String>) -> Value {
        let [win, draw, _] = info.wdl;
        Value { score: info.score, points: (f64::from(win) + f64::from(draw) / 2.0) / 1000.0 }
    }

    /// The same value for the opponent in a game of two players, one ply earlier.
    pub fn before_move(self) -> Value {
        let score = match self.score.plies_to_end() {
            Some(plies) if self.score.is_win() => Score::loss_in(plies + 1),
            Some(plies) => Score::win_in(plies + 1),
            None => -self.score,
        };
        Value { score, points: 1.0 - self.points }
    }

    /// The value of a move that ended the game, for the player who made it.
    pub fn ended(outcome: Outcome, player: Player) -> Value {
        match outcome {
            Outcome::Draw => Value { score: Score::DRAW, points: 0.5 },
            Outcome::Win(winner) if winner == player => Value { score: Score::win_in(1), points: 1.0 },
            Outcome::Win(_) => Value { score: Score::loss_in(1), points: 0.0 },
        }
    }
}

/// The result of the search of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// Its value for the player to move.
    pub value: Value,
    /// The best line; never empty.
    pub line: Vec<String>,
    /// Depth of the search in plies.
    pub depth: i32,
}

/// A move and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The player who moved.
    pub player: Player,
    /// The move that was played, in native style.
    pub text: String,
    /// Its value for this player.
    pub value: Value,
    /// The result of the search before the move.
    pub best: Advice,
    /// Its mark.
    pub mark: Option<MoveMark>,
    /// What the move allowed or missed; empty without a mark.
    pub facts: Vec<Fact>,
}

impl JudgedMove {
    /// Expected points lost, 0 to 1.
    pub fn points_lost(&self) -> f64 {
        if self.is_best() { 0.0 } else { (self.best.value.points - self.value.points).max(0.0) }
    }

    /// Loss in hundredths of the game's unit; `None` if one of the values is a proved win or loss.
    pub fn units_lost(&self) -> Option<i32> {
        let (best, played) = (self.best.value.score, self.value.score);
        let lost = if self.is_best() { 0 } else { (best.0 - played.0).max(0) };
        (!best.is_decisive() && !played.is_decisive()).then_some(lost)
    }

    /// The mark of a move by its loss. A move that misses a proved win is at least dubious if it loses anything. In a
    /// lost position no move gets a mark.
    pub fn deserved_mark(&self) -> Option<MoveMark> {
        let (best, played) = (self.best.value.score, self.value.score);
        if self.is_best() || best.is_loss() {
            return None;
        }
        let missed_win = best.is_win() && !played.is_win();
        match self.points_lost() {
            lost if lost >= BLUNDER => Some(MoveMark::Blunder),
            lost if lost >= MISTAKE => Some(MoveMark::Mistake),
            lost if lost >= DUBIOUS || lost > 0.0 && missed_win => Some(MoveMark::Dubious),
            _ => None,
        }
    }

    /// Is it the best move of the search?
    pub fn is_best(&self) -> bool {
        self.best.line.first() == Some(&self.text)
    }
}

/// A game and the values of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotated {
    /// The original record.
    pub record: GameRecord,
    /// The name of its opening, if known.
    pub opening: Option<String>,
    /// Its moves up to the end of the game by the rules.
    pub moves: Vec<JudgedMove>,
    /// The position after them; `None` if the game is over.
    pub last: Option<Advice>,
    /// The player to move there, also if the game is over.
    pub turn: Player,
    /// The result by the rules; `None` if the game is not over.
    pub outcome: Option<Outcome>,
    /// Number of players.
    pub players: usize,
    /// The names of the players by their pieces: `Black`.
    pub colours: Vec<String>,
    /// The limits of the searches, for users.
    pub effort: String,
}

/// Statistics of a player's moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlayerSummary {
    /// Number of evaluated moves.
    pub moves: usize,
    /// Number of moves that were the best move of the search.
    pub best: usize,
    /// Mean loss of expected points per move, 0 to 1.
    pub mean_loss: f64,
    /// Numbers of moves with the marks `?!`, `?` and `??`.
    pub marks: [usize; 3],
}

impl Annotated {
    /// What a move allowed or missed, in words; empty if nothing is known.
    pub fn sentence(&self, judged: &JudgedMove) -> String {
        sentence(&judged.facts, &|player| self.colours.get(player.index()).cloned().unwrap_or_default())
    }

    /// Statistics of this player's moves.
    pub fn tally(&self, player: Player) -> PlayerSummary {
        let mut summary = PlayerSummary::default();
        let mut lost = 0.0;
        for judged in self.moves.iter().filter(|judged| judged.player == player) {
            summary.moves += 1;
            summary.best += usize::from(judged.is_best());
            lost += judged.points_lost();
            let marks = [MoveMark::Dubious, MoveMark::Mistake, MoveMark::Blunder];
            if let Some(index) = marks.iter().position(|&mark| judged.mark == Some(mark)) {
                summary.marks[index] += 1;
            }
        }
        summary.mean_loss = lost / summary.moves.max(1) as f64;
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: i32, points: f64) -> Value {
        Value { score: Score(score), points }
    }

    fn judged(best: Value, played: Value, same: bool) -> JudgedMove {
        let line = vec![if same { "b" } else { "a" }.to_string()];
        let best = Advice { value: best, line, depth: 1 };
        JudgedMove {
            player: Player::FIRST,
            text: "b".to_string(),
            value: played,
            best,
            mark: None,
            facts: Vec::new(),
        }
    }

    fn marked(best: Value, played: Value) -> Option<MoveMark> {
        judged(best, played, false).deserved_mark()
    }

    #[test]
    fn moves_are_marked_by_the_points_they_lose() {
        let best = value(50, 0.6);
        for (points, expected) in [
            (0.6, None),
            (0.7, None),
            (0.56, None),
            (0.54, Some(MoveMark::Dubious)),
            (0.49, Some(MoveMark::Mistake)),
            (0.39, Some(MoveMark::Blunder)),
        ] {
            assert_eq!(marked(best, value(0, points)), expected, "{points}");
        }
    }

    #[test]
    fn a_win_that_is_missed_is_marked_even_if_little_is_lost() {
        let win = value(Score::win_in(7).0, 1.0);
        assert_eq!(marked(win, value(900, 0.99)), Some(MoveMark::Dubious));
        assert_eq!(marked(win, value(0, 0.5)), Some(MoveMark::Blunder));
        assert_eq!(marked(win, value(Score::win_in(21).0, 1.0)), None, "a slower win is a win");
        assert_eq!(marked(win, value(29_998, 1.0)), None, "and so is an endgame that is known to be won");
    }

    #[test]
    fn in_a_lost_position_nothing_is_marked_and_a_lost_draw_is_a_blunder() {
        let lost = value(Score::loss_in(8).0, 0.0);
        assert_eq!(marked(lost, value(Score::loss_in(2).0, 0.0)), None);
        assert_eq!(marked(value(0, 0.5), lost), Some(MoveMark::Blunder));
    }

    #[test]
    fn the_move_of_the_search_itself_is_never_a_mistake() {
        let same = judged(value(50, 0.6), value(-50, 0.4), true);
        assert_eq!((same.deserved_mark(), same.points_lost(), same.units_lost()), (None, 0.0, Some(0)));
    }

    #[test]
    fn a_value_seen_from_the_other_side_is_one_ply_farther_from_the_end() {
        let win = value(Score::win_in(4).0, 1.0);
        assert_eq!(win.before_move(), value(Score::loss_in(5).0, 0.0));
        assert_eq!(win.before_move().before_move(), value(Score::win_in(6).0, 1.0));
        assert_eq!(value(30, 0.75).before_move(), value(-30, 0.25));
    }
}
