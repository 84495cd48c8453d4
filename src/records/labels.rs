//! What the comments of a game say about its positions, move by move: for training.

use super::search_comment::{SearchComment, value_after};
use super::{GameRecord, GameResult};
use crate::contract::{Outcome, Player, Score};

/// What is known about the position before a move, apart from the result of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionLabel {
    /// The move comes from a book.
    Book,
    /// Nothing.
    Unknown,
    /// The value of a search for the player to move.
    Searched(Score),
}

impl GameRecord {
    /// A label for each move of the main line. The comment of a match runner is about the position before its move, a
    /// value such as `[%eval 0.35]` about the one after it; the former counts first.
    ///
    /// # Errors
    /// One line: the record is not a legal game.
    pub fn position_labels(&self) -> Result<Vec<PositionLabel>, String> {
        let turns = self.replay()?.turns.turns;
        let mut labels = vec![PositionLabel::Unknown; self.moves.len()];
        for (number, text) in self.comments.iter().filter(|(number, _)| *number > 0) {
            if text.split(',').next().is_some_and(|word| word.trim() == "book") {
                labels[number - 1] = PositionLabel::Book;
            } else if let Some(score) = SearchComment::parse(text).and_then(|comment| comment.score) {
                labels[number - 1] = PositionLabel::Searched(score);
            }
        }
        for (number, text) in &self.comments {
            if let Some(score) = value_after(text)
                && let Some(label @ PositionLabel::Unknown) = labels.get_mut(*number)
            {
                let score = if turns[*number] == Player::FIRST { score } else { -score };
                *label = PositionLabel::Searched(score);
            }
        }
        Ok(labels)
    }

    /// The result of the first player in half points; `None` if it is unknown or both lost.
    pub fn half_points(&self) -> Option<u8> {
        match self.result {
            GameResult::Ended(Outcome::Draw) => Some(1),
            GameResult::Ended(Outcome::Win(Player::FIRST)) => Some(2),
            GameResult::Ended(Outcome::Win(_)) => Some(0),
            GameResult::Unknown | GameResult::BothLost => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Defaults, Format};
    use super::*;

    fn labels(pdn: &str) -> Vec<PositionLabel> {
        let reading = Format::Pdn.read(pdn.as_bytes(), &Defaults::default());
        reading.games[0].record.position_labels().expect("a legal game")
    }

    #[test]
    fn comments_of_searches_are_about_the_position_before_the_move_and_values_about_the_one_after() {
        use PositionLabel::{Book, Searched, Unknown};
        let found = labels(
            "[GameType \"20\"] 1. 32-28 {book} 19-23 {-0.20/9 0.5s} 2. 28x19 {[%eval 0.30]} 14x23 {good} \
             3. 37-32 {[%eval -#3]} 10-14 {+0.10/3 1s, pv=\"10-14\"} *",
        );
        let expected =
            [Book, Searched(Score(-20)), Unknown, Searched(Score(-30)), Unknown, Searched(Score(10))];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_both_lost_has_no_result() {
        for (result, half_points) in [("2-0", Some(2)), ("1-1", Some(1)), ("0-2", Some(0)), ("*", None)] {
            let pdn = format!("[GameType \"20\"] 1. 32-28 {result}");
            let reading = Format::Pdn.read(pdn.as_bytes(), &Defaults::default());
            assert_eq!(reading.games[0].record.half_points(), half_points, "{result}");
        }
        assert_eq!(GameRecord { result: GameResult::BothLost, ..GameRecord::default() }.half_points(), None);
    }
}
