//! Rules of Chinese checkers, named as sentences, and games beside the slow rules of `tests/reference`. How games end
//! under `Win=fill` and `LeaveHome` is in `chinese_checkers_endings.rs`.
//!
//! The rules have no official text; they are those of the "long jump" family (in Chinese kong tiao): one step, or
//! any chain of hops over single pieces to the mirror hole, with resting only where the piece belongs. Options
//! and notation are described in `protocol.md`. The lone-army lines are Levenspiel's 27 moves (proved the
//! shortest by Bell, Integers 9, 2009) and a 20-move line with both kinds of hop found by beam search.

use std::collections::BTreeSet;

use crate::common::Random;
use crate::reference::chinese_checkers::{
    Cube, board_text, cube_of, has_won, in_camp, moves as slow_moves, read_board, read_pieces,
};
use quadriga::contract::{MoveStyle, Outcome, Player};
use quadriga::engine::AnyEngine;

const EMPTY: &str = "1/2/3/4/13/12/11/10/9/10/11/12/13/4/3/2/1";
const START: &str = "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD";

fn open(options: &str) -> Box<dyn AnyEngine> {
    let mut engine = quadriga::games::open("chinesecheckers").expect("the game is registered");
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').expect("Name=value");
        engine.set_option(name, value).unwrap_or_else(|why| panic!("{option}: {why}"));
    }
    engine
}

/// An engine with pieces placed by name, `A: d10 e11 D: i13`; everything else empty.
fn placed(options: &str, pieces: &str, rest: &str) -> Box<dyn AnyEngine> {
    let mut engine = open(options);
    let fen = format!("{} {rest}", board_text(&read_pieces(pieces)));
    engine.set_position(Some(&fen), &[]).unwrap_or_else(|why| panic!("{fen}: {why}"));
    engine
}

/// Plays random games, moves forward preferred so that all phases come up, and compares at every position.
fn compare_with_slow_rules(players: usize, games: u64) -> usize {
    let mut positions = 0;
    let mut random = Random::new(players as u64);
    for (hops, rest) in
        [("adjacent", "own"), ("adjacent", "any"), ("long", "own"), ("both", "own"), ("both", "any")]
    {
        for game in 0..games {
            let win = if game % 2 == 0 { "fill" } else { "strict" };
            let mut engine = open(&format!("Players={players} Hops={hops} Rest={rest} Win={win}"));
            for _ in 0..120 {
                let fen = engine.fen();
                let (board, _, seats) = read_board(&fen);
                let winner = seats.iter().position(|&seat| has_won(&board, seat, hops, win)).map(Player::new);
                assert_eq!(engine.status().outcome, winner.map(Outcome::Win), "{hops} {rest} {win} {fen}");
                if engine.status().outcome.is_some() {
                    break;
                }
                positions += 1;
                let moves = engine.legal_moves(MoveStyle::Native);
                let expected = slow_moves(&fen, hops, rest);
                assert_eq!(moves.iter().cloned().collect::<BTreeSet<_>>(), expected, "{hops} {rest} {fen}");
                assert_eq!(moves.len(), expected.len(), "no move twice: {fen}");
                let (_, side, _) = read_board(&fen);
                let best = moves.iter().max_by_key(|mv| gain(side, mv)).expect("a move").clone();
                let mv = if random.below(10) < 6 { &best } else { &moves[random.below(moves.len())] };
                engine.play(mv).expect("a legal move");
            }
        }
    }
    positions
}

/// Rows that a move gains for its seat.
fn gain(seat: char, mv: &str) -> i32 {
    let Some((from, to)) = mv.split_once('-') else { return 0 };
    let row = |(q, r): Cube| match seat {
        'A' => r,
        'B' => q + r,
        'C' => q,
        'D' => -r,
        'E' => -q - r,
        _ => -q,
    };
    row(cube_of(to)) - row(cube_of(from))
}

#[test]
fn two_players_move_as_the_slow_rules_say() {
    assert!(compare_with_slow_rules(2, 6) > 1500);
}

#[test]
fn three_players_move_as_the_slow_rules_say() {
    assert!(compare_with_slow_rules(3, 4) > 1500);
}

#[test]
fn four_players_move_as_the_slow_rules_say() {
    assert!(compare_with_slow_rules(4, 4) > 1500);
}

#[test]
fn five_players_move_as_the_slow_rules_say() {
    assert!(compare_with_slow_rules(5, 4) > 1500);
}

#[test]
fn six_players_move_as_the_slow_rules_say() {
    assert!(compare_with_slow_rules(6, 4) > 1500);
}

// ---------------------------------------------------------------------------------------------------------------
// The start, seats, notation.

#[test]
fn two_players_sit_opposite_each_other_and_the_south_begins() {
    assert_eq!(open("").fen(), START);
}

#[test]
fn the_seats_of_three_to_six_players_are_ace_abde_abcde_and_all() {
    for (players, seats) in [(3, "ACE"), (4, "ABDE"), (5, "ABCDE"), (6, "ABCDEF")] {
        let engine = open(&format!("Players={players}"));
        assert!(engine.fen().ends_with(&format!(" A {seats}")), "{}", engine.fen());
        let (board, ..) = read_board(&engine.fen());
        for seat in "ABCDEF".chars() {
            let at_home =
                board.iter().filter(|&(&hole, &owner)| owner == seat && in_camp(seat, hole)).count();
            assert_eq!(at_home, if seats.contains(seat) { 10 } else { 0 });
        }
    }
}

#[test]
fn players_move_clockwise_in_turn() {
    let mut engine = open("Players=6");
    for seat in "ABCDEFABC".chars() {
        assert_eq!(read_board(&engine.fen()).1, seat);
        let mv = engine.legal_moves(MoveStyle::Native)[0].clone();
        engine.play(&mv).expect("a legal move");
    }
}

#[test]
fn the_front_pieces_and_those_behind_have_fourteen_first_moves() {
    let expected = "c11-e13 c11-e9 c13-e11 c13-e15 c15-e13 c15-e17 d10-e11 d10-e9 d12-e11 d12-e13 d14-e13 d14-e15 \
                    d16-e15 d16-e17";
    assert_eq!(open("").legal_moves(MoveStyle::Native).join(" "), expected);
}

#[test]
fn the_diagram_shows_every_piece_and_whose_turn_it_is() {
    let diagram = open("").diagram();
    assert_eq!(diagram.matches('D').count(), 11);
    assert_eq!(diagram.matches('.').count(), 101);
    assert!(diagram.ends_with("A to move, seats AD"), "{diagram}");
}

// ---------------------------------------------------------------------------------------------------------------
// Steps and hops.

fn moves_from(engine: &dyn AnyEngine, from: &str) -> String {
    let prefix = format!("{from}-");
    let ends: Vec<String> = engine
        .legal_moves(MoveStyle::Native)
        .iter()
        .filter_map(|mv| mv.strip_prefix(&prefix).map(str::to_string))
        .collect();
    ends.join(" ")
}

#[test]
fn a_piece_steps_to_each_of_the_six_holes_around_it() {
    let engine = placed("", "A: i13", "A AD");
    assert_eq!(moves_from(&*engine, "i13"), "h12 h14 i11 i15 j12 j14");
}

#[test]
fn an_adjacent_hop_goes_over_a_neighbour_of_any_player_into_the_hole_behind() {
    for pivot in ["A: i13 i15", "A: i13 D: i15"] {
        let engine = placed("Hops=adjacent", pivot, "A AD");
        assert_eq!(moves_from(&*engine, "i13"), "h12 h14 i11 i17 j12 j14");
    }
}

#[test]
fn a_long_hop_goes_over_one_distant_piece_to_the_mirror_hole() {
    let engine = placed("Hops=long", "A: i5 D: i11", "A AD");
    assert_eq!(moves_from(&*engine, "i5"), "h6 i17 i7 j6");
    let engine = placed("Hops=adjacent", "A: i5 D: i11", "A AD");
    assert_eq!(moves_from(&*engine, "i5"), "h6 i7 j6");
}

#[test]
fn a_long_hop_needs_every_hole_between_empty() {
    // The piece on i15 stands between pivot and landing; it is too near to the pivot to be one itself.
    let engine = placed("Hops=long", "A: i5 D: i11 i15", "A AD");
    assert_eq!(moves_from(&*engine, "i5"), "h6 i7 j6");
    // Two pieces in a row are never hopped over.
    let engine = placed("Hops=both", "A: i9 D: i11 i13", "A AD");
    assert_eq!(moves_from(&*engine, "i9"), "h10 h8 i7 j10 j8");
}

#[test]
fn hops_chain_and_both_kinds_mix_in_one_chain() {
    let engine = placed("Hops=both", "A: e13 D: f14 i17", "A AD");
    // e13 over f14 to g15, then over the distant i17 to k19.
    assert!(moves_from(&*engine, "e13").split(' ').any(|to| to == "k19"));
    let engine = placed("Hops=adjacent", "A: e13 D: f14 i17", "A AD");
    assert!(!moves_from(&*engine, "e13").split(' ').any(|to| to == "k19"));
}

#[test]
fn a_step_and_a_hop_do_not_mix_in_one_move() {
    let engine = placed("Hops=adjacent", "A: i9 D: i13", "A AD");
    assert!(!moves_from(&*engine, "i9").split(' ').any(|to| to == "i15"));
}

#[test]
fn the_hole_left_behind_counts_as_empty_while_hopping() {
    // i13 over j14 to k15, over j16 to i17, then over the distant i11 to i5: that hop crosses i13 itself.
    let engine = placed("Hops=both", "A: i13 D: j14 j16 i11", "A AD");
    assert!(engine.legal_moves(MoveStyle::Native).contains(&"i13-i5".to_string()));
    let engine = placed("Hops=both", "A: i17 i13 D: i11", "A AD");
    assert!(
        !engine.legal_moves(MoveStyle::Native).contains(&"i17-i5".to_string()),
        "another piece on i13 is in the way"
    );
}

#[test]
fn returning_to_the_start_is_no_move() {
    // Three pivots round a triangle: i13 over i15, j16 and j14 comes back to where it began.
    let mut engine = placed("Hops=adjacent", "A: i13 D: i15 j16 j14", "A AD");
    assert!(engine.legal_moves(MoveStyle::Native).contains(&"i13-k15".to_string()));
    assert!(!engine.legal_moves(MoveStyle::Native).contains(&"i13-i13".to_string()));
    assert!(engine.play("i13-i13").is_err());
}

// ---------------------------------------------------------------------------------------------------------------
// Resting.

#[test]
fn a_piece_may_not_rest_in_a_foreign_camp_but_may_hop_through_it() {
    // e9 over e7 to e5 in camp B, and on over f6 to g7 in the centre.
    let engine = placed("Hops=adjacent Rest=own", "A: e9 D: e7 f6", "A AD");
    let ends = moves_from(&*engine, "e9");
    assert!(ends.split(' ').any(|to| to == "g7") && ends.split(' ').all(|to| to != "e5"), "{ends}");
    let engine = placed("Hops=adjacent Rest=any", "A: e9 D: e7 f6", "A AD");
    assert!(moves_from(&*engine, "e9").split(' ').any(|to| to == "e5"));
}

#[test]
fn a_piece_may_leave_the_target_camp_and_return_to_its_own() {
    let engine = placed("", "A: n14 e13", "A AD");
    assert!(engine.legal_moves(MoveStyle::Native).contains(&"n14-m13".to_string()));
    assert!(engine.legal_moves(MoveStyle::Native).contains(&"e13-d12".to_string()));
}

// ---------------------------------------------------------------------------------------------------------------
// Passing, shuttling, leaving home.

#[test]
fn a_player_who_cannot_move_passes_and_only_then() {
    // A piece on its own tip, walled in by two rows of the other player.
    let mut engine = placed("Hops=both", "A: a13 D: b12 b14 c11 c13 c15 i13", "A AD");
    assert_eq!(engine.legal_moves(MoveStyle::Native), ["pass"]);
    assert_eq!(engine.play("PASS").as_deref(), Ok("pass"));
    assert!(engine.play("pass").is_err(), "D can move");
}

#[test]
fn without_no_shuttle_a_move_may_be_taken_back() {
    let mut engine = open("");
    engine.set_position(None, &["d10-e11", "n10-m11", "e11-d10"]).expect("allowed");
}

#[test]
fn under_no_shuttle_a_player_may_not_take_back_its_own_last_move() {
    let mut engine = open("NoShuttle=true");
    engine.set_position(None, &["d10-e11", "n10-m11"]).expect("legal moves");
    assert!(engine.play("e11-d10").is_err());
    assert!(!engine.legal_moves(MoveStyle::Native).contains(&"e11-d10".to_string()));
    let fen = engine.fen();
    assert!(fen.ends_with(" A AD last=A:d10-e11,D:n10-m11"), "{fen}");
    // After another move the way back is open again.
    for mv in ["d16-e15", "n16-m15", "e11-d10"] {
        engine.play(mv).expect("a legal move");
    }
    // The position string carries the rule.
    engine.set_position(Some(&fen), &[]).expect("its own string");
    assert!(engine.play("e11-d10").is_err());
}

/// Moves that shuttle both front pieces, as many rounds as asked for.
fn shuttle(engine: &mut dyn AnyEngine, rounds: usize) {
    for round in 0..rounds {
        // Two pieces a side take turns, so that no position comes up a third time.
        let moves =
            [["d10-e11", "n10-m11"], ["d16-e15", "n16-m15"], ["e11-d10", "m11-n10"], ["e15-d16", "m15-n16"]];
        for mv in moves[round % 4] {
            engine.play(mv).unwrap_or_else(|why| panic!("round {round}: {why}"));
        }
    }
}

#[test]
fn under_leave_home_five_pieces_must_be_out_by_the_round_set() {
    let mut engine = open("LeaveHome=5");
    shuttle(&mut *engine, 4);
    assert_eq!(engine.status().outcome, None);
    engine.play("d10-e11").expect("a legal move");
    assert_eq!(
        engine.status().outcome,
        Some(Outcome::Win(Player::SECOND)),
        "A has nine pieces at home in round 5"
    );
    assert!(engine.legal_moves(MoveStyle::Native).is_empty());
}

#[test]
fn under_leave_home_a_player_in_time_stays_in_the_game() {
    // Five pieces out, five at home, round 15 of 15-30-45; in round 30 only two may be left.
    let pieces = "A: a13 b12 b14 c11 c13 e11 e13 e15 f12 f14 D: q13 p12 m11 m13 m15 l12 l14 k11 k13 k15";
    let mut engine = placed("LeaveHome=15", pieces, "A AD round=15");
    engine.play("e11-f10").expect("a legal move");
    assert_eq!(engine.status().outcome, None);
    let mut engine = placed("LeaveHome=15", pieces, "A AD round=30");
    engine.play("e11-f10").expect("a legal move");
    assert_eq!(engine.status().outcome, Some(Outcome::Win(Player::SECOND)));
}

#[test]
fn under_leave_home_nobody_may_be_left_at_home_after_three_times_the_rounds() {
    let pieces = "A: a13 e11 D: q13 m11";
    let mut engine = placed("LeaveHome=15", pieces, "A AD round=44");
    engine.play("e11-f10").expect("a legal move");
    assert_eq!(engine.status().outcome, None);
    engine.play("q13-p12").expect("a legal move");
    assert!(engine.fen().ends_with("round=45"), "{}", engine.fen());
    engine.play("f10-g9").expect("a legal move");
    assert_eq!(engine.status().outcome, Some(Outcome::Win(Player::SECOND)));
}

#[test]
fn with_three_players_who_stays_home_is_skipped_and_the_last_one_left_wins() {
    let mut engine = placed("LeaveHome=1 Players=3", "A: a13 C: m3 i9 E: m25 i17", "A ACE round=3");
    engine.play("a13-b12").expect("a legal move");
    assert_eq!(engine.status().outcome, None);
    assert!(engine.fen().contains(" C ACE round=3 out=A"), "{}", engine.fen());
    engine.play("i9-i11").expect("a legal move");
    assert_eq!(engine.status().outcome, Some(Outcome::Win(Player::new(2))), "C stayed too: E is left");
}

#[test]
fn the_turn_skips_a_player_who_is_out() {
    let mut engine = placed("LeaveHome=1 Players=3", "A: i5 C: m3 i9 E: i17", "A ACE round=3 out=C");
    engine.play("i5-i7").expect("a legal move");
    assert!(engine.fen().contains(" E ACE "), "{}", engine.fen());
}

#[test]
fn without_leave_home_rounds_are_not_counted() {
    let mut engine = open("");
    engine.set_position(None, &["d10-e11", "n10-m11"]).expect("legal moves");
    assert!(engine.fen().ends_with(" A AD"));
    assert!(engine.set_position(Some(&format!("{START} round=3")), &[]).is_err());
}

// ---------------------------------------------------------------------------------------------------------------
// The end of the game.

/// A's army in D's camp, one piece still a step away from the last hole.
const ONE_TO_GO: &str = "A: q13 p12 p14 o11 o13 o15 n12 n14 n16 m11";

#[test]
fn all_own_pieces_in_the_target_camp_win_under_both_rules() {
    for win in ["strict", "fill"] {
        let mut engine = placed(&format!("Win={win}"), &format!("{ONE_TO_GO} D: i13 i15"), "A AD");
        assert_eq!(engine.status().outcome, None);
        engine.play("m11-n10").expect("a legal move");
        assert_eq!(engine.status().outcome, Some(Outcome::Win(Player::FIRST)));
        assert!(engine.legal_moves(MoveStyle::Native).is_empty());
        assert!(engine.play("i13-i11").is_err(), "the game is over");
    }
}

/// Two finishes that real programs never ended: a piece of D is shut in at home.
const SHUT_IN: &str = "A/AD/AAA/AAAA/5A7/12/11/10/9/10/11/12/13/DD1D/DDD/DD/D A AD";
const SPOILED: &str = "D/AA/ADA/1AAA/5AAA5/12/11/10/9/10/11/12/13/1DD1/DDD/DD/D A AD";

#[test]
fn a_target_camp_with_a_foreign_piece_shut_in_wins_under_fill_once_it_is_full() {
    let mut engine = open("Hops=adjacent Win=fill");
    engine.set_position(Some(SHUT_IN), &[]).expect("a position");
    assert_eq!(engine.status().outcome, Some(Outcome::Win(Player::FIRST)));
    engine.set_position(Some(SPOILED), &["m11-n10"]).expect("a position");
    assert_eq!(engine.status().outcome, Some(Outcome::Win(Player::FIRST)));
}

#[test]
fn a_blocked_camp_decides_nothing_under_strict() {
    let mut engine = open("Hops=adjacent Win=strict");
    engine
        .set_position(Some(SHUT_IN), &["m11-l12", "d10-d14", "l12-m11", "d14-d10"])
        .expect("the endless shuttle");
    assert_eq!(engine.status().outcome, None);
    assert!(!engine.legal_moves(MoveStyle::Native).iter().any(|mv| mv.starts_with("p14")));
    engine
        .set_position(Some(SPOILED), &["m13-l12", "d12-d16", "l12-m13", "d16-d12"])
        .expect("the endless shuttle");
    assert_eq!(engine.status().outcome, None);
}

#[test]
fn the_third_time_on_the_board_is_a_draw() {
    let mut engine = open("");
    let there_and_back = ["d10-e11", "n10-m11", "e11-d10", "m11-n10"];
    engine.set_position(None, &there_and_back).expect("legal moves");
    assert_eq!(engine.status().outcome, None);
    for mv in there_and_back {
        engine.play(mv).expect("a legal move");
    }
    assert_eq!(engine.status().outcome, Some(Outcome::Draw));
}

#[test]
fn a_camp_full_of_its_own_pieces_wins_for_nobody() {
    assert_eq!(open("Win=fill").status().outcome, None);
}

#[test]
fn a_defender_who_returns_and_fills_the_camp_loses_under_fill() {
    let pieces = "A: q13 k13 D: p12 p14 o11 o13 o15 n12 n14 n16 m11";
    let mut engine = placed("Win=fill", pieces, "D AD");
    engine.play("m11-n10").expect("a legal move");
    assert_eq!(engine.status().outcome, Some(Outcome::Win(Player::FIRST)));
}

/// Plays a lone army home.
fn play_lone_army(hops: &str, line: &str) {
    let mut engine =
        placed(&format!("Hops={hops} Win=strict"), "A: a13 b12 b14 c11 c13 c15 d10 d12 d14 d16", "A AD");
    for mv in line.split_whitespace() {
        assert_eq!(engine.status().outcome, None, "before {mv}");
        engine.play(mv).unwrap_or_else(|why| panic!("{why}"));
        if engine.status().outcome.is_none() {
            engine.play("pass").expect("there is no other piece");
        }
    }
    assert_eq!(engine.status().outcome, Some(Outcome::Win(Player::FIRST)));
}

#[test]
fn a_lone_army_gets_home_in_27_moves_with_adjacent_hops() {
    play_lone_army(
        "adjacent",
        "d16-e15 b14-f14 c11-g15 g15-h16 a13-i17 c15-g15 d14-j16 j16-k15 b12-l14 e15-e13 d10-j16 c13-m15 h16-n14 \
         n14-n12 f14-n10 d12-n14 e13-f14 n14-o13 f14-p12 g15-h16 h16-n14 k15-q13 i17-o15 j16-k15 k15-o11 l14-p14 \
         m15-n16",
    );
}

#[test]
fn a_lone_army_gets_home_in_20_moves_with_both_hops() {
    play_lone_army(
        "both",
        "d12-e11 c13-g9 g9-g11 c11-i13 b12-l10 a13-k11 c15-o15 b14-n14 d14-p14 g11-g13 d16-j10 d10-n16 e11-m11 \
         g13-o13 l10-n12 i13-o11 j10-l12 k11-q13 l12-p12 m11-n10",
    );
}

// ---------------------------------------------------------------------------------------------------------------
// Text that people and programs send.

#[test]
fn a_chain_may_be_written_with_its_stops() {
    let mut engine = placed("Hops=adjacent", "A: e13 D: f14 h16", "A AD");
    assert_eq!(engine.play("e13-g15-i17").as_deref(), Ok("e13-i17"));
    engine.undo().expect("one move");
    assert_eq!(engine.play("E13-I17").as_deref(), Ok("e13-i17"));
    engine.undo().expect("one move");
    let why = engine.play("e13-f12-i17").expect_err("f12 is a step away").0;
    assert_eq!(why, "move 'e13-f12-i17': no hop leads from e13 to f12");
}

#[test]
fn a_bad_move_is_refused_with_the_word_that_is_wrong() {
    let mut engine = open("");
    for (text, part) in [
        ("d10", "expected two holes"),
        ("", "expected a hole like 'd10', got ''"),
        ("d10-d11", "got 'd11'"),
        ("d10-e99", "got 'e99'"),
        ("d10-e11-", "got ''"),
        ("d10-d10", "cannot end its move on d10"),
        ("d10-i13", "cannot end its move on i13"),
        ("n10-m11", "expected a piece of A on n10"),
        ("i13-i15", "expected a piece of A on i13"),
        ("pass", "passes only when no piece can move"),
        ("d10\u{2192}e11", "expected a hole"),
        ("d99999999999999999999-e11", "got 'd99999999999999999999'"),
    ] {
        let why = engine.play(text).expect_err(text).0;
        assert!(why.contains(part), "{text}: {why}");
        assert_eq!(engine.fen(), START, "the position stays");
    }
}

#[test]
fn a_bad_position_is_refused_with_the_word_that_is_wrong() {
    let mut engine = open("");
    for (fen, part) in [
        (EMPTY.to_string(), "expected rows, side to move and seats"),
        (format!("{EMPTY} A"), "expected rows, side to move and seats"),
        (format!("{EMPTY}/1 A AD"), "expected 17 rows"),
        ("1/2/3 A AD".to_string(), "expected 17 rows between slashes, got 3"),
        (START.replace("/12/", "/11/"), "row '11': expected 12 holes in row 6"),
        (START.replace("/9/", "/99999999999999999999999/"), "expected 9 holes"),
        (START.replace("/9/", "//"), "row '': expected 9 holes"),
        (START.replace("/9/", "/8X/"), "'X': expected one of the seats AD"),
        (START.replace("/9/", "/8B/"), "'B': expected one of the seats AD"),
        (START.replace("/9/", "/8A/"), "11 pieces of A, at most 10"),
        (START.replace(" A AD", " C AD"), "side to move 'C'"),
        (START.replace(" A AD", " AD AD"), "side to move 'AD'"),
        (START.replace(" A AD", " A DA"), "seats 'DA'"),
        (START.replace(" A AD", " A A"), "seats 'A'"),
        (START.replace(" A AD", " A ADX"), "seats 'ADX'"),
        (format!("{START} 1"), "'1': expected"),
        (format!("{START} last=A:d10-e11"), "option NoShuttle"),
        (format!("{START} out=D"), "option LeaveHome"),
    ] {
        let why = engine.set_position(Some(&fen), &[]).expect_err(&fen).0;
        assert!(why.contains(part) && !why.contains('\n'), "{fen}: {why}");
        assert_eq!(engine.fen(), START, "the position stays");
    }
    let mut engine = open("NoShuttle=true LeaveHome=15");
    for (word, part) in [
        ("round=0", "expected a round"),
        ("round=x", "expected a round"),
        ("round=99999999", "expected a round"),
        ("out=B", "expected one of the seats"),
        ("last=", "expected entries like"),
        ("last=A:d10-e10", "expected entries like"),
        ("last=A:d10-e11", "no piece of A can just have gone"),
        ("last=B:e11-d10", "expected one of the seats"),
        ("foo=1", "expected 'round='"),
    ] {
        let why = engine.set_position(Some(&format!("{START} {word}")), &[]).expect_err(word).0;
        assert!(why.contains(part) && why.contains(word), "{word}: {why}");
    }
    let why = engine.set_position(Some(&format!("{START} out=A")), &[]).expect_err("A is to move").0;
    assert_eq!(why, "side to move 'A': this player is out of the game");
}

#[test]
fn a_position_string_brings_its_own_seats() {
    let mut engine = open("Players=2");
    let six = open("Players=6").fen();
    engine.set_position(Some(&six), &[]).expect("six seats");
    assert_eq!(engine.status().players, 6);
    assert_eq!(engine.fen(), six);
}
