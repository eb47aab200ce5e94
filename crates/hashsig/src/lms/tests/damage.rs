//! Damaged signatures and keys.

use super::super::hss::{Levels, PublicKey, SecretKey, Signer, TreeId};
use super::super::{Family, Height, Params, Tree, Width};
use super::{QUICK, secret, small};
use crate::error::Error;
use crate::reserved::ReservedIndex;
use crate::testing::all_damage_is_refused;

fn signed(levels: &[Params], index: u64, message: &[u8]) -> (PublicKey, Vec<u8>) {
    let mut signer = Signer::generate(secret(levels)).unwrap();
    let signature = signer.sign(ReservedIndex::new(index), message).unwrap();
    (signer.public_key(), signature)
}

#[test]
fn a_damaged_signature_is_refused() {
    let (key, signature) = signed(&[QUICK, QUICK], 33, b"message");
    all_damage_is_refused(&signature, |bytes| key.verify(b"message", bytes));
}

/// The bytes of a signature that depend on the leaf stand in its first four.
#[test]
fn a_leaf_that_the_tree_does_not_have_is_refused() {
    let (key, mut signature) = signed(&[QUICK], 5, b"message");
    for leaf in [5 + 32, 5 | 1 << 31, u32::MAX, 32] {
        signature[4..8].copy_from_slice(&leaf.to_be_bytes());
        assert_eq!(key.verify(b"message", &signature), Err(Error::Verification), "{leaf}");
    }
}

#[test]
fn identifiers_must_be_those_of_the_key() {
    let (key, signature) = signed(&[QUICK], 5, b"message");
    let lms_at = 4 + 4 + QUICK.one_time_signature_len();
    for at in [8, lms_at] {
        for identifier in (0..=24_u32).chain([u32::MAX]) {
            let mut changed = signature.clone();
            changed[at..at + 4].copy_from_slice(&identifier.to_be_bytes());
            let genuine = changed == signature;
            assert_eq!(key.verify(b"message", &changed).is_ok(), genuine, "{identifier} at {at}");
        }
    }
}

#[test]
fn the_number_of_levels_must_be_that_of_the_key() {
    let (one, of_one) = signed(&[QUICK], 0, b"message");
    let (two, of_two) = signed(&[QUICK, QUICK], 0, b"message");
    assert_eq!(two.verify(b"message", &of_one), Err(Error::Verification));
    assert_eq!(one.verify(b"message", &of_two), Err(Error::Verification));
    for levels in [1_u32, 3, 8] {
        let bytes = [&levels.to_be_bytes()[..], &two.to_bytes()[4..]].concat();
        let key = PublicKey::from_bytes(&bytes).unwrap();
        for below in [0, 1, levels - 1, u32::MAX] {
            let mut changed = of_two.clone();
            changed[..4].copy_from_slice(&below.to_be_bytes());
            assert_eq!(key.verify(b"message", &changed), Err(Error::Verification));
        }
    }
}

/// The lower tree's signature alone is one of LMS, but not under the key of the top.
#[test]
fn a_signature_of_another_level_is_refused() {
    let (key, signature) = signed(&[QUICK, QUICK], 40, b"message");
    let lower = &signature[4 + QUICK.signature_len() + QUICK.public_key_len()..];
    assert_eq!(key.top().verify(b"message", lower), Err(Error::Verification));
    let upper = &signature[4..4 + QUICK.signature_len()];
    let lower_key = &signature[4 + QUICK.signature_len()..][..QUICK.public_key_len()];
    assert_eq!(key.top().verify(lower_key, upper), Ok(()));
    let alone = [&[0; 4], upper].concat();
    assert_eq!(key.verify(lower_key, &alone), Err(Error::Verification));
}

#[test]
fn signatures_are_bound_to_key_and_message() {
    let (key, signature) = signed(&[QUICK], 3, b"");
    assert_eq!(key.verify(b"", &signature), Ok(()));
    assert_eq!(key.verify(b"\0", &signature), Err(Error::Verification));
    let other = SecretKey::from_seed(Levels::new(&[QUICK]).unwrap(), &[8; 32]).unwrap();
    let other = Tree::generate(other.tree(TreeId::TOP).unwrap()).unwrap().public_key();
    assert_eq!(other.verify(b"", &signature[4..]), Err(Error::Verification));
}

#[test]
fn a_damaged_public_key_is_refused_or_another_key() {
    let (key, signature) = signed(&[QUICK, QUICK], 1, b"message");
    let bytes = key.to_bytes();
    for len in 0..bytes.len() {
        assert!(PublicKey::from_bytes(&bytes[..len]).is_err(), "cut to {len}");
    }
    assert!(PublicKey::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            if let Ok(other) = PublicKey::from_bytes(&changed) {
                assert_eq!(other.verify(b"message", &signature), Err(Error::Verification));
            }
        }
    }
}

#[test]
fn a_secret_key_reads_back_and_damage_is_seen() {
    let params = [small(Family::Shake256N32, Width::W8), small(Family::Shake256N32, Width::W1)];
    let secret = secret(&params);
    let bytes = secret.to_bytes();
    let read = SecretKey::from_bytes(&bytes).unwrap();
    assert_eq!(*read.to_bytes(), *bytes);
    assert_eq!(*read.levels(), *secret.levels());
    for len in 0..bytes.len() {
        assert!(SecretKey::from_bytes(&bytes[..len]).is_err(), "cut to {len}");
    }
    assert!(SecretKey::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    let text = format!("{secret:?}");
    assert!(!text.contains("seed") && !text.contains("Wiped"), "{text}");
}

#[test]
fn levels_that_cannot_be_are_refused() {
    let h25 = Params { height: Height::H25, ..QUICK };
    let other = Params { family: Family::Shake256N24, ..QUICK };
    for wrong in [&[][..], &[QUICK; 9], &[h25, h25, h25], &[QUICK, other]] {
        assert!(matches!(Levels::new(wrong), Err(Error::Parameter { .. })), "{wrong:?}");
    }
    assert_eq!(Levels::new(&[QUICK; 8]).unwrap().capacity(), 1 << 40);
}
