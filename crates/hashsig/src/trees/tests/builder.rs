//! Trees grown by several threads, some of which give up, in parts large and small.

use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::thread;

use super::{seed, tree};
use crate::trees::{SharedGrowth, Tree};

fn growth(depth: u32) -> SharedGrowth {
    SharedGrowth::new(seed(5), depth).unwrap()
}

#[track_caller]
fn assert_same(tree: &Tree) {
    let whole = Tree::generate(seed(5)).unwrap();
    assert_eq!(tree.root(), whole.root());
    assert_eq!(tree.sign_leaf(9, b"m"), whole.sign_leaf(9, b"m"));
}

#[test]
fn threads_make_the_tree_that_one_makes() {
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
        assert_eq!((growth.done(), growth.total()), (1 << depth, 1 << depth));
        assert_same(&growth.tree().unwrap());
        assert_same(&tree(5, depth));
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

/// With the nodes kept whole and not.
#[test]
fn portions_of_any_size_make_the_tree() {
    for (depth, step) in [(0, 7), (2, 3), (5, 1), (5, 5)] {
        let growth = growth(depth);
        let mut open = growth.portions();
        while open > 0 {
            assert_eq!(growth.open(), open);
            let done = growth.advance(step).unwrap();
            assert!((1..=step).contains(&done));
            open -= done;
        }
        assert_eq!((growth.advance(1).unwrap(), growth.open()), (0, 0));
        assert!(!growth.is_finished());
        assert_same(&growth.tree().unwrap());
        assert!(growth.is_finished());
    }
}

/// A part that somebody left is finished by whoever comes next.
#[test]
fn what_was_begun_is_finished_by_others() {
    let growth = growth(5);
    assert_eq!(growth.advance(3).unwrap(), 3);
    while growth.work(7).unwrap() {}
    assert_eq!((growth.open(), growth.done()), (0, 32));
    assert_same(&growth.tree().unwrap());
}
