//! A packed strategy answers everything and can be read back; anything else is refused.

use std::collections::HashSet;
use std::sync::Arc;

use super::*;
use crate::contract::book::BookMaker;
use crate::contract::solver::Effort;
use crate::games::connect_four::book::file::checksum;
use crate::games::connect_four::book::line::{Line, column_char};
use crate::games::connect_four::book::{Book, Maker};
use crate::games::connect_four::solver::{Known, Solver};

const WIDTH: u32 = 6;
const HEIGHT: u32 = 4;
const LEAF_NODES: u64 = 4;

fn board() -> Geometry<u64> {
    Geometry::new(WIDTH, HEIGHT).unwrap()
}

/// Writes the strategy of the second player on this board, if that player wins.
struct Writer {
    solver: Solver<u64>,
    /// Cleared before each leaf.
    leaves: Solver<u64>,
    leaf_nodes: u64,
    seen: HashSet<u128>,
    text: String,
}

impl Writer {
    fn replies(&mut self, line: &Line<u64>) {
        line.next().for_each(|reply| self.answer(&reply));
    }

    fn answer(&mut self, line: &Line<u64>) {
        let geometry = *line.pos.geometry();
        let wins = geometry.completing_cells(line.pos.mover());
        if line.pos.landing_cells().meets(wins) || !self.seen.insert(line.key().0) {
            return;
        }
        self.leaves.clear();
        let effort = Effort { nodes: self.leaf_nodes, stop: &|| false };
        if let (Some(true), nodes) = self.leaves.wins(&line.pos, false, effort) {
            self.text += &format!("{} leaf {nodes}\n", line.text());
            return;
        }
        let won = |reply: &Line<u64>| self.solver.wins(&reply.pos, false, Effort::ENDLESS).0 == Some(true);
        let won = line.next().find(won).expect("a winning move");
        let column = won.text().chars().last().expect("a move");
        self.text += &format!("{} plays {column} 9\n", line.text());
        self.replies(&won);
    }
}

/// Lines of a work file with a strategy of the second player. This player wins on this board.
pub fn second_player_wins(geometry: Geometry<u64>, leaf_nodes: u64) -> String {
    let [solver, leaves] = [32, 4].map(|mib| Solver::new(&geometry, mib, 1));
    let mut writer = Writer { solver, leaves, leaf_nodes, seen: HashSet::new(), text: String::new() };
    writer.replies(&Line::start(geometry));
    writer.text
}

fn work() -> String {
    second_player_wins(board(), LEAF_NODES)
}

fn pack(work: &str) -> Result<Book, String> {
    let bytes = Maker::new(board(), 1).pack(work)?;
    let book = Book::decode(&bytes, WIDTH, HEIGHT).expect("what is packed can be read");
    assert_eq!(book.encode(), bytes);
    Ok(book)
}

#[test]
fn every_position_of_the_strategy_has_the_answer_of_its_line_and_so_has_its_mirror_image() {
    let work = work();
    let book = pack(&work).unwrap();
    let (mut moves, mut leaves) = (0, 0);
    for text in work.lines() {
        let words: Vec<&str> = text.split(' ').collect();
        for is_image in [false, true] {
            let image = |c: char| char::from(b'1' + b'6' - c as u8);
            let side = |text: &str| -> String {
                text.chars().map(|c| if is_image { image(c) } else { c }).collect()
            };
            let pos = Line::read(board(), &side(words[0])).unwrap().pos;
            assert_eq!(book.bounds(pos.mover(), pos.occupied()), Some((1, 64)), "{text}");
            let column = |mv: Move| column_char(WIDTH, board().column(mv.cell())).to_string();
            let expected = (words[1] == "plays").then(|| side(words[2]));
            assert_eq!(book.winning_move(&pos).map(column), expected, "{text}");
        }
        *(if words[1] == "plays" { &mut moves } else { &mut leaves }) += 1;
    }
    assert!(moves > 50 && leaves > 50, "{moves} moves, {leaves} leaves");
    let start = Position::new(board());
    assert_eq!((book.bounds(start.mover(), start.occupied()), book.winning_move(&start)), (None, None));
    let told = book.describe();
    for words in [
        "strategy: the second player wins\n".to_string(),
        format!("\nmoves: {moves}\n  with 1 stones: "),
        format!("\nleaves: {leaves}\n  with "),
    ] {
        assert!(told.contains(&words), "{words}: {told}");
    }
}

#[test]
fn the_first_player_begins_with_an_answer() {
    let geometry = Geometry::<u64>::new(7, 6).unwrap();
    let work = "- plays 4 9\n41 leaf 9\n42 leaf 9\n45 leaf 9\n44 leaf 9\n41 win 9\n4 open 9\n2 hold 9\n";
    let book = Book::decode(&Maker::new(geometry, 1).pack(work).unwrap(), 7, 6).unwrap();
    let strategy = book.strategy.as_ref().unwrap();
    assert_eq!((strategy.first_wins(), strategy.codes()), (true, &[4, 0, 0, 0, 0][..]));
    let pos = |moves: &str| Line::read(geometry, moves).unwrap().pos;
    assert_eq!(book.winning_move(&pos("-")), pos("-").drop_into(3));
    assert_eq!(book.bounds(pos("47").mover(), pos("47").occupied()), Some((1, 64)));
}

#[test]
fn a_strategy_that_leaves_a_reply_open_is_refused_by_the_line_of_play() {
    let work = work();
    let lines: Vec<&str> = work.lines().collect();
    for left_out in (0..lines.len()).step_by(7) {
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, line)| *line).collect();
        let moves = lines[left_out].split(' ').next().unwrap();
        let error = pack(&(rest.join("\n") + "\n")).expect_err("no answer");
        assert_eq!(error, format!("'{moves}': no line says how the winner answers"));
    }
}

#[test]
fn lines_that_are_no_strategy_are_refused() {
    let work = work();
    for (lines, expected) in [
        ("1 plays 9 5", "'1 plays 9 5': the move is not a column with room"),
        ("11112 plays 1 5", "'11112 plays 1 5': the move is not a column with room"),
        ("1 plays 2", "'1 plays 2': expected MOVES plays COLUMN NODES or MOVES leaf NODES"),
        ("1 leaf five", "'1 leaf five': expected a number of nodes"),
        ("1212121 leaf 5", "'1212121': the game ends at '1'"),
        ("12 leaf 5", "'12 leaf 5': another line says that the other player wins"),
        ("1 0 2 5", "'1': the strategy wins, but the proved score is 0"),
    ] {
        let error = pack(&format!("{work}{lines}\n")).expect_err("no strategy");
        assert!(error.starts_with(expected), "{lines}: {error}");
    }
    let careless = "1 plays 6 1\n161 plays 6 1\n16161 plays 2 1\n";
    let error = pack(careless).expect_err("the loser wins");
    assert!(error.contains("'1616121': the other player has won"), "{error}");
}

#[test]
fn damaged_strategies_are_refused_or_read_but_never_a_panic() {
    let bytes = Maker::new(board(), 1).pack(&work()).unwrap();
    let body = bytes.len() - 8;
    for at in 0..body {
        for flip in [1, 2, 8, 16, 64, 128, 255] {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            assert!(Book::decode(&changed, WIDTH, HEIGHT).is_err(), "byte {at} changed");
            let sum = checksum(&changed[..body]);
            changed[body..].copy_from_slice(&sum.to_le_bytes());
            let _ = Book::decode(&changed, WIDTH, HEIGHT);
        }
    }
    let shape = Shape::of(&board());
    for codes in [&[][..], &[7], &[15], &[0; 2], &[0; 4], &[1, 1, 1, 1]] {
        assert_eq!(Strategy::decode(shape, false, codes), None, "{codes:?}");
    }
    assert!(Strategy::decode(shape, false, &[0; 3]).is_some(), "three first moves, three leaves");
}

#[test]
fn a_solver_with_the_strategy_knows_the_winner_at_once_and_has_the_scores_of_one_without() {
    let book = Arc::new(pack(&work()).unwrap());
    let solve = |moves: &str, window, known: bool| {
        let mut solver = Solver::new(&board(), 1, 1);
        solver.set_known(known.then(|| book.clone() as Arc<dyn Known<u64>>));
        solver.solve(&Line::read(board(), moves).unwrap().pos, window, Effort::ENDLESS)
    };
    let found = solve("-", Solver::<u64>::SIGN, true);
    assert!(found.high < 0 && found.nodes < 5, "{found:?}");
    for moves in ["-", "1", "12", "123", "33", "332", "1234", "3344", "1111", "61616"] {
        let [with, without] = [true, false].map(|known| solve(moves, Solver::<u64>::WHOLE, known));
        assert_eq!(with.score(), without.score(), "{moves}");
        let mut solver = Solver::new(&board(), 1, 1);
        solver.set_known(Some(book.clone()));
        let pos = Line::read(board(), moves).unwrap().pos;
        for first in [false, true] {
            let first_moves = pos.ply().is_multiple_of(2);
            let score = without.score().unwrap() * if first_moves == first { 1 } else { -1 };
            let (answer, nodes) = solver.wins(&pos, first, Effort::ENDLESS);
            assert_eq!(answer, Some(score > 0), "{moves}, first player: {first}");
            assert!(moves != "-" || nodes < 5, "{nodes}");
        }
    }
}
