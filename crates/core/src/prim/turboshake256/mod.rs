//! TurboSHAKE256 (RFC 9861): SHAKE256 with half the rounds and a domain of the caller's.

mod kat;
#[cfg(test)]
mod tests;

use super::family::xof::{self};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;

/// Bytes of input or output between two permutations.
pub const RATE: usize = 136;

/// The functions of a candidate.
pub type Ops = xof::Ops<RATE>;

/// A hash of a message that comes piece by piece.
pub type Hasher = xof::Hasher<RATE>;

/// The output, read piece by piece.
pub type Reader = xof::Reader<RATE>;

xof::composed! {
    turboshake256 of keccak, permute_12;
    portable, "own, from RFC 9861";
}
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    crate::prim::family::xof::composed! {
        turboshake256 of keccak, permute_12;
        avx512 in x86_64, "own, from RFC 9861", "avx512f";
        portable_bmi2 in x86_64, "own, from RFC 9861", "bmi1,bmi2";
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, portable_bmi2;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = xof::primitive("turboshake256", CANDIDATES, selftest);

/// Fills `out` with the first bytes of TurboSHAKE256 of all parts one after another. The domain, from 1 to
/// 0x7f, sets functions apart; it is 0x1f where there is no reason for another.
///
/// # Errors
/// [`crate::Error::Parameter`] if the domain is none, [`crate::Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn hash(domain: u8, out: &mut [u8], parts: &[&[u8]]) -> Result<()> {
    xof::hash(&PRIMITIVE, xof::checked(domain)?, out, parts)
}

/// A hash that takes its message piece by piece and gives its output so too.
///
/// # Errors
/// Those of [`hash`].
pub fn hasher(domain: u8) -> Result<Hasher> {
    xof::hasher(&PRIMITIVE, xof::checked(domain)?)
}

/// Whether a candidate gives the examples of RFC 9861, and the digest over outputs whose lengths and
/// messages' lengths lie at the edges of blocks.
fn selftest(candidate: Runnable<Ops>) -> bool {
    xof::agrees(candidate, &kat::ANSWERS)
}
