//! ECDSA and RSA by the crate graviola, which is linked on x86-64 alone and runs there only with
//! what its assembly needs.

#[cfg(target_arch = "x86_64")]
use alloc::vec::Vec;

#[cfg(target_arch = "x86_64")]
use graviola::hashing::{Hash, HashContext, Sha256, Sha384, Sha512};
#[cfg(target_arch = "x86_64")]
use graviola::signing::{
    ecdsa::{Curve, P256, P384, VerifyingKey as EcdsaKey},
    rsa::VerifyingKey as RsaKey,
};
use quicksalt::choose::Features;
use rustls_pki_types::{AlgorithmIdentifier, alg_id};

use super::algorithms::Algorithm;
#[cfg(target_arch = "x86_64")]
use super::algorithms::{Unjudged, note};
#[cfg(target_arch = "x86_64")]
use super::rsa::{Digest, Key};

/// Said where a signature could not be checked.
pub(super) const NEEDS: &str =
    "ECDSA and RSA signatures need x86-64 with AVX2, BMI1, BMI2, ADX, AES and PCLMULQDQ";

/// Whether a processor with these features can run what [`ALGORITHMS`] names.
#[cfg(target_arch = "x86_64")]
pub(super) fn can_run(features: Features) -> bool {
    quicksalt::hazmat::GRAVIOLA_NEEDS.met_by(features)
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn can_run(_: Features) -> bool {
    false
}

macro_rules! algorithm {
    ($key:ident, $signature:expr, $verify:expr) => {
        Algorithm {
            key: alg_id::$key,
            signature: $signature,
            #[cfg(target_arch = "x86_64")]
            verify: $verify,
            #[cfg(not(target_arch = "x86_64"))]
            verify: |_, _, _| false,
        }
    };
}

/// Call only where [`can_run`] holds: graviola panics elsewhere.
pub(super) static ALGORITHMS: [Algorithm; 13] = [
    algorithm!(ECDSA_P256, alg_id::ECDSA_SHA256, ecdsa::<P256, Sha256>),
    algorithm!(ECDSA_P256, alg_id::ECDSA_SHA384, ecdsa::<P256, Sha384>),
    algorithm!(ECDSA_P384, alg_id::ECDSA_SHA256, ecdsa::<P384, Sha256>),
    algorithm!(ECDSA_P384, alg_id::ECDSA_SHA384, ecdsa::<P384, Sha384>),
    algorithm!(RSA_ENCRYPTION, alg_id::RSA_PKCS1_SHA256, pkcs1::<Sha256>),
    algorithm!(RSA_ENCRYPTION, alg_id::RSA_PKCS1_SHA384, pkcs1::<Sha384>),
    algorithm!(RSA_ENCRYPTION, alg_id::RSA_PKCS1_SHA512, pkcs1::<Sha512>),
    algorithm!(RSA_ENCRYPTION, without_parameters(&SHA256_RSA), pkcs1::<Sha256>),
    algorithm!(RSA_ENCRYPTION, without_parameters(&SHA384_RSA), pkcs1::<Sha384>),
    algorithm!(RSA_ENCRYPTION, without_parameters(&SHA512_RSA), pkcs1::<Sha512>),
    algorithm!(RSA_ENCRYPTION, alg_id::RSA_PSS_SHA256, pss::<Sha256>),
    algorithm!(RSA_ENCRYPTION, alg_id::RSA_PSS_SHA384, pss::<Sha384>),
    algorithm!(RSA_ENCRYPTION, alg_id::RSA_PSS_SHA512, pss::<Sha512>),
];

/// 1.2.840.113549.1.1.11 and its neighbours as OBJECT IDENTIFIER in DER.
const SHA256_RSA: [u8; 11] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11];
const SHA384_RSA: [u8; 11] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 12];
const SHA512_RSA: [u8; 11] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 13];

/// The identifier of an RSA signature without the NULL after it, which must be taken as well (RFC
/// 4055, section 5).
const fn without_parameters(oid: &'static [u8]) -> AlgorithmIdentifier {
    AlgorithmIdentifier::from_slice(oid)
}

#[cfg(target_arch = "x86_64")]
fn ecdsa<C: Curve, H: Hash>(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    if let [2 | 3, ..] = key {
        // A compressed point (SEC 1, section 2.3.3), which RFC 5480 allows and graviola does not read.
        note(Unjudged::Key);
    }
    EcdsaKey::<C>::from_x962_uncompressed(key)
        .is_ok_and(|key| key.verify_asn1::<H>(&[message], signature).is_ok())
}

/// A hash function of RSA signatures, and what graviola calls them.
#[cfg(target_arch = "x86_64")]
trait Rsa: Digest {
    const PKCS1: Verify;
    const PSS: Verify;
}

#[cfg(target_arch = "x86_64")]
type Verify = fn(&RsaKey, &[u8], &[u8]) -> Result<(), graviola::Error>;

#[cfg(target_arch = "x86_64")]
impl Digest for Sha256 {
    const LEN: u8 = 32;
    const ID: u8 = 1;

    fn of(parts: &[&[u8]]) -> Vec<u8> {
        digest::<Self>(parts)
    }
}

#[cfg(target_arch = "x86_64")]
impl Rsa for Sha256 {
    const PKCS1: Verify = RsaKey::verify_pkcs1_sha256;
    const PSS: Verify = RsaKey::verify_pss_sha256;
}

#[cfg(target_arch = "x86_64")]
impl Digest for Sha384 {
    const LEN: u8 = 48;
    const ID: u8 = 2;

    fn of(parts: &[&[u8]]) -> Vec<u8> {
        digest::<Self>(parts)
    }
}

#[cfg(target_arch = "x86_64")]
impl Rsa for Sha384 {
    const PKCS1: Verify = RsaKey::verify_pkcs1_sha384;
    const PSS: Verify = RsaKey::verify_pss_sha384;
}

#[cfg(target_arch = "x86_64")]
impl Digest for Sha512 {
    const LEN: u8 = 64;
    const ID: u8 = 3;

    fn of(parts: &[&[u8]]) -> Vec<u8> {
        digest::<Self>(parts)
    }
}

#[cfg(target_arch = "x86_64")]
impl Rsa for Sha512 {
    const PKCS1: Verify = RsaKey::verify_pkcs1_sha512;
    const PSS: Verify = RsaKey::verify_pss_sha512;
}

#[cfg(target_arch = "x86_64")]
fn digest<H: Hash>(parts: &[&[u8]]) -> Vec<u8> {
    let mut context = H::new();
    parts.iter().for_each(|part| context.update(part));
    context.finish().as_ref().to_vec()
}

/// Verifies with a key of 2048 to 8192 bits: by graviola what fills whole words, since that is all
/// that it reads and that its PSS is right for, by ourselves what does not.
#[cfg(target_arch = "x86_64")]
fn rsa(
    key: &[u8],
    by_graviola: impl FnOnce(&RsaKey) -> bool,
    by_us: impl FnOnce(&Key<'_>) -> bool,
) -> bool {
    let Some(own) = Key::from_der(key) else {
        note(Unjudged::Key);
        return false;
    };
    let whole = if own.bits() % 64 == 0 { RsaKey::from_pkcs1_der(key).ok() } else { None };
    whole.map_or_else(|| by_us(&own), |key| by_graviola(&key))
}

#[cfg(target_arch = "x86_64")]
fn pkcs1<H: Rsa>(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    rsa(
        key,
        |key| H::PKCS1(key, signature, message).is_ok(),
        |key| key.verify_pkcs1::<H>(message, signature),
    )
}

#[cfg(target_arch = "x86_64")]
fn pss<H: Rsa>(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    rsa(
        key,
        |key| H::PSS(key, signature, message).is_ok(),
        |key| key.verify_pss::<H>(message, signature),
    )
}
