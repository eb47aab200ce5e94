//! Keys that sign across the boundaries of their trees.

use crate::error::Error;
use crate::reserved::ReservedIndex;
use crate::testing::{parts, secret};
use crate::trees::{Signer, Tree, TreeId};

fn signer(levels: usize) -> Signer {
    Signer::generate(secret(&vec![5; levels])).unwrap()
}

fn sign(signer: &mut Signer, index: u64, message: &[u8]) -> Vec<u8> {
    let signature = signer.sign(ReservedIndex::new(index), message).unwrap();
    assert_eq!(signer.public_key().verify(message, &signature), Ok(()), "{index}");
    signature
}

const fn id(level: usize, number: u64) -> TreeId {
    TreeId { level, number }
}

#[test]
fn every_index_of_two_levels_signs() {
    let mut signer = signer(2);
    for index in 0..1024 {
        let signature = sign(&mut signer, index, b"message");
        assert_eq!(signature.len(), signer.secret().levels().signature_len());
    }
    for beyond in [1024, 1 << 32, u64::MAX] {
        let refused = signer.sign(ReservedIndex::new(beyond), b"message");
        assert_eq!(refused, Err(Error::Exhausted), "{beyond}");
    }
}

/// A leaf above the lowest level repeats the same signature, even after a restart.
#[test]
fn a_restarted_signer_repeats_the_signatures_of_upper_levels() {
    let mut first = signer(3);
    for index in [0, 31, 32, 1023, 1024, 5000] {
        let mut second = signer(3);
        let (a, b) = (sign(&mut first, index, b"a"), sign(&mut second, index, b"b"));
        let [a, b] = [a, b].map(|signature| parts(&first.public_key(), &signature));
        for level in 0..3 {
            let is_same = a[level].signature == b[level].signature;
            assert_eq!(is_same, level < 2, "{index} at level {level}");
            assert_eq!((&a[level].tree, a[level].leaf), (&b[level].tree, b[level].leaf));
        }
    }
}

#[test]
fn jumping_between_indices_signs_correctly() {
    let mut signer = signer(2);
    for index in [900, 3, 901, 4, 0] {
        sign(&mut signer, index, b"message");
    }
}

/// More than one batch, not in order.
#[test]
fn batch_signatures_match_their_indices() {
    let mut signer = signer(2);
    let stack = signer.stack(40).unwrap();
    assert_eq!(stack.span(), 32..64);
    let order: Vec<u64> = (0..20).map(|i| 32 + i * 13 % 32).collect();
    let messages: Vec<_> = order.iter().map(|index| vec![7; *index as usize]).collect();
    let indices = order.iter().map(|&index| ReservedIndex::new(index)).collect();
    let together = stack.sign(indices, messages.iter().map(Vec::as_slice)).unwrap();
    let public = signer.public_key();
    assert_eq!(together.len(), 20);
    for ((index, message), signature) in order.iter().zip(&messages).zip(&together) {
        assert_eq!(public.verify(message, signature), Ok(()));
        assert_eq!(u64::from(parts(&public, signature)[1].leaf), index - 32);
    }
    let beyond = vec![ReservedIndex::new(33), ReservedIndex::new(31)];
    assert_eq!(stack.sign(beyond, [&b"a"[..], b"b"]), Err(Error::Exhausted));
}

#[test]
fn trees_prepared_elsewhere_are_used() {
    let mut signer = signer(3);
    assert_eq!(signer.missing(1024), Ok(vec![id(1, 1), id(2, 32)]));
    assert_eq!(signer.missing(1 << 15), Err(Error::Exhausted));
    // From the bottom up, so that the lower tree is installed before the tree above it.
    for id in [id(2, 32), id(1, 1)] {
        let tree = Tree::generate(signer.secret().tree(id).unwrap()).unwrap();
        signer.install(id, tree).unwrap();
    }
    assert_eq!(signer.missing(1024), Ok(vec![]));
    sign(&mut signer, 1024, b"message");
    assert_eq!(signer.missing(1024 + 31), Ok(vec![]));
    assert_eq!(signer.missing(0), Ok(vec![id(1, 0), id(2, 0)]));
}

#[test]
fn a_tree_of_another_position_or_key_is_refused() {
    let mut signer = signer(2);
    let wrong = signer.secret().tree(id(1, 4)).unwrap();
    let tree = || Tree::generate(wrong.clone()).unwrap();
    assert!(matches!(signer.install(id(1, 3), tree()), Err(Error::Parameter { .. })));
    let top = Signer::new(secret(&[5, 5]), tree());
    assert!(matches!(top, Err(Error::Parameter { .. })));
    for missing in [id(2, 0), id(1, 32)] {
        assert!(signer.secret().tree(missing).is_err());
    }
}

#[test]
fn trees_cover_the_indices_once() {
    let secret = secret(&[5; 3]);
    let levels = secret.levels();
    for index in [0, 31, 32, 1023, 1024, (1 << 15) - 1] {
        for level in 0..3 {
            let id = levels.tree_at(level, index).unwrap();
            let (start, count) = levels.span(id).unwrap();
            assert!((start..start + count).contains(&index), "{index} in {id:?}");
        }
    }
    assert!(levels.span(id(2, 1024)).is_err());
    assert!(levels.tree_at(3, 0).is_err());
}
