//! The evaluation.
//!
//! Every army has a value: that of its holes, of the rows of its last two pieces and of its pieces in the target camp
//! (`features.rs`), with weights trained on games (`weights.rs`). Holes and rows are kept up to date move by move.
//!
//! The values of pieces do not show the chains they can hop, so each player is credited with part of the gain of its
//! best single move: more for the player to move, since it can be played at once. No other term is worth as much: at
//! equal time it scores 75 % against a constant bonus for the turn.
//!
//! Two players: the difference of both. With more players the values are those of `standing.rs`: the search makes plans
//! of the root player, and the evaluation compares its value with the mean of the leader's and the average of the
//! others.
//!
//! Once two armies have passed each other, [`RaceSolver`] counts the moves of both and the tree ends there. A player at
//! the root without contact to others plays the way home.

use super::army::Army;
use super::best_gain::BestGains;
use super::contact;
use super::likely_move::{largest_gain, largest_gain_of_two, look_ahead_evidence};
use super::moves::Move;
use super::params::{
    HINT_PER_GAIN, MIN_CROWDED, MIN_FINISHED, MIN_GAIN, NEAR_END, OUT_VALUE, RACE_LEAD, RACE_MOVE,
    RACE_TEMPO, ROOT_RACE_WIDTH,
};
use super::position::Position;
use super::race::{Count, RaceSolver, beam_width, have_passed};
use super::rules::Rules;
use super::seat::SEATS;
use super::standing;
use super::weights::Weights;
use crate::contract::{self, Horizon, Leaf, Planner, Player, PlayerModel, Position as _, Score, Window};

/// The evaluator of one thread.
pub struct Evaluator {
    root: Player,
    root_key: u64,
    weights: &'static Weights,
    pub(super) armies: [Army; SEATS],
    race: RaceSolver,
    best_gains: BestGains,
}

impl Evaluator {
    /// An evaluator for games with these rules.
    pub fn new(rules: &Rules) -> Evaluator {
        Evaluator {
            root: Player::FIRST,
            root_key: 0,
            weights: Weights::of(rules.hops),
            armies: [Army::default(); SEATS],
            race: RaceSolver::new(rules),
            best_gains: BestGains::new(rules),
        }
    }

    /// The value of a player's army in hundredths of a step.
    pub(super) fn army_value(&self, pos: &Position, player: Player) -> i32 {
        if pos.is_out(player) {
            return OUT_VALUE;
        }
        if pos.player_count() > 2 {
            return standing::standing(pos, player);
        }
        self.armies[player.index()].value(self.weights, inside(pos, player))
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

    /// Value for the player to move, exact as `window` asks.
    fn value(&mut self, pos: &Position, window: Window) -> Score {
        if pos.player_count() > 2 {
            let value = self.coalition_value(pos);
            return Score::eval(if pos.player_to_move() == self.root { value } else { -value });
        }
        if let Some(value) = self.last_moves_value(pos) {
            return value;
        }
        let me = pos.player_to_move();
        let settled = self.army_value(pos, me) - self.army_value(pos, me.other()) + self.weights.turn;
        let [least, most] = self.weights.gain_range;
        if window.fails_low(Score::eval(settled + most)) || window.fails_high(Score::eval(settled + least)) {
            return Score::eval(settled + (most + least) / 2);
        }
        self.best_gains.begin();
        let mine = settled + self.weights.own_gain(self.best_gains.best_gain(pos, me.index()));
        if window.fails_low(Score::eval(mine)) {
            return Score::eval(mine);
        }
        Score::eval(mine + self.weights.other_gain(self.best_gains.best_gain(pos, me.other().index())))
    }

    /// Moves that a player without contact ([`contact`]) needs, by a wide beam; `None` if there is contact.
    pub(super) fn moves_to_finish(&mut self, pos: &Position, player: Player) -> Option<Count> {
        if !contact::is_alone(pos, player) {
            return None;
        }
        self.race.moves_to_go(pos.seat(player), pos.pieces(player), ROOT_RACE_WIDTH, &mut || true)
    }

    /// The first move of the way home, if the player to move has no contact and nothing stands in its way.
    fn way_home(&mut self, pos: &Position) -> Option<Move> {
        let me = pos.player_to_move();
        self.moves_to_finish(pos, me)?;
        self.race.first_move(pos.seat(me), pos.pieces(me)).filter(|&mv| pos.is_legal(mv))
    }

    /// Exact value of a race in its last moves.
    fn last_moves_value(&self, pos: &Position) -> Option<Score> {
        let me = pos.player_to_move();
        let last_moves = |player: Player| self.race.last_moves(pos.seat(player), pos.pieces(player));
        if !are_opposite(pos) {
            return None;
        }
        Some(race_value(last_moves(me)?, last_moves(me.other())?))
    }
}

impl Planner<Position> for Evaluator {
    fn horizon(&self, root: &Position) -> Option<Horizon> {
        let is_near_end = || self.standing(root, root.player_to_move()) > NEAR_END;
        (root.player_count() > 2).then(|| if is_near_end() { Horizon::End } else { Horizon::Near })
    }

    fn standing(&self, pos: &Position, player: Player) -> i32 {
        self.army_value(pos, player)
    }

    fn gain(&self, pos: &Position, mv: Move) -> i32 {
        let seat = pos.seat(pos.player_to_move());
        if mv.is_pass() {
            0
        } else if pos.player_count() > 2 {
            standing::value(seat, mv.to) - standing::value(seat, mv.from)
        } else {
            self.weights.hole(seat, mv.to) - self.weights.hole(seat, mv.from)
        }
    }

    fn look_ahead_evidence(&self, pos: &Position, mv: Move) -> f32 {
        look_ahead_evidence(pos, &standing::NEARNESS, mv)
    }

    fn likely_move(&self, pos: &Position, model: PlayerModel, chance: u64) -> Option<Move> {
        let is_own = pos.player_to_move() == self.root;
        let values = if is_own { &standing::VALUES } else { &standing::NEARNESS };
        Some(match model {
            PlayerModel::Greedy => largest_gain(pos, values, chance),
            PlayerModel::LookAhead => largest_gain_of_two(pos, values, chance),
        })
    }
}

impl contract::Evaluator<Position> for Evaluator {
    const PLANS: bool = true;
    const HISTORY_SLOTS: usize = 121 * 121 + 1;

    fn begin(&mut self, root: &Position) {
        self.root = root.player_to_move();
        self.root_key = root.key();
        self.best_gains.choose(root, [Player::FIRST, Player::SECOND]);
        for player in root.players() {
            self.armies[player.index()] = Army::new(self.weights, root.seat(player), root.pieces(player));
        }
    }

    fn make(&mut self, pos: &Position, mv: Move) {
        self.best_gains.prefetch(pos);
        if !mv.is_pass()
            && let Some(mover) = pos.owner(mv.to)
        {
            self.armies[mover.index()].follow(self.weights, pos.seat(mover), mv.from, mv.to);
        }
    }

    fn unmake(&mut self, pos: &Position, mv: Move) {
        let mover = pos.player_to_move();
        let army = &mut self.armies[mover.index()];
        if pos.rules().leave_home > 0 {
            // The move may have put the mover out, and then `make` found no piece to follow.
            *army = Army::new(self.weights, pos.seat(mover), pos.pieces(mover));
        } else if !mv.is_pass() {
            army.follow(self.weights, pos.seat(mover), mv.to, mv.from);
        }
    }

    fn evaluate(&mut self, pos: &Position) -> Score {
        self.value(pos, Window::FULL)
    }

    fn quiesce(&mut self, pos: &mut Position, window: Window, _leaf: &mut Leaf<'_>) -> Score {
        self.value(pos, window)
    }

    fn candidates(&mut self, pos: &Position, moves: &mut Vec<Move>) {
        // At the root, a player without contact goes home.
        if pos.key() == self.root_key
            && let Some(mv) = self.way_home(pos)
        {
            moves.push(mv);
            return;
        }
        pos.generate(moves);
        if pos.players().any(|player| inside(pos, player) >= MIN_CROWDED) {
            return;
        }
        if moves.iter().any(|&mv| self.gain(pos, mv) > MIN_GAIN) {
            moves.retain(|&mv| self.gain(pos, mv) > MIN_GAIN);
        }
    }

    fn order_hint(&mut self, pos: &Position, mv: Move) -> i32 {
        (HINT_PER_GAIN * self.gain(pos, mv)).clamp(-9_999, 9_999)
    }

    fn early_cut_allowed(&mut self, pos: &Position) -> bool {
        // In blocked finishes whoever must move loses ground; in a race there is nothing to test.
        let is_finishing = |player: Player| inside(pos, player) >= MIN_FINISHED;
        ![Player::FIRST, Player::SECOND].into_iter().any(is_finishing) && !is_race(pos)
    }

    fn planner(&self) -> Option<&dyn Planner<Position>> {
        Some(self)
    }

    fn solve(&mut self, pos: &Position, depth: i32, leaf: &mut Leaf<'_>) -> Option<Score> {
        if let Some(value) = self.last_moves_value(pos) {
            return Some(value);
        }
        if !is_race(pos) {
            return None;
        }
        let width = beam_width(depth);
        let mut count = |player: Player| {
            self.race.moves_to_go(pos.seat(player), pos.pieces(player), width, &mut || leaf.visit(1))
        };
        let me = pos.player_to_move();
        Some(race_value(count(me)?.moves, count(me.other())?.moves))
    }
}

/// Value of a race in which the player to move and the other need this many moves.
fn race_value(own: i32, other: i32) -> Score {
    let won = if own <= other { RACE_LEAD } else { -RACE_LEAD };
    Score::eval((other - own) * RACE_MOVE + RACE_TEMPO + won)
}

/// Two players who sit opposite each other?
fn are_opposite(pos: &Position) -> bool {
    pos.player_count() == 2 && pos.seat(Player::FIRST).opposite() == pos.seat(Player::SECOND)
}

/// Is it a race of two armies that have passed each other?
pub(super) fn is_race(pos: &Position) -> bool {
    let [first, second] = [Player::FIRST, Player::SECOND];
    are_opposite(pos) && have_passed(pos.seat(first), pos.pieces(first), pos.pieces(second))
}

/// Pieces of a player in its target camp.
pub(super) fn inside(pos: &Position, player: Player) -> usize {
    (pos.pieces(player) & pos.seat(player).target()).len()
}

#[cfg(test)]
mod tests {
    use super::super::ChineseCheckers;
    use super::super::geometry::Hole;
    use super::super::rules::{Hops, Rules};
    use super::*;
    use crate::contract::{Evaluator as _, Game as _};

    /// Calls `visit` with the positions of a random game, and the evaluator that followed it.
    fn each_position(rules: Rules, mut visit: impl FnMut(&Position, &mut Evaluator)) {
        let mut pos = Position::start(rules);
        let mut evaluator = Evaluator::new(&rules);
        evaluator.begin(&pos);
        for ply in 0..150 {
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            let Some(&mv) = moves.get(ply * 37 % moves.len().max(1)) else { return };
            let undo = pos.make(mv);
            evaluator.make(&pos, mv);
            pos.unmake(mv, undo);
            evaluator.unmake(&pos, mv);
            pos.make(mv);
            evaluator.make(&pos, mv);
            visit(&pos, &mut evaluator);
        }
    }

    #[test]
    fn armies_followed_move_by_move_are_those_counted_anew() {
        for players in [2, 3, 6] {
            let rules = Rules { players, ..Rules::DEFAULT };
            each_position(rules, |pos, evaluator| {
                for player in pos.players() {
                    let anew = Army::new(evaluator.weights, pos.seat(player), pos.pieces(player));
                    assert_eq!(evaluator.armies[player.index()], anew);
                }
            });
        }
    }

    /// The position with each hole exchanged for another, the player to move as given.
    fn image(pos: &Position, to_move: Player, of: impl Fn(Player, Hole) -> (Player, Hole)) -> Position {
        let mut image = Position::empty(*pos.rules(), pos.seats());
        for player in pos.players() {
            for hole in pos.pieces(player) {
                let (player, hole) = of(player, hole);
                image.toggle(player, hole);
            }
        }
        image.finish(to_move);
        image
    }

    #[test]
    fn mirror_images_and_turned_positions_have_the_same_value() {
        for hops in [Hops::Adjacent, Hops::Both] {
            let rules = Rules { hops, ..Rules::DEFAULT };
            let mut other = ChineseCheckers::new(rules).evaluator();
            each_position(rules, |pos, evaluator| {
                let me = pos.player_to_move();
                let hole = |q, r| Hole::at(q, r).expect("the star is symmetric");
                let mirrored = image(pos, me, |player, at| {
                    let (q, r) = at.cube();
                    (player, hole(-q - r, r))
                });
                let turned = image(pos, me.other(), |player, at| {
                    let (q, r) = at.cube();
                    (player.other(), hole(-q, -r))
                });
                for image in [mirrored, turned] {
                    other.begin(&image);
                    assert_eq!(other.evaluate(&image), evaluator.evaluate(pos));
                }
            });
        }
    }
}
