//! ML-KEM-768 (FIPS 203), a key encapsulation mechanism on module lattices: who knows a public key makes
//! a secret and a ciphertext, out of which the secret key makes the same secret.
//!
//! What FIPS 203 sections 7.2 and 7.3 have checked of keys is checked by every candidate. A ciphertext
//! that nobody made is no error: it gives a secret that nobody else has.

mod bench;
mod candidate;
#[cfg(test)]
mod fuzz;
mod kat;
mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use super::rank::RANK;
use super::table::candidates;
use crate::choose::{Axis, Candidate, Definition, Operation, Primitive, Runnable};
use crate::error::{Error, Result};
use crate::wipe::wipe_stack;

/// Length of a public key in bytes.
pub const PUBLIC_KEY_LEN: usize = 1184;
/// Length of a secret key in bytes: that of the scheme beneath, the public key, its digest, and what
/// ciphertexts that nobody made are hashed with.
pub const SECRET_KEY_LEN: usize = 2400;
/// Length of a ciphertext in bytes.
pub const CIPHERTEXT_LEN: usize = 1088;
/// Length of a shared secret in bytes.
pub const SHARED_SECRET_LEN: usize = 32;
/// Length in bytes of the seed of a key pair: d and then z.
pub const SEED_LEN: usize = 64;
/// Length in bytes of the randomness that a ciphertext is made of.
pub const RANDOMNESS_LEN: usize = 32;

/// At least as many bytes of stack as a candidate uses.
const WIPED: usize = 1 << 15;

type PublicKey = [u8; PUBLIC_KEY_LEN];
type SecretKey = [u8; SECRET_KEY_LEN];
type Ciphertext = [u8; CIPHERTEXT_LEN];
type SharedSecret = [u8; SHARED_SECRET_LEN];

/// The functions of a candidate. Time depends on what is public alone: on the matrix that the public
/// key names, which is drawn by rejection.
#[derive(Debug)]
pub struct Ops {
    /// Public key, secret key, seed.
    keypair: unsafe fn(&mut PublicKey, &mut SecretKey, &[u8; SEED_LEN]),
    /// Ciphertext, shared secret, public key, randomness; whether all numbers of the key are reduced.
    encapsulate:
        unsafe fn(&mut Ciphertext, &mut SharedSecret, &PublicKey, &[u8; RANDOMNESS_LEN]) -> bool,
    /// Shared secret, secret key, ciphertext; whether the digest in the key is that of its public key.
    decapsulate: unsafe fn(&mut SharedSecret, &SecretKey, &Ciphertext) -> bool,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: libcrux_avx2;
    any: portable;
};

const KEYPAIR: usize = 0;
const ENCAPSULATE: usize = 1;
const DECAPSULATE: usize = 2;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = {
    let primitive = Primitive::new(Definition {
        name: "mlkem768",
        candidates: CANDIDATES,
        operations: &[
            Operation::new("keypair", Axis::None),
            Operation::new("encapsulate", Axis::None),
            Operation::new("decapsulate", Axis::None),
        ],
        offers: |_, _| true,
        selftest,
        bench: bench::bench,
        rank: RANK,
    });
    #[cfg(test)]
    let primitive = primitive.fuzzed(fuzz::fuzz);
    primitive
};

/// Writes the key pair of a seed.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn keypair(
    public_key: &mut [u8; PUBLIC_KEY_LEN],
    secret_key: &mut [u8; SECRET_KEY_LEN],
    seed: &[u8; SEED_LEN],
) -> Result<()> {
    PRIMITIVE.pick(KEYPAIR, 0)?.keypair(public_key, secret_key, seed);
    Ok(())
}

/// Writes a shared secret and the ciphertext that takes it to the owner of a public key. The randomness
/// must be drawn anew for each.
///
/// # Errors
/// [`Error::Malformed`] if the public key is none, [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn encapsulate(
    ciphertext: &mut [u8; CIPHERTEXT_LEN],
    shared_secret: &mut [u8; SHARED_SECRET_LEN],
    public_key: &[u8; PUBLIC_KEY_LEN],
    randomness: &[u8; RANDOMNESS_LEN],
) -> Result<()> {
    let candidate = PRIMITIVE.pick(ENCAPSULATE, 0)?;
    candidate.encapsulate(ciphertext, shared_secret, public_key, randomness)
}

/// Writes the shared secret of a ciphertext, or for one that nobody made 32 bytes that depend on the
/// ciphertext and the secret key.
///
/// # Errors
/// [`Error::KeyMismatch`] if the secret key is not whole: its digest is not that of its public key.
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn decapsulate(
    shared_secret: &mut [u8; SHARED_SECRET_LEN],
    secret_key: &[u8; SECRET_KEY_LEN],
    ciphertext: &[u8; CIPHERTEXT_LEN],
) -> Result<()> {
    PRIMITIVE.pick(DECAPSULATE, 0)?.decapsulate(shared_secret, secret_key, ciphertext)
}

#[allow(unsafe_code)]
impl Runnable<Ops> {
    /// As [`keypair`].
    pub fn keypair(
        self,
        public_key: &mut [u8; PUBLIC_KEY_LEN],
        secret_key: &mut [u8; SECRET_KEY_LEN],
        seed: &[u8; SEED_LEN],
    ) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().keypair)(public_key, secret_key, seed) }
        wipe_stack::<WIPED>();
    }

    /// As [`encapsulate`].
    ///
    /// # Errors
    /// [`Error::Malformed`] if the public key is none; what is written then is of no use.
    pub fn encapsulate(
        self,
        ciphertext: &mut [u8; CIPHERTEXT_LEN],
        shared_secret: &mut [u8; SHARED_SECRET_LEN],
        public_key: &[u8; PUBLIC_KEY_LEN],
        randomness: &[u8; RANDOMNESS_LEN],
    ) -> Result<()> {
        let operation = self.ops().encapsulate;
        // SAFETY: as in `keypair`.
        let is_key = unsafe { operation(ciphertext, shared_secret, public_key, randomness) };
        wipe_stack::<WIPED>();
        let (argument, expected) = ("public_key", "numbers that are reduced modulo 3329");
        if is_key { Ok(()) } else { Err(Error::malformed(argument, expected)) }
    }

    /// As [`decapsulate`].
    ///
    /// # Errors
    /// [`Error::KeyMismatch`] if the secret key is not whole.
    pub fn decapsulate(
        self,
        shared_secret: &mut [u8; SHARED_SECRET_LEN],
        secret_key: &[u8; SECRET_KEY_LEN],
        ciphertext: &[u8; CIPHERTEXT_LEN],
    ) -> Result<()> {
        // SAFETY: as in `keypair`.
        let is_whole = unsafe { (self.ops().decapsulate)(shared_secret, secret_key, ciphertext) };
        wipe_stack::<WIPED>();
        if is_whole { Ok(()) } else { Err(Error::KeyMismatch) }
    }
}

/// A key pair, a ciphertext and both secrets by their digests, that of a changed ciphertext, and keys
/// that are to be refused.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
    let (mut ciphertext, mut there, mut back) = ([0; CIPHERTEXT_LEN], [0; 32], [0; 32]);
    candidate.keypair(&mut public, &mut secret, &kat::SEED);
    let made = candidate.encapsulate(&mut ciphertext, &mut there, &public, &kat::RANDOMNESS);
    let opened = candidate.decapsulate(&mut back, &secret, &ciphertext);
    let mut all = made.is_ok() && opened.is_ok() && there == kat::SHARED_SECRET && back == there;
    all &= kat::digest(&[&public, &secret, &ciphertext]) == kat::DIGEST;
    ciphertext[CIPHERTEXT_LEN - 1] ^= 1;
    all &= candidate.decapsulate(&mut back, &secret, &ciphertext).is_ok() && back == kat::REJECTED;
    public[1] |= 0x0f;
    public[0] = 0xff;
    all &= candidate.encapsulate(&mut ciphertext, &mut there, &public, &kat::RANDOMNESS).is_err();
    secret[SECRET_KEY_LEN - 64] ^= 1;
    all && candidate.decapsulate(&mut back, &secret, &ciphertext).is_err()
}
