//! The games as a protocol sees them: names, and a way to open one.

use crate::engine::AnyEngine;
use crate::games;

/// Names of variants and how to open them. A value, so that tests can bring games of their own.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// Every name worth listing, aliases included.
    pub variants: fn() -> Vec<&'static str>,
    /// Opens a variant by name, without regard to case; `None` where there is no such variant.
    pub open: fn(&str) -> Option<Box<dyn AnyEngine>>,
}

impl Catalogue {
    /// The games of this crate.
    pub const GAMES: Catalogue = Catalogue { variants: games::variants, open: games::open };
}
