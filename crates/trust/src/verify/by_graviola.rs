//! Verifies ECDSA and RSA with the crate graviola. For RSA key sizes that graviola rejects, this
//! crate verifies the signature.

use alloc::vec::Vec;

use graviola::hashing::{Hash, HashContext};
pub(super) use graviola::hashing::{Sha256, Sha384, Sha512};
pub(super) use graviola::signing::ecdsa::{P256, P384};
use graviola::signing::{
    ecdsa::{Curve, VerifyingKey as EcdsaKey},
    rsa::VerifyingKey as RsaKey,
};

use super::algorithm::{Judgement, Unjudged};
use super::rsa::{Digest, Key};

pub(super) fn ecdsa<C: Curve, H: Hash>(key: &[u8], message: &[u8], signature: &[u8]) -> Judgement {
    if let [2 | 3, ..] = key {
        // A compressed point (SEC 1, section 2.3.3), which RFC 5480 allows but graviola does not
        // read.
        return Judgement::Unjudged(Unjudged::Key);
    }
    EcdsaKey::<C>::from_x962_uncompressed(key)
        .is_ok_and(|key| key.verify_asn1::<H>(&[message], signature).is_ok())
        .into()
}

/// A hash function for RSA signatures, with graviola's types for this function.
pub(super) trait Rsa: Digest {
    const PKCS1: Verify;
    const PSS: Verify;
}

pub(super) type Verify = fn(&RsaKey, &[u8], &[u8]) -> Result<(), graviola::Error>;

macro_rules! hashes {
    ($($hash:ty: $len:literal, $id:literal, $pkcs1:ident, $pss:ident;)*) => {$(
        impl Digest for $hash {
            const LEN: u8 = $len;
            const ID: u8 = $id;

            fn of(parts: &[&[u8]]) -> Vec<u8> {
                digest::<Self>(parts)
            }
        }

        impl Rsa for $hash {
            const PKCS1: Verify = RsaKey::$pkcs1;
            const PSS: Verify = RsaKey::$pss;
        }
    )*};
}

hashes! {
    Sha256: 32, 1, verify_pkcs1_sha256, verify_pss_sha256;
    Sha384: 48, 2, verify_pkcs1_sha384, verify_pss_sha384;
    Sha512: 64, 3, verify_pkcs1_sha512, verify_pss_sha512;
}

fn digest<H: Hash>(parts: &[&[u8]]) -> Vec<u8> {
    let mut context = H::new();
    parts.iter().for_each(|part| context.update(part));
    context.finish().as_ref().to_vec()
}

/// Verifies with an RSA key of 2048 to 8192 bits. graviola verifies with keys of whole words, the
/// only sizes that it reads and for which its PSS is correct. This crate verifies with keys of all
/// other sizes.
fn rsa(
    key: &[u8],
    by_graviola: impl FnOnce(&RsaKey) -> bool,
    by_us: impl FnOnce(&Key<'_>) -> bool,
) -> Judgement {
    let Some(own) = Key::from_der(key) else { return Judgement::Unjudged(Unjudged::Key) };
    let whole = if own.bits() % 64 == 0 { RsaKey::from_pkcs1_der(key).ok() } else { None };
    whole.map_or_else(|| by_us(&own), |key| by_graviola(&key)).into()
}

pub(super) fn pkcs1<H: Rsa>(key: &[u8], message: &[u8], signature: &[u8]) -> Judgement {
    rsa(
        key,
        |key| H::PKCS1(key, signature, message).is_ok(),
        |key| key.verify_pkcs1::<H>(message, signature),
    )
}

pub(super) fn pss<H: Rsa>(key: &[u8], message: &[u8], signature: &[u8]) -> Judgement {
    rsa(
        key,
        |key| H::PSS(key, signature, message).is_ok(),
        |key| key.verify_pss::<H>(message, signature),
    )
}
