//! Training samples for a network over empty points, eight bytes a point.

use crate::contract::{PointFacts, PointNetworkModel, Position};

/// Positions with their targets, packed.
#[derive(Default)]
pub struct PointSamples {
    /// Shapes of the lines through each point, position by position.
    points: Vec<[u16; 4]>,
    positions: Vec<Packed>,
}

/// The rest of a position.
struct Packed {
    /// Index in `points` after its last one.
    end: usize,
    facts: PointFacts,
    chosen: Option<u16>,
    target: f32,
}

/// A position with its targets.
pub struct PointSample<'a> {
    /// Shapes of the lines through each point, as the player to move sees them.
    pub points: &'a [[u16; 4]],
    /// Its other inputs.
    pub facts: PointFacts,
    /// Target of the policy: index in `points` of the chosen move, if it is one of them.
    pub chosen: Option<usize>,
    /// Target of the value for the player to move, from 0 (loss) to 1 (win).
    pub target: f32,
}

impl PointSamples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Is the list empty?
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a position with its targets, if the model evaluates it.
    pub fn add<P: Position>(
        &mut self,
        model: &dyn PointNetworkModel<P>,
        pos: &P,
        chosen: P::Move,
        target: f32,
    ) {
        let begin = self.points.len();
        let mut place = None;
        let facts = model.describe(pos, &mut |mv, shapes| {
            if mv == chosen {
                place = Some(self.points.len() - begin);
            }
            self.points.push(shapes);
        });
        if let Some(facts) = facts {
            self.end_position(facts, place, target);
        }
    }

    /// Adds a position by its points.
    #[cfg(test)]
    pub fn push(&mut self, points: &[[u16; 4]], facts: PointFacts, chosen: Option<usize>, target: f32) {
        self.points.extend(points);
        self.end_position(facts, chosen, target);
    }

    fn end_position(&mut self, facts: PointFacts, chosen: Option<usize>, target: f32) {
        let chosen = chosen.map(|place| place as u16);
        self.positions.push(Packed { end: self.points.len(), facts, chosen, target });
    }

    /// Keeps only the first `count` positions.
    pub fn truncate(&mut self, count: usize) {
        self.positions.truncate(count);
        self.points.truncate(self.positions.last().map_or(0, |position| position.end));
    }

    /// A position by its index.
    pub fn get(&self, index: usize) -> PointSample<'_> {
        let begin = if index == 0 { 0 } else { self.positions[index - 1].end };
        let Packed { end, facts, chosen, target } = self.positions[index];
        PointSample { points: &self.points[begin..end], facts, chosen: chosen.map(usize::from), target }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_kept_as_they_were_added() {
        let mut samples = PointSamples::default();
        let facts = |stones| PointFacts { side: 1, facts: 511, stones };
        let points = [[1, 2, 3, 4], [u16::MAX; 4]];
        samples.push(&points, facts(3), Some(1), 0.25);
        samples.push(&[], facts(0), None, 1.0);
        samples.push(&points[..1], facts(4), Some(0), 0.5);
        for _ in 0..2 {
            let [first, second] = [0, 1].map(|number| samples.get(number));
            assert_eq!((first.points, first.facts, first.chosen), (&points[..], facts(3), Some(1)));
            assert_eq!((second.points.len(), second.chosen, second.target), (0, None, 1.0));
            samples.truncate(2);
        }
        samples.push(&points[1..], facts(5), None, 0.5);
        assert_eq!((samples.len(), samples.get(2).points), (3, &points[1..]));
    }
}
