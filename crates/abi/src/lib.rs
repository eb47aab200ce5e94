#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![allow(unsafe_code, reason = "this crate is the boundary to C and checks all pointers")]
// A C interface uses C names.
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]

extern crate alloc;

mod boundary;
#[cfg(all(feature = "std", any(unix, target_os = "wasi")))]
mod errno;
mod exports;
#[cfg(not(feature = "std"))]
mod host;
mod last;
mod misuse;

/// Declares modules and re-exports their contents.
macro_rules! offered {
    ($($(#[$meta:meta])* $name:ident)*) => {$(
        $(#[$meta])*
        pub mod $name;
        $(#[$meta])*
        pub use $name::*;
    )*};
}

offered! {
    random
    secretbox
    start
    utils
    version
    #[cfg(feature = "standard")] boxes
    #[cfg(feature = "standard")] generichash
    #[cfg(feature = "standard")] hash
    #[cfg(feature = "standard")] sign
    #[cfg(feature = "standard")] aead
    #[cfg(feature = "standard")] macs
    #[cfg(feature = "standard")] kdf
    #[cfg(feature = "standard")] secretstream
    #[cfg(feature = "standard")] pwhash
    #[cfg(feature = "standard")] curves
    #[cfg(feature = "ipcrypt")] ipcrypt
    #[cfg(feature = "kem")] kem
    #[cfg(feature = "full")] constants
    #[cfg(feature = "full")] scrypt
    #[cfg(feature = "full")] stream
    #[cfg(feature = "full")] sha3
    #[cfg(feature = "full")] padded
    #[cfg(feature = "full")] verify
    #[cfg(feature = "full")] xboxes
    #[cfg(feature = "std")] control
    #[cfg(feature = "std")] runtime
    #[cfg(not(feature = "std"))] selftest
}

#[cfg(not(feature = "std"))]
pub use last::quicksalt_status;
