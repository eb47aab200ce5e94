//! The version of libsodium whose interface this is.

use core::ffi::{c_char, c_int};

use crate::exports::{abi, constants};

abi! {
    fn sodium_version_string(_caller) -> *const c_char {
        c"1.0.22".as_ptr()
    }
}

constants! { c_int;
    sodium_library_version_major = 26;
    sodium_library_version_minor = 4;
    sodium_library_minimal = 0;
}
