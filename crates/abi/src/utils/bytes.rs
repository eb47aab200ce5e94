//! Comparison in constant time, and wiping of the stack.

use core::ffi::{c_int, c_void};

use subtle::ConstantTimeEq as _;

use crate::boundary::{FAILED, status};
use crate::exports::abi;

abi! {
    fn sodium_stackzero(_caller, len: usize) {
        wipe_stack(len);
    }
    fn sodium_memcmp(caller, b1: *const c_void, b2: *const c_void, len: usize) -> c_int {
        status((|| {
            let (a, b) = (caller.bytes(b1.cast(), len)?, caller.bytes(b2.cast(), len)?);
            if equal(a, b) { Ok(()) } else { Err(FAILED) }
        })())
    }
}

/// Returns whether byte strings of equal length are equal, in time that depends only on the length:
/// the differences are combined and tested once.
pub(crate) fn equal(a: &[u8], b: &[u8]) -> bool {
    let difference = a.iter().zip(b).fold(0, |sum, (x, y)| sum | (x ^ y));
    zeroize::optimization_barrier(&difference);
    difference.ct_eq(&0).into()
}

/// Overwrites `len` bytes of the stack below the caller, in pieces as large as possible.
pub(crate) fn wipe_stack(len: usize) {
    const LARGE: usize = 8192;
    const SMALL: usize = 1024;
    match len {
        0 => {}
        LARGE.. => wipe_piece::<LARGE>(len - LARGE),
        _ => wipe_piece::<SMALL>(len.saturating_sub(SMALL)),
    }
}

/// Overwrites one piece of the stack, then the stack below it. The frame stays allocated until the
/// call returns.
#[inline(never)]
fn wipe_piece<const LEN: usize>(rest: usize) {
    let piece = [0_u8; LEN];
    zeroize::optimization_barrier(&piece);
    wipe_stack(rest);
    zeroize::optimization_barrier(&piece);
}
