//! Damaged signatures and keys, and those of other places.

use super::super::{PublicKey, Signer};
use super::{levels, secret};
use crate::error::Error;
use crate::reserved::ReservedIndex;
use crate::trees::Sizes;

fn signed(heights: &[usize], index: u64, message: &[u8]) -> (PublicKey, Vec<u8>) {
    let mut signer = Signer::generate(secret(heights)).unwrap();
    let signature = signer.sign(ReservedIndex::new(index), message).unwrap();
    (signer.public_key(), signature)
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
