//! ChaCha20: a stream of 2^32 blocks of 64 bytes from a 32-byte key and a 12-byte nonce (RFC 8439
//! section 2.4).

mod kat;
pub(crate) mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use super::Source;
use super::family::stream;
use super::shared::arx::BLOCK;
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 12;

/// The functions of a candidate.
pub type Ops = stream::Ops<portable::ChaCha20, BLOCK, NONCE_LEN, KEY_LEN>;

/// A stream that is taken piece by piece.
pub type Stream = stream::Stream<portable::ChaCha20, BLOCK, NONCE_LEN, KEY_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, avx2;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = stream::primitive("chacha20", CANDIDATES, selftest);

/// Fills `out` with the keystream from block `counter` on.
///
/// # Errors
/// [`crate::Error::Length`] if the counter would pass 2^32 blocks, [`crate::Error::NoCandidate`] if
/// no candidate passes its self-test.
pub fn stream(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    counter: u32,
    out: &mut [u8],
) -> Result<()> {
    stream::stream(&PRIMITIVE, key, nonce, counter.into(), out)
}

/// Writes `source` XOR the keystream from block `counter` on into `out`.
///
/// # Errors
/// [`crate::Error::Length`] if the source is not as long as `out` or the counter would pass 2^32
/// blocks, [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn xor(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    counter: u32,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, key, nonce, counter.into(), out, source)
}

/// A stream that is taken piece by piece, from block 0 on.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> Result<Stream> {
    stream::init(&PRIMITIVE, key, nonce)
}

/// RFC 8439 section 2.4.2, streams of all the lengths that kernels make in other ways, and the last
/// blocks that the counter tells apart.
fn selftest(candidate: Runnable<Ops>) -> bool {
    stream::agrees(candidate, &kat::ANSWERS)
}
