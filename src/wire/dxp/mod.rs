//! DamExchange: its messages (`message`) and how they are sent (`stream`).

pub mod message;
pub(crate) mod stream;

/// The usual TCP port.
pub const PORT: u16 = 27531;

/// From, to and captured squares of a move in numbers (`28x19x23`).
pub(crate) fn squares_of(text: &str) -> Option<(u32, u32, Vec<u32>)> {
    let numbers: Option<Vec<u32>> = text.split(['-', 'x']).map(|word| word.parse().ok()).collect();
    match numbers?.as_slice() {
        [from, to, captured @ ..] => Some((*from, *to, captured.to_vec())),
        _ => None,
    }
}

/// The same with the captured squares sorted, because programs write them in any order.
pub(crate) fn sorted((from, to, mut captured): (u32, u32, Vec<u32>)) -> (u32, u32, Vec<u32>) {
    captured.sort_unstable();
    (from, to, captured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_numbers_gives_its_squares() {
        assert_eq!(squares_of("32-28"), Some((32, 28, vec![])));
        assert_eq!(squares_of("28x19x23"), Some((28, 19, vec![23])));
        assert_eq!(squares_of("pass"), None);
    }
}
