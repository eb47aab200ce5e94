//! `crypto_sign`: Ed25519 signatures (RFC 8032).
//!
//! A signed message is the 64-byte signature followed by the message. NaCl's secret key is the
//! 32-byte seed followed by the public key; a secret key with a wrong public key is rejected,
//! because signing with it would reveal the seed.
//!
//! ```
//! use quicksalt::nacl::sign::{self, SigningKey};
//!
//! let key = SigningKey::generate()?;
//! let signature = key.sign_detached(b"hello")?;
//! key.public_key().verify(b"hello", &signature)?;
//!
//! let signed = key.sign(b"hello")?;
//! assert_eq!(sign::open(&signed, &key.public_key())?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```
//!
//! Ed25519ph signs the digest of an incremental message; an Ed25519ph signature is not valid as an
//! Ed25519 signature.
//!
//! ```
//! use quicksalt::nacl::sign::{self, SecretKey, Seed};
//!
//! let key = SecretKey::from_seed(&Seed::generate()?)?;
//! let mut message = sign::prehash()?;
//! message.update(b"hel");
//! message.update(b"lo");
//! let signature = message.sign(b"greetings", &key)?;
//! message.verify(&signature, b"greetings", &key.public_key())?;
//! assert!(message.verify(&signature, b"another context", &key.public_key()).is_err());
//! # Ok::<(), quicksalt::Error>(())
//! ```

use alloc::vec::Vec;
use core::fmt;

use crate::error::{Error, Result};
use crate::memory;
use crate::nacl::boxes;
use crate::nacl::key::{public, secret};
use crate::nacl::share::{Estimate, share};
use crate::prim::ed25519ph::Prehashed;
use crate::prim::{ed25519, ed25519ph, sha512};
use crate::wipe::{Wiped, without_traces};

pub use crate::prim::ed25519::Signed;

/// Length of a signature in bytes.
pub const SIGNATURE_LEN: usize = ed25519::SIGNATURE_LEN;

secret! {
    /// The seed of a key pair, which RFC 8032 calls the private key.
    Seed, 32
}

secret! {
    /// NaCl's secret key: the seed followed by the public key.
    SecretKey, 64
}

public! {
    /// A key for verifying signatures.
    PublicKey, 32
}

public! {
    /// A detached signature: R followed by S (RFC 8032, section 5.1.6).
    Signature, 64, "signature"
}

impl PublicKey {
    /// Verifies the signature of a message, as [`verify`].
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid, [`Error::NoCandidate`] if no candidate
    /// passes its self-test.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<()> {
        verify(signature, message, self)
    }

    /// Converts this key to the equivalent public key for [`boxes`].
    ///
    /// # Errors
    /// [`Error::WeakPublicKey`] if the point is not in the prime-order group,
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn to_curve25519(&self) -> Result<boxes::PublicKey> {
        ed25519::public_to_x25519(&self.0).map(boxes::PublicKey::from)
    }
}

impl SecretKey {
    /// Derives the secret key of a seed.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_seed(seed: &Seed) -> Result<Self> {
        without_traces(|| {
            let mut both = [0; Self::LEN];
            both[Seed::LEN..].copy_from_slice(&ed25519::public_key(seed.as_bytes())?);
            let mut secret = Self::from(both);
            secret.0[..Seed::LEN].copy_from_slice(seed.as_bytes());
            Ok(secret)
        })
    }

    /// The seed, the first half of the key.
    #[must_use]
    pub fn seed(&self) -> Seed {
        Seed::from(*self.halves().0)
    }

    /// The public key, the second half of the key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(*self.halves().1)
    }

    /// Converts to the secret key for [`boxes`] that matches [`PublicKey::to_curve25519`].
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn to_curve25519(&self) -> Result<boxes::SecretKey> {
        without_traces(|| ed25519::secret_to_x25519(self.halves().0).map(boxes::SecretKey::from))
    }

    fn halves(&self) -> (&[u8; 32], &[u8; 32]) {
        let (halves, _) = self.0.as_chunks();
        (&halves[0], &halves[1])
    }
}

/// A prepared key for signing any number of messages. It uses the candidates selected at its
/// creation.
pub struct SigningKey {
    seed: Seed,
    prepared: ed25519::SigningKey,
}

impl SigningKey {
    /// Generates a key from the operating system's random bytes.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the operating system returns none, [`Error::NoCandidate`] if no
    /// candidate passes its self-test.
    #[cfg(feature = "std")]
    pub fn generate() -> Result<Self> {
        Self::from_seed(&Seed::generate()?)
    }

    /// Prepares the key of a seed.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_seed(seed: &Seed) -> Result<Self> {
        without_traces(|| {
            let prepared = ed25519::SigningKey::from_seed(seed.as_bytes())?;
            Ok(Self { seed: seed.clone(), prepared })
        })
    }

    /// Prepares a key from NaCl's secret key.
    ///
    /// # Errors
    /// [`Error::KeyMismatch`] if its public key does not match its seed, [`Error::NoCandidate`] if
    /// no candidate passes its self-test.
    pub fn from_secret_key(secret: &SecretKey) -> Result<Self> {
        without_traces(|| {
            let prepared = ed25519::SigningKey::from_keypair(secret.as_bytes())?;
            Ok(Self { seed: secret.seed(), prepared })
        })
    }

    /// Returns the seed of the key, which is sufficient for storing the key.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(*self.prepared.public_key())
    }

    /// Signs a message; returns the signature followed by the message.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if memory is exhausted, [`Error::NoCandidate`] if no candidate passes
    /// its self-test.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>> {
        let mut signed = memory::zeros(message.len() + SIGNATURE_LEN)?;
        self.sign_into(&mut signed, message)?;
        Ok(signed)
    }

    /// Signs a message into `out`, which must be [`SIGNATURE_LEN`] bytes longer.
    ///
    /// # Errors
    /// [`Error::Length`] if `out` has the wrong length, [`Error::NoCandidate`] if no candidate
    /// passes its self-test.
    pub fn sign_into(&self, out: &mut [u8], message: &[u8]) -> Result<()> {
        let actual = out.len();
        let wrong = Error::length("out", "len(message) + 64", actual);
        let (signature, copy) = out.split_first_chunk_mut().ok_or(wrong.clone())?;
        if copy.len() != message.len() {
            return Err(wrong);
        }
        *signature = self.prepared.sign(message)?;
        copy.copy_from_slice(message);
        Ok(())
    }

    /// Returns the detached signature of a message.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn sign_detached(&self, message: &[u8]) -> Result<Signature> {
        self.prepared.sign(message).map(Signature)
    }

    /// Returns the detached signatures of many messages in order. Uses several threads for large
    /// inputs.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if memory is exhausted, [`Error::Interrupted`] if the work is
    /// cancelled, [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn sign_many(&self, messages: &[&[u8]]) -> Result<Vec<Signature>> {
        let unsigned = messages.iter().map(|&message| (message, Signature([0; SIGNATURE_LEN])));
        let mut signed = memory::collect(unsigned)?;
        let bytes = messages.iter().map(|message| message.len()).fold(0, usize::saturating_add);
        let ns = messages.len().saturating_mul(SIGN_NS).saturating_add(hashing_ns(bytes, 2));
        share(&mut signed, Estimate { ns, turns: TURNS }, |some| {
            some.iter_mut().try_for_each(|(message, signature)| {
                *signature = self.sign_detached(message)?;
                Ok(())
            })
        })?;
        memory::collect(signed.into_iter().map(|(_, signature)| signature))
    }
}

/// Shows only the public key.
impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public_key", &self.public_key()).finish_non_exhaustive()
    }
}

/// Verifies a signed message and returns the message.
///
/// # Errors
/// [`Error::Verification`] if the signature is invalid, [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn open<'a>(signed: &'a [u8], public: &PublicKey) -> Result<&'a [u8]> {
    let (signature, message) = signed.split_first_chunk().ok_or(Error::Verification)?;
    ed25519::verify(&public.0, signature, message)?;
    Ok(message)
}

/// Verifies the detached signature of a message.
///
/// # Errors
/// [`Error::Verification`] if the signature is invalid, [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn verify(signature: &Signature, message: &[u8], public: &PublicKey) -> Result<()> {
    ed25519::verify(&public.0, &signature.0, message)
}

/// Verifies many signatures together, in at most half the time. An empty batch is valid.
///
/// If a public key or an R has mixed order, which no honest signer produces, the batch accepts
/// signatures that [`verify`] rejects.
///
/// ```
/// use quicksalt::nacl::sign::{self, Signed, SigningKey};
///
/// let (one, two) = (SigningKey::generate()?, SigningKey::generate()?);
/// let signatures = [one.sign_detached(b"one")?, two.sign_detached(b"two")?];
/// let keys = [one.public_key(), two.public_key()];
/// let signed = |i: usize, message| Signed {
///     signature: signatures[i].as_bytes(),
///     message,
///     public_key: keys[i].as_bytes(),
/// };
/// sign::verify_batch(&[signed(0, b"one"), signed(1, b"two")])?;
/// assert!(sign::verify_batch(&[signed(0, b"one"), signed(1, b"too")]).is_err());
/// # Ok::<(), quicksalt::Error>(())
/// ```
///
/// # Errors
/// [`Error::Verification`] if any signature is invalid, without saying which;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn verify_batch(signed: &[Signed<'_>]) -> Result<()> {
    ed25519::verify_batch(signed)
}

/// Verifies each of many signatures; returns the verdicts in order. Uses batch verification, and
/// several threads for large inputs; only the neighbours of an invalid signature are verified
/// individually.
///
/// If a public key or an R has mixed order, which no honest signer produces, this function may
/// accept a signature that [`verify`] rejects: it checks the cofactored equation of RFC 8032,
/// section 5.1.7, for all signatures. Verdicts are independent of each other.
///
/// ```
/// use quicksalt::nacl::sign::{self, Seed, Signed, SigningKey};
///
/// let key = SigningKey::from_seed(&Seed::generate()?)?;
/// let signatures = key.sign_many(&[b"one", b"two"])?;
/// let public = key.public_key();
/// let [one, two] = [(0, b"one"), (1, b"too")].map(|(at, message)| {
///     Signed { signature: signatures[at].as_bytes(), message, public_key: public.as_bytes() }
/// });
/// assert_eq!(sign::verify_many(&[one, two])?, [true, false]);
/// # Ok::<(), quicksalt::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`] if memory is exhausted, [`Error::Interrupted`] if the work is cancelled,
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn verify_many(signed: &[Signed<'_>]) -> Result<Vec<bool>> {
    let mut judged = memory::collect(signed.iter().map(|one| (*one, false)))?;
    let bytes = signed.iter().map(|one| one.message.len()).fold(0, usize::saturating_add);
    let ns = signed.len().saturating_mul(VERIFY_NS).saturating_add(hashing_ns(bytes, 1));
    share(&mut judged, Estimate { ns, turns: 1 }, |some| {
        let all = memory::collect(some.iter().map(|(one, _)| *one))?;
        let is_genuine = |some: &[Signed<'_>]| match ed25519::verify_batch(some) {
            Ok(()) => Ok(true),
            Err(Error::Verification) => Ok(false),
            Err(error) => Err(error),
        };
        let are_all = is_genuine(&all)?;
        some.iter_mut().try_for_each(|(one, verdict)| {
            *verdict = are_all || is_genuine(&[*one])?;
            Ok(())
        })
    })?;
    memory::collect(judged.into_iter().map(|(_, verdict)| verdict))
}

/// The minimum time for signing a short message, on the fastest measured machine.
const SIGN_NS: usize = 10_000;
/// The minimum time for verifying a signature in a batch.
const VERIFY_NS: usize = 10_000;

/// The number of portions per thread when signing.
const TURNS: usize = 4;

/// Returns the time in nanoseconds to hash `bytes` bytes `times` times.
const fn hashing_ns(bytes: usize, times: usize) -> usize {
    bytes.saturating_mul(times).saturating_mul(17) / 10
}

/// An incremental message for Ed25519ph (RFC 8032, section 5.1), which signs and verifies the
/// digest of the message. Clones are independent.
#[derive(Clone, Debug)]
pub struct Prehash(sha512::Hasher);

/// Starts an incremental message.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn prehash() -> Result<Prehash> {
    sha512::hasher().map(Prehash)
}

impl Prehash {
    /// Adds the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Signs the message so far, with an optional context; more pieces may follow.
    ///
    /// # Errors
    /// [`Error::Length`] if the context is longer than 255 bytes, [`Error::KeyMismatch`] if the
    /// key's public key does not match its seed, [`Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn sign(&self, context: &[u8], key: &SecretKey) -> Result<Signature> {
        let digest = Wiped::new(self.0.digest());
        ed25519ph::sign(key.as_bytes(), &Prehashed::new(&digest, context)?).map(Signature)
    }

    /// Verifies the signature of the message so far. The context must be the context used for
    /// signing.
    ///
    /// # Errors
    /// [`Error::Length`] if the context is longer than 255 bytes, [`Error::Verification`] if the
    /// signature is invalid, [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn verify(&self, signature: &Signature, context: &[u8], public: &PublicKey) -> Result<()> {
        let digest = Wiped::new(self.0.digest());
        ed25519ph::verify(&public.0, &Prehashed::new(&digest, context)?, &signature.0)
    }
}
