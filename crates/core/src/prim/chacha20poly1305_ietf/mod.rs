//! ChaCha20-Poly1305: authenticated encryption with associated data under a 32-byte key and a 12-byte
//! nonce that must never repeat under one key, a 16-byte tag behind the ciphertext (RFC 8439 section
//! 2.8).

mod kat;
#[cfg(test)]
mod tests;

use super::chacha20poly1305::construction;
use super::family::aead::{self, Aad};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};

/// Length of the key in bytes.
pub const KEY_LEN: usize = construction::KEY_LEN;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 12;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = construction::TAG_LEN;
/// The longest message in bytes: the block counter has 32 bits, and the first block is the key of
/// Poly1305.
pub const MESSAGE_MAX: u64 = (1 << 38) - 64;

/// The functions of a candidate.
pub type Ops = aead::Ops<Aad, NONCE_LEN, KEY_LEN, TAG_LEN>;

construction::composed! {
    chacha20poly1305_ietf by tag_padded;
    portable = portable + portable, ONE_BLOCK;
}
#[cfg(target_arch = "wasm32")]
mod wasm32 {
    #[cfg(target_feature = "simd128")]
    super::construction::composed! {
        chacha20poly1305_ietf by tag_padded;
        simd128 = simd128 in wasm32 + simd128 in wasm32, FOUR_BLOCKS, "simd128";
    }
    #[cfg(not(target_feature = "simd128"))]
    super::construction::composed! {
        chacha20poly1305_ietf by tag_padded;
        limbs32 = portable + limbs32 in wasm32, ONE_BLOCK;
    }
}
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    super::construction::composed! {
        chacha20poly1305_ietf by tag_padded;
        avx2 = avx2 in x86_64 + avx2 in x86_64, ONE_BLOCK, "avx2";
        avx512 = avx512 in x86_64 + avx2 in x86_64, FOUR_BLOCKS, "avx512f";
        avx512ifma = avx512 in x86_64 + avx512ifma in x86_64, FOUR_BLOCKS, "avx512f,avx512ifma";
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512ifma, avx512, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128, #[cfg(not(target_feature = "simd128"))] limbs32;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> =
    aead::primitive("chacha20poly1305-ietf", CANDIDATES, selftest);

aead::calls!(MESSAGE_MAX, "at most 2^38 - 64", "16");

/// The example of RFC 8439 section 2.8.2, and boxes.
fn selftest(candidate: Runnable<Ops>) -> bool {
    aead::agrees(candidate, &kat::ANSWERS)
}
