//! Trees grown by several threads, some of which give up.

use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::thread;

use super::super::hss::TreeId;
use super::super::{SharedGrowth, Tree};
use super::{QUICK, secret};

fn growth(depth: u32) -> SharedGrowth {
    SharedGrowth::new(secret(&[QUICK]).tree(TreeId::TOP).unwrap(), depth).unwrap()
}

#[test]
fn threads_make_the_tree_that_one_makes() {
    let whole = Tree::generate(secret(&[QUICK]).tree(TreeId::TOP).unwrap()).unwrap();
    for depth in [0, 3, 5] {
        let growth = growth(depth);
        thread::scope(|scope| {
            for count in [1, 2, 5] {
                scope.spawn({
                    let growth = &growth;
                    move || while growth.work(count).unwrap() {}
                });
            }
            for _ in 0..2 {
                scope.spawn(|| growth.tree().unwrap());
            }
        });
        let tree = growth.tree().unwrap();
        assert_eq!((growth.done(), growth.total()), (1 << depth, 1 << depth));
        assert_eq!(tree.public_key(), whole.public_key());
        assert_eq!(tree.sign_leaf(9, b"m"), whole.sign_leaf(9, b"m"));
    }
}

/// What a thread took and did not compute is computed by another.
#[test]
fn nothing_is_lost_with_a_thread_that_dies() {
    let growth = growth(5);
    assert!(growth.work(3).unwrap());
    let died = catch_unwind(AssertUnwindSafe(|| {
        let piece = growth.take(7);
        assert!(piece.is_none(), "in mid-work");
    }));
    assert!(died.is_err());
    assert_eq!(growth.done(), 3);
    assert!(growth.tree().is_ok());
    assert!(!growth.work(1).unwrap());
}
