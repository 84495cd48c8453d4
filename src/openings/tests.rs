//! Openings as a whole: each rule to its end, and random ones.

use super::*;
use crate::contract::GridCell;
use crate::random::Random;

fn after(rule: OpeningRule, text: &str) -> Result<Opening, String> {
    let steps = text.split_whitespace().map(|word| Step::parse(word, 15).expect(word)).collect::<Vec<_>>();
    Opening::after(rule, 15, &steps)
}

fn good(rule: OpeningRule, text: &str) -> Opening {
    after(rule, text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// The person to decide and the stage after each step, as `1stone 2choice`.
fn course(rule: OpeningRule, text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let told = (0..=words.len()).map(|count| {
        let opening = good(rule, &words[..count].join(" "));
        format!("{}{}", opening.decides().number(), opening.stage().name())
    });
    told.collect::<Vec<_>>().join(" ")
}

#[test]
fn swap_is_three_stones_and_a_choice() {
    let three = "1stone 1stone 1stone 2choice";
    assert_eq!(course(OpeningRule::Swap, "a1 h8 o15 swap"), format!("{three} 1over"));
    assert_eq!(course(OpeningRule::Swap, "a1 h8 o15 stay"), format!("{three} 2over"));
    assert!(!good(OpeningRule::Swap, "a1 h8 o15 swap").first_is_black());
    assert!(good(OpeningRule::Swap, "a1 h8 o15 stay").first_is_black());
}

#[test]
fn in_swap2_two_stones_may_be_added_and_the_first_person_chooses() {
    let five = "1stone 1stone 1stone 2choice 2stone 2stone 1choice";
    assert_eq!(course(OpeningRule::Swap2, "h8 h9 j8 add a1 b1 stay"), format!("{five} 1over"));
    assert_eq!(course(OpeningRule::Swap2, "h8 h9 j8 add a1 b1 swap"), format!("{five} 2over"));
    assert!(!good(OpeningRule::Swap2, "h8 h9 j8 add a1 b1 stay").first_is_black(), "white is to move");
    assert!(good(OpeningRule::Swap2, "h8 h9 j8 add a1 b1 swap").first_is_black());
    assert!(after(OpeningRule::Swap2, "h8 h9 j8 add a1 b1 add").is_err());
}

#[test]
fn in_rif_white_puts_the_fourth_and_picks_the_fifth_of_two() {
    assert_eq!(
        course(OpeningRule::Rif, "h8 h9 i9 swap a1 g7 i7 i7"),
        "1stone 1stone 1stone 2choice 1stone 2offers 2offers 1pick 1over"
    );
    let end = good(OpeningRule::Rif, "h8 h9 i9 stay a1 g7 i7 g7");
    assert!(end.first_is_black() && end.stones().last() == Some(&GridCell::new(6, 8)));
    for far in ["g8", "h8 h10", "h8 h9 h11"] {
        assert!(after(OpeningRule::Rif, far).unwrap_err().contains("too far out"), "{far}");
    }
}

#[test]
fn in_soosyrv_8_a_number_is_announced_and_there_is_a_second_swap() {
    assert_eq!(
        course(OpeningRule::Soosyrv8, "h8 h9 i9 stay a1 3 swap g7 i7 f6 f6"),
        "1stone 1stone 1stone 2choice 2stone 2count 1choice 2offers 2offers 2offers 1pick 1over"
    );
    // The only fifth stone is put, not offered.
    assert_eq!(
        course(OpeningRule::Soosyrv8, "h8 h9 i9 stay a1 1 stay g7"),
        "1stone 1stone 1stone 2choice 2stone 2count 1choice 1stone 2over"
    );
    for number in ["0", "9", "99999999999"] {
        let text = format!("h8 h9 i9 stay a1 {number}");
        assert!(after(OpeningRule::Soosyrv8, &text).unwrap_err().ends_with("fifth stones: expected 1 to 8"));
    }
}

#[test]
fn in_taraguchi_10_each_stone_may_be_followed_by_a_swap() {
    assert_eq!(
        course(OpeningRule::Taraguchi10, "h8 swap h9 stay i9 swap k11 swap l12 swap"),
        "1stone 2choice 1stone 2choice 2stone 1choice 2stone 1choice 2stone 1choice 2over"
    );
    for far in ["h7", "h8 stay h10", "h8 stay h9 stay h11", "h8 stay h9 stay i9 stay l8"] {
        assert!(after(OpeningRule::Taraguchi10, far).unwrap_err().contains("too far out"), "{far}");
    }
    assert!(after(OpeningRule::Taraguchi10, "h8 stay h9 stay i9 stay k8 stay m8").is_err());
}

#[test]
fn in_taraguchi_10_ten_fifth_stones_may_be_offered_instead() {
    let four = "h8 stay h9 stay i9 stay k11";
    let ten = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1";
    for offer in ["offer", "stay offer"] {
        let end = good(OpeningRule::Taraguchi10, &format!("{four} {offer} {ten} c1"));
        assert!(end.is_over() && end.first_is_black() && end.stones().len() == 5);
    }
    assert!(after(OpeningRule::Taraguchi10, &format!("{four} swap offer")).is_err(), "one or the other");
}

#[test]
fn fifth_stones_that_look_the_same_are_one_offer() {
    let straight = "h8 h9 h10 stay h7";
    let why = after(OpeningRule::Rif, &format!("{straight} g6 i6")).unwrap_err();
    assert_eq!(why, "step 7: 'i6' is symmetric to 'g6', which is offered already");
    let why = after(OpeningRule::Rif, &format!("{straight} g6 g6")).unwrap_err();
    assert_eq!(why, "step 7: 'g6' is offered already");
    assert!(after(OpeningRule::Rif, "h8 h9 i10 stay h7 g6 i6").is_ok());
}

#[test]
fn a_refusal_says_what_is_expected() {
    for (rule, steps, why) in [
        (OpeningRule::Swap, "swap", "step 1: 'swap' is not possible now; expected a cell for stone 1"),
        (OpeningRule::Swap2, "h8 h8", "step 2: 'h8' is occupied"),
        (OpeningRule::Swap2, "h8 h9 i9 a1", "step 4: 'a1' is not possible now; expected swap, stay or add"),
        (OpeningRule::Rif, "h8 h9 i9 stay a1 b1 c1 d1", "step 8: 'd1' is not offered; expected b1 or c1"),
        (
            OpeningRule::Soosyrv8,
            "h8 h9 i9 stay a1 stay",
            "step 6: 'stay' is not possible now; expected a number of fifth stones from 1 to 8",
        ),
        (
            OpeningRule::Swap,
            "h8 h9 i9 stay a1",
            "step 5: 'a1' is not possible now; expected a move: the opening is over",
        ),
    ] {
        assert_eq!(after(rule, steps).unwrap_err(), why);
    }
}

#[test]
fn a_cell_that_is_named_at_a_choice_means_to_stay() {
    let cell = Step::Cell(GridCell::new(0, 0));
    let rif = good(OpeningRule::Rif, "h8 h9 i9");
    assert_eq!(rif.spelled_out(cell), [Step::Stay, cell]);
    assert!(!rif.ends_by_staying() && rif.cells().len() == 222);
    let swap = good(OpeningRule::Swap, "h8 h9 i9");
    assert!(swap.ends_by_staying() && swap.cells().len() == 222);
}

/// All words, numbers and cells of a small board.
fn all_steps(size: usize) -> Vec<Step> {
    let words = [Step::Swap, Step::Stay, Step::Add, Step::Offer].into_iter();
    let counts = (0..=9).map(Step::Count);
    let cells = (0..size * size).map(|index| Step::Cell(GridCell::new(index % size, index / size)));
    words.chain(counts).chain(cells).collect()
}

/// The steps that an opening reports as allowed.
fn reported(opening: &Opening) -> Vec<Step> {
    let cells = if opening.stage() == Stage::Choice { Vec::new() } else { opening.cells() };
    let counts = (1..=opening.max_count()).map(Step::Count);
    opening.words().into_iter().chain(counts).chain(cells.into_iter().map(Step::Cell)).collect()
}

#[test]
fn a_random_opening_ends_and_allows_exactly_what_it_reports() {
    let mut random = Random::new(57);
    for game in 0..300 {
        let rule = OpeningRule::ALL[game % 5];
        let size = if rule.fits("gomoku", "gomoku", 5, 5) { 5 } else { 15 };
        let (mut opening, mut swaps) = (Opening::new(rule, size), 0);
        while !opening.is_over() {
            let may = reported(&opening);
            assert!(!may.is_empty(), "stuck: {opening:?}");
            for step in all_steps(size) {
                let taken = opening.clone().take(step);
                assert_eq!(taken.is_ok(), may.contains(&step), "{step:?} in {opening:?}");
                assert!(taken.is_ok() || taken.is_err_and(|why| why.contains('\'')));
            }
            let step = may[random.below(may.len())];
            swaps += usize::from(matches!(step, Step::Swap | Step::Add));
            let words: Vec<String> = opening.steps().iter().map(|step| step.text(size)).collect();
            let read = words.iter().map(|word| Step::parse(word, size)).collect::<Result<Vec<_>, _>>();
            assert_eq!(read.as_deref(), Ok(opening.steps()));
            opening.take(step).expect("it was reported");
            assert_eq!(Opening::after(rule, size, opening.steps()).as_ref(), Ok(&opening));
        }
        assert_eq!(opening.first_is_black(), swaps % 2 == 0);
        let white_moves = opening.stones().len() % 2 == 1;
        let white = if opening.first_is_black() { Person::Second } else { Person::First };
        assert!(white_moves && opening.decides() == white, "White has the next move");
        assert!([3, 5].contains(&opening.stones().len()));
    }
}
