//! ChaCha20: a stream of 2^32 blocks of 64 bytes from a 32-byte key and a 12-byte nonce (RFC 8439
//! section 2.4).

mod kat;
pub(crate) mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use alloc::boxed::Box;

use super::rank::RANK;
use super::shared::arx;
use super::table::candidates;
use super::{Source, selftest};
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Via, over,
    paint, painted,
};
use crate::error::{Error, Result};

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 12;

/// The functions of a candidate.
#[derive(Debug)]
pub struct Ops {
    /// Keystream from a block on XOR `source` into `out`. The caller has checked that the lengths
    /// agree and that the blocks do not run out. Time depends on the length alone.
    xor: unsafe fn(&mut [u8], Source<'_>, &[u8; KEY_LEN], &[u8; NONCE_LEN], u32),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, avx2;
    any: portable;
};

const XOR: usize = 0;

/// The blocks that a 32-bit counter tells apart.
const BLOCKS: u64 = 1 << 32;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "chacha20",
    candidates: CANDIDATES,
    operations: &[Operation::new("xor", Axis::Bytes)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Writes `source` XOR the keystream from block `counter` on into `out`. [`Source::Zero`] gives the
/// bare keystream.
///
/// # Errors
/// [`Error::Length`] if the source is not as long as `out` or the counter would pass 2^32 blocks,
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn xor(
    out: &mut [u8],
    source: Source<'_>,
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    counter: u32,
) -> Result<()> {
    source.check(out.len())?;
    if u64::from(counter) + out.len().div_ceil(arx::BLOCK) as u64 > BLOCKS {
        let expected = "at most 2^32 blocks of 64 less the counter";
        return Err(Error::Length { argument: "input", expected, actual: out.len() });
    }
    PRIMITIVE.pick(XOR, out.len())?.xor(out, source, key, nonce, counter);
    Ok(())
}

impl Runnable<Ops> {
    /// Writes `source` XOR the keystream from block `counter` on into `out`; `source.check(out.len())`
    /// holds and the counter does not pass 2^32 blocks.
    #[inline]
    #[allow(unsafe_code)]
    pub fn xor(
        self,
        out: &mut [u8],
        source: Source<'_>,
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        counter: u32,
    ) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().xor)(out, source, key, nonce, counter) }
    }
}

/// RFC 8439 section 2.4.2, streams of all the lengths that kernels make in other ways, and the last
/// blocks that the counter tells apart.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let mut text = *kat::TEXT;
    candidate.xor(&mut text, Source::InPlace, &kat::KEY, &kat::NONCE, 1);
    let mut last = [0; kat::LAST_BLOCKS * arx::BLOCK];
    let counter = u32::MAX - (kat::LAST_BLOCKS as u32 - 1);
    candidate.xor(&mut last, Source::Zero, &kat::KEY, &kat::NONCE, counter);
    text == kat::CIPHERTEXT
        && selftest::checksum(&last) == kat::LAST_SUM
        && selftest::streams(kat::STREAM_SUM, |out, source| {
            candidate.xor(out, source, &kat::KEY, &kat::NONCE, 1);
        })
}

fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (key, nonce, input) = (painted(2), painted(3), paint(size, 4));
    over(size, move |out| {
        via.get(operation, size)?.xor(out, Source::From(&input), &key, &nonce, 1);
        Ok(())
    })
}
