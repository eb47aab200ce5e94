//! Trees assembled from parts, and trees that store fewer nodes.

use std::thread;

use super::{seed, tree};
use crate::error::Error;
use crate::reserved::ReservedIndex;
use crate::testing::{parts, secret};
use crate::trees::{Signer, Tree};

#[test]
fn a_tree_with_fewer_nodes_makes_the_same_signatures() {
    for height in [5, 10] {
        let whole = Tree::generate(seed(height)).unwrap();
        assert_eq!(whole.depth(), height);
        for depth in [0, 1, 4] {
            let tree = tree(height, depth);
            assert_eq!(tree.root(), whole.root());
            for leaf in [0, 1, 14, 31] {
                let signature = tree.sign_leaf(leaf, b"m").unwrap();
                assert_eq!(signature, whole.sign_leaf(leaf, b"m").unwrap());
            }
        }
        assert_eq!(whole.sign_leaf(1 << height, b"m"), Err(Error::Exhausted));
    }
}

/// Leaves in order, in batches, backwards, and from two concurrent threads.
#[test]
fn subtrees_are_cached_and_prepared() {
    let whole = Tree::generate(seed(10)).unwrap();
    let check = |signer: &mut Signer, leaves: &[u64]| {
        let indices = leaves.iter().map(|&leaf| ReservedIndex::new(leaf)).collect();
        let stack = signer.stack(leaves[0]).unwrap();
        let signatures = stack.sign(indices, leaves.iter().map(|_| &b"m"[..])).unwrap();
        for (&leaf, signature) in leaves.iter().zip(signatures) {
            assert_eq!(signer.public_key().verify(b"m", &signature), Ok(()), "{leaf}");
            assert_eq!(u64::from(parts(&signer.public_key(), &signature)[0].leaf), leaf);
        }
    };
    let signer = || Signer::new(secret(&[10]), tree(10, 6)).unwrap();
    let mut one = signer();
    (0..40).for_each(|leaf| check(&mut one, &[leaf]));
    (1000..1024).for_each(|leaf| check(&mut one, &[leaf]));
    (0..20).rev().for_each(|leaf| check(&mut one, &[leaf]));
    let mut many = signer();
    let leaves: Vec<u64> = (0..60).collect();
    leaves.chunks(7).for_each(|leaves| check(&mut many, leaves));
    let shared = tree(10, 6);
    thread::scope(|scope| {
        for first in 0..2 {
            let (shared, whole) = (&shared, &whole);
            scope.spawn(move || {
                for leaf in (first..40).step_by(2) {
                    assert_eq!(shared.sign_leaf(leaf, b"m"), whole.sign_leaf(leaf, b"m"));
                }
            });
        }
    });
}

/// The next subtree is complete when its first leaf signs.
#[test]
fn the_next_subtree_is_computed_gradually() {
    let tree = tree(10, 6);
    let n = tree.params().n();
    for leaf in 0..40 {
        tree.sign_leaf(leaf, b"m").unwrap();
        let next = leaf / 16 * 16 + 16;
        let known = tree.known_from(next) / n;
        assert_eq!(known as u32, leaf % 16 + 1, "leaves known after leaf {leaf}");
    }
}

#[test]
fn a_level_computed_in_parts_gives_the_tree() {
    let (whole, seed) = (Tree::generate(seed(10)).unwrap(), seed(10));
    let level = [3..8, 0..3].map(|range| seed.nodes(3, range).unwrap());
    let level = [&level[1][..], &level[0]].concat();
    let tree = Tree::from_level(seed.clone(), 3, level.clone()).unwrap();
    assert_eq!((tree.root(), tree.level(), tree.depth()), (whole.root(), &level[..], 3));
    let mut damaged = level.clone();
    damaged[40] ^= 1;
    let tree = Tree::from_level(seed.clone(), 3, damaged).unwrap();
    assert_ne!(tree.root(), whole.root());
    let short = Tree::from_level(seed, 3, level[1..].to_vec());
    assert!(matches!(short, Err(Error::Malformed { .. })));
}

#[test]
fn invalid_ranges_are_refused() {
    let seed = seed(10);
    assert_eq!(seed.least_depth(), 0);
    for (depth, range) in [(11, 0..1), (40, 0..1), (10, 0..1025), (10, 1025..u32::MAX)] {
        assert!(matches!(seed.nodes(depth, range), Err(Error::Parameter { .. })), "{depth}");
    }
}
