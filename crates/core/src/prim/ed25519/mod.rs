//! Ed25519 signatures (RFC 8032, sections 5.1.5 to 5.1.7).
//!
//! Which odd signatures verify is decided here, once for all candidates, as the libsodium inside
//! PyNaCl 1.6.2 decides it (`vectors/ed25519-verdicts.json`): S is reduced, A and R are reduced
//! encodings of points that are not of small order, and the equation R = \[S\]B - \[k\]A holds
//! without a cofactor. A batch asks for the equation times 8, so it takes more where A or R is of
//! mixed order, and only there.

mod bench;
pub(in crate::prim) mod dalek;
#[cfg(test)]
mod fuzz;
mod kat;
mod key;
#[cfg(feature = "fiat")]
pub(in crate::prim) mod portable;
mod selftest;
#[cfg(any(feature = "fiat", all(feature = "groups", not(own_curve))))]
pub(in crate::prim) mod serial;
pub(in crate::prim) mod strict;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use alloc::boxed::Box;

use super::family::hash;
use super::rank::RANK;
use super::table::candidates;
use super::{sha512, x25519};
use crate::choose::{Axis, Candidate, Definition, Meta, Operation, Primitive, Runnable};
use crate::error::{Error, Result};
use crate::wipe::{SMALL_STACK, STACK, wipe, wipe_stack, without_traces_in};

use key::Signer;
pub use key::SigningKey;
pub(in crate::prim) use key::check_halves;

/// Length in bytes of a seed, which is the secret key of RFC 8032.
pub const SEED_LEN: usize = 32;
/// Length of a public key in bytes.
pub const PUBLIC_KEY_LEN: usize = 32;
/// Length in bytes of NaCl's secret key: the seed and then the public key.
pub const SECRET_KEY_LEN: usize = 64;
/// Length of a signature in bytes: R and then S.
pub const SIGNATURE_LEN: usize = 64;

/// A message with its signature and the public key to verify it with.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    /// R and then S.
    pub signature: &'a [u8; SIGNATURE_LEN],
    /// What is said to be signed.
    pub message: &'a [u8],
    /// The key that is said to have signed it.
    pub public_key: &'a [u8; PUBLIC_KEY_LEN],
}

impl Signed<'_> {
    /// The encoding of the point R.
    pub(in crate::prim) fn r(&self) -> &[u8; 32] {
        halves(self.signature).0
    }

    /// The encoding of the scalar S.
    pub(in crate::prim) fn s(&self) -> &[u8; 32] {
        halves(self.signature).1
    }
}

type Seed = [u8; SEED_LEN];
type PublicKey = [u8; PUBLIC_KEY_LEN];
type Prepare = unsafe fn(&Seed, Option<&PublicKey>) -> Box<dyn Signer>;
type VerifyBatch = unsafe fn(&[Signed<'_>], &[u8; 32]) -> bool;
type ToX25519 = unsafe fn(&PublicKey) -> Option<[u8; x25519::KEY_LEN]>;

/// How a candidate verifies.
#[derive(Debug)]
pub(in crate::prim) enum Verify {
    /// Whether R = \[S\]B - \[k\]A.
    #[cfg_attr(not(feature = "fiat"), allow(dead_code, reason = "few candidates verify so"))]
    Equation(unsafe fn(&Signed<'_>) -> bool),
    /// The encoding of \[S\]B - \[k\]A, if A is a point and S reduced.
    Point(unsafe fn(&Signed<'_>) -> Option<[u8; 32]>),
}

/// The functions of a candidate. Those that take a seed run in time that does not depend on it;
/// those that verify need not, and are called only with signatures that `strict` lets pass.
#[derive(Debug)]
pub struct Ops {
    public_key: unsafe fn(&Seed) -> PublicKey,
    /// All that signing needs of a seed, whose public key may be known already.
    prepare: Prepare,
    verify: Verify,
    /// Whether \[8\]R = \[8\]\[S\]B - \[8\]\[k\]A for all. The bytes are random or zeros.
    verify_batch: Option<VerifyBatch>,
    /// The same point on the Montgomery curve, if it is one of the prime-order group but its
    /// neutral element.
    to_x25519: Option<ToX25519>,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: #[cfg(feature = "std")] graviola, dalek_avx2;
    any: dalek, #[cfg(feature = "fiat")] portable;
};

const KEYPAIR: usize = 0;
const SIGN: usize = 1;
const VERIFY: usize = 2;
const VERIFY_BATCH: usize = 3;
const TO_X25519: usize = 4;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = {
    let primitive = Primitive::new(Definition {
        name: "ed25519",
        candidates: CANDIDATES,
        operations: &[
            Operation::new("keypair", Axis::None),
            Operation::new("sign", Axis::Bytes),
            Operation::new("verify", Axis::Bytes),
            Operation::new("verify_batch", Axis::Messages),
            Operation::new("to_x25519", Axis::None),
        ],
        offers: |ops, operation| match operation {
            VERIFY_BATCH => ops.verify_batch.is_some(),
            TO_X25519 => ops.to_x25519.is_some(),
            _ => true,
        },
        selftest: selftest::selftest,
        bench: bench::bench,
        rank: RANK,
    })
    .in_parts(selftest::part);
    #[cfg(test)]
    let primitive = primitive.fuzzed(fuzz::fuzz);
    primitive
};

/// The public key of a seed.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn public_key(seed: &[u8; SEED_LEN]) -> Result<[u8; PUBLIC_KEY_LEN]> {
    Ok(PRIMITIVE.pick(KEYPAIR, 0)?.public_key(seed))
}

/// Verifies the signature of a message.
///
/// # Errors
/// [`Error::Verification`] if it is not genuine; [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn verify(
    public_key: &[u8; PUBLIC_KEY_LEN],
    signature: &[u8; SIGNATURE_LEN],
    message: &[u8],
) -> Result<()> {
    PRIMITIVE.pick(VERIFY, message.len())?.verify(&Signed { signature, message, public_key })
}

/// Verifies many signatures at once, faster than one by one. An empty batch is genuine.
///
/// Where a public key or an R is of mixed order, which no honest signer makes, the batch takes
/// signatures that [`verify`] refuses.
///
/// # Errors
/// [`Error::Verification`] if one of them is not genuine, without saying which;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn verify_batch(signed: &[Signed<'_>]) -> Result<()> {
    PRIMITIVE.pick(VERIFY_BATCH, signed.len())?.verify_batch(signed)
}

/// The public key of X25519 that is the same point as a public key of Ed25519.
///
/// # Errors
/// [`Error::WeakPublicKey`] if it is not a point of the prime-order group, or the neutral element;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn public_to_x25519(public_key: &[u8; PUBLIC_KEY_LEN]) -> Result<[u8; x25519::KEY_LEN]> {
    PRIMITIVE.pick(TO_X25519, 0)?.public_to_x25519(public_key)
}

/// The private scalar of X25519 that belongs to [`public_to_x25519`] of the seed's public key,
/// clamped.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate of SHA-512 passes its self-test.
pub fn secret_to_x25519(seed: &[u8; SEED_LEN]) -> Result<[u8; x25519::KEY_LEN]> {
    let mut scalar = [0; x25519::KEY_LEN];
    secret_to_x25519_at(seed, &mut scalar)?;
    Ok(scalar)
}

/// The same to a place of the caller's: a result that is returned leaves copies.
///
/// # Errors
/// Those of [`secret_to_x25519`].
pub fn secret_to_x25519_at(seed: &[u8; SEED_LEN], to: &mut [u8; x25519::KEY_LEN]) -> Result<()> {
    /// At least what hashing uses.
    const USED: usize = if cfg!(target_arch = "wasm32") { SMALL_STACK } else { STACK };

    without_traces_in::<USED, _>(|| {
        let mut digest = [0; sha512::DIGEST_LEN];
        hash::hash_to(&sha512::PRIMITIVE, &[seed], &mut digest)?;
        *to = *halves(&digest).0;
        wipe(&mut digest);
        to[0] &= 248;
        to[31] = to[31] & 63 | 64;
        Ok(())
    })
}

impl Runnable<Ops> {
    /// The public key of a seed.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn public_key(self, seed: &[u8; SEED_LEN]) -> [u8; PUBLIC_KEY_LEN] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        let public_key = unsafe { (self.ops().public_key)(seed) };
        wipe_stack::<STACK>();
        public_key
    }

    /// A signer of this candidate. It may outlive `self`: what the processor offers stays.
    #[allow(unsafe_code)]
    fn prepare(
        self,
        seed: &[u8; SEED_LEN],
        public_key: Option<&[u8; PUBLIC_KEY_LEN]>,
    ) -> Box<dyn Signer> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        let signer = unsafe { (self.ops().prepare)(seed, public_key) };
        wipe_stack::<STACK>();
        signer
    }

    /// Verifies one signature.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is not genuine.
    #[inline]
    #[allow(unsafe_code)]
    pub fn verify(self, signed: &Signed<'_>) -> Result<()> {
        strict::check(signed)?;
        let genuine = match self.ops().verify {
            // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
            Verify::Equation(run) => unsafe { run(signed) },
            // SAFETY: as above.
            Verify::Point(run) => is_r(unsafe { run(signed) }, signed),
        };
        if genuine { Ok(()) } else { Err(Error::Verification) }
    }

    /// Verifies many signatures at once.
    ///
    /// # Errors
    /// [`Error::Verification`] if one of them is not genuine; [`Error::NoCandidate`] if the
    /// candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn verify_batch(self, signed: &[Signed<'_>]) -> Result<()> {
        let run = self.ops().verify_batch.ok_or(NOT_OFFERED)?;
        signed.iter().try_for_each(strict::check)?;
        for part in signed.chunks(BATCH_MAX) {
            // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
            if !unsafe { run(part, &noise()) } {
                return Err(Error::Verification);
            }
        }
        Ok(())
    }

    /// The public key as a point of X25519.
    ///
    /// # Errors
    /// [`Error::WeakPublicKey`] if it is not a point of the prime-order group, or the neutral
    /// element; [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn public_to_x25519(
        self,
        public_key: &[u8; PUBLIC_KEY_LEN],
    ) -> Result<[u8; x25519::KEY_LEN]> {
        let run = self.ops().to_x25519.ok_or(NOT_OFFERED)?;
        if !strict::is_sound_point(public_key) {
            return Err(Error::WeakPublicKey);
        }
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { run(public_key) }.ok_or(Error::WeakPublicKey)
    }
}

/// Whether a point is the R of a signature. R is compared as bytes, so that it need not be decoded.
#[inline]
pub(in crate::prim) fn is_r(point: Option<[u8; 32]>, signed: &Signed<'_>) -> bool {
    point.as_ref() == Some(signed.r())
}

/// Signatures in one sum. Candidates take memory for each, some 1 KiB, and cannot say that there is
/// none; so many gain almost all that any number does.
const BATCH_MAX: usize = 4096;

const NOT_OFFERED: Error = Error::no_candidate("ed25519");

/// Random bytes for the coefficients of a batch. They only add to what the coefficients draw from
/// the hash of the whole batch, so that doing without them is no error.
fn noise() -> [u8; 32] {
    #[allow(unused_mut)]
    let mut noise = [0; 32];
    #[cfg(feature = "std")]
    if getrandom::fill(&mut noise).is_err() {
        noise = [0; 32];
    }
    noise
}

/// The two halves of a signature, a secret key or a digest.
pub(in crate::prim) fn halves(bytes: &[u8; 64]) -> (&[u8; 32], &[u8; 32]) {
    let (halves, _) = bytes.as_chunks();
    (&halves[0], &halves[1])
}
