//! XSalsa20: a stream of 2^64 blocks of 64 bytes from a 32-byte key and a 24-byte nonce
//! (D. J. Bernstein, "Extending the Salsa20 nonce", 2011).

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
use super::selftest::{checksum, streams};
pub use super::shared::arx::CONSTANTS;
use super::shared::arx::{BLOCK, word};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;
use crate::wipe::wipe;
#[cfg(not(target_arch = "wasm32"))]
pub(in crate::prim) use subkey::extended;
#[cfg(not(target_arch = "wasm32"))]
use subkey::subkey;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) use wasm32::extended;
#[cfg(target_arch = "wasm32")]
use wasm32::subkey;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 24;

/// The functions of a candidate.
pub type Ops = stream::Ops<portable::Salsa20, BLOCK, NONCE_LEN, KEY_LEN>;

/// An incremental keystream.
pub type Stream = stream::Stream<portable::Salsa20, BLOCK, NONCE_LEN, KEY_LEN>;

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = stream::primitive("xsalsa20", CANDIDATES, selftest);

/// Fills `out` with the keystream, starting at block `counter`.
///
/// # Errors
/// [`crate::Error::Length`] if the counter would pass 2^64 blocks, [`crate::Error::NoCandidate`] if
/// no candidate passes its self-test.
pub fn stream(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    counter: u64,
    out: &mut [u8],
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter, out, Source::Zero)
}

/// Writes `source` XOR the keystream, starting at block `counter`, into `out`.
///
/// # Errors
/// [`crate::Error::Length`] if the source does not have the length of `out` or the counter would
/// pass 2^64 blocks, [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn xor(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter, out, source)
}

/// Like [`xor`], with an 8-byte nonce and the key used directly: Salsa20.
///
/// # Errors
/// As for [`xor`].
pub fn xor_salsa20(
    key: &[u8; KEY_LEN],
    nonce: &[u8; 8],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.xor, key, nonce, counter, out, source)
}

/// Like [`xor_salsa20`], with 12 rounds (D. J. Bernstein, "The Salsa20 family of stream ciphers",
/// 2007).
///
/// # Errors
/// As for [`xor`].
pub fn xor_salsa2012(
    key: &[u8; KEY_LEN],
    nonce: &[u8; 8],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.reduced[0], key, nonce, counter, out, source)
}

/// Like [`xor_salsa20`], with 8 rounds.
///
/// # Errors
/// As for [`xor`].
pub fn xor_salsa208(
    key: &[u8; KEY_LEN],
    nonce: &[u8; 8],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, |ops| ops.reduced[1], key, nonce, counter, out, source)
}

impl Runnable<Ops> {
    /// Writes `source` XOR the 12-round Salsa20 keystream, starting at `block`, into `out` of the
    /// same length.
    pub fn xor_salsa2012(
        self,
        key: &[u8; KEY_LEN],
        nonce: &[u8; 8],
        block: u64,
        out: &mut [u8],
        source: Source<'_>,
    ) {
        self.xor_with(self.ops().reduced[0], key, nonce, block, out, source);
    }

    /// Like [`Self::xor_salsa2012`], with 8 rounds.
    pub fn xor_salsa208(
        self,
        key: &[u8; KEY_LEN],
        nonce: &[u8; 8],
        block: u64,
        out: &mut [u8],
        source: Source<'_>,
    ) {
        self.xor_with(self.ops().reduced[1], key, nonce, block, out, source);
    }
}

/// Starts an incremental keystream at block 0.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> Result<Stream> {
    stream::init(&PRIMITIVE, key, nonce)
}

/// HSalsa20: derives a key from a key and 16 more bytes. It is not an operation with candidates,
/// because it computes only one block.
#[must_use]
pub fn hsalsa20(key: &[u8; KEY_LEN], input: &[u8; 16]) -> [u8; KEY_LEN] {
    let mut subkey = [0; KEY_LEN];
    hsalsa20_with(key, input, CONSTANTS, &mut subkey);
    subkey
}

/// HSalsa20 with the caller's constants.
pub fn hsalsa20_with(
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
    out: &mut [u8; KEY_LEN],
) {
    subkey(out, key, input, constants);
}

/// The core of Salsa20 with 8, 12 or 20 rounds: the block for a key, 16 bytes of nonce and counter,
/// and constants. It is not an operation with candidates, because it computes only one block.
pub fn core<const ROUNDS: usize>(
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
    out: &mut [u8; BLOCK],
) {
    let mut state = [0; 16];
    portable::fill(&mut state, key, words(input), words(constants));
    portable::salsa::<ROUNDS>(&mut state, out, Source::Zero);
    wipe(&mut state);
}

#[inline(always)]
fn words(bytes: &[u8; 16]) -> [u32; 4] {
    [0, 1, 2, 3].map(|i| word(bytes, i))
}

/// Checks NaCl's own example (`tests/stream3.c`, the first 32 bytes of keystream), keystreams that
/// reach every code path of the kernels by their lengths, and blocks across 2^32; the latter two
/// also with 12 and 8 rounds.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let reduced = candidate.ops().reduced.iter().zip(&kat::REDUCED).all(|(kernel, answers)| {
        let xor = |block, out: &mut [u8], source: Source<'_>| {
            candidate.xor_with(*kernel, &kat::KEY, &kat::SHORT_NONCE, block, out, source);
        };
        let mut late = [0; stream::LATE];
        xor(kat::LATE, &mut late, Source::Zero);
        checksum(&late) == answers.late
            && streams(answers.keystream, |out, source| xor(0, out, source))
    });
    reduced && stream::agrees(candidate, &kat::ANSWERS)
}
