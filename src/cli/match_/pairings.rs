//! The flags that say which games are played, and the games of a match.

use std::ops::Range;

use super::Args;
use crate::cli::Failure;
use crate::match_runner::match_results::MatchResults;
use crate::match_runner::plan::Plan;
use crate::match_runner::schedule::{Agenda, Format, Schedule};

/// Pairs of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pairs(Range<u64>);

pub(super) fn parse_format(name: &str) -> Result<Format, String> {
    let names = Format::ALL.map(|(name, _)| name);
    Format::parse(name).ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

/// The format with its own numbers.
pub(super) fn format(args: &Args) -> Result<Format, Failure> {
    let misplaced = |flag: &str, format: &str| {
        Failure::Usage(format!("{flag} is for --format {format}, not {}", args.format.name()))
    };
    match args.format {
        Format::Swiss { .. } if args.extra_pairs.is_none() => Ok(Format::Swiss { rounds: args.swiss_rounds }),
        Format::Knockout { extra_pairs } if args.swiss_rounds.is_none() => {
            Ok(Format::Knockout { extra_pairs: args.extra_pairs.unwrap_or(extra_pairs) })
        }
        _ if args.swiss_rounds.is_some() => Err(misplaced("--swiss-rounds", "swiss")),
        _ if args.extra_pairs.is_some() => Err(misplaced("--extra-pairs", "knockout")),
        scheduled => Ok(scheduled),
    }
}

pub(super) fn parse_pairs(text: &str) -> Result<Pairs, String> {
    let range = match text.split_once("..") {
        Some((first, end)) => first.parse().ok().zip(end.parse().ok()).map(|(first, end)| first..end),
        None => text.parse::<u64>().ok().and_then(|pair| Some(pair..pair.checked_add(1)?)),
    };
    let range = range.filter(|range| range.start <= range.end);
    range.map(Pairs).ok_or_else(|| "expected the number of a pair, or A..B with A not above B".to_string())
}

/// The pairs of the schedule that are played; `None`: pairings follow from results.
pub(super) fn scheduled(args: &Args, plan: &Plan) -> Result<Option<(Schedule, Range<u64>)>, Failure> {
    if plan.tournament().map_err(Failure::Usage)?.is_none() {
        let schedule = plan.schedule().map_err(Failure::Usage)?;
        let pairs = pairs(args, &schedule)?;
        return Ok(Some((schedule, pairs)));
    }
    if args.pairs.is_some() {
        let why = "--pairs is for --format round-robin or gauntlet: other pairings follow from results";
        return Err(Failure::Usage(why.to_string()));
    }
    Ok(None)
}

/// The games that are not played yet, and the number of all games; `None`: there are none.
pub(super) fn agenda<'a>(
    scheduled: Option<&'a (Schedule, Range<u64>)>,
    results: &MatchResults,
) -> Option<(Box<dyn Agenda + 'a>, u64)> {
    if results.is_decided() || results.is_abandoned() {
        return None;
    }
    if let Some((schedule, pairs)) = scheduled {
        let total = (pairs.end - pairs.start) * u64::from(schedule.games_per_pair());
        return Some((schedule.agenda(pairs.clone(), results.ids()), total));
    }
    let tournament = results.tournament()?;
    Some((Box::new(tournament.clone()), tournament.games()))
}

fn pairs(args: &Args, schedule: &Schedule) -> Result<Range<u64>, Failure> {
    let all = schedule.pairs();
    match &args.pairs {
        None => Ok(0..all),
        Some(Pairs(pairs)) if pairs.end <= all => Ok(pairs.clone()),
        Some(Pairs(Range { start, end })) => {
            Err(Failure::Usage(format!("--pairs {start}..{end}: the match has {all} pairs, 0..{all}")))
        }
    }
}
