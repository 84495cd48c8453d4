//! Boards that somebody has put together, as text: what the JSON analysis writes under `rows` is read here.

use super::answer::{Code, Refusal};
use crate::contract::{Board, Player, Point};

/// The board of these rows, on a board of this shape.
///
/// # Errors
/// `bad_position`: other rows than the board has, or a character that stands for nothing.
pub(super) fn board_of_rows(shape: &Board, rows: &[String], players: usize) -> Result<Board, Refusal> {
    let bad = |text: String| Refusal::new(Code::BadPosition, text);
    if rows.len() != shape.height {
        return Err(bad(format!("the board has {} rows, not {}", shape.height, rows.len())));
    }
    let mut points = Vec::with_capacity(shape.points.len());
    for (number, row) in (1..).zip(rows) {
        let cells = row.chars().count();
        if cells != shape.width {
            return Err(bad(format!(
                "row {number} has {cells} cells, but the board is {} wide",
                shape.width
            )));
        }
        for letter in row.chars() {
            let point = point(letter, players);
            points.push(point.ok_or_else(|| bad(format!("row {number}: '{letter}' stands for nothing")))?);
        }
    }
    Ok(Board { points, ..shape.clone() })
}

fn point(letter: char, players: usize) -> Option<Point> {
    let owner = |first: char| {
        let index = (letter as usize).checked_sub(first as usize)?;
        (index < players).then(|| Player::new(index))
    };
    match letter {
        ' ' => Some(Point::Outside),
        '.' | 'x' => Some(Point::Empty),
        '1'..='6' => owner('1').map(|owner| Point::Taken { owner, king: false }),
        'A'..='F' => owner('A').map(|owner| Point::Taken { owner, king: true }),
        _ => None,
    }
}
