//! Files: replaced in one step, extended line by line, locked while they grow.
//!
//! | file | what |
//! |---|---|
//! | `files` | outputs by name, each replaced or extended in one step |
//! | `destination` | what a name of an output leads to |
//! | `parts` | a file that stays open, read in parts |
//! | `work_file` | a file that one program extends for hours, and no other |

pub(crate) mod destination;
pub mod files;
pub(crate) mod parts;
pub mod work_file;
