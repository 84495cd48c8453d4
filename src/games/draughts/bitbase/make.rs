//! Making a bitbase: one step for each class of material, together with its turned class.

use std::path::Path;

use super::Bitbase;
use super::class::{Class, Layout, Placement};
use super::embedded::file_name;
use super::file;
use super::solve;
use super::solved::{self, Solved, Value};
use crate::contract::bitbase::{BitbaseCounts, BitbaseMaker};
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::rules::Rules;

/// Maximum number of pieces of a bitbase, on the large board and on the small one: what fits in the memory of a large
/// machine.
const MAX_MADE: [usize; 2] = [5, 6];
/// Tenths of a byte that a position takes while its step is solved, with its result.
const OPEN_TENTHS: u64 = 32;
/// Bytes that a position takes, in addition to its result, while its class is packed.
const PACK_BYTES: u64 = 4;

/// Maximum number of pieces of a bitbase of these rules.
pub(super) fn max_made(rules: &Rules) -> usize {
    MAX_MADE[usize::from(!rules.movement.large_board)]
}

/// Computes the bitbase of a rule set.
pub struct Maker {
    pieces: usize,
    steps: Vec<Class>,
    solved: Vec<Solved>,
    rules: &'static Rules,
}

impl Maker {
    /// A maker for all positions of up to this many pieces.
    ///
    /// # Errors
    /// One line: a bitbase of this number of pieces is not possible.
    pub fn new(rules: &'static Rules, pieces: usize) -> Result<Maker, String> {
        let most = max_made(rules);
        if !(2..=most).contains(&pieces) {
            return Err(format!("{pieces} pieces: expected 2 to {most} for {}", rules.card.name));
        }
        let mut steps: Vec<Class> = Vec::new();
        for class in (2..=pieces).flat_map(|pieces| Class::all(rules, pieces)) {
            if !steps.contains(&class.turned()) {
                steps.push(class);
            }
        }
        Ok(Maker { pieces, steps, solved: Vec::new(), rules })
    }

    /// The classes solved so far.
    #[cfg(test)]
    pub(super) fn solved(&self) -> &[Solved] {
        &self.solved
    }

    /// All positions of a step with White to move and all counts 0.
    pub fn positions(&self, step: usize) -> impl Iterator<Item = AnyPosition> {
        let placements = self.classes(step).into_iter().flat_map(|class| {
            let layout = Layout::new(class, self.rules.geometry());
            (0..layout.size()).filter_map(move |number| layout.placement(number))
        });
        placements
            .map(|Placement { pieces, kings }| AnyPosition::new(self.rules, pieces, kings, Colour::White))
    }

    /// The exact value of a position with its counts, if its class is solved. A win that comes after the limit is a
    /// draw.
    pub fn value(&self, pos: &AnyPosition) -> Option<Value> {
        let placement = Placement::of(pos);
        let solved = self.solved.iter().find(|solved| solved.class() == placement.class())?;
        solved.value_of(pos, &placement).map(|value| value.within_limit(pos))
    }

    fn done(&self, step: usize) -> impl Iterator<Item = &Solved> {
        let class = self.steps[step];
        self.solved.iter().filter(move |solved| [class, class.turned()].contains(&solved.class()))
    }

    /// The classes of a step, the turned one last if it differs.
    fn classes(&self, step: usize) -> Vec<Class> {
        let class = self.steps[step];
        if class == class.turned() { vec![class] } else { vec![class, class.turned()] }
    }
}

impl BitbaseMaker for Maker {
    fn file_name(&self) -> String {
        file_name(self.rules)
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn name(&self, step: usize) -> String {
        format!("{}-{}", self.rules.card.name, self.steps[step])
    }

    fn size(&self, step: usize) -> u64 {
        self.classes(step).into_iter().map(|class| solved::bytes_of(self.rules, class) as u64).sum()
    }

    fn memory(&self) -> u64 {
        let steps = (0..self.steps.len()).map(|step| self.size(step));
        let mut solved = 0;
        let (mut most, mut largest) = (0, 0);
        for positions in steps {
            most = most.max(solved + positions * OPEN_TENTHS / 10);
            largest = largest.max(positions);
            solved += positions;
        }
        most.max(solved + largest * PACK_BYTES)
    }

    fn solve(&mut self, step: usize, threads: usize) -> Vec<u8> {
        let found = solve::solve(self.rules, self.steps[step], &self.solved, threads);
        let mut part = self.name(step).into_bytes();
        found.iter().for_each(|solved| part.extend(solved.bytes()));
        file::seal(&mut part);
        self.solved.extend(found);
        part
    }

    fn read(&mut self, step: usize, part: &[u8]) -> Result<(), String> {
        let name = self.name(step);
        let body = file::unseal(part)?;
        let mut rest = body.strip_prefix(name.as_bytes()).ok_or_else(|| format!("this is not {name}"))?;
        let mut found = Vec::new();
        for class in self.classes(step) {
            let size = solved::bytes_of(self.rules, class);
            let (bytes, tail) = rest.split_at_checked(size).ok_or_else(|| format!("{name} is cut short"))?;
            found.push(Solved::from_bytes(self.rules, class, bytes.to_vec()));
            rest = tail;
        }
        self.solved.extend(found);
        Ok(())
    }

    fn counts(&self, step: usize) -> BitbaseCounts {
        let mut counts = BitbaseCounts::default();
        for solved in self.done(step) {
            for value in solved.values().flatten() {
                match value {
                    Value::Won(_) => counts.won += 1,
                    Value::Drawn => counts.drawn += 1,
                    Value::Lost(_) => counts.lost += 1,
                }
            }
            counts.longest = counts.longest.max(solved.longest());
        }
        counts
    }

    fn pack(&self, threads: usize) -> Vec<u8> {
        file::encode(self.rules, &self.solved, threads)
    }

    fn pieces_in(&self, path: &Path) -> Option<usize> {
        Bitbase::open(self.rules, path).ok().map(|bitbase| bitbase.max_pieces())
    }

    fn check(&self, path: &Path) -> Result<(), String> {
        let bitbase = Bitbase::open(self.rules, path)?;
        if bitbase.max_pieces() != self.pieces {
            return Err(format!("it has {} pieces, not {}", bitbase.max_pieces(), self.pieces));
        }
        bitbase.check()
    }
}
