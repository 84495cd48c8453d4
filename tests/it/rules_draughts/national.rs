//! Pool checkers, Italian, Spanish, Portuguese and Czech draughts. Articles: APCA, Tournament rules of play; Federazione
//! Italiana Dama, Regolamento tecnico I (its positions are those of the rule tests of dctl); Federação Portuguesa de
//! Damas, Regras do jogo de damas clássicas; FMJD, Brief rules of Czech draughts.

use super::*;
use quadriga::games::draughts::{CZECH, ITALIAN, POOL, PORTUGUESE, SPANISH};

mod pool {
    use super::*;

    #[test]
    fn black_moves_first_apca_7() {
        assert_eq!(Draughts::new(POOL).start_position().fen(), "B:W21-32:B1-12");
        assert_eq!(Draughts::new(POOL).start_position().player_to_move(), Player::FIRST);
    }

    #[test]
    fn a_man_captures_backwards_and_any_capture_may_be_chosen_apca_14_20() {
        assert_moves(POOL, "W:W22:B17,18,11", "22x13 22x8");
        assert_moves(POOL, "W:W14:B18,10", "14x23 14x7");
    }

    #[test]
    fn a_man_that_passes_the_last_row_in_a_capture_stays_a_man_apca_23() {
        let mut pos = position(POOL, "W:W11:B8,7");
        play(&mut pos, "11x4");
        assert_eq!(pos.fen(), "B:WK4:B7", "the move ends on the last row");
        let mut pos = position(POOL, "W:W10:B7,8");
        play(&mut pos, "10x12");
        assert_eq!(pos.fen(), "B:W12:B", "it goes on backwards");
    }

    #[test]
    fn a_king_captures_over_any_distance_apca_15() {
        assert_moves(POOL, "W:WK29:B22", "29x18 29x15 29x11 29x8 29x4");
    }

    #[test]
    fn draws_by_moves_apca_26_27_28() {
        assert_limit(position(POOL, "W:WK29,K31:BK1,K4"), 30);
        assert_limit(position(POOL, "W:WK13,K5,K6:BK32"), 26);
        assert_limit(position(POOL, "W:WK13,K6:BK32"), 10);
        assert_eq!(position(POOL, "W:WK13:BK32").repetition_limit(), Some(3));
    }
}

mod italian {
    use super::*;

    #[test]
    fn white_moves_first_on_the_mirrored_board_fid_2_3_3_4() {
        let start = Draughts::new(ITALIAN).start_position();
        assert_eq!(start.fen(), "W:W21-32:B1-12");
        assert_moves(ITALIAN, &start.fen(), "21-17 21-18 22-18 22-19 23-19 23-20 24-20");
    }

    #[test]
    fn men_capture_forwards_fid_5_3_5_6_5_7() {
        assert_moves(ITALIAN, "W:W30:B27", "30x23");
        assert_moves(ITALIAN, "W:W31:B12,20,28", "31x8");
        assert_moves(ITALIAN, "W:W24:B20,28", "24x15");
    }

    #[test]
    fn men_do_not_capture_kings_fid_5_3() {
        assert_moves(ITALIAN, "W:W23:BK20", "23-19");
        assert_moves(ITALIAN, "W:WK23:BK20", "23x16");
    }

    #[test]
    fn kings_capture_one_square_in_any_direction_fid_5_8_5_9() {
        assert_moves(ITALIAN, "W:WK22:B18,19,27", "22x13 22x15 22x31");
        assert_moves(ITALIAN, "W:WK27:B5,6,13,15,21,23", "27x25");
    }

    #[test]
    fn the_most_pieces_must_be_captured_fid_6_6() {
        assert_moves(ITALIAN, "W:WK21,31:B10,18,27", "31x6");
    }

    #[test]
    fn of_as_many_pieces_a_king_must_capture_fid_6_7() {
        assert_moves(ITALIAN, "W:WK23,31:B19,26,27", "23x21");
    }

    #[test]
    fn of_these_the_most_kings_must_be_captured_fid_6_8() {
        assert_moves(ITALIAN, "W:WK23:B19,K28", "23x32");
    }

    #[test]
    fn of_these_the_capture_that_meets_a_king_first_must_be_played_fid_6_9() {
        assert_moves(ITALIAN, "W:WK30:B10,12,18,K20,K26,27", "30x5");
        assert_moves(ITALIAN, "W:WK30:B10,K12,K18,20,K26,K27", "30x5");
    }

    #[test]
    fn of_equal_captures_any_may_be_chosen_fid_6_10() {
        assert_moves(ITALIAN, "W:WK31:B18,20,K27,K28", "31x13 31x15");
    }

    #[test]
    fn draws_by_forty_moves_each_and_the_fourth_repetition_fid_10_4_9_3() {
        assert_limit(position(ITALIAN, "W:WK29,K31:BK1,K4"), 80);
        assert_eq!(position(ITALIAN, "W:WK29:BK1").repetition_limit(), Some(4));
    }
}

mod spanish_and_portuguese {
    use super::*;

    #[test]
    fn white_has_the_squares_1_to_12_and_moves_first_fpd_3_7_10() {
        for start in [Draughts::new(SPANISH).start_position(), Draughts::new(PORTUGUESE).start_position()] {
            assert_eq!(start.fen(), "W:W1-12:B21-32");
            let moves = "9-13 10-13 10-14 11-14 11-15 12-15 12-16";
            assert_moves(SPANISH, &start.fen(), moves);
        }
    }

    #[test]
    fn the_long_diagonal_runs_from_1_to_32_fpd_3() {
        assert_moves(SPANISH, "W:WK1:B", "1-5 1-10 1-14 1-19 1-23 1-28 1-32");
    }

    #[test]
    fn men_capture_forwards_and_kings_too() {
        assert_moves(SPANISH, "W:W14:B10,18", "14x21");
        assert_moves(SPANISH, "W:W14:BK18", "14x21");
    }

    #[test]
    fn a_man_that_is_crowned_ends_its_move() {
        let mut pos = position(SPANISH, "W:W22:B26,27");
        play(&mut pos, "22x31");
        assert_eq!(pos.fen(), "B:WK31:B26");
    }

    #[test]
    fn the_law_of_quantity_then_the_law_of_quality() {
        assert_moves(SPANISH, "W:W6,7:B11,12,19", "6x22 7x23");
        assert_moves(SPANISH, "W:W6:B10,11", "6x13 6x15");
        assert_moves(SPANISH, "W:W6:B10,K11", "6x15");
    }

    #[test]
    fn a_king_captures_over_any_distance_and_turns() {
        assert_moves(SPANISH, "W:WK1:B10", "1x14 1x19 1x23 1x28 1x32");
    }

    #[test]
    fn draws_by_twenty_moves_each_and_twelve_for_three_kings() {
        assert_limit(position(SPANISH, "W:WK2,K3:BK30,K31"), 40);
        assert_limit(position(PORTUGUESE, "W:WK2,K3,K4:BK31"), 24);
        assert_eq!(position(SPANISH, "W:WK2:BK31").repetition_limit(), Some(3));
    }
}

mod czech {
    use super::*;

    #[test]
    fn men_capture_forwards_only_and_any_capture_may_be_chosen() {
        assert_eq!(texts(CZECH, "W:Wc3:Bb4,d4,f6"), ["c3:a5", "c3:g7"]);
        assert_eq!(texts(CZECH, "W:Wd4:Bc3"), ["d4-c5", "d4-e5"]);
    }

    #[test]
    fn a_king_that_can_capture_must() {
        assert_eq!(texts(CZECH, "W:Wc3,Kh2:Bg3,d4"), ["h2:b8", "h2:c7", "h2:d6", "h2:e5", "h2:f4"]);
        assert_eq!(texts(CZECH, "W:Wc3,Kh4:Bb4"), ["c3:a5"]);
    }

    #[test]
    fn a_man_that_is_crowned_ends_its_move() {
        assert_eq!(texts(CZECH, "W:Wf6:Be7,c7"), ["f6:d8"]);
    }

    #[test]
    fn draws_by_fifteen_moves_each_and_the_third_repetition() {
        assert_limit(position(CZECH, "W:WKa1,Kc1:BKb8,Kd8"), 30);
        assert_eq!(position(CZECH, "W:WKa1:BKb8").repetition_limit(), Some(3));
    }
}
