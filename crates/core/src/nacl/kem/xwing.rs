//! `crypto_kem_xwing`: X-Wing (draft-connolly-cfrg-xwing-kem), ML-KEM-768 combined with X25519.
//!
//! A secret key is a seed, which SHAKE256 expands to both secret keys. The shared secret is a
//! SHA3-256 digest. Its inputs are the shared secrets of both mechanisms, the X25519 points in the
//! ciphertext and in the public key, and a label.

use crate::constructions::{sha3_256, shake256};
use crate::error::{Error, Result};
use crate::nacl::kem::mlkem768;
use crate::nacl::key::{hidden, public, secret};
use crate::prim::x25519;
use crate::wipe::{STACK, Wiped, without_traces_in};

/// The number of bytes of the stack to wipe. Several nested calls return public keys and
/// ciphertexts of a kilobyte each.
const DEPTH: usize = 4 * STACK;

/// The label of draft-connolly-cfrg-xwing-kem section 5.3, which is ASCII art of an X-wing.
const LABEL: &[u8; 6] = br"\.//^\";

public! {
    /// A key for encapsulating shared secrets to its owner.
    PublicKey, 1216
}

public! {
    /// An encapsulated shared secret.
    Ciphertext, 1120, "ciphertext"
}

secret! {
    /// A key for decapsulating ciphertexts to its public key.
    SecretKey, 32
}

secret! {
    /// The randomness of encapsulation. Never use it twice.
    Randomness, 64
}

hidden! {
    /// The shared secret of both sides. It can serve as a key.
    SharedSecret, 32
}

/// The keys expanded from a secret key.
struct Expanded {
    mlkem: (mlkem768::PublicKey, mlkem768::SecretKey),
    scalar: Wiped<[u8; x25519::KEY_LEN]>,
    point: [u8; x25519::KEY_LEN],
}

impl SecretKey {
    /// Computes the public key.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn public_key(&self) -> Result<PublicKey> {
        without_traces_in::<DEPTH, _>(|| {
            let keys = self.expanded()?;
            let mut public_key = [0; PublicKey::LEN];
            let (lattice, point) = public_key.split_at_mut(mlkem768::PublicKey::LEN);
            lattice.copy_from_slice(keys.mlkem.0.as_bytes());
            point.copy_from_slice(&keys.point);
            Ok(PublicKey(public_key))
        })
    }

    fn expanded(&self) -> Result<Expanded> {
        let mut seeds = Wiped::new([0; 96]);
        shake256::hash(seeds.as_mut_slice(), &[self.as_bytes()])?;
        let (seed, scalar) = seeds.split_at(mlkem768::Seed::LEN);
        let mlkem = mlkem768::keypair(&mlkem768::Seed::try_from(seed)?)?;
        let mut keys = Expanded { mlkem, scalar: Wiped::new([0; 32]), point: [0; 32] };
        keys.scalar.copy_from_slice(scalar);
        keys.point = x25519::base(&keys.scalar)?;
        Ok(keys)
    }
}

/// Creates a shared secret and the ciphertext that encapsulates it to the owner of the public key.
///
/// # Errors
/// The errors of [`encapsulate_with`]; [`Error::Randomness`] if the operating system returns no
/// random bytes.
#[cfg(feature = "std")]
pub fn encapsulate(public_key: &PublicKey) -> Result<(Ciphertext, SharedSecret)> {
    encapsulate_with(public_key, &Randomness::generate()?)
}

/// Does the same as [`encapsulate`] with the caller's randomness, which is 32 bytes for ML-KEM
/// followed by a scalar.
///
/// # Errors
/// [`Error::Malformed`] if the public key is invalid, [`Error::WeakPublicKey`] if its point has
/// small order, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn encapsulate_with(
    public_key: &PublicKey,
    randomness: &Randomness,
) -> Result<(Ciphertext, SharedSecret)> {
    without_traces_in::<DEPTH, _>(|| {
        let (lattice, point) = parts::<{ mlkem768::PublicKey::LEN }>(&public_key.0)?;
        let (inner, scalar) = parts::<{ mlkem768::Randomness::LEN }>(randomness.as_bytes())?;
        let inner = mlkem768::Randomness::try_from(inner.as_slice())?;
        let (boxed, shared) = mlkem768::encapsulate_with(&(*lattice).into(), &inner)?;
        let product = Wiped::new(x25519::scalarmult(scalar, point)?);
        let ephemeral = x25519::base(scalar)?;
        let mut ciphertext = [0; Ciphertext::LEN];
        let (to, at) = ciphertext.split_at_mut(mlkem768::Ciphertext::LEN);
        to.copy_from_slice(boxed.as_bytes());
        at.copy_from_slice(&ephemeral);
        Ok((Ciphertext(ciphertext), joined(&shared, &product, &ephemeral, point)?))
    })
}

/// Returns the shared secret of a ciphertext. A forged ciphertext yields a secret that nobody knows
/// except the caller.
///
/// # Errors
/// [`Error::WeakPublicKey`] if the ciphertext's point has small order, [`Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn decapsulate(ciphertext: &Ciphertext, secret_key: &SecretKey) -> Result<SharedSecret> {
    without_traces_in::<DEPTH, _>(|| {
        let keys = secret_key.expanded()?;
        let (boxed, ephemeral) = parts::<{ mlkem768::Ciphertext::LEN }>(&ciphertext.0)?;
        let shared = mlkem768::decapsulate(&(*boxed).into(), &keys.mlkem.1)?;
        let product = Wiped::new(x25519::scalarmult(&keys.scalar, ephemeral)?);
        joined(&shared, &product, ephemeral, &keys.point)
    })
}

/// Splits bytes into the ML-KEM part and the X25519 part, which is the last 32 bytes.
fn parts<const N: usize>(all: &[u8]) -> Result<(&[u8; N], &[u8; x25519::KEY_LEN])> {
    let (first, rest) = all.split_first_chunk().ok_or(Error::Verification)?;
    Ok((first, rest.try_into().map_err(|_| Error::Verification)?))
}

/// Combines both shared secrets (section 5.3).
fn joined(
    lattice: &mlkem768::SharedSecret,
    product: &[u8; x25519::KEY_LEN],
    ephemeral: &[u8; x25519::KEY_LEN],
    point: &[u8; x25519::KEY_LEN],
) -> Result<SharedSecret> {
    let parts: [&[u8]; 5] = [lattice.as_bytes(), product, ephemeral, point, LABEL];
    Ok(SharedSecret::from(sha3_256::hash(&parts)?))
}
