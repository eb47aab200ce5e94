//! Batch verification as a single sum of points (D. J. Bernstein, N. Duif, T. Lange, P. Schwabe and
//! B.-Y. Yang, "High-speed high-security signatures", 2012, section 5).
//!
//! With a random 128-bit z for each signature, \[8\](sum of \[z\]R + \[z k\]A, minus \[sum of z
//! S\]B) is the neutral element for a batch of valid signatures; for any other batch, it is neutral
//! with probability 2^-128. The factor 8 removes components of small order, so the result does not
//! depend on the choice of z.

use alloc::vec::Vec;
use core::marker::PhantomData;

use curve25519_dalek::constants::ED25519_BASEPOINT_POINT;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::VartimeMultiscalarMul as _;

use super::super::Signed;
use super::Sha512;

/// Returns whether \[8\]R = \[8\]\[S\]B - \[8\]\[k\]A for all signatures. The noise may be zero.
pub(super) fn verify<H: Sha512>(signed: &[Signed<'_>], noise: &[u8; 32]) -> bool {
    let challenges: Vec<_> =
        signed.iter().map(|one| H::hash(&[one.r(), one.public_key, one.message])).collect();
    let mut scalars = Vec::with_capacity(2 * signed.len() + 1);
    let mut points = Vec::with_capacity(2 * signed.len() + 1);
    let mut base = Scalar::ZERO;
    let weights = Weights::<H>::new(signed, &challenges, noise);
    for ((one, challenge), z) in signed.iter().zip(&challenges).zip(weights) {
        let Some(s) = Option::<Scalar>::from(Scalar::from_canonical_bytes(*one.s())) else {
            return false;
        };
        let k = Scalar::from_bytes_mod_order_wide(challenge);
        base += z * s;
        scalars.extend([z, z * k]);
        points.extend([one.r(), one.public_key].map(|p| CompressedEdwardsY(*p).decompress()));
    }
    scalars.push(-base);
    points.push(Some(ED25519_BASEPOINT_POINT));
    EdwardsPoint::optional_multiscalar_mul(scalars, points).is_some_and(|sum| sum.is_small_order())
}

/// The coefficients z: 128-bit scalars that are unpredictable until the whole batch is fixed. They
/// are derived from the hash of the noise, of every S, and of every challenge, which commits to R,
/// A and the message.
struct Weights<H> {
    seed: [u8; 64],
    digest: [u8; 64],
    next: u64,
    hash: PhantomData<H>,
}

/// Number of coefficients that a digest yields.
const PER_DIGEST: u64 = 4;

impl<H: Sha512> Weights<H> {
    fn new(signed: &[Signed<'_>], challenges: &[[u8; 64]], noise: &[u8; 32]) -> Self {
        let mut parts: Vec<&[u8]> = Vec::with_capacity(2 * signed.len() + 1);
        parts.push(noise);
        for (one, challenge) in signed.iter().zip(challenges) {
            parts.extend([one.s().as_slice(), challenge]);
        }
        Self { seed: H::hash(&parts), digest: [0; 64], next: 0, hash: PhantomData }
    }
}

impl<H: Sha512> Iterator for Weights<H> {
    type Item = Scalar;

    fn next(&mut self) -> Option<Scalar> {
        let place = self.next % PER_DIGEST;
        if place == 0 {
            self.digest = H::hash(&[&self.seed, &self.next.to_le_bytes()]);
        }
        self.next += 1;
        let mut z = [0; 32];
        z[..16].copy_from_slice(&self.digest[16 * place as usize..][..16]);
        Some(Scalar::from_bytes_mod_order(z))
    }
}
