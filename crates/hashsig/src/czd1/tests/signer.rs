//! Trees in pieces, and keys that sign across the boundaries of their trees.

use super::super::{Levels, Params, SecretKey, Signer, Tree, TreeId};
use super::{levels, secret};
use crate::error::Error;
use crate::reserved::ReservedIndex;
use crate::trees::Sizes;

#[test]
fn every_index_of_three_levels_signs() {
    let mut signer = Signer::generate(secret(&[1, 2, 2])).unwrap();
    let key = signer.public_key();
    for index in 0..32 {
        let signature = signer.sign(ReservedIndex::new(index), b"message").unwrap();
        assert_eq!(signature.len(), signer.secret().levels().signature_len());
        assert_eq!(key.verify(b"message", &signature), Ok(()), "{index}");
    }
    for beyond in [32, 1 << 32, u64::MAX] {
        let refused = signer.sign(ReservedIndex::new(beyond), b"message");
        assert_eq!(refused, Err(Error::Exhausted), "{beyond}");
    }
}

/// A leaf above the lowest level signs again and again, after a restart too: always the same.
#[test]
fn a_restarted_signer_repeats_the_signatures_of_upper_levels() {
    let heights = [2, 2];
    let mut first = Signer::generate(secret(&heights)).unwrap();
    let params = first.secret().levels().top();
    let upper = 10 + 4 + params.signature_len() + 16 + params.n();
    for index in [0, 3, 4, 9, 15, 2] {
        let mut second = Signer::generate(secret(&heights)).unwrap();
        let a = first.sign(ReservedIndex::new(index), b"a").unwrap();
        let b = second.sign(ReservedIndex::new(index), b"b").unwrap();
        assert_eq!(a[..upper], b[..upper], "{index}");
        assert_ne!(a[upper..], b[upper..], "{index}");
        assert_eq!(first.public_key().verify(b"a", &a), Ok(()));
        assert_eq!(first.public_key().verify(b"b", &b), Ok(()));
    }
}

/// More than a batch at once, not in order.
#[test]
fn many_signatures_at_once_are_those_made_one_by_one() {
    let mut signer = Signer::generate(secret(&[1, 5])).unwrap();
    let stack = signer.stack(40).unwrap();
    assert_eq!(stack.span(), 32..64);
    let order: Vec<u64> = (0..20).map(|i| 32 + i * 13 % 32).collect();
    let messages: Vec<_> = order.iter().map(|index| vec![7; *index as usize]).collect();
    let indices = || order.iter().map(|&index| ReservedIndex::new(index)).collect();
    let together = stack.sign(indices(), messages.iter().map(Vec::as_slice)).unwrap();
    for ((index, message), signature) in order.iter().zip(&messages).zip(&together) {
        assert_eq!(*signature, signer.sign(ReservedIndex::new(*index), message).unwrap());
        assert_eq!(signer.public_key().verify(message, signature), Ok(()));
    }
    let beyond = vec![ReservedIndex::new(33), ReservedIndex::new(31)];
    assert_eq!(stack.sign(beyond, [&b"a"[..], b"b"]), Err(Error::Exhausted));
}

#[test]
fn a_tree_that_keeps_less_makes_the_same_signatures() {
    let seed = || secret(&[4]).tree(TreeId::TOP).unwrap();
    let whole = Tree::generate(seed()).unwrap();
    for depth in 0..=4 {
        let level = [3..1 << depth, 0..3.min(1 << depth)]
            .map(|range| seed().nodes(depth, range.start.min(range.end)..range.end).unwrap());
        let split = [&level[1][..], &level[0]].concat();
        let tree = Tree::from_level(seed(), depth, split).unwrap();
        assert_eq!((tree.public_key(), tree.depth()), (whole.public_key(), depth));
        for leaf in 0..16 {
            let signature = tree.sign_leaf(leaf, b"m").unwrap();
            assert_eq!(signature, whole.sign_leaf(leaf, b"m").unwrap(), "{depth} {leaf}");
        }
    }
    assert_eq!(whole.sign_leaf(16, b"m"), Err(Error::Exhausted));
}

#[test]
fn nodes_of_unknown_origin_show_in_the_public_key() {
    let seed = secret(&[3]).tree(TreeId::TOP).unwrap();
    let whole = Tree::generate(seed.clone()).unwrap();
    let mut damaged = whole.level().to_vec();
    damaged[40] ^= 1;
    let tree = Tree::from_level(seed.clone(), 3, damaged).unwrap();
    assert_ne!(tree.public_key(), whole.public_key());
    let short = Tree::from_level(seed.clone(), 3, whole.level()[1..].to_vec());
    assert!(matches!(short, Err(Error::Malformed { .. })));
    assert!(matches!(seed.nodes(3, 0..9), Err(Error::Parameter { .. })));
    assert!(matches!(seed.nodes(4, 0..1), Err(Error::Parameter { .. })));
    let high = Levels::new(&[Params::new(16, 4, 20).unwrap()]).unwrap();
    let high = SecretKey::from_seed(high, &[1; 32]).unwrap().tree(TreeId::TOP).unwrap();
    assert_eq!((high.least_depth(), high.default_depth()), (10, 16));
    assert!(matches!(high.nodes(9, 0..1), Err(Error::Parameter { .. })));
}

#[test]
fn trees_prepared_elsewhere_are_used() {
    let mut signer = Signer::generate(secret(&[2, 2, 2])).unwrap();
    let id = |level, number| TreeId { level, number };
    assert_eq!(signer.missing(16), Ok(vec![id(1, 1), id(2, 4)]));
    assert_eq!(signer.missing(64), Err(Error::Exhausted));
    for id in [id(2, 4), id(1, 1)] {
        let tree = Tree::generate(signer.secret().tree(id).unwrap()).unwrap();
        signer.install(id, tree).unwrap();
    }
    assert_eq!(signer.missing(16), Ok(vec![]));
    let signature = signer.sign(ReservedIndex::new(16), b"message").unwrap();
    assert_eq!(signer.public_key().verify(b"message", &signature), Ok(()));
    assert_eq!(signer.missing(19), Ok(vec![]));
    let wrong = Tree::generate(signer.secret().tree(id(1, 2)).unwrap()).unwrap();
    assert!(matches!(signer.install(id(1, 3), wrong), Err(Error::Parameter { .. })));
    let top = Tree::generate(signer.secret().tree(id(1, 2)).unwrap()).unwrap();
    assert!(Signer::new(secret(&[2, 2, 2]), top).is_err());
    for missing in [id(3, 0), id(1, 4)] {
        assert!(signer.secret().tree(missing).is_err());
    }
}

#[test]
fn trees_cover_the_indices_once() {
    let levels = levels(16, 4, &[2, 3, 1]);
    for index in 0..64 {
        for level in 0..3 {
            let id = levels.tree_at(level, index).unwrap();
            let (start, count) = levels.span(id).unwrap();
            assert!((start..start + count).contains(&index), "{index} in {id:?}");
        }
    }
    assert!(levels.span(TreeId { level: 2, number: 32 }).is_err());
    assert!(levels.tree_at(3, 0).is_err());
}
