//! `quadriga games`: the games and their options, for users or as JSON.

use super::{Failure, print};
use crate::contract::card::GameCard;
use crate::contract::{OptionKind, OptionSpec};
use crate::games::{GAMES, ListedName, listed_names};
use crate::wire::catalogue::list_games;

/// Flags of `games`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Print one JSON array instead of a table
    #[arg(long)]
    json: bool,
}

/// A game as listed for users.
struct Listed {
    name: &'static str,
    about: &'static str,
    options: Vec<OptionSpec>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.json {
        return print(&format!("{:#}", list_games()));
    }
    let games: Vec<Listed> = listed_names()
        .map(|ListedName { name, about, variant }| Listed { name, about, options: variant.open().options() })
        .collect();
    let everywhere = |spec: &OptionSpec| games.iter().all(|game| game.options.contains(spec));
    for game in &games {
        print(&format!("{:<16} {}", game.name, game.about))?;
        print_options(game.options.iter().filter(|&spec| !everywhere(spec)))?;
    }
    print("\nOptions of every game:")?;
    let first = games.first().map_or(&[][..], |game| &game.options);
    print_options(first.iter().filter(|&spec| everywhere(spec)))?;
    GAMES.iter().try_for_each(|game| print_ballots(game.card))
}

fn print_ballots(card: &GameCard) -> Result<(), Failure> {
    if !card.ballots.is_empty() {
        print(&format!("\nBallots of {}:", card.family))?;
    }
    card.ballots.iter().try_for_each(|(name, about)| print(&format!("    {name:<18} {about}")))
}

fn print_options<'a>(options: impl Iterator<Item = &'a OptionSpec>) -> Result<(), Failure> {
    for option in options {
        print(&format!("    {:<18} {}: {}", option.name, values(&option.kind), option.help))?;
    }
    Ok(())
}

fn values(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Spin { default, min, max } => format!("{min} to {max} (default {default})"),
        OptionKind::Check { default } => format!("true or false (default {default})"),
        OptionKind::Combo { default, values } => format!("{} (default {default})", values.join(", ")),
        OptionKind::Text => "text (default empty)".to_string(),
        OptionKind::Button => "a button".to_string(),
    }
}
