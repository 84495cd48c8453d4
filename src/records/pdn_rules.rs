//! Infers the rules of games in a PDN file that have no `GameType`.
//!
//! The squares show the board (see `pdn_board`). Of the rule sets on that board, the one by which most games of the
//! file are legal is used, and of several the first in the order of [`BY_NUMBERS`] and the other lists. It must make
//! two thirds of the games legal, or none is read: more errors than typing mistakes mean rules that are not supported.
//! 10x10 variants with the moves of international draughts cannot be distinguished from it.
//!
//! Invariants: rules are not used just because the others fail, and assumptions are reported once for the file.

use super::pdn_board::{Squares, is_mirrored};
use super::raw_game::{Item, RawGame};
use super::{Found, ReadError, open};
use crate::engine::AnyEngine;

/// Rule sets of 8x8 whose files have numbers, the usual one first.
const BY_NUMBERS: [&str; 3] = ["english", "russian", "brazilian"];
/// Those whose files have letters.
const BY_LETTERS: [&str; 2] = ["russian", "brazilian"];
/// Those of 10x10 that differ in their moves.
const LARGE: [&str; 3] = ["draughts", "frisian", "frysk"];
/// Boards whose squares have numbers up to 32.
const EITHER: [&str; 6] = ["english", "russian", "brazilian", "draughts", "frisian", "frysk"];

/// The error of a legal game among illegal ones.
const NO_RULES_FIT: &str = "no GameType, and no rules fit the games around it";

/// The result of reading a game.
pub(super) type Outcome = Result<Found, ReadError>;

/// Reads a game on an engine of its rules.
pub(super) type ReadAs = fn(&RawGame, &mut dyn AnyEngine) -> Outcome;

/// The games of a file that do not name their rules.
pub(super) struct Inferred {
    /// The result of each game, in order.
    pub outcomes: Vec<Outcome>,
    /// The assumptions, a line for each board.
    pub notes: Vec<String>,
}

/// Reads the games of a file that do not name their rules. `named`: the rules that other games of the file name; they
/// come first if several fit.
pub(super) fn infer(games: &[&RawGame], named: &[&str], read_as: ReadAs) -> Inferred {
    let squares: Vec<Squares> = games.iter().map(|raw| Squares::of(raw)).collect();
    let mut reader = Reader { games, read_as, outcomes: vec![None; games.len()], notes: Vec::new() };
    let found =
        |of: Squares| -> Vec<usize> { (0..games.len()).filter(|&game| squares[game] == of).collect() };
    let (mut small, mut letters, mut large) =
        (found(Squares::Small), found(Squares::Letters), found(Squares::Large));
    let mut either = found(Squares::Either);
    // Set positions with small numbers are on the same board as the games around them.
    match (small.is_empty(), letters.is_empty(), large.is_empty()) {
        (false, true, true) => small.append(&mut either),
        (true, false, true) => letters.append(&mut either),
        (true, true, false) if large.len() >= either.len() => large.append(&mut either),
        _ => {}
    }
    let mut alone = Vec::new();
    if small.is_empty() && letters.is_empty() && large.is_empty() {
        alone.append(&mut either);
    }
    let mut taken = Vec::new();
    let groups = [
        (&BY_LETTERS[..], letters, "squares a1 to h8"),
        (&BY_NUMBERS, small, "squares 1 to 32"),
        (&LARGE, large, "squares 1 to 50"),
        (&EITHER, alone, "no square above 32"),
    ];
    for (candidates, mut group, why) in groups {
        group.sort_unstable();
        let mut candidates = candidates.to_vec();
        candidates.sort_by_key(|variant| !named.contains(variant));
        taken.extend(reader.read_group(&candidates, &group, why));
    }
    taken.sort_by_key(|&(_, legal)| std::cmp::Reverse(legal));
    let taken: Vec<&'static str> = taken.into_iter().map(|(variant, _)| variant).collect();
    either.iter().for_each(|&game| reader.read_between(game, &taken));
    // A text that names no square, or one outside every board here, is ignored.
    let nothing_said = reader.outcomes.iter().all(Option::is_none);
    if nothing_said {
        reader.read_group(&LARGE[..1], &found(Squares::Absent), "no square is named");
    }
    let are_refused = taken.is_empty() && !nothing_said;
    reader.read_rest(taken.first().copied().unwrap_or(LARGE[0]), are_refused);
    let outcomes = reader.outcomes.into_iter().flatten().collect();
    Inferred { outcomes, notes: reader.notes }
}

struct Reader<'a> {
    games: &'a [&'a RawGame],
    read_as: ReadAs,
    outcomes: Vec<Option<Outcome>>,
    notes: Vec<String>,
}

/// A group of games read by one rule set.
struct Trial {
    variant: &'static str,
    title: &'static str,
    outcomes: Vec<Outcome>,
    illegal: usize,
}

impl Reader<'_> {
    /// Reads a group by the best of these rule sets; returns it and its number of legal games, if it is used.
    fn read_group(
        &mut self,
        candidates: &[&'static str],
        group: &[usize],
        why: &str,
    ) -> Option<(&'static str, usize)> {
        // A text that is not a sequence of moves supports no rules.
        let all = group.iter().filter(|&&game| self.games[game].fault.is_none()).count();
        let mut best: Option<Trial> = None;
        let mut equals: Vec<&str> = Vec::new();
        for &variant in candidates.iter().filter(|_| !group.is_empty()) {
            let allowed = best.as_ref().map_or(usize::MAX, |best| best.illegal);
            let Some(trial) = self.try_rules(variant, group, allowed) else { continue };
            if trial.illegal == allowed {
                equals.push(variant);
                continue;
            }
            (best, equals) = (Some(trial), Vec::new());
        }
        let best = best?;
        let legal = all - best.illegal;
        let is_taken = 3 * legal >= 2 * all;
        let mirrored = group.iter().filter(|&&game| is_mirrored(self.games[game])).count();
        let has_moves = group.iter().any(|&game| self.has_moves(game));
        let note = match is_taken {
            true => taken_note(&best, why, [legal, all], has_moves, &equals),
            false => refused_note(&best, why, [legal, all], 2 * mirrored > all),
        };
        self.notes.extend(Some(note).filter(|_| all > 0));
        for (&game, outcome) in group.iter().zip(best.outcomes) {
            self.outcomes[game] = Some(match outcome {
                Ok(_) if !is_taken => Err(ReadError {
                    line: self.games[game].line,
                    reason: format!(
                        "no GameType: legal as {}, but most games around it are not",
                        best.variant
                    ),
                }),
                outcome => outcome.map_err(|error| marked(error, best.variant)),
            });
        }
        is_taken.then_some((best.variant, legal))
    }

    /// Reads a group by a rule set; `None` once more than `allowed` games are illegal.
    fn try_rules(&self, variant: &'static str, group: &[usize], allowed: usize) -> Option<Trial> {
        let mut engine = open(variant, &[]).ok()?;
        let title = engine.identity().rules.title;
        let mut trial = Trial { variant, title, outcomes: Vec::with_capacity(group.len()), illegal: 0 };
        for &game in group {
            let outcome = (self.read_as)(self.games[game], engine.as_mut());
            trial.illegal += usize::from(outcome.is_err() && self.games[game].fault.is_none());
            if trial.illegal > allowed {
                return None;
            }
            trial.outcomes.push(outcome);
        }
        Some(trial)
    }

    /// Reads a game that fits either board, in a file that has both, if its moves are legal on only one of them.
    fn read_between(&mut self, game: usize, taken: &[&'static str]) {
        let trials = taken.iter().filter_map(|variant| self.try_rules(variant, &[game], usize::MAX));
        let (mut legal, illegal): (Vec<Trial>, Vec<Trial>) = trials.partition(|trial| trial.illegal == 0);
        let raw = self.games[game];
        let outcome = match (legal.len(), self.has_moves(game)) {
            (1, true) => legal.pop().and_then(|mut trial| trial.outcomes.pop()),
            (0, _) => {
                let first = illegal.into_iter().next();
                first.and_then(|mut trial| {
                    Some(trial.outcomes.pop()?.map_err(|error| marked(error, trial.variant)))
                })
            }
            _ => Some(Err(ReadError {
                line: raw.line,
                reason: "no GameType: 8x8 or 10x10 cannot be inferred from the file".to_string(),
            })),
        };
        self.outcomes[game] = outcome;
    }

    /// Reads the remaining games by these rules, except legal games among refused ones.
    fn read_rest(&mut self, variant: &'static str, are_refused: bool) {
        let rest: Vec<usize> = (0..self.games.len()).filter(|&game| self.outcomes[game].is_none()).collect();
        let Some(trial) = self.try_rules(variant, &rest, usize::MAX).filter(|_| !rest.is_empty()) else {
            return;
        };
        for (game, outcome) in rest.into_iter().zip(trial.outcomes) {
            let refused = || Err(ReadError { line: self.games[game].line, reason: NO_RULES_FIT.to_string() });
            self.outcomes[game] = Some(match outcome {
                Ok(_) if are_refused => refused(),
                outcome => outcome.map_err(|error| marked(error, variant)),
            });
        }
    }

    fn has_moves(&self, game: usize) -> bool {
        self.games[game].items.iter().any(|(_, item)| matches!(item, Item::Move(_)))
    }
}

/// An error with the rules by which the game was read.
fn marked(error: ReadError, variant: &str) -> ReadError {
    ReadError { reason: format!("{} (read as {variant}: there is no GameType)", error.reason), ..error }
}

fn taken_note(best: &Trial, why: &str, [legal, all]: [usize; 2], has_moves: bool, equals: &[&str]) -> String {
    let Trial { title, variant, .. } = best;
    let mut why = why.to_string();
    why += &match (legal, all) {
        (1, 1) => "; legal".to_string(),
        _ if legal == all => format!("; all {all} games are legal"),
        _ => format!("; {legal} of {all} games are legal"),
    };
    why += if has_moves { "" } else { "; there are no moves to infer them from" };
    let verb = if equals.len() == 1 { "fits" } else { "fit" };
    if !equals.is_empty() {
        why += &format!("; {} {verb} as well", equals.join(" and "));
    }
    format!("no GameType: read as {title}, --game {variant} ({why})")
}

fn refused_note(best: &Trial, why: &str, [legal, all]: [usize; 2], is_mirrored: bool) -> String {
    let mut text = format!(
        "no GameType: no rules played here fit ({why}; as {}, the best of them, {legal} of {all} games are legal",
        best.variant
    );
    if is_mirrored {
        text += "; the board is mirrored, as in Italian, Spanish and Portuguese draughts";
    }
    text + "); --game reads each legal game by rules of your choice"
}
