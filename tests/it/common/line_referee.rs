//! A second opinion on gomoku, renju and Caro, straight from the definitions.
//!
//! A plain two-dimensional array, no tables, no bit strings, no shared code with the engine: slow and easy to check
//! against the text of the rules.

use std::collections::BTreeSet;

/// Black and White.
pub const STONES: [u8; 2] = [b'X', b'O'];
const EMPTY: u8 = b'.';
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    Standard,
    Freestyle,
    Renju,
    Caro,
    CaroExact,
}

#[derive(Clone)]
pub struct Referee {
    pub rules: Rules,
    pub size: i32,
    pub board: Vec<Vec<u8>>,
    pub to_move: usize,
}

impl Referee {
    pub fn new(rules: Rules, size: usize) -> Referee {
        Referee { rules, size: size as i32, board: vec![vec![EMPTY; size]; size], to_move: 0 }
    }

    fn at(&self, x: i32, y: i32) -> Option<u8> {
        let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        inside.then(|| self.board[y as usize][x as usize])
    }

    fn set(&mut self, x: i32, y: i32, what: u8) {
        self.board[y as usize][x as usize] = what;
    }

    /// The unbroken line of the stone on (x, y) in one direction: its cells in order.
    fn line(&self, x: i32, y: i32, (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        let stone = self.at(x, y);
        let (mut sx, mut sy) = (x, y);
        while self.at(sx - dx, sy - dy) == stone {
            (sx, sy) = (sx - dx, sy - dy);
        }
        let mut cells = Vec::new();
        while self.at(sx, sy) == stone {
            cells.push((sx, sy));
            (sx, sy) = (sx + dx, sy + dy);
        }
        cells
    }

    /// Has the stone on (x, y) won?
    pub fn has_won(&self, x: i32, y: i32) -> bool {
        let stone = self.at(x, y).expect("on the board");
        DIRECTIONS.into_iter().any(|(dx, dy)| {
            let line = self.line(x, y, (dx, dy));
            let (first, last) = (line[0], line[line.len() - 1]);
            let ends = [self.at(first.0 - dx, first.1 - dy), self.at(last.0 + dx, last.1 + dy)];
            let closed = ends.into_iter().all(|end| end.is_some_and(|s| s != EMPTY && s != stone));
            match self.rules {
                Rules::Freestyle => line.len() >= 5,
                Rules::Standard => line.len() == 5,
                Rules::Renju if stone == STONES[0] => line.len() == 5,
                Rules::Renju => line.len() >= 5,
                Rules::Caro => line.len() >= 6 || line.len() == 5 && !closed,
                Rules::CaroExact => line.len() == 5 && !closed,
            }
        })
    }

    /// Is (x, y) forbidden to Black, who is to play there?
    pub fn is_forbidden(&mut self, x: i32, y: i32) -> bool {
        self.set(x, y, STONES[0]);
        let forbidden = !self.has_won(x, y) && self.is_foul(x, y);
        self.set(x, y, EMPTY);
        forbidden
    }

    /// Does the black stone on (x, y), which makes no five, make an overline, two fours or two threes?
    fn is_foul(&mut self, x: i32, y: i32) -> bool {
        if DIRECTIONS.into_iter().any(|d| self.line(x, y, d).len() > 5) {
            return true;
        }
        let fours: usize = DIRECTIONS.into_iter().map(|d| self.fours(x, y, d).len()).sum();
        if fours >= 2 {
            return true;
        }
        let threes = DIRECTIONS.into_iter().filter(|&d| self.is_three(x, y, d)).count();
        threes >= 2
    }

    /// The fours of one line that hold the stone on (x, y): each is the set of the four stones that one more stone
    /// turns into exactly five. A straight four is one four however many stones complete it.
    fn fours(&mut self, x: i32, y: i32, d: (i32, i32)) -> BTreeSet<Vec<(i32, i32)>> {
        let mut fours = BTreeSet::new();
        for empty in self.empty_nearby(x, y, d) {
            self.set(empty.0, empty.1, STONES[0]);
            let mut five = self.line(x, y, d);
            if five.len() == 5 && five.contains(&empty) {
                five.retain(|&cell| cell != empty);
                fours.insert(five);
            }
            self.set(empty.0, empty.1, EMPTY);
        }
        fours
    }

    /// Is the line of the stone on (x, y) a three: can an allowed black move, which does not make five, turn it
    /// into a straight four?
    fn is_three(&mut self, x: i32, y: i32, d: (i32, i32)) -> bool {
        self.empty_nearby(x, y, d).into_iter().any(|(ex, ey)| {
            self.set(ex, ey, STONES[0]);
            let straight = self.is_straight_four(x, y, d) && self.line(x, y, d).contains(&(ex, ey));
            let five = self.has_won(ex, ey);
            self.set(ex, ey, EMPTY);
            straight && !five && !self.is_forbidden(ex, ey)
        })
    }

    /// Is the line of (x, y) an unbroken four that both neighbours complete to exactly five?
    fn is_straight_four(&mut self, x: i32, y: i32, (dx, dy): (i32, i32)) -> bool {
        let line = self.line(x, y, (dx, dy));
        let (first, last) = (line[0], line[line.len() - 1]);
        let ends = [(first.0 - dx, first.1 - dy), (last.0 + dx, last.1 + dy)];
        line.len() == 4
            && ends.into_iter().all(|(ex, ey)| {
                if self.at(ex, ey) != Some(EMPTY) {
                    return false;
                }
                self.set(ex, ey, STONES[0]);
                let five = self.line(x, y, (dx, dy)).len() == 5;
                self.set(ex, ey, EMPTY);
                five
            })
    }

    fn empty_nearby(&self, x: i32, y: i32, (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        let cells = (-5..=5).map(|i| (x + dx * i, y + dy * i));
        cells.filter(|&(cx, cy)| self.at(cx, cy) == Some(EMPTY)).collect()
    }

    /// All legal moves of the player to move, provided that nobody has won, row by row.
    pub fn moves(&mut self) -> Vec<(i32, i32)> {
        let all = (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y)));
        let empty: Vec<(i32, i32)> = all.filter(|&(x, y)| self.at(x, y) == Some(EMPTY)).collect();
        if self.rules == Rules::Renju && self.to_move == 0 {
            empty.into_iter().filter(|&(x, y)| !self.is_forbidden(x, y)).collect()
        } else {
            empty
        }
    }

    /// Plays a move; true if it wins.
    pub fn play(&mut self, (x, y): (i32, i32)) -> bool {
        self.set(x, y, STONES[self.to_move]);
        self.to_move ^= 1;
        self.has_won(x, y)
    }

    pub fn take_back(&mut self, (x, y): (i32, i32)) {
        self.set(x, y, EMPTY);
        self.to_move ^= 1;
    }

    /// Sequences of exactly `depth` moves.
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for mv in self.moves() {
            if !self.play(mv) {
                count += self.perft(depth - 1);
            } else if depth == 1 {
                count += 1;
            }
            self.take_back(mv);
        }
        count
    }

    /// The position as the engine reads it.
    pub fn fen(&self) -> String {
        let rows: Vec<&str> = self.board.iter().map(|row| std::str::from_utf8(row).expect("ASCII")).collect();
        format!("{} {}", rows.join("/"), ["w", "b"][self.to_move])
    }
}
