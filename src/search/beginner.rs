//! The lowest levels: a plain search of a few plies that sees what a beginner sees ([`Beginner`]).
//!
//! A move whose point is overlooked is not considered, neither as an own move nor as a reply: an overlooked threat is
//! neither executed nor met. With more than two players only own moves are searched.

use crate::contract::{Attention, Beginner, Habits, Outcome, Player, Position, Sight, StopHandle};
use crate::random::Random;

/// Value of a game that is won.
const WIN: i32 = 1_000_000;
/// Plies that exchanges may take beyond the depth.
const MAX_EXCHANGE: i32 = 8;
/// Nodes after which the search goes no deeper, so that an answer never takes long.
const MAX_NODES: u64 = 20_000;

/// One search.
struct Look<'a, P: Position> {
    beginner: &'a dyn Beginner<P>,
    attention: Attention,
    stop: &'a StopHandle,
    nodes: u64,
}

/// The move that a beginner with these habits plays: one of `wanted`, or of all moves if that is empty.
pub fn choose<P: Position>(
    beginner: &dyn Beginner<P>,
    habits: Habits,
    root: &P,
    wanted: &[P::Move],
    random: &mut Random,
    stop: &StopHandle,
) -> Option<P::Move> {
    let attention = Attention::new(random.next(), habits);
    let mut look = Look { beginner, attention, stop, nodes: 0 };
    let mut moves = wanted.to_vec();
    if moves.is_empty() {
        beginner.moves(root, &mut moves);
    }
    let noticed: Vec<P::Move> =
        moves.iter().copied().filter(|&mv| look.sees(root, beginner.sight(root, mv))).collect();
    // A player who must move but notices nothing moves all the same.
    let moves = if noticed.is_empty() { moves } else { noticed };
    let depth = if root.player_count() > 2 { 1 } else { habits.depth };
    let mut pos = root.clone();
    let mut best = None;
    for mv in moves {
        let value = look.value_after(&mut pos, mv, depth, (-WIN - 1, WIN + 1));
        let blurred = if value.abs() >= WIN / 2 { value } else { value + blur(habits, random) };
        if best.is_none_or(|(most, _)| blurred > most) {
            best = Some((blurred, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// A random error of either sign, up to the blur of these habits.
fn blur(habits: Habits, random: &mut Random) -> i32 {
    random.below(2 * habits.blur as usize + 1) as i32 - habits.blur
}

impl<P: Position> Look<'_, P> {
    /// Is a move with this sight noticed?
    fn sees(&self, pos: &P, sight: Option<Sight>) -> bool {
        sight.is_none_or(|sight| self.attention.sees(pos.player_to_move(), sight))
    }

    /// The noticed moves, first those with a sight: they force most, and cut most.
    fn noticed(&self, pos: &P, moves: Vec<P::Move>) -> Vec<P::Move> {
        let sights = moves.into_iter().map(|mv| (mv, self.beginner.sight(pos, mv)));
        let seen = sights.filter(|&(_, sight)| self.sees(pos, sight));
        let (striking, plain): (Vec<_>, Vec<_>) = seen.partition(|&(_, sight)| sight.is_some());
        striking.into_iter().chain(plain).map(|(mv, _)| mv).collect()
    }

    /// Value of a move for the player who makes it, searched `depth` plies deep, including the move itself.
    fn value_after(&mut self, pos: &mut P, mv: P::Move, depth: i32, window: (i32, i32)) -> i32 {
        let me = pos.player_to_move();
        let undo = pos.make(mv);
        let value = match pos.outcome() {
            Some(outcome) => end_value(outcome, me, depth),
            None if pos.player_count() > 2 => self.beginner.value(pos, me, &self.attention),
            None => -self.value(pos, depth - 1, (-window.1, -window.0)),
        };
        pos.unmake(mv, undo);
        value
    }

    /// Value for the player to move; two players.
    fn value(&mut self, pos: &mut P, depth: i32, (mut low, high): (i32, i32)) -> i32 {
        self.nodes += 1;
        let me = pos.player_to_move();
        let standing = |look: &Self, pos: &P| look.beginner.value(pos, me, &look.attention);
        let is_calm = depth <= -MAX_EXCHANGE || !self.beginner.is_unsettled(pos);
        if depth <= 0 && is_calm || self.nodes > MAX_NODES || self.stop.is_stopped() {
            return standing(self, pos);
        }
        let mut moves = Vec::new();
        self.beginner.moves(pos, &mut moves);
        if moves.is_empty() {
            return end_value(pos.no_moves_outcome(), me, depth);
        }
        let mut best = None;
        for mv in self.noticed(pos, moves) {
            let value = self.value_after(pos, mv, depth, (low, high));
            best = Some(best.map_or(value, |best: i32| best.max(value)));
            low = low.max(value);
            if low >= high {
                break;
            }
        }
        best.unwrap_or_else(|| standing(self, pos))
    }
}

/// Value of a finished game: one that ends sooner, with more depth left, counts more.
fn end_value(outcome: Outcome, me: Player, depth: i32) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == me => WIN + depth,
        Outcome::Win(_) => -WIN - depth,
    }
}
