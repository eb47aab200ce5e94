//! Memory of the module that the host writes arguments to and reads results from.

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;

/// The size stands in front, in as many bytes as keep what follows aligned for every state.
const FRONT: usize = 64;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(FRONT)?, FRONT).ok()
}

/// So many bytes, aligned to 64, or 0 if there is no memory. What is in them is of no meaning.
#[unsafe(no_mangle)]
pub extern "C" fn malloc(size: usize) -> *mut u8 {
    let Some(layout) = layout(size) else { return core::ptr::null_mut() };
    // SAFETY: the layout is not of size zero, and the front has room for the size.
    unsafe {
        let start = alloc(layout);
        if start.is_null() {
            return start;
        }
        start.cast::<usize>().write(size);
        start.add(FRONT)
    }
}

/// Overwrites with zeros and gives back what [`malloc`] gave; nothing for 0.
///
/// # Safety
/// It comes from `malloc`, and is given back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(at: *mut u8) {
    if at.is_null() {
        return;
    }
    // SAFETY: `malloc` wrote the size in front, and made a layout of it.
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
