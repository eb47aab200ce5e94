//! Buffers that detect accesses beyond their ends.
#![allow(unsafe_code, reason = "the operating system maps and protects pages")]

use core::ops::Range;

/// Memory between two inaccessible pages: a read or write beyond its ends stops the process
/// (SIGSEGV, an access violation on Windows).
pub(crate) struct Arena {
    map: *mut u8,
    len: usize,
}

/// A multiple of every system's page size: 4 KiB on x86-64, 16 KiB on macOS, up to 64 KiB on Arm.
const PAGE: usize = 64 << 10;
/// Bytes on each side of a window that must stay unchanged.
const CANARY: usize = 192;

impl Arena {
    /// Allocates memory for windows of up to `most` bytes.
    pub(crate) fn new(most: usize) -> Self {
        let len = (most + 4 * CANARY).next_multiple_of(PAGE);
        Self { map: map(len), len }
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
        unsafe { unmap(self.map, self.len) };
    }
}

/// Maps `len` bytes with `PAGE` inaccessible bytes on each side, and returns the start of the whole.
#[cfg(unix)]
fn map(len: usize) -> *mut u8 {
    let (none, access) = (libc::PROT_NONE, libc::PROT_READ | libc::PROT_WRITE);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
    // SAFETY: an anonymous mapping at an address chosen by the system does not affect other
    // memory; the accessible part is inside the mapping.
    unsafe {
        let map = libc::mmap(core::ptr::null_mut(), len + 2 * PAGE, none, flags, -1, 0);
        assert_ne!(map, libc::MAP_FAILED, "mmap");
        assert_eq!(libc::mprotect(map.byte_add(PAGE), len, access), 0, "mprotect");
        map.cast()
    }
}

/// # Safety
/// The mapping is the result of `map(len)`, and no reference into it remains.
#[cfg(unix)]
unsafe fn unmap(map: *mut u8, len: usize) {
    // SAFETY: guaranteed by the caller.
    assert_eq!(unsafe { libc::munmap(map.cast(), len + 2 * PAGE) }, 0, "munmap");
}

#[cfg(windows)]
use windows::{map, unmap};

#[cfg(windows)]
mod windows {
    use core::ffi::c_void;
    use core::ptr;

    use super::PAGE;

    // Values and signatures from memoryapi.h and winnt.h.
    const MEM_COMMIT: u32 = 0x1000;
    const MEM_RESERVE: u32 = 0x2000;
    const MEM_RELEASE: u32 = 0x8000;
    const PAGE_NOACCESS: u32 = 1;
    const PAGE_READWRITE: u32 = 4;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn VirtualAlloc(at: *mut c_void, len: usize, kind: u32, protection: u32) -> *mut c_void;
        fn VirtualProtect(at: *mut c_void, len: usize, new: u32, old: *mut u32) -> i32;
        fn VirtualFree(at: *mut c_void, len: usize, kind: u32) -> i32;
    }

    /// Maps `len` accessible bytes, as on Unix.
    pub(super) fn map(len: usize) -> *mut u8 {
        let (kind, mut old) = (MEM_RESERVE | MEM_COMMIT, 0);
        // SAFETY: an allocation at an address chosen by the system does not affect other memory;
        // the accessible part is inside it, and `old` is writable.
        unsafe {
            let map = VirtualAlloc(ptr::null_mut(), len + 2 * PAGE, kind, PAGE_NOACCESS);
            assert!(!map.is_null(), "VirtualAlloc");
            let inner = map.byte_add(PAGE);
            assert_ne!(VirtualProtect(inner, len, PAGE_READWRITE, &raw mut old), 0);
            map.cast()
        }
    }

    /// # Safety
    /// The memory is the result of `map`, and no reference into it remains.
    pub(super) unsafe fn unmap(map: *mut u8, _: usize) {
        // SAFETY: guaranteed by the caller; with MEM_RELEASE a length of zero frees everything.
        assert_ne!(unsafe { VirtualFree(map.cast(), 0, MEM_RELEASE) }, 0, "VirtualFree");
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
