//! Tests of the network in play against the network in training.

use std::sync::Arc;

use super::{Model, Network, NetworkBoard, file};
use crate::contract::{
    Notation as _, PointFacts, PointNetworkModel as _, PointNetworkWeights, Position as _,
};
use crate::fit::evaluate_points;
use crate::games::gomoku::Position;
use crate::games::gomoku::eval_tests::{random_position, walk};
use crate::games::gomoku::geometry::{Cell, cells};
use crate::games::gomoku::pattern_board::PatternBoard;
use crate::games::gomoku::rules::Rule;
use crate::random::Random;

const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];
/// Hundredths of a unit of log-odds.
const SCALE: f32 = 180.0;

/// A network of random numbers.
fn numbers(model: &Model) -> PointNetworkWeights {
    drawn(model, 0.05, 0.02)
}

/// The same with numbers of rows around `middle` and weights of the pool up to `weight`.
fn drawn(model: &Model, middle: f32, weight: f32) -> PointNetworkWeights {
    let mut random = Random::new(5);
    let mut draw = |list: &mut [f32], middle: f32, size: f32| {
        for number in list {
            *number = middle + (random.below(2001) as f32 / 1000.0 - 1.0) * size;
        }
    };
    let mut numbers = PointNetworkWeights::zero(model.sides(), model.shapes());
    for (side, table) in numbers.tables.iter_mut().enumerate() {
        draw(table.as_flattened_mut(), middle, 0.3);
        for (shape, row) in table.iter_mut().enumerate() {
            // A line without stones has a row of zeros.
            if model.parts(side, shape).is_none() {
                row.fill(0.0);
            }
        }
    }
    for head in &mut numbers.heads {
        draw(head.neurons.as_flattened_mut(), 0.0, weight);
        draw(head.neuron_bias.as_flattened_mut(), 0.5, 0.3);
        draw(&mut head.neuron_stones, 0.0, 0.01);
        // The more neurons there are, the less each of them counts.
        draw(&mut head.outputs, 0.0, 0.35);
        draw(&mut head.linear, 0.0, weight);
        draw(&mut head.bias, 0.0, 0.3);
        head.stones = 0.01;
        draw(&mut head.order, 0.0, 1.0);
        draw(head.order_gates.as_flattened_mut(), 0.0, 0.35);
    }
    numbers
}

/// A network in which most points near stones have the largest number in most lanes, with weights to suit; rounded as in a
/// file, because the sums of this many points are large.
fn crowded(model: &Model) -> PointNetworkWeights {
    model.decode(&file::encode(&drawn(model, 0.35, 0.004), SCALE), SCALE).expect("its own file")
}

fn network(rule: Rule, numbers: &PointNetworkWeights) -> Arc<Network> {
    Arc::new(Network::decode(rule, &file::encode(numbers, SCALE)))
}

#[test]
fn fitted_numbers_are_read_back_from_a_file_of_the_same_rules() {
    for rule in RULES {
        let model = Model::new(rule).expect("a network");
        let numbers = numbers(&model);
        let bytes = model.encode(&numbers, SCALE);
        let read = model.decode(&bytes, SCALE).expect("its own file");
        assert_eq!(model.encode(&read, SCALE), bytes);
        let largest = |read: &PointNetworkWeights, numbers: &PointNetworkWeights| {
            let pairs = read.tables.iter().flatten().flatten().zip(numbers.tables.iter().flatten().flatten());
            pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
        };
        assert!(largest(&read, &numbers) < 0.01, "{}", largest(&read, &numbers));
        let heads = read.heads.iter().zip(&numbers.heads);
        for (read, head) in heads {
            let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.01);
            assert!(near(&read.outputs, &head.outputs) && near(&read.order, &head.order));
            assert!(near(&read.bias, &head.bias) && near(&[read.stones], &[head.stones]));
        }
        assert!(model.decode(&bytes[..bytes.len() - 1], SCALE).is_none(), "cut short");
        let others = RULES.into_iter().filter(|&other| other != rule);
        for other in others.map(|other| Model::new(other).expect("a network")) {
            assert!(other.decode(&bytes, SCALE).is_none(), "{rule:?}");
        }
    }
}

/// Value, and policy of the moves on all points near stones, in hundredths.
fn judged(network: &Arc<Network>, pos: &Position, points: &[Cell]) -> (i32, Vec<i32>) {
    let (board, player) = (PatternBoard::new(pos), pos.player_to_move().index());
    let mut sums = NetworkBoard::new(Arc::clone(network), pos);
    let value = sums.value(&board, player);
    (value, points.iter().map(|&cell| sums.likelihood(&board, player, cell)).collect())
}

#[test]
fn whole_numbers_say_what_was_fitted() {
    let mut random = Random::new(3);
    for rule in RULES {
        let model = Model::new(rule).expect("a network");
        let networks = [numbers(&model), crowded(&model)].map(|numbers| (network(rule, &numbers), numbers));
        let mut compared = 0;
        for round in 0..120 {
            let (network, numbers) = &networks[round % 2];
            let pos = random_position(rule, 15, 2 + random.below(40), &mut random);
            let (mut points, mut shapes) = (Vec::new(), Vec::new());
            let facts: Option<PointFacts> = model.describe(&pos, &mut |mv, of| {
                points.push(mv);
                shapes.push(of);
            });
            let Some(facts) = facts else { continue };
            let (value, order) = evaluate_points(numbers, &|shape| model.swapped(shape), &shapes, facts);
            let (found, found_order) = judged(network, &pos, &points);
            assert!((found as f32 - value * SCALE).abs() <= 12.0, "{found} for {}", value * SCALE);
            for (found, odds) in found_order.iter().zip(order) {
                assert!((*found as f32 - odds * 100.0).abs() <= 25.0, "{found} for {}", odds * 100.0);
            }
            compared += 1;
        }
        assert!(compared > 50, "{rule:?}: {compared}");
    }
}

#[test]
fn sums_kept_move_by_move_equal_those_made_afresh() {
    let mut random = Random::new(41);
    for rule in Rule::ALL {
        for round in 0..8 {
            let size = [15, 5, 9, 22][round % 4];
            let mut pos = random_position(rule, size, random.below(size * 2), &mut random);
            let (mut board, mut kept) = (PatternBoard::new(&pos), NetworkBoard::new(Network::of(rule), &pos));
            let mut played = Vec::new();
            for _ in 0..60 {
                walk(&mut pos, &mut board, &mut played, &mut random);
                // Requested now and then, as in a search.
                if random.below(3) > 0 {
                    continue;
                }
                let (fresh_board, mut fresh) =
                    (PatternBoard::new(&pos), NetworkBoard::new(Network::of(rule), &pos));
                for cell in cells(size).filter(|&cell| pos.stone(cell).is_none()) {
                    let sums = [kept.sums(&board, cell), fresh.sums(&fresh_board, cell)];
                    assert_eq!(sums[0], sums[1], "{rule:?} {cell:?}\n{}", pos.diagram());
                    let player = pos.player_to_move().index();
                    let order = kept.likelihood(&board, player, cell);
                    assert_eq!(order, fresh.likelihood(&fresh_board, player, cell));
                }
            }
        }
    }
}

/// The same position with the colours exchanged, or with rows and columns.
fn other(pos: &Position, colours: bool) -> Position {
    let stones = cells(pos.size()).filter_map(|cell| {
        let player = pos.stone(cell)?;
        Some(if colours { (cell, player.other()) } else { (Cell::new(cell.y(), cell.x()), player) })
    });
    let mover = pos.player_to_move();
    Position::from_stones(pos.rule(), pos.size(), stones, if colours { mover.other() } else { mover })
}

#[test]
fn a_position_is_worth_the_same_in_the_other_colours_and_on_the_turned_board() {
    let mut random = Random::new(43);
    for rule in Rule::ALL {
        for _ in 0..40 {
            let pos = random_position(rule, 15, random.below(50), &mut random);
            let value = |pos: &Position| judged(&Network::of(pos.rule()), pos, &[]).0;
            assert_eq!(value(&pos), value(&other(&pos, false)), "{}", pos.diagram());
            if rule != Rule::Renju {
                assert_eq!(value(&pos), value(&other(&pos, true)), "{}", pos.diagram());
            }
        }
    }
}

#[test]
fn a_file_of_other_bytes_is_read_as_some_network() {
    let pos = random_position(Rule::Renju, 22, 300, &mut Random::new(44));
    for bytes in [&[][..], &[0xff; 400], &[0x7e; 2_000_000], &b"no network at all".repeat(90_000)] {
        let network = Arc::new(Network::decode(Rule::Renju, bytes));
        judged(&network, &pos, &cells(22).filter(|&cell| pos.stone(cell).is_none()).collect::<Vec<_>>());
    }
}
