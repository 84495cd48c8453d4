//! Fits the weights of a draughts variant to games that the engine plays against itself.
//!
//! `scripts/fit_draughts` calls it. Each round plays games from random openings with the weights so far
//! and a search of fixed depth, keeps the quiet positions with the result of their game, and fits all
//! weights by logistic regression (Adagrad, one position at a time). Same arguments, same weights: every
//! game has its own seed and the positions are visited in a seeded order.
//!
//! Men also get a weight for each square while fitting, because most patterns are rare and a rare pattern
//! should fall back on something; at the end these are folded into the patterns.

use std::fs;
use std::process::ExitCode;

use quadriga::contract::{
    Budget, Evaluator as _, Game, Leaf, NodeCounter, Outcome, Position as _, Score, Window,
};
use quadriga::games::draughts::{
    self, Bitboard, Colour, Draughts, Evaluator, FIRST_KING, Goal, KING, MAN, PATTERNS, Position, RUNAWAY,
    Trained, Weights, block_squares, feature_count, opening_share, pattern_tables,
};
use quadriga::random::Random;

/// Longest game; it counts as a draw.
const LONGEST: usize = 240;
/// Rate of learning, and what the sums of squared gradients start from, so that a pattern seen once or
/// twice hardly moves.
const RATE: f32 = 0.06;
const FIRST_SQUARES: f32 = 50.0;
/// Pull of every pattern and square towards 0.
const DECAY: f32 = 5e-4;
const EPOCHS: usize = 4;
/// Share of the game's result in what is learnt; the rest is what the search expected, which is less noisy.
const RESULT_SHARE: f32 = 0.5;
/// Hundredths of a man for one unit of log-odds where a man is worth nothing (losing draughts).
const PLAIN_SCALE: f32 = 120.0;

/// What to do, from the command line.
struct Request {
    game: String,
    out: String,
    games: usize,
    rounds: usize,
    depth: i32,
    seed: u64,
}

/// A position, the result of its game for White (0, a half or 1), and what the search then expected.
struct Sample<R: Trained> {
    pos: Position<R>,
    result: f32,
    expected: f32,
}

/// Plays games with a search of fixed depth.
struct Selfplay<R: Trained> {
    scale: f32,
    evaluator: Evaluator<R>,
    budget: Budget,
    lists: Vec<Vec<draughts::Move>>,
}

impl<R: Trained> Selfplay<R> {
    fn new(weights: &'static Weights, scale: f32, depth: i32) -> Selfplay<R> {
        let lists = (0..=depth).map(|_| Vec::new()).collect();
        Selfplay { scale, evaluator: Evaluator::new(weights), budget: Budget::unlimited(), lists }
    }

    fn search(&mut self, pos: &mut Position<R>, mut window: Window, depth: i32, ply: i32) -> Score {
        match pos.outcome() {
            Some(Outcome::Draw) => return Score::DRAW,
            Some(Outcome::Win(winner)) => return win_or_loss(winner == pos.player_to_move(), ply),
            None => {}
        }
        if depth == 0 {
            let (mut nodes, mut seldepth) = (NodeCounter::default(), 0);
            let mut leaf = Leaf::new(ply, &mut nodes, &mut seldepth, &self.budget);
            return self.evaluator.quiesce(pos, window, &mut leaf);
        }
        let mut moves = std::mem::take(&mut self.lists[depth as usize]);
        moves.clear();
        pos.generate(&mut moves);
        let mut best = -Score::INFINITE;
        if moves.is_empty() {
            best = win_or_loss(pos.no_moves_outcome() == Outcome::Win(pos.player_to_move()), ply);
        }
        for &mv in &moves {
            let before = pos.make(mv);
            let score = -self.search(pos, window.flipped(), depth - 1, ply + 1);
            pos.unmake(mv, before);
            best = best.max(score);
            window.raise(score);
            if window.fails_high(score) {
                break;
            }
        }
        self.lists[depth as usize] = moves;
        best
    }

    /// The best move, the first of equals in a random order.
    fn choose(
        &mut self,
        pos: &mut Position<R>,
        moves: &[draughts::Move],
        depth: i32,
        turn: usize,
    ) -> (usize, Score) {
        let mut best = (turn % moves.len(), -Score::INFINITE);
        for step in 0..moves.len() {
            let index = (turn + step) % moves.len();
            let before = pos.make(moves[index]);
            let window = Window::new(best.1, Score::INFINITE).flipped();
            let score = -self.search(pos, window, depth - 1, 1);
            pos.unmake(moves[index], before);
            if score > best.1 {
                best = (index, score);
            }
        }
        best
    }

    /// One game; its quiet positions are added to `samples`.
    fn game(&mut self, depth: i32, seed: u64, samples: &mut Vec<Sample<R>>) {
        let mut random = Random::new(seed);
        let mut pos = Draughts::<R>::new().start_position();
        let opening = 4 + random.below(8);
        let (first, mut keys) = (samples.len(), Vec::new());
        let mut winner = None;
        let mut moves = Vec::new();
        for ply in 0..LONGEST {
            moves.clear();
            pos.generate(&mut moves);
            let over = pos.outcome().or_else(|| moves.is_empty().then(|| pos.no_moves_outcome()));
            let repeats = keys.iter().filter(|&&key| key == pos.repetition_key()).count() >= 2;
            if over.is_some() || repeats {
                winner = over;
                break;
            }
            keys.push(pos.repetition_key());
            if ply < opening {
                pos.make(moves[random.below(moves.len())]);
                continue;
            }
            let turn = random.below(64);
            let (index, score) = self.choose(&mut pos, &moves, depth, turn);
            if score.is_decisive() {
                let mover = pos.player_to_move();
                winner = Some(Outcome::Win(if score.is_win() { mover } else { mover.other() }));
                break;
            }
            // Drawish endings are scaled by the evaluation, so they are no measure of the weights.
            if !moves[index].is_capture() && !pos.is_threatened() && !self.evaluator.is_drawish(&pos) {
                let white = if pos.turn() == Colour::White { score.0 } else { -score.0 };
                let expected = 1.0 / (1.0 + (-(white as f32) / self.scale).exp());
                samples.push(Sample { pos, result: 0.5, expected });
            }
            pos.make(moves[index]);
        }
        let white = Position::<R>::player(Colour::White);
        for sample in &mut samples[first..] {
            sample.result = match winner {
                Some(Outcome::Win(player)) if player == white => 1.0,
                Some(Outcome::Win(_)) => 0.0,
                _ => 0.5,
            };
            sample.result = RESULT_SHARE * sample.result + (1.0 - RESULT_SHARE) * sample.expected;
        }
    }
}

fn win_or_loss(wins: bool, ply: i32) -> Score {
    if wins { Score::win_in(ply) } else { Score::loss_in(ply) }
}

/// Plays `games` games on two threads; the samples come in the order of the games.
fn play<R: Trained>(
    weights: &'static Weights,
    scale: f32,
    request: &Request,
    round: usize,
) -> Vec<Sample<R>> {
    let worker = |half: usize| {
        let mut selfplay = Selfplay::<R>::new(weights, scale, request.depth);
        let mut samples = Vec::new();
        for game in (half..request.games).step_by(2) {
            let seed = request.seed ^ ((round * request.games + game) as u64) << 20;
            selfplay.game(request.depth, Random::new(seed).next(), &mut samples);
        }
        samples
    };
    std::thread::scope(|scope| {
        let halves: Vec<_> = (0..2).map(|half| scope.spawn(move || worker(half))).collect();
        halves.into_iter().flat_map(|half| half.join().expect("a thread of games failed")).collect()
    })
}

/// The model while it is fitted: a value and its sum of squared gradients for each weight, in log-odds.
struct Model {
    values: Vec<[f32; 2]>,
    squares: Vec<[f32; 2]>,
}

impl Model {
    /// All at 0 but men, kings and, where the first king wins, runaways.
    fn new<R: Trained>() -> Model {
        let count = feature_count::<R>() + R::GEOMETRY.count;
        let mut model = Model { values: vec![[0.0; 2]; count], squares: vec![[FIRST_SQUARES; 2]; count] };
        let king = if R::RULES.flying_kings { 1.6 } else { 1.1 };
        let worth = if R::RULES.goal == Goal::HaveNoMove { -0.5 } else { 1.0 };
        for (feature, value) in [(MAN, 0.8), (FIRST_KING, 0.6), (KING, king)] {
            model.values[feature] = [worth * value; 2];
        }
        if R::RULES.goal == Goal::FirstKing {
            for rows_left in 1..=9 {
                model.values[RUNAWAY + rows_left - 1] = [0.1 * (10 - rows_left) as f32; 2];
            }
        }
        model
    }

    /// Features of a position: those of the evaluation, then men by square as their owner sees it.
    fn features<R: Trained>(pos: &Position<R>, found: &mut Vec<(usize, f32)>) {
        found.clear();
        pos.features(|feature, count| {
            if count != 0 {
                found.push((feature, count as f32));
            }
        });
        let first = feature_count::<R>() - 1;
        for (colour, sign) in [(Colour::White, 1.0), (Colour::Black, -1.0)] {
            let mut men: Bitboard = pos.pieces(colour) & !pos.kings();
            while men != 0 {
                let number = R::GEOMETRY.number(men.trailing_zeros() as u8);
                men &= men - 1;
                let seen = if colour == Colour::White { number } else { R::GEOMETRY.count + 1 - number };
                found.push((first + seen, sign));
            }
        }
    }

    /// One step on one sample, or only its loss.
    fn step<R: Trained>(&mut self, sample: &Sample<R>, found: &mut Vec<(usize, f32)>, learn: bool) -> f32 {
        Model::features(&sample.pos, found);
        let early = opening_share(&sample.pos);
        let share = [early, 1.0 - early];
        let sum: f32 = found
            .iter()
            .map(|&(i, n)| n * (share[0] * self.values[i][0] + share[1] * self.values[i][1]))
            .sum();
        let expected = 1.0 / (1.0 + (-sum).exp());
        let error = expected - sample.result;
        if learn {
            for &(i, n) in found.iter() {
                let decay = if i >= PATTERNS { DECAY } else { 0.0 };
                for ((value, square), part) in self.values[i].iter_mut().zip(&mut self.squares[i]).zip(share)
                {
                    let gradient = error * n * part + decay * *value;
                    *square += gradient * gradient;
                    *value -= RATE * gradient / square.sqrt();
                }
            }
        }
        let likely = |p: f32| p.max(1e-6).ln();
        -(sample.result * likely(expected) + (1.0 - sample.result) * likely(1.0 - expected))
    }

    fn fit<R: Trained>(&mut self, samples: &[Sample<R>], seed: u64) {
        self.squares.fill([FIRST_SQUARES; 2]);
        let mut random = Random::new(seed);
        let mut found = Vec::new();
        // Games lie together; the last twentieth is kept to judge by.
        let (learn, judge) = samples.split_at(samples.len() * 19 / 20);
        for epoch in 1..=EPOCHS {
            let mut loss = 0.0;
            for _ in 0..learn.len() {
                loss += f64::from(self.step(&learn[random.below(learn.len())], &mut found, true));
            }
            let judged: f64 = judge.iter().map(|s| f64::from(self.step(s, &mut found, false))).sum();
            println!(
                "  epoch {epoch}: loss {:.5}, of unseen games {:.5}",
                loss / learn.len() as f64,
                judged / judge.len() as f64
            );
        }
    }

    /// The weights in hundredths of a man, the squares folded into the patterns; and how many hundredths are one
    /// unit of log-odds.
    fn weights<R: Trained>(&self) -> (Weights, f32) {
        let mut values = self.values.clone();
        let squares = values.split_off(feature_count::<R>());
        let average = |phase: usize| squares.iter().map(|v| v[phase]).sum::<f32>() / squares.len() as f32;
        let average = [average(0), average(1)];
        for phase in 0..2 {
            values[MAN][phase] += average[phase];
        }
        let mut folded: Bitboard = 0;
        for table in 0..pattern_tables::<R>() {
            for (place, square) in block_squares::<R>(table).into_iter().enumerate() {
                // A table serves a block and its turned twin, so a square seen by either is done once.
                let number = R::GEOMETRY.number(square.trailing_zeros() as u8);
                for (seen, digit) in [(number, 1), (R::GEOMETRY.count + 1 - number, 2)] {
                    let sign = if digit == 1 { 1.0 } else { -1.0 };
                    if folded >> seen & 1 == 1 {
                        continue;
                    }
                    folded |= 1 << seen;
                    for arrangement in (0..6561).filter(|a| a / 3usize.pow(place as u32) % 3 == digit) {
                        for phase in 0..2 {
                            let value = squares[seen - 1][phase] - average[phase];
                            values[PATTERNS + table * 6561 + arrangement][phase] += sign * value;
                        }
                    }
                }
            }
        }
        let man = (values[MAN][0] + values[MAN][1]) / 2.0;
        let scale = if man > 0.3 { 100.0 / man } else { PLAIN_SCALE };
        println!("  a man is {man:.3} in log-odds; scale {scale:.1}");
        let list = |phase: usize| -> Vec<i16> {
            values.iter().map(|v| (v[phase] * scale).round().clamp(-30_000.0, 30_000.0) as i16).collect()
        };
        (Weights::new::<R>(&list(0), &list(1)), scale)
    }
}

fn run<R: Trained>(request: &Request) -> Result<(), String> {
    let mut model = Model::new::<R>();
    let mut samples: Vec<Sample<R>> = Vec::new();
    let mut earlier = 0;
    for round in 0..request.rounds {
        let (weights, scale) = model.weights::<R>();
        let weights: &'static Weights = Box::leak(Box::new(weights));
        let new = play::<R>(weights, scale, request, round);
        println!("{} round {round}: {} positions", request.game, new.len());
        // Positions of the last two rounds: the first games are those of weights that know only material.
        if round > 1 {
            samples.drain(..earlier);
        }
        earlier = samples.len();
        samples.extend(new);
        model.fit(&samples, request.seed);
    }
    fs::write(&request.out, model.weights::<R>().0.encode()).map_err(|why| format!("{}: {why}", request.out))
}

fn read_request() -> Result<Request, String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, out, games, rounds, depth, seed] = &words[..] else {
        return Err("usage: fit_draughts GAME FILE GAMES ROUNDS DEPTH SEED".to_string());
    };
    let number = |word: &String| word.parse::<usize>().map_err(|_| format!("'{word}' is not a number"));
    Ok(Request {
        game: game.clone(),
        out: out.clone(),
        games: number(games)?,
        rounds: number(rounds)?,
        depth: number(depth)? as i32,
        seed: number(seed)? as u64,
    })
}

fn fit() -> Result<(), String> {
    let request = read_request()?;
    match request.game.as_str() {
        "draughts" => run::<draughts::International>(&request),
        "killer" => run::<draughts::Killer>(&request),
        "breakthrough" => run::<draughts::Breakthrough>(&request),
        "antidraughts" => run::<draughts::Antidraughts>(&request),
        "frisian" => run::<draughts::Frisian>(&request),
        "russian" => run::<draughts::Russian>(&request),
        "brazilian" => run::<draughts::Brazilian>(&request),
        "english" => run::<draughts::English>(&request),
        other => Err(format!("'{other}' is not a variant with weights of its own")),
    }
}

fn main() -> ExitCode {
    match fit() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
