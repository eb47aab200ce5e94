//! HMAC-SHA-512-256, NaCl's `crypto_auth`: the first 32 bytes of HMAC-SHA-512 (RFC 2104, RFC 4231)
//! under a 32-byte key.

mod kat;
#[cfg(test)]
mod tests;

use super::family::{hmac, mac};
use super::sha512::DIGEST_LEN;
use super::sha512::message::{self, BLOCK};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = 32;

type State = hmac::State<message::State, BLOCK, DIGEST_LEN>;

/// The functions of a candidate.
pub type Ops = mac::Ops<State, BLOCK, KEY_LEN, TAG_LEN>;

/// The tag of a message that comes piece by piece. A copy of one that has a key and no message yet
/// costs less than beginning anew, which absorbs two blocks.
pub type Mac = mac::Mac<State, BLOCK, KEY_LEN, TAG_LEN>;

/// What a tag keeps in memory of the caller's, see [`mac::Kept`].
pub type Kept = mac::Kept<State, BLOCK>;

hmac::composed! {
    hmac_sha512_256 of sha512;
    portable, "own, from RFC 2104";
}
#[cfg(target_arch = "wasm32")]
mod wasm32 {
    #[cfg(target_feature = "simd128")]
    crate::prim::family::hmac::composed! {
        hmac_sha512_256 of sha512;
        simd128 in wasm32, "own, from RFC 2104", "simd128";
    }
}
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    crate::prim::family::hmac::composed! {
        hmac_sha512_256 of sha512;
        avx2 in x86_64, "own, from RFC 2104", "avx2,bmi1,bmi2";
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128;
    any: portable;
    lean: #[cfg(target_feature = "simd128")] wasm32::simd128, #[cfg(not(target_feature = "simd128"))] portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = mac::primitive("hmac-sha512-256", CANDIDATES, selftest);

/// The tag of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> Result<[u8; TAG_LEN]> {
    mac::tag(&PRIMITIVE, key, message)
}

/// Checks the tag of a message, in a time that does not depend on the tag.
///
/// # Errors
/// [`crate::Error::Verification`] if it is another, [`crate::Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn verify(key: &[u8; KEY_LEN], tag: &[u8; TAG_LEN], message: &[u8]) -> Result<()> {
    mac::verify(&PRIMITIVE, key, tag, message)
}

/// The tag of a message that comes piece by piece.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8; KEY_LEN]) -> Result<Mac> {
    mac::init(&PRIMITIVE, key)
}

/// Test cases 1 to 4 of RFC 4231, whose keys fit 32 bytes (a shorter key is padded with zeros in
/// any case), and messages whose lengths lie at the edges of blocks and padding.
fn selftest(candidate: Runnable<Ops>) -> bool {
    mac::agrees(candidate, &kat::ANSWERS)
}
