//! One plan: the best few own moves after a root move, against one draw of what the others are likely to do.

use crate::contract::{Budget, Evaluator, MAX_PLAYERS, NodeCounter, Outcome, Player, Position};
use crate::random::mix;
use std::collections::HashSet;

/// What is left of a later gain's weight after each move of another player before it: so much of a plan strangers upset.
const KEPT: f32 = 0.85;
/// What a plan gains that ends with the own victory, in hundredths.
const VICTORY: f32 = 20_000.0;
/// What a plan loses where somebody else wins first.
const DEFEAT: f32 = -10_000.0;
/// Own moves that lose more than this are not followed, in hundredths.
const MAX_LOSS: i32 = 300;

/// How far and how wide plans are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Own moves of a plan, that at the root included.
    moves: usize,
    /// States kept after each of them.
    width: usize,
}

impl Shape {
    /// The shape of plans in this iteration.
    pub fn of(depth: i32) -> Shape {
        let (moves, width) = match depth {
            1 => (1, 1),
            2 => (2, 4),
            3 => (3, 6),
            4..=6 => (5, 8),
            7..=8 => (6, 12),
            9..=10 => (7, 16),
            _ => (8, 24),
        };
        Shape { moves, width }
    }

    /// Samples that this iteration adds.
    pub fn rounds(depth: i32) -> u32 {
        match depth {
            1..=2 => 1,
            3 => 2,
            _ => 1 << depth.min(20),
        }
    }
}

/// A plan that was found.
#[derive(Clone, Debug)]
pub struct Plan<M> {
    /// What the player gains on the others, in hundredths; later gains count less.
    pub value: f32,
    /// Chance of the first place where the plan ends, `0.0..=1.0`.
    pub chance: f32,
    /// Own moves and those of the others.
    pub line: Vec<M>,
    /// The first move wins.
    pub wins_at_once: bool,
}

/// A state of the beam, with the root player to move.
struct State<P: Position> {
    pos: P,
    value: f32,
    lead: f32,
    /// Place of the state it came from in the level before.
    parent: usize,
    /// The own move that led here, and what the others replied.
    turn: Turn<P::Move>,
}

/// An own move and the replies to it.
struct Turn<M> {
    own: M,
    replies: [Option<M>; MAX_PLAYERS - 1],
}

/// What a turn led to.
enum Step<P: Position> {
    Victory,
    Defeat,
    On(P, Turn<P::Move>),
}

/// How a plan ended before its last move: the state it came from, the own move, the value with it.
struct Ended<M> {
    parent: usize,
    own: M,
    value: f32,
    is_won: bool,
}

/// The states after so many own moves, and how a plan ended on the way to them: the best that won or, without one, the best
/// that lost.
struct Level<P: Position> {
    states: Vec<State<P>>,
    ended: Option<Ended<P::Move>>,
}

/// One draw of what the others do, and how plans are searched against it.
pub struct Sample<'a, P> {
    /// Where plans begin; they are plans of the player to move.
    pub root: &'a P,
    /// How far that player is ahead there, see [`lead`].
    pub lead: f32,
    /// How far and wide they are searched.
    pub shape: Shape,
    /// What is drawn.
    pub chance: u64,
    /// Log-odds of the first place for each hundredth.
    pub steepness: f32,
}

/// What finds one plan.
pub struct Planner<'a, P: Position, E> {
    sample: &'a Sample<'a, P>,
    player: Player,
    evaluator: &'a E,
    budget: &'a Budget,
    nodes: &'a mut NodeCounter,
    /// The states kept, by number of own moves.
    levels: Vec<Vec<State<P>>>,
}

/// How far a player is ahead of the mean of the leader and the average of the others, in hundredths.
pub fn lead<P: Position, E: Evaluator<P>>(evaluator: &E, pos: &P, player: Player) -> f32 {
    let (mut most, mut sum) = (i32::MIN, 0);
    for other in (0..pos.player_count()).map(Player::new).filter(|&other| other != player) {
        let standing = evaluator.standing(pos, other);
        most = most.max(standing);
        sum += standing;
    }
    let average = sum as f32 / (pos.player_count() - 1) as f32;
    evaluator.standing(pos, player) as f32 - (most as f32 + average) / 2.0
}

impl<'a, P: Position, E: Evaluator<P>> Planner<'a, P, E> {
    /// A planner for this sample.
    pub fn new(
        sample: &'a Sample<'a, P>,
        evaluator: &'a E,
        budget: &'a Budget,
        nodes: &'a mut NodeCounter,
    ) -> Planner<'a, P, E> {
        let player = sample.root.player_to_move();
        Planner { sample, player, evaluator, budget, nodes, levels: Vec::new() }
    }

    /// The best plan that begins with `mv`; `None` where the search is over.
    pub fn plan(mut self, mv: P::Move) -> Option<Plan<P::Move>> {
        let (pos, turn) = match self.step(self.sample.root, mv, 0)? {
            Step::Victory => return Some(self.ended(mv, VICTORY)),
            Step::Defeat => return Some(self.ended(mv, DEFEAT)),
            Step::On(pos, turn) => (pos, turn),
        };
        let lead = lead(self.evaluator, &pos, self.player);
        self.levels.push(vec![State { pos, value: lead - self.sample.lead, lead, parent: 0, turn }]);
        let kept_in_a_round: f32 = (1..self.sample.root.player_count()).map(|_| KEPT).product();
        let mut discount = kept_in_a_round;
        for made in 1..self.sample.shape.moves {
            let Level { states: next, ended } = self.advance(discount, made as u64)?;
            if let Some(ended) = ended.filter(|ended| ended.is_won || next.is_empty()) {
                let mut line = self.line_to(ended.parent);
                line.push(ended.own);
                let chance = f32::from(u8::from(ended.is_won));
                return Some(Plan { value: ended.value, chance, line, wins_at_once: false });
            }
            if next.is_empty() {
                break;
            }
            self.levels.push(next);
            discount *= kept_in_a_round;
        }
        Some(self.best_plan())
    }

    /// The best plan of those that have not ended.
    fn best_plan(&self) -> Plan<P::Move> {
        let last = self.levels.last().expect("the first level is there");
        let values = last.iter().enumerate().map(|(place, state)| (place, state.value));
        let (place, value) = values.reduce(|a, b| if b.1 > a.1 { b } else { a }).expect("a level has states");
        let (pos, steepness) = (&last[place].pos, self.sample.steepness);
        let own = self.evaluator.standing(pos, self.player);
        let odds =
            |player| (steepness * (self.evaluator.standing(pos, Player::new(player)) - own) as f32).exp();
        let chance = 1.0 / (0..pos.player_count()).map(odds).sum::<f32>();
        Plan { value, chance, line: self.line_to(place), wins_at_once: false }
    }

    /// A plan that ended with its first move or the replies to it.
    fn ended(&self, mv: P::Move, value: f32) -> Plan<P::Move> {
        let mut pos = self.sample.root.clone();
        pos.make(mv);
        let wins_at_once = pos.outcome() == Some(Outcome::Win(self.player));
        Plan { value, chance: f32::from(u8::from(value > 0.0)), line: vec![mv], wins_at_once }
    }

    /// The next level.
    fn advance(&mut self, discount: f32, made: u64) -> Option<Level<P>> {
        let level = self.levels.pop().expect("a level");
        let ranked = self.ranked(&level, discount);
        let width = self.sample.shape.width;
        let (mut next, mut ended, mut seen) = (Vec::with_capacity(width), None, HashSet::new());
        for (value, parent, own) in ranked {
            if next.len() == width {
                break;
            }
            let state = &level[parent];
            match self.step(&state.pos, own, made)? {
                Step::Victory => {
                    ended = Some(Ended { parent, own, value: value + discount * VICTORY, is_won: true });
                    break;
                }
                Step::Defeat => {
                    let value = value + discount * DEFEAT;
                    ended = ended.or(Some(Ended { parent, own, value, is_won: false }));
                }
                Step::On(pos, turn) => {
                    if seen.insert(pos.key()) {
                        let lead = lead(self.evaluator, &pos, self.player);
                        let value = state.value + discount * (lead - state.lead);
                        next.push(State { pos, value, lead, parent, turn });
                    }
                }
            }
        }
        self.levels.push(level);
        Some(Level { states: next, ended })
    }

    /// The most promising moves of a level, the best first: value before the replies, place of the state, move. More than
    /// are kept, for some lead to the same position.
    fn ranked(&self, level: &[State<P>], discount: f32) -> Vec<(f32, usize, P::Move)> {
        let mut moves = Vec::new();
        let mut ranked = Vec::new();
        for (parent, state) in level.iter().enumerate() {
            moves.clear();
            state.pos.generate(&mut moves);
            let gains = moves.iter().map(|&mv| (self.evaluator.gain(&state.pos, mv), mv));
            let worth = gains.filter(|&(gain, _)| gain >= -MAX_LOSS);
            ranked.extend(worth.map(|(gain, mv)| (state.value + discount * gain as f32, parent, mv)));
        }
        let by_value =
            |a: &(f32, usize, P::Move), b: &(f32, usize, P::Move)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        let enough = 3 * self.sample.shape.width;
        if ranked.len() > enough {
            ranked.select_nth_unstable_by(enough, by_value);
            ranked.truncate(enough);
        }
        ranked.sort_by(by_value);
        ranked
    }

    /// Plays an own move and the replies that are likely. `made` own moves were made before.
    fn step(&mut self, pos: &P, own: P::Move, made: u64) -> Option<Step<P>> {
        let mut pos = pos.clone();
        let mut replies = [None; MAX_PLAYERS - 1];
        self.make(&mut pos, own)?;
        let mut places = replies.iter_mut().enumerate();
        loop {
            if let Some(outcome) = pos.outcome() {
                let is_won = outcome == Outcome::Win(self.player);
                return Some(if is_won { Step::Victory } else { Step::Defeat });
            }
            if pos.player_to_move() == self.player {
                return Some(Step::On(pos, Turn { own, replies }));
            }
            // A player who is out never moves again.
            let Some((place, reply)) = places.next() else { return Some(Step::Defeat) };
            let chance = mix(self.sample.chance ^ (made << 8 | place as u64));
            let Some(mv) = self.evaluator.likely_move(&pos, chance) else { return Some(Step::Defeat) };
            self.make(&mut pos, mv)?;
            *reply = Some(mv);
        }
    }

    fn make(&mut self, pos: &mut P, mv: P::Move) -> Option<()> {
        if self.budget.must_stop(self.nodes) {
            return None;
        }
        self.nodes.add();
        pos.make(mv);
        Some(())
    }

    /// Own moves and replies up to a state of the last level.
    fn line_to(&self, mut place: usize) -> Vec<P::Move> {
        let mut turns = Vec::new();
        for level in self.levels.iter().rev() {
            turns.push(&level[place].turn);
            place = level[place].parent;
        }
        turns
            .iter()
            .rev()
            .flat_map(|turn| std::iter::once(turn.own).chain(turn.replies.into_iter().flatten()))
            .collect()
    }
}
