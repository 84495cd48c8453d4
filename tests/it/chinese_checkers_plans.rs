//! The search for more than two players: what holds for every search, and how strong it is among simple players.

use crate::common::Random;
use crate::common::star::placed;
use crate::reference::chinese_checkers::{board_text, cube_of, moves as slow_moves, read_board};
use quadriga::contract::{
    MoveStyle, Notation as _, Outcome, Player, Score, SearchLimits, SearchResult, Silent,
};
use quadriga::engine::AnyEngine;
use quadriga::games;
use quadriga::games::chinese_checkers::geometry::Hole;
use quadriga::games::chinese_checkers::rules::Rules;
use quadriga::games::chinese_checkers::seat::Seat;
use std::cmp::Reverse;

fn engine(players: usize, options: &[(&str, &str)]) -> Box<dyn AnyEngine> {
    let mut engine = games::open("chinesecheckers").expect("a game");
    engine.set_option("Players", &players.to_string()).expect("a number of players");
    for (name, value) in options {
        engine.set_option(name, value).expect(value);
    }
    engine
}

fn go(engine: &mut dyn AnyEngine, limits: &SearchLimits) -> SearchResult<String> {
    engine.go(limits, &mut Silent).expect("a search")
}

#[test]
fn a_depth_gives_the_same_result_on_any_number_of_threads() {
    for players in [3, 6] {
        let said = ["1", "3"].map(|threads| {
            let mut engine = engine(players, &[("Threads", threads)]);
            engine.set_position(None, &["d10-e9"]).expect("a move");
            let result = go(engine.as_mut(), &SearchLimits::depth(5));
            let line = &result.lines[0];
            (result.nodes, line.score, line.wdl, line.pv.clone())
        });
        assert_eq!(said[0], said[1]);
    }
}

#[test]
fn nodes_are_a_limit_that_one_thread_never_passes() {
    let mut engine = engine(6, &[]);
    for limit in [300, 1000, 5000] {
        let spent = go(engine.as_mut(), &SearchLimits::nodes(limit)).nodes;
        assert!(spent <= limit && spent * 2 > limit, "{limit}: {spent}");
    }
}

#[test]
fn a_win_at_hand_is_played_and_told() {
    let at_home = |letter| {
        let holes = Seat::from_letter(letter).expect("a seat").home();
        holes.into_iter().map(|hole| hole.to_string()).collect::<Vec<_>>().join(" ")
    };
    let army = "q13 p12 p14 o11 o13 o15 n12 n14 n16 m11";
    let pieces = format!("A: {army} C: {} E: {}", at_home('C'), at_home('E'));
    let pos = placed("Players=3", &pieces, "A ACE");
    let mut engine = engine(3, &[]);
    engine.set_position(Some(&pos.fen()), &[]).expect("a position");
    let result = go(engine.as_mut(), &SearchLimits::nodes(2000));
    assert_eq!(result.best_move.as_deref(), Some("m11-n10"));
    assert_eq!((result.lines[0].score, result.lines[0].wdl), (Score::win_in(1), [1000, 0, 0]));
}

#[test]
fn nobody_is_said_to_have_won_or_lost_on_the_first_moves() {
    for players in [3, 4, 6] {
        let mut engine = engine(players, &[]);
        for moves in [&[][..], &["d10-e9"]] {
            engine.set_position(None, moves).expect("legal moves");
            let chance = go(engine.as_mut(), &SearchLimits::nodes(2000)).lines[0].wdl[0] as usize;
            assert!((500..2000).contains(&(chance * players)), "{players} {moves:?}: {chance}");
        }
    }
}

#[test]
fn lines_are_played_by_the_rules_and_as_many_as_wanted() {
    let mut engine = engine(4, &[("MultiPV", "5")]);
    let result = go(engine.as_mut(), &SearchLimits::nodes(3000));
    assert_eq!(result.lines.len(), 5);
    for line in &result.lines {
        assert_eq!(line.wdl.iter().sum::<u32>(), 1000);
        assert!(line.score <= result.lines[0].score);
        let moves: Vec<&str> = line.pv.iter().map(String::as_str).collect();
        engine.set_position(None, &moves).expect("legal moves");
        engine.set_position(None, &[]).expect("the start");
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = engine(5, &[]);
    let limits = SearchLimits { search_moves: vec!["d10-e9".to_string()], ..SearchLimits::nodes(500) };
    assert_eq!(go(engine.as_mut(), &limits).best_move.as_deref(), Some("d10-e9"));
}

/// How the others choose their moves.
#[derive(Clone, Copy)]
enum Others {
    /// The move that gains most rows.
    Greedy,
    /// Of six moves that gain most the one that gains most together with the best one after it, while everybody else stands
    /// still.
    LookAhead,
}

/// Rows that a move gains.
fn gain(seat: Seat, mv: &str) -> i32 {
    let mut rows = mv.split('-').filter_map(Hole::from_name).map(|hole| i32::from(seat.progress(hole)));
    let (from, to) = (rows.next().unwrap_or(0), rows.next().unwrap_or(0));
    to - from
}

/// Rows that the best move gains after a move, by the slow rules.
fn gain_after(engine: &dyn AnyEngine, seat: Seat, mv: &str) -> i32 {
    let Some((from, to)) = mv.split_once('-') else { return 0 };
    let fen = engine.fen();
    let (mut board, side, _) = read_board(&fen);
    board.remove(&cube_of(from));
    board.insert(cube_of(to), side);
    let (_, rest) = fen.split_once(' ').expect("a side after the board");
    let next = slow_moves(&format!("{} {rest}", board_text(&board)), "both", "own");
    next.iter().map(|mv| gain(seat, mv)).max().unwrap_or(0)
}

/// A move of theirs, by chance among equals.
fn choose(others: Others, engine: &dyn AnyEngine, random: &mut Random) -> String {
    let status = engine.status();
    let seat = Rules::seats(status.players)[status.to_move.index()];
    let mut moves = engine.legal_moves(MoveStyle::Native);
    let offset = random.below(moves.len());
    moves.rotate_left(offset);
    moves.sort_by_key(|mv| Reverse(gain(seat, mv)));
    if let Others::LookAhead = others {
        moves.truncate(6);
        moves.sort_by_cached_key(|mv| Reverse(gain(seat, mv) + gain_after(engine, seat, mv)));
    }
    moves.swap_remove(0)
}

/// Games that the engine wins in one seat against such others; it sits on every seat in turn.
fn first_places(others: Others, players: usize, games: usize, nodes: u64) -> usize {
    let mut random = Random::new(7);
    let won = |number: usize, random: &mut Random| {
        let mut engine = engine(players, &[("Hash", "1")]);
        let own = Player::new(number % players);
        while engine.status().outcome.is_none() {
            let to_move = engine.status().to_move;
            let is_opening = engine.moves(MoveStyle::Native).len() < players;
            let mv = if to_move == own && !is_opening {
                go(engine.as_mut(), &SearchLimits::nodes(nodes)).best_move.expect("a move")
            } else if is_opening {
                let moves = engine.legal_moves(MoveStyle::Native);
                moves[random.below(moves.len())].clone()
            } else {
                choose(others, engine.as_ref(), random)
            };
            engine.play(&mv).expect("a legal move");
        }
        engine.status().outcome == Some(Outcome::Win(own))
    };
    (0..games).filter(|&number| won(number, &mut random)).count()
}

#[test]
fn among_greedy_players_the_engine_comes_first_far_more_often_than_by_chance() {
    // By chance 4 of 12 and 2 of 12.
    let three = first_places(Others::Greedy, 3, 12, 3000);
    let six = first_places(Others::Greedy, 6, 12, 6000);
    assert!(three >= 8, "three players: {three} of 12");
    assert!(six >= 4, "six players: {six} of 12");
}

#[test]
fn among_players_who_look_ahead_the_engine_comes_first_more_often_than_by_chance() {
    let four = first_places(Others::LookAhead, 4, 12, 6000);
    let six = first_places(Others::LookAhead, 6, 12, 6000);
    // By chance 3 of 12 and 2 of 12.
    assert!(four >= 8, "four players: {four} of 12");
    assert!(six >= 6, "six players: {six} of 12");
}
