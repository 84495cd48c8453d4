//! The rules of Chinese checkers once more, slowly and written straight from their text: cube coordinates, hash maps, one
//! hop at a time.

use std::collections::{BTreeSet, HashMap, HashSet};

/// A hole: q and r of its cube coordinates.
pub type Cube = (i32, i32);
/// The letter of the seat whose piece stands in a hole.
pub type Board = HashMap<Cube, char>;

const STEPS: [Cube; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

fn is_hole((q, r): Cube) -> bool {
    let all = [q, r, -q - r];
    all.iter().all(|&c| c >= -4) || all.iter().all(|&c| c <= 4)
}

pub fn name_of((q, r): Cube) -> String {
    format!("{}{}", char::from(b'a' + (r + 8) as u8), 2 * q + r + 13)
}

pub fn cube_of(name: &str) -> Cube {
    let r = i32::from(name.as_bytes()[0] - b'a') - 8;
    let column: i32 = name[1..].parse().expect("a column");
    ((column - 13 - r) / 2, r)
}

/// Holes of a row from the left.
fn row(r: i32) -> Vec<Cube> {
    (-8..=8).map(|q| (q, r)).filter(|&c| is_hole(c)).collect()
}

/// Reads a position string: pieces, side to move, seats.
pub fn read_board(fen: &str) -> (Board, char, Vec<char>) {
    let words: Vec<&str> = fen.split_whitespace().collect();
    let mut board = Board::new();
    for (text, r) in words[0].split('/').zip((-8..=8).rev()) {
        let mut holes = row(r).into_iter();
        let mut run = 0;
        for letter in text.chars().chain(['.']) {
            if let Some(digit) = letter.to_digit(10) {
                run = run * 10 + digit;
                continue;
            }
            for _ in 0..run {
                holes.next().expect("a hole of the row");
            }
            run = 0;
            if letter != '.' {
                board.insert(holes.next().expect("a hole of the row"), letter);
            }
        }
        assert_eq!(holes.next(), None, "the row is complete");
    }
    (board, words[1].chars().next().expect("a side"), words[2].chars().collect())
}

/// Is the hole in the camp of this seat?
pub fn in_camp(seat: char, (q, r): Cube) -> bool {
    let s = -q - r;
    match seat {
        'A' => r < -4,
        'B' => s > 4,
        'C' => q < -4,
        'D' => r > 4,
        'E' => s < -4,
        _ => q > 4,
    }
}

pub fn opposite(seat: char) -> char {
    char::from(b'A' + (seat as u8 - b'A' + 3) % 6)
}

/// Where a single hop leads.
pub fn hops_from(board: &Board, from: Cube, hops: &str) -> Vec<Cube> {
    let mut found = Vec::new();
    for (dq, dr) in STEPS {
        for gap in 0..8 {
            let at = |n: i32| (from.0 + n * dq, from.1 + n * dr);
            let is_free = |n: i32| is_hole(at(n)) && !board.contains_key(&at(n));
            let is_asked = if gap == 0 { hops != "long" } else { hops != "adjacent" };
            let before = (1..=gap).all(is_free);
            let behind = (gap + 2..=2 * gap + 2).all(is_free);
            if is_asked && before && behind && board.contains_key(&at(gap + 1)) {
                found.push(at(2 * gap + 2));
            }
        }
    }
    found
}

/// All moves as text; `pass` if nothing can move.
pub fn moves(fen: &str, hops: &str, rest: &str) -> BTreeSet<String> {
    let (mut board, side, _) = read_board(fen);
    let own: Vec<Cube> = board.iter().filter(|&(_, &owner)| owner == side).map(|(&hole, _)| hole).collect();
    let mut moves = BTreeSet::new();
    for from in own {
        board.remove(&from);
        let mut ends: HashSet<Cube> = STEPS.iter().map(|s| (from.0 + s.0, from.1 + s.1)).collect();
        ends.retain(|&hole| is_hole(hole) && !board.contains_key(&hole));
        let mut seen = HashSet::from([from]);
        let mut open = vec![from];
        while let Some(hole) = open.pop() {
            for next in hops_from(&board, hole, hops) {
                if seen.insert(next) {
                    open.push(next);
                    ends.insert(next);
                }
            }
        }
        let is_foreign =
            |hole: Cube| "ABCDEF".chars().any(|s| s != side && s != opposite(side) && in_camp(s, hole));
        for to in ends {
            if rest == "any" || !is_foreign(to) {
                moves.insert(format!("{}-{}", name_of(from), name_of(to)));
            }
        }
        board.insert(from, side);
    }
    if moves.is_empty() {
        moves.insert("pass".to_string());
    }
    moves
}

/// Reads pieces by name, `A: d10 e11 D: i13`.
pub fn read_pieces(text: &str) -> Board {
    let mut board = Board::new();
    let mut owner = ' ';
    for word in text.split_whitespace() {
        if let Some(letter) = word.strip_suffix(':') {
            owner = letter.chars().next().expect("a seat");
        } else {
            board.insert(cube_of(word), owner);
        }
    }
    board
}

/// The first word of a position string.
pub fn board_text(board: &Board) -> String {
    let row_text = |r: i32| {
        let mut text = String::new();
        let mut empty = 0;
        for hole in row(r) {
            match board.get(&hole) {
                None => empty += 1,
                Some(letter) if empty > 0 => {
                    text += &format!("{empty}{letter}");
                    empty = 0;
                }
                Some(letter) => text.push(*letter),
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (-8..=8).rev().map(row_text).collect::<Vec<_>>().join("/")
}

/// Does the board show that this seat has won? As "The end of a game of Chinese checkers" in `protocol.md` words it.
pub fn has_won(board: &Board, seat: char, hops: &str, win: &str) -> bool {
    let own: Vec<Cube> = board.iter().filter(|&(_, &owner)| owner == seat).map(|(&hole, _)| hole).collect();
    let is_target = |hole: Cube| in_camp(opposite(seat), hole);
    let inside = own.iter().filter(|&&hole| is_target(hole)).count();
    if !own.is_empty() && inside == own.len() {
        return true;
    }
    let before = own.iter().filter(|&&hole| is_before_target(seat, hole)).count();
    let shut_in =
        own.iter().filter(|&&hole| in_camp(seat, hole) && is_shut_in(board, seat, hole, hops)).count();
    let nobody_on_the_way = inside + before + shut_in == own.len();
    win == "fill" && nobody_on_the_way && inside + before > shut_in && is_closed(board, seat, hops)
}

/// Can a lone piece not leave the home camp of this seat from this hole, with no other pieces on the board than the foreign
/// ones in that camp?
fn is_shut_in(board: &Board, seat: char, from: Cube, hops: &str) -> bool {
    let is_home = |hole: Cube| in_camp(seat, hole);
    reached(&walls(board, seat, is_home), vec![from], hops).into_iter().all(is_home)
}

/// Is the hole, one of no camp, in one of the three rows before the target of this seat?
fn is_before_target(seat: char, (q, r): Cube) -> bool {
    let s = -q - r;
    let toward = match seat {
        'A' => r,
        'B' => -s,
        'C' => q,
        'D' => -r,
        'E' => s,
        _ => -q,
    };
    (2..=4).contains(&toward) && !('A'..='F').any(|seat| in_camp(seat, (q, r)))
}

/// Are the empty holes of the seat's target out of reach for a lone piece that comes from any hole outside, with no
/// other pieces on the board than the foreign ones in that camp?
fn is_closed(board: &Board, seat: char, hops: &str) -> bool {
    let is_target = |hole: Cube| in_camp(opposite(seat), hole);
    let is_wanted = |hole: Cube| is_target(hole) && !board.contains_key(&hole);
    let outside = (-8..=8).flat_map(row).filter(|&hole| !is_target(hole)).collect();
    !reached(&walls(board, seat, is_target), outside, hops).into_iter().any(is_wanted)
}

/// The pieces of others than this seat in a camp.
fn walls(board: &Board, seat: char, is_camp: impl Fn(Cube) -> bool) -> Board {
    let pieces = board.iter().map(|(&hole, &owner)| (hole, owner));
    pieces.filter(|&(hole, owner)| is_camp(hole) && owner != seat).collect()
}

/// The holes that a lone piece can come to from one of these, which are among them.
fn reached(walls: &Board, mut open: Vec<Cube>, hops: &str) -> HashSet<Cube> {
    let mut seen: HashSet<Cube> = open.iter().copied().collect();
    while let Some(hole) = open.pop() {
        let steps = STEPS.iter().map(|s| (hole.0 + s.0, hole.1 + s.1));
        let free = steps.filter(|&next| is_hole(next) && !walls.contains_key(&next));
        for next in free.chain(hops_from(walls, hole, hops)) {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}
