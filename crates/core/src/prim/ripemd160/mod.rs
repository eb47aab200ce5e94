//! RIPEMD-160 (Dobbertin, Bosselaers and Preneel, 1996), for checksums that others have fixed: its
//! digests are too short for anything new.

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

/// The words between two blocks.
type State = md4::State<5>;

/// The functions of a candidate.
pub type Ops = hash::Ops<State, BLOCK, DIGEST_LEN>;

/// A hash of a message that comes piece by piece.
pub type Hasher = hash::Hasher<State, BLOCK, DIGEST_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = hash::primitive("ripemd160", CANDIDATES, selftest);

/// The digest of all parts one after another.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash(parts: &[&[u8]]) -> Result<[u8; DIGEST_LEN]> {
    hash::hash(&PRIMITIVE, parts)
}

/// A hash that takes its message piece by piece.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hasher() -> Result<Hasher> {
    hash::hasher(&PRIMITIVE)
}

/// Two examples of the authors, and the digest over the digests of messages whose lengths lie at the
/// edges of blocks and padding.
fn selftest(candidate: Runnable<Ops>) -> bool {
    hash::agrees(candidate, &kat::ANSWERS)
}
