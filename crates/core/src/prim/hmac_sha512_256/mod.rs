//! HMAC-SHA-512-256, NaCl's `crypto_auth`: the first 32 bytes of HMAC-SHA-512 (RFC 2104, RFC 4231)
//! under a 32-byte key.

mod construction;
mod kat;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use subtle::ConstantTimeEq;

use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Via, over, paint, painted,
};
use crate::error::{Error, Result};
use crate::wipe::Wiped;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = 32;

/// The functions of a candidate.
#[derive(Debug)]
pub struct Ops {
    /// The tag of all parts one after another. Time depends on the lengths alone.
    tag: unsafe fn(&[u8; KEY_LEN], &[&[u8]]) -> [u8; TAG_LEN],
}

construction::composed! {
    portable, "own, from RFC 2104";
}
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    super::construction::composed! {
        portable_bmi2 in x86_64, "own, from RFC 2104", "bmi1,bmi2";
        avx2 in x86_64, "own, from RFC 2104", "avx2,bmi1,bmi2";
        #[cfg(feature = "std")]
        graviola in x86_64, "own, from RFC 2104, over crate graviola";
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx2, #[cfg(feature = "std")] graviola, portable_bmi2;
    any: portable;
};

const TAG: usize = 0;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "hmac-sha512-256",
    candidates: CANDIDATES,
    operations: &[Operation::new("tag", Axis::Bytes)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// The tag of all parts one after another.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn tag(key: &[u8; KEY_LEN], parts: &[&[u8]]) -> Result<[u8; TAG_LEN]> {
    let len = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
    Ok(PRIMITIVE.pick(TAG, len)?.tag(key, parts))
}

/// Checks the tag of all parts one after another, in a time that does not depend on the tag.
///
/// # Errors
/// [`Error::Verification`] if it is another, [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn verify(tag: &[u8; TAG_LEN], key: &[u8; KEY_LEN], parts: &[&[u8]]) -> Result<()> {
    // The genuine tag of a message that someone made up is a forgery to keep from them.
    let genuine = Wiped::new(self::tag(key, parts)?);
    if bool::from(genuine.ct_eq(tag)) { Ok(()) } else { Err(Error::Verification) }
}

impl Runnable<Ops> {
    /// The tag of all parts one after another.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn tag(self, key: &[u8; KEY_LEN], parts: &[&[u8]]) -> [u8; TAG_LEN] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().tag)(key, parts) }
    }
}

/// Test cases 1 to 4 of RFC 4231, whose keys fit 32 bytes (a shorter key is padded with zeros in
/// any case), and the tag over the tags of messages whose lengths lie at the edges of blocks and
/// padding, each in two parts.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let message: [u8; 1000] = core::array::from_fn(|i| i as u8);
    let tags = kat::LENGTHS.map(|len| {
        let (head, tail) = message[..len].split_at(len / 3);
        candidate.tag(&kat::KEY, &[head, tail])
    });
    kat::CASES.iter().all(|case| candidate.tag(&case.key, &[case.data]) == case.tag)
        && candidate.tag(&kat::KEY, &tags.each_ref().map(|t| t.as_slice())) == kat::TAG_OF_TAGS
}

fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (key, input) = (painted(8), paint(size, 9));
    over(TAG_LEN, move |out| {
        out.copy_from_slice(&via.get(operation, size)?.tag(&key, &[&input]));
        Ok(())
    })
}
