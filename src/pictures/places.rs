//! The names of the places of a board, as moves write them.

use crate::contract::{Board, Face, GridCell, Labels, Point};

/// The name of each cell, row by row; empty outside of the board.
pub fn names(board: &Board, face: &Face) -> Vec<String> {
    if let Labels::Cells(names) = &face.labels {
        return names.clone();
    }
    let name = |(cell, point)| if point == Point::Outside { String::new() } else { name(board, face, cell) };
    board.cells().map(name).collect()
}

/// The cell with this name, without regard to case.
///
/// # Errors
/// One line: the board has no such place.
pub fn named(board: &Board, face: &Face, wanted: &str) -> Result<GridCell, String> {
    let names = names(board, face);
    let is_wanted = |name: &String| !name.is_empty() && name.eq_ignore_ascii_case(wanted);
    match names.iter().position(is_wanted) {
        Some(index) => Ok(GridCell::new(index % board.width, index / board.width)),
        None => {
            let mut places = names.iter().filter(|name| !name.is_empty());
            let (first, last) = (places.next(), places.next_back());
            let [first, last] = [first, last].map(|name| name.map_or("", String::as_str));
            Err(format!("'{wanted}' is not a place of this board, such as {first} or {last}"))
        }
    }
}

fn name(board: &Board, face: &Face, cell: GridCell) -> String {
    let Labels::Edges { columns, rows } = &face.labels else { return String::new() };
    let (x, y) = (usize::from(cell.x), usize::from(cell.y));
    // Moves of a game whose stones fall need no rows.
    let Some(row) = rows.get(y) else {
        return format!("{}{}", char::from(b'a' + cell.x), board.height - y);
    };
    if !board.hexagonal {
        return format!("{}{row}", columns.get(x).map_or("", String::as_str));
    }
    // Columns of a star are half a cell wide, and rows slant by as much.
    let first =
        board.cells().filter(|&(_, point)| point != Point::Outside).map(|(cell, _)| half_columns(cell)).min();
    let column = half_columns(cell) - first.unwrap_or_default();
    format!("{row}{}", columns.get(column).map_or("", String::as_str))
}

/// The horizontal position of a cell of a star, in half cells.
fn half_columns(cell: GridCell) -> usize {
    2 * usize::from(cell.x) + usize::from(cell.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn names_are_those_that_moves_have() {
        for variant in games::variants() {
            let mut engine = games::open(variant).expect("a game");
            for ply in 0..30 {
                let (board, face) = (engine.board(), engine.face());
                let names = names(&board, &face);
                let name_of =
                    |cell: GridCell| &names[usize::from(cell.y) * board.width + usize::from(cell.x)];
                let paths = engine.move_paths();
                for path in paths.iter().filter(|_| !face.falls) {
                    let [first, last] =
                        [path.route.first(), path.route.last()].map(|cell| name_of(*cell.expect("a cell")));
                    assert!(path.text.starts_with(first.as_str()), "{variant}: {} from {first}", path.text);
                    assert!(path.text.ends_with(last.as_str()), "{variant}: {} to {last}", path.text);
                    assert_eq!(
                        named(&board, &face, &last.to_uppercase()),
                        Ok(*path.route.last().expect("a cell"))
                    );
                }
                engine.play(&paths[ply * 5 % paths.len()].text).expect("a legal move");
                if engine.status().outcome.is_some() {
                    break;
                }
            }
        }
    }

    #[test]
    fn places_of_a_column_game_have_letters_and_numbers() {
        let engine = games::open("connect4").expect("a game");
        let (board, face) = (engine.board(), engine.face());
        assert_eq!(named(&board, &face, "d1"), Ok(GridCell::new(3, 5)));
        let refusal = named(&board, &face, "h1").unwrap_err();
        assert_eq!(refusal, "'h1' is not a place of this board, such as a6 or g1");
    }
}
