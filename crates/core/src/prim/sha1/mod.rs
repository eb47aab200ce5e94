//! SHA-1 (FIPS 180-4, section 6.1), for reading legacy formats. A collision is known (Stevens and
//! others, 2017), so new designs must not use it.

mod kat;
mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use super::family::hash;
use super::shared::sha2;
use super::table::candidates;
use crate::choose::{Candidate, Features, Meta, Primitive, Runnable};
use crate::error::Result;
use crate::wipe::wipe;

/// Length of the digest in bytes.
pub const DIGEST_LEN: usize = 20;

/// Length of a block in bytes.
const BLOCK: usize = 64;

type Block = [u8; BLOCK];

/// The five state words between blocks.
type State = [u32; 5];

/// The functions of a candidate.
pub type Ops = hash::Ops<State, BLOCK, DIGEST_LEN>;

/// An incremental hash of a message.
pub type Hasher = hash::Hasher<State, BLOCK, DIGEST_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: shani;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = hash::primitive("sha1", CANDIDATES, selftest);

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

/// Returns the digest of the optional first block and all parts, by a candidate's compression
/// function.
#[inline(always)]
fn message(
    first: Option<&Block>,
    parts: &[&[u8]],
    compress: impl Fn(&mut State, &[Block]),
) -> [u8; DIGEST_LEN] {
    let mut state = <State as hash::State<BLOCK, DIGEST_LEN>>::initial();
    sha2::absorb(first, parts, |blocks| compress(&mut state, blocks));
    let mut digest = [0; DIGEST_LEN];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(&state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    wipe(&mut state);
    digest
}

/// Checks two examples and a digest over the digests of messages with lengths at the edges of
/// blocks and padding.
fn selftest(candidate: Runnable<Ops>) -> bool {
    hash::agrees(candidate, &kat::ANSWERS)
}
