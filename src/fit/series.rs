//! A self-play file: a line of JSON with the settings, then [`GameRecord`]s one after the other.
//!
//! The file only grows. A truncated game at its end, from a killed process, is ignored and replayed when the series is
//! resumed.

use serde::{Deserialize, Serialize};

use super::DECIDED;
use super::game_record::GameRecord;

/// Settings of a series of games: the first line of its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// Version of the format.
    pub selfplay: u32,
    /// The game.
    pub game: String,
    /// Rule options that were set: names and values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Checksum of the weights of the network that played; `None`: that of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// Nodes per search.
    pub nodes: u64,
    /// Minimum and maximum number of random moves at the start.
    pub random_plies: (usize, usize),
    /// Maximum score after these moves, in hundredths.
    pub balance: i32,
    /// Score that decides a game after some moves, in hundredths.
    #[serde(default = "decided")]
    pub decided: i32,
    /// Percentage of the later moves that are random.
    #[serde(default)]
    pub explore: u32,
    /// Variations searched from each of these positions.
    #[serde(default)]
    pub variations: u32,
    /// Random seed of the series.
    pub seed: u64,
}

/// The format version that is written and read.
pub const SERIES_VERSION: u32 = 1;

fn decided() -> i32 {
    DECIDED
}

impl Series {
    /// The first line of a file, with its newline.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("plain numbers and text") + "\n"
    }

    /// Takes the first line off the front of a file.
    ///
    /// # Errors
    /// One line: the file is invalid or of another version.
    pub fn read(rest: &mut &[u8]) -> Result<Series, String> {
        let line = rest
            .iter()
            .position(|&byte| byte == b'\n')
            .ok_or("not a self-play file: its first line does not end")?;
        let series: Series =
            serde_json::from_slice(&rest[..line]).map_err(|why| format!("not a self-play file: {why}"))?;
        if series.selfplay != SERIES_VERSION {
            return Err(format!("self-play file of version {}, not {SERIES_VERSION}", series.selfplay));
        }
        *rest = &rest[line + 1..];
        Ok(series)
    }
}

/// The games of a file after its first line, and their length in bytes. The rest is a truncated game.
///
/// # Errors
/// One line: there are bytes that are not a game.
pub fn read_games(bytes: &[u8]) -> Result<(Vec<GameRecord>, usize), String> {
    let (mut rest, mut games) = (bytes, Vec::new());
    while let Some(game) = GameRecord::decode(&mut rest) {
        games.push(game);
    }
    let length = bytes.len() - rest.len();
    if GameRecord::is_cut_short(rest) {
        return Ok((games, length));
    }
    Err(format!("unexpected data after game {}, {length} bytes after the first line", games.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series() -> Series {
        Series {
            selfplay: 1,
            game: "connect4".into(),
            options: Vec::new(),
            network: None,
            nodes: 7,
            random_plies: (1, 3),
            balance: 50,
            decided: DECIDED,
            explore: 0,
            variations: 0,
            seed: 9,
        }
    }

    fn file() -> Vec<u8> {
        let games = (1..=3).map(|number| GameRecord { number, ..GameRecord::default() });
        series().line().into_bytes().into_iter().chain(games.flat_map(|game| game.encode())).collect()
    }

    #[test]
    fn a_file_cut_anywhere_gives_the_games_before_the_cut() {
        let file = file();
        let first = series().line().len();
        let length = GameRecord::default().encode().len();
        for cut in first..=file.len() {
            let mut rest = &file[..cut];
            assert_eq!(Series::read(&mut rest), Ok(series()));
            let (games, bytes) = read_games(rest).unwrap();
            assert_eq!((games.len(), bytes), ((cut - first) / length, (cut - first) / length * length));
        }
    }

    #[test]
    fn what_is_no_file_of_games_is_refused() {
        assert!(Series::read(&mut &b"[Event \"x\"]\n"[..]).is_err());
        assert!(Series::read(&mut &b"{\"selfplay\":1"[..]).is_err());
        let newer = Series { selfplay: 2, ..series() }.line();
        assert_eq!(
            Series::read(&mut newer.as_bytes()),
            Err("self-play file of version 2, not 1".to_string())
        );
        let mut file = file();
        let first = series().line().len();
        file[first + 1] = 0xff;
        assert!(read_games(&file[first..]).is_err(), "a damaged game");
    }
}
