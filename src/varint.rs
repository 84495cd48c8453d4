//! Integers in as few bytes as they need: seven bits per byte, the lowest first, with the top bit set if more follow
//! (LEB128). Files of weights, opening books and self-play games use it.

/// Bits of the number per byte.
const BITS: u32 = 7;
/// Set if more bytes follow.
const MORE: u8 = 1 << BITS;

/// Appends a number.
///
/// ```
/// let mut bytes = Vec::new();
/// quadriga::varint::write(&mut bytes, 300);
/// assert_eq!(bytes, [0xac, 0x02]);
/// ```
pub fn write(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= u128::from(MORE) {
        bytes.push(number as u8 | MORE);
        number >>= BITS;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front. `None` if it is truncated or larger than 128 bits; the remaining bytes then have no
/// meaning.
///
/// ```
/// let mut rest = &[0xac, 0x02, 7][..];
/// assert_eq!(quadriga::varint::read(&mut rest), Some(300));
/// assert_eq!(rest, [7]);
/// ```
#[inline]
pub fn read(rest: &mut &[u8]) -> Option<u128> {
    // Nearly all weights take one byte.
    match rest.split_first() {
        Some((&byte, tail)) if byte < MORE => {
            *rest = tail;
            Some(u128::from(byte))
        }
        _ => read_long(rest),
    }
}

/// Encodes a signed number as an unsigned one, small if it is near 0: 0, -1, 1, -2 become 0, 1, 2, 3.
pub const fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

/// The inverse of [`zigzag`].
pub const fn unzigzag(code: u32) -> i32 {
    (code >> 1) as i32 ^ -((code & 1) as i32)
}

/// Appends a list of signed numbers, each zigzag-encoded; a run of zeros becomes 0 and its length.
///
/// ```
/// let mut bytes = Vec::new();
/// quadriga::varint::write_list(&mut bytes, &[-1, 0, 0, 0, 2]);
/// assert_eq!(bytes, [1, 0, 3, 4]);
/// ```
pub fn write_list(bytes: &mut Vec<u8>, numbers: &[i32]) {
    for run in numbers.chunk_by(|a, b| *a == 0 && *b == 0) {
        if run[0] == 0 {
            write(bytes, 0);
            write(bytes, run.len() as u128);
        } else {
            write(bytes, zigzag(run[0]).into());
        }
    }
}

/// The first `count` numbers of such a list; missing ones are 0.
pub fn read_list(mut bytes: &[u8], count: usize) -> Vec<i32> {
    let mut numbers = vec![0; count];
    let mut place = 0usize;
    while place < count
        && let Some(number) = read(&mut bytes)
    {
        if number == 0 {
            let run = read(&mut bytes).and_then(|run| usize::try_from(run).ok());
            place = place.saturating_add(run.unwrap_or(usize::MAX));
            continue;
        }
        numbers[place] = unzigzag(number as u32);
        place += 1;
    }
    numbers
}

/// How many numbers a list has; `None` if the bytes are no list.
pub fn list_length(mut bytes: &[u8]) -> Option<usize> {
    let mut length = 0usize;
    while !bytes.is_empty() {
        let run = if read(&mut bytes)? == 0 { usize::try_from(read(&mut bytes)?).ok()? } else { 1 };
        length = length.checked_add(run)?;
    }
    Some(length)
}

/// [`read`] for a number of any length.
fn read_long(rest: &mut &[u8]) -> Option<u128> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, tail) = rest.split_first()?;
        *rest = tail;
        let bits = u128::from(byte & !MORE);
        let place = bits.checked_shl(shift).filter(|place| place >> shift == bits)?;
        number |= place;
        if byte & MORE == 0 {
            return Some(number);
        }
        shift += BITS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back_as_they_are_written() {
        let numbers = (0..128).flat_map(|bit| [(1 << bit) - 1, 1 << bit]).chain([0, 300, u128::MAX]);
        let numbers: Vec<u128> = numbers.collect();
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| write(&mut bytes, number));
        let mut rest = &bytes[..];
        assert!(numbers.iter().all(|&number| read(&mut rest) == Some(number)));
        assert!(rest.is_empty());
    }

    #[test]
    fn signs_are_folded_in_and_out_again() {
        assert_eq!([0, -1, 1, -2].map(zigzag), [0, 1, 2, 3]);
        assert!([0, 77, -77, i32::MAX, i32::MIN].iter().all(|&number| unzigzag(zigzag(number)) == number));
    }

    #[test]
    fn what_is_cut_short_or_too_large_is_refused() {
        assert_eq!(read(&mut &[][..]), None);
        assert_eq!(read(&mut &[0x80, 0xff][..]), None);
        assert_eq!(read(&mut &[&[0xff; 18][..], &[0x04]].concat()[..]), None, "129 bits");
        assert_eq!(read(&mut &[&[0xff; 18][..], &[0x03]].concat()[..]), Some(u128::MAX));
        assert_eq!(read(&mut &[0x80; 40][..]), None);
    }
}
