//! Checks key encapsulation while its secrets are hidden.

use quicksalt::choose::{Runnable, sample_array};
use quicksalt::hazmat::mlkem768::{
    self as prim, CIPHERTEXT_LEN, Ops, PUBLIC_KEY_LEN, SECRET_KEY_LEN,
};
use quicksalt::nacl::kem::mlkem768::{self, SecretKey, Seed};
use quicksalt::nacl::kem::xwing;

use crate::calls::{Call, call, hidden};
use crate::cases::{Case, case};
use crate::memcheck::{hide, reveal};
use crate::samples::candidate;

/// The length of the secret vectors in a secret key.
const VECTORS_LEN: usize = 1152;
/// The length of z, which ends a seed and a secret key.
const Z_LEN: usize = 32;

pub(crate) const CASES: &[Case] = &[
    // Only the seed's second half, z, is hidden, because its first half, d, determines the public
    // matrix too. The noise derived from d is processed like the noise in [`encapsulate`].
    case("mlkem768.keypair", 0, |name, _| {
        let mut seed: [u8; prim::SEED_LEN] = sample_array(1);
        hide(&mut seed[prim::SEED_LEN - Z_LEN..]);
        let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
        candidate(&prim::PRIMITIVE, name).keypair(&mut public, &mut secret, &seed);
        reveal(&mut secret);
    }),
    case("mlkem768.encapsulate", 0, |name, _| {
        let run = candidate(&prim::PRIMITIVE, name);
        let (mut ciphertext, mut shared) = ([0; CIPHERTEXT_LEN], [0; 32]);
        let made =
            run.encapsulate(&mut ciphertext, &mut shared, &pair(run).0, &hidden(sample_array(2)));
        reveal(&mut ciphertext);
        reveal(&mut shared);
        reveal(&mut [made]);
    }),
    // Decapsulates a genuine and a forged ciphertext.
    case("mlkem768.decapsulate", 0, |name, _| {
        let run = candidate(&prim::PRIMITIVE, name);
        let (public, secret) = pair(run);
        let (mut ciphertext, mut shared) = ([0; CIPHERTEXT_LEN], [0; 32]);
        let made = run.encapsulate(&mut ciphertext, &mut shared, &public, &sample_array(2));
        for changed in [0, u8::from(made.is_ok())] {
            ciphertext[5] ^= changed;
            reveal(&mut [run.decapsulate(&mut shared, &secret, &ciphertext)]);
            reveal(&mut shared);
        }
    }),
];

pub(crate) const CALLS: &[Call] = &[
    call("nacl::kem::mlkem768::encapsulate_with", 0, || {
        let Ok((public, _)) = mlkem768::keypair(&Seed::from(sample_array(1))) else { return };
        reveal(&mut [mlkem768::encapsulate_with(&public, &hidden(sample_array(2)).into())]);
    }),
    call("nacl::kem::mlkem768::decapsulate", 0, || {
        let Ok((public, secret)) = mlkem768::keypair(&Seed::from(sample_array(1))) else { return };
        let made = mlkem768::encapsulate_with(&public, &sample_array(2).into());
        let bytes = with_secrets_hidden(*secret.as_bytes());
        if let (Ok((ciphertext, _)), Ok(secret)) = (made, SecretKey::try_from(bytes.as_slice())) {
            reveal(&mut [mlkem768::decapsulate(&ciphertext, &secret)]);
        }
    }),
    // Verdicts: X25519 detects an all-zero result, and its caller returns the error.
    call("nacl::kem::xwing::encapsulate_with", 2, || {
        let Ok(public) = xwing::SecretKey::from(sample_array(1)).public_key() else { return };
        reveal(&mut [xwing::encapsulate_with(&public, &hidden(sample_array(2)).into())]);
    }),
];

/// Functions that only forward their arguments, generate secrets, or expand a seed: FIPS 203
/// derives the public matrix from the seed by rejection sampling, which memcheck reports as a
/// branch on the seed.
#[cfg(test)]
pub(crate) const PUBLIC: &[&str] = &[
    "nacl::kem::mlkem768::as_bytes",
    "nacl::kem::mlkem768::encapsulate",
    "nacl::kem::mlkem768::keypair",
    "nacl::kem::xwing::decapsulate",
    "nacl::kem::xwing::encapsulate",
    "nacl::kem::xwing::public_key",
];

/// Returns a key pair. Only the secret parts of its secret key are hidden.
fn pair(run: Runnable<Ops>) -> ([u8; PUBLIC_KEY_LEN], [u8; SECRET_KEY_LEN]) {
    let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
    run.keypair(&mut public, &mut secret, &sample_array(1));
    (public, with_secrets_hidden(secret))
}

fn with_secrets_hidden(mut secret: [u8; SECRET_KEY_LEN]) -> [u8; SECRET_KEY_LEN] {
    hide(&mut secret[..VECTORS_LEN]);
    hide(&mut secret[SECRET_KEY_LEN - Z_LEN..]);
    secret
}
