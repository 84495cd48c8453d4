//! Moves in the order they are tried.
//!
//! Order: the table's move; forcing moves by the game's hint; killers and the countermove; everything
//! else by hint and history. All moves are scored once and then selected one at a time, because most
//! nodes need only the first few.

/// A move and its rank.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Higher is earlier.
    pub rank: i32,
}

/// Rank of the table's move.
pub const TABLE_MOVE: i32 = 1_000_000;
/// Hints from here on mark forcing moves, see [`crate::game::Evaluator::order_hint`].
pub const FORCING_HINT: i32 = 10_000;
/// Lifts forcing moves over killers.
pub const FORCING: i32 = 500_000;
/// Rank of the killers and the countermove, first one highest.
pub const KILLERS: [i32; 3] = [400_003, 400_002, 400_001];

/// Selects ranked moves one at a time; equal ranks keep the order of generation.
pub struct MovePicker<M> {
    moves: Vec<Ranked<M>>,
    next: usize,
    count: usize,
}

impl<M: Copy> MovePicker<M> {
    /// A picker over these moves.
    pub fn new(moves: Vec<Ranked<M>>) -> MovePicker<M> {
        MovePicker { count: moves.len(), moves, next: 0 }
    }

    /// Number of moves, picked or not, kept or not.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Drops the moves not yet picked that are not `wanted`; selecting them one by one would cost more.
    pub fn keep(&mut self, wanted: impl Fn(M) -> bool) {
        let mut index = 0;
        let next = self.next;
        self.moves.retain(|ranked| {
            index += 1;
            index <= next || wanted(ranked.mv)
        });
    }

    /// Gives the list back for reuse.
    pub fn into_list(self) -> Vec<Ranked<M>> {
        self.moves
    }

    /// The best move not yet picked.
    pub fn pick(&mut self) -> Option<Ranked<M>> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].rank > rest[best].rank {
                best = index;
            }
        }
        let picked = *rest.get(best)?;
        // Shifting keeps the order of generation among equals, which a swap would not.
        rest.copy_within(0..best, 1);
        rest[0] = picked;
        self.next += 1;
        Some(picked)
    }
}
