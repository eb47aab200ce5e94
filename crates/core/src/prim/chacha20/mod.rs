//! ChaCha20 (RFC 8439 section 2.4): a keystream of 2^32 blocks of 64 bytes from a 32-byte key and a
//! 12-byte nonce.

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

/// The functions that a candidate implements.
pub type Ops = stream::Ops<portable::ChaCha20, BLOCK, NONCE_LEN, KEY_LEN>;

/// An incremental stream.
pub type Stream = stream::Stream<portable::ChaCha20, BLOCK, NONCE_LEN, KEY_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = stream::primitive("chacha20", CANDIDATES, selftest);

/// Fills `out` with the keystream, starting at block `counter`.
///
/// # Errors
/// [`crate::Error::Length`] if the counter would exceed 2^32 blocks, [`crate::Error::NoCandidate`]
/// if no candidate passes its self-test.
pub fn stream(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    counter: u32,
    out: &mut [u8],
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter.into(), out, Source::Zero)
}

/// Writes `source` XOR the keystream, starting at block `counter`, to `out`.
///
/// # Errors
/// [`crate::Error::Length`] if `source` and `out` differ in length or the counter would exceed 2^32
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

/// Same as [`xor`], with the 8-byte nonce and the 64-bit counter of the original cipher.
///
/// # Errors
/// Same as [`xor`], with a limit of 2^64 blocks.
pub fn xor_original(
    key: &[u8; KEY_LEN],
    nonce: &[u8; 8],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter, out, source)
}

/// Same as [`xor`], with the 24-byte nonce of XChaCha20 and a 64-bit counter, as in libsodium.
///
/// # Errors
/// Same as [`xor`], with a limit of 2^64 blocks.
pub fn xor_extended(
    key: &[u8; KEY_LEN],
    nonce: &[u8; 24],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter, out, source)
}

/// Begins an incremental stream at block 0.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> Result<Stream> {
    stream::init(&PRIMITIVE, key, nonce)
}

/// Computes HChaCha20: derives a subkey from a key and 16 input bytes (draft-irtf-cfrg-xchacha-03
/// section 2.2). It costs only one block, so it is not an operation with candidates of its own.
pub fn hchacha20(key: &[u8; KEY_LEN], out: &mut [u8; KEY_LEN], input: &[u8; 16]) {
    hchacha20_with(key, input, CONSTANTS, out);
}

/// Computes HChaCha20 with the caller's constants.
pub fn hchacha20_with(
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
    out: &mut [u8; KEY_LEN],
) {
    subkey(out, key, input, constants);
}

/// Checks RFC 8439 section 2.4.2, streams with lengths that cover all code paths of the kernels,
/// and the last blocks of the counter's range.
fn selftest(candidate: Runnable<Ops>) -> bool {
    stream::agrees(candidate, &kat::ANSWERS)
}
