//! Values of positions by their number, read from the parts of a bitbase.

use std::borrow::Cow;

use super::blocks::GroupHead;
use super::distances::{self, Exact};
use super::groups::{self, GROUP, GROUP_BLOCKS};
use super::run_length::{self, BLOCK};
use super::{Bitbase, Table, Wdl};

impl Bitbase {
    /// The exact value of the position with this number and these counts, if the class has distances.
    pub(super) fn exact(&self, table: &Table, number: usize, state: usize) -> Option<Exact> {
        if let Some(first) = table.groups {
            return if state == 0 { self.exact_in_group(table, first, number) } else { None };
        }
        let of_base = || {
            let base = self.base.as_ref()?;
            base.exact(base.table(table.class)?, number, state)
        };
        if table.packed.is_empty() {
            return of_base();
        }
        let unpack = || {
            let read = self.read_all(table, table.blocks, table.layout.size())?;
            let packed = self.blocks.bytes(table.packed.clone(), table.packed_checksum)?;
            distances::unpack(&packed, &read, table.counters.states())
        };
        let values = table.values.get_or_init(|| unpack().unwrap_or_default());
        distances::exact(values, table.layout.size(), number, state).or_else(of_base)
    }

    /// The exact value of a position, with all counts 0, in a class whose groups begin with `first`.
    fn exact_in_group(&self, table: &Table, first: usize, number: usize) -> Option<Exact> {
        let wdl = self.read(table, number)?;
        if wdl != Wdl::Lost {
            return Some(Exact { wdl, distance: 0 });
        }
        let in_class = number / GROUP;
        let unpack = || {
            let size = GROUP.min(table.layout.size() - in_class * GROUP);
            let read = self.read_all(table, table.blocks + in_class * GROUP_BLOCKS, size)?;
            groups::unpack(&self.group(&self.groups[first + in_class])?, &read)
        };
        let distance = self.unpacked_groups.distance(first + in_class, number % GROUP, unpack)?;
        Some(Exact { wdl, distance })
    }

    /// The values of `size` positions of a class from the start of a block on; `None` if a block is damaged.
    fn read_all(&self, table: &Table, first: usize, size: usize) -> Option<Vec<u8>> {
        let blocks = first..first + size.div_ceil(BLOCK);
        let blocks: Vec<_> = blocks.map(|block| self.blocks.block(block)).collect::<Option<_>>()?;
        Some(run_length::unpack_all(&table.code, blocks.iter().map(AsRef::as_ref), size))
    }

    /// The bytes of a group of distances.
    fn group(&self, head: &GroupHead) -> Option<Cow<'_, [u8]>> {
        self.blocks.bytes(head.bytes.clone(), Some(head.checksum))
    }

    /// The value of a position with all counts 0, by its number; `None` if its block is damaged.
    #[inline]
    pub(super) fn read(&self, table: &Table, number: usize) -> Option<Wdl> {
        let value = self.blocks.value(&table.code, table.blocks + number / BLOCK, number % BLOCK)?;
        Some(match value {
            0 => Wdl::Lost,
            1 => Wdl::Drawn,
            _ => Wdl::Won,
        })
    }

    /// Reads all parts of its file.
    ///
    /// # Errors
    /// One line: a part is damaged.
    pub(super) fn check(&self) -> Result<(), String> {
        let has_distances =
            |table: &Table| self.blocks.bytes(table.packed.clone(), table.packed_checksum).is_some();
        let is_whole = (0..self.blocks.count()).all(|block| self.blocks.block(block).is_some())
            && self.tables.iter().all(has_distances)
            && self.groups.iter().all(|head| self.group(head).is_some());
        let problem = || self.blocks.problem().unwrap_or("a part is damaged").to_string();
        if is_whole { Ok(()) } else { Err(problem()) }
    }
}
