//! The table of beginners against the levels in `docs/options.md`: what a beginner scores at levels 0, 4 and 8, in percent.
//!
//!     cargo test --release --test it beginners::table -- --ignored --nocapture

use quadriga::contract::Game;
use quadriga::games::chinese_checkers::ChineseCheckers;
use quadriga::games::connect_four::ConnectFour;
use quadriga::games::draughts::{Draughts, ENGLISH, INTERNATIONAL};
use quadriga::games::gomoku::Gomoku;
use quadriga::games::gomoku::rules::Rule;

use super::{Bot, any, army, four, gomoku, score, star};

/// Games of a beginner with a level, half of them from each seat.
const GAMES: usize = 40;

/// Prints a row: the game, the beginner, and its scores.
fn row<G: Game>(name: &str, game: &G, (label, bot): (&str, Bot<G::Position>)) {
    let percent = |level| score(name, game, bot, level, GAMES) * 50 / GAMES;
    println!("| {name} | {label} | {} | {} | {} |", percent(0), percent(4), percent(8));
}

#[test]
#[ignore = "takes some minutes; prints a table for the documents"]
fn connect_four() {
    let small = ConnectFour::<u64>::new(7, 6).expect("a board");
    let large = ConnectFour::<u128>::new(8, 8).expect("a board");
    row("connect4", &small, ("wins and blocks", four::wins_and_blocks));
    row("connect4", &small, ("two plies", four::two_plies));
    row("connect4-8x8", &large, ("wins and blocks", four::wins_and_blocks));
    row("connect4-8x8", &large, ("two plies", four::two_plies));
}

#[test]
#[ignore = "takes some minutes; prints a table for the documents"]
fn gomoku_and_renju() {
    row("gomokufreestyle", &Gomoku::new(Rule::Freestyle), ("sum of lines", gomoku::line_values));
    row("renju", &Gomoku::new(Rule::Renju), ("sum of lines", gomoku::line_values));
}

#[test]
#[ignore = "takes some minutes; prints a table for the documents"]
fn draughts() {
    row("draughts", &Draughts::new(INTERNATIONAL), ("any move", any));
    row("draughts", &Draughts::new(INTERNATIONAL), ("careful", army::careful));
    row("english", &Draughts::new(ENGLISH), ("any move", any));
    row("english", &Draughts::new(ENGLISH), ("careful", army::careful));
}

#[test]
#[ignore = "takes some minutes; prints a table for the documents"]
fn chinese_checkers() {
    row("chinesecheckers", &ChineseCheckers::default(), ("farthest", star::farthest));
}
