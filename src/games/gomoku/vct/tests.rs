//! Wins by threats against the rules: a win holds against every legal defence, and if none is reported there is none.

use std::collections::HashMap;

use super::{ThreatWin, Vct, Verdict};
use crate::contract::solver::Effort;
use crate::contract::{Notation as _, Outcome, Player, Position as _};
use crate::games::gomoku::eval_tests::random_position;
use crate::games::gomoku::geometry::Cell;
use crate::games::gomoku::pattern_board::PatternBoard;
use crate::games::gomoku::position::Position;
use crate::games::gomoku::rules::Rule;
use crate::random::Random;

fn attack(vct: &mut Vct, pos: &Position, nodes: u64) -> Verdict {
    let effort = Effort { nodes, stop: &|| false };
    vct.attack(&mut PatternBoard::new(pos), pos.player_to_move().index(), effort).0
}

fn legal(pos: &Position) -> Vec<Cell> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

fn after(pos: &Position, mv: Cell) -> Position {
    let mut next = pos.clone();
    next.make(mv);
    next
}

/// The moves that win on the spot.
fn fives(pos: &Position) -> Vec<Cell> {
    let me = pos.player_to_move();
    legal(pos).into_iter().filter(|&mv| after(pos, mv).outcome() == Some(Outcome::Win(me))).collect()
}

/// Plays the wins that the search finds against every legal defence, and checks that they come in time.
fn assert_wins(vct: &mut Vct, pos: &Position, plies: i32, seen: &mut HashMap<u64, i32>) {
    if seen.get(&pos.key()).is_some_and(|&known| known <= plies) || !fives(pos).is_empty() {
        return;
    }
    let Verdict::Win(win) = attack(vct, pos, u64::MAX) else {
        panic!("no win in {plies} plies: {}", pos.fen());
    };
    assert!(win.plies <= plies, "{} instead of {plies} plies: {}", win.plies, pos.fen());
    let threat = after(pos, win.line[0]);
    assert_eq!(threat.outcome(), None);
    for reply in legal(&threat) {
        let next = after(&threat, reply);
        assert_eq!(next.outcome(), None, "{reply:?} saves: {}", threat.fen());
        assert_wins(vct, &next, plies - 2, seen);
    }
    seen.insert(pos.key(), plies);
}

#[test]
fn a_win_by_threats_holds_against_every_legal_defence() {
    for (rule, size) in Rule::ALL.into_iter().zip([7, 7, 8, 8, 8]) {
        let mut random = Random::new(0x7663_7431 + size as u64);
        let (mut wins, mut longest) = (0, 0);
        while wins < 30 {
            let stones = 8 + random.below(12);
            let pos = random_position(rule, size, stones, &mut random);
            if pos.outcome().is_some() || !fives(&pos).is_empty() {
                continue;
            }
            let mut vct = Vct::new(1);
            let Verdict::Win(ThreatWin { plies, line }) = attack(&mut vct, &pos, 20_000) else { continue };
            assert_eq!(line.len() as i32, plies, "{}", pos.fen());
            let me = pos.player_to_move();
            let end = line.iter().fold(pos.clone(), |pos, &mv| {
                assert!(pos.is_legal(mv) && pos.outcome().is_none());
                after(&pos, mv)
            });
            assert_eq!(end.outcome(), Some(Outcome::Win(me)), "{line:?} of {}", pos.fen());
            // Longer ones have too many defences to try them all.
            if (5..=9).contains(&plies) {
                assert_wins(&mut vct, &pos, plies, &mut HashMap::new());
                wins += 1;
                longest = longest.max(plies);
            }
        }
        assert!(longest >= 9, "{rule:?}: long wins were among them");
    }
}

/// Would `player`, with another move, make five at once or two fives possible?
fn threatens(pos: &Position, player: Player) -> bool {
    let mut his_turn = pos.clone();
    if his_turn.player_to_move() != player {
        his_turn.set_to_move(player);
    }
    if !fives(&his_turn).is_empty() {
        return true;
    }
    legal(&his_turn).into_iter().any(|mv| {
        let mut four = after(&his_turn, mv);
        four.set_to_move(player);
        fives(&four).len() > 1
    })
}

/// Positions that the plain search below may look at.
const MAX_PLAIN: usize = 100;

/// Does the player to move win by moves that each threaten to win, whatever legal move the other answers? `None` if
/// that takes too long to decide.
fn wins_by_threats(pos: &Position, known: &mut HashMap<u64, bool>) -> Option<bool> {
    if !fives(pos).is_empty() {
        return Some(true);
    }
    if let Some(&wins) = known.get(&pos.key()) {
        return Some(wins);
    }
    if known.len() > MAX_PLAIN {
        return None;
    }
    let me = pos.player_to_move();
    let mut wins = false;
    for mv in legal(pos) {
        let threat = after(pos, mv);
        if threat.outcome().is_none() && fives(&threat).is_empty() && threatens(&threat, me) {
            wins = every_answer_loses(&threat, known)?;
        }
        if wins {
            break;
        }
    }
    known.insert(pos.key(), wins);
    Some(wins)
}

fn every_answer_loses(threat: &Position, known: &mut HashMap<u64, bool>) -> Option<bool> {
    for reply in legal(threat) {
        let next = after(threat, reply);
        if next.outcome().is_some() || !wins_by_threats(&next, known)? {
            return Some(false);
        }
    }
    Some(true)
}

#[test]
fn a_win_by_threats_is_found_if_and_only_if_there_is_one() {
    for rule in [Rule::Standard, Rule::Freestyle] {
        let mut random = Random::new(0x7663_7432);
        let mut counts = [0; 2];
        for _ in 0..1_000 {
            let stones = 12 + random.below(12);
            let pos = random_position(rule, 6, stones, &mut random);
            if pos.outcome().is_some() || !fives(&pos).is_empty() {
                continue;
            }
            let Some(wins) = wins_by_threats(&pos, &mut HashMap::new()) else { continue };
            match attack(&mut Vct::new(1), &pos, u64::MAX) {
                Verdict::Win(_) => assert!(wins, "{}", pos.fen()),
                Verdict::NoThreatWins => assert!(!wins, "{}", pos.fen()),
                Verdict::Unknown => unreachable!("the effort is endless"),
            }
            counts[usize::from(wins)] += 1;
        }
        assert!(counts.iter().all(|&n| n > 10), "both were met: {counts:?}");
    }
}

#[test]
fn a_search_goes_on_where_it_was_given_up() {
    let mut random = Random::new(0x7663_7433);
    let hard = loop {
        let pos = random_position(Rule::Freestyle, 15, 30, &mut random);
        if pos.outcome().is_none() && attack(&mut Vct::new(1), &pos, 1_000) == Verdict::Unknown {
            break pos;
        }
    };
    let mut vct = Vct::new(4);
    let decided = (0..1_000).any(|_| attack(&mut vct, &hard, 1_000) != Verdict::Unknown);
    let alone = attack(&mut Vct::new(4), &hard, 1_000_000) != Verdict::Unknown;
    assert!(decided || !alone, "a thousand short searches decide what a long one does");
}
