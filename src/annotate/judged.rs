//! Values of positions and moves, and marks of moves.

use super::distance::{NEAR, weight};
use crate::contract::facts::Fact;
use crate::contract::{Outcome, Player, Score, SearchInfo};
use crate::records::MoveMark;

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
        Value { score: self.score.before_move(), points: 1.0 - self.points }
    }

    /// Expected points between people: a proved result counts less the farther the end is.
    fn points_of_people(self) -> f64 {
        let share = self.score.plies_to_end().map_or(1.0, weight);
        0.5 + share * (self.points - 0.5)
    }

    /// Is it a proved loss within the plies that count fully?
    fn is_lost_soon(self) -> bool {
        self.score.is_loss() && self.score.plies_to_end().is_some_and(|plies| plies <= NEAR)
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
    /// Is the distance to the end of a proved result exact in this game?
    pub exact_ends: bool,
}

impl JudgedMove {
    /// Expected points lost, 0 to 1.
    pub fn points_lost(&self) -> f64 {
        let (best, played) = (self.best.value.score, self.value.score);
        // A proved result of the other value says that this one is no worse.
        let is_no_worse = best.is_loss() && !played.is_loss() || played.is_win() && !best.is_win();
        if self.is_best() || is_no_worse { 0.0 } else { self.lead(self.best.value, self.value).max(0.0) }
    }

    /// Expected points by which one value of this move is better than another. Those of people count if the distances
    /// are exact, and between two losses if the second one is near.
    fn lead(&self, better: Value, worse: Value) -> f64 {
        let is_hastened = better.score.is_loss() && worse.is_lost_soon();
        if self.exact_ends || is_hastened {
            better.points_of_people() - worse.points_of_people()
        } else {
            better.points - worse.points
        }
    }

    /// Lowers the value of the better move to that of the position after it, if that is less.
    pub fn lower_best(&mut self, after: Value) {
        if self.lead(self.best.value, after) > 0.0 {
            self.best.value = after;
        }
    }

    /// Loss in hundredths of the game's unit; `None` if one of the values is a proved win or loss.
    pub fn units_lost(&self) -> Option<i32> {
        let (best, played) = (self.best.value.score, self.value.score);
        let lost = if self.is_best() { 0 } else { (best.0 - played.0).max(0) };
        (!best.is_decisive() && !played.is_decisive()).then_some(lost)
    }

    /// The mark of a move by its loss. A move that misses a proved win is at least dubious if it loses anything, unless
    /// wins count by their distance. In a lost position only a move that brings the end near gets a mark.
    pub fn deserved_mark(&self) -> Option<MoveMark> {
        let missed_win = self.best.value.score.is_win() && !self.value.score.is_win() && !self.exact_ends;
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
            exact_ends: false,
        }
    }

    /// The mark of a move in a game with exact distances: plies to the end, negative for a loss; 0 is a draw.
    fn marked_by_distance(best: i32, played: i32) -> Option<MoveMark> {
        let value = |plies: i32| match plies {
            0 => value(0, 0.5),
            1.. => value(Score::win_in(plies).0, 1.0),
            _ => value(Score::loss_in(-plies).0, 0.0),
        };
        JudgedMove { exact_ends: true, ..judged(value(best), value(played), false) }.deserved_mark()
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
    fn in_a_lost_position_only_a_near_end_is_marked_and_a_lost_draw_is_a_blunder() {
        let lost = |plies| value(Score::loss_in(plies).0, 0.0);
        assert_eq!(marked(lost(8), lost(2)), None, "the end was near");
        assert_eq!(marked(lost(30), lost(12)), None, "the distance is not exact");
        assert_eq!(marked(lost(30), lost(2)), Some(MoveMark::Blunder));
        assert_eq!(marked(lost(30), value(-400, 0.1)), None, "it is no worse");
        assert_eq!(marked(value(0, 0.5), lost(8)), Some(MoveMark::Blunder));
    }

    #[test]
    fn with_exact_distances_far_ends_count_little_and_near_ones_fully() {
        assert_eq!(marked_by_distance(41, -40), Some(MoveMark::Dubious), "the first move of Connect Four");
        assert_eq!(marked_by_distance(41, 0), None);
        assert_eq!(marked_by_distance(0, -40), None);
        assert_eq!(marked_by_distance(0, -4), Some(MoveMark::Blunder));
        assert_eq!(marked_by_distance(3, 0), Some(MoveMark::Blunder));
    }

    #[test]
    fn with_exact_distances_a_win_put_off_and_a_loss_brought_near_are_marked() {
        assert_eq!(marked_by_distance(3, 30), Some(MoveMark::Blunder));
        assert_eq!(marked_by_distance(1, 9), Some(MoveMark::Dubious));
        assert_eq!(marked_by_distance(33, 37), None);
        assert_eq!(marked_by_distance(-24, -2), Some(MoveMark::Blunder));
        assert_eq!(marked_by_distance(-30, -26), None);
        assert_eq!(marked_by_distance(-8, -2), None);
    }

    #[test]
    fn a_far_win_is_no_worse_than_an_estimate() {
        let far = value(Score::win_in(37).0, 1.0);
        let found = JudgedMove { exact_ends: true, ..judged(value(320, 0.87), far, false) };
        assert_eq!((found.points_lost(), found.deserved_mark()), (0.0, None));
    }

    #[test]
    fn the_better_move_is_worth_no_more_than_the_position_after_it() {
        let mut one = judged(value(50, 0.6), value(0, 0.5), false);
        one.lower_best(value(80, 0.7));
        assert_eq!(one.best.value, value(50, 0.6));
        one.lower_best(value(20, 0.52));
        assert_eq!(one.best.value, value(20, 0.52));
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
