//! The random number generator, SplitMix64 (Steele, Lea and Flood, 2014). Its numbers are the same on every machine.

/// A random number generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that begins with this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number; all 64 bits are equally random.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number in `0..limit`; `limit` is at least 1. The bias is at most `limit` in 2^64.
    #[inline]
    pub const fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Shuffles a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// The function from a state to its number: a bijection that scatters neighbouring values, suitable for hashing.
#[inline]
pub const fn mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
