//! libsodium's utilities: comparison and arithmetic, wiping, padding, hexadecimal and base64,
//! guarded memory.
// May import: `crates/abi/src/*`, `core/src/nacl`.

use core::ffi::c_void;
#[cfg(feature = "standard")]
use core::ffi::{CStr, c_char};

use crate::exports::abi;

#[cfg(all(feature = "std", unix))]
pub mod guarded;
#[cfg(all(feature = "std", target_os = "wasi"))]
pub mod unguarded;

#[cfg(feature = "full")]
pub mod base64;
#[cfg(feature = "standard")]
pub mod bytes;
#[cfg(feature = "full")]
pub mod hex;
#[cfg(feature = "standard")]
pub mod ip;
#[cfg(feature = "full")]
pub mod numbers;
#[cfg(feature = "full")]
mod parsing;

#[cfg(feature = "full")]
pub use base64::*;
#[cfg(feature = "standard")]
pub use bytes::*;
#[cfg(all(feature = "std", unix))]
pub use guarded::*;
#[cfg(all(feature = "std", target_os = "wasi"))]
pub use unguarded::*;
#[cfg(feature = "full")]
pub use hex::*;
#[cfg(feature = "standard")]
pub use ip::*;
#[cfg(feature = "full")]
pub use numbers::*;

#[cfg(feature = "full")]
pub(crate) use parsing::*;

abi! {
    fn sodium_memzero(caller, pnt: *mut c_void, len: usize) {
        caller.zero(pnt.cast(), len);
    }
}

/// Returns a zero-terminated text, or `None` for NULL.
#[cfg(feature = "standard")]
pub(crate) fn text(caller: &crate::boundary::Caller, at: *const c_char) -> Option<&CStr> {
    let _ = caller;
    if at.is_null() {
        return None;
    }
    // SAFETY: not NULL; the caller promises a terminating zero.
    Some(unsafe { CStr::from_ptr(at) })
}
