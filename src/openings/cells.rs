//! Cells as text, as an opening needs them, and which of them look the same from another side of the board.

use crate::contract::GridCell;

/// `7,7`: column and row, which every engine of the family reads.
pub fn cell_text(cell: GridCell) -> String {
    format!("{},{}", cell.x, cell.y)
}

/// `h8`, on a board with this number of rows.
pub(super) fn cell_name(cell: GridCell, size: usize) -> String {
    format!("{}{}", char::from(b'a' + cell.x), size - usize::from(cell.y))
}

/// A cell in one of these two styles; `None`: it is no cell of the board.
pub(super) fn read(text: &str, size: usize) -> Option<GridCell> {
    let (x, y) = if let Some((x, y)) = text.split_once(',') {
        (x.parse().ok()?, y.parse().ok()?)
    } else {
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let x = letter.to_ascii_lowercase() as usize - 'a' as usize;
        (x, size.checked_sub(text[1..].parse().ok()?)?)
    };
    (x < size && y < size).then(|| GridCell::new(x, y))
}

/// All cells of a board.
pub(super) fn all(size: usize) -> impl Iterator<Item = GridCell> {
    (0..size).flat_map(move |y| (0..size).map(move |x| GridCell::new(x, y)))
}

/// Number of symmetries of an empty board.
pub(super) const TURNS: usize = 8;

/// The symmetries of a position on a board of `size` rows. Its stones, given in the order of play, alternate in colour.
pub(super) struct Symmetries {
    turns: Vec<usize>,
    size: usize,
}

impl Symmetries {
    /// Those that leave the position as it is.
    pub fn of(stones: &[GridCell], size: usize) -> Symmetries {
        let stays = |&turn: &usize| {
            stones.iter().enumerate().all(|(index, &cell)| {
                let mut same_colour = stones.iter().skip(index % 2).step_by(2);
                same_colour.any(|&other| other == turned(cell, turn, size))
            })
        };
        Symmetries { turns: (0..TURNS).filter(stays).collect(), size }
    }

    /// The cell among `others` that looks the same from another side of the board.
    pub fn image_among(&self, cell: GridCell, others: &[GridCell]) -> Option<GridCell> {
        self.turns.iter().map(|&turn| turned(cell, turn, self.size)).find(|image| others.contains(image))
    }

    /// Those cells of which no two look the same; of two, the first.
    pub fn distinct(&self, cells: impl IntoIterator<Item = GridCell>) -> Vec<GridCell> {
        let mut kept = Vec::new();
        for cell in cells {
            if self.image_among(cell, &kept).is_none() {
                kept.push(cell);
            }
        }
        kept
    }
}

/// A cell after one of the [`TURNS`] turns and reflections of the board.
pub(super) fn turned(cell: GridCell, turn: usize, size: usize) -> GridCell {
    let (mut x, mut y) = (usize::from(cell.x), usize::from(cell.y));
    if turn & 1 != 0 {
        x = size - 1 - x;
    }
    if turn & 2 != 0 {
        y = size - 1 - y;
    }
    if turn & 4 != 0 {
        (x, y) = (y, x);
    }
    GridCell::new(x, y)
}

/// The 26 openings of renju on a board of `size` rows: Black in the middle, White next to it, straight or diagonally, and
/// Black at most two rows and columns from the middle.
pub(super) fn openings(size: usize) -> Vec<[GridCell; 3]> {
    let middle = size / 2;
    let first = GridCell::new(middle, middle);
    let mut found = Vec::new();
    for second in [first.moved((0, -1)), first.moved((1, -1))] {
        let near = (-2..=2).flat_map(|x| (-2..=2).map(move |y| first.moved((x, y))));
        let thirds = near.filter(|third| ![first, second].contains(third));
        let thirds = Symmetries::of(&[first, second], size).distinct(thirds);
        found.extend(thirds.into_iter().map(|third| [first, second, third]));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<GridCell> {
        text.split(' ').map(|word| read(word, 15).expect(word)).collect()
    }

    #[test]
    fn cells_are_read_in_both_styles() {
        assert_eq!(
            cells("a15 H8 7,7 o1"),
            [(0, 0), (7, 7), (7, 7), (14, 14)].map(|(x, y)| GridCell::new(x, y))
        );
        for text in
            ["", "p1", "a0", "a16", "15,0", "0,15", "a", "8", "é1", "-1,0", "swap", "a99999999999999999999"]
        {
            assert_eq!(read(text, 15), None, "{text}");
        }
        for cell in all(22) {
            assert_eq!(read(&cell_name(cell, 22), 22), Some(cell));
            assert_eq!(read(&cell_text(cell), 22), Some(cell));
        }
    }

    #[test]
    fn renju_has_26_openings() {
        let all = openings(15);
        assert_eq!(all.len(), 26);
        assert!(all.iter().all(|stones| stones[0] == GridCell::new(7, 7)));
    }

    #[test]
    fn a_stone_and_its_mirror_image_are_the_same_offer() {
        let ways = cells("6,6 8,6 8,8 6,8 7,9");
        let straight = Symmetries::of(&cells("7,7 7,6 7,5 7,8"), 15);
        assert_eq!(straight.distinct(ways.clone()), cells("6,6 8,8 7,9"));
        assert_eq!(straight.image_among(ways[1], &ways[..1]), Some(ways[0]));
        let crooked = Symmetries::of(&cells("7,7 7,6 8,5 7,8"), 15);
        assert_eq!(crooked.distinct(ways).len(), 5);
    }
}
