//! SHAKE256 (FIPS 202), whose output is as long as is asked for.

mod kat;
mod portable;
mod sponge;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use alloc::boxed::Box;

pub use sponge::{Hasher, Reader};

use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Via, over,
    paint,
};
use crate::error::Result;
use sponge::Permute;

/// Bytes of input or output between two permutations.
pub const RATE: usize = 136;

/// The functions of a candidate. Time depends on the lengths alone.
#[derive(Debug)]
pub struct Ops {
    /// Fills the output with the first bytes of SHAKE256 of all parts one after another.
    hash: unsafe fn(&mut [u8], &[&[u8]]),
    /// Keccak-f[1600], for messages that come and outputs that are read piece by piece.
    permute: Permute,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, portable_bmi2;
    any: portable;
};

const HASH: usize = 0;
const UPDATE: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "shake256",
    candidates: CANDIDATES,
    operations: &[Operation::new("hash", Axis::Bytes), Operation::new("update", Axis::None)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Fills `out` with the first bytes of SHAKE256 of all parts one after another.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash(out: &mut [u8], parts: &[&[u8]]) -> Result<()> {
    let len = parts.iter().fold(out.len(), |sum, part| sum.saturating_add(part.len()));
    PRIMITIVE.pick(HASH, len)?.hash(out, parts);
    Ok(())
}

/// A hash that takes its message piece by piece and gives its output so too.
///
/// ```
/// use quicksalt::hazmat::shake256;
///
/// let mut hasher = shake256::hasher()?;
/// hasher.update(b"a mess");
/// hasher.update(b"age");
/// let (mut output, mut reader) = ([0; 300], hasher.finish());
/// reader.read(&mut output[..32]);
/// reader.read(&mut output[32..]);
/// let mut whole = [0; 300];
/// shake256::hash(&mut whole, &[b"a message"])?;
/// assert_eq!(output, whole);
/// # Ok::<(), quicksalt::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hasher() -> Result<Hasher> {
    Ok(PRIMITIVE.pick(UPDATE, 0)?.hasher())
}

impl Runnable<Ops> {
    /// Fills `out` with the first bytes of SHAKE256 of all parts one after another.
    #[inline]
    #[allow(unsafe_code)]
    pub fn hash(self, out: &mut [u8], parts: &[&[u8]]) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().hash)(out, parts) }
    }

    /// A hash that takes its message piece by piece and gives its output so too.
    #[must_use]
    pub fn hasher(self) -> Hasher {
        Hasher::new(self.ops().permute)
    }
}

/// Whether a candidate gives the examples of NIST, and the digest over outputs whose lengths and
/// messages' lengths lie at the edges of blocks: in one call of two parts, and in pieces.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let message: [u8; kat::LONGEST] = core::array::from_fn(|i| i as u8);
    let mut outputs = candidate.hasher();
    let mut in_pieces = true;
    for &(message_len, len) in &kat::LENGTHS {
        // A part may fill nothing, one byte or some blocks before the next one comes.
        let cut = if message_len % 2 == 0 { message_len / 3 } else { 1 };
        let (head, tail) = message[..message_len].split_at(cut);
        let (mut output, mut own) = ([0; kat::LONGEST], [0; kat::LONGEST]);
        candidate.hash(&mut output[..len], &[head, tail]);
        let mut hasher = candidate.hasher();
        hasher.update(head);
        hasher.update(tail);
        let mut reader = hasher.finish();
        let (first, rest) = own[..len].split_at_mut(len / 3);
        reader.read(first);
        reader.read(rest);
        in_pieces &= own == output;
        outputs.update(&output[..len]);
    }
    let mut digest = [0; 32];
    outputs.finish().read(&mut digest);
    in_pieces
        && digest == kat::DIGEST_OF_OUTPUTS
        && kat::EXAMPLES.iter().all(|(message, known)| {
            candidate.hash(&mut digest, &[message]);
            digest == *known
        })
}

/// How much of a message comes at once where the loop for the lab takes it piece by piece.
const PIECE: usize = 4096;

/// Digests of 32 bytes, as hash-based signatures take them.
fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let input = paint(if operation == HASH { size } else { PIECE }, 17);
    over(32, move |out| {
        let candidate = via.get(operation, size)?;
        if operation == HASH {
            candidate.hash(out, &[&input]);
        } else {
            let mut hasher = candidate.hasher();
            hasher.update(&input);
            hasher.finish().read(out);
        }
        Ok(())
    })
}
