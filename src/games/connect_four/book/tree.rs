//! The entries of a book as a tree.
//!
//! The value of an entry is compared with those of the entries after its moves. If a position after a move has no
//! entry, as with the opponent to move in a book of an engine's own moves, the entries after the replies replace it.
//! Forced moves are followed, and results within two plies are known without an entry.
//!
//! - A proved value is exact: proofs after a move must give the same score.
//! - A searched value is an estimate, and one from a later position sees further. The two may differ by [`MARGIN`];
//!   a win or a loss differs from all other values by more than that, and two wins agree, however long they take. A
//!   search does not count against a proof.
//!
//! If entries after the moves are known, a searched entry is *backed up*: it gets their minimax value. Every estimate
//! then comes from the last entries of the lines.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::Entry;
use super::line::{Line, column_char};
use crate::contract::book::MARGIN;
use crate::contract::{Position as _, Score};
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::tactics::{Tactics, Threats};
use crate::games::connect_four::value::value;
use crate::games::connect_four::word::BoardWord;

/// Entries by the keys of their positions.
pub struct Tree<'a, B> {
    pub geometry: Geometry<B>,
    pub entries: &'a HashMap<u128, Entry>,
}

/// A value for a player, and the position that has it.
#[derive(Clone)]
struct Found<B> {
    value: Score,
    at: Line<B>,
    /// Its entry; `None` if the next two plies decide the game.
    entry: Option<Entry>,
}

/// Bounds of a position's value.
struct Bounds<B> {
    min: Option<Found<B>>,
    max: Option<Found<B>>,
}

impl<B: BoardWord> Bounds<B> {
    fn exactly(found: Found<B>) -> Bounds<B> {
        Bounds { min: Some(found.clone()), max: Some(found) }
    }

    /// For the opponent, before the move that led here.
    fn before_move(self) -> Bounds<B> {
        let turn = |found: Found<B>| Found { value: (-found.value).from_table(1), ..found };
        Bounds { min: self.max.map(turn), max: self.min.map(turn) }
    }

    /// The value, if it is exact.
    fn exact(self) -> Option<Found<B>> {
        let (min, max) = self.min.zip(self.max)?;
        (min.value == max.value).then_some(min)
    }
}

impl<B: BoardWord> Tree<'_, B> {
    /// The entry of a position, with the column of the position and not of its mirror image.
    pub fn entry(&self, line: &Line<B>) -> Option<Entry> {
        let (key, mirrored) = line.key();
        let entry = *self.entries.get(&key)?;
        let column = if mirrored { self.geometry.width() as u8 - 1 - entry.column } else { entry.column };
        Some(Entry { column, ..entry })
    }

    /// A contradiction between this position's entry and those after its moves, as text with the position of the other
    /// entry; `None` if there is none.
    pub fn contradiction(&self, line: &Line<B>) -> Option<String> {
        let entry = self.entry(line)?;
        let (claim, proofs) = (entry.value(&line.pos), entry.depth.is_none());
        let says = |mv: Move, words: &str, found: &Found<B>| {
            let column = self.column_char(mv);
            let margin = if proofs { String::new() } else { format!(" (they may differ by {MARGIN})") };
            format!("{column} brings {words} {} by {}{margin}", value_text(found.value), found.source())
        };
        line.pos.landing_cells().cells().map(Move::onto).find_map(|mv| {
            let Bounds { min, max } = self.known(line.after(mv), proofs, true).before_move();
            let named = self.geometry.column(mv.cell()) == u32::from(entry.column);
            let overrated = max.filter(|max| named && exceeds(claim, max.value, proofs));
            let underrated = min.filter(|min| exceeds(min.value, claim, proofs));
            let overrated = overrated.map(|found| says(mv, "at most", &found));
            overrated.or_else(|| underrated.map(|found| says(mv, "at least", &found)))
        })
    }

    /// The positions after moves whose values are not known.
    pub fn unknown(&self, line: &Line<B>) -> Vec<Line<B>> {
        let after = Tactics::new(&self.geometry, line.pos.occupied(), Threats::of(&line.pos)).moves();
        let after = after.cells().map(|cell| line.after(Move::onto(cell)));
        after.filter(|line| self.known(line.clone(), false, true).exact().is_none()).collect()
    }

    /// The corrected entry of a position, if the best value or move by the entries after its moves differs from its
    /// searched entry.
    ///
    /// A position with unknown moves keeps its value even if its own move is far from reaching it, because an unknown
    /// move may be better.
    pub fn backed_up(&self, line: &Line<B>) -> Option<Entry> {
        let entry = self.entry(line).filter(|entry| entry.depth.is_some())?;
        let claim = entry.value(&line.pos);
        let (mut best, mut all_known) = (None::<(Score, Entry)>, true);
        for mv in line.pos.landing_cells().cells().map(Move::onto) {
            let column = self.geometry.column(mv.cell()) as u8;
            let own = column == entry.column;
            let found = match self.known(line.after(mv), false, true).before_move().exact() {
                Some(found) => (found.value, found.entry_before(line, column)),
                None => {
                    all_known = false;
                    if !own {
                        continue;
                    }
                    (claim, entry)
                }
            };
            let order = best.map_or(Ordering::Greater, |(value, _)| found.0.cmp(&value));
            if order.is_gt() || order.is_eq() && own {
                best = Some(found);
            }
        }
        let (value, better) = best?;
        let open = !all_known && exceeds(claim, value, false);
        let changed = (better.score, better.column) != (entry.score, entry.column);
        (changed && !open).then_some(better)
    }

    /// The bounds of a position by its entry, or by those after forced moves; with `replies` also by those after each
    /// move. With `proofs` searched entries do not count.
    fn known(&self, line: Line<B>, proofs: bool, replies: bool) -> Bounds<B> {
        let decided = |value, at| Bounds::exactly(Found { value, at, entry: None });
        if line.pos.outcome().is_some() {
            let won = self.geometry.has_four(line.pos.waiting());
            return decided(if won { Score::loss_in(0) } else { Score::DRAW }, line);
        }
        if let Some(entry) = self.entry(&line).filter(|entry| !proofs || entry.depth.is_none()) {
            let value = entry.value(&line.pos);
            return Bounds::exactly(Found { value, at: line, entry: Some(entry) });
        }
        match Tactics::new(&self.geometry, line.pos.occupied(), Threats::of(&line.pos)) {
            Tactics::Wins(_) => decided(Score::win_in(1), line),
            Tactics::Loses(_) => decided(Score::loss_in(2), line),
            Tactics::Forced(cell) => {
                self.known(line.after(Move::onto(cell.lowest())), proofs, replies).before_move()
            }
            Tactics::Open(cells) if replies => {
                let moves = cells.cells().map(|cell| line.after(Move::onto(cell)));
                best(moves.map(|line| self.known(line, proofs, false).before_move()))
            }
            Tactics::Open(_) => Bounds { min: None, max: None },
        }
    }

    fn column_char(&self, mv: Move) -> char {
        column_char(self.geometry.width(), self.geometry.column(mv.cell()))
    }
}

/// The bounds of a position from those of its moves.
fn best<B: BoardWord>(moves: impl Iterator<Item = Bounds<B>>) -> Bounds<B> {
    let (mut min, mut max, mut all_known) = (None::<Found<B>>, None::<Found<B>>, true);
    for known in moves {
        all_known &= known.max.is_some();
        for (best, found) in [(&mut min, known.min), (&mut max, known.max)] {
            let higher = |found: &Found<B>| best.as_ref().is_none_or(|best| found.value > best.value);
            if let Some(found) = found.filter(higher) {
                *best = Some(found);
            }
        }
    }
    Bounds { min, max: max.filter(|_| all_known) }
}

/// Does one value exceed the other by more than the allowed difference?
fn exceeds(more: Score, less: Score, proofs: bool) -> bool {
    let same_end = more.is_win() && less.is_win() || more.is_loss() && less.is_loss();
    if proofs { more > less } else { !same_end && more.0 - less.0 > MARGIN }
}

fn value_text(value: Score) -> String {
    match value.plies_to_end() {
        None => value.0.to_string(),
        Some(plies) => format!("{} in {plies} plies", if value.is_win() { "a win" } else { "a loss" }),
    }
}

impl<B: BoardWord> Found<B> {
    /// Its source, as text.
    fn source(&self) -> String {
        let moves = self.at.text();
        match self.entry {
            Some(entry) => format!("the {} of '{moves}'", entry.score),
            None => format!("what '{moves}' forces"),
        }
    }

    /// The entry of the position before, with the move that leads here.
    fn entry_before(&self, line: &Line<B>, column: u8) -> Entry {
        let depth = self.at.pos.ply() - line.pos.ply();
        let beyond = self.entry.and_then(|entry| entry.depth).unwrap_or_default();
        let depth = (depth + u32::from(beyond)).min(u8::MAX.into()) as u8;
        Entry { score: self.value.0 as i16, column, depth: Some(depth) }
    }
}

impl Entry {
    /// Its value for the player to move.
    pub fn value<B: BoardWord>(&self, pos: &Position<B>) -> Score {
        let score = i32::from(self.score);
        if self.depth.is_none() { value(pos, score) } else { Score(score) }
    }
}

#[cfg(test)]
mod tests {
    use crate::contract::book::BookMaker;
    use crate::games::connect_four::Geometry;
    use crate::games::connect_four::book::Maker;

    fn maker() -> Maker<u64> {
        Maker::new(Geometry::new(5, 5).unwrap(), 1)
    }

    /// Lines of a work file from `MOVES VALUE MOVE`, all searched.
    fn searched(entries: &[&str]) -> String {
        entries.iter().map(|entry| format!("{entry} 900 searched 9\n")).collect()
    }

    #[test]
    fn a_searched_entry_and_those_after_its_moves_differ_by_no_more_than_the_margin() {
        for entries in [
            &["- -160 3", "3 310 3"][..],
            &["- -160 3", "3 10 3"],
            &["- 300 3", "1 310 3"],
            &["- 300 3", "31 200 3", "32 900 3"],
            &["- 30950 3", "3 -30980 3"],
            &["- 28 3", "3 310 3", "- -310 3"],
        ] {
            assert_eq!(maker().pack(&searched(entries)).err(), None, "{entries:?}");
        }
        for (entries, expected) in [
            (
                &["- 28 3", "3 310 3"][..],
                "'- 28 3 900 searched 9': 3 brings at most -310 by the 310 of '3' (they may differ by 150)",
            ),
            (&["- -161 3", "3 10 3"], "3 brings at least -10 by the 10 of '3'"),
            (&["- 28 3", "5 -310 2"], "1 brings at least 310 by the -310 of '1'"),
            (&["- 300 3", "31 100 3"], "3 brings at most 100 by the 100 of '31'"),
            (
                &["- 300 3", "31 900 3", "32 800 3", "33 460 3", "34 800 3", "35 900 3"],
                "3 brings at least 460 by the 460 of '33'",
            ),
            (&["- 300 3", "3 -30990 3"], "3 brings at least a win in 11 plies by the -30990 of '3'"),
        ] {
            let error = maker().pack(&searched(entries)).expect_err("a contradiction");
            assert!(error.contains(expected), "{entries:?}: {error}");
        }
    }

    #[test]
    fn proofs_agree_with_those_after_their_moves_to_the_stone() {
        let mut maker = maker();
        let parents: Vec<String> = maker.plan(3).iter().map(|moves| maker.prove(moves).unwrap()).collect();
        let work = parents.join("\n") + "\n";
        let after = maker.beyond(&work, 0).unwrap();
        let after: String = after.iter().map(|moves| maker.prove(moves).unwrap() + "\n").collect();
        assert_eq!(maker.pack(&(work + &after)).err(), None);
        for text in parents {
            let words: Vec<&str> = text.split(' ').collect();
            let score: i16 = words[1].parse().unwrap();
            for wrong in [score - 1, score + 1] {
                let line = format!("{} {wrong} {} 9", words[0], words[2]);
                let error = maker.pack(&format!("{line}\n{after}")).expect_err("a contradiction");
                assert!(error.starts_with(&format!("'{line}': ")), "{text}: {error}");
            }
            let opinion = format!("{text}\n{}1 900 1 9 searched 9\n", words[0]);
            assert_eq!(maker.pack(&opinion).err(), None, "a search says nothing against a proof");
        }
    }

    #[test]
    fn proofs_count_against_what_was_only_searched() {
        let error = maker().pack("- 300 3 9 searched 9\n3 0 3 9\n").expect_err("a contradiction");
        assert!(error.contains("3 brings at most 0 by the 0 of '3'"), "{error}");
        let error = maker().pack("- -20 3 9 searched 9\n3 2 3 9\n").expect_err("a contradiction");
        assert!(error.contains("3 brings at most a loss in "), "{error}");
    }

    #[test]
    fn where_entries_contradict_each_other_all_moves_are_searched_and_values_are_backed_up() {
        let maker = maker();
        let first = searched(&["- 28 3", "3 310 3"]);
        assert_eq!(
            maker.back_up(&first).unwrap(),
            Vec::<String>::new(),
            "what the other moves bring is not known"
        );
        assert_eq!(maker.unexplored(&first, 1, 0).unwrap(), ["1", "2"]);
        let whole = first + &searched(&["1 100 3", "2 -50 3"]);
        assert_eq!(maker.unexplored(&whole, 1, 0).unwrap(), Vec::<String>::new());
        let lines = maker.back_up(&whole).unwrap();
        assert_eq!(lines, ["- 50 2 0 searched 10"]);
        let whole = whole + &lines.join("\n") + "\n";
        assert_eq!(maker.back_up(&whole).unwrap(), Vec::<String>::new());
        assert_eq!(maker.pack(&whole).err(), None);
    }

    #[test]
    fn a_value_is_backed_up_through_several_positions_and_a_win_takes_longer_from_each() {
        let maker = maker();
        let replies = ["31 -30980 2", "32 -30984 2", "33 -30990 2", "34 -30984 2", "35 -30980 2"];
        let work = searched(&["- -30900 3", "1 30980 3", "2 30984 3", "3 30700 1"]) + &searched(&replies);
        let lines = maker.back_up(&work).unwrap();
        assert_eq!(lines, ["3 30989 3 0 searched 10", "- -30979 1 0 searched 10"]);
    }
}
