//! The memory of a module: one list of what is free, ordered by address, neighbours joined.
//!
//! A module has one thread and few pieces of memory at a time, which its host gives back in the order
//! of a stack, so that the list stays short; its code is a fifth of a general allocator's.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::memory_grow;
use core::cell::UnsafeCell;
use core::ptr;

#[cfg(target_feature = "atomics")]
compile_error!("the list of free memory is for one thread");

/// What addresses and sizes are multiples of: what is free has room for what is kept of it.
const UNIT: usize = 16;

/// Bytes that memory grows by.
const PAGE: usize = 1 << 16;

/// Free memory; it stands at its own start.
struct Free {
    len: usize,
    next: *mut Free,
}

struct List {
    first: *mut Free,
    /// Memory from here on has never been written to: it is zero.
    fresh: usize,
}

/// The allocator.
pub struct Allocator(UnsafeCell<List>);

impl Allocator {
    /// Nothing is free before memory grows.
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

// SAFETY: there is one thread.
unsafe impl Sync for Allocator {}

fn size_of(layout: Layout) -> Option<usize> {
    layout.size().max(1).checked_next_multiple_of(UNIT)
}

impl List {
    /// Takes memory out of the first free piece that has room for it.
    ///
    /// # Safety
    /// What the list speaks of is free.
    unsafe fn take(&mut self, size: usize, align: usize) -> Option<usize> {
        let mut link: *mut *mut Free = &raw mut self.first;
        // SAFETY: links and pieces are those of the list; what is written lies in a piece.
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

    /// Puts memory into the list, joined to what lies beside it.
    ///
    /// # Safety
    /// It is nobody's, and is given back once.
    unsafe fn give(&mut self, at: usize, mut len: usize) {
        let mut link: *mut *mut Free = &raw mut self.first;
        let mut before: *mut Free = ptr::null_mut();
        // SAFETY: links and pieces are those of the list; what is written lies in what is given.
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

    /// Memory of that size, for which more is asked of the engine if need be, or NULL.
    ///
    /// # Safety
    /// As for [`Self::take`].
    unsafe fn alloc(&mut self, layout: Layout) -> *mut u8 {
        let Some(size) = size_of(layout) else { return ptr::null_mut() };
        // SAFETY: what memory grows by is nobody's.
        unsafe {
            let mut found = self.take(size, layout.align());
            if found.is_none() {
                let Some(most) = size.checked_add(layout.align()) else { return ptr::null_mut() };
                let pages = most.div_ceil(PAGE);
                let page = memory_grow::<0>(pages);
                if page == usize::MAX {
                    return ptr::null_mut();
                }
                // The last page of all addresses stays unused: its end is no address.
                let (at, len) = (page * PAGE, pages * PAGE);
                self.give(at, if at.checked_add(len).is_some() { len } else { len - PAGE });
                found = self.take(size, layout.align());
            }
            found.map_or(ptr::null_mut(), |at| at as *mut u8)
        }
    }

    /// What is in use up to `end`, and behind it the beginning of what is free, is no longer zero.
    fn written(&mut self, end: usize) {
        self.fresh = self.fresh.max(end.saturating_add(UNIT));
    }
}

// SAFETY: pieces that are in use are in no list, and do not overlap: they are taken out of it whole.
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
        // SAFETY: as above; whoever calls gives back what it got, once.
        unsafe {
            if let Some(size) = size_of(layout) {
                (*self.0.get()).give(at as usize, size);
            }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above; what is zeroed was just taken.
        unsafe {
            let list = &mut *self.0.get();
            let at = list.alloc(layout);
            if !at.is_null() {
                // Memory that has never been used is zero, but for what was kept at its start.
                let used = list.fresh.saturating_sub(at as usize).max(UNIT).min(layout.size());
                at.write_bytes(0, used);
                list.written(at as usize + layout.size().next_multiple_of(UNIT));
            }
            at
        }
    }
}
