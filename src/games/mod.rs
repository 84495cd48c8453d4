//! The only list of games.
//!
//! A name (the value of `UCI_Variant`, of `--game`) is looked up here and nowhere else; what comes back is
//! a [`GameKind`], and [`GameKind::open`] is the one place where a name becomes a type.

pub mod chinese_checkers;
pub mod connect_four;
pub mod draughts;
pub mod gomoku;

use crate::engine::{AnyEngine, Engine};
use chinese_checkers::ChineseCheckers;
use connect_four::ConnectFour;
use draughts::Draughts;
use gomoku::Gomoku;
use gomoku::rules::Rule;

/// A game by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameKind {
    /// Connect Four on a board of this width and height.
    ConnectFour(u32, u32),
    /// Five in a line, by one of the rule sets.
    Gomoku(Rule),
    /// See [`draughts::International`].
    International,
    /// See [`draughts::Breakthrough`].
    Breakthrough,
    /// See [`draughts::Killer`].
    Killer,
    /// See [`draughts::Antidraughts`].
    Antidraughts,
    /// See [`draughts::Frisian`].
    Frisian,
    /// See [`draughts::Frysk`].
    Frysk,
    /// See [`draughts::Russian`].
    Russian,
    /// See [`draughts::Brazilian`].
    Brazilian,
    /// See [`draughts::English`].
    English,
    /// 121 holes, two to six players.
    ChineseCheckers,
}

impl GameKind {
    /// All names with a description, in the order they are listed to front-ends. An alias follows the name
    /// it stands for.
    pub const ALL: &'static [(&'static str, GameKind, &'static str)] = &[
        ("connect4", GameKind::ConnectFour(7, 6), "Connect Four, 7 wide, 6 high"),
        ("cfour", GameKind::ConnectFour(7, 6), "connect4 with moves written as drops, P@d1"),
        ("connect4-8x8", GameKind::ConnectFour(8, 8), "Connect Four, 8 wide, 8 high; also -WxH, 4..10 each"),
        ("gomoku", GameKind::Gomoku(Rule::Standard), "exactly five in a line wins"),
        ("gomokufreestyle", GameKind::Gomoku(Rule::Freestyle), "five or more in a line win"),
        ("renju", GameKind::Gomoku(Rule::Renju), "gomoku where the first player may not commit a foul"),
        ("caro", GameKind::Gomoku(Rule::Caro), "gomoku where five closed at both ends does not win"),
        ("caroexact", GameKind::Gomoku(Rule::CaroExact), "caro where six or more do not win either"),
        ("draughts", GameKind::International, "international draughts, 10x10"),
        ("international", GameKind::International, "draughts by its other name"),
        ("breakthrough", GameKind::Breakthrough, "10x10 draughts, the first king wins"),
        ("killer", GameKind::Killer, "10x10 draughts, a king halts behind a captured king"),
        ("antidraughts", GameKind::Antidraughts, "10x10 draughts, who cannot move wins"),
        ("frisian", GameKind::Frisian, "Frisian draughts, captures along rows and columns too"),
        ("frysk", GameKind::Frysk, "Frisian draughts with five men each"),
        ("russian", GameKind::Russian, "Russian draughts (shashki), 8x8"),
        ("brazilian", GameKind::Brazilian, "Brazilian draughts, international rules on 8x8"),
        ("english", GameKind::English, "English draughts (checkers), 8x8"),
        ("chinesecheckers", GameKind::ChineseCheckers, "121 holes, 10 pieces a player, 2 to 6 players"),
    ];

    /// The game with this name, without regard to case; `connect4-WxH` for any board.
    pub fn parse(name: &str) -> Option<GameKind> {
        let listed = Self::ALL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        listed.map(|&(_, kind, _)| kind).or_else(|| parse_board(name))
    }

    /// The room of its rules: one word for all games that are played on the same kind of board with the same pieces.
    pub const fn family(self) -> &'static str {
        match self {
            GameKind::ConnectFour(..) => "connect4",
            GameKind::Gomoku(_) => "gomoku",
            GameKind::International
            | GameKind::Breakthrough
            | GameKind::Killer
            | GameKind::Antidraughts
            | GameKind::Frisian
            | GameKind::Frysk
            | GameKind::Russian
            | GameKind::Brazilian
            | GameKind::English => "draughts",
            GameKind::ChineseCheckers => "chinesecheckers",
        }
    }

    /// Opens the game at its start position.
    pub fn open(self) -> Box<dyn AnyEngine> {
        match self {
            GameKind::ChineseCheckers => Box::new(Engine::new(ChineseCheckers::default())),
            GameKind::ConnectFour(width, height) => match ConnectFour::<u64>::new(width, height) {
                Some(game) => Box::new(Engine::new(game)),
                None => {
                    let game = ConnectFour::<u128>::new(width, height);
                    Box::new(Engine::new(game.expect("a GameKind holds a size that was checked")))
                }
            },
            GameKind::Gomoku(rule) => Box::new(Engine::new(Gomoku::new(rule))),
            GameKind::International => Box::new(Engine::new(Draughts::<draughts::International>::new())),
            GameKind::Breakthrough => Box::new(Engine::new(Draughts::<draughts::Breakthrough>::new())),
            GameKind::Killer => Box::new(Engine::new(Draughts::<draughts::Killer>::new())),
            GameKind::Antidraughts => Box::new(Engine::new(Draughts::<draughts::Antidraughts>::new())),
            GameKind::Frisian => Box::new(Engine::new(Draughts::<draughts::Frisian>::new())),
            GameKind::Frysk => Box::new(Engine::new(Draughts::<draughts::Frysk>::new())),
            GameKind::Russian => Box::new(Engine::new(Draughts::<draughts::Russian>::new())),
            GameKind::Brazilian => Box::new(Engine::new(Draughts::<draughts::Brazilian>::new())),
            GameKind::English => Box::new(Engine::new(Draughts::<draughts::English>::new())),
        }
    }
}

/// Reads `connect4-WxH`.
fn parse_board(name: &str) -> Option<GameKind> {
    let lower = name.to_ascii_lowercase();
    let (width, height) = lower.strip_prefix("connect4-")?.split_once('x')?;
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    ConnectFour::<u128>::new(width, height).map(|_| GameKind::ConnectFour(width, height))
}

/// Opens a game by name.
pub fn open(name: &str) -> Option<Box<dyn AnyEngine>> {
    GameKind::parse(name).map(GameKind::open)
}

/// What sizes there are, where the name is that of a game with a size that cannot be opened: one line that follows the
/// name. `None` for any other name.
pub fn sizes_of(name: &str) -> Option<String> {
    let (game, size) = name.rsplit_once('-')?;
    if !size.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    match GameKind::parse(game)? {
        GameKind::ConnectFour(..) => {
            let (min, max) = (connect_four::MIN_SIDE, connect_four::MAX_SIDE);
            Some(format!("connect4-WxH is played {min} to {max} wide and {min} to {max} high"))
        }
        GameKind::Gomoku(_) => {
            let (min, max) = (gomoku::geometry::MIN_SIZE, gomoku::geometry::MAX_SIZE);
            Some(format!("{game} has the option BoardSize (--board-size), {min} to {max}"))
        }
        _ => None,
    }
}

/// Name of that folder in the one for data.
pub const BITBASE_FOLDER: &str = "bitbases";

/// Names the folder in which games look for larger bitbases than those of the program, before any is asked; the first
/// call counts.
pub fn set_bitbase_folder(folder: std::path::PathBuf) {
    draughts::bitbase::set_folder(folder);
}

/// All names that are listed to front-ends.
pub fn variants() -> Vec<&'static str> {
    GameKind::ALL.iter().map(|&(name, ..)| name).collect()
}
