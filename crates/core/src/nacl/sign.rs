//! `crypto_sign`: signatures that everyone can verify, Ed25519 (RFC 8032).
//!
//! A signed message is the 64-byte signature and then the message. NaCl's secret key is the
//! 32-byte seed and then the public key; one whose halves do not belong together is refused,
//! because signing with it would give the seed away.
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
//! A message that comes piece by piece is signed by its digest, Ed25519ph; such a signature is not one
//! of Ed25519.
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
    /// What a key pair is derived from; the secret key of RFC 8032.
    Seed, 32
}

secret! {
    /// NaCl's secret key: the seed and then the public key.
    SecretKey, 64
}

public! {
    /// What verifies signatures.
    PublicKey, 32
}

public! {
    /// A signature alone: R and then S (RFC 8032, section 5.1.6).
    Signature, 64, "signature"
}

impl PublicKey {
    /// Verifies the signature of a message, as [`verify`].
    ///
    /// # Errors
    /// [`Error::Verification`] if it is not genuine, [`Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<()> {
        verify(signature, message, self)
    }

    /// The public key for [`boxes`] that is the same point.
    ///
    /// # Errors
    /// [`Error::WeakPublicKey`] if it is no point of the prime-order group,
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn to_curve25519(&self) -> Result<boxes::PublicKey> {
        ed25519::public_to_x25519(&self.0).map(boxes::PublicKey::from)
    }
}

impl SecretKey {
    /// The secret key of a seed.
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

    /// The first half.
    #[must_use]
    pub fn seed(&self) -> Seed {
        Seed::from(*self.halves().0)
    }

    /// The second half.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(*self.halves().1)
    }

    /// The secret key for [`boxes`] that belongs to [`PublicKey::to_curve25519`].
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

/// A key prepared for signing any number of messages. It keeps the candidates that stood when it
/// was made.
pub struct SigningKey {
    seed: Seed,
    prepared: ed25519::SigningKey,
}

impl SigningKey {
    /// A new key from the operating system's random bytes.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the operating system gives none, [`Error::NoCandidate`] if no candidate
    /// passes its self-test.
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

    /// Prepares a key in NaCl's form.
    ///
    /// # Errors
    /// [`Error::KeyMismatch`] if its second half is not the public key of the first,
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_secret_key(secret: &SecretKey) -> Result<Self> {
        without_traces(|| {
            let prepared = ed25519::SigningKey::from_keypair(secret.as_bytes())?;
            Ok(Self { seed: secret.seed(), prepared })
        })
    }

    /// What the key is derived from: all that must be kept of it.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The public key that belongs to it.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(*self.prepared.public_key())
    }

    /// Signs a message: the signature and then the message.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if there is no memory for the result, [`Error::NoCandidate`] if no
    /// candidate passes its self-test.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>> {
        let mut signed = memory::zeros(message.len() + SIGNATURE_LEN)?;
        self.sign_into(&mut signed, message)?;
        Ok(signed)
    }

    /// Signs a message into `out`, which is [`SIGNATURE_LEN`] bytes longer.
    ///
    /// # Errors
    /// [`Error::Length`] if it is not, [`Error::NoCandidate`] if no candidate passes its self-test.
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

    /// The signature of a message alone.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn sign_detached(&self, message: &[u8]) -> Result<Signature> {
        self.prepared.sign(message).map(Signature)
    }

    /// The signatures of many messages alone, in their order. Several threads make them where there
    /// are enough.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if there is no memory for the signatures, [`Error::Interrupted`] if the
    /// work is no longer wanted, [`Error::NoCandidate`] if no candidate passes its self-test.
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

/// Shows the public key alone.
impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public_key", &self.public_key()).finish_non_exhaustive()
    }
}

/// The message of a signed message.
///
/// # Errors
/// [`Error::Verification`] if it is not genuine, [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn open<'a>(signed: &'a [u8], public: &PublicKey) -> Result<&'a [u8]> {
    let (signature, message) = signed.split_first_chunk().ok_or(Error::Verification)?;
    ed25519::verify(&public.0, signature, message)?;
    Ok(message)
}

/// Verifies the signature of a message.
///
/// # Errors
/// [`Error::Verification`] if it is not genuine, [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn verify(signature: &Signature, message: &[u8], public: &PublicKey) -> Result<()> {
    ed25519::verify(&public.0, &signature.0, message)
}

/// Verifies many signatures at once, in half the time and less. An empty batch is genuine.
///
/// Where a public key or an R is of mixed order, which no honest signer makes, the batch takes
/// signatures that [`verify`] refuses.
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
/// [`Error::Verification`] if one of them is not genuine, without saying which;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn verify_batch(signed: &[Signed<'_>]) -> Result<()> {
    ed25519::verify_batch(signed)
}

/// Whether each of many signatures is genuine, in their order. They are verified at once, by several
/// threads where there are enough; only where one is not genuine its neighbours are looked at one by
/// one.
///
/// Where a public key or an R is of mixed order, which no honest signer makes, a signature can be
/// genuine here that [`verify`] refuses: of all it is asked whether the equation of RFC 8032, section
/// 5.1.7, holds times the cofactor. The verdict on one does not depend on the others.
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
/// [`Error::OutOfMemory`] if there is no memory for the verdicts, [`Error::Interrupted`] if the work
/// is no longer wanted, [`Error::NoCandidate`] if no candidate passes its self-test.
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

/// What a short message takes at least, on the fastest machine that was measured.
const SIGN_NS: usize = 10_000;
/// As [`SIGN_NS`], in a batch.
const VERIFY_NS: usize = 10_000;

/// How often a thread comes for more messages to sign.
const TURNS: usize = 4;

/// What so many bytes take to hash so many times.
const fn hashing_ns(bytes: usize, times: usize) -> usize {
    bytes.saturating_mul(times).saturating_mul(17) / 10
}

/// A message that comes piece by piece, to sign or to verify by its digest: Ed25519ph (RFC 8032,
/// section 5.1). A copy goes its own way.
#[derive(Clone, Debug)]
pub struct Prehash(sha512::Hasher);

/// A message of which nothing has come.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn prehash() -> Result<Prehash> {
    sha512::hasher().map(Prehash)
}

impl Prehash {
    /// Takes the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Signs all that has come, in a context that may be empty; more may come.
    ///
    /// # Errors
    /// [`Error::Length`] if the context is longer than 255 bytes, [`Error::KeyMismatch`] if the public
    /// half of the key is not that of its seed, [`Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn sign(&self, context: &[u8], key: &SecretKey) -> Result<Signature> {
        let digest = Wiped::new(self.0.digest());
        ed25519ph::sign(key.as_bytes(), &Prehashed::new(&digest, context)?).map(Signature)
    }

    /// Verifies the signature of all that has come, in the context in which it was signed.
    ///
    /// # Errors
    /// [`Error::Length`] if the context is longer than 255 bytes, [`Error::Verification`] if the
    /// signature is not genuine, [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn verify(&self, signature: &Signature, context: &[u8], public: &PublicKey) -> Result<()> {
        let digest = Wiped::new(self.0.digest());
        ed25519ph::verify(&public.0, &Prehashed::new(&digest, context)?, &signature.0)
    }
}
