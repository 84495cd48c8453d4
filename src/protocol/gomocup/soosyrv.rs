//! Soosyrv-8, an opening rule of renju, as Yixin-Board asks for it (`YXSOOSORVSTEP1` to `6`).
//!
//! Black puts one of the 26 openings, and White may swap. White puts the fourth stone and names a number of fifth stones,
//! 1 to 8, and Black may swap. Black offers that number of fifth stones, no two of them symmetric; White accepts one.

use super::board::{Placement, Stone};
use super::command::{cell_text, number};
use super::opening::{Choice, Task};
use crate::contract::GridCell;
use crate::wire::message::quoted;

/// Largest number of fifth stones.
const MAX_FIFTHS: usize = 8;

/// The position and the decision of a step. `argument` is what follows the command in its line.
///
/// # Errors
/// Names what is wrong with the number of fifth stones, or with the list.
pub(super) fn task(step: u8, argument: &str, stones: &[Stone]) -> Result<(Placement, Task), String> {
    let moves: Option<Vec<String>> = stones.iter().map(|stone| stone.cell.map(cell_text)).collect();
    let mut moves = moves.ok_or_else(|| "'-1,-1' is not a stone".to_string())?;
    let expected = match step {
        1 => 0..=0,
        2 | 3 => 3..=3,
        4 | 5 => 4..=4,
        _ => 5..=4 + MAX_FIFTHS,
    };
    if !expected.contains(&moves.len()) {
        let (least, most) = (expected.start(), expected.end());
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        return Err(format!("'{}' stones: expected {range}", moves.len()));
    }
    let task = match step {
        1 => Task::RenjuOpening,
        2 => Task::SwapOrStay,
        3 => Task::Balance { stones: 1, bias: 0 },
        4 => Task::SwapOrOffer(fifths(argument)?),
        5 => Task::Offer(fifths(argument)?),
        _ => Task::Accept(moves.split_off(4)),
    };
    Ok((Placement { fen: None, moves }, task))
}

/// Reads the number of fifth stones.
fn fifths(argument: &str) -> Result<usize, String> {
    let count = number(argument)?;
    usize::try_from(count)
        .ok()
        .filter(|count| (1..=MAX_FIFTHS).contains(count))
        .ok_or_else(|| format!("{} fifth stones: expected 1 to {MAX_FIFTHS}", quoted(argument.trim())))
}

/// The answer of a step, in the words of Yixin-Board. The fourth stone leaves the game even, so one fifth stone is enough.
pub(super) fn answer(step: u8, choice: &Choice) -> Vec<String> {
    let words = |stone: &String| stone.replace(',', " ");
    let lines: Vec<String> = match (step, choice) {
        (1, Choice::Stones(stones)) => {
            (1..).zip(stones).map(|(index, stone)| format!("MOVE{index} {}", words(stone))).collect()
        }
        (3, Choice::Stones(stones)) => {
            stones.iter().map(|stone| format!("MOVE4 {} 1", words(stone))).collect()
        }
        (5, Choice::Stones(stones)) => {
            let offered = stones.iter().map(|stone| format!("MOVE5 {}", words(stone)));
            let (first, last) = ("MOVE5 REFRESH".to_string(), "MOVE5 DONE".to_string());
            [first].into_iter().chain(offered).chain([last]).collect()
        }
        (_, Choice::Stones(stones)) => {
            stones.iter().map(|stone| format!("MOVE5C {}", words(stone))).collect()
        }
        (_, choice) => {
            let swaps = if *choice == Choice::Swap { "YES" } else { "NO" };
            vec![format!("SWAP{} {swaps}", step / 2)]
        }
    };
    lines.into_iter().map(|line| format!("SOOSORV {line}")).collect()
}

/// The 26 openings on a board of `size` rows: Black in the centre, White next to it, straight or diagonally, and Black at
/// most two rows and columns from the centre.
pub(super) fn openings(size: usize) -> Vec<Vec<String>> {
    let centre = (size / 2) as i64;
    let text = |x: i64, y: i64| format!("{},{}", centre + x, centre + y);
    let mut found = Vec::new();
    for (x, y) in [(0, -1), (1, -1)] {
        let first = vec![text(0, 0), text(x, y)];
        let third = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))).map(|(x, y)| text(x, y));
        let thirds: Vec<Vec<String>> =
            third.filter(|third| !first.contains(third)).map(|third| vec![third]).collect();
        for third in distinct(&first, thirds, size) {
            found.push([first.clone(), third].concat());
        }
    }
    found
}

/// Those ways to put a stone of which no two look the same from another side of the board.
pub(super) fn distinct(moves: &[String], ways: Vec<Vec<String>>, size: usize) -> Vec<Vec<String>> {
    let placed: Vec<GridCell> = moves.iter().filter_map(|mv| read(mv)).collect();
    let symmetries: Vec<usize> = (0..8)
        .filter(|&turn| {
            let same_colour = |index: usize| placed.iter().skip(index % 2).step_by(2);
            placed
                .iter()
                .enumerate()
                .all(|(index, &cell)| same_colour(index).any(|&other| other == turned(cell, turn, size)))
        })
        .collect();
    let mut kept: Vec<Vec<String>> = Vec::new();
    for way in ways {
        let Some(cell) = way.first().and_then(|mv| read(mv)) else { continue };
        let is_new = symmetries.iter().all(|&turn| {
            let image = vec![cell_text(turned(cell, turn, size))];
            !kept.contains(&image)
        });
        if is_new {
            kept.push(way);
        }
    }
    kept
}

/// A move as a cell.
fn read(mv: &str) -> Option<GridCell> {
    let (x, y) = mv.split_once(',')?;
    Some(GridCell::new(x.parse().ok()?, y.parse().ok()?))
}

/// A cell after one of the 8 turns and reflections of the board.
fn turned(cell: GridCell, turn: usize, size: usize) -> GridCell {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renju_has_26_openings() {
        let all = openings(15);
        assert_eq!(all.len(), 26);
        assert!(all.iter().all(|stones| stones.len() == 3 && stones[0] == "7,7"));
    }

    #[test]
    fn a_stone_and_its_mirror_image_are_the_same_offer() {
        let moves = ["7,7", "7,6", "7,5", "7,8"].map(str::to_string);
        let ways = ["6,6", "8,6", "8,8", "6,8", "7,9"].map(|mv| vec![mv.to_string()]).to_vec();
        let left: Vec<String> = distinct(&moves, ways.clone(), 15).concat();
        assert_eq!(left, ["6,6", "8,8", "7,9"]);
        let crooked = ["7,7", "7,6", "8,5", "7,8"].map(str::to_string);
        assert_eq!(distinct(&crooked, ways, 15).len(), 5);
    }
}
