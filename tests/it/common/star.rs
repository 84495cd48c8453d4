//! Positions of Chinese checkers for tests.

use quadriga::contract::Game;
use quadriga::games::chinese_checkers::{ChineseCheckers, Position};

use crate::reference::chinese_checkers::{board_text, read_pieces};

/// The game with options set, `Players=3 Win=strict`.
pub fn game(options: &str) -> ChineseCheckers {
    let mut game = ChineseCheckers::default();
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').expect("Name=value");
        game.set_option(name, value).expect(option);
    }
    game
}

/// A position with pieces placed by name, `A: d10 e11 D: i13`; `rest` is what follows the board in a position string.
pub fn placed(options: &str, pieces: &str, rest: &str) -> Position {
    let fen = format!("{} {rest}", board_text(&read_pieces(pieces)));
    game(options).parse_position(&fen).unwrap_or_else(|why| panic!("{fen}: {why}"))
}
