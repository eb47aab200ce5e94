//! No signature does much more than another.

use alloc::sync::Arc;
use core::ops::Range;

use super::{ALONE, TREE, key};
use crate::signing::SigningKey;
use crate::signing::schedule::{IndexPlan, Position, ScheduledTree, ThreadMonitor, UpcomingTree};
use crate::testing::secret;
use crate::trees::{TreeBuilder, TreeId};

/// Work units of a tree.
const UNITS: u64 = 4 * TREE;

/// How many work units of all the trees of a level are computed, if any of them is scheduled.
fn computed(key: &SigningKey, level: usize) -> Option<u64> {
    let state = key.inner.state();
    let trees = state.trees.schedule.trees().iter().filter(|tree| tree.id.level == level);
    let first = trees.clone().next()?.id.number;
    Some(first * UNITS + trees.map(|tree| UNITS - tree.builder.open_units()).sum::<u64>())
}

#[test]
fn signatures_alone_compute_the_same_each_on_all_levels() {
    let (key, _) = key(3, &ALONE);
    key.prepare(1).unwrap();
    let mut before = [None; 2];
    for number in 0..TREE * TREE + 2 * TREE {
        key.sign(b"m").unwrap();
        let after = [computed(&key, 2), computed(&key, 1)];
        for ((before, after), most) in before.into_iter().zip(after).zip([5, 1]) {
            let (Some(before), Some(after)) = (before, after) else { continue };
            // One unit more pays the debt.
            assert!(after - before <= most + 1, "signature {number} did {}", after - before);
        }
        before = after;
    }
}

/// Beside a thread that computes `rate` work units while one signature is made: the most units that a
/// signature computes of the first tree after the present one, and how many all signatures compute.
fn beside_a_thread(rate: u64) -> (u64, u64) {
    const SPAN: u64 = 1024;
    let builder = Arc::new(TreeBuilder::new(secret(&[10]).tree(TreeId::TOP).unwrap(), 10).unwrap());
    let id = TreeId { level: 1, number: 1 };
    let trees = [ScheduledTree { id, builder, needed: SPAN, is_spare: false }];
    let (mut thread, mut debt, mut most, mut all) = (ThreadMonitor::default(), 0.0, 0, 0);
    for made in 1..=SPAN {
        let builder = &trees[0].builder;
        for _ in 0..rate {
            builder.advance(1).unwrap();
        }
        debt += thread.quota(Position { made, span: SPAN, ahead: 1 }, trees.iter());
        let units = debt as u64;
        debt -= units as f64;
        thread.exclude(units);
        let done = (0..units).map(|_| builder.advance(1).unwrap()).sum::<u64>();
        (most, all) = (most.max(done), all + done);
    }
    assert_eq!(trees[0].builder.open_units(), 0, "it is complete when it is needed");
    (most, all)
}

/// A key that was just opened is a whole tree behind: a tree of 4096 units is needed after 1024
/// signatures.
#[test]
fn beside_a_thread_signatures_add_what_it_does_not_do_and_no_more() {
    assert_eq!(beside_a_thread(5), (0, 0));
    let (most, all) = beside_a_thread(3);
    assert!(most <= 2 && all <= 1100, "{most} at most, {all} in all");
    let (most, all) = beside_a_thread(0);
    assert!(most <= 6 && all == 4096, "{most} at most, {all} in all");
}

/// What lies between two reservations is not signed by this key.
#[test]
fn a_tree_is_as_far_away_as_signatures_come_before_it() {
    let levels = secret(&[5; 3]).levels().clone();
    let upcoming = |next: u64, reserved: &[Range<u64>]| {
        let end = TREE * TREE * TREE;
        IndexPlan { next, end, ahead: 1, reserved }.upcoming_trees(&levels).unwrap()
    };
    let tree = |away, level, number, is_spare| {
        let id = TreeId { level, number };
        UpcomingTree { away, id, is_spare }
    };
    let near = [tree(0, 1, 0, false), tree(0, 2, 0, false), tree(26, 2, 1, false)];
    assert_eq!(upcoming(6, &[]), [&near[..], &[tree(1018, 1, 1, false)]].concat());
    let far = [
        tree(0, 1, 0, false),
        tree(0, 2, 0, false),
        tree(4, 1, 3, false),
        tree(4, 2, 100, false),
        tree(36, 2, 101, true),
        tree(1012, 1, 1, false),
    ];
    assert_eq!(upcoming(12, &[12..16, 3200..3204]), far[..]);
}
