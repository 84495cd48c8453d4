//! The values of a class as bits: runs of equal values in blocks that are read one at a time.
//!
//! A block is [`BLOCK`] positions. It begins with the value of its first run (2 bits); then each run is a symbol and
//! its extra bits, and a bit that selects which of the two other values follows. Lengths up to [`EXACT`] have a symbol
//! each, longer ones share one with their power of two, and the last run of a block is "the rest". Symbols are written
//! in a canonical Huffman code, made for the class and stored as code lengths.
//!
//! Positions whose value is never read are free, and join the run around them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Number of positions of a block.
pub const BLOCK: usize = 1 << 12;
/// More bytes than a block can have: a run takes most bits for its positions if it is one position, a symbol and a bit.
pub const MAX_BLOCK_BYTES: usize = BLOCK * (MAX_BITS + 1) / 8 + 8;
/// Number of symbols: the rest of the block, lengths 1 to `EXACT`, powers of two from `EXACT` up.
pub const SYMBOLS: usize = 1 + EXACT + 8;
/// Longest run with a symbol of its own.
const EXACT: usize = 16;
/// Longest code of a symbol, in bits.
const MAX_BITS: usize = 15;

const REST: usize = 0;

/// The symbol of a run that is not the last, with the number of its extra bits and their value.
fn symbol(length: usize) -> (usize, u32, usize) {
    if length <= EXACT {
        return (length, 0, 0);
    }
    let log = length.ilog2();
    (1 + EXACT + log as usize - EXACT.ilog2() as usize, log, length - (1 << log))
}

/// A prefix code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    lengths: [u8; SYMBOLS],
    /// For each length, the first code of that length, less the number of symbols before it in `order`.
    first: [u32; MAX_BITS + 2],
    /// For each length, where its symbols begin in `order`.
    starts: [u16; MAX_BITS + 2],
    order: [u8; SYMBOLS],
}

impl Code {
    /// The code with these lengths of symbols (0: the symbol does not occur); `None` if no such code exists.
    pub fn new(lengths: [u8; SYMBOLS]) -> Option<Code> {
        let mut code =
            Code { lengths, first: [0; MAX_BITS + 2], starts: [0; MAX_BITS + 2], order: [0; SYMBOLS] };
        let (mut next, mut place) = (0, 0);
        for bits in 1..=MAX_BITS {
            (code.first[bits], code.starts[bits]) = (next, place as u16);
            for symbol in (0..SYMBOLS).filter(|&symbol| usize::from(lengths[symbol]) == bits) {
                code.order[place] = symbol as u8;
                place += 1;
                next += 1;
            }
            if next > 1 << bits {
                return None;
            }
            next <<= 1;
        }
        code.starts[MAX_BITS + 1] = place as u16;
        let is_known = |&length: &u8| usize::from(length) <= MAX_BITS;
        (place > 0 && lengths.iter().all(is_known)).then_some(code)
    }

    /// The best code for symbols with these counts.
    fn of_counts(counts: &[u64; SYMBOLS]) -> Code {
        let mut counts = *counts;
        loop {
            let lengths = huffman(&counts);
            if let Some(code) = Code::new(lengths) {
                return code;
            }
            // The code is too long: give rare symbols more weight.
            counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = *count / 4 + 1);
        }
    }

    /// The lengths of its symbols in bits.
    pub fn lengths(&self) -> &[u8; SYMBOLS] {
        &self.lengths
    }

    fn word(&self, symbol: usize) -> (u32, u32) {
        let bits = usize::from(self.lengths[symbol]);
        let from = usize::from(self.starts[bits]);
        let place = self.order[from..].iter().position(|&s| usize::from(s) == symbol).unwrap_or(0);
        (self.first[bits] + place as u32, bits as u32)
    }
}

/// The code lengths of Huffman's algorithm.
fn huffman(counts: &[u64; SYMBOLS]) -> [u8; SYMBOLS] {
    let mut heap: BinaryHeap<Reverse<(u64, Vec<usize>)>> =
        (0..SYMBOLS).filter(|&s| counts[s] > 0).map(|s| Reverse((counts[s], vec![s]))).collect();
    let mut lengths = [0; SYMBOLS];
    if heap.len() == 1 {
        heap.iter().for_each(|Reverse((_, only))| lengths[only[0]] = 1);
    }
    while heap.len() > 1 {
        let (Some(Reverse((a, mut left))), Some(Reverse((b, right)))) = (heap.pop(), heap.pop()) else {
            break;
        };
        left.extend(right);
        left.iter().for_each(|&symbol| lengths[symbol] += 1);
        heap.push(Reverse((a + b, left)));
    }
    lengths
}

/// The runs of a block: value and length. `None` is a free position.
fn runs(block: &[Option<u8>]) -> Vec<(u8, usize)> {
    let mut runs: Vec<(u8, usize)> = Vec::new();
    let first = block.iter().flatten().next().copied().unwrap_or(0);
    for value in block {
        match (runs.last_mut(), value.unwrap_or(first)) {
            (Some(run), value_here) if value.is_none() || run.0 == value_here => run.1 += 1,
            (_, value_here) => runs.push((value_here, 1)),
        }
    }
    runs
}

/// Writes bits, the highest of a number first.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    used: usize,
}

impl Writer {
    fn write(&mut self, number: u32, bits: u32) {
        for bit in (0..bits).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            self.bytes[self.used / 8] |= ((number >> bit & 1) as u8) << (7 - self.used % 8);
            self.used += 1;
        }
    }
}

/// Reads bits; beyond the end they are zeros.
struct Reader<'a> {
    bytes: &'a [u8],
    word: u64,
    left: u32,
}

impl Reader<'_> {
    #[inline]
    fn fill(&mut self) {
        while self.left <= 48 {
            let byte = match self.bytes.split_first() {
                Some((&byte, tail)) => {
                    self.bytes = tail;
                    byte
                }
                None => 0,
            };
            self.word |= u64::from(byte) << (56 - self.left);
            self.left += 8;
        }
    }

    #[inline]
    fn take(&mut self, bits: u32) -> u32 {
        if bits == 0 {
            return 0;
        }
        let number = self.word >> (64 - bits);
        self.word <<= bits;
        self.left -= bits;
        number as u32
    }

    #[inline]
    fn symbol(&mut self, code: &Code) -> usize {
        for bits in 1..=MAX_BITS {
            let count = u32::from(code.starts[bits + 1] - code.starts[bits]);
            let offset = ((self.word >> (64 - bits)) as u32).wrapping_sub(code.first[bits]);
            if offset < count {
                self.take(bits as u32);
                return usize::from(code.order[usize::from(code.starts[bits]) + offset as usize]);
            }
        }
        REST
    }
}

/// The values (0 to 2; `None`: free) of a class as a code and blocks.
pub fn encode(values: &[Option<u8>]) -> (Code, Vec<Vec<u8>>) {
    let blocks: Vec<Vec<(u8, usize)>> = values.chunks(BLOCK).map(runs).collect();
    let mut counts = [0; SYMBOLS];
    for runs in &blocks {
        counts[REST] += 1;
        runs[..runs.len() - 1].iter().for_each(|&(_, length)| counts[symbol(length).0] += 1);
    }
    let code = Code::of_counts(&counts);
    let blocks = blocks.iter().map(|runs| encode_block(runs, &code)).collect();
    (code, blocks)
}

fn encode_block(runs: &[(u8, usize)], code: &Code) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.write(runs[0].0.into(), 2);
    for pair in runs.windows(2) {
        let (symbol, extra_bits, extra) = symbol(pair[0].1);
        let (word, bits) = code.word(symbol);
        writer.write(word, bits);
        writer.write(extra as u32, extra_bits);
        writer.write(u32::from((pair[1].0 + 3 - pair[0].0) % 3 == 2), 1);
    }
    let (word, bits) = code.word(REST);
    writer.write(word, bits);
    writer.bytes
}

/// The values of all positions of a block, 0 to 2 whatever the bytes are. `values` has [`BLOCK`] places.
pub fn unpack(code: &Code, block: &[u8], values: &mut [u8]) {
    let mut begin = 0;
    each_run(code, block, |value, end| {
        let end = end.min(values.len());
        values[begin..end].fill(value);
        begin = end;
        end == values.len()
    });
}

/// The values of all `size` positions of a class, from its blocks.
pub fn unpack_all<'a>(code: &Code, blocks: impl Iterator<Item = &'a [u8]>, size: usize) -> Vec<u8> {
    let mut values = vec![0; size.next_multiple_of(BLOCK)];
    for (block, values) in blocks.zip(values.chunks_mut(BLOCK)) {
        unpack(code, block, values);
    }
    values.truncate(size);
    values
}

/// Calls `run` with the value and the end of each run until it returns true, or the block ends.
#[inline(always)]
fn each_run(code: &Code, block: &[u8], mut run: impl FnMut(u8, usize) -> bool) {
    let mut reader = Reader { bytes: block, word: 0, left: 0 };
    reader.fill();
    let mut value = (reader.take(2) % 3) as u8;
    let mut end = 0;
    loop {
        reader.fill();
        let symbol = reader.symbol(code);
        end = match symbol {
            REST => BLOCK,
            1..=EXACT => end + symbol,
            _ => {
                let log = (symbol - 1 - EXACT) as u32 + EXACT.ilog2();
                end + (1 << log) + reader.take(log) as usize
            }
        };
        if run(value, end) || end >= BLOCK {
            return;
        }
        value = (value + 1 + reader.take(1) as u8) % 3;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn check(values: &[Option<u8>]) {
        let (code, blocks) = encode(values);
        assert_eq!(Code::new(*code.lengths()).as_ref(), Some(&code));
        let found = unpack_all(&code, blocks.iter().map(Vec::as_slice), values.len());
        for (place, (expected, found)) in values.iter().zip(found).enumerate() {
            assert!(expected.is_none_or(|expected| expected == found), "place {place}");
        }
    }

    #[test]
    fn values_are_read_back_as_they_were_written() {
        let mut random = Random::new(1);
        for longest in [1, 3, 40, 5000] {
            let mut values = Vec::new();
            while values.len() < 3 * BLOCK + 77 {
                let value = [Some(0), Some(1), Some(2), None][random.below(4)];
                values.extend(vec![value; 1 + random.below(longest)]);
            }
            check(&values);
        }
        check(&[Some(2); 10]);
        check(&[None; 10]);
        check(&[Some(1)]);
    }

    #[test]
    fn no_bytes_whatever_are_read_for_ever() {
        let (code, _) = encode(&(0..9000).map(|n| Some((n / 7 % 3) as u8)).collect::<Vec<_>>());
        let mut random = Random::new(2);
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            let mut values = [9; BLOCK];
            unpack(&code, &bytes, &mut values);
            assert!(values.iter().all(|&value| value < 3));
        }
    }

    #[test]
    fn lengths_that_are_no_code_are_refused() {
        assert!(Code::new([1; SYMBOLS]).is_none());
        assert!(Code::new([0; SYMBOLS]).is_none());
        assert!(Code::new([200; SYMBOLS]).is_none());
    }
}
