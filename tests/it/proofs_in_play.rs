//! A game that can be solved is played perfectly, and said to be: against plain negamax on small boards, against the
//! prover on the usual one, and over the protocol.

use std::collections::{HashMap, HashSet};

use crate::common::Random;
use crate::common::client::Client;
use quadriga::contract::solver::Effort;
use quadriga::contract::{
    Game, MoveStyle, Notation, Outcome, Position as _, Score, SearchLimits, SearchResult, Silent, Window,
};
use quadriga::engine::{AnyEngine, Engine};
use quadriga::games::connect_four::{ConnectFour, Move, Position};

/// Neither side can do better than draw.
const DRAWN: &str = "1 1 2 2 3 7 7 4 4 4 5 6 2";
/// The player to move wins with the 23rd ply from here.
const WON: &str = "1 1 2 2 3 7 7 4 4 4 5 6 2 3";

fn legal(pos: &Position<u64>) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

fn after(pos: &Position<u64>, mv: Move) -> Position<u64> {
    let mut next = *pos;
    next.make(mv);
    next
}

/// The value of a position without any cleverness: every line to its end.
fn plain_value(pos: &Position<u64>, known: &mut HashMap<u64, Score>) -> Score {
    match pos.outcome() {
        Some(Outcome::Draw) => return Score::DRAW,
        Some(Outcome::Win(_)) => return Score::loss_in(0),
        None => {}
    }
    if let Some(&value) = known.get(&pos.key()) {
        return value;
    }
    let value = legal(pos).iter().map(|&mv| move_value(pos, mv, known)).max().expect("a move");
    known.insert(pos.key(), value);
    value
}

fn move_value(pos: &Position<u64>, mv: Move, known: &mut HashMap<u64, Score>) -> Score {
    (-plain_value(&after(pos, mv), known)).from_table(1)
}

/// Replies that hold the result of the game.
fn holding_replies(pos: &Position<u64>, mv: Move, known: &mut HashMap<u64, Score>) -> usize {
    let next = after(pos, mv);
    if next.outcome().is_some() {
        return 0;
    }
    let value = plain_value(&next, known);
    let replies = legal(&next);
    let holds = |reply: &&Move| {
        let held = move_value(&next, **reply, known);
        if value.is_win() { held.is_win() } else { held >= value }
    };
    replies.iter().filter(holds).count()
}

fn proved(engine: &mut dyn AnyEngine) -> SearchResult<String> {
    let endless = SearchLimits { infinite: true, ..SearchLimits::default() };
    engine.go(&endless, &mut Silent).expect("a search")
}

/// The engine's move and score in this position are those of plain negamax, and no equal move is harder to answer.
fn check(engine: &mut dyn AnyEngine, pos: &Position<u64>, moves: &[String], known: &mut HashMap<u64, Score>) {
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.set_position(None, &words).expect("legal moves");
    let result = proved(engine);
    let best = pos.parse_move(result.best_move.as_deref().expect("a move")).expect("legal");
    let value = plain_value(pos, known);
    assert!(result.lines[0].proved, "{words:?}");
    assert_eq!(result.lines[0].score, value, "{words:?}");
    assert_eq!(move_value(pos, best, known), value, "{words:?}: {best:?}");
    let keepers: Vec<Move> =
        legal(pos).into_iter().filter(|&mv| move_value(pos, mv, known) == value).collect();
    let fewest = keepers.iter().map(|&mv| holding_replies(pos, mv, known)).min();
    assert_eq!(Some(holding_replies(pos, best, known)), fewest, "{words:?}: {best:?}");
}

struct Walk {
    game: ConnectFour<u64>,
    engine: Engine<ConnectFour<u64>>,
    known: HashMap<u64, Score>,
    seen: HashSet<u64>,
    /// One of so many positions is checked.
    every: u64,
}

impl Walk {
    fn new(width: u32, height: u32, every: u64) -> Walk {
        let game = ConnectFour::new(width, height).expect("a board");
        let mut engine = Engine::new(game);
        engine.set_option("Hash", "2").expect("an option");
        Walk { game, engine, known: HashMap::new(), seen: HashSet::new(), every }
    }

    fn run(&mut self, pos: &Position<u64>, moves: &mut Vec<String>) {
        if pos.outcome().is_some() || !self.seen.insert(pos.key()) {
            return;
        }
        if pos.key().is_multiple_of(self.every) {
            check(&mut self.engine, pos, moves, &mut self.known);
        }
        for mv in legal(pos) {
            moves.push(pos.move_text(mv, MoveStyle::Native));
            self.run(&after(pos, mv), moves);
            moves.pop();
        }
    }
}

#[test]
fn on_four_by_four_every_move_keeps_the_exact_value_and_is_the_hardest_to_answer() {
    let mut walk = Walk::new(4, 4, 16);
    let start = walk.game.start_position();
    walk.run(&start, &mut Vec::new());
    assert!(walk.seen.len() > 100_000, "the walk sees the whole board");
}

#[test]
fn on_five_by_four_moves_from_random_positions_keep_the_exact_value() {
    let mut walk = Walk::new(5, 4, 1);
    let mut random = Random::new(4);
    for _ in 0..300 {
        let mut pos = walk.game.start_position();
        let mut moves = Vec::new();
        while moves.len() < 8 {
            let choice = legal(&pos);
            let mv = choice[random.below(choice.len())];
            if after(&pos, mv).outcome().is_some() {
                break;
            }
            moves.push(pos.move_text(mv, MoveStyle::Native));
            pos.make(mv);
        }
        check(&mut walk.engine, &pos, &moves, &mut walk.known);
    }
}

#[test]
fn all_moves_have_their_proved_values_with_multi_pv() {
    let game = ConnectFour::<u64>::new(7, 6).expect("a board");
    let mut solver = game.tools().solver(16, 1).expect("a game that can be solved");
    let mut engine = Engine::new(game);
    engine.set_option("MultiPV", "7").expect("an option");
    let mut random = Random::new(9);
    for _ in 0..12 {
        let pos = crate::common::random_position(&game, &mut random, 20);
        engine.set_position(Some(&pos.fen()), &[]).expect("a position");
        let lines = proved(&mut engine).lines;
        assert_eq!(lines.len(), legal(&pos).len());
        for line in lines {
            let next = after(&pos, pos.parse_move(&line.pv[0]).expect("legal"));
            let value = match next.outcome() {
                Some(Outcome::Draw) => Score::DRAW,
                Some(Outcome::Win(_)) => Score::win_in(1),
                None => {
                    solver.set_position(Some(&next.fen()), "").expect("a position");
                    let found = solver.prove(Window::FULL, Effort::ENDLESS).value();
                    (-found.expect("proved")).from_table(1)
                }
            };
            assert_eq!((line.score, line.proved), (value, true), "{} {}", pos.fen(), line.pv[0]);
        }
    }
}

fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|other| *other != word).nth(1)
}

/// Everything a search says, up to its best move.
fn searched(client: &mut Client, moves: &str, go: &str) -> Vec<String> {
    client.send(&format!("position startpos moves {moves}\n{go}"));
    client.until("bestmove")
}

#[test]
fn a_proved_win_is_told_with_its_distance_and_a_proved_draw_as_such() {
    let mut client = Client::start(&[]);
    for go in [
        "go movetime 36000000",
        "go wtime 36000000 btime 36000000",
        "go depth 30",
        "go nodes 3000000",
        "go mate 12",
    ] {
        let won = searched(&mut client, WON, go);
        assert!(won.iter().any(|line| line.contains(" score mate 12 ")), "{go}: {won:#?}");
        assert_eq!(won[won.len() - 2], "info string proved win", "{go}");
        if !go.contains("mate") {
            let drawn = searched(&mut client, DRAWN, go);
            assert!(drawn[drawn.len() - 3].contains(" score cp 0 "), "{go}: {drawn:#?}");
            assert_eq!(drawn[drawn.len() - 2], "info string proved draw", "{go}");
        }
    }
}

#[test]
fn a_win_that_is_too_far_away_is_denied() {
    let mut client = Client::start(&[]);
    let denied = searched(&mut client, WON, "go mate 11");
    let report = &denied[denied.len() - 2];
    assert!(report.contains(" score mate ") && report.contains(" upperbound "), "{report}");
    let least: i32 = word_after(report, "mate").expect("a number").parse().expect("a number");
    assert!(least > 11, "{report}");
}

#[test]
fn analysis_reports_the_proof_and_waits_for_stop() {
    let mut client = Client::start(&[]);
    client.send(&format!("position startpos moves {DRAWN}\ngo infinite"));
    client.until("info string proved draw");
    client.send("isready");
    assert!(!client.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    client.ask("stop", "bestmove");
}

#[test]
fn a_proof_far_from_its_end_is_given_up_at_stop() {
    for game in ["connect4-8x8", "connect4-10x10"] {
        let mut client = Client::playing(game);
        client.send("go infinite");
        client.until("info depth 3 ");
        client.send("stop");
        let end = client.until("bestmove");
        assert!(!end.iter().any(|line| line.starts_with("info string proved")), "{end:#?}");
    }
}

#[test]
fn weaker_levels_and_a_solver_switched_off_prove_nothing() {
    for option in ["Skill Level value 0", "Skill Level value 19", "Solver value false"] {
        let mut client = Client::start(&[]);
        client.send(&format!("setoption name {option}"));
        let said = searched(&mut client, DRAWN, "go depth 6");
        assert!(!said.iter().any(|line| line.contains("proved")), "{option}: {said:#?}");
    }
}

#[test]
fn the_nodes_of_the_prover_count_and_a_search_repeats() {
    let mut client = Client::start(&[]);
    for (moves, nodes) in [("4 4", 3000), ("4 4", 50_000), (DRAWN, 3000), (DRAWN, 40_000), (WON, 500_000)] {
        let runs: Vec<Vec<(String, String)>> = (0..2)
            .map(|_| {
                client.send("ucinewgame");
                let said = searched(&mut client, moves, &format!("go nodes {nodes}"));
                let told = |line: &String| {
                    let spent = word_after(line, "nodes")?;
                    assert!(spent.parse::<u64>().expect("a number") <= nodes + 1, "{line}");
                    Some((spent.to_string(), word_after(line, "score")?.to_string()))
                };
                said.iter().filter_map(told).collect()
            })
            .collect();
        assert_eq!(runs[0], runs[1], "{moves}, {nodes} nodes");
    }
}

#[test]
fn moves_to_search_have_the_best_value_among_them() {
    let mut client = Client::start(&[]);
    let only = searched(&mut client, DRAWN, "go movetime 36000000 searchmoves 1 3 7");
    assert!(only[only.len() - 3].contains(" score mate -12 "), "{only:#?}");
    assert_eq!(only[only.len() - 2], "info string proved loss");
    assert_eq!(word_after(only.last().expect("a move"), "bestmove"), Some("3"));
}

#[test]
fn eval_names_the_values_of_moves_that_are_proved_at_once() {
    let mut client = Client::start(&[]);
    client.send(&format!("position startpos moves {WON}\neval\nisready"));
    let said = client.until("readyok");
    assert!(said.iter().any(|line| line.ends_with("  win in 23 plies")), "{said:#?}");
}
