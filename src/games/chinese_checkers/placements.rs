//! A gapless numbering of the placements of some pieces in up to 32 holes.
//!
//! The holes are halved. Placements are ordered by the number of pieces in the upper half, then by the upper half, then
//! by the lower one. So a number is the sum of two table entries.

/// All ways to put a number of pieces into a number of holes.
pub struct Placements {
    /// Holes of the lower half.
    lower_holes: u32,
    /// For each set of holes of the upper half: the number of the first placement with it.
    upper: Vec<u32>,
    /// For each set of holes of the lower half: its place among those of the same size.
    lower: Vec<u16>,
    count: usize,
}

impl Placements {
    /// The ways to put `pieces` into `holes`.
    pub fn new(holes: u32, pieces: u32) -> Placements {
        let lower_holes = holes.div_ceil(2);
        let mut sizes = vec![0u16; lower_holes as usize + 1];
        let mut lower = Vec::with_capacity(1 << lower_holes);
        for set in 0u32..1 << lower_holes {
            let size = &mut sizes[set.count_ones() as usize];
            lower.push(*size);
            *size += 1;
        }
        let mut upper = vec![0; 1 << (holes - lower_holes)];
        let mut count = 0;
        for (set, first) in upper.iter_mut().enumerate() {
            *first = count;
            let below = pieces.checked_sub(set.count_ones());
            count += below.and_then(|below| sizes.get(below as usize)).map_or(0, |&size| u32::from(size));
        }
        Placements { lower_holes, upper, lower, count: count as usize }
    }

    /// Number of placements.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Number of a placement, given as a set of holes.
    #[inline]
    pub fn rank(&self, holes: u32) -> usize {
        let lower = holes & ((1 << self.lower_holes) - 1);
        self.upper[(holes >> self.lower_holes) as usize] as usize + usize::from(self.lower[lower as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_a_number_of_its_own() {
        for (holes, pieces, count) in [(7, 3, 35), (6, 6, 1), (9, 1, 9), (10, 5, 252)] {
            let placements = Placements::new(holes, pieces);
            assert_eq!(placements.count(), count);
            let mut seen = vec![false; count];
            for set in (0u32..1 << holes).filter(|set| set.count_ones() == pieces) {
                assert!(!std::mem::replace(&mut seen[placements.rank(set)], true), "{set:b}");
            }
        }
    }
}
