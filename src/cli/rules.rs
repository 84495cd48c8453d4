//! `--game` and the options that set its rules.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::contract::card::GameCard;
use crate::contract::{OptionKind, OptionSpec};
use crate::engine::{AnyEngine, EVAL_FILE};
use crate::games;
use crate::openings::{BallotChoice, OpeningRule};
use crate::wire::catalogue::Catalogue;

/// Options that are rules of the game. The hidden flags are former names of them.
#[derive(Args, Debug, Default)]
pub(super) struct RuleFlags {
    /// Rule of the game, one of the options that 'quadriga games' lists, such as Players=3; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
    /// --option Players=N
    #[arg(long, value_name = "N", hide = true)]
    players: Option<String>,
    /// --option Hops=KIND
    #[arg(long, value_name = "KIND", hide = true)]
    hops: Option<String>,
    /// --option Rest=WHERE
    #[arg(long, value_name = "WHERE", hide = true)]
    rest: Option<String>,
    /// --option NoShuttle=true
    #[arg(long, hide = true)]
    no_shuttle: bool,
    /// --option LeaveHome=N
    #[arg(long, value_name = "N", hide = true)]
    leave_home: Option<String>,
    /// --option Win=KIND
    #[arg(long, value_name = "KIND", hide = true)]
    win: Option<String>,
    /// --option BoardSize=N
    #[arg(long, value_name = "N", hide = true)]
    board_size: Option<String>,
}

/// The opening rule of this name, for a game.
pub(super) fn opening_rule(name: &str, game: &dyn AnyEngine) -> Result<String, Failure> {
    let rule = OpeningRule::of_game(name, game).map_err(Failure::Usage)?;
    Ok(rule.name().to_string())
}

/// A ballot, or a kind of ballots to draw from, for a game.
pub(super) fn ballot(text: &str, game: &dyn AnyEngine) -> Result<String, Failure> {
    let checked = BallotChoice::of_game(text, game);
    checked.map(|_| text.to_string()).map_err(|why| Failure::Usage(format!("--ballot: {why}")))
}

/// Reads `NAME=VALUE`. A known name comes out in the spelling of its game's card.
fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let known = games::GAMES.iter().find_map(|game| game.card.option(name));
    Ok((known.map_or(name, |option| option.name).to_string(), value.to_string()))
}

/// A given option: its words on the command line, its name, and the value.
struct Given {
    words: String,
    option: String,
    value: String,
}

impl RuleFlags {
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
        let flags = flags.into_iter().filter_map(|(flag, option, value)| {
            let value = value.clone()?;
            Some(Given { words: format!("{flag} {value}"), option: option.to_string(), value })
        });
        let options = self.options.iter().cloned().map(|(option, value)| Given {
            words: format!("--option {option}={value}"),
            option,
            value,
        });
        options.chain(flags).collect()
    }

    /// The options to set, by name and value.
    pub fn options(&self) -> Vec<(String, String)> {
        self.given().into_iter().map(|given| (given.option, given.value)).collect()
    }

    /// Opens a game with these rules.
    pub fn open(&self, game: &str) -> Result<Box<dyn AnyEngine>, Failure> {
        let mut engine = open_game(game)?;
        let card = engine.identity().card;
        for given in self.given() {
            let option = card.option(&given.option).ok_or_else(|| no_rule(&given, game, card))?;
            check_range(&given, &option.spec())?;
            engine
                .set_option(&given.option, &given.value)
                .map_err(|error| Failure::Usage(format!("{}: {error}", given.words)))?;
        }
        Ok(engine)
    }
}

fn no_rule(given: &Given, game: &str, card: &GameCard) -> Failure {
    let names: Vec<&str> = card.options.iter().map(|option| option.name).collect();
    let options = if names.is_empty() { "none".to_string() } else { names.join(", ") };
    let words = &given.words;
    Failure::Usage(format!("{words} is not a rule of {game}, which has {options}; choose a game with --game"))
}

/// On the command line a number out of range is an error; it is not corrected.
fn check_range(given: &Given, spec: &OptionSpec) -> Result<(), Failure> {
    if let OptionKind::Spin { min, max, .. } = spec.kind
        && !given.value.parse().is_ok_and(|number| (min..=max).contains(&number))
    {
        let words = &given.words;
        return Err(Failure::Usage(format!("{words}: expected a whole number from {min} to {max}")));
    }
    Ok(())
}

/// `--eval-file`, in commands whose engine evaluates.
#[derive(Args, Debug, Default)]
pub(super) struct EvalFile {
    /// File of the network that evaluates, made by 'quadriga fit --network' [default: the network of the program]
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

impl EvalFile {
    /// Was a file named?
    pub fn is_set(&self) -> bool {
        self.eval_file.is_some()
    }

    /// Gives the engine the network of the file, if one is set.
    pub fn load(&self, engine: &mut dyn AnyEngine) -> Result<(), Failure> {
        let Some(path) = &self.eval_file else { return Ok(()) };
        let has_network = engine.options().iter().any(|option| option.name == EVAL_FILE);
        if !has_network {
            let game = engine.identity().variant;
            return Err(Failure::Usage(format!(
                "--eval-file: {game} has no network that a file can replace"
            )));
        }
        let is_not_utf8 = || Failure::Failed(format!("{}: the path is not UTF-8", path.display()));
        let name = path.to_str().ok_or_else(is_not_utf8)?;
        engine.set_option(EVAL_FILE, name).map_err(|error| Failure::Failed(error.to_string()))?;
        Ok(())
    }
}

/// Opens a game by name.
pub(super) fn open_game(name: &str) -> Result<Box<dyn AnyEngine>, Failure> {
    games::open(name).ok_or_else(|| {
        Failure::Usage(format!("unknown game '{name}'; {}", Catalogue::GAMES.alternatives(name)))
    })
}
