//! Infers the rules of games in a PDN file that have no `GameType`.
//!
//! The squares show the board (see `pdn_board`). Of the rule sets on that board, the one by which most games of the
//! file are legal is used, and of several the first in the order of [`BY_NUMBERS`] and the other lists. It must make
//! two thirds of the games legal, or none is read: more errors than typing mistakes mean rules that are not supported.
//! 10x10 variants with the moves of international draughts cannot be distinguished from it.
//!
//! Invariants: rules are not used just because the others fail, and assumptions are reported once for the file.

use super::pdn_board::Squares;
use super::raw_game::{Item, RawGame};
use super::{Found, ReadError, open};
use crate::engine::AnyEngine;

/// Rule sets of 8x8 whose files have numbers, the usual one first.
const BY_NUMBERS: [&str; 6] = ["english", "russian", "brazilian", "pool", "italian", "spanish"];
/// Those whose files have letters.
const BY_LETTERS: [&str; 3] = ["russian", "brazilian", "czech"];
/// Those of 10x10 that differ in their moves.
const LARGE: [&str; 3] = ["draughts", "frisian", "frysk"];
/// Boards whose squares have numbers up to 32.
const EITHER: [&str; 9] =
    ["english", "russian", "brazilian", "pool", "italian", "spanish", "draughts", "frisian", "frysk"];

/// The error of a legal game among illegal ones.
const NO_RULES_FIT: &str = "no GameType, and no rules fit the games around it";

/// The result of reading a game.
pub(super) type Outcome = Result<Found, ReadError>;

/// Reads a game on an engine of its rules.
pub(super) type ReadAs = fn(&RawGame, &mut dyn AnyEngine) -> Outcome;

/// The rules of the games of a file that do not name them.
pub(super) struct Inferred {
    /// Of each game, in order.
    pub verdicts: Vec<Verdict>,
    /// The assumptions, a line for each board.
    pub notes: Vec<String>,
}

/// How a game is to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    variant: &'static str,
    /// Why it is left out although it is legal.
    refusal: Option<String>,
}

impl Verdict {
    fn by(variant: &'static str) -> Verdict {
        Verdict { variant, refusal: None }
    }

    fn refused(variant: &'static str, why: &str) -> Verdict {
        Verdict { variant, refusal: Some(why.to_string()) }
    }

    /// Reads the game.
    pub fn read(self, raw: &RawGame, read_as: ReadAs) -> Outcome {
        let Verdict { variant, refusal } = self;
        let fault = |reason| ReadError { line: raw.line, reason };
        let outcome = read_as(raw, open(variant, &[]).map_err(fault)?.as_mut());
        match (outcome, refusal) {
            (Ok(_), Some(why)) => Err(fault(why)),
            (outcome, _) => outcome.map_err(|error| marked(error, variant)),
        }
    }
}

/// Infers the rules of the games of a file that do not name them. No game is kept as it is read, by whatever rules: a file may
/// have many. `named`: the rules that other games
/// of the file name; they come first if several fit.
pub(super) fn infer(games: &[&RawGame], named: &[&str], read_as: ReadAs) -> Inferred {
    let squares: Vec<Squares> = games.iter().map(|raw| Squares::of(raw)).collect();
    let mut reader = Reader { games, read_as, verdicts: vec![None; games.len()], notes: Vec::new() };
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
        taken.extend(reader.judge_group(&candidates, &group, why));
    }
    taken.sort_by_key(|&(_, legal)| std::cmp::Reverse(legal));
    let taken: Vec<&'static str> = taken.into_iter().map(|(variant, _)| variant).collect();
    either.iter().for_each(|&game| reader.judge_between(game, &taken));
    // A text that names no square, or one outside every board here, is ignored.
    let nothing_said = reader.verdicts.iter().all(Option::is_none);
    if nothing_said {
        reader.judge_group(&LARGE[..1], &found(Squares::Absent), "no square is named");
    }
    let are_refused = taken.is_empty() && !nothing_said;
    reader.judge_rest(taken.first().copied().unwrap_or(LARGE[0]), are_refused);
    let verdicts = reader.verdicts.into_iter().flatten().collect();
    Inferred { verdicts, notes: reader.notes }
}

struct Reader<'a> {
    games: &'a [&'a RawGame],
    read_as: ReadAs,
    verdicts: Vec<Option<Verdict>>,
    notes: Vec<String>,
}

/// What a group of games is by one rule set.
struct Trial {
    variant: &'static str,
    title: &'static str,
    /// Games with an illegal move.
    illegal: usize,
}

impl Reader<'_> {
    /// Judges a group by the best of these rule sets; returns it and its number of legal games, if it is used.
    fn judge_group(
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
        let has_moves = group.iter().any(|&game| self.has_moves(game));
        let note = match is_taken {
            true => taken_note(&best, why, [legal, all], has_moves, &equals),
            false => refused_note(&best, why, [legal, all]),
        };
        self.notes.extend(Some(note).filter(|_| all > 0));
        let why = format!("no GameType: legal as {}, but most games around it are not", best.variant);
        let verdict = if is_taken { Verdict::by(best.variant) } else { Verdict::refused(best.variant, &why) };
        group.iter().for_each(|&game| self.verdicts[game] = Some(verdict.clone()));
        is_taken.then_some((best.variant, legal))
    }

    /// Tries a rule set on a group; `None` once more than `allowed` games are illegal.
    fn try_rules(&self, variant: &'static str, group: &[usize], allowed: usize) -> Option<Trial> {
        let mut engine = open(variant, &[]).ok()?;
        let title = engine.identity().rules.title;
        let mut illegal = 0;
        for &game in group.iter().filter(|&&game| self.games[game].fault.is_none()) {
            illegal += usize::from((self.read_as)(self.games[game], engine.as_mut()).is_err());
            if illegal > allowed {
                return None;
            }
        }
        Some(Trial { variant, title, illegal })
    }

    /// Judges a game that fits either board, in a file that has both: it is read if its moves are legal on only one of them.
    fn judge_between(&mut self, game: usize, taken: &[&'static str]) {
        const WHY: &str = "no GameType: 8x8 or 10x10 cannot be inferred from the file";
        let trials = taken.iter().filter_map(|variant| self.try_rules(variant, &[game], usize::MAX));
        let (legal, illegal): (Vec<Trial>, Vec<Trial>) = trials.partition(|trial| trial.illegal == 0);
        let verdict = match (&legal[..], self.has_moves(game)) {
            ([one], true) => Some(Verdict::by(one.variant)),
            ([], _) => illegal.first().map(|trial| Verdict::by(trial.variant)),
            ([first, ..], _) => Some(Verdict::refused(first.variant, WHY)),
        };
        self.verdicts[game] = verdict;
    }

    /// The remaining games are read by these rules, except legal games among refused ones.
    fn judge_rest(&mut self, variant: &'static str, are_refused: bool) {
        let verdict =
            if are_refused { Verdict::refused(variant, NO_RULES_FIT) } else { Verdict::by(variant) };
        self.verdicts.iter_mut().for_each(|found| {
            found.get_or_insert_with(|| verdict.clone());
        });
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

fn refused_note(best: &Trial, why: &str, [legal, all]: [usize; 2]) -> String {
    format!(
        "no GameType: no rules played here fit ({why}; as {}, the best of them, {legal} of {all} games are legal); \
         --game reads each legal game by rules of your choice",
        best.variant
    )
}
