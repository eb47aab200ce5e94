//! Poly1305: a 16-byte one-time authenticator under a 32-byte key (RFC 8439 section 2.5).
//!
//! A key must authenticate one message only: two tags under one key give the key away.

mod kat;
pub(crate) mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use super::family::mac;
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;
// What is kept between blocks, on limbs that the architecture multiplies.
#[cfg(not(target_arch = "wasm32"))]
use portable::State;
#[cfg(target_arch = "wasm32")]
use wasm32::limbs32::Kept as State;

/// Length of the one-time key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = 16;

/// The functions of a candidate.
pub type Ops = mac::Ops<State, { portable::BLOCK }, KEY_LEN, TAG_LEN>;

/// The tag of a message that comes piece by piece. It cannot be copied: the tags of two messages
/// under one key give the key away.
pub type Mac = mac::Mac<State, { portable::BLOCK }, KEY_LEN, TAG_LEN>;

/// What a tag keeps in memory of the caller's, see [`mac::Kept`].
pub type Kept = mac::Kept<State, { portable::BLOCK }>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512ifma, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128, limbs32;
    any: portable;
    lean: #[cfg(target_feature = "simd128")] wasm32::simd128, #[cfg(not(target_feature = "simd128"))] wasm32::limbs32;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = mac::primitive("poly1305", CANDIDATES, selftest);

/// The tag of a message under a one-time key.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> Result<[u8; TAG_LEN]> {
    mac::tag(&PRIMITIVE, key, message)
}

/// Checks the tag of a message in a time that does not depend on the tag.
///
/// # Errors
/// [`crate::Error::Verification`] if it is not genuine, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn verify(key: &[u8; KEY_LEN], tag: &[u8; TAG_LEN], message: &[u8]) -> Result<()> {
    mac::verify(&PRIMITIVE, key, tag, message)
}

/// The tag under a one-time key of a message that comes piece by piece.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8; KEY_LEN]) -> Result<Mac> {
    mac::init(&PRIMITIVE, key)
}

/// RFC 8439's examples, sums round the prime, and messages of all the lengths that kernels take in
/// other ways.
fn selftest(candidate: Runnable<Ops>) -> bool {
    mac::agrees(candidate, &kat::ANSWERS)
}
