//! `sodium_malloc` on WASI, which has no pages to protect, no swap and no dumps: memory that is not
//! zero when it is new and is wiped before it is given back.

use core::ffi::{c_int, c_void};
use core::ptr;
use std::alloc::{Layout, alloc, dealloc};

use crate::exports::abi;

/// What fills memory that is new, so that nobody takes it for zeros.
const NEW: u8 = 0xdb;

/// The size stands in front, in as many bytes as keep what follows aligned for every state.
const FRONT: usize = 64;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(FRONT)?, FRONT).ok()
}

fn allocate(size: usize) -> *mut c_void {
    // SAFETY: the layout is not of size zero, and has room for the size and so many bytes.
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

/// There is nothing that keeps pages from anybody.
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
        // SAFETY: whoever called promises that it is memory of `sodium_malloc`, which wrote the size in
        // front and made a layout of it.
        let (start, size) = unsafe {
            let start = ptr.cast::<u8>().sub(FRONT);
            (start, start.cast::<usize>().read())
        };
        caller.zero(ptr.cast(), size);
        if let Some(layout) = layout(size) {
            // SAFETY: as above; it is given back once.
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
