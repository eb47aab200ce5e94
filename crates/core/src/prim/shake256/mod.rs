//! SHAKE256 (FIPS 202), whose output is as long as is asked for.

mod kat;
#[cfg(test)]
mod tests;

use super::family::xof::{self, STANDARD};
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
    shake256 of keccak, permute_24;
    portable, "own, from FIPS 202";
}
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    crate::prim::family::xof::composed! {
        shake256 of keccak, permute_24;
        avx512 in x86_64, "own, from FIPS 202", "avx512f";
        portable_bmi2 in x86_64, "own, from FIPS 202", "bmi1,bmi2";
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, portable_bmi2;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = xof::primitive("shake256", CANDIDATES, selftest);

/// Fills `out` with the first bytes of SHAKE256 of all parts one after another.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash(out: &mut [u8], parts: &[&[u8]]) -> Result<()> {
    xof::hash(&PRIMITIVE, STANDARD, out, parts)
}

/// A hash that takes its message piece by piece and gives its output so too.
///
/// ```
/// use quicksalt::hazmat::shake256;
///
/// let mut hasher = shake256::hasher()?;
/// hasher.update(b"a mess");
/// hasher.update(b"age");
/// let (mut output, mut reader) = ([0; 300], hasher.finish());
/// reader.read(&mut output[..32]);
/// reader.read(&mut output[32..]);
/// let mut whole = [0; 300];
/// shake256::hash(&mut whole, &[b"a message"])?;
/// assert_eq!(output, whole);
/// # Ok::<(), quicksalt::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hasher() -> Result<Hasher> {
    xof::hasher(&PRIMITIVE, STANDARD)
}

/// Whether a candidate gives the examples of NIST, and the digest over outputs whose lengths and
/// messages' lengths lie at the edges of blocks.
fn selftest(candidate: Runnable<Ops>) -> bool {
    xof::agrees(candidate, &kat::ANSWERS)
}
