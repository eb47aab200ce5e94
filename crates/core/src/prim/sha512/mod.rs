//! SHA-512 (FIPS 180-4, section 6.4).

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod graviola;
mod kat;
pub(crate) mod message;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod portable_bmi2;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use super::rank::RANK;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Via, over,
    paint,
};
use crate::error::Result;

/// Length of the digest in bytes.
pub const DIGEST_LEN: usize = 64;

/// The functions of a candidate.
#[derive(Debug)]
pub struct Ops {
    /// The digest of all parts one after another. Time depends on the lengths alone.
    hash: unsafe fn(&[&[u8]]) -> [u8; DIGEST_LEN],
}

static CANDIDATES: &[Candidate<Ops>] = &[
    #[cfg(target_arch = "x86_64")]
    avx2::CANDIDATE,
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    graviola::CANDIDATE,
    #[cfg(target_arch = "x86_64")]
    portable_bmi2::CANDIDATE,
    portable::CANDIDATE,
];

const HASH: usize = 0;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "sha512",
    candidates: CANDIDATES,
    operations: &[Operation::new("hash", Axis::Bytes)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// The digest of all parts one after another.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash(parts: &[&[u8]]) -> Result<[u8; DIGEST_LEN]> {
    let len = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
    Ok(PRIMITIVE.pick(HASH, len)?.hash(parts))
}

impl Runnable<Ops> {
    /// The digest of all parts one after another.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn hash(self, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().hash)(parts) }
    }
}

/// The two examples of FIPS 180-4, and the digest over the digests of messages whose lengths lie
/// at the edges of blocks and padding, each in two parts.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let message: [u8; 1000] = core::array::from_fn(|i| i as u8);
    let digests = kat::LENGTHS.map(|len| {
        let (head, tail) = message[..len].split_at(len / 3);
        candidate.hash(&[head, tail])
    });
    candidate.hash(&[b"abc"]) == kat::ABC
        && candidate.hash(&[kat::TWO_BLOCKS.as_bytes()]) == kat::TWO_BLOCKS_DIGEST
        && candidate.hash(&digests.each_ref().map(|d| d.as_slice())) == kat::DIGEST_OF_DIGESTS
}

fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let input = paint(size, 5);
    over(DIGEST_LEN, move |out| {
        out.copy_from_slice(&via.get(operation, size)?.hash(&[&input]));
        Ok(())
    })
}
