//! Won endings of draughts are won: the program plays positions that a bitbase calls won against a perfect defender,
//! by the rules with their counts, with 1,000 nodes a move.
//!
//! The defender knows the exact value of every position with its counts, from a full solution. It takes a draw if there
//! is one, and else the move after which the win is farthest away.

use std::collections::HashMap;

use quadriga::contract::bitbase::BitbaseMaker as _;
use quadriga::contract::{Game as _, MoveStyle, Notation as _, Outcome, Position as _, SearchLimits, Silent};
use quadriga::engine::{AnyEngine as _, Engine};
use quadriga::games::draughts::bitbase::{Maker, Value};
use quadriga::games::draughts::{
    ANTIDRAUGHTS, BRAZILIAN, BREAKTHROUGH, CZECH, Draughts, ENGLISH, FRISIAN, FRYSK, INTERNATIONAL, ITALIAN,
    KILLER, Kernel, Move, POOL, Position, RUSSIAN, RuleSet, SPANISH,
};
use quadriga::random::Random;

/// Nodes of a move.
const NODES: u64 = 1000;
/// Plies of a game that does not end.
const MAX_PLIES: usize = 400;

/// The program, a rule set and its full solution.
pub struct Endings<K: Kernel> {
    game: Draughts<K>,
    engine: Engine<Draughts<K>>,
    maker: Maker,
    /// Does the engine keep its tables from move to move?
    keeps: bool,
}

impl<K: Kernel> Endings<K> {
    /// With all positions up to this many pieces.
    pub fn new(rules: RuleSet<K>, pieces: usize, keeps: bool) -> Endings<K> {
        let game = Draughts::new(rules);
        let mut engine = Engine::new(game.clone());
        engine.set_option("Hash", "1").expect("an option");
        let maker = Maker::new(rules.rules(), pieces).expect("a number of pieces");
        Endings { game, engine, maker, keeps }
    }

    /// Solves all classes; steps in `folder`, as `quadriga bitbase` writes them, are read.
    pub fn solve(&mut self, folder: Option<&str>) {
        for step in 0..self.maker.steps() {
            let part = folder.map(|folder| std::fs::read(format!("{folder}/{}", self.maker.name(step))));
            match part.transpose().expect("a readable file") {
                Some(part) => self.maker.read(step, &part).expect("a step"),
                None => drop(self.maker.solve(step, 1)),
            }
        }
    }

    /// Number of steps of the solution.
    pub fn steps(&self) -> usize {
        self.maker.steps()
    }

    /// Name of a step.
    pub fn name(&self, step: usize) -> String {
        self.maker.name(step)
    }

    /// Number of positions of a step that are won for the player to move.
    pub fn count(&self, step: usize) -> usize {
        self.maker.counts(step).won as usize
    }

    /// Positions of a step that are won for the player to move, one of `every` at random, as text.
    pub fn won(&self, step: usize, every: usize, random: &mut Random) -> Vec<String> {
        let mut won = Vec::new();
        for pos in self.maker.positions(step) {
            let is_taken = every <= 1 || random.below(every) == 0;
            if is_taken && matches!(self.maker.value(&pos), Some(Value::Won(_))) {
                won.push(pos.fen());
            }
        }
        won
    }

    /// Plays a position out; the number of plies, or how the win was lost.
    pub fn play(&mut self, fen: &str) -> Result<usize, String> {
        let mut pos = self.game.parse_position(fen).expect("a position");
        let winner = pos.player_to_move();
        let mut moves: Vec<String> = Vec::new();
        let mut seen: HashMap<u64, usize> = HashMap::new();
        for ply in 0..MAX_PLIES {
            let legal = legal(&pos);
            let outcome = if legal.is_empty() { Some(pos.no_moves_outcome()) } else { pos.outcome() };
            let times = seen.entry(pos.repetition_key()).or_default();
            *times += 1;
            match outcome {
                Some(Outcome::Win(player)) if player == winner => return Ok(ply),
                Some(_) => return Err(format!("over after {ply} plies: {}", moves.join(" "))),
                None if pos.repetition_limit().is_some_and(|limit| *times >= limit) => {
                    return Err(format!("repeated after {ply} plies: {}", moves.join(" ")));
                }
                None => {}
            }
            if pos.player_to_move() == winner {
                let mv = self.choose(fen, &pos, &moves);
                moves.push(pos.move_text(mv, MoveStyle::Native));
                pos.make(mv);
                if !matches!(self.for_last_mover(&pos), Value::Won(_)) {
                    return Err(format!("given away after {ply} plies: {}", moves.join(" ")));
                }
            } else {
                let mv = self.longest_defence(&pos, &legal);
                moves.push(pos.move_text(mv, MoveStyle::Native));
                pos.make(mv);
            }
        }
        Err(format!("no end: {}", moves.join(" ")))
    }

    /// The program's move.
    fn choose(&mut self, fen: &str, pos: &Position<K>, moves: &[String]) -> Move {
        if self.keeps {
            let words: Vec<&str> = moves.iter().map(String::as_str).collect();
            self.engine.set_position(Some(fen), &words).expect("moves of the game");
        } else {
            self.engine.new_game();
            self.engine.set_position(Some(&pos.fen()), &[]).expect("a position");
        }
        let result = self.engine.go(&SearchLimits::nodes(NODES), &mut Silent).expect("a search");
        pos.parse_move(&result.best_move.expect("a move")).expect("a legal move")
    }

    /// The exact value of a position for the player who has just moved.
    fn for_last_mover(&self, pos: &Position<K>) -> Value {
        let is_over = legal(pos).is_empty();
        let outcome = if is_over { Some(pos.no_moves_outcome()) } else { pos.outcome() };
        match outcome {
            Some(Outcome::Draw) => Value::Drawn,
            Some(Outcome::Win(player)) if player == pos.player_to_move() => Value::Lost(0),
            Some(Outcome::Win(_)) => Value::Won(0),
            None => match self.maker.value(pos).expect("a solved class") {
                Value::Drawn => Value::Drawn,
                Value::Won(distance) => Value::Lost(distance),
                Value::Lost(distance) => Value::Won(distance),
            },
        }
    }

    /// The defender's move.
    fn longest_defence(&self, pos: &Position<K>, legal: &[Move]) -> Move {
        let length = |mv: &Move| {
            let mut child = *pos;
            child.make(*mv);
            match self.for_last_mover(&child) {
                Value::Won(_) => u16::MAX,
                Value::Drawn => u16::MAX - 1,
                Value::Lost(distance) => distance,
            }
        };
        legal.iter().copied().max_by_key(length).expect("a move")
    }
}

fn legal<K: Kernel>(pos: &Position<K>) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

/// Plays one of `every` won positions, at least one, of each step; a row for each step, and all failures.
fn table<K: Kernel>(endings: &mut Endings<K>, every: usize) -> (String, Vec<String>) {
    let mut random = Random::new(7);
    let (mut rows, mut failures) = (String::new(), Vec::new());
    for step in 0..endings.steps() {
        let (before, mut longest) = (failures.len(), 0);
        let won = endings.won(step, every.min(endings.count(step)), &mut random);
        for fen in &won {
            match endings.play(fen) {
                Ok(plies) => longest = longest.max(plies),
                Err(how) => failures.push(format!("{fen}: {how}")),
            }
        }
        let lost = failures.len() - before;
        rows += &format!("{}: {lost} of {} not won, longest {longest}\n", endings.name(step), won.len());
    }
    (rows, failures)
}

fn check<K: Kernel>(rules: RuleSet<K>, pieces: usize, every: usize, keeps: bool) {
    let mut endings = Endings::new(rules, pieces, keeps);
    endings.solve(None);
    let (_, failures) = table(&mut endings, every);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn three_pieces_that_a_table_calls_won_are_won_against_the_longest_defence() {
    check(RUSSIAN, 3, 200, false);
    check(BRAZILIAN, 3, 400, true);
    check(ENGLISH, 3, 300, false);
    check(POOL, 3, 400, true);
    check(ITALIAN, 3, 400, false);
    check(SPANISH, 3, 400, false);
    check(CZECH, 3, 400, true);
}

/// `ENDINGS_PARTS` names a folder with the steps of `quadriga bitbase`, one folder a game, so that they need not be
/// solved again; `ENDINGS_EVERY` is the part of the positions that is played. `ENDINGS_BITBASES` names a folder with
/// larger bitbases for the program.
fn print<K: Kernel>(rules: RuleSet<K>, pieces: usize) {
    let name = rules.card.name;
    let every = std::env::var("ENDINGS_EVERY").map_or(300, |every| every.parse().expect("a number"));
    if let Ok(folder) = std::env::var("ENDINGS_BITBASES") {
        quadriga::games::set_bitbase_folder(folder.into());
    }
    let folder = std::env::var("ENDINGS_PARTS").ok().map(|folder| format!("{folder}/{name}"));
    let mut endings = Endings::new(rules, pieces, false);
    endings.solve(folder.as_deref());
    let (rows, failures) = table(&mut endings, every);
    println!("{rows}{name}: {} not won\n{}", failures.len(), failures.join("\n"));
}

#[test]
#[ignore = "takes an hour; prints a table for the documents"]
fn every_class_of_every_rule_set() {
    print(RUSSIAN, 4);
    print(BRAZILIAN, 4);
    print(ENGLISH, 4);
    print(POOL, 4);
    print(ITALIAN, 4);
    print(SPANISH, 4);
    print(CZECH, 4);
    print(INTERNATIONAL, 4);
    print(KILLER, 4);
    print(BREAKTHROUGH, 4);
    print(ANTIDRAUGHTS, 3);
    print(FRISIAN, 3);
    print(FRYSK, 3);
}

/// `ENDINGS_PIECES` is the number of pieces, 6 if it is not set; `ENDINGS_GAME` is English draughts or Russian.
#[test]
#[ignore = "needs the steps of a larger bitbase; prints a table for the documents"]
fn every_class_of_a_larger_bitbase() {
    let pieces = std::env::var("ENDINGS_PIECES").map_or(6, |pieces| pieces.parse().expect("a number"));
    match std::env::var("ENDINGS_GAME").as_deref() {
        Ok("russian") => print(RUSSIAN, pieces),
        _ => print(ENGLISH, pieces),
    }
}
