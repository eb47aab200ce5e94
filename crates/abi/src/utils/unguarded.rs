//! `sodium_malloc` for WASI, which lacks page protection, swap and core dumps: memory that is
//! filled with a nonzero byte on allocation, and wiped when it is freed.

use core::ffi::{c_int, c_void};
use core::ptr;
use std::alloc::{Layout, alloc, dealloc};

use crate::exports::abi;

/// The fill byte of new memory, nonzero so that no program relies on zeros.
const NEW: u8 = 0xdb;

/// The size is stored before the caller's bytes, in a header large enough to align every state.
const FRONT: usize = 64;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(FRONT)?, FRONT).ok()
}

fn allocate(size: usize) -> *mut c_void {
    // SAFETY: the layout has a nonzero size, with room for the header and `size` bytes.
    let user = layout(size).and_then(|layout| unsafe {
        let start = alloc(layout);
        if start.is_null() {
            return None;
        }
        start.cast::<usize>().write(size);
        ptr::write_bytes(start.add(FRONT), NEW, size);
        Some(start.add(FRONT))
    });
    user.map_or_else(out_of_memory, |user| user.cast())
}

fn out_of_memory() -> *mut c_void {
    crate::errno::set(libc::ENOMEM);
    ptr::null_mut()
}

/// Fails: WASI lacks page protection.
fn not_here() -> c_int {
    crate::errno::set(libc::ENOSYS);
    -1
}

abi! {
    fn sodium_mlock(_caller, _addr: *mut c_void, _len: usize) -> c_int {
        not_here()
    }
    fn sodium_munlock(caller, addr: *mut c_void, len: usize) -> c_int {
        caller.zero(addr.cast(), len);
        not_here()
    }
    fn sodium_malloc(_caller, size: usize) -> *mut c_void {
        allocate(size)
    }
    fn sodium_allocarray(_caller, count: usize, size: usize) -> *mut c_void {
        count.checked_mul(size).map_or_else(out_of_memory, allocate)
    }
    fn sodium_free(caller, ptr: *mut c_void) {
        if ptr.is_null() {
            return;
        }
        // SAFETY: the caller promises that the memory comes from `sodium_malloc`, which stored the
        // size before it and computed the same layout.
        let (start, size) = unsafe {
            let start = ptr.cast::<u8>().sub(FRONT);
            (start, start.cast::<usize>().read())
        };
        caller.zero(ptr.cast(), size);
        if let Some(layout) = layout(size) {
            // SAFETY: as above; the memory is freed once.
            unsafe { dealloc(start, layout) };
        }
    }
    fn sodium_mprotect_noaccess(_caller, _ptr: *mut c_void) -> c_int {
        not_here()
    }
    fn sodium_mprotect_readonly(_caller, _ptr: *mut c_void) -> c_int {
        not_here()
    }
    fn sodium_mprotect_readwrite(_caller, _ptr: *mut c_void) -> c_int {
        not_here()
    }
}
