//! What a position is worth.
//!
//! Every army has a value: that of its pieces ([`super::piece_square`]), kept up to date move by move.
//! Near the end the value counts holes instead ([`finish`]): the steps from the pieces still outside to the
//! holes still empty, so that the last moves are not wasted on walking around, and a camp spoiled by
//! foreign pieces needs only as many own ones as it has room for.
//!
//! The values of pieces do not show the chains they can hop, so each player is credited with part of the gain of
//! its best single move: more for the player to move, who can play it at once. No other term gains as much
//! (at equal time three games of four against a constant bonus for the turn).
//!
//! Two players: the difference of both. More players: the root player against the rest as in
//! [`crate::contract::opposes`], its value against the mean of the leader's and the average of the others.
//!
//! Once two armies have passed each other, [`RaceSolver`] counts the moves of both and the tree ends there.

use super::best_gain::BestGains;
use super::geometry::Hole;
use super::moves::Move;
use super::params::{
    ENEMY_GAIN_PERCENT, HINT_PER_GAIN, MAX_GAIN, MIN_CROWDED, MIN_FINISHED, MIN_GAIN, MIN_RACE_DEPTH,
    OUT_VALUE, OWN_GAIN_PERCENT, RACE_LEAD, RACE_MOVE, RACE_TEMPO,
};
use super::piece_square;
use super::position::Position;
use super::race::{RaceSolver, beam_width, have_passed};
use super::rules::{Rules, Win};
use super::seat::{SEATS, Seat};
use crate::contract::{self, Bound, Leaf, Player, Position as _, Score, Window};

/// The evaluator of one thread.
pub struct Evaluator {
    root: Player,
    /// Value of each player's pieces.
    pub(super) army_values: [i32; SEATS],
    race: RaceSolver,
    best_gains: BestGains,
}

impl Evaluator {
    /// An evaluator for games with these rules.
    pub fn new(rules: &Rules) -> Evaluator {
        Evaluator {
            root: Player::FIRST,
            army_values: [0; SEATS],
            race: RaceSolver::new(rules),
            best_gains: BestGains::new(rules),
        }
    }

    /// The value of a player's army in hundredths of a step.
    pub(super) fn army_value(&self, pos: &Position, player: Player) -> i32 {
        if pos.is_out(player) {
            return OUT_VALUE;
        }
        finish(pos, player).unwrap_or(self.army_values[player.index()])
    }

    /// Value for the root player against the coalition of the others.
    fn coalition_value(&self, pos: &Position) -> i32 {
        let mut best = i32::MIN;
        let mut sum = 0;
        for player in pos.players().filter(|&player| player != self.root) {
            let value = self.army_value(pos, player);
            best = best.max(value);
            sum += value;
        }
        self.army_value(pos, self.root) - (best + sum / (pos.player_count() as i32 - 1)) / 2
    }

    /// Value for the player to move, exact as far as `window` asks.
    fn value(&mut self, pos: &Position, window: Window) -> Score {
        let me = pos.player_to_move();
        if pos.player_count() > 2 {
            let (sign, percent) =
                if me == self.root { (1, OWN_GAIN_PERCENT) } else { (-1, ENEMY_GAIN_PERCENT) };
            self.best_gains.begin([pos.seat(self.root); 2]);
            let gain = self.best_gains.best_gain(pos, pos.pieces(self.root), 0) * percent / 100;
            return Score::eval(sign * (self.coalition_value(pos) + gain));
        }
        let settled = self.army_value(pos, me) - self.army_value(pos, me.other());
        let most = MAX_GAIN * OWN_GAIN_PERCENT / 100;
        let least = -MAX_GAIN * ENEMY_GAIN_PERCENT / 100;
        if window.fails_low(Score::eval(settled + most)) || window.fails_high(Score::eval(settled + least)) {
            return Score::eval(settled + (most + least) / 2);
        }
        self.best_gains.begin([pos.seat(me), pos.seat(me.other())]);
        let mine = settled + self.best_gains.best_gain(pos, pos.pieces(me), 0) * OWN_GAIN_PERCENT / 100;
        if window.fails_low(Score::eval(mine)) {
            return Score::eval(mine);
        }
        Score::eval(
            mine - self.best_gains.best_gain(pos, pos.pieces(me.other()), 1) * ENEMY_GAIN_PERCENT / 100,
        )
    }

    /// Value gained by a move of this seat.
    fn gain(seat: Seat, mv: Move) -> i32 {
        piece_square::value(seat, mv.to) - piece_square::value(seat, mv.from)
    }

    /// The piece of this player has gone from one hole to another.
    fn follow(&mut self, pos: &Position, player: Player, from: Hole, to: Hole) {
        self.army_values[player.index()] += Self::gain(pos.seat(player), Move { from, to });
    }
}

impl contract::Evaluator<Position> for Evaluator {
    const HISTORY_SLOTS: usize = 121 * 121 + 1;

    fn begin(&mut self, root: &Position) {
        self.root = root.player_to_move();
        for player in root.players() {
            self.army_values[player.index()] =
                piece_square::army_value(root.seat(player), root.pieces(player));
        }
    }

    fn make(&mut self, pos: &Position, mv: Move) {
        if !mv.is_pass()
            && let Some(mover) = pos.owner(mv.to)
        {
            self.follow(pos, mover, mv.from, mv.to);
        }
    }

    fn unmake(&mut self, pos: &Position, mv: Move) {
        let mover = pos.player_to_move();
        if pos.rules().leave_home > 0 {
            // The move may have put the mover out, and then `make` found no piece to follow.
            self.army_values[mover.index()] = piece_square::army_value(pos.seat(mover), pos.pieces(mover));
        } else if !mv.is_pass() {
            self.follow(pos, mover, mv.to, mv.from);
        }
    }

    fn evaluate(&mut self, pos: &Position) -> Score {
        self.value(pos, Window::FULL)
    }

    fn quiesce(&mut self, pos: &mut Position, window: Window, _leaf: &mut Leaf<'_>) -> Score {
        self.value(pos, window)
    }

    fn candidates(&mut self, pos: &Position, moves: &mut Vec<Move>) {
        pos.generate(moves);
        let is_crowded =
            |player: Player| (pos.pieces(player) & pos.seat(player).target()).len() >= MIN_CROWDED;
        if pos.players().any(is_crowded) {
            return;
        }
        let seat = pos.seat(pos.player_to_move());
        if moves.iter().any(|&mv| Self::gain(seat, mv) > MIN_GAIN) {
            moves.retain(|&mv| Self::gain(seat, mv) > MIN_GAIN);
        }
    }

    fn order_hint(&mut self, pos: &Position, mv: Move) -> i32 {
        (HINT_PER_GAIN * Self::gain(pos.seat(pos.player_to_move()), mv)).clamp(-9_999, 9_999)
    }

    fn null_move_allowed(&mut self, pos: &Position) -> bool {
        // In blocked finishes whoever must move loses ground; in a race there is nothing to test.
        pos.player_count() == 2
            && [Player::FIRST, Player::SECOND].into_iter().all(|player| finish(pos, player).is_none())
            && !is_race(pos)
    }

    fn probe(&mut self, pos: &Position, ply: i32, _depth: i32) -> Option<(Score, Bound)> {
        pos.is_out(self.root).then(|| (Score::win_in(ply), Bound::Exact))
    }

    fn solve(&mut self, pos: &Position, depth: i32, leaf: &mut Leaf<'_>) -> Option<Score> {
        if depth < MIN_RACE_DEPTH || !is_race(pos) {
            return None;
        }
        let width = beam_width(depth);
        let mut count = |player: Player| {
            self.race.moves_to_go(pos.seat(player), pos.pieces(player), width, &mut || leaf.visit(1))
        };
        let me = pos.player_to_move();
        let (own, other) = (count(me)?, count(me.other())?);
        let won = if own <= other { RACE_LEAD } else { -RACE_LEAD };
        Some(Score::eval((other - own) * RACE_MOVE + RACE_TEMPO + won))
    }
}

/// Is it a race of two armies that have passed each other?
pub(super) fn is_race(pos: &Position) -> bool {
    let [first, second] = [Player::FIRST, Player::SECOND];
    pos.player_count() == 2
        && pos.seat(first).opposite() == pos.seat(second)
        && have_passed(pos.seat(first), pos.pieces(first), pos.pieces(second))
}

/// The value of an army with most of its pieces in the target camp: the value of a full camp, less the
/// steps to it. `None` before that.
pub(super) fn finish(pos: &Position, player: Player) -> Option<i32> {
    let seat = pos.seat(player);
    let own = pos.pieces(player);
    if (own & seat.target()).len() < MIN_FINISHED {
        return None;
    }
    let filled = match pos.rules().win {
        Win::Strict => own,
        Win::Fill => pos.occupied(),
    };
    let mut outside = own & !seat.target();
    let mut value = piece_square::army_value(seat, seat.target());
    // Each empty hole, deepest first, is given the nearest piece that is still free.
    let mut holes: Vec<Hole> = (seat.target() & !filled).into_iter().collect();
    holes.sort_unstable_by_key(|&hole| std::cmp::Reverse(seat.progress(hole)));
    for hole in holes {
        let Some(piece) = outside.into_iter().min_by_key(|piece| piece.distance(hole)) else { break };
        value -= piece_square::way_cost(piece.distance(hole));
        outside = outside ^ piece.set();
    }
    Some(value)
}
