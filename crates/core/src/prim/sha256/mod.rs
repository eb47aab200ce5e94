//! SHA-256 (FIPS 180-4, section 6.2).

mod kat;
pub(crate) mod message;
pub(crate) mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use super::family::hash;
use super::table::candidates;
use crate::choose::{Candidate, Features, Meta, Primitive, Runnable};
use crate::error::Result;

/// Length of the digest in bytes.
pub const DIGEST_LEN: usize = 32;

/// The functions of a candidate.
pub type Ops = hash::Ops<message::State, { message::BLOCK }, DIGEST_LEN>;

/// An incremental hash of a message.
pub type Hasher = hash::Hasher<message::State, { message::BLOCK }, DIGEST_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: shani, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = hash::primitive("sha256", CANDIDATES, selftest);

/// Returns the digest of the concatenated parts.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash(parts: &[&[u8]]) -> Result<[u8; DIGEST_LEN]> {
    hash::hash(&PRIMITIVE, parts)
}

/// Returns a hasher for a message in pieces.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hasher() -> Result<Hasher> {
    hash::hasher(&PRIMITIVE)
}

/// Checks the two examples of FIPS 180-4 and a digest over the digests of messages with lengths at
/// the edges of blocks and padding.
fn selftest(candidate: Runnable<Ops>) -> bool {
    hash::agrees(candidate, &kat::ANSWERS)
}
