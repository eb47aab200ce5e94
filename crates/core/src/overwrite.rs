//! Wiping in modules for WebAssembly: one copy of what overwrites, since a module's size counts, and by vectors,
//! since that is done several times in a call that takes 100 ns.

use core::arch::wasm32::{u64x2, v128};
use core::ptr::write_volatile;

/// Above so many bytes the engine's instruction is faster, for which it calls a function.
const MOST: usize = 256;

/// What consists of bits that mean nothing, none of which is wrong.
///
/// # Safety
/// All bits zero are a value, and all of its bytes are its own: there is no padding.
#[allow(unsafe_code)]
pub(crate) unsafe trait Plain: Copy {}

macro_rules! plain {
    ($($number:ty)*) => {$(
        // SAFETY: a number.
        #[allow(unsafe_code)]
        unsafe impl Plain for $number {}
    )*};
}

plain!(i8 u8 u16 u32 u64 u128 i16 i32 i64 usize f64 v128);

// SAFETY: there is no padding between items.
#[allow(unsafe_code)]
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// A vector at any place.
#[repr(C, packed)]
struct At(v128);

/// Overwrites with zeros, which the compiler may not leave out.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn overwrite<T: Plain>(items: &mut [T]) {
    // SAFETY: they are what is borrowed, and zeros are a value of the type.
    unsafe { zeros(items.as_mut_ptr().cast(), size_of_val(items)) }
}

/// # Safety
/// So many bytes may be written, and zeros may stand there.
#[inline(never)]
#[allow(unsafe_code)]
unsafe fn zeros(to: *mut u8, len: usize) {
    // SAFETY: the caller promises it; the types ask for no alignment.
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
            // What is left, and some bytes before it once more.
            return write_volatile(to.add(len - 16).cast(), At(u64x2(0, 0)));
        }
        while at < len {
            write_volatile(to.add(at), 0);
            at += 1;
        }
    }
}
