//! The annotation as comments and marks in the record, for every format that has comments.
//!
//! A comment has the value after the move. If the search prefers another move, it also has that move, its value and the
//! loss; for moves with a mark, also the line and the move's facts. In games of two players all values are those of the
//! first player, as usual in chess; with more players, those of the player who moved.

use super::{Advice, Annotated, JudgedMove, Value};
use crate::contract::Player;
use crate::records::GameRecord;

/// Longest line in a comment, in moves.
const MAX_LINE_MOVES: usize = 8;

/// A value as text: `+0.35` in the game's unit; `+#7` or `-#7` for a win or a loss in seven plies.
pub(super) fn value_text(value: Value, player: Player, players: usize) -> String {
    let theirs = players == 2 && player != Player::FIRST;
    let sign = |positive: bool| if positive != theirs { '+' } else { '-' };
    match value.score.plies_to_end() {
        Some(plies) => format!("{}#{plies}", sign(value.score.is_win())),
        None if value.score.0 == 0 => "0.00".to_string(),
        None => format!("{}{:.2}", sign(value.score.0 > 0), f64::from(value.score.0.abs()) / 100.0),
    }
}

/// The loss of a move as text: `0.52, 13%`, or `100%` if a proved result is involved.
pub(super) fn loss_text(judged: &JudgedMove) -> String {
    let percent = format!("{:.0}%", 100.0 * judged.points_lost());
    match judged.units_lost() {
        Some(units) => format!("{:.2}, {percent}", f64::from(units) / 100.0),
        None => percent,
    }
}

fn line_text(advice: &Advice) -> String {
    advice.line.iter().take(MAX_LINE_MOVES).map(String::as_str).collect::<Vec<_>>().join(" ")
}

fn comment(game: &Annotated, judged: &JudgedMove) -> String {
    let value = |value| value_text(value, judged.player, game.players);
    let mut text = value(judged.value);
    if !judged.is_best() {
        let best = &judged.best;
        text += &format!("; best {} {}, loss {}", best.line[0], value(best.value), loss_text(judged));
        if judged.mark.is_some() {
            text += &format!("; line {}", line_text(best));
            let sentence = game.sentence(judged);
            if !sentence.is_empty() {
                text += &format!("; {sentence}");
            }
        }
    }
    text
}

/// The record with the annotation: marks, which replace earlier ones, and comments, which follow those of the record.
pub fn annotated_record(game: &Annotated) -> GameRecord {
    let mut record = game.record.clone();
    let marks = (1..=record.moves.len()).filter_map(|number| {
        let new = game.moves.get(number - 1).and_then(|judged| judged.mark);
        Some((number, new.or(game.record.mark(number))?))
    });
    record.marks = marks.collect();
    record.comments.extend((1..).zip(&game.moves).map(|(n, judged)| (n, comment(game, judged))));
    if let Some(advice) = &game.last {
        let value = value_text(advice.value, game.turn, game.players);
        record.comments.push((game.moves.len(), format!("{value} by {}", line_text(advice))));
    }
    // The sort is stable: comments of the record come first.
    record.comments.sort_by_key(|(after, _)| *after);
    let engine = concat!("Quadriga ", env!("CARGO_PKG_VERSION"));
    record.set_tag("Annotator", &format!("{engine}, {}", game.effort_text()));
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Score;

    #[test]
    fn values_of_two_players_are_those_of_the_first() {
        let value = |score| Value { score, points: 0.5 };
        let text = |score, player, players| value_text(value(score), player, players);
        assert_eq!(text(Score(35), Player::FIRST, 2), "+0.35");
        assert_eq!(text(Score(35), Player::SECOND, 2), "-0.35");
        assert_eq!(text(Score(-120), Player::SECOND, 2), "+1.20");
        assert_eq!(text(Score(-120), Player::SECOND, 3), "-1.20");
        assert_eq!(text(Score(0), Player::SECOND, 2), "0.00");
        assert_eq!(text(Score::win_in(7), Player::SECOND, 2), "-#7");
        assert_eq!(text(Score::loss_in(7), Player::FIRST, 6), "-#7");
    }
}
