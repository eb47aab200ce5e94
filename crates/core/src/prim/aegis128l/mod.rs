//! AEGIS-128L: authenticated encryption with associated data under a 16-byte key and a 16-byte nonce
//! that must never repeat under one key, a 32-byte tag behind the ciphertext
//! (draft-irtf-cfrg-aegis-aead).
//!
//! The tag follows from the message, so that opening decrypts first, and wipes what is not genuine.

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
/// The longest message in bytes: its length in bits has 64.
pub const MESSAGE_MAX: u64 = (1 << 61) - 1;

/// The functions of a candidate.
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

/// An example of draft-irtf-cfrg-aegis-aead appendix A.2, and boxes.
fn selftest(candidate: Runnable<Ops>) -> bool {
    aead::agrees(candidate, &kat::ANSWERS)
}
