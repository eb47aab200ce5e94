//! Ed25519 signatures (RFC 8032, sections 5.1.5 to 5.1.7).
//!
//! The rules for edge cases are the same for all candidates, and match the libsodium in PyNaCl
//! 1.6.2 (`vectors/ed25519-verdicts.json`): S must be reduced, A and R must be reduced encodings of
//! points that are not of small order, and the equation R = \[S\]B - \[k\]A must hold without a
//! cofactor. Batch verification checks the equation multiplied by 8, so it accepts more signatures,
//! but only if A or R is of mixed order.

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

/// Length of a seed in bytes; the seed is the secret key of RFC 8032.
pub const SEED_LEN: usize = 32;
/// Length of a public key in bytes.
pub const PUBLIC_KEY_LEN: usize = 32;
/// Length of NaCl's secret key in bytes: the seed followed by the public key.
pub const SECRET_KEY_LEN: usize = 64;
/// Length of a signature in bytes: R followed by S.
pub const SIGNATURE_LEN: usize = 64;

/// A message with its claimed signature and signer.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    /// The signature: R followed by S.
    pub signature: &'a [u8; SIGNATURE_LEN],
    /// The message.
    pub message: &'a [u8],
    /// The public key of the claimed signer.
    pub public_key: &'a [u8; PUBLIC_KEY_LEN],
}

impl Signed<'_> {
    /// Returns the encoding of the point R.
    pub(in crate::prim) fn r(&self) -> &[u8; 32] {
        halves(self.signature).0
    }

    /// Returns the encoding of the scalar S.
    pub(in crate::prim) fn s(&self) -> &[u8; 32] {
        halves(self.signature).1
    }
}

type Seed = [u8; SEED_LEN];
type PublicKey = [u8; PUBLIC_KEY_LEN];
type Prepare = unsafe fn(&Seed, Option<&PublicKey>) -> Box<dyn Signer>;
type VerifyBatch = unsafe fn(&[Signed<'_>], &[u8; 32]) -> bool;
type ToX25519 = unsafe fn(&PublicKey) -> Option<[u8; x25519::KEY_LEN]>;

/// The way in which a candidate verifies.
#[derive(Debug)]
pub(in crate::prim) enum Verify {
    /// Returns whether R = \[S\]B - \[k\]A.
    #[cfg_attr(not(feature = "fiat"), allow(dead_code, reason = "few candidates verify so"))]
    Equation(unsafe fn(&Signed<'_>) -> bool),
    /// Returns the encoding of \[S\]B - \[k\]A, or `None` if A is not a point or S is not reduced.
    Point(unsafe fn(&Signed<'_>) -> Option<[u8; 32]>),
}

/// The functions that a candidate implements. The time of the functions with a seed does not depend
/// on the seed. Verification may be variable-time and is called only for signatures that pass
/// `strict`.
#[derive(Debug)]
pub struct Ops {
    public_key: unsafe fn(&Seed) -> PublicKey,
    /// Prepares a seed for signing; the caller may supply its public key.
    prepare: Prepare,
    verify: Verify,
    /// Returns whether \[8\]R = \[8\]\[S\]B - \[8\]\[k\]A for all signatures. The noise bytes,
    /// which supplement the coefficients, are random or zero.
    verify_batch: Option<VerifyBatch>,
    /// Converts a point to the Montgomery curve if it belongs to the prime-order group and is not
    /// neutral.
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

/// Returns the public key of a seed.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn public_key(seed: &[u8; SEED_LEN]) -> Result<[u8; PUBLIC_KEY_LEN]> {
    Ok(PRIMITIVE.pick(KEYPAIR, 0)?.public_key(seed))
}

/// Verifies the signature of a message.
///
/// # Errors
/// [`Error::Verification`] if the signature is invalid; [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn verify(
    public_key: &[u8; PUBLIC_KEY_LEN],
    signature: &[u8; SIGNATURE_LEN],
    message: &[u8],
) -> Result<()> {
    PRIMITIVE.pick(VERIFY, message.len())?.verify(&Signed { signature, message, public_key })
}

/// Verifies many signatures together, which is faster than one by one. An empty batch is valid.
///
/// If a public key or an R is of mixed order, which an honest signer never produces, the batch
/// accepts signatures that [`verify`] rejects.
///
/// # Errors
/// [`Error::Verification`] if at least one signature is invalid, without identifying it;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn verify_batch(signed: &[Signed<'_>]) -> Result<()> {
    PRIMITIVE.pick(VERIFY_BATCH, signed.len())?.verify_batch(signed)
}

/// Converts an Ed25519 public key to the X25519 public key of the same point.
///
/// # Errors
/// [`Error::WeakPublicKey`] if the key is not a point of the prime-order group, or is the neutral
/// element; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn public_to_x25519(public_key: &[u8; PUBLIC_KEY_LEN]) -> Result<[u8; x25519::KEY_LEN]> {
    PRIMITIVE.pick(TO_X25519, 0)?.public_to_x25519(public_key)
}

/// Converts a seed to an X25519 private key, which is the clamped scalar. Its X25519 public key
/// equals [`public_to_x25519`] of the seed's Ed25519 public key.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate of SHA-512 passes its self-test.
pub fn secret_to_x25519(seed: &[u8; SEED_LEN]) -> Result<[u8; x25519::KEY_LEN]> {
    let mut scalar = [0; x25519::KEY_LEN];
    secret_to_x25519_at(seed, &mut scalar)?;
    Ok(scalar)
}

/// Same as [`secret_to_x25519`], written to the caller's buffer, since a returned value would leave
/// copies on the stack.
///
/// # Errors
/// Same as [`secret_to_x25519`].
pub fn secret_to_x25519_at(seed: &[u8; SEED_LEN], to: &mut [u8; x25519::KEY_LEN]) -> Result<()> {
    /// Upper bound of the stack that hashing uses.
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
    /// Returns the public key of a seed.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn public_key(self, seed: &[u8; SEED_LEN]) -> [u8; PUBLIC_KEY_LEN] {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        let public_key = unsafe { (self.ops().public_key)(seed) };
        wipe_stack::<STACK>();
        public_key
    }

    /// Prepares a seed with this candidate. The signer may outlive `self`, because the processor
    /// features do not change.
    #[allow(unsafe_code)]
    fn prepare(
        self,
        seed: &[u8; SEED_LEN],
        public_key: Option<&[u8; PUBLIC_KEY_LEN]>,
    ) -> Box<dyn Signer> {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        let signer = unsafe { (self.ops().prepare)(seed, public_key) };
        wipe_stack::<STACK>();
        signer
    }

    /// Verifies one signature.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid.
    #[inline]
    #[allow(unsafe_code)]
    pub fn verify(self, signed: &Signed<'_>) -> Result<()> {
        strict::check(signed)?;
        let genuine = match self.ops().verify {
            // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate
            // needs.
            Verify::Equation(run) => unsafe { run(signed) },
            // SAFETY: as above.
            Verify::Point(run) => is_r(unsafe { run(signed) }, signed),
        };
        if genuine { Ok(()) } else { Err(Error::Verification) }
    }

    /// Verifies many signatures together.
    ///
    /// # Errors
    /// [`Error::Verification`] if at least one signature is invalid; [`Error::NoCandidate`] if the
    /// candidate does not offer batch verification.
    #[allow(unsafe_code)]
    pub fn verify_batch(self, signed: &[Signed<'_>]) -> Result<()> {
        let run = self.ops().verify_batch.ok_or(NOT_OFFERED)?;
        signed.iter().try_for_each(strict::check)?;
        for part in signed.chunks(BATCH_MAX) {
            // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate
            // needs.
            if !unsafe { run(part, &noise()) } {
                return Err(Error::Verification);
            }
        }
        Ok(())
    }

    /// Converts the public key to an X25519 public key.
    ///
    /// # Errors
    /// [`Error::WeakPublicKey`] if the key is not a point of the prime-order group, or is the
    /// neutral element; [`Error::NoCandidate`] if the candidate does not offer the conversion.
    #[allow(unsafe_code)]
    pub fn public_to_x25519(
        self,
        public_key: &[u8; PUBLIC_KEY_LEN],
    ) -> Result<[u8; x25519::KEY_LEN]> {
        let run = self.ops().to_x25519.ok_or(NOT_OFFERED)?;
        if !strict::is_sound_point(public_key) {
            return Err(Error::WeakPublicKey);
        }
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        unsafe { run(public_key) }.ok_or(Error::WeakPublicKey)
    }
}

/// Returns whether a point equals the R of a signature. R is compared as bytes, so that it need not
/// be decoded.
#[inline]
pub(in crate::prim) fn is_r(point: Option<[u8; 32]>, signed: &Signed<'_>) -> bool {
    point.as_ref() == Some(signed.r())
}

/// Maximum number of signatures that one sum of a batch verification covers. Candidates allocate
/// about 1 KiB for each and cannot report a failed allocation; larger sums would gain almost
/// nothing.
const BATCH_MAX: usize = 4096;

const NOT_OFFERED: Error = Error::no_candidate("ed25519");

/// Returns random bytes for the coefficients of a batch. The coefficients also depend on a hash of
/// the whole batch, so a failure of the random generator is not an error.
fn noise() -> [u8; 32] {
    #[allow(unused_mut)]
    let mut noise = [0; 32];
    #[cfg(feature = "std")]
    if getrandom::fill(&mut noise).is_err() {
        noise = [0; 32];
    }
    noise
}

/// Splits a signature, a secret key or a digest into its two halves.
pub(in crate::prim) fn halves(bytes: &[u8; 64]) -> (&[u8; 32], &[u8; 32]) {
    let (halves, _) = bytes.as_chunks();
    (&halves[0], &halves[1])
}
