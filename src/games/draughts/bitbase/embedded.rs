//! The bitbases that come with the program, and larger ones in a folder.
//!
//! A bitbase is opened at first use. One with more pieces in the folder replaces the embedded one; a damaged one does
//! not, and [`Endgames::problem`] reports it. A file made before there were distances takes them from the embedded one.

use std::borrow::Cow;
use std::path::PathBuf;

use once_cell::sync::OnceCell;

use super::Bitbase;
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::rules::Rules;

/// The folder of larger bitbases.
static FOLDER: OnceCell<PathBuf> = OnceCell::new();

/// Sets the folder of larger bitbases, before any is opened; only the first call counts.
pub fn set_folder(folder: PathBuf) {
    // A second folder would be too late for bitbases opened from the first.
    let _ = FOLDER.set(folder);
}

/// The bitbase of one rule set, and the file of a larger one.
pub struct Endgames {
    bitbase: Option<Bitbase>,
    path: Option<PathBuf>,
    /// Why the file is not used.
    refused: Option<String>,
}

/// The embedded bitbase of one rule set.
struct Embedded {
    name: &'static str,
    bytes: &'static [u8],
    opened: OnceCell<Endgames>,
}

/// The bytes of a file of the repository; empty in a build from the package, which lacks these files.
#[cfg(all(feature = "bitbases", bitbase_files))]
macro_rules! table {
    ($name:literal) => {
        include_bytes!(concat!("tables/", $name, ".bitbase"))
    };
}
#[cfg(not(all(feature = "bitbases", bitbase_files)))]
macro_rules! table {
    ($name:literal) => {
        &[]
    };
}

macro_rules! embedded {
    ($($name:literal),*) => {
        [$(Embedded { name: $name, bytes: table!($name), opened: OnceCell::new() }),*]
    };
}

static EMBEDDED: [Embedded; 12] = embedded![
    "draughts",
    "breakthrough",
    "killer",
    "antidraughts",
    "frisian",
    "russian",
    "brazilian",
    "english",
    "pool",
    "italian",
    "spanish",
    "czech"
];

/// The file name of a rule set's bitbase.
pub(super) fn file_name(rules: &Rules) -> String {
    format!("{}.bitbase", rules.bitbase)
}

impl Endgames {
    /// The endgames of a built-in rule set; `None` for any other.
    pub fn of(rules: &Rules) -> Option<&'static Endgames> {
        let embedded = EMBEDDED.iter().find(|embedded| embedded.name == rules.bitbase)?;
        let open = || {
            let path = FOLDER.get().map(|folder| folder.join(file_name(rules)));
            Endgames::open(rules, embedded.bytes, path)
        };
        Some(embedded.opened.get_or_init(open))
    }

    /// The larger of the embedded bitbase and that of a file, if there is one.
    pub(super) fn open(rules: &Rules, bytes: &'static [u8], path: Option<PathBuf>) -> Endgames {
        let own = Bitbase::decode(rules, Cow::Borrowed(bytes)).ok();
        // A link that leads nowhere, or a folder that may not be read, is a problem, not a missing file.
        let is_there = |path: &PathBuf| {
            !path.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
        };
        let path = path.filter(is_there);
        let is_larger =
            |found: &Bitbase| own.as_ref().is_none_or(|own| found.max_pieces() > own.max_pieces());
        match path.as_deref().map(|path| Bitbase::open(rules, path)) {
            Some(Ok(found)) if is_larger(&found) => {
                Endgames { bitbase: Some(found.based_on(own)), path, refused: None }
            }
            Some(Err(error)) => Endgames { bitbase: own, path, refused: Some(error) },
            Some(Ok(found)) => {
                let pieces = own.as_ref().map_or(0, Bitbase::max_pieces);
                let refused = format!("it has {} pieces, that of the program {pieces}", found.max_pieces());
                Endgames { bitbase: own, path, refused: Some(refused) }
            }
            None => Endgames { bitbase: own, path, refused: None },
        }
    }

    /// The bitbase.
    pub fn bitbase(&self) -> Option<&Bitbase> {
        self.bitbase.as_ref()
    }

    /// Why the bitbase in the folder, or a part that was read, for this position at the latest, is not used.
    pub fn problem(&self, pos: &AnyPosition) -> Option<String> {
        if let Some(bitbase) = self.bitbase.as_ref().filter(|bitbase| bitbase.has_pieces_of(pos)) {
            let _ = bitbase.known(pos, true);
        }
        let path = self.path.as_ref()?.display();
        let damaged = || Some(format!("{path}: {}", self.bitbase.as_ref()?.blocks.problem()?));
        self.refused.as_ref().map(|error| format!("{path} is not used: {error}")).or_else(damaged)
    }
}
