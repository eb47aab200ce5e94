//! `crypto_verify`: comparison in constant time.

use core::ffi::c_int;

use crate::boundary::{Caller, FAILED, Outcome, status};
use crate::exports::abi;

fn equal<const N: usize>(caller: &Caller, x: *const u8, y: *const u8) -> Outcome {
    if crate::utils::equal(caller.bytes(x, N)?, caller.bytes(y, N)?) { Ok(()) } else { Err(FAILED) }
}

abi! {
    fn crypto_verify_16(caller, x: *const u8, y: *const u8) -> c_int {
        status(equal::<16>(&caller, x, y))
    }
    fn crypto_verify_32(caller, x: *const u8, y: *const u8) -> c_int {
        status(equal::<32>(&caller, x, y))
    }
    fn crypto_verify_64(caller, x: *const u8, y: *const u8) -> c_int {
        status(equal::<64>(&caller, x, y))
    }
}
