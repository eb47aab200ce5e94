//! Damaged signatures and keys.

use crate::error::Error;
use crate::lms::hss::PublicKey;
use crate::testing::{all_damage_is_refused, other_lengths_are_refused, secret, signed};
use crate::trees::{SecretKey, Signer};

#[test]
fn a_damaged_signature_is_refused() {
    for (levels, index) in [(1, 5), (2, 33)] {
        let (key, signature) = signed(levels, index, b"message");
        all_damage_is_refused(&signature, |bytes| key.verify(b"message", bytes));
    }
}

#[test]
fn signatures_are_bound_to_key_and_message() {
    let (key, signature) = signed(1, 3, b"");
    assert_eq!(key.verify(b"", &signature), Ok(()));
    assert_eq!(key.verify(b"\0", &signature), Err(Error::Verification));
    let levels = secret(&[5]).levels().clone();
    let other = Signer::generate(SecretKey::from_seed(levels, &[8; 32]).unwrap()).unwrap();
    assert_eq!(other.public_key().verify(b"", &signature), Err(Error::Verification));
}

#[test]
fn a_damaged_public_key_is_refused_or_fails_verification() {
    for levels in [1, 2] {
        let (key, signature) = signed(levels, 1, b"message");
        let bytes = key.to_bytes();
        assert_eq!(PublicKey::from_bytes(&bytes).unwrap(), key);
        other_lengths_are_refused(&bytes, PublicKey::from_bytes);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                if let Ok(other) = PublicKey::from_bytes(&changed) {
                    assert_ne!(other, key);
                    assert_eq!(other.verify(b"message", &signature), Err(Error::Verification));
                }
            }
        }
    }
}

#[test]
fn a_secret_key_is_decoded_and_damage_detected() {
    let secret = secret(&[5, 10]);
    let bytes = secret.to_bytes();
    let read = SecretKey::from_bytes(&bytes).unwrap();
    assert_eq!((&*read.to_bytes(), read.levels()), (&*bytes, secret.levels()));
    other_lengths_are_refused(&bytes, SecretKey::from_bytes);
    assert!(PublicKey::from_bytes(&bytes).is_err(), "a secret key does not parse as a public key");
    let text = format!("{secret:?}");
    assert!(!text.contains("seed") && !text.contains("Wiped") && !text.contains("7, 7"), "{text}");
}
