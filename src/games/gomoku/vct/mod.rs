//! Victory by continuous threats: wins in which every move of the attacker makes a four or a three.
//!
//! The defender then has few answers that do not lose at once, so that much longer wins can be proved than with a tree
//! of all moves. They are searched by proof numbers (Allis, 1994), depth first with a table (df-pn: Nagai, 2002), and
//! victories by fours alone by [`super::vcf`] at every new position.
//!
//! Every reported win is real: after the search the whole proof is verified against every defence, which also gives its
//! length (an upper bound: a shorter win may exist) and a line. A negative result is about threats only.
//!
//! | file | what |
//! |---|---|
//! | `moves` | what the attacker may play and the defender must |
//! | `numbers` | proof numbers and their table |
//! | `fight` | the search |
//! | `proof` | verification of the proof: length and line |
//! | `helper` | the search at the root of a search of the whole game |
//! | `solver` | wins by threats on request: `quadriga solve`, the text of the evaluation |

mod fight;
mod helper;
mod moves;
mod numbers;
mod proof;
mod solver;
#[cfg(test)]
mod tests;

use super::geometry::Cell;
use super::pattern_board::PatternBoard;
use super::vcf::Vcf;
use crate::contract::solver::Effort;
use fight::{Fight, Spending};
pub use helper::ThreatHelper;
use numbers::{Numbers, Table};
pub use solver::{GomokuThreats, threats_in_words};

/// A win by threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreatWin {
    /// Plies to the end at most, whatever the defender plays.
    pub plies: i32,
    /// A line of that length, from the attacker's first move to the five.
    pub line: Vec<Cell>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker wins.
    Win(ThreatWin),
    /// No win by threats alone: all of them were searched.
    NoThreatWins,
    /// The effort was spent first.
    Unknown,
}

/// A search for wins by threats with its table, which is allocated at first use.
pub struct Vct {
    table: Table,
    vcf: Vcf,
}

impl Vct {
    /// A search with an empty table of at most `mib` MiB.
    pub fn new(mib: usize) -> Vct {
        Vct { table: Table::new(mib), vcf: Vcf::new() }
    }

    /// Forgets everything found so far.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf = Vcf::new();
    }

    /// Does `attacker`, to move, win by threats? Also returns the positions visited. Earlier results are used, so that
    /// an abandoned search continues where it ended.
    pub fn attack(
        &mut self,
        board: &mut PatternBoard,
        attacker: usize,
        effort: Effort<'_>,
    ) -> (Verdict, u64) {
        let spending = Spending::new(effort);
        let mut fight = Fight::new(board, attacker, &mut self.table, &mut self.vcf, spending);
        let verdict = match fight.prove() {
            Numbers::WON => proof::walk(&mut fight).map_or(Verdict::Unknown, Verdict::Win),
            Numbers::LOST => Verdict::NoThreatWins,
            _ => Verdict::Unknown,
        };
        let nodes = fight.nodes();
        (verdict, nodes)
    }
}
