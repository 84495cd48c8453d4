//! Training samples of a linear model: counts of features, packed.

/// Bits of a count in a packed feature; the other bits are the feature's index.
const COUNT_BITS: u32 = 8;
/// Maximum number of features.
pub const MAX_FEATURES: usize = 1 << (32 - COUNT_BITS);

/// Positions with their targets.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Features, position by position: index and count in one word.
    packed: Vec<u32>,
    /// Index in `packed` after the last feature of each position.
    ends: Vec<usize>,
    /// Share of the first phase by position, 0 to 1.
    shares: Vec<f32>,
    /// Target of each position, from 0 (loss) to 1 (win).
    targets: Vec<f32>,
}

impl Samples {
    /// Adds a position by its features: indices below 2^24, counts within ±127.
    pub fn push(&mut self, features: &[(usize, i32)], share: f32, target: f32) {
        debug_assert!(features.iter().all(|&(index, count)| index < MAX_FEATURES && count.abs() < 128));
        let pack =
            |&(index, count): &(usize, i32)| (index as u32) << COUNT_BITS | u32::from(count as i8 as u8);
        self.packed.extend(features.iter().map(pack));
        self.ends.push(self.packed.len());
        self.shares.push(share);
        self.targets.push(target);
    }

    /// Adds the positions of another list.
    pub fn append(&mut self, other: Samples) {
        let before = self.packed.len();
        self.packed.extend(other.packed);
        self.ends.extend(other.ends.into_iter().map(|end| end + before));
        self.shares.extend(other.shares);
        self.targets.extend(other.targets);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is the list empty?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The features of a position with their counts.
    #[inline]
    pub fn features(&self, index: usize) -> impl Iterator<Item = (usize, f32)> {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        self.packed[begin..self.ends[index]]
            .iter()
            .map(|&word| ((word >> COUNT_BITS) as usize, f32::from(word as u8 as i8)))
    }

    /// Share of the first phase in a position, 0 to 1.
    #[inline]
    pub fn share(&self, index: usize) -> f32 {
        self.shares[index]
    }

    /// Target of a position, 0 to 1.
    #[inline]
    pub fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_keep_their_features_when_lists_are_joined() {
        let mut samples = Samples::default();
        samples.push(&[(0, 1), (MAX_FEATURES - 1, -127)], 0.25, 1.0);
        let mut others = Samples::default();
        others.push(&[], 1.0, 0.5);
        others.push(&[(7, 127)], 0.0, 0.0);
        samples.append(others);
        let features = |index: usize| samples.features(index).collect::<Vec<_>>();
        assert_eq!(features(0), [(0, 1.0), (MAX_FEATURES - 1, -127.0)]);
        assert_eq!(features(1), []);
        assert_eq!(features(2), [(7, 127.0)]);
        assert_eq!((samples.len(), samples.share(0), samples.target(1)), (3, 0.25, 0.5));
    }
}
