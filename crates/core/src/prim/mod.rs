//! The primitives, one folder each. The folder's `mod.rs` holds the contract, the table of
//! candidates and the safe functions. Each candidate has a file in the folder, or in the subfolder
//! of its architecture.
// May import: `choose`, `family`, `shared`, `error`, `interrupt`, `memory`, `wipe`.

#[cfg(feature = "aes")]
pub mod aegis128l;
#[cfg(feature = "aes")]
pub mod aegis256;
#[cfg(feature = "aes")]
pub mod aes_modes;
pub mod argon2;
pub mod blake2b;
#[cfg(feature = "lanes")]
pub mod blake2b_lanes;
pub mod chacha20;
pub mod chacha20poly1305;
mod composed;
pub mod ed25519;
pub mod ed25519ph;
#[cfg(feature = "groups")]
pub mod edwards25519;
pub(crate) mod equal;
pub mod family;
#[cfg(test)]
pub(crate) mod fuzz;
#[cfg(feature = "ipcrypt")]
pub mod ipcrypt;
pub mod keccak;
#[cfg(feature = "legacy")]
pub mod md5;
#[cfg(feature = "kem")]
pub mod mlkem768;
pub mod poly1305;
mod rank;
#[cfg(feature = "legacy")]
pub mod ripemd160;
#[cfg(feature = "groups")]
pub mod ristretto255;
#[cfg(feature = "scrypt")]
pub(crate) mod scrypt;
mod selftest;
#[cfg(feature = "legacy")]
pub mod sha1;
pub mod sha256;
#[cfg(feature = "lanes")]
pub mod sha256_lanes;
pub mod sha512;
pub(crate) mod shared;
pub mod siphash24;
pub(crate) mod source;
mod table;
#[cfg(test)]
pub(crate) mod testing;
pub mod x25519;
pub mod xsalsa20;
pub mod xsalsa20poly1305;

#[cfg(feature = "aes")]
pub(crate) use aes_modes::aes256gcm;
pub use shared::graviola::NEEDS as GRAVIOLA_NEEDS;
pub use source::Source;

use crate::choose::Contract;

/// All primitives, in the order in which tables list them.
#[rustfmt::skip] // one per line
pub static PRIMITIVES: &[&'static dyn Contract] = &[
    &sha256::PRIMITIVE,
    #[cfg(feature = "lanes")]
    &sha256_lanes::PRIMITIVE,
    &sha512::PRIMITIVE,
    &keccak::PRIMITIVE,
    #[cfg(feature = "legacy")]
    &md5::PRIMITIVE,
    #[cfg(feature = "legacy")]
    &sha1::PRIMITIVE,
    #[cfg(feature = "legacy")]
    &ripemd160::PRIMITIVE,
    &siphash24::PRIMITIVE,
    &blake2b::PRIMITIVE,
    #[cfg(feature = "lanes")]
    &blake2b_lanes::PRIMITIVE,
    &argon2::PRIMITIVE,
    #[cfg(feature = "scrypt")]
    &scrypt::PRIMITIVE,
    &x25519::PRIMITIVE,
    #[cfg(feature = "kem")]
    &mlkem768::PRIMITIVE,
    &ed25519::PRIMITIVE,
    &ed25519ph::PRIMITIVE,
    #[cfg(feature = "groups")]
    &edwards25519::PRIMITIVE,
    #[cfg(feature = "groups")]
    &ristretto255::PRIMITIVE,
    &poly1305::PRIMITIVE,
    &xsalsa20::PRIMITIVE,
    &xsalsa20poly1305::PRIMITIVE,
    &chacha20::PRIMITIVE,
    &chacha20poly1305::PRIMITIVE,
    #[cfg(feature = "aes")]
    &aes_modes::PRIMITIVE,
    #[cfg(feature = "ipcrypt")]
    &ipcrypt::PRIMITIVE,
    #[cfg(feature = "aes")]
    &aegis128l::PRIMITIVE,
    #[cfg(feature = "aes")]
    &aegis256::PRIMITIVE,
];
