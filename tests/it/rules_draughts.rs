//! The rules of draughts, sentence by sentence. Articles are those of the FMJD's official rules of
//! international draughts where no other text is named; positions beside them come from the rule tests of
//! public draughts programs.

mod national;

use quadriga::contract::{Game, GridCell, Labels, MoveStyle, Notation, Outcome, Player, Position};
use quadriga::engine::AnyEngine;
use quadriga::games::draughts::{
    self, ANTIDRAUGHTS, BRAZILIAN, BREAKTHROUGH, Draughts, ENGLISH, FRISIAN, FRYSK, INTERNATIONAL, KILLER,
    Kernel, RUSSIAN, RuleSet, Russian,
};

fn position<K: Kernel>(rules: RuleSet<K>, fen: &str) -> draughts::Position<K> {
    Draughts::new(rules).parse_position(fen).unwrap_or_else(|why| panic!("{fen}: {why}"))
}

fn moves<K: Kernel>(pos: &draughts::Position<K>) -> Vec<draughts::Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

/// From and to of all legal moves as numbers, sorted and blank separated, each pair once.
fn ends<K: Kernel>(rules: RuleSet<K>, fen: &str) -> String {
    let pos = position(rules, fen);
    let number = |square| rules.square_text(square).parse().expect("a rule set with numbers");
    let mut ends: Vec<(usize, usize, &str)> = moves(&pos)
        .into_iter()
        .map(|mv| (number(mv.from), number(mv.to), if mv.is_capture() { "x" } else { "-" }))
        .collect();
    ends.sort_unstable();
    ends.dedup();
    let ends: Vec<String> = ends.into_iter().map(|(from, to, sign)| format!("{from}{sign}{to}")).collect();
    ends.join(" ")
}

fn sorted(list: &str) -> String {
    let number = |word: &str| -> Vec<usize> { word.split(['-', 'x']).map(|n| n.parse().unwrap()).collect() };
    let mut words: Vec<&str> = list.split(' ').collect();
    words.sort_by_key(|word| number(word));
    words.join(" ")
}

fn assert_moves<K: Kernel>(rules: RuleSet<K>, fen: &str, expected: &str) {
    assert_eq!(ends(rules, fen), sorted(expected), "{} {fen}", rules.card.name);
}

fn play<K: Kernel>(pos: &mut draughts::Position<K>, text: &str) {
    for word in text.split(' ') {
        let mv = pos.parse_move(word).unwrap_or_else(|why| panic!("{why} in {}", pos.fen()));
        pos.make(mv);
    }
}

/// A quiet king move that `keep` accepts, after which both sides can go on like that for `more` half-moves.
fn idle_move<K: Kernel>(
    pos: &draughts::Position<K>,
    more: usize,
    keep: &dyn Fn(&draughts::Position<K>, draughts::Move) -> bool,
) -> Option<draughts::Move> {
    moves(pos).into_iter().rev().find(|&mv| {
        let mut next = *pos;
        next.make(mv);
        !pos.is_irreversible(mv) && keep(pos, mv) && (more == 0 || idle_move(&next, more - 1, keep).is_some())
    })
}

/// Plays half-moves with kings that neither capture nor allow a capture, of those that `keep` accepts.
fn idle_if<K: Kernel>(
    pos: &mut draughts::Position<K>,
    half_moves: usize,
    keep: impl Fn(&draughts::Position<K>, draughts::Move) -> bool,
) {
    for _ in 0..half_moves {
        assert_eq!(pos.outcome(), None, "still going on: {}", pos.fen());
        let found = idle_move(pos, 4, &keep);
        pos.make(found.unwrap_or_else(|| panic!("no idle move in {}", pos.fen())));
    }
}

fn idle<K: Kernel>(pos: &mut draughts::Position<K>, half_moves: usize) {
    idle_if(pos, half_moves, |_, _| true);
}

/// The limit runs out after exactly so many half-moves.
fn assert_limit<K: Kernel>(mut pos: draughts::Position<K>, half_moves: usize) {
    idle(&mut pos, half_moves);
    assert_eq!(pos.outcome(), Some(Outcome::Draw), "after {half_moves} half-moves: {}", pos.fen());
    assert!(!moves(&pos).is_empty(), "in a drawn position the moves are still listed");
}

fn engine(game: &str, fen: Option<&str>, moves: &str) -> Box<dyn AnyEngine> {
    let mut engine = quadriga::games::open(game).expect("a known game");
    let moves: Vec<&str> = moves.split_whitespace().collect();
    engine.set_position(fen, &moves).unwrap_or_else(|why| panic!("{game}: {why}"));
    engine
}

mod moves_of_men_and_kings {
    use super::*;

    #[test]
    fn a_man_moves_one_square_diagonally_forward_art_3_4() {
        assert_moves(INTERNATIONAL, "W:W28:B", "28-22 28-23");
        assert_moves(INTERNATIONAL, "B:W:B13", "13-18 13-19");
    }

    #[test]
    fn a_man_that_ends_its_move_on_the_last_row_is_a_king_art_3_5() {
        let mut pos = position(INTERNATIONAL, "W:W8:B45");
        assert_moves(INTERNATIONAL, "W:W8:B45", "8-2 8-3");
        play(&mut pos, "8-2");
        assert_eq!(pos.fen(), "B:WK2:B45");
    }

    #[test]
    fn a_king_moves_any_distance_diagonally_art_3_9() {
        assert_moves(
            INTERNATIONAL,
            "W:WK28:B",
            "28-22 28-17 28-11 28-6 28-23 28-19 28-14 28-10 28-5 28-32 28-37 28-41 28-46 28-33 28-39 28-44 28-50",
        );
        assert_moves(INTERNATIONAL, "B:W:BK1", "1-6 1-7 1-12 1-18 1-23 1-29 1-34 1-40 1-45");
        assert_moves(
            INTERNATIONAL,
            "W:WK23:B",
            "23-18 23-12 23-7 23-1 23-19 23-14 23-10 23-5 23-28 23-32 23-37 23-41 23-46 23-29 23-34 23-40 23-45",
        );
    }

    #[test]
    fn white_starts_with_20_men_on_31_to_50_and_moves_first_art_2_6_and_3_1() {
        let start = Draughts::new(INTERNATIONAL).start_position();
        assert_eq!(start.fen(), "W:W31-50:B1-20");
        assert_eq!(start.player_to_move(), Player::FIRST);
        assert_eq!(start.count_moves(), 9);
    }
}

mod captures {
    use super::*;

    #[test]
    fn a_man_captures_forwards_and_backwards_art_4_2() {
        assert_moves(INTERNATIONAL, "W:W28,32:B23", "28x19");
        assert_moves(INTERNATIONAL, "W:W35:B30,K40", "35x24 35x44");
    }

    #[test]
    fn a_king_captures_at_any_distance_and_lands_on_any_free_square_behind_art_4_3() {
        assert_moves(INTERNATIONAL, "W:WK46:B23", "46x19 46x14 46x10 46x5");
        assert_moves(INTERNATIONAL, "W:WK41:B23", "41x19 41x14 41x10 41x5");
    }

    #[test]
    fn a_man_goes_on_capturing_as_long_as_it_can_art_4_5() {
        assert_moves(INTERNATIONAL, "W:W15:B8,19,20", "15x2");
        assert_moves(INTERNATIONAL, "W:W47:B13,14,22,24,31,34,K41,44", "47x49");
    }

    #[test]
    fn a_king_goes_on_capturing_as_long_as_it_can_art_4_6() {
        assert_moves(INTERNATIONAL, "W:WK47:B9,12,33", "47x17 47x21 47x26");
        assert_moves(INTERNATIONAL, "W:WK1:B7,9,17,19,20,30,31,33,43,44", "1x15");
    }

    #[test]
    fn captured_pieces_are_removed_after_the_move_and_block_it_until_then_art_4_8() {
        assert_moves(INTERNATIONAL, "W:WK41,49:B9,10,12,19,38", "41x43");
        assert_moves(INTERNATIONAL, "B:W27,28,38,39,42:BK25", "25x33");
    }

    #[test]
    fn the_capture_of_the_most_pieces_must_be_played_art_4_13() {
        assert_moves(INTERNATIONAL, "W:W48:B24,K31,34,K42,43", "48x19");
        assert_moves(INTERNATIONAL, "W:WK48:B7,8,31,34,K42,44", "48x50");
    }

    #[test]
    fn kings_and_men_count_the_same_among_captures_art_4_14() {
        assert_moves(INTERNATIONAL, "W:W26:B12,K21,31,32", "26x8 26x28");
    }

    #[test]
    fn a_man_passing_the_last_row_in_a_capture_stays_a_man_art_4_15() {
        assert_moves(INTERNATIONAL, "W:W15:B9,10", "15x13");
        let mut pos = position(INTERNATIONAL, "W:W15:B9,10");
        play(&mut pos, "15x13");
        assert_eq!(pos.fen(), "B:W13:B");
    }

    #[test]
    fn two_routes_that_take_the_same_pieces_are_one_move() {
        // Clockwise and counter-clockwise round the same four men.
        let pos = position(INTERNATIONAL, "W:W33:B18,19,28,29");
        assert_eq!(moves(&pos).len(), 1);
        assert_eq!(pos.move_text(moves(&pos)[0], MoveStyle::Native), "33x33");
    }
}

mod end_of_the_game {
    use super::*;

    #[test]
    fn who_cannot_move_loses_art_7_1() {
        let blocked = position(INTERNATIONAL, "B:W11,17:B6");
        assert!(moves(&blocked).is_empty());
        assert_eq!(blocked.no_moves_outcome(), Outcome::Win(Player::FIRST));
        let bare = position(INTERNATIONAL, "W:W:B1-20");
        assert_eq!((moves(&bare).len(), bare.no_moves_outcome()), (0, Outcome::Win(Player::SECOND)));
    }

    #[test]
    fn the_third_occurrence_of_a_position_is_a_draw_art_6_1() {
        let fen = Some("W:W25,K46:B35,K1");
        let once = "46-41 1-7 41-46 7-1";
        assert_eq!(engine("draughts", fen, once).status().outcome, None);
        let twice = format!("{once} {once}");
        assert_eq!(engine("draughts", fen, &twice).status().outcome, Some(Outcome::Draw));
    }

    #[test]
    fn twenty_five_moves_each_with_kings_alone_are_a_draw_art_6_2() {
        assert_limit(position(INTERNATIONAL, "W:WK46,K47:BK4,K15"), 50);
    }

    #[test]
    fn a_man_move_and_a_capture_restart_the_25_moves_art_6_2() {
        let mut pos = position(INTERNATIONAL, "W:WK46,K47,50:BK4,K15:H49");
        play(&mut pos, "50-44");
        assert_eq!((pos.outcome(), pos.fen().as_str()), (None, "B:W44,K46,K47:BK4,K15"));
        let mut pos = position(INTERNATIONAL, "W:W28,K46,K50:B23,K4,K15:H49");
        play(&mut pos, "28x19");
        assert_eq!(pos.outcome(), None);
    }

    #[test]
    fn three_kings_against_one_are_a_draw_after_16_moves_each_art_6_3() {
        assert_limit(position(INTERNATIONAL, "W:WK36,K47,K48:BK5"), 32);
    }

    #[test]
    fn man_moves_do_not_restart_the_16_moves_art_6_3() {
        let mut pos = position(INTERNATIONAL, "W:WK47,K48,45:BK5:H10");
        play(&mut pos, "45-40");
        assert!(pos.fen().ends_with(":H11"), "{}", pos.fen());
    }

    #[test]
    fn two_kings_or_one_against_one_are_a_draw_after_5_moves_each_art_6_4() {
        assert_limit(position(INTERNATIONAL, "W:WK47,K48:BK5"), 10);
        assert_limit(position(INTERNATIONAL, "W:WK48,45:BK5"), 10);
        assert_limit(position(INTERNATIONAL, "W:WK48:BK5"), 10);
    }

    #[test]
    fn the_move_that_creates_the_material_is_not_counted() {
        let mut pos = position(INTERNATIONAL, "W:W45,K47,K48:BK50:H7");
        play(&mut pos, "47-33");
        assert!(pos.fen().ends_with(":H8"), "{}", pos.fen());
        // Three against one becomes two against one: five moves from here on.
        play(&mut pos, "50x28");
        assert!(!pos.fen().contains(":H"), "{}", pos.fen());
        let mut pos = position(INTERNATIONAL, "W:W8:BK50:H40");
        play(&mut pos, "8-2");
        assert!(!pos.fen().contains(":H"), "{}", pos.fen());
    }

    #[test]
    fn the_limits_of_16_and_5_moves_need_a_king_on_both_sides() {
        assert_limit_is_far(position(INTERNATIONAL, "B:W46,47:BK5:H20"));
        assert_limit_is_far(position(INTERNATIONAL, "W:WK46,K47:B5:H20"));
    }

    fn assert_limit_is_far<K: Kernel>(pos: draughts::Position<K>) {
        assert_eq!(pos.outcome(), None, "{}", pos.fen());
    }

    #[test]
    fn a_win_on_the_last_move_allowed_comes_before_the_draw() {
        let mut pos = position(INTERNATIONAL, "W:W11,K22:B6:H49");
        play(&mut pos, "22-17");
        assert_eq!((pos.outcome(), moves(&pos).len()), (None, 0));
        let mut pos = position(INTERNATIONAL, "W:W11,K22:B6:H49");
        play(&mut pos, "22-18");
        assert_eq!(pos.outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn counters_are_in_the_key_only_where_they_can_matter_soon() {
        let key = |fen: &str| position(INTERNATIONAL, fen).key();
        assert_eq!(key("W:WK46,K47:BK4,K15"), key("W:WK46,K47:BK4,K15:H20"));
        assert_ne!(key("W:WK46,K47:BK4,K15"), key("W:WK46,K47:BK4,K15:H44"));
        assert_ne!(key("W:WK46,K47:BK4"), key("W:WK46,K47:BK4:H2"));
        let (far, near) = ("W:WK46,K47:BK4,K15", "W:WK46,K47:BK4,K15:H44");
        let repetition = |fen: &str| position(INTERNATIONAL, fen).repetition_key();
        assert_eq!(repetition(far), repetition(near));
    }
}

mod variants_on_the_large_board {
    use super::*;

    #[test]
    fn in_breakthrough_the_first_king_wins() {
        let mut pos = position(BREAKTHROUGH, "W:W8:B45");
        play(&mut pos, "8-2");
        assert_eq!(pos.outcome(), Some(Outcome::Win(Player::FIRST)));
        assert!(moves(&pos).is_empty());
        assert_eq!(pos.outcome_reason(), "first king");
    }

    #[test]
    fn in_killer_a_king_halts_behind_a_captured_king_but_not_behind_a_man() {
        assert_moves(KILLER, "W:WK46:BK23", "46x19");
        assert_moves(KILLER, "W:WK46:B23", "46x19 46x14 46x10 46x5");
        // Only the last captured piece counts.
        assert_moves(KILLER, "W:WK47:B9,K12,33", "47x17");
        assert_moves(KILLER, "W:WK47:BK9,12,33", "47x17 47x21 47x26");
    }

    #[test]
    fn in_killer_two_kings_against_one_are_not_cut_short() {
        assert_limit(position(KILLER, "W:WK46,K45:BK1"), 50);
    }

    #[test]
    fn in_antidraughts_who_cannot_move_wins() {
        let bare = position(ANTIDRAUGHTS, "W:W:B1-20");
        assert_eq!(bare.no_moves_outcome(), Outcome::Win(Player::FIRST));
        let blocked = position(ANTIDRAUGHTS, "B:W11,17:B6");
        assert_eq!(blocked.no_moves_outcome(), Outcome::Win(Player::SECOND));
    }

    #[test]
    fn in_antidraughts_only_repetition_draws() {
        let pos = position(ANTIDRAUGHTS, "W:WK47,K48:BK5:H500");
        assert_eq!((pos.outcome(), pos.repetition_limit()), (None, Some(3)));
    }

    #[test]
    fn breakthrough_has_no_draw() {
        let pos = position(BREAKTHROUGH, "W:W47:B4:H500");
        assert_eq!((pos.outcome(), pos.repetition_limit()), (None, None));
    }
}

mod frisian {
    use super::*;

    #[test]
    fn men_capture_along_rows_and_columns_too() {
        assert_moves(FRISIAN, "W:W38:B28", "38x18");
        assert_moves(FRISIAN, "W:W38:B37", "38x36");
        assert_moves(FRISIAN, "B:W28:B38", "38x18");
    }

    #[test]
    fn kings_capture_along_rows_and_columns_at_any_distance() {
        assert_moves(FRISIAN, "W:WK48:B28", "48x18 48x8");
        assert_moves(FRISIAN, "W:WK36:B38", "36x39 36x40");
    }

    #[test]
    fn the_capture_of_the_greatest_value_must_be_played_a_king_being_worth_just_under_two_men() {
        assert_moves(FRISIAN, "W:W38:BK37,28", "38x36");
        assert_moves(FRISIAN, "W:W38:BK37,28,13", "38x9");
    }

    #[test]
    fn at_equal_value_a_king_must_capture() {
        assert_moves(FRISIAN, "W:W31,K50:B21,40", "50x30 50x20 50x10");
        assert_moves(FRISIAN, "W:W31,K50:B21", "31x11");
    }

    #[test]
    fn equal_values_are_equal_in_whole_numbers() {
        // Found by comparing programs: one that adds fractions loses one of the two captures.
        let pos = position(FRISIAN, "B:W17,38,K12,34,K4,29,23,K19:BK32");
        let number = |square| FRISIAN.geometry().number(square);
        let to_5 = moves(&pos).into_iter().filter(|mv| (number(mv.from), number(mv.to)) == (32, 5));
        assert_eq!(to_5.count(), 2);
    }

    #[test]
    fn a_king_may_not_make_more_than_three_quiet_moves_in_succession_while_its_side_has_men() {
        let mut pos = position(FRISIAN, "W:W45,K46:B15:+246+0");
        play(&mut pos, "46-41 15-20");
        assert!(pos.fen().ends_with(":+341+0"), "{}", pos.fen());
        assert_moves(FRISIAN, &pos.fen(), "45-40");
        play(&mut pos, "45-40");
        assert!(!pos.fen().contains('+'), "a move of another piece frees the king: {}", pos.fen());
    }

    #[test]
    fn a_tired_king_may_capture_and_is_free_again() {
        let mut pos = position(FRISIAN, "W:W45,K41:B28:+341+0");
        assert!(moves(&pos).iter().all(|mv| mv.is_capture()));
        let mv = moves(&pos)[0];
        pos.make(mv);
        assert!(!pos.fen().contains('+'), "{}", pos.fen());
    }

    #[test]
    fn a_king_whose_side_has_no_men_left_is_free() {
        let mut pos = position(FRISIAN, "B:W40,K1:B35:+31+0");
        play(&mut pos, "35x44");
        assert!(!pos.fen().contains('+'), "{}", pos.fen());
        assert!(moves(&pos).len() > 5);
    }

    #[test]
    fn moves_with_one_king_are_part_of_the_key() {
        let key = |fen: &str| position(FRISIAN, fen).key();
        assert_ne!(key("W:W45,K46:B15"), key("W:W45,K46:B15:+246+0"));
        assert_ne!(key("W:W45,K46:B15:+146+0"), key("W:W45,K46:B15:+246+0"));
    }

    #[test]
    fn two_kings_against_one_are_a_draw_after_7_moves_each() {
        assert_limit(position(FRISIAN, "W:WK46,K50:BK15"), 14);
    }

    #[test]
    fn one_king_against_one_is_a_draw_after_2_moves_each() {
        assert_limit(position(FRISIAN, "W:WK47:BK15"), 4);
    }

    #[test]
    fn repetition_is_no_draw() {
        assert_eq!(Draughts::new(FRISIAN).start_position().repetition_limit(), None);
    }

    #[test]
    fn in_frysk_each_side_has_five_men_on_its_back_row() {
        assert_eq!(Draughts::new(FRYSK).start_position().fen(), "W:W46-50:B1-5");
    }
}

/// All moves as they are written, sorted.
fn texts<K: Kernel>(rules: RuleSet<K>, fen: &str) -> Vec<String> {
    let pos = position(rules, fen);
    let mut texts: Vec<String> =
        moves(&pos).into_iter().map(|mv| pos.move_text(mv, MoveStyle::Native)).collect();
    texts.sort();
    texts
}

mod russian_and_brazilian {
    use super::*;

    #[test]
    fn russian_any_capture_may_be_chosen_but_must_be_completed_fmjd_64_4() {
        assert_eq!(texts(RUSSIAN, "W:Wc3:Bb4,d4,f6"), ["c3:a5", "c3:g7"]);
    }

    #[test]
    fn brazilian_the_capture_of_the_most_pieces_must_be_played() {
        assert_eq!(texts(BRAZILIAN, "W:Wc3:Bb4,d4,f6"), ["c3:g7"]);
    }

    #[test]
    fn russian_a_man_that_reaches_the_last_row_in_a_capture_goes_on_as_a_king() {
        assert_eq!(texts(RUSSIAN, "W:Wf6:Be7,b6"), ["f6:a5"]);
        let mut pos = position(RUSSIAN, "W:Wf6:Be7,b6,h8");
        play(&mut pos, "f6:a5");
        assert_eq!(pos.fen(), "B:WK13:B4");
    }

    #[test]
    fn brazilian_a_man_is_crowned_only_at_the_end_of_its_move() {
        assert_eq!(texts(BRAZILIAN, "W:Wf6:Be7,b6"), ["f6:d8"]);
        // Passing the last row: from f6 over e7 to d8 and back over c7.
        let mut pos = position(BRAZILIAN, "W:Wf6:Be7,c7");
        play(&mut pos, "f6:b6");
        assert_eq!(pos.fen(), "B:W9:B");
    }

    #[test]
    fn russian_a_king_must_come_down_where_it_can_go_on() {
        assert_eq!(texts(RUSSIAN, "W:WKa1:Bd4,f4"), ["a1:g3", "a1:h2"]);
    }

    #[test]
    fn fifteen_moves_each_with_kings_alone_are_a_draw_fmjd_64_7_2_5() {
        assert_limit(position(RUSSIAN, "W:WKa1,h2,g1,e1:BKb8,d8,a7,f8"), 30);
        assert_limit(position(BRAZILIAN, "W:WKa1,h2,g1,e1:BKb8,d8,a7,f8"), 30);
    }

    #[test]
    fn three_kings_against_one_are_a_draw_after_15_moves_each_fmjd_64_7_2_4() {
        let mut pos = position(RUSSIAN, "W:WKa5,Kb8,Kc1:BKg1");
        let off_the_road = |pos: &draughts::Position<Russian>, mv: draughts::Move| {
            pos.player_to_move() == Player::FIRST || RUSSIAN.geometry().main_road >> mv.to & 1 == 0
        };
        idle_if(&mut pos, 30, off_the_road);
        assert_eq!(pos.outcome(), Some(Outcome::Draw), "{}", pos.fen());
    }

    #[test]
    fn three_pieces_against_a_king_on_the_long_diagonal_are_a_draw_after_5_moves_each_fmjd_64_7_2_7() {
        let mut pos = position(RUSSIAN, "W:WKa7,Kb8,Kg1:BKa1");
        let on_the_road = |pos: &draughts::Position<Russian>, mv: draughts::Move| {
            let road = RUSSIAN.geometry().main_road >> mv.to & 1 == 1;
            road == (pos.player_to_move() == Player::SECOND)
        };
        idle_if(&mut pos, 6, on_the_road);
        assert!(pos.fen().ends_with(":R6"), "{}", pos.fen());
        let mut read = position(RUSSIAN, &pos.fen());
        idle_if(&mut read, 4, on_the_road);
        assert_eq!(read.outcome(), Some(Outcome::Draw), "{}", read.fen());
    }

    #[test]
    fn four_and_five_pieces_with_kings_on_both_sides_are_a_draw_after_30_moves_each_fmjd_64_7_2_6() {
        assert_limit(position(RUSSIAN, "W:WKa1,Kc1:BKb8,Kd8"), 60);
    }

    #[test]
    fn six_and_seven_pieces_with_kings_on_both_sides_are_a_draw_after_60_moves_each_fmjd_64_7_2_6() {
        assert_limit(position(RUSSIAN, "W:WKa1,h2,g1:BKb8,d8,a7"), 120);
    }

    #[test]
    fn at_most_two_pieces_against_a_king_are_a_draw_after_5_moves_each_fmjd_64_7_2_8() {
        assert_limit(position(RUSSIAN, "W:WKa5,Kc1:BKh8"), 10);
        assert_limit(position(RUSSIAN, "W:WKc1:BKh8"), 10);
    }

    #[test]
    fn a_man_move_restarts_only_the_15_moves() {
        let mut pos = position(RUSSIAN, "W:WKa1,h2,g1,e1:BKb8,d8,a7,f8:H20");
        play(&mut pos, "h2-g3");
        assert!(!pos.fen().contains(":H"), "{}", pos.fen());
        let mut pos = position(RUSSIAN, "W:WKa1,h2,g1:BKb8,d8,a7:H20");
        play(&mut pos, "h2-g3");
        assert!(pos.fen().ends_with(":H21"), "{}", pos.fen());
    }
}

mod english {
    use super::*;

    #[test]
    fn black_moves_first_from_the_squares_1_to_12_wcdf_1_12() {
        let start = Draughts::new(ENGLISH).start_position();
        assert_eq!(start.fen(), "B:W21-32:B1-12");
        assert_eq!(start.player_to_move(), Player::FIRST);
        let bare = position(ENGLISH, "B:W21-32:B");
        assert_eq!(bare.no_moves_outcome(), Outcome::Win(Player::SECOND));
    }

    #[test]
    fn a_king_moves_and_captures_one_square_in_any_direction_wcdf_1_17() {
        assert_moves(ENGLISH, "W:WK18:B", "18-14 18-15 18-22 18-23");
        assert_moves(ENGLISH, "W:WK18:B22,7", "18x25");
    }

    #[test]
    fn men_do_not_capture_backwards_wcdf_1_18() {
        assert_moves(ENGLISH, "W:W14:B18", "14-9 14-10");
        assert_moves(ENGLISH, "B:W10:B14", "14-17 14-18");
    }

    #[test]
    fn a_man_that_is_crowned_ends_its_move_wcdf_1_19() {
        assert_moves(ENGLISH, "W:W10:B7,8", "10x3");
    }

    #[test]
    fn any_capture_may_be_chosen_but_must_be_completed_wcdf_1_20() {
        assert_moves(ENGLISH, "W:W22:B17,18,11", "22x13 22x8");
    }

    #[test]
    fn forty_moves_each_without_capture_or_man_move_are_a_draw_wcdf_1_32() {
        assert_limit(position(ENGLISH, "W:WK29,K32:BK1,K4"), 80);
    }
}

mod text {
    use super::*;

    #[test]
    fn an_ambiguous_capture_is_written_with_every_square_between() {
        let texts = texts(INTERNATIONAL, "W:WK4:B13,20,32,37");
        assert!(texts.contains(&"4x31x42x15".to_string()), "{texts:?}");
        assert!(texts.contains(&"4x27x38x15".to_string()), "{texts:?}");
    }

    #[test]
    fn an_ambiguous_capture_is_read_by_its_path_or_its_captured_squares_in_any_order() {
        let pos = position(INTERNATIONAL, "W:WK4:B13,20,32,37");
        let why = pos.parse_move("4x15").unwrap_err();
        assert!(why.contains("4x31x42x15") && why.contains("4x27x38x15"), "{why}");
        let by_path = pos.parse_move("4x31x42x15").unwrap();
        for text in ["4x15x13x37x20", "4x15x20x37x13", "04:31:42:15", "4X15X37X13X20", "4-31-42-15"] {
            assert_eq!(pos.parse_move(text), Ok(by_path), "{text}");
        }
        assert_ne!(pos.parse_move("4x27x38x15"), Ok(by_path));
        assert_eq!(pos.move_text(by_path, MoveStyle::Numeric), "4x15x13x20x37");
    }

    #[test]
    fn a_king_that_goes_straight_on_comes_down_right_behind_the_captured_piece() {
        // Both captures end on 5 and take two men; they part after the first.
        let pos = position(INTERNATIONAL, "W:WK46:B37,19");
        let path = pos.parse_move("46x32x5").unwrap();
        assert_eq!(pos.parse_move("46x28x5"), Ok(path), "any square of the straight line is understood");
        assert!(pos.parse_move("46x41x5").is_err());
    }

    #[test]
    fn leading_zeros_and_colons_are_read() {
        let start = Draughts::new(INTERNATIONAL).start_position();
        for text in ["32-28", "032-028", "32-0028"] {
            assert_eq!(start.move_text(start.parse_move(text).unwrap(), MoveStyle::Native), "32-28");
        }
        let pos = position(INTERNATIONAL, "W:W28:B22");
        assert_eq!(pos.parse_move("28:17"), pos.parse_move("28x17"));
    }

    #[test]
    fn russian_moves_are_letters_and_digits_and_numbers_are_read_too() {
        let start = Draughts::new(RUSSIAN).start_position();
        let mv = start.parse_move("c3-d4").unwrap();
        assert_eq!(start.move_text(mv, MoveStyle::Native), "c3-d4");
        for text in ["22-18", "c3d4"] {
            assert_eq!(start.parse_move(text), Ok(mv), "{text}");
        }
        assert!(start.parse_move("c3:d4").unwrap_err().contains("captures nothing"));
        assert!(Draughts::new(ENGLISH).start_position().parse_move("c3-d4").is_err());
    }

    #[test]
    fn bad_moves_are_refused_with_the_word_and_the_reason() {
        let pos = position(INTERNATIONAL, "W:W28,38:B22,1");
        for (text, reason) in [
            ("38-33", "a capture must be played"),
            ("29-24", "no piece"),
            ("28-51", "'51' is not a square"),
            ("28", "not a move"),
            ("2x", "'' is not a square"),
            ("99999999999999999999-1", "not a square"),
        ] {
            let why = pos.parse_move(text).unwrap_err();
            assert!(why.contains(reason), "{text}: {why}");
        }
    }

    #[test]
    fn positions_are_read_in_every_form_in_use() {
        let same =
            |a: &str, b: &str| assert_eq!(position(INTERNATIONAL, a), position(INTERNATIONAL, b), "{a}");
        same("W:B1-20:W31-50", "W:W31-50:B1-20");
        same("W:W31-50:B1-20.", "W:W31-50:B1-20");
        same("W:W31-50:B1-20:H0:F0", "W:W31-50:B1-20");
        same("W:WK31,K32,K33:BK1-3", "W:WK31-33:BK1,K2,K3");
        same("WbbbbbbbbbbbbbbbbbbbbeeeeeeeeeeWWWWwwwwwwwwwwwwwwww", "W:W35-50,K31-34:B1-20");
        assert_eq!(position(INTERNATIONAL, "B:W:B").fen(), "B:W:B");
        assert_eq!(
            position(INTERNATIONAL, "W:WK5,31,32,40:BK1-2:H7:F30").fen(),
            "W:W31,32,40,K5:BK1,K2:H7:F30"
        );
        assert_eq!(position(RUSSIAN, "W:Wa1,c1,Kh8:Bb8"), position(RUSSIAN, "W:W29,30,K4:B1"));
    }

    #[test]
    fn the_move_number_is_counted_where_it_was_given() {
        let mut pos = position(INTERNATIONAL, "W:W31-50:B1-20:F1");
        play(&mut pos, "32-28 19-23 28x19");
        assert!(pos.fen().ends_with(":F2"), "{}", pos.fen());
    }

    #[test]
    fn bad_positions_are_refused_with_the_word_and_the_reason() {
        for (fen, reason) in [
            ("", "expected one like"),
            ("X:W31:B1", "expected W or B"),
            ("W:W31-50", "both colours"),
            ("W:W31:B1:W32", "given twice"),
            ("W:W31,31:B1", "given twice"),
            ("W:W31:B31", "both colours"),
            ("W:W51:B1", "'51'"),
            ("W:W0:B1", "'0'"),
            ("W:W50-31:B1", "range"),
            ("W:W1:B20", "promotion row"),
            ("W:W31:B46", "promotion row"),
            ("W:W31:B1:Hx", "number"),
            ("W:W31:B1:Q1", "count"),
            ("W:W31:B1:+0+0", "count"),
            ("W:WK1-21:B50", "at most 20"),
            ("W:W31,:B1", "''"),
        ] {
            let why = Draughts::new(INTERNATIONAL).parse_position(fen).unwrap_err();
            assert!(why.contains(reason) && !why.contains('\n'), "{fen}: {why}");
        }
        for fen in
            ["W:W45,K46:B15:+2", "W:W45,K46:B15:+9+0", "W:W45,K46:B15:+247+0", "W:W45,K46,K47:B15:+2+0"]
        {
            assert!(Draughts::new(FRISIAN).parse_position(fen).is_err(), "{fen}");
        }
        assert!(position(FRISIAN, "W:W45,K46:B15:+2+0").fen().ends_with(":+246+0"));
    }

    #[test]
    fn the_diagram_shows_the_pieces_and_the_numbers_of_the_squares() {
        let diagram = position(INTERNATIONAL, "B:W31,K50:B1,K20").diagram();
        let lines: Vec<&str> = diagram.lines().collect();
        assert_eq!(lines.len(), 11);
        assert!(lines[0].contains("b") && lines[0].ends_with("5"), "{diagram}");
        assert!(lines[9].contains("W") && lines[9].contains("46"), "{diagram}");
        assert_eq!(lines[10], "Black to move");
    }
}

/// Article 4: a piece that takes several comes down behind each of them.
#[test]
fn the_way_of_a_capture_has_every_stop_and_the_pieces_in_the_order_taken() {
    let path = |game: &str, fen: &str| {
        let engine = engine(game, Some(fen), "");
        let names = match engine.face().labels {
            Labels::Cells(names) => names,
            edges => panic!("numbers on the squares, not {edges:?}"),
        };
        let side = engine.board().width;
        let name = |cell: &GridCell| names[usize::from(cell.y) * side + usize::from(cell.x)].clone();
        let path = engine.move_paths().remove(0);
        [&path.cells, &path.route, &path.captured]
            .map(|cells| cells.iter().map(name).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(path("draughts", "W:W32:B28,19,10"), ["32 5", "32 23 14 5", "28 19 10"]);
    assert_eq!(path("draughts", "B:W28,19,10:B5"), ["5 32", "5 14 23 32", "10 19 28"]);
    assert_eq!(path("draughts", "W:W32:B20"), ["32 27", "32 27", ""]);
}
