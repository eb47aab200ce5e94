//! SHA3-256 (FIPS 202, section 6.1).

mod kat;
#[cfg(test)]
mod tests;

use super::family::hash;
use super::shared::sha3;
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;

/// Length of the digest in bytes.
pub const DIGEST_LEN: usize = 32;

/// Bytes of input between two permutations.
const RATE: usize = sha3::rate(DIGEST_LEN);

/// The functions of a candidate.
pub type Ops = hash::Ops<sha3::State, RATE, DIGEST_LEN>;

/// A hash of a message that comes piece by piece.
pub type Hasher = hash::Hasher<sha3::State, RATE, DIGEST_LEN>;

/// What a hash keeps in memory of the caller's, see [`hash::Kept`].
pub type Kept = hash::Kept<sha3::State, RATE>;

sha3::composed! {
    sha3_256 of keccak;
    portable, "own, from FIPS 202";
}
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    crate::prim::shared::sha3::composed! {
        sha3_256 of keccak;
        avx512 in x86_64, "own, from FIPS 202", "avx512f";
        portable_bmi2 in x86_64, "own, from FIPS 202", "bmi1,bmi2";
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, portable_bmi2;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = hash::primitive("sha3-256", CANDIDATES, selftest);

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

/// Two examples of NIST, and the digest over the digests of messages whose lengths lie at the edges of
/// blocks.
fn selftest(candidate: Runnable<Ops>) -> bool {
    hash::agrees(candidate, &kat::ANSWERS)
}
