//! Bitbases are compared with a plain analysis that shares nothing with them: moves from the slow rules of
//! `tests/reference/draughts.rs`, limits written down once more, and every position looked at for every count.

use std::collections::HashMap;

use crate::reference::draughts::{Reference, VARIANTS};
use quadriga::contract::{Outcome, Player, SearchLimits, Silent};
use quadriga::games;

/// A piece: square from 1, white, king.
type Piece = (usize, bool, bool);

/// A position without counts.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    pieces: Vec<Piece>,
    white_to_move: bool,
}

fn is_small(variant: &str) -> bool {
    !matches!(variant, "draughts" | "breakthrough" | "killer" | "antidraughts" | "frisian" | "frysk")
}

fn squares(variant: &str) -> usize {
    if is_small(variant) { 32 } else { 50 }
}

fn is_last_row(variant: &str, square: usize, white: bool) -> bool {
    let per_row = if is_small(variant) { 4 } else { 5 };
    let to_low_numbers = white != matches!(variant, "spanish" | "portuguese");
    if to_low_numbers { square <= per_row } else { square > squares(variant) - per_row }
}

impl Board {
    fn fen(&self) -> String {
        let side = |white: bool| {
            let own = self.pieces.iter().filter(|piece| piece.1 == white);
            let text: Vec<String> =
                own.map(|(square, _, king)| format!("{}{square}", if *king { "K" } else { "" })).collect();
            text.join(",")
        };
        let turn = if self.white_to_move { "W" } else { "B" };
        format!("{turn}:W{}:B{}", side(true), side(false))
    }

    /// Numbers of men and kings: White's men, White's kings, Black's men, Black's kings.
    fn material(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for (_, white, king) in &self.pieces {
            counts[usize::from(!white) * 2 + usize::from(*king)] += 1;
        }
        counts
    }

    fn after(&self, variant: &str, from: usize, to: usize, taken: &[usize]) -> Board {
        let mut pieces: Vec<Piece> =
            self.pieces.iter().copied().filter(|piece| !taken.contains(&piece.0)).collect();
        for piece in &mut pieces {
            if piece.0 == from {
                piece.0 = to;
                piece.2 |=
                    is_last_row(variant, to, piece.1) || crowned_in_passing(variant, from, taken, piece.1);
            }
        }
        pieces.sort_unstable();
        Board { pieces, white_to_move: !self.white_to_move }
    }
}

/// Russian: the first jump, over a piece beside the man, ends on the last row.
fn crowned_in_passing(variant: &str, from: usize, taken: &[usize], white: bool) -> bool {
    let place = |square: usize| {
        let row = (square - 1) / 4;
        (row as i32, (2 * ((square - 1) % 4) + 1 - row % 2) as i32)
    };
    let (row, column) = place(from);
    let last = if white { 0 } else { 7 };
    variant == "russian"
        && taken.iter().map(|&square| place(square)).any(|(over_row, over_column)| {
            (over_row - row).abs() == 1 && (over_column - column).abs() == 1 && 2 * over_row - row == last
        })
}

/// What sets a count back besides a change of the limit.
#[derive(Clone, Copy, PartialEq)]
enum Restart {
    Never,
    ByMan,
    ByCaptureOrPromotion,
}

/// Half-moves that are allowed, and what sets their count back. Where there is no limit, more than any win takes.
fn limit(variant: &str, [wm, wk, bm, bk]: [usize; 4]) -> (usize, Restart) {
    let none = (120, Restart::Never);
    let against_lone_king = match ([wm, wk], [bm, bk]) {
        ([0, 1], [men, kings]) | ([men, kings], [0, 1]) if kings > 0 => Some(men + kings),
        _ => None,
    };
    match variant {
        "draughts" => match against_lone_king {
            Some(1 | 2) => (10, Restart::Never),
            Some(3) => (32, Restart::Never),
            _ => (50, Restart::ByMan),
        },
        "killer" => (50, Restart::ByMan),
        "english" | "italian" => (80, Restart::ByMan),
        "czech" => (30, Restart::ByMan),
        "pool" => match against_lone_king {
            Some(1 | 2) => (10, Restart::Never),
            Some(3) if wm + bm == 0 => (26, Restart::Never),
            _ => (30, Restart::ByMan),
        },
        "spanish" | "portuguese" => match against_lone_king {
            Some(3) if wm + bm == 0 => (24, Restart::Never),
            _ => (40, Restart::ByMan),
        },
        "frisian" | "frysk" if wm + bm == 0 && wk > 0 && bk > 0 => ([4, 14][wk + bk - 2], Restart::Never),
        "russian" | "brazilian" if wk > 0 && bk > 0 => match against_lone_king {
            Some(1 | 2) => (10, Restart::Never),
            _ => (30, Restart::ByCaptureOrPromotion),
        },
        _ => none,
    }
}

/// A move: where it leads, and whether the count starts anew there.
struct Edge {
    to: usize,
    restarts: bool,
}

/// Positions with all that their moves lead to.
struct Graph {
    variant: &'static str,
    boards: Vec<Board>,
    numbers: HashMap<Board, usize>,
    edges: Vec<Vec<Edge>>,
}

impl Graph {
    fn new(variant: &'static str, roots: Vec<Board>) -> Graph {
        let mut graph = Graph { variant, boards: Vec::new(), numbers: HashMap::new(), edges: Vec::new() };
        roots.into_iter().for_each(|board| _ = graph.number(board));
        while graph.edges.len() < graph.boards.len() {
            let board = graph.boards[graph.edges.len()].clone();
            let edges = graph.edges_of(&board);
            graph.edges.push(edges);
        }
        graph
    }

    fn number(&mut self, board: Board) -> usize {
        let next = self.boards.len();
        let number = *self.numbers.entry(board.clone()).or_insert(next);
        if number == next {
            self.boards.push(board);
        }
        number
    }

    fn edges_of(&mut self, board: &Board) -> Vec<Edge> {
        if board.pieces.iter().all(|piece| piece.1 != board.white_to_move) {
            return Vec::new();
        }
        let moves = Reference::read(self.variant, &board.fen()).moves();
        let before = limit(self.variant, board.material());
        let edge = |(from, to, taken): (usize, usize, std::collections::BTreeSet<usize>)| {
            let taken: Vec<usize> = taken.into_iter().collect();
            let child = board.after(self.variant, from, to, &taken);
            let men = |board: &Board| board.pieces.iter().filter(|piece| !piece.2).count();
            let by_man = board.pieces.iter().any(|piece| piece.0 == from && !piece.2);
            let restarts = limit(self.variant, child.material()) != before
                || match before.1 {
                    Restart::Never => false,
                    Restart::ByMan => by_man || !taken.is_empty(),
                    Restart::ByCaptureOrPromotion => !taken.is_empty() || men(&child) < men(board),
                };
            Edge { to: self.number(child), restarts }
        };
        moves.into_iter().map(edge).collect()
    }

    /// 1 won, 0 drawn, -1 lost for the player to move, with no moves counted.
    fn values(&self) -> Vec<i8> {
        let blocked = if self.variant == "antidraughts" { 1 } else { -1 };
        let limits: Vec<usize> = self.boards.iter().map(|b| limit(self.variant, b.material()).0).collect();
        let longest = limits.iter().copied().max().unwrap_or(0);
        let shortest = limits.iter().copied().min().unwrap_or(0);
        let mut fresh = vec![0; self.boards.len()];
        loop {
            let mut later = vec![0; self.boards.len()];
            for count in (0..=longest).rev() {
                let value = |number: usize| {
                    let edges = &self.edges[number];
                    if edges.is_empty() {
                        return blocked;
                    }
                    if count >= limits[number] {
                        return 0;
                    }
                    let after = |edge: &Edge| -if edge.restarts { fresh[edge.to] } else { later[edge.to] };
                    edges.iter().map(after).max().unwrap_or(0)
                };
                let now: Vec<i8> = (0..self.boards.len()).map(value).collect();
                // Below every limit a count that changes nothing is followed by others like it.
                let is_settled = count < shortest && now == later;
                later = now;
                if is_settled {
                    break;
                }
            }
            if later == fresh {
                return fresh;
            }
            fresh = later;
        }
    }
}

/// All placements of pieces, `WK` and so on, with either side to move.
fn boards(variant: &str, pieces: &[&str]) -> Vec<Board> {
    let mut placements: Vec<Vec<Piece>> = vec![Vec::new()];
    for piece in pieces {
        let (white, king) = (piece.starts_with('W'), piece.ends_with('K'));
        let stands = |&square: &usize| king || !is_last_row(variant, square, white);
        let all: Vec<usize> = (1..=squares(variant)).filter(stands).collect();
        let with = |placement: &Vec<Piece>, square: usize| {
            let is_free = placement.iter().all(|piece| piece.0 != square);
            is_free.then(|| {
                let mut placement = placement.clone();
                placement.push((square, white, king));
                placement.sort_unstable();
                placement
            })
        };
        let extended = placements.iter().flat_map(|p| all.iter().filter_map(|&square| with(p, square)));
        placements = extended.collect();
    }
    placements.sort_unstable();
    placements.dedup();
    let both = |pieces: Vec<Piece>| {
        [true, false].map(|white_to_move| Board { pieces: pieces.clone(), white_to_move })
    };
    placements.into_iter().flat_map(both).collect()
}

/// Compares all positions of this material, and all that follow from them.
fn compare(variant: &'static str, material: &[&[&str]]) {
    let graph = Graph::new(variant, material.iter().flat_map(|pieces| boards(variant, pieces)).collect());
    let mut board = games::open(variant).expect("a game");
    for (position, value) in graph.boards.iter().zip(graph.values()) {
        let fen = position.fen();
        if board.set_position(Some(&fen), &[]).is_err() || board.status().outcome.is_some() {
            continue;
        }
        let mover = board.status().to_move;
        let expected = match value {
            1 => Outcome::Win(mover),
            0 => Outcome::Draw,
            _ => Outcome::Win(mover.other()),
        };
        assert_eq!(board.tools().known_outcome(), Some(expected), "{variant} {fen}");
    }
}

#[test]
fn two_pieces_have_the_values_of_a_plain_analysis() {
    for variant in VARIANTS {
        if variant == "breakthrough" {
            continue;
        }
        compare(variant, &[&["WM", "BM"], &["WM", "BK"], &["WK", "BK"]]);
    }
}

#[test]
fn three_pieces_on_the_small_board_have_the_values_of_a_plain_analysis() {
    compare("english", &[&["WM", "WM", "BM"], &["WM", "WM", "BK"], &["WM", "BK", "BK"]]);
    compare("russian", &[&["WM", "WM", "BM"], &["WM", "WM", "BK"]]);
    compare("brazilian", &[&["WM", "WK", "BK"]]);
    compare("pool", &[&["WM", "WK", "BK"]]);
    compare("italian", &[&["WM", "WK", "BM"], &["WM", "BK", "BK"]]);
    compare("spanish", &[&["WM", "WM", "BK"]]);
    compare("czech", &[&["WM", "WK", "BM"]]);
}

#[test]
fn two_kings_against_one_have_the_values_of_a_plain_analysis() {
    for variant in ["draughts", "frisian"] {
        compare(variant, &[&["WK", "WK", "BK"]]);
    }
}

/// Plays a position out, both sides with so many nodes a move; who has won.
fn play_out(variant: &str, fen: &str, nodes: u64) -> Option<Outcome> {
    let mut engine = games::open(variant).expect("a game");
    engine.set_option("Hash", "4").expect("an option");
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..250 {
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        engine.set_position(Some(fen), &words).expect("moves of the engine");
        if let Some(outcome) = engine.status().outcome {
            return Some(outcome);
        }
        let result = engine.go(&SearchLimits::nodes(nodes), &mut Silent).expect("a search");
        moves.push(result.best_move.expect("the game goes on"));
    }
    None
}

#[test]
fn positions_are_played_to_their_value() {
    let positions = [
        // David and Goliath, the longest wins of two against two and one against three, two kings and a man against a king.
        ("draughts", "W:W23:B5,6"),
        ("draughts", "W:W33,46:B4,5"),
        ("draughts", "W:W6:B2,3,4"),
        ("draughts", "W:WK40,K45,50:BK11"),
        ("draughts", "W:W33:B2"),
        ("draughts", "W:WK1,K2,K50:BK26"),
        ("killer", "W:WK40,K45:BK11"),
        ("killer", "W:W33,46:B4,5"),
        ("breakthrough", "W:W33,46:B4,5"),
        ("antidraughts", "W:W33:B5,6"),
        ("frisian", "W:W33,46:B4"),
        ("russian", "W:W23:B5,6"),
        ("brazilian", "W:W21,22:B2,3"),
        ("english", "W:WK29,K30:B12,K4"),
        ("italian", "W:WK29,K30:B12,K4"),
        ("pool", "W:WK29,30,K31:BK4"),
        ("english", "W:W21,22,K30:BK4"),
    ];
    for (variant, fen) in positions {
        let mut board = games::open(variant).expect("a game");
        board.set_position(Some(fen), &[]).expect("a position");
        let expected =
            board.tools().known_outcome().unwrap_or_else(|| panic!("{variant} {fen} is in no bitbase"));
        let outcome = play_out(variant, fen, 20_000);
        // A draw may also be a game that does not end.
        assert_eq!(outcome.unwrap_or(Outcome::Draw), expected, "{variant} {fen}");
    }
}

#[test]
fn three_kings_against_one_are_won_in_fifteen_moves() {
    // Petrov's triangle, by the rules of Russian draughts with 15 moves.
    let positions = [
        "W:WK29,K31,K25:BK32",
        "W:WK1,K25,K14:BK2",
        "W:WK2,K15,K29:BK28",
        "W:WK15,K23,K30:BK32",
        "W:WK2,K27,K7:BK19",
        "W:WK13,K20,K19:BK28",
        "W:WK26,K3,K31:BK32",
        "W:WK31,K3,K20:BK2",
        "W:WK11,K15,K1:BK26",
        "W:WK15,K26,K23:BK13",
        "W:WK32,K23,K1:BK27",
        "W:WK6,K17,K3:BK12",
    ];
    for fen in positions {
        for variant in ["russian", "brazilian"] {
            assert_eq!(play_out(variant, fen, 1000), Some(Outcome::Win(Player::FIRST)), "{variant} {fen}");
        }
    }
}

#[test]
fn the_value_stands_in_the_evaluation_and_matters_only_with_few_pieces() {
    let mut engine = games::open("draughts").expect("a game");
    assert!(!engine.explain().contains("bitbase"));
    engine.set_position(Some("W:W33:B2"), &[]).expect("a position");
    assert!(engine.explain().lines().any(|line| line.starts_with("bitbase") && line.ends_with("won")));
    // Five moves each against a king alone: a win that needs more is none once the count has begun.
    engine.set_position(Some("W:WK1,K2:BK26:H9"), &[]).expect("a position");
    assert!(!engine.explain().contains(" won\n"), "{}", engine.explain());
}
