//! What a position is worth.
//!
//! Every player has an account: the worth of its pieces ([`super::worth`]), kept up to date move by move.
//! Near the end the account counts holes instead ([`finish`]): the steps from the pieces still outside to the
//! holes still empty, so that the last moves are not wasted on walking around, and a camp spoiled by
//! foreign pieces needs only as many own ones as it has room for.
//!
//! What pieces are worth says nothing about the chains they can hop, so each player is credited with part of
//! the best single move it has: more for the player to move, who can play it at once. This is worth more
//! than anything else here (at equal time three games of four against a constant bonus for the turn).
//!
//! Two players: the difference of both. More players: the root player against the rest as in
//! [`crate::contract::opposes`], its account against the mean of the leader's and the average of the others.
//!
//! Once two armies have passed each other, [`RaceSolver`] counts the moves of both and the tree ends there.

use super::chances::Chances;
use super::geometry::{Hole, SEATS, Seat};
use super::position::{Move, Position};
use super::race::{RaceSolver, beam_width, have_passed};
use super::rules::{Rules, Win};
use super::worth;
use crate::contract::{self, Bound, Evaluator as _, Leaf, Player, Position as _, Score, Window};

/// Part of its best move that the player to move is credited with, in percent.
const MY_CHANCE: i32 = 80;
/// Part of its best move that the other player is credited with, in percent.
const THEIR_CHANCE: i32 = 40;
/// Few moves gain more than this: what lies farther outside the window is not looked at closely.
const GOOD_MOVE: i32 = 1000;
/// What the right to move is worth in a race.
const RACE_TURN: i32 = 150;
/// A move more or less in a race.
const RACE_MOVE: i32 = 300;
/// Added for the side that is ahead in a race.
const RACE_WON: i32 = 300;
/// Least depth left at which a race is worth counting.
const RACE_DEPTH: i32 = 2;
/// Own pieces in the target camp from which on an account counts holes.
const FINISHING: usize = 6;
/// Own pieces in a target camp from which on no move is left out any more.
const CROWDED: usize = 5;
/// Moves that lose more than this are left out in the open field.
const HOPELESS: i32 = -60;
/// In place of the account of a player who is out.
const OUT: i32 = -20_000;
/// Order of moves: hint for each hundredth of a step gained.
const HINT_PER_GAIN: i32 = 4;

/// Opinions on one game, for one thread.
pub struct Evaluator {
    root: Player,
    /// Worth of each player's pieces.
    accounts: [i32; SEATS],
    race: RaceSolver,
    chances: Chances,
}

impl Evaluator {
    /// An evaluator for games with these rules.
    pub fn new(rules: &Rules) -> Evaluator {
        Evaluator {
            root: Player::FIRST,
            accounts: [0; SEATS],
            race: RaceSolver::new(rules),
            chances: Chances::new(rules),
        }
    }

    /// The account of a player in hundredths of a step.
    fn account(&self, pos: &Position, player: usize) -> i32 {
        if pos.is_out(player) {
            return OUT;
        }
        finish(pos, Player::new(player)).unwrap_or(self.accounts[player])
    }

    /// Value for the root player against the coalition of the others.
    fn coalition_value(&self, pos: &Position) -> i32 {
        let (root, count) = (self.root.index(), pos.player_count());
        let mut best = i32::MIN;
        let mut sum = 0;
        for player in (0..count).filter(|&player| player != root) {
            let account = self.account(pos, player);
            best = best.max(account);
            sum += account;
        }
        self.account(pos, root) - (best + sum / (count as i32 - 1)) / 2
    }

    /// Value for the player to move, exact as far as `window` asks.
    fn value(&mut self, pos: &Position, window: Window) -> Score {
        let me = pos.player_to_move();
        if pos.player_count() > 2 {
            let (sign, percent) = if me == self.root { (1, MY_CHANCE) } else { (-1, THEIR_CHANCE) };
            self.chances.begin([pos.seat(self.root); 2]);
            let chance = self.chances.best_gain(pos, pos.pieces(self.root), 0) * percent / 100;
            return Score::eval(sign * (self.coalition_value(pos) + chance));
        }
        let settled = self.account(pos, me.index()) - self.account(pos, me.other().index());
        let most = GOOD_MOVE * MY_CHANCE / 100;
        let least = -GOOD_MOVE * THEIR_CHANCE / 100;
        if window.fails_low(Score::eval(settled + most)) || window.fails_high(Score::eval(settled + least)) {
            return Score::eval(settled + (most + least) / 2);
        }
        self.chances.begin([pos.seat(me), pos.seat(me.other())]);
        let mine = settled + self.chances.best_gain(pos, pos.pieces(me), 0) * MY_CHANCE / 100;
        if window.fails_low(Score::eval(mine)) {
            return Score::eval(mine);
        }
        Score::eval(mine - self.chances.best_gain(pos, pos.pieces(me.other()), 1) * THEIR_CHANCE / 100)
    }

    /// Worth gained by a move of this seat.
    fn gain(seat: Seat, mv: Move) -> i32 {
        worth::of(seat, mv.to) - worth::of(seat, mv.from)
    }

    /// The piece of this player has gone from one hole to another.
    fn follow(&mut self, pos: &Position, player: Player, from: Hole, to: Hole) {
        self.accounts[player.index()] += Self::gain(pos.seat(player), Move { from, to });
    }
}

impl contract::Evaluator<Position> for Evaluator {
    const HISTORY_SLOTS: usize = 121 * 121 + 1;

    fn begin(&mut self, root: &Position) {
        self.root = root.player_to_move();
        for player in (0..root.player_count()).map(Player::new) {
            self.accounts[player.index()] = worth::of_all(root.seat(player), root.pieces(player));
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
        if !mv.is_pass() {
            self.follow(pos, pos.player_to_move(), mv.to, mv.from);
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
        let is_crowded = |player: Player| (pos.pieces(player) & pos.seat(player).target()).len() >= CROWDED;
        if (0..pos.player_count()).map(Player::new).any(is_crowded) {
            return;
        }
        let seat = pos.seat(pos.player_to_move());
        if moves.iter().any(|&mv| Self::gain(seat, mv) > HOPELESS) {
            moves.retain(|&mv| Self::gain(seat, mv) > HOPELESS);
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
        pos.is_out(self.root.index()).then(|| (Score::win_in(ply), Bound::Exact))
    }

    fn solve(&mut self, pos: &Position, depth: i32, leaf: &mut Leaf<'_>) -> Option<Score> {
        if depth < RACE_DEPTH || !is_race(pos) {
            return None;
        }
        let width = beam_width(depth);
        let mut count = |player: Player| {
            self.race.moves_to_go(pos.seat(player), pos.pieces(player), width, &mut || leaf.visit(1))
        };
        let me = pos.player_to_move();
        let (own, other) = (count(me)?, count(me.other())?);
        let won = if own <= other { RACE_WON } else { -RACE_WON };
        Some(Score::eval((other - own) * RACE_MOVE + RACE_TURN + won))
    }
}

/// Is it a race of two armies that have passed each other?
fn is_race(pos: &Position) -> bool {
    let [first, second] = [Player::FIRST, Player::SECOND];
    pos.player_count() == 2
        && pos.seat(first).opposite() == pos.seat(second)
        && have_passed(pos.seat(first), pos.pieces(first), pos.pieces(second))
}

/// The account of a player with most of the army in the target camp: what a full camp is worth, less the
/// steps to it. `None` before that.
fn finish(pos: &Position, player: Player) -> Option<i32> {
    let seat = pos.seat(player);
    let own = pos.pieces(player);
    if (own & seat.target()).len() < FINISHING {
        return None;
    }
    let filled = match pos.rules().win {
        Win::Strict => own,
        Win::Fill => pos.occupied(),
    };
    let mut outside = own & !seat.target();
    let mut value = worth::of_all(seat, seat.target());
    // Each empty hole, deepest first, is given the nearest piece that is still free.
    let mut holes: Vec<Hole> = (seat.target() & !filled).into_iter().collect();
    holes.sort_unstable_by_key(|&hole| std::cmp::Reverse(seat.progress(hole)));
    for hole in holes {
        let Some(piece) = outside.into_iter().min_by_key(|piece| piece.distance(hole)) else { break };
        value -= worth::of_way(piece.distance(hole));
        outside = outside ^ piece.set();
    }
    Some(value)
}

/// The evaluation taken apart, one line a player, the value for the player to move last.
pub fn explain(pos: &Position) -> String {
    let mut evaluator = Evaluator::new(pos.rules());
    evaluator.begin(pos);
    let mut text = String::new();
    for player in (0..pos.player_count()).map(Player::new) {
        let seat = pos.seat(player);
        let state = match finish(pos, player) {
            _ if pos.is_out(player.index()) => "out of the game",
            Some(_) => "finishing",
            None => "on the way",
        };
        let inside = (pos.pieces(player) & seat.target()).len();
        text += &format!(
            "{}: pieces {}, account {}, {inside} in the target camp, {state}\n",
            seat.letter(),
            evaluator.accounts[player.index()],
            evaluator.account(pos, player.index()),
        );
    }
    if is_race(pos) {
        text += "race: the armies have passed each other\n";
    }
    let me = pos.seat(pos.player_to_move()).letter();
    text + &format!("value for {me} to move: {}", evaluator.evaluate(pos).0)
}
