//! The version of libsodium whose interface this is.

use core::ffi::c_int;

use crate::boundary::{constants, texts};

texts! {
    sodium_version_string = c"1.0.22";
}

constants! { c_int;
    sodium_library_version_major = 26;
    sodium_library_version_minor = 4;
    sodium_library_minimal = 0;
}
