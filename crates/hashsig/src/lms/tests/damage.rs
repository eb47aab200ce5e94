//! Damaged signatures and keys.

use super::super::hss::PublicKey;
use super::super::{Family, Height, Params};
use super::QUICK;
use crate::error::Error;
use crate::testing::signed;
use crate::trees::Levels;

/// The first four bytes of a signature encode the leaf.
#[test]
fn a_leaf_out_of_range_is_refused() {
    let (key, mut signature) = signed(1, 5, b"message");
    for leaf in [5 + 32, 5 | 1 << 31, u32::MAX, 32] {
        signature[4..8].copy_from_slice(&leaf.to_be_bytes());
        assert_eq!(key.verify(b"message", &signature), Err(Error::Verification), "{leaf}");
    }
}

#[test]
fn identifiers_must_match_the_key() {
    let (key, signature) = signed(1, 5, b"message");
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
fn the_number_of_levels_must_match_the_key() {
    let (one, of_one) = signed(1, 0, b"message");
    let (two, of_two) = signed(2, 0, b"message");
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

/// The lower tree's signature is a valid LMS signature, but not under the key of the top tree.
#[test]
fn a_signature_of_another_level_is_refused() {
    let (key, signature) = signed(2, 40, b"message");
    let lower = &signature[4 + QUICK.signature_len() + QUICK.public_key_len()..];
    assert_eq!(key.top().verify(b"message", lower), Err(Error::Verification));
    let upper = &signature[4..4 + QUICK.signature_len()];
    let lower_key = &signature[4 + QUICK.signature_len()..][..QUICK.public_key_len()];
    assert_eq!(key.top().verify(lower_key, upper), Ok(()));
    let alone = [&[0; 4], upper].concat();
    assert_eq!(key.verify(lower_key, &alone), Err(Error::Verification));
}

#[test]
fn invalid_levels_are_refused() {
    let h25 = Params { height: Height::H25, ..QUICK };
    let other = Params { family: Family::Shake256N24, ..QUICK };
    for wrong in [&[][..], &[QUICK; 9], &[h25, h25, h25], &[QUICK, other]] {
        assert!(matches!(Levels::new(wrong), Err(Error::Parameter { .. })), "{wrong:?}");
    }
    assert_eq!(Levels::new(&[QUICK; 8]).unwrap().capacity(), 1 << 40);
}
