//! Verifies ECDSA and RSA with the crate graviola. graviola is linked on x86-64 and AArch64, and
//! runs only on processors that support the instructions in its assembly code.

use quicksalt::choose::Features;
use rustls_pki_types::{AlgorithmIdentifier, alg_id};

use super::algorithm::Algorithm;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
use super::algorithm::Judgement;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::by_graviola::{P256, P384, Sha256, Sha384, Sha512, ecdsa, pkcs1, pss};

/// The error text for a signature that could not be checked.
pub(super) const NEEDS: &str = "ECDSA and RSA signatures need x86-64 with AVX2, BMI1, BMI2, ADX, \
                                AES and PCLMULQDQ, or AArch64 with AES, PMULL and SHA-2";

/// Returns whether a processor with these features can run [`ALGORITHMS`].
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) fn can_run(features: Features) -> bool {
    quicksalt::hazmat::GRAVIOLA_NEEDS.met_by(features)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn can_run(_: Features) -> bool {
    false
}

macro_rules! algorithm {
    ($key:ident, $signature:expr, $verify:expr) => {
        Algorithm {
            key: alg_id::$key,
            signature: $signature,
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            verify: $verify,
            #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
            verify: |_, _, _| Judgement::NotGenuine,
        }
    };
}

/// The algorithms that use graviola. Use them only if [`can_run`] returns true; otherwise graviola
/// panics.
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

/// The identifier 1.2.840.113549.1.1.11 and the two after it, as DER OBJECT IDENTIFIERs.
const SHA256_RSA: [u8; 11] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11];
const SHA384_RSA: [u8; 11] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 12];
const SHA512_RSA: [u8; 11] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 13];

/// Returns the identifier of an RSA signature without the trailing NULL, which must be accepted too
/// (RFC 4055, section 5).
const fn without_parameters(oid: &'static [u8]) -> AlgorithmIdentifier {
    AlgorithmIdentifier::from_slice(oid)
}
