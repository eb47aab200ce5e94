//! Module memory that the host writes arguments to and reads results from.

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;

/// Each allocation starts with its size, padded so that the rest is aligned for every state.
const FRONT: usize = 64;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(FRONT)?, FRONT).ok()
}

/// Allocates `size` bytes, aligned to 64, or returns 0 if memory is exhausted. The content is
/// unspecified.
#[unsafe(no_mangle)]
pub extern "C" fn malloc(size: usize) -> *mut u8 {
    let Some(layout) = layout(size) else { return core::ptr::null_mut() };
    // SAFETY: the layout has a nonzero size, and the front has room for the size.
    unsafe {
        let start = alloc(layout);
        if start.is_null() {
            return start;
        }
        start.cast::<usize>().write(size);
        start.add(FRONT)
    }
}

/// Overwrites memory from [`malloc`] with zeros and frees it; does nothing for 0.
///
/// # Safety
/// The pointer comes from `malloc`, and is freed only once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(at: *mut u8) {
    if at.is_null() {
        return;
    }
    // SAFETY: `malloc` stored the size in front and used the layout that follows from it.
    unsafe {
        let start = at.sub(FRONT);
        let size = start.cast::<usize>().read();
        if let Some(layout) = layout(size) {
            for i in 0..size {
                at.add(i).write_volatile(0);
            }
            dealloc(start, layout);
        }
    }
}
