//! One processor hint. The only unsafe code of the search.
//!
//! Starting the load of a table bucket as soon as a move's key is known hides part of the memory latency
//! of the probe that follows.

/// Asks for the cache line at `address`; does nothing on processors without such a hint.
#[inline]
#[allow(unsafe_code)]
pub fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch never faults, whatever the address; it reads nothing the program can see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
