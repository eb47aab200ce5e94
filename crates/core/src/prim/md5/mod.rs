//! MD5 (RFC 1321), for reading legacy formats. A collision takes a second to compute, so MD5 proves
//! nothing; new designs must not use it.

mod kat;
mod portable;
#[cfg(test)]
mod tests;

use super::family::hash;
use super::shared::md4::{self, BLOCK};
use super::table::candidates;
use crate::choose::{Candidate, Features, Meta, Primitive, Runnable};
use crate::error::Result;

/// Length of the digest in bytes.
pub const DIGEST_LEN: usize = 16;

/// The four state words between blocks.
type State = md4::State<4>;

/// The functions of a candidate.
pub type Ops = hash::Ops<State, BLOCK, DIGEST_LEN>;

/// An incremental hash of a message.
pub type Hasher = hash::Hasher<State, BLOCK, DIGEST_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = hash::primitive("md5", CANDIDATES, selftest);

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

/// Checks two examples and a digest over the digests of messages with lengths at the edges of
/// blocks and padding.
fn selftest(candidate: Runnable<Ops>) -> bool {
    hash::agrees(candidate, &kat::ANSWERS)
}
