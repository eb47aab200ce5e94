//! HMAC-SHA-512 (RFC 2104, RFC 4231) under a key of any length.

mod kat;
#[cfg(test)]
mod tests;

use super::family::{hmac, mac};
use super::sha512::message::{self, BLOCK};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;
use crate::wipe::Wiped;

/// Length in bytes of the key that a candidate takes: a block, see [`with_key_block`].
pub const KEY_LEN: usize = BLOCK;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = super::sha512::DIGEST_LEN;

type State = hmac::State<message::State, BLOCK, TAG_LEN>;

/// The functions of a candidate.
pub type Ops = mac::Ops<State, BLOCK, KEY_LEN, TAG_LEN>;

/// The tag of a message that comes piece by piece. A copy of one that has a key and no message yet
/// costs less than beginning anew, which absorbs two blocks.
pub type Mac = mac::Mac<State, BLOCK, KEY_LEN, TAG_LEN>;

/// A key that is ready for any number of tags, see [`with_ready`].
pub(crate) type Ready = mac::Ready<State, BLOCK, KEY_LEN, TAG_LEN>;

/// What a tag keeps in memory of the caller's, see [`mac::Kept`].
pub type Kept = mac::Kept<State, BLOCK>;

hmac::composed! {
    hmac_sha512 of sha512;
    portable, "own, from RFC 2104";
}
#[cfg(target_arch = "wasm32")]
mod wasm32 {
    #[cfg(target_feature = "simd128")]
    crate::prim::family::hmac::composed! {
        hmac_sha512 of sha512;
        simd128 in wasm32, "own, from RFC 2104", "simd128";
    }
}
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    crate::prim::family::hmac::composed! {
        hmac_sha512 of sha512;
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
pub static PRIMITIVE: Primitive<Ops> = mac::primitive("hmac-sha512", CANDIDATES, selftest);

/// Does work with the block that a key makes: filled up with zeros, or of a longer key its digest and
/// zeros (RFC 2104, section 2). The block is wiped where it is; returned it would leave a copy.
///
/// # Errors
/// Those of the work, and [`crate::Error::NoCandidate`] if no candidate of SHA-512 passes its
/// self-test.
pub fn with_key_block<T>(key: &[u8], work: impl FnOnce(&[u8; KEY_LEN]) -> Result<T>) -> Result<T> {
    let mut block = Wiped::new([0; KEY_LEN]);
    hmac::key_block(&mut block, key, super::sha512::hash)?;
    work(&block)
}

/// The tag of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
// One copy in a module: its size counts.
#[cfg_attr(lean, inline(never))]
pub fn tag(key: &[u8], message: &[u8]) -> Result<[u8; TAG_LEN]> {
    with_key_block(key, |block| mac::tag(&PRIMITIVE, block, message))
}

/// Checks the tag of a message, in a time that does not depend on the tag.
///
/// # Errors
/// [`crate::Error::Verification`] if it is another, [`crate::Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn verify(key: &[u8], tag: &[u8; TAG_LEN], message: &[u8]) -> Result<()> {
    with_key_block(key, |block| mac::verify(&PRIMITIVE, block, tag, message))
}

/// The tag of a message that comes piece by piece.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8]) -> Result<Mac> {
    with_key_block(key, |block| mac::init(&PRIMITIVE, block))
}

/// Does work with a key that is made ready once for any number of tags. What is left on the stack is the
/// caller's to overwrite.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub(crate) fn with_ready<T>(key: &[u8], work: impl FnOnce(&Ready) -> T) -> Result<T> {
    with_key_block(key, |block| mac::with_ready(&PRIMITIVE, block, work))
}

/// Test cases 1 to 4 of RFC 4231, and messages whose lengths lie at the edges of blocks and padding.
fn selftest(candidate: Runnable<Ops>) -> bool {
    mac::agrees(candidate, &kat::ANSWERS)
}
