//! ML-KEM-768 (FIPS 203), a key encapsulation mechanism on module lattices: the holder of a public
//! key generates a shared secret and a ciphertext, and the secret key recovers the secret from the
//! ciphertext.
//!
//! Every candidate performs the key checks of FIPS 203, sections 7.2 and 7.3. An invalid ciphertext
//! is not an error: decapsulation returns a pseudorandom secret (implicit rejection).

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
/// Length of a secret key in bytes: the secret key of the underlying K-PKE scheme, the public key,
/// its digest, and the secret that is hashed with an invalid ciphertext.
pub const SECRET_KEY_LEN: usize = 2400;
/// Length of a ciphertext in bytes.
pub const CIPHERTEXT_LEN: usize = 1088;
/// Length of a shared secret in bytes.
pub const SHARED_SECRET_LEN: usize = 32;
/// Length in bytes of the seed of a key pair: d, followed by z.
pub const SEED_LEN: usize = 64;
/// Length in bytes of the randomness of an encapsulation.
pub const RANDOMNESS_LEN: usize = 32;

/// An upper bound on the stack use of a candidate in bytes.
const WIPED: usize = 1 << 15;

type PublicKey = [u8; PUBLIC_KEY_LEN];
type SecretKey = [u8; SECRET_KEY_LEN];
type Ciphertext = [u8; CIPHERTEXT_LEN];
type SharedSecret = [u8; SHARED_SECRET_LEN];

/// The functions of a candidate. Their time depends only on the public key: the matrix is derived
/// from it by rejection sampling.
#[derive(Debug)]
pub struct Ops {
    /// Writes the public key and the secret key of a seed.
    keypair: unsafe fn(&mut PublicKey, &mut SecretKey, &[u8; SEED_LEN]),
    /// Writes the ciphertext and the shared secret for a public key and randomness. Returns whether
    /// all coefficients of the public key are reduced.
    encapsulate:
        unsafe fn(&mut Ciphertext, &mut SharedSecret, &PublicKey, &[u8; RANDOMNESS_LEN]) -> bool,
    /// Writes the shared secret for a secret key and a ciphertext. Returns whether the digest in
    /// the secret key matches the public key in it.
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

/// Writes the key pair derived from a seed.
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

/// Writes a new shared secret and the ciphertext that conveys it to the owner of the public key.
/// Each call needs fresh randomness.
///
/// # Errors
/// [`Error::Malformed`] if the public key is invalid, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn encapsulate(
    ciphertext: &mut [u8; CIPHERTEXT_LEN],
    shared_secret: &mut [u8; SHARED_SECRET_LEN],
    public_key: &[u8; PUBLIC_KEY_LEN],
    randomness: &[u8; RANDOMNESS_LEN],
) -> Result<()> {
    let candidate = PRIMITIVE.pick(ENCAPSULATE, 0)?;
    candidate.encapsulate(ciphertext, shared_secret, public_key, randomness)
}

/// Writes the shared secret of a ciphertext. For an invalid ciphertext the secret is 32 bytes
/// derived from the ciphertext and the secret key.
///
/// # Errors
/// [`Error::KeyMismatch`] if the digest in the secret key does not match the public key in it.
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
    /// Like [`keypair`], with this candidate.
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

    /// Like [`encapsulate`], with this candidate.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the public key is invalid; the outputs are then meaningless.
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
        let (argument, expected) = ("public_key", "coefficients reduced modulo 3329");
        if is_key { Ok(()) } else { Err(Error::malformed(argument, expected)) }
    }

    /// Like [`decapsulate`], with this candidate.
    ///
    /// # Errors
    /// [`Error::KeyMismatch`] if the digest in the secret key does not match the public key in it.
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

/// Checks the digests of a key pair and a ciphertext, both shared secrets, the implicit rejection
/// of a changed ciphertext, and the refusal of invalid keys.
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
