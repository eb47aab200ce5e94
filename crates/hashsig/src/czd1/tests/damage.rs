//! Damaged signatures and keys, and those of other places.

use super::super::{PublicKey, SecretKey, Signer};
use super::{levels, secret};
use crate::error::Error;
use crate::reserved::ReservedIndex;
use crate::testing::all_damage_is_refused;
use crate::trees::Sizes;

fn signed(heights: &[usize], index: u64, message: &[u8]) -> (PublicKey, Vec<u8>) {
    let mut signer = Signer::generate(secret(heights)).unwrap();
    let signature = signer.sign(ReservedIndex::new(index), message).unwrap();
    (signer.public_key(), signature)
}

#[test]
fn a_damaged_signature_is_refused() {
    for (heights, index) in [(&[3][..], 5), (&[1, 2], 3)] {
        let (key, signature) = signed(heights, index, b"message");
        all_damage_is_refused(&signature, |bytes| key.verify(b"message", bytes));
    }
}

#[test]
fn an_index_that_the_key_does_not_have_is_refused() {
    let (key, mut signature) = signed(&[3], 5, b"message");
    for index in [5 + 8, 5 | 1 << 31, u32::MAX, 4, 8] {
        signature[9..13].copy_from_slice(&index.to_be_bytes());
        assert_eq!(key.verify(b"message", &signature), Err(Error::Verification), "{index}");
    }
}

/// What a level signed is valid at no other level, under no key of other sizes, and under no key of
/// another number of levels.
#[test]
fn signatures_of_another_level_or_shape_are_refused() {
    let (key, signature) = signed(&[2, 2], 6, b"message");
    let params = key.levels().top();
    let (header_len, part_len) = (10 + 4, params.signature_len());
    let upper = &signature[header_len..][..part_len];
    let below = &signature[header_len + part_len..][..16 + params.n()];
    let lower = &signature[header_len + part_len + below.len()..];
    let put = |parts: &[&[u8]]| [&signature[..header_len], &parts.concat()].concat();
    assert_eq!(key.verify(b"message", &put(&[upper, below, lower])), Ok(()));
    for parts in [[upper, below, upper], [lower, below, lower], [lower, below, upper]] {
        assert_eq!(key.verify(b"message", &put(&parts)), Err(Error::Verification));
        assert_eq!(key.verify(below, &put(&parts)), Err(Error::Verification));
    }
    // The upper level alone, dressed up as a key of one level whose message is the tree below.
    let alone = |seen: &[u8], index: u32, heights: &[usize]| {
        let own = levels(16, 4, heights);
        let bytes = [&[b"cz1p\x01\x10\x04\x01", &[2][..]].concat()[..], &key.to_bytes()[10..]];
        let other = PublicKey::from_bytes(&bytes.concat()).unwrap();
        assert_eq!(*other.levels(), own);
        let bytes = [b"cz1s\x01\x10\x04\x01", &[2][..], &index.to_be_bytes(), upper].concat();
        other.verify(seen, &bytes)
    };
    assert_eq!(alone(below, 1, &[2]), Err(Error::Verification));
    for (heights, index) in [(&[4][..], 6), (&[2, 2, 1], 12), (&[1, 3], 6), (&[3, 1], 6)] {
        let (_, other) = signed(heights, index, b"message");
        assert_eq!(key.verify(b"message", &other), Err(Error::Verification), "{heights:?}");
    }
}

#[test]
fn signatures_are_bound_to_key_and_message() {
    let (key, signature) = signed(&[2], 3, b"");
    assert_eq!(key.verify(b"", &signature), Ok(()));
    assert_eq!(key.verify(b"\0", &signature), Err(Error::Verification));
    let other = SecretKey::from_seed(levels(16, 4, &[2]), &[8; 32]).unwrap();
    let other = Signer::generate(other).unwrap().public_key();
    assert_eq!(other.verify(b"", &signature), Err(Error::Verification));
}

#[test]
fn a_damaged_public_key_is_refused_or_another_key() {
    for heights in [&[2][..], &[1, 1]] {
        let (key, signature) = signed(heights, 1, b"message");
        let bytes = key.to_bytes();
        assert_eq!(PublicKey::from_bytes(&bytes).unwrap(), key);
        for len in 0..bytes.len() {
            assert!(PublicKey::from_bytes(&bytes[..len]).is_err(), "cut to {len}");
        }
        assert!(PublicKey::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
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
fn a_secret_key_reads_back_and_damage_is_seen() {
    let secret = secret(&[2, 3]);
    let bytes = secret.to_bytes();
    let read = SecretKey::from_bytes(&bytes).unwrap();
    assert_eq!((&*read.to_bytes(), read.levels()), (&*bytes, secret.levels()));
    for len in 0..bytes.len() {
        assert!(SecretKey::from_bytes(&bytes[..len]).is_err(), "cut to {len}");
    }
    assert!(SecretKey::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    assert!(PublicKey::from_bytes(&bytes).is_err(), "a secret key is no public key");
    let text = format!("{secret:?}");
    assert!(!text.contains("seed") && !text.contains("7, 7"), "{text}");
}
