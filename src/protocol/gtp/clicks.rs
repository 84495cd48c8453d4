//! Moves as clicks: a front-end that only knows stones plays a move of a piece square by square.
//!
//! The first click selects a piece, the last is its destination. If captures share both ends, squares between are
//! clicked as well, as needed to distinguish them; if one such move ends on the way of another, a second click on its
//! last square ends it there. A click on another piece of the mover selects that one instead; a second click on the
//! piece cancels the selection.
//!
//! Invariant: every legal move has unique clicks that play it ([`clicks_of`]).

use crate::contract::{GridCell, MovePath};
use crate::engine::AnyEngine;
use crate::wire::vertex;

/// The effect of a click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Click {
    /// It completes this move, in native style.
    Plays(String),
    /// These are the clicks of an incomplete move now.
    Selects(Vec<GridCell>),
    /// Nothing: it is not legal.
    Refused,
}

/// The effect of a click after others.
pub(super) fn click(paths: &[MovePath], selected: &[GridCell], cell: GridCell) -> Click {
    if selected.last() == Some(&cell)
        && let Some(path) = paths.iter().find(|path| path.cells == selected)
    {
        return Click::Plays(path.text.clone());
    }
    let longer: Vec<GridCell> = selected.iter().copied().chain([cell]).collect();
    let mut going_on = paths.iter().filter(|path| path.cells.starts_with(&longer));
    if let Some(path) = going_on.next() {
        let ends = path.cells.len() == longer.len() && going_on.next().is_none();
        return if ends { Click::Plays(path.text.clone()) } else { Click::Selects(longer) };
    }
    if selected.first() == Some(&cell) {
        return Click::Selects(Vec::new());
    }
    if paths.iter().any(|path| path.cells.first() == Some(&cell)) {
        return Click::Selects(vec![cell]);
    }
    Click::Refused
}

/// The clicks that play a move.
pub(super) fn clicks_of(paths: &[MovePath], path: &MovePath) -> Vec<GridCell> {
    let mut clicks = path.cells.clone();
    let is_on_the_way =
        paths.iter().any(|other| other.cells.len() > clicks.len() && other.cells.starts_with(&clicks));
    if is_on_the_way {
        clicks.extend(path.cells.last());
    }
    clicks
}

/// The moves that are possible after the clicks so far.
pub(super) fn candidates<'a>(
    paths: &'a [MovePath],
    selected: &'a [GridCell],
) -> impl Iterator<Item = &'a MovePath> {
    paths.iter().filter(move |path| path.cells.starts_with(selected))
}

/// Every cell that can be clicked, those that continue with the move first.
pub(super) fn clickable(paths: &[MovePath], selected: &[GridCell]) -> Vec<GridCell> {
    let next = candidates(paths, selected).filter_map(|path| {
        let ends_here = path.cells.len() == selected.len();
        if ends_here { path.cells.last() } else { path.cells.get(selected.len()) }
    });
    let first = paths.iter().filter_map(|path| path.cells.first());
    let mut cells: Vec<GridCell> = Vec::new();
    for &cell in next.chain(first) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

/// The path of a move that the engine has written.
pub(super) fn path_of<'a>(engine: &dyn AnyEngine, paths: &'a [MovePath], word: &str) -> Option<&'a MovePath> {
    let vertex = vertex::for_client(word);
    let board = engine.board();
    match vertex::parse_vertex(&board, &vertex) {
        Some(Ok(vertex::Vertex::Cell(cell))) => paths.iter().find(|path| path.cells == [cell]),
        _ => paths.iter().find(|path| path.text == word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: usize) -> GridCell {
        GridCell::new(x, 0)
    }

    fn path(text: &str, cells: &[usize]) -> MovePath {
        MovePath {
            text: text.to_string(),
            cells: cells.iter().map(|&x| cell(x)).collect(),
            ..MovePath::default()
        }
    }

    /// Plays all clicks but the last, which is evaluated.
    fn after(paths: &[MovePath], clicks: &[usize]) -> Click {
        let mut selected = Vec::new();
        for &x in &clicks[..clicks.len() - 1] {
            match click(paths, &selected, cell(x)) {
                Click::Selects(cells) => selected = cells,
                other => panic!("{x}: {other:?}"),
            }
        }
        click(paths, &selected, cell(clicks[clicks.len() - 1]))
    }

    #[test]
    fn a_stone_is_one_click_and_a_piece_two() {
        let paths = [path("a", &[1]), path("b", &[2, 3]), path("c", &[4, 3])];
        assert_eq!(after(&paths, &[1]), Click::Plays("a".to_string()));
        assert_eq!(after(&paths, &[2]), Click::Selects(vec![cell(2)]));
        assert_eq!(after(&paths, &[2, 3]), Click::Plays("b".to_string()));
        assert_eq!(after(&paths, &[2, 4]), Click::Selects(vec![cell(4)]), "another piece");
        assert_eq!(after(&paths, &[2, 4, 3]), Click::Plays("c".to_string()));
        assert_eq!(after(&paths, &[2, 2]), Click::Selects(vec![]), "put down again");
        assert_eq!(after(&paths, &[3]), Click::Refused);
        assert_eq!(after(&paths, &[2, 9]), Click::Refused);
    }

    #[test]
    fn captures_with_the_same_ends_are_told_apart_by_the_squares_between() {
        let paths = [path("by 5", &[1, 5, 9]), path("by 6", &[1, 6, 9])];
        assert_eq!(after(&paths, &[1, 9]), Click::Refused);
        assert_eq!(after(&paths, &[1, 5, 9]), Click::Plays("by 5".to_string()));
        assert_eq!(after(&paths, &[1, 6, 9]), Click::Plays("by 6".to_string()));
        assert_eq!(clickable(&paths, &[cell(1)]), [cell(5), cell(6), cell(1)]);
    }

    #[test]
    fn a_capture_may_end_where_it_began() {
        let paths = [path("round", &[1, 1]), path("off", &[1, 2])];
        assert_eq!(after(&paths, &[1, 1]), Click::Plays("round".to_string()));
    }

    #[test]
    fn every_move_has_clicks_of_its_own_even_one_that_ends_on_the_way_of_another() {
        let paths = [path("short", &[1, 5]), path("long", &[1, 5, 9]), path("other", &[1, 6, 9])];
        for path in &paths {
            let clicks: Vec<usize> =
                clicks_of(&paths, path).into_iter().map(|cell| usize::from(cell.x)).collect();
            assert_eq!(after(&paths, &clicks), Click::Plays(path.text.clone()));
        }
        assert_eq!(clicks_of(&paths, &paths[0]).len(), 3, "the last square twice");
        assert!(clickable(&paths, &[cell(1), cell(5)]).contains(&cell(5)));
    }
}
