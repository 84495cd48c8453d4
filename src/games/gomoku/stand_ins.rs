//! Features that stand in for pattern codes while weights are fitted.
//!
//! Most codes occur in few games or none, so a code is only a correction of what its four lines and its class are worth.
//! Once fitted, these are added to the codes, so that play looks up one number.

use super::line_pattern::LinePattern;
use super::points::{CLASSES, FourPatterns, PATTERN_CODES, PointClass, PointTables};
use crate::contract::FeatureGroup;

/// Kinds of lines.
const LINES: usize = LinePattern::ALL.len();
/// Features that stand in for one table of codes.
const TABLE: usize = LINES + CLASSES;

/// Where the stand-ins of some tables are, the tables themselves lying one after the other from 0.
pub(super) struct StandIns {
    /// Number of the first stand-in.
    first: usize,
    /// Number of tables.
    tables: usize,
}

impl StandIns {
    /// Stand-ins of so many tables from the feature `first` on.
    pub fn new(first: usize, tables: usize) -> StandIns {
        StandIns { first, tables }
    }

    /// The number after the last.
    pub fn end(&self) -> usize {
        self.first + self.tables * TABLE
    }

    /// The stand-ins as groups.
    pub fn groups(&self) -> Vec<FeatureGroup> {
        let group = |name, first, count, spread| FeatureGroup::new(name, first..first + count, 0.0, spread);
        let table = |table: usize| {
            let first = self.first + table * TABLE;
            [group("line", first, LINES, 0.1), group("class", first + LINES, CLASSES, 0.3)]
        };
        (0..self.tables).flat_map(table).collect()
    }

    /// Counts a point in a table: its code and what stands in for it.
    pub fn count(
        &self,
        table: usize,
        patterns: FourPatterns,
        class: PointClass,
        sign: i32,
        counts: &mut [i32],
    ) {
        counts[table * PATTERN_CODES + patterns.pattern_code()] += sign;
        let first = self.first + table * TABLE;
        for line in patterns.lines().into_iter().filter(|&line| line != LinePattern::Dead) {
            counts[first + line as usize] += sign;
        }
        counts[first + LINES + class as usize] += sign;
    }

    /// Adds to the codes what stands in for them; `player` says whose a table is.
    pub fn fold(&self, weights: &mut [f32], classes: &PointTables, player: impl Fn(usize) -> usize) {
        for table in 0..self.tables {
            let first = self.first + table * TABLE;
            for patterns in FourPatterns::all() {
                let code = patterns.pattern_code();
                let class = classes.class(code, player(table));
                let lines = patterns.lines().into_iter().filter(|&line| line != LinePattern::Dead);
                let worth = lines.map(|line| weights[first + line as usize]).sum::<f32>();
                weights[table * PATTERN_CODES + code] += worth + weights[first + LINES + class as usize];
            }
        }
    }
}
