//! Checks the winning strategy in a book of Connect Four, and trusts nothing: rules, file and search are written here a
//! second time, so this file compiles alone (`scripts/check_strategy` does that).
//!
//! The book is walked from the empty board: every reply of the loser must have an answer, and no answer may let the loser
//! win or the board fill. Where the book says that a position needs no answer (a leaf), a plain alpha-beta search proves
//! that the winner, to move, wins: of some leaves, or of all.

use std::collections::HashSet;
use std::process::ExitCode;

/// A cell is a bit: columns from the left, each from the bottom, with an empty bit above.
type Cells = u128;

/// What is said of a book without one.
const NO_STRATEGY: &str = "there is no strategy in this book";
/// Positions that the search remembers.
const REMEMBERED: usize = 1 << 23;
const MAX_SIDE: usize = 10;

/// The board's size and what follows from it.
struct Rules {
    width: u32,
    height: u32,
    board: Cells,
    bottom: Cells,
}

impl Rules {
    fn new(width: u32, height: u32) -> Rules {
        let bottom = (0..width).map(|column| 1 << (column * (height + 1))).sum();
        Rules { width, height, board: bottom * ((1 << height) - 1), bottom }
    }

    /// Where the next stone of each column lands.
    fn landing(&self, stones: Cells) -> Cells {
        (stones + self.bottom) & self.board
    }

    fn column(&self, number: u32) -> Cells {
        ((1 << self.height) - 1) << (number * (self.height + 1))
    }

    fn directions(&self) -> [u32; 4] {
        [1, self.height, self.height + 1, self.height + 2]
    }

    /// Are there four in a line?
    fn four(&self, stones: Cells) -> bool {
        self.directions().iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// Cells, perhaps taken ones, on which one more stone makes four in a line: the lowest, second, third or highest of it.
    fn completing(&self, stones: Cells) -> Cells {
        self.directions().iter().fold(0, |found, step| {
            let [up, up2, down, down2] =
                [stones << step, stones << (2 * step), stones >> step, stones >> (2 * step)];
            found | (up & up2 & (stones << (3 * step) | down)) | (down & down2 & (stones >> (3 * step) | up))
        })
    }

    /// A number that this position and its mirror image have, and no other.
    fn key(&self, winner: Cells, stones: Cells) -> Cells {
        let key = winner + stones + self.bottom;
        let bits = self.height + 1;
        let image = (0..self.width)
            .fold(0, |image, column| image << bits | (key >> (column * bits) & ((1 << bits) - 1)));
        key.min(image)
    }
}

/// What is left of a file.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (head, rest) = self.0.split_at_checked(count).ok_or("the file ends too early")?;
        self.0 = rest;
        Ok(head)
    }

    fn number(&mut self, bytes: usize) -> Result<usize, String> {
        Ok(self.take(bytes)?.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }
}

/// Board, winner (0 the first player, 1 the second) and codes of a book's strategy.
fn read(file: &[u8]) -> Result<(Rules, usize, Vec<u8>), String> {
    let (body, sum) = file.split_last_chunk::<8>().ok_or("the file ends too early")?;
    let hash = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    if body.iter().fold(0xcbf2_9ce4_8422_2325, hash).to_le_bytes() != *sum {
        return Err("the checksum is wrong".to_string());
    }
    let mut rest = Reader(body.strip_prefix(b"QDBOOK 2").ok_or("it does not begin with 'QDBOOK 2'")?);
    let (width, height) = (rest.number(1)?, rest.number(1)?);
    if ![width, height].iter().all(|side| (4..=MAX_SIDE).contains(side)) {
        return Err(format!("there is no board of {width}x{height}"));
    }
    // Entries of books: a key, which ends with a byte below 128, and what is said of it.
    let (proved, searched) = (rest.number(4)?, rest.number(4)?);
    for (count, bytes) in [(proved, 2), (searched, 4)] {
        for _ in 0..count {
            while rest.number(1)? >= 128 {}
            rest.take(bytes)?;
        }
    }
    let (winner, count) = (rest.number(1)?, rest.number(4)?);
    let codes = rest.take(count.div_ceil(2))?;
    let mut codes: Vec<u8> = codes.iter().flat_map(|byte| [byte % 16, byte / 16]).collect();
    if codes.split_off(count).iter().any(|&bits| bits != 0) || !rest.0.is_empty() {
        return Err("there are bytes without meaning at its end".to_string());
    }
    match winner {
        0 if count == 0 => Err(NO_STRATEGY.to_string()),
        1 | 2 => Ok((Rules::new(width as u32, height as u32), winner - 1, codes)),
        _ => Err(format!("player {winner} cannot win")),
    }
}

/// The way through a strategy.
struct Walk<'a> {
    rules: &'a Rules,
    codes: std::slice::Iter<'a, u8>,
    answered: HashSet<Cells>,
    /// Stones of the winner, and all.
    leaves: Vec<(Cells, Cells)>,
    /// Columns from the start.
    line: Vec<u32>,
}

impl Walk<'_> {
    /// The loser is to move.
    fn replies(&mut self, winner: Cells, stones: Cells) -> Result<(), String> {
        for column in 0..self.rules.width {
            let cell = self.rules.landing(stones) & self.rules.column(column);
            if cell == 0 {
                continue;
            }
            self.line.push(column + 1);
            if self.rules.four((winner ^ stones) | cell) {
                return Err("the loser has won".to_string());
            }
            self.answer(winner, stones | cell)?;
            self.line.pop();
        }
        Ok(())
    }

    /// The winner is to move.
    fn answer(&mut self, winner: Cells, stones: Cells) -> Result<(), String> {
        let landing = self.rules.landing(stones);
        let wins = (0..self.rules.width).any(|column| {
            let cell = landing & self.rules.column(column);
            cell != 0 && self.rules.four(winner | cell)
        });
        if wins || !self.answered.insert(self.rules.key(winner, stones)) {
            return Ok(());
        }
        if landing == 0 {
            return Err("the board is full and nobody has won".to_string());
        }
        match *self.codes.next().ok_or("the book has no answer")? {
            0 => self.leaves.push((winner, stones)),
            code => {
                let column = u32::from(code);
                self.line.push(column);
                let on_board = column <= self.rules.width;
                let cell = if on_board { landing & self.rules.column(column - 1) } else { 0 };
                if cell == 0 {
                    return Err("the last move is not legal".to_string());
                }
                if self.rules.landing(stones | cell) == 0 {
                    return Err("the board is full and nobody has won".to_string());
                }
                self.replies(winner | cell, stones | cell)?;
                self.line.pop();
            }
        }
        Ok(())
    }
}

/// A search for one question: does the winner of the strategy win?
struct Search<'a> {
    rules: &'a Rules,
    /// Keys with their answers as the lowest bit.
    known: Vec<Cells>,
    nodes: u64,
}

impl Search<'_> {
    /// Does the winner win, where it is their turn or the loser's?
    fn wins(&mut self, winner: Cells, stones: Cells, winner_moves: bool) -> bool {
        self.nodes += 1;
        let loser = winner ^ stones;
        let (mover, waiting) = if winner_moves { (winner, loser) } else { (loser, winner) };
        let landing = self.rules.landing(stones);
        if landing == 0 || !self.rules.four(winner | (self.rules.board ^ stones)) {
            return false;
        }
        if landing & self.rules.completing(mover) != 0 {
            return winner_moves;
        }
        let threats = landing & self.rules.completing(waiting);
        if threats.count_ones() > 1 {
            return !winner_moves;
        }
        let key = self.rules.key(winner, stones);
        let place = (key ^ key >> 47) as u64;
        let place = (place.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % self.known.len();
        if self.known[place] >> 1 == key {
            return self.known[place] & 1 == 1;
        }
        let mut moves = [(0, 0); MAX_SIDE];
        let mut count = 0;
        for column in 0..self.rules.width {
            let cell = self.rules.column(column) & if threats == 0 { landing } else { threats };
            if cell != 0 {
                let made = self.rules.completing(mover | cell) & (self.rules.board ^ stones);
                let centre = self.rules.width - (2 * column + 1).abs_diff(self.rules.width);
                moves[count] = (16 * made.count_ones() + centre, cell);
                count += 1;
            }
        }
        moves[..count].sort_unstable_by(|a, b| b.cmp(a));
        let decides = moves[..count].iter().any(|&(_, cell)| {
            let winner = if winner_moves { winner | cell } else { winner };
            self.wins(winner, stones | cell, !winner_moves) == winner_moves
        });
        let answer = decides == winner_moves;
        self.known[place] = key << 1 | Cells::from(answer);
        answer
    }
}

/// Checks a book with all its leaves, or a sample of so many drawn with this seed. Says in a line what was checked, or what
/// is wrong.
pub fn check(file: &[u8], sample: Option<(usize, u64)>) -> Result<String, String> {
    let (rules, winner, codes) = read(file)?;
    let mut walk =
        Walk { rules: &rules, codes: codes.iter(), answered: HashSet::new(), leaves: vec![], line: vec![] };
    let walked = if winner == 0 { walk.answer(0, 0) } else { walk.replies(0, 0) };
    walked.map_err(|error| format!("{error} after the moves {:?}", walk.line))?;
    if walk.codes.len() > 0 {
        return Err(format!("{} answers belong to no position", walk.codes.len()));
    }
    let mut leaves = walk.leaves;
    let (all, moves) = (leaves.len(), codes.len() - leaves.len());
    if let Some((count, mut seed)) = sample {
        for place in 0..count.min(all) {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            leaves.swap(place, place + (seed >> 33) as usize % (all - place));
        }
        leaves.truncate(count);
    }
    let mut search = Search { rules: &rules, known: vec![0; REMEMBERED], nodes: 0 };
    for &(winner, stones) in &leaves {
        if !search.wins(winner, stones, true) {
            return Err(format!("a leaf is not won: {winner:#x} of the stones {stones:#x}"));
        }
    }
    let (width, height, proved, nodes) = (rules.width, rules.height, leaves.len(), search.nodes);
    let winner = ["first", "second"][winner];
    Ok(format!(
        "{width}x{height}: the {winner} player wins; {moves} moves, {all} leaves, {proved} of them proved with {nodes} nodes"
    ))
}

/// Checks the book that these words of a command line name.
fn run(mut words: impl Iterator<Item = String>) -> Result<String, String> {
    const USAGE: &str = "usage: check_strategy BOOK [--sample N] [--seed S] [--all]";
    let (mut book, mut count, mut seed) = (None, 20, 1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).ok_or(USAGE);
        match word.as_str() {
            "--all" => count = usize::MAX,
            "--sample" => count = number()?,
            "--seed" => seed = number()? as u64,
            _ if word.starts_with('-') || book.is_some() => return Err(USAGE.to_string()),
            _ => book = Some(word),
        }
    }
    let file = std::fs::read(book.ok_or(USAGE)?).map_err(|error| error.to_string())?;
    check(&file, (count < usize::MAX).then_some((count, seed)))
}

pub fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(report) => println!("{report}"),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(if error == NO_STRATEGY { 2 } else { 1 });
        }
    }
    ExitCode::SUCCESS
}
