//! The program: the command line of the library, after a check that the processor is one that it was compiled for.
//!
//! On an older processor the program would crash without a message. The check is compiled for the same newer processor,
//! so it must need none of its instructions: integers and constants only. `scripts/release/test` runs it on processors
//! that lack them.

use std::process::ExitCode;

fn main() -> ExitCode {
    if !has_its_instructions() {
        eprintln!(
            "error: this program was compiled for a newer processor or system than this one; \
             compile it here ('cargo build --release'), or take a portable build"
        );
        return ExitCode::FAILURE;
    }
    run()
}

/// A separate function, so that none of its instructions comes before the check.
#[inline(never)]
fn run() -> ExitCode {
    if cfg!(debug_assertions) {
        abort_on_panic();
    }
    quadriga::cli::main(std::env::args_os())
}

/// Ends the program at a panic, even one that it would survive: builds with checks must show every error
/// (`scripts/check_overflow`).
fn abort_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
}

/// Does the processor have what the compiler was allowed to use, up to the levels x86-64-v2 and -v3?
///
/// `is_x86_feature_detected!` does not help: it returns true without a check for what the compiler may use.
#[cfg(target_arch = "x86_64")]
fn has_its_instructions() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    const fn bit(number: u32, is_used: bool) -> u32 {
        (is_used as u32) << number
    }
    // Bit 27: the system saves the AVX registers when it switches programs.
    const LEAF_1_ECX: u32 = bit(0, cfg!(target_feature = "sse3"))
        | bit(9, cfg!(target_feature = "ssse3"))
        | bit(12, cfg!(target_feature = "fma"))
        | bit(13, cfg!(target_feature = "cmpxchg16b"))
        | bit(19, cfg!(target_feature = "sse4.1"))
        | bit(20, cfg!(target_feature = "sse4.2"))
        | bit(22, cfg!(target_feature = "movbe"))
        | bit(23, cfg!(target_feature = "popcnt"))
        | bit(27, cfg!(target_feature = "avx"))
        | bit(28, cfg!(target_feature = "avx"))
        | bit(29, cfg!(target_feature = "f16c"));
    const LEAF_7_EBX: u32 = bit(3, cfg!(target_feature = "bmi1"))
        | bit(5, cfg!(target_feature = "avx2"))
        | bit(8, cfg!(target_feature = "bmi2"));
    const EXTENDED_ECX: u32 = bit(5, cfg!(target_feature = "lzcnt"));

    // For an unknown leaf a processor returns the data of another one.
    let leaf_7 = if __cpuid(0).eax >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
    let extended = if __cpuid(0x8000_0000).eax > 0x8000_0000 { __cpuid(0x8000_0001).ecx } else { 0 };
    __cpuid(1).ecx & LEAF_1_ECX == LEAF_1_ECX
        && leaf_7 & LEAF_7_EBX == LEAF_7_EBX
        && extended & EXTENDED_ECX == EXTENDED_ECX
}

/// On other targets the compiler uses only what every processor of the target has.
#[cfg(not(target_arch = "x86_64"))]
fn has_its_instructions() -> bool {
    true
}
