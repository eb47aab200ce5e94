//! ChaCha20: a stream of 2^32 blocks of 64 bytes from a 32-byte key and a 12-byte nonce (RFC 8439
//! section 2.4).

mod kat;
mod nonces;
pub(crate) mod portable;
#[cfg(not(target_arch = "wasm32"))]
mod subkey;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use super::Source;
use super::family::stream;
use super::shared::arx::{BLOCK, CONSTANTS};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;
#[cfg(not(target_arch = "wasm32"))]
use subkey::{extended, subkey};
#[cfg(target_arch = "wasm32")]
use wasm32::{extended, subkey};

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
    wasm32: #[cfg(target_feature = "simd128")] simd128;
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
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter.into(), out, Source::Zero)
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
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter.into(), out, source)
}

/// As [`xor`], under the nonce of the original cipher, whose counter has 64 bits.
///
/// # Errors
/// Those of [`xor`], for 2^64 blocks.
pub fn xor_original(
    key: &[u8; KEY_LEN],
    nonce: &[u8; 8],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter, out, source)
}

/// As [`xor`], under the key and the nonce of XChaCha20, whose counter has 64 bits as in libsodium.
///
/// # Errors
/// Those of [`xor`], for 2^64 blocks.
pub fn xor_extended(
    key: &[u8; KEY_LEN],
    nonce: &[u8; 24],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter, out, source)
}

/// A stream that is taken piece by piece, from block 0 on.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> Result<Stream> {
    stream::init(&PRIMITIVE, key, nonce)
}

/// HChaCha20: writes the key that a key and 16 more bytes make (draft-irtf-cfrg-xchacha-03 section 2.2).
/// The work of one block, hence no operation with candidates of its own.
pub fn hchacha20(key: &[u8; KEY_LEN], out: &mut [u8; KEY_LEN], input: &[u8; 16]) {
    hchacha20_with(key, input, CONSTANTS, out);
}

/// HChaCha20 with constants of the caller's.
pub fn hchacha20_with(
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
    out: &mut [u8; KEY_LEN],
) {
    subkey(out, key, input, constants);
}

/// RFC 8439 section 2.4.2, streams of all the lengths that kernels make in other ways, and the last
/// blocks that the counter tells apart.
fn selftest(candidate: Runnable<Ops>) -> bool {
    stream::agrees(candidate, &kat::ANSWERS)
}
