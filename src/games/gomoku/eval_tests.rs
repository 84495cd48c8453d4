//! Tests of the evaluator against the rules: incremental state equals state from scratch, moves left out of the
//! candidates lose, and proved results are true.

use super::candidates::{candidates, makes_four};
use super::eval::{Evaluator, MAX_RANK};
use super::geometry::{Cell, cells};
use super::network::Network;
use super::pattern_board::PatternBoard;
use super::points::PointClass;
use super::rules::Rule;
use super::vcf::{Effort, Vcf};
use super::{Gomoku, Position, Undo};
use crate::contract::{Evaluator as _, Game, Notation, Outcome, Position as _, Score};
use crate::random::Random;

/// An evaluator with the network of the program.
fn evaluator(pos: &Position) -> Evaluator {
    Evaluator::new(Network::of(pos.rule()), pos)
}

/// A position after `plies` random moves, most of them next to the stones, in which nobody has won.
pub(super) fn random_position(rule: Rule, size: usize, plies: usize, random: &mut Random) -> Position {
    let mut pos = Gomoku::of_size(rule, size).start_position();
    let middle = (size / 2) as isize;
    let mut around = (middle, middle);
    while pos.stone_count() < plies {
        let near =
            |n: isize, random: &mut Random| (n + random.below(5) as isize - 2).clamp(0, size as isize - 1);
        let (x, y) = (near(around.0, random), near(around.1, random));
        if random.below(3) == 0 {
            around = (x, y);
        }
        let mv = Cell::new(x as usize, y as usize);
        if pos.is_legal(mv) {
            let undo = pos.make(mv);
            if pos.outcome().is_some() || pos.count_moves() == 0 {
                pos.unmake(mv, undo);
                break;
            }
        } else {
            around = (random.below(size) as isize, random.below(size) as isize);
            if random.below(40) == 0 {
                break;
            }
        }
    }
    pos
}

/// Everything that a board reports.
fn describe(board: &PatternBoard) -> impl PartialEq + std::fmt::Debug + use<> {
    let points: Vec<_> =
        cells(board.size()).map(|c| [0, 1].map(|p| (board.class(c, p), board.patterns(c, p)))).collect();
    let classes: Vec<_> = PointClass::ALL[PointClass::Four as usize..PointClass::Taken as usize]
        .iter()
        .map(|&class| [0, 1].map(|p| (board.count(p, class), board.points_of(p, class).collect::<Vec<_>>())))
        .collect();
    (points, classes, board.stones(), board.key(), board.lines().clone(), board.is_full())
}

/// Plays a random move, or takes back the last one, on both boards; does nothing without a move.
pub(super) fn walk(
    pos: &mut Position,
    board: &mut PatternBoard,
    played: &mut Vec<(Cell, Undo)>,
    random: &mut Random,
) {
    if random.below(3) == 0
        && let Some((mv, undo)) = played.pop()
    {
        pos.unmake(mv, undo);
        board.unmake(mv, pos.player_to_move().index());
        return;
    }
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    if !moves.is_empty() {
        let mv = moves[random.below(moves.len())];
        board.make(mv, pos.player_to_move().index());
        played.push((mv, pos.make(mv)));
    }
}

#[test]
fn what_is_kept_move_by_move_equals_what_is_computed_afresh() {
    let mut random = Random::new(21);
    for rule in Rule::ALL {
        for round in 0..12 {
            let size = [15, 5, 9, 22][round % 4];
            let start = random_position(rule, size, random.below(size * 2), &mut random);
            let mut pos = start.clone();
            let mut board = PatternBoard::new(&pos);
            let mut played = Vec::new();
            for _ in 0..40 {
                walk(&mut pos, &mut board, &mut played, &mut random);
                assert_eq!(describe(&board), describe(&PatternBoard::new(&pos)), "{}", pos.diagram());
            }
        }
    }
}

#[test]
fn a_five_point_is_where_the_rules_say_that_a_stone_wins() {
    let mut random = Random::new(22);
    for rule in Rule::ALL {
        for _ in 0..150 {
            let mut pos = random_position(rule, 9, 10 + random.below(30), &mut random);
            let board = PatternBoard::new(&pos);
            let mover = pos.player_to_move();
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            for mv in moves {
                let undo = pos.make(mv);
                let wins = pos.outcome() == Some(Outcome::Win(mover));
                pos.unmake(mv, undo);
                let class = board.class(mv, mover.index());
                assert_eq!(class == PointClass::Five, wins, "{mv:?}\n{}", pos.diagram());
            }
        }
    }
}

#[test]
fn every_move_left_out_in_face_of_a_five_or_a_straight_four_loses() {
    let mut random = Random::new(23);
    let (mut fives, mut fours) = (0, 0);
    for rule in Rule::ALL {
        for _ in 0..1500 {
            let pos = random_position(rule, 9, 6 + random.below(24), &mut random);
            let mut board = PatternBoard::new(&pos);
            let (player, enemy) = (pos.player_to_move().index(), pos.player_to_move().other().index());
            let in_danger = board.has(enemy, PointClass::StraightFour, PointClass::Five);
            if !in_danger || board.has(player, PointClass::StraightFour, PointClass::Five) {
                continue;
            }
            let faces_five = board.count(enemy, PointClass::Five) > 0;
            fives += usize::from(faces_five);
            fours += usize::from(!faces_five);
            let (mut listed, mut legal) = (Vec::new(), Vec::new());
            candidates(&board, player, &mut listed);
            pos.generate(&mut legal);
            assert!(listed.iter().all(|mv| legal.contains(mv)), "{}", pos.diagram());
            assert_eq!(listed.is_empty(), legal.is_empty());
            for mv in legal.into_iter().filter(|mv| !listed.contains(mv)) {
                board.make(mv, player);
                let enemy_wins = board.count(enemy, PointClass::Five) > 0
                    || board.count(enemy, PointClass::StraightFour) > 0
                        && board.count(player, PointClass::Five) == 0;
                assert!(enemy_wins, "{mv:?} holds in\n{}", pos.diagram());
                board.unmake(mv, player);
            }
        }
    }
    assert!(fives > 100 && fours > 100, "{fives} fives and {fours} straight fours faced");
}

/// Can the player to move win within `plies` by moves each of which threatens to win at once, against every
/// legal answer? By the rules alone.
fn wins_by_force(pos: &mut Position, plies: i32) -> bool {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    if let Some(&mv) = moves.iter().find(|&&mv| wins_at_once(pos, mv)) {
        return plies >= 1 && pos.is_legal(mv);
    }
    plies >= 3
        && moves.into_iter().any(|mv| {
            let undo = pos.make(mv);
            let forced = threatens_five(pos) && every_answer_loses(pos, plies - 1);
            pos.unmake(mv, undo);
            forced
        })
}

fn wins_at_once(pos: &mut Position, mv: Cell) -> bool {
    let mover = pos.player_to_move();
    let undo = pos.make(mv);
    let won = pos.outcome() == Some(Outcome::Win(mover));
    pos.unmake(mv, undo);
    won
}

/// Would the player who has just moved win if they could move again?
fn threatens_five(pos: &mut Position) -> bool {
    let undo = pos.make_null().expect("passing is known");
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    let threatens = moves.into_iter().any(|mv| wins_at_once(pos, mv));
    pos.unmake_null(undo);
    threatens
}

fn every_answer_loses(pos: &mut Position, plies: i32) -> bool {
    let mut answers = Vec::new();
    pos.generate(&mut answers);
    answers.into_iter().all(|answer| {
        let undo = pos.make(answer);
        let loses = pos.outcome().is_none() && wins_by_force(pos, plies - 1);
        pos.unmake(answer, undo);
        loses
    })
}

#[test]
fn a_victory_by_fours_holds_against_every_answer_and_none_short_is_missed() {
    let mut random = Random::new(24);
    for rule in Rule::ALL {
        let (mut found, mut none) = (0, 0);
        for _ in 0..700 {
            let mut pos = random_position(rule, 8, 8 + random.below(20), &mut random);
            let mut board = PatternBoard::new(&pos);
            let before = format!("{:?}", describe(&board));
            let player = pos.player_to_move().index();
            let plies = Vcf::new().attack(&mut board, player, 0, &mut Effort::of(10_000));
            assert_eq!(format!("{:?}", describe(&board)), before, "the board is as it was");
            match plies {
                Some(plies) if plies <= 7 => {
                    assert!(wins_by_force(&mut pos, plies), "win in {plies}:\n{}", pos.diagram());
                    found += usize::from(plies > 1);
                }
                None if !board.closing_matters() => {
                    assert!(!wins_by_force(&mut pos, 5), "missed:\n{}", pos.diagram());
                    none += 1;
                }
                _ => {}
            }
        }
        assert!(
            found > 40 && (none > 40 || rule.lines()[0].closed_five_is_nothing),
            "{rule:?}: {found} wins, {none} without"
        );
    }
}

#[test]
fn what_probe_calls_proved_is_proved() {
    let mut random = Random::new(25);
    for rule in Rule::ALL {
        let (mut won, mut lost) = (0, 0);
        for _ in 0..600 {
            let mut pos = random_position(rule, 8, 8 + random.below(24), &mut random);
            let mut evaluator = evaluator(&pos);
            let Some((score, _)) = evaluator.probe(&pos, 0, 0) else { continue };
            let plies = score.plies_to_end().expect("a proved result");
            if score > Score::DRAW {
                assert!(wins_by_force(&mut pos, plies), "win in {plies}:\n{}", pos.diagram());
                won += 1;
            } else {
                assert!(every_answer_loses(&mut pos, plies), "loss in {plies}:\n{}", pos.diagram());
                lost += 1;
            }
        }
        assert!(
            won > 40 && (lost > 4 || rule.lines()[0].closed_five_is_nothing),
            "{rule:?}: {won} won, {lost} lost"
        );
    }
}

#[test]
fn fours_are_what_must_be_answered() {
    let mut random = Random::new(26);
    for rule in Rule::ALL {
        for _ in 0..100 {
            let mut pos = random_position(rule, 9, 8 + random.below(24), &mut random);
            let board = PatternBoard::new(&pos);
            let player = pos.player_to_move().index();
            if board.count(player, PointClass::Five) > 0 {
                continue;
            }
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            for mv in moves {
                let undo = pos.make(mv);
                let four = threatens_five(&mut pos);
                pos.unmake(mv, undo);
                assert_eq!(makes_four(&board, mv, player), four, "{mv:?}\n{}", pos.diagram());
            }
        }
    }
}

#[test]
fn a_four_that_only_puts_off_a_straight_four_costs_no_depth() {
    let extension = |moves: &str, reply: &str| {
        let mut pos = Gomoku::new(Rule::Freestyle).start_position();
        for text in moves.split(' ') {
            let mv = pos.parse_move(text).expect("a legal move");
            pos.make(mv);
        }
        let mut replies = Vec::new();
        let mut evaluator = evaluator(&pos);
        evaluator.candidates(&pos, &mut replies);
        let reply = pos.parse_move(reply).expect("a legal move");
        evaluator.extension(&pos, reply, replies.len())
    };
    assert_eq!(extension("h8 a1 i8 b1 o15 c1 m14 d1", "e1"), 1, "a four, and no three that it puts off");
    assert_eq!(extension("h8 a1 i8 b1 o15 c1 j8 d1", "e1"), 2, "a four against a three");
    assert_eq!(extension("h8 a1 i8 b1 o15 c1 j8 e3", "k8"), 0, "no four");
}

/// The policy has no natural zero: a limit within its range would leave many moves in the order of generation, row by
/// row.
#[test]
fn no_rank_of_a_quiet_move_meets_the_limit() {
    let mut random = Random::new(53);
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let (mut highest, mut count) = (0, 0);
        for game in 0..200 {
            let pos = random_position(rule, 15, 4 + game % 60, &mut random);
            let (mut evaluator, mut moves) = (evaluator(&pos), Vec::new());
            evaluator.candidates(&pos, &mut moves);
            for mv in moves {
                let rank = evaluator.order_hint(&pos, mv).abs();
                // Forcing moves are ranked by their class.
                if rank <= MAX_RANK {
                    (highest, count) = (rank.max(highest), count + 1);
                }
            }
        }
        assert!(count > 5_000, "{rule:?}: {count}");
        assert!(highest < MAX_RANK, "{rule:?}: {highest}");
    }
}
