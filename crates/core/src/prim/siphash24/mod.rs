//! SipHash-2-4 with a tag of 8 or 16 bytes (Aumasson and Bernstein, 2012), libsodium's
//! `crypto_shorthash_siphash24` and `crypto_shorthash_siphashx24`. It protects hash tables and
//! short messages against attackers without the key; for any other use the 8-byte tag is too short.

mod kat;
mod portable;
mod state;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use super::equal::equal;
use super::rank::RANK;
use super::selftest::{Checksum, message};
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Target, bench_of,
    sample_array, sample_bytes,
};
use crate::error::{Error, Result};

pub use state::Mac;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 16;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = 8;
/// Length of the longer tag in bytes.
pub const LONG_TAG_LEN: usize = 16;

/// Length of a block in bytes.
const BLOCK: usize = 8;
/// A block of the message, little-endian.
type Word = [u8; BLOCK];
/// The state words v0 to v3.
type Chain = [u64; 4];

/// The functions of a candidate. Their time depends only on the length of the message.
#[derive(Debug)]
pub struct Ops {
    /// Computes the 8-byte tag.
    tag_64: unsafe fn(&[u8; KEY_LEN], &[u8]) -> [u8; TAG_LEN],
    /// Computes the 16-byte tag.
    tag_128: unsafe fn(&[u8; KEY_LEN], &[u8]) -> [u8; LONG_TAG_LEN],
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    any: portable;
};

const TAG_64: usize = 0;
const TAG_128: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "siphash24",
    candidates: CANDIDATES,
    operations: &[Operation::new("tag", Axis::Bytes), Operation::new("tag128", Axis::Bytes)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Returns the 8-byte tag of a message.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
#[inline]
pub fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> Result<[u8; TAG_LEN]> {
    Ok(PRIMITIVE.pick(TAG_64, message.len())?.tag(key, message))
}

/// Returns the 16-byte tag of a message.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
#[inline]
pub fn long_tag(key: &[u8; KEY_LEN], message: &[u8]) -> Result<[u8; LONG_TAG_LEN]> {
    Ok(PRIMITIVE.pick(TAG_128, message.len())?.long_tag(key, message))
}

/// Verifies the 8-byte tag of a message in time independent of the tag.
///
/// # Errors
/// [`Error::Verification`] if the tag is wrong, [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn verify(key: &[u8; KEY_LEN], tag: &[u8; TAG_LEN], message: &[u8]) -> Result<()> {
    is_genuine(&self::tag(key, message)?, tag)
}

/// Verifies the 16-byte tag of a message in time independent of the tag.
///
/// # Errors
/// As for [`verify`].
pub fn long_verify(key: &[u8; KEY_LEN], tag: &[u8; LONG_TAG_LEN], message: &[u8]) -> Result<()> {
    is_genuine(&long_tag(key, message)?, tag)
}

fn is_genuine<const TAG: usize>(genuine: &[u8; TAG], tag: &[u8; TAG]) -> Result<()> {
    if equal(genuine, tag) { Ok(()) } else { Err(Error::Verification) }
}

impl Runnable<Ops> {
    /// Returns the 8-byte tag of a message.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn tag(self, key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().tag_64)(key, message) }
    }

    /// Returns the 16-byte tag of a message.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn long_tag(self, key: &[u8; KEY_LEN], message: &[u8]) -> [u8; LONG_TAG_LEN] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().tag_128)(key, message) }
    }
}

/// Checks three of the authors' examples for each tag length, and messages of all lengths modulo a
/// block and around 256 bytes.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let counting: [u8; 63] = message();
    let examples = kat::EXAMPLES.iter().all(|(len, tag, long)| {
        let message = &counting[..*len];
        candidate.tag(&kat::KEY, message) == *tag && candidate.long_tag(&kat::KEY, message) == *long
    });
    examples
        && checksum(|key, message| (candidate.tag(key, message), candidate.long_tag(key, message)))
            == kat::TAGS
}

/// Returns the checksum of both tags of messages of counting or 0xff bytes, each under two keys.
fn checksum(tags: impl Fn(&[u8; KEY_LEN], &[u8]) -> ([u8; TAG_LEN], [u8; LONG_TAG_LEN])) -> u64 {
    let (mut sum, messages) = (Checksum::new(), [message(), [0xff; kat::LONGEST]]);
    for len in kat::LENGTHS {
        for message in &messages {
            for key in [kat::KEY, [0xff; KEY_LEN]] {
                let (tag, long) = tags(&key, &message[..len]);
                sum.add(&tag);
                sum.add(&long);
            }
        }
    }
    sum.value()
}

fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (key, message) = (sample_array(2), sample_bytes(size, 4));
    bench_of(if operation == TAG_64 { TAG_LEN } else { LONG_TAG_LEN }, move |out| {
        let candidate = target.get(operation, size)?;
        if operation == TAG_64 {
            out.copy_from_slice(&candidate.tag(&key, &message));
        } else {
            out.copy_from_slice(&candidate.long_tag(&key, &message));
        }
        Ok(())
    })
}
