//! The fuzzer's program: all targets in one, so that they are compiled once. `FUZZ_TARGET` names the one to feed.

#![no_main]

use std::sync::OnceLock;

#[path = "../reference/mod.rs"]
mod reference;
mod targets;

static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let target = TARGET.get_or_init(|| {
        let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
        let known = targets::ALL.iter().find(|(known, _)| *known == name);
        known.unwrap_or_else(|| panic!("FUZZ_TARGET is none of {:?}", targets::ALL.map(|(name, _)| name))).1
    });
    target(data);
});
