//! GoGui's rules extension: with it GoGui draws the board of any game, and a user can play by its rules.
//!
//! GoGui knows black and white stones, squares of any colour, labels and marks. A board that is not square is described
//! as a square with places removed; squares that cannot be played on, such as the light ones of draughts, are painted.

use super::clicks::clickable;
use super::{Call, Entry, Gtp, Reply};
use crate::contract::{Board, GridCell, Outcome, Point, StoneColour};
use crate::engine::AnyEngine;
use crate::wire::vertex::{self, colour_name, colour_of};

pub(super) const COMMANDS: &[Entry] = &[
    ("gogui-rules_game_id", |gtp, call| ask(gtp, call, |_, engine| game_id(engine.identity().rules.title))),
    ("gogui-rules_board", |gtp, call| ask(gtp, call, |_, engine| board(engine))),
    ("gogui-rules_board_size", |gtp, call| ask(gtp, call, |_, engine| board_size(&engine.board()))),
    ("gogui-rules_board_gfx", |gtp, call| ask(gtp, call, board_gfx)),
    ("gogui-rules_legal_moves", |gtp, call| ask(gtp, call, legal_moves)),
    ("gogui-rules_side_to_move", |gtp, call| ask(gtp, call, side_to_move)),
    ("gogui-rules_final_result", |gtp, call| ask(gtp, call, |_, engine| final_result(engine))),
    ("gogui-rules_captured_count", |gtp, call| ask(gtp, call, captured_count)),
];

/// Light and dark squares of a board that has both.
const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#b58863";
/// Places outside the board.
const MISSING: &str = "#606060";

/// Answers a query about the position.
fn ask(gtp: &mut Gtp, call: &mut Call<'_>, answer: fn(&Gtp, &dyn AnyEngine) -> String) -> Reply {
    call.exactly::<0>("")?;
    Ok(answer(gtp, call.engine.as_ref()).into())
}

/// One word with a capital and small letters, as GoGui requires.
fn game_id(title: &str) -> String {
    let letters: String = title.chars().filter(char::is_ascii_alphabetic).collect();
    let (first, rest) = letters.split_at(letters.len().min(1));
    first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
}

fn board_size(board: &Board) -> String {
    let side = vertex::side(board);
    if board.hexagonal { format!("{side} hex") } else { side.to_string() }
}

/// Rows from the top; `?` is a place outside the board.
fn board(engine: &dyn AnyEngine) -> String {
    let board = engine.board();
    let side = vertex::side(&board);
    let missing = "? ".repeat(side);
    let mut rows: Vec<String> = vec![missing.trim_end().to_string(); side - board.height];
    for y in 0..board.height {
        let row: Vec<&str> = (0..side)
            .map(|x| match board.at(GridCell::new(x, y)) {
                Point::Taken { owner, .. } if colour_of(engine, owner) == StoneColour::Black => "X",
                Point::Taken { .. } => "O",
                Point::Empty | Point::Forbidden => ".",
                // The light squares of draughts are shown; the corners around a star are not.
                Point::Outside if board.hexagonal || x >= board.width => "?",
                Point::Outside => ".",
            })
            .collect();
        rows.push(row.join(" "));
    }
    rows.join("\n")
}

/// What GoGui paints under every picture: light and dark squares, and the missing places of a board that is not square.
/// Empty for other boards.
pub(super) fn squares(board: &Board) -> String {
    let mut text = String::new();
    if !board.hexagonal && board.points.contains(&Point::Outside) {
        let light = cells(board, |point| point == Point::Outside);
        let dark = cells(board, |point| point != Point::Outside);
        text += &format!("COLOR {LIGHT}{light}\nCOLOR {DARK}{dark}\n");
    }
    let missing = vertex::missing(board);
    if !missing.is_empty() {
        text += &format!("COLOR {MISSING} {}\n", missing.join(" "));
    }
    text
}

/// The vertices of some points, a blank before each.
fn cells(board: &Board, is_meant: impl Fn(Point) -> bool) -> String {
    let meant = board.cells().filter(|&(_, point)| is_meant(point));
    meant.map(|(cell, _)| format!(" {}", vertex::vertex(board, cell))).collect()
}

/// Colours of squares, crowns, forbidden points, the clicks so far, and the owner of each piece if there are more
/// than two players.
fn board_gfx(gtp: &Gtp, engine: &dyn AnyEngine) -> String {
    let board = engine.board();
    let mut text = squares(&board);
    if board.points.contains(&Point::Forbidden) {
        text += &format!("MARK{}\n", cells(&board, |point| point == Point::Forbidden));
    }
    let many = engine.status().players > 2;
    let label = |point| match point {
        Point::Taken { king: true, .. } => Some("K".to_string()),
        Point::Taken { owner, .. } if many => Some((owner.index() + 1).to_string()),
        _ => None,
    };
    let labels: String = board
        .cells()
        .filter_map(|(cell, point)| Some(format!(" {} {}", vertex::vertex(&board, cell), label(point)?)))
        .collect();
    if !labels.is_empty() {
        text += &format!("LABEL{labels}\n");
    }
    if !gtp.game.selected.is_empty() {
        let clicked = gtp.game.selected.iter().map(|&cell| format!(" {}", vertex::vertex(&board, cell)));
        text += &format!("SQUARE{}\n", clicked.collect::<String>());
    }
    text
}

/// Everything that can be clicked; nothing once the game is over.
fn legal_moves(gtp: &Gtp, engine: &dyn AnyEngine) -> String {
    if engine.status().outcome.is_some() {
        return String::new();
    }
    let (board, paths) = (engine.board(), engine.move_paths());
    let cells = clickable(&paths, &gtp.game.selected).into_iter();
    let mut words: Vec<String> = cells.map(|cell| vertex::vertex(&board, cell)).collect();
    if paths.iter().any(|path| path.cells.is_empty()) {
        words.push("pass".to_string());
    }
    words.join(" ")
}

fn side_to_move(_: &Gtp, engine: &dyn AnyEngine) -> String {
    colour_name(colour_of(engine, engine.status().to_move)).to_string()
}

/// The result for users; empty while the game continues.
fn final_result(engine: &dyn AnyEngine) -> String {
    let status = engine.status();
    match status.outcome {
        None => String::new(),
        Some(Outcome::Draw) => format!("Draw: {}", status.reason),
        Some(Outcome::Win(winner)) if status.players > 2 => {
            format!("Player {} wins: {}", winner.index() + 1, status.reason)
        }
        Some(Outcome::Win(winner)) => match colour_of(engine, winner) {
            StoneColour::Black => format!("Black wins: {}", status.reason),
            StoneColour::White => format!("White wins: {}", status.reason),
        },
    }
}

/// The number of pieces that Black has captured, then White.
fn captured_count(gtp: &Gtp, engine: &dyn AnyEngine) -> String {
    let [black, white] = gtp.lost_pieces(engine);
    format!("{white} {black}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_id_is_a_capital_and_small_letters() {
        assert_eq!(game_id("Connect Four"), "Connectfour");
        assert_eq!(game_id("Caro, exactly five"), "Caroexactlyfive");
        assert_eq!(game_id(""), "");
    }

    #[test]
    fn boards_that_are_not_square_are_described_as_squares() {
        let board = Board::from_cells(7, 6, false, |_| Point::Empty);
        assert_eq!(board_size(&board), "7");
        let star = Board::from_cells(17, 17, true, |_| Point::Outside);
        assert_eq!(board_size(&star), "17 hex");
    }
}
