//! Salsa20/12: Salsa20 with 12 rounds, a stream of 2^64 blocks of 64 bytes from a 32-byte key and an
//! 8-byte nonce (D. J. Bernstein, "The Salsa20 family of stream ciphers", 2007).

mod kat;
#[cfg(test)]
mod tests;

use super::Source;
use super::family::stream;
use super::shared::arx::BLOCK;
use super::table::candidates;
use super::xsalsa20::portable::Salsa20;
use super::xsalsa20::rounds::composed;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 8;

/// The functions of a candidate.
pub type Ops = stream::Ops<Salsa20<12>, BLOCK, NONCE_LEN, KEY_LEN>;

composed! { 12; portable; }
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    super::composed! { 12; avx512 in x86_64; avx2 in x86_64; }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, avx2;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = stream::primitive("salsa2012", CANDIDATES, selftest);

/// Writes `source` XOR the keystream from block `counter` on into `out`.
///
/// # Errors
/// [`crate::Error::Length`] if the source is not as long as `out` or the counter would pass 2^64
/// blocks, [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn xor(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    counter: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    stream::xor(&PRIMITIVE, key, nonce, counter, out, source)
}

/// libsodium's own example (`test/default/stream5.c`), streams of all the lengths that kernels make in
/// other ways, and blocks across 2^32.
fn selftest(candidate: Runnable<Ops>) -> bool {
    stream::agrees(candidate, &kat::ANSWERS)
}
