//! `--game` and the flags that set its rules.

use clap::Args;

use super::Failure;
use crate::contract::{OptionKind, OptionSpec};
use crate::engine::AnyEngine;
use crate::games;
use crate::wire::catalogue::Catalogue;

/// The rule options of all games; each game knows some of them.
#[derive(Args, Debug, Default)]
pub(super) struct RuleFlags {
    /// Number of players (Chinese checkers)
    #[arg(long, value_name = "N")]
    players: Option<String>,
    /// Hops: adjacent, long or both (Chinese checkers)
    #[arg(long, value_name = "KIND")]
    hops: Option<String>,
    /// Where a piece may end its move: own or any camp (Chinese checkers)
    #[arg(long, value_name = "WHERE")]
    rest: Option<String>,
    /// Forbid taking back one's own last move (Chinese checkers)
    #[arg(long)]
    no_shuttle: bool,
    /// Round by which pieces must have left home (Chinese checkers)
    #[arg(long, value_name = "N")]
    leave_home: Option<String>,
    /// Win: strict or fill (Chinese checkers)
    #[arg(long, value_name = "KIND")]
    win: Option<String>,
    /// Side of the board (gomoku family)
    #[arg(long, value_name = "N")]
    board_size: Option<String>,
}

/// A flag that was given: itself, the option it sets, and the value.
struct Given {
    flag: &'static str,
    option: &'static str,
    value: String,
}

impl RuleFlags {
    /// The flag for the side of the board alone.
    pub fn board_size(side: Option<String>) -> RuleFlags {
        RuleFlags { board_size: side, ..RuleFlags::default() }
    }

    fn given(&self) -> Vec<Given> {
        let no_shuttle = self.no_shuttle.then(|| "true".to_string());
        let flags = [
            ("--players", "Players", &self.players),
            ("--hops", "Hops", &self.hops),
            ("--rest", "Rest", &self.rest),
            ("--no-shuttle", "NoShuttle", &no_shuttle),
            ("--leave-home", "LeaveHome", &self.leave_home),
            ("--win", "Win", &self.win),
            ("--board-size", "BoardSize", &self.board_size),
        ];
        flags
            .into_iter()
            .filter_map(|(flag, option, value)| Some(Given { flag, option, value: value.clone()? }))
            .collect()
    }

    /// The options to set, by name and value.
    pub fn options(&self) -> Vec<(String, String)> {
        self.given().into_iter().map(|given| (given.option.to_string(), given.value)).collect()
    }

    /// Opens a game with these rules.
    pub fn open(&self, game: &str) -> Result<Box<dyn AnyEngine>, Failure> {
        let mut engine = open_game(game)?;
        let options = engine.options();
        for given in self.given() {
            let spec = options.iter().find(|spec| spec.name == given.option).ok_or_else(|| {
                Failure::Usage(format!("{} does not apply to {game}; choose a game with --game", given.flag))
            })?;
            check_range(&given, spec)?;
            engine
                .set_option(given.option, &given.value)
                .map_err(|error| Failure::Usage(format!("{} {}: {error}", given.flag, given.value)))?;
        }
        Ok(engine)
    }
}

/// On the command line a number out of range is an error; it is not corrected.
fn check_range(given: &Given, spec: &OptionSpec) -> Result<(), Failure> {
    if let OptionKind::Spin { min, max, .. } = spec.kind
        && !given.value.parse().is_ok_and(|number| (min..=max).contains(&number))
    {
        let Given { flag, value, .. } = given;
        return Err(Failure::Usage(format!(
            "{flag} {value}: a whole number from {min} to {max} is expected"
        )));
    }
    Ok(())
}

/// Opens a game by name.
pub(super) fn open_game(name: &str) -> Result<Box<dyn AnyEngine>, Failure> {
    games::open(name).ok_or_else(|| {
        Failure::Usage(format!("there is no game '{name}', but {}", Catalogue::GAMES.alternatives(name)))
    })
}
