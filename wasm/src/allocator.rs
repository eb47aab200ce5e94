//! The allocator of a module: one free list, ordered by address, with adjacent pieces merged.
//!
//! A module has one thread and few live allocations, which its host frees in stack order, so the
//! list stays short. The code has a fifth of the size of a general allocator.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::memory_grow;
use core::cell::UnsafeCell;
use core::ptr;

#[cfg(target_feature = "atomics")]
compile_error!("the list of free memory is for one thread");

/// Alignment of all addresses and sizes; a free piece is at least large enough for its list entry.
const UNIT: usize = 16;

/// The unit in which memory grows, in bytes.
const PAGE: usize = 1 << 16;

/// A free piece of memory; this entry is stored at its start.
struct Free {
    len: usize,
    next: *mut Free,
}

struct List {
    first: *mut Free,
    /// Memory from this address on has never been written to: it is zero.
    fresh: usize,
}

/// The allocator.
pub struct Allocator(UnsafeCell<List>);

impl Allocator {
    /// Creates an allocator with an empty free list; memory has not grown yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(UnsafeCell::new(List { first: ptr::null_mut(), fresh: 0 }))
    }
}

impl Default for Allocator {
    fn default() -> Self {
        Self::new()
    }
}

// SAFETY: a module has only one thread.
unsafe impl Sync for Allocator {}

fn size_of(layout: Layout) -> Option<usize> {
    layout.size().max(1).checked_next_multiple_of(UNIT)
}

impl List {
    /// Removes memory from the first free piece that is large enough.
    ///
    /// # Safety
    /// All pieces in the list are free memory.
    unsafe fn take(&mut self, size: usize, align: usize) -> Option<usize> {
        let mut link: *mut *mut Free = &raw mut self.first;
        // SAFETY: all links and pieces belong to the list; every write is inside a free piece.
        unsafe {
            while !(*link).is_null() {
                let piece = *link;
                let (at, end) = (piece as usize, piece as usize + (*piece).len);
                let start = at.next_multiple_of(align.max(UNIT));
                if start <= end && end - start >= size {
                    let mut next = (*piece).next;
                    if start + size < end {
                        let behind = (start + size) as *mut Free;
                        behind.write(Free { len: end - start - size, next });
                        next = behind;
                    }
                    if at < start {
                        piece.write(Free { len: start - at, next });
                    } else {
                        *link = next;
                    }
                    return Some(start);
                }
                link = &raw mut (*piece).next;
            }
        }
        None
    }

    /// Inserts memory into the list and merges it with adjacent pieces.
    ///
    /// # Safety
    /// The memory is unused, and is given back only once.
    unsafe fn give(&mut self, at: usize, mut len: usize) {
        let mut link: *mut *mut Free = &raw mut self.first;
        let mut before: *mut Free = ptr::null_mut();
        // SAFETY: all links and pieces belong to the list; every write is inside the given memory.
        unsafe {
            while !(*link).is_null() && (*link as usize) < at {
                before = *link;
                link = &raw mut (*before).next;
            }
            let mut next = *link;
            if !next.is_null() && at + len == next as usize {
                len += (*next).len;
                next = (*next).next;
            }
            if !before.is_null() && before as usize + (*before).len == at {
                (*before).len += len;
                (*before).next = next;
            } else {
                let piece = at as *mut Free;
                piece.write(Free { len, next });
                *link = piece;
            }
        }
    }

    /// Allocates memory of the given layout, growing the module's memory if necessary, or returns NULL.
    ///
    /// # Safety
    /// As for [`Self::take`].
    unsafe fn alloc(&mut self, layout: Layout) -> *mut u8 {
        let Some(size) = size_of(layout) else { return ptr::null_mut() };
        // SAFETY: the pages that memory grows by are unused.
        unsafe {
            let mut found = self.take(size, layout.align());
            if found.is_none() {
                let Some(most) = size.checked_add(layout.align()) else { return ptr::null_mut() };
                let pages = most.div_ceil(PAGE);
                let page = memory_grow::<0>(pages);
                if page == usize::MAX {
                    return ptr::null_mut();
                }
                // The last page of the address space stays unused: its end would not be a valid
                // address.
                let (at, len) = (page * PAGE, pages * PAGE);
                self.give(at, if at.checked_add(len).is_some() { len } else { len - PAGE });
                found = self.take(size, layout.align());
            }
            found.map_or(ptr::null_mut(), |at| at as *mut u8)
        }
    }

    /// Records that memory up to `end`, and the list entry after it, is no longer zero.
    fn written(&mut self, end: usize) {
        self.fresh = self.fresh.max(end.saturating_add(UNIT));
    }
}

// SAFETY: allocated pieces are not in the list and do not overlap: they are removed from it whole.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: there is one thread, and nothing below calls back.
        unsafe {
            let list = &mut *self.0.get();
            let at = list.alloc(layout);
            if !at.is_null() {
                list.written(at as usize + layout.size().next_multiple_of(UNIT));
            }
            at
        }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above; the caller gives back its allocation, once.
        unsafe {
            if let Some(size) = size_of(layout) {
                (*self.0.get()).give(at as usize, size);
            }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above; the zeroed memory was just allocated.
        unsafe {
            let list = &mut *self.0.get();
            let at = list.alloc(layout);
            if !at.is_null() {
                // Unused memory is zero, except for the list entry at its start.
                let used = list.fresh.saturating_sub(at as usize).max(UNIT).min(layout.size());
                at.write_bytes(0, used);
                list.written(at as usize + layout.size().next_multiple_of(UNIT));
            }
            at
        }
    }
}
