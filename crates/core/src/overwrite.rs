//! Wiping in WebAssembly modules. All callers share one copy of the code, which makes the module
//! smaller. The code uses vector stores, because a call of 100 ns wipes several buffers.

use core::arch::wasm32::{u64x2, v128};
use core::ptr::write_volatile;

/// The length in bytes above which the engine's fill instruction is faster, although it calls a
/// function.
const MOST: usize = 256;

/// Types for which every bit pattern is valid and that contain no padding.
///
/// # Safety
/// All-zero bits are a valid value, and the type does not contain padding.
#[allow(unsafe_code)]
pub(crate) unsafe trait Plain: Copy {}

macro_rules! plain {
    ($($number:ty)*) => {$(
        // SAFETY: every bit pattern is a valid number, and numbers do not contain padding.
        #[allow(unsafe_code)]
        unsafe impl Plain for $number {}
    )*};
}

plain!(i8 u8 u16 u32 u64 u128 i16 i32 i64 usize f64 v128);

// SAFETY: arrays do not have padding between items.
#[allow(unsafe_code)]
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// A vector that may be unaligned.
#[repr(C, packed)]
struct At(v128);

/// Overwrites a value with zeros. The compiler cannot elide the stores.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn overwrite<T: Plain>(items: &mut [T]) {
    // SAFETY: the bytes are exclusively borrowed, and all-zero bytes are a valid `T`.
    unsafe { zeros(items.as_mut_ptr().cast(), size_of_val(items)) }
}

/// # Safety
/// `len` bytes at `to` must be writable, and zeros must be valid there.
#[inline(never)]
#[allow(unsafe_code)]
unsafe fn zeros(to: *mut u8, len: usize) {
    // SAFETY: guaranteed by the caller; the stores need no alignment.
    unsafe {
        if len > MOST {
            to.write_bytes(0, len);
            zeroize::optimization_barrier(core::slice::from_raw_parts(to, len));
            return;
        }
        let mut at = 0;
        while at + 16 <= len {
            write_volatile(to.add(at).cast(), At(u64x2(0, 0)));
            at += 16;
        }
        if at < len && at > 0 {
            // Stores the last bytes with a vector that overlaps the previous store.
            return write_volatile(to.add(len - 16).cast(), At(u64x2(0, 0)));
        }
        while at < len {
            write_volatile(to.add(at), 0);
            at += 1;
        }
    }
}
