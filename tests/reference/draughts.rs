//! Draughts once more, slowly: moves found on a plain array straight from the wording of the rules. Nothing is shared
//! with the fast generator but the position string and the Hub form of a move.

use std::collections::BTreeSet;

/// The rule sets that this generator knows, by the names the program gives them.
pub const VARIANTS: [&str; 14] = [
    "draughts",
    "breakthrough",
    "killer",
    "antidraughts",
    "frisian",
    "frysk",
    "russian",
    "brazilian",
    "english",
    "pool",
    "italian",
    "spanish",
    "portuguese",
    "czech",
];

/// From, to, captured squares.
pub type Found = (usize, usize, BTreeSet<usize>);
/// The same with the captured squares in their order.
type InOrder = (usize, usize, Vec<usize>);

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    white: bool,
    king: bool,
}

/// The board and the words that tell the variants apart.
pub struct Reference {
    variant: &'static str,
    side: i32,
    cells: Vec<Option<Piece>>,
    white_to_move: bool,
    /// The king that may make no quiet move.
    tired_king: Option<usize>,
}

/// One capture in the making.
struct Chain {
    from: usize,
    at: usize,
    piece: Piece,
    taken: Vec<usize>,
}

impl Reference {
    /// A position that the program has written.
    pub fn read(variant: &'static str, fen: &str) -> Reference {
        let is_large =
            matches!(variant, "draughts" | "breakthrough" | "killer" | "antidraughts" | "frisian" | "frysk");
        let side = if is_large { 10 } else { 8 };
        let mut cells = vec![None; (side * side / 2 + 1) as usize];
        let mut parts = fen.split(':');
        let white_to_move = parts.next() == Some("W");
        let mut tired_king = None;
        for part in parts {
            let (letter, rest) = part.split_at(1);
            if letter == "+" {
                let counts: Vec<&str> = rest.split('+').collect();
                let own = counts[usize::from(!white_to_move)];
                if let Some(square) = own.strip_prefix('3') {
                    tired_king = square.parse().ok();
                }
            }
            if letter != "W" && letter != "B" {
                continue;
            }
            for item in rest.split(',').filter(|item| !item.is_empty()) {
                let king = item.starts_with('K');
                let numbers: Vec<usize> =
                    item.trim_start_matches('K').split('-').map(|n| n.parse().expect("a number")).collect();
                let range = numbers[0]..=numbers[numbers.len() - 1];
                cells[range].fill(Some(Piece { white: letter == "W", king }));
            }
        }
        Reference { variant, side, cells, white_to_move, tired_king }
    }

    fn row_and_column(&self, square: usize) -> (i32, i32) {
        let index = self.number_from_top(square) as i32 - 1;
        let row = index / (self.side / 2);
        let starts_dark = matches!(self.variant, "italian" | "spanish" | "portuguese");
        (row, 2 * (index % (self.side / 2)) + i32::from((row % 2 == 0) != starts_dark))
    }

    fn walk(&self, square: usize, step: (i32, i32)) -> Option<usize> {
        let (row, column) = self.row_and_column(square);
        let (row, column) = (row + step.0, column + step.1);
        let inside = (0..self.side).contains(&row) && (0..self.side).contains(&column);
        inside.then(|| self.number_from_top((row * (self.side / 2) + column / 2 + 1) as usize))
    }

    /// Number of a square from the top left, and back: Spanish numbers begin at the bottom right.
    fn number_from_top(&self, square: usize) -> usize {
        if matches!(self.variant, "spanish" | "portuguese") { 33 - square } else { square }
    }

    fn is_last_row(&self, square: usize, white: bool) -> bool {
        self.row_and_column(square).0 == if white { 0 } else { self.side - 1 }
    }

    fn kings_fly(&self) -> bool {
        !matches!(self.variant, "english" | "italian")
    }

    fn is_frisian(&self) -> bool {
        matches!(self.variant, "frisian" | "frysk")
    }

    fn capture_steps(&self, piece: Piece) -> Vec<(i32, i32)> {
        let mut steps = vec![(-1, -1), (-1, 1), (1, -1), (1, 1)];
        if self.is_frisian() {
            steps.extend([(-2, 0), (2, 0), (0, -2), (0, 2)]);
        }
        if matches!(self.variant, "english" | "italian" | "spanish" | "portuguese" | "czech") && !piece.king {
            steps.retain(|step| (step.0 < 0) == piece.white);
        }
        steps
    }

    /// Squares on which the piece could come down behind the next piece in a direction, and that piece.
    fn jump(&self, chain: &Chain, step: (i32, i32)) -> Option<(usize, Vec<usize>)> {
        let free = |square: usize| self.cells[square].is_none() || square == chain.from;
        let flies = chain.piece.king && self.kings_fly();
        let mut over = self.walk(chain.at, step)?;
        while flies && free(over) {
            over = self.walk(over, step)?;
        }
        let spares = |p: Piece| self.variant == "italian" && p.king && !chain.piece.king;
        let enemy = self.cells[over].is_some_and(|p| p.white != chain.piece.white && !spares(p));
        if free(over) || !enemy || chain.taken.contains(&over) {
            return None;
        }
        let mut landings = Vec::new();
        let mut next = self.walk(over, step);
        while let Some(square) = next.filter(|&square| free(square)) {
            landings.push(square);
            next = if flies { self.walk(square, step) } else { None };
        }
        (!landings.is_empty()).then_some((over, landings))
    }

    /// All complete captures that go on from here; false if there is none.
    fn extend(&self, chain: &Chain, found: &mut BTreeSet<InOrder>) -> bool {
        let mut any = false;
        for step in self.capture_steps(chain.piece) {
            let Some((over, landings)) = self.jump(chain, step) else { continue };
            any = true;
            let mut taken = chain.taken.clone();
            taken.push(over);
            let mut goes_on = false;
            for &at in &landings {
                let crowned = self.variant == "russian" && self.is_last_row(at, chain.piece.white);
                let piece = Piece { king: chain.piece.king || crowned, ..chain.piece };
                let next = Chain { from: chain.from, at, piece, taken: taken.clone() };
                goes_on |= self.extend(&next, found);
            }
            if goes_on {
                continue;
            }
            let took_king = self.cells[over].is_some_and(|p| p.king);
            let halts = self.variant == "killer" && chain.piece.king && took_king;
            for &at in &landings[..if halts { 1 } else { landings.len() }] {
                found.insert((chain.from, at, taken.clone()));
            }
        }
        any
    }

    fn captures(&self) -> BTreeSet<Found> {
        let mut found: BTreeSet<InOrder> = BTreeSet::new();
        for (from, &cell) in self.cells.iter().enumerate() {
            if let Some(piece) = cell.filter(|p| p.white == self.white_to_move) {
                self.extend(&Chain { from, at: from, piece, taken: Vec::new() }, &mut found);
            }
        }
        // What is compared first, by a king, kings taken, and which of the captured pieces are kings, in their order.
        let value = |(from, _, taken): &InOrder| {
            let king = |square: &usize| self.cells[*square].is_some_and(|p| p.king);
            let order: Vec<bool> = taken.iter().map(king).collect();
            let kings = order.iter().filter(|&&king| king).count();
            match self.variant {
                "russian" | "english" | "pool" => (0, false, 0, vec![]),
                "frisian" | "frysk" => (100 * taken.len() + 99 * kings, king(from), 0, vec![]),
                "czech" => (0, king(from), 0, vec![]),
                "spanish" | "portuguese" => (taken.len(), false, kings, vec![]),
                "italian" => (taken.len(), king(from), kings, order),
                _ => (taken.len(), false, 0, vec![]),
            }
        };
        let best = found.iter().map(value).max();
        found.retain(|capture| Some(value(capture)) == best);
        found.into_iter().map(|(from, to, taken)| (from, to, taken.into_iter().collect())).collect()
    }

    fn quiet(&self) -> BTreeSet<Found> {
        let mut found = BTreeSet::new();
        for (from, &cell) in self.cells.iter().enumerate() {
            let Some(piece) = cell.filter(|p| p.white == self.white_to_move) else { continue };
            if self.tired_king == Some(from) {
                continue;
            }
            for step in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                if !piece.king && (step.0 < 0) != piece.white {
                    continue;
                }
                let mut next = self.walk(from, step);
                while let Some(to) = next.filter(|&to| self.cells[to].is_none()) {
                    found.insert((from, to, BTreeSet::new()));
                    next = if piece.king && self.kings_fly() { self.walk(to, step) } else { None };
                }
            }
        }
        found
    }

    /// The legal moves.
    pub fn moves(&self) -> BTreeSet<Found> {
        if self.variant == "breakthrough" && self.cells.iter().flatten().any(|p| p.king) {
            return BTreeSet::new();
        }
        let captures = self.captures();
        if captures.is_empty() { self.quiet() } else { captures }
    }
}

/// A move in its Hub form.
pub fn read_move(text: &str) -> Found {
    let numbers: Vec<usize> = text.split(['-', 'x']).map(|n| n.parse().expect("a number")).collect();
    (numbers[0], numbers[1], numbers[2..].iter().copied().collect())
}
