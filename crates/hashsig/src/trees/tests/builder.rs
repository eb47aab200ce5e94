//! Trees built by several threads, by nodes and by work units, including threads that give up.

use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::thread;

use super::{seed, tree};
use crate::trees::{Tree, TreeBuilder};

fn builder(depth: u32) -> TreeBuilder {
    TreeBuilder::new(seed(5), depth).unwrap()
}

#[track_caller]
fn assert_same(tree: &Tree) {
    let whole = Tree::generate(seed(5)).unwrap();
    assert_eq!(tree.root(), whole.root());
    assert_eq!(tree.sign_leaf(9, b"m"), whole.sign_leaf(9, b"m"));
}

#[test]
fn several_threads_build_the_same_tree() {
    for depth in [0, 3, 5] {
        let builder = builder(depth);
        thread::scope(|scope| {
            for count in [1, 2, 5] {
                scope.spawn({
                    let builder = &builder;
                    move || while builder.work(count).unwrap() {}
                });
            }
            for _ in 0..2 {
                scope.spawn(|| builder.tree().unwrap());
            }
        });
        assert_eq!((builder.done(), builder.total()), (1 << depth, 1 << depth));
        assert_same(&builder.tree().unwrap());
        assert_same(&tree(5, depth));
    }
}

/// Nodes that a thread claimed but did not compute are computed by another thread.
#[test]
fn nodes_of_a_panicking_thread_are_released() {
    let builder = builder(5);
    assert!(builder.work(3).unwrap());
    let died = catch_unwind(AssertUnwindSafe(|| {
        let claim = builder.claim(7);
        assert!(claim.is_none(), "in mid-work");
    }));
    assert!(died.is_err());
    assert_eq!(builder.done(), 3);
    assert!(builder.tree().is_ok());
    assert!(!builder.work(1).unwrap());
}

/// With all nodes stored, and with some.
#[test]
fn any_number_of_units_per_call_builds_the_tree() {
    for (depth, step) in [(0, 7), (2, 3), (5, 1), (5, 5)] {
        let builder = builder(depth);
        let mut open = builder.total_units();
        while open > 0 {
            assert_eq!(builder.open_units(), open);
            let done = builder.advance(step).unwrap();
            assert!((1..=step).contains(&done));
            open -= done;
        }
        assert_eq!((builder.advance(1).unwrap(), builder.open_units()), (0, 0));
        assert!(!builder.is_finished());
        assert_same(&builder.tree().unwrap());
        assert!(builder.is_finished());
    }
}

/// A later call finishes a partially computed node.
#[test]
fn unfinished_nodes_are_continued() {
    let builder = builder(5);
    assert_eq!(builder.advance(3).unwrap(), 3);
    while builder.work(7).unwrap() {}
    assert_eq!((builder.open_units(), builder.done()), (0, 32));
    assert_same(&builder.tree().unwrap());
}
