//! Soosyrv-8, an opening rule of renju, as Yixin-Board asks for it (`YXSOOSORVSTEP1` to `6`).
//!
//! Black puts one of the 26 openings, and White may swap. White puts the fourth stone and names a number of fifth stones,
//! 1 to 8, and Black may swap. Black offers that number of fifth stones, no two of them symmetric; White accepts one.

use super::board::Stone;
use super::command::number;
use crate::openings::{Choice, Placement, Task, cell_text};
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
