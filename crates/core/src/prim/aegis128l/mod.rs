//! AEGIS-128L (draft-irtf-cfrg-aegis-aead): authenticated encryption with associated data, with a
//! 16-byte key, a 16-byte nonce that must never repeat under one key, and a 32-byte tag after the
//! ciphertext.
//!
//! The tag depends on the message, so opening decrypts first and wipes the output if the tag is
//! invalid.

mod kat;
mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use super::family::aead::{self, AadOfMessage};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};

/// Length of the key in bytes.
pub const KEY_LEN: usize = 16;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 16;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = 32;
/// Maximum message length in bytes: the length in bits must fit in 64 bits.
pub const MESSAGE_MAX: u64 = (1 << 61) - 1;

/// The functions that a candidate implements.
pub type Ops = aead::Ops<AadOfMessage, NONCE_LEN, KEY_LEN, TAG_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: vaes, aesni_avx512, aesni;
    wasm32: #[cfg(target_feature = "simd128")] simd128;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = aead::primitive("aegis128l", CANDIDATES, selftest);

aead::calls!(
    MESSAGE_MAX, "at most 2^61 - 1", "32";
    nonce -> [u8; NONCE_LEN]: *nonce, nonce;
    aad -> &[u8]: aad
);

/// Checks an example of draft-irtf-cfrg-aegis-aead, appendix A.2, and boxes of many lengths.
fn selftest(candidate: Runnable<Ops>) -> bool {
    aead::agrees(candidate, &kat::ANSWERS)
}
