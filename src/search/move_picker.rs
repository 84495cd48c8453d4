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
pub const FORCING_HINT: i32 = 100_000;
/// Lifts forcing moves over killers.
pub const FORCING: i32 = 500_000;
/// Rank of the killers and the countermove, first one highest.
pub const KILLERS: [i32; 3] = [400_003, 400_002, 400_001];

/// Ranks from here down are those of deferred moves: this less the number of the move.
const PUT_OFF: i32 = i32::MIN + 1_000_000;

impl<M> Ranked<M> {
    /// Does the move come after the table's and the forcing ones? False for a deferred move.
    pub fn is_late(&self) -> bool {
        (PUT_OFF + 1..FORCING).contains(&self.rank)
    }

    /// Number of the move in its node, if it was deferred.
    pub fn put_off(&self) -> Option<i32> {
        (self.rank <= PUT_OFF).then(|| PUT_OFF - self.rank)
    }
}

/// Selects moves by rank, one at a time; equal ranks keep the order of generation.
///
/// Each move is one number: its rank in the high bits and its place in the list below. They are small (four moves take
/// half a cache line) and all different, so their order in memory does not matter and the last one fills a gap.
pub struct MovePicker<M> {
    moves: Vec<M>,
    /// Of the moves still to come; see [`packed`].
    ranks: Vec<i64>,
    /// Place of the move picked last.
    last: usize,
}

/// The rank in the high bits; among equal ranks an earlier place in the list is the higher number.
#[inline]
fn packed(rank: i32, place: usize) -> i64 {
    i64::from(rank) << 32 | i64::from(!(place as u32))
}

#[inline]
fn rank_of(packed: i64) -> i32 {
    (packed >> 32) as i32
}

#[inline]
fn place_of(packed: i64) -> usize {
    !(packed as u32) as usize
}

impl<M> Default for MovePicker<M> {
    fn default() -> MovePicker<M> {
        MovePicker { moves: Vec::new(), ranks: Vec::new(), last: 0 }
    }
}

impl<M: Copy> MovePicker<M> {
    /// Forgets all moves and takes those that `list` appends.
    #[inline]
    pub fn fill(&mut self, list: impl FnOnce(&mut Vec<M>)) {
        self.moves.clear();
        list(&mut self.moves);
    }

    /// Ranks the moves.
    #[inline]
    pub fn rank(&mut self, mut rank: impl FnMut(M) -> i32) {
        self.ranks.clear();
        self.ranks.extend(self.moves.iter().enumerate().map(|(place, &mv)| packed(rank(mv), place)));
    }

    /// Keeps the order of the list.
    pub fn rank_as_listed(&mut self) {
        self.rank(|_| i32::MAX);
    }

    /// Number of moves, picked or not, kept or not.
    #[inline]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Drops the moves not yet picked that are not `wanted`; selecting them one by one would cost more. Deferred moves
    /// stay.
    pub fn keep(&mut self, wanted: impl Fn(M) -> bool) {
        let moves = &self.moves;
        self.ranks.retain(|&packed| rank_of(packed) <= PUT_OFF || wanted(moves[place_of(packed)]));
    }

    /// Defers the move picked last, which has this number in its node: it comes again after all others.
    pub fn put_off(&mut self, number: i32) {
        self.ranks.push(packed(PUT_OFF - number, self.last));
    }

    /// The move that will be picked next, if none is deferred or dropped before.
    #[inline]
    pub fn peek(&self) -> Option<M> {
        let best = self.ranks.iter().copied().reduce(i64::max)?;
        self.moves.get(place_of(best)).copied()
    }

    /// The best move not yet picked.
    #[inline]
    pub fn pick(&mut self) -> Option<Ranked<M>> {
        let (&first, rest) = self.ranks.split_first()?;
        let (mut best, mut at) = (first, 0);
        for (index, &packed) in rest.iter().enumerate() {
            if packed > best {
                (best, at) = (packed, index + 1);
            }
        }
        self.ranks.swap_remove(at);
        self.last = place_of(best);
        Some(Ranked { mv: self.moves[self.last], rank: rank_of(best) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_put_off_comes_again_after_all_others_with_its_number() {
        let mut picker = MovePicker::default();
        picker.fill(|moves| moves.extend(['d', 'c', 'b', 'a']));
        picker.rank(|mv| -i32::from(mv as u8 - b'a'));
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

    #[test]
    fn equal_ranks_keep_the_order_of_the_list() {
        let mut picker = MovePicker::default();
        picker.fill(|moves| moves.extend(0..20));
        picker.rank(|mv| -(mv / 10));
        let picked: Vec<i32> = std::iter::from_fn(|| picker.pick()).map(|ranked| ranked.mv).collect();
        assert_eq!(picked, (0..20).collect::<Vec<_>>());
    }
}
