//! The 26 openings of renju: the first stone in the middle, the second next to it, the third at most two cells from the middle.
//!
//! They are direct (D) if the second stone stands straight next to the first and indirect (I) if it stands diagonally,
//! and numbered by the place of the third. A rotated or mirrored position is the same opening. (Numbers and names are
//! those of the Renju International Federation.)

use super::geometry::{Cell, cells};
use super::position::Position;
use super::rules::Rule;
use crate::contract::Player;

/// An opening.
struct Opening {
    /// As `D4`.
    number: &'static str,
    name: &'static str,
    japanese: &'static str,
    chinese: &'static str,
    /// Columns to the right and rows down from the first stone to the third, the second being above the first (D) or above
    /// and to the right of it (I).
    third: (isize, isize),
}

const fn opening(
    number: &'static str,
    third: (isize, isize),
    [name, japanese, chinese]: [&'static str; 3],
) -> Opening {
    Opening { number, name, japanese, chinese, third }
}

const DIRECT: [Opening; 13] = [
    opening("D1", (0, -2), ["Kansei", "寒星", "寒星"]),
    opening("D2", (1, -2), ["Keigetsu", "渓月", "溪月"]),
    opening("D3", (2, -2), ["Sosei", "疎星", "疏星"]),
    opening("D4", (1, -1), ["Kagetsu", "花月", "花月"]),
    opening("D5", (2, -1), ["Zangetsu", "残月", "残月"]),
    opening("D6", (1, 0), ["Ugetsu", "雨月", "雨月"]),
    opening("D7", (2, 0), ["Kinsei", "金星", "金星"]),
    opening("D8", (0, 1), ["Shogetsu", "松月", "松月"]),
    opening("D9", (1, 1), ["Kyugetsu", "丘月", "丘月"]),
    opening("D10", (2, 1), ["Shingetsu", "新月", "新月"]),
    opening("D11", (0, 2), ["Zuisei", "瑞星", "瑞星"]),
    opening("D12", (1, 2), ["Sangetsu", "山月", "山月"]),
    opening("D13", (2, 2), ["Yusei", "遊星", "游星"]),
];

const INDIRECT: [Opening; 13] = [
    opening("I1", (2, -2), ["Chosei", "長星", "长星"]),
    opening("I2", (2, -1), ["Kyogetsu", "峡月", "峡月"]),
    opening("I3", (2, 0), ["Kosei", "恒星", "恒星"]),
    opening("I4", (2, 1), ["Suigetsu", "水月", "水月"]),
    opening("I5", (2, 2), ["Ryusei", "流星", "流星"]),
    opening("I6", (1, 0), ["Ungetsu", "雲月", "云月"]),
    opening("I7", (1, 1), ["Hogetsu", "浦月", "浦月"]),
    opening("I8", (1, 2), ["Rangetsu", "嵐月", "岚月"]),
    opening("I9", (0, 1), ["Gingetsu", "銀月", "银月"]),
    opening("I10", (0, 2), ["Myojo", "明星", "明星"]),
    opening("I11", (-1, 1), ["Shagetsu", "斜月", "斜月"]),
    opening("I12", (-1, 2), ["Meigetsu", "名月", "名月"]),
    opening("I13", (-2, 2), ["Suisei", "彗星", "彗星"]),
];

/// Name, number, and the names in Japanese and Chinese: `Kagetsu (D4, 花月)`. `None` if the position is not an opening.
pub(super) fn opening_name(pos: &Position) -> Option<String> {
    let Opening { number, name, japanese, chinese, .. } = find(pos)?;
    Some(if japanese == chinese {
        format!("{name} ({number}, {japanese})")
    } else {
        format!("{name} ({number}, Japanese {japanese}, Chinese {chinese})")
    })
}

fn find(pos: &Position) -> Option<&'static Opening> {
    if pos.rule() != Rule::Renju || pos.size().is_multiple_of(2) {
        return None;
    }
    let middle = pos.size() / 2;
    if pos.stone(Cell::new(middle, middle)) != Some(Player::FIRST) {
        return None;
    }
    let places = |player| {
        cells(pos.size())
            .filter(move |&cell| pos.stone(cell) == Some(player))
            .map(move |cell| (cell.x() as isize - middle as isize, cell.y() as isize - middle as isize))
    };
    let thirds: Vec<_> = places(Player::FIRST).filter(|&place| place != (0, 0)).collect();
    let seconds: Vec<_> = places(Player::SECOND).collect();
    let (&[second], &[third]) = (seconds.as_slice(), thirds.as_slice()) else { return None };
    [((0, -1), &DIRECT), ((1, -1), &INDIRECT)].into_iter().find_map(|(beside, openings)| {
        openings.iter().find(|opening| {
            (0..8).any(|turn| turned(second, turn) == beside && turned(third, turn) == opening.third)
        })
    })
}

/// The place rotated `turn % 4` times by a quarter, and mirrored if `turn` is 4 or more.
fn turned(place: (isize, isize), turn: usize) -> (isize, isize) {
    let (x, y) = (0..turn % 4).fold(place, |(x, y), _| (-y, x));
    if turn < 4 { (x, y) } else { (-x, y) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::contract::Position as _;

    fn name_after(rule: Rule, moves: &[(isize, isize)]) -> Option<&'static str> {
        let mut pos = Position::new(rule, 15);
        for &(x, y) in moves {
            pos.make(Cell::new((7 + x) as usize, (7 + y) as usize));
        }
        find(&pos).map(|opening| opening.name)
    }

    #[test]
    fn every_third_stone_within_two_cells_makes_an_opening_and_each_has_its_number_of_places() {
        let square = |reach: isize| (-reach..=reach).flat_map(move |x| (-reach..=reach).map(move |y| (x, y)));
        let mut places: HashMap<&str, usize> = HashMap::new();
        for second in square(1).filter(|&place| place != (0, 0)) {
            for third in square(2).filter(|&place| place != (0, 0) && place != second) {
                let name = name_after(Rule::Renju, &[(0, 0), second, third]);
                *places.entry(name.expect("a name")).or_default() += 1;
            }
        }
        assert_eq!(places.len(), 26);
        // Those that are their own mirror image have half as many.
        let own_image = ["Kansei", "Shogetsu", "Zuisei", "Chosei", "Shagetsu", "Suisei"];
        for (name, count) in places {
            assert_eq!(count, if own_image.contains(&name) { 4 } else { 8 }, "{name}");
        }
    }

    #[test]
    fn a_mirrored_opening_has_the_same_name() {
        assert_eq!(name_after(Rule::Renju, &[(0, 0), (0, -1), (1, -1)]), Some("Kagetsu"));
        assert_eq!(name_after(Rule::Renju, &[(0, 0), (-1, 0), (-1, 1)]), Some("Kagetsu"));
        assert_eq!(name_after(Rule::Renju, &[(0, 0), (1, -1), (1, 1)]), Some("Hogetsu"));
        assert_eq!(name_after(Rule::Renju, &[(0, 0), (1, -1), (-1, -1)]), Some("Hogetsu"));
    }

    #[test]
    fn only_three_stones_around_the_middle_of_a_board_for_renju_have_a_name() {
        let kagetsu = [(0, 0), (0, -1), (1, -1)];
        assert_eq!(name_after(Rule::Standard, &kagetsu), None);
        assert_eq!(name_after(Rule::Renju, &kagetsu[..2]), None);
        assert_eq!(name_after(Rule::Renju, &[(0, 0), (0, -1), (1, -1), (3, 3)]), None);
        assert_eq!(name_after(Rule::Renju, &[(0, 0), (0, -1), (3, 0)]), None);
        assert_eq!(name_after(Rule::Renju, &[(1, 0), (0, -1), (1, -1)]), None);
    }
}
