//! The libsodium version with which this interface is compatible.

use core::ffi::c_char;
#[cfg(feature = "full")]
use core::ffi::c_int;

use crate::exports::abi;

abi! {
    fn sodium_version_string(_caller) -> *const c_char {
        c"1.0.22".as_ptr()
    }
    #[cfg(feature = "full")]
    fn sodium_library_minimal(_caller) -> c_int {
        0
    }
}
