//! Ed25519 by the crate ed25519-compact: fiat-crypto's field, no vector instructions, no dispatch.
//!
//! Strategy: five 51-bit limbs; multiples of the base point from a table of sixteen with doublings,
//! \[S\]B - \[k\]A by sliding windows. The field's multiplication, carries and encoding are generated
//! by fiat-crypto with a proof in Coq; points, scalars and SHA-512 are the crate's own. The floor
//! for every architecture.
//!
//! The crate verifies with the cofactor, so the last step, the equation without it, is taken here
//! on curve25519-dalek's points, with those functions that are serial on every processor. It can
//! only refuse more.

use alloc::boxed::Box;

use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::scalar::Scalar;
use ed25519_compact::{KeyPair, PublicKey, SecretKey, Seed, Signature, x25519};

use super::serial::is_torsion_free;
use super::{
    Candidate, Meta, Ops, PUBLIC_KEY_LEN, SEED_LEN, SIGNATURE_LEN, Signed, Signer, Verify,
};
use crate::choose::Features;
use crate::prim::sha512::portable::hash;
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["sha512/portable"],
        ..Meta::own(
            "portable",
            Features::NONE,
            "crate ed25519-compact; the last step of verify on crate curve25519-dalek",
        )
        .verified("fiat-crypto: field arithmetic, points and scalars not")
        .checked()
    },
    ops: Ops {
        public_key,
        prepare,
        verify: Verify::Equation(verify),
        verify_batch: Some(verify_batch),
        to_x25519: Some(to_x25519),
    },
};

/// The public key of 32 zeros. The crate refuses this seed; RFC 8032 and libsodium take it.
const PUBLIC_KEY_OF_ZEROS: [u8; PUBLIC_KEY_LEN] = [
    0x3b, 0x6a, 0x27, 0xbc, 0xce, 0xb6, 0xa4, 0x2d, 0x62, 0xa3, 0xa8, 0xd0, 0x2a, 0x6f, 0x0d, 0x73,
    0x65, 0x32, 0x15, 0x77, 0x1d, 0xe2, 0x43, 0xa6, 0x3a, 0xc0, 0x48, 0xa1, 0x8b, 0x59, 0xda, 0x29,
];

/// The crate's key, which wipes itself; it hashes the seed anew for each signature.
struct Key {
    key: SecretKey,
    public_key: [u8; PUBLIC_KEY_LEN],
}

impl Signer for Key {
    fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN] {
        &self.public_key
    }

    fn sign(&self, message: &[u8]) -> [u8; SIGNATURE_LEN] {
        *self.key.sign(message, None)
    }
}

fn public_key(seed: &[u8; SEED_LEN]) -> [u8; PUBLIC_KEY_LEN] {
    let mut copy = Seed::new(*seed);
    let pair = KeyPair::try_from_seed(copy);
    copy.wipe_mut();
    pair.map_or(PUBLIC_KEY_OF_ZEROS, |pair| *pair.pk)
}

fn prepare(seed: &[u8; SEED_LEN], known: Option<&[u8; PUBLIC_KEY_LEN]>) -> Box<dyn Signer> {
    let public_key = known.map_or_else(|| public_key(seed), |known| *known);
    let mut keypair = [0; 64];
    keypair[..32].copy_from_slice(seed);
    keypair[32..].copy_from_slice(&public_key);
    let key = SecretKey::new(keypair);
    wipe(&mut keypair);
    Box::new(Key { key, public_key })
}

fn verify(signed: &Signed<'_>) -> bool {
    verify_with_cofactor(signed) && is_exact(signed)
}

fn verify_batch(signed: &[Signed<'_>], _: &[u8; 32]) -> bool {
    signed.iter().all(verify_with_cofactor)
}

fn verify_with_cofactor(signed: &Signed<'_>) -> bool {
    let key = PublicKey::new(*signed.public_key);
    key.verify(signed.message, &Signature::new(*signed.signature)).is_ok()
}

/// Whether a signature that meets the cofactored equation meets the other one too.
///
/// It does if \[k\]A + R has no part of small order, and that part depends on k modulo 8 alone.
fn is_exact(signed: &Signed<'_>) -> bool {
    let [a, r] = [signed.public_key, signed.r()].map(|p| CompressedEdwardsY(*p).decompress());
    let (Some(a), Some(r)) = (a, r) else { return false };
    let k = Scalar::from_bytes_mod_order_wide(&hash(
        None,
        &[signed.r(), signed.public_key, signed.message],
    ));
    let multiples = (0..k[0] % 8).map(|_| a);
    is_torsion_free(&multiples.fold(r, |sum, a| sum + a))
}

fn to_x25519(public_key: &[u8; PUBLIC_KEY_LEN]) -> Option<[u8; 32]> {
    let point = CompressedEdwardsY(*public_key).decompress()?;
    let converted = x25519::PublicKey::from_ed25519(&PublicKey::new(*public_key)).ok()?;
    is_torsion_free(&point).then_some(*converted)
}
