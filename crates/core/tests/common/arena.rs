//! Buffers that detect accesses beyond their ends.
#![allow(unsafe_code, reason = "memory between pages that may not be touched comes from mmap")]

use core::ops::Range;
use core::ptr;

/// Memory between two inaccessible pages: a read or write beyond its ends stops the process with
/// SIGSEGV.
pub(crate) struct Arena {
    map: *mut u8,
    len: usize,
}

const PAGE: usize = 4096;
/// Bytes on each side of a window that must stay unchanged.
const CANARY: usize = 192;

impl Arena {
    /// Allocates memory for windows of up to `most` bytes.
    pub(crate) fn new(most: usize) -> Self {
        let len = (most + 4 * CANARY).next_multiple_of(PAGE);
        // SAFETY: an anonymous mapping at an address chosen by the system does not affect other
        // memory; the accessible part is inside the mapping.
        let map = unsafe {
            let map = libc::mmap(
                ptr::null_mut(),
                len + 2 * PAGE,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            );
            assert_ne!(map, libc::MAP_FAILED, "mmap");
            let inner = map.byte_add(PAGE);
            assert_eq!(libc::mprotect(inner, len, libc::PROT_READ | libc::PROT_WRITE), 0);
            map.cast::<u8>()
        };
        Self { map, len }
    }

    /// Returns a window that ends directly before the inaccessible page.
    pub(crate) fn at_end(&mut self, content: &[u8]) -> Window<'_> {
        let end = self.len;
        self.window(end - content.len()..end, content)
    }

    /// Returns a window that starts directly after the inaccessible page.
    pub(crate) fn at_start(&mut self, content: &[u8]) -> Window<'_> {
        self.window(0..content.len(), content)
    }

    /// Returns a window that starts `offset` bytes after a multiple of 64, with canaries on both
    /// sides.
    pub(crate) fn inside(&mut self, offset: usize, content: &[u8]) -> Window<'_> {
        let start = CANARY + offset % 64;
        self.window(start..start + content.len(), content)
    }

    fn window(&mut self, range: Range<usize>, content: &[u8]) -> Window<'_> {
        // SAFETY: the mapping is `len` readable and writable bytes from its second page on, and the
        // mutable borrow of `self` makes the slice the only access path.
        let whole = unsafe { core::slice::from_raw_parts_mut(self.map.byte_add(PAGE), self.len) };
        let from = range.start.saturating_sub(CANARY);
        let to = (range.end + CANARY).min(whole.len());
        whole[from..to].fill_with(canary());
        whole[range.clone()].copy_from_slice(content);
        Window { around: &mut whole[from..to], range: range.start - from..range.end - from }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: the mapping was created with this length, and no window outlives the arena.
        unsafe { libc::munmap(self.map.cast(), self.len + 2 * PAGE) };
    }
}

/// Returns the canary bytes, which vary, so that a shifted copy is detected.
fn canary() -> impl FnMut() -> u8 {
    let mut next = 0xa5_u8;
    move || {
        next = next.wrapping_mul(5).wrapping_add(3);
        next
    }
}

/// A buffer with canaries or an inaccessible page on each side.
pub(crate) struct Window<'a> {
    around: &'a mut [u8],
    range: Range<usize>,
}

impl Window<'_> {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.around[self.range.clone()]
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.around[self.range.clone()]
    }

    /// Changes the byte at an offset from the start of the window, possibly outside the window.
    pub(crate) fn poke(&mut self, offset: isize) {
        let at = self.range.start.checked_add_signed(offset).unwrap();
        self.around[at] ^= 1;
    }

    /// Panics if a byte around the window changed.
    #[track_caller]
    pub(crate) fn check(&self, context: impl Fn() -> String) {
        let mut next = canary();
        for (at, &byte) in self.around.iter().enumerate() {
            let expected = next();
            let offset = at as isize - self.range.start as isize;
            assert!(
                self.range.contains(&at) || byte == expected,
                "{}: byte {offset} outside the window of {} bytes was overwritten",
                context(),
                self.range.len()
            );
        }
    }
}
