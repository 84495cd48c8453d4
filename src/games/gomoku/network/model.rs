//! The network for training: the shapes of a position, and the parts that their rows share.
//!
//! The parts of a shape are the states of both halves of its line, and the pattern of the point for both players
//! (`line_pattern.rs`). The rules are in the latter.

use super::file;
use super::shapes::Shapes;
use crate::contract::{POINT_FACTS, PointFacts, PointNetworkModel, PointNetworkWeights, Position as _};
use crate::games::gomoku::eval::proved;
use crate::games::gomoku::geometry::cells;
use crate::games::gomoku::pattern_board::PatternBoard;
use crate::games::gomoku::patterns::PatternTables;
use crate::games::gomoku::points::PointClass;
use crate::games::gomoku::position::{Move, Position};
use crate::games::gomoku::rules::Rule;
use crate::games::gomoku::threat_set::{THREATS, threat_set};

const _: () = assert!(POINT_FACTS == THREATS);

/// Maximum number of patterns of one player.
const PATTERNS: usize = 16;
/// Maximum absolute value of the initial weights of states and of patterns.
const STARTS: (f32, f32) = (0.1, 0.2);

/// The model of a rule set.
pub(in crate::games::gomoku) struct Model {
    rule: Rule,
    shapes: Shapes,
    swapped: Vec<usize>,
    /// Parts by side and shape.
    parts: Vec<Vec<Option<[usize; 3]>>>,
}

impl Model {
    /// The model; `None` for Caro, which uses the network of gomoku.
    pub(in crate::games::gomoku) fn new(rule: Rule) -> Option<Model> {
        if matches!(rule, Rule::Caro | Rule::CaroExact) {
            return None;
        }
        let shapes = Shapes::new(rule.reach());
        let parts = (0..rule.sides()).map(|side| parts(rule, &shapes, side)).collect();
        Some(Model { rule, swapped: shapes.swapped(), parts, shapes })
    }
}

/// The parts of all shapes for players of one side.
fn parts(rule: Rule, shapes: &Shapes, side: usize) -> Vec<Option<[usize; 3]>> {
    let (tables, swapped) = (PatternTables::of(rule), shapes.swapped_states());
    let parts = shapes.both_states().map(|(first, second)| {
        if shapes.is_void(first) && shapes.is_void(second) {
            return None;
        }
        // The first colour of a shape is that of the player whose view it is.
        let window = match side {
            0 => shapes.window(first, second),
            _ => shapes.window(swapped[first], swapped[second]),
        };
        let [own, other] = [side, 1 - side].map(|player| tables.pattern(window, player) as usize);
        Some([first, second, shapes.state_count() + own * PATTERNS + other])
    });
    parts.collect()
}

impl PointNetworkModel<Position> for Model {
    fn sides(&self) -> usize {
        self.rule.sides()
    }

    fn shapes(&self) -> usize {
        self.shapes.count()
    }

    fn swapped(&self, shape: usize) -> usize {
        self.swapped[shape]
    }

    fn parts(&self, side: usize, shape: usize) -> Option<[usize; 3]> {
        self.parts[side][shape]
    }

    fn part_count(&self) -> usize {
        self.shapes.state_count() + PATTERNS * PATTERNS
    }

    fn part_start(&self, part: usize) -> f32 {
        if part < self.shapes.state_count() { STARTS.0 } else { STARTS.1 }
    }

    /// `None` if a five can be made or must be stopped, or if a straight four can be made.
    fn describe(&self, pos: &Position, add: &mut dyn FnMut(Move, [u16; 4])) -> Option<PointFacts> {
        let board = PatternBoard::new(pos);
        let mover = pos.player_to_move().index();
        if pos.outcome().is_some()
            || board.stones() == 0
            || proved(&board, mover).is_some()
            || board.count(1 - mover, PointClass::Five) > 0
        {
            return None;
        }
        for cell in cells(pos.size()).filter(|&cell| pos.stone(cell).is_none()) {
            let shapes: [usize; 4] =
                std::array::from_fn(|dir| self.shapes.of(board.lines().window(cell, dir)));
            if shapes.iter().any(|&shape| self.parts[0][shape].is_some()) {
                let seen = |shape: usize| if mover == 0 { shape } else { self.swapped[shape] };
                add(cell, shapes.map(|shape| seen(shape) as u16));
            }
        }
        let side = mover % self.sides();
        Some(PointFacts { side, facts: threat_set(&board, mover), stones: board.stones() })
    }

    fn encode(&self, weights: &PointNetworkWeights, scale: f32) -> Vec<u8> {
        file::encode(weights, scale)
    }

    fn decode(&self, bytes: &[u8], scale: f32) -> Option<PointNetworkWeights> {
        file::trained(self.sides(), self.shapes.count(), bytes, scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Game as _, Notation as _};
    use crate::games::gomoku::Gomoku;
    use crate::games::gomoku::eval_tests::random_position;
    use crate::random::Random;

    const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    /// The points of a position, and its other inputs.
    type Described = (Vec<(Move, [u16; 4])>, PointFacts);

    fn describe(model: &Model, pos: &Position) -> Option<Described> {
        let mut points = Vec::new();
        let facts = model.describe(pos, &mut |mv, shapes| points.push((mv, shapes)));
        assert!(facts.is_some() || points.is_empty());
        Some((points, facts?))
    }

    #[test]
    fn shapes_have_the_patterns_that_are_on_the_board() {
        let mut random = Random::new(8);
        for rule in RULES {
            let model = Model::new(rule).expect("a network");
            let mut compared = 0;
            for _ in 0..40 {
                let pos = random_position(rule, 12, random.below(40), &mut random);
                let Some((points, facts)) = describe(&model, &pos) else { continue };
                let (board, mover) = (PatternBoard::new(&pos), pos.player_to_move().index());
                for (cell, shapes) in points {
                    for (dir, shape) in shapes.map(usize::from).into_iter().enumerate() {
                        for (shape, looks) in [(shape, mover), (model.swapped(shape), 1 - mover)] {
                            let side = (facts.side + usize::from(looks != mover)) % model.sides();
                            let Some(parts) = model.parts(side, shape) else { continue };
                            let [own, other] = [looks, 1 - looks]
                                .map(|player| usize::from(board.patterns(cell, player).code(dir)));
                            assert_eq!(parts[2] - model.shapes.state_count(), own * PATTERNS + other);
                            compared += 1;
                        }
                    }
                }
            }
            assert!(compared > 1000, "{rule:?}: {compared}");
        }
    }

    #[test]
    fn both_players_see_the_same_where_their_rules_do_not_differ() {
        let model = Model::new(Rule::Standard).expect("a network");
        let position = |fen: &str| Gomoku::new(Rule::Standard).parse_position(fen).expect("a position");
        let rows = "/15/15/15/6PppP5/6pPP6/7p7/15/15/15/15/15/15/15/15";
        let swapped: String = rows
            .chars()
            .map(|c| match c {
                'P' => 'p',
                'p' => 'P',
                c => c,
            })
            .collect();
        let [first, second] = [format!("15{rows} w"), format!("15{swapped} b")].map(|fen| position(&fen));
        assert_eq!(describe(&model, &first), describe(&model, &second));
        let other = position(&format!("15{rows} b"));
        assert_ne!(describe(&model, &first), describe(&model, &other));
    }

    #[test]
    fn nothing_is_said_where_the_evaluation_is_not_asked() {
        for rule in RULES {
            let model = Model::new(rule).expect("a network");
            let mut pos = Gomoku::new(rule).start_position();
            assert_eq!(describe(&model, &pos), None, "an empty board");
            let said = ["h8", "a1", "h9", "a3", "h10", "a5", "h11"].map(|text| {
                let mv = pos.parse_move(text).expect("a legal move");
                pos.make(mv);
                describe(&model, &pos).is_some()
            });
            // Black could make a straight four, White would have to stop a five.
            assert_eq!(said, [true, true, true, true, true, false, false], "{rule:?}");
        }
    }

    #[test]
    fn caro_has_no_network_of_its_own() {
        assert!(Model::new(Rule::Caro).is_none() && Model::new(Rule::CaroExact).is_none());
    }
}
