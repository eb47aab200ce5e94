//! Poly1305: a 16-byte one-time authenticator under a 32-byte key (RFC 8439 section 2.5).
//!
//! A key must authenticate one message only: two tags under one key give the key away.

mod kat;
pub(crate) mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use alloc::boxed::Box;

use subtle::ConstantTimeEq as _;

use super::rank::RANK;
use super::selftest;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Via, over,
    paint, painted,
};
use crate::error::{Error, Result};

/// Length of the one-time key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = 16;

/// The functions of a candidate.
#[derive(Debug)]
pub struct Ops {
    /// The tag of a message. Time depends on the length alone.
    tag: unsafe fn(&[u8; KEY_LEN], &[u8]) -> [u8; TAG_LEN],
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512ifma, avx2;
    any: portable;
};

const TAG: usize = 0;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "poly1305",
    candidates: CANDIDATES,
    operations: &[Operation::new("tag", Axis::Bytes)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// The tag of a message under a one-time key.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> Result<[u8; TAG_LEN]> {
    Ok(PRIMITIVE.pick(TAG, message.len())?.tag(key, message))
}

/// Checks the tag of a message in constant time.
///
/// # Errors
/// [`Error::Verification`] if it is not genuine, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn verify(tag: &[u8; TAG_LEN], key: &[u8; KEY_LEN], message: &[u8]) -> Result<()> {
    let genuine = self::tag(key, message)?.ct_eq(tag);
    if genuine.into() { Ok(()) } else { Err(Error::Verification) }
}

impl Runnable<Ops> {
    /// The tag of a message under a one-time key.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn tag(self, key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().tag)(key, message) }
    }
}

/// RFC 8439's examples, sums round the prime, and messages of all the lengths that kernels take in
/// other ways.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let (message, ones): ([u8; 1024], _) = (selftest::message(), [0xff; 1024]);
    let tags = |len: usize| {
        [
            (&kat::RFC_KEY, &message),
            (&kat::ONES, &message),
            (&kat::RFC_KEY, &ones),
            (&kat::ONES, &ones),
        ]
        .map(|(key, message)| candidate.tag(key, &message[..len]))
    };
    let mut sum = selftest::Checksum::new();
    for len in kat::STRIDES {
        sum.add(tags(len).as_flattened());
    }
    let round_the_prime =
        |over: i8, tag: [u8; TAG_LEN]| candidate.tag(&kat::ONE, &kat::round_the_prime(over)) == tag;
    sum.value() == kat::STRIDES_SUM
        && candidate.tag(&kat::RFC_KEY, kat::RFC_MESSAGE) == kat::RFC_TAG
        && kat::LENGTHS.iter().all(|(len, tag)| candidate.tag(&kat::ONES, &message[..*len]) == *tag)
        && candidate.tag(&kat::TWO, &kat::BELOW) == kat::BELOW_TAG
        && candidate.tag(&kat::ONE, &kat::POWER) == [0; TAG_LEN]
        && candidate.tag(&kat::ONE, &kat::ABOVE) == kat::ABOVE_TAG
        && candidate.tag(&kat::FOUR, &kat::CARRIES) == kat::CARRIES_TAGS[0]
        && candidate.tag(&kat::FOUR, &kat::CARRIES[..48]) == kat::CARRIES_TAGS[1]
        && round_the_prime(-1, kat::BELOW_TAG)
        && (0..5).all(|over| round_the_prime(over, kat::tag(over.unsigned_abs(), 0)))
}

fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (key, message) = (painted(2), paint(size, 4));
    over(TAG_LEN, move |out| {
        out.copy_from_slice(&via.get(operation, size)?.tag(&key, &message));
        Ok(())
    })
}
