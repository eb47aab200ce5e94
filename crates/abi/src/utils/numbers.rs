//! Compares, adds and subtracts long little-endian numbers, and pads messages.

use core::ffi::c_int;

use quicksalt::nacl::bytes;
use subtle::{ConditionallySelectable as _, ConstantTimeEq as _, ConstantTimeLess as _};

use crate::boundary::{Caller, FAILED, Fault, Outcome, must, status};
use crate::exports::abi;

/// Calls `work` with two numbers of equal length; the first is the output.
fn two<T>(
    caller: &Caller,
    a: *mut u8,
    b: *const u8,
    len: usize,
    work: impl FnOnce(&mut [u8], &[u8]) -> T,
) -> Outcome<T> {
    let mut place = caller.place(a, len)?;
    let other = caller.input(b, len, &place)?;
    Ok(work(place.bytes(), &other))
}

/// Returns -1, 0 or 1 if the first little-endian number is less than, equal to or greater than the
/// second.
fn order(a: &[u8], b: &[u8]) -> c_int {
    // Differences are 16-bit numbers; a negative difference has a nonzero upper half.
    let (mut is_more, mut is_equal) = (0, 1);
    for (a, b) in a.iter().zip(b).rev() {
        let (a, b) = (u16::from(*a), u16::from(*b));
        is_more |= b.wrapping_sub(a) >> 8 & is_equal;
        is_equal &= (a ^ b).wrapping_sub(1) >> 8;
    }
    c_int::from(2 * is_more + is_equal) - 1
}

fn subtract(a: &mut [u8], b: &[u8]) {
    let mut borrow = 0;
    for (a, b) in a.iter_mut().zip(b) {
        let difference = u16::from(*a).wrapping_sub(u16::from(*b) + borrow);
        *a = difference as u8;
        borrow = difference >> 15;
    }
}

fn pad(
    caller: &Caller,
    padded: *mut usize,
    buf: *mut u8,
    len: usize,
    block: usize,
    most: usize,
) -> Outcome {
    if block == 0 {
        return Err(FAILED);
    }
    let total = bytes::padded_len(len, block)
        .filter(|&total| total < isize::MAX as usize)
        .ok_or(Fault::misuse("a padded message is too long"))?;
    if total > most {
        return Err(FAILED);
    }
    // Constant time: every byte of the last block is visited, so that the padding length does not
    // leak.
    let mut place = caller.place(buf.wrapping_add(total - block), block)?;
    let start = len - (total - block);
    for (at, byte) in place.bytes().iter_mut().enumerate() {
        let (at, start) = (at as u64, start as u64);
        let zero = u8::conditional_select(byte, &0, start.ct_lt(&at));
        *byte = u8::conditional_select(&zero, &0x80, at.ct_eq(&start));
    }
    caller.tell(padded, total);
    Ok(())
}

abi! {
    fn sodium_compare(caller, b1: *const u8, b2: *const u8, len: usize) -> c_int {
        match (caller.bytes(b1, len), caller.bytes(b2, len)) {
            (Ok(a), Ok(b)) => order(a, b),
            (Err(fault), _) | (_, Err(fault)) => status(Err(fault)),
        }
    }
    fn sodium_is_zero(caller, n: *const u8, nlen: usize) -> c_int {
        let sum = caller.bytes(n, nlen).map(|bytes| bytes.iter().fold(0, |sum, byte| sum | byte));
        match sum {
            Ok(sum) => c_int::from(sum.ct_eq(&0).unwrap_u8()),
            Err(fault) => status(Err(fault)),
        }
    }
    fn sodium_increment(caller, n: *mut u8, nlen: usize) {
        must(caller.place(n, nlen).map(|mut number| bytes::increment(number.bytes())));
    }
    fn sodium_add(caller, a: *mut u8, b: *const u8, len: usize) {
        must(two(&caller, a, b, len, bytes::add));
    }
    fn sodium_sub(caller, a: *mut u8, b: *const u8, len: usize) {
        must(two(&caller, a, b, len, subtract));
    }
    fn sodium_pad(caller, padded_buflen_p: *mut usize, buf: *mut u8, unpadded_buflen: usize, blocksize: usize, max_buflen: usize) -> c_int {
        status(pad(&caller, padded_buflen_p, buf, unpadded_buflen, blocksize, max_buflen))
    }
    fn sodium_unpad(caller, unpadded_buflen_p: *mut usize, buf: *const u8, padded_buflen: usize, blocksize: usize) -> c_int {
        status((|| {
            if blocksize == 0 {
                return Err(FAILED);
            }
            let padded = caller.bytes(buf, padded_buflen)?;
            let len = bytes::unpadded_len(padded, blocksize).ok_or(FAILED)?;
            caller.tell(unpadded_buflen_p, len);
            Ok(())
        })())
    }
}
