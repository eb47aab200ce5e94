//! Trees grown in portions smaller than a one-time key.

use super::super::hss::TreeId;
use super::super::{Family, Height, Params, SharedGrowth, Tree, Width};
use super::{QUICK, secret};

/// Of every family and width, with their nodes kept whole and not.
#[test]
fn portions_of_any_size_make_the_tree() {
    for (family, width, step) in [
        (Family::Sha256N32, Width::W8, 7),
        (Family::Sha256N32, Width::W8, 16),
        (Family::Sha256N24, Width::W4, 1),
        (Family::Sha256N24, Width::W4, 3),
        (Family::Sha256N32, Width::W2, 1),
        (Family::Sha256N24, Width::W1, 5),
        (Family::Shake256N24, Width::W4, 6),
    ] {
        let params = Params { family, height: Height::H5, width };
        let seed = || secret(&[params]).tree(TreeId::TOP).unwrap();
        let whole = Tree::generate(seed()).unwrap();
        for depth in [0, 2, 5] {
            let growth = SharedGrowth::new(seed(), depth).unwrap();
            let mut open = growth.portions();
            while open > 0 {
                assert_eq!(growth.open(), open);
                let done = growth.advance(step).unwrap();
                assert!((1..=step).contains(&done));
                open -= done;
            }
            assert_eq!((growth.advance(1).unwrap(), growth.open()), (0, 0));
            assert!(!growth.is_finished());
            let tree = growth.tree().unwrap();
            assert_eq!(tree.public_key(), whole.public_key());
            assert_eq!(tree.sign_leaf(9, b"m"), whole.sign_leaf(9, b"m"));
            assert!(growth.is_finished());
        }
    }
}

/// A part that somebody left is finished by whoever comes next.
#[test]
fn what_was_begun_is_finished_by_others() {
    let growth = SharedGrowth::new(secret(&[QUICK]).tree(TreeId::TOP).unwrap(), 5).unwrap();
    assert_eq!(growth.advance(3).unwrap(), 3);
    while growth.work(7).unwrap() {}
    assert_eq!((growth.open(), growth.done()), (0, 32));
    let whole = Tree::generate(secret(&[QUICK]).tree(TreeId::TOP).unwrap()).unwrap();
    assert_eq!(growth.tree().unwrap().public_key(), whole.public_key());
}
