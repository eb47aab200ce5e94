//! BLAKE2b (RFC 7693) with optional key, salt and personalisation, and digests of 1 to 64 bytes.

mod blake2b_simd;
#[cfg(test)]
mod fuzz;
mod hasher;
mod kat;
mod message;
mod portable;
pub(in crate::prim) mod sigma;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use alloc::boxed::Box;

pub use hasher::{Hasher, Kept};
#[cfg(feature = "lanes")]
pub(in crate::prim) use {message::BLOCK, message::initial, portable::after};

use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Target,
    bench_of, sample_bytes,
};
use crate::error::{Error, Result};

/// Length of the longest digest in bytes.
pub const DIGEST_MAX: usize = 64;
/// Length of the longest key in bytes.
pub const KEY_MAX: usize = 64;
/// Length of the salt in bytes.
pub const SALT_LEN: usize = 16;
/// Length of the personalisation in bytes.
pub const PERSONAL_LEN: usize = 16;

/// The parameters of a BLAKE2b hash, other than the digest length.
#[derive(Clone, Copy)]
pub struct Params<'a> {
    /// At most [`KEY_MAX`] bytes; empty for an unkeyed hash.
    key: &'a [u8],
    salt: &'a [u8; SALT_LEN],
    personal: &'a [u8; PERSONAL_LEN],
}

impl<'a> Params<'a> {
    /// Creates parameters. An empty key selects an unkeyed hash; a salt or personalisation of zeros
    /// is the default.
    ///
    /// # Errors
    /// [`Error::Length`] if the key is longer than [`KEY_MAX`].
    pub fn new(
        key: &'a [u8],
        salt: &'a [u8; SALT_LEN],
        personal: &'a [u8; PERSONAL_LEN],
    ) -> Result<Self> {
        if key.len() > KEY_MAX {
            let (expected, actual) = ("0 to 64", key.len());
            return Err(Error::length("key", expected, actual));
        }
        Ok(Self { key, salt, personal })
    }

    pub(in crate::prim) const fn key(&self) -> &'a [u8] {
        self.key
    }
}

/// The functions that a candidate implements.
#[derive(Debug)]
pub struct Ops {
    /// Fills the output with the digest of the concatenated parts. The caller has checked the
    /// lengths of digest and key. Time depends only on the lengths.
    hash: unsafe fn(&Params<'_>, &mut [u8], &[&[u8]]),
    /// Absorbs whole blocks, for incremental hashing. It is `None` for a third-party crate with a
    /// private state.
    absorb: Option<hasher::Absorb>,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512;
    wasm32: #[cfg(target_feature = "simd128")] simd128;
    any: blake2b_simd, portable;
    lean: #[cfg(all(target_feature = "simd128", not(limbs25)))] wasm32::simd128,
        #[cfg(not(all(target_feature = "simd128", not(limbs25))))] portable;
};

const HASH: usize = 0;
const UPDATE: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = {
    let primitive = Primitive::new(Definition {
        name: "blake2b",
        candidates: CANDIDATES,
        operations: &[Operation::new("hash", Axis::Bytes), Operation::new("update", Axis::None)],
        offers: |ops, operation| operation != UPDATE || ops.absorb.is_some(),
        selftest,
        bench,
        rank: RANK,
    });
    #[cfg(test)]
    let primitive = primitive.fuzzed(fuzz::fuzz);
    primitive
};

/// Fills `out` with the digest of the concatenated parts. An empty key selects an unkeyed hash; a
/// salt or personalisation of zeros is the default.
///
/// # Errors
/// [`Error::Length`] if `out` is not 1 to 64 bytes long or the key is longer than 64 bytes;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash(
    key: &[u8],
    salt: &[u8; SALT_LEN],
    personal: &[u8; PERSONAL_LEN],
    out: &mut [u8],
    parts: &[&[u8]],
) -> Result<()> {
    check("out", out.len())?;
    let params = Params::new(key, salt, personal)?;
    let len = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
    PRIMITIVE.pick(HASH, len)?.hash(&params, out, parts);
    Ok(())
}

/// Begins an incremental hash with a digest of 1 to 64 bytes.
///
/// # Errors
/// [`Error::Length`] if `digest_len` is out of range, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn hasher(digest_len: usize, params: &Params<'_>) -> Result<Hasher> {
    check("digest", digest_len)?;
    let none = Error::no_candidate("blake2b");
    // `pick` returns only candidates that offer this operation.
    PRIMITIVE.pick(UPDATE, 0)?.hasher(digest_len, params).ok_or(none)
}

/// Returns the block function of the currently chosen candidate.
fn absorbing() -> Result<hasher::Absorb> {
    // `pick` returns only candidates that offer this operation.
    let none = Error::no_candidate("blake2b");
    PRIMITIVE.pick(UPDATE, 0)?.ops().absorb.ok_or(none)
}

fn check(argument: &'static str, digest_len: usize) -> Result<()> {
    if (1..=DIGEST_MAX).contains(&digest_len) {
        return Ok(());
    }
    Err(Error::length(argument, "1 to 64", digest_len))
}

impl Runnable<Ops> {
    /// Fills `out`, which is 1 to 64 bytes long, with the digest of the concatenated parts.
    #[inline]
    #[allow(unsafe_code)]
    pub fn hash(self, params: &Params<'_>, out: &mut [u8], parts: &[&[u8]]) {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        unsafe { (self.ops().hash)(params, out, parts) }
    }

    /// Begins an incremental hash with a digest of 1 to 64 bytes, if the candidate supports it.
    #[must_use]
    pub fn hasher(self, digest_len: usize, params: &Params<'_>) -> Option<Hasher> {
        self.ops().absorb.map(|absorb| Hasher::new(absorb, digest_len, params))
    }
}

/// Checks the example of RFC 7693, and a digest over many digests. These cover message lengths at
/// block boundaries, each in two parts and in two pieces, with and without key, salt and
/// personalisation, and digests from one byte up.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let message: [u8; 1000] = core::array::from_fn(|i| i as u8);
    let plain = Params { key: &[], salt: &[0; SALT_LEN], personal: &[0; PERSONAL_LEN] };
    let mut digest = [0; DIGEST_MAX];
    candidate.hash(&plain, &mut digest, &[b"abc"]);
    if digest != kat::ABC {
        return false;
    }
    let mut in_pieces = true;
    let mut digests = [[0; DIGEST_MAX]; kat::KINDS.len()];
    for (digest, &(len, digest_len, key_len)) in digests.iter_mut().zip(&kat::KINDS) {
        // The first part is empty, one byte, or some blocks and a remainder.
        let (head, tail) = message[..len].split_at(if len % 2 == 0 { len / 3 } else { 1 });
        let keyed =
            Params { key: &kat::KEY[..key_len], salt: &kat::SALT, personal: &kat::PERSONAL };
        let params = if key_len == 0 { &plain } else { &keyed };
        candidate.hash(params, &mut digest[..digest_len], &[head, tail]);
        if let Some(mut hasher) = candidate.hasher(digest_len, params) {
            hasher.update(head);
            hasher.update(tail);
            let mut own = [0; DIGEST_MAX];
            hasher.digest_into(&mut own[..digest_len]);
            in_pieces &= own == *digest;
        }
    }
    candidate.hash(&plain, &mut digest, &[digests.as_flattened()]);
    in_pieces && digest == kat::DIGEST_OF_DIGESTS
}

/// Length of the pieces in the benchmark loop of incremental hashing: long enough to make the cost
/// of a call negligible.
const PIECE_LEN: usize = 4096;

/// Benchmarks the default parameters of `crypto_generichash`: 32-byte digests, no key.
fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let input = sample_bytes(if operation == HASH { size } else { PIECE_LEN }, 12);
    bench_of(32, move |out| {
        let params = Params { key: &[], salt: &[0; SALT_LEN], personal: &[0; PERSONAL_LEN] };
        let candidate = target.get(operation, size)?;
        let in_pieces = operation == UPDATE;
        let hasher = if in_pieces { candidate.hasher(out.len(), &params) } else { None };
        match hasher {
            Some(mut hasher) => {
                hasher.update(&input);
                hasher.digest_into(out);
            }
            None => candidate.hash(&params, out, &[&input]),
        }
        Ok(())
    })
}
