//! XSalsa20: a stream of 2^64 blocks of 64 bytes from a 32-byte key and a 24-byte nonce
//! (D. J. Bernstein, "Extending the Salsa20 nonce", 2011).

mod kat;
pub(crate) mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use alloc::boxed::Box;

use super::rank::RANK;
use super::shared::arx::word;
use super::table::candidates;
use super::{Source, selftest};
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Via, over,
    paint, painted,
};
use crate::error::Result;
use crate::wipe::wipe;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 24;

/// The functions of a candidate.
#[derive(Debug)]
pub struct Ops {
    /// Keystream XOR `source` into `out`. The caller has checked that the lengths agree. Time
    /// depends on the length alone.
    xor: unsafe fn(&mut [u8], Source<'_>, &[u8; KEY_LEN], &[u8; NONCE_LEN]),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, avx2;
    any: portable;
};

const STREAM: usize = 0;
const XOR: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "xsalsa20",
    candidates: CANDIDATES,
    operations: &[Operation::new("stream", Axis::Bytes), Operation::new("xor", Axis::Bytes)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Fills `out` with keystream.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn stream(out: &mut [u8], key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> Result<()> {
    PRIMITIVE.pick(STREAM, out.len())?.xor(out, Source::Zero, key, nonce);
    Ok(())
}

/// Writes `source` XOR keystream into `out`.
///
/// # Errors
/// [`crate::Error::Length`] if the source is not as long as `out`, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn xor(
    out: &mut [u8],
    source: Source<'_>,
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
) -> Result<()> {
    source.check(out.len())?;
    PRIMITIVE.pick(XOR, out.len())?.xor(out, source, key, nonce);
    Ok(())
}

/// HSalsa20: a key and 16 more bytes turned into another key. The work of one block, hence
/// no operation with candidates of its own.
#[must_use]
pub fn hsalsa20(key: &[u8; KEY_LEN], input: &[u8; 16]) -> [u8; KEY_LEN] {
    let mut state = [0; 16];
    portable::hsalsa20(&mut state, key, [0, 1, 2, 3].map(|i| word(input, i)));
    let mut subkey = [0; KEY_LEN];
    for (bytes, at) in subkey.chunks_exact_mut(4).zip(portable::SUBKEY_AT) {
        bytes.copy_from_slice(&state[at].to_le_bytes());
    }
    wipe(&mut state);
    subkey
}

impl Runnable<Ops> {
    /// Writes `source` XOR keystream into `out`; `source.check(out.len())` holds.
    #[inline]
    #[allow(unsafe_code)]
    pub fn xor(
        self,
        out: &mut [u8],
        source: Source<'_>,
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
    ) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().xor)(out, source, key, nonce) }
    }
}

/// NaCl's own example (`tests/stream3.c`, the first 32 bytes of keystream), and streams of all the
/// lengths that kernels make in other ways.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let mut first = [0; 32];
    candidate.xor(&mut first, Source::Zero, &kat::KEY, &kat::NONCE);
    first == kat::FIRST
        && selftest::streams(kat::STREAM_SUM, |out, source| {
            candidate.xor(out, source, &kat::KEY, &kat::NONCE);
        })
}

fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (key, nonce, input) = (painted(2), painted(3), paint(size, 4));
    over(size, move |out| {
        let source = if operation == STREAM { Source::Zero } else { Source::From(&input) };
        via.get(operation, size)?.xor(out, source, &key, &nonce);
        Ok(())
    })
}
