//! How games of Chinese checkers end: the filling rule (`Win=fill`) clause by clause, and players who are out under
//! `LeaveHome`. The text is in `protocol.md` under "The end of a game of Chinese checkers".

use crate::common::star::{game, placed};
use quadriga::contract::{Evaluator as _, Game as _, Notation as _, Outcome, Player, Position as _};
use quadriga::games::chinese_checkers::Position;

const FIRST_WINS: Option<Outcome> = Some(Outcome::Win(Player::FIRST));
const SECOND_WINS: Option<Outcome> = Some(Outcome::Win(Player::SECOND));

/// Plays moves; none of them but the last may end the game.
fn play(pos: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        assert_eq!(pos.outcome(), None, "before {text}");
        let mv = pos.parse_move(text).unwrap_or_else(|why| panic!("{why}"));
        pos.make(mv);
    }
}

/// The outcome after one move from a position of A and D.
fn outcome_after(options: &str, pieces: &str, side: char, mv: &str) -> Option<Outcome> {
    let mut pos = placed(options, pieces, &format!("{side} AD"));
    play(&mut pos, mv);
    pos.outcome()
}

// ---------------------------------------------------------------------------------------------------------------
// The filling rule.

#[test]
fn one_piece_in_a_camp_that_is_still_full_does_not_win_with_nine_at_home() {
    let mut pos = game("Players=4").start_position();
    play(&mut pos, "d16-e15 h4-i5 o15-m13 m21-k19 b14-f14 f2-j6 q13-i21 k19-j18 a13-g15 g3-m21");
    assert_eq!(pos.outcome(), None, "B has one piece in the camp of E, and nine at home");
}

#[test]
fn where_both_have_walled_in_a_last_piece_whoever_fills_first_wins() {
    let pieces = "A: a13 p12 p14 o11 o13 o15 n12 n14 n16 m11 D: q13 b12 b14 c11 c13 c15 d12 d14 d16 e11";
    assert_eq!(outcome_after("Win=fill", pieces, 'A', "m11-n10"), FIRST_WINS);
    assert_eq!(outcome_after("Win=fill", pieces, 'D', "e11-d10"), SECOND_WINS);
    assert_eq!(outcome_after("Win=strict", pieces, 'A', "m11-n10"), None);
}

#[test]
fn a_full_camp_wins_with_more_own_pieces_in_it_than_at_home_though_they_are_not_the_majority() {
    // D has five pieces at home and walls in the last of A with four: A could never win if it had to have left home.
    let pieces = "A: a13 n10 n12 n14 o15 m15 m9 m11 m13 l12 D: q13 p12 p14 o11 o13 b12 b14 c11 c15 i13";
    assert_eq!(outcome_after("Win=fill Hops=adjacent", pieces, 'A', "m15-n16"), FIRST_WINS);
}

/// Five pieces of A are in a camp that is full, the other five where it is said.
fn nearly_filled(others: &str) -> Position {
    let pieces = "n10 n12 n14 n16 o15 D: q13 p12 p14 o11 o13 i13 i15 i17 h14 h16";
    placed("Hops=adjacent", &format!("A: {others} {pieces}"), "A AD")
}

#[test]
fn a_full_camp_wins_when_the_last_piece_on_the_way_comes_to_the_three_rows_before_it() {
    let mut pos = nearly_filled("k11 k13 l8 l10 i9");
    play(&mut pos, "i9-j8 i13-i11 j8-k7");
    assert_eq!(pos.outcome(), FIRST_WINS);
}

#[test]
fn a_piece_that_could_leave_home_is_on_the_way() {
    // In a game of six the winner had a piece on its own tip that had never moved.
    assert_eq!(nearly_filled("k11 k13 l8 l10 a13").outcome(), None);
    assert_eq!(nearly_filled("k11 k13 l8 l10 d16").outcome(), None);
}

#[test]
fn a_player_with_as_many_pieces_shut_in_at_home_as_have_come_does_not_win() {
    let walls = "C: n10 n12 n14 n16 o11 o13 o15 E: b12 b14 c11 c15";
    for (own, outcome) in [("a13 j12", None), ("a13 j12 k9", FIRST_WINS)] {
        let mut pos = placed("Players=3 Rest=any Hops=adjacent", &format!("A: {own} {walls}"), "A ACE");
        play(&mut pos, "j12-k11");
        assert_eq!(pos.outcome(), outcome, "{own}");
    }
}

#[test]
fn half_an_army_in_a_camp_that_the_other_half_of_its_owner_has_not_left_does_not_win() {
    // From a game of six: on the seventh round C had filled the holes that F had left, three pieces being on the way.
    let pieces = "A: a13 b12 i9 h10 g11 n10 n12 n14 o15 m15 D: q13 p12 p14 o11 o13 i13 i15 i17 h14 h16";
    assert_eq!(outcome_after("Hops=adjacent", pieces, 'A', "m15-n16"), None);
}

#[test]
fn a_player_who_has_left_home_needs_one_piece_in_a_full_camp_and_the_rest_before_it() {
    let at_home = "D: q13 p12 p14 o11 o13 o15 n10 n12 n14 i5";
    assert_eq!(outcome_after("", &format!("A: m17 k13 {at_home}"), 'A', "m17-n16"), FIRST_WINS);
    assert_eq!(outcome_after("", &format!("A: m17 i9 {at_home}"), 'A', "m17-n16"), None, "one is on the way");
    assert_eq!(outcome_after("", &format!("A: m17 a13 {at_home}"), 'A', "m17-n16"), None, "one is at home");
}

#[test]
fn a_hole_walled_off_by_foreign_pieces_need_not_be_filled() {
    // D could step from p12 to the tip and back for ever. A has five pieces in and one before it.
    let pieces = "A: l8 o13 n10 n12 n14 m15 D: p12 p14 o11 o15 i5";
    assert_eq!(outcome_after("Hops=adjacent", pieces, 'A', "m15-n16"), FIRST_WINS);
    assert_eq!(outcome_after("Hops=adjacent Win=strict", pieces, 'A', "m15-n16"), None);
}

#[test]
fn a_hole_that_can_be_hopped_into_is_not_walled_off() {
    // From o11 a piece hops over p12 to the tip; a long hop over a neighbour does not exist.
    let pieces = "A: l8 o11 o13 o15 n10 n12 n14 m15 D: p12 p14 i5";
    for (hops, outcome) in [("adjacent", None), ("both", None), ("long", FIRST_WINS)] {
        assert_eq!(outcome_after(&format!("Hops={hops}"), pieces, 'A', "m15-n16"), outcome, "{hops}");
    }
}

#[test]
fn own_pieces_and_pieces_outside_the_camp_are_no_walls() {
    // The own pieces in front can make way; those of D before the camp can be gone on the next turn.
    let front = "A: n10 n12 n14 n16 o11 o13 o15 i9 i11 m13";
    assert_eq!(outcome_after("", &format!("{front} D: i15"), 'A', "m13-l12"), None);
    let pieces = "A: p12 i9 D: n10 n12 n14 n16 m9 m11 m13 m15 m17 i15";
    assert_eq!(outcome_after("Hops=adjacent", pieces, 'D', "i15-i17"), None);
}

#[test]
fn a_camp_shut_by_its_owner_is_won_by_a_player_whose_pieces_all_stand_before_it() {
    let shut = "D: n10 n12 n14 n16 o11 o13 o15 p12 p14 i5";
    assert_eq!(outcome_after("", &format!("A: j12 k9 {shut}"), 'A', "j12-k11"), FIRST_WINS);
    assert_eq!(outcome_after("", &format!("A: j12 a13 {shut}"), 'A', "j12-k11"), None, "one is at home");
    assert_eq!(outcome_after("", &format!("A: j12 i9 {shut}"), 'A', "j12-k11"), None, "one is on the way");
}

#[test]
fn pieces_of_third_players_in_the_camp_count_as_foreign_ones() {
    let pieces = "A: q13 p12 p14 o11 o13 o15 n12 n14 m9 C: n16 E: i5";
    let mut pos = placed("Players=3 Rest=any", pieces, "A ACE");
    play(&mut pos, "m9-n10");
    assert_eq!(pos.outcome(), FIRST_WINS);
    let pieces = "A: p12 l12 j8 m9 C: q13 p14 o11 o13 o15 n12 n14 n16 E: i5";
    let mut pos = placed("Players=3 Rest=any", pieces, "A ACE");
    play(&mut pos, "m9-n10 n16-m17 i5-i7 j8-k7 m17-n16");
    assert_eq!(pos.outcome(), FIRST_WINS, "C has filled the camp for A");
}

#[test]
fn the_board_alone_says_who_has_won() {
    let pieces = "A: l8 o13 n10 n12 n14 n16 D: p12 p14 o11 o15 i5";
    for side in ['A', 'D'] {
        let pos = placed("Hops=adjacent", pieces, &format!("{side} AD"));
        assert_eq!(pos.outcome(), FIRST_WINS);
        assert_eq!(pos.outcome_reason(), "target camp filled");
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Players who are out.

/// A has stayed at home in the last round that is counted.
const STAYS: (&str, &str, &str) =
    ("LeaveHome=1 NoShuttle=true Players=3", "A: a13 d10 h6 C: i9 i11 E: i17", "A ACE round=3");

#[test]
fn the_pieces_of_a_player_who_is_out_leave_the_board() {
    let (options, pieces, rest) = STAYS;
    let mut pos = placed(options, pieces, rest);
    play(&mut pos, "h6-i5");
    assert!(pos.is_out(Player::FIRST) && pos.pieces(Player::FIRST).is_empty());
    assert_eq!(pos.fen(), "1/2/3/4/13/12/11/10/2CC2E2/10/11/12/13/4/3/2/1 C ACE round=3 out=A");
    assert_eq!(pos.outcome(), None, "C and E play on");
    let read = game(options).parse_position(&pos.fen()).expect("its own string");
    assert_eq!((read.fen(), read.key()), (pos.fen(), pos.key()));
    play(&mut pos, "i9-h10");
    assert!(pos.fen().contains(" E ACE "), "{}", pos.fen());
}

#[test]
fn taking_the_move_back_puts_the_pieces_back() {
    let (options, pieces, rest) = STAYS;
    let mut pos = placed(options, pieces, rest);
    let (fen, key) = (pos.fen(), pos.key());
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    for &mv in &moves {
        let undo = pos.make(mv);
        assert!(pos.is_out(Player::FIRST));
        pos.unmake(mv, undo);
        assert_eq!((pos.fen(), pos.key()), (fen.clone(), key));
        let mut again = Vec::new();
        pos.generate(&mut again);
        assert_eq!(again, moves, "the lines of hops are back, too");
    }
}

#[test]
fn pieces_written_for_a_player_who_is_out_are_taken_off() {
    let (options, pieces, _) = STAYS;
    let pos = placed(options, &pieces.replace("h6", "i5"), "C ACE round=3 out=A last=A:h6-i5");
    assert_eq!(pos.fen(), "1/2/3/4/13/12/11/10/2CC2E2/10/11/12/13/4/3/2/1 C ACE round=3 out=A");
    let (other, ..) = STAYS;
    assert_eq!(placed(other, "C: i9 i11 E: i17", "C ACE round=3 out=A").key(), pos.key());
}

#[test]
fn the_camp_of_a_player_who_is_out_can_be_entered() {
    let pieces = "A: m11 i9 B: i5 D: q13 n10 n12 n14 i15 E: i17";
    let mut pos = placed("LeaveHome=1 Players=4", pieces, "D ABDE round=3");
    play(&mut pos, "i15-i13 i17-i19 m11-n10");
    assert!(pos.is_out(Player::new(2)));
}

#[test]
fn the_evaluation_follows_a_player_who_goes_out_and_comes_back() {
    let (options, pieces, rest) = STAYS;
    let mut pos = placed(options, pieces, rest);
    let mut evaluator = game(options).evaluator();
    evaluator.begin(&pos);
    let before = evaluator.evaluate(&pos);
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    for mv in moves {
        let undo = pos.make(mv);
        evaluator.make(&pos, mv);
        evaluator.evaluate(&pos);
        pos.unmake(mv, undo);
        evaluator.unmake(&pos, mv);
        assert_eq!(evaluator.evaluate(&pos), before, "{mv:?}");
    }
}
