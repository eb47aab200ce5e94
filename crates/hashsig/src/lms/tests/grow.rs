//! Key generation in pieces, and trees that keep fewer nodes.

use std::thread;

use super::super::hss::TreeId;
use super::super::{Family, Height, Params, SharedGrowth, Tree, TreeSeed, Width};
use super::{QUICK, secret};
use crate::error::Error;

fn seed(height: Height) -> TreeSeed {
    let params = Params { family: Family::Sha256N32, height, width: Width::W1 };
    secret(&[params]).tree(TreeId::TOP).unwrap()
}

/// A tree that keeps its nodes down to this depth.
fn tree(height: Height, depth: u32) -> Tree {
    let level = seed(height).nodes(depth, 0..1 << depth).unwrap();
    Tree::from_level(seed(height), depth, level).unwrap()
}

#[test]
fn a_tree_that_keeps_less_makes_the_same_signatures() {
    for height in [Height::H5, Height::H10] {
        let whole = Tree::generate(seed(height)).unwrap();
        for depth in [0, 1, 4] {
            let tree = tree(height, depth);
            assert_eq!(tree.public_key(), whole.public_key());
            for leaf in [0, 1, 14, 31] {
                let signature = tree.sign_leaf(leaf, b"m").unwrap();
                assert_eq!(signature, whole.sign_leaf(leaf, b"m").unwrap());
                assert_eq!(tree.public_key().verify(b"m", &signature), Ok(()));
            }
        }
    }
}

/// Leaves in their order, in batches, backwards, and from two threads at once.
#[test]
fn subtrees_are_kept_and_prepared() {
    let whole = Tree::generate(seed(Height::H10)).unwrap();
    let check = |tree: &Tree, leaves: &[u32]| {
        let wanted: Vec<_> = leaves.iter().map(|&leaf| (leaf, &b"m"[..])).collect();
        let mut signatures = vec![Vec::new(); leaves.len()];
        tree.sign_leaves(&wanted, true, &mut signatures).unwrap();
        for (leaf, signature) in leaves.iter().zip(signatures) {
            assert_eq!(signature[..4], leaf.to_be_bytes());
            assert_eq!(tree.public_key().verify(b"m", &signature), Ok(()), "{leaf}");
        }
        let last = leaves[leaves.len() - 1];
        assert_eq!(tree.sign_leaf(last, b"m"), whole.sign_leaf(last, b"m"));
    };
    let one = tree(Height::H10, 6);
    (0..40).for_each(|leaf| check(&one, &[leaf]));
    (1000..1024).for_each(|leaf| check(&one, &[leaf]));
    (0..20).rev().for_each(|leaf| check(&one, &[leaf]));
    let many = tree(Height::H10, 6);
    let leaves: Vec<u32> = (0..60).collect();
    leaves.chunks(7).for_each(|leaves| check(&many, leaves));
    let shared = tree(Height::H10, 6);
    thread::scope(|scope| {
        for first in 0..2 {
            let (shared, check) = (&shared, &check);
            scope.spawn(move || (first..40).step_by(2).for_each(|leaf| check(shared, &[leaf])));
        }
    });
}

/// All of the next subtree is there when its first leaf signs.
#[test]
fn the_next_subtree_comes_bit_by_bit() {
    let tree = tree(Height::H10, 6);
    let n = tree.params().n();
    for leaf in 0..40 {
        tree.sign_leaf(leaf, b"m").unwrap();
        let next = leaf / 16 * 16 + 16;
        let known = tree.known_from(next) / n;
        assert_eq!(known as u32, leaf % 16 + 1, "leaves known after leaf {leaf}");
    }
}

#[test]
fn a_level_computed_in_parts_by_anyone_makes_the_tree() {
    let whole = Tree::generate(seed(Height::H10)).unwrap();
    let seed = seed(Height::H10);
    let level = [3..8, 0..3].map(|range| seed.nodes(3, range).unwrap());
    let level = [&level[1][..], &level[0]].concat();
    let tree = Tree::from_level(seed.clone(), 3, level.clone()).unwrap();
    assert_eq!(tree.public_key(), whole.public_key());
    assert_eq!((tree.level(), tree.depth()), (&level[..], 3));
    let mut damaged = level.clone();
    damaged[40] ^= 1;
    let tree = Tree::from_level(seed.clone(), 3, damaged).unwrap();
    assert_ne!(tree.public_key(), whole.public_key());
    let short = Tree::from_level(seed, 3, level[1..].to_vec());
    assert!(matches!(short, Err(Error::Malformed { .. })));
}

#[test]
fn depths_and_ranges_that_cannot_be_are_refused() {
    let seed = seed(Height::H15);
    assert_eq!(seed.least_depth(), 5);
    for depth in [0, 4, 16, 40] {
        assert!(matches!(seed.nodes(depth, 0..1), Err(Error::Parameter { .. })), "{depth}");
        assert!(matches!(SharedGrowth::new(seed.clone(), depth), Err(Error::Parameter { .. })));
    }
    assert!(matches!(seed.nodes(15, 0..32_769), Err(Error::Parameter { .. })));
    assert!(matches!(seed.nodes(15, 32_769..u32::MAX), Err(Error::Parameter { .. })));
    assert!(TreeSeed::new(QUICK, [0; 16], &[0; 32]).is_err());
}

#[test]
fn high_trees_keep_at_most_a_few_mebibytes() {
    let depth = |height| seed(height).default_depth();
    let depths = [Height::H5, Height::H15, Height::H20, Height::H25].map(depth);
    assert_eq!(depths, [5, 15, 16, 16]);
    assert!(seed(Height::H25).least_depth() <= 16);
}
