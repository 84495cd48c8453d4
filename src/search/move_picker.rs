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
/// Hints from here on mark forcing moves, see [`crate::contract::Evaluator::order_hint`].
pub const FORCING_HINT: i32 = 10_000;
/// Lifts forcing moves over killers.
pub const FORCING: i32 = 500_000;
/// Rank of the killers and the countermove, first one highest.
pub const KILLERS: [i32; 3] = [400_003, 400_002, 400_001];

/// Ranks from here down are those of moves that were put off: this less the number of the move.
const PUT_OFF: i32 = i32::MIN + 1_000_000;

impl<M> Ranked<M> {
    /// Number of the move in its node, where it was put off once.
    pub fn put_off(&self) -> Option<i32> {
        (self.rank <= PUT_OFF).then(|| PUT_OFF - self.rank)
    }
}

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

    /// Drops the moves not yet picked that are not `wanted`; selecting them one by one would cost more. Those that were
    /// put off stay.
    pub fn keep(&mut self, wanted: impl Fn(M) -> bool) {
        let mut index = 0;
        let next = self.next;
        self.moves.retain(|ranked| {
            index += 1;
            index <= next || ranked.put_off().is_some() || wanted(ranked.mv)
        });
    }

    /// Puts off the move picked last, which has this number in its node: it comes again after all others.
    pub fn put_off(&mut self, number: i32) {
        let mv = self.moves[self.next - 1].mv;
        self.moves.push(Ranked { mv, rank: PUT_OFF - number });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_put_off_comes_again_after_all_others_with_its_number() {
        let ranked = [('a', 3), ('b', 2), ('c', 1), ('d', -5)].map(|(mv, rank)| Ranked { mv, rank });
        let mut picker = MovePicker::new(ranked.to_vec());
        let mut next = || picker.pick().map(|ranked| (ranked.mv, ranked.put_off()));
        assert_eq!(next(), Some(('a', None)));
        assert_eq!(next(), Some(('b', None)));
        picker.put_off(2);
        let mut next = || picker.pick().map(|ranked| (ranked.mv, ranked.put_off()));
        assert_eq!(next(), Some(('c', None)));
        picker.put_off(3);
        picker.keep(|_| false);
        let mut next = || picker.pick().map(|ranked| (ranked.mv, ranked.put_off()));
        assert_eq!([next(), next(), next()], [Some(('b', Some(2))), Some(('c', Some(3))), None]);
    }
}
