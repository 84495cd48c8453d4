//! Two hints about memory to processor and kernel: the only unsafe code of the search.
//!
//! The table is far larger than any cache and is read at random, so a probe costs a cache miss and, with pages of 4
//! KiB, a TLB miss as well. Starting the load as soon as a move's key is known hides part of the first; large pages
//! remove most of the second.

/// Prefetches the cache line at `address`; does nothing on processors without such a hint.
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

/// The smallest page size.
pub const PAGE_BYTES: usize = 4096;

/// The size of large pages.
#[cfg(target_os = "linux")]
const LARGE_PAGE_BYTES: usize = 2 << 20;

/// Asks the kernel to back this memory with large pages, if it contains whole ones. One at its edge would be shared
/// with other allocations, and would keep 2 MiB for a few used pages. The kernel may refuse; nothing depends on it.
#[allow(unsafe_code)]
pub fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(LARGE_PAGE_BYTES);
        let length = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
        if length == 0 {
            return;
        }
        // SAFETY: the range lies in one live allocation that we hold exclusively, and this advice changes neither its
        // contents nor its validity.
        unsafe {
            libc::madvise(start.wrapping_add(skipped).cast(), length, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
