//! How the memory of the option `Hash` is shared between the table of the search and the root helper.
//!
//! Neither is allocated before it is needed, so that an engine that only answers about rules stays small.

use super::available;
use super::generic::Engine;
use crate::contract::Game;
use crate::search::table_memory::{LARGE_MIB, drop_aside};

impl<G: Game> Engine<G> {
    /// Shares the memory between search and helper; their contents are lost.
    pub(super) fn share_hash(&mut self) {
        self.drop_helper();
        let left = self.settings.hash_mib.saturating_sub(self.helper_mib().unwrap_or(0));
        self.searcher.set_hash(left.max(1));
    }

    /// Drops the helper with its proofs, and frees its memory.
    pub(super) fn drop_helper(&mut self) {
        let large = self.settings.hash_mib > LARGE_MIB;
        drop_aside(self.helper.take(), large);
    }

    /// A value of `Hash` in MiB, reduced to the available memory, with a note about that; `asked` is what the client
    /// wrote.
    pub(super) fn fit_hash(&self, mib: u64, asked: &str) -> Option<(u64, String)> {
        let has_tables = self.helper.is_some() || self.searcher.has_table();
        let held = if has_tables { (self.settings.hash_mib as u64) << 20 } else { 0 };
        let most = available::most_mib(held).filter(|&most| most < mib)?;
        let why = "three quarters of the memory that is available";
        Some((most, format!("option 'Hash' set to {most}, not {}: {why}", asked.trim())))
    }

    /// The helper's part of the memory, if there is a helper. Neither part is less than 1 MiB.
    fn helper_mib(&self) -> Option<usize> {
        (G::CAN_PROVE && self.settings.solver).then(|| (self.settings.hash_mib / G::HELPER_PART).max(1))
    }

    /// Allocates the memory of the helper, if there is one.
    pub(super) fn prepare_helper(&mut self) {
        if self.helper.is_none()
            && let Some(mib) = self.helper_mib()
        {
            self.helper = self.game.tools().root_helper(mib, self.settings.threads);
            if let Some(helper) = &mut self.helper {
                helper.use_book(self.settings.book);
            }
        }
    }

    /// Forgets what earlier searches found.
    pub(super) fn forget(&mut self) {
        self.searcher.clear();
        if self.settings.hash_mib > LARGE_MIB {
            self.drop_helper();
        } else if let Some(helper) = &mut self.helper {
            helper.clear();
        }
    }
}
