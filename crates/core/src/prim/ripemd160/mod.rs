//! RIPEMD-160 (Dobbertin, Bosselaers and Preneel, 1996), for existing formats: its digests are too
//! short for new designs.

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
pub const DIGEST_LEN: usize = 20;

/// The five state words between blocks.
type State = md4::State<5>;

/// The functions of a candidate.
pub type Ops = hash::Ops<State, BLOCK, DIGEST_LEN>;

/// An incremental hash of a message.
pub type Hasher = hash::Hasher<State, BLOCK, DIGEST_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = hash::primitive("ripemd160", CANDIDATES, selftest);

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

/// Checks two of the authors' examples and a digest over the digests of messages with lengths at
/// the edges of blocks and padding.
fn selftest(candidate: Runnable<Ops>) -> bool {
    hash::agrees(candidate, &kat::ANSWERS)
}
