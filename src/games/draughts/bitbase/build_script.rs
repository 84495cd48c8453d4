//! The build script: checks whether the files of the bitbases exist. They are in the repository, but not in the
//! package, which would be too large for the registry with them.

use std::path::Path;

/// The folder of the files, from the root of the crate.
const TABLES: &str = "src/games/draughts/bitbase/tables";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(bitbase_files)");
    println!("cargo::rerun-if-changed={TABLES}");
    if Path::new(TABLES).is_dir() {
        println!("cargo::rustc-cfg=bitbase_files");
    }
}
