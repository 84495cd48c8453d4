//! The options that every game has: their values, and how they are announced.

use crate::contract::OptionSpec;
use crate::random::Random;
use crate::search::Skill;

/// The options that every game has.
pub(super) struct Settings {
    pub(super) threads: usize,
    pub(super) hash_mib: usize,
    pub(super) solver: bool,
    pub(super) book: bool,
    pub(super) multi_pv: usize,
    pub(super) move_overhead: i64,
    pub(super) ponder: bool,
    pub(super) skill_level: i64,
    pub(super) limit_strength: bool,
    pub(super) elo: i64,
    pub(super) analyse: bool,
    /// The generator behind weaker play.
    pub(super) random: Random,
}

pub(super) const DEFAULT_HASH_MIB: i64 = 64;

impl Settings {
    pub(super) fn new() -> Settings {
        Settings {
            threads: 1,
            hash_mib: DEFAULT_HASH_MIB as usize,
            solver: true,
            book: true,
            multi_pv: 1,
            move_overhead: 10,
            ponder: false,
            skill_level: Skill::FULL,
            limit_strength: false,
            elo: Skill::MAX_ELO,
            analyse: false,
            random: Random::new(0),
        }
    }

    pub(super) fn specs(can_prove: bool) -> Vec<OptionSpec> {
        let mut specs = Settings::usual_specs();
        if can_prove {
            let solver = OptionSpec::check("Solver", true, "prove values where they can be proved in time");
            let book = OptionSpec::check("Book", true, "use the opening book that comes with the program");
            let seed = specs.len() - 1;
            specs.splice(seed..seed, [solver, book]);
        }
        specs
    }

    /// The options of a game that cannot be solved.
    fn usual_specs() -> Vec<OptionSpec> {
        let (elo_min, elo_max) = (Skill::MIN_ELO, Skill::MAX_ELO);
        vec![
            OptionSpec::spin("Threads", 1, 1, 512, "threads that search"),
            OptionSpec::spin("Hash", DEFAULT_HASH_MIB, 1, 1 << 20, "size of the transposition table in MiB"),
            OptionSpec::button("Clear Hash", "forgets what earlier searches found"),
            OptionSpec::spin("MultiPV", 1, 1, 256, "number of best lines to find"),
            OptionSpec::spin("Move Overhead", 10, 0, 5000, "time kept back for each move, in milliseconds"),
            OptionSpec::check(
                "Ponder",
                false,
                "the client lets the engine ponder: it takes more time a move",
            ),
            OptionSpec::spin("Skill Level", Skill::FULL, 0, Skill::FULL, "strength; the highest is full"),
            OptionSpec::check("UCI_LimitStrength", false, "play with the strength of UCI_Elo"),
            OptionSpec::spin(
                "UCI_Elo",
                elo_max,
                elo_min,
                elo_max,
                "strength if limited, on a scale of its own",
            ),
            OptionSpec::check("UCI_AnalyseMode", false, "analysis: strength is never limited"),
            OptionSpec::spin("Seed", 0, 0, i64::from(u32::MAX), "start of the chances in weaker play"),
        ]
    }

    pub(super) fn skill(&self) -> Option<Skill> {
        if self.analyse {
            None
        } else if self.limit_strength {
            Skill::from_elo(self.elo)
        } else {
            Skill::from_level(self.skill_level)
        }
    }
}
