//! HSS keys that sign across the boundaries of their trees.

use super::super::hss::{Levels, Signer, TreeId};
use super::super::{Family, Height, Params, Tree, Width};
use super::{QUICK, secret, small};
use crate::error::Error;
use crate::reserved::ReservedIndex;

#[test]
fn every_index_of_two_levels_signs() {
    let mut signer = Signer::generate(secret(&[QUICK, QUICK])).unwrap();
    let key = signer.public_key();
    for index in 0..1024 {
        let signature = signer.sign(ReservedIndex::new(index), b"message").unwrap();
        assert_eq!(signature.len(), signer.secret().levels().signature_len());
        assert_eq!(key.verify(b"message", &signature), Ok(()), "{index}");
    }
    for beyond in [1024, 1 << 32, u64::MAX] {
        let refused = signer.sign(ReservedIndex::new(beyond), b"message");
        assert_eq!(refused, Err(Error::Exhausted), "{beyond}");
    }
}

/// A leaf above the lowest level signs again and again, after a restart too: always the same.
#[test]
fn a_restarted_signer_repeats_the_signatures_of_upper_levels() {
    let levels = [QUICK, QUICK, QUICK];
    let endorsements = QUICK.signature_len() + QUICK.public_key_len();
    let mut first = Signer::generate(secret(&levels)).unwrap();
    for index in [0, 31, 32, 1023, 1024, 5000] {
        let mut second = Signer::generate(secret(&levels)).unwrap();
        let a = first.sign(ReservedIndex::new(index), b"a").unwrap();
        let b = second.sign(ReservedIndex::new(index), b"b").unwrap();
        assert_eq!(a[..4 + 2 * endorsements], b[..4 + 2 * endorsements], "{index}");
        assert_ne!(a[4 + 2 * endorsements..], b[4 + 2 * endorsements..], "{index}");
        assert_eq!(first.public_key().verify(b"a", &a), Ok(()));
        assert_eq!(first.public_key().verify(b"b", &b), Ok(()));
    }
}

#[test]
fn jumping_to_and_fro_is_slow_and_right() {
    let mut signer = Signer::generate(secret(&[QUICK, QUICK])).unwrap();
    for index in [900, 3, 901, 4, 0] {
        let signature = signer.sign(ReservedIndex::new(index), b"message").unwrap();
        assert_eq!(signer.public_key().verify(b"message", &signature), Ok(()), "{index}");
    }
}

#[test]
fn trees_prepared_elsewhere_are_used() {
    let mut signer = Signer::generate(secret(&[QUICK, QUICK, QUICK])).unwrap();
    let id = |level, number| TreeId { level, number };
    assert_eq!(signer.missing(1024), Ok(vec![id(1, 1), id(2, 32)]));
    assert_eq!(signer.missing(1 << 15), Err(Error::Exhausted));
    // From the bottom up, so that the lower one waits for the tree above it.
    for id in [id(2, 32), id(1, 1)] {
        let tree = Tree::generate(signer.secret().tree(id).unwrap()).unwrap();
        signer.install(id, tree).unwrap();
    }
    assert_eq!(signer.missing(1024), Ok(vec![]));
    let signature = signer.sign(ReservedIndex::new(1024), b"message").unwrap();
    assert_eq!(signer.public_key().verify(b"message", &signature), Ok(()));
    assert_eq!(signer.missing(1024 + 31), Ok(vec![]));
    assert_eq!(signer.missing(0), Ok(vec![id(1, 0), id(2, 0)]));
}

#[test]
fn a_tree_of_another_place_or_key_is_refused() {
    let mut signer = Signer::generate(secret(&[QUICK, QUICK])).unwrap();
    let (right, wrong) = (TreeId { level: 1, number: 3 }, TreeId { level: 1, number: 4 });
    let tree = || Tree::generate(signer.secret().tree(wrong).unwrap()).unwrap();
    let (one, two) = (tree(), tree());
    assert!(matches!(signer.install(right, one), Err(Error::Parameter { .. })));
    let top = Signer::new(secret(&[QUICK, QUICK]), two);
    assert!(matches!(top, Err(Error::Parameter { .. })));
    for missing in [TreeId { level: 2, number: 0 }, TreeId { level: 1, number: 32 }] {
        assert!(signer.secret().tree(missing).is_err());
    }
}

#[test]
fn levels_may_differ_in_height_and_width() {
    let family = Family::Sha256N32;
    let levels = [
        Params { family, height: Height::H10, width: Width::W2 },
        Params { family, height: Height::H5, width: Width::W8 },
    ];
    let mut signer = Signer::generate(secret(&levels)).unwrap();
    let signature = signer.sign(ReservedIndex::new(32 * 1023 + 7), b"message").unwrap();
    assert_eq!(signer.public_key().verify(b"message", &signature), Ok(()));
    let levels = signer.secret().levels();
    assert_eq!((signature.len(), levels.capacity()), (levels.signature_len(), 32 * 1024));
}

/// The same seed under other parameters must not lead to the same one-time keys.
#[test]
fn parameters_separate_keys_of_one_seed() {
    let top = |levels: &[Params]| {
        let tree = secret(levels).tree(TreeId::TOP).unwrap();
        (*tree.id(), tree.bytes().to_vec())
    };
    let family = Family::Sha256N24;
    let tops = [
        top(&[QUICK]),
        top(&[QUICK, QUICK]),
        top(&[small(family, Width::W8)]),
        top(&[Params { height: Height::H10, ..QUICK }]),
    ];
    for (i, one) in tops.iter().enumerate() {
        for other in &tops[..i] {
            assert!(one.0 != other.0 && one.1 != other.1);
        }
    }
}

#[test]
fn trees_cover_the_indices_once() {
    let levels = Levels::new(&[QUICK, QUICK, QUICK]).unwrap();
    for index in [0, 31, 32, 1023, 1024, (1 << 15) - 1] {
        for level in 0..3 {
            let id = levels.tree_at(level, index).unwrap();
            let (start, count) = levels.span(id).unwrap();
            assert!((start..start + count).contains(&index), "{index} in {id:?}");
        }
    }
    assert!(levels.span(TreeId { level: 2, number: 1024 }).is_err());
}
