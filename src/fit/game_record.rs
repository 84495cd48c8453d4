//! A game for training in a few bytes: moves as indices into the generated list, and the search scores. It is one of
//! self-play, or was converted from a game file.
//!
//! A record has its length in bytes, then:
//!
//! - the number of the game, its result (plus 4 if the game does not begin at the start position; the length of the
//!   position string and the string follow), and the number of plies;
//! - for each ply the index of its move, then 0 for a random move, 2^32 + 1 for a position that only the result labels,
//!   else 1 plus the zigzag code of the score;
//! - if there are variations, their number, and for each: the ply at which it leaves the game, the number of its moves, their
//!   indices, the index of the move that a search chose at its end, and the score;
//! - four bytes of the key of the last position. All other numbers are encoded as in `varint`.
//!
//! A reader plays the moves and compares the key. So it rejects records of other rules or of another move generation
//! order.

use crate::varint;

/// One ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Index of the move in the list of legal moves, as generated.
    pub place: usize,
    /// Score of the search for the player to move, in hundredths; `None` for a random move, or if it is unknown.
    pub score: Option<i32>,
    /// Without a score, does the result of the game label the position? Not if the move was random or from a book.
    pub by_result: bool,
}

impl Ply {
    /// A ply of self-play, with a score unless the move was random.
    pub fn new(place: usize, score: Option<i32>) -> Ply {
        Ply { place, score, by_result: false }
    }
}

/// Moves that depart from the game, and the result of a search after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Number of moves of the game before the variation.
    pub from: usize,
    /// Indices of its moves in the lists of legal moves; empty for the position of the game itself.
    pub places: Vec<usize>,
    /// Index of the move that the search chose.
    pub chosen: usize,
    /// Score for the player to move, in hundredths.
    pub score: i32,
}

/// A game of two players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// Number of the game in its series, from which its random seed follows.
    pub number: u64,
    /// The position string that it began with; `None` for the start position.
    pub base: Option<String>,
    /// Result of the first player in half points: 0, 1 or 2.
    pub half_points: u8,
    /// The moves from there.
    pub plies: Vec<Ply>,
    /// Searched variations that are not part of the game.
    pub variations: Vec<Variation>,
    /// Low bits of the key of the last position.
    pub last_key: u32,
}

/// Bytes of the key.
const KEY_BYTES: usize = 4;
/// Added to the result of a game that does not begin at the start position.
const WITH_BASE: u64 = 4;
/// The code of a position that only the result labels; codes of scores are lower.
const BY_RESULT: u64 = (1 << 32) + 1;

impl GameRecord {
    /// Encodes the record; the bytes begin with its length.
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(8 + 3 * self.plies.len());
        let mut write = |number: u64| varint::write(&mut body, u128::from(number));
        write(self.number);
        let flag = if self.base.is_some() { WITH_BASE } else { 0 };
        write(u64::from(self.half_points) + flag);
        if let Some(base) = &self.base {
            write(base.len() as u64);
            base.bytes().for_each(|byte| write(byte.into()));
        }
        write(self.plies.len() as u64);
        for ply in &self.plies {
            write(ply.place as u64);
            let unscored = if ply.by_result { BY_RESULT } else { 0 };
            write(ply.score.map_or(unscored, |score| 1 + u64::from(varint::zigzag(score))));
        }
        if !self.variations.is_empty() {
            write(self.variations.len() as u64);
        }
        for variation in &self.variations {
            write(variation.from as u64);
            write(variation.places.len() as u64);
            variation.places.iter().for_each(|&place| write(place as u64));
            write(variation.chosen as u64);
            write(varint::zigzag(variation.score).into());
        }
        body.extend(self.last_key.to_le_bytes());
        let mut bytes = Vec::with_capacity(body.len() + 2);
        varint::write(&mut bytes, body.len() as u128);
        bytes.extend(body);
        bytes
    }

    /// Takes a record off the front of `rest`. `None`, and `rest` unchanged, if it is truncated or invalid.
    pub fn decode(rest: &mut &[u8]) -> Option<GameRecord> {
        let mut tail = *rest;
        let length = usize::try_from(varint::read(&mut tail)?).ok()?;
        let (mut body, tail) = tail.split_at_checked(length)?;
        let record = GameRecord::decode_body(&mut body)?;
        *rest = tail;
        Some(record)
    }

    /// Is this empty or a truncated record?
    pub fn is_cut_short(rest: &[u8]) -> bool {
        let mut tail = rest;
        match varint::read(&mut tail) {
            Some(length) => length > tail.len() as u128,
            None => rest.iter().all(|byte| byte & 0x80 != 0),
        }
    }

    fn decode_body(body: &mut &[u8]) -> Option<GameRecord> {
        let mut read = || u64::try_from(varint::read(body)?).ok();
        let number = read()?;
        let result = read()?;
        let half_points = u8::try_from(result % WITH_BASE).ok().filter(|&points| points <= 2)?;
        let base = match result / WITH_BASE {
            0 => None,
            1 => {
                let bytes = (0..read()?).map(|_| u8::try_from(read()?).ok()).collect::<Option<Vec<u8>>>();
                Some(String::from_utf8(bytes?).ok()?)
            }
            _ => return None,
        };
        let count = read()?;
        let mut plies = Vec::new();
        for _ in 0..count {
            let place = read()? as usize;
            let (score, by_result) = match read()? {
                0 => (None, false),
                BY_RESULT => (None, true),
                code => (Some(varint::unzigzag(u32::try_from(code - 1).ok()?)), false),
            };
            plies.push(Ply { place, score, by_result });
        }
        let variations = if body.len() > KEY_BYTES { decode_variations(body)? } else { Vec::new() };
        let last_key = u32::from_le_bytes((*body).try_into().ok()?);
        Some(GameRecord { number, base, half_points, plies, variations, last_key })
    }
}

fn decode_variations(body: &mut &[u8]) -> Option<Vec<Variation>> {
    let mut read = || u64::try_from(varint::read(body)?).ok();
    let mut variations = Vec::new();
    for _ in 0..read()? {
        let (from, count) = (read()? as usize, read()?);
        let mut places = Vec::new();
        for _ in 0..count {
            places.push(read()? as usize);
        }
        let (chosen, score) = (read()? as usize, varint::unzigzag(u32::try_from(read()?).ok()?));
        variations.push(Variation { from, places, chosen, score });
    }
    Some(variations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> GameRecord {
        let scores =
            [(3, None), (0, Some(-31_000)), (200, Some(0)), (1, Some(i32::MAX)), (1, Some(i32::MIN))];
        let plies = scores.map(|(place, score)| Ply::new(place, score)).to_vec();
        GameRecord { number: 1 << 40, half_points: 2, plies, last_key: 0xdead_beef, ..GameRecord::default() }
    }

    /// A game of a file: from a position, with a move that has no score.
    fn imported() -> GameRecord {
        let mut game = GameRecord { base: Some("W:WK1é:B50".to_string()), half_points: 0, ..record() };
        game.plies[0].by_result = true;
        game
    }

    fn record_with_variations() -> GameRecord {
        let variation = |from, places, score| Variation { from, places, chosen: 130, score };
        let variations = vec![variation(1, vec![7, 300], -40), variation(4, Vec::new(), 29_990)];
        GameRecord { variations, ..record() }
    }

    #[test]
    fn games_are_read_back_as_they_are_written() {
        let games = [record(), GameRecord::default(), record_with_variations(), imported(), record()];
        let bytes: Vec<u8> = games.iter().flat_map(GameRecord::encode).collect();
        let mut rest = &bytes[..];
        for game in &games {
            assert_eq!(GameRecord::decode(&mut rest).as_ref(), Some(game));
        }
        assert_eq!(GameRecord::decode(&mut rest), None);
    }

    #[test]
    fn a_record_that_is_cut_short_or_damaged_is_none_and_takes_nothing() {
        for bytes in [record(), record_with_variations(), imported()].map(|record| record.encode()) {
            for length in 0..bytes.len() {
                let mut rest = &bytes[..length];
                assert_eq!(GameRecord::decode(&mut rest), None);
                assert_eq!(rest.len(), length);
            }
            let mut longer = bytes.clone();
            longer[0] += 1;
            longer.push(0);
            assert_eq!(GameRecord::decode(&mut &longer[..]), None, "a byte too many");
        }
    }
}
