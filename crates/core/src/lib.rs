#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
#[forbid(unsafe_code)]
mod available;
#[forbid(unsafe_code)]
pub mod choose;
mod constructions;
#[cfg(feature = "std")]
mod entropy;
#[forbid(unsafe_code)]
mod error;
#[cfg_attr(lean, path = "error_kind.rs")]
#[forbid(unsafe_code)]
mod error_fields;
#[cfg(feature = "std")]
#[forbid(unsafe_code)]
pub mod interrupt;
#[forbid(unsafe_code)]
#[cfg(not(lean))]
pub mod keyfile;
#[forbid(unsafe_code)]
pub mod memory;
#[forbid(unsafe_code)]
pub mod nacl;
#[cfg(target_feature = "simd128")]
mod overwrite;
mod prim;
mod process;
#[forbid(unsafe_code)]
mod wipe;

pub use error::{Error, Result};
pub use wipe::Wiped;

/// Primitives as building blocks for new constructions.
///
/// A primitive is rarely sufficient for a protocol: without a MAC, for example, an attacker can
/// flip bits of a stream cipher's plaintext unnoticed. Prefer the NaCl constructions; the
/// primitives here are proven and selected in the same way.
///
/// ```
/// use quicksalt::hazmat::sha256;
///
/// // Hash with the selected candidate, and with a named candidate.
/// let digest = sha256::hash(&[b"a", b"bc"])?;
/// let portable = sha256::PRIMITIVE.named("portable").unwrap();
/// assert_eq!(portable.hash(&[b"abc"]), digest);
/// # Ok::<(), quicksalt::Error>(())
/// ```
pub mod hazmat {
    pub use crate::constructions::chacha20poly1305::extended as xchacha20poly1305;
    pub use crate::constructions::chacha20poly1305::ietf as chacha20poly1305_ietf;
    pub use crate::constructions::chacha20poly1305::original as chacha20poly1305_original;
    #[cfg(feature = "scrypt")]
    pub use crate::constructions::scrypt;
    pub use crate::constructions::{
        hmac, sha3_256, sha3_512, shake128, shake256, sponge, turboshake128, turboshake256,
    };
    pub use crate::prim::GRAVIOLA_NEEDS;
    #[cfg(feature = "aes")]
    pub use crate::prim::aegis128l;
    #[cfg(feature = "aes")]
    pub use crate::prim::aegis256;
    #[cfg(feature = "aes")]
    pub use crate::prim::aes_modes as aes;
    pub use crate::prim::argon2;
    pub use crate::prim::blake2b;
    #[cfg(feature = "lanes")]
    pub use crate::prim::blake2b_lanes;
    pub use crate::prim::chacha20;
    pub use crate::prim::chacha20poly1305;
    pub use crate::prim::ed25519;
    pub use crate::prim::ed25519ph;
    #[cfg(feature = "groups")]
    pub use crate::prim::edwards25519;
    pub use crate::prim::family;
    #[cfg(feature = "ipcrypt")]
    pub use crate::prim::ipcrypt;
    pub use crate::prim::keccak;
    #[cfg(feature = "legacy")]
    pub use crate::prim::md5;
    #[cfg(feature = "kem")]
    pub use crate::prim::mlkem768;
    pub use crate::prim::poly1305;
    #[cfg(feature = "legacy")]
    pub use crate::prim::ripemd160;
    #[cfg(feature = "groups")]
    pub use crate::prim::ristretto255;
    #[cfg(feature = "legacy")]
    pub use crate::prim::sha1;
    pub use crate::prim::sha256;
    #[cfg(feature = "lanes")]
    pub use crate::prim::sha256_lanes;
    pub use crate::prim::sha512;
    pub use crate::prim::siphash24;
    pub use crate::prim::x25519;
    pub use crate::prim::xsalsa20;
    pub use crate::prim::xsalsa20poly1305;
    pub use crate::prim::{PRIMITIVES, Source};
    pub use crate::wipe::without_traces;
}
