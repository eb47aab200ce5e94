//! The primitives: one folder each, its `mod.rs` the contract, the table of candidates and the
//! safe call, beside it one file a candidate, or in the folder of the architecture that it is for.
// May import: `choose`, `family`, `shared`, `error`, `interrupt`, `memory`, `wipe`.

pub mod aegis128l;
pub mod aegis256;
pub mod aes_modes;
pub mod argon2;
pub mod blake2b;
pub mod blake2b_lanes;
pub mod chacha20;
pub mod chacha20poly1305;
mod composed;
pub mod ed25519;
pub mod ed25519ph;
pub mod edwards25519;
pub(crate) mod equal;
pub mod family;
#[cfg(test)]
pub(crate) mod fuzz;
#[cfg(feature = "ipcrypt")]
pub mod ipcrypt;
pub mod keccak;
pub mod md5;
#[cfg(feature = "kem")]
pub mod mlkem768;
pub mod poly1305;
mod rank;
pub mod ripemd160;
pub mod ristretto255;
pub(crate) mod scrypt;
mod selftest;
pub mod sha1;
pub mod sha256;
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

pub(crate) use aes_modes::aes256gcm;
pub use shared::graviola::NEEDS as GRAVIOLA_NEEDS;
pub use source::Source;

use crate::choose::Contract;

/// All primitives, in the order in which tables show them.
#[rustfmt::skip] // one a line
pub static PRIMITIVES: &[&'static dyn Contract] = &[
    &sha256::PRIMITIVE,
    &sha256_lanes::PRIMITIVE,
    &sha512::PRIMITIVE,
    &keccak::PRIMITIVE,
    &md5::PRIMITIVE,
    &sha1::PRIMITIVE,
    &ripemd160::PRIMITIVE,
    &siphash24::PRIMITIVE,
    &blake2b::PRIMITIVE,
    &blake2b_lanes::PRIMITIVE,
    &argon2::PRIMITIVE,
    &scrypt::PRIMITIVE,
    &x25519::PRIMITIVE,
    #[cfg(feature = "kem")]
    &mlkem768::PRIMITIVE,
    &ed25519::PRIMITIVE,
    &ed25519ph::PRIMITIVE,
    &edwards25519::PRIMITIVE,
    &ristretto255::PRIMITIVE,
    &poly1305::PRIMITIVE,
    &xsalsa20::PRIMITIVE,
    &xsalsa20poly1305::PRIMITIVE,
    &chacha20::PRIMITIVE,
    &chacha20poly1305::PRIMITIVE,
    &aes_modes::PRIMITIVE,
    #[cfg(feature = "ipcrypt")]
    &ipcrypt::PRIMITIVE,
    &aegis128l::PRIMITIVE,
    &aegis256::PRIMITIVE,
];
