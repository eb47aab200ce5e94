//! Comparison and wiping.

use core::ffi::{c_int, c_void};

use quicksalt::nacl::bytes;

use crate::boundary::{FAILED, abi, status};

abi! {
    fn sodium_memzero(caller, pnt: *mut c_void, len: usize) {
        caller.zero(pnt.cast(), len);
    }
    fn sodium_stackzero(_caller, len: usize) {
        wipe_stack(len);
    }
    fn sodium_memcmp(caller, b1: *const c_void, b2: *const c_void, len: usize) -> c_int {
        status((|| {
            let (a, b) = (caller.bytes(b1.cast(), len)?, caller.bytes(b2.cast(), len)?);
            if bytes::equal(a, b) { Ok(()) } else { Err(FAILED) }
        })())
    }
}

/// Overwrites so many bytes of the stack below the caller, a piece a call.
fn wipe_stack(len: usize) {
    const PIECE: usize = 1024;
    let mut piece = [0_u8; PIECE];
    zeroize::optimization_barrier(&piece);
    if len > PIECE {
        wipe_stack(len - PIECE);
    }
    piece.fill(0);
    zeroize::optimization_barrier(&piece);
}
