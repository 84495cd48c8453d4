//! One play-out: own moves that begin with a root move and, after each of them, predicted moves of the others.
//!
//! The tree of the root move chooses the first own moves; the rest are predicted. What the player gains on the others
//! in each round counts, later rounds less, because many other moves come in between. Near the end of the game the
//! probability of the first place counts as well.

use super::tree::Tree;
use crate::contract::{
    Budget, Horizon, MAX_PLAYERS, NodeCounter, Outcome, Planner, Player, PlayerModel, Position,
};
use crate::random::mix;
use std::cmp::Reverse;

/// Discount of a gain for each move of another player before it.
const KEPT: f32 = 0.92;
/// Gain by a victory in the middle of the game, in hundredths.
const VICTORY: f32 = 20_000.0;
/// The same by the victory of someone else.
const DEFEAT: f32 = -10_000.0;
/// The number of a draw of an own move; those of the others count from 0.
const OWN_DRAW: u64 = 0xff;

/// Length of plans, and the parameters of their evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Own moves of a play-out, that at the root included.
    pub rounds: usize,
    /// Value of the probability of the first place, in hundredths; 0: only reached ends count, by [`VICTORY`] and
    /// [`DEFEAT`].
    first_place: f32,
    /// Weight of a distance at the end of a plan as evidence of the winner, relative to one at the end of the game.
    certainty: f32,
    /// The exploration constant of UCT, in hundredths.
    exploration: f32,
    /// How far a root move may fall behind the best, see [`super::race::Race`].
    pub margin: f32,
}

impl Terms {
    /// The terms for a horizon, in the iteration of this depth: the first three are shorter.
    pub fn of(horizon: Horizon, depth: i32) -> Terms {
        let terms = match horizon {
            Horizon::Near => {
                Terms { rounds: 6, first_place: 0.0, certainty: 0.2, exploration: 300.0, margin: 800.0 }
            }
            Horizon::End => Terms {
                rounds: 10,
                first_place: 10_000.0,
                certainty: 1.0,
                exploration: 3000.0,
                margin: 10_000.0,
            },
        };
        Terms { rounds: if depth < FULL_DEPTH { depth as usize } else { terms.rounds }, ..terms }
    }
}

/// Depth of the first iteration with plans of full length.
pub const FULL_DEPTH: i32 = 4;

/// The result of a play-out.
#[derive(Clone, Debug)]
pub struct Plan<M> {
    /// What the player gains on the others, in hundredths; later gains count less.
    pub gain: f32,
    /// The value for comparing plans: the gain and, near the end, the value of the probability of the first place.
    pub value: f32,
    /// Probability of the first place at the end of the plan, `0.0..=1.0`.
    pub chance: f32,
    /// Own moves and those of the others.
    pub line: Vec<M>,
    /// The first move wins.
    pub wins_at_once: bool,
}

/// One sample of the others' moves, and how plans are evaluated against it.
pub struct Sample<'a, P> {
    /// The position in which plans begin; they are plans of the player to move.
    pub root: &'a P,
    /// How far that player is ahead there, see [`lead`].
    pub lead: f32,
    /// How far plans go.
    pub terms: Terms,
    /// The random number of the sample.
    pub chance: u64,
    /// The kind of each player.
    pub models: [PlayerModel; MAX_PLAYERS],
    /// Log-odds of the first place for each hundredth.
    pub steepness: f32,
}

/// The winner after a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Winner {
    Nobody,
    Root,
    Other,
}

/// A play-out on its way.
pub struct Playout<'a, P: Position> {
    sample: &'a Sample<'a, P>,
    player: Player,
    planner: &'a dyn Planner<P>,
    budget: &'a Budget,
    nodes: &'a mut NodeCounter,
    pos: P,
    line: Vec<P::Move>,
    /// The nodes of the tree that it came through.
    path: Vec<usize>,
    /// The own move that it left the tree by.
    new: Option<P::Move>,
}

/// How far a player is ahead of the mean of the leader and the average of the others, in hundredths.
pub fn lead<P: Position>(planner: &dyn Planner<P>, pos: &P, player: Player) -> f32 {
    let (mut most, mut sum) = (i32::MIN, 0);
    for other in (0..pos.player_count()).map(Player::new).filter(|&other| other != player) {
        let standing = planner.standing(pos, other);
        most = most.max(standing);
        sum += standing;
    }
    let average = sum as f32 / (pos.player_count() - 1) as f32;
    planner.standing(pos, player) as f32 - (most as f32 + average) / 2.0
}

impl<'a, P: Position> Playout<'a, P> {
    /// A play-out of this sample.
    pub fn new(
        sample: &'a Sample<'a, P>,
        planner: &'a dyn Planner<P>,
        budget: &'a Budget,
        nodes: &'a mut NodeCounter,
    ) -> Playout<'a, P> {
        let (pos, player) = (sample.root.clone(), sample.root.player_to_move());
        let (line, path, new) = (Vec::new(), vec![0], None);
        Playout { sample, player, planner, budget, nodes, pos, line, path, new }
    }

    /// Plays on from a root move by its tree, and updates the tree; `None` if the search is over.
    pub fn run(mut self, root_move: P::Move, tree: &mut Tree<P::Move>) -> Option<Plan<P::Move>> {
        let terms = self.sample.terms;
        let kept_in_a_round: f32 = (1..self.pos.player_count()).map(|_| KEPT).product();
        let (mut gains, mut weight, mut ahead) = (Vec::with_capacity(terms.rounds), 1.0, self.sample.lead);
        let mut winner = Winner::Nobody;
        for made in 0..terms.rounds {
            let own = if made == 0 { Some(root_move) } else { self.own_move(tree, made as u64, weight) };
            winner = match own {
                Some(own) => self.round(own, made as u64)?,
                None => Winner::Other,
            };
            let gain = match winner {
                Winner::Nobody => lead(self.planner, &self.pos, self.player) - ahead,
                _ if terms.first_place > 0.0 => 0.0,
                Winner::Root => VICTORY,
                Winner::Other => DEFEAT,
            };
            gains.push(weight * gain);
            if winner != Winner::Nobody {
                break;
            }
            (ahead, weight) = (ahead + gain, weight * kept_in_a_round);
        }
        let (gain, chance) = (gains.iter().sum(), self.chance(winner));
        if let Some(last) = gains.last_mut() {
            *last += terms.first_place * chance;
        }
        tree.add(&self.path, self.new, &gains);
        let wins_at_once = winner == Winner::Root && self.line.len() == 1;
        Some(Plan { gain, value: gains.iter().sum(), chance, line: self.line, wins_at_once })
    }

    /// The own move after `made` others: the choice of the tree or, outside the tree, a likely one. `None` without a
    /// move.
    fn own_move(&mut self, tree: &Tree<P::Move>, made: u64, weight: f32) -> Option<P::Move> {
        if self.new.is_some() {
            let chance = mix(self.sample.chance ^ (made << 8 | OWN_DRAW));
            return self.planner.likely_move(&self.pos, PlayerModel::Greedy, chance);
        }
        let node = self.path[self.path.len() - 1];
        let moves = self.best_moves(tree.width(node));
        let (mv, next) = tree.choose(node, &moves, self.sample.terms.exploration * weight)?;
        match next {
            Some(next) => self.path.push(next),
            None => self.new = Some(mv),
        }
        Some(mv)
    }

    /// The `count` moves with the largest immediate gain, best first.
    fn best_moves(&self, count: usize) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.pos.generate(&mut moves);
        moves.sort_by_cached_key(|&mv| Reverse(self.planner.gain(&self.pos, mv)));
        moves.truncate(count);
        moves
    }

    /// Plays an own move and the predicted replies; `None` if the search is over.
    fn round(&mut self, own: P::Move, made: u64) -> Option<Winner> {
        self.make(own)?;
        for place in 0..self.pos.player_count() as u64 {
            if let Some(outcome) = self.pos.outcome() {
                let is_won = outcome == Outcome::Win(self.player);
                return Some(if is_won { Winner::Root } else { Winner::Other });
            }
            if self.pos.player_to_move() == self.player {
                return Some(Winner::Nobody);
            }
            let chance = mix(self.sample.chance ^ (made << 8 | place));
            let model = self.sample.models[self.pos.player_to_move().index()];
            let Some(mv) = self.planner.likely_move(&self.pos, model, chance) else { break };
            self.make(mv)?;
        }
        // A player who is out never moves again.
        Some(Winner::Other)
    }

    fn make(&mut self, mv: P::Move) -> Option<()> {
        if self.budget.must_stop(self.nodes) {
            return None;
        }
        self.nodes.add();
        self.pos.make(mv);
        self.line.push(mv);
        Some(())
    }

    /// Probability of the first place: certain if the game is over, else estimated from everybody's standing.
    fn chance(&self, winner: Winner) -> f32 {
        match winner {
            Winner::Root => 1.0,
            Winner::Other => 0.0,
            Winner::Nobody => {
                let own = self.planner.standing(&self.pos, self.player);
                let steepness = self.sample.steepness * self.sample.terms.certainty;
                let odds = |player| {
                    let distance = self.planner.standing(&self.pos, Player::new(player)) - own;
                    (steepness * distance as f32).exp()
                };
                1.0 / (0..self.pos.player_count()).map(odds).sum::<f32>()
            }
        }
    }
}
