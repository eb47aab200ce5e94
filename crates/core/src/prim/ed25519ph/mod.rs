//! Ed25519ph (RFC 8032, section 5.1): an Ed25519 signature of the SHA-512 digest of a message,
//! which permits incremental hashing of the message. A context of up to 255 bytes separates
//! different uses.
//!
//! The rules for edge cases are the ones of [`ed25519`](super::ed25519).

mod dalek;
mod kat;
#[cfg(feature = "fiat")]
mod portable;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use super::ed25519::dalek::Sha512;
use super::ed25519::{Signed, check_halves, halves, strict};
use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Target, bench_of,
    sample_array,
};
use crate::error::{Error, Result};
use crate::wipe::{STACK, wipe_stack};

pub use super::ed25519::{PUBLIC_KEY_LEN, SECRET_KEY_LEN, SEED_LEN, SIGNATURE_LEN};

/// Length of a message digest in bytes.
pub const DIGEST_LEN: usize = 64;
/// Maximum length of a context in bytes.
pub const CONTEXT_MAX: usize = 255;

/// The digest of a message, and the context of its signature.
#[derive(Clone, Copy)]
pub struct Prehashed<'a> {
    digest: &'a [u8; DIGEST_LEN],
    /// At most [`CONTEXT_MAX`] bytes.
    context: &'a [u8],
}

impl<'a> Prehashed<'a> {
    /// Combines the SHA-512 digest of a message with a context, which may be empty.
    ///
    /// # Errors
    /// [`Error::Length`] if the context is longer than [`CONTEXT_MAX`].
    pub fn new(digest: &'a [u8; DIGEST_LEN], context: &'a [u8]) -> Result<Self> {
        if context.len() > CONTEXT_MAX {
            let (expected, actual) = ("0 to 255", context.len());
            return Err(Error::length("context", expected, actual));
        }
        Ok(Self { digest, context })
    }

    /// Hashes the two given parts and the message as Ed25519 does, but prefixed with dom2(1,
    /// context) (section 2).
    fn hash<H: Sha512>(&self, a: &[u8], b: &[u8]) -> [u8; 64] {
        let flag_and_len = [1, self.context.len() as u8];
        H::hash(&[
            b"SigEd25519 no Ed25519 collisions",
            &flag_and_len,
            self.context,
            a,
            b,
            self.digest,
        ])
    }

    fn signed(
        &self,
        public_key: &'a [u8; PUBLIC_KEY_LEN],
        signature: &'a [u8; SIGNATURE_LEN],
    ) -> Signed<'a> {
        Signed { signature, message: self.digest, public_key }
    }
}

type Seed = [u8; SEED_LEN];
type PublicKey = [u8; PUBLIC_KEY_LEN];
type Signature = [u8; SIGNATURE_LEN];

/// The functions that a candidate implements. The time of signing does not depend on the seed and
/// the digest; verification is called only for signatures that pass `strict`.
#[derive(Debug)]
pub struct Ops {
    /// Signs a digest with a seed; the caller may supply the public key. Returns the public key and
    /// the signature.
    sign: unsafe fn(&Seed, Option<&PublicKey>, &Prehashed<'_>) -> (PublicKey, Signature),
    /// Returns whether R = \[S\]B - \[k\]A.
    verify: unsafe fn(&PublicKey, &Prehashed<'_>, &Signature) -> bool,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    any: dalek, #[cfg(feature = "fiat")] portable;
};

const SIGN: usize = 0;
const VERIFY: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "ed25519ph",
    candidates: CANDIDATES,
    operations: &[Operation::new("sign", Axis::None), Operation::new("verify", Axis::None)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Signs a digest with NaCl's 64-byte secret key, which is the seed followed by the public key.
///
/// # Errors
/// [`Error::KeyMismatch`] if the public half is not the public key of the seed;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn sign(
    keypair: &[u8; SECRET_KEY_LEN],
    message: &Prehashed<'_>,
) -> Result<[u8; SIGNATURE_LEN]> {
    check_halves(keypair)?;
    let (seed, public_key) = halves(keypair);
    Ok(PRIMITIVE.pick(SIGN, 0)?.sign_under(public_key, seed, message))
}

/// Verifies the signature of a digest.
///
/// # Errors
/// [`Error::Verification`] if the signature is invalid; [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn verify(
    public_key: &[u8; PUBLIC_KEY_LEN],
    message: &Prehashed<'_>,
    signature: &[u8; SIGNATURE_LEN],
) -> Result<()> {
    PRIMITIVE.pick(VERIFY, 0)?.verify(public_key, message, signature)
}

impl Runnable<Ops> {
    /// Signs a digest with a seed. Returns the public key of the seed and the signature.
    #[must_use]
    #[allow(unsafe_code)]
    pub fn sign(
        self,
        seed: &[u8; SEED_LEN],
        message: &Prehashed<'_>,
    ) -> ([u8; PUBLIC_KEY_LEN], [u8; SIGNATURE_LEN]) {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        let signed = unsafe { (self.ops().sign)(seed, None, message) };
        wipe_stack::<STACK>();
        signed
    }

    /// Signs a digest with a seed and its known public key.
    #[allow(unsafe_code)]
    fn sign_under(
        self,
        public_key: &[u8; PUBLIC_KEY_LEN],
        seed: &[u8; SEED_LEN],
        message: &Prehashed<'_>,
    ) -> [u8; SIGNATURE_LEN] {
        // SAFETY: as in `sign`.
        let (_, signature) = unsafe { (self.ops().sign)(seed, Some(public_key), message) };
        wipe_stack::<STACK>();
        signature
    }

    /// Verifies the signature of a digest.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid.
    #[allow(unsafe_code)]
    pub fn verify(
        self,
        public_key: &[u8; PUBLIC_KEY_LEN],
        message: &Prehashed<'_>,
        signature: &[u8; SIGNATURE_LEN],
    ) -> Result<()> {
        strict::check(&message.signed(public_key, signature))?;
        // SAFETY: as in `sign`.
        let genuine = unsafe { (self.ops().verify)(public_key, message, signature) };
        if genuine { Ok(()) } else { Err(Error::Verification) }
    }
}

/// Checks the example of RFC 8032, section 7.3, under three contexts, changes to every part of a
/// signature, its message and its context, and a key of small order.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let message = Prehashed { digest: &kat::DIGEST, context: b"" };
    candidate.verify(&kat::NEUTRAL, &message, &kat::NEUTRAL_SIGNATURE).is_err()
        && kat::SIGNATURES.iter().all(|(context, signature)| {
            let message = Prehashed { digest: &kat::DIGEST, context };
            candidate.sign(&kat::SEED, &message) == (kat::PUBLIC_KEY, *signature)
                && candidate.sign_under(&kat::PUBLIC_KEY, &kat::SEED, &message) == *signature
                && candidate.verify(&kat::PUBLIC_KEY, &message, signature).is_ok()
                && refuses_others(candidate, &message, signature)
        })
}

/// Returns whether the candidate rejects a changed R, S, key, digest and context.
fn refuses_others(
    candidate: Runnable<Ops>,
    message: &Prehashed<'_>,
    signature: &[u8; SIGNATURE_LEN],
) -> bool {
    let (mut other_r, mut other_s) = (*signature, *signature);
    (other_r[0], other_s[32]) = (other_r[0] ^ 1, other_s[32] ^ 1);
    let (mut digest, mut public_key) = (*message.digest, kat::PUBLIC_KEY);
    (digest[63], public_key[31]) = (digest[63] ^ 1, public_key[31] ^ 0x80);
    let other_message = Prehashed { digest: &digest, ..*message };
    let other_context = Prehashed { context: b"another", ..*message };
    let refuses = |public_key: &PublicKey, message: &Prehashed<'_>, signature: &Signature| {
        candidate.verify(public_key, message, signature).is_err()
    };
    refuses(&kat::PUBLIC_KEY, message, &other_r)
        && refuses(&kat::PUBLIC_KEY, message, &other_s)
        && refuses(&public_key, message, signature)
        && refuses(&kat::PUBLIC_KEY, &other_message, signature)
        && refuses(&kat::PUBLIC_KEY, &other_context, signature)
}

/// Benchmarks an operation. When signing, each signature becomes the next digest; when verifying,
/// the signature is valid.
fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let seed = sample_array(2);
    if operation == SIGN {
        return bench_of(SIGNATURE_LEN, move |out| {
            let mut digest = [0; DIGEST_LEN];
            digest.copy_from_slice(out);
            let message = Prehashed { digest: &digest, context: b"" };
            out.copy_from_slice(&target.get(operation, size)?.sign(&seed, &message).1);
            Ok(())
        });
    }
    let digest = sample_array(3);
    let signed = target
        .get(SIGN, 0)
        .map(|candidate| candidate.sign(&seed, &Prehashed { digest: &digest, context: b"" }));
    bench_of(1, move |out| {
        let (public_key, signature) = signed.as_ref().map_err(Clone::clone)?;
        let message = Prehashed { digest: &digest, context: b"" };
        out[0] =
            target.get(operation, size)?.verify(public_key, &message, signature).is_ok().into();
        Ok(())
    })
}
