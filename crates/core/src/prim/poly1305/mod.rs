//! Poly1305: a 16-byte one-time authenticator under a 32-byte key (RFC 8439 section 2.5).
//!
//! A key must authenticate only one message: two tags under the same key reveal the key.

mod answers;
mod kat;
pub(crate) mod portable;
mod state;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use alloc::boxed::Box;

use super::equal::equal;
use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Target, bench_of,
    sample_array, sample_bytes,
};
use crate::error::{Error, Result};
use crate::wipe::Wiped;
use portable::BLOCK;
// The state between blocks uses the limb size that the architecture multiplies fastest.
#[cfg(not(target_arch = "wasm32"))]
use portable::State;
#[cfg(target_arch = "wasm32")]
use wasm32::limbs32::Kept as State;

pub use state::{Compression, Kept, Mac};

/// Length of the one-time key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = 16;

/// Absorbs whole blocks into the state.
type Absorb = unsafe fn(&mut State, &[[u8; BLOCK]]);

/// The functions of a candidate. Their time depends only on the length of the message.
#[derive(Debug)]
pub struct Ops {
    /// Computes the tag of a message.
    tag: unsafe fn(&[u8; KEY_LEN], &[u8]) -> [u8; TAG_LEN],
    /// Absorbs whole blocks of an incremental message.
    absorb: Absorb,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512ifma, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128, limbs32;
    any: portable;
};

const WHOLE: usize = 0;
const UPDATE: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = {
    let primitive = Primitive::new(Definition {
        name: "poly1305",
        candidates: CANDIDATES,
        operations: &[Operation::new("tag", Axis::Bytes), Operation::new("update", Axis::None)],
        offers: |_, _| true,
        selftest,
        bench,
        rank: RANK,
    });
    #[cfg(test)]
    let primitive = primitive.fuzzed(tests::fuzz);
    primitive
};

/// Returns the tag of a message under a one-time key.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
#[inline]
pub fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> Result<[u8; TAG_LEN]> {
    Ok(PRIMITIVE.pick(WHOLE, message.len())?.tag(key, message))
}

/// Writes the tag to `to`, because a tag that is returned in a `Result` is copied more than once.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
#[inline]
pub fn tag_to(key: &[u8; KEY_LEN], message: &[u8], to: &mut [u8; TAG_LEN]) -> Result<()> {
    *to = PRIMITIVE.pick(WHOLE, message.len())?.tag(key, message);
    Ok(())
}

/// Verifies the tag of a message in time independent of the tag.
///
/// # Errors
/// [`Error::Verification`] if the tag is wrong, [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn verify(key: &[u8; KEY_LEN], tag: &[u8; TAG_LEN], message: &[u8]) -> Result<()> {
    let mut genuine = Wiped::new([0; TAG_LEN]);
    tag_to(key, message, &mut genuine)?;
    is_genuine(&genuine, tag)
}

/// Compares the tags. The genuine tag of a forged message would itself be a forgery, so it is never
/// returned to the caller.
fn is_genuine(genuine: &Wiped<[u8; TAG_LEN]>, tag: &[u8; TAG_LEN]) -> Result<()> {
    if equal(genuine, tag) { Ok(()) } else { Err(Error::Verification) }
}

/// Starts an incremental tag under a one-time key, with the currently chosen candidate.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8; KEY_LEN]) -> Result<Mac> {
    Ok(Mac::begin(Compression::chosen()?, key))
}

impl Runnable<Ops> {
    /// Returns the tag of a message.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn tag(self, key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().tag)(key, message) }
    }

    /// Starts an incremental tag.
    #[must_use]
    pub fn init(self, key: &[u8; KEY_LEN]) -> Mac {
        Mac::begin(Compression::of(self), key)
    }
}

/// Checks RFC 8439's examples, sums near the prime, and messages that reach every code path of the
/// kernels by their lengths.
fn selftest(candidate: Runnable<Ops>) -> bool {
    answers::agrees(candidate, &kat::ANSWERS)
}

/// Piece length of the incremental benchmark: large enough to make the cost of a call negligible.
const PIECE_LEN: usize = 4096;

fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (key, message) =
        (sample_array(2), sample_bytes(if operation == WHOLE { size } else { PIECE_LEN }, 4));
    bench_of(TAG_LEN, move |out| {
        let candidate = target.get(operation, size)?;
        let tag = if operation == UPDATE {
            let mut mac = candidate.init(&key);
            mac.update(&message);
            mac.finish()
        } else {
            candidate.tag(&key, &message)
        };
        out.copy_from_slice(&tag);
        Ok(())
    })
}
