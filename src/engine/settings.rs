//! The options that every game has: one table, a row with announcement and setter for each.

use crate::contract::{Game, OptionSpec, Ratings};
use crate::random::Random;
use crate::search::Skill;

/// The values of the options.
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

/// What the engine must do after a new value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    Nothing,
    /// The root helper is created again.
    DropHelper,
    /// Table and helper are created again, with their new sizes.
    ShareHash,
    /// The results of earlier searches are forgotten.
    Forget,
}

/// The option that names a network file.
pub const EVAL_FILE: &str = "EvalFile";

/// The option that names a database of positions.
pub const DATABASE: &str = "Database";

/// The name of the option that is limited by the available memory.
pub(super) const HASH: &str = "Hash";

pub(super) const DEFAULT_HASH_MIB: i64 = 64;

/// An option: its announcement, the place of its value, and the effect of a new value. Switches are set by 0 and 1.
struct Row {
    name: &'static str,
    kind: Kind,
    help: &'static str,
    set: fn(&mut Settings, i64),
    effect: Effect,
}

enum Kind {
    /// Default, smallest and largest value.
    Spin(i64, i64, i64),
    Check(bool),
    /// A switch of games with a root helper.
    ProvingCheck(bool),
    /// A switch of games with an opening book.
    BookCheck(bool),
    /// The path of a file, in games with a network.
    NetworkFile,
    /// The path of a file, in every game.
    File,
    Button,
}

const TABLE: &[Row] = &[
    Row {
        name: "Threads",
        kind: Kind::Spin(1, 1, 512),
        help: "search threads",
        set: |settings, value| settings.threads = value as usize,
        effect: Effect::DropHelper,
    },
    Row {
        name: HASH,
        kind: Kind::Spin(DEFAULT_HASH_MIB, 1, 1 << 20),
        help: "size of the transposition table in MiB",
        set: |settings, value| settings.hash_mib = value as usize,
        effect: Effect::ShareHash,
    },
    Row {
        name: "Clear Hash",
        kind: Kind::Button,
        help: "forget the results of earlier searches",
        set: |_, _| {},
        effect: Effect::Forget,
    },
    Row {
        name: "MultiPV",
        kind: Kind::Spin(1, 1, 256),
        help: "number of best lines to find",
        set: |settings, value| settings.multi_pv = value as usize,
        effect: Effect::Nothing,
    },
    Row {
        name: "Move Overhead",
        kind: Kind::Spin(10, 0, 5000),
        help: "time reserved for each move, in milliseconds",
        set: |settings, value| settings.move_overhead = value,
        effect: Effect::Nothing,
    },
    Row {
        name: "Ponder",
        kind: Kind::Check(false),
        help: "the client lets the engine ponder: it uses more time a move",
        set: |settings, value| settings.ponder = value != 0,
        effect: Effect::Nothing,
    },
    Row {
        name: "Skill Level",
        kind: Kind::Spin(Skill::FULL, 0, Skill::FULL),
        help: "strength; the maximum is full strength",
        set: |settings, value| settings.skill_level = value,
        effect: Effect::Nothing,
    },
    Row {
        name: "UCI_LimitStrength",
        kind: Kind::Check(false),
        help: "play with the strength of UCI_Elo",
        set: |settings, value| settings.limit_strength = value != 0,
        effect: Effect::Nothing,
    },
    Row {
        name: "UCI_Elo",
        kind: Kind::Spin(Skill::MAX_ELO, Skill::MIN_ELO, Skill::MAX_ELO),
        help: "strength if limited; the maximum is full strength",
        set: |settings, value| settings.elo = value,
        effect: Effect::Nothing,
    },
    Row {
        name: "UCI_AnalyseMode",
        kind: Kind::Check(false),
        help: "analysis: strength is never limited",
        set: |settings, value| settings.analyse = value != 0,
        effect: Effect::Nothing,
    },
    Row {
        name: "Solver",
        kind: Kind::ProvingCheck(true),
        help: "prove values if that takes little enough time",
        set: |settings, value| settings.solver = value != 0,
        effect: Effect::ShareHash,
    },
    Row {
        name: "Book",
        kind: Kind::BookCheck(true),
        help: "use the built-in opening book",
        set: |settings, value| settings.book = value != 0,
        effect: Effect::DropHelper,
    },
    Row {
        name: EVAL_FILE,
        kind: Kind::NetworkFile,
        help: "file of the network that evaluates; empty: the network of the program",
        set: |_, _| {},
        effect: Effect::Forget,
    },
    Row {
        name: DATABASE,
        kind: Kind::File,
        help: "file in which the results of searches are kept for later ones; empty: none",
        set: |_, _| {},
        effect: Effect::Nothing,
    },
    Row {
        name: "Seed",
        kind: Kind::Spin(0, 0, u32::MAX as i64),
        help: "random seed of weaker play",
        set: |settings, value| settings.random = Random::new(value as u64),
        effect: Effect::Nothing,
    },
];

impl Row {
    fn spec(&self) -> OptionSpec {
        match self.kind {
            Kind::Spin(default, min, max) => OptionSpec::spin(self.name, default, min, max, self.help),
            Kind::Check(default) | Kind::ProvingCheck(default) | Kind::BookCheck(default) => {
                OptionSpec::check(self.name, default, self.help)
            }
            Kind::NetworkFile | Kind::File => OptionSpec::text(self.name, self.help),
            Kind::Button => OptionSpec::button(self.name, self.help),
        }
    }

    fn default(&self) -> i64 {
        match self.kind {
            Kind::Spin(default, ..) => default,
            Kind::Check(default) | Kind::ProvingCheck(default) | Kind::BookCheck(default) => {
                i64::from(default)
            }
            Kind::NetworkFile | Kind::File | Kind::Button => 0,
        }
    }
}

/// The announcements for a game that can prove, has a book, has a network, or not. Compiled once, not for every game.
fn specs(can_prove: bool, has_book: bool, has_network: bool) -> Vec<OptionSpec> {
    let is_there = |row: &&Row| match row.kind {
        Kind::ProvingCheck(_) => can_prove,
        Kind::BookCheck(_) => has_book,
        Kind::NetworkFile => has_network,
        Kind::Spin(..) | Kind::Check(_) | Kind::File | Kind::Button => true,
    };
    TABLE.iter().filter(is_there).map(Row::spec).collect()
}

impl Settings {
    /// The defaults of the table.
    pub(super) fn new() -> Settings {
        let mut settings = Settings {
            threads: 1,
            hash_mib: 1,
            solver: false,
            book: false,
            multi_pv: 1,
            move_overhead: 0,
            ponder: false,
            skill_level: 0,
            limit_strength: false,
            elo: 0,
            analyse: false,
            random: Random::new(0),
        };
        for row in TABLE {
            (row.set)(&mut settings, row.default());
        }
        settings
    }

    /// How the options of a game are announced, in order.
    pub(super) fn specs<G: Game>() -> Vec<OptionSpec> {
        specs(G::CAN_PROVE, G::HAS_BOOK, G::HAS_NETWORK)
    }

    /// Sets an option to a value as [`OptionSpec::check_value`] spells it. `name` is that of a spec.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Effect {
        let number = value.parse().unwrap_or_else(|_| i64::from(value == "true"));
        let Some(row) = TABLE.iter().find(|row| row.name == name) else { return Effect::Nothing };
        (row.set)(self, number);
        row.effect
    }

    /// The level of weaker play; `None`: full strength.
    pub(super) fn skill(&self, ratings: Ratings) -> Option<Skill> {
        if self.analyse {
            None
        } else if self.limit_strength {
            Skill::from_elo(self.elo, ratings)
        } else {
            Skill::from_level(self.skill_level)
        }
    }
}
